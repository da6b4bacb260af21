// Operations that reduce coverage or alpha between the program and the tests: sample masks, antialiasing, alpha to
// coverage, the alpha test. Compiled per SIMD level (fragment/lanes.h).
#pragma once

#include "rasterizer/fragment/colors.h"
#include "rasterizer/fragment/pixel_samples.h"
#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/fragment_group.h"
#include "rasterizer/tiles/sampled_coverage.h"

namespace rasterizer::ASMGL_ISA {

// What result.samplemask leaves of the samples of the fragments that are there, or makes of them.
template <int samples>
void mask_samples(const TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, FragmentGroup<samples>& group) {
    const uint32_t* const mask = tile.memory.results[active.pipeline->sample_mask_result].component[0].lane;
    uint32_t there = 0;
    for (int s = 0; s < samples; ++s) there |= group.lane_masks[s];
    for (int lane = 0; lane < group.quad_count * 4; ++lane) {
        if (!(there >> lane & 1)) continue;
        const uint32_t bit = 1u << lane;
        for (int s = 0; s < samples; ++s) {
            if (!(mask[lane] >> s & 1)) {
                group.lane_masks[s] &= ~bit;
            } else if (active.pipeline->override_coverage && active.allowed_samples >> s & 1 &&
                       (!active.pipeline->per_sample || group.quad_samples[lane / 4] == s)) {
                group.lane_masks[s] |= bit;
            }
        }
    }
}

// Antialiased primitives: coverage scales the alpha of each colour.
template <int samples>
void scale_alpha(const TileSurfaces<samples>& tile, const ActiveDraw<samples>& active,
                 const FragmentGroup<samples>& group, const GroupPositions& at) {
    const int lanes = group.quad_count * 4;
    alignas(64) float coverage[group_lanes];
    for (int lane = 0; lane < lanes; ++lane) {
        const TilePrimitive& primitive = *group.primitives[lane / 4];
        coverage[lane] = primitive.smooth ? smooth_coverage(active, primitive, at.x[lane], at.y[lane]) : 1.0f;
    }
    uint32_t scaled = 0;  // broadcast names one result for several attachments
    for (int i = 0; i < active.pipeline->color_count; ++i) {
        const int result = active.pipeline->color_result[i];
        if (result < 0 || active.pipeline->colors[i].integer || (result < 32 && scaled >> result & 1)) continue;
        scaled |= result < 32 ? 1u << result : 0;
        uint32_t* alpha = tile.memory.results[result].component[3].lane;
        for (int lane = 0; lane < lanes; lane += lane_width) {
            F value = load<F>(alpha + lane);
            if (active.pipeline->key.clamp_color) value = clamp(value, F{}, broadcast_f(1.0f));
            store(alpha + lane, value * load<F>(coverage + lane));
        }
    }
}

RASTERIZER_INLINE Mask alpha_test(const TileDraw& draw, Float alpha) {
    return passes_alpha(draw.fragment_state.alpha_function, alpha, Float(draw.fragment_state.alpha_reference),
                        draw.pipeline->key.clamp_color);
}
// The lanes that pass the alpha test.
inline uint32_t alpha_test(const TileDraw& draw, const uint32_t* alpha, int lanes) {
    uint32_t pass = 0;
    for (int lane = 0; lane < lanes; lane += lane_width)
        pass |= to_bits(alpha_test(draw, runtime::load<Float>(alpha + lane))) << lane;
    return pass;
}

// Reduces coverage and alpha between the program and the tests.
template <int samples>
void reduce_coverage(const TileSurfaces<samples>& tile, const ActiveDraw<samples>& active,
                     FragmentGroup<samples>& group, const GroupPositions& at) {
    const int lanes = group.quad_count * 4;
    if (active.pipeline->sample_mask_result >= 0 && samples > 1 && active.multisample)
        mask_samples(tile, active, group);
    bool smooth = false;
    for (int i = 0; i < group.quad_count; ++i) smooth |= group.primitives[i]->smooth;
    if (smooth) scale_alpha(tile, active, group, at);
    // An integer colour in the first buffer has no alpha (GL 4.6, 17.3.1).
    const int color0 = active.pipeline->color_result[0];
    const bool has_alpha = color0 >= 0 && !active.pipeline->colors[0].integer;
    if (active.pipeline->key.covers_by_alpha() && has_alpha) {
        const uint32_t* alpha = tile.memory.results[color0].component[3].lane;
        const AlphaToCoverage kind = active.pipeline->key.alpha_to_coverage;
        for (int lane = 0; lane < lanes; lane += lane_width) {
            const auto odd = [lane](const int32_t* place) {
                return runtime::load<Unsigned>(place + lane) & Unsigned(1u);
            };
            const Unsigned pixel = odd(block_offsets.ix) | odd(block_offsets.iy) << Unsigned(1u);
            for (int s = 0; s < samples; ++s) {
                const Mask covered = is_covered_by_alpha(kind, runtime::load<Float>(alpha + lane), pixel, s, samples);
                group.lane_masks[s] &= ~(to_bits(!covered) << lane);
            }
        }
    }
    if (active.pipeline->key.alpha_to_one && has_alpha) {
        const auto to_one = [&](int result) {
            for (uint32_t& word : tile.memory.results[result].component[3].lane) word = 0x3f800000;
        };
        to_one(color0);  // the alpha test's, even where nothing of it is written
        for (int i = 1; i < active.pipeline->color_count; ++i)
            if (active.pipeline->color_result[i] >= 0) to_one(active.pipeline->color_result[i]);
        if (active.pipeline->secondary_color_result >= 0) to_one(active.pipeline->secondary_color_result);
    }
    if (active.pipeline->key.alpha_test && has_alpha) {
        const uint32_t pass = alpha_test(*active.tile_draw, tile.memory.results[color0].component[3].lane, lanes);
        for (int s = 0; s < samples; ++s) group.lane_masks[s] &= pass;
    }
}

}  // namespace rasterizer::ASMGL_ISA
