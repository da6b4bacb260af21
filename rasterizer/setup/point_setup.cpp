#include "rasterizer/setup/point_setup.h"

#include <algorithm>
#include <cmath>

#include "rasterizer/setup/fine_grid.h"

namespace rasterizer {

PointSetup::PointSetup(const RasterState& raster, const VertexLayout& layout, const CoverageRules& coverage)
    : raster_(raster),
      coverage_(coverage),
      size_slot_(layout.point_size_slot),
      sprites_(raster.point_sprite),
      discs_(!sprites_ && ((raster.point_smooth && !raster.conservative) || coverage.multisample)),
      boxes_(!discs_ && !coverage.multisample && !raster.conservative) {}

PointSetup::Form PointSetup::form(float asked, const PixelBounds& viewport) const {
    Form form{.asked = asked};
    float size = std::clamp(asked, std::max(raster_.point_size_min, 0.0f), std::max(raster_.point_size_max, 0.0f));
    if (coverage_.multisample && size < raster_.point_fade_threshold) {
        const float part = size / raster_.point_fade_threshold;
        form.fade = part * part;
        size = raster_.point_fade_threshold;
    }
    size = std::isfinite(size) ? std::clamp(size, 0.125f, 2048.0f) : 1.0f;
    form.half = static_cast<int32_t>(std::lrintf(size * sub_pixel_one / 2));
    // 14.4.1: the size is rounded, and the square is centred on a pixel or between pixels.
    form.whole = std::max(1, static_cast<int32_t>(std::lrintf(size)));
    form.size = sprites_ || discs_ || raster_.conservative ? size : static_cast<float>(form.whole);
    form.step = 1 / form.size;
    // Two pixels more: squares are moved to the grid of pixels. Bounds without pixels may lie anywhere.
    const auto grid = [](int32_t pixel) { return std::clamp(pixel, -3, max_framebuffer_size + 3) * sub_pixel_one; };
    form.centers = {grid(viewport.min_x - 2) - form.half, grid(viewport.min_y - 2) - form.half,
                    grid(viewport.max_x + 3) + form.half, grid(viewport.max_y + 3) + form.half};
    return form;
}

// All but the shape.
inline void PointSetup::start(TilePrimitive& primitive, const ShadedVertex* vertex, FixedPoint center, const Form& form,
                              float depth_offset) const {
    primitive.vertex[0] = primitive.vertex[1] = primitive.vertex[2] = vertex;
    primitive.fade = form.fade;
    primitive.is_point = true;
    primitive.smooth = form.fade < 1;
    primitive.polygon = false;
    primitive.affine = true;
    primitive.shape = Shape::Edges;
    primitive.edge_count = 0;
    set_constant_depth(primitive, vertex[window_slot * 4 + 2] + depth_offset);
    // The weights of a point are its sprite coordinates.
    const float px = static_cast<float>(center.x) / sub_pixel_one, py = static_cast<float>(center.y) / sub_pixel_one;
    primitive.x0 = px - form.size / 2;
    primitive.y0 = raster_.point_sprite_upper_left ? py + form.size / 2 : py - form.size / 2;
    primitive.b1_dx = form.step;
    primitive.b1_dy = primitive.b2_dx = 0;
    primitive.b2_dy = raster_.point_sprite_upper_left ? -form.step : form.step;
}

// The pixels of points that cover boxes of them.
inline PixelBounds PointSetup::box(FixedPoint center, const Form& form) const {
    if (sprites_) {
        // The centres inside, as set_edge() has it: on the left edge and the horizontal owner they are.
        constexpr int32_t half_pixel = sub_pixel_one / 2;
        const int32_t up = coverage_.owner == HorizontalOwner::Upper;
        return {(center.x - form.half + half_pixel - 1) >> sub_pixel_bits,
                (center.y - form.half + half_pixel - 1 + up) >> sub_pixel_bits,
                (center.x + form.half - half_pixel - 1) >> sub_pixel_bits,
                (center.y + form.half - half_pixel - 1 + up) >> sub_pixel_bits};
    }
    const int32_t shift = form.whole % 2 ? 0 : sub_pixel_one / 2;
    const int32_t x = ((center.x + shift) >> sub_pixel_bits) - form.whole / 2;
    const int32_t y = ((center.y + shift) >> sub_pixel_bits) - form.whole / 2;
    return {x, y, x + form.whole - 1, y + form.whole - 1};
}

static bool lies_in(FixedPoint position, const PixelBounds& bounds) {
    return position.x >= bounds.min_x && position.x <= bounds.max_x && position.y >= bounds.min_y &&
           position.y <= bounds.max_y;
}

void PointSetup::put(const ShadedVertex* vertex, PrimitiveAttributes attributes, Outline outline,
                     const FixedPoint* beyond, PrimitiveBinning& binning) {
    const DrawBounds& bounds = binning.bounds();
    const Form& form = form_of(vertex, bounds.polygons);
    if (beyond && !lies_in(*beyond, form.centers)) return;
    const PixelBounds& within = beyond ? bounds.polygons : bounds.others;
    const FixedPoint center = grid_point(vertex);
    alignas(runtime::line_bytes) TilePrimitive primitive;  // later
    if (boxes_ && !set_box(primitive, box(center, form), within)) return;
    start(primitive, vertex, center, form, outline.depth_offset);
    binning.start(primitive, attributes, outline.back);
    if (boxes_) {
        binning.keep_vertices(primitive);
        return binning.put_streamed(primitive, true);
    }
    const bool covers = raster_.conservative ? set_conservative(primitive, vertex, form, within)
                        : discs_             ? set_disc(primitive, center, form, within)
                                             : set_square(primitive, center, form, within);
    if (covers) binning.add(primitive);
}

// The shapes that are no boxes of pixels. False: they cover none.
bool PointSetup::set_disc(TilePrimitive& primitive, FixedPoint center, const Form& form,
                          const PixelBounds& within) const {
    primitive.shape = Shape::Disc;
    primitive.smooth |= raster_.point_smooth && !coverage_.multisample;
    primitive.smooth_shape = SmoothShape{static_cast<float>(center.x) / sub_pixel_one,
                                         static_cast<float>(center.y) / sub_pixel_one,
                                         0,
                                         0,
                                         0,
                                         form.size / 2,
                                         false,
                                         0,
                                         0};
    const int32_t reach = form.half + (primitive.smooth && !coverage_.multisample ? sub_pixel_one / 2 : 0) + 1;
    const GridBox box{center.x - reach, center.y - reach, center.x + reach, center.y + reach};
    return set_box(primitive, box, coverage_.reach, within);
}

bool PointSetup::set_square(TilePrimitive& primitive, FixedPoint center, const Form& form,
                            const PixelBounds& within) const {
    const int32_t left = center.x - form.half, bottom = center.y - form.half;
    const int32_t right = center.x + form.half, top = center.y + form.half;
    const FixedPoint corners[4] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    set_edges(primitive, corners, coverage_.owner);
    return set_box(primitive, {left, bottom, right, top}, coverage_.reach, within);
}

// A point sprite's square, or a disc.
bool PointSetup::set_conservative(TilePrimitive& primitive, const ShadedVertex* vertex, const Form& form,
                                  const PixelBounds& within) const {
    const FineGrid grid(raster_, &vertex, 1, form.size);
    const FinePoint center = grid.position(vertex);
    const double one = grid.one();
    const int64_t half = std::llrint(form.size * one / 2);
    const FinePoint low{center.x - half, center.y - half}, high{center.x + half, center.y + half};
    const int32_t reach = touching_reach(raster_, false);
    if (!discs_) {
        const FinePoint corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
        grid.set_touching_edges(primitive, corners, reach);
    } else {
        primitive.shape = Shape::Disc;
        primitive.smooth_shape = SmoothShape{static_cast<float>(static_cast<double>(center.x) / one),
                                             static_cast<float>(static_cast<double>(center.y) / one),
                                             static_cast<float>(reach) / 512,
                                             static_cast<float>(covering_reach(raster_, false)) / 512,
                                             0,
                                             form.size / 2,
                                             false,
                                             0,
                                             0};
    }
    return set_box(primitive, grid.touched(low, high, reach), within);
}

}  // namespace rasterizer
