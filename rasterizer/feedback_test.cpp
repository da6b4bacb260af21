// Transform feedback of vertices that go straight to setup: what it captures is what the stages apart capture.
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/geometry/vertex_code.h"
#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

using arbasm::BindingKind;

const char* const vertices_text =
    "!!ARBvp1.0\nTEMP t;\nMOV t, vertex.position;\nMUL t.xyz, t, 0.5;\nMOV result.position, t;\n"
    "MUL result.color, vertex.color, 3;\nMOV result.fogcoord.x, vertex.texcoord[0].y;\n"
    "ADD result.texcoord[0], vertex.texcoord[0], vertex.position;\nMOV result.texcoord[1].yz, vertex.color;\nEND\n";
const char* const fragments_text =
    "!!ARBfp1.0\nTEMP t;\nMUL t, fragment.color, 0.5;\nMAD result.color, fragment.fogcoord.x, 0.25, t;\nEND\n";

struct Captured {
    std::vector<uint32_t> memory, pixels;
    uint64_t written = 0;
    StreamCounters counters;
    bool operator==(const Captured& other) const {
        return memory == other.memory && pixels == other.pixels && written == other.written &&
               counters.generated == other.counters.generated && counters.needed == other.counters.needed &&
               counters.written == other.counters.written;
    }
};

class RandomFeedback {
  public:
    explicit RandomFeedback(uint32_t seed) : random_(seed) {
        constexpr Primitive primitives[] = {Primitive::Points,      Primitive::Lines,    Primitive::LineStrip,
                                            Primitive::Triangles,   Primitive::LineLoop, Primitive::TriangleStrip,
                                            Primitive::TriangleFan, Primitive::Quads};
        primitive_ = primitives[number(std::size(primitives))];
        for (TestVertex& vertex : vertices_)
            for (auto* const vector : {&vertex.position, &vertex.color, &vertex.texcoord})
                for (float& component : *vector) component = static_cast<float>(number(4001)) / 1000 - 2;
        for (TestVertex& vertex : vertices_) vertex.position[3] = 1 + static_cast<float>(number(100)) / 50;
        for (uint16_t& index : indices_) index = static_cast<uint16_t>(number(vertices_.size()));
        indexed_ = number(2), provoking_first_ = number(2), clamps_ = number(2), discards_ = number(3) == 0;
        instances_ = number(4) == 0 ? 3 : 1;
        const BindingKind kinds[] = {BindingKind::Position, BindingKind::Color,    BindingKind::FogCoord,
                                     BindingKind::Texcoord, BindingKind::Texcoord, BindingKind::PrimitiveId,
                                     BindingKind::Normal};
        uint32_t offset = 0;
        for (size_t i = 0; i < std::size(kinds); ++i) {
            if (number(3) == 0) continue;
            FeedbackVarying varying;
            varying.binding.kind = kinds[i];
            varying.binding.index = i == 4 ? 1 : 0;
            varying.first = kinds[i] == BindingKind::PrimitiveId ? 0 : static_cast<uint8_t>(number(4));
            varying.components = static_cast<uint8_t>(1 + number(4u - varying.first));
            varying.offset = offset;
            offset += varying.components * 4u + (number(4) == 0 ? 4 : 0);
            varyings_.push_back(varying);
        }
        stride_ = offset;
        room_ = number(3) == 0 ? number(4000) : 100000;
    }

    // `apart`: by the stages, which vertices' numbers want.
    Captured run(bool apart) const {
        Captured result;
        TestScene scene(32, 32);
        scene.clear({0, 0, 0, 0});
        scene.draw.vertex = stage_program(vertices_text);
        scene.draw.fragment = stage_program(fragments_text);
        scene.draw.primitive = primitive_;
        scene.draw.raster.provoking_first = provoking_first_;
        scene.draw.raster.clamp_vertex_color = clamps_;
        scene.draw.raster.rasterizer_discard = discards_;
        scene.draw.raster.point_size = 2;
        scene.draw.input.instance_count = instances_;
        if (indexed_) {
            scene.draw.input.index_type = IndexType::UnsignedShort;
            scene.draw.input.indices = reinterpret_cast<const std::byte*>(indices_.data());
            scene.draw.input.readable_indices = sizeof indices_;
        }
        TransformFeedback feedback;
        feedback.varyings = varyings_;
        result.memory.assign(room_ / 4 + 64, 0);
        feedback.buffers[0] = {reinterpret_cast<std::byte*>(result.memory.data()), room_, 0, stride_, 0};
        std::vector<uint32_t> numbers(100000);
        if (apart) {
            FeedbackVarying varying;
            varying.binding.kind = BindingKind::VertexId;
            varying.components = 1;
            varying.buffer = 1;
            feedback.varyings.push_back(varying);
            feedback.buffers[1] = {reinterpret_cast<std::byte*>(numbers.data()), numbers.size() * 4, 0, 4, 0};
        }
        scene.draw.transform_feedback = &feedback;
        scene.draw.stream_counters = &result.counters;
        scene.run({vertices_.begin(), vertices_.end()});
        result.written = feedback.buffers[0].written;
        EXPECT_EQ(feedback.vertices[0] * stride_, result.written);
        result.pixels = scene.pixels();
        return result;
    }
    bool captures() const { return stride_ > 0; }

  private:
    uint32_t number(size_t below) { return std::uniform_int_distribution<uint32_t>(0, uint32_t(below) - 1)(random_); }

    std::mt19937 random_;
    std::array<TestVertex, 90> vertices_;
    std::array<uint16_t, 90> indices_;
    Primitive primitive_;
    bool indexed_, provoking_first_, clamps_, discards_;
    int32_t instances_;
    std::vector<FeedbackVarying> varyings_;
    uint32_t stride_ = 0;
    size_t room_ = 0;
};

TEST(Feedback, CapturesWhatTheStagesApartCapture) {
    for (const bool compiled : {false, true}) {
        vertex_ways().compiled = vertex_ways().synchronous = compiled;
        size_t written = 0;
        for (uint32_t seed = 0; seed < 150; ++seed) {
            const RandomFeedback random(seed);
            if (!random.captures()) continue;
            const Captured straight = random.run(false);
            ASSERT_TRUE(straight == random.run(true)) << seed << (compiled ? ", compiled" : "");
            written += straight.written;
        }
        EXPECT_GT(written, size_t{100000});
    }
    vertex_ways().compiled = true;
    vertex_ways().synchronous = false;
}

}  // namespace
}  // namespace rasterizer
