// Every rule by which the specifications refuse programs has a test.
#include <algorithm>
#include <gtest/gtest.h>
#include <string>

#include "arbasm/assembler.h"

namespace arbasm {
namespace {

constexpr std::string_view all_ids[] = {
#define LOAD_ERROR(id) id,
#include "arbasm/conformance/load_error_ids.inc"
#undef LOAD_ERROR
};

constexpr std::string_view rejected_ids[] = {
#define REJECTED(id, ...) id,
#include "arbasm/conformance/load_errors_later_test.inc"
#include "arbasm/conformance/load_errors_test.inc"
#include "arbasm/testing/frame.h"
#undef REJECTED
};

// Those that one program alone doesn't show.
struct Elsewhere {
    std::string_view id, test;
};
constexpr Elsewhere elsewhere[] = {
    {"AVP-002", "glapi Programs: a header of another target"},
    {"AVP-021", "LoadErrors.CountsStopAtTheLimit"},
    {"AVP-022", "LoadErrors.CountsStopAtTheLimit"},
    {"AVP-023", "LoadErrors.CountsStopAtTheLimit"},
    {"AVP-024", "LoadErrors.CountsStopAtTheLimit"},
    {"AVP-025", "LoadErrors.CountsStopAtTheLimit"},
    {"AVP-028", "LoadErrors.CountsStopAtTheLimit"},
    {"AFP-003", "LoadErrors.CountsStopAtTheLimit"},
    {"AFP-004", "LoadErrors.CountsStopAtTheLimit"},
    {"AFP-005", "LoadErrorLimits.StopPrograms"},
    {"AFP-006", "LoadErrors.CountsStopAtTheLimit"},
    {"AFP-007", "LoadErrorLimits.StopPrograms"},
    {"AFP-008", "programs run as they are written: there is no native limit below the others"},
    {"AFP-009", "LoadErrors.CountsStopAtTheLimit"},
    {"AFP-010", "LoadErrors.CountsStopAtTheLimit"},
    {"AFP-011", "LoadErrors.CountsStopAtTheLimit"},
    {"AFP-012", "LoadErrors.CountsStopAtTheLimit"},
    {"AFP-013", "LoadErrors.CountsStopAtTheLimit"},
    {"AFP-014", "LoadErrors.CountsStopAtTheLimit"},
    {"F4-018", "LoadErrorLimits.StopPrograms"},
    {"F4-019", "LoadErrors.CountsStopAtTheLimit"},
    {"F4-020", "LoadErrorLimits.StopPrograms"},
    {"F4-021", "LoadErrorLimits.StopPrograms"},
    {"V4-006", "LoadErrors.CountsStopAtTheLimit"},
    {"G4-023", "LoadErrors.CountsStopAtTheLimit"},
    {"G4-024", "LoadErrors.CountsStopAtTheLimit"},
    {"G4-099", "LoadErrors.BlocksNestToTheLimit"},
    {"G4-100", "LoadErrors.BlocksNestToTheLimit"},
    {"G5-021", "LoadErrors.DoublePrecisionNeedsItsExtension"},
    {"VP1-002", "OlderDialects.ProgramsHaveLimits"},
    {"VP1-006", "OlderDialects.ProgramsHaveLimits"},
    {"VP1NV-002", "OlderDialects.ProgramsHaveLimits"},
    {"VP2-003", "OlderDialects.ProgramsHaveLimits"},
    {"VP2-007", "OlderDialects.ProgramsHaveLimits"},
    {"VP3-001", "OlderDialects.ProgramsHaveLimits"},
    {"FP1-006", "OlderDialects.ProgramsHaveLimits"},
    {"FP2-003", "LoadErrorLimits.StopPrograms"},
    {"FP2-004", "LoadErrorLimits.StopPrograms"},
    {"VP1-005", "TakenPrograms.LoadWithARemark: NVIDIA's compilers and drivers are less strict"},
    {"FP1-002", "TakenPrograms.LoadWithARemark"},
    {"GP-005", "TakenPrograms.LoadWithARemark"},
    {"CP-017", "every feature is there: F32 atomics on shared memory need no option"},
};

TEST(LoadErrorCoverage, EveryRuleHasATest) {
    EXPECT_EQ(std::size(all_ids), 499u);
    for (std::string_view id : all_ids) {
        const bool rejected = std::find(std::begin(rejected_ids), std::end(rejected_ids), id) != std::end(rejected_ids);
        const bool other =
            std::any_of(std::begin(elsewhere), std::end(elsewhere), [&](const Elsewhere& row) { return row.id == id; });
        EXPECT_TRUE(rejected || other) << id << " has no test";
    }
    for (std::string_view id : rejected_ids) {
        EXPECT_TRUE(std::find(std::begin(all_ids), std::end(all_ids), id) != std::end(all_ids)) << id;
    }
}

// Accepted with `most` of them where the limit is 10, refused with one more.
TEST(LoadErrorLimits, StopPrograms) {
    struct Case {
        const char* id;
        int Limits::*limit;
        int most;
        const char *begin, *text, *end;
        const char* close = "";  // for each `text`
    };
    constexpr const char* color = "MOV result.color, fragment.color;";
    const Case cases[] = {
        {"AFP-005", &Limits::instructions, 10, "!!ARBfp1.0 ", color, "END"},
        {"AFP-007", &Limits::temporaries, 10, "!!ARBfp1.0 ", "TEMP t#;", "MOV result.color, fragment.color; END"},
        {"AFP-007", &Limits::attributes, 8,
         "!!ARBfp1.0 MOV result.color, fragment.color; MOV result.color, fragment.position; ",
         "MOV result.color, fragment.texcoord[#];", "END"},
        {"AFP-007", &Limits::parameters, 10, "!!ARBfp1.0 ", "MOV result.color, program.env[#];", "END"},
        {"F4-018", &Limits::temporaries, 9, "!!NVfp4.0 OPTION ARB_fog_exp; ", "TEMP t#;",
         "MOV result.color, fragment.color; END"},
        {"F4-018", &Limits::parameters, 8, "!!NVfp4.0 OPTION ARB_fog_exp; ", "MOV result.color, program.env[#];",
         "END"},
        {"F4-020", &Limits::instructions, 6, "!!NVfp4.0 OPTION ARB_fog_exp2; ", color, "END"},
        {"F4-021", &Limits::instructions, 8, "!!NVfp4.0 OPTION ARB_fog_linear; ", color, "END"},
        {"FP2-003", &Limits::if_depth, 10, "!!ARBfp1.0 OPTION NV_fragment_program2; ", "IF TR; ",
         "MOV result.color, fragment.color; END", "ENDIF; "},
        {"FP2-004", &Limits::loop_depth, 10, "!!ARBfp1.0 OPTION NV_fragment_program2; ", "REP {1, 0, 0, 0}; ",
         "MOV result.color, fragment.color; END", "ENDREP; "},
    };
    for (const Case& row : cases) {
        Limits limits;
        limits.*row.limit = 10;
        const auto program = [&](int count) {
            return row.begin + repeat(count, row.text) + repeat(count, row.close) + row.end;
        };
        const std::string good = program(row.most), bad = program(row.most + 1);
        // There are only eight sets of texture coordinates.
        if (row.limit == &Limits::attributes) limits.texture_coordinates = 16;
        const ParseResult accepted = parse(good, limits);
        EXPECT_NE(accepted.program, nullptr)
            << row.id << ": " << (accepted.errors.empty() ? "" : format(accepted.errors[0], good));
        EXPECT_EQ(parse(bad, limits).program, nullptr) << row.id;
    }
}

}  // namespace
}  // namespace arbasm
