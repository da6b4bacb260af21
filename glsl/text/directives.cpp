// Directives: which there are, #pragma, #line, #include.
#include <algorithm>

#include "glsl/text/condition_expression.h"
#include "glsl/text/condition_line.h"
#include "glsl/text/macro_definitions.h"
#include "glsl/text/preprocessor_state.h"
#include "glsl/text/version_directive.h"

namespace glsl {

void Preprocessor::directive(const RawToken& hash) {
    in_directive_ = true;
    Lexer& mine = lexer();
    mine.begin_directive();
    const RawToken word = mine.next();
    if (word.text == "version") {
        version(hash.where);
    } else {
        anything_seen_ = true;
        if (!conditions_.directive(word, mine) && !other_directive(word) && !ends_line(word))
            context_.error(word.where, "there is no directive #" + std::string(word.text));
    }
    anything_seen_ = true;
    mine.end_directive();
    if (conditions_.skips()) conditions_.skip_group(mine);
    in_directive_ = false;
    if (entering_ != nullptr) {
        enter(std::move(entering_->lexer), std::move(entering_->path));
        entering_.reset();
    }
}

// Those that are no conditions. False: there is no such directive.
bool Preprocessor::other_directive(const RawToken& word) {
    const Location& where = word.where;
    const std::string_view name = word.text;
    if (name == "define")
        define_macro(context_, lexer());
    else if (name == "undef")
        undefine_macro(context_, lexer());
    else if (name == "extension")
        read_extension(context_, lexer(), where);
    else if (name == "line")
        line_directive(where);
    else if (name == "pragma")
        pragma(where);
    else if (name == "error")
        context_.error(where, "#error " + std::string(lexer().rest_of_line()));
    else if (name == "include")
        include(where);
    else
        return false;
    return true;
}

void Preprocessor::version(const Location& where) {
    if (anything_seen_ || includes_.size() > 1)
        context_.error(where, "#version is not the first in the shader",
                       "only comments and blanks may stand before it");
    else
        read_version(context_, lexer(), where);
}

void Preprocessor::pragma(const Location& where) {
    const RawToken first = lexer().next();
    if (first.text == "STDGL") return stdgl_pragma(where);
    if (first.text != "optimize" && first.text != "debug") return;
    if (inside_braces())
        context_.error(first.where, "#pragma " + std::string(first.text) + " stands outside of functions");
    bool& flag = first.text == "optimize" ? context_.result().optimize : context_.result().debug;
    const RawToken open = lexer().next();
    const RawToken value = lexer().next();
    const RawToken close = lexer().next();
    const bool known = value.text == "on" || value.text == "off";
    if (!is_mark(open, TokenKind::LeftParen) || !is_mark(close, TokenKind::RightParen) || !known) {
        context_.warning(first.where, "#pragma " + std::string(first.text) + " wants (on) or (off)");
        return;
    }
    flag = value.text == "on";
}

// Whether more braces have been opened than closed.
bool Preprocessor::inside_braces() {
    for (; braces_counted_ < context_.result().tokens.size(); ++braces_counted_) {
        const TokenKind kind = context_.result().tokens[braces_counted_].kind;
        braces_ += kind == TokenKind::LeftBrace;
        braces_ -= kind == TokenKind::RightBrace;
    }
    return braces_ > 0;
}

void Preprocessor::stdgl_pragma(const Location& where) {
    const RawToken word = lexer().next();
    const RawToken open = lexer().next();
    const RawToken value = lexer().next();
    const RawToken close = lexer().next();
    if (word.text != "invariant" || !is_mark(open, TokenKind::LeftParen) || value.text != "all" ||
        !is_mark(close, TokenKind::RightParen)) {
        context_.warning(where, "#pragma STDGL with something unknown is ignored");
    } else if (!context_.in_version_with(120, 100)) {
        context_.warning(where, "#pragma STDGL invariant(all) is not in this version of the language");
    } else {
        context_.result().invariant_all = true;
        context_.result().invariant_where = where;
    }
}

void Preprocessor::line_directive(const Location& where) {
    RawTokens tokens = expanded_line(context_, expansion_, false);
    std::string_view path;
    if (tokens.size() >= 2 && tokens.back().text == "\"") {
        // The lexer knows no strings: the path is what stands between the first mark and the last.
        const auto first = std::ranges::find(tokens, "\"", &RawToken::text);
        if (first->text.data() == tokens.back().text.data()) {
            context_.error(first->where, "a path without an end");
            return;
        }
        if (!holds("ARB_shading_language_include", context_.language())) {
            context_.error(first->where, "#line with a path is not of the language",
                           "#extension GL_ARB_shading_language_include : enable");
            return;
        }
        path = {first->text.data() + 1, static_cast<size_t>(tokens.back().text.data() - first->text.data() - 1)};
        tokens.erase(first, tokens.end());
    }
    ConditionExpression expression(tokens, where, context_.language().is_es(), context_.messages());
    if (tokens.empty()) {
        context_.error(where, "#line wants the number of a line");
        return;
    }
    const std::optional<int64_t> number = expression.value();
    if (!number) return;
    std::optional<int64_t> string;
    if (!expression.at_end()) {
        string = expression.value();
        if (!string) return;
        if (!expression.at_end()) {
            context_.error(where, "#line has two numbers at most");
            return;
        }
    }
    if (*number < 0 || *number > 0x7fffffff || (string && (*string < 0 || *string > 0x7fffffff))) {
        context_.error(where, "#line with a number out of range");
        return;
    }
    // Until 1.50 and in ES 1.00 the number is that of the directive's own line (and the next line's is one more).
    const bool own_line = !context_.in_version_with(330, 300);
    lexer().set_line(static_cast<uint32_t>(*number) + (own_line ? 1 : 0));
    if (string) lexer().set_string(static_cast<int32_t>(*string));
    if (!path.empty()) lexer().set_string(context_.source().add_path(path));
}

void Preprocessor::include(const Location& where) {
    if (!holds("ARB_shading_language_include", context_.language())) {
        context_.error(where, "#include is not of the language",
                       "#extension GL_ARB_shading_language_include : require");
        return;
    }
    std::string_view path = lexer().rest_of_line();
    const bool quoted = path.starts_with('"');
    const size_t end = path.size() > 1 ? path.find(quoted ? '"' : '>', 1) : std::string_view::npos;
    if ((!quoted && !path.starts_with('<')) || end == std::string_view::npos) {
        context_.error(where, "#include wants a path between < > or \" \"");
        return;
    }
    path = path.substr(1, end - 1);
    if (includes_.size() > deepest_include) {
        context_.error(where, "#include is nested too deeply", "a string that includes itself?");
        return;
    }
    std::optional<IncludeResolver::Found> found;
    if (context_.options().includes != nullptr)
        found = context_.options().includes->find(path, includes_.back().path, quoted);
    if (!found) {
        context_.error(where, "there is no named string " + std::string(path));
        return;
    }
    const std::string_view text = found->text;
    included_characters_ += text.size();
    if (++includes_seen_ > most_includes || included_characters_ > most_included_characters) {
        context_.give_up();
        context_.error(where, "the shader includes too much",
                       "at most " + std::to_string(most_includes) + " strings of " +
                           std::to_string(most_included_characters) + " characters in all");
        return;
    }
    const SourceText::Part* const part = context_.source().add({&text, 1});
    if (part == nullptr) {
        context_.error(where, "the shader with all that it includes is too large");
        return;
    }
    const int32_t string = context_.source().add_path(found->path);
    entering_ = std::make_unique<Include>(Include{
        std::make_unique<Lexer>(*part, context_.names(), context_.messages(), string), std::move(found->path), 0});
}

}  // namespace glsl
