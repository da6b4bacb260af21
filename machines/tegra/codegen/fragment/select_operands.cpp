// What instructions become in the graph, and which are refused.
#include <algorithm>
#include <bit>

#include "machines/tegra/codegen/fragment/generator.h"
#include "machines/tegra/emulator/fragment_pipeline.h"

namespace machines::tegra {

bool Generator::supported() {
    const Instruction& i = *instruction_;
    const size_t before = generated_.errors.size();
    const OpcodeInfo& info = opcode_info(i.opcode);
    if (i.precision == Precision::Fixed12) refuse("the ALU has no fixed-point numbers of 12 bits");
    if (i.saturation == Saturation::Signed) refuse("results are clamped to [0,1] only");
    if (info.category == OpcodeCategory::Memory || info.category == OpcodeCategory::Image)
        refuse("programs have no memory to read and write");
    if (info.category == OpcodeCategory::Other && i.opcode != Opcode::Kil) refuse("there is no such operation");
    if (is_64_bit(i.type))
        refuse("there are no 64-bit numbers");
    else if (i.type != DataType::F32)
        refuse("the ALU computes with floating-point numbers only");
    if (i.result.relative.file != RegisterFile::None) refuse("registers are not indexed by computed values");
    for (size_t n = 0; n < i.operand_count; n++) {
        const Operand& from = i.operands[n];
        if (from.relative.file != RegisterFile::None)
            refuse("registers are not indexed by computed values");
        else if (from.file != RegisterFile::Attribute && from.file != RegisterFile::Temporary &&
                 from.file != RegisterFile::Parameter && from.file != RegisterFile::Result)
            refuse("operands are attributes, temporaries and parameters only");
    }
    const auto known_test = [&](const ConditionMask& mask) {
        if (mask.test > ConditionTest::GreaterEqual) refuse("conditions are tested for their sign only");
    };
    known_test(i.result.condition);
    if (i.condition_operand || info.has_condition) known_test(i.condition);
    if (i.result.file == RegisterFile::Result) {
        const Variable& variable = program_.variables[static_cast<size_t>(i.result.variable)];
        const Binding& binding = program_.results[static_cast<size_t>(variable.register_of(i.result.element))];
        if (binding.kind == BindingKind::Depth)
            refuse("fragments keep the depth they have");
        else if (binding.kind != BindingKind::Color)
            refuse("results are colours only");
        else if (binding.secondary)
            refuse("a colour has no second source");
        else if (binding.index >= render_targets - 1)
            refuse("there are 15 colours");
    } else if (i.result.file != RegisterFile::None && i.result.file != RegisterFile::Temporary) {
        refuse("results are temporaries and colours");
    }
    return generated_.errors.size() == before;
}

Ref Generator::position(size_t component) {
    switch (component) {
        case 0: return sum(leaf(Node::Selector, register_position_x, 0, {0, 16384}), constant(-8191.5));
        case 1:
            return sum(sum(minus(leaf(Node::Selector, register_position_y, 0, {0, 16384})), constant(8192)),
                       uniform(GeneratedFragment::UniformKind::HeightLessHalf, 0, 0));
        case 2: {
            graph_.needs_depth = true;
            const Ref low = leaf(Node::DepthLow, 0, 0, {0, fixed_high}),
                      high = leaf(Node::DepthHigh, 0, 0, {0, fixed_high});
            return mad(high, constant(depth_high_factor), mad(low, constant(depth_low_factor), constant(depth_offset)));
        }
        default: return leaf(Node::InverseW, 0);
    }
}

Ref Generator::attribute(int reg, size_t component) {
    const Attribute& from = program_.attributes[static_cast<size_t>(reg)];
    switch (from.binding.kind) {
        case BindingKind::FragmentPosition: return position(component);
        case BindingKind::Facing: return leaf(Node::Selector, register_face, 0, {-1, 1});
        case BindingKind::FogCoord:
            if (component) return constant(component == 3);
            break;
        case BindingKind::Color:
        case BindingKind::Texcoord:
        case BindingKind::GenericAttrib: break;
        default: refuse("the linker has no such input"); return constant(0);
    }
    if (from.interpolation == Interpolation::NoPerspective) refuse("inputs are interpolated with perspective");
    if (from.sample_location != SampleLocation::Pixel) refuse("inputs are interpolated at the pixel's centre");
    const Ref front = leaf(Node::Varying, reg, static_cast<int>(component));
    if (!options_.two_sided || from.binding.kind != BindingKind::Color || from.binding.back) return front;
    return select(leaf(Node::Selector, register_face, 0, {-1, 1}),
                  leaf(Node::Varying, back_of(reg), static_cast<int>(component)), front);
}

Ref Generator::parameter(int reg, size_t component) {
    const Binding& binding = program_.parameters[static_cast<size_t>(reg)];
    if (binding.kind != BindingKind::Constant)
        return uniform(GeneratedFragment::UniformKind::Parameter, reg, static_cast<int>(component));
    const double value = static_cast<double>(std::bit_cast<float>(binding.constant[component]));
    if (!(std::fabs(value) < 0x1p32)) refuse("a constant is beyond the range of 20-bit numbers");
    return constant(std::isnan(value) ? 0 : value);
}

Ref Generator::operand(size_t n, size_t component) {
    const Operand& from = instruction_->operands[n];
    const size_t place = from.scalar ? 0 : component;
    const uint8_t selector = from.swizzle[place];
    const bool negative = from.negate >> place & 1;
    Ref r;
    if (selector >= swizzle_zero) {
        r = constant(selector == swizzle_one);
    } else {
        const int reg = program_.variables[static_cast<size_t>(from.variable)].register_of(from.element);
        switch (from.file) {
            case RegisterFile::Attribute: r = attribute(reg, selector); break;
            case RegisterFile::Temporary: {
                const auto it = temporaries_.find(reg);
                r = it == temporaries_.end() ? Ref{} : it->second[selector];
                break;
            }
            case RegisterFile::Result: {
                const auto it = colours_.find(program_.results[static_cast<size_t>(reg)].index);
                r = it == colours_.end() ? Ref{} : it->second[selector];
                break;
            }
            case RegisterFile::Parameter: r = parameter(reg, selector); break;
            case RegisterFile::None:
            case RegisterFile::Address:
            case RegisterFile::Buffer:
            case RegisterFile::Texture:
            case RegisterFile::Image:
            case RegisterFile::Storage:
            case RegisterFile::Counter:
            case RegisterFile::Shared:
            case RegisterFile::Subroutine: break;  // supported() refuses these
        }
    }
    if (r.node < 0) r = constant(0);  // a register that nothing has written
    if (from.absolute) r = magnitude(r);
    return negative ? minus(r) : r;
}

Generator::Test Generator::condition_test(const ConditionMask& mask, size_t component) {
    Test t;
    const Ref& from = conditions_[mask.code_register & 1][mask.swizzle[component]];
    const Ref code = from.node < 0 ? constant(0) : from;
    switch (mask.test) {
        case ConditionTest::True: t.fixed = true; break;
        case ConditionTest::False: t.fixed = false; break;
        case ConditionTest::Less: t.condition = code; break;
        case ConditionTest::GreaterEqual:
            t.condition = code;
            t.inverted = true;
            break;
        case ConditionTest::Greater: t.condition = minus(code); break;
        case ConditionTest::LessEqual:
            t.condition = minus(code);
            t.inverted = true;
            break;
        case ConditionTest::Equal:
        case ConditionTest::NotEqual:
        default:
            t.condition = minus(magnitude(code));
            t.inverted = mask.test == ConditionTest::Equal;
            break;
    }
    // A flag takes half a register or less, while the value that was tested is a whole one for as long as it is tested.
    if (flags_ && !t.fixed) t.condition = minus(test(compare_greater, minus(t.condition), constant(0)));
    return t;
}

// One where it holds, else zero.
Ref Generator::flag(const Test& t) {
    const Ref negative = test(compare_greater, minus(t.condition), constant(0));
    return t.inverted ? sum(constant(1), minus(negative)) : negative;
}

Ref Generator::choose(const Test& t, const Ref& yes, const Ref& no) {
    if (t.fixed) return *t.fixed ? yes : no;
    return t.inverted ? select(t.condition, no, yes) : select(t.condition, yes, no);
}

void Generator::assign(uint32_t mask, const Vector& value) {
    const Destination& result = instruction_->result;
    Vector* to = nullptr;
    if (result.variable >= 0 && result.file != RegisterFile::None) {
        const int reg = program_.variables[static_cast<size_t>(result.variable)].register_of(result.element);
        if (result.file == RegisterFile::Result) {
            const int target = program_.results[static_cast<size_t>(reg)].index;
            to = &colours_[target];
        } else {
            to = &temporaries_[reg];
        }
    }
    const bool conditional = result.condition.test != ConditionTest::True;
    std::array<Test, 4> tests;
    if (conditional)
        for (size_t c = 0; c < 4; c++) tests[c] = condition_test(result.condition, c);
    for (size_t c = 0; c < 4; c++) {
        if (!(mask >> c & 1)) continue;
        const auto put = [&](Ref& into) {
            if (into.node < 0) into = constant(0);
            into = conditional ? choose(tests[c], value[c], into) : value[c];
        };
        if (to) put((*to)[c]);
        if (instruction_->condition_update != ConditionUpdate::None)
            put(conditions_[instruction_->condition_update == ConditionUpdate::Code1][c]);
    }
}

void Generator::write(const Vector& value) {
    Vector v = value;
    for (size_t c = 0; c < 4; c++) {
        if (!(instruction_->result.write_mask >> c & 1)) continue;
        if (v[c].node < 0) v[c] = constant(0);
        if (instruction_->saturation == Saturation::Unsigned) v[c] = saturated(v[c]);
        // What the instruction itself computes, not what it moves.
        if ((instruction_->precision != Precision::Full || program_.has(Option::ArbPrecisionHintFastest)) &&
            v[c].node >= first_new_)
            at(v[c].node).wants_low_precision = true;
    }
    assign(instruction_->result.write_mask, v);
}

}  // namespace machines::tegra
