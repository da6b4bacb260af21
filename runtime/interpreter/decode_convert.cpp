#include "runtime/interpreter/decoder.h"

namespace runtime::interpreter {

// CVT as a chain of steps: out of the source's size, between number types, into the result's size.
void Decoder::decode_convert(const Instruction& instruction) {
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
            switch (instruction.rounding) {
                case Rounding::Ceil: add(Operation::Ceil, to_kind); break;
                case Rounding::Floor: add(Operation::Flr, to_kind); break;
                case Rounding::Trunc: add(Operation::Trunc, to_kind); break;
                default: add(Operation::Round, to_kind); break;
            }
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
        compute(chain[i].first, chain[i].second, {at}, between, mask);
        if (chain[i].first == Operation::Mov) code_.steps.back().saturation = instruction.saturation;
        at = register_source({Base::Scratch, between}, identity_swizzle, false);
    }
    compute(chain.back().first, chain.back().second, {at}, instruction);
    if (to != DataType::F32)
        for (size_t i = code_.steps.size(); i-- > 0;) {
            // Saturation of integers and of binary16 is done by then.
            if (code_.steps[i].operation != chain.back().first) continue;
            code_.steps[i].saturation = Saturation::None;
            break;
        }
}

}  // namespace runtime::interpreter
