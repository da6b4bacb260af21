// What the dialects before NV_gpu_program4 do their own way.
#include "runtime/decode/decoder.h"

namespace runtime::decoded {

// ---- flow --------------------------------------------------------------------------------------------------------

void Decoder::decode_branch(const Instruction& instruction) {
    JumpStep step;
    step.condition = condition_of(instruction.condition);
    branches_.push_back({here(), instruction.target});
    emit(step);
}

void Decoder::decode_push_address(const Instruction& instruction) {
    PushAddressStep step;
    step.source = source(instruction.operands[0], false, 0xf);
    note_reads(step.source, 0xf);
    emit(step);
}

void Decoder::decode_pop_address(const Instruction& instruction) {
    const Variable& variable = program_.variables[static_cast<size_t>(instruction.result.variable)];
    Result result;
    result.place = register_place(RegisterFile::Address, variable.base);
    result.masked = masked();
    note_write(result, false);
    PopAddressStep step;
    step.place = result.place;
    emit(step);
}

// LoopIndex = floor(y), LoopIncr = floor(z); "the value of A0.x is clamped to be greater than or equal to 0".
void Decoder::decode_loop(const Instruction& instruction) {
    const uint32_t at = next_loop_register_;
    next_loop_register_ += vector_bytes;
    loop_registers_.push_back(at);
    Operand operand = instruction.operands[0];
    const Swizzle swizzle = operand.swizzle;
    for (const size_t component : {size_t{1}, size_t{2}}) {
        operand.swizzle.fill(swizzle[component]);
        compute(Operation::Flr, LaneKind::Signed, {source(operand, true, 1)}, at, static_cast<uint8_t>(1 << component));
    }
    const Source index = register_source({Base::Scratch, at}, {1, 1, 1, 1}, true);
    compute(Operation::ClampPositive, LaneKind::Signed, {index}, at, 1);
    decode_repeat(instruction);
}

void Decoder::decode_end_of_loop(const Instruction& instruction) {
    if (!loop_registers_.empty()) advance_loop();
    decode_end_of_repeat(instruction);
}

void Decoder::advance_loop() {
    const uint32_t at = loop_registers_.back();
    loop_registers_.pop_back();
    const Source index = register_source({Base::Scratch, at}, {1, 1, 1, 1}, true);
    const Source step = register_source({Base::Scratch, at}, {2, 2, 2, 2}, true);
    compute(Operation::Add, LaneKind::Signed, {index, step}, at, 2);
    compute(Operation::ClampPositive, LaneKind::Signed, {index}, at, 1);
}

Source Decoder::loop_index() const {
    // The parser allows it inside of loops only.
    const uint32_t at = loop_registers_.empty() ? 0 : loop_registers_.back();
    return register_source({Base::Scratch, at}, {0, 0, 0, 0}, true);
}

// ---- arithmetic --------------------------------------------------------------------------------------------------

// The NaN and power tables of NV_vertex_program2 and NV_fragment_program.
Operation Decoder::operation_in_dialect(Operation operation) const {
    const InstructionSet set = program_.instruction_set;
    if (set != InstructionSet::Vp20 && set != InstructionSet::Fp10 && set != InstructionSet::Fp20) return operation;
    if (operation == Operation::Max) return Operation::MaxOrNaN;
    if (operation == Operation::Min) return Operation::MinOrNaN;
    if (operation == Operation::Pow) return Operation::PowerOfLog;
    return operation;
}

// Later programs use H for "at least": they run at full precision.
Precision Decoder::precision_of(const Instruction& instruction) const {
    if (is_nv4_family(program_.instruction_set)) return Precision::Full;
    if (!names_registers(program_.instruction_set)) return instruction.precision;
    // "Fragment program instructions using the fragment attribute registers f[FOGC] or f[TEX0] through f[TEX7] will be
    // carried out at full fp32 precision, regardless of the precision specified by the instruction."
    for (size_t n = 0; n < instruction.operand_count; n++) {
        const Operand& operand = instruction.operands[n];
        if (operand.file != RegisterFile::Attribute) continue;
        const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
        const BindingKind kind = program_.attributes[static_cast<size_t>(variable.base)].binding.kind;
        if (kind == BindingKind::FogCoord || kind == BindingKind::Texcoord) return Precision::Full;
    }
    return instruction.precision;
}

// What a result goes through before it is clamped and written. fx12 fits fp16, and fp16 fp32: one step does.
Operation Decoder::result_conversion(const Instruction& instruction) const {
    const Destination& result = instruction.result;
    if (result.variable < 0 || is_nv4_family(program_.instruction_set)) return Operation::Count;
    if (result.file == RegisterFile::Address) {
        return program_.instruction_set == InstructionSet::Vp20 ? Operation::ClampAddress : Operation::Count;
    }
    switch (precision_of(instruction)) {
        case Precision::Half: return Operation::RoundHalf;
        case Precision::Fixed12: return Operation::RoundFixed12;
        case Precision::Full: break;
    }
    // SHORT variables of ARB programs have "at least" 16 bits.
    const bool half =
        names_registers(program_.instruction_set) && program_.variables[static_cast<size_t>(result.variable)].is_short;
    return half ? Operation::RoundHalf : Operation::Count;
}

// "The values sourced are converted to the precision specified by the instruction."
void Decoder::convert_operands(const Instruction& instruction, Operation operation, Source* sources, int count) {
    const Precision precision = precision_of(instruction);
    if (precision == Precision::Full) return;
    const OperationInfo& info = operation_info(operation);
    for (int i = 0; i < count; i++) {
        const bool vector = info.operand_is_vector(i);
        uint8_t mask = 1;
        if (vector) mask = info.form == ResultForm::Each ? instruction.result.write_mask : 0xf;
        const uint32_t converted = new_scratch();
        compute(precision == Precision::Half ? Operation::RoundHalf : Operation::RoundFixed12, LaneKind::Float,
                {sources[i]}, converted, mask);
        sources[i] =
            register_source({Base::Scratch, converted}, vector ? identity_swizzle : Swizzle{0, 0, 0, 0}, !vector);
    }
}

}  // namespace runtime::decoded
