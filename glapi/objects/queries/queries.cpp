#include "glapi/objects/queries/queries.h"

#include <algorithm>
#include <chrono>

#include "rasterizer/rasterizer.h"

namespace glapi {

QueryState::QueryState() : statistics(std::make_shared<rasterizer::PipelineStatistics>()) {}

void settle(rasterizer::Rasterizer& rasterizer, Query& query) {
    if (!query.pending) return;
    rasterizer.finish();
    query.result = query.counter ? query.counter->samples_passed.load() : 0;
    query.counter = nullptr;
    query.pending = false;
}

int64_t current_timestamp() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void resolve_queries(QueryState& state, rasterizer::Draw& draw) {
    for (const auto& query : state.active)
        if (query && query->counter) draw.counters.push_back(query->counter);
    if (state.occlusion_test) {
        if (!state.occlusion_result) state.occlusion_result = std::make_shared<rasterizer::SampleCounter>();
        draw.counters.push_back(state.occlusion_result);
    }
    draw.stream_counters = nullptr;
    draw.statistics = counting_statistics(state);
    for (auto target = static_cast<size_t>(QueryTarget::PrimitivesGenerated);
         target < static_cast<size_t>(QueryTarget::Statistics); ++target)
        for (GLuint stream = 0; stream < runtime::max_vertex_streams; ++stream)
            if (state.active_query(target, stream)) draw.stream_counters = &state.counters;
}

std::shared_ptr<rasterizer::PipelineStatistics> counting_statistics(const QueryState& state) {
    const auto& active = state.active;
    const bool any = std::any_of(active.begin() + static_cast<int>(QueryTarget::Statistics), active.end(),
                                 [](const auto& query) { return query != nullptr; });
    return any || state.monitors.active > 0 ? state.statistics : nullptr;
}

bool condition_allows_drawing(const QueryState& state, rasterizer::Rasterizer& rasterizer) {
    if (state.blackhole_render) return false;
    const auto& query = state.condition;
    if (!query) return true;
    settle(rasterizer, *query);
    const bool inverted =
        state.condition_mode >= GL_QUERY_WAIT_INVERTED && state.condition_mode <= GL_QUERY_BY_REGION_NO_WAIT_INVERTED;
    return (query->result != 0) != inverted;
}

}  // namespace glapi
