// The types and functions of the lane sampler's source, for SIMD registers: the lanes of runtime/simd/lanes.h, and
// additions.
//
// The files *_lanes.h of this folder are the sampler's source: values in, values out. They use lanes (Float, Signed,
// Unsigned, Mask), Pointer, Level and the functions below. A file that includes them defines these first.
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

#define ASMGL_OF_TWO(f) Unsigned((UnsignedRegister)simd::f((simd::I)a.value, (simd::I)b.value))
// The lower halves of `a` and the upper ones of `b`.
ASMGL_INLINE Unsigned halves_of(Unsigned a, Unsigned b) { return ASMGL_OF_TWO(halves_of); }
// The lower halves of a and b, a's below; and the upper ones.
ASMGL_INLINE Unsigned lower_halves(Unsigned a, Unsigned b) { return halves_of(a, b << Unsigned(16)); }
ASMGL_INLINE Unsigned upper_halves(Unsigned a, Unsigned b) { return halves_of(a >> Unsigned(16), b); }
// On unsigned numbers.
ASMGL_INLINE Unsigned maximum_halves(Unsigned a, Unsigned b) { return ASMGL_OF_TWO(maximum_halves); }
ASMGL_INLINE Unsigned multiply_high_halves(Unsigned a, Unsigned b) { return ASMGL_OF_TWO(multiply_high_halves); }
// In each half, a's bytes being unsigned and b's signed: lower · lower + upper · upper.
ASMGL_INLINE Unsigned sums_of_byte_products(Unsigned a, Unsigned b) { return ASMGL_OF_TWO(sums_of_byte_products); }
// From the 16 bytes that the lanes of b's quad have of a: byte n of a lane is the one with the number in its byte n.
ASMGL_INLINE Unsigned bytes_of_quad(Unsigned a, Unsigned b) { return ASMGL_OF_TWO(bytes_of_quad); }
// Each lane's halves, as signed numbers: lower · lower + upper · upper.
ASMGL_INLINE Signed sum_of_products(Unsigned a, Unsigned b) { return as_signed(ASMGL_OF_TWO(sum_of_products)); }
// The least signed numbers of each quad, in all its lanes.
ASMGL_INLINE Unsigned least_halves_of_quad(Unsigned x) {
    const auto least = [](simd::I a, simd::I b) { return simd::minimum_signed_halves(a, b); };
    const auto a = (simd::I)x.value;
    const simd::I pairs = least(a, simd::in_parts<1, 0, 3, 2>(a, a));
    return Unsigned((UnsignedRegister)least(pairs, simd::in_parts<2, 3, 0, 1>(pairs, pairs)));
}
#undef ASMGL_OF_TWO
// The lowest byte of each lane four times.
ASMGL_INLINE Unsigned first_bytes(Unsigned a) {
    const Unsigned two = a & Unsigned(0xff), four = two | two << Unsigned(8);
    return four | four << Unsigned(16);
}

// sum + a · b, where that product is exact.
ASMGL_INLINE Float plus_exact_product(Float sum, Float a, Float b) {
#if defined(ASMGL_FUSED)
    return Float((FloatRegister)simd::multiply_add((simd::F)a.value, (simd::F)b.value, (simd::F)sum.value));
#else
    return sum + a * b;
#endif
}

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
    const simd::Pairs pairs = simd::gather_pairs(base, (simd::I)offset.value);
    return {Unsigned((UnsignedRegister)pairs.first), Unsigned((UnsignedRegister)pairs.second)};
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
