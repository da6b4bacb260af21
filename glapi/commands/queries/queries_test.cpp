// Query objects beside those of samples and of feedback: pipeline statistics; and drawing on a condition.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::green;
using testing::load;
using testing::nothing;
using testing::Pixel;
using testing::red;

GLuint64 result(CurrentContext& gl, GLuint query) {
    GLuint64 value = 0;
    GetQueryObjectui64v(*gl, query, GL_QUERY_RESULT, &value);
    return value;
}

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
constexpr size_t statistic_count = std::size(statistics);

TEST(PipelineStatisticsQueries, CountBetweenBeginAndEnd) {
    CurrentContext gl;
    load(gl, GL_COMPUTE_PROGRAM_NV, "!!NVcp5.0\nGROUP_SIZE 4 2;\nTEMP t;\nMOV t, 0;\nEND\n");
    GLuint queries[statistic_count];
    GenQueries(*gl, statistic_count, queries);
    const auto draw = [&] {
        Begin(*gl, GL_TRIANGLES);
        Vertex2f(*gl, -1, -1), Vertex2f(*gl, 1, -1), Vertex2f(*gl, -1, 1);
        Vertex2f(*gl, 2, 2), Vertex2f(*gl, 3, 2), Vertex2f(*gl, 2, 3);
        End(*gl);
        DispatchCompute(*gl, 3, 5, 1);
    };
    draw();  // counts for nobody
    for (size_t i = 0; i < statistic_count; ++i) {
        BeginQuery(*gl, statistics[i], queries[i]);
        GLint current = 0, bits = 0;
        GetQueryiv(*gl, statistics[i], GL_CURRENT_QUERY, &current);
        EXPECT_EQ(static_cast<GLuint>(current), queries[i]);
        GetQueryiv(*gl, statistics[i], GL_QUERY_COUNTER_BITS, &bits);
        EXPECT_GE(bits, 32);
    }
    draw();
    // One that starts later counts less.
    GLuint late = 0;
    GenQueries(*gl, 1, &late);
    EndQuery(*gl, GL_FRAGMENT_SHADER_INVOCATIONS);
    BeginQuery(*gl, GL_FRAGMENT_SHADER_INVOCATIONS, late);
    draw();
    for (const GLenum target : statistics) EndQuery(*gl, target);
    draw();
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    const GLuint64 half = 64 * 65 / 2, other_half = 64 * 63 / 2;
    const GLuint64 expected[statistic_count] = {12, 4, 12, 0, 0, 0, 0, 4, 2, 0, 240};
    for (size_t i = 0; i < statistic_count; ++i) {
        if (statistics[i] == GL_FRAGMENT_SHADER_INVOCATIONS) continue;
        EXPECT_EQ(result(gl, queries[i]), expected[i]) << i;
    }
    for (const GLuint query : {queries[9], late}) {
        EXPECT_LE(result(gl, query), half);
        EXPECT_GE(result(gl, query), other_half);
    }
    GLuint64 unused = 0;
    BeginQuery(*gl, GL_VERTICES_SUBMITTED, queries[1]);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION}) << "a query keeps its target";
    GetQueryObjectui64v(*gl, 999, GL_QUERY_RESULT, &unused);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

// ARB_query_buffer_object.
TEST(QueryBuffers, TakeResults) {
    CurrentContext gl;
    GLuint query = 0, buffer = 0;
    GenQueries(*gl, 1, &query);
    BeginQuery(*gl, GL_SAMPLES_PASSED, query);
    Rectf(*gl, -1, -1, 0, 0);
    EndQuery(*gl, GL_SAMPLES_PASSED);
    GenBuffers(*gl, 1, &buffer);
    BindBuffer(*gl, GL_QUERY_BUFFER, buffer);
    GLint bound = 0;
    GetIntegerv(*gl, GL_QUERY_BUFFER_BINDING, &bound);
    EXPECT_EQ(static_cast<GLuint>(bound), buffer);
    const GLuint nines[6] = {9, 9, 9, 9, 9, 9};
    BufferData(*gl, GL_QUERY_BUFFER, sizeof nines, nines, GL_DYNAMIC_READ);
    GetQueryObjectuiv(*gl, query, GL_QUERY_RESULT, reinterpret_cast<GLuint*>(4));
    GetQueryObjectui64v(*gl, query, GL_QUERY_RESULT_NO_WAIT, reinterpret_cast<GLuint64*>(8));
    GetQueryObjectiv(*gl, query, GL_QUERY_RESULT_AVAILABLE, reinterpret_cast<GLint*>(20));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    GLuint words[6] = {};
    GetBufferSubData(*gl, GL_QUERY_BUFFER, 0, sizeof words, words);
    const GLuint expected[6] = {9, 1024, 1024, 0, 9, 1};
    for (int i = 0; i < 6; ++i) EXPECT_EQ(words[i], expected[i]) << i;
    GetQueryObjectui64v(*gl, query, GL_QUERY_RESULT, reinterpret_cast<GLuint64*>(20));
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    BindBuffer(*gl, GL_QUERY_BUFFER, 0);
    GetQueryObjectuiv(*gl, query, GL_QUERY_RESULT, words);
    EXPECT_EQ(words[0], 1024u);
    MemoryBarrier(*gl, GL_QUERY_BUFFER_BARRIER_BIT);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// Rendering commands on a window that nothing was drawn to: whether they draw.
void expect_rendering(CurrentContext& gl, bool drawn) {
    Color3f(*gl, 1, 0, 0);
    ClearColor(*gl, 0, 1, 0, 1);
    const std::vector<GLubyte> bits(64, 0xff);
    const std::vector<GLuint> white(64, ~0u);
    const GLfloat blue[4] = {0, 0, 1, 1};
    WindowPos2i(*gl, 0, 0);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(gl.pixel(40, 40), drawn ? green : nothing);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(40, 40), drawn ? red : nothing);
    ClearBufferfv(*gl, GL_COLOR, 0, blue);
    EXPECT_EQ(gl.pixel(40, 40)[2], drawn ? 255 : 0);
    Bitmap(*gl, 8, 8, 0, 0, 0, 0, bits.data());
    DrawPixels(*gl, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, white.data());
    EXPECT_EQ(gl.pixel(3, 3)[1], drawn ? 255 : 0);
    BlitFramebuffer(*gl, 0, 0, 8, 8, 32, 32, 64, 64, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    EXPECT_EQ(gl.pixel(50, 50)[1], drawn ? 255 : 0);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(ConditionalRendering, LeavesOutAllThatRenders) {
    CurrentContext gl;
    GLuint query = 0;
    GenQueries(*gl, 1, &query);
    BeginQuery(*gl, GL_SAMPLES_PASSED, query);
    EndQuery(*gl, GL_SAMPLES_PASSED);
    for (const bool inverted : {false, true}) {
        BeginConditionalRender(*gl, query, inverted ? GL_QUERY_WAIT_INVERTED : GL_QUERY_WAIT);
        expect_rendering(gl, inverted);
        EndConditionalRender(*gl);
    }
}

TEST(BlackholeRender, LeavesOutAllThatRenders) {
    CurrentContext gl;
    EXPECT_FALSE(IsEnabled(*gl, GL_BLACKHOLE_RENDER_INTEL));
    Enable(*gl, GL_BLACKHOLE_RENDER_INTEL);
    expect_rendering(gl, false);
    Disable(*gl, GL_BLACKHOLE_RENDER_INTEL);
    expect_rendering(gl, true);
}

// ARB_transform_feedback_overflow_query: draw if the buffers were too small.
TEST(ConditionalRendering, AsksForOverflows) {
    CurrentContext gl;
    load(gl, GL_VERTEX_PROGRAM_ARB, "!!NVvp4.0\nMOV result.position, vertex.position;\nEND\n");
    GLuint buffer = 0, queries[2];
    GenBuffers(*gl, 1, &buffer);
    BindBuffer(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
    BufferData(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 16, nullptr, GL_DYNAMIC_READ);
    const GLint attribs[] = {GL_POSITION, 4, 0};
    TransformFeedbackAttribsNV(*gl, 1, attribs, GL_INTERLEAVED_ATTRIBS);
    BindBufferBase(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    GenQueries(*gl, 2, queries);
    Enable(*gl, GL_RASTERIZER_DISCARD);
    BeginTransformFeedback(*gl, GL_POINTS);
    for (const GLuint query : queries) {
        BeginQuery(*gl, GL_TRANSFORM_FEEDBACK_OVERFLOW, query);
        Begin(*gl, GL_POINTS);
        Vertex2f(*gl, 0, 0);
        End(*gl);
        EndQuery(*gl, GL_TRANSFORM_FEEDBACK_OVERFLOW);
    }
    EndTransformFeedback(*gl);
    Disable(*gl, GL_RASTERIZER_DISCARD);
    Disable(*gl, GL_VERTEX_PROGRAM_ARB);
    Color3f(*gl, 1, 0, 0);
    BeginConditionalRender(*gl, queries[0], GL_QUERY_WAIT);
    Rectf(*gl, -1, -1, 1, 1);
    EndConditionalRender(*gl);
    EXPECT_EQ(gl.pixel(3, 3), nothing);
    BeginConditionalRender(*gl, queries[1], GL_QUERY_NO_WAIT);
    Rectf(*gl, -1, -1, 1, 1);
    EndConditionalRender(*gl);
    EXPECT_EQ(gl.pixel(3, 3), red);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// vertex.drawId and its kin: each draw's vertices make a point in a column of its own.
TEST(DrawNumbers, ReachVertexPrograms) {
    CurrentContext gl;
    load(gl, GL_VERTEX_PROGRAM_ARB,
         "!!NVvp5.0\nOPTION NV_internal;\nINT TEMP i;\nTEMP t;\n"
         "MAD.S i.x, vertex.instanceIndex.x, 8, vertex.drawId.x;\n"
         "CVT.F32.S32 t.x, i.x;\nADD t.x, t.x, 0.5;\nMAD result.position.x, t.x, 0.03125, -1;\n"
         "MAD.S i.x, vertex.baseInstance.x, 8, vertex.baseVertex.x;\n"
         "CVT.F32.S32 t.x, i.x;\nADD t.x, t.x, 0.5;\nMAD result.position.y, t.x, 0.03125, -1;\n"
         "MOV result.position.zw, {0, 0, 0, 1};\nMOV result.color, {1, 0, 0, 1};\nEND\n");
    const auto expect_points = [&](std::vector<std::pair<int, int>> places, const char* what) {
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 64; ++x) {
                const bool drawn = std::find(places.begin(), places.end(), std::pair(x, y)) != places.end();
                ASSERT_EQ(gl.pixel(x, y), drawn ? red : nothing) << what << ' ' << x << ' ' << y;
            }
        ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        Clear(*gl, GL_COLOR_BUFFER_BIT);
    };
    const GLint first[3] = {0, 4, 9};
    const GLsizei count[3] = {1, 1, 1};
    MultiDrawArrays(*gl, GL_POINTS, first, count, 3);
    expect_points({{0, 0}, {1, 0}, {2, 0}}, "several draws");
    DrawArraysInstancedBaseInstance(*gl, GL_POINTS, 3, 1, 2, 4);
    expect_points({{32, 32}, {40, 32}}, "a base instance");
    const GLushort index = 0;
    const void* const indices[2] = {&index, &index};
    const GLint base_vertex[2] = {3, 5};
    MultiDrawElementsBaseVertex(*gl, GL_POINTS, count, GL_UNSIGNED_SHORT, indices, 2, base_vertex);
    expect_points({{0, 3}, {1, 5}}, "base vertices");
    const GLuint draws[8] = {1, 1, 0, 2, 1, 1, 0, 3};
    MultiDrawArraysIndirect(*gl, GL_POINTS, draws, 2, 0);
    expect_points({{16, 16}, {25, 24}}, "indirect draws");
    Begin(*gl, GL_POINTS);
    Vertex2f(*gl, 0, 0);
    End(*gl);
    expect_points({{0, 0}}, "immediate mode");
}

}  // namespace
}  // namespace glapi
