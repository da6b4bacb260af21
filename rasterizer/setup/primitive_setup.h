// Setup: from projected vertices to TilePrimitives of a scene, or to a PrimitiveSink.
#pragma once

#include "rasterizer/prepare/vertex_layout.h"
#include "rasterizer/scene/scene.h"
#include "rasterizer/scene/tile_primitive.h"
#include "rasterizer/setup/kept_vertices.h"
#include "rasterizer/setup/triangle_lanes.h"
#include "runtime/simd/streaming.h"

namespace rasterizer {

// The layer and viewport of a primitive, and the values that the program wrote: fragments read these even if there is
// no such layer or viewport.
struct PrimitivePlace {
    int viewport = 0, layer = 0;
    int32_t written_viewport = 0, written_layer = 0;
};

class PrimitiveSetup {
  public:
    // The scene and `record` are null when the draw goes to its sink.
    PrimitiveSetup(const Draw& draw, const VertexLayout& layout, const SceneTarget& target, const DrawRecord* record);

    void set_target(const SceneTarget& target) { target_ = target; }

    // Which viewport, scissor box and layer the next primitives go to.
    void set_place(const PrimitivePlace& place);

    // Vertices are records with a valid window slot. `edges`: bit i, the edge from vertex i is a boundary.
    void triangle(const float* const vertices[3], const float* flat, uint32_t id, uint8_t edges) {
        const FixedPoint places[3] = {fixed(vertices[0]), fixed(vertices[1]), fixed(vertices[2])};
        if (const Face face = face_of(places)) triangle(vertices, places, face, flat, id, edges);
    }
    // Twice a triangle's area on the grid, positive where it is counter-clockwise, and its side; an area of 0 where it
    // is not drawn.
    struct Face {
        int64_t area = 0;
        bool back = false;
        explicit operator bool() const { return area != 0; }
    };
    Face face_of(const FixedPoint places[3]) const {
        const FixedPoint a = places[0], b = places[1], c = places[2];
        const int64_t area = int64_t{b.x - a.x} * (c.y - a.y) - int64_t{c.x - a.x} * (b.y - a.y);
        const Side side = sides_[area < 0];
        return {side.culled ? 0 : area, side.back};
    }
    // The same with the vertices' places on the grid and its face, which is drawn.
    void triangle(const float* const vertices[3], const FixedPoint places[3], const Face& face, const float* flat,
                  uint32_t id, uint8_t edges) {
        switch (raster_.polygon_mode[face.back]) {
            case PolygonMode::Fill: filled_triangle(vertices, places, face, flat, id, edges); break;
            case PolygonMode::FillRectangle: filled_rectangle(vertices, places, face, flat, id); break;
            case PolygonMode::Point:
            case PolygonMode::Line: outlined_triangle(vertices, places, face, flat, id, edges); break;
        }
    }
    // Whether triangles() can be used for this draw.
    bool takes_many() const { return takes_many_; }
    // Sets up triangles_at_once triangles. All vertices must have grid positions. The result is that of one after the
    // other.
    void triangles(const AssembledPrimitive* triangles, const ShadedVertices& vertices);
    // A convex polygon under conservative rasterization, in one piece, so that each pixel gets one fragment and knows
    // whether the whole polygon covers it. `boundary`: as `edges`, for polygon modes.
    void conservative_polygon(const float* const* vertices, int count, const bool* boundary, const float* flat,
                              uint32_t id);
    void line(const float* a, const float* b, const float* flat, uint32_t id);
    // `beyond`: where on the grid its centre lies, if that is beyond a side of the view volume: such a point ends where
    // the viewport does. Null: inside.
    void point(const float* vertex, uint32_t id, const FixedPoint* beyond);
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
    // What triangles are that go around counter-clockwise, or clockwise.
    struct Side {
        bool back, culled;
    };
    Side side(bool clockwise) const {
        const bool back = (clockwise != raster_.clip_origin_upper_left) != raster_.front_face_clockwise;
        return {back, culled(back)};
    }
    // With `bias` more bits than sub_pixel_bits.
    struct FinePoint {
        int64_t x, y;
    };
    static FixedPoint fixed(const float* record);
    int bias_for(const float* const* vertices, int count, float margin) const;
    FinePoint fine(const float* record, int bias) const;
    static void set_touching_edge(EdgeFunction& edge, FinePoint from, FinePoint to, int bias, int32_t reach);
    static PixelBounds touched_bounds(FinePoint low, FinePoint high, int bias, int32_t reach);
    static bool set_touched_bounds(TilePrimitive& primitive, FinePoint low, FinePoint high, int bias, int32_t reach,
                                   const PixelBounds& within);
    void conservative_segment(const float* const* vertices, const FinePoint* places, int count, int bias,
                              const float* flat, uint32_t id);
    void conservative_triangle(TilePrimitive& primitive, const float* const vertices[3], const FinePoint position[3],
                               int64_t area, int bias) const;
    void conservative_line(TilePrimitive& primitive, const float* a, const float* b, float width);
    void conservative_point(TilePrimitive& primitive, const float* vertex, float size, bool square);
    template <class Position>
    static void set_planes(TilePrimitive& primitive, const Position p[3], int64_t area, double one);
    template <class Position>
    static void depth_slopes(const float* const vertices[3], const Position p[3], int64_t area, double one,
                             double& slope_x, double& slope_y);
    void filled_triangle(const float* const vertices[3], const FixedPoint places[3], const Face& face,
                         const float* flat, uint32_t id, uint8_t edges);
    TilePrimitive& new_triangle(void* memory, const float* const corners[3], const float* flat, uint32_t id,
                                uint8_t edges, bool turned, bool back) const;
    bool may_be_small() const;
    void put_large(const AssembledPrimitive& given, const ShadedVertices& vertices);
    void filled_rectangle(const float* const vertices[3], const FixedPoint places[3], const Face& face,
                          const float* flat, uint32_t id);
    void conservative_rectangle(const float* const* vertices, const FinePoint* places, int64_t area, int bias,
                                bool back, const float* flat, uint32_t id);
    static void widen_depths(TilePrimitive& primitive, double left, double bottom, double right, double top);
    void outlined_triangle(const float* const vertices[3], const FixedPoint places[3], const Face& face,
                           const float* flat, uint32_t id, uint8_t edges);
    void line_with(const float* a, const float* b, const float* flat, uint32_t id, bool back, float offset);
    void aliased_line(TilePrimitive& primitive, FixedPoint a, FixedPoint b, float width);
    void rectangle_line(TilePrimitive& primitive, FixedPoint a, FixedPoint b, float width);
    void smooth_line(TilePrimitive& primitive, const float* a, const float* b, float width);
    // Values that points of one size, in one viewport, share.
    struct PointForm {
        float asked;  // the size that was asked for; the rest follows from it
        float size = 0, fade = 1;
        int32_t whole = 0;      // pixels, of squares that are centred on a pixel or between pixels
        int32_t half = 0;       // of the others, on the grid
        float step = 0;         // 1 / size
        PixelBounds centers{};  // on the grid, of points that may reach into the viewport
    };
    PointForm point_form(float asked) const;
    // Of points that cover boxes of pixels. False: none of the framebuffer.
    bool point_box(FixedPoint center, const PointForm& form, PixelBounds& box) const;
    void point_with(const float* vertex, const float* flat, uint32_t id, bool back, float offset);
    float polygon_offset(const float* const vertices[3], double slope_x, double slope_y) const;
    // A primitive's memory, and its way into the scene once it is written.
    TilePrimitive& make() {
        return *new (target_.arena->allocate(sizeof(TilePrimitive), alignof(TilePrimitive))) TilePrimitive;
    }
    void keep_vertices(TilePrimitive& primitive) const {
        if (!target_.kept) return;
        for (const VertexRecord*& vertex : primitive.vertex) vertex = target_.kept->keep(vertex);
        primitive.flat = target_.kept->keep(primitive.flat);
    }
    void put(TilePrimitive& primitive) {
        keep_vertices(primitive);
        target_.scene->put(primitive, target_.later);
    }
    // Copies `bytes` of it there, past the caches: a tile's thread reads it.
    void put_streamed(const TilePrimitive& primitive, size_t bytes) {
        void* const to = target_.arena->allocate(bytes, runtime::line_bytes);
        runtime::stream(to, &primitive, bytes);
        target_.scene->put(primitive, *static_cast<const TilePrimitive*>(to), target_.later);
    }
    void add(TilePrimitive& primitive);
    void place(TilePrimitive& primitive) const;
    void find_bounds();
    void find_sample_reach();
    void find_rules();
    static void set_depth_constant(TilePrimitive& primitive, float z);
    bool set_bounds(TilePrimitive& primitive, int64_t min_x, int64_t min_y, int64_t max_x, int64_t max_y,
                    const PixelBounds& within) const;
    WindowVertex window_vertex(const float* vertex, const float* flat) const;

    PrimitivePlace place_;
    const Draw& draw_;
    const VertexLayout& layout_;
    const RasterState& raster_;
    const std::array<Side, 2> sides_{side(false), side(true)};
    SceneTarget target_;
    const DrawRecord* record_;
    PixelBounds polygon_bounds_, bounds_;  // the viewport confines polygons, but not wide lines and points
    bool multisample_;
    const HorizontalOwner owner_ = raster_.clip_origin_upper_left ? HorizontalOwner::Upper : HorizontalOwner::Lower;
    int32_t sample_reach_ = 0;  // how far samples lie from the pixel's centre, in 1/256 pixel
    double depth_unit_;         // smallest resolvable depth difference of a fixed-point buffer; 0: floating point
    bool takes_many_ = false;
    bool may_be_small_ = false;  // of small ones tiles read small_primitive_bytes only
    TriangleRules rules_{};
    const bool sprites_, discs_;  // points are squares around their places; or round
    PointForm point_form_;        // the last point's
    uint32_t stipple_counter_ = 0;
    float stipple_length_ = 0;
};

}  // namespace rasterizer
