#include <gtest/gtest.h>
#include <string>

#include "arbasm/assembler.h"

namespace arbasm {
namespace {

struct Rejected {
    std::string_view id, rule, program;
};
constexpr Rejected rejected[] = {
#define REJECTED(id, rule, program) {id, rule, program},
#include "arbasm/conformance/load_errors_later_test.inc"
#include "arbasm/conformance/load_errors_test.inc"
#include "arbasm/testing/frame.h"
#undef REJECTED
};

class LoadErrors : public testing::TestWithParam<Rejected> {};

TEST_P(LoadErrors, AreReported) {
    const Rejected& row = GetParam();
    const ParseResult result = parse(row.program);
    EXPECT_EQ(result.program, nullptr) << row.id << " (" << row.rule << ") was accepted: " << row.program;
    ASSERT_FALSE(result.errors.empty());
    for (const Diagnostic& error : result.errors) {
        EXPECT_LE(error.where.offset, row.program.size());
        EXPECT_EQ(error.where.column, error.where.offset + 1);  // they are all one line
        EXPECT_FALSE(error.message.empty());
        // A refusal because something is unknown altogether would hide that the rule itself is not checked.
        EXPECT_EQ(error.message.find("not supported yet"), std::string::npos) << row.id << ": " << error.message;
    }
}

INSTANTIATE_TEST_SUITE_P(Rules, LoadErrors, testing::ValuesIn(rejected), [](const auto& parameter) {
    std::string name(parameter.param.id);
    for (char& c : name) {
        if (c == '-') c = '_';
    }
    return name;
});

// A program is accepted at its limit and refused one above.
struct LimitCase {
    const char* name;
    int Limits::*limit;
    int at_limit;  // how many `text` the limit of 10 admits
    const char *begin, *text, *end;
};

TEST(LoadErrors, CountsStopAtTheLimit) {
    const LimitCase cases[] = {
        {"AVP-021", &Limits::instructions, 10, "!!ARBvp1.0 ", "MOV result.position, vertex.position;", "END"},
        {"AVP-022", &Limits::temporaries, 10, "!!ARBvp1.0 ", "TEMP t#;", "MOV result.position, vertex.position; END"},
        {"AVP-023", &Limits::attributes, 10, "!!ARBvp1.0 ", "MOV result.position, vertex.attrib[#];", "END"},
        {"AVP-024", &Limits::address_registers, 10, "!!ARBvp1.0 ", "ADDRESS A#;",
         "MOV result.position, vertex.position; END"},
        {"AVP-025", &Limits::parameters, 10, "!!ARBvp1.0 ", "PARAM p# = program.env[#];",
         "MOV result.position, p0; END"},
        {"AVP-028", &Limits::instructions, 6, "!!ARBvp1.0 OPTION ARB_position_invariant; ",
         "MOV result.color, vertex.color;", "END"},
        {"AFP-003", &Limits::alu_instructions, 10, "!!ARBfp1.0 ", "MOV result.color, fragment.color;", "END"},
        {"AFP-004", &Limits::tex_instructions, 10, "!!ARBfp1.0 TEMP t; ",
         "TEX t, fragment.texcoord[0], texture[0], 2D;", "MOV result.color, t; END"},
        {"AFP-006", &Limits::tex_indirections, 9, "!!ARBfp1.0 TEMP t; MOV t, fragment.texcoord[0]; ",
         "TEX t, t, texture[0], 2D;", "MOV result.color, t; END"},
        {"AFP-009", &Limits::temporaries, 9, "!!ARBfp1.0 OPTION ARB_fog_linear; ", "TEMP t#;",
         "MOV result.color, fragment.color; END"},
        {"AFP-010", &Limits::attributes, 7,
         "!!ARBfp1.0 OPTION ARB_fog_linear; MOV result.color, fragment.color; "
         "MOV result.color, fragment.position; ",
         "MOV result.color, fragment.texcoord[#];", "END"},
        {"AFP-011", &Limits::parameters, 8, "!!ARBfp1.0 OPTION ARB_fog_linear; ", "PARAM p# = program.env[#];",
         "MOV result.color, p0; END"},
        {"AFP-012", &Limits::alu_instructions, 7, "!!ARBfp1.0 OPTION ARB_fog_exp; ",
         "MOV result.color, fragment.color;", "END"},
        {"AFP-013", &Limits::instructions, 6, "!!ARBfp1.0 OPTION ARB_fog_exp2; ", "MOV result.color, fragment.color;",
         "END"},
        {"AFP-014", &Limits::alu_instructions, 8, "!!ARBfp1.0 OPTION ARB_fog_linear; ",
         "MOV result.color, fragment.color;", "END"},
        {"F4-019", &Limits::instructions, 7, "!!NVfp4.0 OPTION ARB_fog_exp; ", "MOV result.color, fragment.color;",
         "END"},
        {"V4-006", &Limits::instructions, 6, "!!NVvp4.0 OPTION ARB_position_invariant; ",
         "MOV result.color, vertex.color;", "END"},
        {"G4-024", &Limits::result_components, 2, "!!NVvp4.0 ", "MOV result.texcoord[#], vertex.color;", "END"},
        {"G4-023", &Limits::attribute_components, 2, "!!NVvp4.0 ", "MOV result.color, vertex.attrib[#];", "END"},
    };
    for (const LimitCase& row : cases) {
        Limits limits;
        limits.*row.limit = 10;
        const std::string good = row.begin + repeat(row.at_limit, row.text) + row.end;
        const std::string bad = row.begin + repeat(row.at_limit + 1, row.text) + row.end;
        const ParseResult accepted = parse(good, limits);
        EXPECT_NE(accepted.program, nullptr)
            << row.name << ": " << (accepted.errors.empty() ? "" : format(accepted.errors[0], good));
        EXPECT_EQ(parse(bad, limits).program, nullptr) << row.name;
    }
}

TEST(LoadErrors, DoublePrecisionNeedsItsExtension) {
    Limits limits;
    limits.double_precision = false;
    constexpr std::string_view program =
        "!!NVvp5.0 LONG TEMP a; ADD.F64 a, a, a; MOV result.position, vertex.position; END";
    EXPECT_EQ(parse(program, limits).program, nullptr);
    EXPECT_NE(parse(program).program, nullptr);
}

TEST(LoadErrors, BlocksNestToTheLimit) {
    Limits limits;
    limits.if_depth = limits.loop_depth = 3;
    const auto program = [](int depth, std::string_view open, std::string_view close) {
        return "!!NVvp4.0 MOV result.position, vertex.position; " + repeat(depth, open) + repeat(depth, close) + "END";
    };
    EXPECT_NE(parse(program(3, "IF TR; ", "ENDIF; "), limits).program, nullptr);
    EXPECT_EQ(parse(program(4, "IF TR; ", "ENDIF; "), limits).program, nullptr);
    EXPECT_NE(parse(program(3, "REP 1; ", "ENDREP; "), limits).program, nullptr);
    EXPECT_EQ(parse(program(4, "REP 1; ", "ENDREP; "), limits).program, nullptr);
}

}  // namespace
}  // namespace arbasm
