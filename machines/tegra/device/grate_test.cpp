// Pixels that a Tegra drew, by the grate project's tests of its assembler on hardware: a vertex program, a linker
// instruction and a fragment program each, a quad of 256x256, and the word at its corner. The programs here are ours
// and do what those do. Where ASMGL_GRATE names a copy of that project, its own run too, as they are.
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "machines/tegra/commands/draw_state.h"
#include "machines/tegra/device/device.h"
#include "machines/tegra/isa/numbers.h"
#include "machines/tegra/surfaces/pixels.h"

namespace machines::tegra {
namespace {

constexpr uint32_t memory_bytes = 0x20000, vertex_address = 0x1000, index_address = 0x2000, target_address = 0x4000;
constexpr uint32_t target_size = 64;  // the corner alone, of a viewport of 256

struct Texts {
    std::string vertex, fragment, linker;
};
struct Constant {
    uint32_t index, component;
    float value;
};
struct Row {
    const char* name;  // of the grate project's programs: vertex, fragment
    const char* other;
    uint32_t pixel;
    const char* vertex;
    const char* fragment;
    std::vector<Constant> constants;                      // of the vertex program
    std::vector<std::pair<uint32_t, uint32_t>> uniforms;  // of the fragment program: words
};

const char* const linked = "LINK fp20, fp20, fp20, fp20, tram0.yxzw, export1";
const char* const interpolated =
    "EXEC MFU: sfu: rcp r4 mul0: bar, sfu, bar0 mul1: bar, sfu, bar1 ipl: t0.fp20, t0.fp20, t0.fp20, t0.fp20 "
    "ALU: ALU0: MAD r3.h, r3, #1, #0 ALU1: MAD r3.l, r2, #1, #0 ALU2: MAD r2.h, r0, #1, #0 "
    "ALU3: MAD r2.l, r1, #1, #0 DW: store rt1, r2, r3;";
const char* const plain = "EXEC(export[0]=vector) MOVv r0, a[0]; EXEC(export[7]=vector) MOVv r0, a[1];";

std::vector<Row> rows() {
    const uint32_t tenth = fx10_literal(0.1f), three = fx10_literal(0.3f), four = fx10_literal(0.4f);
    return {
#include "machines/tegra/device/grate_rows_test.inc"
    };
}

// The word at the corner.
uint32_t corner(const Texts& texts, const Row& row) {
    const AssembledVertex vertex = assemble_vertex(texts.vertex);
    const AssembledFragment fragment =
        assemble_fragment(texts.fragment.find(".asm") == std::string::npos ? ".asm " + texts.fragment : texts.fragment);
    const AssembledLinker linker = assemble_linker(texts.linker);
    EXPECT_EQ(vertex.error, "") << "line " << vertex.line;
    EXPECT_EQ(fragment.error, "") << "line " << fragment.line;
    EXPECT_EQ(linker.error, "") << "line " << linker.line;
    if (testing::Test::HasFailure()) return 0;
    VertexCode code = vertex.code;
    for (const Constant& constant : row.constants) code.constants[constant.index][constant.component] = constant.value;
    FragmentCode pixels = fragment.code;
    for (const auto& [uniform, word] : row.uniforms) {
        pixels.constants[uniform] = word;
        pixels.constants_given |= 1u << uniform;
    }
    DrawState state;
    state.vertex = &code;
    state.fragment = &pixels;
    state.links = linker.instructions;
    state.exports = 0x81;
    state.viewport_width = state.viewport_height = 256;
    state.scissor_width = state.scissor_height = target_size;
    state.targets.push_back({1, target_address, format_RGBA8888, target_size * 4});
    for (uint32_t i = 0; i < 2; i++) state.attributes.push_back({i, vertex_address + 16 * i, attribute_float, 4, 32});
    PlainCoverage coverage;
    Emulator device(memory_bytes, coverage);
    constexpr float vertices[4][8] = {
        {-1, 1, 0, 1, 1, 0, 0, 1}, {-1, -1, 0, 1, 0, 1, 0, 1}, {1, 1, 0, 1, 0, 0, 1, 1}, {1, -1, 0, 1, 1, 0, 0, 1}};
    constexpr uint16_t indices[6] = {0, 1, 2, 1, 2, 3};
    std::memcpy(&device.memory()[vertex_address], vertices, sizeof vertices);
    std::memcpy(&device.memory()[index_address], indices, sizeof indices);
    StreamBuilder stream;
    emit_reset(stream);
    std::string reason = emit_state(stream, state);
    if (reason.empty()) reason = emit_draw(stream, state, {draw_triangles, 0, 6, 2, index_address});
    if (reason.empty() && !device.submit(stream.words())) reason = device.failure();
    EXPECT_EQ(reason, "");
    uint32_t pixel = 0;
    std::memcpy(&pixel, &device.memory()[target_address], 4);
    return pixel;
}

std::string content(const std::filesystem::path& path) {
    std::ifstream file(path);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(TegraGrate, PixelsOfTheHardware) {
    for (const Row& row : rows()) {
        SCOPED_TRACE(std::string(row.name) + " " + row.other);
        EXPECT_EQ(corner({row.vertex, row.fragment, linked}, row), row.pixel);
    }
}

// Every text of the grate project's assembles, and draws what it drew.
TEST(TegraGrate, ItsOwnPrograms) {
    const char* const copy = std::getenv("ASMGL_GRATE");
    if (!copy) GTEST_SKIP() << "ASMGL_GRATE names no copy of the grate project";
    const std::filesystem::path folder = std::filesystem::path(copy) / "tests/grate/asm";
    int texts = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().stem().string(), text = content(entry.path());
        SCOPED_TRACE(name);
        if (name.find("linker") != std::string::npos) {
            const AssembledLinker made = assemble_linker(text);
            EXPECT_EQ(made.error, "") << made.line;
            EXPECT_EQ(assemble_linker(disassemble(made.instructions)).instructions, made.instructions);
        } else if (name.starts_with("fs_") || name.find("_fs") != std::string::npos) {
            const AssembledFragment made = assemble_fragment(text);
            EXPECT_EQ(made.error, "") << made.line;
            EXPECT_TRUE(assemble_fragment(disassemble(made.code)).code == made.code);
        } else {
            const AssembledVertex made = assemble_vertex(text);
            EXPECT_EQ(made.error, "") << made.line;
            EXPECT_TRUE(assemble_vertex(disassemble(made.code)).code == made.code);
        }
        texts++;
    }
    EXPECT_GE(texts, 31);
    const auto text = [&](const std::string& name) { return content(folder / (name + ".txt")); };
    for (const Row& row : rows()) {
        SCOPED_TRACE(std::string(row.name) + " " + row.other);
        EXPECT_EQ(corner({text(row.name), text(row.other), text("linker_vs_tests")}, row), row.pixel);
    }
}

}  // namespace
}  // namespace machines::tegra
