// Macros over a list of tokens, without directives: #define fills the table, the expansion takes from it.
#include "glsl/text/macro_expansion.h"

#include <gtest/gtest.h>

#include "glsl/text/condition_line.h"
#include "glsl/text/macro_definitions.h"

namespace glsl {
namespace {

class Expansion : public ::testing::Test {
  protected:
    class Text final : public TokenSource {
      public:
        explicit Text(Lexer lexer) : lexer_(lexer) { lexer_.begin_directive(); }
        RawToken lexed() override { return lexer_.next(); }

      private:
        Lexer lexer_;
    };

    Lexer lexer_of(std::string_view text) {
        return {*result_.source->add({&text, 1}), context_.names(), context_.messages(), 0};
    }
    void define(std::string_view text) {
        Lexer lexer = lexer_of(text);
        lexer.begin_directive();
        define_macro(context_, lexer);
    }
    std::string expanded(std::string_view line, bool with_defined = false) {
        Text text(lexer_of(line));
        MacroExpansion expansion(context_, text);
        std::string out;
        for (const RawToken& token : expanded_line(context_, expansion, with_defined))
            out += (out.empty() ? "" : " ") + std::string(token.text);
        EXPECT_FALSE(expansion.is_active());
        return out;
    }
    bool holds(std::string_view line) {
        Text text(lexer_of(line));
        MacroExpansion expansion(context_, text);
        return evaluate_condition(context_, expansion, {}, "if");
    }

    PreprocessorOptions options_;
    Preprocessed result_ = preprocess({});
    PreprocessorContext context_{options_, result_};
};

TEST_F(Expansion, LeavesAMacroAloneInItsOwnBody) {
    define("loop loop + other");
    define("other loop");
    EXPECT_EQ(expanded("loop ; other"), "loop + loop ; loop + other");
}

TEST_F(Expansion, ReplacesArgumentsBeforeTheyAreInserted) {
    define("twice(x) x x");
    define("one 1");
    EXPECT_EQ(expanded("twice(one) twice(twice(a)) twice"), "1 1 a a a a twice");
    EXPECT_TRUE(context_.messages().all().empty());
}

TEST_F(Expansion, JoinsWordsAsWritten) {
    define("join(a, b) a ## b");
    define("one 1");
    define("x1 found");
    EXPECT_EQ(expanded("join(x, 1) join(x, one) join(, y)"), "found xone y");
}

TEST_F(Expansion, TakesDefinedForAnOperatorWhereAsked) {
    define("one 1");
    EXPECT_EQ(expanded("defined(one) defined two", true), "1 0");
    EXPECT_EQ(expanded("defined(one)"), "defined ( 1 )");
}

TEST_F(Expansion, GivesTheValueOfACondition) {
    define("two 2");
    EXPECT_TRUE(holds("two * two == 4 && !defined four"));
    EXPECT_FALSE(holds("two > 2"));
    EXPECT_TRUE(context_.messages().all().empty());
    EXPECT_FALSE(holds(""));
    ASSERT_EQ(context_.messages().all().size(), 1u);
}

}  // namespace
}  // namespace glsl
