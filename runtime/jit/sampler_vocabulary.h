// The types and functions of the lane sampler's source (runtime/sampling/native_vocabulary.h), for recorded code.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

#include "runtime/jit/record_sampler.h"
#include "runtime/jit/recorded_flow.h"
#include "runtime/jit/recorded_texels.h"
#include "runtime/sampling/sampler_key.h"
#include "runtime/simd/primitives/instruction_set.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

using jit::Float;
using jit::Mask;
using jit::Pointer;
using jit::ScalarFloat;
using jit::ScalarMask;
using jit::ScalarSigned;
using jit::ScalarUnsigned;
using jit::ScalarWideSigned;
using jit::Signed;
using jit::Unsigned;

// The key is known: it decides while the code is recorded.
template <class Key>
constexpr bool is_folded_key = true;

inline Mask no_lanes() { return Mask(false); }

template <class Yes, class No>
auto either(bool condition, const Yes& yes, const No& no) {
    return condition ? yes() : no();
}
template <class Yes, class No>
auto either(ScalarMask condition, const Yes& yes, const No& no) {
    jit::Fork fork(condition);
    const auto if_holds = yes();
    fork.otherwise();
    const auto if_not = no();
    fork.join();
    return merged_fork(fork, if_holds, if_not);
}

// Variables of structures with an array `value` of lanes.
template <class T>
class Variable;
template <template <int> class Values, int n>
class Variable<Values<n>> {
  public:
    explicit Variable(const Values<n>& values) { *this = values; }
    void operator=(const Values<n>& values) {
        for (int i = 0; i < n; ++i) variables_[static_cast<size_t>(i)] = values.value[i];
    }
    operator Values<n>() const {
        return [&]<size_t... i>(std::index_sequence<i...>) { return Values<n>{{variables_[i].get()...}}; }
        (std::make_index_sequence<n>());
    }

  private:
    std::array<jit::Variable<Float>, n> variables_;
};

inline Float smaller(Float a, Float b) { return choose(a < b, a, b); }
inline Float larger(Float a, Float b) { return choose(a > b, a, b); }
inline Signed smaller(Signed a, Signed b) { return choose(a < b, a, b); }
inline Signed larger(Signed a, Signed b) { return choose(a > b, a, b); }
inline Unsigned smaller(Unsigned a, Unsigned b) { return choose(a < b, a, b); }

template <int n>
Float of_quad(Float a) {
    return in_quads(a, n, n, n, n);
}

inline Unsigned gather(Pointer base, Signed offset) { return jit::gather_words(base, offset); }
struct Pair {
    Unsigned left, right;
};
inline Pair pair_of(const jit::GatheredWords& words) { return {words[0], words[1]}; }
inline Pair gather_pairs(Pointer base, Signed offset) {
    return pair_of(jit::gather_vectors(jit::lane_pointers(base, offset), 0, 2));
}
struct Quad {
    Unsigned word[4];
};
inline Quad quad_of(const jit::GatheredWords& words) { return {{words[0], words[1], words[2], words[3]}}; }
inline Quad gather_quads(Pointer base, Signed offset) {
    return quad_of(jit::gather_vectors(jit::lane_pointers(base, offset), 0, 4));
}

// ---- operands ----------------------------------------------------------------------------------------------------

class Operands {
  public:
    explicit Operands(const jit::RecordedOperands& operands) : operands_(operands) {}
    Float coordinate(int c) const { return as_float(operands_.coordinates(c)); }
    Signed whole_coordinate(int c) const { return as_signed(operands_.coordinates(c)); }
    bool has_reference() const { return operands_.reference != nullptr; }
    Float reference() const { return as_float(operands_.reference(0)); }
    Float lod() const { return given(operands_.lod, 0); }
    Signed whole_lod() const { return as_signed(lod()); }
    bool has_lod_clamp() const { return operands_.lod_clamp != nullptr; }
    Float lod_clamp() const { return as_float(operands_.lod_clamp(0)); }
    Float gradient_x(int c) const { return given(operands_.gradient_x, c); }
    Float gradient_y(int c) const { return given(operands_.gradient_y, c); }
    bool has_offsets() const { return operands_.offsets != nullptr; }
    Signed offset(int c) const { return as_signed(given(operands_.offsets, c)); }
    Signed offset_y(int c) const { return as_signed(given(operands_.offsets_y, c)); }

  private:
    static Float given(const jit::RecordedOperands::Read& read, int c) {
        return read ? as_float(read(c)) : Float(0.0f);
    }

    const jit::RecordedOperands& operands_;
};

// ---- a prepared sampler ------------------------------------------------------------------------------------------

class Level {
  public:
    explicit Level(jit::PointerTo<SamplerLevel> level) : level_(level) {}
    Pointer base() const { return level_.load_constant(&SamplerLevel::base); }
    jit::ScalarWideSigned bytes_to_next_row() const {
        return jit::to_wide(level_.load_constant(&SamplerLevel::row_stride));
    }
    Pointer next_row() const { return base() + bytes_to_next_row(); }
    Signed row_stride() const { return broadcast(level_.load_constant(&SamplerLevel::row_stride)); }
    Signed slice_stride() const { return broadcast(level_.load_constant(&SamplerLevel::slice_stride)); }
    Signed sample_stride() const { return broadcast(level_.load_constant(&SamplerLevel::sample_stride)); }
    Signed size(int dimension) const { return broadcast(level_.load_constant(&SamplerLevel::size, dimension)); }
    Float scale(int dimension) const { return broadcast(level_.load_constant(&SamplerLevel::scale, dimension)); }
    Float scale_in_256ths(int dimension) const {
        return broadcast(level_.load_constant(&SamplerLevel::scale, dimension) * ScalarFloat(256.0f));
    }

    Unsigned last_window() const { return broadcast(level_.load_constant(&SamplerLevel::last_window)); }
    Unsigned window_step() const { return broadcast(level_.load_constant(&SamplerLevel::window_step)); }

  private:
    jit::PointerTo<SamplerLevel> level_;
};

class Numbers {
  public:
    explicit Numbers(jit::PointerTo<PreparedSampler> sampler) : sampler_(sampler) {}
    Level level(int32_t number) const { return Level(sampler_.at(&PreparedSampler::levels).elements()[number]); }
    Level level(ScalarSigned number) const {
        const auto bytes = jit::to_wide(number * ScalarSigned(static_cast<int32_t>(sizeof(SamplerLevel))));
        return Level(jit::PointerTo<SamplerLevel>(sampler_.at(&PreparedSampler::levels) + bytes));
    }
    template <class Number>
    Level next_level(Number number) const {
        if constexpr (std::is_same_v<Number, ScalarSigned>)
            return level(number + ScalarSigned(1));
        else
            return level(number + 1);
    }
    Signed last_level() const { return broadcast(sampler_.load_constant(&PreparedSampler::last_level)); }
    Signed samples() const { return broadcast(sampler_.load_constant(&PreparedSampler::samples)); }
    Signed layers() const { return broadcast(sampler_.load_constant(&PreparedSampler::layers)); }
    Float lod_bias() const { return broadcast(sampler_.load_constant(&PreparedSampler::lod_bias)); }
    Float min_lod() const { return broadcast(sampler_.load_constant(&PreparedSampler::min_lod)); }
    Float max_lod() const { return broadcast(sampler_.load_constant(&PreparedSampler::max_lod)); }
    Float max_anisotropy() const { return broadcast(sampler_.load_constant(&PreparedSampler::max_anisotropy)); }
    // The bits of a number.
    Float border(int element) const {
        return broadcast(jit::load_constant<ScalarFloat>(sampler_.at(&PreparedSampler::border_element, element)));
    }

  private:
    jit::PointerTo<PreparedSampler> sampler_;
};

// Words at a level's base + offset, and those in the row behind: the lanes' addresses are taken apart once.
struct PairRows {
    Pair low, high;
};
inline PairRows gather_pair_rows(const Level& level, Signed offset) {
    const jit::LanePointers low = jit::lane_pointers(level.base(), offset);
    const jit::LanePointers high = jit::moved(low, level.bytes_to_next_row());
    return {pair_of(jit::gather_vectors(low, 0, 2)), pair_of(jit::gather_vectors(high, 0, 2))};
}
struct QuadRows {
    Quad low, high;
};
inline QuadRows gather_quad_rows(const Level& level, Signed offset, int beside) {
    const jit::LanePointers low = jit::lane_pointers(level.base(), offset);
    const jit::LanePointers high = jit::moved(low, level.bytes_to_next_row());
    return {quad_of(jit::gather_vectors(low, beside, 4)), quad_of(jit::gather_vectors(high, beside, 4))};
}

// For each quad the four texels of four bytes at its number, and those in the three rows behind.
struct Windows {
    Unsigned row[4];
};
inline Windows load_windows(const Level& level, Signed number) {
    const jit::GatheredWords rows =
        jit::load_of_quads(level.base(), number << Unsigned(2), level.bytes_to_next_row(), 4);
    return {{rows[0], rows[1], rows[2], rows[3]}};
}

// Windows of one quad each, and bytes from anywhere in two of them, see filter_lanes.h.
constexpr bool may_permute_bytes = true;
inline bool has_byte_permutes(const Level&) { return jit::has_byte_permutes(); }
inline Unsigned load_window_of_quad(const Level& level, Signed number, int quad) {
    return jit::load_rows_of_quad(level.base(), number << Unsigned(2), level.bytes_to_next_row(), quad);
}

// Calls body(number) for each number that lanes of `lanes` have; first for that of the first lane, whether it is one of
// them or not: most have the same, and it is known soonest. Lanes that aren't have good numbers, too.
template <class Body>
void for_each_number(Signed number, Mask lanes, const Body& body) {
    const jit::Variable<Mask> rest(lanes);
    const jit::Variable<ScalarSigned> shared(as_signed(lane(as_unsigned(number), 0)));
    const jit::Label all;
    jit::loop([&] {
        const Mask same = number == broadcast(shared.get());
        body(shared.get(), same);
        rest = rest.get() & !same;
        const ScalarUnsigned left = to_bits(rest.get());
        all.jump_if(left == ScalarUnsigned(0u));
        shared = as_signed(lane(as_unsigned(number), lowest_bit(left)));
        return ScalarMask(true);
    });
    all.bind();
}

template <class Body>
void count_up(Float count, Mask lanes, const Body& body) {
    const jit::Variable<ScalarFloat> n(ScalarFloat(1.0f));
    jit::loop([&] {
        const Float here = broadcast(n.get());
        body(here, lanes & (count >= here));
        n = n.get() + ScalarFloat(1.0f);
        return any_lane(lanes & (count >= broadcast(n.get())));
    });
}

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
