// Clipping in homogeneous coordinates.
#pragma once

#include <array>
#include <cstdint>

#include "rasterizer/geometry/vertex_stage.h"

namespace rasterizer {

// A triangle, or a polygon of up to 24 vertices for a sink, and one more vertex per plane.
inline constexpr int max_polygon_vertices = 24;
inline constexpr int max_clipped_vertices = max_polygon_vertices + 11 + max_clip_distances;

struct ClippedPolygon {
    std::array<const float*, max_clipped_vertices> vertices;
    std::array<bool, max_clipped_vertices> boundary;  // the edge from this vertex to the next
    int count = 0;
};

class Clipper {
  public:
    Clipper(const ViewTransform& view, const VertexLayout& layout, Arena* arena)
        : view_(&view), layout_(layout), arena_(arena) {}

    void set_arena(Arena* arena) { arena_ = arena; }
    void set_view(const ViewTransform& view) { view_ = &view; }

    // Clips by the planes whose ClipCode bit is set in `planes`. Vertices made here are projected.
    void polygon(ClippedPolygon& polygon, uint32_t planes) const;
    // False: nothing is left.
    bool line(const float*& a, const float*& b, uint32_t planes) const;

  private:
    float distance(const float* vertex, int plane) const;
    const float* between(const float* inside, const float* outside, float inside_distance,
                         float outside_distance) const;
    const ViewTransform* view_;
    const VertexLayout& layout_;
    Arena* arena_;
};

}  // namespace rasterizer
