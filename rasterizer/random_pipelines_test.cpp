// Random pipelines: state × formats × programs, drawn by each way that fragments may take (prepare/fragment_ways.h).
// Every pixel, depth, stencil value and count must be the same, bit for bit.
//
// ASMGL_RANDOM_PIPELINES=n draws n of them instead of some hundred; ASMGL_RANDOM_PIPELINES_FIRST=n begins with number
// n.
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

#include "ir/testing/recorded_hashes.h"
#include "rasterizer/blocks/block_compiler.h"
#include "rasterizer/prepare/fragment_ways.h"
#include "rasterizer/testing/requested_number.h"
#include "rasterizer/testing/test_scene.h"
#include "runtime/jit/tiers.h"
#include "runtime/sampling/handle_table.h"
#include "runtime/testing/random_samples.h"
#include "runtime/testing/test_programs.h"

namespace rasterizer {
namespace {

using runtime::Format;
using runtime::has_jit;

constexpr int32_t width = 90, height = 70;  // blocks and tiles that the edge cuts

const char* const integer_colors =
    "!!NVfp5.0\nINT OUTPUT o = result.color;\nTEMP a;\nCVT.S32.F32 a, fragment.texcoord[0];\nMOV.S o, a;\nEND\n";
const char* const programs[] = {
    // Plain colours.
    "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n",
    "!!ARBfp1.0\nPARAM p = {0.25, 0.5, 0.75, 0.6};\nMOV result.color, p;\nEND\n",
    "!!ARBfp1.0\nPARAM p = {0.25, 0.5, -0.75, 1.6};\nTEMP t;\nMUL t, p, p.wzyx;\nADD result.color, t, -p;\nEND\n",
    "!!ARBfp1.0\nTEMP t;\nMOV t, fragment.texcoord[0];\nSWZ t, t, y,x,1,w;\nMOV t.w, fragment.color.x;\n"
    "MOV result.color, t;\nEND\n",
    "!!ARBfp1.0\nMOV result.color.yw, fragment.color;\nEND\n",
    "!!NVfp4.0\nFLAT ATTRIB c = fragment.color;\nMOV result.color, c;\nEND\n",
    "!!NVfp4.0\nNOPERSPECTIVE ATTRIB c = fragment.texcoord[0];\nMOV result.color.xyz, c;\nMOV.F result.color.w, "
    "fragment.color.w;\nEND\n",
    "!!NVfp4.1\nCENTROID ATTRIB c = fragment.color;\nMOV result.color, c;\nEND\n",
    "!!NVfp4.1\nCENTROID ATTRIB c = fragment.color;\nTEMP a;\nMUL a, c, fragment.texcoord[0];\n"
    "MAD a.xy, fragment.position, 0.01, a;\nADD result.color, a, c;\nEND\n",
    // Arithmetic.
    "!!ARBfp1.0\nTEMP a;\nMUL a, fragment.color, fragment.texcoord[0];\nMAD result.color, a, fragment.color, a;\nEND\n",
    "!!ARBfp1.0\nTEMP a;\nDP3 a.x, fragment.color, fragment.texcoord[0];\nMUL a, a.x, fragment.position;\nFRC a, a;\n"
    "MOV result.color, a;\nMOV result.color.w, fragment.color.w;\nEND\n",
    "!!ARBfp1.0\nOPTION NV_fragment_program;\nTEMP a, b;\nDDX a, fragment.texcoord[0];\nDDY b, fragment.texcoord[0];\n"
    "MAD a, a, 20, b;\nADD result.color, a, fragment.color;\nEND\n",
    "!!ARBfp1.0\nTEMP a, b;\nMAD a, fragment.texcoord[0], 9, -1;\nSIN b.x, a.x;\nCOS b.y, a.y;\nEX2 b.z, a.z;\nLG2 "
    "b.w, a.w;\n"
    "POW a.x, fragment.color.x, a.y;\nSCS a.yz, b.x;\nLIT a, a;\nMUL result.color, a, b;\nEND\n",
    // What the tests depend on.
    "!!ARBfp1.0\nTEMP a;\nSUB a, fragment.color, 0.5;\nKIL a.x;\nMOV result.color, fragment.texcoord[0];\nEND\n",
    "!!ARBfp1.0\nMOV result.color, fragment.color;\nMUL result.depth.z, fragment.position.z, fragment.color.x;\nEND\n",
    // Flow, facing, integers.
    "!!NVfp4.0\nTEMP a, c;\nMOV.U a.x, {0, 0, 0, 0};\nMOV c, fragment.color;\nSGT.F.CC a.y, fragment.color.x, 0.5;\n"
    "IF NE.y;\nMUL c, c, fragment.texcoord[0];\nELSE;\nMOV c.xy, fragment.facing.x;\nENDIF;\nMOV result.color, "
    "c;\nEND\n",
    "!!NVfp4.0\nTEMP a, c;\nMOV c, fragment.color;\nMUL.F a.x, fragment.color.y, 5;\nREP.F a.x;\n"
    "MAD c, c, 0.75, 0.1;\nENDREP;\nMOV result.color, c;\nEND\n",
    "!!NVfp5.0\nLONG TEMP d;\nTEMP a;\nCVT.F64.F32 d, fragment.texcoord[0];\nMUL.F64 d, d, d;\n"
    "CVT.F32.F64.FLR.CC a, d;\nCVT.S64.F32.CEIL d.x (GT.x), fragment.color.x;\nCVT.F32.S64 a.x, d.x;\n"
    "ADD result.color, a, fragment.color;\nEND\n",
    integer_colors,
    // Tests come first.
    "!!NVfp5.0\nOPTION NV_early_fragment_tests;\nMOV result.color, fragment.color;\nEND\n",
    // Textures.
    "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n",
    "!!ARBfp1.0\nTEMP a;\nTXP a, fragment.texcoord[0], texture[0], 2D;\nMUL result.color, a, fragment.color;\nEND\n",
    "!!ARBfp1.0\nTEMP a, b;\nTXB a, fragment.texcoord[0], texture[0], 2D;\nSUB b, a.w, 0.5;\nKIL b;\n"
    "TEX a, a, texture[0], 2D;\nADD result.color, a, fragment.color;\nEND\n",
    "!!NVfp4.0\nTEMP a;\nMOV a, fragment.color;\nSGT.F.CC a.y, fragment.color.x, 0.4;\nIF NE.y;\n"
    "TXL a, fragment.texcoord[0], texture[0], 2D;\nENDIF;\nMOV result.color, a;\nEND\n",
    "!!ARBfp1.0\nTEMP a, b;\nTEX a, fragment.texcoord[0], texture[0], 2D;\nMAD b, fragment.texcoord[0], 1.7, 0.2;\n"
    "TEX b, b, texture[0], 2D;\nADD a, a, b;\nMUL result.color, a, 0.5;\nEND\n",
    "!!ARBfp1.0\nTEMP a, b;\nTEX a, fragment.texcoord[0], texture[1], CUBE;\nTXB b, fragment.texcoord[0], texture[2], "
    "3D;\n"
    "LRP result.color, fragment.color, a, b;\nEND\n",
    "!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\nTEMP a;\nTXP a, fragment.texcoord[0], texture[3], SHADOW2D;\n"
    "MUL result.color, a, fragment.color;\nEND\n",
    "!!NVfp4.0\nTEMP a, b;\nTEX a, fragment.texcoord[0], texture[4], ARRAY2D;\nMOV a.w, fragment.color.y;\n"
    "TXD b, a, fragment.texcoord[0], fragment.color, texture[5], 1D;\nADD result.color, a, b;\nEND\n",
    "!!NVfp4.0\nTEMP a, c;\nINT TEMP i;\nSGT.F.CC a.y, fragment.color.x, 0.4;\nMUL a, fragment.texcoord[0], 9;\n"
    "IF NE.y;\nTEX c, a, texture[6], RECT;\nKIL fragment.color.yyyy;\nELSE;\nTRUNC.S i, a;\nMOV.S i.w, 0;\n"
    "TXF c, i, texture[0], 2D, (1, -2);\nENDIF;\nMOV result.color, c;\nEND\n",
    "!!NVfp5.0\nTEMP a;\nTXG a, fragment.texcoord[0], texture[0].y, 2D;\n"
    "MUL result.color, a, fragment.color;\nEND\n",
    "!!NVfp5.0\nTEXTURE some[] = { texture[7..9] };\nTEMP a;\nINT TEMP i;\nMUL a, fragment.color, 4;\n"
    "CVT.S32.F32.TRUNC i, a;\nTEX a, fragment.texcoord[0], some[i.x], 2D;\nMUL result.color, a, fragment.color;\nEND\n",
    // Samples, one after the other, and what is asked of them.
    "!!NVfp4.1\nSAMPLE ATTRIB c = fragment.color;\nMUL result.color, c, fragment.texcoord[0];\nEND\n",
    "!!NVfp5.0\nTEMP a, b;\nCVT.F32.S32 a, fragment.sampleid.x;\nCVT.F32.S32 b, fragment.samplemask.x;\n"
    "MAD a, a, 0.2, fragment.color;\nMAD result.color, b, 0.05, a;\nEND\n",
    "!!NVfp5.0\nTEMP a;\nMUL a, fragment.color, 300;\nTRUNC.S a, a;\nMOV.S result.samplemask.x, a;\n"
    "MOV result.color, fragment.texcoord[0];\nEND\n",
    "!!NVfp5.0\nTEMP a, b;\nIPAC a, fragment.color;\nMUL b, fragment.texcoord[0], 0.4;\n"
    "IPAO b, fragment.texcoord[0].yxwz, b;\nIPAO b.w, -|fragment.position.x|, {0.25, -0.5};\nMAD result.color, a, b, "
    "a;\n"
    "END\n",
    "!!NVfp5.0\nTEMP a, b;\nMUL a, fragment.color, 5;\nTRUNC.U a, a;\nIPAS b, fragment.texcoord[0], a.x;\n"
    "SGT.F.CC a.y, fragment.color.y, 0.5;\nIF NE.y;\nIPAS a, fragment.color, {1}.x;\nADD b, a, b;\nENDIF;\n"
    "MOV result.color, b;\nEND\n",
    "!!NVfp5.0\nATTRIB some[] = { fragment.texcoord[0..1] };\nTEMP a, b;\nINT TEMP i;\nMUL a, fragment.color, 3;\n"
    "CVT.S32.F32.TRUNC i, a;\nIPAO a, some[i.x], fragment.color;\nIPAC b, some[i.y];\nMAD result.color, a, 0.5, b;\n"
    "END\n",
    "!!NVfp4.1\nTEMP a;\nMAD a, fragment.pointcoord, 0.5, fragment.texcoord[0];\nMOV a.w, fragment.pointcoord.y;\n"
    "MOV result.color, a;\nEND\n",
    // Two colours.
    "!!ARBfp1.0\nOPTION ARB_draw_buffers;\nMOV result.color[0], fragment.color;\n"
    "MOV result.color[1], fragment.texcoord[0];\nEND\n",
};

// What programs do to memory, each in a way that does not depend on the order of the pixels: a texel or an element of
// its own for each pixel, or sums. The order of one pixel's fragments shows.
const std::string effects_begin =
    "OPTION NV_shader_storage_buffer;\nOPTION NV_shader_atomic_counters;\nOPTION EXT_shader_image_load_formatted;\n"
    "OPTION NV_bindless_texture;\n"
    "STORAGE sums[] = { program.storage[0] };\nSTORAGE own[] = { program.storage[1] };\n"
    "COUNTER tally[2] = { program.counter[0][0..1] };\nIMAGE im[2] = { image[0..1] };\n"
    "LONG TEMP at;\nTEMP p, t, n, c;\nCVT.S32.F32.TRUNC p, fragment.position;\nMOV.S p.zw, 0;\n"
    "MUL c, |fragment.color|, 255;\nCVT.U32.F32.TRUNC n, c;\nMOV.F c, fragment.texcoord[0];\n"
    "MAD.U t.x, p.y, 90, p.x;\nMUL.U t.x, t.x, 16;\n";
const char* const programs_with_effects[] = {
    "ATOMIM.EXCH.U32 t.x, n.x, p, image[0], 2D;\nCVT.F32.U32 t, t.x;\nMUL c, t, {0.004}.x;\n",
    "ATOMIM.ADD.U32 t.x, n.x, p, image[0], 2D;\nSUB c.x, fragment.color.x, 0.5;\nKIL c.x;\n"
    "ATOMIM.ADD.U32 t.x, n.y, p, image[0], 2D;\nMOV c.xy, 0.5;\n",
    "STOREIM.F image[1], c, p, 2D;\nATOMCTR.INCR t.x, tally[0];\n",
    "SUB c.x, fragment.color.x, 0.5;\nKIL c.x;\nSTOREIM.F image[1], c, p, 2D;\nATOMCTR.INCR t.x, tally[1];\n",
    "STB.F32X4 c, own[t.x];\nATOMB.ADD.U32 t.x, {1}.x, sums[4];\n",
    "SGT.F.CC c.x, c.x, 0.6;\nIF NE.x;\nSTB.U32X2 n, own[t.x];\nATOMB.XOR.U32 t.x, n.x, sums[8];\nELSE;\n"
    "AND.S n.z, p.x, 60;\nATOMB.ADD.U32 n.x, {1}.x, sums[n.z + 64];\nSTB.F32 c, own[t.x + 12];\nENDIF;\n",
    "MOV.U t.y, 256;\nPK64.U at, t;\nSTORE.U32X4 n, at.x;\nMOV.U t.x, 100800;\nPK64.U at, t;\n"
    "ATOM.ADD.U32 t.x, n.y, at.x;\n",
    "REP.S {3}.x;\nATOMIM.ADD.U32 t.x, n.x, p, image[0], 2D;\nSUB.U.CC n.x, n.x, 90;\nBRK LT.x;\nENDREP;\n",
    // Every other pixel beyond what is bound; by index.
    "AND.S n.z, p.x, 1;\nMAD.S p.x, n.z, 128, p.x;\nSTOREIM.F image[1], c, p, 2D;\n"
    "MAD.U t.x, n.z, 200000, t.x;\nSTB.U32 n, own[t.x];\n",
    "AND.S n.z, n.x, 1;\nMOV.F c, c.yyxx;\nSTOREIM.F im[n.z], c, p, 2D;\n",
    "ABS t, fragment.texcoord[0];\nCVT.U32.F32.TRUNC n, t;\nMIN.U n.x, n.x, 3;\nMOV.U n.y, 5;\nPK64.U at, n;\n"
    "TEX c, c, handle(at.x), 2D;\n",
    "DDX t, fragment.texcoord[0];\nATOMIM.ADD.U32 n.x, n.x, p, image[0], 2D;\nCVT.F32.U32 c, n.x;\nMAD c, c, {0.01}.x, "
    "t;\n",
};
const char* const programs_in_order[] = {
    "FSIB;\nLOADIM.F t, p, image[1], 2D;\nMAD t, t, 0.5, c;\nSTOREIM.F image[1], t, p, 2D;\nFSIE;\nMOV c, t;\n",
    "FSIB;\nLDB.F32X4 n, own[t.x];\nMAD n, n, 0.5, c;\nSTB.F32X4 n, own[t.x];\nFSIE;\nMOV c, n;\n",
};

// What a way made of a case.
struct Pixels {
    std::vector<std::byte> bytes;
    uint64_t samples_passed = 0, invocations = 0;
    bool counts_invocations = true;
    std::string description;  // of the draws
};

class RandomCase {
  public:
    explicit RandomCase(uint64_t seed)
        : random_(seed * 0x9e3779b97f4a7c15 + 1), random_offsets_(seed * 0x9e3779b97f4a7c15 + 2) {}

    Pixels draw() {
        const Format color = color_format();
        integer_ = color == Format::Rgba32Sint || color == Format::Rgba8Uint;
        const Format depth = any_of({Format::Depth24Stencil8, Format::Depth24Stencil8, Format::Depth32Float,
                                     Format::Depth32, Format::Depth16, Format::Depth24, Format::None});
        const int32_t samples = one_in(4) ? any_of({2, 4, 4, 8, 16}) : 1;
        TestScene scene(width, height, color, depth, samples);
        if (one_in(4))
            scene.draw.framebuffer.colors[1].image =
                std::make_shared<runtime::Image>(color_format(), runtime::Extent{width, height, 1}, samples);
        scene.draw.framebuffer.srgb_write = one_in(2);
        // One after the other: compilers differ in the order of arguments.
        const std::array<float, 4> cleared{unit(), unit(), unit(), unit()};
        const float cleared_depth = unit();
        scene.clear(cleared, cleared_depth, static_cast<uint8_t>(pick(4)));
        auto counter = std::make_shared<SampleCounter>();
        auto statistics = std::make_shared<PipelineStatistics>();
        const int draws = 1 + pick(3);
        for (int i = 0; i < draws; ++i) {
            set_state(scene.draw);
            if (one_in(2)) scene.draw.counters = {counter};
            if (one_in(3)) scene.draw.statistics = statistics;
            describe(scene.draw);
            scene.run(vertices(scene));
        }
        scene.rasterizer.finish();
        Pixels result;
        result.description = std::move(description_);
        append_image(*scene.draw.framebuffer.colors[0].image, result.bytes);
        if (scene.draw.framebuffer.colors[1]) append_image(*scene.draw.framebuffer.colors[1].image, result.bytes);
        if (scene.draw.framebuffer.depth) append_image(*scene.draw.framebuffer.depth.image, result.bytes);
        append_memory(result.bytes);
        result.samples_passed = counter->samples_passed;
        result.invocations = statistics->of(PipelineCount::FragmentInvocations);
        result.counts_invocations = !late_;
        return result;
    }

  private:
    int pick(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }
    bool one_in(int count) { return pick(count) == 0; }
    float unit() { return static_cast<float>(pick(256)) / 255.0f; }
    template <class T>
    T any_of(std::initializer_list<T> list) {
        return list.begin()[pick(static_cast<int>(list.size()))];
    }

    Format color_format() {
        return any_of({Format::Bgra8Unorm, Format::Bgra8Unorm, Format::Rgba8Unorm, Format::Bgrx8Unorm,
                       Format::Rgba8Srgb, Format::Rgba32Float, Format::Rgba16Float, Format::Rgb565Unorm,
                       Format::R8Unorm, Format::Rgba16Unorm, Format::La8Unorm, Format::I16Float, Format::L8Srgb,
                       Format::Rgba8Uint, Format::Rgba32Sint});
    }
    CompareFunction compare() { return static_cast<CompareFunction>(pick(8)); }

    void set_blend(BlendState& blend) {
        blend = {};
        blend.enabled = one_in(2);
        constexpr BlendFactor presets[][2] = {{BlendFactor::SourceAlpha, BlendFactor::OneMinusSourceAlpha},
                                              {BlendFactor::One, BlendFactor::OneMinusSourceAlpha},
                                              {BlendFactor::One, BlendFactor::One},
                                              {BlendFactor::SourceAlpha, BlendFactor::One},
                                              {BlendFactor::DestinationColor, BlendFactor::Zero},
                                              {BlendFactor::Zero, BlendFactor::SourceColor}};
        if (one_in(2)) {
            const auto& preset = presets[pick(6)];
            blend.source_color = blend.source_alpha = preset[0];
            blend.destination_color = blend.destination_alpha = preset[1];
        } else {
            const auto factor = [&] { return static_cast<BlendFactor>(pick(15)); };
            blend.source_color = factor();
            blend.destination_color = factor();
            blend.source_alpha = factor();
            blend.destination_alpha = factor();
            blend.color_equation = static_cast<BlendEquation>(pick(5));
            blend.alpha_equation = static_cast<BlendEquation>(pick(5));
        }
        blend.write_mask = one_in(3) ? static_cast<uint8_t>(pick(16)) : 0xf;
    }

    void set_state(Draw& draw) {
        FragmentState& fragment = draw.fragment_state;
        fragment = {};
        set_blend(fragment.blend[0]);
        set_blend(fragment.blend[1]);
        for (float& value : fragment.blend_color) value = unit() * 1.5f - 0.25f;
        fragment.clamp_color = one_in(2);
        fragment.alpha_test = one_in(5);
        late_ |= fragment.alpha_test;
        fragment.alpha_function = compare();
        fragment.alpha_reference = unit();
        fragment.logic_operation_enabled = one_in(8);
        fragment.logic_operation = static_cast<LogicOperation>(pick(16));
        if (one_in(6)) fragment.alpha_to_coverage = one_in(2) ? AlphaToCoverage::Rounded : AlphaToCoverage::Dithered;
        fragment.alpha_to_one = one_in(10);
        fragment.sample_coverage = one_in(6);
        fragment.sample_coverage_value = unit();
        fragment.sample_coverage_invert = one_in(2);
        fragment.sample_mask = one_in(6) ? static_cast<uint32_t>(pick(16)) : ~0u;
        fragment.sample_shading = one_in(8);

        DepthStencilState& tests = draw.depth_stencil;
        tests = {};
        tests.depth_test = one_in(2);
        tests.depth_write = !one_in(3);
        tests.depth_function = one_in(2) ? CompareFunction::Less : compare();
        tests.depth_bounds_test = one_in(10);
        tests.depth_bounds_min = unit() * 0.5;
        tests.depth_bounds_max = 0.5 + unit() * 0.5;
        tests.stencil_test = one_in(4);
        for (StencilFace& face : tests.stencil) {
            face.function = compare();
            face.reference = static_cast<uint8_t>(pick(4));
            face.read_mask = one_in(2) ? 0xff : static_cast<uint8_t>(pick(256));
            face.write_mask = one_in(2) ? 0xff : static_cast<uint8_t>(pick(256));
            const auto operation = [&] { return static_cast<StencilFace::Operation>(one_in(2) ? 0 : pick(8)); };
            face.fail = operation();
            face.depth_fail = operation();
            face.pass = operation();
        }

        RasterState& raster = draw.raster;
        raster = {};
        raster.multisample = !one_in(4);
        raster.depth_clamp = one_in(6);
        set_polygon_offset(raster);
        raster.two_sided_color = one_in(4);
        raster.polygon_smooth = one_in(12);
        raster.point_smooth = one_in(4);
        raster.line_smooth = one_in(4);
        raster.point_sprite = one_in(4);
        raster.point_sprite_coordinates = 1;
        raster.point_size = 1 + static_cast<float>(pick(120)) / 8;
        raster.line_width = 1 + static_cast<float>(pick(40)) / 8;
        raster.polygon_stipple = one_in(10);
        for (uint32_t& row : raster.polygon_stipple_pattern) row = static_cast<uint32_t>(random_());
        draw.primitive = any_of({Primitive::Triangles, Primitive::Triangles, Primitive::Triangles, Primitive::Quads,
                                 Primitive::Points, Primitive::LineStrip});
        draw.fragment = stage_program(random_program());
        draw.fragment.memory = memory_;
        const auto& facts = *draw.fragment.facts;
        late_ |= facts.kills || facts.touches_memory || facts.results.depth >= 0 || facts.results.sample_mask >= 0 ||
                 fragment.alpha_to_coverage != AlphaToCoverage::Off;
        draw.fragment.textures = {
            texture(runtime::TextureKind::Texture2D), texture(runtime::TextureKind::Cube),
            texture(runtime::TextureKind::Texture3D), texture(runtime::TextureKind::Texture2D, true),
            texture(runtime::TextureKind::Array2D),   texture(runtime::TextureKind::Texture1D),
            texture(runtime::TextureKind::Rectangle)};
        draw.fragment.textures.push_back(texture(runtime::TextureKind::Texture2D));
        // As arrays of samplers have them: most are sampled alike.
        for (int i = 0; i < 2; ++i)
            draw.fragment.textures.push_back(one_in(4) ? texture(runtime::TextureKind::Texture2D)
                                                       : draw.fragment.textures[0]);
    }

    void set_polygon_offset(RasterState& raster) {
        const auto number = [this] { return static_cast<float>(random_offsets_() % 256) / 255.0f - 0.5f; };
        raster.polygon_offset.fill(random_offsets_() % 3 == 0);
        raster.offset_factor = number();
        raster.offset_units = 1000 * number();
    }

    std::string random_program() {
        if (integer_ && one_in(2)) return integer_colors;
        if (!one_in(4)) return programs[pick(std::size(programs))];
        make_memory();
        std::string text = "!!NVfp5.0\n";
        if (one_in(4)) text += "OPTION NV_early_fragment_tests;\n";
        const bool in_order = one_in(6);
        if (in_order) text += "OPTION NV_pixel_interlock_ordered;\n";
        text += effects_begin;
        text += in_order ? programs_in_order[pick(std::size(programs_in_order))]
                         : programs_with_effects[pick(std::size(programs_with_effects))];
        return text + "MOV.F result.color, c;\nEND\n";
    }

    // What all draws of the case that reach memory do.
    void make_memory() {
        if (memory_) return;
        memory_ = std::make_shared<runtime::ProgramMemory>();
        const Format formats[] = {Format::R32Uint, any_of({Format::Rgba8Unorm, Format::Rgba16Float, Format::Rgba32Float,
                                                           Format::R11G11B10Float, Format::R16Snorm, Format::R32Uint})};
        for (const Format format : formats) {
            runtime::ImageBinding binding;
            binding.image = std::make_shared<runtime::Image>(format, runtime::Extent{width, height, 1}, 1);
            binding.format = format;
            binding.extent = {width, height, 1};
            binding.writable = !one_in(8);
            memory_->images.push_back(binding);
        }
        auto table = std::make_shared<runtime::MemoryTable>();
        const auto range = [&](std::vector<uint32_t>& words, size_t count) {
            words.resize(count);
            runtime::MemoryRange made;
            made.data = reinterpret_cast<std::byte*>(words.data());
            made.size = 4 * count;
            return made;
        };
        memory_->storage_buffers = {range(sums_, 32), range(own_, 4 * width * height)};
        memory_->counter_buffers = {range(tally_, 2)};
        table->set(1, range(addressed_, 4 * width * height + 4));
        memory_->table = table;
        memory_->faults = std::make_shared<runtime::FaultLog>();
        auto handles = std::make_shared<runtime::HandleTable>();
        for (uint64_t number = 0; number < 3; ++number)
            handles->textures[uint64_t{5} << 32 | number] = texture(runtime::TextureKind::Texture2D);
        handles->find_samplers();
        memory_->handles = handles;
    }
    void append_memory(std::vector<std::byte>& bytes) {
        if (!memory_) return;
        for (const runtime::ImageBinding& binding : memory_->images) append_image(*binding.image, bytes);
        for (const auto* const words : {&sums_, &own_, &tally_, &addressed_}) {
            const auto* const data = reinterpret_cast<const std::byte*>(words->data());
            bytes.insert(bytes.end(), data, data + 4 * words->size());
        }
        const runtime::FaultLog::Entry fault = memory_->faults->take();
        // Which of a draw's pixels says first what is wrong with it is nobody's promise.
        bytes.push_back(static_cast<std::byte>(fault.fault != runtime::MemoryFault::None));
    }

    // Common formats and filters half of the time, anything else.
    runtime::TextureBinding texture(runtime::TextureKind kind, bool depth = false) {
        static const std::vector<Format> formats = runtime::sampler_oracle::formats_with_samplers();
        std::mt19937 random(static_cast<uint32_t>(random_()));
        Format format = depth       ? any_of({Format::Depth24, Format::Depth16, Format::Depth32Float})
                        : one_in(2) ? any_of({Format::Rgba8Unorm, Format::Bgra8Unorm, Format::Rgba8Srgb})
                                    : formats[static_cast<size_t>(pick(static_cast<int>(formats.size())))];
        while (!runtime::sampler_oracle::is_possible(kind, format) ||
               runtime::format_info(format).component_class == runtime::ComponentClass::Unsigned ||
               runtime::format_info(format).component_class == runtime::ComponentClass::Signed)
            format = Format::Rgba8Unorm;
        auto texture = runtime::sampler_oracle::random_texture_of_bits(kind, format, random);
        runtime::Sampler sampler = runtime::sampler_oracle::random_sampler(random);
        if (one_in(2)) {
            const runtime::Wrap wrap = any_of({runtime::Wrap::Repeat, runtime::Wrap::ClampToEdge});
            sampler = {};
            sampler.wrap_s = sampler.wrap_t = sampler.wrap_r = wrap;
            sampler.min_filter = sampler.mag_filter = any_of({runtime::Filter::Nearest, runtime::Filter::Linear});
            sampler.mip_filter = any_of({runtime::MipFilter::None, runtime::MipFilter::Linear});
        }
        return {texture, sampler};
    }

    std::vector<TestVertex> vertices(const TestScene& scene) {
        std::vector<TestVertex> result;
        const int shapes = 1 + pick(4);
        const bool wide = one_in(3);  // reaches beyond the picture
        for (int shape = 0; shape < shapes; ++shape) {
            const bool same_color = one_in(3), same_w = one_in(2);
            const float scale = one_in(3) ? 0.1f : wide ? 3.0f : 1.0f;
            const float cx = unit() * width, cy = unit() * height;
            const auto color = [&] { return std::array<float, 4>{unit(), unit() * 1.2f, unit() - 0.1f, unit()}; };
            const std::array<float, 4> one_color = color();
            for (int corner = 0; corner < 12; ++corner) {
                const auto near = [&](float center, int32_t size) {
                    return center + (unit() - 0.5f) * scale * static_cast<float>(size);
                };
                const float x = near(cx, width), y = near(cy, height);
                const double z = unit() * 1.2 - 0.1;
                const std::array<float, 4> own_color = same_color ? one_color : color();
                TestVertex vertex = scene.at(x, y, z, own_color, same_w ? 1.0f : 0.5f + unit() * 4);
                vertex.texcoord = {unit() * 4, unit() * 4, unit(), 1};
                result.push_back(vertex);
            }
        }
        if (one_in(4)) {  // all of the picture
            const std::array<float, 4> color{unit(), unit(), unit(), unit()};
            const auto at = [&](float x, float y) { result.push_back(scene.at(x, y, unit(), color)); };
            at(-1, -1);
            at(3 * width, -1);
            at(-1, 3 * height);
        }
        return result;
    }

    void describe(const Draw& draw) {
        const auto add = [this](const char* name, auto value) {
            description_ += std::string(" ") + name + "=" + std::to_string(static_cast<int>(value));
        };
        const BlendState& blend = draw.fragment_state.blend[0];
        description_ += runtime::format_info(draw.framebuffer.colors[0].image->format()).name;
        if (draw.framebuffer.depth)
            description_ += std::string(" ") + runtime::format_info(draw.framebuffer.depth.image->format()).name;
        add("samples", draw.framebuffer.samples);
        add("multisample", draw.raster.multisample);
        add("second", draw.framebuffer.colors[1].image != nullptr);
        add("blend", blend.enabled);
        add("source", blend.source_color);
        add("destination", blend.destination_color);
        add("source-alpha", blend.source_alpha);
        add("destination-alpha", blend.destination_alpha);
        add("equation", blend.color_equation);
        add("equation-alpha", blend.alpha_equation);
        add("mask", blend.write_mask);
        add("clamp", draw.fragment_state.clamp_color);
        add("logic", draw.fragment_state.logic_operation_enabled);
        add("alpha-test", draw.fragment_state.alpha_test);
        add("alpha-function", draw.fragment_state.alpha_function);
        add("to-coverage", draw.fragment_state.alpha_to_coverage);
        add("to-one", draw.fragment_state.alpha_to_one);
        add("depth", draw.depth_stencil.depth_test);
        add("depth-function", draw.depth_stencil.depth_function);
        add("bounds", draw.depth_stencil.depth_bounds_test);
        add("stencil", draw.depth_stencil.stencil_test);
        add("primitive", draw.primitive);
        description_ += "\n" + draw.fragment.program->source;
    }

    std::mt19937_64 random_, random_offsets_;  // the latter apart, so that cases keep their numbers
    std::string description_;
    bool integer_ = false;
    bool late_ = false;                               // some draw may be tested late
    std::shared_ptr<runtime::ProgramMemory> memory_;  // null: no draw reaches any
    std::vector<uint32_t> sums_, own_, tally_, addressed_;
};

TEST(RandomPipelines, WaysGiveTheSameBits) {
    const uint64_t first = testing::requested_number("ASMGL_RANDOM_PIPELINES_FIRST", 0),
                   count = testing::requested_number("ASMGL_RANDOM_PIPELINES", 400);
    int failures = 0;
    arbasm::RunningHash hash;
    for (uint64_t n = first; n < first + count && failures < 10; ++n) {
        const auto drawn = [n](bool plain, bool compiled) {
            fragment_ways().plain = plain;
            fragment_ways().compiled = compiled;
            fragment_ways().synchronous = true;
            return RandomCase(n).draw();
        };
        const Pixels expected = drawn(false, false);
        hash.add_bytes(expected.bytes.data(), expected.bytes.size());
        hash.add(expected.samples_passed);
        const auto compare = [&](const Pixels& pixels, const char* way) {
            failures += pixels.bytes != expected.bytes || pixels.samples_passed != expected.samples_passed;
            EXPECT_EQ(pixels.samples_passed, expected.samples_passed) << "number " << n << ", " << way;
            // Which blocks a known range of depths rejects is up to each way.
            if (pixels.counts_invocations) {
                EXPECT_EQ(pixels.invocations, expected.invocations) << "number " << n << ", " << way;
            }
            size_t at = 0, different = 0;
            for (size_t i = expected.bytes.size(); i-- > 0;)
                if (pixels.bytes[i] != expected.bytes[i]) {
                    at = i;
                    ++different;
                }
            EXPECT_EQ(different, 0u) << "number " << n << ", " << way << ", byte " << at << " of "
                                     << expected.bytes.size() << ": " << std::to_integer<int>(pixels.bytes[at])
                                     << " for " << std::to_integer<int>(expected.bytes[at]) << "\n"
                                     << expected.description;
        };
        compare(drawn(true, false), "plain");
        if (has_jit && (n % 2 == 0 || count <= 1)) compare(drawn(false, true), "compiled");
    }
    if (failures == 0 && first == 0 && count == 400) arbasm::expect_recorded_hash("pipelines=400", hash.value());
    const KeyCounters counters = block_counters();
    std::printf("%zu keys, %zu compiled, %zu failed; not compiled:\n%s", static_cast<size_t>(counters.keys),
                static_cast<size_t>(counters.compiled), static_cast<size_t>(counters.failed),
                reasons_for_no_code().c_str());
}

// Few pixels of plain colours are written in a way of their own.
TEST(RandomPipelines, SmallTrianglesOfPlainColors) {
    for (const Format format : {Format::Bgra8Unorm, Format::Bgrx8Unorm, Format::Rgba8Unorm}) {
        const auto drawn = [format](bool plain) {
            fragment_ways().plain = plain;
            fragment_ways().compiled = false;
            std::mt19937 random(9);
            const auto real = [&](float low, float high) {
                return std::uniform_real_distribution<float>(low, high)(random);
            };
            TestScene scene(width, height, format);
            scene.clear({0.2f, 0.4f, 0.6f, 0.8f});
            for (const bool perspective : {false, true}) {
                std::vector<TestVertex> vertices;
                for (int i = 0; i < 900; ++i) {
                    const float x = real(0, width), y = real(0, height), size = real(0.5f, 8);
                    for (int corner = 0; corner < 3; ++corner)
                        vertices.push_back(scene.at(x + real(-size, size), y + real(-size, size), 0.5,
                                                    {real(-0.5f, 1.5f), real(0, 1), real(0, 1), real(0, 1)},
                                                    perspective ? real(0.2f, 3) : 1));
                }
                scene.draw.raster.clamp_vertex_color = perspective;
                scene.run(vertices);
            }
            return scene.pixels();
        };
        const std::vector<uint32_t> expected = drawn(false);
        EXPECT_EQ(drawn(true), expected);
    }
    fragment_ways().plain = fragment_ways().compiled = true;
}

// What is drawn often is compiled meanwhile, and then drawn with that code: the same pixels.
TEST(RandomPipelines, CodeTakesOver) {
    if (!has_jit) GTEST_SKIP() << "this build makes no machine code";
    fragment_ways().plain = fragment_ways().compiled = true;
    fragment_ways().synchronous = false;
    TestScene scene(width, height);
    scene.draw.fragment = stage_program(programs[9]);
    scene.draw.primitive = Primitive::Quads;
    std::vector<TestVertex> corners = full_quad(scene, 0.5, {0.3f, 0.9f, 0.2f, 0.7f}, 64);
    for (TestVertex& corner : corners) corner.texcoord = {corner.position[0], corner.position[1], 0.5f, 1};
    scene.clear({0, 0, 0, 0});
    scene.run(corners);
    const std::vector<uint32_t> expected = scene.pixels();
    // Or found, where a process before has kept it.
    const auto there = [] { return block_counters().compiled + block_counters().found; };
    const uint64_t before = there();
    // Code is looked for on disk first; what is drawn behind that asks for it to be compiled.
    for (int stage = 0; stage < 2; ++stage) {
        for (int i = 0; i < 400; ++i) scene.run(corners);
        scene.rasterizer.finish();
        runtime::jit::finish_compiling();
    }
    EXPECT_GT(there(), before);
    scene.clear({0, 0, 0, 0});
    scene.run(corners);
    EXPECT_EQ(scene.pixels(), expected);
}

}  // namespace
}  // namespace rasterizer
