// The fixed tessellator: levels of a patch to points in its domain and the primitives between them (GL 4.6, 11.2.2).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ir/limits.h"
#include "ir/program.h"

namespace rasterizer {

inline constexpr int max_tessellation_level = arbasm::limits::MAX_TESS_GEN_LEVEL;

struct TessellationDomain {
    arbasm::TessMode mode = arbasm::TessMode::Triangles;
    arbasm::TessSpacing spacing = arbasm::TessSpacing::Equal;
    arbasm::TessVertexOrder order = arbasm::TessVertexOrder::Ccw;
    bool point_mode = false;
};

// Points on an edge of the domain are multiples of 2^-24, the same seen from both ends: where u appears 1-u does, too,
// to the bit.
struct Tessellation {
    std::vector<std::array<float, 3>> points;
    std::vector<uint32_t> indices;   // into points
    int vertices_per_primitive = 3;  // 1: points, 2: lines
    void clear() {
        points.clear();
        indices.clear();
    }
};

// Not fewer than a patch of these levels has points.
size_t most_points(const TessellationDomain& domain, const std::array<float, 4>& outer,
                   const std::array<float, 2>& inner);

// Empty if the patch is discarded: an outer level that counts is not above zero.
void tessellate(const TessellationDomain& domain, const std::array<float, 4>& outer, const std::array<float, 2>& inner,
                Tessellation& result);

}  // namespace rasterizer
