#include "machines/ctm/codegen/flow.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace machines::ctm {
namespace {

constexpr float most_turns = 255;

Decision inverse(Decision d) {
    return d == Decision::IfFalse ? Decision::IfTrue : d == Decision::Never ? Decision::Always : Decision::Never;
}

}  // namespace

void FlowControl::begin() {
    if (entry_point(program_) == 0) return;
    branch(FlowKind::Jump, Decision::Always, main_label);
    unreachable_ = true;
}

void FlowControl::end() {
    begin_labels(static_cast<int32_t>(program_.instructions.size()));
    // A routine may end with the text, too.
    if (!unreachable_) close_branches();
    if (!unreachable_ && !in_main_) branch(FlowKind::Return);
    if (jumps_to_end_) branch(FlowKind::Label, Decision::Always, end_label);
}

void FlowControl::branch(FlowKind kind, Decision jumps, int label) {
    Op op;
    op.type = Flow;
    op.flow = kind;
    op.jumps = jumps;
    op.label = label;
    if (kind == FlowKind::Rep || kind == FlowKind::Endrep) op.constant = counts_.empty() ? 0 : counts_.back();
    make_.push(op);
    // A branch begins with what was true before it. What was true before a loop need not be in its second turn.
    if (kind != FlowKind::If) conditions_.forget();
}

void FlowControl::close_branches() {
    for (; pending_branches_ > 0; pending_branches_--) branch(FlowKind::Endif);
}

void FlowControl::begin_labels(int32_t index) {
    for (; next_label_ < program_.labels.size() && program_.labels[next_label_].instruction == index; next_label_++)
        begin_label(static_cast<int32_t>(next_label_));
}

// Routines that are called begin here, and the main program where it is not the first.
void FlowControl::begin_label(int32_t number) {
    // A label ends the routine before it; the main program runs on.
    if (!unreachable_ && !in_main_) {
        close_branches();
        branch(FlowKind::Return);
        unreachable_ = true;
    }
    const int32_t index = program_.labels[static_cast<size_t>(number)].instruction, start = entry_point(program_);
    const bool called = std::ranges::any_of(program_.instructions, [number](const Instruction& instruction) {
        return instruction.opcode == Opcode::Cal && instruction.target == number;
    });
    const bool main = index == start;
    if (!called && !(main && start != 0)) return;
    if (!unreachable_ && index > 0) {
        close_branches();
        // The end of the main program is where it runs into a routine's code.
        if (called) {
            branch(FlowKind::Jump, Decision::Always, end_label);
            jumps_to_end_ = true;
            if (static_cast<size_t>(index) < program_.instructions.size())
                refusals_.refuse(program_.instructions[static_cast<size_t>(index)],
                                 "the main program runs into a routine without RET");
        }
    }
    branch(FlowKind::Label, Decision::Always, main ? main_label : first_label + number);
    if (main && called)
        refusals_.refuse(program_.instructions[static_cast<size_t>(index)],
                         "the main program is called like a routine");
    in_main_ = main;
    unreachable_ = false;
}

void FlowControl::push_loop(int constant) {
    counts_.push_back(constant);
    open_.push_back(FlowKind::Rep);
    branch(FlowKind::Rep);
}

void FlowControl::repeat(const Instruction& instruction) {
    const auto bad = [&](const char* reason) {
        refusals_.refuse(instruction, reason);
        push_loop(0);
    };
    if (instruction.operand_count == 0) return bad("loops end after 255 turns, so that they need a count");
    const Operand& from = instruction.operands[0];
    if (from.file != RegisterFile::Parameter) return bad("the number of turns is a constant, no computed value");
    const int reg = program_.variables[static_cast<size_t>(from.variable)].register_of(from.element);
    const Binding& binding = program_.parameters[static_cast<size_t>(reg)];
    const uint8_t component = from.swizzle[0];
    const bool negated = from.negate & 1;
    if (component > channel_a) return bad("the number of turns is a constant");
    if (binding.kind != BindingKind::Constant) {
        if (instruction.type != DataType::F32 || negated || from.absolute)
            return bad("numbers of turns from the application are plain floating-point numbers");
        return push_loop(constants_.turns_of(reg, component));
    }
    const uint32_t bits = binding.constant[component];
    float turns = instruction.type == DataType::S32   ? static_cast<float>(static_cast<int32_t>(bits))
                  : instruction.type == DataType::U32 ? static_cast<float>(bits)
                                                      : std::bit_cast<float>(bits);
    if (from.absolute) turns = std::fabs(turns);
    if (negated) turns = -turns;
    turns = turns > 0 ? std::floor(turns) : 0;
    if (turns > most_turns) return bad("loops have 255 turns at most");
    push_loop(constants_.turns(static_cast<int>(turns)));
}

void FlowControl::select(const Instruction& instruction) {
    switch (flow_role(instruction.opcode)) {
        case FlowRole::If:
            open_.push_back(FlowKind::If);
            return branch(FlowKind::If, conditions_.decide(instruction.condition));
        case FlowRole::Else: return branch(FlowKind::Else);
        case FlowRole::Endif:
            if (!open_.empty()) open_.pop_back();
            return branch(FlowKind::Endif);
        case FlowRole::Loop: return repeat(instruction);
        case FlowRole::Endloop:
            branch(FlowKind::Endrep);
            if (!open_.empty()) open_.pop_back();
            if (!counts_.empty()) counts_.pop_back();
            return;
        case FlowRole::Break:
        case FlowRole::Continue: return leave_loop(instruction);
        case FlowRole::Call: return call(instruction);  // CAL: supported() refuses CALI
        case FlowRole::Return: return leave(instruction);
        case FlowRole::Jump:
        case FlowRole::None: return refusals_.refuse(instruction, "there is no such flow control");
    }
}

void FlowControl::leave_loop(const Instruction& instruction) {
    const Decision leaves = inverse(conditions_.decide(instruction.condition));
    if (std::find(open_.begin(), open_.end(), FlowKind::Rep) == open_.end())
        return refusals_.refuse(instruction, "there is no loop in this routine to leave");
    if (leaves != Decision::Never)
        branch(instruction.opcode == Opcode::Brk ? FlowKind::Break : FlowKind::Continue, leaves);
}

void FlowControl::call(const Instruction& instruction) {
    const Decision skips = conditions_.decide(instruction.condition);
    if (skips == Decision::Always) return;
    if (skips != Decision::Never) branch(FlowKind::If, skips);
    branch(FlowKind::Call, Decision::Always, first_label + instruction.target);
    if (skips != Decision::Never) branch(FlowKind::Endif);
}

// RET. One under a condition leaves the rest of the routine to the others.
void FlowControl::leave(const Instruction& instruction) {
    const Decision leaves = inverse(conditions_.decide(instruction.condition));
    if (leaves == Decision::Never) return;
    if (!open_.empty()) return refusals_.refuse(instruction, "there is no return out of branches and loops");
    if (leaves != Decision::Always) {
        branch(FlowKind::If, leaves);
        pending_branches_++;
        return;
    }
    close_branches();
    if (in_main_) {
        branch(FlowKind::Jump, Decision::Always, end_label);
        jumps_to_end_ = true;
    } else {
        branch(FlowKind::Return);
    }
    unreachable_ = true;
}

}  // namespace machines::ctm
