// Reads vertex attributes and indices from memory.
#pragma once

#include <span>

#include "rasterizer/draw/draw.h"
#include "runtime/executor.h"
#include "runtime/lent.h"

namespace rasterizer {

// Index `position` of the draw, without base vertex; zero beyond the readable ones.
uint32_t fetch_index(const VertexInput& input, int64_t position);

// Element `index` of an enabled attribute: (x, y, z, w) as floats' or integers' bits; zeros beyond what is readable.
runtime::Vector4 fetch_element(const VertexAttribute& attribute, uint64_t index);

// Whether the edge that starts at a vertex is a boundary.
bool fetch_edge_flag(const VertexInput& input, uint32_t vertex);

// Fills the attribute registers of a vertex program for up to 32 vertices.
ASMGL_LENT void fetch_vertices(const VertexInput& input, const arbasm::Program& program,
                               std::span<const uint32_t> vertices, uint32_t instance, runtime::LaneVector* attributes);

}  // namespace rasterizer
