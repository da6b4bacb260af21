#include "rasterizer/setup/rectangle_setup.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rasterizer/setup/triangle_planes.h"

namespace rasterizer {

void put_triangle_box(const GridTriangle& triangle, PrimitiveAttributes attributes, const CoverageRules& coverage,
                      const PolygonOffset& offset, PrimitiveBinning& binning) {
    const FixedPoint* const positions = triangle.positions;
    const auto [left, right] = std::minmax({positions[0].x, positions[1].x, positions[2].x});
    const auto [bottom, top] = std::minmax({positions[0].y, positions[1].y, positions[2].y});
    TilePrimitive primitive;
    if (!set_box(primitive, {left, bottom, right, top}, coverage.reach, binning.bounds().polygons)) return;
    binning.start(primitive, attributes, triangle.face.back);
    primitive.is_point = primitive.smooth = false;
    primitive.polygon = true;
    primitive.shape = Shape::Edges;
    const FixedPoint corners[4] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    set_edges(primitive, corners, coverage.owner);

    const int64_t area = triangle.face.area;
    const DepthSlopes slopes = depth_slopes(triangle.vertices, positions, area, sub_pixel_one);
    set_corners(primitive, triangle.vertices, positions, area, sub_pixel_one);
    set_depths(primitive, slopes,
               offset.is_on(PolygonMode::FillRectangle) ? offset.of(triangle.vertices, slopes) : 0.0f);
    widen_depths_to_box(primitive);
    binning.add(primitive);
}

void put_pixel_rectangle(const PixelRectangle& rectangle, const ShadedVertex* vertex, PrimitiveBinning& binning) {
    const runtime::Extent extent = rectangle.image->extent();
    auto pixel = [](double edge) { return static_cast<int32_t>(pixel_edge(std::ceil(edge - 0.5))); };
    double left = rectangle.x, right = left + static_cast<double>(rectangle.zoom_x) * extent.width;
    double bottom = rectangle.y, top = bottom + static_cast<double>(rectangle.zoom_y) * extent.height;
    if (left > right) std::swap(left, right);
    if (bottom > top) std::swap(bottom, top);
    TilePrimitive primitive;
    if (!set_box(primitive, PixelBounds{pixel(left), pixel(bottom), pixel(right) - 1, pixel(top) - 1},
                 binning.bounds().others))
        return;
    binning.start(primitive, {vertex, 0}, false);
    primitive.vertex[0] = primitive.vertex[1] = primitive.vertex[2] = vertex;
    primitive.shape = Shape::Edges;
    primitive.edge_count = 0;
    primitive.is_point = primitive.smooth = primitive.polygon = false;
    primitive.affine = true;
    primitive.x0 = primitive.y0 = primitive.b1_dx = primitive.b1_dy = primitive.b2_dx = primitive.b2_dy = 0;
    set_constant_depth(primitive, rectangle.depth);
    binning.add(primitive);
}

}  // namespace rasterizer
