#include "arbasm/parse/operands/type_check.h"

namespace arbasm {
namespace {

std::string_view type_word(DataType type) {
    switch (type) {
        case DataType::F32:
        case DataType::F64:
        case DataType::F16: return "floating-point";
        case DataType::U32:
        case DataType::U64:
        case DataType::U8:
        case DataType::U16: return "unsigned integer";
        case DataType::S32:
        case DataType::S64:
        case DataType::S8:
        case DataType::S16:
        case DataType::Typeless: break;
    }
    return "signed integer";
}

bool is_same_class(DataType a, DataType b) { return type_word(a) == type_word(b); }

}  // namespace

bool check_type(TokenCursor& cursor, const Instruction& instruction, const Variable& variable, DataType wanted,
                SourceLocation where, std::string_view verb) {
    if (variable.type == DataType::Typeless || instruction.modifiers & modifier_ntc) return true;
    if (is_same_class(variable.type, wanted)) return true;
    return cursor.fail(where,
                       quote(variable.name) + " is declared as " + std::string(type_word(variable.type)) + ", but " +
                           std::string(spelling(instruction.opcode)) + " " + std::string(verb) + " it as " +
                           std::string(type_word(wanted)),
                       "the modifier .NTC turns this check off");
}

}  // namespace arbasm
