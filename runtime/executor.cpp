#include "runtime/executor.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "arbasm/ir/convert_number.h"
#include "arbasm/ir/operations.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/jit/jit.h"
#include "runtime/simd/cpu_features.h"

namespace runtime {
namespace {

Engine engine_of_environment() {
    const char* const wanted = std::getenv("ASMGL_ENGINE");
    if (!wanted || !*wanted) return Engine::Automatic;
    const std::string_view name = wanted;
    if (name == "interp") return Engine::Interpreter;
    if (name == "jit") return Engine::Jit;
    if (name != "auto")
        std::fprintf(stderr, "asmgl: ASMGL_ENGINE=%s is not one of interp, jit, auto; using auto\n", wanted);
    return Engine::Automatic;
}

bool is_supported(const arbasm::Instruction& instruction) {
    using enum arbasm::Opcode;
    if (arbasm::is_64_bit(instruction.storage) && instruction.opcode != Cvt) return false;
    if (arbasm::operation_of(instruction.opcode) != arbasm::Operation::Count) return true;
    switch (instruction.opcode) {
        case Kil:
        case Cvt:
        case Pk64:
        case Up64:
        case Ldc:
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

std::shared_ptr<const Routine> compile(std::shared_ptr<const arbasm::Program> program, Engine engine) {
    static const Engine chosen = engine_of_environment();
    if (engine == Engine::Automatic) engine = chosen;
    // Automatic interprets: compiling costs milliseconds per program, and covers straight programs only so far.
    if (engine == Engine::Jit)
        if (auto routine = jit::make_routine(program, simd_level())) return routine;
    return interpreter::make_routine(std::move(program), simd_level());
}

}  // namespace runtime
