#include "glsl/text/condition_line.h"

#include "glsl/text/condition_expression.h"

namespace glsl {

static RawToken defined_operator(PreprocessorContext& context, MacroExpansion& expansion, const RawToken& word) {
    RawToken name = expansion.raw();
    const bool parenthesis = name.kind == RawKind::Mark && name.mark == TokenKind::LeftParen;
    if (parenthesis) name = expansion.raw();
    if (name.kind != RawKind::Name) {
        context.error(word.where, "\"defined\" wants the name of a macro");
        return {};
    }
    if (parenthesis) {
        const RawToken close = expansion.raw();
        if (close.kind != RawKind::Mark || close.mark != TokenKind::RightParen) {
            context.error(word.where, "a ) is missing after \"defined(" + std::string(name.text) + "\"");
            return {};
        }
    }
    RawToken result = word;
    result.kind = RawKind::Number;
    result.name = nullptr;
    result.text = expansion.is_defined(*name.name) ? "1" : "0";
    return result;
}

RawTokens expanded_line(PreprocessorContext& context, MacroExpansion& expansion, bool with_defined) {
    RawTokens tokens;
    for (;;) {
        RawToken token = expansion.raw();
        if (token.kind == RawKind::NewLine || token.kind == RawKind::End) return tokens;
        if (token.kind != RawKind::Name || token.never_expand) {
            tokens.push_back(token);
            continue;
        }
        if (with_defined && token.name == context.defined()) {
            token = defined_operator(context, expansion, token);
            if (token.kind == RawKind::End) return {};
        } else if (expansion.try_macro(token)) {
            continue;
        }
        tokens.push_back(token);
    }
}

bool evaluate_condition(PreprocessorContext& context, MacroExpansion& expansion, const Location& where,
                        std::string_view directive) {
    const size_t errors = context.messages().errors();
    const RawTokens tokens = expanded_line(context, expansion, true);
    if (context.messages().errors() != errors) return false;
    if (tokens.empty()) {
        context.error(where, "#" + std::string(directive) + " without an expression");
        return false;
    }
    ConditionExpression expression(tokens, where, context.language().is_es(), context.messages());
    const std::optional<int64_t> value = expression.value();
    if (!value) return false;
    if (!expression.at_end())
        context.error(expression.here(), "something follows the expression of #" + std::string(directive));
    return *value != 0;
}

}  // namespace glsl
