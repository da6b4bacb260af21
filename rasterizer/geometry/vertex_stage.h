// Runs the vertex program over a draw's vertices.
#pragma once

#include <span>
#include <vector>

#include "rasterizer/draw/draw.h"
#include "rasterizer/geometry/assemble_primitives.h"
#include "rasterizer/prepare/vertex_layout.h"
#include "rasterizer/scene/arena.h"

namespace rasterizer {

// What a vertex is outside of.
enum ClipCode : uint32_t {
    clip_left = 1u << 0,  // the view volume, each side
    clip_right = 1u << 1,
    clip_bottom = 1u << 2,
    clip_top = 1u << 3,
    clip_near = 1u << 4,
    clip_far = 1u << 5,
    clip_guard_left = 1u << 6,  // the guard band
    clip_guard_right = 1u << 7,
    clip_guard_bottom = 1u << 8,
    clip_guard_top = 1u << 9,
    clip_behind = 1u << 10,   // w too small to divide by
    clip_invalid = 1u << 11,  // not a finite position: the primitive is dropped
    clip_user_shift = 16,     // bits 16…23: clip distances below zero
    clip_cull_shift = 24,     // bits 24…31: cull distances below zero
    clip_guard = clip_guard_left | clip_guard_right | clip_guard_bottom | clip_guard_top,
    clip_volume = clip_left | clip_right | clip_bottom | clip_top | clip_near | clip_far | clip_behind,
};

// What a group of vertices has beside the program's results.
struct FinishedVertices {
    runtime::LaneVector window;
    uint32_t codes[runtime::group_lanes];
};

// Constants of a draw that map clip to window coordinates.
struct ViewTransform {
    explicit ViewTransform(const Draw& draw, int viewport = 0);
    // Window x, y, z and 1/w of a vertex inside the clip volume (or guard band).
    void project(const float* clip, float* window) const;
    // The same for a group, with the vertices' clip codes (all but the user planes').
    void finish(const runtime::LaneVector& position, FinishedVertices& finished) const;

    float scale_x, scale_y, scale_z, center_x, center_y, center_z;
    // The guard band in normalized device coordinates.
    float guard_left, guard_right, guard_bottom, guard_top;
    bool depth_clamp, depth_zero_to_one;
};

struct ShadedVertices {
    float* records = nullptr;  // slot_count × 4 floats each
    uint32_t* codes = nullptr;
    size_t count = 0;
    int stride = 0;  // floats
    const float* record(uint32_t i) const { return records + static_cast<size_t>(i) * stride; }
};

// Where each distinct vertex of some primitives is kept: a hash table of places by vertex number, used again and again.
class VertexPlaces {
  public:
    // Forgets all; there will be at most `most` vertices.
    void start(size_t most);
    uint32_t place_of(uint32_t vertex);
    const std::vector<uint32_t>& vertices() const { return vertices_; }  // by place

  private:
    struct Entry {
        uint32_t vertex = 0, round = 0, place = 0;  // counts if its round is the current one
    };
    std::vector<Entry> table_;
    std::vector<uint32_t> vertices_;
    uint32_t round_ = 0;
};

// What a group of a stage's program begins with: one LaneVector for each result.
void clear_results(const arbasm::Program& program, runtime::LaneVector* results);

// Puts a group of vertices, results of the last program, at records first … first + count - 1. `invalid`: the program
// did not come to its end; nothing of them is drawn.
void store_vertices(const VertexLayout& layout, const ViewTransform& view, const runtime::LaneVector* results,
                    size_t first, size_t count, bool invalid, const ShadedVertices& output);

class VertexStage {
  public:
    VertexStage(const Draw& draw, const VertexLayout& layout, const ViewTransform& view, VertexPlaces& places)
        : draw_(draw), layout_(layout), view_(view), places_(places) {}

    // Gives every distinct vertex of the primitives a place, shades it, and renumbers the primitives' vertices to these
    // places.
    ShadedVertices shade(std::span<AssembledPrimitive> primitives, uint32_t instance, Arena& arena);

  private:
    void shade_group(size_t first, uint32_t instance, const ShadedVertices& output) const;

    const Draw& draw_;
    const VertexLayout& layout_;
    const ViewTransform& view_;
    VertexPlaces& places_;
};

}  // namespace rasterizer
