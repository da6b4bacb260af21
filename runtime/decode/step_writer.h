// Adds steps to a program's, each with the instruction that it comes from.
#pragma once

#include <initializer_list>

#include "runtime/decode/register_contents.h"
#include "runtime/decode/steps.h"

namespace runtime::decoded {

// The position of a step, or behind the last one.
struct StepPosition {
    StepOffset step = 0;
    uint32_t number = 0;  // steps before it
};

class StepWriter {
  public:
    StepWriter(StepList& steps, RegisterContents& contents) : steps_(steps), contents_(contents) {}

    void begin_instruction(uint32_t index) { origin_ = index; }
    StepPosition here() const { return {steps_.size(), count_}; }

    template <class T>
    StepOffset emit(T step) {
        if constexpr (requires { step.origin; }) step.origin = origin_;
        count_++;
        return steps_.add(step);
    }
    // To set what is known later only.
    template <class T>
    T& get(StepOffset at) {
        return steps_.get<T>(at);
    }

    // A step that computes within an instruction: into a scratch register, for all lanes.
    StepOffset compute(arbasm::Operation operation, arbasm::LaneKind kind, std::initializer_list<Source> sources,
                       RegisterAddress to, uint8_t write_mask, bool wide = false);

  private:
    StepList& steps_;
    RegisterContents& contents_;
    uint32_t origin_ = 0;  // index of the instruction
    uint32_t count_ = 0;
};

}  // namespace runtime::decoded
