#include "runtime/decode/decode.h"

#include <algorithm>

#include "arbasm/ir/components_read.h"
#include "arbasm/ir/program_facts.h"
#include "runtime/decode/decoder.h"

namespace runtime::interpreter {

LaneKind lane_kind(DataType type) {
    switch (type) {
        case DataType::S8:
        case DataType::S16:
        case DataType::S32:
        case DataType::S64: return LaneKind::Signed;
        case DataType::U8:
        case DataType::U16:
        case DataType::U32:
        case DataType::U64: return LaneKind::Unsigned;
        default: return LaneKind::Float;
    }
}

void Decoder::decode_load_constants(const Instruction& instruction) {
    const Operand& operand = instruction.operands[0];
    const Place place = loaded_buffer(operand, instruction.storage, instruction.storage_components);
    Source from = register_source(place, operand.swizzle, operand.scalar);
    set_signs(from, operand, lane_kind(instruction.storage));
    compute(Operation::Mov, lane_kind(instruction.storage), {from}, instruction);
}

void Decoder::decode(const Instruction& instruction, int32_t index) {
    extra_ = 0;
    line_ = instruction.where.line;
    const auto at = static_cast<size_t>(index);
    if (jumps_) {
        if (is_label_[at]) emit(Step::Join).masked = true;
    } else if (is_label_[at]) {
        if (!code_.steps.empty()) emit(Step::SubroutineEnd);
        in_entry_ = index == entry_ && !entry_is_called_;
        if (!in_entry_ && called_) written_ = written_at_call_;
    } else if (index == entry_) {
        in_entry_ = !entry_is_called_;
    }
    step_of_[at] = static_cast<uint32_t>(code_.steps.size()) - (jumps_ && is_label_[at] ? 1 : 0);

    switch (instruction.opcode) {
        case Opcode::Kil: return decode_kill(instruction);
        case Opcode::Cvt: return decode_convert(instruction);
        case Opcode::Ldc:
            if (is_64_bit(instruction.storage)) return decode_memory(instruction);
            return decode_load_constants(instruction);
        case Opcode::Atom:
        case Opcode::Atomb:
        case Opcode::Atomctr:
        case Opcode::Atoms:
        case Opcode::Ldb:
        case Opcode::Lds:
        case Opcode::Load:
        case Opcode::Stb:
        case Opcode::Store:
        case Opcode::Sts: return decode_memory(instruction);
        case Opcode::Atomim:
        case Opcode::Imq:
        case Opcode::Imqs:
        case Opcode::Loadim:
        case Opcode::Storeim: return decode_image(instruction);
        case Opcode::Membar: emit(Step::MemoryBarrier); return;
        case Opcode::Pk64: return decode_pack64(instruction);
        case Opcode::Ipac:
        case Opcode::Ipao:
        case Opcode::Ipas: return decode_interpolation(instruction);
        case Opcode::Up64: return decode_unpack64(instruction);
        case Opcode::I2f:
            if (is_64_bit(instruction.type) || is_wide(instruction.result.variable))
                return decode_integer_to_float(instruction);
            break;
        default: break;
    }
    if (jumps_ && decode_jump(instruction)) return;
    if (decode_stage(instruction)) return;
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    if (info.category == OpcodeCategory::Flow) return decode_flow(instruction);
    if (info.category == OpcodeCategory::Texture) return decode_texture(instruction);

    if (decode_group(instruction)) return;

    Operation operation = operation_of(instruction.opcode);
    if (operation == Operation::Count) return;  // refused by unsupported(), or nothing to do
    if (instruction.modifiers & modifier_coarse)
        operation = operation == Operation::Ddx ? Operation::DdxCoarse : Operation::DdyCoarse;
    if (operation == Operation::Mul && (instruction.modifiers & modifier_high)) operation = Operation::MulHigh;
    operation = operation_in_dialect(operation);
    const OperationInfo& shape = operation_info(operation);
    Source sources[3];
    const int count = shape.operand_count();
    const LaneKind kind = lane_kind(instruction.type);
    const bool wide = is_64_bit(instruction.type);
    const auto operand_type = [&](int i) {
        switch (shape.operand_kind(i, kind)) {
            case LaneKind::Signed: return wide ? DataType::S64 : DataType::S32;
            case LaneKind::Unsigned: return wide ? DataType::U64 : DataType::U32;
            default: return wide ? DataType::F64 : DataType::F32;
        }
    };
    for (int i = 0; i < count; i++) {
        Operand operand = instruction.operands[static_cast<size_t>(i)];
        // "RSQ takes the absolute value of its operand" in the sets before VP2.0 and in the ARB programs.
        if (operation == Operation::Rsq &&
            (program_.instruction_set <= InstructionSet::Vp11 || program_.instruction_set == InstructionSet::Arb10)) {
            operand.absolute = true;
            operand.negate = 0;
        }
        // ARL takes a vector where address registers have four components.
        const bool scalar = !shape.operand_is_vector(i) && (operation != Operation::Arl || operand.scalar);
        sources[i] =
            source(operand, scalar, components_read(operation, i, instruction.result.write_mask), operand_type(i));
    }
    convert_operands(instruction, operation, sources, count);
    const Operation conversion = result_conversion(instruction);
    if (conversion != Operation::Count) {
        const uint32_t between = new_scratch();
        const uint8_t mask = instruction.result.write_mask;
        if (count == 1)
            compute(operation, kind, {sources[0]}, between, mask);
        else if (count == 2)
            compute(operation, kind, {sources[0], sources[1]}, between, mask);
        else
            compute(operation, kind, {sources[0], sources[1], sources[2]}, between, mask);
        compute(conversion, conversion == Operation::ClampAddress ? LaneKind::Signed : LaneKind::Float,
                {register_source({Base::Scratch, between}, identity_swizzle, false)}, instruction);
        return;
    }
    if (count == 1)
        compute(operation, instruction.type, {sources[0]}, instruction);
    else if (count == 2)
        compute(operation, instruction.type, {sources[0], sources[1]}, instruction);
    else
        compute(operation, instruction.type, {sources[0], sources[1], sources[2]}, instruction);
}

void Decoder::run() {
    const size_t count = program_.instructions.size();
    addresses_ = static_cast<uint32_t>(program_.temporary_count) * vector_bytes;
    registers_ = addresses_ + static_cast<uint32_t>(program_.address_count) * vector_bytes;
    next_loop_register_ = registers_;
    const arbasm::ProgramFacts facts = arbasm::find_facts(program_);
    registers_ += static_cast<uint32_t>(facts.loop_counters) * vector_bytes;
    jumps_ = code_.jumps = facts.jumps_to_labels;
    code_.call_depth = program_.instruction_set == InstructionSet::Vp20 ? 4 : call_depth;
    written_.assign(registers_ / word_bytes, false);
    needs_clearing_ = written_;
    is_label_.assign(count + 1, false);
    step_of_.assign(count + 1, 0);
    for (const Label& label : program_.labels) is_label_[static_cast<size_t>(label.instruction)] = true;
    entry_ = entry_point(program_);
    entry_is_called_ = facts.calls_entry;
    in_entry_ = false;

    for (size_t i = 0; i < count; i++) decode(program_.instructions[i], static_cast<int32_t>(i));
    step_of_[count] = static_cast<uint32_t>(code_.steps.size());
    if (jumps_) {
        if (is_label_[count]) emit(Step::Join);
        emit(Step::JumpEnd);
    }
    emit(Step::End).masked = false;
    // A subroutine may also end with the text.
    if (called_) {
        code_.steps.back().step = Step::SubroutineEnd;
        emit(Step::End);
    }

    for (MicroOperation& step : code_.steps)
        if (step.step == Step::Call || step.step == Step::Jump || step.step == Step::JumpCall)
            step.target = static_cast<int32_t>(step_of_[static_cast<size_t>(std::max(step.target, 0))]);
    for (const Label& label : program_.labels) {
        const auto number = static_cast<size_t>(label.subroutine_number);
        if (label.subroutine_number < 0) continue;
        if (number >= code_.subroutines.size()) code_.subroutines.resize(number + 1, -1);
        code_.subroutines[number] = static_cast<int32_t>(step_of_[static_cast<size_t>(label.instruction)]);
    }
    code_.entry = step_of_[static_cast<size_t>(entry_)];
    code_.scratch_bytes = registers_ + most_extra_ * vector_bytes;
    code_.max_frames = code_.max_nesting + 1;
    if (called_) code_.max_frames = (code_.max_nesting + 1) * (call_depth + 1);
    for (size_t word = 0; word < needs_clearing_.size(); word++)
        if (needs_clearing_[word]) code_.cleared.push_back(static_cast<uint32_t>(word) * word_bytes);
    code_.straight =
        !code_.uses_threads && std::none_of(code_.steps.begin(), code_.steps.end() - 1, [](const MicroOperation& step) {
            return step.step != Step::Compute || step.masked || step.wide;
        });
}

Code decode(std::shared_ptr<const Program> program) {
    Code code;
    code.program = std::move(program);
    Decoder(code).run();
    return code;
}

}  // namespace runtime::interpreter
