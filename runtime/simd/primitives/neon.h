// The primitives of runtime/simd/vectors.h by NEON of AArch64: registers of four lanes.
#pragma once

#include <arm_neon.h>

#include "runtime/simd/primitives/portable.h"

namespace runtime::simd {
inline namespace ASMGL_ISA {

// A NaN becomes zero.
inline constexpr bool converts_nan_low = true;

ASMGL_INLINE void stream(void* to, Words value) { __builtin_memcpy(to, &value, sizeof value); }

ASMGL_INLINE uint32_t to_bits(I mask) {
    const uint32x4_t bits = vandq_u32(vreinterpretq_u32_s32(vshrq_n_s32((int32x4_t)mask, 31)), uint32x4_t{1, 2, 4, 8});
    return vaddvq_u32(bits);
}
ASMGL_INLINE uint32_t to_bits_of_eight(Ints<8> mask) {
    I half[2];
    __builtin_memcpy(half, &mask, sizeof mask);
    const int16x8_t narrow =
        vcombine_s16(vmovn_s32(vshrq_n_s32((int32x4_t)half[0], 31)), vmovn_s32(vshrq_n_s32((int32x4_t)half[1], 31)));
    return vaddvq_u16(vandq_u16(vreinterpretq_u16_s16(narrow), uint16x8_t{1, 2, 4, 8, 16, 32, 64, 128}));
}

ASMGL_INLINE F square_root(F value) { return (F)vsqrtq_f32((float32x4_t)value); }
ASMGL_INLINE D square_root(D value) { return (D)vsqrtq_f64((float64x2_t)value); }
ASMGL_INLINE F multiply_add(F a, F b, F c) { return (F)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b); }
ASMGL_INLINE F round_down(F value) { return (F)vrndmq_f32((float32x4_t)value); }
ASMGL_INLINE F round_up(F value) { return (F)vrndpq_f32((float32x4_t)value); }
ASMGL_INLINE F round_to_zero(F value) { return (F)vrndq_f32((float32x4_t)value); }
ASMGL_INLINE F round_to_even(F value) { return (F)vrndnq_f32((float32x4_t)value); }
ASMGL_INLINE D round_down(D value) { return (D)vrndmq_f64((float64x2_t)value); }
ASMGL_INLINE D round_up(D value) { return (D)vrndpq_f64((float64x2_t)value); }
ASMGL_INLINE D round_to_zero(D value) { return (D)vrndq_f64((float64x2_t)value); }
ASMGL_INLINE D round_to_even(D value) { return (D)vrndnq_f64((float64x2_t)value); }
ASMGL_INLINE I to_signed_nearest(F value) { return (I)vcvtnq_s32_f32((float32x4_t)value); }
// By the CPU's instruction, which gives the bits of ir/semantics/half_float.h.
ASMGL_INLINE F from_half(I bits) { return (F)vcvt_f32_f16(vreinterpret_f16_u16(vmovn_u32((uint32x4_t)bits))); }

ASMGL_INLINE W product_of_words(W a, W b) { return (W)vmull_s32(vmovn_s64((int64x2_t)a), vmovn_s64((int64x2_t)b)); }

ASMGL_INLINE I maximum_halves(I a, I b) { return (I)vmaxq_u16((uint16x8_t)a, (uint16x8_t)b); }
ASMGL_INLINE I minimum_signed_halves(I a, I b) { return (I)vminq_s16((int16x8_t)a, (int16x8_t)b); }
ASMGL_INLINE I multiply_high_halves(I a, I b) {
    const uint32x4_t low = vmull_u16(vget_low_u16((uint16x8_t)a), vget_low_u16((uint16x8_t)b));
    const uint32x4_t high = vmull_high_u16((uint16x8_t)a, (uint16x8_t)b);
    return (I)vuzp2q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high));
}
ASMGL_INLINE I sum_of_products(I a, I b) {
    const int32x4_t low = vmull_s16(vget_low_s16((int16x8_t)a), vget_low_s16((int16x8_t)b));
    return (I)vpaddq_s32(low, vmull_high_s16((int16x8_t)a, (int16x8_t)b));
}
ASMGL_INLINE I sums_of_byte_products(I a, I b) {
    const int16x8_t low =
        vmulq_s16(vreinterpretq_s16_u16(vmovl_u8(vget_low_u8((uint8x16_t)a))), vmovl_s8(vget_low_s8((int8x16_t)b)));
    const int16x8_t high = vmulq_s16(vreinterpretq_s16_u16(vmovl_high_u8((uint8x16_t)a)), vmovl_high_s8((int8x16_t)b));
    return (I)vpaddq_s16(low, high);
}
ASMGL_INLINE I bytes_of_quad(I a, I b) { return (I)vqtbl1q_u8((uint8x16_t)a, (uint8x16_t)b); }

ASMGL_INLINE uint32_t to_bits(Bytes mask) {
    const uint8x16_t bit{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vandq_u8(vreinterpretq_u8_s8(vshrq_n_s8((int8x16_t)mask, 7)), bit);
    return vaddv_u8(vget_low_u8(bits)) | uint32_t{vaddv_u8(vget_high_u8(bits))} << 8;
}
ASMGL_INLINE uint32_t packed_bytes(I value) {
    const int16x4_t halves = vqmovn_s32((int32x4_t)value);
    return vget_lane_u32(vreinterpret_u32_u8(vqmovun_s16(vcombine_s16(halves, halves))), 0);
}
ASMGL_INLINE uint32_t packed_unorm8(F value) {
    const F bounded = smaller(larger(value, F{}), F{} + 1.0f);
    return packed_bytes(to_signed_nearest(bounded * 255.0f));
}
ASMGL_INLINE F to_floats(Bytes bytes) {
    return (F)vcvtq_f32_u32(vmovl_u16(vget_low_u16(vmovl_u8(vget_low_u8((uint8x16_t)bytes)))));
}
template <class At>
ASMGL_INLINE Bytes sixteen_bytes(const At& at) {
    const int16x8_t low = vcombine_s16(vqmovn_s32((int32x4_t)at(0)), vqmovn_s32((int32x4_t)at(4)));
    const int16x8_t high = vcombine_s16(vqmovn_s32((int32x4_t)at(8)), vqmovn_s32((int32x4_t)at(12)));
    return (Bytes)vcombine_u8(vqmovun_s16(low), vqmovun_s16(high));
}

}  // namespace ASMGL_ISA
}  // namespace runtime::simd
