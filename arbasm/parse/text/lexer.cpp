#include "arbasm/parse/text/lexer.h"

namespace arbasm {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_identifier_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
bool is_identifier(char c) { return is_identifier_start(c) || is_digit(c); }

}  // namespace

Lexer::Lexer(std::string_view text, size_t offset) : text_(text), position_(offset) { advance(); }

void Lexer::reset(const Mark& mark) {
    token_ = mark.token;
    position_ = mark.position;
    line_ = mark.line;
    line_start_ = mark.line_start;
    behind_last_ = mark.behind_last;
}

void Lexer::skip_space() {
    for (; position_ < text_.size(); ++position_) {
        const char c = text_[position_];
        if (c == '\n' || c == '\r') {
            end_line();
        } else if (c == '#') {
            while (position_ + 1 < text_.size() && text_[position_ + 1] != '\n' && text_[position_ + 1] != '\r') {
                ++position_;
            }
        } else if (c != ' ' && c != '\t' && c != '\f' && c != '\v' && !skip_foreign_comment()) {
            return;
        }
    }
}

// CR LF ends one line, not two. Stops at the last of its characters.
void Lexer::end_line() {
    if (text_[position_] == '\r' && position_ + 1 < text_.size() && text_[position_ + 1] == '\n') ++position_;
    ++line_;
    line_start_ = position_ + 1;
}

// Two slashes to the end of the line, or what stands between a slash with a star and a star with a slash: noted, and
// left out, so that the words in it raise no errors of their own. Stops at its last character.
bool Lexer::skip_foreign_comment() {
    const std::string_view opening = text_.substr(position_, 2);
    const bool is_line = opening == "//";
    if (!is_line && opening != "/*") return false;
    if (foreign_comment_.kind == TokenKind::End || position_ < foreign_comment_.where.offset)
        foreign_comment_ = {TokenKind::Invalid, opening, here()};
    const size_t closing = is_line ? text_.find_first_of("\r\n", position_) : text_.find("*/", position_ + 2);
    const size_t last = closing == std::string_view::npos ? text_.size() - 1 : is_line ? closing - 1 : closing + 1;
    for (; position_ < last; ++position_)
        if (text_[position_] == '\n' || text_[position_] == '\r') end_line();
    return true;
}

char Lexer::next_on_line() const {
    if (position_ >= text_.size()) return 0;
    const char next = text_[position_];
    if (next == '.' || next == ';' || next == ':') return next;
    if (next != ' ' || position_ + 1 >= text_.size()) return 0;
    const char behind = text_[position_ + 1];
    const bool plain = (is_identifier(behind) && behind != 'S') || behind == '{' || behind == '-' || behind == '|';
    return plain ? ' ' : '\0';
}

size_t Lexer::number_end(bool& is_float) const {
    size_t at = position_;
    const auto digit_at = [&](size_t n) { return n < text_.size() && is_digit(text_[n]); };
    is_float = false;
    if (text_[at] == '0' && at + 2 < text_.size() && (text_[at + 1] == 'x' || text_[at + 1] == 'X') &&
        is_hex_digit(text_[at + 2])) {
        at += 2;
        while (at < text_.size() && is_hex_digit(text_[at])) ++at;
        return at;
    }
    while (digit_at(at)) ++at;
    // "0..3" is a range, "1.x" would be a float with junk behind it.
    if (at < text_.size() && text_[at] == '.' && !(at + 1 < text_.size() && text_[at + 1] == '.')) {
        is_float = true;
        ++at;
        while (digit_at(at)) ++at;
    }
    if (at < text_.size() && (text_[at] == 'e' || text_[at] == 'E')) {
        size_t exponent = at + 1;
        if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
        if (digit_at(exponent)) {
            is_float = true;
            at = exponent;
            while (digit_at(at)) ++at;
        }
    }
    return at;
}

void Lexer::advance() {
    behind_last_ = here();
    skip_space();
    token_.where = here();
    if (position_ >= text_.size()) {
        token_.kind = TokenKind::End;
        token_.text = {};
        return;
    }
    const char c = text_[position_];
    const bool has_next = position_ + 1 < text_.size();
    size_t end = position_ + 1;
    if (is_identifier_start(c)) {
        while (end < text_.size() && is_identifier(text_[end])) ++end;
        token_.kind = TokenKind::Identifier;
    } else if (is_digit(c) || (c == '.' && has_next && is_digit(text_[end]))) {
        bool is_float = false;
        end = number_end(is_float);
        token_.kind = is_float ? TokenKind::Float : TokenKind::Integer;
    } else if (c == '.' && has_next && text_[end] == '.') {
        ++end;
        token_.kind = TokenKind::Range;
    } else if (std::string_view(".,;:=[]{}()+-|<>").find(c) != std::string_view::npos) {
        token_.kind = TokenKind::Punctuation;
    } else {
        token_.kind = TokenKind::Invalid;
    }
    token_.text = text_.substr(position_, end - position_);
    position_ = end;
}

void Lexer::relex_as_word() {
    const size_t start = token_.where.offset;
    size_t end = start;
    while (end < text_.size() && is_identifier(text_[end])) ++end;
    if (end == start) return;
    token_.kind = TokenKind::Identifier;
    token_.text = text_.substr(start, end - start);
    position_ = end;
}

}  // namespace arbasm
