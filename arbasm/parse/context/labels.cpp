#include "arbasm/parse/parser.h"

namespace arbasm {

// "name:" or, what indirect calls may reach, "name SUBROUTINENUM(n):"
bool Parser::starts_label() {
    // Modifiers and operands follow most words.
    const char next = lexer_.next_on_line();
    if (next == '.' || next == ' ' || next == ';') return false;
    const Lexer::Mark mark = lexer_.mark();
    advance();
    const bool result = token().is(':') || (is_nv5() && token().is("SUBROUTINENUM"));
    lexer_.reset(mark);
    return result;
}

bool Parser::parse_label() {
    const Token name = token();
    advance();
    int32_t number = -1;
    if (is_nv5() && token().is("SUBROUTINENUM")) {
        advance();
        int64_t value = 0;
        if (!expect('(') || !parse_unsigned(value, limits_.subroutine_numbers - 1, "a SUBROUTINENUM") || !expect(')')) {
            return false;
        }
        number = static_cast<int32_t>(value);
    }
    if (!expect(':')) return false;
    if (is_reserved(name.text)) return fail(name.where, "\"" + std::string(name.text) + "\" is a reserved word");
    const auto index = static_cast<int32_t>(program_.labels.size());
    if (!labels_.emplace(name.text, index).second) {
        fail(name.where, "label \"" + std::string(name.text) + "\" is defined twice");
        return true;
    }
    if (number >= 0 && !subroutine_numbers_.emplace(number, name.text).second) {
        fail(name.where, "SUBROUTINENUM " + std::to_string(number) + " belongs to label \"" +
                             std::string(subroutine_numbers_[number]) + "\" already");
    }
    program_.labels.push_back({std::string(name.text), static_cast<int32_t>(program_.instructions.size()), number});
    source_map_.labels.push_back(name.where);
    return true;
}

void Parser::resolve_calls() {
    for (size_t n = 0; n < program_.instructions.size(); ++n) {
        const std::string& name = source_map_.calls[n];
        if (name.empty()) continue;
        if (errors_.size() >= max_errors) return;
        if (const auto found = labels_.find(name); found != labels_.end()) {
            program_.instructions[n].target = found->second;
            continue;
        }
        std::vector<std::string_view> names;
        names.reserve(program_.labels.size());
        for (const Label& label : program_.labels) names.push_back(label.name);
        const std::string nearest = nearest_of(name, names);
        fail(program_.instructions[n].where, "label \"" + name + "\" is defined nowhere",
             nearest.empty() ? "" : "did you mean \"" + nearest + "\"?");
    }
}

}  // namespace arbasm
