#include "rasterizer/setup/polygon_faces.h"

#include <algorithm>
#include <cmath>

#include "rasterizer/prepare/fragment_key.h"
#include "rasterizer/setup/pixel_bounds.h"

namespace rasterizer {

PolygonFaces::Side PolygonFaces::side_of(const ShadedVertex* const* vertices, int count) const {
    int64_t area = 0;
    for (int i = 0; i < count; ++i) {
        const FixedPoint a = grid_point(vertices[i]), b = grid_point(vertices[(i + 1) % count]);
        area += int64_t{a.x} * b.y - int64_t{b.x} * a.y;
    }
    return sides_[area < 0];
}

PolygonOffset::PolygonOffset(const RasterState& raster, const Framebuffer& framebuffer) : raster_(raster) {
    if (!framebuffer.depth) return;
    const runtime::FormatInfo& info = runtime::format_info(framebuffer.depth.image->format());
    if (info.layout != runtime::TexelLayout::DepthUnorm) return;
    const int bits = info.bits[4];
    // A little more than a step: values half-way between two steps round to the even one, and so might both of two
    // that lie exactly a step apart. Floats carry the depth up to the buffer, so that near 1 two steps of 24 bits are
    // the least sure difference.
    unit_ = bits < 24 ? (1 + 1.0 / 64) / ((1 << bits) - 1) : std::ldexp(1.0, -23);
}

float PolygonOffset::of(const ShadedVertex* const vertices[3], DepthSlopes slopes) const {
    const double slope = std::max(std::fabs(slopes.x), std::fabs(slopes.y));
    double unit = unit_;
    if (unit == 0) {
        float most = 0;
        for (int i = 0; i < 3; ++i) most = std::max(most, std::fabs(vertices[i][window_slot * 4 + 2]));
        int exponent;
        std::frexp(most, &exponent);
        unit = std::ldexp(1.0, exponent - 24);
    }
    double offset = slope * raster_.offset_factor + unit * raster_.offset_units + raster_.offset_bias;
    if (raster_.offset_clamp > 0) offset = std::min<double>(offset, raster_.offset_clamp);
    if (raster_.offset_clamp < 0) offset = std::max<double>(offset, raster_.offset_clamp);
    return static_cast<float>(offset);
}

}  // namespace rasterizer
