// Primitives of a draw: assembled, clipped, and taken apart into triangles for the rasterizer.
#include <algorithm>
#include <cmath>

#include "machines/tegra/device/device_draw.h"

namespace machines::tegra {
namespace {

enum Primitive : uint32_t { points, lines, line_loop, line_strip, triangles, triangle_strip, triangle_fan };

// In pixels: where a point's edges would meet pixel centres, it takes the right and the upper ones, as GL does (a point
// of one pixel is drawn where its centre is).
constexpr double centre_tie = 1.0 / 256;

constexpr double smallest_w = 1e-30;  // for a vertex in the eye's plane, whose weights would have no value

}  // namespace

bool Draw::assemble(const std::vector<DrawnVertex>& v) {
    const uint32_t params = get(reg::DRAW_PARAMS);
    const bool last = field::DRAW_PARAMS_PROVOKING_VERTEX.get(params) != 0;
    const size_t n = v.size();
    bool good = true;
    const auto triangle = [&](size_t a, size_t b, size_t c, int first_of_three) {
        good = good && draw_triangle(v[a], v[b], v[c], last ? (first_of_three + 2) % 3 : first_of_three);
    };
    switch (field::DRAW_PARAMS_PRIMITIVE_TYPE.get(params)) {
        case points:
            for (size_t i = 0; good && i < n; i++) good = draw_point(v[i]);
            return good;
        case lines:
            for (size_t i = 0; good && i + 1 < n; i += 2) good = draw_line(v[i], v[i + 1], last);
            return good;
        case line_loop:
        case line_strip:
            for (size_t i = 0; good && i + 1 < n; i++) good = draw_line(v[i], v[i + 1], last);
            if (good && n > 2 && field::DRAW_PARAMS_PRIMITIVE_TYPE.get(params) == line_loop)
                good = draw_line(v[n - 1], v[0], last);
            return good;
        case triangles:
            for (size_t i = 0; i + 2 < n; i += 3) triangle(i, i + 1, i + 2, 0);
            return good;
        case triangle_strip:
            // Every second is turned, and keeps its provoking vertices.
            for (size_t i = 0; i + 2 < n; i++) {
                if (i & 1)
                    good = good && draw_triangle(v[i + 1], v[i], v[i + 2], last ? 2 : 1);
                else
                    triangle(i, i + 1, i + 2, 0);
            }
            return good;
        case triangle_fan:
            for (size_t i = 1; i + 1 < n; i++) good = good && draw_triangle(v[0], v[i], v[i + 1], last ? 2 : 1);
            return good;
        default: return fail("there is no such primitive");
    }
}

CoverageVertex Draw::window(const std::array<double, 4>& position, double& z) const {
    const double w = position[3];
    const auto in = [&](uint32_t scale, uint32_t bias, size_t c) {
        return position[c] / w * static_cast<double>(get_float(scale)) + static_cast<double>(get_float(bias));
    };
    z = in(reg::VIEWPORT_Z_SCALE, reg::VIEWPORT_Z_BIAS, 2);
    return {in(reg::VIEWPORT_X_SCALE, reg::VIEWPORT_X_BIAS, 0) / 16,
            in(reg::VIEWPORT_Y_SCALE, reg::VIEWPORT_Y_BIAS, 1) / 16};
}

// The view volume's planes, two for each of x, y and z; the guard bands widen it. In front of the eye, w > 0, follows
// from two of them but at the eye itself.
double Draw::plane_distance(size_t plane, const std::array<double, 4>& position) const {
    constexpr std::array<uint32_t, 3> bands{reg::GUARDBAND_WIDTH, reg::GUARDBAND_HEIGHT, reg::GUARDBAND_DEPTH};
    const double band = position[3] * static_cast<double>(get_float(bands[plane / 2]));
    return plane % 2 ? band - position[plane / 2] : band + position[plane / 2];
}

bool Draw::draw_triangle(const DrawnVertex& a, const DrawnVertex& b, const DrawnVertex& c, int provoking) {
    std::vector<Corner> corners(3);
    const std::array<const DrawnVertex*, 3> vertices{&a, &b, &c};
    for (size_t i = 0; i < 3; i++) {
        for (size_t k = 0; k < 4; k++) {
            corners[i].position[k] = static_cast<double>(vertices[i]->position[k]);
            if (!std::isfinite(corners[i].position[k])) return true;  // nothing to be seen
        }
        corners[i].weights[i] = 1;
    }
    for (size_t plane = 0; plane < 6; plane++) {
        std::vector<Corner> kept;
        const auto distance = [&](const Corner& corner) { return plane_distance(plane, corner.position); };
        for (size_t i = 0; i < corners.size(); i++) {
            const Corner& here = corners[i];
            const Corner& next = corners[(i + 1) % corners.size()];
            const double d0 = distance(here), d1 = distance(next);
            if (d0 >= 0) kept.push_back(here);
            if ((d0 >= 0) != (d1 >= 0)) {
                const double t = d0 / (d0 - d1);
                Corner cut;
                for (size_t k = 0; k < 4; k++)
                    cut.position[k] = here.position[k] + t * (next.position[k] - here.position[k]);
                for (size_t k = 0; k < 3; k++)
                    cut.weights[k] = here.weights[k] + t * (next.weights[k] - here.weights[k]);
                kept.push_back(cut);
            }
        }
        corners = std::move(kept);
    }
    if (corners.size() < 3) return true;
    for (const Corner& corner : corners)
        if (corner.position[3] <= smallest_w) return true;
    double area = 0, z = 0;
    std::vector<CoverageVertex> window_positions;
    window_positions.reserve(corners.size());
    for (const Corner& corner : corners) window_positions.push_back(window(corner.position, z));
    for (size_t i = 0; i < window_positions.size(); i++) {
        const CoverageVertex &p = window_positions[i], &q = window_positions[(i + 1) % window_positions.size()];
        area += p.x * q.y - q.x * p.y;
    }
    const uint32_t setup = get(reg::CULL_FACE_LINKER_SETUP);
    const bool counter_clockwise = area > 0;
    const uint32_t culled = field::CULL_FACE_LINKER_SETUP_CULL_FACE.get(setup);
    if (culled & (counter_clockwise ? 1u : 2u)) return true;
    const bool front = counter_clockwise != (field::CULL_FACE_LINKER_SETUP_FRONT_CW.get(setup) != 0);
    return raster(vertices, corners, provoking, front);
}

// Lines and points are two triangles around them; the offset is in pixels, so it is added to clip coordinates by w.
bool Draw::draw_line(const DrawnVertex& a, const DrawnVertex& b, bool provoking_last) {
    std::array<std::array<double, 4>, 2> ends{};
    std::array<double, 2> t{0, 1};
    for (size_t k = 0; k < 4; k++) {
        ends[0][k] = static_cast<double>(a.position[k]);
        ends[1][k] = static_cast<double>(b.position[k]);
        if (!std::isfinite(ends[0][k]) || !std::isfinite(ends[1][k])) return true;
    }
    for (size_t plane = 0; plane < 6; plane++) {
        const double d0 = plane_distance(plane, ends[0]), d1 = plane_distance(plane, ends[1]);
        if (d0 < 0 && d1 < 0) return true;
        if (d0 < 0) t[0] = std::max(t[0], d0 / (d0 - d1));
        if (d1 < 0) t[1] = std::min(t[1], d0 / (d0 - d1));
    }
    if (t[0] > t[1]) return true;
    std::array<Corner, 2> corners;
    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; k < 4; k++) corners[i].position[k] = ends[0][k] + t[i] * (ends[1][k] - ends[0][k]);
        corners[i].weights = {1 - t[i], t[i], 0};
        if (corners[i].position[3] <= smallest_w) return true;
    }
    double z = 0;
    const CoverageVertex p = window(corners[0].position, z), q = window(corners[1].position, z);
    const double half = static_cast<double>(get_float(reg::HALF_LINE_WIDTH));
    const bool steep = std::fabs(q.y - p.y) > std::fabs(q.x - p.x);
    const size_t axis = steep ? 0 : 1;
    const double scale = static_cast<double>(get_float(steep ? reg::VIEWPORT_X_SCALE : reg::VIEWPORT_Y_SCALE)) / 16;
    const auto moved = [&](const Corner& corner, double by) {
        Corner made = corner;
        made.position[axis] += by / scale * corner.position[3];
        return made;
    };
    const std::vector<Corner> corners_of_line{moved(corners[0], -half), moved(corners[0], half),
                                              moved(corners[1], half), moved(corners[1], -half)};
    return raster({&a, &b, &a}, corners_of_line, provoking_last ? 1 : 0, true);
}

bool Draw::draw_point(const DrawnVertex& a) {
    std::array<double, 4> position{};
    for (size_t k = 0; k < 4; k++) {
        position[k] = static_cast<double>(a.position[k]);
        if (!std::isfinite(position[k])) return true;
    }
    for (size_t k = 0; k < 3; k++)
        if (std::fabs(position[k]) > position[3]) return true;  // points are clipped by their centres
    if (position[3] <= smallest_w) return true;
    const double half = static_cast<double>(get_float(reg::POINT_SIZE)) / 2;
    const auto clip = [&](uint32_t scale) { return position[3] / (static_cast<double>(get_float(scale)) / 16); };
    const double x_pixel = clip(reg::VIEWPORT_X_SCALE), y_pixel = clip(reg::VIEWPORT_Y_SCALE);
    std::vector<Corner> corners(4);
    constexpr std::array<std::array<double, 2>, 4> signs{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
    for (size_t i = 0; i < 4; i++) {
        corners[i].position = {position[0] + (signs[i][0] * half + centre_tie) * x_pixel,
                               position[1] + (signs[i][1] * half + centre_tie) * y_pixel, position[2], position[3]};
        corners[i].weights = {1, 0, 0};
    }
    return raster({&a, &a, &a}, corners, 0, true);
}

// A convex polygon of corners, as a fan.
bool Draw::raster(std::array<const DrawnVertex*, 3> vertices, const std::vector<Corner>& corners, int provoking,
                  bool front) {
    triangle_ = {};
    triangle_.provoking = provoking;
    triangle_.selects_z = selects_z_;
    triangle_.front = front;
    for (size_t i = 0; i < 3; i++) {
        const auto w = static_cast<double>(vertices[i]->position[3]);
        triangle_.w[i] = std::fabs(w) < smallest_w ? smallest_w : w;
        for (size_t row = 0; row < mfu_tram_rows; row++)
            for (size_t c = 0; c < 4; c++) triangle_.tram[row][c].vertex[i] = vertices[i]->tram[row][c];
    }
    for (size_t row = 0; row < mfu_tram_rows; row++)
        for (size_t c = 0; c < 4; c++) {
            triangle_.tram[row][c].written = tram_written_[row][c];
            triangle_.tram[row][c].flat = tram_flat_[row][c];
        }
    for (size_t i = 1; i + 1 < corners.size(); i++) {
        piece_ = {corners[0], corners[i], corners[i + 1]};
        std::array<CoverageVertex, 3> window_positions;
        for (size_t k = 0; k < 3; k++) window_positions[k] = window(piece_[k].position, piece_z_[k]);
        // The steepest change of z for a pixel.
        const double x1 = window_positions[1].x - window_positions[0].x,
                     y1 = window_positions[1].y - window_positions[0].y, z1 = piece_z_[1] - piece_z_[0];
        const double x2 = window_positions[2].x - window_positions[0].x,
                     y2 = window_positions[2].y - window_positions[0].y, z2 = piece_z_[2] - piece_z_[0];
        const double area = x1 * y2 - x2 * y1;
        const double slope =
            area != 0 ? std::max(std::fabs((z1 * y2 - z2 * y1) / area), std::fabs((x1 * z2 - x2 * z1) / area)) : 0;
        offset_ = polygon_offset(get_float(reg::POLYGON_OFFSET_FACTOR), get_float(reg::POLYGON_OFFSET_UNITS), slope);
        e_.coverage_.triangle(window_positions, scissor_, *this);
        if (failed_) return false;
    }
    return true;
}

double polygon_offset(float factor, float units, double slope) {
    return static_cast<double>(factor) * slope + static_cast<double>(units) / 65536;
}

}  // namespace machines::tegra
