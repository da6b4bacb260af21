// The words of assembler text in the manner of the grate project: names, numbers, strings and signs, without comments.
#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arbasm::tegra {

struct Token {
    std::string_view text;  // empty: the end. Strings have their opening quote
    int line = 1;
};

// Letters, digits, '_' and '*' make words; a '.' begins a word where a letter follows (sections) or joins the digits of
// a number; the rest are signs of one character.
inline std::vector<Token> tokens_of(std::string_view text) {
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '*'; };
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    std::vector<Token> tokens;
    int line = 1;
    size_t at = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '\n') line++;
        if (std::isspace(static_cast<unsigned char>(c))) {
            at++;
        } else if (text.substr(at, 2) == "//") {
            at = std::min(text.find('\n', at), text.size());
        } else if (text.substr(at, 2) == "/*") {
            const size_t end = text.find("*/", at + 2);
            const size_t stop = end == std::string_view::npos ? text.size() : end + 2;
            for (; at < stop; at++)
                if (text[at] == '\n') line++;
        } else if (c == '"') {
            const size_t end = text.find_first_of("\"\n", at + 1);
            const bool closed = end != std::string_view::npos && text[end] == '"';
            const size_t stop = closed ? end : std::min(end, text.size());
            tokens.push_back({text.substr(at, stop - at), line});
            at = closed ? end + 1 : stop;
        } else if (is_word(c)) {
            size_t end = at;
            // A number: digits, a point, an exponent, a letter f.
            if (is_digit(c) && text.substr(at, 2) != "0x")
                while (end < text.size() && (is_word(text[end]) || text[end] == '.' ||
                                             ((text[end] == '-' || text[end] == '+') && text[end - 1] == 'e')))
                    end++;
            else
                while (end < text.size() && is_word(text[end])) end++;
            tokens.push_back({text.substr(at, end - at), line});
            at = end;
        } else {
            tokens.push_back({text.substr(at, 1), line});
            at++;
        }
    }
    tokens.push_back({{}, line});
    return tokens;
}

// Reads them one after the other; keeps the first error, with its line.
class TokenReader {
  public:
    explicit TokenReader(std::string_view text) : tokens_(tokens_of(text)) {}

    bool at_end() const { return now().text.empty(); }
    const std::string& error() const { return error_; }
    int error_line() const { return error_line_; }
    bool fail(std::string message) {
        if (error_.empty()) {
            error_ = std::move(message);
            error_line_ = now().line;
        }
        return false;
    }

  protected:
    const Token& now() const { return tokens_[at_]; }
    const Token& next() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }
    const Token& take() {
        const Token& token = tokens_[at_];
        if (at_ + 1 < tokens_.size()) at_++;
        return token;
    }
    bool accept(std::string_view text) {
        if (now().text != text) return false;
        take();
        return true;
    }
    std::string named() const { return at_end() ? "the end" : "\"" + std::string(now().text) + "\""; }
    bool expect(std::string_view text) {
        return accept(text) || fail("\"" + std::string(text) + "\" is missing before " + named());
    }
    // A word of a prefix, which may be empty, and a decimal number: the number. False without an error where it is
    // none.
    bool is_numbered(std::string_view prefix, uint32_t& value) const {
        const std::string_view text = now().text;
        if (!text.starts_with(prefix)) return false;
        const char* const end = text.data() + text.size();
        const auto result = std::from_chars(text.data() + prefix.size(), end, value);
        return result.ec == std::errc{} && result.ptr == end;
    }

  private:
    std::vector<Token> tokens_;
    size_t at_ = 0;
    std::string error_;
    int error_line_ = 0;
};

}  // namespace arbasm::tegra
