#include "arbasm/parse/bindings/constants.h"

#include <array>
#include <bit>
#include <charconv>
#include <limits>

namespace arbasm {
namespace {

// The nearest float; too large is infinity, too small is zero.
float parse_float(std::string_view text) {
    float value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range) {
        double wide = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), wide).ec == std::errc()) {
            return static_cast<float>(wide);
        }
        const bool tiny = text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos ||
                          text.starts_with(".") || text.starts_with("0");
        return tiny ? 0.0f : std::numeric_limits<float>::infinity();
    }
    return value;
}

bool is_integer_type(DataType type) {
    return type == DataType::S32 || type == DataType::U32 || type == DataType::S64 || type == DataType::U64;
}
bool is_unsigned_type(DataType type) { return type == DataType::U32 || type == DataType::U64; }

// 64-bit literals, where an instruction works on them.
bool parse_wide_constant(TokenCursor& cursor, DataType type, bool sign_allowed, uint64_t& bits) {
    bool negative = false;
    const SourceLocation start = cursor.token().where;
    if (sign_allowed && (cursor.token().is('-') || cursor.token().is('+'))) {
        negative = cursor.token().is('-');
        cursor.advance();
    }
    const std::string_view text = cursor.token().text;
    const bool hexadecimal = text.size() > 2 && (text[1] | 0x20) == 'x';
    if (cursor.token().kind != TokenKind::Integer && cursor.token().kind != TokenKind::Float)
        return cursor.unexpected("a number");
    if (cursor.token().kind == TokenKind::Float && is_integer_type(type)) {
        return cursor.fail("a floating-point constant stands where an integer is wanted");
    }
    if (!is_integer_type(type) && !hexadecimal) {
        double value = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc::result_out_of_range) {
            value = text.find("e-") == std::string_view::npos && text.find("E-") == std::string_view::npos
                        ? std::numeric_limits<double>::infinity()
                        : 0.0;
        }
        bits = std::bit_cast<uint64_t>(negative ? -value : value);
        cursor.advance();
        return true;
    }
    uint64_t value = 0;
    const std::string_view digits = hexadecimal ? text.substr(2) : text;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10).ec != std::errc()) {
        return cursor.fail("a constant is too large: it has 64 bits");
    }
    if (!is_integer_type(type)) {
        const auto wide = static_cast<double>(value);
        bits = std::bit_cast<uint64_t>(negative ? -wide : wide);
    } else if (negative && is_unsigned_type(type)) {
        return cursor.fail(start, "a negative constant stands where an unsigned integer is wanted");
    } else if (!hexadecimal && !is_unsigned_type(type) && value > (uint64_t{1} << 63) - (negative ? 0 : 1)) {
        return cursor.fail(start, "a constant is too large for a signed integer of 64 bits");
    } else {
        bits = negative ? 0 - value : value;
    }
    cursor.advance();
    return true;
}

}  // namespace

bool parse_constant_scalar(TokenCursor& cursor, DataType type, bool sign_allowed, uint32_t& bits) {
    bool negative = false;
    const SourceLocation start = cursor.token().where;
    if (sign_allowed && (cursor.token().is('-') || cursor.token().is('+'))) {
        negative = cursor.token().is('-');
        cursor.advance();
    }
    if (cursor.token().kind == TokenKind::Float) {
        if (is_integer_type(type)) return cursor.fail("a floating-point constant stands where an integer is wanted");
        const float value = parse_float(cursor.token().text);
        bits = std::bit_cast<uint32_t>(negative ? -value : value);
        cursor.advance();
        return true;
    }
    if (cursor.token().kind != TokenKind::Integer) return cursor.unexpected("a number");
    if (!is_integer_type(type)) {
        if (cursor.token().text.size() > 2 && (cursor.token().text[1] | 0x20) == 'x') {
            int64_t value = 0;
            if (!cursor.parse_unsigned(value, int64_t{1} << 40, "a constant")) return false;
            bits = std::bit_cast<uint32_t>(static_cast<float>(negative ? -value : value));
            return true;
        }
        const float value = parse_float(cursor.token().text);
        bits = std::bit_cast<uint32_t>(negative ? -value : value);
        cursor.advance();
        return true;
    }
    if (negative && is_unsigned_type(type))
        return cursor.fail(start, "a negative constant stands where an unsigned integer is wanted");
    int64_t value = 0;
    // Bit patterns of signed integers may be written in full, as hexadecimal masks usually are.
    const bool hexadecimal = cursor.token().text.size() > 2 && (cursor.token().text[1] | 0x20) == 'x';
    const int64_t limit = is_unsigned_type(type) || hexadecimal ? int64_t{0xffffffff}
                          : negative                            ? int64_t{0x80000000}
                                                                : int64_t{0x7fffffff};
    if (!cursor.parse_unsigned(value, limit, "a constant")) return false;
    bits = static_cast<uint32_t>(negative ? -value : value);
    return true;
}

bool parse_constant_vector(TokenCursor& cursor, DataType type, Binding& out) {
    if (!cursor.expect('{')) return false;
    const uint32_t one = is_integer_type(type) ? 1u : std::bit_cast<uint32_t>(1.0f);
    out.kind = BindingKind::Constant;
    out.constant = {0, 0, 0, one};
    size_t count = 0;
    do {
        if (count == 4) return cursor.fail("a constant vector has at most four components");
        if (!parse_constant_scalar(cursor, type, true, out.constant[count++])) return false;
    } while (cursor.accept(','));
    return cursor.expect('}');
}

bool parse_wide_constant_vector(TokenCursor& cursor, DataType type, Binding& low, Binding& high) {
    std::array<uint64_t, 4> values{0, 0, 0, is_integer_type(type) ? 1u : std::bit_cast<uint64_t>(1.0)};
    if (cursor.token().is('{')) {
        cursor.advance();
        size_t count = 0;
        do {
            if (count == 4) return cursor.fail("a constant vector has at most four components");
            if (!parse_wide_constant(cursor, type, true, values[count++])) return false;
        } while (cursor.accept(','));
        if (!cursor.expect('}')) return false;
    } else {
        if (!parse_wide_constant(cursor, type, true, values[0])) return false;
        values.fill(values[0]);
    }
    low.kind = high.kind = BindingKind::Constant;
    high.high = true;
    for (size_t n = 0; n < 4; ++n) {
        low.constant[n] = static_cast<uint32_t>(values[n]);
        high.constant[n] = static_cast<uint32_t>(values[n] >> 32);
    }
    return true;
}

}  // namespace arbasm
