#include "runtime/executor.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "arbasm/ir/convert_number.h"
#include "arbasm/ir/operations.h"
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

bool is_supported(const arbasm::Instruction& instruction) {
    using enum arbasm::Opcode;
    if (arbasm::operation_of(instruction.opcode) != arbasm::Operation::Count) return true;
    switch (instruction.opcode) {
        case Kil:
        case Cvt:
        case Pk64:
        case Up64:
        case Tgall:
        case Tgany:
        case Tgeq:
        case Tgballot:
        case Qswz0:
        case Qswz1:
        case Qswz2:
        case Qswz3:
        case Qswzx:
        case Qswzy:
        case Shfdown:
        case Shfidx:
        case Shfup:
        case Shfxor:
        case Cali:
        case Ipac:
        case Ipao:
        case Ipas:
        // A tile's fragments of one pixel run one after the other, in the order of their primitives, in one thread:
        // between the interlock's ends nobody else can be, and nothing is left to do.
        case Fsib:
        case Fsie:
        case Ldc:
        case Load:
        case Bar:
        case Emit:
        case Emits:
        case Endprim:
        case Store:
        case Atom:
        case Lds:
        case Sts:
        case Atoms:
        case Ldb:
        case Stb:
        case Atomb:
        case Atomctr:
        case Membar:
        case Loadim:
        case Storeim:
        case Atomim:
        case Imq:
        case Imqs:
        case Bra:
        case Brk:
        case Cal:
        case Cont:
        case Else:
        case Endif:
        case Endloop:
        case Endrep:
        case If:
        case Loop:
        case Popa:
        case Pusha:
        case Rep:
        case Ret: return true;
        default: return arbasm::opcode_info(instruction.opcode).category == arbasm::OpcodeCategory::Texture;
    }
}

}  // namespace

std::string unsupported(const arbasm::Program& program) {
    for (const arbasm::Instruction& instruction : program.instructions)
        if (!is_supported(instruction))
            return "line " + std::to_string(instruction.where.line) + ": " +
                   std::string(arbasm::spelling(instruction.opcode)) + " can't be run yet";
    return {};
}

namespace {

// Automatic interprets: compiling costs milliseconds per program, and covers straight programs only so far.
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
