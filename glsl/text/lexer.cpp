#include "glsl/text/lexer.h"

#include <array>

#include "glsl/text/message.h"

#include "ir/check.h"

namespace glsl {
namespace {

enum CharacterClass : uint8_t { Nothing = 0, Letter = 1, Digit = 2, HexDigit = 4, Blank = 8 };

constexpr std::array<uint8_t, 256> make_classes() {
    std::array<uint8_t, 256> classes{};
    for (int c = 'a'; c <= 'z'; ++c) classes[c] = Letter;
    for (int c = 'A'; c <= 'Z'; ++c) classes[c] = Letter;
    for (int c = 'a'; c <= 'f'; ++c) classes[c] |= HexDigit;
    for (int c = 'A'; c <= 'F'; ++c) classes[c] |= HexDigit;
    for (int c = '0'; c <= '9'; ++c) classes[c] = Digit | HexDigit;
    classes['_'] = Letter;
    for (const char c : {' ', '\t', '\v', '\f'}) classes[static_cast<unsigned char>(c)] = Blank;
    return classes;
}

constexpr std::array<uint8_t, 256> classes = make_classes();

uint8_t class_of(char c) { return classes[static_cast<unsigned char>(c)]; }
bool is_word(char c) { return (class_of(c) & (Letter | Digit)) != 0; }
bool is_digit(char c) { return (class_of(c) & Digit) != 0; }

struct Mark {
    TokenKind kind;
    uint8_t size;
};

// `next` stands behind `c`; the text ends with a zero byte.
Mark mark_at(char c, const char* next) {
    using enum TokenKind;
    const auto with = [next](char second, TokenKind two, TokenKind one) {
        return *next == second ? Mark{two, 2} : Mark{one, 1};
    };
    switch (c) {
        case '(': return {LeftParen, 1};
        case ')': return {RightParen, 1};
        case '[': return {LeftBracket, 1};
        case ']': return {RightBracket, 1};
        case '{': return {LeftBrace, 1};
        case '}': return {RightBrace, 1};
        case '.': return {Dot, 1};
        case ',': return {Comma, 1};
        case ':': return {Colon, 1};
        case ';': return {Semicolon, 1};
        case '?': return {Question, 1};
        case '~': return {Tilde, 1};
        case '=': return with('=', EqualEqual, Equal);
        case '!': return with('=', NotEqual, Bang);
        case '*': return with('=', MulAssign, Star);
        case '/': return with('=', DivAssign, Slash);
        case '%': return with('=', ModAssign, Percent);
        case '+': return *next == '+' ? Mark{Increment, 2} : with('=', AddAssign, Plus);
        case '-': return *next == '-' ? Mark{Decrement, 2} : with('=', SubAssign, Minus);
        case '&': return *next == '&' ? Mark{AndAnd, 2} : with('=', AndAssign, Ampersand);
        case '|': return *next == '|' ? Mark{OrOr, 2} : with('=', OrAssign, Bar);
        case '^': return *next == '^' ? Mark{XorXor, 2} : with('=', XorAssign, Caret);
        case '<':
            if (*next == '<') return next[1] == '=' ? Mark{LeftAssign, 3} : Mark{LeftShift, 2};
            return with('=', LessEqual, LeftAngle);
        case '>':
            if (*next == '>') return next[1] == '=' ? Mark{RightAssign, 3} : Mark{RightShift, 2};
            return with('=', GreaterEqual, RightAngle);
        default: return {End, 0};
    }
}

// The end of a number, by GLSL's grammar, with every letter and digit that clings to it.
const char* end_of_number(const char* at) {
    if (*at == '0' && (at[1] == 'x' || at[1] == 'X')) {
        at += 2;
    } else {
        while (is_digit(*at)) ++at;
        if (*at == '.') {
            ++at;
            while (is_digit(*at)) ++at;
        }
        if (*at == 'e' || *at == 'E') {
            const bool is_signed = (at[1] == '+' || at[1] == '-') && is_digit(at[2]);
            if (is_signed || is_digit(at[1])) at += 2;
        }
    }
    while (is_word(*at)) ++at;
    return at;
}

// Bytes of the character at `at`, in UTF-8 as far as it is well formed.
size_t size_of_character(const char* at) {
    size_t size = 1;
    if ((static_cast<unsigned char>(*at) & 0xc0) == 0xc0) {
        while (size < 4 && (static_cast<unsigned char>(at[size]) & 0xc0) == 0x80) ++size;
    }
    return size;
}

}  // namespace

Lexer::Lexer(const SourceText::Part& part, NameTable& names, Messages& messages, int32_t string)
    : names_(names),
      messages_(messages),
      part_(part),
      begin_(part.text.data()),
      end_(part.text.data() + part.text.size()),
      at_(begin_),
      next_break_(part.breaks.empty() ? end_ + 1 : begin_ + part.breaks[0].at),
      string_(string) {}

// Counts continuations and begins of strings up to at_.
void Lexer::pass_breaks() {
    while (next_break_ <= at_) {
        const SourceBreak& passed = part_.breaks[break_index_];
        if (passed.removed != 0) {
            removed_ += passed.removed;
            ++line_;
        } else {
            line_ = 1;
            ++string_;
        }
        line_begin_ = passed.at + removed_;
        ++break_index_;
        next_break_ = break_index_ < part_.breaks.size() ? begin_ + part_.breaks[break_index_].at : end_ + 1;
    }
}

Location Lexer::here() {
    if (next_break_ <= at_) [[unlikely]]
        pass_breaks();
    const uint32_t offset = static_cast<uint32_t>(at_ - begin_) + removed_;
    return {part_.base + offset, line_, offset - line_begin_ + 1, string_};
}

void Lexer::pass_newline() {
    if (next_break_ <= at_) [[unlikely]]
        pass_breaks();
    const char first = *at_++;
    if ((*at_ == '\n' || *at_ == '\r') && *at_ != first) ++at_;
    // A string that begins between \r and \n counts neither of them.
    if (next_break_ < at_) [[unlikely]]
        pass_breaks();
    ++line_;
    line_begin_ = static_cast<uint32_t>(at_ - begin_) + removed_;
    line_start_ = true;
}

void Lexer::pass_line_comment() {
    while (at_ < end_ && !at_newline()) ++at_;
}

void Lexer::pass_block_comment() {
    const Location begin = here();
    for (at_ += 2;;) {
        if (at_ >= end_) {
            messages_.error(begin, "comment without an end", "it ends with */");
            return;
        }
        if (*at_ == '*' && at_[1] == '/') {
            at_ += 2;
            return;
        }
        if (at_newline()) {
            const bool line_start = line_start_;
            pass_newline();
            line_start_ = line_start;  // a comment is one blank, whatever lines it covers
        } else {
            ++at_;
        }
    }
}

bool Lexer::pass_blanks() {
    const char* const from = at_;
    for (;;) {
        if (class_of(*at_) == Blank) {
            ++at_;
        } else if (*at_ == '/' && at_[1] == '/') {
            pass_line_comment();
        } else if (*at_ == '/' && at_[1] == '*') {
            pass_block_comment();
        } else if (at_newline() && !in_directive_) {
            pass_newline();
        } else {
            return at_ != from;
        }
    }
}

RawToken Lexer::next() {
    RawToken token;
    token.space_before = pass_blanks();
    token.where = here();
    token.line_start = line_start_;
    if (at_ >= end_) {
        token.kind = in_directive_ ? RawKind::NewLine : RawKind::End;
        return token;
    }
    if (at_newline()) {
        token.kind = RawKind::NewLine;
        return token;
    }
    line_start_ = false;
    const uint8_t c = class_of(*at_);
    if (c & Letter) {
        read_word(token);
    } else if ((c & Digit) || (*at_ == '.' && is_digit(at_[1]))) {
        const char* const from = at_;
        at_ = end_of_number(at_);
        token.kind = RawKind::Number;
        token.text = {from, static_cast<size_t>(at_ - from)};
    } else {
        read_mark(token);
    }
    return token;
}

void Lexer::read_word(RawToken& token) {
    const char* const from = at_;
    uint32_t hash = NameTable::hash_seed;
    const char* at = at_;
    do {
        hash = NameTable::hash_step(hash, *at);
    } while (is_word(*++at));
    at_ = at;
    token.kind = RawKind::Name;
    token.name = names_.intern({from, static_cast<size_t>(at - from)}, hash);
    token.text = token.name->text;
}

void Lexer::read_mark(RawToken& token) {
    const char* const from = at_;
    const Mark mark = mark_at(*at_, at_ + 1);
    size_t size = mark.size;
    if (size != 0) {
        token.kind = RawKind::Mark;
        token.mark = mark.kind;
    } else if (*at_ == '#') {
        size = at_[1] == '#' ? 2 : 1;
        token.kind = size == 2 ? RawKind::HashHash : RawKind::Hash;
    } else {
        size = size_of_character(at_);
        token.kind = RawKind::Other;
    }
    at_ += size;
    token.text = {from, size};
}

void Lexer::end_directive() {
    while (pass_blanks(), at_ < end_ && !at_newline()) ++at_;
    in_directive_ = false;
    if (at_ < end_) pass_newline();
}

bool Lexer::skip_to_directive() {
    for (;;) {
        line_start_ = true;
        pass_blanks();
        if (at_ >= end_) return false;
        if (*at_ == '#') {
            ++at_;
            line_start_ = false;
            return true;
        }
        // To the end of the line; a comment may lead over it.
        while (at_ < end_ && !at_newline()) {
            if (*at_ == '/' && at_[1] == '/') {
                pass_line_comment();
            } else if (*at_ == '/' && at_[1] == '*') {
                pass_block_comment();
            } else {
                ++at_;
            }
        }
    }
}

std::string_view Lexer::rest_of_line() {
    while (class_of(*at_) == Blank) ++at_;
    const char* const from = at_;
    while (at_ < end_ && !at_newline()) ++at_;
    const char* to = at_;
    while (to > from && class_of(to[-1]) == Blank) --to;
    return {from, static_cast<size_t>(to - from)};
}

void Lexer::go_back_to(const Lexer& earlier) {
    at_ = earlier.at_;
    next_break_ = earlier.next_break_;
    break_index_ = earlier.break_index_;
    removed_ = earlier.removed_;
    line_begin_ = earlier.line_begin_;
    line_ = earlier.line_;
    string_ = earlier.string_;
    line_start_ = earlier.line_start_;
}

RawToken read_one_token(std::string_view text, NameTable& names) {
    ASMGL_CHECK_EQ(text.data()[text.size()], 0);
    SourceText::Part part;
    part.text = part.original = text;
    Messages none;
    Lexer lexer(part, names, none, 0);
    const RawToken token = lexer.next();
    return token.text.size() == text.size() ? token : RawToken{};
}

}  // namespace glsl
