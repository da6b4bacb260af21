#include "runtime/testing/scalar_evaluator.h"

#include <algorithm>

#include "runtime/testing/scalar_machine.h"

namespace runtime {

using namespace arbasm;

Evaluation evaluate(const Program& program, const std::vector<std::array<uint32_t, 4>>& attributes,
                    const std::vector<std::array<uint32_t, 4>>& parameters) {
    ScalarMachine machine(program, attributes, parameters);
    machine.run();
    return machine.evaluation();
}

EvaluatedThread::EvaluatedThread(const Program& program, const std::vector<std::array<uint32_t, 4>>& attributes,
                                 const std::vector<std::array<uint32_t, 4>>& parameters, EvaluatedMemory* memory)
    : machine_(std::make_unique<ScalarMachine>(program, attributes, parameters, memory)) {}
EvaluatedThread::EvaluatedThread(EvaluatedThread&&) noexcept = default;
EvaluatedThread::~EvaluatedThread() = default;
bool EvaluatedThread::run() { return machine_->run(); }
const Evaluation& EvaluatedThread::evaluation() const { return machine_->evaluation(); }

// What threads know of themselves.
static bool is_of_thread(const Binding& binding) {
    return binding.kind >= BindingKind::ThreadId && binding.kind <= BindingKind::SmCount;
}

bool can_evaluate(const Program& program, bool with_memory) {
    // Nor what control programs read of each other.
    if (std::any_of(program.attributes.begin(), program.attributes.end(),
                    [](const Attribute& attribute) {
                        return is_of_thread(attribute.binding) || attribute.binding.of_output;
                    }) ||
        std::any_of(program.parameters.begin(), program.parameters.end(), is_of_thread))
        return false;
    for (const Instruction& instruction : program.instructions) {
        const OpcodeInfo& info = opcode_info(instruction.opcode);
        if (info.category == OpcodeCategory::Flow) {
            if (instruction.opcode == Opcode::Bra || instruction.opcode == Opcode::Loop ||
                instruction.opcode == Opcode::Cali)
                return false;
            continue;
        }
        if (instruction.opcode == Opcode::Kil || is_whole_vector(instruction.opcode)) continue;
        if (with_memory && (is_memory_access(instruction.opcode) || instruction.opcode == Opcode::Membar ||
                            (instruction.opcode == Opcode::Bar && program.stage == Stage::Compute)))
            continue;
        if (info.category != OpcodeCategory::Arithmetic) return false;
        if (component_operation<float>(instruction, 1, 1, 1) || component_operation<int32_t>(instruction, 1, 1, 1))
            continue;
        return false;
    }
    return true;
}

}  // namespace runtime
