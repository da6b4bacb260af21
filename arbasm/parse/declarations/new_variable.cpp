#include "arbasm/parse/declarations/new_variable.h"

#include "arbasm/parse/language/keywords.h"

namespace arbasm {

bool parse_new_name(ParseContext& context, Token& name) {
    if (context.token().kind != TokenKind::Identifier) return context.unexpected("a name for the variable");
    name = context.token();
    if (is_reserved(context.program, name.text))
        return context.fail(quote(name.text) + " is a reserved word and can't be a variable's name");
    if (context.symbols.contains(name.text)) return context.fail(quote(name.text) + " is declared already");
    context.advance();
    return true;
}

bool parse_array_size(TokenCursor& cursor, bool& array, int64_t& size, int64_t most) {
    array = false;
    size = -1;
    if (!cursor.accept('[')) return true;
    array = true;
    if (cursor.accept(']')) return true;
    const SourceLocation where = cursor.token().where;
    if (!cursor.parse_unsigned(size, most, "an array size")) return false;
    if (size == 0) return cursor.fail(where, "an array must have at least one element");
    return cursor.expect(']');
}

bool check_array_size(TokenCursor& cursor, SourceLocation where, int64_t size, int64_t bound, std::string_view what) {
    if (size < 0 || size == bound) return true;
    return cursor.fail(where, "the array is declared with " + std::to_string(size) + " " + std::string(what) +
                                  ", but " + std::to_string(bound) + " are bound");
}

}  // namespace arbasm
