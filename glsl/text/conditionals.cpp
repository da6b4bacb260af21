#include "glsl/text/conditionals.h"

#include "glsl/text/condition_line.h"

namespace glsl {

bool Conditions::directive(const RawToken& word, Lexer& lexer) {
    const Location& where = word.where;
    const std::string_view name = word.text;
    if (name == "if")
        open(where, evaluate_condition(context_, expansion_, where, "if"));
    else if (name == "ifdef" || name == "ifndef")
        ifdef_directive(lexer, where, name == "ifdef");
    else if (name == "elif")
        elif_directive(where);
    else if (name == "else")
        else_directive(lexer, where);
    else if (name == "endif")
        endif_directive(lexer, where);
    else
        return false;
    return true;
}

void Conditions::ifdef_directive(Lexer& lexer, const Location& where, bool wanted) {
    const std::string_view directive = wanted ? "ifdef" : "ifndef";
    const RawToken name = lexer.next();
    if (name.kind != RawKind::Name) {
        context_.error(where, "#" + std::string(directive) + " wants the name of a macro");
        open(where, false);
        return;
    }
    expect_end(context_, lexer, directive);
    open(where, expansion_.is_defined(*name.name) == wanted);
}

void Conditions::open(const Location& where, bool used) {
    if (conditions_.size() >= deepest_condition) {
        context_.error(where, "conditions are nested too deeply");
        return;
    }
    conditions_.push_back({where, used, false});
    skip_ = !used;
}

void Conditions::elif_directive(const Location& where) {
    if (own() == 0) {
        context_.error(where, "#elif without #if");
        return;
    }
    Condition& condition = conditions_.back();
    if (condition.seen_else) context_.error(where, "#elif after #else");
    // An expression that cannot matter is not read.
    if (!condition.taken && !condition.seen_else) {
        const bool used = evaluate_condition(context_, expansion_, where, "elif");
        condition.taken = used;
        skip_ = !used;
    } else {
        skip_ = true;
    }
}

void Conditions::else_directive(Lexer& lexer, const Location& where) {
    if (own() == 0) {
        context_.error(where, "#else without #if");
        return;
    }
    Condition& condition = conditions_.back();
    if (condition.seen_else) context_.error(where, "a second #else for one #if");
    expect_end(context_, lexer, "else");
    skip_ = condition.taken || condition.seen_else;
    condition.taken = true;
    condition.seen_else = true;
}

void Conditions::endif_directive(Lexer& lexer, const Location& where) {
    if (own() == 0) {
        context_.error(where, "#endif without #if");
        return;
    }
    expect_end(context_, lexer, "endif");
    conditions_.pop_back();
    skip_ = false;
}

void Conditions::skip_group(Lexer& lexer) {
    size_t depth = 0;  // conditions inside
    while (skip_ && lexer.skip_to_directive()) {
        lexer.begin_directive();
        directive_in_skipped(lexer.next(), lexer, depth);
        lexer.end_directive();
    }
    skip_ = false;
}

void Conditions::directive_in_skipped(const RawToken& name, Lexer& lexer, size_t& depth) {
    if (name.text == "if" || name.text == "ifdef" || name.text == "ifndef") {
        ++depth;
    } else if (name.text == "endif") {
        if (depth != 0)
            --depth;
        else
            endif_directive(lexer, name.where);
    } else if (depth == 0 && name.text == "elif") {
        elif_directive(name.where);
    } else if (depth == 0 && name.text == "else") {
        else_directive(lexer, name.where);
    }
}

void Conditions::end_string(size_t outer) {
    while (conditions_.size() > base_) {
        context_.error(conditions_.back().where, "a condition without #endif");
        conditions_.pop_back();
    }
    base_ = outer;
}

}  // namespace glsl
