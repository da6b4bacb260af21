// The range of depths in each block of a tile: whole blocks are rejected by it. Compiled per SIMD level
// (fragment/lanes.h).
#pragma once

#include <utility>

#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/coverage_masks.h"
#include "rasterizer/tiles/tile_surfaces.h"

namespace rasterizer::ASMGL_ISA {

// The range of two depths, as they are stored.
RASTERIZER_INLINE DepthRange encoded_range(const DepthEncoding& encoding, float low, float high) {
    const Signed stored = encoding.encode(Float(runtime::FloatRegister{low, high}));
    return {stored.value[0], stored.value[1]};
}

// Bounds the primitive's depth in a block, a little wider than rounding could make it.
template <int samples>
DepthRange primitive_range(const TileSurfaces<samples>& tile, const ActiveDraw<samples>& active,
                           const TilePrimitive& primitive, int block) {
    // For those their vertices' depths are bound enough.
    if (active.even_depth) {
        if (active.range_found) return active.range;
        const DepthRange range =
            encoded_range(active.encoding, primitive.z_min - 1e-6f * (1 + absolute(primitive.z_min)),
                          primitive.z_max + 1e-6f * (1 + absolute(primitive.z_max)));
        active.range = range;
        active.range_found = true;
        return range;  // not what has just been written, which would be read whole
    }
    const float dx = tile.block_x(block) + 3.5f - primitive.x0, dy = tile.block_y(block) + 3.5f - primitive.y0;
    const float along_x = primitive.z_dx * dx, along_y = primitive.z_dy * dy;
    const float center = primitive.z0 + primitive.z_offset + along_x + along_y;
    const float slope = (absolute(primitive.z_dx) + absolute(primitive.z_dy)) * 4.0f;
    const float margin = 1e-6f * (1.0f + absolute(primitive.z0) + absolute(primitive.z_offset) + absolute(along_x) +
                                  absolute(along_y) + slope);
    float low = center - slope - margin, high = center + slope + margin;
    low = low > primitive.z_min - margin ? low : primitive.z_min - margin;
    high = high < primitive.z_max + margin ? high : primitive.z_max + margin;
    return encoded_range(active.encoding, low, high);
}

// Each lane changes places with the one `distance` from it.
template <int distance, int... lane>
RASTERIZER_INLINE I exchanged(I value, std::integer_sequence<int, lane...>) {
    return __builtin_shufflevector(value, value, (lane ^ distance)...);
}
// The least and the greatest of all lanes, in each: halves onto each other.
template <int half>
RASTERIZER_INLINE void fold_range(I& low, I& high) {
    const std::make_integer_sequence<int, lane_width> lanes{};
    const I low_half = exchanged<half>(low, lanes), high_half = exchanged<half>(high, lanes);
    low = choose((I)(low_half < low), low_half, low);
    high = choose((I)(high_half > high), high_half, high);
    if constexpr (half > 1) fold_range<half / 2>(low, high);
}

template <int samples>
void find_depth_range(TileSurfaces<samples>& tile, int block) {
    tile.need_depth(block);
    I low = load<I>(tile.depth_block_words(0, block)), high = low;
    for (int s = 0; s < samples; ++s)
        for (int i = 0; i < block_pixels; i += lane_width) {
            const I value = load<I>(tile.depth_block_words(s, block) + i);
            low = choose((I)(value < low), value, low);
            high = choose((I)(value > high), value, high);
        }
    fold_range<lane_width / 2>(low, high);
    const int32_t least = low[0], most = high[0];
    tile.memory.depth_low[block] = least;
    tile.memory.depth_high[block] = most;
    tile.memory.depth_range_known |= uint64_t{1} << block;
}

// Whether no fragment of the primitive in this block can pass the depth test. `range`: the primitive's there.
template <int samples>
bool hidden(TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, int block, const DepthRange& range) {
    if (!(tile.memory.depth_range_known >> block & 1)) find_depth_range(tile, block);
    const int32_t low = tile.memory.depth_low[block], high = tile.memory.depth_high[block];
    switch (active.pipeline->key.depth_function) {
        case CompareFunction::Less: return range.low >= high;
        case CompareFunction::LessOrEqual: return range.low > high;
        case CompareFunction::Greater: return range.high <= low;
        case CompareFunction::GreaterOrEqual: return range.high < low;
        case CompareFunction::Equal: return range.low > high || range.high < low;
        case CompareFunction::Never: return true;
        case CompareFunction::NotEqual:
        case CompareFunction::Always: return false;
    }
    return false;
}

// Keeps the range true after the pixels of `written` have passed. `known`: the primitive's range, where it has been
// found already.
template <int samples>
void depth_written(TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, const TilePrimitive& primitive,
                   int block, const DepthRange* known, const CoverageMasks<samples>& written) {
    tile.memory.depth.dirty |= uint64_t{1} << block;
    if (active.depth_rectangle) tile.memory.depth_range_known &= ~(uint64_t{1} << block);
    if (!(tile.memory.depth_range_known >> block & 1)) return;
    uint64_t all = written.of[0];
    for (int s = 1; s < samples; ++s) all &= written.of[s];
    const DepthRange range = known ? *known : primitive_range(tile, active, primitive, block);
    if (all == ~uint64_t{0}) {
        tile.memory.depth_low[block] = range.low;
        tile.memory.depth_high[block] = range.high;
        return;
    }
    if (range.low < tile.memory.depth_low[block]) tile.memory.depth_low[block] = range.low;
    // Tests for less only lower depths, so the highest stays a bound.
    const CompareFunction function = active.pipeline->key.depth_function;
    if (function != CompareFunction::Less && function != CompareFunction::LessOrEqual &&
        range.high > tile.memory.depth_high[block])
        tile.memory.depth_high[block] = range.high;
}

}  // namespace rasterizer::ASMGL_ISA
