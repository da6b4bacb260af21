#include "rasterizer/geometry/assemble_primitives.h"

#include <utility>

#include "rasterizer/geometry/fetch_vertices.h"

namespace rasterizer {

bool cuts_quads_from_last(const RasterState& raster) {
    return raster.polygon_mode[0] == PolygonMode::Fill && raster.polygon_mode[1] == PolygonMode::Fill;
}

PrimitiveAssembler::PrimitiveAssembler(const Draw& draw)
    : input_(draw.input),
      parts_(draw.parts),
      primitive_(draw.primitive),
      provoking_first_(draw.raster.provoking_first),
      edge_flags_(draw.input.edge_flags.enabled || draw.input.edge_flags.current[0] == 0),
      quads_from_last_(cuts_quads_from_last(draw.raster)),
      end_(draw.input.count) {
    if (!parts_.empty()) {
        position_ = parts_[0].first;
        end_ = position_ + parts_[0].count;
    }
}

bool PrimitiveAssembler::next_part() {
    if (++part_ >= parts_.size()) return false;
    primitive_ = parts_[part_].primitive;
    position_ = parts_[part_].first;
    end_ = position_ + parts_[part_].count;
    id_ = 0;
    part_begins_ = true;
    return true;
}

uint8_t PrimitiveAssembler::flagged(std::array<uint32_t, 3> vertices, uint8_t edges) const {
    if (!edge_flags_) return edges;
    for (int i = 0; i < 3; ++i)
        if (!fetch_edge_flag(input_, vertices[i])) edges &= static_cast<uint8_t>(~(1 << i));
    return edges;
}

bool PrimitiveAssembler::assemble(std::vector<AssembledPrimitive>& primitives, size_t limit) {
    constexpr int64_t most_vertices = 1 << 20;  // the caller looks at the clock now and then
    const bool indexed = input_.index_type != IndexType::None;
    int64_t left = most_vertices;
    do {
        while (position_ < end_) {
            if (primitives.size() >= limit || left-- == 0) return true;
            const uint32_t index = fetch_index(input_, position_++);
            if (indexed && input_.primitive_restart && index == input_.restart_index)
                end_strip(primitives);
            else
                vertex(indexed ? index + static_cast<uint32_t>(input_.base_vertex) : index, primitives);
        }
        end_strip(primitives);
    } while (next_part());
    return false;
}

void PrimitiveAssembler::emit_point(std::vector<AssembledPrimitive>& primitives, uint32_t a) {
    primitives.push_back({{a, a, a}, a, id_++, 1, 7, std::exchange(part_begins_, false)});
}

void PrimitiveAssembler::emit_line(std::vector<AssembledPrimitive>& primitives, uint32_t a, uint32_t b, bool restarts) {
    primitives.push_back({{a, b, b}, provoking_first_ ? a : b, id_++, 2, 7, restarts});
    part_begins_ = false;
}

void PrimitiveAssembler::emit_triangle(std::vector<AssembledPrimitive>& primitives, uint32_t a, uint32_t b, uint32_t c,
                                       uint32_t flat, uint8_t edges) {
    primitives.push_back({{a, b, c}, flat, id_++, 3, edges, std::exchange(part_begins_, false)});
}

void PrimitiveAssembler::emit_quad(std::vector<AssembledPrimitive>& primitives, uint32_t a, uint32_t b, uint32_t c,
                                   uint32_t d, uint32_t flat) {
    const bool independent = primitive_ == Primitive::Quads;
    const bool begins = std::exchange(part_begins_, false);
    const auto emit = [&](const std::array<uint32_t, 3>& corners, uint8_t edges, bool restarts) {
        primitives.push_back({corners, flat, id_, 3, independent ? flagged(corners, edges) : edges, restarts});
    };
    if (independent && quads_from_last_) {
        emit({a, b, d}, 0b101, begins);
        emit({b, c, d}, 0b011, false);
    } else {
        emit({a, b, c}, 0b011, begins);
        emit({a, c, d}, 0b110, false);
    }
    ++id_;
}

// Provoking vertices: GL 4.6 compatibility profile, table 13.2.
void PrimitiveAssembler::vertex(uint32_t vertex, std::vector<AssembledPrimitive>& primitives) {
    for (size_t i = latest_.size() - 1; i > 0; --i) latest_[i] = latest_[i - 1];
    latest_[0] = vertex;
    if (seen_++ == 0) first_ = vertex;
    const auto& v = latest_;
    const uint64_t n = seen_;
    switch (primitive_) {
        case Primitive::Points: emit_point(primitives, vertex); break;
        case Primitive::Lines:
            if (n % 2 == 0) emit_line(primitives, v[1], v[0], true);
            break;
        case Primitive::LineLoop:
        case Primitive::LineStrip:
            if (n >= 2) emit_line(primitives, v[1], v[0], n == 2);
            break;
        case Primitive::Triangles:
            if (n % 3 == 0)
                emit_triangle(primitives, v[2], v[1], v[0], provoking_first_ ? v[2] : v[0],
                              flagged({v[2], v[1], v[0]}, 7));
            break;
        case Primitive::TriangleStrip:
            if (n >= 3) {
                const uint32_t flat = provoking_first_ ? v[2] : v[0];
                if (n % 2)
                    emit_triangle(primitives, v[2], v[1], v[0], flat);
                else
                    emit_triangle(primitives, v[1], v[2], v[0], flat);
            }
            break;
        case Primitive::TriangleFan:
            if (n >= 3) emit_triangle(primitives, first_, v[1], v[0], provoking_first_ ? v[1] : v[0]);
            break;
        case Primitive::Quads:
            if (n % 4 == 0) emit_quad(primitives, v[3], v[2], v[1], v[0], provoking_first_ ? v[3] : v[0]);
            break;
        case Primitive::QuadStrip:
            if (n >= 4 && n % 2 == 0) emit_quad(primitives, v[3], v[2], v[0], v[1], provoking_first_ ? v[3] : v[0]);
            break;
        case Primitive::Polygon:
            if (n >= 3) {
                if (pending_) primitives.push_back(pending_triangle_);
                const std::array<uint32_t, 3> corners{first_, v[1], v[0]};
                pending_triangle_ = {corners,
                                     first_,
                                     id_,
                                     3,
                                     flagged(corners, n == 3 ? 0b011 : 0b010),
                                     std::exchange(part_begins_, false)};
                pending_ = true;
            }
            break;
        case Primitive::LinesAdjacency:
            if (n % 4 == 0) emit_line(primitives, v[2], v[1], true);
            break;
        case Primitive::LineStripAdjacency:
            if (n >= 4) emit_line(primitives, v[2], v[1], n == 4);
            break;
        case Primitive::TrianglesAdjacency:
            if (n % 6 == 0) emit_triangle(primitives, v[5], v[3], v[1], provoking_first_ ? v[5] : v[1]);
            break;
        case Primitive::TriangleStripAdjacency:
            // Every second vertex is the strip; triangle i is complete with vertex 2i + 5.
            if (n >= 6 && n % 2 == 0) {
                const uint32_t flat = provoking_first_ ? v[5] : v[1];
                if ((n / 2) % 2)
                    emit_triangle(primitives, v[5], v[3], v[1], flat);
                else
                    emit_triangle(primitives, v[3], v[5], v[1], flat);
            }
            break;
        case Primitive::Patches: break;  // need a tessellation evaluation program
    }
}

void PrimitiveAssembler::end_strip(std::vector<AssembledPrimitive>& primitives) {
    if (primitive_ == Primitive::LineLoop && seen_ >= 2) emit_line(primitives, latest_[0], first_, false);
    if (pending_) {
        pending_triangle_.edges |= flagged(pending_triangle_.vertices, 0b100);
        primitives.push_back(pending_triangle_);
        ++id_;
        pending_ = false;
    }
    seen_ = 0;
}

}  // namespace rasterizer
