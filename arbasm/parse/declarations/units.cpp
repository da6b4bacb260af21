#include "arbasm/parse/declarations/units.h"

#include "arbasm/parse/declarations/new_variable.h"

namespace arbasm {
namespace {

bool parse_named_units(ParseContext& context, const Token& name, RegisterFile file, std::string_view word) {
    Variable variable;
    variable.file = file;
    variable.name = name.text;
    const SourceLocation size_where = context.token().where;
    int64_t size = -1;
    if (!parse_array_size(context, variable.array, size) || !context.expect('=') ||
        (variable.array && !context.expect('{')))
        return false;
    int64_t count = 0;
    const int units = file == RegisterFile::Image ? context.limits.image_units : context.limits.texture_image_units;
    do {
        const SourceLocation where = context.token().where;
        if (!context.token().is(word)) return context.unexpected(quote(word));
        context.advance();
        int64_t first = 0, last = 0;
        if (!context.expect('[') || !context.parse_unsigned(first, units - 1, "a unit number")) return false;
        last = first;
        if (variable.array && context.token().kind == TokenKind::Range) {
            context.advance();
            if (!context.parse_unsigned(last, units - 1, "a unit number")) return false;
            if (last < first) return context.fail(where, "the range of units runs backwards");
        }
        if (!context.expect(']')) return false;
        if (count == 0) {
            variable.base = static_cast<int32_t>(first);
        } else if (first != variable.base + count) {
            return context.fail(where, "the units of an array must be consecutive");
        }
        count += last - first + 1;
    } while (variable.array && context.accept(','));
    if (variable.array && !context.expect('}')) return false;
    if (!check_array_size(context, size_where, size, count)) return false;
    variable.size = static_cast<int32_t>(count);
    context.symbols.declare(name, std::move(variable), {});
    return true;
}

}  // namespace

bool parse_units(ParseContext& context, RegisterFile file, std::string_view word) {
    return parse_new_variable(context, [&](const Token& name) { return parse_named_units(context, name, file, word); });
}

}  // namespace arbasm
