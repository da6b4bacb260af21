#include "arbasm/parse/operands/swizzle.h"

#include <algorithm>

#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/operands/operand_count.h"

namespace arbasm {

int component(char c) {
    const size_t at = std::string_view("xyzwrgba").find(c);
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

bool parse_swizzle(TokenCursor& cursor, const Program& program, Swizzle& swizzle, bool scalar, bool required,
                   bool& was_single) {
    swizzle = identity_swizzle;
    was_single = false;
    if (!cursor.token().is('.')) {
        if (!required) return true;
        return cursor.unexpected("a component such as \".x\": the operand is a scalar");
    }
    cursor.advance();
    const Token word = cursor.token();
    if (word.kind != TokenKind::Identifier) return cursor.unexpected("components such as \"xyzw\"");
    const size_t size = word.text.size();
    if (size != 1 && size != 4) {
        const bool all = std::all_of(word.text.begin(), word.text.end(), [](char c) { return component(c) >= 0; });
        return cursor.fail(all ? "a swizzle has one or four components" : quote(word.text) + " is not a swizzle");
    }
    bool has_position = false, has_colour = false;
    for (size_t n = 0; n < 4; ++n) {
        const int selected = component(word.text[size == 1 ? 0 : n]);
        if (selected < 0) return cursor.fail(quote(word.text) + " is not a swizzle");
        (selected < 4 ? has_position : has_colour) = true;
        swizzle[n] = static_cast<uint8_t>(selected & 3);
    }
    if (has_position && has_colour) return cursor.fail("a swizzle can't mix xyzw and rgba");
    if (has_colour && !is_nv4(program) && (is_vertex(program) || is_register_style(program))) {
        return cursor.fail(program_header(program) + " programs name components x, y, z and w");
    }
    if (scalar && size != 1) return cursor.fail("the operand is a scalar and takes one component");
    was_single = size == 1;
    cursor.advance();
    return true;
}

bool parse_write_mask(TokenCursor& cursor, const Program& program, uint8_t& mask) {
    mask = 0xf;
    if (!cursor.accept('.')) return true;
    const Token word = cursor.token();
    if (word.kind != TokenKind::Identifier) return cursor.unexpected("a write mask such as \"xyz\"");
    mask = 0;
    int last = -1;
    bool has_position = false, has_colour = false;
    for (char c : word.text) {
        const int selected = component(c);
        if (selected < 0) return cursor.fail(quote(word.text) + " is not a write mask");
        (selected < 4 ? has_position : has_colour) = true;
        if ((selected & 3) <= last) {
            return cursor.fail("the components of a write mask stand in the order " +
                               std::string(has_colour ? "rgba" : "xyzw") + ", each at most once");
        }
        last = selected & 3;
        mask |= static_cast<uint8_t>(1 << last);
    }
    if (has_position && has_colour) return cursor.fail("a write mask can't mix xyzw and rgba");
    if (has_colour && !is_nv4(program) && (is_vertex(program) || is_register_style(program))) {
        return cursor.fail(program_header(program) + " programs name components x, y, z and w");
    }
    cursor.advance();
    return true;
}

bool parse_extended_swizzle(TokenCursor& cursor, const Program& program, const Instruction& instruction,
                            Operand& operand) {
    bool has_position = false, has_colour = false;
    for (size_t n = 0; n < 4; ++n) {
        if (!expect_more(cursor, instruction)) return false;
        if (cursor.token().is('-')) {
            operand.negate |= static_cast<uint8_t>(1 << n);
            cursor.advance();
        } else {
            cursor.accept('+');
        }
        if (cursor.token().kind == TokenKind::Integer && (cursor.token().text == "0" || cursor.token().text == "1")) {
            operand.swizzle[n] = cursor.token().text == "0" ? swizzle_zero : swizzle_one;
        } else if (cursor.token().kind == TokenKind::Identifier && cursor.token().text.size() == 1 &&
                   component(cursor.token().text[0]) >= 0) {
            const int selected = component(cursor.token().text[0]);
            (selected < 4 ? has_position : has_colour) = true;
            operand.swizzle[n] = static_cast<uint8_t>(selected & 3);
            if (has_position && has_colour) return cursor.fail("a swizzle can't mix xyzw and rgba");
            if (has_colour && is_arb(program) && is_vertex(program))
                return cursor.fail("vertex programs name components x, y, z and w");
        } else {
            return cursor.unexpected("0, 1 or a component");
        }
        cursor.advance();
    }
    return true;
}

}  // namespace arbasm
