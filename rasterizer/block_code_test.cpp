// Code of blocks by key: what keys know of images, and what is kept of it on disk.
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/blocks/block_compiler.h"
#include "rasterizer/prepare/fragment_ways.h"
#include "rasterizer/testing/test_scene.h"
#include "runtime/code_cache/code_cache.h"
#include "runtime/jit/tiers.h"
#include "runtime/testing/random_samples.h"

namespace rasterizer {
namespace {

using runtime::Format;

constexpr int32_t side = 70;  // of the pictures

// One rasterizer, one program, and images of other formats, or none that may be written, from draw to draw.
TEST(BlockCode, KnowsTheFormatsOfImages) {
    fragment_ways().plain = true;
    fragment_ways().synchronous = true;
    const auto stored = [](bool compiled) {
        fragment_ways().compiled = compiled;
        TestScene scene(side, side);
        scene.draw.fragment = stage_program(
            "!!NVfp5.0\nOPTION EXT_shader_image_load_formatted;\nTEMP p, t;\nCVT.S32.F32.TRUNC p, fragment.position;\n"
            "MOV.S p.zw, 0;\nLOADIM.F t, p, image[0], 2D;\nADD t, t, fragment.texcoord[0];\n"
            "STOREIM.F image[0], t, p, 2D;\nMOV.F result.color, t;\nEND\n");
        scene.draw.primitive = Primitive::Quads;
        std::vector<TestVertex> corners = full_quad(scene, 0.5, {1, 1, 1, 1}, 64);
        for (TestVertex& corner : corners) corner.texcoord = {corner.position[0], corner.position[1], 0.25f, 0.5f};
        std::vector<std::byte> bytes;
        for (const Format format : {Format::Rgba8Unorm, Format::Rgba16Float, Format::R32Uint, Format::Rgba32Float,
                                    Format::Rgba8Snorm, Format::R11G11B10Float})
            for (const bool writable : {true, false, true}) {
                runtime::ImageBinding binding;
                binding.image = std::make_shared<runtime::Image>(format, runtime::Extent{side, side, 1}, 1);
                binding.format = format;
                binding.extent = {side, side, 1};
                binding.writable = writable;
                auto memory = std::make_shared<runtime::ProgramMemory>();
                memory->images = {binding};
                memory->faults = std::make_shared<runtime::FaultLog>();
                scene.draw.fragment.memory = memory;
                scene.run(corners);
                scene.run(corners);
                scene.rasterizer.finish();
                append_image(*binding.image, bytes);
                append_image(*scene.draw.framebuffer.colors[0].image, bytes);
                bytes.push_back(static_cast<std::byte>(memory->faults->take().fault));
            }
        return bytes;
    };
    const std::vector<std::byte> expected = stored(false);
    const uint64_t before = block_counters().compiled;
    EXPECT_TRUE(stored(true) == expected);
    EXPECT_GT(block_counters().compiled, before + 2);
}

// What one rasterizer has compiled, another finds on disk, as other processes do.
TEST(BlockCode, IsKeptOnDisk) {
    if (!runtime::code_cache::user_cache()) GTEST_SKIP() << "ASMGL_CACHE_DIR names no folder";
    fragment_ways().plain = fragment_ways().compiled = true;
    const auto drawn = [](int times, bool synchronous) {
        fragment_ways().synchronous = synchronous;
        std::mt19937 random(7);
        TestScene scene(side, side);
        scene.draw.fragment = stage_program(
            "!!ARBfp1.0\nTEMP a;\nTEX a, fragment.texcoord[0], texture[0], 2D;\nMUL result.color, a, "
            "fragment.color;\nEND\n");
        scene.draw.fragment.textures = {
            runtime::TextureBinding(runtime::sampler_oracle::random_texture_of_bits(runtime::TextureKind::Texture2D,
                                                                                    Format::Rgba8Unorm, random),
                                    {})};
        scene.draw.primitive = Primitive::Quads;
        std::vector<TestVertex> corners = full_quad(scene, 0.5, {0.3f, 0.9f, 0.2f, 0.7f}, 64);
        for (TestVertex& corner : corners) corner.texcoord = {corner.position[0], corner.position[1], 0.5f, 1};
        for (int i = 0; i < times; ++i) {
            scene.clear({0, 0, 0, 0});
            scene.run(corners);
            scene.rasterizer.finish();
            runtime::jit::finish_compiling();
        }
        return scene.pixels();
    };
    const std::vector<uint32_t> expected = drawn(1, true);
    const KeyCounters before = block_counters();
    EXPECT_EQ(drawn(20, false), expected);
    EXPECT_EQ(block_counters().found, before.found + 1);
    EXPECT_EQ(block_counters().compiled, before.compiled);
}

}  // namespace
}  // namespace rasterizer
