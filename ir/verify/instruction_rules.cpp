// Rules about instructions: their opcode's row, types, modifiers, results, textures.
#include <algorithm>
#include <array>

#include "ir/language_features.h"
#include "ir/texture_targets.h"
#include "ir/verify/rules.h"

namespace arbasm {
namespace {

bool is_nv4(const Program& program) { return is_nv4_family(program.instruction_set); }

bool is_float(DataType type) { return type == DataType::F32 || type == DataType::F64 || type == DataType::F16; }

// ---- opcodes

bool is_available(const Program& program, const Instruction& instruction) {
    return instruction.opcode < Opcode::Count && has_opcode(program, instruction.opcode);
}

bool is_unlocked(const Program& program, const Instruction& instruction) {
    const Option option = needed_option(program, instruction.opcode);
    return option == Option::Count || program.has(option);
}

bool has_operands(const Program& program, const Instruction& instruction) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const int count = instruction.operand_count;
    if (instruction.opcode == Opcode::Kil) return count == (instruction.condition_operand ? 0 : 1);
    if (instruction.opcode == Opcode::Rep) return count == 1 || (count == 0 && is_nv4(program));
    if (instruction.opcode == Opcode::Cali) return count == 1;
    if (!info.has_texture || instruction.texture.target == TextureTarget::None) return count == info.operand_count;
    const int extras = coordinate_extras(instruction), second = count - info.operand_count;
    return extras < 0 ? second == 0 || second == 1 : second == (extras > 0 ? 1 : 0);
}

bool others_are_empty(const Program& /*program*/, const Instruction& instruction) {
    return std::all_of(instruction.operands.begin() + instruction.operand_count, instruction.operands.end(),
                       [](const Operand& operand) { return operand == Operand{}; });
}

// ---- types

// Whether `storage` says what is in memory.
bool reaches_memory(Opcode opcode) { return has_trait(opcode, Trait::Stored); }

bool has_type(const Program& program, const Instruction& instruction) {
    const DataType type = instruction.type;
    if (!is_nv4(program)) return type == DataType::F32;
    if (instruction.opcode == Opcode::Cvt) return type != DataType::Typeless;
    if (reaches_memory(instruction.opcode))
        return instruction.storage == DataType::Typeless ? column_of(type) != 0 && !is_64_bit(type)
                                                         : type == register_type(instruction.storage);
    return type == default_type(instruction.opcode) || opcode_info(instruction.opcode).columns & column_of(type);
}

bool has_storage(const Program& /*program*/, const Instruction& instruction) {
    const uint8_t components = instruction.storage_components;
    if (instruction.opcode == Opcode::Cvt) return instruction.storage != DataType::Typeless && components == 1;
    if (!reaches_memory(instruction.opcode)) return instruction.storage == DataType::Typeless && components == 1;
    const bool formatted = has_trait(instruction.opcode, Trait::Formatted);
    return (components == 1 || components == 2 || components == 4) &&
           (instruction.storage != DataType::Typeless || formatted);
}

// ---- modifiers

bool may_update_condition(const Program& program, const Instruction& instruction) {
    if (instruction.condition_update == ConditionUpdate::None) return true;
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const bool row = is_nv4(program) ? info.columns & column_condition : info.suffixes & suffix_condition;
    return row && has_condition_codes(program) &&
           (instruction.condition_update == ConditionUpdate::Code0 || has_second_condition_code(program));
}

bool may_clamp(const Program& program, const Instruction& instruction) {
    if (instruction.saturation == Saturation::None) return true;
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    if (!is_nv4(program)) return info.suffixes & suffix_saturate;
    return info.columns & column_saturate &&
           (instruction.opcode == Opcode::Cvt || is_float(shape_type(instruction, info.result)));
}

bool has_precision(const Program& program, const Instruction& instruction) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    switch (instruction.precision) {
        case Precision::Full: return true;
        case Precision::Half:
            return is_nv4(program) ? info.columns & column_half : has_precisions(program) && info.suffixes & suffix_h;
        case Precision::Fixed12: return !is_nv4(program) && has_precisions(program) && info.suffixes & suffix_x;
    }
    return false;
}

bool may_round(const Program& /*program*/, const Instruction& instruction) {
    return instruction.rounding == Rounding::Default || instruction.opcode == Opcode::Cvt;
}

bool has_atomic_operation(const Program& /*program*/, const Instruction& instruction) {
    const AtomicOperation atomic = instruction.atomic;
    const Traits& traits = opcode_info(instruction.opcode).traits;
    if (!traits.has(Trait::Atomic)) return atomic == AtomicOperation::None;
    if (traits.memory == RegisterFile::Counter) return atomic >= AtomicOperation::CounterIncrement;
    return atomic > AtomicOperation::None && atomic < AtomicOperation::CounterIncrement;
}

struct ModifierRow {
    uint32_t modifier;
    bool (*takes)(Opcode opcode, const OpcodeInfo& info);
};
constexpr ModifierRow modifier_rows[] = {
    {modifier_ntc, [](Opcode, const OpcodeInfo& info) { return (info.columns & column_ntc) != 0; }},
    {modifier_prec,
     [](Opcode, const OpcodeInfo& info) { return (info.columns & column_ntc) != 0 && !info.has_texture; }},
    {modifier_high | modifier_s24 | modifier_u24,
     [](Opcode opcode, const OpcodeInfo&) { return opcode == Opcode::Mul; }},
    {modifier_coherent | modifier_volatile,
     [](Opcode, const OpcodeInfo& info) { return info.traits.has(Trait::Coherent); }},
    {modifier_cta, [](Opcode opcode, const OpcodeInfo&) { return opcode == Opcode::Membar; }},
    {modifier_sparse, [](Opcode, const OpcodeInfo& info) { return info.traits.has(Trait::Lookup); }},
    {modifier_lodclamp, [](Opcode, const OpcodeInfo& info) { return info.traits.has(Trait::LodClamp); }},
    {modifier_fine | modifier_coarse,
     [](Opcode, const OpcodeInfo& info) { return info.traits.has(Trait::Derivative); }},
};

bool has_modifiers(const Program& program, const Instruction& instruction) {
    uint32_t known = 0;
    for (const ModifierRow& row : modifier_rows) {
        known |= row.modifier;
        if (instruction.modifiers & row.modifier && !row.takes(instruction.opcode, opcode_info(instruction.opcode)))
            return false;
    }
    return (instruction.modifiers & ~known) == 0 && (instruction.modifiers == 0 || is_nv4(program));
}

bool modifiers_agree(const Program& /*program*/, const Instruction& instruction) {
    const auto at_most_one = [&instruction](uint32_t modifiers) {
        const uint32_t given = instruction.modifiers & modifiers;
        return (given & (given - 1)) == 0;
    };
    const bool is_word = instruction.type == DataType::S32 || instruction.type == DataType::U32;
    return at_most_one(modifier_high | modifier_s24 | modifier_u24) && at_most_one(modifier_fine | modifier_coarse) &&
           (is_word || !(instruction.modifiers & (modifier_high | modifier_s24 | modifier_u24)));
}

// ---- conditions

bool is_mask(const Program& program, const ConditionMask& mask) {
    if (mask == ConditionMask{}) return true;
    const bool selects = std::ranges::all_of(mask.swizzle, [](uint8_t selector) { return selector < 4; });
    const bool resident = mask.test == ConditionTest::Resident || mask.test == ConditionTest::NonResident;
    const bool known =
        resident ? program.instruction_set == InstructionSet::Nv50
                 : mask.test <= ConditionTest::GreaterEqual || (is_nv4(program) && mask.test < ConditionTest::Resident);
    return selects && known && mask.code_register <= (has_second_condition_code(program) ? 1 : 0) &&
           has_condition_codes(program);
}

bool tests_condition(const Program& program, const Instruction& instruction) {
    const bool may = opcode_info(instruction.opcode).has_condition || instruction.opcode == Opcode::Kil;
    if (!instruction.condition_operand)
        return instruction.condition == ConditionMask{} && instruction.opcode != Opcode::If;
    return may && is_mask(program, instruction.condition);
}

// ---- results

bool has_result(const Program& program, const Instruction& instruction) {
    const Destination& result = instruction.result;
    switch (opcode_info(instruction.opcode).result.kind) {
        case 0: return result == Destination{};
        case 'a': return result.file == RegisterFile::Address && names_variable(program, result.file, result.variable);
        default:
            return (result.file == RegisterFile::Temporary || result.file == RegisterFile::Result) &&
                   names_variable(program, result.file, result.variable);
    }
}

bool result_is_within(const Program& program, const Instruction& instruction) {
    const Destination& result = instruction.result;
    return result.file == RegisterFile::None ||
           (is_index(program, result.relative) &&
            is_within(program, program.variables[static_cast<size_t>(result.variable)], result.element,
                      result.relative));
}

bool result_is_masked(const Program& program, const Instruction& instruction) {
    const Destination& result = instruction.result;
    if (result.file == RegisterFile::None) return true;
    const bool x_only = result.file == RegisterFile::Address && !has_vector_addresses(program);
    return result.write_mask > 0 && result.write_mask <= (x_only ? 1 : 0xf) && is_mask(program, result.condition);
}

bool result_has_type(const Program& program, const Instruction& instruction) {
    const Destination& result = instruction.result;
    if (!is_nv4(program) || result.file == RegisterFile::None || instruction.modifiers & modifier_ntc) return true;
    const DataType declared = program.variables[static_cast<size_t>(result.variable)].type;
    const DataType written = shape_type(instruction, opcode_info(instruction.opcode).result);
    return declared == DataType::Typeless || type_class(declared) == type_class(written);
}

bool words_are_long(const Program& program, const Instruction& instruction) {
    const auto is_wide = [&program](int32_t variable) {
        return program.variables[static_cast<size_t>(variable)].is_long;
    };
    if (instruction.opcode == Opcode::Pk64) return is_wide(instruction.result.variable);
    return instruction.opcode != Opcode::Up64 ||
           (names_variable(program, instruction.operands[0].file, instruction.operands[0].variable) &&
            is_wide(instruction.operands[0].variable));
}

// ---- textures and images

bool has_access(const Program& /*program*/, const Instruction& instruction) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const bool has_target = instruction.texture.target != TextureTarget::None;
    return info.has_texture || info.has_image ? has_target : instruction.texture == TextureAccess{};
}

bool has_target(const Program& program, const Instruction& instruction) {
    const TextureTarget target = instruction.texture.target;
    if (target == TextureTarget::None) return true;
    const TextureTargetRow& row = texture_target_row(target);
    if (opcode_info(instruction.opcode).has_image) return row.has_feature('i');
    return takes_target(program, instruction);
}

bool names_unit(const Program& program, const Instruction& instruction) {
    const TextureAccess& access = instruction.texture;
    if (access.target == TextureTarget::None) return true;
    const bool indexed = access.relative.file != RegisterFile::None;
    if (access.handle) return access.variable < 0 && access.unit == 0 && !indexed;
    if (access.variable < 0) return access.unit >= 0 && !indexed;
    const RegisterFile file = opcode_info(instruction.opcode).has_image ? RegisterFile::Image : RegisterFile::Texture;
    return names_variable(program, file, access.variable) && is_index(program, access.relative) &&
           is_within(program, program.variables[static_cast<size_t>(access.variable)], access.unit, access.relative);
}

bool has_offset(const Program& /*program*/, const Instruction& instruction) {
    const TextureAccess& access = instruction.texture;
    const bool plain = access.offset == std::array<int8_t, 3>{};
    if (!access.has_offset) return plain && !access.offset_operand;
    if (access.offset_operand) return plain && texture_target_row(access.target).has_feature('o');
    return plain || (texture_target_row(access.target).has_feature('o') && instruction.opcode != Opcode::Txgo);
}

bool gathers_component(const Program& /*program*/, const Instruction& instruction) {
    const bool gathers = has_trait(instruction.opcode, Trait::Gathers);
    const TextureAccess& access = instruction.texture;
    return access.gather_component < 4 && (access.explicit_component ? gathers : access.gather_component == 0);
}

constexpr InstructionRule rules[] = {
    {"the program's stage and instruction set have the opcode", is_available},
    {"an opcode that an option unlocks has it", is_unlocked},
    {"an instruction has as many operands as its row and its target say", has_operands},
    {"operands that an instruction doesn't have are empty", others_are_empty},
    {"an instruction's type is one of its row", has_type},
    {"instructions that reach memory or convert say what is stored, others don't", has_storage},
    {"a condition code is updated where the row says so, and the program has it", may_update_condition},
    {"a result is clamped where the row says so, and is a number of floating point", may_clamp},
    {"an instruction's precision is one of its row", has_precision},
    {"only CVT rounds in a chosen way", may_round},
    {"atomic instructions have an operation of their kind, others none", has_atomic_operation},
    {"an instruction has modifiers of its opcode only", has_modifiers},
    {"of modifiers that exclude each other there is one, and MUL.HI, S24 and U24 are of integers", modifiers_agree},
    {"flow and KIL test a condition that the program has; others none, IF always", tests_condition},
    {"a result is a register of a file that the row says, or none", has_result},
    {"a result's element is in its variable", result_is_within},
    {"a result has a mask, and a condition that the program has", result_is_masked},
    {"a result's variable is declared with the type that is written, or NTC says it need not be", result_has_type},
    {"PK64 writes and UP64 reads a LONG variable", words_are_long},
    {"texture and image instructions have a target, others no access", has_access},
    {"the instruction takes its target", has_target},
    {"an access names a unit, an element of a variable of units, or a handle", names_unit},
    {"texel offsets are given where the target takes them", has_offset},
    {"only TXG and TXGO choose a component", gathers_component},
};

}  // namespace

std::span<const InstructionRule> instruction_rules() { return rules; }

}  // namespace arbasm
