// Turns a draw's vertices into points, lines and triangles.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rasterizer/draw/draw.h"
#include "runtime/lent.h"

namespace rasterizer {

// A point, line or triangle of vertex numbers (index plus base vertex).
struct AssembledPrimitive {
    std::array<uint32_t, 3> vertices;
    uint32_t flat;          // provoking vertex; for quads and polygons it need not be one of the three
    uint32_t primitive_id;  // counts the draw's primitives as the application named them
    uint8_t count;
    uint8_t edges = 7;              // bit i: the edge from vertex i to the next is a boundary edge (polygon mode)
    bool restarts_stipple = false;  // lines: first of its strip; any: first of its part of the draw
};

// Whether independent quads a b c d are cut from b to d, as others do with most of them, or from a to c, which gives
// outlines their edges in order.
bool cuts_quads_from_last(const RasterState& raster);

// Vertex numbers from the least to the most.
struct VertexRange {
    uint32_t least = ~0u, most = 0;
    void add(uint32_t vertex) {
        least = least < vertex ? least : vertex;
        most = most > vertex ? most : vertex;
    }
    uint64_t size() const { return most < least ? 0 : uint64_t{most} - least + 1; }
};

// Some of a draw's primitives, as the application named them.
struct PrimitivePiece {
    size_t first, count;
};

class PrimitiveAssembler {
  public:
    ASMGL_LENT explicit PrimitiveAssembler(const Draw& draw);

    // How many primitives there are, where each has vertices for itself and they can be counted off; else 0.
    size_t independent_count() const;
    // Takes these primitives only, of such a draw. To be called before anything else.
    void take_piece(const PrimitivePiece& piece);

    // What the primitives of the last assemble() are made of. For draws without indices only.
    const VertexRange& range() const { return range_; }

    // Appends primitives until there are about `limit`, or none of many vertices; false once the draw is used up.
    ASMGL_LENT bool assemble(std::vector<AssembledPrimitive>& primitives, size_t limit);

  private:
    // Where the indices of what is drawn now lie.
    struct Indices {
        const std::byte* data = nullptr;
        size_t readable = 0;  // bytes
        uint32_t base = 0;    // added to each; of draws without indices the number of the first vertex
    };

    int64_t independent_vertices() const;
    void begin_range();
    bool next_part();
    void start_part(const DrawPart& part);
    uint32_t index_at(int64_t position) const;
    // Takes whole primitives from the current vertex on, `most` at most, at once. None, if each vertex is
    // processed on its own. The vertices are consumed.
    void take_whole(std::vector<AssembledPrimitive>& primitives, size_t most);
    template <class Vertex>
    void take_whole_of(Vertex vertex, AssembledPrimitive* to, size_t count);
    void vertex(uint32_t vertex, std::vector<AssembledPrimitive>& primitives);
    void end_strip(std::vector<AssembledPrimitive>& primitives);
    void emit_point(std::vector<AssembledPrimitive>& primitives, uint32_t a);
    void emit_line(std::vector<AssembledPrimitive>& primitives, uint32_t a, uint32_t b, bool restarts);
    void emit_triangle(std::vector<AssembledPrimitive>& primitives, uint32_t a, uint32_t b, uint32_t c, uint32_t flat,
                       uint8_t edges = 7);
    void emit_quad(std::vector<AssembledPrimitive>& primitives, uint32_t a, uint32_t b, uint32_t c, uint32_t d,
                   uint32_t flat);

    // `edges` without the edges that edge flags remove.
    uint8_t flagged(std::array<uint32_t, 3> vertices, uint8_t edges) const;

    const VertexInput& input_;
    const std::span<const DrawPart> parts_;
    size_t part_ = 0;
    bool part_begins_ = false;  // no primitive has come of it yet
    Primitive primitive_;
    const bool provoking_first_;
    const bool edge_flags_;       // some vertices may have none
    const bool quads_from_last_;  // independent quads are cut from their fourth vertex
    Indices indices_;
    VertexRange range_;
    int64_t position_ = 0, end_;
    uint32_t id_ = 0;
    // Since the last restart: how many vertices, the first of them, and the latest.
    uint64_t seen_ = 0;
    uint32_t first_ = 0;
    std::array<uint32_t, 6> latest_{};  // [0] the newest
    bool pending_ = false;  // polygon: the last triangle waits, since its closing edge is a boundary only at the end
    AssembledPrimitive pending_triangle_{};
};

}  // namespace rasterizer
