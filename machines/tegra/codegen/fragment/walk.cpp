#include "machines/tegra/codegen/fragment/walk.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace machines::tegra::fragment {
namespace {

constexpr size_t longest_walk = 4096, deepest_calls = 32;

bool unconditional(const Instruction& instruction) { return instruction.condition.test == ConditionTest::True; }

// What the walk follows. Other flow is refused like other instructions; so are LOOP and CALI.
FlowRole walked_role(Opcode opcode) {
    const bool refused = opcode == Opcode::Loop || opcode == Opcode::Endloop || opcode == Opcode::Cali;
    return refused ? FlowRole::None : flow_role(opcode);
}

// How often REP's loop turns, where the program itself says so.
std::optional<int> turns_of(const Program& program, const Instruction& instruction) {
    if (instruction.operand_count == 0) return {};
    const Operand& from = instruction.operands[0];
    if (from.file != RegisterFile::Parameter || from.relative.file != RegisterFile::None || from.swizzle[0] > 3)
        return {};
    const Variable& variable = program.variables[static_cast<size_t>(from.variable)];
    const Binding& binding = program.parameters[static_cast<size_t>(variable.register_of(from.element))];
    if (binding.kind != BindingKind::Constant || variable.is_wide() || is_64_bit(instruction.type)) return {};
    const uint32_t bits = binding.constant[from.swizzle[0]];
    double value = 0;
    switch (instruction.type) {
        case DataType::F32: value = static_cast<double>(std::bit_cast<float>(bits)); break;
        case DataType::S32: value = static_cast<double>(static_cast<int32_t>(bits)); break;
        case DataType::U32: value = static_cast<double>(bits); break;
        case DataType::F64:
        case DataType::S64:
        case DataType::U64:
        case DataType::F16:
        case DataType::S8:
        case DataType::S16:
        case DataType::U8:
        case DataType::U16:
        case DataType::Typeless: return {};
    }
    if (from.absolute) value = std::fabs(value);
    if (from.negate & 1) value = -value;
    // What is no number turns never.
    return value >= 1 ? static_cast<int>(std::min(value, static_cast<double>(longest_walk))) : 0;
}

}  // namespace

Walk::Walk(const Program& program, Refusals& refusals)
    : program_(program), refusals_(refusals), at_(static_cast<size_t>(entry_point(program))) {
    for (const Label& label : program.labels) labels_.insert(static_cast<size_t>(label.instruction));
}

void Walk::go_back() {
    at_ = calls_.back().back;
    loops_.resize(calls_.back().loops);
    calls_.pop_back();
}

const Instruction* Walk::next(size_t branches) {
    const size_t end = program_.instructions.size();
    if (end > longest_walk) {
        refusals_.refuse_program("it has more than 4096 instructions");
        return nullptr;
    }
    for (;;) {
        // A label, or the end of the text, ends the routine before it.
        if (!calls_.empty() && (at_ == end || (!arrived_ && labels_.contains(at_)))) {
            go_back();
            arrived_ = false;
            continue;
        }
        if (at_ == end) return nullptr;
        arrived_ = false;
        if (++steps_ > longest_walk) {
            refusals_.refuse_program("it runs more than 4096 instructions");
            return nullptr;
        }
        const Instruction& instruction = program_.instructions[at_++];
        switch (follow(instruction, branches)) {
            case Goes::On: break;
            case Goes::End: return nullptr;
            case Goes::Selects: return &instruction;
        }
    }
}

Walk::Goes Walk::follow(const Instruction& instruction, size_t branches) {
    switch (walked_role(instruction.opcode)) {
        case FlowRole::Call: return call(instruction, branches);
        case FlowRole::Return: return leave(instruction, branches);
        case FlowRole::Loop: repeat(instruction); return Goes::On;
        case FlowRole::Endloop:
            if (loops_.empty()) return Goes::On;
            // Once something is refused, the rest is looked at once.
            if (--loops_.back().left > 0 && refusals_.errors().empty())
                at_ = loops_.back().first;
            else
                loops_.pop_back();
            return Goes::On;
        case FlowRole::If:
        case FlowRole::Else:
        case FlowRole::Endif:
        case FlowRole::Break:
        case FlowRole::Continue:
        case FlowRole::Jump:
        case FlowRole::None: break;
    }
    return Goes::Selects;
}

Walk::Goes Walk::call(const Instruction& instruction, size_t branches) {
    const bool refused = !refusals_.errors().empty();
    if (!unconditional(instruction)) refusals_.refuse(instruction, "calls are made always or never");
    if (refused && called_.count(instruction.target)) return Goes::On;
    if (calls_.size() == deepest_calls) {
        refusals_.refuse(instruction, "calls go deeper than 32");
        return Goes::End;
    }
    called_.insert(instruction.target);
    if (is_empty_routine(program_, instruction.target)) return Goes::On;
    calls_.push_back({at_, branches, loops_.size()});
    at_ = static_cast<size_t>(called_instruction(program_, instruction));
    arrived_ = true;
    return Goes::On;
}

Walk::Goes Walk::leave(const Instruction& instruction, size_t branches) {
    if (!unconditional(instruction) || branches > (calls_.empty() ? 0 : calls_.back().branches)) {
        refusals_.refuse(instruction, "it returns in some fragments only");
        return Goes::On;
    }
    if (calls_.empty()) return Goes::End;
    go_back();
    return Goes::On;
}

void Walk::repeat(const Instruction& instruction) {
    const std::optional<int> turns = turns_of(program_, instruction);
    if (!turns) refusals_.refuse(instruction, "how often its loop turns is not known before it runs");
    if (turns && *turns == 0)
        at_ = static_cast<size_t>(instruction.target) + 1;
    else
        loops_.push_back({at_, turns.value_or(1)});
}

}  // namespace machines::tegra::fragment
