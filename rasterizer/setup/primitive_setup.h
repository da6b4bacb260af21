// Setup: from projected vertices to TilePrimitives of a scene. Each kind of shape has its own; here polygon modes and
// faces choose among them.
#pragma once

#include "rasterizer/geometry/clip.h"
#include "rasterizer/prepare/vertex_layout.h"
#include "rasterizer/setup/line_setup.h"
#include "rasterizer/setup/pixel_bounds.h"
#include "rasterizer/setup/point_setup.h"
#include "rasterizer/setup/polygon_faces.h"
#include "rasterizer/setup/primitive_binning.h"
#include "rasterizer/setup/rectangle_setup.h"
#include "rasterizer/setup/triangle_setup.h"

namespace rasterizer {

class PrimitiveSetup {
  public:
    // The scene and `tile_draw` are null when the draw goes to its sink.
    PrimitiveSetup(const Draw& draw, const VertexLayout& layout, const SceneTarget& target, const TileDraw* tile_draw);

    void set_target(const SceneTarget& target) { binning_.set_target(target); }
    // Which viewport, scissor box and layer the next primitives go to.
    void set_viewport_and_layer(const ViewportAndLayer& chosen);
    const PolygonFaces& faces() const { return faces_; }

    // Vertices have a valid window slot. `edges`: bit i, the edge from vertex i is a boundary.
    void triangle(const GridTriangle& triangle, PrimitiveAttributes attributes, uint8_t edges) {
        switch (raster_.polygon_mode[triangle.face.back]) {
            case PolygonMode::Fill:
                // Conservative rasterization fills polygons in one piece.
                if (!raster_.conservative) triangles_.put(triangle, attributes, edges, binning_);
                break;
            case PolygonMode::FillRectangle:
                put_triangle_box(triangle, attributes, coverage_, offset_, binning_);
                break;
            case PolygonMode::Point:
            case PolygonMode::Line: outline(triangle, attributes, edges); break;
        }
    }
    void triangle(const ShadedVertex* const vertices[3], PrimitiveAttributes attributes, uint8_t edges);
    // Whether triangles() can be used for this draw.
    bool takes_many() const { return triangles_.takes_many(); }
    // Sets up triangles_at_once triangles. All vertices have grid positions. The result is that of one after the
    // other.
    void triangles(const AssembledPrimitive* triangles, const ShadedVertices& vertices) {
        triangles_.put_many(triangles, vertices, binning_);
    }
    // A convex one.
    void polygon(const ClippedPolygon& polygon, PrimitiveAttributes attributes);
    void line(const ShadedVertex* a, const ShadedVertex* b, PrimitiveAttributes attributes) {
        lines_.put(a, b, attributes, {}, binning_);
    }
    void restart_line_stipple() { lines_.restart_stipple(); }
    // `beyond`: PointSetup's.
    void point(const ShadedVertex* vertex, uint32_t id, const FixedPoint* beyond) {
        points_.put(vertex, {vertex, id}, {}, beyond, binning_);
    }

  private:
    void outline(const GridTriangle& triangle, PrimitiveAttributes attributes, uint8_t edges);
    bool conservative_polygon(const ClippedPolygon& polygon, PrimitiveAttributes attributes);

    const RasterState& raster_;
    const CoverageRules coverage_;
    const PolygonFaces faces_;
    const PolygonOffset offset_;
    PrimitiveBinning binning_;
    TriangleSetup triangles_;
    LineSetup lines_;
    PointSetup points_;
};

}  // namespace rasterizer
