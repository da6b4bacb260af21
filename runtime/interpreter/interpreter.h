// The reference engine: runs any supported Program step by step over lane groups.
#pragma once

#include <memory>

#include "ir/program_facts.h"
#include "runtime/decode/code.h"
#include "runtime/execution/routine.h"
#include "runtime/simd/cpu_features.h"

namespace runtime::interpreter {

// Says how many steps were taken back in loops and calls, which nobody knows before.
class CountingRoutine : public Routine {
  public:
    virtual uint64_t run_counted(const ProgramEnvironment& environment, Group& group) const = 0;
    virtual uint64_t run_together_counted(const ProgramEnvironment& environment, std::span<Group> groups) const = 0;
    void run(const ProgramEnvironment& environment, Group& group) const final { run_counted(environment, group); }
    void run_together(const ProgramEnvironment& environment, std::span<Group> groups) const final {
        run_together_counted(environment, groups);
    }
};

std::shared_ptr<const CountingRoutine> make_routine(const arbasm::AnalyzedProgram& program, SimdLevel level);

// Sets every step's handler for a CPU.
void set_handlers(decoded::Code& code, SimdLevel level);

// Steps one group may take back in loops and calls before it is ended, where the draw has no watchdog.
inline constexpr int64_t step_limit = 16'000'000;
// Steps between two questions to a draw's own watchdog.
inline constexpr int64_t watchdog_interval = 100'000;

// For each thread: how often a watchdog has been asked.
struct WatchdogQuestions {
    uint64_t count = 0;
};

}  // namespace runtime::interpreter
