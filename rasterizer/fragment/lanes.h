// SIMD lanes of the rasterizer, as wide as the registers of the SIMD level that a file is compiled for.
//
// Included by tiles/execute_tile_simd.cpp, inside a namespace for each level: ASMGL_ISA. Everything here gives the
// same bits at every width. Nothing in these files may call inline functions of the standard library that could be left
// out of line: the linker would keep one copy for all CPUs.
#pragma once

#include <cstdint>
#include <cstring>

#include "runtime/simd/lanes.h"
#include "runtime/simd/vectors.h"

namespace rasterizer::ASMGL_ISA {

#define RASTERIZER_INLINE ASMGL_INLINE

using runtime::simd::F;
using runtime::simd::Floats;
using runtime::simd::I;
using runtime::simd::Ints;
using runtime::simd::lane_width;
using runtime::simd::width_bits;

using runtime::simd::broadcast;
using runtime::simd::broadcast_f;
using runtime::simd::broadcast_i;
using runtime::simd::choose;
using runtime::simd::clamp;
using runtime::simd::from_bits;
using runtime::simd::load;
using runtime::simd::square_root;
using runtime::simd::store;
using runtime::simd::to_bits;
using runtime::simd::to_float;
using runtime::simd::to_signed_nearest;

// The same registers as lane types: what fragment/colors.h, depth_stencil.h and interpolation.h compute with.
using runtime::Float;
using runtime::Mask;
using runtime::Signed;
using runtime::Unsigned;

// As with_nans_of() of runtime/simd/lanes.h.
#if defined(__x86_64__) || defined(__i386__)
template <int n>
RASTERIZER_INLINE Floats<n> with_nans_of(Floats<n> result, Floats<n>, Floats<n>) {
    return result;
}
#else
template <int n>
RASTERIZER_INLINE Floats<n> with_nans_of(Floats<n> result, Floats<n> a, Floats<n> b) {
    const Ints<n> a_is_nan = (Ints<n>)(a != a), b_is_nan = (Ints<n>)(b != b), is_nan = (Ints<n>)(result != result);
    const Ints<n> made = (Ints<n>)result | ((is_nan & ~(a_is_nan | b_is_nan)) << 31);
    const Ints<n> of_b = choose(b_is_nan, (Ints<n>)b | 0x00400000, made);
    return (Floats<n>)choose(a_is_nan, (Ints<n>)a | 0x00400000, of_b);
}
#endif

// Vectors of n floats as a lane type, for interpolation.h: groups of one primitive are as wide as registers, quads of
// several are four lanes each.
template <int n>
struct VectorLanes {
    struct Float {
        using Lanes = VectorLanes;
        Floats<n> value;
        RASTERIZER_INLINE explicit Float(Floats<n> lanes) : value(lanes) {}
        RASTERIZER_INLINE explicit Float(float number) : value(broadcast<n>(number)) {}
#define VECTOR_OPERATOR(op)                                                  \
    RASTERIZER_INLINE friend Float operator op(Float a, Float b) {           \
        return Float(with_nans_of<n>(a.value op b.value, a.value, b.value)); \
    }
        VECTOR_OPERATOR(+)
        VECTOR_OPERATOR(-)
        VECTOR_OPERATOR(*)
        VECTOR_OPERATOR(/)
#undef VECTOR_OPERATOR
        RASTERIZER_INLINE friend Float smaller(Float a, Float b) {
            return Float(a.value < b.value ? a.value : b.value);
        }
        RASTERIZER_INLINE friend Float larger(Float a, Float b) { return Float(a.value > b.value ? a.value : b.value); }
    };
};

// Bytes as lanes, and back.
typedef uint8_t Bytes __attribute__((vector_size(lane_width)));
RASTERIZER_INLINE Signed load_bytes(const uint8_t* from) {
    Bytes bytes;
    __builtin_memcpy(&bytes, from, sizeof bytes);
    return Signed((runtime::SignedRegister) __builtin_convertvector(bytes, I));
}
RASTERIZER_INLINE void store_bytes(uint8_t* to, Signed from) {
    const Bytes bytes = __builtin_convertvector((I)from.value, Bytes);
    __builtin_memcpy(to, &bytes, sizeof bytes);
}

// Position inside a block of the pixel with a given number: pixel = 4·quad + 2·y + x, four quads a row.
struct BlockOffsets {
    alignas(64) float x[64], y[64];
    alignas(64) int32_t ix[64], iy[64];
    uint64_t from_x[8], to_x[8], from_y[8], to_y[8];  // masks of the pixels with x >= i, x <= i, …
    constexpr BlockOffsets() : x(), y(), ix(), iy(), from_x(), to_x(), from_y(), to_y() {
        for (int pixel = 0; pixel < 64; ++pixel) {
            ix[pixel] = (pixel >> 2 & 3) * 2 + (pixel & 1);
            iy[pixel] = (pixel >> 4) * 2 + (pixel >> 1 & 1);
            x[pixel] = static_cast<float>(ix[pixel]);
            y[pixel] = static_cast<float>(iy[pixel]);
            const uint64_t bit = uint64_t{1} << pixel;
            for (int i = 0; i < 8; ++i) {
                if (ix[pixel] >= i) from_x[i] |= bit;
                if (ix[pixel] <= i) to_x[i] |= bit;
                if (iy[pixel] >= i) from_y[i] |= bit;
                if (iy[pixel] <= i) to_y[i] |= bit;
            }
        }
    }
};
static constexpr BlockOffsets block_offsets{};

// The number inside its block of pixel (x, y), both 0…7.
RASTERIZER_INLINE int block_pixel(int x, int y) { return (y >> 1) * 16 + (x >> 1) * 4 + (y & 1) * 2 + (x & 1); }

}  // namespace rasterizer::ASMGL_ISA
