// The stencil test over bytes, one for each pixel of a block. Compiled per SIMD level (lanes.h).
#pragma once

#include "rasterizer/draw/fragment_state.h"
#include "rasterizer/draw/pixel_grid.h"
#include "rasterizer/fragment/depth_stencil.h"
#include "rasterizer/fragment/lanes.h"

namespace rasterizer::ASMGL_ISA {

// A block's bytes as a lane type, for depth_stencil.h. Sums wrap.
struct StencilLanes {
    using Register = runtime::simd::Bytes;
    struct Mask {
        using Lanes = StencilLanes;
        Register part[4];
    };
    struct Unsigned {
        using Lanes = StencilLanes;
        Register part[4];
        RASTERIZER_INLINE Unsigned(Register a, Register b, Register c, Register d) : part{a, b, c, d} {}
        RASTERIZER_INLINE explicit Unsigned(uint8_t number) {
            for (Register& all : part) all = Register{} + number;
        }
    };
};
static_assert(4 * sizeof(StencilLanes::Register) == block_pixels);
using StencilBytes = StencilLanes::Unsigned;
using StencilMask = StencilLanes::Mask;

template <class Result, class Part>
RASTERIZER_INLINE Result stencil_parts(const Part& part) {
    return {part(0), part(1), part(2), part(3)};
}
#define STENCIL_OPERATOR(op, Result, Operand)                                                                  \
    RASTERIZER_INLINE Result operator op(Operand a, Operand b) {                                               \
        return stencil_parts<Result>([&](int i) { return (StencilLanes::Register)(a.part[i] op b.part[i]); }); \
    }
STENCIL_OPERATOR(+, StencilBytes, StencilBytes)
STENCIL_OPERATOR(-, StencilBytes, StencilBytes)
STENCIL_OPERATOR(&, StencilBytes, StencilBytes)
STENCIL_OPERATOR(|, StencilBytes, StencilBytes)
STENCIL_OPERATOR(^, StencilBytes, StencilBytes)
STENCIL_OPERATOR(<, StencilMask, StencilBytes)
STENCIL_OPERATOR(<=, StencilMask, StencilBytes)
STENCIL_OPERATOR(>, StencilMask, StencilBytes)
STENCIL_OPERATOR(>=, StencilMask, StencilBytes)
STENCIL_OPERATOR(==, StencilMask, StencilBytes)
STENCIL_OPERATOR(!=, StencilMask, StencilBytes)
STENCIL_OPERATOR(&, StencilMask, StencilMask)
STENCIL_OPERATOR(|, StencilMask, StencilMask)
#undef STENCIL_OPERATOR
RASTERIZER_INLINE StencilBytes operator~(StencilBytes a) {
    return stencil_parts<StencilBytes>([&](int i) { return ~a.part[i]; });
}
RASTERIZER_INLINE StencilMask operator!(StencilMask a) {
    return stencil_parts<StencilMask>([&](int i) { return ~a.part[i]; });
}
RASTERIZER_INLINE StencilBytes choose(StencilMask mask, StencilBytes a, StencilBytes b) {
    return stencil_parts<StencilBytes>(
        [&](int i) { return runtime::simd::choose_bytes(mask.part[i], a.part[i], b.part[i]); });
}

RASTERIZER_INLINE StencilBytes smaller(StencilBytes a, StencilBytes b) {
    return stencil_parts<StencilBytes>([&](int i) { return runtime::simd::smaller(a.part[i], b.part[i]); });
}
RASTERIZER_INLINE StencilBytes larger(StencilBytes a, StencilBytes b) {
    return stencil_parts<StencilBytes>([&](int i) { return runtime::simd::larger(a.part[i], b.part[i]); });
}

RASTERIZER_INLINE StencilMask bytes_of_bits(uint64_t bits) {
    typedef uint64_t Halves __attribute__((vector_size(16)));
    constexpr uint64_t every_byte = 0x0101010101010101;
    const StencilLanes::Register bit{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    return stencil_parts<StencilMask>([&](int i) {
        const Halves halves{(bits >> 16 * i & 255) * every_byte, (bits >> (16 * i + 8) & 255) * every_byte};
        return (StencilLanes::Register)(((StencilLanes::Register)halves & bit) == bit);
    });
}
RASTERIZER_INLINE uint64_t bits_of_bytes(StencilMask mask) {
    uint64_t bits = 0;
    for (int i = 0; i < 4; ++i) bits |= uint64_t{runtime::simd::to_bits(mask.part[i])} << 16 * i;
    return bits;
}

RASTERIZER_INLINE StencilBytes load_stencil(const uint8_t* from) {
    return stencil_parts<StencilBytes>([&](int i) { return load<StencilLanes::Register>(from + 16 * i); });
}

// The pixels of a block that pass the stencil test.
inline uint64_t stencil_passes(const StencilFace& face, const uint8_t* stencil) {
    if (face.function == CompareFunction::Always) return ~uint64_t{0};
    const StencilBytes read_mask(face.read_mask), reference(face.reference);
    return bits_of_bytes(compare(face.function, reference & read_mask, load_stencil(stencil) & read_mask));
}

// Applies an operation to the pixels `where`.
inline void operate_on_stencil(StencilFace::Operation operation, const StencilFace& face, uint8_t* stencil,
                               uint64_t where) {
    if (!where || operation == StencilFace::Operation::Keep) return;
    const StencilBytes written = stencil_after(operation, bytes_of_bits(where), load_stencil(stencil),
                                               StencilBytes(face.reference), StencilBytes(face.write_mask));
    for (int i = 0; i < 4; ++i) store(stencil + 16 * i, written.part[i]);
}

}  // namespace rasterizer::ASMGL_ISA
