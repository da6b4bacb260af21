#include "glsl/syntax/token_stream.h"

#include <gtest/gtest.h>

#include "glsl/text/preprocessor.h"

namespace glsl {
namespace {

// The tokens of a text, and what a stream says of them.
class TokenStreams : public ::testing::Test {
  protected:
    TokenStream stream_of(std::string_view text) {
        const std::string_view strings[] = {text};
        preprocessed_ = preprocess(strings);
        shader_.language = preprocessed_.language;
        return {context_, preprocessed_.tokens};
    }
    size_t errors() const { return shader_.messages.errors(); }
    const Message& message() const { return shader_.messages.all().back(); }

    Preprocessed preprocessed_;
    Shader shader_;
    CheckContext context_{shader_};
};

TEST_F(TokenStreams, EndsWithAnEndForEver) {
    TokenStream tokens = stream_of("a");
    EXPECT_TRUE(tokens.is(TokenKind::Identifier));
    EXPECT_TRUE(tokens.is(TokenKind::End, 5));
    tokens.take();
    EXPECT_TRUE(tokens.at_end());
    tokens.take();
    EXPECT_TRUE(tokens.at_end());
}

TEST_F(TokenStreams, WhatIsExpectedIsTakenOrReported) {
    TokenStream tokens = stream_of("( ;");
    EXPECT_TRUE(tokens.expect(TokenKind::LeftParen, "("));
    EXPECT_FALSE(tokens.expect(TokenKind::RightParen, ")"));
    EXPECT_EQ(errors(), 1u);
    EXPECT_EQ(message().text, "expected ) before \";\"");
    EXPECT_TRUE(tokens.is(TokenKind::Semicolon));
}

TEST_F(TokenStreams, AWordInThePlaceOfANameIsReportedOnce) {
    TokenStream tokens = stream_of("for for");
    tokens.unexpected("a name");
    EXPECT_TRUE(tokens.is_misused(Keyword::For));
    tokens.take();
    tokens.unexpected("an expression");
    EXPECT_EQ(errors(), 1u);
}

TEST_F(TokenStreams, SkippingEndsBehindTheStatementOrBeforeTheBlockEnds) {
    TokenStream tokens = stream_of("a { b; c; } d; e } f");
    tokens.skip_to_statement_end();
    EXPECT_EQ(tokens.peek().text, "d");
    tokens.skip_to_statement_end();
    EXPECT_EQ(tokens.peek().text, "e");
    tokens.skip_to_statement_end();
    EXPECT_TRUE(tokens.is(TokenKind::RightBrace));
}

}  // namespace
}  // namespace glsl
