#include "rasterizer/setup/primitive_clipping.h"

#include <algorithm>

namespace rasterizer {
namespace {

constexpr uint32_t user_planes = 0xffu << clip_user_shift;
constexpr uint32_t open_sides = clip_near | clip_far | clip_behind | clip_guard;

}  // namespace

PrimitiveClipping::PrimitiveClipping(const PreparedDraw& prepared, const ViewTransform& view, const SceneTarget& target)
    : draw_(prepared.draw),
      has_scene_(target.scene != nullptr),
      keeps_polygons_(draw_.sink || draw_.raster.conservative),
      cull_planes_(uint32_t{prepared.layout.cull_mask} << clip_cull_shift),
      // What points and lines cover is smaller than the guard band is beyond the view volume.
      line_planes_(draw_.raster.confined_by_viewport ? open_sides : clip_volume),
      // Feedback and capture have no part of a point (GL 4.6 §13.7); of pixels: docs/decisions/points.md.
      point_planes_((draw_.sink ? line_planes_ : open_sides) | clip_invalid | user_planes),
      clipped_by_(planes_of(~0u) | clip_invalid),
      looks_at_all_(keeps_polygons_ || cull_planes_ || draw_.statistics || draw_.raster.rasterizer_discard),
      clipper_(view, prepared.layout, target.arena),
      sink_(prepared.draw, prepared.layout),
      setup_(prepared.draw, prepared.layout, target, prepared.tile_draw.get()) {}

void PrimitiveClipping::process_all(std::span<const AssembledPrimitive> primitives, const ShadedVertices& vertices) {
    if (!looks_at_all_ && has_scene_) {
        return process_whole(primitives, vertices);
    }
    for (size_t i = 0; i < primitives.size();) {
        const size_t triangles = triangles_at(primitives, i);
        process({primitives.data() + i, triangles}, vertices);
        i += triangles;
    }
}

// Most triangles setup takes as they are, or are not drawn, which is found out here with little.
void PrimitiveClipping::process_whole(std::span<const AssembledPrimitive> primitives, const ShadedVertices& vertices) {
    size_t at = 0;
    if (setup_.takes_many() && primitives.size() >= triangles_at_once) {
        const bool all_whole = !(triangle_functions().codes_of(vertices) & (clipped_by_ | clip_volume));
        for (; at + triangles_at_once <= primitives.size(); at += triangles_at_once) {
            const AssembledPrimitive* const first = primitives.data() + at;
            if (are_whole(first, vertices, all_whole)) {
                setup_.triangles(first, vertices);
            } else {
                for (size_t i = 0; i < triangles_at_once; ++i) process_one(first[i], vertices);
            }
        }
    }
    for (; at < primitives.size(); ++at) process_one(primitives[at], vertices);
}

// Whether these are triangles inside of all that setup does not look at. `all_whole`: all vertices are.
bool PrimitiveClipping::are_whole(const AssembledPrimitive* primitives, const ShadedVertices& vertices,
                                  bool all_whole) const {
    bool triangles = true;
    for (size_t i = 0; i < triangles_at_once; ++i) triangles &= primitives[i].count == 3;
    if (!triangles || all_whole) return triangles;
    uint32_t codes = 0;
    for (size_t i = 0; i < triangles_at_once; ++i)
        for (const uint32_t vertex : primitives[i].vertices) codes |= vertices.code(vertex);
    return !(codes & (clipped_by_ | clip_volume));
}

void PrimitiveClipping::process_one(const AssembledPrimitive& primitive, const ShadedVertices& vertices) {
    const uint32_t first = vertices.first;
    const uint32_t a = primitive.vertices[0] - first, b = primitive.vertices[1] - first,
                   c = primitive.vertices[2] - first;
    const uint32_t* const codes = vertices.codes;
    const FixedPoint* const positions = vertices.grid_positions;
    const uint32_t code_a = codes[a];
    const auto vertex_at = [&](uint32_t at) { return vertices.data + size_t{at} * size_t(vertices.stride); };
    if (primitive.count == 1) {
        if (!(code_a & point_planes_))
            setup_.point(vertex_at(a), primitive.primitive_id, code_a & clip_volume ? positions + a : nullptr);
        return;
    }
    const uint32_t code_b = codes[b], code_c = codes[c];
    if (primitive.count != 3 || (code_a | code_b | code_c) & clipped_by_)
        return process(primitive, vertices, cull_planes_);
    if (primitive.restarts_stipple) setup_.restart_line_stipple();
    if (code_a & code_b & code_c & clip_volume) return;  // outside
    GridTriangle triangle{{}, {positions[a], positions[b], positions[c]}, {}};
    triangle.face = setup_.faces().face_of(triangle.positions);
    if (!triangle.face) return;
    triangle.vertices[0] = vertex_at(a);
    triangle.vertices[1] = vertex_at(b);
    triangle.vertices[2] = vertex_at(c);
    setup_.triangle(triangle, {vertex_at(primitive.flat - first), primitive.primitive_id}, primitive.edges);
}

size_t PrimitiveClipping::triangles_at(std::span<const AssembledPrimitive> primitives, size_t first) const {
    if (!keeps_polygons_ && !cull_planes_) return 1;
    if (draw_.geometry.program || (draw_.primitive != Primitive::Quads && draw_.primitive != Primitive::QuadStrip &&
                                   draw_.primitive != Primitive::Polygon))
        return 1;
    size_t end = first + 1;
    while (end < primitives.size() && primitives[end].primitive_id == primitives[first].primitive_id) ++end;
    return end - first;
}

void PrimitiveClipping::process(std::span<const AssembledPrimitive> primitives, const ShadedVertices& vertices) {
    if (primitives.size() == 1) return process(primitives.front(), vertices, cull_planes_);
    if (keeps_polygons_ && !makes_rectangles() && primitives.size() + 2 <= static_cast<size_t>(max_polygon_vertices))
        return whole_polygon(primitives, vertices);
    uint32_t culled = cull_planes_;
    for (const AssembledPrimitive& triangle : primitives)
        for (const uint32_t vertex : triangle.vertices) culled &= vertices.code(vertex);
    for (const AssembledPrimitive& triangle : primitives) process(triangle, vertices, culled);
}

void PrimitiveClipping::process(const AssembledPrimitive& primitive, const ShadedVertices& vertices, uint32_t culled) {
    if (draw_.raster.rasterizer_discard && !draw_.sink) return;
    count_primitive(PipelineCount::ClippingInput);
    if (!has_scene_ && !draw_.sink) return;
    uint32_t all = ~0u, any = 0;
    const float* corners[3];
    for (int i = 0; i < 3; ++i) {
        const uint32_t codes = vertices.code(primitive.vertices[i]);
        all &= codes;
        any |= codes;
        corners[i] = vertices.vertex(primitive.vertices[i]);
    }
    const bool restarts = primitive.count == 2 && primitive.restarts_stipple;
    if (primitive.restarts_stipple) setup_.restart_line_stipple();
    const uint32_t volume = primitive.count == 1 ? point_planes_ : primitive.count == 2 ? line_planes_ : clip_volume;
    if (any & clip_invalid || all & (volume | user_planes | culled)) return;
    const float* flat = vertices.vertex(primitive.flat);
    switch (primitive.count) {
        case 1:
            count_primitive(PipelineCount::ClippingOutput);
            if (draw_.sink)
                sink_.point(corners[0]);
            else
                setup_.point(corners[0], primitive.primitive_id,
                             any & clip_volume ? &vertices.grid_position(primitive.vertices[0]) : nullptr);
            return;
        case 2:
            if (const uint32_t planes = any & (line_planes_ | clip_guard | user_planes);
                planes && !clipper_.line(corners[0], corners[1], planes))
                return;
            count_primitive(PipelineCount::ClippingOutput);
            if (draw_.sink)
                sink_.line(corners[0], corners[1], flat, restarts);
            else
                setup_.line(corners[0], corners[1], {flat, primitive.primitive_id});
            return;
        default: triangle(primitive, corners, flat, any); return;
    }
}

void PrimitiveClipping::triangle(const AssembledPrimitive& primitive, const float* const corners[3], const float* flat,
                                 uint32_t any) {
    const uint32_t planes = planes_of(any);
    // There is no box of a clipped triangle (NV_fill_rectangle).
    if (planes && makes_rectangles()) return;
    if (!planes && !keeps_polygons_) {
        count_primitive(PipelineCount::ClippingOutput);
        setup_.triangle(corners, {flat, primitive.primitive_id}, primitive.edges);
        return;
    }
    ClippedPolygon polygon;
    polygon.count = 3;
    for (int i = 0; i < 3; ++i) {
        polygon.vertices[i] = corners[i];
        polygon.boundary[i] = primitive.edges >> i & 1;
    }
    clipped_polygon(polygon, planes, {flat, primitive.primitive_id});
}

void PrimitiveClipping::whole_polygon(std::span<const AssembledPrimitive> triangles, const ShadedVertices& vertices) {
    const AssembledPrimitive& start = triangles.front();
    // Fans around their first vertex, or two halves of a quad that meet in its second and fourth.
    const bool halves = draw_.primitive == Primitive::Quads && cuts_quads_from_last(draw_.raster);
    ClippedPolygon polygon;
    uint32_t all = ~0u, any = 0;
    const auto add = [&](uint32_t vertex, bool boundary) {
        all &= vertices.code(vertex);
        any |= vertices.code(vertex);
        const auto at = static_cast<size_t>(polygon.count++);
        polygon.vertices[at] = vertices.vertex(vertex);
        polygon.boundary[at] = boundary;
    };
    const AssembledPrimitive& last = triangles.back();
    add(start.vertices[0], start.edges & 1);
    if (halves) {
        add(start.vertices[1], last.edges & 1);
        add(last.vertices[1], last.edges & 2);
    } else {
        for (const AssembledPrimitive& triangle : triangles) add(triangle.vertices[1], triangle.edges & 2);
    }
    add(last.vertices[2], halves ? start.edges & 4 : last.edges & 4);
    if (!draw_.sink && draw_.raster.rasterizer_discard) return;
    count_primitive(PipelineCount::ClippingInput);
    if (!has_scene_ && !draw_.sink) return;
    if (any & clip_invalid || all & (clip_volume | user_planes | cull_planes_)) return;
    clipped_polygon(polygon, planes_of(any), {vertices.vertex(start.flat), start.primitive_id});
}

// By which planes a triangle or polygon is clipped that has vertices behind those of `any`.
uint32_t PrimitiveClipping::planes_of(uint32_t any) const {
    // The view volume's sides are left to the pixel bounds; its near and far planes, w and the guard band are not.
    // Outlines are clipped exactly: none runs along the viewport's edge where the volume cuts it.
    const bool outlines = !is_filled(draw_.raster.polygon_mode[0]) || !is_filled(draw_.raster.polygon_mode[1]);
    if (draw_.sink || outlines) return any & (clip_volume | user_planes);
    return any & (clip_near | clip_far | clip_behind | clip_guard | user_planes);
}

void PrimitiveClipping::clipped_polygon(ClippedPolygon& polygon, uint32_t planes, PrimitiveAttributes attributes) {
    if (planes) clipper_.polygon(polygon, planes);
    if (polygon.count < 3) return;
    count_primitive(PipelineCount::ClippingOutput);
    if (draw_.sink)
        sink_.polygon(polygon, attributes.flat, setup_.faces());
    else
        setup_.polygon(polygon, attributes);
}

}  // namespace rasterizer
