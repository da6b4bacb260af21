// The words of assembler text in the manner of the grate project: names, numbers, strings and signs, without comments.
// Capitals count as small letters, as they do there.
//
// A comment that begins with "/*!" is a note: it holds what that project's assembler has no words for, and is read.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace machines::tegra {

struct Token {
    std::string_view text;     // in small letters; empty: the end. Strings have their opening quote, and their capitals
    std::string_view written;  // as it is
    int line = 1, column = 1;
};

// Letters, digits, '_' and '*' make words, and the digits of a number its point and exponent; the rest are signs of one
// character, but for the ends of a note. `small` is the text in small letters; both live as long as the tokens.
inline std::vector<Token> tokens_of(std::string_view text, std::string_view small) {
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '*'; };
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    const auto starts = [&](size_t at, std::string_view with) { return small.substr(at, with.size()) == with; };
    std::vector<Token> tokens;
    int line = 1;
    size_t at = 0, line_start = 0;
    bool in_note = false;
    const auto add = [&](size_t end) {
        tokens.push_back(
            {small.substr(at, end - at), text.substr(at, end - at), line, static_cast<int>(at - line_start) + 1});
        at = end;
    };
    const auto next_line = [&](size_t end_of_line) {
        line++;
        line_start = end_of_line + 1;
    };
    while (at < text.size()) {
        const char c = text[at];
        if (std::isspace(static_cast<unsigned char>(c))) {
            if (c == '\n') next_line(at);
            at++;
        } else if (starts(at, "//")) {
            at = std::min(text.find('\n', at), text.size());
        } else if (starts(at, "/*!") && !in_note) {
            in_note = true;
            add(at + 3);
        } else if (starts(at, "*/") && in_note) {
            in_note = false;
            add(at + 2);
        } else if (starts(at, "/*")) {
            const size_t end = text.find("*/", at + 2);
            const size_t stop = end == std::string_view::npos ? text.size() : end + 2;
            for (; at < stop; at++)
                if (text[at] == '\n') next_line(at);
        } else if (c == '"') {
            const size_t end = text.find_first_of("\"\n", at + 1);
            const bool closed = end != std::string_view::npos && text[end] == '"';
            const size_t stop = closed ? end : std::min(end, text.size());
            add(stop);
            tokens.back().text = tokens.back().written;
            if (closed) at++;
        } else if (is_word(c)) {
            const bool number = is_digit(c) && !starts(at, "0x");
            size_t end = at;
            while (end < text.size() && !starts(end, "*/") &&
                   (is_word(text[end]) || (number && (text[end] == '.' || ((text[end] == '-' || text[end] == '+') &&
                                                                           small[end - 1] == 'e')))))
                end++;
            add(std::max(end, at + 1));
        } else {
            add(at + 1);
        }
    }
    tokens.push_back({{}, {}, line, static_cast<int>(at - line_start) + 1});
    return tokens;
}

inline std::string small_letters(std::string_view text) {
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return small;
}

// Reads them one after the other; keeps the first error, with its line.
class TokenReader {
  public:
    explicit TokenReader(std::string_view text) : small_(small_letters(text)), tokens_(tokens_of(text, small_)) {}
    TokenReader(const TokenReader&) = delete;  // the tokens point into it
    TokenReader& operator=(const TokenReader&) = delete;
    ~TokenReader() = default;

    bool at_end() const { return now().text.empty(); }
    const std::string& error() const { return error_; }
    int error_line() const { return error_line_; }
    int error_column() const { return error_column_; }
    bool fail(std::string message) { return fail(std::move(message), now()); }
    bool fail(std::string message, const Token& where) {
        if (error_.empty()) {
            error_ = std::move(message);
            error_line_ = where.line;
            error_column_ = where.column;
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
    std::string named() const { return at_end() ? "the end" : "\"" + std::string(now().written) + "\""; }
    bool expect(std::string_view text) {
        return accept(text) || fail("\"" + std::string(text) + "\" is missing before " + named());
    }
    // "0x1234abcd": up to eight digits.
    bool accept_hexadecimal(uint32_t& value) {
        const std::string_view text = now().text;
        if (!text.starts_with("0x") || text.size() < 3 || text.size() > 10) return false;
        const char* const end = text.data() + text.size();
        const auto result = std::from_chars(text.data() + 2, end, value, 16);
        if (result.ec != std::errc{} || result.ptr != end) return false;
        take();
        return true;
    }
    // "0x…, 0x…" behind ".word".
    template <size_t count>
    bool read_words(std::array<uint32_t, count>& words) {
        for (size_t i = 0; i < count; i++)
            if ((i && !expect(",")) || (!accept_hexadecimal(words[i]) && !fail(named() + " is no word in hexadecimal")))
                return false;
        accept(";");
        return true;
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
    std::string small_;
    std::vector<Token> tokens_;
    size_t at_ = 0;
    std::string error_;
    int error_line_ = 0, error_column_ = 0;
};

}  // namespace machines::tegra
