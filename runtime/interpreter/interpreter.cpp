#include "runtime/interpreter/interpreter.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>

#include "runtime/decode/decode.h"
#include "runtime/interpreter/execute.h"
#include "runtime/interpreter/workspace.h"
#include "runtime/simd/of_level.h"
#include "runtime/simd/vectors.h"
#include "runtime/threads/floating_point_mode.h"
#include "runtime/threads/per_thread.h"
#include "runtime/threads/turn.h"

namespace runtime::interpreter {
namespace {

// ---- the function of each step -----------------------------------------------------------------------------------

template <class T>
const Step* execute_as(Machine& machine, const Step* step) {
    return execute(machine, static_cast<const T&>(*step));
}
template <class T>
void set_handler(T& step, SimdLevel) {
    step.handler = execute_as<T>;
}

Kernel kernel_of(const ComputeStep& step, SimdLevel level) {
    return of_level(level,
                    [&]<SimdLevel of>() { return step.wide ? wide_kernel<of>(step) : compute_kernel<of>(step); });
}
void set_handler(ComputeStep& step, SimdLevel level) {
    const Kernel kernel = kernel_of(step, level);
    step.kernel = kernel.function;
    step.handler = kernel.takes_kept_lanes ? compute_where_kept : kernel.function;
}

void set_handler(ConvertStep& step, SimdLevel level) {
    step.handler = of_level(level, [&]<SimdLevel of>() { return convert_handler<of>(step); });
}

// ---- routines ----------------------------------------------------------------------------------------------------

// What a machine has used of its budget since it was started.
class StepsUsed {
  public:
    uint64_t of(const Machine& machine, const ProgramEnvironment& environment) const {
        const int64_t left = std::max<int64_t>(machine.budget, 0);
        return static_cast<uint64_t>((environment.watchdog ? watchdog_interval : step_limit) - left);
    }
    // Steps that all refills have given.
    uint64_t refilled() const {
        return (per_thread<WatchdogQuestions>().count - before_) * static_cast<uint64_t>(watchdog_interval);
    }

  private:
    uint64_t before_ = per_thread<WatchdogQuestions>().count;
};

class Interpreter final : public CountingRoutine {
  public:
    Interpreter(const arbasm::AnalyzedProgram& program, SimdLevel level);
    uint64_t run_counted(const ProgramEnvironment& environment, Group& group) const override;
    uint64_t run_together_counted(const ProgramEnvironment& environment, std::span<Group> groups) const override;
    const char* engine_name() const override { return name_; }

  private:
    void spread_uniforms(const ProgramEnvironment& environment, std::byte* to) const;

    Code code_;
    const char* name_;
    ptrdiff_t piece_bytes_;
};

const char* engine_name_at(SimdLevel level) {
    static constexpr const char* names[] = {
#define ASMGL_LEVEL(name, ...) "interpreter " #name,
#include "runtime/simd/levels.def"
#undef ASMGL_LEVEL
    };
    return names[static_cast<size_t>(level)];
}

Interpreter::Interpreter(const arbasm::AnalyzedProgram& program, SimdLevel level)
    : code_(decode(program)), name_(engine_name_at(level)), piece_bytes_(4 * row_of(level).lanes) {
    set_handlers(code_, level);
}

void Interpreter::spread_uniforms(const ProgramEnvironment& environment, std::byte* to) const {
    const std::vector<arbasm::Binding>& bindings = code_.program->parameters;
    for (const UniformSlot& slot : code_.uniforms) {
        const auto number = static_cast<size_t>(slot.parameter);
        uint32_t value = 0;
        if (bindings[number].kind == arbasm::BindingKind::Constant)
            value = bindings[number].constant[slot.component];
        else if (number < environment.parameters.size())
            value = environment.parameters[number][slot.component];
        const simd::Ints<4> four = simd::broadcast<4>(static_cast<int32_t>(value));
        for (size_t at = 0; at < uniform_bytes; at += sizeof four) simd::store(to + at, four);
        to += uniform_bytes;
    }
}

uint64_t Interpreter::run_counted(const ProgramEnvironment& environment, Group& group) const {
    const size_t bytes = machine_bytes(code_), uniforms = code_.uniforms.size() * uniform_bytes;
    std::byte* const memory = per_thread<Workspace>().get(whole_lines(bytes + uniforms + 64));
    const FloatingPointMode mode;
    spread_uniforms(environment, memory + bytes);
    Machine machine;
    start(machine, code_, environment, group, memory, memory + bytes, piece_bytes_);
    if (group.timed_out) return 0;
    const StepsUsed used;
    for (const Step* step = code_.steps.at(code_.entry); step;) step = step->handler(machine, step);
    if (group.left) throw PieceLeft();
    return used.of(machine, environment) + used.refilled();
}

uint64_t Interpreter::run_together_counted(const ProgramEnvironment& environment, std::span<Group> groups) const {
    const size_t bytes = machine_bytes(code_), uniforms = code_.uniforms.size() * uniform_bytes;
    std::byte* const memory = per_thread<Workspace>().get(whole_lines(bytes * groups.size() + uniforms + 64));
    std::byte* const uniform_memory = memory + bytes * groups.size();
    const FloatingPointMode mode;
    spread_uniforms(environment, uniform_memory);
    std::vector<Machine> machines(groups.size());
    for (size_t i = 0; i < groups.size(); i++) {
        start(machines[i], code_, environment, groups[i], memory + i * bytes, uniform_memory, piece_bytes_);
        machines[i].together = groups.size() > 1;
        machines[i].resume = code_.steps.at(code_.entry);
        if (groups[i].timed_out) return 0;
    }
    const StepsUsed used;
    // Each group to its next barrier, in turn, until all have ended.
    for (bool more = true; more;) {
        more = false;
        for (Machine& machine : machines) {
            const Step* step = machine.resume;
            if (!step) continue;
            machine.resume = nullptr;
            machine.time.begin_turn();
            while (step) step = step->handler(machine, step);
            machine.time.end_turn();
            more |= machine.resume != nullptr;
            if (machine.group->left) throw PieceLeft();
        }
    }
    uint64_t steps = used.refilled();
    for (const Machine& machine : machines) steps += used.of(machine, environment);
    return steps;
}

}  // namespace

void set_handlers(Code& code, SimdLevel level) {
    code.steps.visit([level](auto& step) { set_handler(step, level); });
}

std::shared_ptr<const CountingRoutine> make_routine(const arbasm::AnalyzedProgram& program, SimdLevel level) {
    return std::make_shared<Interpreter>(program, level);
}

}  // namespace runtime::interpreter
