#include "glapi/objects/queries/queries.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "glapi/commands/check_count.h"
#include "glapi/commands/name_rules.h"
#include "glapi/commands/one_call.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffer_residency.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/resolve/resolve_memory.h"
#include "glapi/share_group.h"
#include "glapi/state/draw_state.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

using Clock = std::chrono::steady_clock;
using rasterizer::PipelineCount;

// Index of a target in QueryState::active; -1: not a target.
int target_index(GLenum target) {
    switch (target) {
        case GL_SAMPLES_PASSED: return static_cast<int>(QueryTarget::SamplesPassed);
        case GL_ANY_SAMPLES_PASSED: return static_cast<int>(QueryTarget::AnySamplesPassed);
        case GL_ANY_SAMPLES_PASSED_CONSERVATIVE: return static_cast<int>(QueryTarget::AnySamplesPassedConservative);
        case GL_TIME_ELAPSED: return static_cast<int>(QueryTarget::TimeElapsed);
        case GL_PRIMITIVES_GENERATED: return static_cast<int>(QueryTarget::PrimitivesGenerated);
        case GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN: return static_cast<int>(QueryTarget::PrimitivesWritten);
        case GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW: return static_cast<int>(QueryTarget::StreamOverflow);
        case GL_TRANSFORM_FEEDBACK_OVERFLOW: return static_cast<int>(QueryTarget::Overflow);
        default: break;
    }
    // In the order of rasterizer::PipelineCount.
    constexpr GLenum statistics[] = {GL_VERTICES_SUBMITTED,
                                     GL_PRIMITIVES_SUBMITTED,
                                     GL_VERTEX_SHADER_INVOCATIONS,
                                     GL_TESS_CONTROL_SHADER_PATCHES,
                                     GL_TESS_EVALUATION_SHADER_INVOCATIONS,
                                     GL_GEOMETRY_SHADER_INVOCATIONS,
                                     GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED,
                                     GL_CLIPPING_INPUT_PRIMITIVES,
                                     GL_CLIPPING_OUTPUT_PRIMITIVES,
                                     GL_FRAGMENT_SHADER_INVOCATIONS,
                                     GL_COMPUTE_SHADER_INVOCATIONS};
    static_assert(std::size(statistics) == static_cast<size_t>(PipelineCount::Count));
    const auto found = std::find(std::begin(statistics), std::end(statistics), target);
    if (found == std::end(statistics)) return -1;
    return static_cast<int>(QueryTarget::Statistics) + static_cast<int>(found - std::begin(statistics));
}

bool is_occlusion(GLenum target) {
    const int index = target_index(target);
    return index >= 0 && index < static_cast<int>(QueryTarget::TimeElapsed);
}
bool counts_primitives(GLenum target) {
    const int index = target_index(target);
    return index >= static_cast<int>(QueryTarget::PrimitivesGenerated) &&
           index < static_cast<int>(QueryTarget::Statistics);
}
bool counts_statistics(GLenum target) { return target_index(target) >= static_cast<int>(QueryTarget::Statistics); }
// The number so far. Fragments are counted later, by the threads that draw them.
uint64_t statistic(rasterizer::Rasterizer& rasterizer, const QueryState& queries, GLenum target) {
    const auto what = static_cast<PipelineCount>(target_index(target) - static_cast<int>(QueryTarget::Statistics));
    if (what == PipelineCount::FragmentInvocations) rasterizer.finish();
    return queries.statistics->of(what);
}
GLuint stream_count(GLenum target) {
    const int index = target_index(target);
    return index >= static_cast<int>(QueryTarget::PrimitivesGenerated) &&
                   index < static_cast<int>(QueryTarget::Overflow)
               ? runtime::max_vertex_streams
               : 1;
}

// What has been counted since the query began.
uint64_t primitives_since(const Query& query, const rasterizer::StreamCounters& now) {
    const rasterizer::StreamCounters& then = query.counted_at_begin;
    const GLuint stream = query.stream;
    const auto overflowed = [&](size_t s) {
        return now.needed[s] - then.needed[s] != now.written[s] - then.written[s];
    };
    switch (query.target) {
        case GL_PRIMITIVES_GENERATED: return now.generated[stream] - then.generated[stream];
        case GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN: return now.written[stream] - then.written[stream];
        case GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW: return overflowed(stream);
        default: return overflowed(0) || overflowed(1) || overflowed(2) || overflowed(3);
    }
}

uint64_t reported(const Query& query) {
    const bool any = query.target == GL_ANY_SAMPLES_PASSED || query.target == GL_ANY_SAMPLES_PASSED_CONSERVATIVE;
    return any ? query.result != 0 : query.result;
}

// The answer goes into a buffer at that offset, or to the application.
template <typename T>
void answer_query(Context& context, GLuint id, GLenum name, Buffer* buffer, size_t offset, T* params) {
    Query* query = context.queries.names.get(id);
    if (!query) return context.error(GL_INVALID_OPERATION, "%u is not a query", id);
    if (query->active) return context.error(GL_INVALID_OPERATION, "query %u is under way", id);
    uint64_t value = 0;
    switch (name) {
        case GL_QUERY_RESULT_AVAILABLE:
            // Drawing is never left waiting: asking brings the answer about.
            settle(context.rasterizer, *query);
            value = 1;
            break;
        case GL_QUERY_RESULT:
        case GL_QUERY_RESULT_NO_WAIT:
            settle(context.rasterizer, *query);
            value = reported(*query);
            break;
        case GL_QUERY_TARGET: value = query->target; break;
        default: return context.error(GL_INVALID_ENUM, "0x%x is not a query property", name);
    }
    const auto answer = static_cast<T>(std::min<uint64_t>(value, static_cast<uint64_t>(std::numeric_limits<T>::max())));
    if (!buffer) {
        *params = answer;
        return;
    }
    if (buffer->in_client_use() || offset > buffer->size || buffer->size - offset < sizeof answer)
        return context.error(GL_INVALID_OPERATION, "the answer has no place in the QUERY_BUFFER, or that is mapped");
    begin_change(context.rasterizer, context.buffers, *buffer);
    std::memcpy(buffer->data.get() + offset, &answer, sizeof answer);
}

// ARB_query_buffer_object: into the buffer that is bound.
template <typename T>
void get_query_object(Context& context, GLuint id, GLenum name, T* params) {
    Buffer* const buffer = context.buffers[BufferTarget::Query].get();
    answer_query(context, id, name, buffer, buffer ? reinterpret_cast<size_t>(params) : 0, params);
}
// ARB_direct_state_access: into the buffer that is named.
template <typename T>
void get_query_buffer_object(Context& context, GLuint id, GLuint buffer, GLenum name, GLintptr offset) {
    Buffer* const object = context.shared->buffers.get(buffer);
    if (!object) return context.error(GL_INVALID_OPERATION, "there is no buffer %u", buffer);
    if (offset < 0) return context.error(GL_INVALID_VALUE, "the offset is negative");
    answer_query<T>(context, id, name, object, static_cast<size_t>(offset), nullptr);
}

void begin_query(Context& context, GLenum target, GLuint id, GLuint stream = 0) {
    const int index = target_index(target);
    if (index < 0) return context.error(GL_INVALID_ENUM, "0x%x is not a query target", target);
    if (id == 0) return context.error(GL_INVALID_OPERATION, "query 0");
    QueryState& state = context.queries;
    // One occlusion query at a time, whatever its target (ARB_occlusion_query2).
    for (size_t i = 0; i < state.active.size(); ++i) {
        const bool excludes = (static_cast<int>(i) == index && !counts_primitives(target)) ||
                              (i < static_cast<size_t>(QueryTarget::TimeElapsed) && is_occlusion(target));
        if (excludes && state.active[i])
            return context.error(GL_INVALID_OPERATION, "a query of this target is under way");
    }
    if (state.active_query(static_cast<size_t>(index), stream))
        return context.error(GL_INVALID_OPERATION, "a query of this target is under way");
    std::shared_ptr<Query> query = state.names.find(id);
    if (!query) {
        if (!takes_any_name(context.version, NameUse::Query) && !state.names.reserved(id))
            return context.error(GL_INVALID_OPERATION, "%u was not generated", id);
        query = std::make_shared<Query>(id);
        state.names.insert(id, query);
    }
    if (query->active || (query->target != 0 && query->target != target))
        return context.error(GL_INVALID_OPERATION, "query %u is under way or of another target", id);
    auto counter = is_occlusion(target) ? std::make_shared<rasterizer::SampleCounter>() : nullptr;
    query->target = target;
    query->active = true;
    query->pending = false;
    query->result = 0;
    query->began = Clock::now();
    query->counter = std::move(counter);
    if (target == GL_TIME_ELAPSED) {
        context.rasterizer.finish();
        query->began = Clock::now();
    }
    query->stream = stream;
    query->counted_at_begin = state.counters;
    if (counts_statistics(target)) query->statistic_at_begin = statistic(context.rasterizer, context.queries, target);
    state.active_query(static_cast<size_t>(index), stream) = std::move(query);
}

void end_query(Errors& errors, rasterizer::Rasterizer& rasterizer, QueryState& queries, GLenum target,
               GLuint stream = 0) {
    const int index = target_index(target);
    if (index < 0) return errors.error(GL_INVALID_ENUM, "0x%x is not a query target", target);
    auto& active = queries.active_query(static_cast<size_t>(index), stream);
    if (!active) return errors.error(GL_INVALID_OPERATION, "no query of this target is under way");
    active->active = false;
    if (counts_primitives(target)) {
        active->result = primitives_since(*active, queries.counters);
    } else if (counts_statistics(target)) {
        active->result = statistic(rasterizer, queries, target) - active->statistic_at_begin;
    } else if (target == GL_TIME_ELAPSED) {
        rasterizer.finish();
        active->result = static_cast<uint64_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - active->began).count());
    } else {
        active->pending = true;
    }
    active = nullptr;
}

}  // namespace

namespace commands {

void CreateQueries(Context& context, GLenum target, GLsizei n, GLuint* ids) {
    if (target_index(target) < 0 && target != GL_TIMESTAMP)
        return context.error(GL_INVALID_ENUM, "0x%x is not a query target", target);
    if (!check_count(context, n)) return;
    GenQueries(context, n, ids);
    for (GLsizei i = 0; i < n; ++i) {
        auto query = std::make_shared<Query>(ids[i]);
        query->target = target;
        context.queries.names.insert(ids[i], std::move(query));
    }
}

void checked::DeleteQueries(Context& context, std::span<const GLuint> ids) {
    for (const GLuint id : ids) {
        if (id == 0) continue;
        for (size_t target = 0; target < context.queries.active.size(); ++target)
            for (GLuint stream = 0; stream < runtime::max_vertex_streams; ++stream) {
                auto& active = context.queries.active_query(target, stream);
                if (!active || active->name != id) continue;
                active->active = false;
                active = nullptr;
            }
        context.queries.names.erase(id);
    }
}

void BeginQueryIndexed(Context& context, GLenum target, GLuint index, GLuint id) {
    if (target_index(target) >= 0 && index >= stream_count(target))
        return context.error(GL_INVALID_VALUE, "the target has no index %u", index);
    begin_query(context, target, id, index);
}
void EndQueryIndexed(Context& context, GLenum target, GLuint index) {
    if (target_index(target) >= 0 && index >= stream_count(target))
        return context.error(GL_INVALID_VALUE, "the target has no index %u", index);
    end_query(context, context.rasterizer, context.queries, target, index);
}

void checked::QueryCounter(Context& context, GLuint id) {
    if (!context.queries.names.reserved(id)) return context.error(GL_INVALID_OPERATION, "%u was not generated", id);
    std::shared_ptr<Query> query = context.queries.names.find(id);
    if (!query) {
        query = std::make_shared<Query>(id);
        context.queries.names.insert(id, query);
    }
    if (query->active || (query->target != 0 && query->target != GL_TIMESTAMP))
        return context.error(GL_INVALID_OPERATION, "query %u is under way or of another target", id);
    query->target = GL_TIMESTAMP;
    context.rasterizer.finish();
    query->result = static_cast<uint64_t>(current_timestamp());
}

void GetQueryIndexediv(Context& context, GLenum target, GLuint stream, GLenum pname, GLint* params) {
    const int index = target_index(target);
    if (index < 0 && target != GL_TIMESTAMP)
        return context.error(GL_INVALID_ENUM, "0x%x is not a query target", target);
    if (stream >= stream_count(target)) return context.error(GL_INVALID_VALUE, "the target has no index %u", stream);
    switch (pname) {
        case GL_CURRENT_QUERY: {
            const Query* query =
                index < 0 ? nullptr : context.queries.active_query(static_cast<size_t>(index), stream).get();
            *params = query ? static_cast<GLint>(query->name) : 0;
            break;
        }
        case GL_QUERY_COUNTER_BITS:
            *params = target == GL_ANY_SAMPLES_PASSED || target == GL_ANY_SAMPLES_PASSED_CONSERVATIVE ? 1 : 64;
            break;
        default: context.error(GL_INVALID_ENUM, "0x%x is not a property of targets", pname);
    }
}

void GetQueryiv(Context& context, GLenum target, GLenum pname, GLint* params) {
    GetQueryIndexediv(context, target, 0, pname, params);
}

void GetQueryObjectuiv(Context& context, GLuint id, GLenum pname, GLuint* params) {
    if (context.drawing.watchdog.stopped->lost()) {
        if (pname == GL_QUERY_RESULT_AVAILABLE && params) *params = GL_TRUE;
        return;
    }
    get_query_object(context, id, pname, params);
}

// ---- NV_occlusion_query

// ---- conditional rendering

void BeginConditionalRenderNVX(Context& context, GLuint id) { BeginConditionalRender(context, id, GL_QUERY_WAIT); }
void BeginConditionalRender(Context& context, GLuint id, GLenum mode) {
    QueryState& state = context.queries;
    if (state.condition) return context.error(GL_INVALID_OPERATION, "inside another one");
    const bool plain = mode >= GL_QUERY_WAIT && mode <= GL_QUERY_BY_REGION_NO_WAIT;
    const bool inverted = mode >= GL_QUERY_WAIT_INVERTED && mode <= GL_QUERY_BY_REGION_NO_WAIT_INVERTED;
    if (!plain && !inverted) return context.error(GL_INVALID_ENUM, "0x%x is not a mode", mode);
    std::shared_ptr<Query> query = state.names.find(id);
    if (!query) return context.error(GL_INVALID_VALUE, "%u is not a query", id);
    const bool overflow =
        query->target == GL_TRANSFORM_FEEDBACK_OVERFLOW || query->target == GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW;
    if (query->active || !(is_occlusion(query->target) || overflow))
        return context.error(GL_INVALID_OPERATION, "query %u is under way, or of neither samples nor overflows", id);
    state.condition = std::move(query);
    state.condition_mode = mode;
}

void EndConditionalRender(Context& context) {
    if (!context.queries.condition) return context.error(GL_INVALID_OPERATION, "without begin");
    context.queries.condition = nullptr;
}

#include "glapi/commands/queries/queries.def"

}  // namespace commands
}  // namespace glapi
