// Vertices by compiled functions are what the steps apart make of them: random formats, states, programs and orders.
// Shaded vertices, clip codes and positions on the grid must be the same, bit for bit.
//
// ASMGL_RANDOM_VERTICES=n runs n cases instead of some hundred; ASMGL_RANDOM_VERTICES_FIRST=n begins with number n.
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/blocks/vertex_compiler.h"
#include "rasterizer/geometry/vertex_stage.h"
#include "rasterizer/testing/requested_number.h"
#include "rasterizer/testing/test_scene.h"
#include "runtime/code_cache/code_cache.h"
#include "runtime/jit/tiers.h"
#include "runtime/testing/random_samples.h"

namespace rasterizer {
namespace {

const char* const fragments =
    "!!ARBfp1.0\nTEMP a;\nMUL a, fragment.color, fragment.color.secondary;\nMAD a, fragment.texcoord[0], a, "
    "fragment.texcoord[1];\nMAD result.color, fragment.fogcoord, a, fragment.texcoord[2];\nEND\n";

const char* const programs[] = {
    "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n"
    "MOV result.texcoord[0], vertex.texcoord[0];\nEND\n",
    // Parts of results, and such as nobody reads.
    "!!ARBvp1.0\nMOV result.position.xyz, vertex.position;\nMOV result.color.xw, vertex.color;\n"
    "MOV result.color.secondary, vertex.attrib[6];\nMOV result.fogcoord.x, vertex.attrib[7].y;\n"
    "MOV result.texcoord[1].yz, vertex.attrib[10];\nMOV result.texcoord[5], vertex.attrib[11];\nEND\n",
    "!!ARBvp1.0\nMOV result.color, vertex.position;\nEND\n",
    // Matrices.
    "!!ARBvp1.0\nPARAM m[4] = {program.local[0..3]};\nDP4 result.position.x, m[0], vertex.position;\n"
    "DP4 result.position.y, m[1], vertex.position;\nDP4 result.position.z, m[2], vertex.position;\n"
    "DP4 result.position.w, m[3], vertex.position;\nMUL result.color, vertex.color, program.local[4];\n"
    "MAD result.texcoord[0], vertex.texcoord[0], 2, program.local[5];\nMOV result.fogcoord.x, vertex.position.z;\n"
    "DP3 result.pointsize.x, vertex.attrib[6], vertex.attrib[6];\nEND\n",
    // Parameters by index.
    "!!ARBvp1.0\nPARAM p[9] = {program.env[3..11]};\nADDRESS a;\nTEMP t;\nARL a.x, vertex.attrib[6].x;\n"
    "MOV t, vertex.position;\nADD t, t, p[a.x + 2];\nARL a.x, vertex.attrib[6].y;\nMAD t.xy, t, p[a.x - 1], p[a.x];\n"
    "MOV result.position, t;\nDP4 result.texcoord[2].x, p[a.x+63], vertex.attrib[7];\nMOV result.color, t;\nEND\n",
    // Clip and cull distances.
    "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.clip[0].x, vertex.attrib[6].x;\n"
    "MOV result.clip[2].x, vertex.attrib[6].y;\nMUL result.clip[5].x, vertex.attrib[7].x, vertex.position.w;\n"
    "MOV result.color, vertex.color;\nEND\n",
    "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.texcoord[0], vertex.attrib[7];\n"
    "MOV result.clip[1].x, vertex.attrib[6].z;\nMOV result.texcoord[1].x, vertex.attrib[10].w;\nEND\n",
    // Flow.
    "!!NVvp4.0\nTEMP t, c;\nMOV t, vertex.position;\nSGT.F.CC c.x, vertex.attrib[6].x, 0.25;\nIF NE.x;\n"
    "MUL t.xy, t, vertex.attrib[7];\nMOV result.color, vertex.color;\nELSE;\nRCP t.w, t.w;\nENDIF;\n"
    "MOV result.position, t;\nEND\n",
    "!!NVvp4.0\nTEMP t, n;\nMOV t, vertex.position;\nABS.F n.x, vertex.attrib[6].x;\nMIN.F n.x, n.x, 6.0;\nREP.F n.x;\n"
    "MAD t, t, 0.75, program.local[2];\nENDREP;\nMOV result.position, t;\nMOV result.texcoord[2], t;\nEND\n",
    // Numbers.
    "!!NVvp4.0\nTEMP t;\nI2F t.x, vertex.id.x;\nI2F t.y, vertex.instance.x;\nMUL t.xy, t, 0.015625;\n"
    "ADD result.position, vertex.position, t;\nMOV result.position.w, vertex.position.w;\nMOV result.color, t;\n"
    "MOV result.texcoord[0], vertex.attrib[6];\nEND\n",
    "!!NVvp4.0\nINT TEMP i;\nINT ATTRIB a = vertex.attrib[6];\nTEMP t;\nAND.S i, a, 255;\nADD.S i, i, vertex.id.x;\n"
    "I2F t, i;\nMUL result.texcoord[1], t, 0.01;\nMOV result.position, vertex.position;\n"
    "MUL result.color, vertex.color, vertex.attrib[7];\nEND\n",
    // 64 bits: two registers for each.
    "!!NVvp5.0\nLONG ATTRIB d = vertex.attrib[6];\nLONG ATTRIB e = vertex.attrib[7];\nLONG TEMP r;\nMOV.U64 r, d;\n"
    "UP64.U result.texcoord[0], r;\nADD.U64 r, r.yxyx, e.yxxy;\nUP64.U result.texcoord[1], r.yxyx;\n"
    "MUL.F64 r, d.xyxy, 0.5;\nCVT.F32.F64 result.color, r;\nMOV result.position, vertex.position;\nEND\n",
    "!!NVvp5.0\nLONG ATTRIB d[3] = {vertex.attrib[9..11]};\nLONG TEMP r;\nINT TEMP i;\nTRUNC.S i.x, "
    "vertex.attrib[7].x;\n"
    "AND.S i.x, i.x, 1;\nMOV.U64 r, d[i.x + 1];\nUP64.U result.texcoord[0], r;\nMOV.S64 r.y, d[0].z;\n"
    "UP64.U result.texcoord[1], r.yxyx;\nMOV result.position, vertex.position;\nEND\n",
    // As many registers as there are: the numbers come last.
    "!!NVvp5.0\nLONG ATTRIB d[16] = {vertex.attrib[0..15]};\nLONG TEMP r;\nTEMP t;\nMOV.U64 r, d[15];\n"
    "UP64.U result.texcoord[0], r;\nADD.U64 r, d[1], d[2];\nADD.U64 r, r, d[3];\nADD.U64 r, r, d[4];\n"
    "ADD.U64 r, r, d[5];\nADD.U64 r, r, d[6];\nADD.U64 r, r, d[7];\nADD.U64 r, r, d[8];\nADD.U64 r, r, d[9];\n"
    "ADD.U64 r, r, d[10];\nADD.U64 r, r, d[11];\nADD.U64 r, r, d[12];\nADD.U64 r, r, d[13];\nADD.U64 r, r, d[14];\n"
    "UP64.U result.texcoord[1], r;\nUP64.U t, d[0];\nI2F t.z, vertex.id.x;\nI2F t.w, vertex.instance.x;\n"
    "MOV result.position, t.yzyz;\nMOV result.color, t.zwzw;\nEND\n",
    // Registers by index.
    "!!NVvp4.0\nTEMP t[4];\nINT TEMP i;\nMOV t[0], vertex.position;\nMOV t[1], vertex.color;\n"
    "MOV t[2], vertex.attrib[6];\nMOV t[3], vertex.attrib[7];\nTRUNC.S i.x, vertex.attrib[7].x;\nAND.S i.x, i.x, 3;\n"
    "MOV result.texcoord[0], t[i.x];\nMOV result.position, t[0];\nMOV result.color, t[1];\nEND\n",
    // By index into results: has no code.
    "!!NVvp4.0\nINT TEMP i;\nOUTPUT o[3] = {result.texcoord[0..2]};\nTRUNC.S i.x, vertex.attrib[7].x;\n"
    "AND.S i.x, i.x, 1;\nMOV o[i.x], vertex.attrib[6];\nMOV o[2], vertex.color;\n"
    "MOV result.position, vertex.position;\nEND\n",
    // Textures.
    "!!NVvp4.0\nTEMP t;\nTXL t, vertex.attrib[6], texture[0], 2D;\nMAD result.position, t, 0.25, vertex.position;\n"
    "MUL result.color, t, vertex.color;\nTXF result.texcoord[0], {1, 2, 0, 0}, texture[1], 2D;\nEND\n",
    // Functions.
    "!!ARBvp1.0\nTEMP t;\nDP3 t.w, vertex.attrib[6], vertex.attrib[6];\nRSQ t.w, t.w;\n"
    "MUL t.xyz, vertex.attrib[6], t.w;\nLIT t, t;\nEX2 t.x, t.x;\nMUL result.color, t, vertex.color;\n"
    "POW result.color.secondary.x, t.x, vertex.color.y;\nMOV result.position, vertex.position;\nEND\n",
};

struct Shaded {
    std::vector<uint32_t> words;  // vertices, codes, grid positions
    int stride = 0;
    size_t count = 0;
};

class RandomVertices {
  public:
    explicit RandomVertices(uint64_t seed) : random_(seed * 0x9e3779b97f4a7c15 + 1) {
        memory_.resize(16384);
        for (size_t at = 0; at < memory_.size(); at += 4) {
            const uint32_t word = one_in(8) ? static_cast<uint32_t>(random_())
                                            : std::bit_cast<uint32_t>(static_cast<float>(pick(4001) - 2000) / 1000);
            std::memcpy(memory_.data() + at, &word, 4);
        }
        set_draw();
    }

    const std::string& text() const { return text_; }

    Shaded shade(VertexCodes* codes) {
        const VertexLayout layout = build_vertex_layout(draw_);
        const ViewTransform view(draw_);
        DistinctVertices distinct;
        Arena arena;
        VertexStage stage(draw_, layout, view, distinct, codes);
        PrimitiveAssembler assembler(draw_);
        std::vector<AssembledPrimitive> primitives;
        assembler.assemble(primitives, 4096);
        Shaded result;
        if (primitives.empty()) return result;
        const ShadedVertices vertices = instances_ > 1
                                            ? stage.shade_instances(primitives, assembler.range(), 1, instances_, arena)
                                            : stage.shade(primitives, assembler.range(), 2, arena);
        result.stride = vertices.stride;
        result.count = vertices.count;
        for (size_t i = 0; i < vertices.count * static_cast<size_t>(vertices.stride); ++i)
            result.words.push_back(std::bit_cast<uint32_t>(vertices.data[i]));
        for (size_t i = 0; i < vertices.count; ++i) {
            result.words.push_back(vertices.codes[i]);
            result.words.push_back(static_cast<uint32_t>(vertices.grid_positions[i].x));
            result.words.push_back(static_cast<uint32_t>(vertices.grid_positions[i].y));
        }
        return result;
    }

  private:
    int pick(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }
    bool one_in(int count) { return pick(count) == 0; }

    VertexAttribute attribute() {
        VertexAttribute result;
        for (uint32_t& word : result.current) word = std::bit_cast<uint32_t>(static_cast<float>(pick(201) - 100) / 50);
        result.enabled = !one_in(6);
        result.type = one_in(3)
                          ? ComponentType::Float
                          : static_cast<ComponentType>(pick(static_cast<int>(std::size(runtime::component_layouts))));
        result.components = static_cast<uint8_t>(1 + pick(4));
        result.normalized = one_in(2);
        const bool whole = result.type <= ComponentType::UnsignedInt || result.type == ComponentType::Double;
        result.integer = whole && one_in(4);
        if (runtime::component_layout(result.type).packed) result.components = 4;
        result.bgra = result.components == 4 && one_in(4);
        result.stride = one_in(8) ? 0 : static_cast<uint32_t>(4 + pick(40));
        result.divisor = one_in(6) ? static_cast<uint32_t>(1 + pick(3)) : 0;
        const int offset = pick(64);
        result.data = memory_.data() + offset;
        result.readable = memory_.size() - static_cast<size_t>(offset);
        if (one_in(12)) result.readable = static_cast<size_t>(pick(3000));
        return result;
    }

    void set_draw() {
        text_ = programs[pick(std::size(programs))];
        draw_.vertex = stage_program(text_);
        draw_.fragment = stage_program(fragments);
        for (runtime::Vector4& parameter : draw_.vertex.parameters)
            for (uint32_t& word : parameter) word = std::bit_cast<uint32_t>(static_cast<float>(pick(401) - 200) / 100);
        for (size_t i = 0; i < draw_.vertex.parameters.size(); ++i) {
            const arbasm::Binding& binding = draw_.vertex.program->parameters[i];
            if (binding.kind == arbasm::BindingKind::Constant) draw_.vertex.parameters[i] = binding.constant;
        }
        std::mt19937 random(static_cast<uint32_t>(random_()));
        for (int unit = 0; unit < 2; ++unit)
            draw_.vertex.textures.emplace_back(
                runtime::sampler_oracle::random_texture_of_bits(runtime::TextureKind::Texture2D,
                                                                runtime::Format::Rgba8Unorm, random),
                one_in(2) ? runtime::sampler_oracle::random_sampler(random) : runtime::Sampler{});
        const bool zero = one_in(20);
        draw_.viewports[0] = {static_cast<float>(pick(100) - 20),
                              static_cast<float>(pick(100) - 20),
                              zero ? 0.0f : static_cast<float>(1 + pick(one_in(4) ? 30000 : 600)),
                              static_cast<float>(1 + pick(600)),
                              0.1,
                              one_in(2) ? 1.0 : 0.7};
        RasterState& raster = draw_.raster;
        raster.depth_clamp = one_in(4);
        raster.clip_origin_upper_left = one_in(4);
        raster.clip_depth_zero_to_one = one_in(4);
        raster.clip_distances = static_cast<uint8_t>(pick(256));
        raster.clamp_vertex_color = one_in(2);
        raster.two_sided_color = one_in(4);
        raster.program_point_size = one_in(2);
        draw_.primitive = one_in(3) ? Primitive::TriangleStrip : Primitive::Triangles;
        set_input();
    }

    void set_input() {
        VertexInput& input = draw_.input;
        for (size_t i = 0; i < draw_.vertex.program->attributes.size(); ++i) {
            input.attributes[i] = attribute();
            if (draw_.vertex.program->attributes[i].binding.kind != arbasm::BindingKind::Position) continue;
            if (one_in(4)) continue;
            input.attributes[i].type = ComponentType::Float;
            input.attributes[i].enabled = true;
            input.attributes[i].bgra = input.attributes[i].integer = false;
            input.attributes[i].stride &= ~3u;
            input.attributes[i].data = memory_.data();
        }
        input.count = one_in(4) ? 1 + pick(12) : one_in(6) ? 800 + pick(2000) : 1 + pick(300);
        input.first = pick(20);
        input.base_instance = one_in(2) ? static_cast<uint32_t>(pick(4)) : 0;
        if (one_in(3)) {
            const uint32_t distance = 1 + static_cast<uint32_t>(pick(one_in(8) ? 100000 : 300));
            for (int i = 0; i < input.count; ++i)
                indices_.push_back(one_in(2) ? static_cast<uint32_t>(i) % distance
                                             : static_cast<uint32_t>(random_()) % distance);
            input.index_type = IndexType::UnsignedInt;
            input.indices = reinterpret_cast<const std::byte*>(indices_.data());
            input.readable_indices = indices_.size() * 4;
            input.first = 0;
            input.base_vertex = pick(3);
        }
        if (one_in(4)) instances_ = static_cast<size_t>(2 + pick(4));
    }

    std::mt19937_64 random_;
    std::vector<std::byte> memory_;
    std::vector<uint32_t> indices_;
    std::string text_;
    Draw draw_;
    size_t instances_ = 1;
};

bool is_nan(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

TEST(VertexCode, GivesTheSameBits) {
    vertex_ways().compiled = vertex_ways().synchronous = true;
    const uint64_t first = testing::requested_number("ASMGL_RANDOM_VERTICES_FIRST", 0),
                   count = testing::requested_number("ASMGL_RANDOM_VERTICES", 400);
    const KeyCounters before = vertex_counters();
    for (uint64_t n = first; n < first + count; ++n) {
        RandomVertices vertices(n);
        const Shaded expected = vertices.shade(nullptr);
        VertexCompiler codes;
        const Shaded shaded = vertices.shade(&codes);
        ASSERT_EQ(shaded.words.size(), expected.words.size());
        for (size_t i = 0; i < expected.words.size(); ++i) {
            const uint32_t a = shaded.words[i], b = expected.words[i];
            const size_t words = expected.count * static_cast<size_t>(expected.stride);
            // A NaN's bits are nobody's promise.
            if (a == b || (i < words && is_nan(a) && is_nan(b))) continue;
            const std::string where = i < words
                                          ? "vertex " + std::to_string(i / static_cast<size_t>(expected.stride)) +
                                                ", word " + std::to_string(i % static_cast<size_t>(expected.stride))
                                          : "vertex " + std::to_string((i - words) / 3) + ", code or grid position";
            FAIL() << "number " << n << ", " << where << " of " << expected.count << " vertices: " << std::hex << a
                   << " for " << b << "\n"
                   << vertices.text();
        }
    }
    const KeyCounters counters = vertex_counters();
    EXPECT_EQ(counters.failed, before.failed);
    EXPECT_GT(counters.compiled, before.compiled + count / 2);
    std::printf("%zu keys, %zu compiled; not compiled:\n%s", static_cast<size_t>(counters.keys - before.keys),
                static_cast<size_t>(counters.compiled - before.compiled), reasons_for_no_vertex_code().c_str());
}

// What is drawn often is compiled meanwhile; another rasterizer finds it on disk, as other processes do.
TEST(VertexCode, TakesOver) {
    vertex_ways().compiled = true;
    vertex_ways().synchronous = false;
    const auto drawn = [](int times) {
        TestScene scene(64, 64);
        scene.draw.primitive = Primitive::Quads;
        std::vector<TestVertex> corners;
        for (int i = 0; i < 60; ++i)
            for (const TestVertex& corner :
                 full_quad(scene, 0.5, {0.01f * static_cast<float>(i), 0.9f, 0.2f, 1}, 60 - i))
                corners.push_back(corner);
        for (int i = 0; i < times; ++i) {
            scene.clear({0, 0, 0, 0});
            scene.run(corners);
            scene.rasterizer.finish();
            if (i % 100 == 99) runtime::jit::finish_compiling();
        }
        return scene.pixels();
    };
    const std::vector<uint32_t> expected = drawn(1);
    const KeyCounters before = vertex_counters();
    EXPECT_EQ(drawn(30000), expected);
    const KeyCounters after = vertex_counters();
    EXPECT_GT(after.compiled + after.found, before.compiled + before.found);
    if (!runtime::code_cache::user_cache()) return;
    EXPECT_EQ(drawn(1000), expected);
    EXPECT_GT(vertex_counters().found, after.found);
}

}  // namespace
}  // namespace rasterizer
