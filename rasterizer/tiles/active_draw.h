// The draw that a tile is at: what is found once for all of its primitives there. Compiled per SIMD level
// (fragment/lanes.h).
#pragma once

#include "rasterizer/fragment/blend_lanes.h"
#include "rasterizer/fragment/depth_stencil_lanes.h"
#include "rasterizer/prepare/tile_draw.h"
#include "rasterizer/tiles/tile_surfaces.h"

namespace rasterizer::ASMGL_ISA {

// As depths are stored.
struct DepthRange {
    int32_t low, high;
};

template <int samples>
struct ActiveDraw {
    void start(const TileDraw& draw, const TileSurfaces<samples>& tile) {
        tile_draw = &draw;
        pipeline = draw.pipeline.get();
        const FragmentKey& key = pipeline->key;
        encoding = {draw.depth_clamp_low, draw.depth_clamp_high, tile.depth_storage, tile.depth_scale};
        depth_rectangle = key.rectangle == RectangleKind::Depth;
        // In blocks, the plain tests have code of their own; everything else takes depth_stencil_lanes().
        const bool plain_tests = !key.depth_bounds && !depth_rectangle;
        plain_depth = plain_tests && key.depth_test ? (key.depth_write ? depth_block_for<true>(key.depth_function)
                                                                       : depth_block_for<false>(key.depth_function))
                                                    : nullptr;
        plain_stencil = plain_tests && key.stencil_test;
        if (key.depth_bounds) {
            bounds_low = encode_bound(draw, draw.depth_stencil.depth_bounds_min, tile);
            bounds_high = encode_bound(draw, draw.depth_stencil.depth_bounds_max, tile);
        }
        if (pipeline->runs_program)
            tile.memory.reserve_registers(static_cast<int>(draw.inputs.size()) + 1, pipeline->result_count + 1);
        for (int i = 0; i < pipeline->color_count; ++i)
            if (pipeline->colors[i].storage != ColorStorage::None)
                write_color[i] = write_color_for(pipeline->colors[i]);
        multisample = samples > 1 && draw.raster.multisample;
        // With MULTISAMPLE off all samples of a pixel stand at its centre, and where pixels are drawn whole.
        spread = multisample && !draw.raster.conservative;
        find_allowed_samples();
        place_samples();
    }

    const TileDraw* tile_draw = nullptr;
    const FragmentPipeline* pipeline = nullptr;
    DepthBlock plain_depth = nullptr;  // null: there is no depth test, or not a plain one
    bool plain_stencil = false;
    DepthEncoding encoding{0, 1, DepthStorage::Float, 0};
    bool multisample = false, spread = false;  // samples count; they lie apart
    bool depth_rectangle = false;
    uint32_t allowed_samples = ~0u;
    int32_t sample_offset[samples][2] = {};                // relative to the pixel's centre, in 1/256 pixel
    float sample_x[samples] = {}, sample_y[samples] = {};  // the same in pixels
    int32_t bounds_low = 0, bounds_high = 0;               // depth bounds, as depth is stored
    WriteColor write_color[max_color_attachments] = {};
    bool even_depth =
        false;  // the present primitive fits into a block and is about flat, or its depth is the same all over
    // The range of such a primitive's depths, once it has been found.
    mutable bool range_found = false;
    mutable DepthRange range{};

  private:
    // At the centres, too: the samples of the draw before may lie apart.
    void place_samples() {
        static constexpr SampleOffsets standard = standard_sample_offsets(samples);
        const SampleOffsets* const own = tile_draw->raster.sample_offsets.get();
        const auto* const offsets = own ? own->data() : standard.data();
        for (int s = 0; s < samples; ++s) {
            for (int axis = 0; axis < 2; ++axis) sample_offset[s][axis] = spread ? offsets[s].data()[axis] : 0;
            sample_x[s] = static_cast<float>(sample_offset[s][0]) / sub_pixel_one;
            sample_y[s] = static_cast<float>(sample_offset[s][1]) / sub_pixel_one;
        }
    }

    // Sample coverage and sample mask come before the program (GL 4.6, 14.9.3).
    void find_allowed_samples() {
        const FragmentState& state = tile_draw->fragment_state;
        allowed_samples = ~0u;
        if (!multisample) return;
        allowed_samples = state.sample_mask;
        if (!state.sample_coverage) return;
        uint32_t covered = 0;
        for (int s = 0; s < samples; ++s)
            if (state.sample_coverage_value * samples > static_cast<float>(s) + 0.5f) covered |= 1u << s;
        allowed_samples &= state.sample_coverage_invert ? ~covered : covered;
    }

    static int32_t encode_bound(const TileDraw& draw, double value, const TileSurfaces<samples>& tile) {
        const DepthEncoding encoding = value_encoding(draw.unclamped_depth, tile.depth_storage, tile.depth_scale);
        return encoding.encode(Float(static_cast<float>(value))).value[0];
    }
};

}  // namespace rasterizer::ASMGL_ISA
