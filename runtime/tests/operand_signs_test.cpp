// -x, |x|, -|x|, |-x| and -|-x| of every type: "for unsigned integer operands, the absolute value operation has no
// effect", so the sign within the bars has one.
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

struct Row {
    const char* type;
    const char* operand;
    int64_t expected;  // of -5 (unsigned: of 2^n - 5)
};
constexpr Row rows[] = {
    {"F", "-a", 5},   {"F", "|a|", 5},    {"F", "-|a|", -5},   {"F", "|-a|", 5},   {"F", "-|-a|", -5},
    {"S", "-a", 5},   {"S", "|a|", 5},    {"S", "-|a|", -5},   {"S", "|-a|", 5},   {"S", "-|-a|", -5},
    {"U", "-a", 5},   {"U", "|a|", -5},   {"U", "-|a|", 5},    {"U", "|-a|", 5},   {"U", "-|-a|", -5},
    {"F64", "-d", 5}, {"F64", "|d|", 5},  {"F64", "-|d|", -5}, {"F64", "|-d|", 5}, {"F64", "-|-d|", -5},
    {"S64", "-d", 5}, {"S64", "|d|", 5},  {"S64", "-|d|", -5}, {"S64", "|-d|", 5}, {"S64", "-|-d|", -5},
    {"U64", "-d", 5}, {"U64", "|d|", -5}, {"U64", "-|d|", 5},  {"U64", "|-d|", 5}, {"U64", "-|-d|", -5},
};

TEST(OperandSigns, OfEveryType) {
    for (const Row& row : rows) {
        const std::string type = row.type;
        const bool wide = type.size() > 1, real = type[0] == 'F';
        const std::string start = real ? "MOV a, -5;\nMOV.F64 d, -5;\n" : "MOV.S a, -5;\nMOV.S64 d, -5;\n";
        for (const std::string& instruction :
             {"MOV." + type + " %, " + row.operand, "ADD." + type + " %, " + row.operand + ", 0"}) {
            std::string line = instruction;
            line.replace(line.find('%'), 1, wide ? "d" : "a");
            const LaneRun run = run_text("!!NVfp5.0\nLONG TEMP d;\nTEMP a;\n" + start + line + ";\n" +
                                         (!wide  ? ""
                                          : real ? "CVT.F32.F64 a, d;\n"
                                                 : "CVT.S32.S64 a, d;\n") +
                                         "MOV.U result.color, a;\nEND\n");
            EXPECT_EQ(run.result(3),
                      real ? bits_of(static_cast<float>(row.expected)) : static_cast<uint32_t>(row.expected))
                << line;
        }
    }
}

}  // namespace
}  // namespace runtime
