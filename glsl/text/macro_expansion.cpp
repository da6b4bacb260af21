#include "glsl/text/macro_expansion.h"

#include <cstring>
#include <new>
#include <optional>

namespace glsl {

RawToken MacroExpansion::raw() {
    while (levels_.size() > floor_) {
        Level& top = levels_.back();
        if (top.at == top.end) {
            if (top.macro != nullptr) top.macro->busy = false;
            levels_.pop_back();
            continue;
        }
        RawToken token = *top.at++;
        if (top.relocate) token.where = top.where;
        return token;
    }
    if (floor_ != 0) return {};
    return source_.lexed();
}

bool MacroExpansion::try_macro(RawToken& token) {
    const Name& name = *token.name;
    if (name.macro != nullptr) {
        if (!name.macro->busy) return expand(token);
        token.never_expand = true;
    } else if (name.predefined != PredefinedMacro::None) {
        expand_predefined(token);
    }
    return false;
}

RawToken MacroExpansion::expanded() {
    RawToken token = raw();
    while (token.kind == RawKind::Name && !token.never_expand && try_macro(token)) token = raw();
    return token;
}

void MacroExpansion::push(const RawToken* at, size_t count, Macro* macro, const Location* where) {
    levels_.push_back({at, at + count, macro, where != nullptr, where != nullptr ? *where : Location{}});
    if (macro != nullptr) macro->busy = true;
}

void MacroExpansion::push_copy(const RawTokens& tokens, Macro* macro, const Location& where) {
    if (tokens.empty() || !spend(tokens.size(), where)) return;
    auto* const copy = static_cast<RawToken*>(
        context_.source().memory().allocate(tokens.size() * sizeof(RawToken), alignof(RawToken)));
    std::memcpy(static_cast<void*>(copy), tokens.data(), tokens.size() * sizeof(RawToken));
    push(copy, tokens.size(), macro, nullptr);
}

bool MacroExpansion::spend(size_t tokens, const Location& where) {
    expanded_tokens_ += tokens;
    if (context_.gave_up()) return false;
    if (expanded_tokens_ <= most_expanded_tokens) return true;
    context_.give_up();
    context_.error(where, "macros make more than " + std::to_string(most_expanded_tokens) + " tokens");
    return false;
}

bool MacroExpansion::is_defined(const Name& name) const {
    if (name.macro != nullptr) return true;
    switch (name.predefined) {
        case PredefinedMacro::None: return false;
        case PredefinedMacro::Line:
        case PredefinedMacro::File:
        case PredefinedMacro::Version: return true;
        case PredefinedMacro::Es: return context_.language().is_es();
        case PredefinedMacro::CoreProfile: return context_.in_version_with(150, 0);
        case PredefinedMacro::CompatibilityProfile:
            return context_.in_version_with(150, 0) && context_.language().profile == Profile::Compatibility;
        case PredefinedMacro::EsProfile: return context_.in_version_with(0, 300);
        case PredefinedMacro::FragmentPrecisionHigh: return context_.in_version_with(130, 100);
        case PredefinedMacro::Extension: return context_.supported(name.extension);
    }
    return false;
}

// Puts the value in the place of a macro that is defined.
bool MacroExpansion::expand_predefined(RawToken& token) {
    if (!is_defined(*token.name)) return false;
    int64_t value = 1;
    switch (token.name->predefined) {
        case PredefinedMacro::Line: value = token.where.line; break;
        case PredefinedMacro::File: value = token.where.string < 0 ? 0 : token.where.string; break;
        case PredefinedMacro::Version: value = context_.language().version; break;
        case PredefinedMacro::None:
        case PredefinedMacro::Es:
        case PredefinedMacro::CoreProfile:
        case PredefinedMacro::CompatibilityProfile:
        case PredefinedMacro::EsProfile:
        case PredefinedMacro::FragmentPrecisionHigh:
        case PredefinedMacro::Extension: break;
    }
    token.kind = RawKind::Number;
    token.text = value == 1 ? std::string_view("1") : context_.source().keep(std::to_string(value));
    token.name = nullptr;
    return true;
}

// False: the name of a function-like macro without a call, which stays as it is.
bool MacroExpansion::expand(const RawToken& token) {
    Macro& macro = *token.name->macro;
    if (context_.gave_up()) return false;
    if (macro.function_like) return expand_call(token, macro);
    if (macro.has_paste) {
        substitute(token, macro, {});
    } else if (!macro.body.empty() && spend(macro.body.size(), token.where)) {
        push(macro.body.data(), macro.body.size(), &macro, &token.where);
    }
    return true;
}

bool MacroExpansion::expand_call(const RawToken& token, Macro& macro) {
    const RawToken next = raw();
    if (next.kind != RawKind::Mark || next.mark != TokenKind::LeftParen) {
        // Back with what was no parenthesis. The ends of the strings and of directives are found again anyway.
        if (next.kind != RawKind::End && next.kind != RawKind::NewLine) {
            RawTokens back{next};
            push_copy(back, nullptr, token.where);
        }
        return false;
    }
    if (call_depth_ >= deepest_call) {
        context_.give_up();
        context_.error(token.where, "calls of macros are nested too deeply");
        return true;
    }
    ++call_depth_;
    std::vector<RawTokens> arguments;
    if (collect_arguments(token, arguments)) {
        // f() has one empty argument if f wants one, and none if it wants none.
        if (macro.parameters == 0 && arguments.size() == 1 && arguments[0].empty()) arguments.clear();
        if (arguments.size() != macro.parameters) {
            context_.error(token.where, "macro " + std::string(token.text) + " is called with " +
                                            std::to_string(arguments.size()) + " arguments, not " +
                                            std::to_string(macro.parameters));
        } else {
            substitute(token, macro, arguments);
        }
    }
    --call_depth_;
    return true;
}

bool MacroExpansion::collect_arguments(const RawToken& name, std::vector<RawTokens>& arguments) {
    arguments.emplace_back();
    int depth = 0;
    for (;;) {
        RawToken token = raw();
        if (token.kind == RawKind::End || token.kind == RawKind::NewLine) {
            context_.error(name.where, "the call of macro " + std::string(name.text) + " has no end", "a ) is missing");
            return false;
        }
        if (token.kind == RawKind::Name && token.name->macro != nullptr && token.name->macro->busy) {
            token.never_expand = true;
        }
        if (token.kind == RawKind::Mark) {
            if (token.mark == TokenKind::LeftParen) ++depth;
            if (token.mark == TokenKind::RightParen && depth-- == 0) return true;
            if (token.mark == TokenKind::Comma && depth == 0) {
                arguments.emplace_back();
                continue;
            }
        }
        if (!spend(1, name.where)) return false;
        arguments.back().push_back(token);
    }
}

// As if the tokens were all that is left of the shader.
RawTokens MacroExpansion::expand_all(const RawTokens& tokens) {
    const size_t outer = floor_;
    RawTokens result;
    // One level for an end, so that the floor is above 0 and the strings are not read on.
    levels_.push_back({nullptr, nullptr, nullptr, false, {}});
    floor_ = levels_.size();
    push(tokens.data(), tokens.size(), nullptr, nullptr);
    for (RawToken token = expanded(); token.kind != RawKind::End; token = expanded()) {
        if (!spend(1, token.where)) break;
        result.push_back(token);
    }
    while (levels_.size() >= floor_) {
        if (levels_.back().macro != nullptr) levels_.back().macro->busy = false;
        levels_.pop_back();
    }
    floor_ = outer;
    return result;
}

void MacroExpansion::substitute(const RawToken& call, Macro& macro, const std::vector<RawTokens>& arguments) {
    RawTokens result;
    std::vector<std::optional<RawTokens>> expansions(arguments.size());
    for (size_t i = 0; i < macro.body.size(); ++i) {
        const RawToken& part = macro.body[i];
        const bool pasted = i > 0 && macro.body[i - 1].kind == RawKind::HashHash;
        const bool pastes = i + 1 < macro.body.size() && macro.body[i + 1].kind == RawKind::HashHash;
        if (part.kind == RawKind::HashHash) continue;
        if (part.parameter < 0) {
            RawToken token = part;
            token.where = call.where;
            if (!pasted || !paste(result, token, call.where)) result.push_back(token);
            continue;
        }
        const size_t index = static_cast<size_t>(part.parameter);
        const RawTokens* tokens = &arguments[index];
        if (!pasted && !pastes) {
            if (!expansions[index]) expansions[index] = expand_all(arguments[index]);
            tokens = &*expansions[index];
        }
        if (!spend(tokens->size(), call.where)) return;
        size_t first = 0;
        if (tokens->empty() && (pasted || pastes)) {
            RawToken nothing;
            nothing.kind = RawKind::Placemarker;
            nothing.where = call.where;
            if (!pasted || !paste(result, nothing, call.where)) result.push_back(nothing);
        } else if (pasted) {
            first = paste(result, tokens->front(), call.where) ? 1 : 0;
        }
        const size_t at = result.size();
        result.insert(result.end(), tokens->begin() + static_cast<std::ptrdiff_t>(first), tokens->end());
        if (at < result.size()) result[at].space_before = part.space_before;
    }
    std::erase_if(result, [](const RawToken& token) { return token.kind == RawKind::Placemarker; });
    push_copy(result, &macro, call.where);
}

// Joins the last token of `result` with `right`. False: there is none, or they make no token.
bool MacroExpansion::paste(RawTokens& result, const RawToken& right, const Location& where) {
    if (result.empty()) return false;
    RawToken& left = result.back();
    if (right.kind == RawKind::Placemarker) return true;
    if (left.kind == RawKind::Placemarker) {
        left = right;
        return true;
    }
    if (left.text.size() + right.text.size() > longest_pasted_word) {
        context_.error(where, "## makes a word of more than " + std::to_string(longest_pasted_word) + " characters");
        context_.give_up();
        return true;
    }
    pasted_characters_ += left.text.size() + right.text.size();
    if (pasted_characters_ > most_pasted_characters) {
        if (!context_.gave_up())
            context_.error(where,
                           "## makes words of more than " + std::to_string(most_pasted_characters) + " characters");
        context_.give_up();
        return true;
    }
    const std::string_view text = context_.source().keep(std::string(left.text) + std::string(right.text));
    RawToken joined = read_one_token(text, context_.names());
    if (joined.kind == RawKind::End) {
        context_.error(
            where, "## makes no token of \"" + std::string(left.text) + "\" and \"" + std::string(right.text) + "\"");
        return false;
    }
    joined.where = left.where;
    joined.line_start = false;
    joined.space_before = left.space_before;
    left = joined;
    return true;
}

}  // namespace glsl
