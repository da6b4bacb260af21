#include "glsl/text/macro_definitions.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace glsl {

namespace {

constexpr size_t most_parameters = 256;

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

bool check_macro_name(PreprocessorContext& context, const RawToken& token, std::string_view directive) {
    const std::string quoted = "\"" + std::string(token.text) + "\"";
    if (token.kind != RawKind::Name) {
        context.error(token.where, "#" + std::string(directive) + " wants the name of a macro");
        return false;
    }
    if (token.name == context.defined()) {
        context.error(token.where, quoted + " cannot be the name of a macro");
        return false;
    }
    const PredefinedMacro predefined = token.name->predefined;
    // As in C++ on the desktop, #undef takes them away; OpenGL ES forbids it.
    const bool stays = directive != "undef" || context.language().is_es();
    if (stays && (predefined == PredefinedMacro::Line || predefined == PredefinedMacro::File ||
                  predefined == PredefinedMacro::Version)) {
        context.error(token.where, quoted + " is a macro of the language, which cannot be changed");
        return false;
    }
    if (token.text.starts_with("GL_")) {
        context.error(token.where, "names of macros with GL_ in front are reserved");
        return false;
    }
    if (token.text.find("__") != std::string_view::npos && directive == "define") {
        context.warning(token.where, "names with two underscores side by side are reserved");
    }
    if (token.text.size() > longest_name_es && context.in_version_with(0, 300)) {
        context.error(token.where, "the name of the macro has more than 1024 characters");
    }
    return true;
}

bool read_parameters(PreprocessorContext& context, Lexer& lexer, std::vector<Name*>& parameters) {
    RawToken token = lexer.next();
    if (is_mark(token, TokenKind::RightParen)) return true;
    for (;; token = lexer.next()) {
        if (token.kind != RawKind::Name) {
            context.error(token.where, "the name of a parameter of the macro is missing");
            return false;
        }
        if (std::ranges::find(parameters, token.name) != parameters.end()) {
            context.error(token.where, "two parameters of the macro are named " + std::string(token.text));
            return false;
        }
        if (parameters.size() == most_parameters) {
            context.error(token.where, "a macro has " + std::to_string(most_parameters) + " parameters at most");
            return false;
        }
        parameters.push_back(token.name);
        token = lexer.next();
        if (is_mark(token, TokenKind::RightParen)) return true;
        if (!is_mark(token, TokenKind::Comma)) {
            context.error(token.where, "the parameters of the macro have no end", "a ) is missing");
            return false;
        }
    }
}

bool read_body(PreprocessorContext& context, Lexer& lexer, Macro& macro, const std::vector<Name*>& parameters) {
    RawTokens body;
    for (RawToken token = lexer.next(); !ends_line(token); token = lexer.next()) {
        if (token.kind == RawKind::Name) {
            const auto found = std::ranges::find(parameters, token.name);
            if (found != parameters.end()) token.parameter = static_cast<int16_t>(found - parameters.begin());
        }
        if (token.kind == RawKind::Hash && macro.function_like) {
            context.error(token.where, "# makes no strings in this language");
            return false;
        }
        if (token.kind == RawKind::HashHash) {
            if (context.language().is_es()) {
                context.error(token.where, "## is not in OpenGL ES");
                return false;
            }
            if (!macro.has_paste && !context.in_version_with(130, 0)) {
                context.warning(token.where, "## is not in this version of the language");
            }
            macro.has_paste = true;
        }
        token.line_start = false;
        body.push_back(token);
    }
    if (macro.has_paste && (body.front().kind == RawKind::HashHash || body.back().kind == RawKind::HashHash)) {
        context.error(macro.where, "## stands at an end of the macro", "it joins what stands on both sides");
        return false;
    }
    if (body.empty()) return true;
    auto* const copy =
        static_cast<RawToken*>(context.source().memory().allocate(body.size() * sizeof(RawToken), alignof(RawToken)));
    std::memcpy(static_cast<void*>(copy), body.data(), body.size() * sizeof(RawToken));
    macro.body = {copy, body.size()};
    return true;
}

}  // namespace

void define_macro(PreprocessorContext& context, Lexer& lexer) {
    const RawToken name = lexer.next();
    if (!check_macro_name(context, name, "define")) return;
    auto* const macro = new (context.source().memory().allocate(sizeof(Macro), alignof(Macro))) Macro;
    macro->where = name.where;

    const Lexer before = lexer;
    const RawToken next = lexer.next();
    std::vector<Name*> parameters;
    if (is_mark(next, TokenKind::LeftParen) && !next.space_before) {
        macro->function_like = true;
        if (!read_parameters(context, lexer, parameters)) return;
        macro->parameters = static_cast<uint16_t>(parameters.size());
    } else {
        lexer.go_back_to(before);
    }
    if (!read_body(context, lexer, *macro, parameters)) return;

    Macro*& known = name.name->macro;
    if (known != nullptr && !same_body(*known, *macro)) {
        context.error(name.where, "macro " + std::string(name.text) + " is defined otherwise already",
                      "the other definition is in line " + std::to_string(known->where.line) + "; #undef it first");
        return;
    }
    known = macro;
}

void undefine_macro(PreprocessorContext& context, Lexer& lexer) {
    const RawToken name = lexer.next();
    if (!check_macro_name(context, name, "undef")) return;
    name.name->macro = nullptr;
    name.name->predefined = PredefinedMacro::None;
    expect_end(context, lexer, "undef");
}

}  // namespace glsl
