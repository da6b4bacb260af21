#include "arbasm/parse/text/cursor.h"

namespace arbasm {

bool TokenCursor::fail(SourceLocation where, std::string message, std::string hint) {
    if (errors.size() < max_errors) errors.push_back({where, std::move(message), std::move(hint)});
    return false;
}

void TokenCursor::remark(SourceLocation where, std::string message, std::string hint) {
    if (remarks.size() < max_errors) remarks.push_back({where, std::move(message), std::move(hint)});
}

bool TokenCursor::unexpected(std::string_view wanted) {
    std::string found;
    switch (token().kind) {
        case TokenKind::End: found = "the end of the text"; break;
        case TokenKind::Invalid: found = "a character that no program may hold"; break;
        case TokenKind::Identifier:
        case TokenKind::Integer:
        case TokenKind::Float:
        case TokenKind::Punctuation:
        case TokenKind::Range: found = "\"" + std::string(token().text.substr(0, 40)) + "\""; break;
    }
    return fail("expected " + std::string(wanted) + ", found " + found);
}

void TokenCursor::recover() {
    while (token().kind != TokenKind::End && !token().is(';') && !token().is("END") && !is_last_word("end")) advance();
    if (token().is(';')) advance();
}

bool TokenCursor::is_last_word(std::string_view word) {
    if (!token().is(word)) return false;
    const Mark before = mark();
    advance();
    const bool result = token().kind == TokenKind::End;
    reset(before);
    return result;
}

bool TokenCursor::accept(char c) {
    if (!token().is(c)) return false;
    advance();
    return true;
}

bool TokenCursor::expect(char c) {
    if (accept(c)) return true;
    const char quoted[] = {'"', c, '"', 0};
    return unexpected(quoted);
}

bool TokenCursor::peek_is(char c) {
    const Mark before = mark();
    advance();
    const bool result = token().is(c);
    reset(before);
    return result;
}

bool TokenCursor::peek_is_identifier() {
    const Mark before = mark();
    advance();
    const bool result = token().kind == TokenKind::Identifier;
    reset(before);
    return result;
}

bool TokenCursor::parse_unsigned(int64_t& value, int64_t limit, std::string_view what) {
    if (token().kind != TokenKind::Integer) return unexpected(what);
    std::string_view digits = token().text;
    int base = 10;
    if (digits.size() > 2 && (digits[1] == 'x' || digits[1] == 'X')) {
        if (!hexadecimal_) return fail("hexadecimal numbers came with the NV_gpu_program4 family");
        base = 16;
        digits.remove_prefix(2);
    }
    value = 0;
    for (char c : digits) {
        const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
        value = value * base + digit;
        if (value > limit) {
            return fail(std::string(what) + " is too large: at most " + std::to_string(limit) + " is allowed");
        }
    }
    advance();
    return true;
}

}  // namespace arbasm
