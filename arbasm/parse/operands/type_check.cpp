#include "arbasm/parse/parser.h"

namespace arbasm {

std::string type_word(DataType type) {
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

char type_letter(DataType type) { return type_word(type)[0]; }

// Type checking of 2.X.3.1: a variable with a type is read and written as that type only, unless NTC is given.
bool Parser::check_type(const Instruction& instruction, const Variable& variable, DataType wanted, SourceLocation where,
                        std::string_view verb) {
    if (variable.type == DataType::Typeless || instruction.modifiers & modifier_ntc) return true;
    if (type_letter(variable.type) == type_letter(wanted)) return true;
    return fail(where,
                quote(variable.name) + " is declared as " + type_word(variable.type) + ", but " +
                    std::string(spelling(instruction.opcode)) + " " + std::string(verb) + " it as " + type_word(wanted),
                "the modifier .NTC turns this check off");
}

}  // namespace arbasm
