// Triangles set up many at a time are what they are one by one, to the last bit.
#include "rasterizer/setup/triangle_lanes.h"

#include <bit>
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/scene/scene.h"
#include "rasterizer/setup/primitive_setup.h"
#include "runtime/simd/cpu_features.h"

namespace rasterizer {
namespace {

class RandomTriangles {
  public:
    explicit RandomTriangles(uint32_t seed) : random_(seed) {
        Framebuffer& framebuffer = draw.framebuffer;
        framebuffer.width = 300;
        framebuffer.height = 200;
        framebuffer.samples = one_in(3) ? 4 : 1;
        const runtime::Format depths[] = {runtime::Format::Depth24Stencil8, runtime::Format::Depth16,
                                          runtime::Format::Depth32Float};
        if (!one_in(4))
            framebuffer.depth.image = std::make_shared<runtime::Image>(
                depths[number(3)], runtime::Extent{framebuffer.width, framebuffer.height, 1}, framebuffer.samples);
        draw.viewports[0] = {0, 0, 300, 200};
        RasterState& raster = draw.raster;
        raster.multisample = !one_in(4);
        raster.front_face_clockwise = one_in(2);
        raster.clip_origin_upper_left = one_in(2);
        raster.cull_back = one_in(2);
        raster.cull_front = one_in(5);
        raster.scissor_test = one_in(3);
        draw.scissors[0] = {10, 20, static_cast<int32_t>(1 + number(200)), static_cast<int32_t>(1 + number(100))};
        raster.polygon_offset[static_cast<int>(PolygonMode::Fill)] = one_in(3);
        raster.offset_factor = real(-3, 3);
        raster.offset_units = real(-30, 30);
        raster.offset_clamp = one_in(2) ? real(-0.01f, 0.01f) : 0;
        make_triangles();
    }

    ShadedVertices vertices() {
        return {data_.data(), codes_.data(), grid_positions_.data(), grid_positions_.size(), stride, first};
    }

    Draw draw;
    std::vector<AssembledPrimitive> primitives;

  private:
    static constexpr int stride = 8;
    static constexpr uint32_t first = 77;

    uint32_t number(uint32_t below) { return std::uniform_int_distribution<uint32_t>(0, below - 1)(random_); }
    bool one_in(uint32_t many) { return number(many) == 0; }
    float real(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_); }

    void make_triangles() {
        for (uint32_t i = 0; i < 40 * triangles_at_once; ++i) {
            constexpr float sizes[] = {0.6f, 1.5f, 4, 12, 100, 400, 9000};
            const float size = sizes[number(std::size(sizes))], x = real(-20, 320), y = real(-20, 220);
            const float q = real(0.1f, 3);
            const bool flat = one_in(2);
            uint32_t corners[3];
            for (uint32_t& corner : corners) {
                corner = first + static_cast<uint32_t>(grid_positions_.size());
                if (!grid_positions_.empty() && one_in(8)) {
                    corner = first + number(static_cast<uint32_t>(grid_positions_.size()));
                    continue;
                }
                add(x + real(-size, size), y + real(-size, size), flat ? q : real(0.1f, 3));
            }
            primitives.push_back({{corners[0], corners[1], corners[2]},
                                  corners[number(3)],
                                  i,
                                  3,
                                  static_cast<uint8_t>(number(8)),
                                  one_in(20)});
        }
    }

    void add(float x, float y, float q) {
        if (one_in(6)) {
            x = std::floor(x * 2) / 2;
            y = std::floor(y * 2) / 2;
        }
        x = std::clamp(x, guard_band_low, guard_band_high);
        y = std::clamp(y, guard_band_low, guard_band_high);
        const float z = one_in(10) ? -0.0f : real(0, 1);
        for (const float component : {0.0f, 0.0f, 0.0f, 1.0f, x, y, z, q}) data_.push_back(component);
        grid_positions_.push_back({sub_pixels(x), sub_pixels(y)});
        codes_.push_back(0);
    }

    std::mt19937 random_;
    std::vector<float> data_;
    std::vector<FixedPoint> grid_positions_;
    std::vector<uint32_t> codes_;
};

std::vector<const TilePrimitive*> primitives_of(const Scene& scene) {
    std::vector<const TilePrimitive*> found;
    for (int32_t tile = 0; tile < scene.tile_count(); ++tile)
        for (const BinChunk* chunk = scene.bin(tile).first; chunk; chunk = chunk->next)
            for (uintptr_t i = 0; i < chunk->count; ++i) found.push_back(&chunk->commands[i].primitive());
    return found;
}

// `whole`: all of `a` has been written, even where tiles know its pixels.
void expect_same(const TilePrimitive& a, const TilePrimitive& b, bool whole) {
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(a.vertex[i], b.vertex[i]);
    for (size_t i = 0; i < 3 && (whole || !a.pixels); ++i) {
        EXPECT_EQ(a.edges[i].a, b.edges[i].a);
        EXPECT_EQ(a.edges[i].b, b.edges[i].b);
        EXPECT_EQ(a.edges[i].c, b.edges[i].c);
    }
    const auto integers = [](const TilePrimitive& p) {
        return std::array<int64_t, 14>{
            p.min_x,      p.min_y,       p.max_x,  p.max_y,    p.primitive_id, p.layer,   static_cast<int64_t>(p.shape),
            p.edge_count, p.back_facing, p.affine, p.is_point, p.smooth,       p.polygon, p.boundary};
    };
    EXPECT_EQ(integers(a), integers(b));
    const auto planes = [](const TilePrimitive& p) {
        std::array<uint32_t, 12> bits;
        size_t n = 0;
        for (const float value :
             {p.x0, p.y0, p.b1_dx, p.b1_dy, p.b2_dx, p.b2_dy, p.z0, p.z_dx, p.z_dy, p.z_min, p.z_max, p.fade})
            bits[n++] = std::bit_cast<uint32_t>(value);
        return bits;
    };
    EXPECT_EQ(planes(a), planes(b));
    EXPECT_EQ(a.flat, b.flat);
    EXPECT_EQ(a.draw, b.draw);
    if (whole || !a.pixels) {
        EXPECT_EQ(a.part, b.part);
    }
}

// With the functions for the CPU, whichever ASMGL_SIMD names.
TEST(TriangleLanes, AreWhatTrianglesAreOneByOne) {
    size_t count = 0;
    for (uint32_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(seed);
        RandomTriangles random(seed);
        VertexLayout layout;
        const bool whole = seed % 2 == 1;
        if (whole) layout.inputs.emplace_back().kind = FragmentInput::Kind::Layer;
        const ShadedVertices vertices = random.vertices();
        Scene many_scene(random.draw.framebuffer), single_scene(random.draw.framebuffer);
        PrimitiveSetup many(random.draw, layout, {&many_scene, &many_scene.arena()}, nullptr),
            single(random.draw, layout, {&single_scene, &single_scene.arena()}, nullptr);
        if (!many.takes_many()) continue;
        for (size_t i = 0; i < random.primitives.size(); i += triangles_at_once)
            many.triangles(random.primitives.data() + i, vertices);
        for (const AssembledPrimitive& given : random.primitives) {
            const float* const corners[3] = {vertices.vertex(given.vertices[0]), vertices.vertex(given.vertices[1]),
                                             vertices.vertex(given.vertices[2])};
            single.triangle(corners, {vertices.vertex(given.flat), given.primitive_id}, given.edges);
        }
        const std::vector<const TilePrimitive*> found = primitives_of(many_scene),
                                                expected = primitives_of(single_scene);
        ASSERT_EQ(found.size(), expected.size());
        for (size_t i = 0; i < found.size(); ++i) expect_same(*found[i], *expected[i], whole);
        if (HasFailure()) return;
        count += found.size();
    }
    EXPECT_GT(count, 20000u);
}

}  // namespace
}  // namespace rasterizer
