#include "runtime/decode/decoder.h"

namespace runtime::decoded {

void Decoder::decode_convert(const Instruction& instruction) {
    const DataType to = instruction.type, from = instruction.storage;
    const bool saturated = instruction.saturation != Saturation::None;
    // The chain of steps is made of steps of 32 bits that round to nearest and clamp: infinities would become the
    // nearest integer of 32 bits before they lose their high bits.
    const bool between_floats = is_float(from) && is_float(to);
    const bool rounds_to_float = is_float(to) && bit_count_of(to) < bit_count_of(from) + (is_float(from) ? 0 : 1);
    const bool plain_rounding = instruction.rounding == Rounding::Default || instruction.rounding == Rounding::Round;
    if (is_64_bit(to) || is_64_bit(from) || is_wide(instruction.result.variable) ||
        is_wide(instruction.operands[0].variable) || (rounds_to_float && !plain_rounding) ||
        (to == DataType::F16 && !between_floats) ||
        (to == DataType::F16 && instruction.condition_update != ConditionUpdate::None) ||
        (is_float(from) && !is_float(to) && bit_count_of(to) < 32 && !saturated) ||
        instruction.saturation == Saturation::Signed) {
        Operand plain = instruction.operands[0];
        const bool wide = is_wide(plain.variable);
        const Source operand =
            source(plain, plain.scalar, instruction.result.write_mask, wide ? DataType::U64 : DataType::U32);
        ConvertStep step;
        step.from = from;
        step.to = to;
        step.rounding = instruction.rounding;
        step.wide_source = wide;
        step.source = operand;
        convert(step, instruction);
        return;
    }
    decode_conversion_chain(instruction);
}

// Steps of 32 bits: out of the source's size, between number types, into the result's size.
void Decoder::decode_conversion_chain(const Instruction& instruction) {
    const DataType to = instruction.type, from = instruction.storage;
    const LaneKind to_kind = lane_kind(to), from_kind = lane_kind(from);
    const bool saturated = instruction.saturation != Saturation::None;
    std::vector<std::pair<Operation, LaneKind>> chain;
    const auto add = [&](Operation operation, LaneKind kind) { chain.emplace_back(operation, kind); };

    if (from == DataType::F16) add(Operation::FromHalf, LaneKind::Float);
    if (from == DataType::S8 || from == DataType::U8) add(Operation::Low8, from_kind);
    if (from == DataType::S16 || from == DataType::U16) add(Operation::Low16, from_kind);

    const bool narrow8 = to == DataType::S8 || to == DataType::U8,
               narrow16 = to == DataType::S16 || to == DataType::U16;
    if (to_kind == LaneKind::Float) {
        if (from_kind != LaneKind::Float) add(Operation::I2f, from_kind);
    } else {
        if (from_kind == LaneKind::Float) {
            const LaneKind whole = saturated ? to_kind : LaneKind::Float;
            switch (instruction.rounding) {
                case Rounding::Ceil: add(Operation::Ceil, whole); break;
                case Rounding::Floor: add(Operation::Flr, whole); break;
                case Rounding::Trunc: add(Operation::Trunc, whole); break;
                case Rounding::Default:
                case Rounding::Round: add(Operation::Round, whole); break;
            }
            if (!saturated) add(Operation::Wrap, to_kind);
        }
        const LaneKind kind = from_kind == LaneKind::Float ? to_kind : from_kind;
        if (saturated && kind == LaneKind::Signed && to_kind == LaneKind::Unsigned)
            add(Operation::ClampPositive, LaneKind::Signed);
        const bool from_unsigned = kind == LaneKind::Unsigned;
        if (!saturated) {
            if (narrow8) add(Operation::Low8, to_kind);
            if (narrow16) add(Operation::Low16, to_kind);
        } else if (to_kind == LaneKind::Unsigned) {
            if (narrow8) add(Operation::ClampU8, LaneKind::Unsigned);
            if (narrow16) add(Operation::ClampU16, LaneKind::Unsigned);
        } else if (from_unsigned) {
            add(narrow8    ? Operation::ClampU7
                : narrow16 ? Operation::ClampU15
                           : Operation::ClampU31,
                LaneKind::Unsigned);
        } else {
            if (narrow8) add(Operation::ClampS8, LaneKind::Signed);
            if (narrow16) add(Operation::ClampS16, LaneKind::Signed);
        }
    }
    if (to == DataType::F16) {
        if (saturated) add(Operation::Mov, LaneKind::Float);
        add(Operation::ToHalf, LaneKind::Float);
    }
    if (chain.empty()) add(Operation::Mov, to_kind);

    // Operands have no modifiers; what an earlier step left lies in a register of its own.
    Source at = source(instruction.operands[0], false, instruction.result.write_mask);
    const uint32_t between = new_scratch();
    const uint8_t mask = instruction.result.write_mask;
    for (size_t i = 0; i + 1 < chain.size(); i++) {
        const StepOffset step = compute(chain[i].first, chain[i].second, {at}, between, mask);
        if (chain[i].first == Operation::Mov)
            code_.steps.get<ComputeStep>(step).result.saturation = instruction.saturation;
        at = register_source({Base::Scratch, between}, identity_swizzle, false);
    }
    const StepOffset last = compute(chain.back().first, chain.back().second, {at}, instruction);
    // Saturation of integers and of binary16 is done by then.
    if (to != DataType::F32) code_.steps.get<ComputeStep>(last).result.saturation = Saturation::None;
}

// A count of turns of 64 bits as a signed number, clamped.
Source Decoder::whole_turns(Source from, DataType type) {
    if (from.modified()) {
        const uint32_t plain = new_wide_scratch();
        compute(Operation::Mov, lane_kind(type), {from}, plain, 1, true);
        from = register_source({Base::Scratch, plain}, {0, 0, 0, 0}, true);
    }
    ConvertStep step;
    step.from = type;
    step.to = DataType::S32;
    step.rounding = Rounding::Floor;
    step.wide_source = true;
    step.source = from;
    step.result.saturation = Saturation::Unsigned;
    return register_source(converted(step, 1).component(0), {0, 0, 0, 0}, true);
}

// Words of the operand side by side become low and high words.
void Decoder::decode_pack64(const Instruction& instruction) {
    const Source from = source(instruction.operands[0], instruction.operands[0].scalar, 0xf, instruction.type);
    const uint32_t packed = new_wide_scratch();
    const uint8_t mask = instruction.result.write_mask;
    for (uint32_t high = 0; high < 2; high++) {
        Source words = from;
        words.negate = 0;
        for (uint32_t c = 0; c < 4; c++) {
            const uint32_t word = (c & 1) * 2 + high;
            words.base[c] = from.base[word];
            words.offset[c] = from.offset[word];
            words.negate = static_cast<uint8_t>(words.negate | (from.negate >> word & 1) << c);
        }
        compute(Operation::Mov, lane_kind(instruction.type), {words}, packed + high * vector_bytes, mask);
    }
    // Bits, whatever the type says.
    compute(Operation::Mov, DataType::U64, {register_source({Base::Scratch, packed}, identity_swizzle, false)},
            instruction);
}

void Decoder::decode_unpack64(const Instruction& instruction) {
    const LaneKind kind = lane_kind(instruction.type);
    Source from = source(instruction.operands[0], instruction.operands[0].scalar, 3, type_of(kind, true));
    if (from.modified()) {
        const uint32_t plain = new_wide_scratch();
        compute(Operation::Mov, kind, {from}, plain, 3, true);
        from = register_source({Base::Scratch, plain}, identity_swizzle, false);
    }
    Source words;
    for (uint32_t c = 0; c < 4; c++) {
        words.base[c] = from.base[c / 2];
        words.offset[c] = from.offset[c / 2] + (c & 1) * vector_bytes;
    }
    compute(Operation::Mov, kind, {words}, instruction);
}

// I2F reads 64 bits or writes them.
void Decoder::decode_integer_to_float(const Instruction& instruction) {
    const bool wide = is_64_bit(instruction.type);
    Source from = source(instruction.operands[0], instruction.operands[0].scalar, instruction.result.write_mask,
                         instruction.type);
    if (from.modified()) {
        const uint32_t plain = wide ? new_wide_scratch() : new_scratch();
        compute(Operation::Mov, lane_kind(instruction.type), {from}, plain, instruction.result.write_mask, wide);
        from = register_source({Base::Scratch, plain}, identity_swizzle, false);
    }
    ConvertStep step;
    step.from = instruction.type;
    step.to = is_wide(instruction.result.variable) ? DataType::F64 : DataType::F32;
    step.wide_source = wide;
    step.source = from;
    convert(step, instruction);
}

}  // namespace runtime::decoded
