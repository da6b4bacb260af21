// What compiled code calls: the interpreter's functions for steps, by where the step lies in the machine's code.
#pragma once

#include "runtime/jit/recorded_flow.h"

namespace runtime::jit {

// void (Machine*, uint32_t offset): does a step that is not of flow.
ExternalFunction step_function();
// void (Machine*, uint32_t offset): a ConvertStep, for the lanes in Machine::keep.
ExternalFunction conversion_function();
// uint32_t (Machine*, uint32_t offset): does a step of flow; the offset of the next one, or no_step.
ExternalFunction flow_function();
// uint32_t (Machine*, uint32_t line): asks the watchdog when the budget is used up; not zero: the program ends.
ExternalFunction expired_function();

}  // namespace runtime::jit
