// A group of fragments that is being gathered: eight quads, of one draw, perhaps of several primitives and blocks.
// Compiled per SIMD level (fragment/lanes.h).
#pragma once

#include "rasterizer/fragment/interpolate_lanes.h"
#include "rasterizer/fragment/pixel_samples.h"
#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/coverage_masks.h"

namespace rasterizer::ASMGL_ISA {

inline constexpr int quads_per_group = group_lanes / 4;

template <int samples>
struct FragmentGroup {
    const TilePrimitive* primitives[quads_per_group] = {};
    uint16_t pixels[quads_per_group] = {};       // of each quad's first pixel, in the tile
    uint8_t quad_samples[quads_per_group] = {};  // where every sample is shaded: of each quad
    uint32_t lane_masks[samples] = {};           // by sample, what is left of the coverage
    uint32_t covered_masks[samples] = {};        // the coverage before any tests; of several samples only
    int quad_count = 0;
    uint16_t pending[samples][blocks_per_tile] = {};  // quads in the group, by sample where every sample is shaded

    uint32_t any() const {
        uint32_t result = 0;
        for (int s = 0; s < samples; ++s) result |= lane_masks[s];
        return result;
    }
    void add(const TilePrimitive& primitive, int block, int quad, const CoverageMasks<samples>& masks,
             const CoverageMasks<samples>& covered, [[maybe_unused]] int sample) {
        const int i = quad_count++;
        primitives[i] = &primitive;
        pixels[i] = static_cast<uint16_t>(block * block_pixels + quad * 4);
        for (int s = 0; s < samples; ++s)
            lane_masks[s] |= static_cast<uint32_t>(masks.of[s] >> (4 * quad) & 15) << (4 * i);
        if constexpr (samples > 1) {
            quad_samples[i] = static_cast<uint8_t>(sample);
            for (int s = 0; s < samples; ++s)
                covered_masks[s] |= static_cast<uint32_t>(covered.of[s] >> (4 * quad) & 15) << (4 * i);
        }
    }
    void clear() {
        for (int s = 0; s < samples; ++s) {
            for (int i = 0; i < quad_count; ++i) pending[s][pixels[i] / block_pixels] = 0;
            lane_masks[s] = covered_masks[s] = 0;
        }
        quad_count = 0;
    }
};

// Where the attributes of the group's lanes are taken, and what they see of the coverage. `any`: lanes that are
// covered.
template <int samples>
void place_lanes(const TileSurfaces<samples>& tile, const ActiveDraw<samples>& active,
                 const FragmentGroup<samples>& group, uint32_t any, GroupPositions& at) {
    for (int i = 0; i < group.quad_count; ++i) {
        const int block = group.pixels[i] / block_pixels, pixel = group.pixels[i] % block_pixels;
        const float x = tile.block_x(block) + block_offsets.x[pixel], y = tile.block_y(block) + block_offsets.y[pixel];
        const Floats<4> right{0, 1, 0, 1}, up{0, 0, 1, 1};
        store(at.x + 4 * i, right + x);
        store(at.y + 4 * i, up + y);
    }
    if (active.pipeline->reads_coverage) {
        // Without multisampling bit 0 stands for the pixel.
        const bool by_sample = samples > 1 && active.multisample;
        const bool tested = active.pipeline->mask_after_tests && !active.tile_draw->raster.whole_sample_masks;
        const uint32_t* const masks = !by_sample ? &any : tested ? group.lane_masks : group.covered_masks;
        for (int lane = 0; lane < group_lanes; lane += lane_width)
            runtime::store(at.coverage + lane, coverage_bits<Unsigned>(by_sample ? samples : 1, [&](int s) {
                               return runtime::from_bits(masks[s] >> lane & width_bits);
                           }));
    }
    if constexpr (samples > 1) {
        for (int lane = 0; lane < group.quad_count * 4; ++lane) {
            const int sample = group.quad_samples[lane / 4];
            at.sample[lane] = static_cast<uint32_t>(sample);
            at.center_x[lane] = at.x[lane];
            at.center_y[lane] = at.y[lane];
            at.sample_x[lane] = at.x[lane] + active.sample_x[sample];
            at.sample_y[lane] = at.y[lane] + active.sample_y[sample];
            if (active.pipeline->all_at_samples) {
                at.x[lane] = at.sample_x[lane];
                at.y[lane] = at.sample_y[lane];
            }
        }
        for (int lane = 0; lane < group.quad_count * 4; lane += lane_width) {
            const auto of_lanes = [lane](uint32_t mask) { return runtime::from_bits(mask >> lane & width_bits); };
            const PixelPoint<Float> centroid = centroid_of(
                runtime::load<Float>(at.center_x + lane), runtime::load<Float>(at.center_y + lane), of_lanes(any),
                samples, [&](int s) { return of_lanes(group.covered_masks[s]); },
                [&](int s) { return Float(active.sample_x[s]); }, [&](int s) { return Float(active.sample_y[s]); });
            runtime::store(at.centroid_x + lane, centroid.x);
            runtime::store(at.centroid_y + lane, centroid.y);
        }
    }
}

}  // namespace rasterizer::ASMGL_ISA
