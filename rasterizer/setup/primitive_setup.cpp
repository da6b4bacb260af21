#include "rasterizer/setup/primitive_setup.h"

#include "rasterizer/setup/conservative_polygon.h"
#include "rasterizer/setup/triangle_planes.h"

namespace rasterizer {

PrimitiveSetup::PrimitiveSetup(const Draw& draw, const VertexLayout& layout, const SceneTarget& target,
                               const TileDraw* tile_draw)
    : raster_(draw.raster),
      coverage_(draw),
      faces_(draw.raster),
      offset_(draw.raster, draw.framebuffer),
      binning_(draw, layout, target, tile_draw),
      triangles_(draw.raster, coverage_, faces_, offset_, binning_.bounds().polygons),
      lines_(draw.raster, coverage_),
      points_(draw.raster, layout, coverage_) {}

void PrimitiveSetup::set_viewport_and_layer(const ViewportAndLayer& chosen) {
    if (!binning_.set_viewport_and_layer(chosen)) return;
    triangles_.set_bounds(binning_.bounds().polygons);
    points_.forget_bounds();
}

void PrimitiveSetup::triangle(const ShadedVertex* const vertices[3], PrimitiveAttributes attributes, uint8_t edges) {
    GridTriangle on_grid{{vertices[0], vertices[1], vertices[2]},
                         {grid_point(vertices[0]), grid_point(vertices[1]), grid_point(vertices[2])},
                         {}};
    on_grid.face = faces_.face_of(on_grid.positions);
    if (on_grid.face) triangle(on_grid, attributes, edges);
}

void PrimitiveSetup::outline(const GridTriangle& triangle, PrimitiveAttributes attributes, uint8_t edges) {
    const PolygonMode mode = raster_.polygon_mode[triangle.face.back];
    Outline outline{triangle.face.back, 0};
    if (offset_.is_on(mode))
        outline.depth_offset = offset_.of(
            triangle.vertices, depth_slopes(triangle.vertices, triangle.positions, triangle.face.area, sub_pixel_one));
    for (int i = 0; i < 3; ++i) {
        if (!(edges >> i & 1)) continue;
        if (mode == PolygonMode::Line)
            lines_.put(triangle.vertices[i], triangle.vertices[(i + 1) % 3], attributes, outline, binning_);
        else
            points_.put(triangle.vertices[i], attributes, outline, nullptr, binning_);
    }
}

void PrimitiveSetup::polygon(const ClippedPolygon& polygon, PrimitiveAttributes attributes) {
    if (raster_.conservative && conservative_polygon(polygon, attributes)) return;
    for (int i = 1; i + 1 < polygon.count; ++i) {
        const ShadedVertex* const fan[3] = {polygon.vertices[0], polygon.vertices[i], polygon.vertices[i + 1]};
        const int edges = (i == 1 && polygon.boundary[0] ? 1 : 0) | (polygon.boundary[i] ? 2 : 0) |
                          (i + 2 == polygon.count && polygon.boundary[i + 1] ? 4 : 0);
        triangle(fan, attributes, static_cast<uint8_t>(edges));
    }
}

// False: its mode asks for an outline, which is that of its triangles.
bool PrimitiveSetup::conservative_polygon(const ClippedPolygon& polygon, PrimitiveAttributes attributes) {
    const ConservativePolygon on_grid(raster_, polygon.vertices.data(), polygon.count);
    const PolygonFaces::Side& side = faces_.side(on_grid.area() < 0);
    const PolygonMode mode = raster_.polygon_mode[side.back];
    if (on_grid.area() == 0) {
        // "Polygons with an area of zero generate no fragments", unless they may have had one before the grid.
        if (snap_error(raster_, true) && !side.culled && mode == PolygonMode::Fill)
            on_grid.put_segment(attributes, side.back, offset_, binning_);
        return true;
    }
    if (side.culled) return true;
    switch (mode) {
        case PolygonMode::Fill: on_grid.put_fan(attributes, side.back, offset_, binning_); return true;
        case PolygonMode::FillRectangle: on_grid.put_box(attributes, side.back, offset_, binning_); return true;
        case PolygonMode::Point:
        case PolygonMode::Line: return false;
    }
    return true;
}

}  // namespace rasterizer
