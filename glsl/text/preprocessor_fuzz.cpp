// Feeds any text to the preprocessor (libFuzzer). The first byte chooses how the rest is cut into strings; tokens and
// messages lie inside, and a text without errors, written out, gives the same tokens again.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "glsl/text/preprocessor.h"

namespace {

void require(bool condition, const char* what, std::string_view text) {
    if (condition) return;
    std::fprintf(stderr, "%s\n%.*s\n", what, static_cast<int>(text.size()), text.data());
    std::abort();
}

// Finds each path but /none: the path is the text, so that strings include themselves and each other.
class Paths : public glsl::IncludeResolver {
  public:
    std::optional<Found> find(std::string_view path, std::string_view, bool) const override {
        if (path == "/none") return std::nullopt;
        return Found{std::string(path), "#define X " + std::string(path) + "\n#include <" + std::string(path) + ">\n"};
    }
};

// Tokens as text of the same language.
std::string written(const glsl::Preprocessed& result) {
    std::string text;
    for (const glsl::Token& token : result.tokens) {
        if (token.kind == glsl::TokenKind::End) break;
        text += token.text;
        text += '\n';
    }
    return text;
}

// Only one text in 16: it takes as long as the preprocessor.
void check_locations(const glsl::Preprocessed& result, std::string_view text) {
    for (const glsl::Token& token : result.tokens) {
        require(token.where.column >= 1, "a place outside", text);
        const std::string_view line = result.source->line_at(token.where.offset);
        require(token.where.column <= line.size() + 1, "a column behind the line", text);
    }
    for (const glsl::Message& message : result.messages.all()) {
        require(!glsl::format(message, *result.source).empty(), "nothing to show", text);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const size_t piece = data[0] == 0 ? text.size() + 1 : data[0];
    std::vector<std::string_view> strings;
    for (size_t at = 0; at < text.size(); at += piece) strings.push_back(text.substr(at, piece));

    const Paths paths;
    glsl::PreprocessorOptions options;
    options.includes = &paths;
    const glsl::Preprocessed result = glsl::preprocess(strings, options);
    require(!result.tokens.empty() && result.tokens.back().kind == glsl::TokenKind::End, "no end", text);
    require(result.messages.all().size() <= glsl::Messages::capacity + 1, "too many messages", text);
    if (std::accumulate(text.begin(), text.end(), 0u) % 16 == 0) check_locations(result, text);
    if (result.messages.has_errors()) return 0;
    // Macros are gone, and words that were made by ## or left alone by busy macros are plain ones now.
    const std::string again = written(result);
    const std::string header = "#version " + std::to_string(result.language.version) +
                               (result.language.version >= 300 && result.language.is_es() ? " es\n" : "\n") +
                               "#extension all : warn\n";
    const std::string_view whole[] = {header, again};
    const glsl::Preprocessed second = glsl::preprocess(whole, {});
    require(second.tokens.size() == result.tokens.size(), "what was written reads back as other tokens", again);
    return 0;
}
