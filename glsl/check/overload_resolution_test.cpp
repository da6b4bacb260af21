#include "glsl/check/overload_resolution.h"

#include <deque>
#include <gtest/gtest.h>
#include <string>

namespace glsl {
namespace {

const Type* const scalar_int = basic_type(Scalar::Int);
const Type* const scalar_uint = basic_type(Scalar::Uint);
const Type* const scalar_float = basic_type(Scalar::Float);
const Type* const scalar_double = basic_type(Scalar::Double);

Language version(int number) {
    Language language;
    language.version = number;
    language.profile = Profile::Core;
    return language;
}

// Functions and arguments that live as long as this.
class Overloading {
  public:
    Function* function(std::initializer_list<const Type*> types, ParameterMode mode = ParameterMode::In) {
        std::vector<Variable*>& parameters = parameters_.emplace_back();
        for (const Type* type : types) {
            Variable& parameter = variables_.emplace_back();
            parameter.type = type;
            parameter.mode = mode;
            parameters.push_back(&parameter);
        }
        Function& function = functions_.emplace_back();
        function.parameters = parameters;
        return &function;
    }
    std::vector<Expression*> arguments(std::initializer_list<const Type*> types) {
        std::vector<Expression*> list;
        for (const Type* type : types) {
            Expression& argument = expressions_.emplace_back();
            argument.type = type;
            list.push_back(&argument);
        }
        return list;
    }

  private:
    std::deque<Variable> variables_;
    std::deque<std::vector<Variable*>> parameters_;
    std::deque<Function> functions_;
    std::deque<Expression> expressions_;
};

TEST(OverloadResolution, AnExactFitEndsTheSearch) {
    Overloading all;
    const Language language = version(400);
    const std::vector<Expression*> arguments = all.arguments({scalar_int});
    OverloadResolution resolution(arguments, language);
    EXPECT_FALSE(resolution.consider(all.function({scalar_float})));
    EXPECT_TRUE(resolution.consider(all.function({scalar_int})));
}

TEST(OverloadResolution, FunctionsThatDoNotFitAreNoChoice) {
    Overloading all;
    const Language language = version(400);
    const std::vector<Expression*> arguments = all.arguments({scalar_float});
    OverloadResolution resolution(arguments, language);
    EXPECT_FALSE(resolution.consider(all.function({scalar_int})));
    EXPECT_FALSE(resolution.consider(all.function({scalar_float, scalar_float})));
    EXPECT_FALSE(resolution.consider(all.function({scalar_int}, ParameterMode::InOut)));
    EXPECT_EQ(resolution.best(), nullptr);
}

TEST(OverloadResolution, AFunctionWithoutParametersFitsExactly) {
    Overloading all;
    const Language language = version(330);
    const std::vector<Expression*> none;
    OverloadResolution resolution(none, language);
    EXPECT_TRUE(resolution.consider(all.function({})));
}

TEST(OverloadResolution, ResultsConvertFromTheParameter) {
    Overloading all;
    const Language language = version(400);
    const std::vector<Expression*> arguments = all.arguments({scalar_float});
    OverloadResolution resolution(arguments, language);
    Function* function = all.function({scalar_int}, ParameterMode::Out);
    resolution.consider(function);
    ASSERT_NE(resolution.best(), nullptr);
    EXPECT_EQ(resolution.best()->function, function);
}

TEST(OverloadResolution, BetterConversionsWin) {
    Overloading all;
    const Language language = version(400);
    const std::vector<Expression*> arguments = all.arguments({scalar_int});
    OverloadResolution resolution(arguments, language);
    Function* wanted = all.function({scalar_float});
    resolution.consider(all.function({scalar_double}));
    resolution.consider(wanted);
    ASSERT_NE(resolution.best(), nullptr);
    EXPECT_EQ(resolution.best()->function, wanted);
    EXPECT_FALSE(resolution.is_ambiguous(*resolution.best()));
    resolution.consider(all.function({scalar_uint}));
    EXPECT_TRUE(resolution.is_ambiguous(*resolution.best())) << "int to uint ranks as int to float does";
}

TEST(OverloadResolution, EachBetterInOneArgumentIsAmbiguous) {
    for (const int number : {330, 400}) {
        SCOPED_TRACE(number);
        Overloading all;
        const Language language = version(number);
        const std::vector<Expression*> arguments = all.arguments({scalar_int, scalar_int});
        OverloadResolution resolution(arguments, language);
        resolution.consider(all.function({scalar_int, scalar_float}));
        resolution.consider(all.function({scalar_float, scalar_int}));
        ASSERT_NE(resolution.best(), nullptr);
        EXPECT_TRUE(resolution.is_ambiguous(*resolution.best()));
    }
}

TEST(OverloadResolution, NamesTypesInMessages) {
    Overloading all;
    EXPECT_EQ(call_text("f", all.arguments({scalar_int, basic_type(Scalar::Float, 3)})), "f(int, vec3)");
    EXPECT_EQ(call_text("f", {}), "f()");
}

}  // namespace
}  // namespace glsl
