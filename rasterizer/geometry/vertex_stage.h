// Runs the vertex program over a draw's vertices.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rasterizer/draw/draw.h"
#include "rasterizer/geometry/assemble_primitives.h"
#include "rasterizer/geometry/vertex_code.h"
#include "rasterizer/geometry/vertex_fetch.h"
#include "rasterizer/prepare/vertex_layout.h"
#include "rasterizer/scene/arena.h"
#include "rasterizer/scene/edge_function.h"
#include "runtime/lent.h"

namespace rasterizer {

// The planes that a vertex is outside of, as bits.
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

// Constants of a draw that map clip to window coordinates.
struct ViewTransform {
    explicit ViewTransform(const Draw& draw, int viewport = 0);
    // Window x, y, z and 1/w of a vertex inside the clip volume (or guard band).
    void project(const float* clip, float* window) const;
    // The guard band has all of the view volume inside.
    [[gnu::always_inline]] bool band_is_outside() const {
        return guard_left <= -1 && guard_right >= 1 && guard_bottom <= -1 && guard_top >= 1;
    }

    float scale_x, scale_y, scale_z, center_x, center_y, center_z;
    // The guard band in normalized device coordinates.
    float guard_left, guard_right, guard_bottom, guard_top;
    bool depth_clamp, depth_zero_to_one;
    // Null: clip coordinates stay as they are. Otherwise the viewport changes them (moves_positions()).
    const Viewport* moved_by = nullptr;
};

struct ShadedVertices {
    float* data = nullptr;  // slot_count × 4 floats each
    uint32_t* codes = nullptr;
    FixedPoint* grid_positions = nullptr;  // on the sub-pixel grid, where `codes` says that there is one
    size_t count = 0;
    int stride = 0;      // floats
    uint32_t first = 0;  // number of the first vertex
    const float* vertex(uint32_t number) const { return data + static_cast<size_t>(number - first) * stride; }
    uint32_t code(uint32_t number) const { return codes[number - first]; }
    const FixedPoint& grid_position(uint32_t number) const { return grid_positions[number - first]; }
};

// The distinct vertices of some primitives, each shaded once: a hash table of their indices by vertex number. Its
// memory is used again and again.
class DistinctVertices {
  public:
    // Forgets all; there will be at most `most` vertices.
    ASMGL_LENT void start(size_t most);
    uint32_t index_of(uint32_t vertex) {
        // Neighbouring numbers go to neighbouring entries; the multiple of the high part keeps 2^n strides apart.
        for (size_t at = vertex + (vertex >> 16) * 40503u;; ++at) {
            uint32_t& entry = table_[at & mask_];
            const uint32_t index = entry - base_;
            if (index >= count_) {
                entry = base_ + count_;
                vertices_[count_] = vertex;
                return count_++;
            }
            if (vertices_[index] == vertex) return index;
        }
    }
    // Those from `first` on, each with its distance from it as index, instead: a range, as long as nobody asks for
    // their numbers.
    void take_range(uint32_t first, size_t count);
    void write_range();
    // The vertices so far once more for each of `instances` instances from `first` on.
    void repeat(uint32_t first, size_t instances);
    size_t size() const { return count_; }
    // By index. Behind the last one there is some more of its group. A range has them once it has been written.
    std::span<const uint32_t> vertices() const { return {vertices_.data(), count_}; }
    // Each vertex's instance, after repeat(); null: all are of one.
    const uint32_t* instances() const { return repeated_ ? instances_.data() : nullptr; }
    // Before vertices are read in groups.
    void fill_last_group();
    // Whether primitives have most of the vertices of a range.
    bool is_dense(std::span<const AssembledPrimitive> primitives, const VertexRange& range);

  private:
    // An entry counts if it is base_ plus an index.
    std::vector<uint32_t> table_, vertices_, instances_;
    std::vector<uint8_t> seen_;  // of each vertex of a range whether it is one of the primitives': 0 or 1
    size_t mask_ = 0;
    uint32_t base_ = 1, count_ = 0;
    uint32_t range_first_ = 0;
    bool repeated_ = false;
};

// Initial values of a group's results: one LaneVector for each.
void clear_results(const arbasm::Program& program, runtime::LaneVector* results);

// Puts a group of vertices, results of the last program, at indices first … first + count - 1. `invalid`: the program
// did not come to its end; nothing of them is drawn.
void store_vertices(const VertexLayout& layout, const ViewTransform& view, const runtime::LaneVector* results,
                    size_t first, size_t count, bool invalid, const ShadedVertices& output);

class VertexStage {
  public:
    // Whether vertices are shaded by all threads, or by the calling one.
    enum class Threads : uint8_t { All, One };
    // `codes`: null where nothing is compiled.
    VertexStage(const Draw& draw, const VertexLayout& layout, const ViewTransform& view, DistinctVertices& distinct,
                VertexCodes* codes, Threads threads = Threads::All);

    // Null: there is none.
    std::shared_ptr<const VertexCode> code_for(VertexOrder order);

    // Shades every distinct vertex of the primitives, which are all in the range, and renumbers the primitives'
    // vertices where that is needed.
    ShadedVertices shade(std::span<AssembledPrimitive> primitives, const VertexRange& range, uint32_t instance,
                         Arena& arena);
    // The same for `instances` instances of the primitives, one after the other; `primitives` has one instance, and
    // gets the others appended.
    ShadedVertices shade_instances(std::vector<AssembledPrimitive>& primitives, const VertexRange& range,
                                   uint32_t first, size_t instances, Arena& arena);

  private:
    struct Run;
    // The number of the first vertex.
    uint32_t find_distinct(std::span<AssembledPrimitive> primitives, const VertexRange& range);
    ShadedVertices shade_distinct(uint32_t first_vertex, uint32_t instance, Arena& arena);
    const VertexEntry* find_code(size_t count);
    void set_constants(Run& run, const ShadedVertices& output) const;
    // Vertices at indices first … end - 1, `first` the first of a group.
    void shade_piece(const Run& run, size_t first, size_t end, const ShadedVertices& output) const;
    void shade_group(const Run& run, size_t first, const ShadedVertices& output) const;
    void shade_compiled(const Run& run, size_t first, size_t end, const ShadedVertices& output) const;
    bool reads_all(size_t first, size_t end) const;

    const Draw& draw_;
    const VertexLayout& layout_;
    const ViewTransform& view_;
    DistinctVertices& distinct_;
    const bool reads_more_;    // vertices between those that are drawn may be read and shaded, too
    const bool takes_ranges_;  // and the draw has most of them
    bool tries_ranges_;        // it may have
    const Threads threads_;
    const VertexFetch fetch_;
    runtime::ProgramEnvironment environment_;
    VertexCodes* const codes_;
    uint64_t readable_ = UINT64_MAX;  // vertices that all arrays have
    bool in_order_ = false;           // the last indices were found so
    // By VertexOrder; found when first asked for.
    std::array<std::optional<std::shared_ptr<const VertexCode>>, 4> found_;
};

}  // namespace rasterizer
