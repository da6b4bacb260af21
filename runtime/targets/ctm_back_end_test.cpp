// Programs through the back end, against the native routines.
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <random>

#include "machines/ctm/device/device.h"
#include "runtime/targets/back_ends.h"
#include "runtime/testing/test_programs.h"

namespace runtime::back_ends {
namespace {

struct Outcome {
    std::vector<LaneVector> results;
    LaneMask killed = 0;
};

std::shared_ptr<const arbasm::Program> parsed(std::string_view text) {
    const arbasm::ParseResult result = arbasm::parse(text);
    EXPECT_TRUE(result.program) << (result.errors.empty() ? "" : result.errors[0].message);
    return result.program;
}

Outcome run(const Routine& routine, const arbasm::Program& program, LaneMask active, LaneMask helpers = 0,
            std::span<const TextureBinding> textures = {}) {
    LaneRun run;
    run.attributes.resize(program.attributes.size());
    run.results.resize(program.results.size());
    run.parameters.resize(program.parameters.size());
    for (size_t p = 0; p < run.parameters.size(); p++) {
        run.parameters[p] = program.parameters[p].constant;
        if (program.parameters[p].kind != arbasm::BindingKind::Constant)
            run.parameters[p] = {bits_of(3.25f), bits_of(-1), bits_of(0.5f), bits_of(2)};
    }
    for (size_t a = 0; a < run.attributes.size(); a++)
        for (uint32_t c = 0; c < 4; c++)
            for (uint32_t lane = 0; lane < group_lanes; lane++)
                run.attributes[a].component[c].lane[lane] =
                    bits_of(static_cast<float>((lane * 7 + c * 3 + a) % 11) / 8 - 0.4f);
    run.environment.parameters = run.parameters;
    run.environment.textures = textures;
    run.group.attributes = run.attributes.data();
    run.group.results = run.results.data();
    run.group.active = active;
    run.group.helpers = helpers;
    routine.run(run.environment, run.group);
    return {run.results, run.group.killed};
}

void expect_same(const std::shared_ptr<const arbasm::Program>& program, std::span<const TextureBinding> textures = {}) {
    std::string error;
    const std::unique_ptr<BackEnd> ctm = make_ctm("", error);
    ASSERT_TRUE(ctm) << error;
    const auto native = compile(program, Engine::Interpreter);
    std::vector<std::string> reasons;
    const auto routine = ctm->compile(program, native, reasons);
    ASSERT_TRUE(routine) << reasons[0];
    EXPECT_STREQ(routine->engine_name(), "ctm");
    for (const LaneMask active : {all_lanes, LaneMask{0x00000fff}, LaneMask{0xf0}}) {
        const LaneMask helpers = active == 0xf0 ? 0xd0 : 0;
        const Outcome wanted = run(*native, *program, active, helpers, textures),
                      got = run(*routine, *program, active, helpers, textures);
        EXPECT_EQ(got.killed & ~helpers, wanted.killed & ~helpers);
        const LaneMask seen = active & ~helpers & ~wanted.killed;
        for (size_t r = 0; r < program->results.size(); r++)
            for (size_t c = 0; c < 4; c++)
                for (size_t lane = 0; lane < group_lanes; lane++) {
                    const float expected = float_of(wanted.results[r].component[c].lane[lane]);
                    if (!(seen >> lane & 1) || std::isnan(expected)) continue;
                    EXPECT_NEAR(float_of(got.results[r].component[c].lane[lane]), expected, 1e-5f)
                        << "result " << r << " component " << c << " lane " << lane;
                }
    }
}

TEST(CtmBackEnd, ComputesWhatTheNativeRoutineDoes) {
    expect_same(
        parsed("!!ARBfp1.0\nTEMP t;\nMUL t, fragment.color, program.local[1];\nKIL fragment.texcoord[0].y;\n"
               "MAD_SAT result.color, t, {0.5, 2, 0.3, 1}, fragment.texcoord[0];\n"
               "MOV result.depth.z, fragment.texcoord[0].x;\nEND\n"));
    expect_same(
        parsed("!!NVfp4.0\nTEMP t;\nMOV t, fragment.color;\nREP program.local[0].x;\n"
               "SLT.CC t.w, t.x, {0.8};\nIF NE.w;\nADD t.x, t.x, {0.25};\nENDIF;\nENDREP;\n"
               "MOV result.color, t;\nEND\n"));
}

// A unit without texture samples as (0, 0, 0, 1), there as here.
TEST(CtmBackEnd, LookupsAreTheNativeSamplers) {
    expect_same(
        parsed("!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[2], 2D;\n"
               "TXP result.color, fragment.texcoord[1], texture[0], 1D;\nADD result.color.xyz, t, "
               "fragment.color;\nEND\n"));
}

std::shared_ptr<Texture> texture_of(TextureKind kind, Format format, Extent extent) {
    const auto image = std::make_shared<Image>(format, extent);
    std::mt19937 random(7);
    std::vector<Texel> row(static_cast<size_t>(extent.width));
    for (int z = 0; z < extent.depth; z++)
        for (int y = 0; y < extent.height; y++) {
            for (Texel& texel : row)
                for (uint32_t& bits : texel) bits = bits_of(static_cast<float>(random() % 1000) / 999);
            store_texels(format, image->row(y, z), 0, extent.width, row.data());
        }
    auto texture = std::make_shared<Texture>();
    texture->kind = kind;
    texture->format = format;
    texture->levels = {image};
    return texture;
}

// The texture unit compares nothing: arithmetic does, for every function and filter as the sampler does.
TEST(CtmBackEnd, ShadowsAreCompared) {
    struct Target {
        TextureKind kind;
        const char* spelling;
    };
    for (const Target& target : {Target{TextureKind::Texture2D, "SHADOW2D"}, Target{TextureKind::Texture1D, "SHADOW1D"},
                                 Target{TextureKind::Rectangle, "SHADOWRECT"}})
        for (const Format format : {Format::Depth16, Format::Depth32Float})
            for (int function = 0; function < 8; function++)
                for (const Filter filter : {Filter::Nearest, Filter::Linear}) {
                    const auto texture =
                        texture_of(target.kind, format, {8, target.kind == TextureKind::Texture1D ? 1 : 4, 1});
                    texture->swizzle = {Channel::Red, Channel::Zero, Channel::Red, Channel::One};
                    Sampler sampler;
                    sampler.compare = true;
                    sampler.compare_function = CompareFunction(function);
                    sampler.min_filter = sampler.mag_filter = filter;
                    sampler.mip_filter = MipFilter::None;
                    sampler.wrap_s = function & 1 ? Wrap::ClampToBorder : Wrap::ClampToEdge;
                    const std::string text =
                        "!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\n"
                        "TEX result.color, fragment.texcoord[0], texture[0], " +
                        std::string(target.spelling) + ";\nEND\n";
                    SCOPED_TRACE(text + " function " + std::to_string(function));
                    const TextureBinding binding(texture, sampler);
                    expect_same(parsed(text), std::span(&binding, 1));
                }
}

TEST(CtmBackEnd, CubesAndVolumes) {
    for (const TextureKind kind : {TextureKind::Texture3D, TextureKind::Cube})
        for (const Filter filter : {Filter::Nearest, Filter::Linear}) {
            const bool cube = kind == TextureKind::Cube;
            Sampler sampler;
            sampler.min_filter = sampler.mag_filter = filter;
            sampler.mip_filter = MipFilter::None;
            const TextureBinding binding(texture_of(kind, Format::Rgba32Float, {4, 4, cube ? 6 : 3}), sampler);
            const std::string name = cube ? "CUBE" : "3D";
            expect_same(parsed("!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0].zxyw, texture[0], " + name +
                               ";\nMUL result.color, t, fragment.color;\nEND\n"),
                        std::span(&binding, 1));
        }
}

TEST(CtmBackEnd, SaysWhyAProgramIsNotItsOwn) {
    std::string error;
    const std::unique_ptr<BackEnd> ctm = make_ctm("", error);
    EXPECT_TRUE(ctm->takes(arbasm::Stage::Fragment));
    EXPECT_FALSE(ctm->takes(arbasm::Stage::Vertex));
    const auto program = parsed(
        "!!NVfp4.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], ARRAY2D;\n"
        "TXB result.color, t, texture[1], 2D;\nEND\n");
    std::vector<std::string> reasons;
    EXPECT_FALSE(ctm->compile(program, compile(program, Engine::Interpreter), reasons));
    ASSERT_EQ(reasons.size(), 2u);
    EXPECT_EQ(reasons[0],
              "3:1: TEX cannot be expressed on CTM: textures have neither layers nor samples, and cubes no comparison");
    EXPECT_EQ(reasons[1], "4:1: TXB cannot be expressed on CTM: lookups do not choose a level");
}

TEST(CtmBackEnd, NamesAndOptions) {
    std::string error;
    EXPECT_FALSE(make_ctm("fast", error));
    EXPECT_NE(error.find("ctm:fast"), std::string::npos);
    EXPECT_NE(choose("r600").find("no back end \"r600\""), std::string::npos);
    EXPECT_EQ(back_end(), nullptr);
}

// What is captured gives, submitted to the emulator, what the program gives natively.
TEST(CtmBackEnd, CapturedCommandsRun) {
    const auto folder = std::filesystem::temp_directory_path() / "asmgl-ctm-record-test";
    std::filesystem::remove_all(folder);
    std::string error;
    const std::unique_ptr<BackEnd> ctm = make_ctm("record=" + folder.string(), error);
    ASSERT_TRUE(ctm) << error;
    const auto program =
        parsed("!!ARBfp1.0\nMAD result.color, fragment.color, program.local[0], {0.125, 3, 7.5, -2};\nEND\n");
    const auto native = compile(program, Engine::Interpreter);
    std::vector<std::string> reasons;
    const auto routine = ctm->compile(program, native, reasons);
    ASSERT_TRUE(routine);
    const Outcome wanted = run(*routine, *program, all_lanes);
    EXPECT_TRUE(std::filesystem::exists(folder / "program-0001.elf"));
    const auto content = [&](const char* name) {
        std::ifstream file(folder / name, std::ios::binary);
        return std::string{std::istreambuf_iterator<char>(file), {}};
    };
    const std::string memory = content("0001-memory.bin"), commands = content("0001-commands.bin");
    machines::ctm::Emulator emulator(64u << 20, 1);
    ASSERT_LE(memory.size(), emulator.memory().bytes.size());
    std::copy(memory.begin(), memory.end(), emulator.memory().bytes.begin());
    ASSERT_TRUE(emulator.submit(emulator.memory().base, static_cast<uint32_t>(commands.size()))) << emulator.failure();
    // The output is where set_out_fmt says.
    std::vector<uint32_t> words(commands.size() / 4);
    std::memcpy(words.data(), commands.data(), commands.size());
    uint32_t output = 0;
    for (const auto& command : machines::ctm::parse_commands(words).commands)
        if (command.command == machines::ctm::Command::set_out_fmt) output = command.parameters[1];
    for (size_t lane = 0; lane < group_lanes; lane++) {
        const size_t element = (lane >> 1 & 1) * 16 + lane / 4 * 2 + (lane & 1);
        float value[4];
        std::memcpy(value, emulator.memory().at(output + element * 16, 16), 16);
        for (size_t c = 0; c < 4; c++) EXPECT_EQ(value[c], float_of(wanted.results[0].component[c].lane[lane]));
    }
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace runtime::back_ends
