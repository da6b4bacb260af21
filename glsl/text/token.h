// Output of the preprocessor: tokens with their locations.
#pragma once

#include <cstdint>
#include <string_view>

namespace glsl {

// Where something stands: `string` and `line` are what #line has made of them, as messages name them (0:12(5));
// `column` from 1, in bytes. `offset` leads to the text of the line: an index into the strings put one behind the
// other.
struct Location {
    uint32_t offset = 0;
    uint32_t line = 1;
    uint32_t column = 1;
    int32_t string = 0;
};

enum class TokenKind : uint8_t {
    End,
    Identifier,
    IntConstant,     // 12, 0x1f, 017: value.bits; signed
    UintConstant,    // 12u
    Int64Constant,   // 12l
    Uint64Constant,  // 12ul
    FloatConstant,   // 1.0, 1.0f
    HalfConstant,    // 1.0hf (AMD_gpu_shader_half_float)
    Int16Constant,   // 1s (AMD_gpu_shader_int16)
    Uint16Constant,  // 1us
    DoubleConstant,  // 1.0lf
    BoolConstant,    // true, false
    // Every operator and mark, in the words of the grammar.
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Dot,
    Comma,
    Colon,
    Semicolon,
    Question,
    Equal,
    AddAssign,
    SubAssign,
    MulAssign,
    DivAssign,
    ModAssign,
    LeftAssign,
    RightAssign,
    AndAssign,
    XorAssign,
    OrAssign,
    Increment,
    Decrement,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    LeftAngle,
    RightAngle,
    LessEqual,
    GreaterEqual,
    EqualEqual,
    NotEqual,
    LeftShift,
    RightShift,
    Bang,
    Tilde,
    Ampersand,
    Bar,
    Caret,
    AndAnd,
    OrOr,
    XorXor,
    // A word of language/keywords.def that is a keyword in this version: which one is Token::keyword.
    Keyword,
};

enum class Keyword : uint8_t;  // language/keywords.h

struct Token {
    TokenKind kind = TokenKind::End;
    Keyword keyword{};
    std::string_view text;  // as written; lives as long as the compilation
    Location where;
    uint64_t bits = 0;  // constants: the number's bits in its own type (float: 32 bits)
};

}  // namespace glsl
