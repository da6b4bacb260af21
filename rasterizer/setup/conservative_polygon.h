// A convex polygon under conservative rasterization, in one piece, so that each pixel gets one fragment and knows
// whether the whole polygon covers it.
#pragma once

#include <array>
#include <cstdint>

#include "rasterizer/geometry/clip.h"
#include "rasterizer/setup/fine_grid.h"
#include "rasterizer/setup/polygon_faces.h"
#include "rasterizer/setup/primitive_binning.h"

namespace rasterizer {

class ConservativePolygon {
  public:
    ConservativePolygon(const RasterState& raster, const ShadedVertex* const* vertices, int count);

    // Twice its area on the grid, positive where it is counter-clockwise.
    int64_t area() const { return area_; }

    // A fan of triangles around the first corner. A pixel that touches a triangle and one before it touches the edge
    // between the triangle and those before, and only such pixels do.
    void put_fan(PrimitiveAttributes attributes, bool back, const PolygonOffset& offset,
                 PrimitiveBinning& binning) const;
    // The box around a triangle (NV_fill_rectangle).
    void put_box(PrimitiveAttributes attributes, bool back, const PolygonOffset& offset,
                 PrimitiveBinning& binning) const;
    // What the grid has made of a polygon that has no area there: the segment between the two corners that lie furthest
    // apart, or a point. What fragments interpolate is that of the point beside them on it.
    void put_segment(PrimitiveAttributes attributes, bool back, const PolygonOffset& offset,
                     PrimitiveBinning& binning) const;

  private:
    int64_t twice_area(size_t b, size_t c) const {  // of the triangle of corner 0 and these
        return (positions_[b].x - positions_[0].x) * (positions_[c].y - positions_[0].y) -
               (positions_[c].x - positions_[0].x) * (positions_[b].y - positions_[0].y);
    }
    void set_triangle(TilePrimitive& primitive, const ShadedVertex* const vertices[3], const FinePoint positions[3],
                      int64_t area, const PolygonOffset& offset) const;
    // Null where the polygon is a triangle.
    const EdgeFunction* outline(Arena& arena) const;
    PolygonPart* part(const EdgeFunction* outline, size_t before, Arena& arena) const;

    const RasterState& raster_;
    const ShadedVertex* const* vertices_;
    const int count_;
    const FineGrid grid_;
    const int32_t reach_;  // touching_reach()
    std::array<FinePoint, max_clipped_vertices> positions_;
    int64_t area_ = 0;
};

}  // namespace rasterizer
