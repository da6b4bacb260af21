// Depth and stencil tests against the tile: of a block before the program, or of a group after it. Compiled per
// instruction set (fragment/lanes.h).
#pragma once

#include "rasterizer/fragment/depth_stencil_lanes.h"
#include "rasterizer/fragment/stencil_bytes.h"
#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/depth_ranges.h"
#include "rasterizer/tiles/fragment_group.h"
#include "rasterizer/tiles/rectangle_texels.h"

namespace rasterizer::ASMGL_ISA {

// Early: takes the pixels of a block that fail out of `masks`. `range`: the primitive's depths, or null.
template <int samples>
void test_block(TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, const TilePrimitive& primitive,
                int block, const DepthRange* range, CoverageMasks<samples>& masks) {
    const float x = tile.block_x(block), y = tile.block_y(block);
    const bool depth = active.pipeline->reads_depth;
    if (depth) tile.need_depth(block);
    if (active.pipeline->key.stencil_test) {
        tile.need_stencil(block);
        tile.memory.stencil.dirty |= uint64_t{1} << block;
    }
    for (int s = 0; s < samples; ++s) {
        if (!masks.of[s]) continue;
        const float ox = active.sample_x[s];
        const float oy = active.sample_y[s];
        const auto test_depth = [&](uint64_t mask) {
            return active.plain_depth(tile.depth_block_words(s, block), primitive, x + ox, y + oy, active.encoding,
                                      mask);
        };
        if (active.plain_stencil) {
            const StencilFace& face = active.tile_draw->depth_stencil.stencil.data()[primitive.back_facing];
            uint8_t* const stencil = tile.stencil_block_bytes(s, block);
            const uint64_t passed = masks.of[s] & stencil_passes(face, stencil);
            operate_on_stencil(face.fail, face, stencil, masks.of[s] & ~passed);
            masks.of[s] = active.plain_depth && passed ? test_depth(passed) : passed;
            operate_on_stencil(face.depth_fail, face, stencil, passed & ~masks.of[s]);
            operate_on_stencil(face.pass, face, stencil, masks.of[s]);
            continue;
        }
        if (active.plain_depth) {
            masks.of[s] = test_depth(masks.of[s]);
            continue;
        }
        alignas(64) float depths[block_pixels];
        if (active.depth_rectangle)
            for (int i = 0; i < block_pixels; ++i)
                __builtin_memcpy(&depths[i],
                                 rectangle_texel(tile, *active.tile_draw->pixel_rectangle, block * block_pixels + i, 4),
                                 4);
        masks.of[s] = depth_stencil_lanes<block_pixels>(
            active.pipeline->key, active.tile_draw->depth_stencil.stencil[primitive.back_facing],
            depth ? tile.depth_block_words(s, block) : nullptr,
            active.pipeline->key.stencil_test ? tile.stencil_block_bytes(s, block) : nullptr, active.bounds_low,
            active.bounds_high, masks.of[s], nullptr, [&](int i) {
                return active.encoding.encode(active.depth_rectangle
                                                  ? runtime::load<Float>(depths + i)
                                                  : block_depth<Float>(primitive, x + ox, y + oy, i));
            });
    }
    if (active.pipeline->key.depth_write && masks.any()) depth_written(tile, active, primitive, block, range, masks);
}

// The depth of the group's fragments at a sample, as it is stored.
template <int samples>
void group_depth(const TileSurfaces<samples>& tile, const ActiveDraw<samples>& active,
                 const FragmentGroup<samples>& group, int sample, int32_t* depth) {
    const float ox = active.sample_x[sample];
    const float oy = active.sample_y[sample];
    alignas(64) float z[group_lanes] = {};
    if (active.pipeline->depth_result >= 0) {
        __builtin_memcpy(z, tile.memory.results[active.pipeline->depth_result].component[2].lane, sizeof z);
    } else if (active.depth_rectangle) {
        for (int lane = 0; lane < group.quad_count * 4; ++lane)
            __builtin_memcpy(
                &z[lane],
                rectangle_texel(tile, *active.tile_draw->pixel_rectangle, group.pixels[lane / 4] + (lane & 3), 4), 4);
    } else {
        for (int i = 0; i < group.quad_count; ++i) {
            const int block = group.pixels[i] / block_pixels, pixel = group.pixels[i] % block_pixels;
            store(z + 4 * i, block_depth<VectorLanes<4>::Float>(*group.primitives[i], tile.block_x(block) + ox,
                                                                tile.block_y(block) + oy, pixel)
                                 .value);
        }
    }
    for (int lane = 0; lane < group_lanes; lane += lane_width)
        runtime::store(depth + lane, active.encoding.encode(runtime::load<Float>(z + lane)));
}

// Late: takes the fragments that fail out of the group.
template <int samples>
void late_tests(TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, FragmentGroup<samples>& group) {
    const bool depth = active.pipeline->reads_depth;
    uint32_t back = 0;
    for (int i = 0; i < group.quad_count; ++i) {
        const int block = group.pixels[i] / block_pixels;
        if (depth) tile.need_depth(block);
        if (active.pipeline->key.stencil_test) {
            tile.need_stencil(block);
            tile.memory.stencil.dirty |= uint64_t{1} << block;
        }
        if (group.primitives[i]->back_facing) back |= 15u << (4 * i);
    }
    const QuadTargets quads{group.pixels, group.quad_count};
    alignas(64) int32_t references[group_lanes];
    const bool own_reference = active.pipeline->stencil_result >= 0;
    if (own_reference)
        __builtin_memcpy(references, tile.memory.results[active.pipeline->stencil_result].component[0].lane,
                         sizeof references);
    for (int s = 0; s < samples; ++s) {
        if (!group.lane_masks[s]) continue;
        alignas(64) int32_t values[group_lanes], stored[group_lanes] = {};
        alignas(64) uint8_t stencil[group_lanes] = {};
        group_depth(tile, active, group, s, values);
        uint32_t* depth_words = tile.memory.depth.words + s * tile_pixels;
        uint8_t* stencil_bytes = reinterpret_cast<uint8_t*>(tile.memory.stencil.words) + s * tile_pixels;
        if (depth) gather_quads(depth_words, quads, reinterpret_cast<uint32_t*>(stored));
        if (active.pipeline->key.stencil_test)
            for (int i = 0; i < group.quad_count; ++i)
                __builtin_memcpy(stencil + 4 * i, stencil_bytes + group.pixels[i], 4);
        uint32_t passed = 0;
        for (int face = 0; face < 2; ++face) {
            const uint32_t mask = group.lane_masks[s] & (face ? back : ~back);
            if (mask)
                passed |= static_cast<uint32_t>(depth_stencil_lanes<group_lanes>(
                    active.pipeline->key, active.tile_draw->depth_stencil.stencil[face], depth ? stored : nullptr,
                    stencil, active.bounds_low, active.bounds_high, mask, own_reference ? references : nullptr,
                    [&](int i) { return runtime::load<Signed>(values + i); }));
        }
        // Another quad of the group may be of the same pixels and another sample.
        if (active.pipeline->key.stencil_test)
            for (int i = 0; i < group.quad_count; ++i)
                if (group.lane_masks[s] >> (4 * i) & 15)
                    __builtin_memcpy(stencil_bytes + group.pixels[i], stencil + 4 * i, 4);
        if (active.pipeline->key.depth_write && depth && passed) {
            scatter_quads(depth_words, quads, reinterpret_cast<uint32_t*>(stored), passed, ~0u);
            for (int i = 0; i < group.quad_count; ++i) {
                const uint64_t bit = uint64_t{1} << (group.pixels[i] / block_pixels);
                tile.memory.depth.dirty |= bit;
                tile.memory.depth_range_known &= ~bit;
            }
        }
        group.lane_masks[s] = passed;
    }
}

}  // namespace rasterizer::ASMGL_ISA
