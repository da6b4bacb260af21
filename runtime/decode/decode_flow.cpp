#include "runtime/decode/decoder.h"

namespace runtime::interpreter {

void Decoder::decode_flow(const Instruction& instruction) {
    const auto next = static_cast<int32_t>(code_.steps.size());
    const auto conditional = [&](Step kind) -> MicroOperation& {
        MicroOperation& step = emit(kind);
        set_test(step, instruction.condition);
        return step;
    };
    switch (instruction.opcode) {
        case Opcode::If:
            conditional(Step::If);
            nesting_.push_back(static_cast<uint32_t>(next));
            break;
        case Opcode::Else:
            emit(Step::Else);
            if (nesting_.empty()) break;
            code_.steps[nesting_.back()].target = next;
            nesting_.back() = static_cast<uint32_t>(next);
            break;
        case Opcode::Endif:
            emit(Step::EndIf);
            if (nesting_.empty()) break;
            code_.steps[nesting_.back()].target = next;
            nesting_.pop_back();
            break;
        case Opcode::Loop: decode_loop(instruction); [[fallthrough]];
        case Opcode::Rep: {
            Source count;
            LaneKind kind = lane_kind(instruction.type);
            if (instruction.operand_count > 0) {
                const bool wide = is_64_bit(instruction.type);
                const DataType type = wide                       ? instruction.type
                                      : kind == LaneKind::Float  ? DataType::F32
                                      : kind == LaneKind::Signed ? DataType::S32
                                                                 : DataType::U32;
                count = source(instruction.operands[0], true, 1, type);
                if (wide) {
                    count = whole_turns(count, instruction.type);
                    kind = LaneKind::Signed;
                }
                note_read({count.base[0], count.offset[0]});
            }
            const auto at = static_cast<uint32_t>(code_.steps.size());
            MicroOperation& step = emit(Step::Repeat);
            step.counted = instruction.operand_count > 0;
            step.kind = kind;
            step.sources[0] = count;
            nesting_.push_back(at);
            break;
        }
        case Opcode::Endloop: decode_end_of_loop(); [[fallthrough]];
        case Opcode::Endrep:
            emit(Step::EndRepeat);
            if (nesting_.empty()) break;
            code_.steps[nesting_.back()].target = static_cast<int32_t>(code_.steps.size()) - 1;
            code_.steps.back().target = static_cast<int32_t>(nesting_.back());
            nesting_.pop_back();
            break;
        case Opcode::Brk: conditional(Step::Break); break;
        case Opcode::Cont: conditional(Step::Continue); break;
        case Opcode::Cal:
            conditional(Step::Call).target = instruction.target;  // an instruction; patched when all are known
            if (!called_) written_at_call_ = written_;
            called_ = true;
            break;
        case Opcode::Cali: decode_indirect_call(instruction); break;
        case Opcode::Ret:
            conditional(Step::Return);
            returned_ = true;
            break;
        default: break;
    }
    code_.max_nesting = std::max(code_.max_nesting, static_cast<uint32_t>(nesting_.size()));
}

void Decoder::decode_kill(const Instruction& instruction) {
    Source operand;
    if (!instruction.condition_operand) {
        operand = source(instruction.operands[0], false, 0xf);
        for (int c = 0; c < 4; c++) note_read({operand.base[c], operand.offset[c]});
    }
    MicroOperation& step = emit(Step::Kill);
    step.kind = lane_kind(instruction.type);
    step.condition_operand = instruction.condition_operand;
    step.sources[0] = operand;
    set_test(step, instruction.condition);
}

}  // namespace runtime::interpreter
