// The types and functions of the lane sampler's source, for SIMD registers: the lanes of runtime/simd/lanes.h, and
// additions.
//
// The files *_lanes.h of this folder are the sampler's source: values in, values out. They use lanes (Float, Signed,
// Unsigned, Mask), Pointer, Level and the functions below. A file that includes them must define these first.
#pragma once

#include <type_traits>

#include "runtime/sampling/sampler_key.h"
#include "runtime/simd/lanes.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

template <class Key>
constexpr bool is_folded_key = !std::is_reference_v<Key>;

using Pointer = const std::byte*;
constexpr int width = native_lanes;

ASMGL_INLINE Mask no_lanes() { return from_bits(0); }
ASMGL_INLINE bool any_lane(Mask mask) { return (to_bits(mask) & simd::width_bits) != 0; }
ASMGL_INLINE bool every_lane(Mask mask) { return (to_bits(mask) & simd::width_bits) == simd::width_bits; }

// The value of `yes` or of `no`; only that one is computed.
template <class Yes, class No>
ASMGL_INLINE auto either(bool condition, const Yes& yes, const No& no) {
    return condition ? yes() : no();
}

// A variable that branches and loops change.
template <class T>
class Variable {
  public:
    ASMGL_INLINE explicit Variable(const T& value) : value_(value) {}
    ASMGL_INLINE void operator=(const T& value) { value_ = value; }
    ASMGL_INLINE operator T() const { return value_; }

  private:
    T value_;
};

// As those of floats in runtime/simd/lanes.h.
ASMGL_INLINE Signed smaller(Signed a, Signed b) { return Signed(a.value < b.value ? a.value : b.value); }
ASMGL_INLINE Signed larger(Signed a, Signed b) { return Signed(a.value > b.value ? a.value : b.value); }
ASMGL_INLINE Unsigned smaller(Unsigned a, Unsigned b) { return Unsigned(a.value < b.value ? a.value : b.value); }

// Lane `n` of every quad in all four of its lanes.
template <int n>
ASMGL_INLINE Float of_quad(Float a) {
    return Float((FloatRegister)simd::of_quad<n>((simd::F)a.value));
}

// ---- two numbers of 16 bits in each lane -------------------------------------------------------------------------

typedef uint16_t HalvesRegister __attribute__((vector_size(4 * ASMGL_LANES)));
ASMGL_INLINE Unsigned add_halves(Unsigned a, Unsigned b) {
    return Unsigned((UnsignedRegister)((HalvesRegister)a.value + (HalvesRegister)b.value));
}
ASMGL_INLINE Unsigned subtract_halves(Unsigned a, Unsigned b) {
    return Unsigned((UnsignedRegister)((HalvesRegister)a.value - (HalvesRegister)b.value));
}
ASMGL_INLINE Unsigned multiply_halves(Unsigned a, Unsigned b) {
    return Unsigned((UnsignedRegister)((HalvesRegister)a.value * (HalvesRegister)b.value));
}

#if ASMGL_LANES == 16
#define ASMGL_HALVES(f) _mm512_##f
using HalvesVector = __m512i;
#elif ASMGL_LANES == 8
#define ASMGL_HALVES(f) _mm256_##f
using HalvesVector = __m256i;
#else
#define ASMGL_HALVES(f) _mm_##f
using HalvesVector = __m128i;
#endif
// The lower halves of a and b, a's below; and the upper ones.
ASMGL_INLINE Unsigned lower_halves(Unsigned a, Unsigned b) {
    const Unsigned moved = b << Unsigned(16);
#if ASMGL_LANES == 16
    return Unsigned(
        (UnsignedRegister)_mm512_mask_blend_epi16(0xaaaaaaaa, (HalvesVector)a.value, (HalvesVector)moved.value));
#else
    return Unsigned(
        (UnsignedRegister)ASMGL_HALVES(blend_epi16)((HalvesVector)a.value, (HalvesVector)moved.value, 0xaa));
#endif
}
ASMGL_INLINE Unsigned upper_halves(Unsigned a, Unsigned b) {
    const Unsigned moved = a >> Unsigned(16);
#if ASMGL_LANES == 16
    return Unsigned(
        (UnsignedRegister)_mm512_mask_blend_epi16(0xaaaaaaaa, (HalvesVector)moved.value, (HalvesVector)b.value));
#else
    return Unsigned(
        (UnsignedRegister)ASMGL_HALVES(blend_epi16)((HalvesVector)moved.value, (HalvesVector)b.value, 0xaa));
#endif
}
// The lower halves of `low` and the upper ones of `high`.
ASMGL_INLINE Unsigned halves_of(Unsigned low, Unsigned high) {
#if ASMGL_LANES == 16
    return Unsigned(
        (UnsignedRegister)_mm512_mask_blend_epi16(0xaaaaaaaa, (HalvesVector)low.value, (HalvesVector)high.value));
#else
    return Unsigned(
        (UnsignedRegister)ASMGL_HALVES(blend_epi16)((HalvesVector)low.value, (HalvesVector)high.value, 0xaa));
#endif
}
#define ASMGL_OF_TWO(f) Unsigned((UnsignedRegister)ASMGL_HALVES(f)((HalvesVector)a.value, (HalvesVector)b.value))
// Of unsigned numbers.
ASMGL_INLINE Unsigned maximum_halves(Unsigned a, Unsigned b) { return ASMGL_OF_TWO(max_epu16); }
ASMGL_INLINE Unsigned multiply_high_halves(Unsigned a, Unsigned b) { return ASMGL_OF_TWO(mulhi_epu16); }
// In each half, a's bytes being unsigned and b's signed: lower · lower + upper · upper.
ASMGL_INLINE Unsigned sums_of_byte_products(Unsigned a, Unsigned b) { return ASMGL_OF_TWO(maddubs_epi16); }
// From the 16 bytes that the lanes of b's quad have of a: byte n of a lane is the one with the number in its byte n.
ASMGL_INLINE Unsigned bytes_of_quad(Unsigned a, Unsigned b) { return ASMGL_OF_TWO(shuffle_epi8); }
// The least signed numbers of each quad, in all its lanes.
ASMGL_INLINE Unsigned least_halves_of_quad(Unsigned x) {
    const auto least = [](HalvesVector a, HalvesVector b) { return ASMGL_HALVES(min_epi16)(a, b); };
    const auto swapped = [](HalvesVector a, auto numbers) {
#if ASMGL_LANES == 16
        return _mm512_maskz_shuffle_epi32(0xffff, a, static_cast<_MM_PERM_ENUM>(numbers()));
#else
        return ASMGL_HALVES(shuffle_epi32)(a, numbers());
#endif
    };
    const auto a = (HalvesVector)x.value;
    const HalvesVector pairs = least(a, swapped(a, [] { return _MM_SHUFFLE(2, 3, 0, 1); }));
    return Unsigned((UnsignedRegister)least(pairs, swapped(pairs, [] { return _MM_SHUFFLE(1, 0, 3, 2); })));
}
#undef ASMGL_OF_TWO
// The lowest byte of each lane four times.
ASMGL_INLINE Unsigned first_bytes(Unsigned a) {
    const Unsigned two = a & Unsigned(0xff), four = two | two << Unsigned(8);
    return four | four << Unsigned(16);
}

// sum + a · b, where that product is exact.
ASMGL_INLINE Float plus_exact_product(Float sum, Float a, Float b) {
#if ASMGL_LANES == 16
    return Float((FloatRegister)_mm512_fmadd_ps((__m512)a.value, (__m512)b.value, (__m512)sum.value));
#elif ASMGL_LANES == 8
    return Float((FloatRegister)_mm256_fmadd_ps((__m256)a.value, (__m256)b.value, (__m256)sum.value));
#else
    return sum + a * b;
#endif
}

// Of each lane's halves, as signed numbers: lower · lower + upper · upper.
ASMGL_INLINE Signed sum_of_products(Unsigned a, Unsigned b) {
    return Signed((SignedRegister)ASMGL_HALVES(madd_epi16)((HalvesVector)a.value, (HalvesVector)b.value));
}
#undef ASMGL_HALVES

// ---- memory ------------------------------------------------------------------------------------------------------

// The words at base + offset, offsets in bytes.
ASMGL_INLINE Unsigned gather(Pointer base, Signed offset) {
    return Unsigned((UnsignedRegister)simd::gather(base, (simd::I)offset.value));
}

// The two words at base + offset.
struct Pair {
    Unsigned left, right;
};
ASMGL_INLINE Pair gather_pairs(Pointer base, Signed offset) {
#if ASMGL_LANES == 16
    const __m512i offsets = (__m512i)offset.value;
    const __m512i low =
        _mm512_mask_i32gather_epi64(offsets, 0xff, _mm512_maskz_extracti64x4_epi64(0xff, offsets, 0), base, 1);
    const __m512i high =
        _mm512_mask_i32gather_epi64(offsets, 0xff, _mm512_maskz_extracti64x4_epi64(0xff, offsets, 1), base, 1);
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    return {Unsigned((UnsignedRegister)_mm512_permutex2var_epi32(low, even, high)),
            Unsigned((UnsignedRegister)_mm512_permutex2var_epi32(low, odd, high))};
#elif ASMGL_LANES == 8
    // Lanes 0, 1, 4, 5 and 2, 3, 6, 7, so that halves of registers need not cross.
    const __m256i offsets = _mm256_permute4x64_epi64((__m256i)offset.value, _MM_SHUFFLE(3, 1, 2, 0));
    const auto* const words = reinterpret_cast<const long long*>(base);
    const __m256 low = (__m256)_mm256_i32gather_epi64(words, _mm256_castsi256_si128(offsets), 1);
    const __m256 high = (__m256)_mm256_i32gather_epi64(words, _mm256_extracti128_si256(offsets, 1), 1);
    return {Unsigned((UnsignedRegister)_mm256_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0))),
            Unsigned((UnsignedRegister)_mm256_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1)))};
#else
    const auto two = [&](int lane) {
        const __m128i first = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(base + offset.value[lane]));
        const __m128i second = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(base + offset.value[lane + 1]));
        return (__m128)_mm_unpacklo_epi64(first, second);
    };
    const __m128 low = two(0), high = two(2);
    return {Unsigned((UnsignedRegister)_mm_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0))),
            Unsigned((UnsignedRegister)_mm_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1)))};
#endif
}

struct Quad {
    Unsigned word[4];
};
ASMGL_INLINE Quad gather_quads(Pointer base, Signed offset) {
    const Pair first = gather_pairs(base, offset), second = gather_pairs(base + 8, offset);
    return {{first.left, first.right, second.left, second.right}};
}

// ---- operands ----------------------------------------------------------------------------------------------------

// Those of one piece of the group, beginning with lane `first`.
class Operands {
  public:
    ASMGL_INLINE Operands(const SampleOperands& operands, int first) : operands_(operands), first_(first) {}
    ASMGL_INLINE Float coordinate(int c) const { return load<Float>(word(*operands_.coordinates, c)); }
    ASMGL_INLINE Signed whole_coordinate(int c) const { return load<Signed>(word(*operands_.coordinates, c)); }
    ASMGL_INLINE bool has_reference() const { return operands_.reference; }
    ASMGL_INLINE Float reference() const { return load<Float>(operands_.reference->lane + first_); }
    ASMGL_INLINE Float lod() const { return operands_.lod ? load<Float>(operands_.lod->lane + first_) : Float(0.0f); }
    ASMGL_INLINE Signed whole_lod() const { return as_signed(lod()); }
    ASMGL_INLINE bool has_lod_clamp() const { return operands_.lod_clamp; }
    ASMGL_INLINE Float lod_clamp() const { return load<Float>(operands_.lod_clamp->lane + first_); }
    ASMGL_INLINE Float gradient_x(int c) const { return float_of(operands_.gradient_x, c); }
    ASMGL_INLINE Float gradient_y(int c) const { return float_of(operands_.gradient_y, c); }
    ASMGL_INLINE bool has_offsets() const { return operands_.offsets; }
    ASMGL_INLINE Signed offset(int c) const { return as_signed(float_of(operands_.offsets, c)); }
    ASMGL_INLINE Signed offset_y(int c) const { return as_signed(float_of(operands_.offsets_y, c)); }

  private:
    ASMGL_INLINE const uint32_t* word(const LaneVector& vector, int c) const {
        return vector.component.data()[c].lane + first_;
    }
    ASMGL_INLINE Float float_of(const LaneVector* vector, int c) const {
        return vector ? load<Float>(word(*vector, c)) : Float(0.0f);
    }

    const SampleOperands& operands_;
    int first_;
};

// ---- a prepared sampler ------------------------------------------------------------------------------------------

// A level of the texture, its numbers in all lanes.
class Level {
  public:
    ASMGL_INLINE explicit Level(const SamplerLevel& level) : level_(level) {}
    ASMGL_INLINE Pointer base() const { return level_.base; }
    ASMGL_INLINE Pointer next_row() const { return level_.base + level_.row_stride; }
    ASMGL_INLINE Signed row_stride() const { return Signed(level_.row_stride); }
    ASMGL_INLINE Signed slice_stride() const { return Signed(level_.slice_stride); }
    ASMGL_INLINE Signed sample_stride() const { return Signed(level_.sample_stride); }
    ASMGL_INLINE Signed size(int dimension) const { return Signed(level_.size[dimension]); }
    ASMGL_INLINE Float scale(int dimension) const { return Float(level_.scale[dimension]); }
    ASMGL_INLINE Float scale_in_256ths(int dimension) const { return Float(level_.scale[dimension] * 256.0f); }
    ASMGL_INLINE Unsigned last_window() const { return Unsigned(level_.last_window); }
    ASMGL_INLINE Unsigned window_step() const { return Unsigned(level_.window_step); }
    ASMGL_INLINE int32_t bytes_to_next_row() const { return level_.row_stride; }

  private:
    const SamplerLevel& level_;
};

class Numbers {
  public:
    ASMGL_INLINE explicit Numbers(const PreparedSampler& sampler) : sampler_(sampler) {}
    ASMGL_INLINE Level level(int32_t number) const { return Level(sampler_.levels[number]); }
    ASMGL_INLINE Level next_level(int32_t number) const { return level(number + 1); }
    ASMGL_INLINE Signed last_level() const { return Signed(sampler_.last_level); }
    ASMGL_INLINE Signed samples() const { return Signed(sampler_.samples); }
    ASMGL_INLINE Signed layers() const { return Signed(sampler_.layers); }
    ASMGL_INLINE Float lod_bias() const { return Float(sampler_.lod_bias); }
    ASMGL_INLINE Float min_lod() const { return Float(sampler_.min_lod); }
    ASMGL_INLINE Float max_lod() const { return Float(sampler_.max_lod); }
    ASMGL_INLINE Float max_anisotropy() const { return Float(sampler_.max_anisotropy); }
    ASMGL_INLINE Float border(int element) const { return as_float(Unsigned(sampler_.border_element[element])); }

  private:
    const PreparedSampler& sampler_;
};

// Words at a level's base + offset, and those in the row behind.
struct PairRows {
    Pair low, high;
};
ASMGL_INLINE PairRows gather_pair_rows(const Level& level, Signed offset) {
    return {gather_pairs(level.base(), offset), gather_pairs(level.next_row(), offset)};
}
struct QuadRows {
    Quad low, high;
};
ASMGL_INLINE QuadRows gather_quad_rows(const Level& level, Signed offset, int beside) {
    return {gather_quads(level.base() + beside, offset), gather_quads(level.next_row() + beside, offset)};
}

constexpr bool may_permute_bytes = false;

// For each quad the four texels of four bytes at its number, and those in the three rows behind.
struct Windows {
    Unsigned row[4];
};
ASMGL_INLINE Windows load_windows(const Level& level, Signed number) {
    const auto row = [&](int n) {
        typedef uint32_t Texels __attribute__((vector_size(16), aligned(4), may_alias));
        const auto quad = [&](int q) {
            return *reinterpret_cast<const Texels*>(level.base() + ptrdiff_t{number.value[4 * q]} * 4 +
                                                    ptrdiff_t{n} * level.bytes_to_next_row());
        };
#if ASMGL_LANES == 16
        const Texels a = quad(0), b = quad(1), c = quad(2), d = quad(3);
        return Unsigned(UnsignedRegister{a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3],  //
                                         c[0], c[1], c[2], c[3], d[0], d[1], d[2], d[3]});
#elif ASMGL_LANES == 8
        const Texels a = quad(0), b = quad(1);
        return Unsigned(UnsignedRegister{a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]});
#else
        return Unsigned((UnsignedRegister)quad(0));
#endif
    };
    return {{row(0), row(1), row(2), row(3)}};
}

// Calls body(number) for each number that lanes of `lanes` have, `lanes` being at least one.
template <class Body>
ASMGL_INLINE void for_each_number(Signed number, Mask lanes, const Body& body) {
    alignas(64) int32_t number_of[width];
    store(number_of, number);
    uint32_t rest = to_bits(lanes) & simd::width_bits;
    while (rest) {
        const int32_t shared = number_of[__builtin_ctz(rest)];
        const Mask same = number == Signed(shared);
        body(shared, same);
        rest &= ~to_bits(same);
    }
}

// Calls body(n) for n = 1, 2, … up to the largest of `count` in lanes of `lanes`.
template <class Body>
ASMGL_INLINE void count_up(Float count, Mask lanes, const Body& body) {
    for (float n = 1;; ++n) {
        const Mask wanting = lanes & (count >= Float(n));
        if (!any_lane(wanting)) return;
        body(Float(n), wanting);
    }
}

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
