#include "rasterizer/setup/primitive_setup.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>

#include "rasterizer/geometry/clip.h"
#include "rasterizer/setup/triangle_planes.h"
#include "runtime/simd/cpu_features.h"

namespace rasterizer {

const TriangleFunctions& triangle_functions() {
    return runtime::simd_level() == runtime::SimdLevel::Sse4 ? triangle_functions_sse4 : triangle_functions_avx2;
}

PrimitiveSetup::PrimitiveSetup(const Draw& draw, const VertexLayout& layout, const SceneTarget& target,
                               const DrawRecord* record)
    : draw_(draw),
      layout_(layout),
      raster_(draw.raster),
      target_(target),
      record_(record),
      // "Points are rasterized according to multisample rasterization rules", and so are lines and polygons, but for
      // one mode.
      multisample_((draw.framebuffer.samples > 1 && draw.raster.multisample) ||
                   (draw.raster.conservative && draw.raster.conservative_mode != ConservativeMode::PreSnap)),
      sprites_(draw.raster.point_sprite),
      discs_(!sprites_ && ((draw.raster.point_smooth && !draw.raster.conservative) || multisample_)),
      point_form_{.asked = draw.raster.point_size} {
    find_bounds();
    if (draw.framebuffer.samples > 1 && draw.raster.multisample) find_sample_reach();

    depth_unit_ = 0;
    if (draw.framebuffer.depth) {
        const int bits = depth_bits(draw.framebuffer.depth.image->format());
        // A little more than a step: values half-way between two steps round to the even one, and so might both of two
        // that lie exactly a step apart. Floats carry the depth up to the buffer, so that near 1 two steps of 24 bits
        // are the least sure difference.
        if (bits) depth_unit_ = bits < 24 ? (1 + 1.0 / 64) / ((1 << bits) - 1) : std::ldexp(1.0, -23);
        if (draw.framebuffer.depth.image->format() == runtime::Format::Depth32) depth_unit_ = std::ldexp(1.0, -23);
    }
    find_rules();
    may_be_small_ = may_be_small();
}

// An edge that an integer can be; what is no number is before all pixels, so that nothing lies within.
static double pixel_edge(double edge) { return edge > -1e9 ? std::min(edge, 1e9) : -1e9; }

void PrimitiveSetup::find_bounds() {
    auto confine = [this](PixelBounds& bounds, double x, double y, double width, double height) {
        // A pixel is inside when its centre is; under conservative rasterization when any part of it is.
        const bool whole = raster_.conservative;
        auto pixel = [](double edge) { return static_cast<int32_t>(pixel_edge(edge)); };
        auto first = [&](double edge) { return pixel(whole ? std::floor(edge) : std::ceil(edge - 0.5)); };
        auto end = [&](double edge) { return pixel(whole ? std::ceil(edge) : std::ceil(edge - 0.5)); };
        bounds.min_x = std::max(bounds.min_x, first(x));
        bounds.min_y = std::max(bounds.min_y, first(y));
        bounds.max_x = std::min(bounds.max_x, end(x + width) - 1);
        bounds.max_y = std::min(bounds.max_y, end(y + height) - 1);
    };
    bounds_ = {0, 0, std::min(draw_.framebuffer.width, max_framebuffer_size) - 1,
               std::min(draw_.framebuffer.height, max_framebuffer_size) - 1};
    if (raster_.scissor_test) {
        const Rectangle& scissor = draw_.scissors[static_cast<size_t>(place_.viewport)];
        confine(bounds_, scissor.x, scissor.y, scissor.width, scissor.height);
    }
    polygon_bounds_ = bounds_;
    const Viewport& viewport = draw_.viewports[static_cast<size_t>(place_.viewport)];
    confine(polygon_bounds_, viewport.x, viewport.y, viewport.width, viewport.height);
    if (raster_.confined_by_viewport) bounds_ = polygon_bounds_;
    point_form_ = point_form(point_form_.asked);
}

void PrimitiveSetup::find_sample_reach() {
    const SampleOffsets offsets =
        raster_.sample_offsets ? *raster_.sample_offsets : standard_sample_offsets(draw_.framebuffer.samples);
    for (int32_t s = 0; s < draw_.framebuffer.samples; ++s)
        for (const int32_t along : offsets[static_cast<size_t>(s)])
            sample_reach_ = std::max(sample_reach_, std::abs(along));
}

void PrimitiveSetup::find_rules() {
    const bool offsets = raster_.polygon_offset[static_cast<int>(PolygonMode::Fill)];
    takes_many_ = raster_.polygon_mode[0] == PolygonMode::Fill && raster_.polygon_mode[1] == PolygonMode::Fill &&
                  !raster_.conservative && (!raster_.polygon_smooth || multisample_) && (!offsets || depth_unit_ != 0);
    rules_ = {polygon_bounds_,
              sample_reach_,
              draw_.framebuffer.samples == 1,
              {sides_[0].culled, sides_[1].culled},
              owner_,
              offsets,
              raster_.offset_factor,
              depth_unit_ * raster_.offset_units,
              raster_.offset_bias,
              raster_.offset_clamp};
}

void PrimitiveSetup::set_place(const PrimitivePlace& place) {
    const int before = place_.viewport;
    place_ = place;
    if (place.viewport == before) return;
    find_bounds();
    rules_.bounds = polygon_bounds_;
}

void PrimitiveSetup::place(TilePrimitive& primitive) const {
    primitive.layer = static_cast<uint16_t>(place_.layer);
    primitive.written_layer = place_.written_layer;
    primitive.written_viewport = place_.written_viewport;
}

void PrimitiveSetup::add(TilePrimitive& primitive) {
    place(primitive);
    put(make() = primitive);
}

FixedPoint PrimitiveSetup::fixed(const float* record) {
    const float* window = record + window_slot * 4;
    return {sub_pixels(window[0]), sub_pixels(window[1])};
}

void PrimitiveSetup::set_depth_constant(TilePrimitive& primitive, float z) {
    primitive.z0 = primitive.z_min = primitive.z_max = z;
    primitive.z_dx = primitive.z_dy = 0;
}

// From fixed-point extremes to the pixels whose samples may be inside; false if there are none.
bool PrimitiveSetup::set_bounds(TilePrimitive& primitive, int64_t min_x, int64_t min_y, int64_t max_x, int64_t max_y,
                                const PixelBounds& within) const {
    auto first = [&](int64_t v) { return (v - sample_reach_ + sub_pixel_one / 2 - 1) >> sub_pixel_bits; };
    auto last = [&](int64_t v) { return (v + sample_reach_ - sub_pixel_one / 2) >> sub_pixel_bits; };
    primitive.min_x = static_cast<int32_t>(std::max<int64_t>(first(min_x), within.min_x));
    primitive.min_y = static_cast<int32_t>(std::max<int64_t>(first(min_y), within.min_y));
    primitive.max_x = static_cast<int32_t>(std::min<int64_t>(last(max_x), within.max_x));
    primitive.max_y = static_cast<int32_t>(std::min<int64_t>(last(max_y), within.max_y));
    return primitive.min_x <= primitive.max_x && primitive.min_y <= primitive.max_y;
}

// GL 4.6, 14.6.5.
float PrimitiveSetup::polygon_offset(const float* const vertices[3], double slope_x, double slope_y) const {
    const double slope = std::max(std::fabs(slope_x), std::fabs(slope_y));
    double unit = depth_unit_;
    if (unit == 0) {
        float most = 0;
        for (int i = 0; i < 3; ++i) most = std::max(most, std::fabs(vertices[i][window_slot * 4 + 2]));
        int exponent;
        std::frexp(most, &exponent);
        unit = std::ldexp(1.0, exponent - 24);
    }
    double offset = slope * raster_.offset_factor + unit * raster_.offset_units + raster_.offset_bias;
    if (raster_.offset_clamp > 0) offset = std::min<double>(offset, raster_.offset_clamp);
    if (raster_.offset_clamp < 0) offset = std::max<double>(offset, raster_.offset_clamp);
    return static_cast<float>(offset);
}

void PrimitiveSetup::outlined_triangle(const float* const vertices[3], const FixedPoint places[3], const Face& face,
                                       const float* flat, uint32_t id, uint8_t edges) {
    const PolygonMode mode = raster_.polygon_mode[face.back];
    float offset = 0;
    if (raster_.polygon_offset[static_cast<int>(mode)]) {
        double slope_x = 0, slope_y = 0;
        depth_slopes(vertices, places, face.area, sub_pixel_one, slope_x, slope_y);
        offset = polygon_offset(vertices, slope_x, slope_y);
    }
    for (int i = 0; i < 3; ++i) {
        if (!(edges >> i & 1)) continue;
        if (mode == PolygonMode::Line)
            line_with(vertices[i], vertices[(i + 1) % 3], flat, id, face.back, offset);
        else
            point_with(vertices[i], flat, id, face.back, offset);
    }
}

// Whether the centre of a pixel in the bounds is inside of all edges.
static bool covers_centre(const std::array<EdgeFunction, 3>& edges, const PixelBounds& bounds) {
    for (int32_t y = bounds.min_y; y <= bounds.max_y; ++y)
        for (int32_t x = bounds.min_x; x <= bounds.max_x; ++x)
            if (std::ranges::all_of(edges, [&](const EdgeFunction& edge) {
                    return edge.c + int64_t{edge.a} * (int64_t{x} * sub_pixel_one + sub_pixel_one / 2) +
                               int64_t{edge.b} * (int64_t{y} * sub_pixel_one + sub_pixel_one / 2) >=
                           0;
                }))
                return true;
    return false;
}

// In that memory, with all that follows from nothing but the arguments. `turned`: the corners have changed their order.
inline TilePrimitive& PrimitiveSetup::new_triangle(void* memory, const float* const corners[3], const float* flat,
                                                   uint32_t id, uint8_t edges, bool turned, bool back) const {
    TilePrimitive& primitive = *new (memory) TilePrimitive;
    for (size_t i = 0; i < 3; ++i) primitive.vertex[i] = corners[i];
    primitive.draw = record_;
    primitive.flat = flat;
    primitive.primitive_id = id;
    primitive.shape = Shape::Edges;
    primitive.edge_count = 3;
    primitive.back_facing = back;
    primitive.is_point = false;
    primitive.smooth = false;
    // Turned around, the edges come in the other order.
    primitive.boundary = turned ? static_cast<uint8_t>(edges >> 2 | (edges & 2) | (edges & 1) << 2) : edges;
    primitive.polygon = true;
    place(primitive);
    return primitive;
}

// Whether tiles ask for nothing behind small_primitive_bytes where they know the pixels.
bool PrimitiveSetup::may_be_small() const {
    using Kind = FragmentInput::Kind;
    return !raster_.areas && std::ranges::none_of(layout_.inputs, [](const FragmentInput& input) {
        return input.kind == Kind::Layer || input.kind == Kind::Viewport || input.kind == Kind::FullyCovered;
    });
}

void PrimitiveSetup::triangles(const AssembledPrimitive* triangles, const ShadedVertices& vertices) {
    static const TriangleFunctions& functions = triangle_functions();
    TriangleLanes lanes;
    functions.set_up(rules_, triangles, vertices, lanes);
    const auto record = [&](uint32_t vertex) {
        return target_.kept ? target_.kept->keep(vertex) : vertices.record(vertex);
    };
    // All are made before the first is copied: what has just been written is not read at once in larger pieces.
    alignas(64) std::byte made[triangles_at_once][sizeof(TilePrimitive)];
    for (uint32_t left = lanes.drawn; left; left &= left - 1) {
        const auto i = static_cast<size_t>(std::countr_zero(left));
        const AssembledPrimitive& given = triangles[i];
        const auto& [a, b, c] = given.vertices;
        const float* corners[3] = {record(a), record(b), record(c)};
        const bool turned = lanes.turned >> i & 1;
        if (turned) std::swap(corners[1], corners[2]);
        TilePrimitive& primitive = new_triangle(made[i], corners, record(given.flat), given.primitive_id, given.edges,
                                                turned, sides_[turned].back);
        primitive.affine = lanes.affine >> i & 1;
        primitive.min_x = lanes.min_x[i];
        primitive.min_y = lanes.min_y[i];
        primitive.max_x = lanes.max_x[i];
        primitive.max_y = lanes.max_y[i];
        primitive.x0 = lanes.x0[i];
        primitive.y0 = lanes.y0[i];
        primitive.b1_dx = lanes.b1_dx[i];
        primitive.b1_dy = lanes.b1_dy[i];
        primitive.b2_dx = lanes.b2_dx[i];
        primitive.b2_dy = lanes.b2_dy[i];
        primitive.z0 = lanes.z0[i];
        primitive.z_offset = lanes.z_offset[i];
        primitive.z_dx = lanes.z_dx[i];
        primitive.z_dy = lanes.z_dy[i];
        primitive.z_min = lanes.z_min[i];
        primitive.z_max = lanes.z_max[i];
        primitive.pixels = static_cast<uint16_t>(lanes.pixels[i]);
        primitive.clipped = lanes.clipped >> i & 1;
        if (!primitive.pixels || !may_be_small_)
            for (size_t e = 0; e < 3; ++e)
                primitive.edges[e] = {lanes.edge_c[e][i], lanes.edge_a[e][i], lanes.edge_b[e][i]};
    }
    for (uint32_t left = lanes.drawn | lanes.others; left; left &= left - 1) {
        const auto i = static_cast<size_t>(std::countr_zero(left));
        if (lanes.others >> i & 1) {
            put_large(triangles[i], vertices);
            continue;
        }
        const auto& primitive = *std::launder(reinterpret_cast<const TilePrimitive*>(made[i]));
        put_streamed(primitive, primitive.pixels && may_be_small_ ? small_primitive_bytes : triangle_bytes);
    }
}

// One of those that are too large to be set up many at a time.
void PrimitiveSetup::put_large(const AssembledPrimitive& given, const ShadedVertices& vertices) {
    const auto& [a, b, c] = given.vertices;
    const FixedPoint places[3] = {vertices.place(a), vertices.place(b), vertices.place(c)};
    const float* const corners[3] = {vertices.record(a), vertices.record(b), vertices.record(c)};
    if (const Face face = face_of(places))
        filled_triangle(corners, places, face, vertices.record(given.flat), given.primitive_id, given.edges);
}

void PrimitiveSetup::filled_triangle(const float* const vertices[3], const FixedPoint places[3], const Face& face,
                                     const float* flat, uint32_t id, uint8_t edges) {
    if (raster_.conservative) return;  // conservative_polygon()'s
    // Antialiased ones touch pixels whose centres are half a pixel away.
    const bool smooth = raster_.polygon_smooth && !multisample_;
    // Counter-clockwise from here on.
    const bool turned = face.area < 0;
    const float* const corners[3] = {vertices[0], vertices[turned ? 2 : 1], vertices[turned ? 1 : 2]};
    const FixedPoint p[3] = {places[0], places[turned ? 2 : 1], places[turned ? 1 : 2]};
    const int32_t reach = sample_reach_ + (smooth ? sub_pixel_one / 2 : 0);
    const auto first = [&](int32_t a, int32_t b, int32_t c) {
        return (std::min(std::min(a, b), c) - reach + sub_pixel_one / 2 - 1) >> sub_pixel_bits;
    };
    const auto last = [&](int32_t a, int32_t b, int32_t c) {
        return (std::max(std::max(a, b), c) + reach - sub_pixel_one / 2) >> sub_pixel_bits;
    };
    const PixelBounds box{std::max(first(p[0].x, p[1].x, p[2].x), polygon_bounds_.min_x),
                          std::max(first(p[0].y, p[1].y, p[2].y), polygon_bounds_.min_y),
                          std::min(last(p[0].x, p[1].x, p[2].x), polygon_bounds_.max_x),
                          std::min(last(p[0].y, p[1].y, p[2].y), polygon_bounds_.max_y)};
    if (box.min_x > box.max_x || box.min_y > box.max_y) return;
    std::array<EdgeFunction, 3> edges_of;
    set_edge(edges_of[0], p[0], p[1], owner_);
    set_edge(edges_of[1], p[1], p[2], owner_);
    set_edge(edges_of[2], p[2], p[0], owner_);
    // Many of those that are about as small as pixels pass between their centres.
    if (box.max_x - box.min_x < covered_box && box.max_y - box.min_y < covered_box && !smooth &&
        draw_.framebuffer.samples == 1 && !covers_centre(edges_of, box))
        return;

    // As depth_slopes() and set_planes() have it.
    const double scale = sub_pixel_one / static_cast<double>(turned ? -face.area : face.area);
    const double dx1 = p[1].x - p[0].x, dy1 = p[1].y - p[0].y, dx2 = p[2].x - p[0].x, dy2 = p[2].y - p[0].y;
    const float z0 = corners[0][window_slot * 4 + 2], z1 = corners[1][window_slot * 4 + 2],
                z2 = corners[2][window_slot * 4 + 2];
    const double dz1 = z1 - static_cast<double>(z0), dz2 = z2 - static_cast<double>(z0);
    const double slope_x = (dz1 * dy2 - dz2 * dy1) * scale, slope_y = (dz2 * dx1 - dz1 * dx2) * scale;
    float offset = 0;
    if (raster_.polygon_offset[static_cast<int>(PolygonMode::Fill)])
        offset = polygon_offset(vertices, slope_x, slope_y);

    TilePrimitive& primitive = new_triangle(target_.arena->allocate(sizeof(TilePrimitive), alignof(TilePrimitive)),
                                            corners, flat, id, edges, turned, face.back);
    for (size_t i = 0; i < 3; ++i) primitive.edges[i] = edges_of[i];
    primitive.min_x = box.min_x;
    primitive.min_y = box.min_y;
    primitive.max_x = box.max_x;
    primitive.max_y = box.max_y;
    if (smooth) {
        primitive.shape = Shape::SmoothPolygon;
        primitive.smooth = true;
    }
    primitive.x0 = static_cast<float>(p[0].x) / sub_pixel_one;
    primitive.y0 = static_cast<float>(p[0].y) / sub_pixel_one;
    // Nothing minus: a zero stays positive.
    primitive.b1_dx = static_cast<float>(dy2 * scale);
    primitive.b1_dy = static_cast<float>((0.0 - dx2) * scale);
    primitive.b2_dx = static_cast<float>((0.0 - dy1) * scale);
    primitive.b2_dy = static_cast<float>(dx1 * scale);
    primitive.z0 = z0;
    primitive.z_offset = offset;
    primitive.z_dx = static_cast<float>(slope_x);
    primitive.z_dy = static_cast<float>(slope_y);
    primitive.z_min = std::min(std::min(z0, z1), z2) + offset;
    primitive.z_max = std::max(std::max(z0, z1), z2) + offset;
    if (smooth) {
        const float beyond = std::fabs(primitive.z_dx) + std::fabs(primitive.z_dy);
        primitive.z_min -= beyond;
        primitive.z_max += beyond;
    }
    const float q0 = corners[0][window_slot * 4 + 3];
    primitive.affine = q0 == corners[1][window_slot * 4 + 3] && q0 == corners[2][window_slot * 4 + 3];
    put(primitive);
}

bool PrimitiveSetup::back_facing(const float* const* vertices, int count) const {
    int64_t area = 0;
    for (int i = 0; i < count; ++i) {
        const FixedPoint a = fixed(vertices[i]), b = fixed(vertices[(i + 1) % count]);
        area += int64_t{a.x} * b.y - int64_t{b.x} * a.y;
    }
    return ((area < 0) != raster_.clip_origin_upper_left) != raster_.front_face_clockwise;
}

void PrimitiveSetup::pixel_rectangle(const PixelRectangle& rectangle, const float* vertex) {
    TilePrimitive primitive;
    const runtime::Extent extent = rectangle.image->extent();
    auto pixel = [](double edge) { return static_cast<int64_t>(pixel_edge(std::ceil(edge - 0.5))); };
    double left = rectangle.x, right = left + static_cast<double>(rectangle.zoom_x) * extent.width;
    double bottom = rectangle.y, top = bottom + static_cast<double>(rectangle.zoom_y) * extent.height;
    if (left > right) std::swap(left, right);
    if (bottom > top) std::swap(bottom, top);
    primitive.min_x = static_cast<int32_t>(std::max<int64_t>(pixel(left), bounds_.min_x));
    primitive.min_y = static_cast<int32_t>(std::max<int64_t>(pixel(bottom), bounds_.min_y));
    primitive.max_x = static_cast<int32_t>(std::min<int64_t>(pixel(right) - 1, bounds_.max_x));
    primitive.max_y = static_cast<int32_t>(std::min<int64_t>(pixel(top) - 1, bounds_.max_y));
    if (primitive.min_x > primitive.max_x || primitive.min_y > primitive.max_y) return;
    primitive.draw = record_;
    primitive.flat = primitive.vertex[0] = primitive.vertex[1] = primitive.vertex[2] = vertex;
    primitive.primitive_id = 0;
    primitive.shape = Shape::Edges;
    primitive.edge_count = 0;
    primitive.back_facing = primitive.is_point = primitive.smooth = primitive.polygon = false;
    primitive.affine = true;
    primitive.x0 = primitive.y0 = primitive.b1_dx = primitive.b1_dy = primitive.b2_dx = primitive.b2_dy = 0;
    set_depth_constant(primitive, rectangle.depth);
    add(primitive);
}

WindowVertex PrimitiveSetup::window_vertex(const float* vertex, const float* flat) const {
    WindowVertex result{};
    std::copy_n(vertex + window_slot * 4, 3, result.position.begin());
    result.position[3] = vertex[clip_slot * 4 + 3];
    const float* color = raster_.flat_shade ? flat : vertex;
    result.color = layout_.unwritten_color;
    result.texture_coordinate = {0, 0, 0, 1};
    if (layout_.color_slot >= 0) std::copy_n(color + layout_.color_slot * 4, 4, result.color.begin());
    if (layout_.texcoord_slot >= 0)
        std::copy_n(vertex + layout_.texcoord_slot * 4, 4, result.texture_coordinate.begin());
    return result;
}

void PrimitiveSetup::sink_polygon(const float* const* vertices, int count, const float* flat) {
    std::array<WindowVertex, max_clipped_vertices> polygon;
    count = std::min<int>(count, polygon.size());
    for (int i = 0; i < count; ++i) polygon[i] = window_vertex(vertices[i], flat);
    draw_.sink->polygon(std::span(polygon).first(count));
}

void PrimitiveSetup::sink_line(const float* a, const float* b, const float* flat, bool restarts) {
    draw_.sink->line(window_vertex(a, flat), window_vertex(b, flat), restarts);
}

void PrimitiveSetup::sink_point(const float* vertex) { draw_.sink->point(window_vertex(vertex, vertex)); }

}  // namespace rasterizer
