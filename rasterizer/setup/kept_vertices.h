// The vertices that primitives in a scene are made of, where the others are forgotten with the memory that they were
// shaded in.
#pragma once

#include <vector>

#include "rasterizer/geometry/vertex_stage.h"
#include "runtime/simd/streaming.h"

namespace rasterizer {

class KeptVertices {
  public:
    // `copies`: memory for this to use again.
    KeptVertices(const ShadedVertices& shaded, Arena& arena, std::vector<const float*>& copies)
        : shaded_(shaded), arena_(arena), copies_(copies), floats_(static_cast<size_t>(shaded.stride)) {
        copies_.assign(shaded.count, nullptr);
    }

    // The copy of the vertex with that number in the scene's memory.
    const float* keep(uint32_t vertex) {
        const float*& copy = copies_[vertex - shaded_.first];
        if (!copy) copy = copy_of(shaded_.vertex(vertex));
        return copy;
    }
    // The same by the vertex itself; vertices made by clipping are in the scene's memory.
    const float* keep(const float* vertex) {
        const auto at = static_cast<size_t>(vertex - shaded_.data);
        return at < shaded_.count * floats_ ? keep(shaded_.first + static_cast<uint32_t>(at / floats_)) : vertex;
    }

  private:
    // Without the clip position, which nobody asks for any more.
    const float* copy_of(const float* vertex) {
        constexpr size_t left_out = size_t{4} * window_slot;
        const size_t bytes = (floats_ - left_out) * sizeof(float);
        auto* const copy = static_cast<float*>(arena_.allocate(bytes));
        runtime::stream(copy, vertex + left_out, bytes);
        return copy - left_out;
    }

    const ShadedVertices& shaded_;
    Arena& arena_;
    std::vector<const float*>& copies_;
    const size_t floats_;  // of a vertex
};

}  // namespace rasterizer
