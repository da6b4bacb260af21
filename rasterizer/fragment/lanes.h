// SIMD lanes of the rasterizer, as wide as the registers of the instruction set a file is compiled for.
//
// Included by the files that are compiled once per instruction set (tiles/execute_tile_*.cpp), inside a namespace of
// their own: RASTERIZER_ISA. Everything here gives the same bits at every width. Nothing in these files may call inline
// functions of the standard library that could be left out of line: the linker would keep one copy for all CPUs.
#pragma once

#ifndef RASTERIZER_ISA
#error "define RASTERIZER_ISA first"
#endif

#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <immintrin.h>
#else
#include <cmath>
#endif

namespace rasterizer::RASTERIZER_ISA {

#if defined(__AVX512F__) && defined(__AVX512DQ__)
inline constexpr int lane_width = 16;
#elif defined(__AVX2__)
inline constexpr int lane_width = 8;
#else
inline constexpr int lane_width = 4;
#endif

template <int n>
struct LaneTypes {
    typedef float F __attribute__((vector_size(n * 4)));
    typedef int32_t I __attribute__((vector_size(n * 4)));
};
template <int n>
using Floats = typename LaneTypes<n>::F;
template <int n>
using Ints = typename LaneTypes<n>::I;
using F = Floats<lane_width>;
using I = Ints<lane_width>;
inline constexpr uint32_t width_bits = lane_width == 16 ? 0xffffu : (1u << lane_width) - 1;

#define RASTERIZER_INLINE [[gnu::always_inline]] inline

template <class V, class T>
RASTERIZER_INLINE V load(const T* from) {
    V value;
    __builtin_memcpy(&value, from, sizeof(V));
    return value;
}
template <class V, class T>
RASTERIZER_INLINE void store(T* to, V value) {
    __builtin_memcpy(to, &value, sizeof(V));
}

template <int n>
RASTERIZER_INLINE Floats<n> splat(float value) {
    return value - Floats<n>{};  // x - (+0) is x, for -0 and NaN too
}
template <int n>
RASTERIZER_INLINE Ints<n> splat(int32_t value) {
    return value + Ints<n>{};
}
RASTERIZER_INLINE F splat_f(float value) { return splat<lane_width>(value); }
RASTERIZER_INLINE I splat_i(int32_t value) { return splat<lane_width>(value); }

template <class M, class V>
RASTERIZER_INLINE V select(M mask, V yes, V no) {
    return (V)(((M)yes & mask) | ((M)no & ~mask));
}
// NaN becomes `low`.
RASTERIZER_INLINE F clamp(F value, F low, F high) {
    value = select((I)(value > low), value, low);
    return select((I)(value < high), value, high);
}

// The lanes' sign bits, lane 0 lowest.
RASTERIZER_INLINE uint32_t bits_of(I mask) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    // By an instruction named here: GCC 12 may spill the widening of a mask as 16 bits and read back 32.
    uint32_t bits;
    asm("kmovw %1, %0" : "=r"(bits) : "k"(_mm512_movepi32_mask((__m512i)mask)));
    return bits;
#elif defined(__AVX2__)
    return static_cast<uint32_t>(_mm256_movemask_ps((__m256)mask));
#elif defined(__SSE2__)
    return static_cast<uint32_t>(_mm_movemask_ps((__m128)mask));
#else
    uint32_t bits = 0;
    for (int i = 0; i < lane_width; ++i) bits |= static_cast<uint32_t>(mask[i] < 0) << i;
    return bits;
#endif
}
// All ones in lanes whose bit is set.
RASTERIZER_INLINE I mask_of(uint32_t bits) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    return (I)_mm512_movm_epi32(static_cast<__mmask16>(bits));
#elif defined(__AVX2__)
    const I lanes{1, 2, 4, 8, 16, 32, 64, 128};
    return (I)((lanes & static_cast<int32_t>(bits)) == lanes);
#else
    const I lanes{1, 2, 4, 8};
    return (I)((lanes & static_cast<int32_t>(bits)) == lanes);
#endif
}
// To nearest, ties to even.
RASTERIZER_INLINE I round_to_int(F value) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    return (I)_mm512_maskz_cvtps_epi32(0xffff, (__m512)value);
#elif defined(__AVX2__)
    return (I)_mm256_cvtps_epi32((__m256)value);
#elif defined(__SSE2__)
    return (I)_mm_cvtps_epi32((__m128)value);
#else
    I result;
    for (int i = 0; i < lane_width; ++i) result[i] = static_cast<int32_t>(__builtin_rintf(value[i]));
    return result;
#endif
}
RASTERIZER_INLINE F to_float(I value) { return __builtin_convertvector(value, F); }

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

}  // namespace rasterizer::RASTERIZER_ISA
