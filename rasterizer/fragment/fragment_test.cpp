// Clears, pixel rectangles, sinks and outlines: what draws beside filled primitives do to pixels.
#include <gtest/gtest.h>

#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

using runtime::Format;

TEST(Fragments, ScissoredAndMaskedClears) {
    TestScene scene(70, 70);
    scene.clear({1, 0, 0, 1}, 1, 7);
    Clear clear;
    clear.framebuffer = scene.draw.framebuffer;
    clear.area = {3, 5, 64, 60};
    clear.color_buffers = 1;
    clear.color_mask[0] = 0b0110;
    clear.color[0] = {0, std::bit_cast<uint32_t>(1.0f), 0, 0};
    clear.stencil = true;
    clear.stencil_value = 0xff;
    clear.stencil_mask = 0xf0;
    clear.depth = true;
    clear.depth_value = 0.5;
    scene.rasterizer.clear(clear);
    for (int32_t y = 0; y < 70; y += 1)
        for (int32_t x = 0; x < 70; x += 1) {
            const bool inside = x >= 3 && x < 67 && y >= 5 && y < 65;
            ASSERT_EQ(scene.color_at(x, y), (std::array<float, 4>{1, inside ? 1.0f : 0.0f, 0, 1}));
            ASSERT_EQ(scene.stencil_at(x, y), inside ? 0xf7 : 7);
            ASSERT_NEAR(scene.depth_at(x, y), inside ? 0.5 : 1, 1e-6);
        }
}

TEST(Fragments, PixelRectangles) {
    for (bool late : {false, true}) {
        TestScene scene(64, 64);
        scene.clear({0, 0, 0, 0}, 1, 0x0f);
        if (late)
            scene.draw.fragment =
                stage_program("!!ARBfp1.0\nKIL fragment.color;\nMOV result.color, fragment.color;\nEND\n");
        auto rectangle = std::make_shared<PixelRectangle>();
        auto image = std::make_shared<runtime::Image>(Format::Rgba32Float, runtime::Extent{3, 2, 1});
        for (int32_t y = 0; y < 2; ++y)
            for (int32_t x = 0; x < 3; ++x) {
                const std::array<float, 4> color{static_cast<float>(x) / 2, static_cast<float>(y), 1, 1};
                std::memcpy(image->row(y) + x * 16, color.data(), 16);
            }
        rectangle->image = image;
        rectangle->x = 10;
        rectangle->y = 20;
        rectangle->zoom_x = 4;
        rectangle->zoom_y = -5;
        scene.draw.pixel_rectangle = rectangle;
        scene.rasterizer.draw(scene.draw);
        for (int32_t y = 0; y < 64; ++y)
            for (int32_t x = 0; x < 64; ++x) {
                std::array<float, 4> expected{0, 0, 0, 0};
                if (x >= 10 && x < 22 && y >= 10 && y < 20)
                    expected = {static_cast<float>((x - 10) / 4) / 2, y < 15 ? 1.0f : 0.0f, 1, 1};
                const auto color = scene.color_at(x, y);
                for (int c = 0; c < 4; ++c) ASSERT_NEAR(color[c], expected[c], 0.003) << x << ' ' << y;
            }

        auto stencil = std::make_shared<runtime::Image>(Format::R8Uint, runtime::Extent{2, 1, 1});
        stencil->row(0)[0] = std::byte{0xff};
        stencil->row(0)[1] = std::byte{0x00};
        auto writes = std::make_shared<PixelRectangle>();
        writes->image = stencil;
        writes->kind = PixelRectangle::Kind::Stencil;
        scene.draw.depth_stencil.stencil[0].write_mask = 0xf1;
        scene.draw.pixel_rectangle = writes;
        scene.rasterizer.draw(scene.draw);
        EXPECT_EQ(scene.stencil_at(0, 0), 0xff);
        EXPECT_EQ(scene.stencil_at(1, 0), 0x0e);
        EXPECT_EQ(scene.stencil_at(2, 0), 0x0f);

        auto bits = std::make_shared<PixelRectangle>();
        bits->image = stencil;
        bits->kind = PixelRectangle::Kind::Bitmap;
        bits->x = 40;
        bits->attributes.resize(scene.draw.fragment.program->attributes.size(),
                                {0x3f800000, 0, 0x3f800000, 0x3f800000});
        scene.draw.pixel_rectangle = bits;
        scene.rasterizer.draw(scene.draw);
        EXPECT_EQ(scene.color_at(40, 0), (std::array<float, 4>{1, 0, 1, 1}));
        EXPECT_EQ(scene.color_at(41, 0), (std::array<float, 4>{0, 0, 0, 0}));
    }
}

class RecordingSink : public PrimitiveSink {
  public:
    void point(const WindowVertex& vertex) override { points.push_back(vertex); }
    void line(const WindowVertex& a, const WindowVertex& b, bool) override {
        lines.push_back(a);
        lines.push_back(b);
    }
    void polygon(std::span<const WindowVertex> vertices) override {
        polygons.emplace_back(vertices.begin(), vertices.end());
    }
    std::vector<WindowVertex> points, lines;
    std::vector<std::vector<WindowVertex>> polygons;
};

TEST(Fragments, SinksReceiveClippedPrimitives) {
    TestScene scene(100, 100);
    RecordingSink sink;
    scene.draw.sink = &sink;
    scene.run({scene.at(50, 50), scene.at(160, 50), scene.at(50, 160)});
    ASSERT_EQ(sink.polygons.size(), 1u);
    EXPECT_EQ(sink.polygons[0].size(), 4u);  // its corners in view: a square
    for (const WindowVertex& vertex : sink.polygons[0])
        for (int c = 0; c < 2; ++c) {
            EXPECT_GE(vertex.position[c], 49.99f);
            EXPECT_LE(vertex.position[c], 100.01f);
        }
    scene.draw.raster.cull_front = true;
    scene.run({scene.at(50, 50), scene.at(160, 50), scene.at(50, 160)});
    EXPECT_EQ(sink.polygons.size(), 1u);
    scene.draw.primitive = Primitive::Lines;
    scene.run({scene.at(50, 50), scene.at(150, 50), scene.at(150, 50), scene.at(150, 60)});
    ASSERT_EQ(sink.lines.size(), 2u);
    EXPECT_NEAR(sink.lines[1].position[0], 100, 1e-3);
    scene.draw.primitive = Primitive::Points;
    scene.run({scene.at(20, 30, 0.25), scene.at(-1, 5)});
    ASSERT_EQ(sink.points.size(), 1u);
    EXPECT_NEAR(sink.points[0].position[2], 0.25, 1e-6);
}

TEST(Fragments, PolygonModeLineDrawsOutlinesOnly) {
    TestScene scene(64, 64);
    count_fragments(scene);
    scene.clear({0, 0, 0, 0});
    scene.draw.raster.polygon_mode = {PolygonMode::Line, PolygonMode::Line};
    for (Primitive primitive : {Primitive::Quads, Primitive::Polygon}) {
        scene.clear({0, 0, 0, 0});
        scene.draw.primitive = primitive;
        scene.run({scene.at(8.5, 8.5, 0.5, one_step), scene.at(40.5, 8.5, 0.5, one_step),
                   scene.at(40.5, 40.5, 0.5, one_step), scene.at(8.5, 40.5, 0.5, one_step)});
        const std::vector<uint32_t> pixels = scene.pixels();
        for (int32_t y = 0; y < 64; ++y)
            for (int32_t x = 0; x < 64; ++x) {
                const bool inside = x >= 8 && x <= 40 && y >= 8 && y <= 40;
                const bool edge = inside && (x == 8 || x == 40 || y == 8 || y == 40);
                ASSERT_EQ(pixels[y * 64 + x] & 255, edge ? 1u : 0u) << x << ' ' << y;
            }
    }
}

TEST(Fragments, EdgeFlagsHideEdgesOfOutlines) {
    TestScene scene(64, 64);
    scene.clear({0, 0, 0, 0});
    scene.draw.raster.polygon_mode = {PolygonMode::Line, PolygonMode::Line};
    scene.draw.primitive = Primitive::Quads;
    const std::array<uint8_t, 4> flags{1, 0, 1, 0};
    VertexAttribute& attribute = scene.draw.input.edge_flags;
    attribute.enabled = true;
    attribute.data = reinterpret_cast<const std::byte*>(flags.data());
    attribute.stride = 1;
    attribute.components = 1;
    attribute.type = ComponentType::UnsignedByte;
    scene.run({scene.at(8.5, 8.5), scene.at(40.5, 8.5), scene.at(40.5, 40.5), scene.at(8.5, 40.5)});
    EXPECT_GT(scene.color_at(20, 8)[0], 0);
    EXPECT_EQ(scene.color_at(40, 20)[0], 0);
    EXPECT_GT(scene.color_at(20, 40)[0], 0);
    EXPECT_EQ(scene.color_at(8, 20)[0], 0);
}

TEST(Fragments, IndexedDrawsWithRestartAndBounds) {
    TestScene scene(64, 64);
    scene.clear({0, 0, 0, 0});
    const std::vector<TestVertex> vertices{scene.at(0, 0),   scene.at(64, 0), scene.at(0, 64),
                                           scene.at(64, 64), scene.at(64, 0), scene.at(0, 64)};
    const std::vector<uint16_t> indices{0, 1, 2, 0xffff, 3, 5, 4, 9, 9};
    scene.draw.primitive = Primitive::TriangleStrip;
    scene.draw.input.index_type = IndexType::UnsignedShort;
    scene.draw.input.indices = reinterpret_cast<const std::byte*>(indices.data());
    scene.draw.input.readable_indices = 7 * 2;
    scene.draw.input.primitive_restart = true;
    scene.draw.input.restart_index = 0xffff;
    scene.run(vertices);
    scene.draw.input.count = 9;
    scene.rasterizer.draw(scene.draw);  // the last two indices lie beyond the readable ones: zero
    for (uint32_t pixel : scene.pixels()) ASSERT_EQ(pixel, 0xffffffffu);
}

}  // namespace
}  // namespace rasterizer
