#include <algorithm>
#include <bit>
#include <cmath>

#include "machines/ctm/codegen/selector.h"

namespace machines::ctm {
namespace {

constexpr float most_turns = 255;

// Signed results and 12-bit fixed-point ones stay within these.
struct Bounds {
    float low, high;
};
constexpr Bounds signed_bounds{-1, 1};
constexpr Bounds fixed_bounds{-2, 2047.0f / 1024};

Decision inverse(Decision d) {
    return d == Decision::IfFalse ? Decision::IfTrue : d == Decision::Never ? Decision::Always : Decision::Never;
}

}  // namespace

int Selector::code_value(uint8_t code) {
    int& reg = codes_[code & 1];
    if (reg < 0) reg = scratch();
    return reg;
}

// What to compare with zero, and how.
Source Selector::condition_value(const ConditionMask& condition, uint16_t& test) {
    Source s = plain(code_value(condition.code_register));
    switch (condition.test) {
        case ConditionTest::Equal: test = test_equal; break;
        case ConditionTest::NotEqual: test = test_not_equal; break;
        case ConditionTest::Less: test = test_less; break;
        case ConditionTest::GreaterEqual: test = test_greater_equal; break;
        case ConditionTest::Greater:
            test = test_less;
            s = minus(s);
            break;
        case ConditionTest::LessEqual:
            test = test_greater_equal;
            s = minus(s);
            break;
        default: {
            // NaN and NotNaN; others are refused. One where it is a number: C of CMP that is none chooses the second.
            const int u = scratch();
            append(op_cmp, temporary(u), number(channel_one), number(channel_zero), magnitude(s));
            test = condition.test == ConditionTest::NaN ? test_equal : test_not_equal;
            s = plain(u);
        }
    }
    for (size_t i = 0; i < 4; i++) s.select[i] = condition.swizzle[i];
    return s;
}

void Selector::set_predicates(const ConditionMask& condition, uint32_t lanes) {
    if (predicates_ && *predicates_ == condition && !(lanes & ~predicate_lanes_)) return;
    uint16_t test = 0;
    const Source s = condition_value(condition, test);
    Op op;
    for (const bool alpha : {false, true}) {
        Half& h = alpha ? op.alpha : op.rgb;
        h.predicate_mask = lanes & (alpha ? alpha_lane : rgb_lanes);
        if (!h.predicate_mask) continue;
        h.on = true;
        h.op = op_max.of(alpha);
        h.source = {s, s, {}};
        h.test = test;
    }
    ops_.push_back(op);
    predicates_ = condition;
    predicate_lanes_ = lanes;
}

// Sets the ALU result to whether any component passes. IfFalse: jumps where none does.
Decision Selector::decide(const ConditionMask& condition) {
    if (condition.test == ConditionTest::True) return Decision::Never;
    if (condition.test == ConditionTest::False) return Decision::Always;
    const Swizzle& swizzle = condition.swizzle;
    const bool one = std::all_of(swizzle.begin(), swizzle.end(), [&](uint8_t x) { return x == swizzle[0]; });
    Op op;
    if (one) {
        uint16_t test = 0;
        const Source s = lane(condition_value(condition, test), 3);
        op.alpha.on = true;
        op.alpha.op = alpha_max;
        op.alpha.source = {s, s, {}};
        op.alpha.tests = true;
        op.alpha.test = test;
    } else {
        const int u = scratch();
        move(temporary(u), number(channel_zero));
        set_predicates(condition, 15);
        Target passed = temporary(u);
        passed.predicated = true;
        move(passed, number(channel_one));
        op.rgb.on = op.alpha.on = true;
        op.rgb.op = rgb_dp4;
        op.rgb.source = op.alpha.source = {plain(u), number(channel_one), {}};
        op.rgb.tests = true;
        op.rgb.test = test_not_equal;
    }
    ops_.push_back(op);
    return Decision::IfFalse;
}

void Selector::branch(FlowKind kind, Decision jumps, int label) {
    Op op;
    op.type = Flow;
    op.flow = kind;
    op.jumps = jumps;
    op.label = label;
    if (kind == FlowKind::Rep || kind == FlowKind::Endrep) op.constant = counts_.empty() ? 0 : counts_.back();
    ops_.push_back(op);
    if (kind != FlowKind::If && kind != FlowKind::Rep) predicates_.reset();
    // What was true before a loop need not be in its second turn.
    if (kind == FlowKind::Rep) predicates_.reset();
}

void Selector::close_branches() {
    for (; pending_branches_ > 0; pending_branches_--) branch(FlowKind::Endif);
}

void Selector::begin_labels(int32_t index) {
    for (; next_label_ < program_.labels.size() && program_.labels[next_label_].instruction == index; next_label_++)
        begin_label(static_cast<int32_t>(next_label_));
}

// Routines that are called begin here, and the main program where it is not the first.
void Selector::begin_label(int32_t number) {
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
                refuse(program_.instructions[static_cast<size_t>(index)],
                       "the main program runs into a routine without RET");
        }
    }
    branch(FlowKind::Label, Decision::Always, main ? main_label : first_label + number);
    if (main && called)
        refuse(program_.instructions[static_cast<size_t>(index)], "the main program is called like a routine");
    in_main_ = main;
    unreachable_ = false;
}

void Selector::repeat(const Instruction& instruction) {
    const auto push = [&](int constant) {
        counts_.push_back(constant);
        open_.push_back(FlowKind::Rep);
        branch(FlowKind::Rep);
    };
    const auto bad = [&](const char* reason) {
        refuse(instruction, reason);
        push(0);
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
        generated_.counts.push_back({static_cast<uint32_t>(reg), component, static_cast<uint32_t>(next_integer_)});
        return push(next_integer_++);
    }
    const uint32_t bits = binding.constant[component];
    float turns = instruction.type == DataType::S32   ? static_cast<float>(static_cast<int32_t>(bits))
                  : instruction.type == DataType::U32 ? static_cast<float>(bits)
                                                      : std::bit_cast<float>(bits);
    if (from.absolute) turns = std::fabs(turns);
    if (negated) turns = -turns;
    turns = turns > 0 ? std::floor(turns) : 0;
    if (turns > most_turns) return bad("loops have 255 turns at most");
    const auto [it, added] = integer_literals_.try_emplace(static_cast<int>(turns), next_integer_);
    if (added) {
        generated_.object.integers.push_back(
            {static_cast<uint32_t>(next_integer_), {static_cast<uint32_t>(turns), 0, 0, 0}});
        next_integer_++;
    }
    push(it->second);
}

void Selector::flow(const Instruction& instruction) {
    switch (flow_role(instruction.opcode)) {
        case FlowRole::If: open_.push_back(FlowKind::If); return branch(FlowKind::If, decide(instruction.condition));
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
        case FlowRole::Continue: {
            const Decision leaves = inverse(decide(instruction.condition));
            if (std::find(open_.begin(), open_.end(), FlowKind::Rep) == open_.end())
                return refuse(instruction, "there is no loop in this routine to leave");
            if (leaves != Decision::Never)
                branch(instruction.opcode == Opcode::Brk ? FlowKind::Break : FlowKind::Continue, leaves);
            return;
        }
        case FlowRole::Call: {  // CAL: supported() refuses CALI
            const Decision skips = decide(instruction.condition);
            if (skips == Decision::Always) return;
            if (skips != Decision::Never) branch(FlowKind::If, skips);
            branch(FlowKind::Call, Decision::Always, first_label + instruction.target);
            if (skips != Decision::Never) branch(FlowKind::Endif);
            return;
        }
        case FlowRole::Return: return leave(instruction);
        case FlowRole::Jump:
        case FlowRole::None: return refuse(instruction, "there is no such flow control");
    }
}

// RET. One under a condition leaves the rest of the routine to the others.
void Selector::leave(const Instruction& instruction) {
    const Decision leaves = inverse(decide(instruction.condition));
    if (leaves == Decision::Never) return;
    if (!open_.empty()) return refuse(instruction, "there is no return out of branches and loops");
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

void Selector::select(const Instruction& instruction, int32_t) {
    if (!supported(instruction)) return;
    if (opcode_info(instruction.opcode).category == OpcodeCategory::Flow) return flow(instruction);
    if (has_trait(instruction.opcode, Trait::Kills)) return kill(instruction);
    const ConditionMask& condition = instruction.result.condition;
    if (condition.test == ConditionTest::False) return;
    const bool conditional = condition.test != ConditionTest::True;
    const bool updates = instruction.condition_update != ConditionUpdate::None;
    std::optional<Bounds> bounds;
    if (instruction.saturation == Saturation::Signed)
        bounds = signed_bounds;
    else if (instruction.precision == Precision::Fixed12 && instruction.saturation == Saturation::None)
        bounds = fixed_bounds;
    const Target final = target(instruction);
    if (!conditional && !updates && !bounds) {
        if (final.reg >= 0 || final.output >= 0) select_operation(instruction, final);
        return;
    }
    const int u = scratch();
    Target t = temporary(u, final.mask);
    t.clamp = final.clamp;
    select_operation(instruction, t);
    int result = u;
    if (bounds) {
        const int v = scratch();
        result = scratch();
        append(op_max, temporary(v, t.mask), plain(u), value(bounds->low));
        append(op_min, temporary(result, t.mask), plain(v), value(bounds->high));
    }
    Target to = final;
    to.clamp = false;
    if (to.output == output_count) {
        // The depth is written by the alpha unit, so that is whose predicate bit decides.
        if (conditional) {
            ConditionMask z = condition;
            z.swizzle.fill(condition.swizzle[2]);
            set_predicates(z, alpha_lane);
            to.predicated = true;
        }
        move(to, plain(result));
    }
    if (conditional && (updates || to.output != output_count)) set_predicates(condition, t.mask);
    if (to.output != output_count && (to.reg >= 0 || to.output >= 0)) {
        to.predicated = conditional;
        move(to, plain(result));
    }
    if (updates) {
        const uint8_t code = instruction.condition_update == ConditionUpdate::Code1;
        Target flags = temporary(code_value(code), t.mask);
        flags.predicated = conditional;
        move(flags, plain(result));
        if (predicates_ && predicates_->code_register == code) predicates_.reset();
    }
}

}  // namespace machines::ctm
