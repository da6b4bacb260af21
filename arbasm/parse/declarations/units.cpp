#include "arbasm/parse/parser.h"

namespace arbasm {

// TEXTURE t = texture[a];  TEXTURE t[] = { texture[a..b], texture[c] };  IMAGE likewise
bool Parser::parse_units(RegisterFile file, std::string_view word) {
    Token name;
    if (!parse_new_name(name)) return false;
    const auto give_up = [&] {
        poison(name);
        return false;
    };
    Variable variable;
    variable.file = file;
    variable.name = name.text;
    const SourceLocation size_where = token().where;
    int64_t size = -1;
    if (!parse_array_size(variable.array, size) || !expect('=') || (variable.array && !expect('{'))) return give_up();
    int64_t count = 0;
    const int units = file == RegisterFile::Image ? limits_.image_units : limits_.texture_image_units;
    do {
        const SourceLocation where = token().where;
        if (!token().is(word)) return unexpected(quote(word)), give_up();
        advance();
        int64_t first = 0, last = 0;
        if (!expect('[') || !parse_unsigned(first, units - 1, "a unit number")) return give_up();
        last = first;
        if (variable.array && token().kind == TokenKind::Range) {
            advance();
            if (!parse_unsigned(last, units - 1, "a unit number")) return give_up();
            if (last < first) return fail(where, "the range of units runs backwards"), give_up();
        }
        if (!expect(']')) return give_up();
        if (count == 0) {
            variable.base = static_cast<int32_t>(first);
        } else if (first != variable.base + count) {
            return fail(where, "the units of an array must be consecutive"), give_up();
        }
        count += last - first + 1;
    } while (variable.array && accept(','));
    if (variable.array && !expect('}')) return give_up();
    if (size >= 0 && size != count) {
        fail(size_where, "the array is declared with " + std::to_string(size) + " elements, but " +
                             std::to_string(count) + " are bound");
        return give_up();
    }
    variable.size = static_cast<int32_t>(count);
    names_.emplace(name.text, add_variable(std::move(variable), {}, name.where));
    return true;
}

}  // namespace arbasm
