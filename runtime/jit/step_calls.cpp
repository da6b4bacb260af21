#include "runtime/jit/step_calls.h"

#include "runtime/interpreter/execute.h"
#include "runtime/memory/memory.h"

namespace runtime::jit {
namespace {

using namespace decoded;
using interpreter::Machine;
using Space = AccessMemoryStep::Space;

MemoryWindow window_of(const MemoryRange& range, uint64_t first, bool writes) {
    const bool aligned = reinterpret_cast<uintptr_t>(range.data) % 8 == 0;
    if (!range.data || !aligned || (writes && !range.writable)) return {};
    return {range.data, first, range.size};
}

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

void asmgl_jit_address_window(Machine* machine, uint64_t address, uint32_t writes, MemoryWindow* window) {
    *window = {};
    const ProgramMemory* const memory = machine->environment->memory;
    if (!memory || !memory->table) return;
    uint64_t first = 0;
    const MemoryRange* const range = memory->table->range_of(address, first);
    if (range) *window = window_of(*range, first, writes != 0);
}

void asmgl_jit_bound_window(Machine* machine, uint32_t space, uint32_t number, uint32_t writes, MemoryWindow* window) {
    *window = {};
    const ProgramMemory* const memory = machine->environment->memory;
    switch (static_cast<Space>(space)) {
        case Space::Address: break;
        case Space::Constant: {
            const auto buffers = machine->environment->constant_buffers;
            if (number >= buffers.size()) break;
            MemoryRange range;
            range.data = const_cast<std::byte*>(buffers[number].data());  // loads only
            range.size = buffers[number].size();
            *window = window_of(range, 0, false);
            break;
        }
        case Space::Storage:
            if (memory && number < memory->storage_buffers.size())
                *window = window_of(memory->storage_buffers[number], 0, writes != 0);
            break;
        case Space::Counter:
            if (memory && number < memory->counter_buffers.size())
                *window = window_of(memory->counter_buffers[number], 0, writes != 0);
            break;
        case Space::Shared: {
            MemoryRange range;
            range.data = machine->group->shared.data();
            range.size = machine->group->shared.size();
            *window = window_of(range, 0, true);
            break;
        }
    }
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
ExternalFunction address_window_function() { return external("asmgl_jit_address_window", asmgl_jit_address_window); }
ExternalFunction bound_window_function() { return external("asmgl_jit_bound_window", asmgl_jit_bound_window); }
ExternalFunction expired_function() { return external("asmgl_jit_expired", asmgl_jit_expired); }

}  // namespace runtime::jit
