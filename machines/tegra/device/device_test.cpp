#include "machines/tegra/device/device.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "arbasm/assembler.h"
#include "machines/tegra/codegen/fragment/generate.h"
#include "machines/tegra/codegen/vertex/generate.h"
#include "machines/tegra/commands/draw_state.h"
#include "machines/tegra/device/capture.h"
#include "machines/tegra/surfaces/pixels.h"
#include "machines/tegra/surfaces/textures.h"

namespace machines::tegra {
namespace {

using namespace arbasm;

constexpr uint32_t target_address = 0x10000, vertex_address = 0x1000, index_address = 0x2000, depth_address = 0x20000,
                   stencil_address = 0x30000, texture_address = 0x40000;
constexpr size_t memory_bytes = 0x50000;

struct Scene {
    GeneratedVertex vertex;
    GeneratedFragment fragment;
    DrawState state;
    uint32_t width = 64, height = 48;
    PlainCoverage coverage;
    Emulator device{memory_bytes, coverage};

    Scene(const std::string& vertex_body, const std::string& fragment_body, const FragmentOptions& options = {}) {
        const ParseResult v = parse("!!ARBvp1.0\n" + vertex_body + "END\n"),
                          f = parse("!!ARBfp1.0\n" + fragment_body + "END\n");
        if (!v.program || !f.program) {
            ADD_FAILURE() << vertex_body << fragment_body;
            return;
        }
        vertex = generate_vertex(*v.program);
        fragment = generate_fragment(*f.program, options);
        EXPECT_TRUE(vertex.errors.empty());
        EXPECT_TRUE(fragment.errors.empty());
        std::vector<VaryingRow> rows;
        for (const auto& varying : fragment.varyings)
            rows.push_back({varying.binding, varying.row, varying.flat, varying.component});
        const LinkPlan plan = link(vertex, rows, fragment.needs_depth);
        EXPECT_EQ(plan.error, "");
        state.vertex = &vertex.code;
        state.fragment = &fragment.code;
        state.links = plan.instructions;
        state.exports = plan.exports;
        state.tram_rows = plan.rows;
        state.viewport_width = static_cast<float>(width);
        state.viewport_height = static_cast<float>(height);
        state.scissor_width = width;
        state.scissor_height = height;
        state.targets.push_back({1, target_address, format_RGBA8888, width * 4});
        // A position and a colour for each vertex.
        for (const auto& a : vertex.attributes)
            state.attributes.push_back({a.attribute,
                                        vertex_address + (a.binding.kind == BindingKind::Position ? 0u : 16u),
                                        attribute_float, 4, 32});
    }
    void vertices(const std::vector<std::array<float, 8>>& data) {
        std::memcpy(&device.memory()[vertex_address], data.data(), data.size() * 32);
    }
    std::string draw(const DrawCall& call) {
        StreamBuilder stream;
        emit_reset(stream);
        std::string reason = emit_state(stream, state);
        if (reason.empty()) reason = emit_draw(stream, state, call);
        emit_sync_point(stream, 3);
        words = stream.words();
        if (reason.empty() && !device.submit(words)) reason = device.failure();
        return reason;
    }
    Rgba8 at(uint32_t x, uint32_t y) const {
        return read_pixel(format_RGBA8888, &device.memory()[target_address + (y * width + x) * 4]);
    }
    std::vector<uint32_t> words;
};

const char* const plain_vertex = "MOV result.position, vertex.position;\nMOV result.color, vertex.color;\n";
const char* const plain_fragment = "MOV result.color, fragment.color;\n";
// The whole of a target: two triangles of a strip.
const std::vector<std::array<float, 8>> whole{
    {-1, -1, 0, 1, 1, 0, 0, 1}, {1, -1, 0, 1, 0, 1, 0, 1}, {-1, 1, 0, 1, 0, 0, 1, 1}, {1, 1, 0, 1, 1, 1, 1, 1}};

TEST(TegraDevice, InterpolatesColours) {
    Scene scene(plain_vertex, plain_fragment);
    scene.vertices(whole);
    ASSERT_EQ(scene.draw({draw_triangle_strip, 0, 4}), "");
    EXPECT_EQ(scene.device.fragments(), static_cast<uint64_t>(scene.width) * scene.height);
    EXPECT_EQ(scene.device.vertices(), 4u);
    EXPECT_EQ(scene.device.sync_points(), 1u);
    for (uint32_t y = 0; y < scene.height; y++)
        for (uint32_t x = 0; x < scene.width; x++) {
            const double s = (x + 0.5) / scene.width, t = (y + 0.5) / scene.height;
            const bool lower = s + t < 1;
            const std::array<double, 3> expected{lower ? 1 - s - t : s + t - 1, lower ? s : 1 - t + s + t - 1,
                                                 lower ? t : 1 - s + s + t - 1};
            // Half a step of FX10, one of the byte it becomes, and FP20's of the interpolation.
            for (size_t c = 0; c < 3; c++)
                EXPECT_NEAR(scene.at(x, y)[c], expected[c] * 255, 1.2) << x << " " << y << " " << c;
        }
}

TEST(TegraDevice, PerspectiveAndClipping) {
    // A floor that goes behind the eye: colours are those of the plane where each pixel's ray meets it.
    Scene scene(plain_vertex, plain_fragment);
    scene.state.viewport_width = scene.state.viewport_height = 48;
    scene.vertices({{-4, -1, -1, -1, 0, 0, 0, 1}, {4, -1, -1, -1, 1, 0, 0, 1}, {0, -1, 7, 7.5f, 0.5f, 1, 0, 1}});
    ASSERT_EQ(scene.draw({draw_triangles, 0, 3}), "");
    EXPECT_GT(scene.device.fragments(), 100u);
    uint32_t checked = 0;
    for (uint32_t y = 0; y < 48; y++)
        for (uint32_t x = 0; x < 48; x++) {
            const Rgba8 got = scene.at(x, y);
            if (!got[3]) continue;
            // w runs from -1 to 7.5, y is -1: w from the row, the place along it from x.
            const double ndc_x = (x + 0.5) / 24 - 1, ndc_y = (y + 0.5) / 24 - 1, w = -1 / ndc_y;
            const double along = (w + 1) / 8.5, px = ndc_x * w;
            const double left = -4 + 4 * along, right = 4 - 4 * along;
            const double share = (px - left) / (right - left);
            EXPECT_NEAR(got[1], along * 255, 2.0) << x << " " << y;
            EXPECT_NEAR(got[0], ((1 - along) * share + along * 0.5) * 255, 2.0) << x << " " << y;
            checked++;
        }
    EXPECT_EQ(checked, scene.device.fragments());
}

TEST(TegraDevice, DepthStencilScissorAndCulling) {
    Scene scene(plain_vertex, plain_fragment);
    scene.state.targets.push_back({0, depth_address, format_D16, scene.width * 2});
    scene.state.targets.push_back({2, stencil_address, format_S8, scene.width});
    scene.state.depth_test = scene.state.depth_write = true;
    std::memset(&scene.device.memory()[depth_address], 0xff, scene.width * scene.height * 2);
    auto data = whole;
    for (auto& v : data) {
        v[2] = 0.5f;
        v[4] = 1, v[5] = 0, v[6] = 0;
    }
    scene.vertices(data);
    scene.state.scissor_x = 8, scene.state.scissor_width = 16;
    ASSERT_EQ(scene.draw({draw_triangle_strip, 0, 4}), "");
    EXPECT_EQ(scene.at(7, 5)[0], 0);
    EXPECT_EQ(scene.at(8, 5)[0], 255);
    EXPECT_EQ(scene.at(23, 5)[0], 255);
    EXPECT_EQ(scene.at(24, 5)[0], 0);
    uint16_t depth = 0;
    std::memcpy(&depth, &scene.device.memory()[depth_address + (5 * scene.width + 8) * 2], 2);
    EXPECT_EQ(depth, depth_value(0.75 - 0x1p-21 * 1.5) >> 4);
    // Behind it, with the stencil counting where the depth test fails.
    for (auto& v : data) {
        v[2] = 0.75f;
        v[4] = 0, v[5] = 1;
    }
    scene.vertices(data);
    scene.state.scissor_width = 32;
    scene.state.stencil_test = true;
    scene.state.front = scene.state.back = {7, 0xff, 9, 1, 3, 2};
    ASSERT_EQ(scene.draw({draw_triangle_strip, 0, 4}), "");
    EXPECT_EQ(scene.at(8, 5), (Rgba8{255, 0, 0, 255}));
    EXPECT_EQ(scene.at(30, 5), (Rgba8{0, 255, 0, 255}));
    EXPECT_EQ(scene.device.memory()[stencil_address + 5 * scene.width + 8], 1);
    EXPECT_EQ(scene.device.memory()[stencil_address + 5 * scene.width + 30], 9);
    EXPECT_EQ(scene.device.memory()[stencil_address + 5 * scene.width + 50], 0);
    // Strips keep their winding: one or the other culls all.
    const uint64_t before = scene.device.fragments();
    scene.state.cull_counter_clockwise = true;
    ASSERT_EQ(scene.draw({draw_triangle_strip, 0, 4}), "");
    EXPECT_EQ(scene.device.fragments(), before);
}

TEST(TegraDevice, IndexedAndSplitLists) {
    Scene scene(plain_vertex, plain_fragment);
    scene.vertices(whole);
    std::vector<uint16_t> indices;
    for (int i = 0; i < 800; i++) indices.insert(indices.end(), {0, 1, 2});
    std::memcpy(&scene.device.memory()[index_address], indices.data(), indices.size() * 2);
    scene.state.scissor_width = scene.state.scissor_height = 4;
    ASSERT_EQ(scene.draw({draw_triangles, 0, 2400, 2, index_address}), "");
    EXPECT_EQ(scene.device.draws(), 2u);
    EXPECT_EQ(scene.device.vertices(), 2400u);
    EXPECT_EQ(scene.draw({draw_triangle_strip, 0, 2400, 2, index_address}),
              "a strip, fan or loop of more than 2047 vertices is not drawn in one");
    // Nobody has seen these drawn: strict runs end.
    const std::array<uint32_t, 3> wide{0, 1, 2};
    std::memcpy(&scene.device.memory()[index_address], wide.data(), sizeof wide);
    EXPECT_NE(scene.draw({draw_triangles, 0, 3, 4, index_address}).find("indices of 32 bits are not proven"),
              std::string::npos);
    PlainCoverage plain;
    Emulator lenient(0, plain, false);
    lenient.memory() = scene.device.memory();
    ASSERT_TRUE(lenient.submit(scene.words)) << lenient.failure();
    EXPECT_EQ(lenient.vertices(), 3u);
    EXPECT_GT(lenient.fragments(), 0u);
    EXPECT_EQ(scene.draw({draw_points, 0, 3}), "");
    EXPECT_EQ(scene.draw({draw_lines, 0, 2}), "");
}

// Clip distances are interpolated and kill; the fragment program chooses the face's colour.
TEST(TegraDevice, ClipDistancesAndBothFaces) {
    FragmentOptions options;
    options.clip_planes = 0x12;
    options.two_sided = true;
    Scene scene(
        "OPTION NV_vertex_program2;\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n"
        "MOV result.color.back, vertex.color.zyxw;\nMOV result.clip[1].x, vertex.position.x;\n"
        "ADD result.clip[4].x, vertex.position.y, 0.5;\n",
        plain_fragment, options);
    auto data = whole;
    for (auto& v : data) v[4] = 1, v[5] = 0.5f, v[6] = 0;
    scene.vertices(data);
    const auto expect = [&](const Rgba8& color) {
        for (uint32_t y = 0; y < scene.height; y++)
            for (uint32_t x = 0; x < scene.width; x++) {
                const bool inside = 2 * x + 1 > scene.width && 4 * y + 2 > scene.height;
                ASSERT_EQ(scene.at(x, y), inside ? color : (Rgba8{0, 0, 0, 0})) << x << " " << y;
            }
    };
    ASSERT_EQ(scene.draw({draw_triangle_strip, 0, 4}), "");
    expect({255, 127, 0, 255});
    scene.state.front_is_clockwise = true;
    ASSERT_EQ(scene.draw({draw_triangle_strip, 0, 4}), "");
    expect({0, 127, 255, 255});
}

TEST(TegraDevice, TexturesAndKill) {
    Scene scene("MOV result.position, vertex.position;\nMOV result.texcoord[0], vertex.color;\n",
                "TEMP c;\nTEX c, fragment.texcoord[0], texture[0], 2D;\nKIL fragment.texcoord[0].z;\n"
                "MOV result.color, c;\n");
    auto data = whole;
    for (auto& v : data) v[4] = (v[0] + 1) / 2, v[5] = (v[1] + 1) / 2, v[6] = v[0];  // s, t, and the left half killed
    scene.vertices(data);
    for (uint32_t i = 0; i < 4; i++) {
        const Rgba8 texel{static_cast<uint8_t>(60 * i), static_cast<uint8_t>(255 - 60 * i), 7, 255};
        // 2x2: rows of 64 bytes.
        write_pixel(format_RGBA8888, texel, &scene.device.memory()[texture_address + i / 2 * 64 + i % 2 * 4]);
    }
    scene.state.textures.push_back({0, texture_address, field::TEXTURE_DESC1_FORMAT(format_RGBA8888),
                                    field::TEXTURE_DESC2_LOG2_WIDTH(1) | field::TEXTURE_DESC2_LOG2_HEIGHT(1) |
                                        field::TEXTURE_DESC2_MIPMAP_DISABLE(1)});
    scene.state.kills = true;
    ASSERT_EQ(scene.draw({draw_triangle_strip, 0, 4}), "");
    EXPECT_EQ(scene.at(10, 10), (Rgba8{0, 0, 0, 0}));
    EXPECT_EQ(scene.at(50, 10), (Rgba8{60, 195, 7, 255}));
    EXPECT_EQ(scene.at(50, 40), (Rgba8{180, 75, 7, 255}));
}

TEST(TegraDevice, FailuresSayWhere) {
    Scene scene(plain_vertex, plain_fragment);
    scene.vertices(whole);
    scene.state.attributes[0].address = memory_bytes - 8;
    EXPECT_NE(scene.draw({draw_triangle_strip, 0, 4}).find("of vertex 0 lies outside of memory"), std::string::npos);
    EXPECT_NE(scene.device.failure().find("DRAW_PRIMITIVES: "), std::string::npos) << scene.device.failure();
    const std::vector<uint32_t> other{0x00001440};  // GR2D
    EXPECT_TRUE(scene.device.submit(other));        // chosen, and nothing written
    const std::vector<uint32_t> written{0x00001440, 0x41000001};
    EXPECT_FALSE(scene.device.submit(written));
    EXPECT_EQ(scene.device.failure(), "word 1: only GR3D's registers are emulated");
    const std::vector<uint32_t> unknown{0x00001800, 0x4fff0001};
    EXPECT_FALSE(scene.device.submit(unknown));
    EXPECT_EQ(scene.device.failure(), "word 1: 0xfff: no such register is known");
    // Nothing uploaded.
    PlainCoverage coverage;
    Emulator fresh(64, coverage);
    const std::vector<uint32_t> draw{0x00001800, 0x41230000};
    EXPECT_FALSE(fresh.submit(draw));
    EXPECT_EQ(fresh.failure(),
              "word 1: DRAW_PRIMITIVES: vertex instruction 0: operand A is not read, and is not left alone");
}

TEST(TegraDevice, RecordedStreamsDrawTheSame) {
    Scene scene(plain_vertex, plain_fragment);
    scene.vertices(whole);
    const std::vector<uint8_t> before = scene.device.memory();
    ASSERT_EQ(scene.draw({draw_triangle_strip, 0, 4}), "");
    const std::string folder = testing::TempDir();
    CapturingDevice recorder(memory_bytes, folder);
    recorder.memory() = before;
    ASSERT_TRUE(recorder.submit(scene.words)) << recorder.failure();
    std::ifstream file(folder + "/0001.host1x");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NE(text.find("VP_UPLOAD_INST"), std::string::npos);
    const ParsedCapture parsed = parse_capture(text);
    ASSERT_EQ(parsed.error, "");
    ASSERT_EQ(parsed.capture.streams.size(), 1u);
    PlainCoverage coverage;
    Emulator again(0, coverage);
    again.memory() = parsed.capture.memory;
    ASSERT_TRUE(again.submit(parsed.capture.streams[0])) << again.failure();
    EXPECT_EQ(again.memory(), scene.device.memory());
    // For tests/tegra/quad.host1x.
    if (const char* const kept = std::getenv("ASMGL_TEGRA_KEEP")) std::filesystem::copy(folder + "/0001.host1x", kept);
    std::filesystem::remove(folder + "/0001.host1x");
}

TEST(TegraDevice, ReplaysWritesBetweenStreams) {
    Scene scene(plain_vertex, plain_fragment);
    scene.vertices(whole);
    Capture capture;
    capture.memory = scene.device.memory();
    ASSERT_EQ(scene.draw({draw_triangle_strip, 0, 4}), "");
    capture.streams = {scene.words, scene.words};
    // A vertex moves, and a pixel that was drawn is changed behind all.
    capture.writes = {{1, vertex_address, {0, 0x3f000000}}, {2, target_address, std::vector<uint32_t>(20, 0x12345678)}};
    capture.picture = {target_address, format_RGBA8888, 64, 48, 256};
    const std::string text = print_capture(capture);
    const ParsedCapture parsed = parse_capture(text);
    ASSERT_EQ(parsed.error, "") << parsed.line;
    EXPECT_EQ(parsed.capture.streams, capture.streams);
    EXPECT_EQ(parsed.capture.writes, capture.writes);
    EXPECT_EQ(parsed.capture.picture, capture.picture);
    EXPECT_EQ(parsed.capture.memory, capture.memory);
    PlainCoverage coverage;
    Emulator again(0, coverage);
    ASSERT_EQ(replay(parsed.capture, again), "");
    EXPECT_EQ(again.draws(), 2u);
    EXPECT_LT(again.fragments(), 2u * 64 * 48);
    uint32_t word = 0;
    std::memcpy(&word, &again.memory()[target_address + 4 * 19], 4);
    EXPECT_EQ(word, 0x12345678u);
    std::memcpy(&word, &again.memory()[target_address + 4 * 20], 4);
    EXPECT_NE(word, 0x12345678u);
    const auto error_of = [](const char* lines) { return parse_capture(lines).error; };
    EXPECT_EQ(error_of("memory 10\nstream\ndata 10 1\n"), "the data reaches over the end of memory");
    EXPECT_EQ(error_of("memory 10\nstream\ndata 8 z\n"), "\"z\" is no word");
    EXPECT_EQ(error_of("memory 10\npicture 0 D16 4 4 8\n"),
              "picture takes an address, a format, width, height and the bytes of a row");
    Capture wrong;
    wrong.writes = {{0, 0, {1}}};
    EXPECT_EQ(replay(wrong, again), "data before stream 0 reaches over the end of memory");
}

TEST(TegraPixels, ThereAndBack) {
    for (uint32_t format = 0; format < 32; format++) {
        if (!has_color(format)) continue;
        const uint32_t bytes = pixel_bytes(format);
        for (uint32_t value = 0; value < 0x10000; value++) {
            std::array<uint8_t, 4> in{static_cast<uint8_t>(value), static_cast<uint8_t>(value >> 8),
                                      static_cast<uint8_t>(value * 7), static_cast<uint8_t>(value >> 3)},
                out{};
            write_pixel(format, read_pixel(format, in.data()), out.data());
            for (uint32_t b = 0; b < bytes; b++) ASSERT_EQ(out[b], in[b]) << format_name(format);
        }
    }
}

// Blocks by hand, from the specifications of the formats.
TEST(TegraPixels, CompressedBlocks) {
    // Red and blue; the indices count 0, 1, 2, 3 in each row.
    const uint8_t dxt1[8] = {0x00, 0xf8, 0x1f, 0x00, 0xe4, 0xe4, 0xe4, 0xe4};
    for (size_t y = 0; y < 4; y++) {
        const auto texels = read_block(format_DXT1, dxt1);
        EXPECT_EQ(texels[4 * y], (Rgba8{255, 0, 0, 255}));
        EXPECT_EQ(texels[4 * y + 1], (Rgba8{0, 0, 255, 255}));
        EXPECT_EQ(texels[4 * y + 2], (Rgba8{170, 0, 85, 255}));
        EXPECT_EQ(texels[4 * y + 3], (Rgba8{85, 0, 170, 255}));
    }
    // The other way round there are three colours, and nothing.
    const uint8_t three[8] = {0x1f, 0x00, 0x00, 0xf8, 0xe4, 0xe4, 0xe4, 0xe4};
    EXPECT_EQ(read_block(format_DXT1, three)[2], (Rgba8{128, 0, 128, 255}));
    EXPECT_EQ(read_block(format_DXT1, three)[3], (Rgba8{0, 0, 0, 0}));
    uint8_t dxt3[16] = {0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe};
    std::memcpy(dxt3 + 8, three, 8);
    for (size_t i = 0; i < 16; i++) EXPECT_EQ(read_block(format_DXT3, dxt3)[i][3], 17 * i);
    EXPECT_EQ(read_block(format_DXT3, dxt3)[3][0], 170);              // always four colours
    uint8_t dxt5[16] = {210, 0, 0x88, 0xc6, 0xfa, 0x88, 0xc6, 0xfa};  // 0, 1, 2 … 7, and again
    std::memcpy(dxt5 + 8, dxt1, 8);
    const std::array<int, 8> falling{210, 0, 180, 150, 120, 90, 60, 30};
    for (size_t i = 0; i < 16; i++) EXPECT_EQ(read_block(format_DXT5, dxt5)[i][3], falling[i % 8]);
    dxt5[0] = 0, dxt5[1] = 200;
    const std::array<int, 8> rising{0, 200, 40, 80, 120, 160, 0, 255};
    for (size_t i = 0; i < 16; i++) EXPECT_EQ(read_block(format_DXT5, dxt5)[i][3], rising[i % 8]);

    // ETC1, as the specification writes the block from its highest byte on; here the lowest comes first. Base colours
    // of four bits: (1, 3, 5) and (2, 4, 6), modifiers of tables 0 and 7; side by side.
    const auto etc1 = [](uint64_t block) {
        uint8_t bytes[8];
        for (int i = 0; i < 8; i++) bytes[i] = static_cast<uint8_t>(block >> 8 * i);
        return read_block(format_ETC1, bytes);
    };
    // Pixels (0, 0), (0, 1), (0, 2), (0, 3) have indices 0, 1, 2, 3 (signs above, sizes below), the others 0.
    const auto sides = etc1(0x12345600'000c000a | uint64_t{7} << 34);
    EXPECT_EQ(sides[0], (Rgba8{17 + 2, 51 + 2, 85 + 2, 255}));
    EXPECT_EQ(sides[4], (Rgba8{17 + 8, 51 + 8, 85 + 8, 255}));
    EXPECT_EQ(sides[8], (Rgba8{17 - 2, 51 - 2, 85 - 2, 255}));
    EXPECT_EQ(sides[12], (Rgba8{17 - 8, 51 - 8, 85 - 8, 255}));
    EXPECT_EQ(sides[2], (Rgba8{34 + 47, 68 + 47, 102 + 47, 255}));
    EXPECT_EQ(sides[15], sides[2]);
    // Differences: (16, 31, 0) and (16 - 4, 31 + 0, 0 + 3) of five bits, above each other; 33 is added.
    const auto above = etc1(uint64_t{16 << 3 | 4} << 56 | uint64_t{31 << 3} << 48 | uint64_t{3} << 40 |
                            uint64_t{6} << 37 | uint64_t{6} << 34 | uint64_t{3} << 32);
    EXPECT_EQ(above[7], (Rgba8{132 + 33, 255, 33, 255}));
    EXPECT_EQ(above[8], (Rgba8{99 + 33, 255, 24 + 33, 255}));
}

TEST(TegraPixels, LevelsFollowEachOther) {
    const TextureSize size{8, 4, 4};
    EXPECT_EQ(level_offset(size, 4, 1), 8u * 4 * 4);
    EXPECT_EQ(level_offset(size, 4, 2), 8u * 4 * 4 + 16 * 2);
    EXPECT_EQ(level_offset(size, 4, 3), 8u * 4 * 4 + 16 * 2 + 16);
    EXPECT_EQ(texture_pitch(2, 4, false), 64u);
}

}  // namespace
}  // namespace machines::tegra
