#include "runtime/decode/decode_convert.h"

#include <utility>
#include <vector>

#include "ir/semantics/convert_number.h"
#include "runtime/decode/number_types.h"
#include "runtime/decode/results.h"
#include "runtime/decode/sources.h"

namespace runtime::decoded {

// ---- CVT ---------------------------------------------------------------------------------------------------------

namespace {

bool has_8_bits(DataType type) { return type == DataType::S8 || type == DataType::U8; }
bool has_16_bits(DataType type) { return type == DataType::S16 || type == DataType::U16; }

// The chain of steps is made of steps of 32 bits that round to nearest and clamp: infinities would become the nearest
// integer of 32 bits before they lose their high bits.
bool needs_convert_step(const Program& program, const Instruction& instruction) {
    const DataType to = instruction.type, from = instruction.storage;
    const bool saturated = instruction.saturation != Saturation::None;
    const bool between_floats = is_float(from) && is_float(to);
    const bool rounds_to_float = is_float(to) && bit_count_of(to) < bit_count_of(from) + (is_float(from) ? 0 : 1);
    const bool plain_rounding = instruction.rounding == Rounding::Default || instruction.rounding == Rounding::Round;
    return is_64_bit(to) || is_64_bit(from) || is_wide(program, instruction.result.variable) ||
           is_wide(program, instruction.operands[0].variable) || (rounds_to_float && !plain_rounding) ||
           (to == DataType::F16 && !between_floats) ||
           (to == DataType::F16 && instruction.condition_update != ConditionUpdate::None) ||
           (is_float(from) && !is_float(to) && bit_count_of(to) < 32 && !saturated) ||
           instruction.saturation == Saturation::Signed;
}

using Chain = std::vector<std::pair<Operation, LaneKind>>;

Operation rounding_operation(Rounding rounding) {
    switch (rounding) {
        case Rounding::Ceil: return Operation::Ceil;
        case Rounding::Floor: return Operation::Flr;
        case Rounding::Trunc: return Operation::Trunc;
        case Rounding::Default:
        case Rounding::Round: break;
    }
    return Operation::Round;
}

// From an integer of 32 bits of `kind` to an integer type.
void add_narrowing(Chain& chain, LaneKind kind, DataType to, bool saturated) {
    const LaneKind to_kind = lane_kind(to);
    const bool to_8 = has_8_bits(to), to_16 = has_16_bits(to);
    if (!saturated) {
        if (to_8) chain.emplace_back(Operation::Low8, to_kind);
        if (to_16) chain.emplace_back(Operation::Low16, to_kind);
    } else if (to_kind == LaneKind::Unsigned) {
        if (kind == LaneKind::Signed) chain.emplace_back(Operation::ClampPositive, LaneKind::Signed);
        if (to_8) chain.emplace_back(Operation::ClampU8, LaneKind::Unsigned);
        if (to_16) chain.emplace_back(Operation::ClampU16, LaneKind::Unsigned);
    } else if (kind == LaneKind::Unsigned) {
        const Operation clamp = to_8 ? Operation::ClampU7 : to_16 ? Operation::ClampU15 : Operation::ClampU31;
        chain.emplace_back(clamp, LaneKind::Unsigned);
    } else {
        if (to_8) chain.emplace_back(Operation::ClampS8, LaneKind::Signed);
        if (to_16) chain.emplace_back(Operation::ClampS16, LaneKind::Signed);
    }
}

// Steps of 32 bits: out of the source's size, between number types, into the result's size.
Chain conversion_chain(const Instruction& instruction) {
    const DataType to = instruction.type, from = instruction.storage;
    const LaneKind to_kind = lane_kind(to), from_kind = lane_kind(from);
    const bool saturated = instruction.saturation != Saturation::None;
    Chain chain;
    if (from == DataType::F16) chain.emplace_back(Operation::FromHalf, LaneKind::Float);
    if (has_8_bits(from)) chain.emplace_back(Operation::Low8, from_kind);
    if (has_16_bits(from)) chain.emplace_back(Operation::Low16, from_kind);
    if (to_kind == LaneKind::Float) {
        if (from_kind != LaneKind::Float) chain.emplace_back(Operation::I2f, from_kind);
    } else {
        if (from_kind == LaneKind::Float) {
            chain.emplace_back(rounding_operation(instruction.rounding), saturated ? to_kind : LaneKind::Float);
            if (!saturated) chain.emplace_back(Operation::Wrap, to_kind);
        }
        add_narrowing(chain, from_kind == LaneKind::Float ? to_kind : from_kind, to, saturated);
    }
    if (to == DataType::F16) {
        if (saturated) chain.emplace_back(Operation::Mov, LaneKind::Float);
        chain.emplace_back(Operation::ToHalf, LaneKind::Float);
    }
    if (chain.empty()) chain.emplace_back(Operation::Mov, to_kind);
    return chain;
}

// Operands have no modifiers; what an earlier step left lies in a register of its own.
void decode_conversion_chain(DecodeContext& context, const Instruction& instruction) {
    const Chain chain = conversion_chain(instruction);
    const uint8_t mask = instruction.result.write_mask;
    Source at = source(context, instruction.operands[0], false, mask);
    const RegisterAddress between = context.registers.new_scratch();
    for (size_t i = 0; i + 1 < chain.size(); i++) {
        const StepOffset step = context.steps.compute(chain[i].first, chain[i].second, {at}, between, mask);
        if (chain[i].first == Operation::Mov)
            context.steps.get<ComputeStep>(step).result.saturation = instruction.saturation;
        at = whole_register(between);
    }
    const StepOffset last = compute(context, chain.back().first, chain.back().second, {at}, instruction);
    // Saturation of integers and of binary16 is done by then.
    if (instruction.type != DataType::F32) context.steps.get<ComputeStep>(last).result.saturation = Saturation::None;
}

}  // namespace

void decode_convert(DecodeContext& context, const Instruction& instruction) {
    if (!needs_convert_step(context.program, instruction)) return decode_conversion_chain(context, instruction);
    const Operand& operand = instruction.operands[0];
    ConvertStep step;
    step.from = instruction.storage;
    step.to = instruction.type;
    step.rounding = instruction.rounding;
    step.wide_source = is_wide(context.program, operand.variable);
    step.source = source(context, operand, operand.scalar, instruction.result.write_mask,
                         step.wide_source ? DataType::U64 : DataType::U32);
    convert(context, step, instruction);
}

// ---- 64-bit registers --------------------------------------------------------------------------------------------

Source whole_turns(DecodeContext& context, const Source& count, DataType type) {
    ConvertStep step;
    step.from = type;
    step.to = DataType::S32;
    step.rounding = Rounding::Floor;
    step.wide_source = true;
    step.source = component_of(without_modifiers(context, count, type, 1).component(0), 0);
    step.result.saturation = Saturation::Unsigned;
    return component_of(converted(context, step, 1).component(0), 0);
}

// Words of the operand side by side become low and high words.
void decode_pack64(DecodeContext& context, const Instruction& instruction) {
    const Operand& operand = instruction.operands[0];
    const Source from = source(context, operand, operand.scalar, 0xf, instruction.type);
    const RegisterAddress packed = context.registers.new_scratch(true);
    for (uint32_t high = 0; high < 2; high++) {
        Source words = from;
        words.negate = 0;
        for (uint32_t c = 0; c < 4; c++) {
            const uint32_t word = (c & 1) * 2 + high;
            set_component(words, static_cast<int>(c), from.component(static_cast<int>(word)));
            words.negate = static_cast<uint8_t>(words.negate | (from.negate >> word & 1) << c);
        }
        context.steps.compute(Operation::Mov, lane_kind(instruction.type), {words},
                              {packed.base, packed.offset + high * vector_bytes}, instruction.result.write_mask);
    }
    // Bits, whatever the type says.
    move_result(context, packed, DataType::U64, instruction);
}

void decode_unpack64(DecodeContext& context, const Instruction& instruction) {
    const Operand& operand = instruction.operands[0];
    const LaneKind kind = lane_kind(instruction.type);
    const DataType wide_type = type_of(kind, true);
    const Source from =
        without_modifiers(context, source(context, operand, operand.scalar, 3, wide_type), wide_type, 3);
    Source words;
    for (uint32_t c = 0; c < 4; c++) {
        words.base[c] = from.base[c / 2];
        words.offset[c] = from.offset[c / 2] + (c & 1) * vector_bytes;
    }
    compute(context, Operation::Mov, kind, {words}, instruction);
}

void decode_integer_to_float(DecodeContext& context, const Instruction& instruction) {
    const Operand& operand = instruction.operands[0];
    const DataType type = instruction.type;
    const uint8_t mask = instruction.result.write_mask;
    ConvertStep step;
    step.from = type;
    step.to = is_wide(context.program, instruction.result.variable) ? DataType::F64 : DataType::F32;
    step.wide_source = is_64_bit(type);
    step.source = without_modifiers(context, source(context, operand, operand.scalar, mask, type), type, mask);
    convert(context, step, instruction);
}

}  // namespace runtime::decoded
