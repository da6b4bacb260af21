#include "runtime/jit/step_calls.h"

#include "runtime/interpreter/execute.h"

namespace runtime::jit {
namespace {

using namespace decoded;
using interpreter::Machine;

extern "C" {

void asmgl_jit_step(Machine* machine, uint32_t offset) {
    const Step* const step = machine->code->steps.at(offset);
    step->handler(*machine, step);
}

void asmgl_jit_conversion(Machine* machine, uint32_t offset) {
    ConvertStep step = static_cast<const ConvertStep&>(*machine->code->steps.at(offset));
    step.of_kept = true;
    step.handler(*machine, &step);
}

uint32_t asmgl_jit_flow(Machine* machine, uint32_t offset) {
    const Step* const step = machine->code->steps.at(offset);
    const Step* const next = step->handler(*machine, step);
    return next ? machine->code->steps.offset_of(next) : no_step;
}

uint32_t asmgl_jit_expired(Machine* machine, uint32_t line) {
    machine->budget = -1;
    return interpreter::charge(*machine, line, 0) ? 0 : 1;
}

}  // extern "C"

template <class F>
ExternalFunction external(std::string_view name, F* function) {
    return {name, reinterpret_cast<const void*>(function)};
}

}  // namespace

ExternalFunction step_function() { return external("asmgl_jit_step", asmgl_jit_step); }
ExternalFunction conversion_function() { return external("asmgl_jit_conversion", asmgl_jit_conversion); }
ExternalFunction flow_function() { return external("asmgl_jit_flow", asmgl_jit_flow); }
ExternalFunction expired_function() { return external("asmgl_jit_expired", asmgl_jit_expired); }

}  // namespace runtime::jit
