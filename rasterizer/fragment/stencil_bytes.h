// The stencil test over bytes: of a block's pixels, each stage for all of them, with its operation chosen once. What
// depth_stencil.h says of values in lanes. Compiled per instruction set (lanes.h).
#pragma once

#include "rasterizer/draw/fragment_state.h"
#include "rasterizer/draw/pixel_grid.h"
#include "rasterizer/fragment/lanes.h"

namespace rasterizer::RASTERIZER_ISA {

typedef uint8_t StencilBytes __attribute__((vector_size(16)));
inline constexpr int stencil_width = 16;

// All ones in the bytes whose bit is set.
RASTERIZER_INLINE StencilBytes bytes_of_bits(uint64_t bits) {
    typedef uint64_t Halves __attribute__((vector_size(16)));
    constexpr uint64_t every_byte = 0x0101010101010101;
    const StencilBytes bit{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    return (StencilBytes)(((StencilBytes)Halves{(bits & 255) * every_byte, (bits >> 8 & 255) * every_byte} & bit) ==
                          bit);
}
// A bit for each byte that is all ones.
RASTERIZER_INLINE uint64_t bits_of_bytes(StencilBytes mask) {
#if defined(__SSE2__)
    return static_cast<uint32_t>(_mm_movemask_epi8((__m128i)mask));
#else
    uint64_t bits = 0;
    for (int i = 0; i < stencil_width; ++i) bits |= uint64_t{mask[i] != 0} << i;
    return bits;
#endif
}

template <class Passes>
RASTERIZER_INLINE uint64_t pixels_where(const uint8_t* stencil, uint8_t read_mask, Passes passes) {
    uint64_t result = 0;
    for (int i = 0; i < block_pixels; i += stencil_width)
        result |= bits_of_bytes((StencilBytes)passes(load<StencilBytes>(stencil + i) & read_mask)) << i;
    return result;
}

// The pixels of a block that pass the stencil test.
inline uint64_t stencil_passes(const StencilFace& face, const uint8_t* stencil) {
    const StencilBytes reference = StencilBytes{} + static_cast<uint8_t>(face.reference & face.read_mask);
    const auto where = [&](auto passes) { return pixels_where(stencil, face.read_mask, passes); };
    switch (face.function) {
        case CompareFunction::Never: return 0;
        case CompareFunction::Less: return where([&](StencilBytes old) { return reference < old; });
        case CompareFunction::Equal: return where([&](StencilBytes old) { return reference == old; });
        case CompareFunction::LessOrEqual: return where([&](StencilBytes old) { return reference <= old; });
        case CompareFunction::Greater: return where([&](StencilBytes old) { return reference > old; });
        case CompareFunction::NotEqual: return where([&](StencilBytes old) { return reference != old; });
        case CompareFunction::GreaterOrEqual: return where([&](StencilBytes old) { return reference >= old; });
        case CompareFunction::Always: break;
    }
    return ~uint64_t{0};
}

template <class Value>
RASTERIZER_INLINE void write_stencil(uint8_t* stencil, uint8_t write_mask, uint64_t where, Value value) {
    for (int i = 0; i < block_pixels; i += stencil_width) {
        const StencilBytes old = load<StencilBytes>(stencil + i), written = bytes_of_bits(where >> i) & write_mask;
        store(stencil + i, (value(old) & written) | (old & ~written));
    }
}

// Applies an operation to the pixels `where`.
inline void operate_on_stencil(StencilFace::Operation operation, const StencilFace& face, uint8_t* stencil,
                               uint64_t where) {
    using Operation = StencilFace::Operation;
    if (!where) return;
    const auto write = [&](auto value) { write_stencil(stencil, face.write_mask, where, value); };
    const StencilBytes reference = StencilBytes{} + static_cast<uint8_t>(face.reference);
    switch (operation) {
        case Operation::Keep: return;
        case Operation::Zero: return write([](StencilBytes) { return StencilBytes{}; });
        case Operation::Replace: return write([&](StencilBytes) { return reference; });
        // Comparisons give all ones: minus one.
        case Operation::Increment:
            return write([](StencilBytes old) { return old - (StencilBytes)(old != uint8_t{255}); });
        case Operation::Decrement:
            return write([](StencilBytes old) { return old + (StencilBytes)(old != uint8_t{0}); });
        case Operation::Invert: return write([](StencilBytes old) { return ~old; });
        case Operation::IncrementWrap: return write([](StencilBytes old) { return old + uint8_t{1}; });
        case Operation::DecrementWrap: return write([](StencilBytes old) { return old - uint8_t{1}; });
    }
}

}  // namespace rasterizer::RASTERIZER_ISA
