#include "glsl/check/scopes.h"

#include <gtest/gtest.h>

namespace glsl {
namespace {

TEST(Scopes, InnerNamesHideOuterOnesUntilTheyEnd) {
    Scopes scopes;
    Variable outer, inner;
    EXPECT_TRUE(scopes.is_global());
    EXPECT_EQ(scopes.find("a"), nullptr);
    scopes.add("a").variable = &outer;
    scopes.enter();
    EXPECT_FALSE(scopes.is_global());
    EXPECT_EQ(scopes.find("a")->variable, &outer);
    EXPECT_EQ(scopes.find_here("a"), nullptr);
    scopes.add("a").variable = &inner;
    EXPECT_EQ(scopes.find("a")->variable, &inner);
    EXPECT_EQ(scopes.find_here("a")->variable, &inner);
    EXPECT_EQ(scopes.find_global("a")->variable, &outer);
    scopes.leave();
    EXPECT_EQ(scopes.find("a")->variable, &outer);
}

TEST(Scopes, VariablesHideFunctionsButInVersion110) {
    Scopes scopes;
    Overloads overloads;
    Variable variable;
    scopes.add("f").overloads = &overloads;
    scopes.enter();
    scopes.add("f").variable = &variable;
    Language language;
    language.version = 110;
    EXPECT_EQ(scopes.find_function("f", language)->overloads, &overloads);
    language.version = 120;
    EXPECT_EQ(scopes.find_function("f", language)->variable, &variable);
    EXPECT_EQ(scopes.find_function("f", language)->overloads, nullptr);
}

TEST(Scopes, DefaultPrecisionsEndWithTheirScope) {
    Scopes scopes;
    const Type* type = basic_type(Scalar::Float);
    EXPECT_EQ(scopes.precision(type), Precision::None);
    scopes.set_precision(type, Precision::Medium);
    scopes.enter();
    EXPECT_EQ(scopes.precision(type), Precision::Medium);
    scopes.set_precision(type, Precision::High);
    EXPECT_EQ(scopes.precision(type), Precision::High);
    EXPECT_EQ(scopes.precision(basic_type(Scalar::Int)), Precision::None);
    scopes.leave();
    EXPECT_EQ(scopes.precision(type), Precision::Medium);
}

}  // namespace
}  // namespace glsl
