// The directives that are no conditions: #define, #undef, #pragma, #line, #error, #include.
#include <algorithm>
#include <cstring>
#include <new>

#include "glsl/language/extensions.h"
#include "glsl/text/condition_expression.h"
#include "glsl/text/preprocessor_state.h"

namespace glsl {
namespace {

bool is_mark(const RawToken& token, TokenKind mark) { return token.kind == RawKind::Mark && token.mark == mark; }

bool ends_line(const RawToken& token) { return token.kind == RawKind::NewLine || token.kind == RawKind::End; }

bool same_body(const Macro& a, const Macro& b) {
    if (a.function_like != b.function_like || a.parameters != b.parameters || a.body.size() != b.body.size()) {
        return false;
    }
    for (size_t i = 0; i < a.body.size(); ++i) {
        if (a.body[i].text != b.body[i].text || a.body[i].parameter != b.body[i].parameter) return false;
        if (i != 0 && a.body[i].space_before != b.body[i].space_before) return false;
    }
    return true;
}

}  // namespace

void Preprocessor::directive(const RawToken& hash) {
    in_directive_ = true;
    lexer().begin_directive();
    Lexer& mine = lexer();
    const RawToken word = mine.next();
    const Location& where = word.where;
    const std::string_view name = word.text;
    if (name == "version") {
        version_directive(hash.where);
    } else {
        anything_seen_ = true;
        if (name == "define")
            define();
        else if (name == "undef")
            undefine();
        else if (name == "if")
            if_directive(where);
        else if (name == "ifdef")
            ifdef_directive(where, true);
        else if (name == "ifndef")
            ifdef_directive(where, false);
        else if (name == "elif")
            elif_directive(where);
        else if (name == "else")
            else_directive(where);
        else if (name == "endif")
            endif_directive(where);
        else if (name == "extension")
            extension_directive(where);
        else if (name == "line")
            line_directive(where);
        else if (name == "pragma")
            pragma(where);
        else if (name == "error")
            error_directive(where);
        else if (name == "include")
            include(where);
        else if (!ends_line(word))
            error(where, "there is no directive #" + std::string(name));
    }
    anything_seen_ = true;
    mine.end_directive();
    in_directive_ = false;
    if (skip_) skip_group();
    if (entering_ != nullptr) {
        includes_.push_back(std::move(*entering_));
        entering_.reset();
    }
}

void Preprocessor::expect_end(std::string_view directive) {
    const RawToken token = lexer().next();
    if (ends_line(token)) return;
    // Older programs of the desktop have `#endif NAME`, and drivers let it pass.
    if (in_version_with(330, 100))
        error(token.where, "more after #" + std::string(directive));
    else
        warning(token.where, "more after #" + std::string(directive) + ", which is ignored");
}

// ---- Macros

bool Preprocessor::check_macro_name(const RawToken& token, std::string_view directive) {
    const std::string quoted = "\"" + std::string(token.text) + "\"";
    if (token.kind != RawKind::Name) {
        error(token.where, "#" + std::string(directive) + " wants the name of a macro");
        return false;
    }
    if (token.name == defined_) {
        error(token.where, quoted + " cannot be the name of a macro");
        return false;
    }
    const PredefinedMacro predefined = token.name->predefined;
    // As in C++ on the desktop, #undef takes them away; OpenGL ES forbids it.
    const bool stays = directive != "undef" || language().is_es();
    if (stays && (predefined == PredefinedMacro::Line || predefined == PredefinedMacro::File ||
                  predefined == PredefinedMacro::Version)) {
        error(token.where, quoted + " is a macro of the language, which cannot be changed");
        return false;
    }
    if (token.text.starts_with("GL_")) {
        error(token.where, "names of macros with GL_ in front are reserved");
        return false;
    }
    if (token.text.find("__") != std::string_view::npos && directive == "define") {
        warning(token.where, "names with two underscores side by side are reserved");
    }
    if (token.text.size() > longest_name_es && in_version_with(0, 300)) {
        error(token.where, "the name of the macro has more than 1024 characters");
    }
    return true;
}

void Preprocessor::define() {
    const RawToken name = lexer().next();
    if (!check_macro_name(name, "define")) return;
    auto* const macro = new (source_.memory().allocate(sizeof(Macro), alignof(Macro))) Macro;
    macro->where = name.where;

    const Lexer before = lexer();
    const RawToken next = lexer().next();
    std::vector<Name*> parameters;
    if (is_mark(next, TokenKind::LeftParen) && !next.space_before) {
        macro->function_like = true;
        if (!read_parameters(parameters)) return;
        macro->parameters = static_cast<uint16_t>(parameters.size());
    } else {
        lexer().go_back_to(before);
    }
    if (!read_body(*macro, parameters)) return;

    Macro*& known = name.name->macro;
    if (known != nullptr && !same_body(*known, *macro)) {
        error(name.where, "macro " + std::string(name.text) + " is defined otherwise already",
              "the other definition is in line " + std::to_string(known->where.line) + "; #undef it first");
        return;
    }
    known = macro;
}

bool Preprocessor::read_parameters(std::vector<Name*>& parameters) {
    RawToken token = lexer().next();
    if (is_mark(token, TokenKind::RightParen)) return true;
    for (;; token = lexer().next()) {
        if (token.kind != RawKind::Name) {
            error(token.where, "the name of a parameter of the macro is missing");
            return false;
        }
        if (std::ranges::find(parameters, token.name) != parameters.end()) {
            error(token.where, "two parameters of the macro are named " + std::string(token.text));
            return false;
        }
        if (parameters.size() == most_parameters) {
            error(token.where, "a macro has " + std::to_string(most_parameters) + " parameters at most");
            return false;
        }
        parameters.push_back(token.name);
        token = lexer().next();
        if (is_mark(token, TokenKind::RightParen)) return true;
        if (!is_mark(token, TokenKind::Comma)) {
            error(token.where, "the parameters of the macro have no end", "a ) is missing");
            return false;
        }
    }
}

bool Preprocessor::read_body(Macro& macro, const std::vector<Name*>& parameters) {
    Tokens body;
    for (RawToken token = lexer().next(); !ends_line(token); token = lexer().next()) {
        if (token.kind == RawKind::Name) {
            const auto found = std::ranges::find(parameters, token.name);
            if (found != parameters.end()) token.parameter = static_cast<int16_t>(found - parameters.begin());
        }
        if (token.kind == RawKind::Hash && macro.function_like) {
            error(token.where, "# makes no strings in this language");
            return false;
        }
        if (token.kind == RawKind::HashHash) {
            if (language().is_es()) {
                error(token.where, "## is not in OpenGL ES");
                return false;
            }
            if (!macro.has_paste && !in_version_with(130, 0)) {
                warning(token.where, "## is not in this version of the language");
            }
            macro.has_paste = true;
        }
        token.line_start = false;
        body.push_back(token);
    }
    if (macro.has_paste && (body.front().kind == RawKind::HashHash || body.back().kind == RawKind::HashHash)) {
        error(macro.where, "## stands at an end of the macro", "it joins what stands on both sides");
        return false;
    }
    if (body.empty()) return true;
    auto* const copy =
        static_cast<RawToken*>(source_.memory().allocate(body.size() * sizeof(RawToken), alignof(RawToken)));
    std::memcpy(static_cast<void*>(copy), body.data(), body.size() * sizeof(RawToken));
    macro.body = {copy, body.size()};
    return true;
}

void Preprocessor::undefine() {
    const RawToken name = lexer().next();
    if (!check_macro_name(name, "undef")) return;
    name.name->macro = nullptr;
    name.name->predefined = PredefinedMacro::None;
    expect_end("undef");
}

// ---- #pragma

void Preprocessor::pragma(const Location& where) {
    const RawToken first = lexer().next();
    if (first.text == "STDGL") return stdgl_pragma(where);
    if (first.text != "optimize" && first.text != "debug") return;
    if (inside_braces()) error(first.where, "#pragma " + std::string(first.text) + " stands outside of functions");
    bool& flag = first.text == "optimize" ? result_.optimize : result_.debug;
    const RawToken open = lexer().next();
    const RawToken value = lexer().next();
    const RawToken close = lexer().next();
    const bool known = value.text == "on" || value.text == "off";
    if (!is_mark(open, TokenKind::LeftParen) || !is_mark(close, TokenKind::RightParen) || !known) {
        warning(first.where, "#pragma " + std::string(first.text) + " wants (on) or (off)");
        return;
    }
    flag = value.text == "on";
}

// Whether more braces have been opened than closed.
bool Preprocessor::inside_braces() {
    for (; braces_counted_ < result_.tokens.size(); ++braces_counted_) {
        const TokenKind kind = result_.tokens[braces_counted_].kind;
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
        warning(where, "#pragma STDGL with something unknown is ignored");
    } else if (!in_version_with(120, 100)) {
        warning(where, "#pragma STDGL invariant(all) is not in this version of the language");
    } else {
        result_.invariant_all = true;
        result_.invariant_where = where;
    }
}

// ---- #line, #error

void Preprocessor::line_directive(const Location& where) {
    Tokens tokens = expanded_line(false);
    std::string_view path;
    if (tokens.size() >= 2 && tokens.back().text == "\"") {
        // The lexer knows no strings: the path is what stands between the first mark and the last.
        const auto first = std::ranges::find(tokens, "\"", &RawToken::text);
        if (first->text.data() == tokens.back().text.data()) {
            error(first->where, "a path without an end");
            return;
        }
        if (!holds("ARB_shading_language_include", language())) {
            error(first->where, "#line with a path is not of the language",
                  "#extension GL_ARB_shading_language_include : enable");
            return;
        }
        path = {first->text.data() + 1, static_cast<size_t>(tokens.back().text.data() - first->text.data() - 1)};
        tokens.erase(first, tokens.end());
    }
    ConditionExpression expression(tokens, where, language().is_es(), messages());
    if (tokens.empty()) {
        error(where, "#line wants the number of a line");
        return;
    }
    const std::optional<int64_t> number = expression.value();
    if (!number) return;
    std::optional<int64_t> string;
    if (!expression.at_end()) {
        string = expression.value();
        if (!string) return;
        if (!expression.at_end()) {
            error(where, "#line has two numbers at most");
            return;
        }
    }
    if (*number < 0 || *number > 0x7fffffff || (string && (*string < 0 || *string > 0x7fffffff))) {
        error(where, "#line with a number out of range");
        return;
    }
    // Until 1.50 and in ES 1.00 the number is that of the directive's own line (and the next line's is one more).
    const bool own_line = !in_version_with(330, 300);
    lexer().set_line(static_cast<uint32_t>(*number) + (own_line ? 1 : 0));
    if (string) lexer().set_string(static_cast<int32_t>(*string));
    if (!path.empty()) lexer().set_string(source_.add_path(path));
}

void Preprocessor::error_directive(const Location& where) {
    error(where, "#error " + std::string(lexer().rest_of_line()));
}

// ---- #include

void Preprocessor::include(const Location& where) {
    if (!holds("ARB_shading_language_include", language())) {
        error(where, "#include is not of the language", "#extension GL_ARB_shading_language_include : require");
        return;
    }
    std::string_view path = lexer().rest_of_line();
    const bool quoted = path.starts_with('"');
    const size_t end = path.size() > 1 ? path.find(quoted ? '"' : '>', 1) : std::string_view::npos;
    if ((!quoted && !path.starts_with('<')) || end == std::string_view::npos) {
        error(where, "#include wants a path between < > or \" \"");
        return;
    }
    path = path.substr(1, end - 1);
    if (includes_.size() > deepest_include) {
        error(where, "#include is nested too deeply", "a string that includes itself?");
        return;
    }
    std::optional<IncludeResolver::Found> found;
    if (options_.includes != nullptr) found = options_.includes->find(path, includes_.back().path, quoted);
    if (!found) {
        error(where, "there is no named string " + std::string(path));
        return;
    }
    const std::string_view text = found->text;
    included_characters_ += text.size();
    if (++includes_seen_ > most_includes || included_characters_ > most_included_characters) {
        gave_up_ = true;
        error(where, "the shader includes too much",
              "at most " + std::to_string(most_includes) + " strings of " + std::to_string(most_included_characters) +
                  " characters in all");
        return;
    }
    const SourceText::Part* const part = source_.add({&text, 1});
    if (part == nullptr) {
        error(where, "the shader with all that it includes is too large");
        return;
    }
    const int32_t string = source_.add_path(found->path);
    entering_ = std::make_unique<Include>(Include{std::make_unique<Lexer>(*part, names_, messages(), string),
                                                  std::move(found->path), conditions_.size()});
}

}  // namespace glsl
