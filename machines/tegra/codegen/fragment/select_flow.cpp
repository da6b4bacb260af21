// The program's instructions in the order in which they run: subroutines where they are called, loops as often as they
// turn.
#include <algorithm>
#include <bit>
#include <set>

#include "machines/tegra/codegen/fragment/generator.h"

namespace machines::tegra {
namespace {

constexpr size_t longest_walk = 4096, deepest_calls = 32;

bool unconditional(const Instruction& instruction) { return instruction.condition.test == ConditionTest::True; }

// What the walk follows. Other flow is refused like other instructions; so are LOOP and CALI.
FlowRole walked_role(Opcode opcode) {
    const bool refused = opcode == Opcode::Loop || opcode == Opcode::Endloop || opcode == Opcode::Cali;
    return refused ? FlowRole::None : flow_role(opcode);
}

}  // namespace

// How often REP's loop turns, where the program itself says so.
std::optional<int> Generator::turns() {
    if (instruction_->operand_count == 0) return {};
    const Operand& from = instruction_->operands[0];
    if (from.file != RegisterFile::Parameter || from.relative.file != RegisterFile::None || from.swizzle[0] > 3)
        return {};
    const Variable& variable = program_.variables[static_cast<size_t>(from.variable)];
    const Binding& binding = program_.parameters[static_cast<size_t>(variable.register_of(from.element))];
    if (binding.kind != BindingKind::Constant || variable.is_wide() || is_64_bit(instruction_->type)) return {};
    const uint32_t bits = binding.constant[from.swizzle[0]];
    double value = 0;
    switch (instruction_->type) {
        case DataType::F32: value = static_cast<double>(std::bit_cast<float>(bits)); break;
        case DataType::S32: value = static_cast<double>(static_cast<int32_t>(bits)); break;
        case DataType::U32: value = static_cast<double>(bits); break;
        default: return {};
    }
    if (from.absolute) value = std::fabs(value);
    if (from.negate & 1) value = -value;
    // What is no number turns never.
    return value >= 1 ? static_cast<int>(std::min(value, static_cast<double>(longest_walk))) : 0;
}

void Generator::select_program() {
    struct Loop {
        size_t first;
        int left;
    };
    struct Call {
        size_t back, branches, loops;
    };
    std::vector<Loop> loops;
    std::vector<Call> calls;
    std::set<int32_t> called;
    std::set<size_t> is_label;
    for (const Label& label : program_.labels) is_label.insert(static_cast<size_t>(label.instruction));
    const auto go_back = [&] {
        const Call call = calls.back();
        loops.resize(call.loops);
        calls.pop_back();
        return call.back;
    };
    bool arrived = true;  // by CAL: what stands behind its label
    if (program_.instructions.size() > longest_walk) return refuse_all("it has more than 4096 instructions");
    size_t steps = 0;
    for (auto at = static_cast<size_t>(entry_point(program_));;) {
        // A label, or the end of the text, ends the routine before it.
        if (!calls.empty() && (at == program_.instructions.size() || (!arrived && is_label.contains(at)))) {
            at = go_back();
            arrived = false;
            continue;
        }
        if (at == program_.instructions.size()) return;
        arrived = false;
        if (++steps > longest_walk) return refuse_all("it runs more than 4096 instructions");
        instruction_ = &program_.instructions[at++];
        // Once something is refused, the rest is looked at once.
        const bool refused = !generated_.errors.empty();
        switch (walked_role(instruction_->opcode)) {
            case FlowRole::Call:
                if (!unconditional(*instruction_)) refuse("calls are made always or never");
                if (refused && called.count(instruction_->target)) break;
                if (calls.size() == deepest_calls) return refuse("calls go deeper than 32");
                called.insert(instruction_->target);
                if (is_empty_routine(program_, instruction_->target)) break;
                calls.push_back({at, branches_.size(), loops.size()});
                at = static_cast<size_t>(called_instruction(program_, *instruction_));
                arrived = true;
                break;
            case FlowRole::Return:
                if (!unconditional(*instruction_) || branches_.size() > (calls.empty() ? 0 : calls.back().branches)) {
                    refuse("it returns in some fragments only");
                    break;
                }
                if (calls.empty()) return;
                at = go_back();
                break;
            case FlowRole::Loop: {
                const std::optional<int> times = turns();
                if (!times) refuse("how often its loop turns is not known before it runs");
                if (times && *times == 0)
                    at = static_cast<size_t>(instruction_->target) + 1;
                else
                    loops.push_back({at, times.value_or(1)});
                break;
            }
            case FlowRole::Endloop:
                if (loops.empty()) break;
                if (--loops.back().left > 0 && !refused)
                    at = loops.back().first;
                else
                    loops.pop_back();
                break;
            case FlowRole::If:
            case FlowRole::Else:
            case FlowRole::Endif:
            case FlowRole::Break:
            case FlowRole::Continue:
            case FlowRole::Jump:
            case FlowRole::None: select_operation(); break;
        }
    }
}

}  // namespace machines::tegra
