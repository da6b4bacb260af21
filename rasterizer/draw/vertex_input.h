// Where vertices come from: attributes and indices in memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/execution/routine.h"
#include "runtime/formats/vertex_formats.h"

namespace rasterizer {

// Attribute registers of a vertex program: two for each 64-bit attribute, and registers for indices of the vertex and
// the draw. Each is a bit of an AttributeSet.
inline constexpr int max_vertex_attributes = 64;
using AttributeSet = uint64_t;

enum class Primitive : uint8_t {
    Points,
    Lines,
    LineLoop,
    LineStrip,
    Triangles,
    TriangleStrip,
    TriangleFan,
    Quads,
    QuadStrip,
    Polygon,
    LinesAdjacency,
    LineStripAdjacency,
    TrianglesAdjacency,
    TriangleStripAdjacency,
    Patches
};

using runtime::ComponentType;

struct VertexAttribute {
    bool enabled = false;             // false: `current` for every vertex
    runtime::Vector4 current{};       // float or integer bits
    const std::byte* data = nullptr;  // element 0
    size_t readable = SIZE_MAX;       // bytes readable from data; elements beyond read as zero. Client memory: SIZE_MAX
    uint32_t stride = 0;              // bytes, effective (never the API's 0 for "packed")
    ComponentType type = ComponentType::Float;
    uint8_t components = 4;  // 1…4
    bool normalized = false, integer = false, bgra = false;
    uint32_t divisor = 0;  // 0: advances per vertex
};

// Edge flags of edges that all are boundaries.
inline constexpr VertexAttribute all_boundaries{.current = {1, 0, 0, 0}};

enum class IndexType : uint8_t { None, UnsignedByte, UnsignedShort, UnsignedInt };

struct VertexInput {
    // By the binding of the vertex program's attributes: the front end fills entry i for Program::attributes[i].
    std::array<VertexAttribute, max_vertex_attributes> attributes;
    // Edge flags (component x): 0 where the edge that starts at the vertex is no boundary. Looked at for independent
    // triangles, independent quads and polygons. Not enabled: `current` for all; the default is a boundary.
    VertexAttribute edge_flags = all_boundaries;
    IndexType index_type = IndexType::None;
    const std::byte* indices = nullptr;  // first index of this draw
    size_t readable_indices = SIZE_MAX;  // indices beyond read as zero
    int32_t first = 0;                   // first vertex of non-indexed draws
    int32_t count = 0;                   // vertices or indices
    int32_t base_vertex = 0;
    int32_t instance_count = 1;
    uint32_t base_instance = 0;
    uint32_t draw_id = 0;  // number of this draw among those of one multiple draw
    bool primitive_restart = false;
    uint32_t restart_index = 0;
    std::vector<std::shared_ptr<const void>> owners;  // keeps buffer memory alive
};

}  // namespace rasterizer
