#include "rasterizer/setup/pixel_bounds.h"

#include <cstdlib>

namespace rasterizer {

CoverageRules::CoverageRules(const Draw& draw)
    : one_sample(draw.framebuffer.samples == 1),
      // "Points are rasterized according to multisample rasterization rules", and so are lines and polygons, but for
      // one mode.
      multisample((draw.framebuffer.samples > 1 && draw.raster.multisample) ||
                  (draw.raster.conservative && draw.raster.conservative_mode != ConservativeMode::PreSnap)),
      owner(draw.raster.clip_origin_upper_left ? HorizontalOwner::Upper : HorizontalOwner::Lower) {
    if (draw.framebuffer.samples <= 1 || !draw.raster.multisample) return;
    const SampleOffsets offsets =
        draw.raster.sample_offsets ? *draw.raster.sample_offsets : standard_sample_offsets(draw.framebuffer.samples);
    for (int32_t s = 0; s < draw.framebuffer.samples; ++s)
        for (const int32_t along : offsets[static_cast<size_t>(s)]) reach = std::max(reach, std::abs(along));
}

bool set_box(TilePrimitive& primitive, const GridBox& box, int32_t reach, const PixelBounds& within) {
    auto first = [&](int64_t v) { return (v - reach + sub_pixel_one / 2 - 1) >> sub_pixel_bits; };
    auto last = [&](int64_t v) { return (v + reach - sub_pixel_one / 2) >> sub_pixel_bits; };
    primitive.min_x = static_cast<int32_t>(std::max<int64_t>(first(box.min_x), within.min_x));
    primitive.min_y = static_cast<int32_t>(std::max<int64_t>(first(box.min_y), within.min_y));
    primitive.max_x = static_cast<int32_t>(std::min<int64_t>(last(box.max_x), within.max_x));
    primitive.max_y = static_cast<int32_t>(std::min<int64_t>(last(box.max_y), within.max_y));
    return primitive.min_x <= primitive.max_x && primitive.min_y <= primitive.max_y;
}

}  // namespace rasterizer
