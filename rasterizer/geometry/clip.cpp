#include "rasterizer/geometry/clip.h"

#include <bit>

#include "rasterizer/draw/pixel_grid.h"

namespace rasterizer {
namespace {

// Near the eye: w of this at least keeps 1/w and the projected positions finite.
constexpr float near_w = 1e-20f;

}  // namespace

float Clipper::distance(const float* vertex, int plane) const {
    const float x = vertex[0], y = vertex[1], z = vertex[2], w = vertex[3];
    switch (uint32_t{1} << plane) {
        case clip_left: return x + w;
        case clip_right: return w - x;
        case clip_bottom: return y + w;
        case clip_top: return w - y;
        case clip_near: return view_->depth_zero_to_one ? z : z + w;
        case clip_far: return w - z;
        case clip_guard_left: return x - view_->guard_left * w;
        case clip_guard_right: return view_->guard_right * w - x;
        case clip_guard_bottom: return y - view_->guard_bottom * w;
        case clip_guard_top: return view_->guard_top * w - y;
        case clip_behind: return w - near_w;
        default: break;
    }
    return vertex[layout_.clip_slots[plane - clip_user_shift] * 4];
}

// Always from the inside vertex to the outside one, so that the two triangles of a shared edge get the same point.
const float* Clipper::between(const float* inside, const float* outside, float inside_distance,
                              float outside_distance) const {
    const int floats = layout_.slot_count * 4;
    auto* vertex = static_cast<float*>(arena_->allocate(static_cast<size_t>(floats) * sizeof(float)));
    const float t = inside_distance / (inside_distance - outside_distance);
    for (int i = 0; i < floats; ++i) vertex[i] = inside[i] + t * (outside[i] - inside[i]);
    // What is interpolated without perspective is linear between the window positions: t' of NV_fragment_program4
    // 2.14.8, which leaves edges that reach behind the eye undefined.
    const float w = vertex[3], inside_w = inside[3], outside_w = outside[3];
    if (!layout_.linear_slots.empty() && w > 0 && inside_w > 0 && outside_w > 0) {
        const float linear_t = t * outside_w / w;
        for (const uint16_t slot : layout_.linear_slots)
            for (int i = slot * 4; i < slot * 4 + 4; ++i) vertex[i] = inside[i] + linear_t * (outside[i] - inside[i]);
    }
    if (vertex[3] > near_w / 2) view_->project(vertex, vertex + window_slot * 4);
    return vertex;
}

void Clipper::polygon(ClippedPolygon& polygon, uint32_t planes) const {
    // The plane that bounds w first: the others divide by what it leaves.
    uint32_t left = planes;
    while (left && polygon.count >= 3) {
        const int plane = left & clip_behind ? std::countr_zero(uint32_t{clip_behind}) : std::countr_zero(left);
        left &= ~(1u << plane);
        ClippedPolygon result;
        const float* previous = polygon.vertices[polygon.count - 1];
        float previous_distance = distance(previous, plane);
        bool previous_boundary = polygon.boundary[polygon.count - 1];
        auto add = [&](const float* vertex, bool boundary) {
            if (result.count == max_clipped_vertices) return;
            result.vertices[result.count] = vertex;
            result.boundary[result.count++] = boundary;
        };
        for (int i = 0; i < polygon.count; ++i) {
            const float* current = polygon.vertices[i];
            const float current_distance = distance(current, plane);
            const bool was_inside = previous_distance >= 0, is_inside = current_distance >= 0;
            if (was_inside && !is_inside)
                add(between(previous, current, previous_distance, current_distance), true);
            else if (!was_inside && is_inside)
                add(between(current, previous, current_distance, previous_distance), previous_boundary);
            if (is_inside) add(current, polygon.boundary[i]);
            previous = current;
            previous_distance = current_distance;
            previous_boundary = polygon.boundary[i];
        }
        polygon = result;
    }
    if (polygon.count < 3) polygon.count = 0;
}

bool Clipper::line(const float*& a, const float*& b, uint32_t planes) const {
    uint32_t left = planes;
    while (left) {
        const int plane = left & clip_behind ? std::countr_zero(uint32_t{clip_behind}) : std::countr_zero(left);
        left &= ~(1u << plane);
        const float da = distance(a, plane), db = distance(b, plane);
        if (!(da >= 0) && !(db >= 0)) return false;
        if (!(da >= 0))
            a = between(b, a, db, da);
        else if (!(db >= 0))
            b = between(a, b, da, db);
    }
    return true;
}

}  // namespace rasterizer
