// Operands and results of instructions.
#include "machines/tegra/codegen/fragment/selector.h"

namespace machines::tegra::fragment {

void Selector::run() {
    Walk walk(program_, refusals_);
    while (const Instruction* next = walk.next(branches_.depth())) select(*next);
}

Ref Selector::operand(size_t n, size_t component) {
    const Operand& from = instruction_->operands[n];
    const size_t index = from.scalar ? 0 : component;
    const uint8_t selector = from.swizzle[index];
    const bool negative = from.negate >> index & 1;
    Ref r;
    if (selector >= swizzle_zero) {
        r = make_.constant(selector == swizzle_one);
    } else {
        const int reg = program_.variables[static_cast<size_t>(from.variable)].register_of(from.element);
        switch (from.file) {
            case RegisterFile::Attribute: r = inputs_.attribute(*instruction_, reg, selector); break;
            case RegisterFile::Temporary: {
                const auto it = values_.temporaries.find(reg);
                r = it == values_.temporaries.end() ? Ref{} : it->second[selector];
                break;
            }
            case RegisterFile::Result: {
                const auto it = values_.colours.find(program_.results[static_cast<size_t>(reg)].index);
                r = it == values_.colours.end() ? Ref{} : it->second[selector];
                break;
            }
            case RegisterFile::Parameter: r = inputs_.parameter(*instruction_, reg, selector); break;
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
    if (r.node < 0) r = make_.constant(0);  // a register that nothing has written
    if (from.absolute) r = magnitude(r);
    return negative ? minus(r) : r;
}

void Selector::assign(uint32_t mask, const Vector& value) {
    const Destination& result = instruction_->result;
    Vector* to = nullptr;
    if (result.variable >= 0 && result.file != RegisterFile::None) {
        const int reg = program_.variables[static_cast<size_t>(result.variable)].register_of(result.element);
        if (result.file == RegisterFile::Result) {
            const int target = program_.results[static_cast<size_t>(reg)].index;
            to = &values_.colours[target];
        } else {
            to = &values_.temporaries[reg];
        }
    }
    const bool conditional = result.condition.test != ConditionTest::True;
    std::array<Test, 4> tests;
    if (conditional)
        for (size_t c = 0; c < 4; c++) tests[c] = tests_.component(result.condition, c);
    for (size_t c = 0; c < 4; c++) {
        if (!(mask >> c & 1)) continue;
        const auto put = [&](Ref& into) {
            if (into.node < 0) into = make_.constant(0);
            into = conditional ? choose(make_, tests[c], value[c], into) : value[c];
        };
        if (to) put((*to)[c]);
        if (instruction_->condition_update != ConditionUpdate::None)
            put(values_.condition_codes[instruction_->condition_update == ConditionUpdate::Code1][c]);
    }
}

void Selector::write(const Vector& value) {
    Vector v = value;
    for (size_t c = 0; c < 4; c++) {
        if (!(instruction_->result.write_mask >> c & 1)) continue;
        if (v[c].node < 0) v[c] = make_.constant(0);
        if (instruction_->saturation == Saturation::Unsigned) v[c] = make_.saturated(v[c]);
        // What the instruction itself computes, not what it moves.
        if ((instruction_->precision != Precision::Full || program_.has(Option::ArbPrecisionHintFastest)) &&
            v[c].node >= first_new_)
            make_.graph().at(v[c].node).wants_low_precision = true;
    }
    assign(instruction_->result.write_mask, v);
}

}  // namespace machines::tegra::fragment
