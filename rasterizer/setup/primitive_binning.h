// From shapes to the bins of a scene: a draw's primitives get their memory, their layer, and the pixels that they may
// cover.
#pragma once

#include <new>

#include "rasterizer/prepare/vertex_layout.h"
#include "rasterizer/scene/scene.h"
#include "rasterizer/scene/tile_primitive.h"
#include "rasterizer/setup/kept_vertices.h"
#include "rasterizer/setup/pixel_bounds.h"
#include "runtime/simd/streaming.h"

namespace rasterizer {

// The layer and viewport of a primitive, and the values that the program wrote: fragments read these even if there is
// no such layer or viewport.
struct ViewportAndLayer {
    int viewport = 0, layer = 0;
    int32_t written_viewport = 0, written_layer = 0;
};

// What shapes of all kinds have.
struct PrimitiveAttributes {
    const ShadedVertex* flat;  // provoking vertex
    uint32_t id;
};

class PrimitiveBinning {
  public:
    // The scene and `tile_draw` are null when the draw goes to its sink.
    PrimitiveBinning(const Draw& draw, const VertexLayout& layout, const SceneTarget& target,
                     const TileDraw* tile_draw);

    void set_target(const SceneTarget& target) { target_ = target; }
    // Which viewport, scissor box and layer the next primitives go to. Whether bounds() may be others now.
    bool set_viewport_and_layer(const ViewportAndLayer& chosen);
    const DrawBounds& bounds() const { return bounds_; }
    // For what primitives refer to.
    Arena& arena() const { return *target_.arena; }

    // Everything that follows from the draw and the arguments.
    void start(TilePrimitive& primitive, PrimitiveAttributes attributes, bool back) const {
        primitive.draw = tile_draw_;
        primitive.flat = attributes.flat;
        primitive.primitive_id = attributes.id;
        primitive.back_facing = back;
        primitive.layer = static_cast<uint16_t>(viewport_and_layer_.layer);
        primitive.written_layer = viewport_and_layer_.written_layer;
        primitive.written_viewport = viewport_and_layer_.written_viewport;
    }
    // A primitive in the scene's memory, and its way into the bins once it is written.
    TilePrimitive& make() { return *new (memory()) TilePrimitive; }
    void put(TilePrimitive& primitive) {
        keep_vertices(primitive);
        target_.scene->put(primitive, target_.later);
    }
    // One in other memory is copied there.
    void add(const TilePrimitive& primitive) { put(*new (memory()) TilePrimitive(primitive)); }
    // The same past the caches, since a tile's thread reads it: of a triangle, or a box; its vertices are kept.
    // `known`: tiles are told which pixels it covers.
    void put_streamed(const TilePrimitive& primitive, bool known) {
        const size_t bytes = known && may_be_small_ ? small_primitive_bytes : triangle_bytes;
        void* const to = target_.arena->allocate(bytes, runtime::line_bytes);
        runtime::stream(to, &primitive, bytes);
        target_.scene->put(primitive, *static_cast<const TilePrimitive*>(to), target_.later);
    }
    // Whether tiles read small_primitive_bytes only of primitives with known pixels.
    bool may_be_small() const { return may_be_small_; }

    // A vertex in memory that the scene keeps.
    const ShadedVertex* kept(const ShadedVertices& vertices, uint32_t vertex) const {
        return target_.kept ? target_.kept->keep(vertex) : vertices.vertex(vertex);
    }
    void keep_vertices(TilePrimitive& primitive) const {
        if (!target_.kept) return;
        for (const ShadedVertex*& vertex : primitive.vertex) vertex = target_.kept->keep(vertex);
        primitive.flat = target_.kept->keep(primitive.flat);
    }

  private:
    void* memory() { return target_.arena->allocate(sizeof(TilePrimitive), alignof(TilePrimitive)); }
    void find_bounds();

    const Draw& draw_;
    const TileDraw* tile_draw_;
    SceneTarget target_;
    ViewportAndLayer viewport_and_layer_;
    DrawBounds bounds_;
    const bool may_be_small_;
};

}  // namespace rasterizer
