// The words of assembler text in the manner of the grate project: names, numbers, strings and signs, without comments.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
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

}  // namespace arbasm::tegra
