// Clipped primitives that go to a PrimitiveSink instead of being rasterized.
#pragma once

#include "rasterizer/draw/draw.h"
#include "rasterizer/draw/primitive_sink.h"
#include "rasterizer/geometry/clip.h"
#include "rasterizer/prepare/vertex_layout.h"
#include "rasterizer/setup/polygon_faces.h"

namespace rasterizer {

class SinkSetup {
  public:
    // For draws with a sink.
    SinkSetup(const Draw& draw, const VertexLayout& layout) : draw_(draw), layout_(layout) {}

    void point(const ShadedVertex* vertex) const;
    void line(const ShadedVertex* a, const ShadedVertex* b, const ShadedVertex* flat, bool restarts_stipple) const;
    // As its side and polygon mode have it.
    void polygon(const ClippedPolygon& polygon, const ShadedVertex* flat, const PolygonFaces& faces) const;

  private:
    void filled(const ClippedPolygon& polygon, const ShadedVertex* flat) const;
    WindowVertex window_vertex(const ShadedVertex* vertex, const ShadedVertex* flat) const;

    const Draw& draw_;
    const VertexLayout& layout_;
};

}  // namespace rasterizer
