#include "runtime/decode/older_dialects.h"

#include "ir/limits.h"
#include "runtime/decode/sources.h"

namespace runtime::decoded {

// ---- flow --------------------------------------------------------------------------------------------------------

uint32_t call_depth(InstructionSet set) { return set == InstructionSet::Vp20 ? 4 : limits::MAX_PROGRAM_CALL_DEPTH_NV; }

bool call_may_end_program(InstructionSet set) { return !is_nv4_family(set); }

// ---- operands ----------------------------------------------------------------------------------------------------

// "RSQ takes the absolute value of its operand" in the sets before VP2.0 and in the ARB programs.
bool rsq_takes_absolute(InstructionSet set) { return set <= InstructionSet::Vp11 || set == InstructionSet::Arb10; }

// "Relative addressing reads outside of the 0 to 95 inclusive range always read the value (0,0,0,0)."
bool reads_zero_outside(InstructionSet set) { return names_registers(set); }

// Table X.1 of NV_fragment_program: f[FOGC] is (z,0,0,0), where later programs have a 1 for w.
bool has_zero_w(const Program& program, int32_t attribute) {
    return names_registers(program.instruction_set) &&
           program.attributes[static_cast<size_t>(attribute)].binding.kind == BindingKind::FogCoord;
}

// ---- arithmetic --------------------------------------------------------------------------------------------------

// The NaN and power tables of NV_vertex_program2 and NV_fragment_program.
Operation operation_in_dialect(InstructionSet set, Operation operation) {
    if (set != InstructionSet::Vp20 && set != InstructionSet::Fp10 && set != InstructionSet::Fp20) return operation;
    if (operation == Operation::Max) return Operation::MaxOrNaN;
    if (operation == Operation::Min) return Operation::MinOrNaN;
    if (operation == Operation::Pow) return Operation::PowerOfLog;
    return operation;
}

// Later programs use H for "at least": they run at full precision.
Precision precision_of(const Program& program, const Instruction& instruction) {
    if (is_nv4_family(program.instruction_set)) return Precision::Full;
    if (!names_registers(program.instruction_set)) return instruction.precision;
    // "Fragment program instructions using the fragment attribute registers f[FOGC] or f[TEX0] through f[TEX7] will be
    // carried out at full fp32 precision, regardless of the precision specified by the instruction."
    for (size_t n = 0; n < instruction.operand_count; n++) {
        const Operand& operand = instruction.operands[n];
        if (operand.file != RegisterFile::Attribute) continue;
        const auto attribute = static_cast<size_t>(variable_at(program, operand.variable).base);
        const BindingKind kind = program.attributes[attribute].binding.kind;
        if (kind == BindingKind::FogCoord || kind == BindingKind::Texcoord) return Precision::Full;
    }
    return instruction.precision;
}

// fx12 fits fp16, and fp16 fp32: one step does.
Operation result_conversion(const Program& program, const Instruction& instruction) {
    const Destination& result = instruction.result;
    if (result.variable < 0 || is_nv4_family(program.instruction_set)) return Operation::Count;
    if (result.file == RegisterFile::Address)
        return program.instruction_set == InstructionSet::Vp20 ? Operation::ClampAddress : Operation::Count;
    switch (precision_of(program, instruction)) {
        case Precision::Half: return Operation::RoundHalf;
        case Precision::Fixed12: return Operation::RoundFixed12;
        case Precision::Full: break;
    }
    // SHORT variables of ARB programs have "at least" 16 bits.
    const bool half = names_registers(program.instruction_set) && variable_at(program, result.variable).is_short;
    return half ? Operation::RoundHalf : Operation::Count;
}

// "The values sourced are converted to the precision specified by the instruction."
void convert_operands(Precision precision, Operation operation, uint8_t write_mask, Source* sources, int count,
                      RegisterLayout& registers, StepWriter& steps) {
    if (precision == Precision::Full) return;
    const OperationInfo& info = operation_info(operation);
    for (int i = 0; i < count; i++) {
        const bool vector = info.operand_is_vector(i);
        uint8_t mask = 1;
        if (vector) mask = info.form == ResultForm::Each ? write_mask : 0xf;
        const RegisterAddress rounded = registers.new_scratch();
        steps.compute(precision == Precision::Half ? Operation::RoundHalf : Operation::RoundFixed12, LaneKind::Float,
                      {sources[i]}, rounded, mask);
        sources[i] = vector ? whole_register(rounded) : component_of(rounded, 0);
    }
}

}  // namespace runtime::decoded
