// Lane types whose operators write LLVM IR: the model of arbasm/ir/lanes.h that turns an operation's meaning into code.
//
// A value is the IR value of as many lanes as the target's registers hold. Operators append to the function that the
// thread's Recorder builds. Only recorded_lanes.cpp knows LLVM.
#pragma once

#include <cstdint>
#include <type_traits>

#include "arbasm/ir/lanes.h"

namespace llvm {
class Value;
}

namespace runtime::jit {

// Keeps the constructors from taking the number 0 for a pointer, or a pointer for a truth value.
template <class P>
concept IrPointer = std::is_pointer_v<P>;

struct RecordedLanes {
    struct Mask {
        using Lanes = RecordedLanes;
        llvm::Value* value;
        template <IrPointer P>
        explicit Mask(P v) : value(v) {}
        explicit Mask(bool v);
    };
    struct Float {
        using Lanes = RecordedLanes;
        llvm::Value* value;
        template <IrPointer P>
        explicit Float(P v) : value(v) {}
        explicit Float(float v);
    };
    struct Signed {
        using Lanes = RecordedLanes;
        llvm::Value* value;
        template <IrPointer P>
        explicit Signed(P v) : value(v) {}
        explicit Signed(int32_t v);
    };
    struct Unsigned {
        using Lanes = RecordedLanes;
        llvm::Value* value;
        template <IrPointer P>
        explicit Unsigned(P v) : value(v) {}
        explicit Unsigned(uint32_t v);
    };
};

using Mask = RecordedLanes::Mask;
using Float = RecordedLanes::Float;
using Signed = RecordedLanes::Signed;
using Unsigned = RecordedLanes::Unsigned;

Mask operator&(Mask a, Mask b);
Mask operator|(Mask a, Mask b);
Mask operator^(Mask a, Mask b);
Mask operator!(Mask a);
inline Mask operator~(Mask a) { return !a; }
// Code is straight: what only some lanes need is computed for all.
inline bool any(Mask) { return true; }

#define RECORDED_COMPARISONS(T) \
    Mask operator<(T a, T b);   \
    Mask operator<=(T a, T b);  \
    Mask operator>(T a, T b);   \
    Mask operator>=(T a, T b);  \
    Mask operator==(T a, T b);  \
    Mask operator!=(T a, T b);  \
    T choose(Mask mask, T a, T b);
RECORDED_COMPARISONS(Float)
RECORDED_COMPARISONS(Signed)
RECORDED_COMPARISONS(Unsigned)
#undef RECORDED_COMPARISONS

Float operator+(Float a, Float b);
Float operator-(Float a, Float b);
Float operator*(Float a, Float b);
Float operator/(Float a, Float b);
Float operator-(Float a);
Float square_root(Float a);
Float round_down(Float a);
Float round_up(Float a);
Float round_to_zero(Float a);
Float round_to_even(Float a);

#define RECORDED_INTEGERS(T)           \
    T operator+(T a, T b);             \
    T operator-(T a, T b);             \
    T operator*(T a, T b);             \
    T operator-(T a);                  \
    T operator&(T a, T b);             \
    T operator|(T a, T b);             \
    T operator^(T a, T b);             \
    T operator~(T a);                  \
    T operator<<(T a, Unsigned count); \
    T operator>>(T a, Unsigned count); \
    T multiply_high(T a, T b);         \
    T quotient(T a, T b);              \
    T remainder(T a, T b);
RECORDED_INTEGERS(Signed)
RECORDED_INTEGERS(Unsigned)
#undef RECORDED_INTEGERS

Unsigned as_unsigned(Float a);
inline Unsigned as_unsigned(Signed a) { return Unsigned(a.value); }
inline Unsigned as_unsigned(Unsigned a) { return a; }
Signed as_signed(Float a);
inline Signed as_signed(Unsigned a) { return Signed(a.value); }
inline Signed as_signed(Signed a) { return a; }
Float as_float(Unsigned a);
inline Float as_float(Signed a) { return as_float(as_unsigned(a)); }
inline Float as_float(Float a) { return a; }
Signed to_signed(Float a);
Float to_float(Signed a);

Float from_left(Float a);
Float from_right(Float a);
Float from_bottom(Float a);
Float from_top(Float a);

}  // namespace runtime::jit
