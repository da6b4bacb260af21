// Setup: from projected vertices to TilePrimitives of a scene, or to a PrimitiveSink.
#pragma once

#include "rasterizer/geometry/vertex_layout.h"
#include "rasterizer/setup/tile_primitive.h"
#include "rasterizer/tiles/scene.h"

namespace rasterizer {

struct PixelBounds {
    int32_t min_x, min_y, max_x, max_y;  // inclusive
};

class PrimitiveSetup {
  public:
    // `scene` and `record` are null when the draw goes to its sink.
    PrimitiveSetup(const Draw& draw, const VertexLayout& layout, Scene* scene, const DrawRecord* record);

    void set_target(Scene* scene, const DrawRecord* record) {
        scene_ = scene;
        record_ = record;
    }

    // Which viewport, scissor box and layer the next primitives go to.
    void set_place(int viewport, int layer);

    // Vertices are records with a valid window slot. `edges`: bit i, the edge from vertex i is a boundary.
    void triangle(const float* const vertices[3], const float* flat, uint32_t id, uint8_t edges);
    void line(const float* a, const float* b, const float* flat, uint32_t id);
    void point(const float* vertex, uint32_t id);
    void pixel_rectangle(const PixelRectangle& rectangle, const float* vertex);
    void restart_line_stipple() {
        stipple_counter_ = 0;
        stipple_length_ = 0;
    }
    // The whole of a clipped polygon, for the sink.
    void sink_polygon(const float* const* vertices, int count, const float* flat);
    void sink_line(const float* a, const float* b, const float* flat, bool restarts);
    void sink_point(const float* vertex);

    bool back_facing(const float* const vertices[3], int count) const;
    bool culled(bool back) const { return back ? raster_.cull_back : raster_.cull_front; }

  private:
    static FixedPoint fixed(const float* record);
    void filled_triangle(const float* const vertices[3], const FixedPoint position[3], int64_t area, bool back,
                         const float* flat, uint32_t id, uint8_t edges, float offset, float slope_x, float slope_y);
    void line_with(const float* a, const float* b, const float* flat, uint32_t id, bool back, float offset);
    void aliased_line(TilePrimitive& primitive, FixedPoint a, FixedPoint b, float width);
    void rectangle_line(TilePrimitive& primitive, FixedPoint a, FixedPoint b, float width);
    void smooth_line(TilePrimitive& primitive, const float* a, const float* b, float width);
    void point_with(const float* vertex, const float* flat, uint32_t id, bool back, float offset);
    float polygon_offset(const float* const vertices[3], double slope_x, double slope_y) const;
    void add(TilePrimitive& primitive);
    void find_bounds();
    static void set_depth_constant(TilePrimitive& primitive, float z);
    bool set_bounds(TilePrimitive& primitive, int64_t min_x, int64_t min_y, int64_t max_x, int64_t max_y,
                    const PixelBounds& within) const;
    WindowVertex window_vertex(const float* vertex, const float* flat) const;

    int viewport_ = 0, layer_ = 0;
    const Draw& draw_;
    const VertexLayout& layout_;
    const RasterState& raster_;
    Scene* scene_;
    const DrawRecord* record_;
    PixelBounds polygon_bounds_, bounds_;  // the viewport confines polygons, but not wide lines and points
    bool multisample_;
    double depth_unit_;  // smallest resolvable depth difference of a fixed-point buffer; 0: floating point
    uint32_t stipple_counter_ = 0;
    float stipple_length_ = 0;
};

}  // namespace rasterizer
