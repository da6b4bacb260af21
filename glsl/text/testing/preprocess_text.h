// For tests: what the preprocessor makes of a text, as text.
#pragma once

#include <string>
#include <string_view>

#include "glsl/text/preprocessor.h"

namespace glsl::testing {

inline Preprocessed preprocess_text(std::string_view text, const PreprocessorOptions& options = {}) {
    return preprocess({&text, 1}, options);
}

// The tokens with blanks between them.
inline std::string tokens_of(const Preprocessed& result) {
    std::string out;
    for (const Token& token : result.tokens) {
        if (token.kind == TokenKind::End) break;
        if (!out.empty()) out += ' ';
        out += token.text;
    }
    return out;
}

// "0:2(1): error: …" without source lines and hints, one line each.
inline std::string messages_of(const Preprocessed& result) {
    std::string out;
    for (const Message& message : result.messages.all()) {
        Message bare = message;
        bare.hint.clear();
        const std::string text = format(bare, *result.source);
        out += text.substr(0, text.find('\n') + 1);
    }
    return out;
}

// The tokens of a text without messages; the messages where it has some.
inline std::string clean(std::string_view text, const PreprocessorOptions& options = {}) {
    const Preprocessed result = preprocess_text(text, options);
    return result.messages.all().empty() ? tokens_of(result) : messages_of(result);
}

// The text of the only message; what is wrong with that otherwise.
inline std::string only_message(std::string_view text, const PreprocessorOptions& options = {}) {
    const Preprocessed result = preprocess_text(text, options);
    return result.messages.all().size() == 1
               ? messages_of(result)
               : std::to_string(result.messages.all().size()) + " messages:\n" + messages_of(result);
}

}  // namespace glsl::testing
