#include "arbasm/parse/parser.h"

namespace arbasm {

bool Parser::parse_new_name(Token& name) {
    if (token().kind != TokenKind::Identifier) return unexpected("a name for the variable");
    name = token();
    if (is_reserved(name.text)) return fail(quote(name.text) + " is a reserved word and can't be a variable's name");
    if (names_.contains(name.text)) return fail(quote(name.text) + " is declared already");
    advance();
    return true;
}

// "[4]" sets size, "[]" leaves it at -1; neither is there: array is false.
bool Parser::parse_array_size(bool& array, int64_t& size, int64_t most) {
    array = false;
    size = -1;
    if (!accept('[')) return true;
    array = true;
    if (accept(']')) return true;
    const SourceLocation where = token().where;
    if (!parse_unsigned(size, most, "an array size")) return false;
    if (size == 0) return fail(where, "an array must have at least one element");
    return expect(']');
}

}  // namespace arbasm
