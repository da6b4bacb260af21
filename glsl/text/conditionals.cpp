// #if, #ifdef, #ifndef, #elif, #else, #endif, and the groups that they leave out.
#include "glsl/text/preprocessor_state.h"

namespace glsl {

void Preprocessor::if_directive(const Location& where) { open_condition(where, evaluate_condition(where, "if")); }

void Preprocessor::ifdef_directive(const Location& where, bool wanted) {
    const std::string_view directive = wanted ? "ifdef" : "ifndef";
    const RawToken name = lexer().next();
    if (name.kind != RawKind::Name) {
        error(where, "#" + std::string(directive) + " wants the name of a macro");
        open_condition(where, false);
        return;
    }
    expect_end(directive);
    open_condition(where, is_defined(*name.name) == wanted);
}

void Preprocessor::open_condition(const Location& where, bool used) {
    if (conditions_.size() >= deepest_condition) {
        error(where, "conditions are nested too deeply");
        return;
    }
    conditions_.push_back({where, used, false});
    skip_ = !used;
}

void Preprocessor::elif_directive(const Location& where) {
    if (own_conditions() == 0) {
        error(where, "#elif without #if");
        return;
    }
    Condition& condition = conditions_.back();
    if (condition.seen_else) error(where, "#elif after #else");
    // An expression that cannot matter is not read.
    if (!condition.taken && !condition.seen_else) {
        const bool used = evaluate_condition(where, "elif");
        condition.taken = used;
        skip_ = !used;
    } else {
        skip_ = true;
    }
}

void Preprocessor::else_directive(const Location& where) {
    if (own_conditions() == 0) {
        error(where, "#else without #if");
        return;
    }
    Condition& condition = conditions_.back();
    if (condition.seen_else) error(where, "a second #else for one #if");
    expect_end("else");
    skip_ = condition.taken || condition.seen_else;
    condition.taken = true;
    condition.seen_else = true;
}

void Preprocessor::endif_directive(const Location& where) {
    if (own_conditions() == 0) {
        error(where, "#endif without #if");
        return;
    }
    expect_end("endif");
    conditions_.pop_back();
    skip_ = false;
}

void Preprocessor::skip_group() {
    size_t depth = 0;  // conditions inside
    while (skip_ && lexer().skip_to_directive()) {
        in_directive_ = true;
        lexer().begin_directive();
        directive_in_skipped(lexer().next(), depth);
        lexer().end_directive();
        in_directive_ = false;
    }
    skip_ = false;
}

void Preprocessor::directive_in_skipped(const RawToken& name, size_t& depth) {
    if (name.text == "if" || name.text == "ifdef" || name.text == "ifndef") {
        ++depth;
    } else if (name.text == "endif") {
        if (depth != 0)
            --depth;
        else
            endif_directive(name.where);
    } else if (depth == 0 && name.text == "elif") {
        elif_directive(name.where);
    } else if (depth == 0 && name.text == "else") {
        else_directive(name.where);
    }
}

void Preprocessor::close_conditions(size_t down_to) {
    while (conditions_.size() > down_to) {
        error(conditions_.back().where, "a condition without #endif");
        conditions_.pop_back();
    }
}

}  // namespace glsl
