#include "runtime/executor.h"

#include <cstdio>
#include <string>

#include "runtime/engine_report.h"
#include "runtime/environment/environment.h"
#include "runtime/execution/back_end.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/jit/jit.h"
#include "runtime/jit/tiers.h"
#include "runtime/simd/cpu_features.h"
#include "runtime/threads/worker_pool.h"

namespace runtime {
namespace {

Engine engine_of_environment() {
#if defined(ASMGL_JIT)
    switch (environment().engine) {
        case EngineSetting::Interpreter: return Engine::Interpreter;
        case EngineSetting::Jit: return Engine::Jit;
        case EngineSetting::Auto: break;
    }
    return Engine::Automatic;
#else
    if (environment().engine == EngineSetting::Jit)
        std::fprintf(stderr,
                     "asmgl: ASMGL_ENGINE=jit: this build makes no machine code; the interpreter runs programs\n");
    return Engine::Interpreter;
#endif
}

// Interpreted from the first use on; once it is hot, and the compile threads have made it, as machine code. Both give
// the same bits, so that even groups of one draw may differ in it.
class TieredRoutine final : public Routine {
  public:
    TieredRoutine(const arbasm::AnalyzedProgram& program, SimdLevel level)
        : interpreted_(interpreter::make_routine(program, level)),
          work_(jit::estimated_work(*program.program)),
          compiled_(jit::make_tiered<Routine>(
              [program, level](jit::CompileRequest request) { return jit::make_routine(program, level, request); })) {}

    void run(const ProgramEnvironment& environment, Group& group) const override {
        if (const Routine* const compiled = use(environment, work_)) return compiled->run(environment, group);
        count_steps(environment, interpreted_->run_counted(environment, group));
    }
    void run_together(const ProgramEnvironment& environment, std::span<Group> groups) const override {
        if (const Routine* const compiled = use(environment, work_ * groups.size()))
            return compiled->run_together(environment, groups);
        count_steps(environment, interpreted_->run_together_counted(environment, groups));
    }
    const char* engine_name() const override { return interpreted_->engine_name(); }

  private:
    const Routine* use(const ProgramEnvironment& environment, uint64_t work) const {
        return compiled_->use(work >> environment.counted_shift);
    }
    // How long loops are shows only when they run.
    void count_steps(const ProgramEnvironment& environment, uint64_t steps) const {
        if (steps > 0) use(environment, steps * group_lanes);
    }

    std::shared_ptr<const interpreter::CountingRoutine> interpreted_;
    uint64_t work_;  // of a group
    std::shared_ptr<jit::Tiered<Routine>> compiled_;
};

std::shared_ptr<const Routine> compile_natively(const arbasm::AnalyzedProgram& program, Engine engine) {
    static const Engine chosen = engine_of_environment();
    // Made before the compile threads, so that these have ended when it tells.
    static const std::unique_ptr<EngineReport> report(reports(DebugSubject::Engine) ? new EngineReport : nullptr);
    if (engine == Engine::Automatic) engine = chosen;
    switch (engine) {
        case Engine::Automatic: return std::make_shared<TieredRoutine>(program, simd_level());
        case Engine::Jit: {
            std::shared_ptr<const Routine> routine;
            WorkerPool::instance().run_long([&] { routine = jit::make_routine(program, simd_level()); });
            if (routine) return routine;
            break;
        }
        case Engine::Interpreter: break;
    }
    return interpreter::make_routine(program, simd_level());
}

// On the machine that was chosen; what it can't express runs natively, and says so.
std::shared_ptr<const Routine> compile_elsewhere(const arbasm::AnalyzedProgram& analyzed, BackEnd& machine) {
    const std::shared_ptr<const arbasm::Program>& program = analyzed.program;
    std::vector<std::string> reasons;
    std::shared_ptr<const Routine> native = compile_natively(analyzed, Engine::Automatic);
    if (!machine.takes(program->stage)) return native;
    if (auto routine = machine.compile(program, native, reasons)) return routine;
    std::string message = "asmgl: " + std::string(machine.name()) + ": a " +
                          std::string(arbasm::stage_name(program->stage)) + " program runs natively";
    for (const std::string& reason : reasons) message += "\n    " + reason;
    std::fprintf(stderr, "%s\n", message.c_str());
    return native;
}

}  // namespace

std::shared_ptr<const Routine> compile(const arbasm::AnalyzedProgram& program, Engine engine) {
    if (engine == Engine::Automatic)
        if (BackEnd* const machine = back_end()) return compile_elsewhere(program, *machine);
    return compile_natively(program, engine);
}

}  // namespace runtime
