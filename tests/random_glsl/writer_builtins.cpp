// Which built-in functions random shaders call, and how.
#include "shader_writer.h"

namespace random_glsl {

// The call, with a place for each argument: %T of the result's kind, %t that or a scalar of it; %B %I %U %F %D %L %W of
// the result's size, of bool, int, uint, float, double, int64_t and uint64_t; %i %u %f %d %l %w such scalars; %2 and %4
// vectors of floats, %p ivec2, %q uvec2; %C %E %S %G %H of int8_t, uint8_t, int16_t, uint16_t and float16_t; %X and %Y
// a matrix whose transpose, and vectors whose outer product is of the kind.
struct ShaderWriter::Builtin {
    const char* call;
    const char* scalars;  // of the result, as above
    char shape;           // a: scalar or vector, v: vector, s: scalar, 2 3 4: of that size, m: matrix
};

namespace {

constexpr const char* letters = "?biufdlwcesgh";  // by Scalar

Scalar scalar_of(char letter) {
    switch (letter) {
        case 'B':
        case 'b': return Scalar::Bool;
        case 'I':
        case 'i': return Scalar::Int;
        case 'U':
        case 'u': return Scalar::Uint;
        case 'D':
        case 'd': return Scalar::Double;
        case 'L':
        case 'l': return Scalar::Int64;
        case 'W':
        case 'w': return Scalar::Uint64;
        case 'C':
        case 'c': return Scalar::Int8;
        case 'E':
        case 'e': return Scalar::Uint8;
        case 'S':
        case 's': return Scalar::Int16;
        case 'G':
        case 'g': return Scalar::Uint16;
        case 'H':
        case 'h': return Scalar::Float16;
        default: return Scalar::Float;
    }
}

}  // namespace

// Long: a row for each built-in that is written.
const std::vector<ShaderWriter::Builtin>& ShaderWriter::builtins() {
    static const std::vector<Builtin> rows = {
        {"abs(%T)", "fdilcsh", 'a'},
        {"sign(%T)", "fdilcsh", 'a'},
        {"floor(%T)", "fdh", 'a'},
        {"ceil(%T)", "fdh", 'a'},
        {"trunc(%T)", "fdh", 'a'},
        {"round(%T)", "fdh", 'a'},
        {"roundEven(%T)", "fdh", 'a'},
        {"fract(%T)", "fdh", 'a'},
        {"sqrt(%T)", "fd", 'a'},
        {"sqrt(abs(%T))", "fd", 'a'},
        {"inversesqrt(%T)", "fd", 'a'},
        {"mod(%T, %t)", "fdh", 'a'},
        {"mod(%T, 8.0)", "f", 'a'},
        {"min(%T, %t)", "fdiulwcesgh", 'a'},
        {"max(%T, %t)", "fdiulwcesgh", 'a'},
        {"clamp(%T, -4.0, 4.0)", "f", 'a'},
        {"clamp(%T, min(%T, %T), max(%T, %T))", "iucesgh", 'a'},
        {"clamp(%T, -9, 30)", "i", 'a'},
        {"clamp(%T, 3u, 40u)", "u", 'a'},
        {"mix(%T, %T, %t)", "fdh", 'a'},
        {"mix(%T, %T, %B)", "fdiublwcesgh", 'a'},
        {"step(%T, %T)", "fdh", 'a'},
        {"step(%f, %T)", "f", 'a'},
        {"step(%d, %T)", "d", 'a'},
        {"smoothstep(-2.0, 2.0, %T)", "f", 'a'},
        {"fma(%T, %T, %T)", "fdh", 'a'},
        {"cross(%T, %T)", "fdh", '3'},
        {"faceforward(%T, %T, %T)", "fdh", 'v'},
        {"dot(%2, %2)", "f", 's'},
        {"dot(%4, %4)", "f", 's'},
        {"determinant(mat2(%4))", "f", 's'},
        {"floatBitsToInt(%F)", "i", 'a'},
        {"floatBitsToUint(%F)", "u", 'a'},
        {"intBitsToFloat(%I & 0x477fffff)", "f", 'a'},
        {"uintBitsToFloat(%U & 0x477fffffu)", "f", 'a'},
        {"bitfieldExtract(%T, %i & 15, %i & 15)", "iu", 'a'},
        {"bitfieldInsert(%T, %T, %i & 15, %i & 15)", "iu", 'a'},
        {"bitfieldExtract(%T, 0, 32)", "iu", 'a'},
        {"bitfieldInsert(%T, %T, 3, %i & 31 & ~3)", "iu", 'a'},
        {"bitfieldExtract(%T, %i & 3, %i & 3)", "cesg", 'a'},
        {"bitfieldInsert(%T, %T, %i & 3, %i & 3)", "cesg", 'a'},
        {"bitfieldReverse(%T)", "iucesg", 'a'},
        {"bitCount(%I)", "i", 'a'},
        {"bitCount(%U)", "i", 'a'},
        {"findLSB(%I)", "i", 'a'},
        {"findLSB(%U)", "i", 'a'},
        {"findMSB(%I)", "i", 'a'},
        {"findMSB(%U)", "i", 'a'},
        {"bitCount(%C)", "c", 'a'},
        {"bitCount(%G)", "s", 'a'},
        {"findLSB(%E)", "c", 'a'},
        {"findMSB(%C)", "c", 'a'},
        {"findMSB(%G)", "s", 'a'},
        {"pack32(i8vec4(%c, %c, %c, %c))", "i", 's'},
        {"pack32(u8vec4(%e, %e, %e, %e))", "u", 's'},
        {"pack32(i16vec2(%s, %s))", "i", 's'},
        {"packUint2x16(u16vec2(%g, %g))", "u", 's'},
        {"pack16(i8vec2(%c, %c))", "s", 's'},
        {"pack16(u8vec2(%e, %e))", "g", 's'},
        {"packFloat2x16(f16vec2(%h, %h))", "u", 's'},
        {"unpack8(%i + int(int8_t(1)))", "c", '4'},
        {"unpack8(%u + uint(uint8_t(1)))", "e", '4'},
        {"unpack8(%s)", "c", '2'},
        {"unpack8(%g)", "e", '2'},
        {"unpack16(%i)", "s", '2'},
        {"unpackUint2x16(%u)", "g", '2'},
        {"unpackFloat2x16(%u)", "h", '2'},
        {"float16BitsToInt16(%H)", "s", 'a'},
        {"halfBitsToUint16(%H)", "g", 'a'},
        {"int16BitsToFloat16(%S)", "h", 'a'},
        {"uint16BitsToHalf(%G)", "h", 'a'},
        {"isnan(%H)", "b", 'a'},
        {"isinf(%H)", "b", 'a'},
        {"lessThan(%C, %C)", "b", 'v'},
        {"equal(%G, %G)", "b", 'v'},
        {"greaterThanEqual(%H, %H)", "b", 'v'},
        {"packUnorm2x16(%2)", "u", 's'},
        {"packSnorm2x16(%2)", "u", 's'},
        {"packUnorm4x8(%4)", "u", 's'},
        {"packSnorm4x8(%4)", "u", 's'},
        {"packHalf2x16(%2)", "u", 's'},
        {"unpackUnorm2x16(%u)", "f", '2'},
        {"unpackSnorm2x16(%u)", "f", '2'},
        {"unpackUnorm4x8(%u)", "f", '4'},
        {"unpackSnorm4x8(%u)", "f", '4'},
        {"unpackHalf2x16(%u)", "f", '2'},
        {"unpackDouble2x32(%d)", "u", '2'},
        {"packDouble2x32(%q & uvec2(0xffffffffu, 0x40ffffffu))", "d", 's'},
        {"unpackInt2x32(%l)", "i", '2'},
        {"packInt2x32(%p)", "l", 's'},
        {"unpackUint2x32(%w)", "u", '2'},
        {"packUint2x32(%q)", "w", 's'},
        {"doubleBitsToInt64(%D)", "l", 'a'},
        {"doubleBitsToUint64(%D)", "w", 'a'},
        {"ldexp(%T, %I & 7)", "fdh", 'a'},
        {"isnan(%F)", "b", 'a'},
        {"isinf(%F)", "b", 'a'},
        {"isnan(%D)", "b", 'a'},
        {"isinf(%D)", "b", 'a'},
        {"lessThan(%F, %F)", "b", 'v'},
        {"greaterThanEqual(%I, %I)", "b", 'v'},
        {"equal(%U, %U)", "b", 'v'},
        {"notEqual(%B, %B)", "b", 'v'},
        {"matrixCompMult(%T, %T)", "fdh", 'm'},
        {"transpose(%X)", "fdh", 'm'},
        {"outerProduct(%Y)", "fdh", 'm'},
    };
    return rows;
}

std::string ShaderWriter::builtin(const Kind& kind, int depth) {
    const auto fits = [&](const Builtin& row) {
        const std::string_view scalars = row.scalars, call = row.call;
        if (scalars.find(letters[static_cast<size_t>(kind.scalar)]) == std::string_view::npos) return false;
        if (!doubles_ && (call.find("%d") != call.npos || call.find("%D") != call.npos)) return false;
        if (!wide_integers_ &&
            (call.find("%l") != call.npos || call.find("%w") != call.npos || call.find("%L") != call.npos))
            return false;
        for (size_t at = call.find('%'); !small_ && at != call.npos; at = call.find('%', at + 1))
            if (glsl::is_small(scalar_of(call[at + 1]))) return false;
        if (kind.is_matrix()) return row.shape == 'm';
        switch (row.shape) {
            case 'a': return true;
            case 'v': return kind.is_vector();
            case 's': return kind.is_scalar();
            case 'm': return false;
            default: return kind.rows == row.shape - '0';
        }
    };
    const Builtin* chosen = nullptr;
    for (int attempt = 0; attempt < 24 && !chosen; attempt++)
        if (const Builtin& row = one_of(builtins()); fits(row)) chosen = &row;
    if (!chosen) return {};
    std::string text;
    for (const char* at = chosen->call; *at; at++) {
        if (*at != '%') {
            text += *at;
            continue;
        }
        const char letter = *++at;
        switch (letter) {
            case 'T': text += expression(kind, depth - 1); break;
            case 't': text += expression(chance(2) ? basic(kind.scalar) : kind, depth - 1); break;
            case '2': text += expression(basic(Scalar::Float, 2), depth - 1); break;
            case '4': text += expression(basic(Scalar::Float, 4), depth - 1); break;
            case 'p': text += expression(basic(Scalar::Int, 2), depth - 1); break;
            case 'q': text += expression(basic(Scalar::Uint, 2), depth - 1); break;
            case 'X': text += expression(basic(kind.scalar, kind.columns, kind.rows), depth - 1); break;
            case 'Y':
                text += expression(basic(kind.scalar, kind.rows), depth - 1) + ", " +
                        expression(basic(kind.scalar, kind.columns), depth - 1);
                break;
            default: {
                const bool upper = letter >= 'A' && letter <= 'Z';
                text += expression(upper ? kind.with(scalar_of(letter)) : basic(scalar_of(letter)), depth - 1);
            }
        }
    }
    return text;
}

// Those that write an argument, as statements.
void ShaderWriter::out_parameter_builtin() {
    static const std::vector<const char*> names = {"modf",       "frexp",        "uaddCarry",
                                                   "usubBorrow", "umulExtended", "imulExtended"};
    const std::string name = one_of(names);
    const int rows = 1 + pick(4);
    const bool floats = name == "modf" || name == "frexp", is_signed = name[0] == 'i' || name == "frexp";
    const Kind kind = basic(floats ? Scalar::Float : is_signed ? Scalar::Int : Scalar::Uint, rows);
    const Kind written = name == "frexp" ? kind.with(Scalar::Int) : kind;
    bool possible = true;
    std::string text = name + "(" + expression(kind, 2);
    if (!floats) text += ", " + expression(kind, 2);
    // What is written twice must be two.
    const std::string first = fresh("x"), second = fresh("x");
    line(type_name(written) + " " + first + " = " + literal(written) + ";");
    if (name.ends_with("Extended")) {
        line(type_name(kind) + " " + second + " = " + literal(kind) + ";");
        text += ", " + first + ", " + second + ");";
    } else {
        const std::string other = chance(3) ? out_argument(written, possible) : first;
        text += ", " + (possible && !other.empty() ? other : first) + ")";
        text = type_name(kind) + " " + second + " = " + text + ";";
    }
    line(text);
    scope_.push_back({first, written, true, false, false});
    scope_.push_back({second, kind, true, false, false});
}

}  // namespace random_glsl
