// The vertices that primitives in a scene are made of, where the others are forgotten with the memory that they were
// shaded in.
#pragma once

#include <vector>

#include "rasterizer/geometry/vertex_stage.h"
#include "runtime/simd/streaming.h"

namespace rasterizer {

class KeptVertices {
  public:
    // `places`: memory for this to use again.
    KeptVertices(const ShadedVertices& shaded, Arena& arena, std::vector<const float*>& places)
        : shaded_(shaded), arena_(arena), places_(places), floats_(static_cast<size_t>(shaded.stride)) {
        places_.assign(shaded.count, nullptr);
    }

    // Of the vertex with that number its record in the scene's memory.
    const float* keep(uint32_t vertex) {
        const float*& place = places_[vertex - shaded_.first];
        if (!place) place = copy_of(shaded_.record(vertex));
        return place;
    }
    // The same by the vertex record; records made by clipping are in the scene's memory.
    const float* keep(const float* record) {
        const auto at = static_cast<size_t>(record - shaded_.records);
        return at < shaded_.count * floats_ ? keep(shaded_.first + static_cast<uint32_t>(at / floats_)) : record;
    }

  private:
    // Without the clip position, which nobody asks for any more.
    const float* copy_of(const float* record) {
        constexpr size_t left_out = size_t{4} * window_slot;
        const size_t bytes = (floats_ - left_out) * sizeof(float);
        auto* const copy = static_cast<float*>(arena_.allocate(bytes));
        runtime::stream(copy, record + left_out, bytes);
        return copy - left_out;
    }

    const ShadedVertices& shaded_;
    Arena& arena_;
    std::vector<const float*>& places_;
    const size_t floats_;  // of a record
};

}  // namespace rasterizer
