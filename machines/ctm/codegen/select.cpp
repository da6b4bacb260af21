// Operands and results of instructions, and what each instruction becomes.
#include <algorithm>
#include <bit>
#include <cmath>

#include "machines/ctm/codegen/selector.h"

namespace machines::ctm {
namespace {

// Signed results and 12-bit fixed-point ones stay within these.
struct Bounds {
    float low, high;
};
constexpr Bounds signed_bounds{-1, 1};
constexpr Bounds fixed_bounds{-2, 2047.0f / 1024};

}  // namespace

void Selector::run() {
    flow_.begin();
    for (size_t i = 0; i < program_.instructions.size(); i++) {
        flow_.begin_labels(static_cast<int32_t>(i));
        if (!flow_.unreachable()) select(program_.instructions[i]);
    }
    flow_.end();
    const auto limit = [&](bool broken, const char* what) {
        if (broken) refusals_.refuse_program(std::string("it needs more than ") + what);
    };
    limit(constants_.too_many_floats(), "256 constants");
    limit(constants_.too_many_integers(), "32 loop counts");
    limit(static_cast<int>(inputs_.fetches().size()) + std::bit_width(lookups_.units()) > input_count, "16 inputs");
    make_.ops().insert(make_.ops().begin(), inputs_.fetches().begin(), inputs_.fetches().end());
}

int Selector::temporary_of(int reg) {
    const auto [it, added] = temporaries_.try_emplace(reg, 0);
    if (added) it->second = make_.scratch();
    return it->second;
}

// The operand; `lanes` of it are read. What the units cannot take as it is goes through a register.
Source Selector::operand(const Instruction& instruction, size_t n, uint32_t lanes) {
    const Operand& from = instruction.operands[n];
    const Variable& variable = program_.variables[static_cast<size_t>(from.variable)];
    const int reg = variable.register_of(from.element);
    Source s;
    for (size_t i = 0; i < 4; i++) {
        const uint8_t swizzle = from.swizzle[from.scalar ? 0 : i];
        s.select[i] = swizzle == swizzle_zero  ? uint8_t{channel_zero}
                      : swizzle == swizzle_one ? uint8_t{channel_one}
                                               : swizzle;
    }
    s.absolute = from.absolute;
    const uint32_t negated = from.scalar ? (from.negate & 1 ? 15u : 0u) : from.negate;
    s.negate = (negated & lanes) != 0;
    const bool mixed = (negated & lanes) != 0 && (negated & lanes) != lanes;
    if (from.file == RegisterFile::Attribute) {
        s.file = Source::Register;
        s.index = s.alpha = inputs_.attribute(reg);
    } else if (from.file == RegisterFile::Temporary) {
        s.file = Source::Register;
        s.index = s.alpha = temporary_of(reg);
    } else {
        const Binding& binding = program_.parameters[static_cast<size_t>(reg)];
        if (binding.kind == BindingKind::Constant) {
            std::array<float, 4> values{};
            for (size_t i = 0; i < 4; i++) {
                if (s.select[i] > channel_a)
                    values[i] = s.select[i] == channel_one ? 1.0f : 0.0f;
                else
                    values[i] = std::bit_cast<float>(binding.constant[s.select[i]]);
                if (from.absolute) values[i] = std::fabs(values[i]);
                if (negated >> i & 1) values[i] = -values[i];
            }
            if (const auto small = constants_.literal_operand(values, lanes)) return *small;
            if (mixed) return constant(constants_.literal(values));
        }
        s.file = Source::Constant;
        s.index = s.alpha = constants_.parameter(program_, reg);
    }
    if (!mixed) return s;
    // Signs of single components: a factor.
    s.negate = false;
    std::array<float, 4> signs;
    for (size_t i = 0; i < 4; i++) signs[i] = negated >> i & 1 ? -1.0f : 1.0f;
    return make_.step(op_mad, lanes, s, constant(constants_.literal(signs)), number(channel_zero));
}

Target Selector::target(const Instruction& instruction) {
    Target t;
    const Destination& result = instruction.result;
    t.mask = result.write_mask;
    t.clamp = instruction.saturation == Saturation::Unsigned;
    if (result.variable < 0 || result.file == RegisterFile::None) return t;
    const int reg = program_.variables[static_cast<size_t>(result.variable)].register_of(result.element);
    if (result.file == RegisterFile::Result) {
        const Binding& binding = program_.results[static_cast<size_t>(reg)];
        if (binding.kind == BindingKind::Depth) {
            t.output = output_count;
            t.mask &= 4;
        } else {
            t.output = binding.index;
        }
        return t;
    }
    t.reg = temporary_of(reg);
    return t;
}

void Selector::select(const Instruction& instruction) {
    if (!supported(program_, instruction, refusals_)) return;
    if (opcode_info(instruction.opcode).category == OpcodeCategory::Flow) return flow_.select(instruction);
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
    const int u = make_.scratch();
    Target t = temporary(u, final.mask);
    t.clamp = final.clamp;
    select_operation(instruction, t);
    int result = u;
    if (bounds) {
        const int v = make_.scratch();
        result = make_.scratch();
        make_.append(op_max, temporary(v, t.mask), plain(u), constants_.value(bounds->low));
        make_.append(op_min, temporary(result, t.mask), plain(v), constants_.value(bounds->high));
    }
    Target to = final;
    to.clamp = false;
    if (to.is_depth()) {
        // The depth is written by the alpha unit, so that is whose predicate bit decides.
        if (conditional) {
            ConditionMask z = condition;
            z.swizzle.fill(condition.swizzle[2]);
            conditions_.set_predicates(z, alpha_lane);
            to.predicated = true;
        }
        make_.move(to, plain(result));
    }
    if (conditional && (updates || !to.is_depth())) conditions_.set_predicates(condition, t.mask);
    if (!to.is_depth() && (to.reg >= 0 || to.output >= 0)) {
        to.predicated = conditional;
        make_.move(to, plain(result));
    }
    if (updates) {
        const uint8_t code = instruction.condition_update == ConditionUpdate::Code1;
        Target flags = temporary(conditions_.code_value(code), t.mask);
        flags.predicated = conditional;
        make_.move(flags, plain(result));
        conditions_.forget(code);
    }
}

void Selector::look_up(const Instruction& instruction, const Target& t) {
    const std::optional<Lookup> lookup = lookups_.lookup_of(program_, instruction, refusals_);
    if (!lookup) return;
    if (lookups_.is_filtered(*lookup) && !t.mask) return;
    lookups_.look_up(*lookup, operand(instruction, 0, lookups_.lanes_of(*lookup)), t);
}

void Selector::kill(const Instruction& instruction) {
    Op op;
    op.type = Texture;
    op.tex_op = tex_kill;
    op.mask = 15;
    if (instruction.condition_operand) {
        const ConditionMask& condition = instruction.condition;
        if (condition.test == ConditionTest::False) return;
        const int u = make_.scratch();
        op.coordinate = u;
        if (condition.test == ConditionTest::Less || condition.test == ConditionTest::Greater) {
            // The test that it makes anyway.
            uint16_t test = 0;
            make_.move(temporary(u), conditions_.value(condition, test));
        } else {
            make_.move(temporary(u), minus(number(channel_one)));
            if (condition.test != ConditionTest::True) {
                conditions_.set_predicates(condition, 15);
                op.predicated = true;
            }
        }
        make_.push(op);
        return;
    }
    const Source s = operand(instruction, 0, 15);
    if (s.file == Source::Register && !s.negate && !s.absolute && s.select == std::array<uint8_t, 4>{0, 1, 2, 3}) {
        op.coordinate = s.index;
    } else {
        // Channels that repeat others need no test.
        op.coordinate = make_.scratch();
        op.mask = 0;
        for (size_t i = 0; i < 4; i++)
            if (std::find(s.select.begin(), s.select.begin() + static_cast<std::ptrdiff_t>(i), s.select[i]) ==
                s.select.begin() + static_cast<std::ptrdiff_t>(i))
                op.mask |= 1u << i;
        make_.move(temporary(op.coordinate, op.mask), s);
    }
    make_.push(op);
}

}  // namespace machines::ctm
