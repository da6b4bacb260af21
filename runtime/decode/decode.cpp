#include "runtime/decode/decode.h"

#include <algorithm>

#include "ir/components_read.h"
#include "runtime/decode/decoder.h"

namespace runtime::decoded {

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
        case DataType::F16:
        case DataType::F32:
        case DataType::F64:
        case DataType::Typeless: return LaneKind::Float;
    }
    return LaneKind::Float;
}

DataType type_of(LaneKind kind, bool wide) {
    switch (kind) {
        case LaneKind::Float: return wide ? DataType::F64 : DataType::F32;
        case LaneKind::Signed: return wide ? DataType::S64 : DataType::S32;
        case LaneKind::Unsigned: return wide ? DataType::U64 : DataType::U32;
    }
    return DataType::F32;
}

// The labels before an instruction, or at the end of the text, and the entry point.
void Decoder::begin_sections(size_t index) {
    const bool is_entry = static_cast<int32_t>(index) == entry_;
    if (is_entry) in_entry_ = !facts_.calls_entry;
    if (is_entry && facts_.jumps_to_labels) entry_step_ = here();
    for (size_t label = label_steps_.size();
         label < program_.labels.size() && static_cast<size_t>(program_.labels[label].instruction) == index; label++)
        begin_section(index);
    // The main program runs on past labels.
    if (is_entry && !facts_.jumps_to_labels) entry_step_ = here();
}

// Behind a label. Two labels at one place are two subroutines: the first of them is empty.
void Decoder::begin_section(size_t index) {
    if (facts_.jumps_to_labels) {
        label_steps_.push_back(here());
        emit(JoinStep{});
        return;
    }
    if (index > 0 || !label_steps_.empty()) emit(SubroutineEndStep{});
    in_entry_ = static_cast<int32_t>(index) == entry_ && !facts_.calls_entry;
    if (!in_entry_ && called_) written_ = written_at_call_;
    label_steps_.push_back(here());
}

void Decoder::decode(const Instruction& instruction, size_t index) {
    extra_ = 0;
    origin_ = static_cast<uint32_t>(index);
    for_all_lanes_ = sees_other_threads(instruction);
    begin_sections(index);
    switch (instruction.opcode) {
#define INSTRUCTION(opcode, method, ...) \
    case Opcode::opcode:                 \
        return method(instruction __VA_OPT__(, ) __VA_ARGS__);
#include "runtime/decode/instructions.def"
#undef INSTRUCTION
#define MEANING(name, ...) \
    case Opcode::name:     \
        return decode_arithmetic(instruction, Operation::name);
#define MEANING_OF_PART(...)
#include "ir/semantics/operations.def"
#undef MEANING
#undef MEANING_OF_PART
        case Opcode::Count: break;
    }
}

void Decoder::decode_arithmetic(const Instruction& instruction, Operation operation) {
    if (operation == Operation::I2f && (is_64_bit(instruction.type) || is_wide(instruction.result.variable)))
        return decode_integer_to_float(instruction);
    if (instruction.modifiers & modifier_coarse)
        operation = operation == Operation::Ddx ? Operation::DdxCoarse : Operation::DdyCoarse;
    if (operation == Operation::Mul && (instruction.modifiers & modifier_high)) operation = Operation::MulHigh;
    operation = operation_in_dialect(operation);
    const OperationInfo& shape = operation_info(operation);
    Source sources[3];
    const int count = shape.operand_count();
    const LaneKind kind = lane_kind(instruction.type);
    const bool wide = is_64_bit(instruction.type);
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
        sources[i] = source(operand, scalar, components_read(operation, i, instruction.result.write_mask),
                            type_of(shape.operand_kind(i, kind), wide));
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
    registers_ += static_cast<uint32_t>(facts_.loop_counters) * vector_bytes;
    code_.jumps = facts_.jumps_to_labels;
    code_.call_depth = program_.instruction_set == InstructionSet::Vp20 ? 4 : call_depth;
    written_.assign(registers_ / word_bytes, false);
    needs_clearing_ = written_;
    entry_ = entry_point(program_);

    for (size_t i = 0; i < count; i++) decode(program_.instructions[i], i);
    begin_sections(count);
    if (facts_.jumps_to_labels) emit(JumpEndStep{});
    if (called_) emit(SubroutineEndStep{});  // a subroutine may also end with the text
    code_.end = emit(EndStep{});
    finish_run();
}

// What is known when all instructions have been decoded.
void Decoder::finish_run() {
    for (const Branch& branch : branches_) {
        const Target target = label_steps_[static_cast<size_t>(branch.label)];
        const uint32_t number = branch.at.number;
        code_.steps.visit_one(branch.at.step, [&](auto& step) {
            if constexpr (requires { step.target; }) step.target = target.step;
            if constexpr (requires { step.length; })
                step.length = target.number <= number ? number - target.number + 1 : 1;
        });
    }
    for (size_t label = 0; label < program_.labels.size(); label++) {
        const auto number = static_cast<size_t>(program_.labels[label].subroutine_number);
        if (program_.labels[label].subroutine_number < 0) continue;
        if (number >= code_.subroutines.size()) code_.subroutines.resize(number + 1, no_step);
        code_.subroutines[number] = label_steps_[label].step;
    }
    code_.entry = entry_step_.step;
    code_.scratch_bytes = registers_ + most_extra_ * vector_bytes;
    code_.max_frames = code_.max_nesting + 1;
    if (called_) code_.max_frames = (code_.max_nesting + 1) * (call_depth + 1);
    for (size_t word = 0; word < needs_clearing_.size(); word++)
        if (needs_clearing_[word]) code_.cleared.push_back(static_cast<uint32_t>(word) * word_bytes);
    code_.straight = !code_.uses_threads;
    code_.steps.visit([&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, ComputeStep>)
            code_.straight &= !step.result.masked && !step.wide;
        else
            code_.straight &= std::is_same_v<T, EndStep>;
    });
}

Code decode(const AnalyzedProgram& analyzed) {
    Code code;
    code.program = analyzed.program;
    Decoder(code, *analyzed.facts).run();
    return code;
}

}  // namespace runtime::decoded
