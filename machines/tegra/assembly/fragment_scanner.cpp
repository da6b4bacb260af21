#include "machines/tegra/assembly/fragment_scanner.h"

#include <charconv>

namespace machines::tegra {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

void FragmentScanner::step() {
    if (peek() == '\n') {
        line_++;
        line_start_ = at_ + 1;
    }
    at_++;
}

void FragmentScanner::skip_blanks() {
    while (at_ < text_.size()) {
        if (peek() == '\n' || peek() == ' ' || peek() == '\t' || peek() == '\r') {
            step();
        } else if (starts("//")) {
            while (at_ < text_.size() && peek() != '\n') at_++;
        } else if (starts("/*") && (in_note_ || !starts("/*!"))) {
            at_ += 2;
            while (at_ < text_.size() && !starts("*/")) step();
            at_ = at_ + 2 < text_.size() ? at_ + 2 : text_.size();
        } else {
            return;
        }
    }
}

bool FragmentScanner::scan_number(FragmentToken& token) {
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
        const char* const first = text_.data() + at_ + 2;
        const auto [end, error] = std::from_chars(first, text_.data() + text_.size(), token.number, 16);
        at_ += 2 + static_cast<size_t>(end - first);
        token.kind = end == first || error != std::errc() ? FragmentToken::Mark : FragmentToken::Hex;
        token.text = "0x";
        return true;
    }
    // A number with a point, perhaps with a sign: r0-1 is no number with a sign because there is no point.
    const size_t sign = peek() == '-' ? 1 : 0;
    if (!is_digit(peek(sign))) return false;
    size_t digits = sign;
    while (is_digit(peek(digits))) digits++;
    if (peek(digits) == '.' && is_digit(peek(digits + 1))) {
        digits++;
        while (is_digit(peek(digits))) digits++;
        std::from_chars(text_.data() + at_, text_.data() + at_ + digits, token.value);
        at_ += digits;
        token.kind = FragmentToken::Float;
        return true;
    }
    if (sign) return false;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + at_ + digits, token.number);
    at_ += digits;
    token.kind = error == std::errc() ? FragmentToken::Number : FragmentToken::Mark;
    token.text = "0";
    return true;
}

FragmentToken FragmentScanner::next() {
    FragmentToken token;
    skip_blanks();
    token.line = line_;
    token.column = static_cast<int>(at_ - line_start_) + 1;
    if (at_ >= text_.size()) return token;
    const size_t start = at_;
    if (peek() == '"') {
        at_++;
        while (at_ < text_.size() && peek() != '"' && peek() != '\n') token.text += text_[at_++];
        token.kind = peek() == '"' ? FragmentToken::String : FragmentToken::Mark;
        if (token.kind == FragmentToken::String)
            at_++;
        else
            token.text = "\"";
    } else if (starts("/*!") || (in_note_ && starts("*/"))) {
        in_note_ = starts("/*!");
        token.kind = FragmentToken::Word;
        token.text = in_note_ ? "/*!" : "*/";
        at_ += token.text.size();
    } else if (scan_number(token)) {
    } else if (is_letter(peek())) {
        while (is_letter(peek()) || is_digit(peek())) at_++;
        token.kind = FragmentToken::Word;
        token.text = text_.substr(start, at_ - start);
        for (char& c : token.text)
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    } else {
        token.kind = FragmentToken::Mark;
        token.text = text_[at_++];
    }
    return token;
}

}  // namespace machines::tegra
