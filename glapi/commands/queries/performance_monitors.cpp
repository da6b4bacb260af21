// AMD_performance_monitor and INTEL_performance_query: one group, or query, with all counters that there are.
#include "glapi/objects/queries/performance_monitors.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "glapi/commands/check_count.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/queries/queries.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/limits.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

using Values = PerformanceMonitor::Values;

constexpr GLuint only_group = 0, only_query = 1;
constexpr const char *group_name = "Pipeline", *query_name = "Pipeline Statistics";
constexpr size_t query_bytes = performance_counter_count * sizeof(uint64_t);
constexpr GLuint most_instances = 1 << 16;

// All that was drawn before has been counted.
Values values_now(rasterizer::Rasterizer& rasterizer, const QueryState& queries) {
    rasterizer.finish();
    Values values{};
    for (size_t n = 0; n + 1 < performance_counter_count; ++n)
        values[n] = queries.statistics->of(static_cast<rasterizer::PipelineCount>(n));
    values.back() = static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
            .count());
    return values;
}

void begin(rasterizer::Rasterizer& rasterizer, QueryState& queries, PerformanceMonitor& monitor) {
    monitor.at_begin = values_now(rasterizer, queries);
    monitor.active = true;
    monitor.ended = false;
    ++queries.monitors.active;
}
void end(rasterizer::Rasterizer& rasterizer, QueryState& queries, PerformanceMonitor& monitor) {
    if (!monitor.active) return;
    const Values now = values_now(rasterizer, queries);
    for (size_t n = 0; n < now.size(); ++n) monitor.counted[n] = now[n] - monitor.at_begin[n];
    monitor.active = false;
    monitor.ended = true;
    --queries.monitors.active;
}

// At most `size` characters with the zero that ends them.
void put_text(std::string_view text, GLsizei size, GLsizei* length, char* to) {
    const auto room = static_cast<size_t>(size > 0 ? size - 1 : 0);
    const size_t copied = std::min(room, text.size());
    if (to && size > 0) {
        std::memcpy(to, text.data(), copied);
        to[copied] = 0;
    }
    if (length) *length = static_cast<GLsizei>(to && size > 0 ? copied : text.size());
}

bool check_group(Errors& errors, GLuint group) {
    if (group == only_group) return true;
    errors.error(GL_INVALID_VALUE, "there is no group %u", group);
    return false;
}
bool check_counter(Errors& errors, GLuint group, GLuint counter) {
    if (!check_group(errors, group)) return false;
    if (counter < performance_counter_count) return true;
    errors.error(GL_INVALID_VALUE, "there is no counter %u", counter);
    return false;
}

PerformanceMonitor* find(Errors& errors, const NameTable<PerformanceMonitor>& names, GLuint name) {
    PerformanceMonitor* const monitor = names.get(name);
    if (!monitor) errors.error(GL_INVALID_VALUE, "there is no monitor %u", name);
    return monitor;
}

bool check_query(Errors& errors, GLuint query) {
    if (query == only_query) return true;
    errors.error(GL_INVALID_VALUE, "there is no query %u", query);
    return false;
}
bool check_result_pointer(Errors& errors, const void* pointer) {
    if (pointer) return true;
    errors.error(GL_INVALID_VALUE, "there is no place for the result");
    return false;
}

// For each selected counter: its group, its number and its value.
std::vector<GLuint> monitor_results(const PerformanceMonitor& monitor) {
    std::vector<GLuint> words;
    for (GLuint n = 0; n < performance_counter_count && monitor.ended; ++n) {
        if (!(monitor.selected >> n & 1)) continue;
        const uint64_t value = monitor.counted[n];
        words.insert(words.end(), {only_group, n, static_cast<GLuint>(value), static_cast<GLuint>(value >> 32)});
    }
    return words;
}

template <typename T>
void put(T* to, T value) {
    if (to) *to = value;
}

}  // namespace

namespace commands {

// ---- AMD_performance_monitor

void GetPerfMonitorGroupsAMD(Context&, GLint* numGroups, GLsizei groupsSize, GLuint* groups) {
    put(numGroups, 1);
    if (groupsSize > 0) put(groups, only_group);
}
void GetPerfMonitorCountersAMD(Context& context, GLuint group, GLint* numCounters, GLint* maxActiveCounters,
                               GLsizei counterSize, GLuint* counters) {
    if (!check_group(context, group)) return;
    constexpr auto count = static_cast<GLint>(performance_counter_count);
    put(numCounters, count);
    put(maxActiveCounters, count);
    for (GLint n = 0; counters && n < std::min(counterSize, count); ++n) counters[n] = static_cast<GLuint>(n);
}
void GetPerfMonitorGroupStringAMD(Context& context, GLuint group, GLsizei bufSize, GLsizei* length,
                                  GLchar* groupString) {
    if (check_group(context, group)) put_text(group_name, bufSize, length, groupString);
}
void GetPerfMonitorCounterStringAMD(Context& context, GLuint group, GLuint counter, GLsizei bufSize, GLsizei* length,
                                    GLchar* counterString) {
    if (check_counter(context, group, counter))
        put_text(performance_counters[counter].name, bufSize, length, counterString);
}
void GetPerfMonitorCounterInfoAMD(Context& context, GLuint group, GLuint counter, GLenum pname, void* data) {
    if (!check_counter(context, group, counter)) return;
    constexpr GLenum type = GL_UNSIGNED_INT64_AMD;
    constexpr uint64_t range[2] = {0, UINT64_MAX};
    if (pname == GL_COUNTER_TYPE_AMD)
        std::memcpy(data, &type, sizeof type);
    else if (pname == GL_COUNTER_RANGE_AMD)
        std::memcpy(data, range, sizeof range);
    else
        context.error(GL_INVALID_ENUM, "%s is nothing of counters", enum_name(pname));
}

void checked::DeletePerfMonitorsAMD(Context& context, std::span<GLuint> monitors) {
    PerformanceMonitors& state = context.queries.monitors;
    for (const GLuint name : monitors) {
        PerformanceMonitor* const monitor = find(context, state.amd, name);
        if (!monitor) continue;
        end(context.rasterizer, context.queries, *monitor);
        if (state.amd_active == name) state.amd_active = 0;
        state.amd.erase(name);
    }
}
void SelectPerfMonitorCountersAMD(Context& context, GLuint monitor, GLboolean enable, GLuint group, GLint numCounters,
                                  GLuint* counterList) {
    PerformanceMonitor* const object = find(context, context.queries.monitors.amd, monitor);
    if (!object || !check_group(context, group) || !check_count(context, numCounters)) return;
    for (GLint i = 0; i < numCounters; ++i)
        if (!check_counter(context, group, counterList[i])) return;
    for (GLint i = 0; i < numCounters; ++i) {
        const uint32_t bit = 1u << counterList[i];
        object->selected = enable ? object->selected | bit : object->selected & ~bit;
    }
    object->ended = false;
}
void BeginPerfMonitorAMD(Context& context, GLuint monitor) {
    PerformanceMonitors& state = context.queries.monitors;
    PerformanceMonitor* const object = find(context, state.amd, monitor);
    if (!object) return;
    if (state.amd_active) return context.error(GL_INVALID_OPERATION, "monitor %u is active", state.amd_active);
    begin(context.rasterizer, context.queries, *object);
    state.amd_active = monitor;
}
void EndPerfMonitorAMD(Context& context, GLuint monitor) {
    PerformanceMonitors& state = context.queries.monitors;
    PerformanceMonitor* const object = find(context, state.amd, monitor);
    if (!object) return;
    if (!object->active) return context.error(GL_INVALID_OPERATION, "monitor %u is not active", monitor);
    end(context.rasterizer, context.queries, *object);
    state.amd_active = 0;
}
void GetPerfMonitorCounterDataAMD(Context& context, GLuint monitor, GLenum pname, GLsizei dataSize, GLuint* data,
                                  GLint* bytesWritten) {
    const PerformanceMonitor* const object = find(context, context.queries.monitors.amd, monitor);
    if (!object) return;
    if (!data) return context.error(GL_INVALID_OPERATION, "there is no place for data");
    const std::vector<GLuint> results = monitor_results(*object);
    std::vector<GLuint> words;
    switch (pname) {
        case GL_PERFMON_RESULT_AVAILABLE_AMD: words = {object->ended}; break;
        case GL_PERFMON_RESULT_SIZE_AMD: words = {static_cast<GLuint>(results.size() * sizeof(GLuint))}; break;
        // "… will all initially be 0".
        case GL_PERFMON_RESULT_AMD: words = object->ended ? results : std::vector<GLuint>{0}; break;
        default: return context.error(GL_INVALID_ENUM, "%s is no result", enum_name(pname));
    }
    // Whole counters: what has no room is left out.
    const size_t unit = pname == GL_PERFMON_RESULT_AMD && object->ended ? 4 : 1;
    const size_t room = static_cast<size_t>(std::max(dataSize, 0)) / sizeof(GLuint);
    const size_t count = std::min(words.size(), room / unit * unit);
    std::copy_n(words.begin(), count, data);
    put(bytesWritten, static_cast<GLint>(count * sizeof(GLuint)));
}

// ---- INTEL_performance_query

void GetFirstPerfQueryIdINTEL(Context& context, GLuint* queryId) {
    if (check_result_pointer(context, queryId)) *queryId = only_query;
}
void GetNextPerfQueryIdINTEL(Context& context, GLuint queryId, GLuint* nextQueryId) {
    if (!check_result_pointer(context, nextQueryId)) return;
    *nextQueryId = 0;
    check_query(context, queryId);
}
void GetPerfQueryIdByNameINTEL(Context& context, GLchar* queryName, GLuint* queryId) {
    if (!check_result_pointer(context, queryName) || !check_result_pointer(context, queryId)) return;
    if (std::strcmp(queryName, query_name) == 0)
        *queryId = only_query;
    else
        context.error(GL_INVALID_VALUE, "there is no query of this name");
}
void GetPerfQueryInfoINTEL(Context& context, GLuint queryId, GLuint queryNameLength, GLchar* queryName,
                           GLuint* dataSize, GLuint* noCounters, GLuint* noInstances, GLuint* capsMask) {
    if (!check_query(context, queryId)) return;
    put_text(query_name,
             static_cast<GLsizei>(std::min<GLuint>(queryNameLength, limits::PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL)),
             nullptr, queryName);
    put(dataSize, static_cast<GLuint>(query_bytes));
    put(noCounters, static_cast<GLuint>(performance_counter_count));
    put(noInstances, context.queries.monitors.intel_count);
    put(capsMask, GLuint{GL_PERFQUERY_SINGLE_CONTEXT_INTEL});
}
void GetPerfCounterInfoINTEL(Context& context, GLuint queryId, GLuint counterId, GLuint counterNameLength,
                             GLchar* counterName, GLuint counterDescLength, GLchar* counterDesc, GLuint* counterOffset,
                             GLuint* counterDataSize, GLuint* counterTypeEnum, GLuint* counterDataTypeEnum,
                             GLuint64* rawCounterMaxValue) {
    if (!check_query(context, queryId)) return;
    const GLuint number = counterId - 1;  // they begin at 1
    if (number >= performance_counter_count)
        return context.error(GL_INVALID_VALUE, "there is no counter %u", counterId);
    const bool time = number + 1 == performance_counter_count;
    put_text(performance_counters[number].name,
             static_cast<GLsizei>(std::min<GLuint>(counterNameLength, limits::PERFQUERY_COUNTER_NAME_LENGTH_MAX_INTEL)),
             nullptr, counterName);
    put_text(performance_counters[number].description,
             static_cast<GLsizei>(std::min<GLuint>(counterDescLength, limits::PERFQUERY_COUNTER_DESC_LENGTH_MAX_INTEL)),
             nullptr, counterDesc);
    put(counterOffset, static_cast<GLuint>(number * sizeof(uint64_t)));
    put(counterDataSize, static_cast<GLuint>(sizeof(uint64_t)));
    put(counterTypeEnum,
        time ? GLuint{GL_PERFQUERY_COUNTER_DURATION_RAW_INTEL} : GLuint{GL_PERFQUERY_COUNTER_EVENT_INTEL});
    put(counterDataTypeEnum, GLuint{GL_PERFQUERY_COUNTER_DATA_UINT64_INTEL});
    put(rawCounterMaxValue, GLuint64{time ? 1'000'000'000u : 0u});
}

void CreatePerfQueryINTEL(Context& context, GLuint queryId, GLuint* queryHandle) {
    if (!check_result_pointer(context, queryHandle)) return;
    *queryHandle = 0;
    if (!check_query(context, queryId)) return;
    PerformanceMonitors& state = context.queries.monitors;
    if (state.intel_count == most_instances)
        return context.error(GL_OUT_OF_MEMORY, "there are %u already", most_instances);
    auto monitor = std::make_shared<PerformanceMonitor>();
    GLuint name = 0;
    state.intel.generate({&name, 1});
    state.intel.insert(name, std::move(monitor));
    ++state.intel_count;
    *queryHandle = name;
}
void DeletePerfQueryINTEL(Context& context, GLuint queryHandle) {
    PerformanceMonitors& state = context.queries.monitors;
    PerformanceMonitor* const monitor = find(context, state.intel, queryHandle);
    if (!monitor) return;
    end(context.rasterizer, context.queries, *monitor);
    state.intel.erase(queryHandle);
    --state.intel_count;
}
void BeginPerfQueryINTEL(Context& context, GLuint queryHandle) {
    PerformanceMonitor* const monitor = find(context, context.queries.monitors.intel, queryHandle);
    if (!monitor) return;
    if (monitor->active) return context.error(GL_INVALID_OPERATION, "query %u is active", queryHandle);
    begin(context.rasterizer, context.queries, *monitor);
}
void EndPerfQueryINTEL(Context& context, GLuint queryHandle) {
    PerformanceMonitor* const monitor = find(context, context.queries.monitors.intel, queryHandle);
    if (!monitor) return;
    if (!monitor->active) return context.error(GL_INVALID_OPERATION, "query %u is not active", queryHandle);
    end(context.rasterizer, context.queries, *monitor);
}
void GetPerfQueryDataINTEL(Context& context, GLuint queryHandle, GLuint flags, GLsizei dataSize, void* data,
                           GLuint* bytesWritten) {
    const PerformanceMonitor* const monitor = find(context, context.queries.monitors.intel, queryHandle);
    if (!monitor || !check_result_pointer(context, bytesWritten) || !check_result_pointer(context, data)) return;
    *bytesWritten = 0;
    if (flags != GL_PERFQUERY_WAIT_INTEL && flags != GL_PERFQUERY_FLUSH_INTEL &&
        flags != GL_PERFQUERY_DONOT_FLUSH_INTEL)
        return context.error(GL_INVALID_ENUM, "0x%x says nothing of waiting", flags);
    if (monitor->active || !monitor->ended) return;
    if (dataSize < static_cast<GLsizei>(query_bytes))
        return context.error(GL_INVALID_VALUE, "%d bytes; a query has %zu", dataSize, query_bytes);
    std::memcpy(data, monitor->counted.data(), query_bytes);
    *bytesWritten = static_cast<GLuint>(query_bytes);
}

}  // namespace commands
}  // namespace glapi
