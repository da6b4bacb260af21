#include "glsl/text/preprocessor.h"

#include "glsl/text/preprocessor_state.h"
#include "glsl/text/token_writer.h"
#include "glsl/text/version_directive.h"

namespace glsl {

void Preprocessor::run(std::span<const std::string_view> strings) {
    use_default_version(context_);
    const SourceText::Part* const part = context_.source().add(strings);
    if (part == nullptr) {
        context_.error({}, "the shader is too large: 2 GiB are the most");
        context_.result().tokens.emplace_back();
        return;
    }
    context_.result().tokens.reserve(part->text.size() / 4 + 16);
    enter(std::make_unique<Lexer>(*part, context_.names(), context_.messages(), 0), {});
    emit_all();
    conditions_.end_string(0);
}

void Preprocessor::emit_all() {
    for (;;) {
        // Most tokens are no macros and come straight from the strings.
        RawToken token = expansion_.is_active() ? expansion_.raw() : lexer().next();
        if (token.kind == RawKind::Mark) {
            anything_seen_ = true;
            context_.result().tokens.push_back({token.mark, Keyword{}, token.text, token.where, 0});
            continue;
        }
        if (token.kind == RawKind::Hash && token.line_start && !expansion_.is_active()) {
            directive(token);
            continue;
        }
        if (token.kind == RawKind::Name && !token.never_expand && expansion_.try_macro(token)) continue;
        if (token.kind == RawKind::End) {
            if (includes_.size() > 1) {
                leave();
                continue;
            }
            Token end;
            end.where = token.where;
            context_.result().tokens.push_back(end);
            return;
        }
        anything_seen_ = true;
        write_token(context_, token);
    }
}

// The next token of the strings. Directives are carried out here, so that one may stand among a macro's arguments.
RawToken Preprocessor::lexed() {
    for (;;) {
        RawToken token = lexer().next();
        if (token.kind == RawKind::Hash && token.line_start && !in_directive_) [[unlikely]] {
            directive(token);
            continue;
        }
        if (token.kind != RawKind::End || includes_.size() == 1) return token;
        leave();
    }
}

void Preprocessor::enter(std::unique_ptr<Lexer> lexer, std::string path) {
    includes_.push_back({std::move(lexer), std::move(path), conditions_.begin_string()});
}

void Preprocessor::leave() {
    conditions_.end_string(includes_.back().conditions);
    includes_.pop_back();
}

Preprocessed preprocess(std::span<const std::string_view> strings, const PreprocessorOptions& options) {
    Preprocessed result;
    result.source = std::make_unique<SourceText>();
    Preprocessor(options, result).run(strings);
    return result;
}

}  // namespace glsl
