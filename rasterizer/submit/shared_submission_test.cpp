// Draws that threads share give what the same primitives do in draws so small that one thread has each.
#include <cstring>
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

constexpr int32_t width = 190, height = 150;

struct Kind {
    Primitive primitive;
    size_t vertices;  // of each
};

class SharedDraw {
  public:
    explicit SharedDraw(uint32_t seed) : random_(seed) {
        constexpr Kind kinds[] = {{Primitive::Points, 1},
                                  {Primitive::Lines, 2},
                                  {Primitive::Triangles, 3},
                                  {Primitive::Triangles, 3},
                                  {Primitive::Quads, 4}};
        kind_ = kinds[number(std::size(kinds))];
        count_ = 1024 + number(9000);
        index_type_ = std::array{IndexType::None, IndexType::UnsignedInt, IndexType::UnsignedInt}[number(3)];
        const bool scattered = number(2) == 0, reused = number(2) == 0;
        const size_t named = count_ * kind_.vertices + number(static_cast<uint32_t>(kind_.vertices)),
                     made = index_type_ != IndexType::None && reused ? named / 5 + 4 : named;
        const TestScene scene(width, height);
        const float size = std::array{1.5f, 6.0f, 40.0f}[number(3)];
        float x = 0, y = 0;
        for (size_t i = 0; i < made; ++i) {
            if (i % kind_.vertices == 0) {
                x = real(-20, width + 20);
                y = real(-20, height + 20);
            }
            vertices_.push_back(scene.at(x + real(-size, size), y + real(-size, size), real(-0.1f, 1.1f),
                                         {real(0, 1), real(0, 1), real(0, 1), real(0, 1)},
                                         number(4) == 0 ? real(-0.1f, 3) : 1));
        }
        for (size_t i = 0; i < named; ++i) {
            const auto near = static_cast<uint32_t>(i * made / named);
            indices_.push_back(scattered ? number(static_cast<uint32_t>(made))
                               : reused  ? std::min<uint32_t>(near + number(9), static_cast<uint32_t>(made) - 1)
                                         : near);
        }
        flat_ = number(3) == 0;
        outlined_ = number(6) == 0;
        culls_ = number(3) == 0;
    }

    // In draws of so many primitives at most.
    std::vector<uint32_t> picture(size_t at_once) const {
        TestScene scene(width, height);
        scene.clear({0, 0, 0, 0});
        Draw& draw = scene.draw;
        draw.primitive = kind_.primitive;
        draw.depth_stencil.depth_test = true;
        draw.depth_stencil.depth_function = CompareFunction::LessOrEqual;
        draw.raster.cull_back = culls_;
        if (outlined_) draw.raster.polygon_mode = {PolygonMode::Line, PolygonMode::Fill};
        if (flat_)
            draw.fragment = stage_program("!!NVfp4.0\nFLAT ATTRIB c = fragment.color;\nMOV result.color, c;\nEND\n");
        BlendState& blend = draw.fragment_state.blend[0];
        blend.enabled = true;
        blend.source_color = blend.source_alpha = BlendFactor::SourceAlpha;
        blend.destination_color = blend.destination_alpha = BlendFactor::OneMinusSourceAlpha;
        draw.input.index_type = index_type_;
        const size_t vertices = at_once * kind_.vertices;
        for (size_t first = 0; first < indices_.size(); first += vertices) {
            const size_t count = std::min(vertices, indices_.size() - first);
            draw.input.first = 0;
            if (index_type_ == IndexType::None) {
                scene.run({vertices_.begin() + static_cast<ptrdiff_t>(first),
                           vertices_.begin() + static_cast<ptrdiff_t>(first + count)});
                continue;
            }
            draw.input.indices = reinterpret_cast<const std::byte*>(indices_.data() + first);
            draw.input.readable_indices = count * sizeof(uint32_t);
            run_indexed(scene, count);
        }
        std::vector<uint32_t> words = scene.pixels();
        const runtime::Image& depth = *draw.framebuffer.depth.image;
        for (int32_t y = 0; y < height; ++y) {
            const size_t at = words.size();
            words.resize(at + width);
            std::memcpy(words.data() + at, depth.row(y), width * sizeof(uint32_t));
        }
        return words;
    }
    size_t count() const { return count_; }

  private:
    // Has all vertices; indices name some.
    void run_indexed(TestScene& scene, size_t count) const {
        scene.set_arrays(vertices_);
        scene.draw.input.count = static_cast<int32_t>(count);
        scene.rasterizer.draw(scene.draw);
    }
    uint32_t number(uint32_t below) { return std::uniform_int_distribution<uint32_t>(0, below - 1)(random_); }
    float real(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_); }

    std::mt19937 random_;
    Kind kind_{};
    size_t count_ = 0;
    IndexType index_type_ = IndexType::None;
    bool flat_ = false, outlined_ = false, culls_ = false;
    std::vector<TestVertex> vertices_;
    std::vector<uint32_t> indices_;
};

TEST(SharedSubmission, PiecesAreWhatSmallDrawsAre) {
    for (uint32_t seed = 0; seed < 60; ++seed) {
        const SharedDraw draw(seed);
        ASSERT_TRUE(draw.picture(draw.count()) == draw.picture(500)) << seed;
    }
}

}  // namespace
}  // namespace rasterizer
