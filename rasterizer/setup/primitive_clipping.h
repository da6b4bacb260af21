// From shaded vertices to setup: primitives are dropped, clipped, or handed on as they are, to a scene or to a sink.
#pragma once

#include <span>
#include <vector>

#include "rasterizer/geometry/assemble_primitives.h"
#include "rasterizer/geometry/clip.h"
#include "rasterizer/geometry/vertex_stage.h"
#include "rasterizer/prepare/prepared_draw.h"
#include "rasterizer/setup/primitive_setup.h"
#include "rasterizer/setup/sink_setup.h"

namespace rasterizer {

class PrimitiveClipping {
  public:
    PrimitiveClipping(const PreparedDraw& prepared, const ViewTransform& view, const SceneTarget& target);

    void set_target(const SceneTarget& target) {
        has_scene_ = target.scene != nullptr;
        clipper_.set_arena(target.arena);
        setup_.set_target(target);
    }
    // The view, viewport and layer of the next primitives.
    void set_view(const ViewTransform& view) { clipper_.set_view(view); }
    void set_viewport_and_layer(const ViewportAndLayer& chosen) { setup_.set_viewport_and_layer(chosen); }

    void process_all(std::span<const AssembledPrimitive> primitives, const ShadedVertices& vertices);
    // Whether copies of this may have parts of the primitives, in any order and at once.
    bool may_be_shared() const { return has_scene_ && !looks_at_all_ && !draw_.raster.line_stipple; }
    // How many triangles from `first` on are one quad or polygon, where that matters; else 1. A sink gets them in one
    // piece, and so does conservative rasterization; cull distances are asked of all vertices.
    size_t triangles_at(std::span<const AssembledPrimitive> primitives, size_t first) const;
    // One primitive, or the triangles of one polygon.
    void process(std::span<const AssembledPrimitive> primitives, const ShadedVertices& vertices);

  private:
    // Boxes around triangles (NV_fill_rectangle): both sides are drawn alike.
    bool makes_rectangles() const { return !draw_.sink && draw_.raster.polygon_mode[0] == PolygonMode::FillRectangle; }
    // `culled`: bits of vertex codes, in addition to clipping's, that drop a primitive if all its vertices have one.
    void process(const AssembledPrimitive& primitive, const ShadedVertices& vertices, uint32_t culled);
    void process_whole(std::span<const AssembledPrimitive> primitives, const ShadedVertices& vertices);
    void process_one(const AssembledPrimitive& primitive, const ShadedVertices& vertices);
    bool are_whole(const AssembledPrimitive* primitives, const ShadedVertices& vertices, bool all_whole) const;
    void triangle(const AssembledPrimitive& primitive, const float* const corners[3], const float* flat, uint32_t any);
    void whole_polygon(std::span<const AssembledPrimitive> triangles, const ShadedVertices& vertices);
    uint32_t planes_of(uint32_t any) const;
    void clipped_polygon(ClippedPolygon& polygon, uint32_t planes, PrimitiveAttributes attributes);
    void count_primitive(PipelineCount what) const {
        if (draw_.statistics) draw_.statistics->add(what, 1);
    }

    const Draw& draw_;
    bool has_scene_;
    const bool keeps_polygons_;
    const uint32_t cull_planes_;
    const uint32_t line_planes_;   // that lines are clipped at
    const uint32_t point_planes_;  // a point outside of one is not drawn
    const uint32_t clipped_by_;    // a triangle inside of all is not clipped
    const bool looks_at_all_;      // no triangle goes to setup as it is
    Clipper clipper_;
    const SinkSetup sink_;
    PrimitiveSetup setup_;
};

}  // namespace rasterizer
