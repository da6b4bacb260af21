#include "rasterizer/setup/fine_grid.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace rasterizer {

// "If the combination of viewport size and total subpixel precision exceed" what there is, "less precision may be
// used": edges stay below 2^23 (guard_band_low).
FineGrid::FineGrid(const RasterState& raster, const ShadedVertex* const* vertices, int count, float margin)
    : raster_(raster), bias_(std::max(raster.sub_pixel_bias_x, raster.sub_pixel_bias_y)) {
    if (bias_ == 0) return;
    float low[2] = {guard_band_high, guard_band_high}, high[2] = {guard_band_low, guard_band_low};
    for (int i = 0; i < count; ++i)
        for (int c = 0; c < 2; ++c) {
            low[c] = std::min(low[c], vertices[i][window_slot * 4 + c]);
            high[c] = std::max(high[c], vertices[i][window_slot * 4 + c]);
        }
    const float extent = std::max(high[0] - low[0], high[1] - low[1]) + margin;
    while (bias_ > 0 && !(extent * static_cast<float>(1 << bias_) < 32000)) --bias_;
}

FinePoint FineGrid::position(const ShadedVertex* vertex) const {
    const float* window = vertex + window_slot * 4;
    auto snap = [bias = bias_](float v, int own_bias) {
        const float inside = v > guard_band_low ? (v < guard_band_high ? v : guard_band_high) : guard_band_low;
        const int used = std::min(own_bias, bias);
        return int64_t{std::llrint(std::ldexp(static_cast<double>(inside), sub_pixel_bits + used))} << (bias - used);
    };
    return {snap(window[0], raster_.sub_pixel_bias_x), snap(window[1], raster_.sub_pixel_bias_y)};
}

void FineGrid::set_touching_edge(EdgeFunction& edge, FinePoint from, FinePoint to, int32_t reach) const {
    static_assert(sub_pixel_bits == 8, "reach is in half sub-pixels");
    edge.a = static_cast<int32_t>(from.y - to.y);
    edge.b = static_cast<int32_t>(to.x - from.x);
    // Twice the constant, in fine units. At centres the rest is a multiple of 2^(bias_ + 1), so rounding down changes
    // no sign.
    const int64_t more = (std::llabs(edge.a) + std::llabs(edge.b)) * reach << bias_;
    edge.c = (more - 2 * (edge.a * from.x + edge.b * from.y)) >> (bias_ + 1);
}

void FineGrid::set_touching_edges(TilePrimitive& primitive, const FinePoint corners[4], int32_t reach) const {
    primitive.edge_count = 4;
    for (int i = 0; i < 4; ++i) set_touching_edge(primitive.edges[i], corners[i], corners[(i + 1) & 3], reach);
}

PixelBounds FineGrid::touched(FinePoint low, FinePoint high, int32_t reach) const {
    const int bits = sub_pixel_bits + bias_ + 1;
    const int64_t more = int64_t{reach - sub_pixel_one} << bias_;
    const auto first = [&](int64_t coordinate) { return static_cast<int32_t>((2 * coordinate - more - 1) >> bits); };
    const auto last = [&](int64_t coordinate) { return static_cast<int32_t>((2 * coordinate + more) >> bits); };
    return {first(low.x), first(low.y), last(high.x), last(high.y)};
}

}  // namespace rasterizer
