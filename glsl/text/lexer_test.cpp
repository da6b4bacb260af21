// Characters to tokens: lines, columns, strings, comments, continuations, numbers.
#include <bit>
#include <gtest/gtest.h>

#include "glsl/language/extensions.h"
#include "glsl/text/numbers.h"
#include "glsl/text/testing/preprocess_text.h"

namespace glsl {
namespace {

using testing::clean;
using testing::messages_of;
using testing::only_message;
using testing::preprocess_text;

// "text@string:line(column)" of each token.
std::string locations(std::initializer_list<std::string_view> strings) {
    const std::vector<std::string_view> all(strings);
    const Preprocessed result = preprocess(all);
    std::string out;
    for (const Token& token : result.tokens) {
        if (token.kind == TokenKind::End) break;
        const Location& where = token.where;
        out += (out.empty() ? "" : " ") + std::string(token.text) + "@" + std::to_string(where.string) + ":" +
               std::to_string(where.line) + "(" + std::to_string(where.column) + ")";
    }
    return out + (result.messages.all().empty() ? "" : "\n" + messages_of(result));
}

TEST(Lexer, KnowsEveryMark) {
    const std::string marks =
        "( ) [ ] { } . , : ; ? = += -= *= /= %= <<= >>= &= ^= |= ++ -- + - * / % < > <= >= == != << >> ! ~ & | ^ && || "
        "^^";
    EXPECT_EQ(clean(marks), marks);
    const Preprocessed result = preprocess_text(marks);
    for (size_t i = 0; i + 1 < result.tokens.size(); ++i) {
        EXPECT_EQ(static_cast<int>(result.tokens[i].kind),
                  static_cast<int>(TokenKind::LeftParen) + static_cast<int>(i));
    }
}

TEST(Lexer, TakesTheLongestMark) {
    EXPECT_EQ(clean("a+++b"), "a ++ + b");
    EXPECT_EQ(clean("a<<=b>>c"), "a <<= b >> c");
    EXPECT_EQ(clean("a&&&b^^^c"), "a && & b ^^ ^ c");
}

TEST(Lexer, CountsLinesOfEveryKind) {
    EXPECT_EQ(locations({"a\nb\r\nc\rd\n\re"}), "a@0:1(1) b@0:2(1) c@0:3(1) d@0:4(1) e@0:5(1)");
    EXPECT_EQ(locations({"\n\n\ta b"}), "a@0:3(2) b@0:3(4)");
}

TEST(Lexer, NumbersTheStringsOfTheApplication) {
    EXPECT_EQ(locations({"a\nb ", "c\nd", " e"}), "a@0:1(1) b@0:2(1) c@1:1(1) d@1:2(1) e@2:1(2)");
    // A token that lies across strings stands where it begins.
    EXPECT_EQ(locations({"int ab", "cd;"}), "int@0:1(1) abcd@0:1(5) ;@1:1(3)");
    EXPECT_EQ(locations({"", "", "a"}), "a@2:1(1)");
    EXPECT_EQ(locations({"#line 7 5\na\n", "b"}), "a@5:8(1) b@6:1(1)");
}

TEST(Lexer, EndsAStringAtAZeroByte) { EXPECT_EQ(locations({std::string_view("a\0b", 3), "c"}), "ac@0:1(1)"); }

TEST(Lexer, JoinsContinuedLines) {
    EXPECT_EQ(locations({"fo\\\no ba\\\r\nr\nx"}), "foo@0:1(1) bar@0:2(3) x@0:4(1)");
    EXPECT_EQ(clean("// comment \\\n still comment\na"), "a");
    EXPECT_EQ(clean("#define A 1 + \\\n 2\nA"), "1 + 2");
    EXPECT_EQ(locations({"a\\\n", "\\\nb"}), "ab@0:1(1)");
}

TEST(Lexer, RefusesABackslashElsewhere) {
    EXPECT_EQ(only_message("a \\ b"), "0:1(3): error: character '\\' is not of the language\n");
}

TEST(Lexer, TakesAwayComments) {
    EXPECT_EQ(locations({"a/* b\n c */d // e\nf"}), "a@0:1(1) d@0:2(6) f@0:3(1)");
    EXPECT_EQ(clean("a//b"), "a");
    EXPECT_EQ(clean("/*/ a */b"), "b");
    EXPECT_EQ(only_message("a\n/* b"), "0:2(1): error: comment without an end\n");
    EXPECT_EQ(clean("/* \xc3\xa4 \x01 */ a // \xff\nb"), "a b");
}

TEST(Lexer, ACommentIsABlankInADirective) {
    EXPECT_EQ(clean("#define A /* one\n two */ 3\nA"), "3");
    EXPECT_EQ(clean("/* a */ # /* b */ define /* c */ A 4 // five\nA"), "4");
}

TEST(Lexer, RefusesCharactersThatAreUsed) {
    EXPECT_EQ(only_message("a $ b"), "0:1(3): error: character '$' is not of the language\n");
    EXPECT_EQ(only_message("a \xc3\xa4 b"), "0:1(3): error: a character that is not of the language (not ASCII)\n");
    EXPECT_EQ(only_message("a \x01"), "0:1(3): error: a control character\n");
    EXPECT_EQ(clean("#if 0\n$ \xc3\xa4 ' \" @\n#endif\na"), "a");
    EXPECT_EQ(clean("#define NEVER $\na"), "a");
}

TEST(Lexer, InternsIdentifiers) {
    const Preprocessed result = preprocess_text("abc abc abd");
    EXPECT_EQ(result.tokens[0].text.data(), result.tokens[1].text.data());
    EXPECT_NE(result.tokens[0].text.data(), result.tokens[2].text.data());
}

TEST(Lexer, NewerEsLimitsIdentifiers) {
    const std::string name(1025, 'n');
    EXPECT_EQ(clean("#version 460\n" + name), name);
    EXPECT_EQ(clean("#version 300 es\n" + name.substr(1)), name.substr(1));
    EXPECT_EQ(only_message("#version 300 es\n" + name), "0:2(1): error: an identifier of more than 1024 characters\n");
}

// ---- numbers

Language desktop(int version) {
    Language language;
    language.version = version;
    return language;
}

uint64_t bits_of(std::string_view text, TokenKind kind, int version = 460) {
    const Number number = convert_number(text, desktop(version));
    EXPECT_EQ(number.error, "") << text;
    EXPECT_EQ(number.warning, "") << text;
    EXPECT_EQ(number.kind, kind) << text;
    return number.bits;
}

TEST(Numbers, Integers) {
    EXPECT_EQ(bits_of("0", TokenKind::IntConstant), 0u);
    EXPECT_EQ(bits_of("017", TokenKind::IntConstant), 15u);
    EXPECT_EQ(bits_of("0x1F", TokenKind::IntConstant), 31u);
    EXPECT_EQ(bits_of("0Xffffffff", TokenKind::IntConstant), 0xffffffffu);
    EXPECT_EQ(bits_of("2147483648", TokenKind::IntConstant), 0x80000000u);
    EXPECT_EQ(bits_of("4294967295u", TokenKind::UintConstant), 0xffffffffu);
    EXPECT_EQ(bits_of("12U", TokenKind::UintConstant), 12u);
}

TEST(Numbers, Floats) {
    const auto single = [](std::string_view text) {
        return std::bit_cast<float>(static_cast<uint32_t>(bits_of(text, TokenKind::FloatConstant)));
    };
    EXPECT_EQ(single("1.5"), 1.5f);
    EXPECT_EQ(single(".5"), 0.5f);
    EXPECT_EQ(single("2."), 2.0f);
    EXPECT_EQ(single("1e3"), 1000.0f);
    EXPECT_EQ(single("1.5E-2f"), 0.015f);
    EXPECT_EQ(single("0.1"), 0.1f);
    EXPECT_EQ(single("08.0"), 8.0f);
    EXPECT_EQ(single("16777217.0"), 16777216.0f);
    EXPECT_EQ(single("1e40"), std::numeric_limits<float>::infinity());
    EXPECT_EQ(single("1e-60"), 0.0f);
    EXPECT_EQ(single("1e-45"), std::bit_cast<float>(1u));
    EXPECT_EQ(std::bit_cast<double>(bits_of("0.1lf", TokenKind::DoubleConstant)), 0.1);
    EXPECT_EQ(std::bit_cast<double>(bits_of("1e300LF", TokenKind::DoubleConstant)), 1e300);
}

TEST(Numbers, ExtensionsAddTypes) {
    Language language = desktop(460);
    for (const std::string_view name : {"ARB_gpu_shader_int64", "AMD_gpu_shader_half_float", "AMD_gpu_shader_int16"}) {
        language.enabled.set(find_extension(name), true);
    }
    const auto bits = [&](std::string_view text, TokenKind kind) {
        const Number number = convert_number(text, language);
        EXPECT_EQ(number.error, "") << text;
        EXPECT_EQ(number.kind, kind) << text;
        return number.bits;
    };
    EXPECT_EQ(bits("0x123456789abcdefL", TokenKind::Int64Constant), 0x123456789abcdefu);
    EXPECT_EQ(bits("18446744073709551615ul", TokenKind::Uint64Constant), ~uint64_t{0});
    EXPECT_EQ(bits("40000s", TokenKind::Int16Constant), 40000u);
    EXPECT_EQ(bits("0xffffUS", TokenKind::Uint16Constant), 0xffffu);
    EXPECT_EQ(bits("1.0hf", TokenKind::HalfConstant), 0x3c00u);
    EXPECT_EQ(bits("65504.0HF", TokenKind::HalfConstant), 0x7bffu);
    EXPECT_EQ(bits("65520.0hf", TokenKind::HalfConstant), 0x7c00u);
    EXPECT_EQ(bits("6.1e-5hf", TokenKind::HalfConstant), 0x03ffu);
    EXPECT_EQ(bits("5.960464477539063e-8hf", TokenKind::HalfConstant), 1u);
    EXPECT_EQ(bits("2.0e-8hf", TokenKind::HalfConstant), 0u);
}

TEST(Numbers, WhatIsNone) {
    const Language newest = desktop(460);
    for (const std::string_view text :
         {"08", "0x", "0xg", "1u2", "1uu", "12l", "1.0hf", "1.0x", "1.0fl", "1lF", "3abc"}) {
        EXPECT_NE(convert_number(text, newest).error, "") << text;
    }
    EXPECT_NE(convert_number("4294967296", newest).error, "");
    EXPECT_NE(convert_number("99999999999999999999", newest).error, "");
    EXPECT_NE(convert_number("1u", desktop(120)).error, "");
    EXPECT_NE(convert_number("1.0lf", desktop(330)).error, "");
}

TEST(Numbers, OlderVersionsWarn) {
    EXPECT_NE(convert_number("4294967296", desktop(120)).warning, "");
    EXPECT_NE(convert_number("1.0f", desktop(110)).warning, "");
    EXPECT_EQ(convert_number("1.0f", desktop(120)).warning, "");
}

TEST(Numbers, StandBesideOtherTokens) {
    EXPECT_EQ(clean("1.0.x a.x 3..5 1.e2"), "1.0 . x a . x 3. .5 1.e2");
    EXPECT_EQ(clean("1-1 1e-1 1e+1 0xe+1"), "1 - 1 1e-1 1e+1 0xe + 1");
    EXPECT_EQ(only_message("\n  12abc"), "0:2(3): error: \"abc\" behind a number\n");
}

}  // namespace
}  // namespace glsl
