// Draws as Tegra's engine would do them: captured, replayed on its emulator, and compared with the rasterizer's own.
#include "rasterizer/targets/draw_capture.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <unistd.h>

#include "machines/tegra/device/device.h"
#include "machines/tegra/surfaces/pixels.h"
#include "rasterizer/targets/device_coverage.h"
#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

namespace tegra = machines::tegra;

constexpr int32_t width = 60, height = 44;

class CapturedDraws : public ::testing::Test {
  protected:
    void SetUp() override {
        CaptureOptions options;
        // A folder for this process: tests run side by side.
        options.folder = folder = testing::TempDir() + "/tegra-draws-" + std::to_string(getpid());
        auto made = std::make_unique<DrawCapture>(options);
        draw_capture = made.get();
        set_draw_observer(std::move(made));
    }
    void TearDown() override {
        set_draw_observer(nullptr);
        std::filesystem::remove_all(folder);
    }

    // The capture's picture against the scene's: how many pixels have a channel that is further off than `bound`.
    int different(TestScene& scene, int bound = 2) {
        EXPECT_EQ(draw_capture->take_messages(), std::vector<std::string>{});
        const std::vector<uint32_t> expected = scene.pixels();
        const tegra::ParsedCapture parsed = tegra::parse_capture(tegra::print_capture(draw_capture->capture()));
        EXPECT_EQ(parsed.error, "");
        DeviceCoverage coverage;
        tegra::Emulator device(0, coverage);
        EXPECT_EQ(tegra::replay(parsed.capture, device), "");
        EXPECT_TRUE(parsed.capture.picture);
        if (!parsed.capture.picture) return -1;
        const tegra::CapturePicture picture = *parsed.capture.picture;
        EXPECT_EQ(picture.width, static_cast<uint32_t>(width));
        EXPECT_EQ(picture.height, static_cast<uint32_t>(height));
        int count = 0;
        drawn = 0;
        for (uint32_t y = 0; y < picture.height; y++)
            for (uint32_t x = 0; x < picture.width; x++) {
                const tegra::Rgba8 got = tegra::read_pixel(
                    picture.format,
                    &device.memory()[picture.address + y * picture.pitch + x * tegra::pixel_bytes(picture.format)]);
                const uint32_t word = expected[y * picture.width + x];  // BGRA
                const std::array<int, 4> wanted{int(word >> 16 & 255), int(word >> 8 & 255), int(word & 255),
                                                int(word >> 24)};
                bool far = false;
                for (size_t c = 0; c < 4; c++) far |= std::abs(wanted[c] - got[c]) > bound;
                count += far;
                drawn += word != background;
            }
        fragments = device.fragments();
        return count;
    }

    std::string folder;
    DrawCapture* draw_capture = nullptr;
    uint32_t background = 0;
    int drawn = 0;
    uint64_t fragments = 0;
};

struct Random {
    std::mt19937 engine;
    explicit Random(uint32_t seed) : engine(seed) {}
    float operator()(float low, float high) { return std::uniform_real_distribution<float>(low, high)(engine); }
    TestVertex vertex(const TestScene& scene) {
        TestVertex v = scene.at((*this)(-20, 80), (*this)(-20, 70), (*this)(0, 1),
                                {(*this)(0, 1), (*this)(0, 1), (*this)(0, 1), (*this)(0, 1)}, (*this)(0.5f, 3));
        v.texcoord = {(*this)(-1, 2), (*this)(-1, 2), 0, 1};
        return v;
    }
    std::vector<TestVertex> vertices(const TestScene& scene, int count) {
        std::vector<TestVertex> all;
        for (int i = 0; i < count; i++) all.push_back(vertex(scene));
        return all;
    }
};

TEST_F(CapturedDraws, TrianglesWithPerspectiveAndDepth) {
    Random random(1);
    TestScene scene(width, height);
    scene.clear({0.2f, 0.4f, 0.6f, 1});
    scene.draw.depth_stencil.depth_test = true;
    scene.draw.viewports[0] = {4, 3, 50, 38, 0.1, 0.9};
    scene.run(random.vertices(scene, 60));
    // Depths that 16 bits hold for equal, and what the sides of the view volume cut.
    EXPECT_LE(different(scene), 12);
    EXPECT_GT(fragments, 2000u);
    EXPECT_EQ(draw_capture->capture().streams.size(), 2u);
}

TEST_F(CapturedDraws, AllPrimitives) {
    for (const Primitive primitive :
         {Primitive::Triangles, Primitive::TriangleStrip, Primitive::TriangleFan, Primitive::Quads,
          Primitive::QuadStrip, Primitive::Polygon, Primitive::TrianglesAdjacency, Primitive::TriangleStripAdjacency}) {
        for (const bool flat : {false, true}) {
            SetUp();
            Random random(static_cast<uint32_t>(primitive) + 7);
            TestScene scene(width, height);
            scene.clear({0, 0, 0, 0});
            scene.draw.primitive = primitive;
            scene.draw.raster.flat_shade = flat;
            std::vector<TestVertex> vertices = random.vertices(scene, 12);
            // Quads are flat and convex: their diagonals are not to be seen.
            if (primitive == Primitive::Quads)
                for (size_t i = 0; i < 12; i += 4)
                    for (size_t c = 0; c < 4; c++)
                        vertices[i + 3].position[c] =
                            vertices[i].position[c] + vertices[i + 2].position[c] - vertices[i + 1].position[c];
            scene.run(vertices);
            EXPECT_LE(different(scene), 6) << static_cast<int>(primitive) << flat;
            EXPECT_GT(drawn, 300);
        }
    }
}

TEST_F(CapturedDraws, IndicesOfAllSizesRestartAndInstances) {
    Random random(3);
    TestScene scene(width, height);
    scene.clear({0, 0, 0, 0});
    scene.draw.primitive = Primitive::TriangleStrip;
    const std::vector<uint32_t> indices{0, 1, 2, 3, 0xffffffff, 70000, 5, 6, 2, 0xffffffff, 4, 1, 70000};
    std::vector<TestVertex> vertices = random.vertices(scene, 70001);
    scene.draw.input.index_type = IndexType::UnsignedInt;
    scene.draw.input.indices = reinterpret_cast<const std::byte*>(indices.data());
    scene.draw.input.primitive_restart = true;
    scene.draw.input.restart_index = 0xffffffff;
    scene.draw.input.instance_count = 2;
    scene.draw.input.base_vertex = 0;
    // run() counts vertices; there are fewer indices.
    vertices.resize(70001);
    scene.draw.input.attributes = {};
    for (size_t i = 0; i < scene.draw.vertex.program->attributes.size(); ++i) {
        VertexAttribute& attribute = scene.draw.input.attributes[i];
        attribute.enabled = true;
        attribute.stride = sizeof(TestVertex);
        attribute.data = reinterpret_cast<const std::byte*>(vertices.data()) +
                         (scene.draw.vertex.program->attributes[i].binding.kind == arbasm::BindingKind::Position ? 0
                          : scene.draw.vertex.program->attributes[i].binding.kind == arbasm::BindingKind::Color
                              ? offsetof(TestVertex, color)
                              : offsetof(TestVertex, texcoord));
    }
    scene.draw.input.count = static_cast<int32_t>(indices.size());
    scene.rasterizer.draw(scene.draw);
    EXPECT_LE(different(scene), 6);
    EXPECT_GT(drawn, 300);
    EXPECT_EQ(draw_capture->capture().streams.size(), 3u);
    EXPECT_LT(draw_capture->capture().memory.size(), 100000u);  // what is used of the vertices
}

TEST_F(CapturedDraws, BlendingMasksAndAlphaTest) {
    for (const runtime::Format format :
         {runtime::Format::Bgra8Unorm, runtime::Format::Rgba8Unorm, runtime::Format::Bgrx8Unorm}) {
        if (format == runtime::Format::Rgba8Unorm) continue;  // pixels() gives BGRA
        SetUp();
        Random random(4);
        TestScene scene(width, height, format);
        scene.clear({0.5f, 0.25f, 0.75f, 0.5f});
        BlendState& blend = scene.draw.fragment_state.blend[0];
        blend.enabled = true;
        blend.source_color = blend.source_alpha = BlendFactor::SourceAlpha;
        blend.destination_color = blend.destination_alpha = BlendFactor::OneMinusSourceAlpha;
        scene.run(random.vertices(scene, 12));
        blend.source_color = BlendFactor::ConstantColor;
        blend.destination_color = BlendFactor::DestinationAlpha;
        blend.color_equation = BlendEquation::ReverseSubtract;
        blend.write_mask = 5;
        scene.draw.fragment_state.blend_color = {0.3f, 0.6f, 0.9f, 1};
        scene.run(random.vertices(scene, 12));
        blend.enabled = false;
        blend.write_mask = 15;
        scene.draw.fragment_state.alpha_test = true;
        scene.draw.fragment_state.alpha_function = CompareFunction::Greater;
        scene.draw.fragment_state.alpha_reference = 0.5f;
        scene.run(random.vertices(scene, 12));
        // Where alpha is at the test's reference one or the other.
        EXPECT_LE(different(scene, 4), 30);
    }
}

TEST_F(CapturedDraws, StencilScissorAndCulling) {
    Random random(5);
    TestScene scene(width, height);
    scene.clear({0, 0, 0, 1}, 1, 3);
    scene.draw.depth_stencil.stencil_test = true;
    for (StencilFace& face : scene.draw.depth_stencil.stencil) {
        face.function = CompareFunction::Always;
        face.pass = StencilFace::Operation::Increment;
    }
    scene.draw.fragment_state.blend[0].write_mask = 0;
    scene.run(random.vertices(scene, 15));
    scene.draw.fragment_state.blend[0].write_mask = 15;
    for (StencilFace& face : scene.draw.depth_stencil.stencil) {
        face.function = CompareFunction::Equal;
        face.reference = 4;
        face.pass = StencilFace::Operation::Zero;
    }
    scene.draw.raster.scissor_test = true;
    scene.draw.scissors[0] = {5, 7, 41, 30};
    scene.run(random.vertices(scene, 30));
    scene.draw.raster.cull_back = true;
    scene.run(random.vertices(scene, 30));
    EXPECT_LE(different(scene), 15);
    EXPECT_GT(drawn, 100);
}

runtime::TextureBinding texture_of(int32_t w, int32_t h, runtime::Format format, bool levels, Random& random,
                                   runtime::Wrap wrap = runtime::Wrap::Repeat) {
    auto texture = std::make_shared<runtime::Texture>();
    texture->format = format;
    for (int l = 0;; l++) {
        const runtime::Extent extent{std::max(w >> l, 1), std::max(h >> l, 1), 1};
        const auto image = std::make_shared<runtime::Image>(format, extent);
        const runtime::FormatInfo& info = runtime::format_info(format);
        if (info.block_width > 1)
            for (int32_t y = 0; y < (extent.height + 3) / 4; y++)
                for (int32_t x = 0; x < (extent.width + 3) / 4; x++) {
                    std::array<runtime::Texel, 16> block;
                    for (runtime::Texel& texel : block)
                        for (uint32_t& c : texel) c = std::bit_cast<uint32_t>(random(0, 1));
                    runtime::store_block(format, image->row(y) + x * info.bytes_per_block, block);
                }
        for (int32_t y = 0; y < extent.height; y++)
            for (int32_t x = 0; x < extent.width; x++) {
                runtime::Texel texel;
                for (size_t c = 0; c < 4; c++)
                    texel[c] = std::bit_cast<uint32_t>(
                        0.5f + 0.2f * std::sin(0.7f * static_cast<float>(x + 2 * y) + static_cast<float>(c)) +
                        random(-0.02f, 0.02f));
                runtime::store_texels(format, image->row(y), x, 1, &texel);
            }
        texture->levels.push_back(image);
        if (!levels || (extent.width == 1 && extent.height == 1)) break;
    }
    runtime::Sampler sampler;
    sampler.mip_filter = levels ? runtime::MipFilter::Linear : runtime::MipFilter::None;
    sampler.min_filter = sampler.mag_filter = runtime::Filter::Linear;
    sampler.wrap_s = sampler.wrap_t = wrap;
    return {texture, sampler};
}

constexpr const char* const textured_fragments =
    "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n";

TEST_F(CapturedDraws, Textures) {
    struct Row {
        int32_t w, h;
        runtime::Format format;
        bool levels;
        runtime::Wrap wrap;
    };
    for (const Row& row : {Row{16, 16, runtime::Format::Rgba8Unorm, false, runtime::Wrap::Repeat},
                           Row{32, 8, runtime::Format::Bgra8Unorm, true, runtime::Wrap::MirroredRepeat},
                           Row{16, 16, runtime::Format::Rgb565Unorm, true, runtime::Wrap::ClampToEdge},
                           Row{13, 21, runtime::Format::La8Unorm, false, runtime::Wrap::ClampToEdge},
                           Row{16, 4, runtime::Format::L8Unorm, false, runtime::Wrap::Repeat},
                           Row{16, 8, runtime::Format::Dxt1RgbaUnorm, false, runtime::Wrap::Repeat},
                           Row{8, 8, runtime::Format::Dxt3Unorm, false, runtime::Wrap::ClampToEdge},
                           Row{10, 7, runtime::Format::Dxt5Unorm, false, runtime::Wrap::ClampToEdge},
                           Row{8, 8, runtime::Format::Dxt5Unorm, true, runtime::Wrap::MirroredRepeat},
                           Row{8, 8, runtime::Format::Rgba4Unorm, false, runtime::Wrap::Repeat},
                           Row{8, 8, runtime::Format::Rgb8Unorm, true, runtime::Wrap::Repeat}}) {
        SetUp();
        Random random(6);
        TestScene scene(width, height);
        scene.clear({0, 0, 0, 0});
        scene.draw.fragment = stage_program(textured_fragments);
        scene.draw.fragment.textures = {texture_of(row.w, row.h, row.format, row.levels, random, row.wrap)};
        scene.run(random.vertices(scene, 12));
        // FP20 coordinates move a lookup by up to an eighth of a texel here, by 2^-11 of 32 texels and of the
        // weights' steps.
        EXPECT_LE(different(scene, 8), 20) << runtime::format_info(row.format).name;
        EXPECT_GT(drawn, 500);
    }
}

TEST_F(CapturedDraws, OtherTargetsSwizzlesAndNoTexture) {
    struct Row {
        runtime::TextureKind kind;
        const char* target;
        int32_t w, h;
        float scale_s, scale_t;
    };
    for (const Row& row : {Row{runtime::TextureKind::Texture1D, "1D", 16, 1, 1, 1},
                           Row{runtime::TextureKind::Rectangle, "RECT", 12, 9, 12, 9}}) {
        SetUp();
        Random random(14);
        TestScene scene(width, height);
        scene.clear({0, 0, 0, 0});
        scene.draw.fragment = stage_program(
            std::string("!!ARBfp1.0\nTEMP a, b;\nTEX a, fragment.texcoord[0], texture[1], ") + row.target +
            ";\nTEX b, fragment.texcoord[0], texture[2], 2D;\n"
            "ADD result.color, a, b;\nEND\n");
        const runtime::TextureBinding binding =
            texture_of(row.w, row.h, runtime::Format::Rgba8Unorm, false, random, runtime::Wrap::ClampToEdge);
        auto texture = std::make_shared<runtime::Texture>(*binding.texture());
        texture->kind = row.kind;
        texture->swizzle = {runtime::Channel::Blue, runtime::Channel::Zero, runtime::Channel::One,
                            runtime::Channel::Red};
        // Unit 2 has no texture: (0, 0, 0, 1).
        scene.draw.fragment.textures = {{}, runtime::TextureBinding(texture, binding.sampler()), {}};
        std::vector<TestVertex> vertices = random.vertices(scene, 12);
        for (TestVertex& v : vertices) {
            v.texcoord[0] *= row.scale_s;
            v.texcoord[1] *= row.scale_t;
        }
        scene.run(vertices);
        EXPECT_LE(different(scene, 4), 12) << row.target;
        EXPECT_GT(drawn, 500);
    }
}

TEST_F(CapturedDraws, WhatWasDrawnIsATexture) {
    Random random(7);
    TestScene first(width, height), second(width, height);
    first.clear({0.1f, 0.2f, 0.3f, 1});
    first.run(random.vertices(first, 12));
    second.clear({0, 0, 0, 0});
    second.draw.fragment = stage_program(textured_fragments);
    const runtime::TextureBinding binding =
        texture_of(1, 1, runtime::Format::Bgra8Unorm, false, random, runtime::Wrap::ClampToEdge);
    auto texture = std::make_shared<runtime::Texture>(*binding.texture());
    texture->levels = {first.draw.framebuffer.colors[0].image};
    runtime::Sampler sampler = binding.sampler();
    sampler.min_filter = sampler.mag_filter = runtime::Filter::Nearest;
    second.draw.fragment.textures = {runtime::TextureBinding(texture, sampler)};
    first.rasterizer.finish();
    second.draw.primitive = Primitive::TriangleStrip;
    std::vector<TestVertex> whole{second.at(0, 0), second.at(width, 0), second.at(0, height), second.at(width, height)};
    whole[1].texcoord[0] = whole[3].texcoord[0] = whole[2].texcoord[1] = whole[3].texcoord[1] = 1;
    second.run(whole);
    EXPECT_LE(different(second, 3), width * height / 20);  // nearest texels between two
    // The texture is the target itself, not a copy of it.
    EXPECT_LT(draw_capture->capture().memory.size(), 2u * 64 * 4 * 46 + 2 * 64 * 2 * 46 + 2 * 64 * 46 + 8192);
}

TEST_F(CapturedDraws, WhatCannotBeCapturedIsSaidOnceAndCaughtUp) {
    Random random(8);
    TestScene scene(width, height);
    scene.clear({0, 0, 0, 0});
    scene.run(random.vertices(scene, 12));
    scene.draw.raster.depth_clamp = true;
    scene.run(random.vertices(scene, 12));
    scene.run(random.vertices(scene, 12));
    EXPECT_EQ(draw_capture->take_messages(),
              std::vector<std::string>{"tegra: a draw is not recorded: depth is clamped"});
    scene.draw.raster.depth_clamp = false;
    EXPECT_TRUE(draw_capture->capture().writes.empty());
    scene.run(random.vertices(scene, 6));
    EXPECT_LE(different(scene), 6);
    EXPECT_EQ(draw_capture->capture().writes.size(), 1u);
    EXPECT_EQ(draw_capture->capture().streams.size(), 3u);
    // And what changes an image behind the rasterizer's back.
    runtime::Image& image = *scene.draw.framebuffer.colors[0].image;
    scene.rasterizer.wait_for(image);
    // Who only looks changes nothing.
    scene.run(random.vertices(scene, 6));
    EXPECT_EQ(draw_capture->capture().writes.size(), 1u);
    scene.rasterizer.wait_for(image);
    std::memset(image.row(10), 0x55, 4 * width);
    scene.run(random.vertices(scene, 6));
    EXPECT_LE(different(scene), 6);
    EXPECT_EQ(draw_capture->capture().writes.size(), 2u);
}

TEST_F(CapturedDraws, ClipPlanes) {
    Random random(11);
    TestScene scene(width, height);
    scene.clear({0, 0, 0, 0});
    scene.draw.vertex = stage_program(
        "!!ARBvp1.0\nOPTION NV_vertex_program2;\nMOV result.position, vertex.position;\n"
        "MOV result.color, vertex.color;\nDP4 result.clip[0].x, vertex.position, {1, 0.3, 0, 0.1};\n"
        "DP4 result.clip[2].x, vertex.position, {0.1, -1, 0.2, 0.4};\n"
        "DP4 result.clip[3].x, vertex.position, {-1, 0, 0, -2};\nEND\n");
    scene.draw.raster.clip_distances = 5;
    scene.run(random.vertices(scene, 30));
    // At the planes 20 bits decide.
    EXPECT_LE(different(scene), 12);
    EXPECT_GT(drawn, 300);
    EXPECT_LT(drawn, width * height * 3 / 4);
}

TEST_F(CapturedDraws, ColoursOfFaces) {
    for (const bool flat : {false, true}) {
        SetUp();
        Random random(12);
        TestScene scene(width, height);
        scene.clear({0, 0, 0, 0});
        scene.draw.vertex = stage_program(
            "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n"
            "MUL result.color.back, vertex.color.yzxw, 1.5;\nEND\n");
        scene.draw.raster.two_sided_color = true;
        scene.draw.raster.flat_shade = flat;
        scene.run(random.vertices(scene, 30));
        EXPECT_LE(different(scene), 6);
        EXPECT_GT(drawn, 300);
    }
}

TEST_F(CapturedDraws, FogCoordinatesAreScalars) {
    Random random(13);
    TestScene scene(width, height);
    scene.clear({0, 0, 0, 0});
    scene.draw.vertex =
        stage_program("!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.fogcoord, vertex.color.y;\nEND\n");
    scene.draw.fragment =
        stage_program("!!ARBfp1.0\nADD result.color, fragment.fogcoord.xyzw, {0, 0.25, 0.5, 0};\nEND\n");
    scene.run(random.vertices(scene, 12));
    EXPECT_LE(different(scene), 6);
    EXPECT_GT(drawn, 300);
}

TEST_F(CapturedDraws, LinesAndPoints) {
    Random random(9);
    TestScene scene(width, height);
    scene.clear({0, 0, 0, 0});
    scene.draw.primitive = Primitive::LineLoop;
    scene.run(random.vertices(scene, 12));
    scene.draw.primitive = Primitive::Points;
    scene.draw.raster.point_size = 5;
    scene.run(random.vertices(scene, 12));
    // A line's pixels are chosen by another rule: one in each column, but not always the same.
    const int count = different(scene);
    EXPECT_LE(count, drawn / 10);
    EXPECT_GT(drawn, 300);
}

TEST_F(CapturedDraws, FramesBecomeFiles) {
    Random random(10);
    TestScene scene(width, height);
    for (int frame = 0; frame < 2; frame++) {
        scene.clear({0, 0, 0, 0});
        scene.run(random.vertices(scene, 12));
        draw_capture->frame_finished();
    }
    EXPECT_TRUE(draw_capture->capture().streams.empty());
    std::ifstream file(folder + "/frame-0002.host1x");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const tegra::ParsedCapture parsed = tegra::parse_capture(text);
    ASSERT_EQ(parsed.error, "");
    EXPECT_EQ(parsed.capture.streams.size(), 2u);
    EXPECT_TRUE(std::filesystem::exists(folder + "/frame-0001.host1x"));
    // A frame without draws is none.
    draw_capture->frame_finished();
    EXPECT_FALSE(std::filesystem::exists(folder + "/frame-0003.host1x"));
}

}  // namespace
}  // namespace rasterizer
