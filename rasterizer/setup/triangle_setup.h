// Filled triangles: many at a time (triangle_lanes.h), or one by one.
#pragma once

#include "rasterizer/geometry/assemble_primitives.h"
#include "rasterizer/geometry/vertex_stage.h"
#include "rasterizer/setup/pixel_bounds.h"
#include "rasterizer/setup/polygon_faces.h"
#include "rasterizer/setup/primitive_binning.h"
#include "rasterizer/setup/triangle_lanes.h"

namespace rasterizer {

class TriangleSetup {
  public:
    TriangleSetup(const RasterState& raster, const CoverageRules& coverage, const PolygonFaces& faces,
                  const PolygonOffset& offset, const PixelBounds& bounds);

    void set_bounds(const PixelBounds& bounds) { rules_.bounds = bounds; }

    // `edges`: bit i, the edge from vertex i is a boundary.
    void put(const GridTriangle& triangle, PrimitiveAttributes attributes, uint8_t edges,
             PrimitiveBinning& binning) const;
    // Whether put_many() can be used for this draw.
    bool takes_many() const { return takes_many_; }
    // Sets up triangles_at_once triangles. All vertices have grid positions. The result is that of one after the
    // other.
    void put_many(const AssembledPrimitive* triangles, const ShadedVertices& vertices, PrimitiveBinning& binning) const;

  private:
    void put_large(const AssembledPrimitive& given, const ShadedVertices& vertices, PrimitiveBinning& binning) const;

    const PolygonFaces faces_;
    const PolygonOffset offset_;
    const bool smooth_;  // antialiased
    const bool takes_many_;
    TriangleRules rules_;
};

}  // namespace rasterizer
