// The bytes that code on disk is found by: all that engines read of a program, and nothing else.
#include "ir/code_identity.h"

#include <gtest/gtest.h>
#include <map>

#include "arbasm/assembler.h"
#include "arbasm/testing/opcode_rows.h"
#include "arbasm/testing/random_program.h"

namespace arbasm {
namespace {

std::shared_ptr<const Program> must_parse(const std::string& text) {
    ParseResult result = parse(text);
    EXPECT_TRUE(result.program) << text;
    return result.program ? result.program : std::make_shared<Program>();
}

// Names of variables and subroutine types decide no code.
Program without_names(Program program) {
    for (Variable& variable : program.variables) variable.name.clear();
    for (SubroutineType& type : program.subroutine_types) type.name.clear();
    return program;
}

class Identities {
  public:
    void add(const std::string& text) {
        const auto program = parse(text).program;
        if (!program) return;  // headers lack some modifiers
        const std::string identity = code_identity(*program);
        EXPECT_EQ(code_identity(*must_parse(print(*program))), identity) << text;
        const auto [known, is_new] = programs_.emplace(identity, program);
        EXPECT_TRUE(is_new || without_names(*known->second) == without_names(*program)) << text;
    }
    size_t size() const { return programs_.size(); }

  private:
    std::map<std::string, std::shared_ptr<const Program>> programs_;
};

TEST(CodeIdentity, IsThatOfEqualProgramsOnly) {
    Identities identities;
    for (const OpcodeRow& row : opcode_rows())
        for (const std::string_view header : words(row.headers))
            for (const std::string_view type : words(row.types)) {
                identities.add(opcode_use(row, header, words(row.options), type, "").text);
                for (const std::string_view modifier : words(row.modifiers))
                    identities.add(opcode_use(row, header, words(row.options), type, modifier).text);
            }
    for (uint64_t seed = 0; seed < 2000; seed++) identities.add(random_program(seed));
    EXPECT_GT(identities.size(), 3000u);
}

TEST(CodeIdentity, LeavesOutLinesAndNames) {
    const std::string header = "!!NVfp5.0\n", body = "TEMP a;\nMOV a, fragment.color;\nMOV result.color, a;\nEND\n";
    const std::string identity = code_identity(*must_parse(header + body));
    EXPECT_EQ(code_identity(*must_parse(header + "# a remark\n\n" + body)), identity);
    EXPECT_EQ(code_identity(*must_parse(header + "TEMP b; MOV b, fragment.color; MOV result.color, b; END")), identity);
}

// One change each of a program that has something of everything.
TEST(CodeIdentity, TellsWhateverIsChanged) {
    const std::string text = R"(!!NVfp5.0
PARAM c[2] = {{1, 2, 3, 4}, program.local[1]};
TEMP a;
LONG TEMP d;
CBUFFER b[] = {program.buffer[1]};
REP 3;
MAD.SAT a.xy (GT.y), c[1].yzwx, |a|, -a;
BRK (NE0.x);
ENDREP;
TEX.F a, a, texture[2], 2D, (1, 2);
LDC.F32 a.x, b[4];
CAL sub (TR);
MOV result.color, a;
RET;
sub:
ADD.F64 d, d, 1.5;
RET;
END
)";
    const std::string identity = code_identity(*must_parse(text));
    const std::pair<std::string_view, std::string_view> changes[] = {
        {"{1, 2,", "{1, 3,"},
        {"program.local[1]", "program.local[2]"},
        {"c[2]", "c[2] "},
        {"buffer[1]", "buffer[2]"},
        {"REP 3", "REP 4"},
        {"MAD.SAT", "MAD"},
        {"a.xy (", "a.xz ("},
        {"GT.y", "GE.y"},
        {"GT.y", "GT.z"},
        {"c[1].yzwx", "c[1].yzww"},
        {"c[1].y", "c[0].y"},
        {"|a|", "a"},
        {"-a;", "a;"},
        {"NE0", "NE1"},
        {"texture[2]", "texture[3]"},
        {"2D", "RECT"},
        {"(1, 2)", "(1, 3)"},
        {"TEX.F", "TXL.F"},
        {"F32 a.x", "U32 a.x"},
        {"b[4]", "b[8]"},
        {"(TR)", "(FL)"},
        {"ADD.F64", "MUL.F64"},
        {"1.5", "1.25"},
    };
    for (const auto& [from, to] : changes) {
        std::string changed = text;
        changed.replace(changed.find(from), from.size(), to);
        const bool same = from == "c[2]";  // white space
        EXPECT_EQ(code_identity(*must_parse(changed)) == identity, same) << to;
    }
}

}  // namespace
}  // namespace arbasm
