// What random programs and the printed examples of the specifications have found wrong.
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

TEST(FoundPrograms, FractionsOfTinyNegativeDoubles) {
    const LaneRun run = run_text(
        "!!NVfp5.0\nTEMP r;\nLONG TEMP l;\nMOV.U r, {0x80808080, 0x80000001, 0x80800000, 0};\nFRC.F64 l, r;\n"
        "UP64.S result.color, l;\nEND\n");
    for (int c = 0; c < 4; c++) EXPECT_EQ(run.result(0, c), c & 1 ? 0x3fefffffu : 0xffffffffu);
}

}  // namespace
}  // namespace runtime
