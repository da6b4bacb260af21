// Counters of draws, for queries.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/execution/group.h"

namespace rasterizer {

// Counts the samples that pass; shared with the query object. Exact once Rasterizer::finish() has returned.
struct SampleCounter {
    std::atomic<uint64_t> samples_passed{0};
};

// What went through the stages of draws (GL 4.6, 4.2.3 and following); shared by the draws of a context. The fragment
// program's runs are exact once Rasterizer::finish() has returned, everything else once draw() has.
enum class PipelineCount : uint8_t {
    VerticesSubmitted,
    PrimitivesSubmitted,
    VertexInvocations,
    ControlPatches,
    EvaluationInvocations,
    GeometryInvocations,
    GeometryPrimitives,
    ClippingInput,
    ClippingOutput,
    FragmentInvocations,
    ComputeInvocations,
    Count
};
struct PipelineStatistics {
    std::array<std::atomic<uint64_t>, static_cast<size_t>(PipelineCount::Count)> counts{};
    void add(PipelineCount what, uint64_t number) {
        counts[static_cast<size_t>(what)].fetch_add(number, std::memory_order_relaxed);
    }
    uint64_t of(PipelineCount what) const { return counts[static_cast<size_t>(what)].load(std::memory_order_relaxed); }
};

// What becomes of primitives behind the last vertex stage, by vertex stream. Counted before draw() returns.
struct StreamCounters {
    std::array<uint64_t, runtime::max_vertex_streams> generated{}, needed{}, written{};
};

}  // namespace rasterizer
