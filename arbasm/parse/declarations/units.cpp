#include "arbasm/parse/declarations/units.h"

#include "arbasm/parse/declarations/new_variable.h"

namespace arbasm {

bool parse_units(ParseContext& context, RegisterFile file, std::string_view word) {
    Token name;
    if (!parse_new_name(context, name)) return false;
    const auto give_up = [&] {
        context.symbols.poison(name.text);
        return false;
    };
    Variable variable;
    variable.file = file;
    variable.name = name.text;
    const SourceLocation size_where = context.token().where;
    int64_t size = -1;
    if (!parse_array_size(context, variable.array, size) || !context.expect('=') ||
        (variable.array && !context.expect('{')))
        return give_up();
    int64_t count = 0;
    const int units = file == RegisterFile::Image ? context.limits.image_units : context.limits.texture_image_units;
    do {
        const SourceLocation where = context.token().where;
        if (!context.token().is(word)) return context.unexpected(quote(word)), give_up();
        context.advance();
        int64_t first = 0, last = 0;
        if (!context.expect('[') || !context.parse_unsigned(first, units - 1, "a unit number")) return give_up();
        last = first;
        if (variable.array && context.token().kind == TokenKind::Range) {
            context.advance();
            if (!context.parse_unsigned(last, units - 1, "a unit number")) return give_up();
            if (last < first) return context.fail(where, "the range of units runs backwards"), give_up();
        }
        if (!context.expect(']')) return give_up();
        if (count == 0) {
            variable.base = static_cast<int32_t>(first);
        } else if (first != variable.base + count) {
            return context.fail(where, "the units of an array must be consecutive"), give_up();
        }
        count += last - first + 1;
    } while (variable.array && context.accept(','));
    if (variable.array && !context.expect('}')) return give_up();
    if (size >= 0 && size != count) {
        context.fail(size_where, "the array is declared with " + std::to_string(size) + " elements, but " +
                                     std::to_string(count) + " are bound");
        return give_up();
    }
    variable.size = static_cast<int32_t>(count);
    context.symbols.declare(name, std::move(variable), {});
    return true;
}

}  // namespace arbasm
