// Steps one after the other in memory, each as long as its type.
//
// An engine that runs them goes from one to the next by the length of the type that it knows (next_of); one that
// translates them visits each in its own type (visit, in steps.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <vector>

namespace runtime::interpreter {
struct Machine;
}

namespace runtime::decoded {

enum class StepKind : uint8_t {
#define STEP(name) name,
#define STEP_PER_CPU(name) name,
#include "runtime/decode/steps.def"
#undef STEP
#undef STEP_PER_CPU
};

struct Step;
// Does the step and returns the next one, null at the end.
using Handler = const Step* (*)(interpreter::Machine&, const Step*);

// The head of every step.
struct Step {
    Handler handler = nullptr;  // the interpreter's, for a CPU
    StepKind kind;
};

template <StepKind of_kind>
struct StepOf : Step {
    static constexpr StepKind own_kind = of_kind;
    StepOf() : Step{nullptr, of_kind} {}
};

#define STEP(name) struct name##Step;
#define STEP_PER_CPU(name) STEP(name)
#include "runtime/decode/steps.def"
#undef STEP
#undef STEP_PER_CPU

// Where a step begins, in bytes from the first.
using StepOffset = uint32_t;
inline constexpr StepOffset no_step = ~StepOffset{0};

template <class T>
[[gnu::always_inline]] inline const Step* next_of(const T& step) {
    return reinterpret_cast<const Step*>(&step + 1);
}

class StepList {
  public:
    // Steps move when others are added: hold offsets meanwhile.
    template <class T>
    StepOffset add(const T& step) {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(Step) && sizeof(T) % alignof(Step) == 0);
        const StepOffset at = size();
        bytes_.resize(bytes_.size() + sizeof(T));
        new (bytes_.data() + at) T(step);
        return at;
    }
    template <class T>
    T& get(StepOffset at) {
        return static_cast<T&>(*reinterpret_cast<Step*>(bytes_.data() + at));
    }
    const Step* at(StepOffset offset) const { return reinterpret_cast<const Step*>(bytes_.data() + offset); }
    StepOffset offset_of(const Step* step) const {
        return static_cast<StepOffset>(reinterpret_cast<const std::byte*>(step) - bytes_.data());
    }
    StepOffset size() const { return static_cast<StepOffset>(bytes_.size()); }
    bool empty() const { return bytes_.empty(); }

    // Each step in its own type, in order.
    template <class Visitor>
    void visit(Visitor visitor) const;
    template <class Visitor>
    void visit(Visitor visitor);
    template <class Visitor>
    void visit_one(StepOffset at, Visitor visitor);

  private:
    std::vector<std::byte> bytes_;
};

}  // namespace runtime::decoded
