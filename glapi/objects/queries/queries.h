// Query objects: occlusion, primitives and time.
#pragma once

#include <array>
#include <chrono>
#include <memory>

#include "glapi/generated/gl.h"
#include "glapi/objects/name_table.h"
#include "glapi/objects/queries/performance_monitors.h"
#include "rasterizer/draw/draw.h"

namespace rasterizer {
class Rasterizer;
}

namespace glapi {

struct Query {
    explicit Query(GLuint query_name) : name(query_name) {}

    GLuint name;
    GLenum target = 0;  // of the last BeginQuery; 0: none yet
    bool active = false;
    bool pending = false;  // `result` is not known yet: samples are still being counted
    uint64_t result = 0;
    GLuint stream = 0;
    rasterizer::StreamCounters counted_at_begin;
    uint64_t statistic_at_begin = 0;
    std::shared_ptr<rasterizer::SampleCounter> counter;
    std::chrono::steady_clock::time_point began;
};

enum class QueryTarget : uint8_t {
    SamplesPassed,
    AnySamplesPassed,
    AnySamplesPassedConservative,
    TimeElapsed,
    PrimitivesGenerated,  // those from here on: by vertex stream
    PrimitivesWritten,
    StreamOverflow,
    Overflow,    // of any stream
    Statistics,  // the first of rasterizer::PipelineCount
    Count = Statistics + static_cast<int>(rasterizer::PipelineCount::Count)
};

struct QueryState {
    QueryState();

    NameTable<Query> names;  // query objects are not shared
    std::array<std::shared_ptr<Query>, static_cast<size_t>(QueryTarget::Count)> active;
    std::shared_ptr<Query>& active_query(size_t target, GLuint stream) {
        return stream == 0 ? active[target] : of_streams[target][stream - 1];
    }
    // For targets with a counter for each stream: the queries of streams 1, 2 and 3.
    std::array<std::array<std::shared_ptr<Query>, runtime::max_vertex_streams - 1>,
               static_cast<size_t>(QueryTarget::Count)>
        of_streams;
    // Since the context began; queries take differences.
    rasterizer::StreamCounters counters;
    std::shared_ptr<rasterizer::PipelineStatistics> statistics;  // never null
    PerformanceMonitors monitors;
    // OCCLUSION_TEST_HP, and the samples since its result was asked for; null: nothing was drawn.
    bool occlusion_test = false;
    std::shared_ptr<rasterizer::SampleCounter> occlusion_result;

    std::shared_ptr<Query> condition;  // of BeginConditionalRender; null: none
    GLenum condition_mode = 0;
    bool blackhole_render = false;  // BLACKHOLE_RENDER_INTEL: nothing is drawn at all
};

// Waits for the samples to be counted.
void settle(rasterizer::Rasterizer& rasterizer, Query& query);
// Adds the counters of the queries under way.
void resolve_queries(QueryState& state, rasterizer::Draw& draw);
// Counters of draws and dispatches; null while no query is active.
std::shared_ptr<rasterizer::PipelineStatistics> counting_statistics(const QueryState& state);
// TIMESTAMP, in nanoseconds.
int64_t current_timestamp();
// False while conditional rendering, or BLACKHOLE_RENDER_INTEL, says that rendering commands (GL 4.6 §2.4) do nothing.
bool condition_allows_drawing(const QueryState& state, rasterizer::Rasterizer& rasterizer);

}  // namespace glapi
