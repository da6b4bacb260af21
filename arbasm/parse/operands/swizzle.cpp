#include <algorithm>

#include "arbasm/parse/parser.h"

namespace arbasm {

int component(char c) {
    const size_t at = std::string_view("xyzwrgba").find(c);
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

bool Parser::parse_swizzle(Swizzle& swizzle, bool scalar, bool required, bool& was_single) {
    swizzle = identity_swizzle;
    was_single = false;
    if (!token().is('.')) {
        if (!required) return true;
        return unexpected("a component such as \".x\": the operand is a scalar");
    }
    advance();
    const Token word = token();
    if (word.kind != TokenKind::Identifier) return unexpected("components such as \"xyzw\"");
    const size_t size = word.text.size();
    if (size != 1 && size != 4) {
        const bool all = std::all_of(word.text.begin(), word.text.end(), [](char c) { return component(c) >= 0; });
        return fail(all ? "a swizzle has one or four components" : quote(word.text) + " is not a swizzle");
    }
    bool has_position = false, has_colour = false;
    for (size_t n = 0; n < 4; ++n) {
        const int selected = component(word.text[size == 1 ? 0 : n]);
        if (selected < 0) return fail(quote(word.text) + " is not a swizzle");
        (selected < 4 ? has_position : has_colour) = true;
        swizzle[n] = static_cast<uint8_t>(selected & 3);
    }
    if (has_position && has_colour) return fail("a swizzle can't mix xyzw and rgba");
    if (has_colour && !is_nv4() && (is_vertex() || is_register_style())) {
        return fail(header() + " programs name components x, y, z and w");
    }
    if (scalar && size != 1) return fail("the operand is a scalar and takes one component");
    was_single = size == 1;
    advance();
    return true;
}

bool Parser::parse_write_mask(uint8_t& mask) {
    mask = 0xf;
    if (!accept('.')) return true;
    const Token word = token();
    if (word.kind != TokenKind::Identifier) return unexpected("a write mask such as \"xyz\"");
    mask = 0;
    int last = -1;
    bool has_position = false, has_colour = false;
    for (char c : word.text) {
        const int selected = component(c);
        if (selected < 0) return fail(quote(word.text) + " is not a write mask");
        (selected < 4 ? has_position : has_colour) = true;
        if ((selected & 3) <= last) {
            return fail("the components of a write mask stand in the order " +
                        std::string(has_colour ? "rgba" : "xyzw") + ", each at most once");
        }
        last = selected & 3;
        mask |= static_cast<uint8_t>(1 << last);
    }
    if (has_position && has_colour) return fail("a write mask can't mix xyzw and rgba");
    if (has_colour && !is_nv4() && (is_vertex() || is_register_style())) {
        return fail(header() + " programs name components x, y, z and w");
    }
    advance();
    return true;
}

// The four selectors of SWZ.
bool Parser::parse_extended_swizzle(const Instruction& instruction, Operand& operand) {
    bool has_position = false, has_colour = false;
    for (size_t n = 0; n < 4; ++n) {
        if (!expect_more(instruction)) return false;
        if (token().is('-')) {
            operand.negate |= static_cast<uint8_t>(1 << n);
            advance();
        } else {
            accept('+');
        }
        if (token().kind == TokenKind::Integer && (token().text == "0" || token().text == "1")) {
            operand.swizzle[n] = token().text == "0" ? swizzle_zero : swizzle_one;
        } else if (token().kind == TokenKind::Identifier && token().text.size() == 1 &&
                   component(token().text[0]) >= 0) {
            const int selected = component(token().text[0]);
            (selected < 4 ? has_position : has_colour) = true;
            operand.swizzle[n] = static_cast<uint8_t>(selected & 3);
            if (has_position && has_colour) return fail("a swizzle can't mix xyzw and rgba");
            if (has_colour && is_arb() && is_vertex()) return fail("vertex programs name components x, y, z and w");
        } else {
            return unexpected("0, 1 or a component");
        }
        advance();
    }
    return true;
}

}  // namespace arbasm
