#include "arbasm/parse/instructions/modifiers.h"

#include <optional>

#include "arbasm/parse/instructions/memory_modifiers.h"
#include "arbasm/parse/instructions/suffixes.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/words.h"

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

// Reads the modifiers of one instruction.
struct ModifierReader {
    TokenCursor& cursor;
    const Program& program;
    const Limits& limits;
    Instruction& instruction;
    TypeModifiers given{};

    bool read(const Mnemonic& mnemonic, const Token& word);

  private:
    bool not_a_modifier(const Token& modifier);
    bool apply_modifier(const Token& modifier);
    bool apply_base_type(const Token& modifier);
    bool apply_storage_type(const Token& modifier, DataType type, uint8_t components);
    bool apply_sized_type(const Token& modifier, DataType type, uint8_t components);
    bool apply_flag(const Token& modifier);
    bool finish_modifiers(const Token& word);
};

bool ModifierReader::not_a_modifier(const Token& modifier) {
    return cursor.fail(modifier.where, "." + std::string(modifier.text) + " is not a modifier of " +
                                           std::string(spelling(instruction.opcode)));
}

bool ModifierReader::apply_modifier(const Token& modifier) {
    const std::string_view word = modifier.text;
    bool known = false;
    if (is_nv4(program)) {
        if (!apply_memory_modifier(cursor, program, instruction, modifier, known)) return false;
        if (known) return true;
    }
    if (word == "F" || word == "S" || word == "U") return apply_base_type(modifier);
    if (const std::optional<StorageType> type = storage_type(word)) {
        return takes_storage_types(instruction) ? apply_storage_type(modifier, type->type, type->components)
                                                : apply_sized_type(modifier, type->type, type->components);
    }
    return apply_flag(modifier);
}

// F, S, U: of the usual size.
bool ModifierReader::apply_base_type(const Token& modifier) {
    if (given.types++ > 0) return cursor.fail(modifier.where, "an instruction may have one data type");
    const uint16_t column = modifier.is("F") ? column_float : column_integer;
    if (instruction.opcode == Opcode::Loadim) {
        if (!program.has(Option::ExtShaderImageLoadFormatted)) {
            return cursor.fail(modifier.where, "LOADIM with a data type needs OPTION EXT_shader_image_load_formatted",
                               "LOADIM.U32 and the like read what is stored");
        }
    } else if ((takes_storage_types(instruction) && instruction.opcode != Opcode::Storeim) ||
               !(opcode_info(instruction.opcode).columns & column)) {
        return not_a_modifier(modifier);
    }
    instruction.type = modifier.is("F") ? DataType::F32 : modifier.is("S") ? DataType::S32 : DataType::U32;
    return true;
}

// What is in memory; the two types of CVT.
bool ModifierReader::apply_storage_type(const Token& modifier, DataType type, uint8_t components) {
    if (!is_nv5(program) && is_64_bit(type)) return not_a_modifier(modifier);
    if (instruction.opcode == Opcode::Cvt) {
        if (components != 1) return cursor.fail(modifier.where, "CVT converts between scalar types");
        if (given.storages == 2)
            return cursor.fail(modifier.where, "CVT takes two types: the result's, then the operand's");
        (given.storages == 0 ? instruction.type : instruction.storage) = type;
    } else {
        if (given.storages > 0)
            return cursor.fail(modifier.where, std::string(spelling(instruction.opcode)) + " takes one storage type");
        instruction.storage = type;
        instruction.storage_components = components;
        instruction.type = register_type(type);
    }
    ++given.storages;
    return true;
}

// F64 and the like: what registers hold, with its size (NV_gpu_program5).
bool ModifierReader::apply_sized_type(const Token& modifier, DataType type, uint8_t components) {
    if (!is_nv5(program)) return not_a_modifier(modifier);
    if (given.types++ > 0) return cursor.fail(modifier.where, "an instruction may have one data type");
    if (components != 1 || !(opcode_info(instruction.opcode).columns & column_of(type)))
        return not_a_modifier(modifier);
    if (type == DataType::F64 && !limits.double_precision)
        return cursor.fail(modifier.where, "double precision is not supported");
    instruction.type = type;
    return true;
}

// Modifiers that are no types.
bool ModifierReader::apply_flag(const Token& modifier) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const std::string_view word = modifier.text;
    if (word == "CC" || word == "CC0" || word == "CC1") {
        if (instruction.condition_update != ConditionUpdate::None) {
            return cursor.fail(modifier.where, "an instruction may update one condition code register");
        }
        if (!(info.columns & column_condition)) return not_a_modifier(modifier);
        instruction.condition_update = word == "CC1" ? ConditionUpdate::Code1 : ConditionUpdate::Code0;
        return true;
    }
    if (word == "SAT" || word == "SSAT") {
        if (instruction.saturation != Saturation::None)
            return cursor.fail(modifier.where, "an instruction may clamp its result once");
        if (!(info.columns & column_saturate)) return not_a_modifier(modifier);
        instruction.saturation = word == "SAT" ? Saturation::Unsigned : Saturation::Signed;
        return true;
    }
    if (word == "NTC") {
        if (!(info.columns & column_ntc)) return not_a_modifier(modifier);
        instruction.modifiers |= modifier_ntc;
        return true;
    }
    if (word == "PREC") {
        if (!is_nv5(program) || !(info.columns & column_ntc) || info.has_texture) return not_a_modifier(modifier);
        instruction.modifiers |= modifier_prec;
        return true;
    }
    if (word == "HI" || word == "S24" || word == "U24") {
        if (instruction.opcode != Opcode::Mul) return not_a_modifier(modifier);
        if (instruction.modifiers & (modifier_high | modifier_s24 | modifier_u24)) {
            return cursor.fail(modifier.where, "MUL may have one of HI, S24 and U24");
        }
        instruction.modifiers |= word == "HI" ? modifier_high : word == "S24" ? modifier_s24 : modifier_u24;
        return true;
    }
    for (const Word<Rounding>& row : rounding_words) {
        if (row.text != word) continue;
        if (instruction.opcode != Opcode::Cvt) return not_a_modifier(modifier);
        if (instruction.rounding != Rounding::Default) return cursor.fail(modifier.where, "CVT rounds in one way");
        instruction.rounding = row.value;
        return true;
    }
    return cursor.fail(modifier.where, "." + std::string(word) + " is not a modifier");
}

bool ModifierReader::finish_modifiers(const Token& word) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    if (instruction.modifiers & (modifier_s24 | modifier_u24)) {
        if (given.types > 0) return cursor.fail(word.where, "S24 and U24 exclude a data type");
        instruction.type = instruction.modifiers & modifier_s24 ? DataType::S32 : DataType::U32;
    }
    if (instruction.modifiers & modifier_high && instruction.type != DataType::S32 &&
        instruction.type != DataType::U32) {
        return cursor.fail(word.where, "MUL.HI needs the data type S or U");
    }
    if (instruction.saturation != Saturation::None && !is_arb(program)) {
        const bool float_result = info.result.type == 'f' || (info.result.type == 0 && is_float(instruction.type));
        if (!float_result && instruction.opcode != Opcode::Cvt) {
            return cursor.fail(word.where, "only floating-point results can be clamped");
        }
    }
    if (is_nv4(program) && !finish_memory_modifiers(cursor, program, limits, given, instruction, word)) return false;
    if (instruction.opcode == Opcode::Cvt && given.storages != 2) {
        return cursor.fail(word.where, "CVT needs two types: the result's, then the operand's, as in CVT.F32.S32");
    }
    return true;
}

bool ModifierReader::read(const Mnemonic& mnemonic, const Token& word) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    instruction.type = is_nv4(program) ? default_type(instruction.opcode) : DataType::F32;
    const std::string name(info.spelling);
    if (mnemonic.bad_order) {
        return cursor.fail(
            word.where, "the suffixes of " + quote(word.text) + " must stand in the order type, condition code, clamp");
    }
    if (!is_nv4(program)) {
        if (!apply_suffixes(cursor, program, instruction, mnemonic, word)) return false;
        if (cursor.token().is('.')) return cursor.fail("instruction modifiers came with the NV_gpu_program4 family");
        return true;
    }
    if (mnemonic.has_precision) {
        const bool half = mnemonic.precision == Precision::Half;
        if (mnemonic.precision == Precision::Fixed12 || !(info.columns & column_float) ||
            (half && !(info.columns & column_half))) {
            return cursor.fail(word.where, name + " takes no suffix " +
                                               std::string(half                                    ? "H"
                                                           : mnemonic.precision == Precision::Full ? "R"
                                                                                                   : "X"));
        }
        instruction.precision = mnemonic.precision;
        instruction.type = DataType::F32;
        ++given.types;
    }
    if (mnemonic.condition != ConditionUpdate::None) {
        if (!(info.columns & column_condition)) return cursor.fail(word.where, name + " can't update a condition code");
        instruction.condition_update = mnemonic.condition;
    }
    if (mnemonic.saturation != Saturation::None) {
        if (!(info.columns & column_saturate))
            return cursor.fail(word.where, "the result of " + name + " can't be clamped");
        instruction.saturation = mnemonic.saturation;
    }
    while (cursor.token().is('.')) {
        cursor.advance();
        if (cursor.token().kind != TokenKind::Identifier) return cursor.unexpected("an instruction modifier");
        if (!apply_modifier(cursor.token())) return false;
        cursor.advance();
    }
    return finish_modifiers(word);
}

}  // namespace

bool parse_instruction_modifiers(TokenCursor& cursor, const Program& program, const Limits& limits,
                                 const Mnemonic& mnemonic, const Token& word, Instruction& instruction) {
    return ModifierReader{cursor, program, limits, instruction}.read(mnemonic, word);
}

}  // namespace arbasm
