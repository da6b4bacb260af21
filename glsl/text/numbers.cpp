#include "glsl/text/numbers.h"

#include <bit>
#include <charconv>
#include <limits>

#include "ir/semantics/convert_number.h"

namespace glsl {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

int digit_of(char c) {
    c = lower(c);
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

Number refused(std::string why) {
    Number number;
    number.error = std::move(why);
    return number;
}

bool matches(std::string_view suffix, std::string_view small) {
    if (suffix.size() != small.size()) return false;
    // `lf` and `LF`, `ul` and `UL`: both letters of one case.
    bool as_small = true;
    bool as_capital = true;
    for (size_t i = 0; i < small.size(); ++i) {
        as_small = as_small && suffix[i] == small[i];
        as_capital = as_capital && lower(suffix[i]) == small[i] && suffix[i] != small[i];
    }
    return as_small || as_capital;
}

// ---- Integers

Number integer(std::string_view text, const Language& language) {
    std::string_view digits = text;
    uint64_t base = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
        base = 16;
        digits.remove_prefix(2);
    } else if (digits.size() > 1 && digits[0] == '0' && digit_of(digits[1]) < 10) {
        base = 8;
        digits.remove_prefix(1);
    }
    uint64_t value = 0;
    bool too_large = false;
    size_t count = 0;
    for (; count < digits.size() && digit_of(digits[count]) < static_cast<int>(base == 8 ? 10 : base); ++count) {
        const uint64_t digit = static_cast<uint64_t>(digit_of(digits[count]));
        if (digit >= base) return refused("digit " + std::string(1, digits[count]) + " in an octal number");
        too_large = too_large || value > (std::numeric_limits<uint64_t>::max() - digit) / base;
        value = value * base + digit;
    }
    const std::string_view suffix = digits.substr(count);
    if (count == 0 && base == 16) return refused("no digits after 0x");

    Number number;
    const bool wide_types = holds("ARB_gpu_shader_int64 NV_gpu_shader5 AMD_gpu_shader_int64", language);
    const bool small_types = holds("EXT_shader_explicit_arithmetic_types_int16 AMD_gpu_shader_int16", language);
    if (suffix.empty()) {
        number.kind = TokenKind::IntConstant;
    } else if (matches(suffix, "u")) {
        if (!holds("130 es300 EXT_gpu_shader4", language)) return refused("unsigned numbers are not in this version");
        number.kind = TokenKind::UintConstant;
    } else if (matches(suffix, "s") && small_types) {
        number.kind = TokenKind::Int16Constant;
    } else if (matches(suffix, "us") && small_types) {
        number.kind = TokenKind::Uint16Constant;
    } else if (matches(suffix, "l") && wide_types) {
        number.kind = TokenKind::Int64Constant;
    } else if (matches(suffix, "ul") && wide_types) {
        number.kind = TokenKind::Uint64Constant;
    } else {
        return refused("\"" + std::string(suffix) + "\" behind a number");
    }
    const bool wide = number.kind == TokenKind::Int64Constant || number.kind == TokenKind::Uint64Constant;
    const bool small = number.kind == TokenKind::Int16Constant || number.kind == TokenKind::Uint16Constant;
    const uint64_t most = small ? std::numeric_limits<uint16_t>::max() : std::numeric_limits<uint32_t>::max();
    if (too_large || (!wide && value > most)) {
        const std::string why = std::string("number is larger than ") + (wide ? "64" : small ? "16" : "32") + " bits";
        // Before 1.30 the language had no rule for it.
        if (language.at_least(130, 300)) return refused(why);
        number.warning = why;
        value &= most;
    } else if (number.kind == TokenKind::IntConstant && base == 10 && value > 0x80000000u) {
        // -2147483648 is a minus before 2147483648, so that one passes without a word.
        number.warning = "number is larger than an int: its 32 bits are taken";
    }
    number.bits = value;
    return number;
}

// ---- Floats

// from_chars tells that a value is out of range, not on which side: the exponent decides.
template <class Float>
Float convert(std::string_view text) {
    Float value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc::result_out_of_range) return value;
    const size_t exponent = text.find_first_of("eE");
    bool small = exponent != std::string_view::npos && text.substr(exponent + 1).starts_with('-');
    if (exponent == std::string_view::npos) small = text.find_first_of("123456789") > text.find('.');
    return small ? Float{0} : std::numeric_limits<Float>::infinity();
}

// IEEE half bits, rounded to nearest even.
uint64_t half_bits(std::string_view text) {
    return arbasm::convert_number(std::bit_cast<uint64_t>(convert<double>(text)), arbasm::DataType::F64,
                                  arbasm::DataType::F16, arbasm::Rounding::Default, arbasm::Saturation::None);
}

Number floating(std::string_view text, const Language& language) {
    size_t end = 0;
    while (end < text.size() && (digit_of(text[end]) < 10 || text[end] == '.')) ++end;
    if (end + 1 < text.size() && lower(text[end]) == 'e' &&
        (digit_of(text[end + 1]) < 10 || text[end + 1] == '+' || text[end + 1] == '-')) {
        for (end += 2; end < text.size() && digit_of(text[end]) < 10;) ++end;
    }
    const std::string_view value = text.substr(0, end);
    const std::string_view suffix = text.substr(end);
    Number number;
    number.kind = TokenKind::FloatConstant;
    if (matches(suffix, "lf")) {
        if (!holds("400 ARB_gpu_shader_fp64", language)) return refused("double numbers are not in this version");
        number.kind = TokenKind::DoubleConstant;
        number.bits = std::bit_cast<uint64_t>(convert<double>(value));
        return number;
    }
    const float single = convert<float>(value);
    if (matches(suffix, "hf")) {
        if (!holds("EXT_shader_explicit_arithmetic_types_float16 AMD_gpu_shader_half_float NV_gpu_shader5", language)) {
            return refused("half numbers are not in this version");
        }
        number.kind = TokenKind::HalfConstant;
        number.bits = half_bits(value);
        return number;
    }
    if (matches(suffix, "f")) {
        if (!holds("120 es300", language)) number.warning = "the suffix f is not in this version";
        if (value.find_first_of(".eE") == std::string_view::npos) {
            constexpr std::string_view problem = "a whole number with the suffix of a float: the language wants 1.0f";
            if (holds("es100", language)) return refused(std::string(problem));
            number.warning = problem;
        }
    } else if (!suffix.empty()) {
        return refused("\"" + std::string(suffix) + "\" behind a number");
    }
    number.bits = std::bit_cast<uint32_t>(single);
    return number;
}

bool is_floating(std::string_view text) {
    if (text.starts_with("0x") || text.starts_with("0X")) return false;
    size_t digits = 0;
    while (digits < text.size() && digit_of(text[digits]) < 10) ++digits;
    if (digits == text.size()) return false;
    const char next = lower(text[digits]);
    return next == '.' || next == 'f' || next == 'e' || text.substr(digits) == "lf" || text.substr(digits) == "LF";
}

}  // namespace

Number convert_number(std::string_view text, const Language& language) {
    return is_floating(text) ? floating(text, language) : integer(text, language);
}

}  // namespace glsl
