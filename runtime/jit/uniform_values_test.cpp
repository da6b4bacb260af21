// Which branches and loops all lanes take together.
#include "runtime/jit/uniform_values.h"

#include "runtime/decode/decode.h"
#include "runtime/testing/test_programs.h"

namespace runtime::jit {
namespace {

// A letter for each IF and REP in their order: "+" where lanes stay together.
std::string taken_together(const std::string& body) {
    const auto program = parse_program("!!NVfp5.0\nTEMP a, b, t[2];\nPARAM p = program.local[0];\n" + body +
                                       "MOV result.color, b;\nEND\n");
    if (!program) return "does not parse";
    const Code code = decode(program);
    const UniformValues values(code);
    std::string signs;
    code.steps.visit([&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, IfStep>) signs += values.is_uniform(step.condition) ? '+' : '-';
        if constexpr (std::is_same_v<T, RepeatStep>) signs += values.stays_together(step) ? '+' : '-';
    });
    return signs;
}

const std::string by_parameter = "SGT.CC a.x, p.x, 0;\n", by_fragment = "SGT.CC a.x, fragment.color.x, 0;\n";

TEST(UniformValues, FollowFromParameters) {
    EXPECT_EQ(taken_together(by_parameter + "IF NE.x;\nMOV b, 1;\nENDIF;\n"), "+");
    EXPECT_EQ(taken_together(by_fragment + "IF NE.x;\nMOV b, 1;\nENDIF;\n"), "-");
    // By way of registers, and of one that has both.
    EXPECT_EQ(taken_together("MUL b, p, 2;\nSGT.CC a.x, b.y, 0;\nIF NE.x;\nMOV a, 1;\nENDIF;\n"), "+");
    EXPECT_EQ(taken_together("MUL b, p, fragment.color;\nSGT.CC a.x, b.y, 0;\nIF NE.x;\nMOV a, 1;\nENDIF;\n"), "-");
    EXPECT_EQ(taken_together(by_parameter + "IF NE.x;\nMOV a, 1;\nENDIF;\n" + by_fragment), "-");
    // What is indexed is followed by nobody.
    EXPECT_EQ(taken_together("MOV.S a.x, 0;\nMOV t[a.x], p;\nSGT.CC a.y, t[1].x, 0;\nIF NE.y;\nMOV b, 1;\nENDIF;\n"),
              "-");
}

TEST(UniformValues, AreNotWrittenWhereLanesPart) {
    const std::string last = "SGT.CC a.y, b.x, 0;\nIF NE.y;\nMOV a.z, 1;\nENDIF;\n";
    EXPECT_EQ(taken_together(by_fragment + "IF NE.x;\nMOV b, p;\nENDIF;\n" + last), "--");
    EXPECT_EQ(taken_together("SGT.CC a.z, p.x, 0;\nIF NE.z;\nMOV b, p;\nENDIF;\n" + last), "++");
    EXPECT_EQ(taken_together("SGT.CC1 a.z, fragment.color.x, 0;\nMOV b (NE1.z), p;\n" + last), "-");
}

TEST(UniformValues, TellLoopsThatLanesLeaveTogether) {
    const std::string end = "BRK (NE.x);\nADD b, b, p;\nENDREP;\n",
                      last = "SGT.CC a.y, b.x, 0;\nIF NE.y;\nMOV a.z, 1;\nENDIF;\n";
    EXPECT_EQ(taken_together("REP {4}.x;\n" + by_parameter + end + last), "++");
    EXPECT_EQ(taken_together("REP {4}.x;\n" + by_fragment + end + last), "--");
    EXPECT_EQ(taken_together("MOV a.z, fragment.color.x;\nREP a.z;\n" + by_parameter + end + last), "--");
    // Known only after the loop's end has been seen.
    EXPECT_EQ(taken_together("REP {4}.x;\nSGT.CC a.x, b.x, 0;\nBRK (NE.x);\nADD b, b, fragment.color;\nENDREP;\n"),
              "-");
    // Lanes that have returned are left behind.
    EXPECT_EQ(taken_together(by_fragment + "RET (NE.x);\n" + by_parameter + "IF NE.x;\nMOV b, 1;\nENDIF;\n"), "-");
}

}  // namespace
}  // namespace runtime::jit
