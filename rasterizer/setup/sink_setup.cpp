#include "rasterizer/setup/sink_setup.h"

#include <algorithm>
#include <array>
#include <span>

namespace rasterizer {

WindowVertex SinkSetup::window_vertex(const ShadedVertex* vertex, const ShadedVertex* flat) const {
    WindowVertex result{};
    std::copy_n(vertex + window_slot * 4, 3, result.position.begin());
    result.position[3] = vertex[clip_slot * 4 + 3];
    const float* color = draw_.raster.flat_shade ? flat : vertex;
    result.color = layout_.unwritten_color;
    result.texture_coordinate = {0, 0, 0, 1};
    if (layout_.color_slot >= 0) std::copy_n(color + layout_.color_slot * 4, 4, result.color.begin());
    if (layout_.texcoord_slot >= 0)
        std::copy_n(vertex + layout_.texcoord_slot * 4, 4, result.texture_coordinate.begin());
    return result;
}

void SinkSetup::point(const ShadedVertex* vertex) const { draw_.sink->point(window_vertex(vertex, vertex)); }

void SinkSetup::line(const ShadedVertex* a, const ShadedVertex* b, const ShadedVertex* flat,
                     bool restarts_stipple) const {
    draw_.sink->line(window_vertex(a, flat), window_vertex(b, flat), restarts_stipple);
}

void SinkSetup::filled(const ClippedPolygon& polygon, const ShadedVertex* flat) const {
    std::array<WindowVertex, max_clipped_vertices> vertices;
    for (int i = 0; i < polygon.count; ++i) vertices[i] = window_vertex(polygon.vertices[i], flat);
    draw_.sink->polygon(std::span(vertices).first(polygon.count));
}

void SinkSetup::polygon(const ClippedPolygon& polygon, const ShadedVertex* flat, const PolygonFaces& faces) const {
    const PolygonFaces::Side side = faces.side_of(polygon.vertices.data(), polygon.count);
    if (side.culled) return;
    const PolygonMode mode = draw_.raster.polygon_mode[side.back];
    if (is_filled(mode)) return filled(polygon, flat);
    bool restarts = true;
    for (int i = 0; i < polygon.count; ++i) {
        if (!polygon.boundary[i]) continue;
        if (mode == PolygonMode::Point) {
            point(polygon.vertices[i]);
        } else {
            line(polygon.vertices[i], polygon.vertices[(i + 1) % polygon.count], flat, restarts);
            restarts = false;
        }
    }
}

}  // namespace rasterizer
