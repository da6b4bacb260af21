// Subroutine types and variables (2.X.5 as ARB_shader_subroutine extends it).
#include <algorithm>

#include "arbasm/parse/parser.h"

namespace arbasm {

// SUBROUTINETYPE name { label, label }: said again, it adds labels.
bool Parser::parse_subroutine_type() {
    if (token().kind != TokenKind::Identifier) return unexpected("a name for the subroutine type");
    const Token name = token();
    if (is_reserved(name.text)) return fail(quote(name.text) + " is a reserved word");
    if (names_.contains(name.text)) return fail(quote(name.text) + " is declared already");
    advance();
    const auto [found, is_new] =
        subroutine_types_.emplace(name.text, static_cast<int32_t>(program_.subroutine_types.size()));
    if (is_new) {
        program_.subroutine_types.push_back({std::string(name.text), {}});
        subroutine_type_labels_.emplace_back();
    }
    if (!expect('{')) return false;
    if (accept('}')) return true;
    do {
        if (token().kind != TokenKind::Identifier) return unexpected("a label");
        subroutine_type_labels_[static_cast<size_t>(found->second)].push_back(token());
        advance();
    } while (accept(','));
    return expect('}');
}

// SUBROUTINE type name = program.subroutine[0];  SUBROUTINE type name[] = { program.subroutine[0..3] };
bool Parser::parse_subroutine() {
    if (token().kind != TokenKind::Identifier) return unexpected("the name of a subroutine type");
    const Token type = token();
    const auto found = subroutine_types_.find(type.text);
    if (found == subroutine_types_.end()) {
        std::vector<std::string_view> names;
        for (const auto& entry : subroutine_types_) names.push_back(entry.first);
        std::sort(names.begin(), names.end());
        const std::string nearest = nearest_of(type.text, names);
        return fail(quote(type.text) + " is not declared with SUBROUTINETYPE",
                    nearest.empty() ? "" : "did you mean \"" + nearest + "\"?");
    }
    advance();
    Token name;
    if (!parse_new_name(name)) return false;
    const auto give_up = [&] {
        poison(name);
        return false;
    };
    Variable variable;
    variable.file = RegisterFile::Subroutine;
    variable.name = name.text;
    variable.subroutine_type = found->second;
    const SourceLocation size_where = token().where;
    int64_t size = -1, count = 0;
    bool consecutive = true;
    if (!parse_array_size(variable.array, size) || !expect('=') || (variable.array && !expect('{'))) return give_up();
    do {
        const SourceLocation where = token().where;
        int64_t first = 0, last = 0;
        const int64_t most = limits_.subroutine_parameters - 1;
        if (!token().is("program")) return unexpected("program.subroutine"), give_up();
        advance();
        if (!expect('.')) return give_up();
        if (!token().is("subroutine")) return unexpected("\"subroutine\""), give_up();
        advance();
        if (!expect('[') || !parse_unsigned(first, most, "a subroutine parameter")) return give_up();
        last = first;
        if (variable.array && token().kind == TokenKind::Range) {
            advance();
            if (!parse_unsigned(last, most, "a subroutine parameter")) return give_up();
            if (last < first) return fail(where, "the range runs backwards"), give_up();
        }
        if (!expect(']')) return give_up();
        if (count == 0) variable.base = static_cast<int32_t>(first);
        consecutive &= first == variable.base + count;
        for (int64_t n = first; n <= last; ++n) {
            variable.subroutine_parameters.push_back(static_cast<int32_t>(n));
            program_.subroutine_parameters = std::max(program_.subroutine_parameters, static_cast<int32_t>(n) + 1);
            const auto [known, is_new] = subroutine_parameter_types_.emplace(n, found->second);
            if (!is_new && known->second != found->second) {
                fail(where, "program.subroutine[" + std::to_string(n) + "] belongs to subroutine type " +
                                quote(program_.subroutine_types[static_cast<size_t>(known->second)].name) + " already");
                return give_up();
            }
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
    if (consecutive) variable.subroutine_parameters.clear();
    names_.emplace(name.text, add_variable(std::move(variable), {}, name.where));
    return true;
}

void Parser::resolve_subroutines() {
    for (size_t type = 0; type < subroutine_type_labels_.size(); ++type) {
        auto& labels = program_.subroutine_types[type].labels;
        for (const Token& name : subroutine_type_labels_[type]) {
            const auto found = labels_.find(name.text);
            if (found == labels_.end()) {
                fail(name.where, "label " + quote(name.text) + " is defined nowhere");
                continue;
            }
            if (program_.labels[static_cast<size_t>(found->second)].subroutine_number < 0) {
                fail(name.where, "label " + quote(name.text) + " needs a SUBROUTINENUM to be called indirectly",
                     "write \"" + std::string(name.text) + " SUBROUTINENUM(0):\"");
                continue;
            }
            labels.push_back(found->second);
        }
    }
}

}  // namespace arbasm
