// AMD_performance_monitor and INTEL_performance_query: what they tell of counters, and what these count.
#include "glapi/objects/queries/performance_monitors.h"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;

constexpr auto fragments = static_cast<GLuint>(rasterizer::PipelineCount::FragmentInvocations),
               vertices = static_cast<GLuint>(rasterizer::PipelineCount::VerticesSubmitted);

TEST(PerformanceMonitors, GroupsAndCounters) {
    CurrentContext gl;
    GLint groups = 0, counters = 0, most = 0;
    GetPerfMonitorGroupsAMD(*gl, &groups, 0, nullptr);
    ASSERT_EQ(groups, 1);
    GLuint group = 99;
    GetPerfMonitorGroupsAMD(*gl, nullptr, 1, &group);
    GetPerfMonitorCountersAMD(*gl, group, &counters, &most, 0, nullptr);
    ASSERT_EQ(counters, static_cast<GLint>(performance_counter_count));
    EXPECT_EQ(most, counters);
    std::vector<GLuint> names(static_cast<size_t>(counters) + 1, 77);
    GetPerfMonitorCountersAMD(*gl, group, nullptr, nullptr, counters + 1, names.data());
    EXPECT_EQ(names.back(), 77u);
    for (GLint i = 0; i < counters; ++i) {
        GLsizei length = 0;
        GetPerfMonitorCounterStringAMD(*gl, group, names[static_cast<size_t>(i)], 0, &length, nullptr);
        std::vector<char> text(static_cast<size_t>(length) + 1);
        GetPerfMonitorCounterStringAMD(*gl, group, names[static_cast<size_t>(i)], length + 1, nullptr, text.data());
        EXPECT_STREQ(text.data(), performance_counters[static_cast<size_t>(i)].name);
        GLenum type = 0;
        GetPerfMonitorCounterInfoAMD(*gl, group, names[static_cast<size_t>(i)], GL_COUNTER_TYPE_AMD, &type);
        EXPECT_EQ(type, GLenum{GL_UNSIGNED_INT64_AMD});
    }
    char part[5];
    GLsizei length = 0;
    GetPerfMonitorGroupStringAMD(*gl, group, sizeof part, &length, part);
    EXPECT_STREQ(part, "Pipe");
    EXPECT_EQ(length, 4);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    GetPerfMonitorGroupStringAMD(*gl, group + 1, 0, &length, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    GetPerfMonitorCounterStringAMD(*gl, group, 99, 0, &length, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    GetPerfMonitorCounterInfoAMD(*gl, group, 0, GL_RGBA, &length);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
}

TEST(PerformanceMonitors, CountBetweenBeginAndEnd) {
    CurrentContext gl;
    GLuint monitor = 0;
    GenPerfMonitorsAMD(*gl, 1, &monitor);
    GLuint selected[] = {fragments, vertices};
    SelectPerfMonitorCountersAMD(*gl, monitor, GL_TRUE, 0, 2, selected);
    Rectf(*gl, -1, -1, 1, 1);  // before: not counted
    BeginPerfMonitorAMD(*gl, monitor);
    Begin(*gl, GL_QUADS);
    for (const auto& [x, y] : {std::pair{-1, -1}, std::pair{1, -1}, std::pair{1, 1}, std::pair{-1, 1}})
        Vertex2i(*gl, x, y);
    End(*gl);
    GLuint available = 7;
    GetPerfMonitorCounterDataAMD(*gl, monitor, GL_PERFMON_RESULT_AVAILABLE_AMD, 4, &available, nullptr);
    EXPECT_EQ(available, 0u);
    EndPerfMonitorAMD(*gl, monitor);
    Rectf(*gl, -1, -1, 1, 1);
    GetPerfMonitorCounterDataAMD(*gl, monitor, GL_PERFMON_RESULT_AVAILABLE_AMD, 4, &available, nullptr);
    EXPECT_EQ(available, 1u);
    GLuint size = 0;
    GetPerfMonitorCounterDataAMD(*gl, monitor, GL_PERFMON_RESULT_SIZE_AMD, 4, &size, nullptr);
    ASSERT_EQ(size, 32u);
    std::array<GLuint, 8> data{};
    GLint written = 0;
    GetPerfMonitorCounterDataAMD(*gl, monitor, GL_PERFMON_RESULT_AMD, 32, data.data(), &written);
    EXPECT_EQ(written, 32);
    EXPECT_EQ(data, (std::array<GLuint, 8>{0, vertices, 4, 0, 0, fragments, 64 * 64, 0}));
    // Room for one counter.
    GetPerfMonitorCounterDataAMD(*gl, monitor, GL_PERFMON_RESULT_AMD, 24, data.data(), &written);
    EXPECT_EQ(written, 16);
    SelectPerfMonitorCountersAMD(*gl, monitor, GL_FALSE, 0, 1, selected);
    GetPerfMonitorCounterDataAMD(*gl, monitor, GL_PERFMON_RESULT_SIZE_AMD, 4, &size, nullptr);
    EXPECT_EQ(size, 0u) << "results go with what was selected";
    GetPerfMonitorCounterDataAMD(*gl, monitor, GL_PERFMON_RESULT_AMD, 4, &size, &written);
    EXPECT_EQ(written, 4);
    EXPECT_EQ(size, 0u);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});

    EndPerfMonitorAMD(*gl, monitor);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    BeginPerfMonitorAMD(*gl, monitor);
    BeginPerfMonitorAMD(*gl, monitor);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    SelectPerfMonitorCountersAMD(*gl, monitor, GL_TRUE, 0, -1, selected);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    SelectPerfMonitorCountersAMD(*gl, monitor + 1, GL_TRUE, 0, 1, selected);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    GetPerfMonitorCounterDataAMD(*gl, monitor, GL_PERFMON_RESULT_AMD, 4, nullptr, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    DeletePerfMonitorsAMD(*gl, 1, &monitor);  // under way
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    DeletePerfMonitorsAMD(*gl, 1, &monitor);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

TEST(PerformanceQueries, CountBetweenBeginAndEnd) {
    CurrentContext gl;
    GLuint query = 0, next = 7, size = 0, counters = 0, instances = 7, mask = 7;
    GetFirstPerfQueryIdINTEL(*gl, &query);
    GetNextPerfQueryIdINTEL(*gl, query, &next);
    EXPECT_EQ(next, 0u);
    char name[256];
    GetPerfQueryInfoINTEL(*gl, query, sizeof name, name, &size, &counters, &instances, &mask);
    EXPECT_EQ(instances, 0u);
    GLuint by_name = 0;
    GetPerfQueryIdByNameINTEL(*gl, name, &by_name);
    EXPECT_EQ(by_name, query);
    ASSERT_EQ(size, counters * 8);
    GLuint first = 0, second = 0;
    CreatePerfQueryINTEL(*gl, query, &first);
    CreatePerfQueryINTEL(*gl, query, &second);
    BeginPerfQueryINTEL(*gl, first);
    Rectf(*gl, -1, -1, 1, 1);
    BeginPerfQueryINTEL(*gl, second);  // of one type they run beside each other
    Rectf(*gl, -1, -1, 1, 0);
    EndPerfQueryINTEL(*gl, first);
    std::vector<uint64_t> data(counters);
    GLuint written = 7;
    GetPerfQueryDataINTEL(*gl, second, GL_PERFQUERY_WAIT_INTEL, static_cast<GLsizei>(size), data.data(), &written);
    EXPECT_EQ(written, 0u) << "under way";
    EndPerfQueryINTEL(*gl, second);
    const auto counted = [&](GLuint handle, GLuint counter) {
        GLuint offset = 0, bytes = 0, type = 0, data_type = 0;
        GLuint64 most = 7;
        char text[256], description[1024];
        GetPerfCounterInfoINTEL(*gl, query, counter + 1, sizeof text, text, sizeof description, description, &offset,
                                &bytes, &type, &data_type, &most);
        EXPECT_EQ(data_type, GLenum{GL_PERFQUERY_COUNTER_DATA_UINT64_INTEL});
        GetPerfQueryDataINTEL(*gl, handle, GL_PERFQUERY_WAIT_INTEL, static_cast<GLsizei>(size), data.data(), &written);
        EXPECT_EQ(written, size);
        return data[offset / 8];
    };
    EXPECT_EQ(counted(first, fragments), 64u * 96);
    EXPECT_EQ(counted(second, fragments), 64u * 32);
    EXPECT_GT(counted(first, static_cast<GLuint>(performance_counter_count) - 1), 0u) << "time";
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});

    EndPerfQueryINTEL(*gl, first);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    CreatePerfQueryINTEL(*gl, query + 1, &next);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    GetPerfCounterInfoINTEL(*gl, query, 0, 0, nullptr, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    GetPerfQueryDataINTEL(*gl, first, GL_PERFQUERY_WAIT_INTEL, 4, data.data(), nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    GetFirstPerfQueryIdINTEL(*gl, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    DeletePerfQueryINTEL(*gl, first);
    DeletePerfQueryINTEL(*gl, first);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

}  // namespace
}  // namespace glapi
