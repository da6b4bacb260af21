#include "runtime/executor.h"

#include <cstdio>
#include <string>

#include "runtime/environment/environment.h"
#include "runtime/execution/back_end.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/jit/jit.h"
#include "runtime/simd/cpu_features.h"

namespace runtime {
namespace {

Engine engine_of_environment() {
    switch (environment().engine) {
        case EngineWish::Interpreter: return Engine::Interpreter;
        case EngineWish::Jit: return Engine::Jit;
        case EngineWish::Auto: break;
    }
    return Engine::Automatic;
}

// Automatic interprets: compiling costs milliseconds per program.
std::shared_ptr<const Routine> compile_natively(std::shared_ptr<const arbasm::Program> program, Engine engine) {
    static const Engine chosen = engine_of_environment();
    if (engine == Engine::Automatic) engine = chosen;
    if (engine == Engine::Jit)
        if (auto routine = jit::make_routine(program, simd_level())) return routine;
    return interpreter::make_routine(std::move(program), simd_level());
}

// On the machine that was chosen; what it can't express runs natively, and says so.
std::shared_ptr<const Routine> compile_elsewhere(const std::shared_ptr<const arbasm::Program>& program,
                                                 BackEnd& machine) {
    std::vector<std::string> reasons;
    const std::shared_ptr<const Routine> native = compile_natively(program, Engine::Automatic);
    if (!machine.takes(program->stage)) return native;
    if (auto routine = machine.compile(program, native, reasons)) return routine;
    std::string message = "asmgl: " + std::string(machine.name()) + ": a " +
                          std::string(arbasm::stage_name(program->stage)) + " program runs natively";
    for (const std::string& reason : reasons) message += "\n    " + reason;
    std::fprintf(stderr, "%s\n", message.c_str());
    return native;
}

}  // namespace

std::shared_ptr<const Routine> compile(std::shared_ptr<const arbasm::Program> program, Engine engine) {
    if (engine == Engine::Automatic)
        if (BackEnd* const machine = back_end()) return compile_elsewhere(program, *machine);
    return compile_natively(std::move(program), engine);
}

}  // namespace runtime
