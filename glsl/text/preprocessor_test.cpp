// The directives, each with what it does and what it refuses.
#include <gtest/gtest.h>
#include <map>

#include "glsl/language/extensions.h"
#include "glsl/language/keywords.h"
#include "glsl/text/testing/preprocess_text.h"

namespace glsl {
namespace {

using testing::clean;
using testing::messages_of;
using testing::only_message;
using testing::preprocess_text;
using testing::tokens_of;

// ---- #define, #undef

TEST(Define, Objects) {
    EXPECT_EQ(clean("#define A 1\n#define B A + A\nB A"), "1 + 1 1");
    EXPECT_EQ(clean("#define A\na A b"), "a b");
    EXPECT_EQ(clean("#define A (1)\nA"), "( 1 )");
    EXPECT_EQ(clean("#define A 1\n#undef A\nA"), "A");
    EXPECT_EQ(clean("#undef NEVER\na"), "a");
}

TEST(Define, Functions) {
    EXPECT_EQ(clean("#define f(x) <x>\nf(1) f (2) f\n(3) f"), "< 1 > < 2 > < 3 > f");
    EXPECT_EQ(clean("#define f() 7\nf() f"), "7 f");
    EXPECT_EQ(clean("#define f(x, y) y x\nf((1, 2), 3) f(,)"), "3 ( 1 , 2 )");
    EXPECT_EQ(clean("#define f(x) x x\n#define g f(1)\ng f(g)"), "1 1 1 1 1 1");
    EXPECT_EQ(clean("#define f(x) [x]\n#define g f\ng(1)"), "[ 1 ]");
    EXPECT_EQ(clean("#define f(x) x\nf(a\nb)"), "a b");
    EXPECT_EQ(clean("#define f(x) x\n#define L (\nf L 1)"), "f ( 1 )");
}

TEST(Define, NamesAreLeftAloneInTheirOwnExpansion) {
    EXPECT_EQ(clean("#define A A + B\n#define B A\nA"), "A + A");
    EXPECT_EQ(clean("#define f(x) f(x) + x\nf(f(1))"), "f ( f ( 1 ) + 1 ) + f ( 1 ) + 1");
    // The example of the C standard.
    EXPECT_EQ(
        clean(
            "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n"
            "#define m(a) a(w)\n#define w 0,1\n#define t(a) a\nf(y+1) + f(f(z)) % t(t(g)(0) + t)(1);"),
        "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ;");
}

TEST(Define, Pastes) {
    EXPECT_EQ(
        clean("#version 130\n#define A in ## t\n#define B(x, y) x##y\nA B(a, 1) B(<, =) B(1, .5) B(, c) B(c, )B(,)"),
        "int a1 <= 1.5 c c");
    // Expansion comes after pasting, and not before.
    EXPECT_EQ(clean("#version 130\n#define I i\n#define II two\n#define A I ## I\n#define B(x) x ## x x\nA B(I)"),
              "two two i");
    EXPECT_EQ(only_message("#version 130\n#define A + ## a\nA"),
              "0:3(1): error: ## makes no token of \"+\" and \"a\"\n");
    EXPECT_EQ(only_message("#version 130\n#define A ## a\n"), "0:2(9): error: ## stands at an end of the macro\n");
    EXPECT_EQ(only_message("#version 130\n#define A a ##\n"), "0:2(9): error: ## stands at an end of the macro\n");
    EXPECT_EQ(only_message("#version 120\n#define A a ## b\nint A;"),
              "0:2(13): warning: ## is not in this version of the language\n");
    EXPECT_EQ(only_message("#version 100\n#define A a ## b\nint A;"), "0:2(13): error: ## is not in OpenGL ES\n");
    EXPECT_EQ(only_message("#version 320 es\n#define A a ## b"), "0:2(13): error: ## is not in OpenGL ES\n");
}

TEST(Define, Refuses) {
    EXPECT_EQ(only_message("#define\n"), "0:1(8): error: #define wants the name of a macro\n");
    EXPECT_EQ(only_message("#define 1 2\n"), "0:1(9): error: #define wants the name of a macro\n");
    EXPECT_EQ(only_message("#define defined 1\n"), "0:1(9): error: \"defined\" cannot be the name of a macro\n");
    EXPECT_EQ(only_message("#define GL_foo 1\n"), "0:1(9): error: names of macros with GL_ in front are reserved\n");
    EXPECT_EQ(only_message("#define a__b 1\n"),
              "0:1(9): warning: names with two underscores side by side are reserved\n");
    EXPECT_EQ(only_message("#define __LINE__ 1\n"),
              "0:1(9): error: \"__LINE__\" is a macro of the language, which cannot be changed\n");
    EXPECT_EQ(only_message("#version 100\n#undef __VERSION__\n"),
              "0:2(8): error: \"__VERSION__\" is a macro of the language, which cannot be changed\n");
    EXPECT_EQ(only_message("#define f(x, x) x\n"), "0:1(14): error: two parameters of the macro are named x\n");
    EXPECT_EQ(only_message("#define f(x y) x\n"), "0:1(13): error: the parameters of the macro have no end\n");
    EXPECT_EQ(only_message("#define f(1) x\n"), "0:1(11): error: the name of a parameter of the macro is missing\n");
    EXPECT_EQ(only_message("#define f(x) #x\n"), "0:1(14): error: # makes no strings in this language\n");
    EXPECT_EQ(clean("#if 0\n#define f(x) #x\n#endif\na"), "a");
    const std::string name(1025, 'n');
    EXPECT_EQ(clean("#version 330\n#define " + name + " a\n" + name), "a");
    EXPECT_EQ(only_message("#version 300 es\n#define " + name + " a\n"),
              "0:2(9): error: the name of the macro has more than 1024 characters\n");
}

TEST(Define, Again) {
    EXPECT_EQ(clean("#define A 1  +  2\n#define A 1 + 2  \nA"), "1 + 2");
    EXPECT_EQ(clean("#define f(x) x\n#define f(x) x\nf(1)"), "1");
    EXPECT_EQ(only_message("#define A 1\n#define A 2\n"), "0:2(9): error: macro A is defined otherwise already\n");
    EXPECT_EQ(only_message("#define A 1+2\n#define A 1 + 2\n"),
              "0:2(9): error: macro A is defined otherwise already\n");
    EXPECT_EQ(only_message("#define f(x) x\n#define f(y) y\n"),
              "0:2(9): error: macro f is defined otherwise already\n");
    EXPECT_EQ(only_message("#define f(x) x\n#define f x\n"), "0:2(9): error: macro f is defined otherwise already\n");
    EXPECT_EQ(clean("#define A 1\n#undef A\n#define A 2\nA"), "2");
}

TEST(Define, Calls) {
    EXPECT_EQ(only_message("#define f(x) x\nf(1, 2)"), "0:2(1): error: macro f is called with 2 arguments, not 1\n");
    EXPECT_EQ(only_message("#define f(x, y) x\nf(1)"), "0:2(1): error: macro f is called with 1 arguments, not 2\n");
    EXPECT_EQ(only_message("#define f(x) x\n\n f(1"), "0:3(2): error: the call of macro f has no end\n");
}

TEST(Define, PredefinedMacros) {
    EXPECT_EQ(clean("#version 330\n__LINE__ __FILE__\n__VERSION__"), "2 0 330");
    EXPECT_EQ(clean("#define L __LINE__\n\nL"), "3");
    EXPECT_EQ(clean("#version 330 core\nGL_core_profile GL_compatibility_profile GL_es_profile GL_ES"),
              "1 GL_compatibility_profile GL_es_profile GL_ES");
    EXPECT_EQ(clean("#version 330 compatibility\nGL_core_profile GL_compatibility_profile"), "1 1");
    EXPECT_EQ(clean("#version 120\nGL_core_profile GL_FRAGMENT_PRECISION_HIGH"),
              "GL_core_profile GL_FRAGMENT_PRECISION_HIGH");
    EXPECT_EQ(clean("#version 130\nGL_FRAGMENT_PRECISION_HIGH"), "1");
    EXPECT_EQ(clean("#version 100\nGL_ES GL_FRAGMENT_PRECISION_HIGH __VERSION__ GL_es_profile"),
              "1 1 100 GL_es_profile");
    EXPECT_EQ(clean("#version 310 es\nGL_ES GL_es_profile GL_OES_geometry_shader GL_ARB_gpu_shader5"),
              "1 1 1 GL_ARB_gpu_shader5");
    EXPECT_EQ(clean("GL_ARB_gpu_shader5 GL_ARB_no_such_thing"), "1 GL_ARB_no_such_thing");
}

// ---- #if and its kin

TEST(If, ChoosesAGroup) {
    EXPECT_EQ(clean("#if 1\na\n#else\nb\n#endif\nc"), "a c");
    EXPECT_EQ(clean("#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif"), "b");
    EXPECT_EQ(clean("#if 0\na\n#elif 0\nb\n#else\nc\n#endif"), "c");
    EXPECT_EQ(clean("#define A\n#ifdef A\na\n#endif\n#ifndef A\nb\n#endif\n#ifdef B\nc\n#endif"), "a");
    EXPECT_EQ(clean("#if 0\n#if 1\na\n#else\nb\n#endif\nc\n#else\nd\n#endif"), "d");
    EXPECT_EQ(clean("#if 0\n/* #endif */ // #endif\nx #endif\n#no_such_directive\n#endif\na"), "a");
    EXPECT_EQ(clean("#if 0\n/*\n#endif\n*/\nb\n#endif\na"), "a");
}

TEST(If, Expressions) {
    const auto value = [](std::string_view expression) {
        return clean("#version 330\n#if " + std::string(expression) + "\n1\n#else\n0\n#endif");
    };
    EXPECT_EQ(value("1 + 2 * 3 == 7"), "1");
    EXPECT_EQ(value("(1 + 2) * 3 == 9"), "1");
    EXPECT_EQ(value("-1 < 0 && !0 && ~0 == -1 && +1"), "1");
    EXPECT_EQ(value("10 / 3 == 3 && 10 % 3 == 1 && -7 / 2 == -3"), "1");
    EXPECT_EQ(value("1 << 4 == 16 && 16 >> 2 == 4"), "1");
    EXPECT_EQ(value("(6 & 3) == 2 && (6 | 3) == 7 && (6 ^ 3) == 5"), "1");
    EXPECT_EQ(value("1 || 0 && 0"), "1");
    EXPECT_EQ(value("2 > 1 == 1"), "1");
    EXPECT_EQ(value("0x10 == 16 && 010 == 8 && 3u == 3"), "1");
    EXPECT_EQ(value("1 <= 1 && 1 >= 1 && 1 != 2"), "1");
    EXPECT_EQ(value("10 - 4 - 3 == 3"), "1");
    EXPECT_EQ(value("-9223372036854775807 - 1 < 0"), "0:2(6): error: number is larger than 32 bits\n");
    EXPECT_EQ(value("1 << 100 == 0 && 1 << -1 == 0"), "1");
}

TEST(If, DefinedOperator) {
    EXPECT_EQ(clean("#define A\n#if defined A && defined(A) && !defined B && !defined ( B )\na\n#endif"), "a");
    EXPECT_EQ(clean("#define A\n#define D defined(A)\n#if D\na\n#endif"), "a");
    EXPECT_EQ(clean("#if defined(__LINE__) && defined(__VERSION__) && !defined(GL_ES)\na\n#endif"), "a");
    EXPECT_EQ(only_message("#if defined\n#endif"), "0:1(5): error: \"defined\" wants the name of a macro\n");
    EXPECT_EQ(only_message("#if defined(A\n#endif"), "0:1(5): error: a ) is missing after \"defined(A\"\n");
}

TEST(If, UnknownWordsAreZeroExceptInEs) {
    EXPECT_EQ(clean("#version 330\n#if NOTHING\na\n#else\nb\n#endif"), "b");
    EXPECT_EQ(only_message("#version 300 es\n#if NOTHING\n#endif"),
              "0:2(5): error: \"NOTHING\" is not the name of a macro\n");
    EXPECT_EQ(clean("#version 300 es\n#if 0 && NOTHING || 1 || NOTHING\na\n#endif"), "a");
    EXPECT_EQ(only_message("#version 100\n#define A\n#if A\n#endif"), "0:3(2): error: #if without an expression\n");
}

TEST(If, DivisionByZero) {
    EXPECT_EQ(only_message("#if 1 / 0\n#endif"), "0:1(2): error: division by zero\n");
    EXPECT_EQ(only_message("#if 1 % 0\n#endif"), "0:1(2): error: division by zero\n");
    EXPECT_EQ(clean("#if 1 || 1 / 0\na\n#endif"), "a");
}

TEST(If, Refuses) {
    EXPECT_EQ(only_message("#if\n#endif"), "0:1(2): error: #if without an expression\n");
    EXPECT_EQ(only_message("#if 1.0\n#endif"),
              "0:1(5): error: only integers are allowed in an expression of the preprocessor\n");
    EXPECT_EQ(only_message("#if 'a'\n#endif"), "0:1(5): error: \"'\" in an expression of the preprocessor\n");
    EXPECT_EQ(only_message("#if 1 +\n#endif"), "0:1(2): error: the expression has no end\n");
    EXPECT_EQ(only_message("#if (1\n#endif"), "0:1(2): error: a ) is missing in the expression\n");
    EXPECT_EQ(only_message("#if 1 1\n#endif"), "0:1(7): error: something follows the expression of #if\n");
    EXPECT_EQ(only_message("#if 1 ? 2 : 3\n#endif"), "0:1(7): error: something follows the expression of #if\n");
    EXPECT_EQ(only_message("#if 1\na"), "0:1(2): error: a condition without #endif\n");
    EXPECT_EQ(only_message("#if 0\na"), "0:1(2): error: a condition without #endif\n");
    EXPECT_EQ(only_message("#endif"), "0:1(2): error: #endif without #if\n");
    EXPECT_EQ(only_message("#else"), "0:1(2): error: #else without #if\n");
    EXPECT_EQ(only_message("#elif 1"), "0:1(2): error: #elif without #if\n");
    EXPECT_EQ(only_message("#if 0\n#else\n#else\n#endif"), "0:3(2): error: a second #else for one #if\n");
    EXPECT_EQ(only_message("#if 0\n#else\n#elif 1\n#endif"), "0:3(2): error: #elif after #else\n");
    EXPECT_EQ(only_message("#ifdef\n#endif"), "0:1(2): error: #ifdef wants the name of a macro\n");
    EXPECT_EQ(only_message("#ifdef A B\n#endif"), "0:1(10): warning: more after #ifdef, which is ignored\n");
    EXPECT_EQ(only_message("#if 1\n#endif A"), "0:2(8): warning: more after #endif, which is ignored\n");
    EXPECT_EQ(only_message("#version 150\n#if 1\n#else A\n#endif"),
              "0:3(7): warning: more after #else, which is ignored\n");
    EXPECT_EQ(only_message("#version 330\n#if 1\n#endif A"), "0:3(8): error: more after #endif\n");
    EXPECT_EQ(only_message("#version 100\n#if 1\n#endif A"), "0:3(8): error: more after #endif\n");
}

TEST(If, ReadsNoExpressionThatDoesNotMatter) {
    EXPECT_EQ(clean("#if 1\na\n#elif\n#endif"), "a");
    EXPECT_EQ(clean("#if 1\na\n#elif 1 / 0\n#endif"), "a");
    EXPECT_EQ(clean("#if 0\n#if 1 / 0\n#elif\n#endif\n#endif\na"), "a");
}

// ---- #version

Language language_of(std::string_view text, const PreprocessorOptions& options = {}) {
    const Preprocessed result = preprocess_text(text, options);
    EXPECT_EQ(messages_of(result), "") << text;
    return result.language;
}

TEST(Version, SaysTheLanguage) {
    EXPECT_EQ(language_of("").version, 110);
    EXPECT_EQ(language_of("").profile, Profile::Compatibility);
    EXPECT_EQ(language_of("#version 120").version, 120);
    EXPECT_EQ(language_of("// comment\n\n  # version 330").profile, Profile::Core);
    EXPECT_EQ(language_of("#version 150 core").profile, Profile::Core);
    EXPECT_EQ(language_of("#version 460 compatibility").profile, Profile::Compatibility);
    EXPECT_EQ(language_of("#version 100").profile, Profile::Es);
    EXPECT_EQ(language_of("#version 320 es").version, 320);
    EXPECT_EQ(language_of("#version 140").profile, Profile::Compatibility);
    PreprocessorOptions core;
    core.compatibility = false;
    EXPECT_EQ(language_of("#version 140", core).profile, Profile::Core);
    PreprocessorOptions es;
    es.newest = 0;
    EXPECT_EQ(language_of("", es).version, 100);
    EXPECT_EQ(language_of("", es).profile, Profile::Es);
}

TEST(Version, Refuses) {
    EXPECT_EQ(only_message("a\n#version 330"), "0:2(1): error: #version is not the first in the shader\n");
    EXPECT_EQ(only_message("#define A\n#version 330"), "0:2(1): error: #version is not the first in the shader\n");
    EXPECT_EQ(only_message("#version 330\n#version 330"), "0:2(1): error: #version is not the first in the shader\n");
    EXPECT_EQ(only_message("#version"), "0:1(1): error: #version wants a number\n");
    EXPECT_EQ(only_message("#version core"), "0:1(1): error: #version wants a number\n");
    EXPECT_EQ(only_message("#version 131"), "0:1(10): error: there is no version 131 of the language\n");
    EXPECT_EQ(only_message("#version 130 core"), "0:1(10): error: profiles begin with version 150\n");
    EXPECT_EQ(only_message("#version 330 no"), "0:1(10): error: there is no profile no of version 330\n");
    EXPECT_EQ(only_message("#version 330 es"), "0:1(10): error: there is no profile es of version 330\n");
    EXPECT_EQ(only_message("#version 300"), "0:1(10): error: version 300 is one of OpenGL ES\n");
    EXPECT_EQ(only_message("#version 100 es"), "0:1(10): error: version 100 has no profiles\n");
    EXPECT_EQ(only_message("#version 330 core 1"), "0:1(19): error: more after #version\n");
    PreprocessorOptions older;
    older.newest = 330;
    older.newest_es = 0;
    older.compatibility = false;
    EXPECT_EQ(only_message("#version 400", older), "0:1(10): error: version 400 is not supported in this context\n");
    EXPECT_EQ(only_message("#version 300 es", older), "0:1(10): error: version 300 is not supported in this context\n");
    EXPECT_EQ(only_message("#version 330 compatibility", older),
              "0:1(10): error: this context has no compatibility profile\n");
}

// ---- #extension

bool enabled(const Preprocessed& result, std::string_view name) {
    return result.language.enabled.has(find_extension(name));
}

TEST(Extension, Enables) {
    const Preprocessed result =
        preprocess_text("#extension GL_ARB_gpu_shader5 : enable\n# extension GL_EXT_gpu_shader4:require");
    EXPECT_EQ(messages_of(result), "");
    EXPECT_TRUE(enabled(result, "ARB_gpu_shader5"));
    EXPECT_TRUE(enabled(result, "EXT_gpu_shader4"));
    EXPECT_TRUE(enabled(result, "EXT_texture_array"));  // implied
    EXPECT_FALSE(enabled(result, "ARB_bindless_texture"));
}

TEST(Extension, LaterOnesOverride) {
    const Preprocessed result =
        preprocess_text("#extension GL_ARB_gpu_shader5 : warn\n#extension GL_ARB_gpu_shader5 : disable");
    EXPECT_FALSE(enabled(result, "ARB_gpu_shader5"));
    const Preprocessed warned = preprocess_text("#extension GL_ARB_gpu_shader5 : warn");
    EXPECT_TRUE(enabled(warned, "ARB_gpu_shader5"));
    EXPECT_TRUE(warned.warned.has(find_extension("ARB_gpu_shader5")));
}

TEST(Extension, RectanglesAreThereFromTheStart) {
    EXPECT_TRUE(enabled(preprocess_text("a"), "ARB_texture_rectangle"));
    EXPECT_TRUE(enabled(preprocess_text("#version 130\na"), "ARB_texture_rectangle"));
    EXPECT_FALSE(enabled(preprocess_text("#version 300 es\na"), "ARB_texture_rectangle"));
    EXPECT_FALSE(enabled(preprocess_text("#extension GL_ARB_texture_rectangle : disable\na"), "ARB_texture_rectangle"));
}

TEST(Extension, All) {
    const Preprocessed result = preprocess_text("#extension GL_ARB_gpu_shader5 : enable\n#extension all : disable");
    EXPECT_EQ(messages_of(result), "");
    EXPECT_FALSE(enabled(result, "ARB_gpu_shader5"));
    EXPECT_TRUE(enabled(preprocess_text("#extension all : warn"), "ARB_gpu_shader5"));
    EXPECT_EQ(only_message("#extension all : enable"), "0:1(12): error: #extension all can be warn or disable only\n");
    EXPECT_EQ(only_message("#extension all : require"), "0:1(12): error: #extension all can be warn or disable only\n");
}

TEST(Extension, Unknown) {
    for (const std::string_view behavior : {"enable", "warn", "disable"}) {
        EXPECT_EQ(only_message("#extension GL_FOO_bar : " + std::string(behavior)),
                  "0:1(12): warning: extension GL_FOO_bar is not supported\n");
    }
    EXPECT_EQ(only_message("#extension GL_FOO_bar : require"),
              "0:1(12): error: extension GL_FOO_bar is not supported\n");
    // Without GL_ it is no name of an extension, and one of another family is not known.
    EXPECT_EQ(only_message("#extension ARB_gpu_shader5 : require"),
              "0:1(12): error: extension ARB_gpu_shader5 is not supported\n");
    EXPECT_EQ(only_message("#version 300 es\n#extension GL_ARB_gpu_shader5 : require"),
              "0:2(12): error: extension GL_ARB_gpu_shader5 is not supported\n");
}

TEST(Extension, ContextsOfferThem) {
    ExtensionSet offered;
    offered.set(find_extension("ARB_gpu_shader5"), true);
    PreprocessorOptions options;
    options.offered = &offered;
    EXPECT_EQ(clean("#extension GL_ARB_gpu_shader5 : require\na", options), "a");
    EXPECT_EQ(only_message("#extension GL_ARB_shader_clock : require\na", options),
              "0:1(12): error: extension GL_ARB_shader_clock is not supported\n");
    EXPECT_EQ(clean("#if defined GL_ARB_gpu_shader5 && !defined GL_ARB_shader_clock\na\n#endif", options), "a");
}

TEST(Extension, Refuses) {
    const std::string form = "error: #extension wants a name, a colon and a behaviour\n";
    EXPECT_EQ(only_message("#extension"), "0:1(2): " + form);
    EXPECT_EQ(only_message("#extension GL_ARB_gpu_shader5"), "0:1(2): " + form);
    EXPECT_EQ(only_message("#extension GL_ARB_gpu_shader5 enable"), "0:1(2): " + form);
    EXPECT_EQ(only_message("#define F disable\n#extension all : F"),
              "0:2(18): error: \"F\" is no behaviour of #extension\n");
    EXPECT_EQ(only_message("a\n#extension GL_ARB_gpu_shader5 : enable"),
              "0:2(2): warning: #extension stands after the text of the shader has begun\n");
    EXPECT_EQ(only_message("#version 310 es\na\n#extension GL_OES_gpu_shader5 : enable"),
              "0:3(2): error: #extension stands after the text of the shader has begun\n");
}

// ---- the other directives

TEST(Line, SetsWhatMessagesSay) {
    // Until 1.50 the number is the directive's own, from 3.30 on the next line's.
    EXPECT_EQ(clean("#version 120\n#line 10\n__LINE__ __FILE__"), "11 0");
    EXPECT_EQ(clean("#version 330\n#line 10\n__LINE__ __FILE__"), "10 0");
    EXPECT_EQ(clean("#version 100\n#line 10 3\n__LINE__ __FILE__"), "11 3");
    EXPECT_EQ(clean("#version 300 es\n#line 10 3\n__LINE__\n__LINE__"), "10 11");
    EXPECT_EQ(clean("#version 330\n#define L 7\n#define S 2\n#line L S\n__LINE__ __FILE__"), "7 2");
    EXPECT_EQ(clean("#version 330\n#line 3 + 4\n__LINE__"), "7");
    EXPECT_EQ(clean("#version 330\n#line 0\n__LINE__"), "0");
    EXPECT_EQ(only_message("#version 330\n#line 40 2\n\n $"), "2:41(2): error: character '$' is not of the language\n");
}

TEST(Line, Refuses) {
    EXPECT_EQ(only_message("#line"), "0:1(2): error: #line wants the number of a line\n");
    EXPECT_EQ(only_message("#line \"a\""), "0:1(7): error: #line with a path is not of the language\n");
    EXPECT_EQ(only_message("#line 1.5"),
              "0:1(7): error: only integers are allowed in an expression of the preprocessor\n");
    EXPECT_EQ(only_message("#line 1 2 3"), "0:1(2): error: #line has two numbers at most\n");
    EXPECT_EQ(only_message("#line -5"), "0:1(2): error: #line with a number out of range\n");
}

TEST(Error, SaysItsText) {
    EXPECT_EQ(only_message("#error  more: 'than' this  \n"), "0:1(2): error: #error more: 'than' this\n");
    EXPECT_EQ(clean("#if 0\n#error a\n#endif\nb"), "b");
}

TEST(Pragma, SetsFlags) {
    EXPECT_TRUE(preprocess_text("#version 120\n#pragma STDGL invariant(all)").invariant_all);
    EXPECT_FALSE(preprocess_text("#version 120\na").invariant_all);
    EXPECT_FALSE(preprocess_text("#pragma optimize(off)").optimize);
    EXPECT_TRUE(preprocess_text("#pragma optimize(off)\n#pragma optimize(on)").optimize);
    EXPECT_TRUE(preprocess_text("#pragma debug ( on )").debug);
    EXPECT_EQ(clean("#define on off\n#pragma something (else) 'entirely'\n#pragma\na"), "a");
    EXPECT_EQ(only_message("#pragma optimize on"), "0:1(9): warning: #pragma optimize wants (on) or (off)\n");
    EXPECT_EQ(only_message("#version 120\n#pragma STDGL what"),
              "0:2(2): warning: #pragma STDGL with something unknown is ignored\n");
}

TEST(Directives, OthersAreRefused) {
    EXPECT_EQ(clean("#\n # \na"), "a");
    EXPECT_EQ(only_message("#assert x"), "0:1(2): error: there is no directive #assert\n");
    EXPECT_EQ(only_message("#12"), "0:1(2): error: there is no directive #12\n");
    EXPECT_EQ(only_message("a # b"), "0:1(3): error: \"#\" in the text of the shader\n");
}

// ---- #include

class Tree : public IncludeResolver {
  public:
    std::map<std::string, std::string, std::less<>> strings;
    std::optional<Found> find(std::string_view path, std::string_view from, bool quoted) const override {
        std::string full(path);
        if (quoted && !path.starts_with('/')) full = std::string(from.substr(0, from.rfind('/') + 1)) + full;
        const auto found = strings.find(full);
        if (found == strings.end()) return std::nullopt;
        return Found{found->first, found->second};
    }
};

TEST(Include, BringsAnotherText) {
    Tree tree;
    tree.strings["/a/one"] = "#define ONE 1\nint x = __LINE__;\n#include \"two\"\n";
    tree.strings["/a/two"] = "int y = $;";
    PreprocessorOptions options;
    options.includes = &tree;
    const Preprocessed result = preprocess_text(
        "#extension GL_ARB_shading_language_include : require\n#include </a/one>\nint z = ONE + __LINE__;", options);
    EXPECT_EQ(tokens_of(result), "int x = 2 ; int y = ; int z = 1 + 3 ;");
    EXPECT_EQ(messages_of(result), "\"/a/two\":1(9): error: character '$' is not of the language\n");
    EXPECT_NE(format(result.messages, *result.source).find("    int y = $;\n            ^"), std::string::npos);
}

TEST(Include, Refuses) {
    Tree tree;
    tree.strings["/self"] = "#include </self>\n";
    tree.strings["/open"] = "#if 1\n";
    tree.strings["/close"] = "#endif\n";
    PreprocessorOptions options;
    options.includes = &tree;
    const std::string on = "#extension GL_ARB_shading_language_include : require\n";
    EXPECT_EQ(only_message("#include </self>", options), "0:1(2): error: #include is not of the language\n");
    EXPECT_EQ(only_message(on + "#include </no>", options), "0:2(2): error: there is no named string /no\n");
    EXPECT_EQ(only_message(on + "#include /no", options),
              "0:2(2): error: #include wants a path between < > or \" \"\n");
    EXPECT_EQ(only_message(on + "#include </self>", options), "\"/self\":1(2): error: #include is nested too deeply\n");
    EXPECT_EQ(only_message(on + "#include </open>\na", options), "\"/open\":1(2): error: a condition without #endif\n");
    EXPECT_EQ(only_message(on + "#if 1\n#include </close>\n#endif", options),
              "\"/close\":1(2): error: #endif without #if\n");
    EXPECT_EQ(clean(on + "#line 5 \"/x/y z\"\n__FILE__", options), "0");
    // Each includes the next one twice.
    for (int n = 0; n < 40; n++) {
        const std::string next = "#include </twice" + std::to_string(n + 1) + ">\n";
        tree.strings["/twice" + std::to_string(n)] = next + next;
    }
    tree.strings["/twice40"] = "x\n";
    EXPECT_NE(messages_of(preprocess_text(on + "#include </twice0>", options)).find("the shader includes too much"),
              std::string::npos);
}

// ---- keywords

TEST(Keywords, DependOnTheVersion) {
    const auto kind = [](std::string_view text) {
        const Preprocessed result = preprocess_text(text);
        const Token& token = result.tokens[0];
        if (result.messages.has_errors()) return std::string("reserved");
        if (token.kind == TokenKind::Keyword) return "keyword " + std::string(spelling(token.keyword));
        return std::string(token.kind == TokenKind::Identifier ? "identifier" : "other");
    };
    EXPECT_EQ(kind("while"), "keyword while");
    EXPECT_EQ(kind("switch"), "reserved");
    EXPECT_EQ(kind("#version 130\nswitch"), "keyword switch");
    EXPECT_EQ(kind("case"), "identifier");
    EXPECT_EQ(kind("#version 300 es\nattribute"), "reserved");
    EXPECT_EQ(kind("#version 100\nattribute"), "keyword attribute");
    EXPECT_EQ(kind("#version 120\nlowp"), "reserved");
    EXPECT_EQ(kind("lowp"), "identifier");
    EXPECT_EQ(kind("dvec2"), "reserved");
    EXPECT_EQ(kind("#extension GL_ARB_gpu_shader_fp64 : enable\ndvec2"), "identifier");
    EXPECT_EQ(kind("#version 400\ndvec2"), "identifier");
    EXPECT_EQ(kind("#version 330\nsample"), "identifier");
    EXPECT_EQ(kind("#version 330\n#extension GL_ARB_gpu_shader5 : enable\nsample"), "keyword sample");
    EXPECT_EQ(kind("true"), "other");
    EXPECT_EQ(kind("#define half int\nhalf"), "identifier");
}

// ---- bounds

TEST(Bounds, HostileMacrosEnd) {
    std::string text = "#define A0 x x\n";
    for (int i = 1; i < 60; ++i) {
        const std::string before = "A" + std::to_string(i - 1);
        text += "#define A" + std::to_string(i) + " " + before + " " + before + "\n";
    }
    EXPECT_EQ(only_message(text + "A59"), "0:61(1): error: macros make more than 1048576 tokens\n");
    text = "#define f(x) x x x x\n";
    std::string call = "1";
    for (int i = 0; i < 60; ++i) call = "f(" + call + ")";
    EXPECT_NE(messages_of(preprocess_text(text + call)).find("macros make more than"), std::string::npos);
}

TEST(Bounds, DeepNestingEnds) {
    std::string call = "1";
    for (int i = 0; i < 300; ++i) call = "f(" + call + ")";
    EXPECT_NE(messages_of(preprocess_text("#define f(x) x\n" + call)).find("nested too deeply"), std::string::npos);
    // A long word, longer by a letter each time.
    std::string pastes = "#define f(x) x";
    for (int n = 0; n < 2000; n++) pastes += "##b";
    EXPECT_NE(messages_of(preprocess_text(pastes + "\nf(" + std::string(60000, 'a') + ")")).find("## makes words"),
              std::string::npos);
    EXPECT_NE(messages_of(preprocess_text("#if " + std::string(100000, '(') + "\n#endif")).find("nested too deeply"),
              std::string::npos);
    EXPECT_NE(messages_of(preprocess_text("#if " + std::string(100000, '!') + "1\n#endif")).find("nested too deeply"),
              std::string::npos);
    std::string conditions;
    for (int i = 0; i < 5000; ++i) conditions += "#if 1\n";
    EXPECT_NE(messages_of(preprocess_text(conditions)).find("nested too deeply"), std::string::npos);
}

TEST(Bounds, MessagesAreCounted) {
    std::string text;
    for (int i = 0; i < 300; ++i) text += "$\n";
    const Preprocessed result = preprocess_text(text);
    EXPECT_EQ(result.messages.all().size(), Messages::capacity);
    EXPECT_EQ(result.messages.errors(), 300u);
}

// ---- messages

TEST(Message, ShowsTheLine) {
    const Preprocessed result = preprocess_text("#version 330\n\tfloat half = 1.0;\n#define A 1\n#define A 2\n");
    EXPECT_EQ(format(result.messages, *result.source),
              "0:2(8): error: \"half\" is a reserved word in this version of the language\n"
              "    \tfloat half = 1.0;\n"
              "    \t      ^\n"
              "0:4(9): error: macro A is defined otherwise already\n"
              "    #define A 2\n"
              "            ^\n"
              "0:4(9): note: the other definition is in line 3; #undef it first\n");
}

TEST(Message, TellsWhereAReservedWordIsNone) {
    const Preprocessed result = preprocess_text("#version 120\nswitch");
    ASSERT_EQ(result.messages.all().size(), 1u);
    EXPECT_EQ(result.messages.all()[0].hint, "it means something in 130, es300");
}

}  // namespace
}  // namespace glsl
