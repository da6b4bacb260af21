#include "arbasm/parse/parser.h"

namespace arbasm {

bool Parser::parse_temp(const Modifiers& modifiers) {
    if (modifiers.interpolation()) {
        return fail(modifiers.interpolation_where, "interpolation modifiers belong to ATTRIB declarations only");
    }
    do {
        Token name;
        if (!parse_new_name(name)) return false;
        Variable variable;
        variable.file = RegisterFile::Temporary;
        variable.name = name.text;
        variable.type = modifiers.type;
        variable.is_long = modifiers.is_long && is_nv4();  // LONG is the usual size before
        variable.is_short = modifiers.is_short;
        int64_t size = -1;
        if (token().is('[')) {
            if (!is_nv4()) {
                poison(name);
                return fail("arrays of temporaries came with the NV_gpu_program4 family");
            }
            const SourceLocation where = token().where;
            const bool failed = !parse_array_size(variable.array, size);
            if (failed || size < 0) {
                poison(name);
                return size < 0 && !failed ? fail(where, "an array of temporaries needs a size") : false;
            }
            variable.size = static_cast<int32_t>(size);
        }
        names_.emplace(name.text, add_variable(std::move(variable), {}, name.where));
    } while (accept(','));
    return true;
}

bool Parser::parse_address() {
    do {
        Token name;
        if (!parse_new_name(name)) return false;
        Variable variable;
        variable.file = RegisterFile::Address;
        variable.name = name.text;
        variable.type = DataType::S32;
        names_.emplace(name.text, add_variable(std::move(variable), {}, name.where));
    } while (accept(','));
    return true;
}

bool Parser::parse_alias() {
    Token name;
    if (!parse_new_name(name)) return false;
    if (!expect('=')) return poison(name), false;
    const int32_t* variable = token().kind == TokenKind::Identifier ? find_variable(token().text) : nullptr;
    if (variable == nullptr) {
        poison(name);
        return token().kind == TokenKind::Identifier ? unknown_name(token()) : unexpected("the name of a variable");
    }
    advance();
    names_.emplace(name.text, *variable);
    return true;
}

}  // namespace arbasm
