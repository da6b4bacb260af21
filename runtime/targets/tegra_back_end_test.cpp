// Vertex and fragment programs through the back end, against the native routines.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "machines/tegra/device/capture.h"
#include "machines/tegra/device/device.h"
#include "runtime/targets/back_ends.h"
#include "runtime/testing/test_programs.h"

namespace runtime::back_ends {
namespace {

struct Outcome {
    std::vector<LaneVector> results;
    LaneMask killed = 0;
};

Outcome run(const Routine& routine, const arbasm::Program& program, LaneMask active, LaneMask helpers = 0) {
    LaneRun run;
    run.attributes.resize(program.attributes.size());
    run.results.resize(program.results.size());
    run.parameters.resize(program.parameters.size());
    for (size_t p = 0; p < run.parameters.size(); p++)
        run.parameters[p] = program.parameters[p].kind == arbasm::BindingKind::Constant
                                ? program.parameters[p].constant
                                : Vector4{bits_of(0.75f), bits_of(-1), bits_of(0.5f), bits_of(2)};
    for (size_t a = 0; a < run.attributes.size(); a++) {
        const bool position = program.stage == arbasm::Stage::Fragment &&
                              program.attributes[a].binding.kind == arbasm::BindingKind::FragmentPosition;
        for (uint32_t c = 0; c < 4; c++)
            for (uint32_t lane = 0; lane < group_lanes; lane++) {
                float value = static_cast<float>((lane * 7 + c * 3 + a) % 16) / 16 - 0.25f;
                // Quads side by side.
                if (position && c == 0) value = static_cast<float>(lane / 4 * 2 + (lane & 1)) + 0.5f;
                if (position && c == 1) value = static_cast<float>(6 + (lane >> 1 & 1)) + 0.5f;
                run.attributes[a].component[c].lane[lane] = bits_of(value);
            }
    }
    run.environment.parameters = run.parameters;
    run.group.attributes = run.attributes.data();
    run.group.results = run.results.data();
    run.group.active = active;
    run.group.helpers = helpers;
    routine.run(run.environment, run.group);
    return {run.results, run.group.killed};
}

// Fragments: results clamped as a target of bytes does, within `bound`.
void expect_same(const char* text, float bound) {
    const auto program = parse_program(text);
    ASSERT_TRUE(program);
    std::string error;
    const std::unique_ptr<BackEnd> tegra = make_tegra("", error);
    ASSERT_TRUE(tegra) << error;
    const auto native = compile(program, Engine::Interpreter);
    std::vector<std::string> reasons;
    const auto routine = tegra->compile(program, native, reasons);
    ASSERT_TRUE(routine) << (reasons.empty() ? "" : reasons[0]);
    EXPECT_STREQ(routine->engine_name(), "tegra");
    const bool fragments = program->stage == arbasm::Stage::Fragment;
    for (const LaneMask active : {all_lanes, LaneMask{0x00000fff}, LaneMask{0xf0}}) {
        const LaneMask helpers = active == 0xf0 && fragments ? 0xd0 : 0;
        const Outcome wanted = run(*native, *program, active, helpers), got = run(*routine, *program, active, helpers);
        EXPECT_EQ(got.killed & ~helpers, wanted.killed & ~helpers);
        const LaneMask seen = active & ~helpers & ~wanted.killed;
        for (size_t r = 0; r < program->results.size(); r++)
            for (size_t c = 0; c < 4; c++)
                for (size_t lane = 0; lane < group_lanes; lane++) {
                    if (!(seen >> lane & 1)) continue;
                    float expected = float_of(wanted.results[r].component[c].lane[lane]);
                    if (fragments) expected = std::fmin(std::fmax(expected, 0.0f), 1.0f);
                    EXPECT_NEAR(float_of(got.results[r].component[c].lane[lane]), expected, bound)
                        << "result " << r << " component " << c << " lane " << lane;
                }
    }
}

TEST(TegraBackEnd, VerticesAreTheSame) {
    expect_same(
        "!!ARBvp1.0\nTEMP t;\nADDRESS a;\nPARAM p[4] = { program.env[0..3] };\n"
        "MUL t, vertex.position, program.local[1];\nARL a.x, t.x;\nMAD t, p[a.x+1], t.wzyx, vertex.color;\n"
        "RSQ t.w, t.x;\nLIT result.color, t;\nMOV result.texcoord[3], t;\nMOV result.position, t;\nEND\n",
        0);
    // What becomes of these is the driver's own.
    expect_same(
        "!!NVvp4.0\nMOV result.position, vertex.position;\nMUL result.pointsize.x, vertex.position.x, 3;\n"
        "ADD result.clip[3].x, vertex.position.y, 0.5;\nMUL result.color.back, vertex.color, program.local[1];\nEND\n",
        0);
}

TEST(TegraBackEnd, FragmentsWithinAByte) {
    // Half a byte that is cut, FX10's half step, and FP20's 2^-14 of each of three operations.
    constexpr float bound = 0.5f / 255 + 0.5f / 256 + 3 * 0x1p-14f;
    expect_same(
        "!!ARBfp1.0\nTEMP t;\nMUL t, fragment.color, program.local[1];\nKIL fragment.texcoord[0].y;\n"
        "MAD_SAT result.color, t, {0.5, 0.25, 0.3, 1}, fragment.texcoord[0];\nEND\n",
        bound);
    expect_same("!!ARBfp1.0\nMUL result.color, fragment.position.xyxy, {0.02, 0.1, 0.01, 0.05};\nEND\n", bound);
}

TEST(TegraBackEnd, Refuses) {
    std::string error;
    EXPECT_FALSE(make_tegra("wide", error));
    EXPECT_EQ(error, "tegra:wide: \"wide\" is none of fp20, mixed, record=FOLDER, frames=NUMBER and check");
    const auto tegra = make_tegra("mixed", error);
    ASSERT_TRUE(tegra);
    EXPECT_TRUE(tegra->takes(arbasm::Stage::Vertex));
    EXPECT_FALSE(tegra->takes(arbasm::Stage::Geometry));
    std::vector<std::string> reasons;
    const auto program =
        parse_program("!!NVvp4.0\nMOV result.position, vertex.position;\nCEIL result.color, vertex.color;\nEND\n");
    EXPECT_FALSE(tegra->compile(program, compile(program, Engine::Interpreter), reasons));
    ASSERT_EQ(reasons.size(), 1u);
    EXPECT_EQ(reasons[0], "3:1: CEIL cannot be expressed on Tegra: the vertex unit has no such operation");
}

TEST(TegraBackEnd, RecordsWhatUploadsThePrograms) {
    const std::string folder = testing::TempDir() + "/tegra-record";
    std::string error;
    const auto tegra = make_tegra("record=" + folder, error);
    ASSERT_TRUE(tegra);
    std::vector<std::string> reasons;
    const auto program = parse_program("!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n");
    ASSERT_TRUE(tegra->compile(program, compile(program, Engine::Interpreter), reasons));
    std::ifstream file(folder + "/program-0001.host1x");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const machines::tegra::ParsedCapture parsed = machines::tegra::parse_capture(text);
    ASSERT_EQ(parsed.error, "");
    ASSERT_EQ(parsed.capture.streams.size(), 1u);
    machines::tegra::PlainCoverage coverage;
    machines::tegra::Emulator device(0, coverage);
    EXPECT_TRUE(device.submit(parsed.capture.streams[0])) << device.failure();
    EXPECT_TRUE(std::filesystem::exists(folder + "/program-0001.txt"));
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace runtime::back_ends
