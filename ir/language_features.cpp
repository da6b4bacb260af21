#include "ir/language_features.h"

#include <algorithm>

namespace arbasm {
namespace {

bool is_one_of(const Program& program, std::initializer_list<InstructionSet> sets) {
    return std::ranges::find(sets, program.instruction_set) != sets.end();
}

// OlderSet bits.
uint16_t older_sets_of(const Program& program) {
    switch (program.instruction_set) {
        case InstructionSet::Vp10:
        case InstructionSet::Vsp10: return older_vp10;
        case InstructionSet::Vp11: return older_vp11;
        case InstructionSet::Vp20: return older_vp20;
        case InstructionSet::Fp10: return older_fp10;
        case InstructionSet::Fp20: return older_fp10 | older_fp2;
        case InstructionSet::Arb10:
        case InstructionSet::Nv40:
        case InstructionSet::Nv41:
        case InstructionSet::Nv50: break;
    }
    if (program.stage == Stage::Fragment)
        return static_cast<uint16_t>(older_fp | (program.has(Option::NvFragmentProgram) ? older_fp1 : 0) |
                                     (program.has(Option::NvFragmentProgram2) ? older_fp2 : 0));
    return static_cast<uint16_t>(older_vp | (program.has(Option::NvVertexProgram2) ? older_vp2 : 0) |
                                 (program.has(Option::NvVertexProgram3) ? older_vp3 : 0));
}

}  // namespace

// NV_vertex_program3 and NV_fragment_program2 have "all the features of" their predecessors.
bool allows(const Program& program, Option option) {
    if (program.has(option)) return true;
    if (option == Option::NvVertexProgram2) return program.has(Option::NvVertexProgram3);
    if (option == Option::NvFragmentProgram) return program.has(Option::NvFragmentProgram2);
    if (option == Option::ArbViewportArray) return program.has(Option::NvViewportArray2);
    return false;
}

bool has_condition_codes(const Program& program) {
    return is_nv4_family(program.instruction_set) ||
           is_one_of(program, {InstructionSet::Vp20, InstructionSet::Fp10, InstructionSet::Fp20}) ||
           allows(program, Option::NvVertexProgram2) || allows(program, Option::NvFragmentProgram);
}

bool has_second_condition_code(const Program& program) {
    return is_nv4_family(program.instruction_set) || program.has(Option::NvVertexProgram3);
}

bool has_labels(const Program& program) {
    return is_nv4_family(program.instruction_set) || is_one_of(program, {InstructionSet::Vp20, InstructionSet::Fp20}) ||
           allows(program, Option::NvVertexProgram2) || program.has(Option::NvFragmentProgram2);
}

bool has_vector_addresses(const Program& program) {
    return program.instruction_set == InstructionSet::Vp20 || allows(program, Option::NvVertexProgram2);
}

bool has_precisions(const Program& program) {
    return is_one_of(program, {InstructionSet::Fp10, InstructionSet::Fp20}) ||
           allows(program, Option::NvFragmentProgram);
}

bool has_loops(const Program& program) {
    return program.instruction_set == InstructionSet::Fp20 || program.has(Option::NvFragmentProgram2);
}

bool has_opcode(const Program& program, Opcode opcode) {
    // Compute programs take derivatives of four invocations that follow each other, with this option.
    if (program.stage == Stage::Compute && program.has(Option::ArbDerivativeControl) &&
        has_trait(opcode, Trait::Derivative))
        return true;
    if (program.stage == Stage::TessControl && program.has(Option::NvInternal) && opcode == Opcode::Bar) return true;
    const OpcodeInfo& info = opcode_info(opcode);
    if (!is_nv4_family(program.instruction_set)) return info.older & older_sets_of(program);
    return info.in_nv4 && info.first_nv <= program.instruction_set &&
           info.stages >> static_cast<int>(program.stage) & 1;
}

// LDC and LOAD are part of 5.0; 4.x needs the option.
Option needed_option(const Program& program, Opcode opcode) {
    const OpcodeInfo& info = opcode_info(opcode);
    const bool part_of_set = program.instruction_set == InstructionSet::Nv50 && info.first_nv != InstructionSet::Nv50;
    return is_nv4_family(program.instruction_set) && !part_of_set ? info.option : Option::Count;
}

uint16_t column_of(DataType type) {
    switch (type) {
        case DataType::F32: return column_float;
        case DataType::S32:
        case DataType::U32: return column_integer;
        case DataType::F64: return column_f64;
        case DataType::S64: return column_s64;
        case DataType::U64: return column_u64;
        case DataType::F16:
        case DataType::S8:
        case DataType::S16:
        case DataType::U8:
        case DataType::U16:
        case DataType::Typeless: break;
    }
    return 0;
}

}  // namespace arbasm
