// Modifiers of instructions: data and storage types, condition codes, clamping, rounding (2.X.4 of NV_gpu_program4).
#include <optional>

#include "arbasm/parse/parser.h"

namespace arbasm {
namespace {

// "F32X2": what memory or a register holds, and how many components; nothing if the word is no type.
struct StorageType {
    DataType type;
    uint8_t components = 1;
};
std::optional<StorageType> storage_type(std::string_view word) {
    StorageType found{};
    if (word.ends_with("X2") || word.ends_with("X4")) {
        found.components = static_cast<uint8_t>(word.back() - '0');
        word.remove_suffix(2);
    }
    for (const Word<DataType>& row : data_type_words) {
        if (row.text != word) continue;
        found.type = row.value;
        return found;
    }
    return {};
}

bool is_float(DataType type) { return type == DataType::F32 || type == DataType::F64 || type == DataType::F16; }

// Whether an instruction's type modifiers say what is in memory (or what CVT converts), not what registers hold.
bool takes_storage_types(const Instruction& instruction) {
    return has_trait(instruction.opcode, Trait::Stored) || instruction.opcode == Opcode::Cvt;
}

}  // namespace

bool Parser::not_a_modifier(const Instruction& instruction, const Token& modifier) {
    return fail(modifier.where, "." + std::string(modifier.text) + " is not a modifier of " +
                                    std::string(spelling(instruction.opcode)));
}

bool Parser::apply_modifier(Instruction& instruction, const Token& modifier) {
    const std::string_view word = modifier.text;
    bool known = false;
    if (is_nv4()) {
        if (!apply_memory_modifier(instruction, modifier, known)) return false;
        if (known) return true;
    }
    if (word == "F" || word == "S" || word == "U") return apply_base_type(instruction, modifier);
    if (const std::optional<StorageType> type = storage_type(word)) {
        return takes_storage_types(instruction)
                   ? apply_storage_type(instruction, modifier, type->type, type->components)
                   : apply_sized_type(instruction, modifier, type->type, type->components);
    }
    return apply_flag(instruction, modifier);
}

// F, S, U: of the usual size.
bool Parser::apply_base_type(Instruction& instruction, const Token& modifier) {
    if (type_modifiers_++ > 0) return fail(modifier.where, "an instruction may have one data type");
    const uint16_t column = modifier.is("F") ? column_float : column_integer;
    if (instruction.opcode == Opcode::Loadim) {
        if (!program_.has(Option::ExtShaderImageLoadFormatted)) {
            return fail(modifier.where, "LOADIM with a data type needs OPTION EXT_shader_image_load_formatted",
                        "LOADIM.U32 and the like read what is stored");
        }
    } else if ((takes_storage_types(instruction) && instruction.opcode != Opcode::Storeim) ||
               !(opcode_info(instruction.opcode).columns & column)) {
        return not_a_modifier(instruction, modifier);
    }
    base_type_ = true;
    instruction.type = modifier.is("F") ? DataType::F32 : modifier.is("S") ? DataType::S32 : DataType::U32;
    return true;
}

// What is in memory; the two types of CVT.
bool Parser::apply_storage_type(Instruction& instruction, const Token& modifier, DataType type, uint8_t components) {
    if (!is_nv5() && is_64_bit(type)) return not_a_modifier(instruction, modifier);
    if (instruction.opcode == Opcode::Cvt) {
        if (components != 1) return fail(modifier.where, "CVT converts between scalar types");
        if (storage_modifiers_ == 2)
            return fail(modifier.where, "CVT takes two types: the result's, then the operand's");
        (storage_modifiers_ == 0 ? instruction.type : instruction.storage) = type;
    } else {
        if (storage_modifiers_ > 0)
            return fail(modifier.where, std::string(spelling(instruction.opcode)) + " takes one storage type");
        instruction.storage = type;
        instruction.storage_components = components;
        instruction.type = register_type(type);
    }
    ++storage_modifiers_;
    return true;
}

// F64 and the like: what registers hold, with its size (NV_gpu_program5).
bool Parser::apply_sized_type(Instruction& instruction, const Token& modifier, DataType type, uint8_t components) {
    if (!is_nv5()) return not_a_modifier(instruction, modifier);
    if (type_modifiers_++ > 0) return fail(modifier.where, "an instruction may have one data type");
    if (components != 1 || !(opcode_info(instruction.opcode).columns & column_of(type)))
        return not_a_modifier(instruction, modifier);
    if (type == DataType::F64 && !limits_.double_precision)
        return fail(modifier.where, "double precision is not supported");
    sized_type_ = true;
    instruction.type = type;
    return true;
}

// Modifiers that are no types.
bool Parser::apply_flag(Instruction& instruction, const Token& modifier) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const std::string_view word = modifier.text;
    if (word == "CC" || word == "CC0" || word == "CC1") {
        if (instruction.condition_update != ConditionUpdate::None) {
            return fail(modifier.where, "an instruction may update one condition code register");
        }
        if (!(info.columns & column_condition)) return not_a_modifier(instruction, modifier);
        instruction.condition_update = word == "CC1" ? ConditionUpdate::Code1 : ConditionUpdate::Code0;
        return true;
    }
    if (word == "SAT" || word == "SSAT") {
        if (instruction.saturation != Saturation::None)
            return fail(modifier.where, "an instruction may clamp its result once");
        if (!(info.columns & column_saturate)) return not_a_modifier(instruction, modifier);
        instruction.saturation = word == "SAT" ? Saturation::Unsigned : Saturation::Signed;
        return true;
    }
    if (word == "NTC") {
        if (!(info.columns & column_ntc)) return not_a_modifier(instruction, modifier);
        instruction.modifiers |= modifier_ntc;
        return true;
    }
    if (word == "PREC") {
        if (!is_nv5() || !(info.columns & column_ntc) || info.has_texture) return not_a_modifier(instruction, modifier);
        instruction.modifiers |= modifier_prec;
        return true;
    }
    if (word == "HI" || word == "S24" || word == "U24") {
        if (instruction.opcode != Opcode::Mul) return not_a_modifier(instruction, modifier);
        if (instruction.modifiers & (modifier_high | modifier_s24 | modifier_u24)) {
            return fail(modifier.where, "MUL may have one of HI, S24 and U24");
        }
        instruction.modifiers |= word == "HI" ? modifier_high : word == "S24" ? modifier_s24 : modifier_u24;
        return true;
    }
    for (const Word<Rounding>& row : rounding_words) {
        if (row.text != word) continue;
        if (instruction.opcode != Opcode::Cvt) return not_a_modifier(instruction, modifier);
        if (instruction.rounding != Rounding::Default) return fail(modifier.where, "CVT rounds in one way");
        instruction.rounding = row.value;
        return true;
    }
    return fail(modifier.where, "." + std::string(word) + " is not a modifier");
}

bool Parser::finish_modifiers(Instruction& instruction, const Token& word) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const std::string name(info.spelling);
    if (instruction.modifiers & (modifier_s24 | modifier_u24)) {
        if (type_modifiers_ > 0) return fail(word.where, "S24 and U24 exclude a data type");
        instruction.type = instruction.modifiers & modifier_s24 ? DataType::S32 : DataType::U32;
    }
    if (instruction.modifiers & modifier_high && instruction.type != DataType::S32 &&
        instruction.type != DataType::U32) {
        return fail(word.where, "MUL.HI needs the data type S or U");
    }
    if (instruction.saturation != Saturation::None && !is_arb()) {
        const bool float_result = info.result.type == 'f' || (info.result.type == 0 && is_float(instruction.type));
        if (!float_result && instruction.opcode != Opcode::Cvt) {
            return fail(word.where, "only floating-point results can be clamped");
        }
    }
    if (is_nv4() && !finish_memory_modifiers(instruction, word)) return false;
    if (instruction.opcode == Opcode::Cvt && storage_modifiers_ != 2) {
        return fail(word.where, "CVT needs two types: the result's, then the operand's, as in CVT.F32.S32");
    }
    return true;
}

bool Parser::parse_instruction_modifiers(Instruction& instruction, const Mnemonic& mnemonic, const Token& word) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    type_modifiers_ = storage_modifiers_ = 0;
    sized_type_ = base_type_ = false;
    instruction.type = is_nv4() ? default_type(instruction.opcode) : DataType::F32;
    const std::string name(info.spelling);
    if (mnemonic.bad_order) {
        return fail(word.where,
                    "the suffixes of " + quote(word.text) + " must stand in the order type, condition code, clamp");
    }
    if (!is_nv4()) {
        if (!apply_suffixes(instruction, mnemonic, word)) return false;
        if (token().is('.')) return fail("instruction modifiers came with the NV_gpu_program4 family");
        return true;
    }
    if (mnemonic.has_precision) {
        const bool half = mnemonic.precision == Precision::Half;
        if (mnemonic.precision == Precision::Fixed12 || !(info.columns & column_float) ||
            (half && !(info.columns & column_half))) {
            return fail(word.where, name + " takes no suffix " +
                                        std::string(half                                    ? "H"
                                                    : mnemonic.precision == Precision::Full ? "R"
                                                                                            : "X"));
        }
        instruction.precision = mnemonic.precision;
        instruction.type = DataType::F32;
        ++type_modifiers_;
    }
    if (mnemonic.condition != ConditionUpdate::None) {
        if (!(info.columns & column_condition)) return fail(word.where, name + " can't update a condition code");
        instruction.condition_update = mnemonic.condition;
    }
    if (mnemonic.saturation != Saturation::None) {
        if (!(info.columns & column_saturate)) return fail(word.where, "the result of " + name + " can't be clamped");
        instruction.saturation = mnemonic.saturation;
    }
    while (token().is('.')) {
        advance();
        if (token().kind != TokenKind::Identifier) return unexpected("an instruction modifier");
        if (!apply_modifier(instruction, token())) return false;
        advance();
    }
    return finish_modifiers(instruction, word);
}

}  // namespace arbasm
