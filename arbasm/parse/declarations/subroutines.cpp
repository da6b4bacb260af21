#include "arbasm/parse/declarations/subroutines.h"

#include <algorithm>

#include "arbasm/parse/declarations/new_variable.h"
#include "arbasm/parse/language/keywords.h"
#include "arbasm/parse/text/nearest.h"

namespace arbasm {
namespace {

bool parse_named_subroutine(ParseContext& context, const Token& name, Subroutines& subroutines, int32_t type) {
    Variable variable;
    variable.file = RegisterFile::Subroutine;
    variable.name = name.text;
    variable.subroutine_type = type;
    const SourceLocation size_where = context.token().where;
    int64_t size = -1, count = 0;
    bool consecutive = true;
    if (!parse_array_size(context, variable.array, size) || !context.expect('=') ||
        (variable.array && !context.expect('{')))
        return false;
    do {
        const SourceLocation where = context.token().where;
        int64_t first = 0, last = 0;
        const int64_t most = context.limits.subroutine_parameters - 1;
        if (!context.token().is("program")) return context.unexpected("program.subroutine");
        context.advance();
        if (!context.expect('.')) return false;
        if (!context.token().is("subroutine")) return context.unexpected("\"subroutine\"");
        context.advance();
        if (!context.expect('[') || !context.parse_unsigned(first, most, "a subroutine parameter")) return false;
        last = first;
        if (variable.array && context.token().kind == TokenKind::Range) {
            context.advance();
            if (!context.parse_unsigned(last, most, "a subroutine parameter")) return false;
            if (last < first) return context.fail(where, "the range runs backwards");
        }
        if (!context.expect(']')) return false;
        if (count == 0) variable.base = static_cast<int32_t>(first);
        consecutive &= first == variable.base + count;
        for (int64_t n = first; n <= last; ++n) {
            variable.subroutine_parameters.push_back(static_cast<int32_t>(n));
            context.program.subroutine_parameters =
                std::max(context.program.subroutine_parameters, static_cast<int32_t>(n) + 1);
            const auto [known, is_new] = subroutines.parameter_types.emplace(n, type);
            if (!is_new && known->second != type) {
                return context.fail(
                    where, "program.subroutine[" + std::to_string(n) + "] belongs to subroutine type " +
                               quote(context.program.subroutine_types[static_cast<size_t>(known->second)].name) +
                               " already");
            }
        }
        count += last - first + 1;
    } while (variable.array && context.accept(','));
    if (variable.array && !context.expect('}')) return false;
    if (!check_array_size(context, size_where, size, count)) return false;
    variable.size = static_cast<int32_t>(count);
    if (consecutive) variable.subroutine_parameters.clear();
    context.symbols.declare(name, std::move(variable), {});
    return true;
}

}  // namespace

bool parse_subroutine_type(ParseContext& context, Subroutines& subroutines) {
    if (context.token().kind != TokenKind::Identifier) return context.unexpected("a name for the subroutine type");
    const Token name = context.token();
    if (is_reserved(context.program, name.text)) return context.fail(quote(name.text) + " is a reserved word");
    if (context.symbols.contains(name.text)) return context.fail(quote(name.text) + " is declared already");
    context.advance();
    const auto [found, is_new] =
        subroutines.types.emplace(name.text, static_cast<int32_t>(context.program.subroutine_types.size()));
    if (is_new) {
        context.program.subroutine_types.push_back({std::string(name.text), {}});
        subroutines.labels.emplace_back();
    }
    if (!context.expect('{')) return false;
    if (context.accept('}')) return true;
    do {
        if (context.token().kind != TokenKind::Identifier) return context.unexpected("a label");
        subroutines.labels[static_cast<size_t>(found->second)].push_back(context.token());
        context.advance();
    } while (context.accept(','));
    return context.expect('}');
}

bool parse_subroutine(ParseContext& context, Subroutines& subroutines) {
    if (context.token().kind != TokenKind::Identifier) return context.unexpected("the name of a subroutine type");
    const Token type = context.token();
    const auto found = subroutines.types.find(type.text);
    if (found == subroutines.types.end()) {
        std::vector<std::string_view> names;
        for (const auto& entry : subroutines.types) names.push_back(entry.first);
        std::sort(names.begin(), names.end());
        const std::string nearest = nearest_of(type.text, names);
        return context.fail(quote(type.text) + " is not declared with SUBROUTINETYPE",
                            nearest.empty() ? "" : "did you mean \"" + nearest + "\"?");
    }
    context.advance();
    return parse_new_variable(
        context, [&](const Token& name) { return parse_named_subroutine(context, name, subroutines, found->second); });
}

void resolve_subroutines(TokenCursor& cursor, Program& program, const Labels& labels, const Subroutines& subroutines) {
    for (size_t type = 0; type < subroutines.labels.size(); ++type) {
        auto& callable = program.subroutine_types[type].labels;
        for (const Token& name : subroutines.labels[type]) {
            const auto found = labels.by_name.find(name.text);
            if (found == labels.by_name.end()) {
                cursor.fail(name.where, "label " + quote(name.text) + " is defined nowhere");
                continue;
            }
            if (program.labels[static_cast<size_t>(found->second)].subroutine_number < 0) {
                cursor.fail(name.where, "label " + quote(name.text) + " needs a SUBROUTINENUM to be called indirectly",
                            "write \"" + std::string(name.text) + " SUBROUTINENUM(0):\"");
                continue;
            }
            callable.push_back(found->second);
        }
    }
}

}  // namespace arbasm
