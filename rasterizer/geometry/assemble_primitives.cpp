#include "rasterizer/geometry/assemble_primitives.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "rasterizer/geometry/fetch_vertices.h"

namespace rasterizer {

bool cuts_quads_from_last(const RasterState& raster) {
    return is_filled(raster.polygon_mode[0]) && is_filled(raster.polygon_mode[1]);
}

PrimitiveAssembler::PrimitiveAssembler(const Draw& draw)
    : input_(draw.input),
      parts_(draw.parts),
      primitive_(draw.primitive),
      provoking_first_(draw.raster.provoking_first),
      edge_flags_(draw.input.edge_flags.enabled || draw.input.edge_flags.current[0] == 0),
      quads_from_last_(cuts_quads_from_last(draw.raster)),
      end_(draw.input.count) {
    const bool indexed = input_.index_type != IndexType::None;
    indices_ = {input_.indices, input_.readable_indices,
                static_cast<uint32_t>(indexed ? input_.base_vertex : input_.first)};
    if (!parts_.empty()) start_part(parts_[0]);
}

void PrimitiveAssembler::start_part(const DrawPart& part) {
    primitive_ = part.primitive;
    position_ = part.first;
    end_ = position_ + part.count;
    if (input_.index_type != IndexType::None)
        indices_ = {part.indices, part.readable_indices, static_cast<uint32_t>(part.base_vertex)};
}

bool PrimitiveAssembler::next_part() {
    if (++part_ >= parts_.size()) return false;
    start_part(parts_[part_]);
    id_ = 0;
    part_begins_ = true;
    return true;
}

// How many vertices each primitive has; 0: they have some in common, or not all vertices belong to one.
int64_t PrimitiveAssembler::independent_vertices() const {
    switch (primitive_) {
        case Primitive::Points: return 1;
        case Primitive::Lines: return 2;
        case Primitive::Triangles: return 3;
        case Primitive::Quads: return 4;
        case Primitive::LineLoop:
        case Primitive::LineStrip:
        case Primitive::TriangleStrip:
        case Primitive::TriangleFan:
        case Primitive::QuadStrip:
        case Primitive::Polygon:
        case Primitive::LinesAdjacency:
        case Primitive::LineStripAdjacency:
        case Primitive::TrianglesAdjacency:
        case Primitive::TriangleStripAdjacency:
        case Primitive::Patches: break;
    }
    return 0;
}

size_t PrimitiveAssembler::independent_count() const {
    const int64_t vertices = independent_vertices();
    const bool restarts = input_.index_type != IndexType::None && input_.primitive_restart;
    if (vertices == 0 || restarts || parts_.size() > 1 || end_ < position_) return 0;
    return static_cast<size_t>((end_ - position_) / vertices);
}

void PrimitiveAssembler::take_piece(const PrimitivePiece& piece) {
    const int64_t vertices = independent_vertices();
    position_ += static_cast<int64_t>(piece.first) * vertices;
    end_ = position_ + static_cast<int64_t>(piece.count) * vertices;
    id_ = static_cast<uint32_t>(piece.first);
}

namespace {

template <class T>
T read(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

template <class T>
uint32_t read_index(const std::byte* indices, size_t readable, size_t at) {
    return at < readable / sizeof(T) ? read<T>(indices + at * sizeof(T)) : 0;
}

size_t index_size(IndexType type) {
    switch (type) {
        case IndexType::None: return 0;
        case IndexType::UnsignedByte: return 1;
        case IndexType::UnsignedShort: return 2;
        case IndexType::UnsignedInt: return 4;
    }
    return 0;
}

}  // namespace

// Without the base vertex.
uint32_t PrimitiveAssembler::index_at(int64_t position) const {
    const auto at = static_cast<size_t>(position);
    switch (input_.index_type) {
        case IndexType::None: return indices_.base + static_cast<uint32_t>(position);
        case IndexType::UnsignedByte: return read_index<uint8_t>(indices_.data, indices_.readable, at);
        case IndexType::UnsignedShort: return read_index<uint16_t>(indices_.data, indices_.readable, at);
        case IndexType::UnsignedInt: return read_index<uint32_t>(indices_.data, indices_.readable, at);
    }
    return 0;
}

uint8_t PrimitiveAssembler::flagged(std::array<uint32_t, 3> vertices, uint8_t edges) const {
    if (!edge_flags_) return edges;
    for (int i = 0; i < 3; ++i)
        if (!fetch_edge_flag(input_, vertices[i])) edges &= static_cast<uint8_t>(~(1 << i));
    return edges;
}

// The range has those vertices read before that primitives to come are made of, too.
void PrimitiveAssembler::begin_range() {
    range_ = {};
    if (seen_ == 0) return;
    uint64_t latest = latest_.size();
    bool first = false;
    switch (primitive_) {
        case Primitive::Points: latest = 0; break;
        case Primitive::Lines: latest = seen_ % 2; break;
        case Primitive::Triangles: latest = seen_ % 3; break;
        case Primitive::Quads: latest = seen_ % 4; break;
        case Primitive::LineStrip: latest = 1; break;
        case Primitive::TriangleStrip: latest = 2; break;
        case Primitive::QuadStrip: latest = 3; break;
        case Primitive::LineLoop:
        case Primitive::TriangleFan:
        case Primitive::Polygon:
            latest = 1;
            first = true;
            break;
        case Primitive::LinesAdjacency:
        case Primitive::LineStripAdjacency:
        case Primitive::TrianglesAdjacency:
        case Primitive::TriangleStripAdjacency:
        case Primitive::Patches: break;
    }
    if (first) range_.add(first_);
    for (size_t i = 0; i < std::min(seen_, latest); ++i) range_.add(latest_[i]);
    if (pending_)
        for (const uint32_t vertex : pending_triangle_.vertices) range_.add(vertex);
}

bool PrimitiveAssembler::assemble(std::vector<AssembledPrimitive>& primitives, size_t limit) {
    constexpr int64_t most_vertices = 1 << 20;  // the caller looks at the clock now and then
    const bool indexed = input_.index_type != IndexType::None;
    int64_t left = most_vertices;
    begin_range();
    do {
        while (position_ < end_) {
            if (primitives.size() >= limit || left-- == 0) return true;
            take_whole(primitives, limit - primitives.size());
            if (position_ >= end_ || primitives.size() >= limit) continue;
            const uint32_t index = index_at(position_++);
            if (!indexed) range_.add(index);
            if (indexed && input_.primitive_restart && index == input_.restart_index)
                end_strip(primitives);
            else
                vertex(indexed ? index + indices_.base : index, primitives);
        }
        end_strip(primitives);
    } while (next_part());
    return false;
}

void PrimitiveAssembler::take_whole(std::vector<AssembledPrimitive>& primitives, size_t most) {
    // How many vertices a primitive has, and how many primitives are made of it; of strips and fans, those to come.
    auto vertices = static_cast<size_t>(independent_vertices());
    const size_t made = primitive_ == Primitive::Quads ? 2 : 1;
    if ((primitive_ == Primitive::TriangleStrip || primitive_ == Primitive::TriangleFan) && seen_ >= 2) vertices = 1;
    const bool indexed = input_.index_type != IndexType::None;
    if (vertices == 0 || edge_flags_ || (indexed && input_.primitive_restart) || seen_ % vertices != 0) return;
    const size_t count = std::min(static_cast<size_t>(end_ - position_) / vertices, most / made);
    if (count == 0) return;
    const size_t size = index_size(input_.index_type), at = static_cast<size_t>(position_);
    if (indexed && (at + count * vertices) * size > indices_.readable) return;
    const size_t first = primitives.size();
    primitives.resize(first + count * made);
    AssembledPrimitive* const to = primitives.data() + first;
    const auto number = static_cast<int64_t>(vertices);
    const std::byte* const from = indexed ? indices_.data + at * size : nullptr;
    if (!indexed) {
        range_.add(indices_.base + static_cast<uint32_t>(at));
        range_.add(indices_.base + static_cast<uint32_t>(at + count * vertices - 1));
    }
    const auto take = [&](auto vertex) { take_whole_of(vertex, to, count); };
    const uint32_t base = indices_.base;
    switch (input_.index_type) {
        case IndexType::None:
            take([number = base + static_cast<uint32_t>(at)](size_t i) { return number + static_cast<uint32_t>(i); });
            break;
        case IndexType::UnsignedByte: take([=](size_t i) { return base + read<uint8_t>(from + i); }); break;
        case IndexType::UnsignedShort: take([=](size_t i) { return base + read<uint16_t>(from + 2 * i); }); break;
        case IndexType::UnsignedInt: take([=](size_t i) { return base + read<uint32_t>(from + 4 * i); }); break;
    }
    position_ += number * static_cast<int64_t>(count);
    seen_ += count * vertices;
}

template <class Vertex>
void PrimitiveAssembler::take_whole_of(Vertex vertex, AssembledPrimitive* to, size_t count) {
    bool begins = std::exchange(part_begins_, false);
    const auto triangle = [&](uint32_t a, uint32_t b, uint32_t c, uint32_t flat, uint8_t edges) {
        *to++ = {{a, b, c}, flat, id_, 3, edges, std::exchange(begins, false)};
    };
    const bool first = provoking_first_;
    switch (primitive_) {
        case Primitive::Points:
            for (size_t i = 0; i < count; ++i) {
                const uint32_t a = vertex(i);
                *to++ = {{a, a, a}, a, id_++, 1, 7, std::exchange(begins, false)};
            }
            break;
        case Primitive::Lines:
            for (size_t i = 0; i < count; ++i) {
                const uint32_t a = vertex(2 * i), b = vertex(2 * i + 1);
                *to++ = {{a, b, b}, first ? a : b, id_++, 2, 7, true};
            }
            break;
        case Primitive::Triangles:
            for (size_t i = 0; i < count; ++i, ++id_) {
                const uint32_t a = vertex(3 * i), b = vertex(3 * i + 1), c = vertex(3 * i + 2);
                triangle(a, b, c, first ? a : c, 7);
            }
            break;
        case Primitive::Quads:
            for (size_t i = 0; i < count; ++i, ++id_) {
                const uint32_t a = vertex(4 * i), b = vertex(4 * i + 1), c = vertex(4 * i + 2), d = vertex(4 * i + 3);
                const uint32_t flat = first ? a : d;
                if (quads_from_last_) {
                    triangle(a, b, d, flat, 0b101);
                    triangle(b, c, d, flat, 0b011);
                } else {
                    triangle(a, b, c, flat, 0b011);
                    triangle(a, c, d, flat, 0b110);
                }
            }
            break;
        case Primitive::TriangleStrip: {
            uint32_t a = latest_[1], b = latest_[0];
            bool turned = seen_ % 2;
            for (size_t i = 0; i < count; ++i, ++id_) {
                const uint32_t c = vertex(i);
                if (turned)
                    triangle(b, a, c, first ? a : c, 7);
                else
                    triangle(a, b, c, first ? a : c, 7);
                turned = !turned;
                a = b;
                b = c;
            }
            latest_[1] = a;
            latest_[0] = b;
            break;
        }
        case Primitive::TriangleFan: {
            uint32_t b = latest_[0];
            for (size_t i = 0; i < count; ++i, ++id_) {
                const uint32_t c = vertex(i);
                triangle(first_, b, c, first ? b : c, 7);
                b = c;
            }
            latest_[0] = b;
            break;
        }
        case Primitive::LineLoop:
        case Primitive::LineStrip:
        case Primitive::QuadStrip:
        case Primitive::Polygon:
        case Primitive::LinesAdjacency:
        case Primitive::LineStripAdjacency:
        case Primitive::TrianglesAdjacency:
        case Primitive::TriangleStripAdjacency:
        case Primitive::Patches: break;  // take_whole() has none of these
    }
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
        case Primitive::Patches: break;  // InputAssembler makes these
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
