// Lane types with operators that emit LLVM IR: models of ir/semantics/lanes.h. Definitions of operations, and any other
// code over lane types, become machine code by them.
//
// A value belongs to the function that the thread's Recorder builds, and may be copied; a value that changes is a
// Variable (recorded_memory.h). Two sets of types have the recorder's number of lanes (a SIMD register's, or
// group_lanes), of 32 and of 64 bits, with the same masks; two more are single numbers, for uniform values. Only
// runtime/jit/*.cpp know LLVM.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <type_traits>

#include "ir/semantics/lanes.h"

namespace llvm {
class BasicBlock;
class Value;
}  // namespace llvm

namespace runtime::jit {

// Keeps the constructors from taking the number 0 for a pointer, or a pointer for a truth value.
template <class P>
concept IrPointer = std::is_pointer_v<P>;

// Stands for what is given later.
inline constexpr llvm::Value* no_value = nullptr;

#define RECORDED_TYPE(Set, Type, Number) \
    struct Type {                        \
        using Lanes = Set;               \
        llvm::Value* value;              \
        template <IrPointer P>           \
        explicit Type(P v) : value(v) {} \
        explicit Type(Number constant);  \
    }

struct RecordedLanes {
    static constexpr uint32_t bits = 32;
    RECORDED_TYPE(RecordedLanes, Mask, bool);
    RECORDED_TYPE(RecordedLanes, Float, float);
    RECORDED_TYPE(RecordedLanes, Signed, int32_t);
    RECORDED_TYPE(RecordedLanes, Unsigned, uint32_t);
};
struct RecordedWideLanes {
    static constexpr uint32_t bits = 64;
    using Mask = RecordedLanes::Mask;
    RECORDED_TYPE(RecordedWideLanes, Float, double);
    RECORDED_TYPE(RecordedWideLanes, Signed, int64_t);
    RECORDED_TYPE(RecordedWideLanes, Unsigned, uint64_t);
};
struct RecordedNumbers {
    static constexpr uint32_t bits = 32;
    RECORDED_TYPE(RecordedNumbers, Mask, bool);
    RECORDED_TYPE(RecordedNumbers, Float, float);
    RECORDED_TYPE(RecordedNumbers, Signed, int32_t);
    RECORDED_TYPE(RecordedNumbers, Unsigned, uint32_t);
};
struct RecordedWideNumbers {
    static constexpr uint32_t bits = 64;
    using Mask = RecordedNumbers::Mask;
    RECORDED_TYPE(RecordedWideNumbers, Float, double);
    RECORDED_TYPE(RecordedWideNumbers, Signed, int64_t);
    RECORDED_TYPE(RecordedWideNumbers, Unsigned, uint64_t);
};
#undef RECORDED_TYPE

using Mask = RecordedLanes::Mask;
using Float = RecordedLanes::Float;
using Signed = RecordedLanes::Signed;
using Unsigned = RecordedLanes::Unsigned;
using WideFloat = RecordedWideLanes::Float;
using WideSigned = RecordedWideLanes::Signed;
using WideUnsigned = RecordedWideLanes::Unsigned;
using ScalarMask = RecordedNumbers::Mask;
using ScalarFloat = RecordedNumbers::Float;
using ScalarSigned = RecordedNumbers::Signed;
using ScalarUnsigned = RecordedNumbers::Unsigned;
using ScalarWideFloat = RecordedWideNumbers::Float;
using ScalarWideSigned = RecordedWideNumbers::Signed;
using ScalarWideUnsigned = RecordedWideNumbers::Unsigned;

// ---- operators ---------------------------------------------------------------------------------------------------

#define RECORDED_MASKS(M)  \
    M operator&(M a, M b); \
    M operator|(M a, M b); \
    M operator^(M a, M b); \
    M operator!(M a);      \
    inline M operator~(M a) { return !a; }
RECORDED_MASKS(Mask)
RECORDED_MASKS(ScalarMask)
#undef RECORDED_MASKS

#define RECORDED_COMPARISONS(Set, T) \
    Set::Mask operator<(T a, T b);   \
    Set::Mask operator<=(T a, T b);  \
    Set::Mask operator>(T a, T b);   \
    Set::Mask operator>=(T a, T b);  \
    Set::Mask operator==(T a, T b);  \
    Set::Mask operator!=(T a, T b);  \
    T choose(Set::Mask mask, T a, T b);
#define RECORDED_FLOATS(F) \
    F operator+(F a, F b); \
    F operator-(F a, F b); \
    F operator*(F a, F b); \
    F operator/(F a, F b); \
    F operator-(F a);      \
    F square_root(F a);    \
    F round_down(F a);     \
    F round_up(F a);       \
    F round_to_zero(F a);  \
    F round_to_even(F a);
#define RECORDED_INTEGERS(Set, T)           \
    T operator+(T a, T b);                  \
    T operator-(T a, T b);                  \
    T operator*(T a, T b);                  \
    T operator-(T a);                       \
    T operator&(T a, T b);                  \
    T operator|(T a, T b);                  \
    T operator^(T a, T b);                  \
    T operator~(T a);                       \
    T operator<<(T a, Set::Unsigned count); \
    T operator>>(T a, Set::Unsigned count); \
    T quotient(T a, T b);                   \
    T remainder(T a, T b);
#define RECORDED_BITS(Set)                                                             \
    Set::Unsigned as_unsigned(Set::Float a);                                           \
    inline Set::Unsigned as_unsigned(Set::Signed a) { return Set::Unsigned(a.value); } \
    inline Set::Unsigned as_unsigned(Set::Unsigned a) { return a; }                    \
    Set::Signed as_signed(Set::Float a);                                               \
    inline Set::Signed as_signed(Set::Unsigned a) { return Set::Signed(a.value); }     \
    inline Set::Signed as_signed(Set::Signed a) { return a; }                          \
    Set::Float as_float(Set::Unsigned a);                                              \
    inline Set::Float as_float(Set::Signed a) { return as_float(as_unsigned(a)); }     \
    inline Set::Float as_float(Set::Float a) { return a; }                             \
    Set::Signed to_signed(Set::Float a);                                               \
    Set::Float to_float(Set::Signed a);
#define RECORDED_OPERATORS(Set)              \
    RECORDED_COMPARISONS(Set, Set::Float)    \
    RECORDED_COMPARISONS(Set, Set::Signed)   \
    RECORDED_COMPARISONS(Set, Set::Unsigned) \
    RECORDED_FLOATS(Set::Float)              \
    RECORDED_INTEGERS(Set, Set::Signed)      \
    RECORDED_INTEGERS(Set, Set::Unsigned)    \
    RECORDED_BITS(Set)
RECORDED_OPERATORS(RecordedLanes)
RECORDED_OPERATORS(RecordedWideLanes)
RECORDED_OPERATORS(RecordedNumbers)
RECORDED_OPERATORS(RecordedWideNumbers)
#undef RECORDED_COMPARISONS
#undef RECORDED_FLOATS
#undef RECORDED_INTEGERS
#undef RECORDED_BITS
#undef RECORDED_OPERATORS

Float multiply_add(Float a, Float b, Float c);

Signed multiply_high(Signed a, Signed b);
Unsigned multiply_high(Unsigned a, Unsigned b);

// Whole lanes by a condition that is the same for all.
Float choose(ScalarMask mask, Float a, Float b);
Signed choose(ScalarMask mask, Signed a, Signed b);
Unsigned choose(ScalarMask mask, Unsigned a, Unsigned b);
Mask choose(ScalarMask mask, Mask a, Mask b);

// ---- conversions -------------------------------------------------------------------------------------------------

// To nearest even; beyond the range, and for NaN, INT32_MIN as the CPU gives it.
Signed to_signed_nearest(Float a);
WideUnsigned to_wide(Unsigned a);
WideSigned to_wide(Signed a);
Unsigned low_word(WideUnsigned a);
Unsigned high_word(WideUnsigned a);
WideUnsigned wide_of(Unsigned low, Unsigned high);
WideFloat to_double(Float a);
Float to_single(WideFloat a);  // to nearest even
// For 32 bits in the low word: what ir/semantics/convert_lanes.h asks for.
inline WideFloat double_of_single(WideUnsigned bits) { return to_double(as_float(low_word(bits))); }
inline WideUnsigned single_of_double(WideFloat a) { return to_wide(as_unsigned(to_single(a))); }
ScalarWideUnsigned to_wide(ScalarUnsigned a);
ScalarWideSigned to_wide(ScalarSigned a);
ScalarUnsigned low_word(ScalarWideUnsigned a);
ScalarMask to_mask(ScalarUnsigned a);  // a != 0
// By the CPU's instruction where it has one (F16C), which gives the bits of ir/semantics/half_float.h.
Float from_half(Unsigned a);
Unsigned to_half(Float a);

// ---- lanes -------------------------------------------------------------------------------------------------------

int lane_count();         // of a value, while recording
Unsigned lane_numbers();  // 0, 1, 2, …

Float broadcast(ScalarFloat a);
Signed broadcast(ScalarSigned a);
Unsigned broadcast(ScalarUnsigned a);
Mask broadcast(ScalarMask a);
WideUnsigned broadcast(ScalarWideUnsigned a);
WideSigned broadcast(ScalarWideSigned a);
WideFloat broadcast(ScalarWideFloat a);

ScalarFloat lane(Float a, int index);
ScalarSigned lane(Signed a, int index);
ScalarUnsigned lane(Unsigned a, int index);
ScalarWideUnsigned lane(WideUnsigned a, int index);
ScalarFloat lane(Float a, ScalarUnsigned index);
ScalarUnsigned lane(Unsigned a, ScalarUnsigned index);
ScalarWideUnsigned lane(WideUnsigned a, ScalarUnsigned index);
Float with_lane(Float a, int index, ScalarFloat value);
Unsigned with_lane(Unsigned a, int index, ScalarUnsigned value);

// One bit per lane, the first lowest.
ScalarUnsigned to_bits(Mask a);
Mask from_bits(ScalarUnsigned bits);
ScalarMask any_lane(Mask a);
ScalarMask every_lane(Mask a);
ScalarUnsigned lowest_bit(ScalarUnsigned a);  // its number; 32 of zero

// Lanes a, b, c and d of every quad in its lanes 0 to 3.
Float in_quads(Float a, int first, int second, int third, int fourth);
Unsigned in_quads(Unsigned a, int first, int second, int third, int fourth);
Float from_left(Float a);
Float from_right(Float a);
Float from_bottom(Float a);
Float from_top(Float a);
// Lane i is lane numbers[i] of a; as many as lane_count().
Float permuted(Float a, const int* numbers);
Unsigned permuted(Unsigned a, const int* numbers);

// The condition's value, if it is known while the code is recorded.
std::optional<bool> known(ScalarMask condition);

// ---- forks -------------------------------------------------------------------------------------------------------

// Whether code may be moved out of the way of what comes else.
enum class Chance : uint8_t { Unknown, Rare };

// Code for a condition, perhaps code for when it does not hold, and what comes behind both.
class Fork {
  public:
    explicit Fork(ScalarMask condition, Chance chance = Chance::Unknown);
    void otherwise();
    void join();
    // Behind join(): the one or the other, by where control came from.
    llvm::Value* merged(llvm::Value* if_holds, llvm::Value* if_not);

  private:
    llvm::BasicBlock *start_, *holds_, *not_, *end_, *holds_end_ = nullptr, *not_end_ = nullptr;
};

// The model's forms of arbasm::refined_where_any(): a branch.
template <arbasm::LaneType T, class Make>
T refined_where_any(Mask mask, T usual, Make refined) {
    Fork fork(any_lane(mask), Chance::Rare);
    const T made = refined();
    fork.join();
    return T(fork.merged(made.value, usual.value));
}
template <class Pair, class Make>
Pair refined_where_any(Mask mask, Pair usual, Make refined) {
    Fork fork(any_lane(mask), Chance::Rare);
    const Pair made = refined();
    fork.join();
    const auto& [first, second] = made;
    const auto& [usual_first, usual_second] = usual;
    return {std::remove_cvref_t<decltype(first)>(fork.merged(first.value, usual_first.value)),
            std::remove_cvref_t<decltype(second)>(fork.merged(second.value, usual_second.value))};
}

}  // namespace runtime::jit
