// What random programs and the printed examples of the specifications have found wrong.
#include "ir/optimize/optimize.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

TEST(FoundPrograms, ConvertInfinitiesToTheNearestNarrowInteger) {
    const LaneRun run = run_text(
        "!!NVfp5.0\nOPTION ARB_draw_buffers;\nTEMP r;\nMOV.F r, {0, -1, 1e20, -1e20};\nDIV.F r.xy, {1, -1, 0, 0}, "
        "0.0;\n"
        "CVT.S16.F32 result.color, r;\nCVT.U8.F32 result.color[1], r;\nCVT.S8.F32 result.color[2], r;\nEND\n");
    EXPECT_EQ(run.result(0, 0, 0), 0x7fffu);
    EXPECT_EQ(run.result(0, 1, 0), 0xffff8000u);
    // 10^20 is a multiple of 2^16: all of its low bits are zero.
    EXPECT_EQ(run.result(0, 2, 0), 0u);
    EXPECT_EQ(run.result(0, 0, 1), 255u);
    EXPECT_EQ(run.result(0, 1, 1), 0u);
    EXPECT_EQ(run.result(0, 0, 2), 127u);
    EXPECT_EQ(run.result(0, 1, 2), 0xffffff80u);
}

// A constant or another, chosen in each lane: what neighbours have is not what this lane has.
TEST(FoundPrograms, DifferencesOfConstantsThatLanesChoose) {
    for (const char* const chosen : {"MOV f.x (LT.x), 1;\nDDX f, f.x;\n", "SLT f.x, i, 0;\nDDY f, f.x;\n"}) {
        const auto program =
            parse_program(std::string("!!NVfp5.0\nATTRIB i = fragment.texcoord[0];\nTEMP f, s;\nMOV.S.CC s.x, i;\n") +
                          chosen + "MOV result.color, f;\nEND\n");
        const LaneRun run = run_program(program, [](LaneRun& prepared) {
            for (int lane = 0; lane < group_lanes; lane++)
                prepared.attributes[0].component[0].lane[lane] = lane % 4 == 1 || lane % 4 == 2 ? 0xbf800000u : 0u;
        });
        EXPECT_NE(run.result(0), 0u) << program->source;
    }
}

TEST(FoundPrograms, FractionsOfTinyNegativeDoubles) {
    const LaneRun run = run_text(
        "!!NVfp5.0\nTEMP r;\nLONG TEMP l;\nMOV.U r, {0x80808080, 0x80000001, 0x80800000, 0};\nFRC.F64 l, r;\n"
        "UP64.S result.color, l;\nEND\n");
    for (int c = 0; c < 4; c++) EXPECT_EQ(run.result(0, c), c & 1 ? 0x3fefffffu : 0xffffffffu);
}

// MAX and MIN of two zeros give the second one; the lower bound of a clamped result is +0.
TEST(FoundPrograms, ZerosOfMaximaThatAreClamped) {
    const auto program = parse_program(
        "!!NVfp4.0\nOPTION ARB_draw_buffers;\nATTRIB a = fragment.texcoord[0];\nTEMP z, t;\nMAX.SAT t, z, a;\n"
        "MOV.U result.color, t;\nMAX t, z, a;\nMAX.U result.color[1], t, 0;\nMIN t, z, a;\nMIN t, t, z;\n"
        "MOV.U result.color[2], t;\nEND\n");
    const auto give = [](LaneRun& prepared) {
        for (auto& component : prepared.attributes[0].component)
            for (uint32_t& lane : component.lane) lane = 0x80000000u;
    };
    for (const auto& form : {program, arbasm::optimize(program)}) {
        const LaneRun run = run_program(form, give);
        EXPECT_EQ(run.result(0, 0, 0), 0u);
        EXPECT_EQ(run.result(0, 0, 1), 0x80000000u);
        EXPECT_EQ(run.result(0, 0, 2), 0u);
    }
}

}  // namespace
}  // namespace runtime
