#include "rasterizer/setup/triangle_setup.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <new>
#include <utility>

#include "ir/check.h"
#include "runtime/simd/of_level.h"

namespace rasterizer {

const TriangleFunctions& triangle_functions() {
    return *runtime::of_narrow_level(runtime::simd_level(),
                                     []<runtime::SimdLevel level>() { return &triangle_functions_of<level>(); });
}

TriangleSetup::TriangleSetup(const RasterState& raster, const CoverageRules& coverage, const PolygonFaces& faces,
                             const PolygonOffset& offset, const PixelBounds& bounds)
    : faces_(faces),
      offset_(offset),
      smooth_(raster.polygon_smooth && !coverage.multisample),
      takes_many_(raster.polygon_mode[0] == PolygonMode::Fill && raster.polygon_mode[1] == PolygonMode::Fill &&
                  !raster.conservative && !smooth_ && (!offset.is_on(PolygonMode::Fill) || offset.unit() != 0)),
      rules_{bounds,
             coverage.reach,
             coverage.one_sample,
             {faces.side(false).culled, faces.side(true).culled},
             coverage.owner,
             offset.is_on(PolygonMode::Fill),
             raster.offset_factor,
             offset.unit() * raster.offset_units,
             raster.offset_bias,
             raster.offset_clamp} {}

// The pixels within the bounds whose samples may be inside. In 32 bits, since the corners are.
static inline PixelBounds box_of(const FixedPoint p[3], int32_t reach, const PixelBounds& within) {
    const auto first = [reach](int32_t a, int32_t b, int32_t c) {
        return (std::min(std::min(a, b), c) - reach + sub_pixel_one / 2 - 1) >> sub_pixel_bits;
    };
    const auto last = [reach](int32_t a, int32_t b, int32_t c) {
        return (std::max(std::max(a, b), c) + reach - sub_pixel_one / 2) >> sub_pixel_bits;
    };
    return {std::max(first(p[0].x, p[1].x, p[2].x), within.min_x),
            std::max(first(p[0].y, p[1].y, p[2].y), within.min_y), std::min(last(p[0].x, p[1].x, p[2].x), within.max_x),
            std::min(last(p[0].y, p[1].y, p[2].y), within.max_y)};
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

// All that follows from nothing but the arguments. `turned`: the corners have changed their order.
static inline void start_triangle(TilePrimitive& primitive, const float* const corners[3],
                                  PrimitiveAttributes attributes, uint8_t edges, bool turned, bool back,
                                  const PrimitiveBinning& binning) {
    for (size_t i = 0; i < 3; ++i) primitive.vertex[i] = corners[i];
    primitive.shape = Shape::Edges;
    primitive.edge_count = 3;
    primitive.is_point = false;
    primitive.smooth = false;
    // Turned around, the edges come in the other order.
    primitive.boundary = turned ? static_cast<uint8_t>(edges >> 2 | (edges & 2) | (edges & 1) << 2) : edges;
    primitive.polygon = true;
    binning.start(primitive, attributes, back);
}

// Triangle `i` of what triangle_functions() have found out; its edges where tiles read them.
static inline void take_lane(TilePrimitive& primitive, const TriangleLanes& lanes, size_t i, bool may_be_small) {
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
    if (!primitive.pixels || !may_be_small)
        for (size_t e = 0; e < 3; ++e)
            primitive.edges[e] = {lanes.edge_c[e][i], lanes.edge_a[e][i], lanes.edge_b[e][i]};
}

void TriangleSetup::put_many(const AssembledPrimitive* triangles, const ShadedVertices& vertices,
                             PrimitiveBinning& binning) const {
    static const TriangleFunctions& functions = triangle_functions();
    TriangleLanes lanes;
    for (size_t i = 0; i < triangles_at_once; ++i)
        for (const uint32_t vertex : triangles[i].vertices)
            ASMGL_CHECK_EQ(vertices.code(vertex) & (clip_guard | clip_behind | clip_invalid), 0u);
    functions.set_up(rules_, triangles, vertices, lanes);
    // All are made before the first is copied: what has just been written is not read at once in larger pieces.
    alignas(64) std::byte made[triangles_at_once][sizeof(TilePrimitive)];
    for (uint32_t left = lanes.drawn; left; left &= left - 1) {
        const auto i = static_cast<size_t>(std::countr_zero(left));
        const AssembledPrimitive& given = triangles[i];
        const auto& [a, b, c] = given.vertices;
        const float* corners[3] = {binning.kept(vertices, a), binning.kept(vertices, b), binning.kept(vertices, c)};
        const bool turned = lanes.turned >> i & 1;
        if (turned) std::swap(corners[1], corners[2]);
        TilePrimitive& primitive = *new (made[i]) TilePrimitive;
        start_triangle(primitive, corners, {binning.kept(vertices, given.flat), given.primitive_id}, given.edges,
                       turned, faces_.side(turned).back, binning);
        take_lane(primitive, lanes, i, binning.may_be_small());
    }
    for (uint32_t left = lanes.drawn | lanes.others; left; left &= left - 1) {
        const auto i = static_cast<size_t>(std::countr_zero(left));
        if (lanes.others >> i & 1) {
            put_large(triangles[i], vertices, binning);
            continue;
        }
        const auto& primitive = *std::launder(reinterpret_cast<const TilePrimitive*>(made[i]));
        binning.put_streamed(primitive, primitive.pixels);
    }
}

// One of those that are too large to be set up many at a time.
void TriangleSetup::put_large(const AssembledPrimitive& given, const ShadedVertices& vertices,
                              PrimitiveBinning& binning) const {
    const auto& [a, b, c] = given.vertices;
    GridTriangle triangle{{vertices.vertex(a), vertices.vertex(b), vertices.vertex(c)},
                          {vertices.grid_position(a), vertices.grid_position(b), vertices.grid_position(c)},
                          {}};
    triangle.face = faces_.face_of(triangle.positions);
    if (triangle.face) put(triangle, {vertices.vertex(given.flat), given.primitive_id}, given.edges, binning);
}

void TriangleSetup::put(const GridTriangle& triangle, PrimitiveAttributes attributes, uint8_t edges,
                        PrimitiveBinning& binning) const {
    // Counter-clockwise from here on.
    const bool turned = triangle.face.area < 0;
    const float* const corners[3] = {triangle.vertices[0], triangle.vertices[turned ? 2 : 1],
                                     triangle.vertices[turned ? 1 : 2]};
    const FixedPoint p[3] = {triangle.positions[0], triangle.positions[turned ? 2 : 1],
                             triangle.positions[turned ? 1 : 2]};
    // Antialiased ones touch pixels whose centres are half a pixel away.
    const PixelBounds box = box_of(p, rules_.reach + (smooth_ ? sub_pixel_one / 2 : 0), rules_.bounds);
    if (box.min_x > box.max_x || box.min_y > box.max_y) return;
    std::array<EdgeFunction, 3> edges_of;
    set_edge(edges_of[0], p[0], p[1], rules_.owner);
    set_edge(edges_of[1], p[1], p[2], rules_.owner);
    set_edge(edges_of[2], p[2], p[0], rules_.owner);
    // Many of those that are about as small as pixels pass between their centres.
    if (box.max_x - box.min_x < covered_box && box.max_y - box.min_y < covered_box && !smooth_ &&
        rules_.tests_centres && !covers_centre(edges_of, box))
        return;

    // As depth_slopes() and set_planes() have it.
    const double scale = sub_pixel_one / static_cast<double>(turned ? -triangle.face.area : triangle.face.area);
    const double dx1 = p[1].x - p[0].x, dy1 = p[1].y - p[0].y, dx2 = p[2].x - p[0].x, dy2 = p[2].y - p[0].y;
    const float z0 = corners[0][window_slot * 4 + 2], z1 = corners[1][window_slot * 4 + 2],
                z2 = corners[2][window_slot * 4 + 2];
    const double dz1 = z1 - static_cast<double>(z0), dz2 = z2 - static_cast<double>(z0);
    const DepthSlopes slopes{(dz1 * dy2 - dz2 * dy1) * scale, (dz2 * dx1 - dz1 * dx2) * scale};
    const float offset = rules_.offsets ? offset_.of(triangle.vertices, slopes) : 0.0f;

    TilePrimitive& primitive = binning.make();
    start_triangle(primitive, corners, attributes, edges, turned, triangle.face.back, binning);
    for (size_t i = 0; i < 3; ++i) primitive.edges[i] = edges_of[i];
    primitive.min_x = box.min_x;
    primitive.min_y = box.min_y;
    primitive.max_x = box.max_x;
    primitive.max_y = box.max_y;
    primitive.x0 = static_cast<float>(p[0].x) / sub_pixel_one;
    primitive.y0 = static_cast<float>(p[0].y) / sub_pixel_one;
    // Nothing minus: a zero stays positive.
    primitive.b1_dx = static_cast<float>(dy2 * scale);
    primitive.b1_dy = static_cast<float>((0.0 - dx2) * scale);
    primitive.b2_dx = static_cast<float>((0.0 - dy1) * scale);
    primitive.b2_dy = static_cast<float>(dx1 * scale);
    primitive.z0 = z0;
    primitive.z_offset = offset;
    primitive.z_dx = static_cast<float>(slopes.x);
    primitive.z_dy = static_cast<float>(slopes.y);
    primitive.z_min = std::min(std::min(z0, z1), z2) + offset;
    primitive.z_max = std::max(std::max(z0, z1), z2) + offset;
    if (smooth_) {
        primitive.shape = Shape::SmoothPolygon;
        primitive.smooth = true;
        const float beyond = std::fabs(primitive.z_dx) + std::fabs(primitive.z_dy);
        primitive.z_min -= beyond;
        primitive.z_max += beyond;
    }
    const float q0 = corners[0][window_slot * 4 + 3];
    primitive.affine = q0 == corners[1][window_slot * 4 + 3] && q0 == corners[2][window_slot * 4 + 3];
    binning.put(primitive);
}

}  // namespace rasterizer
