
#include <chrono>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

#include "glapi/testing/program_fixture.h"
#include "runtime/threads/worker_pool.h"

namespace glapi {
namespace {

using namespace commands;
using testing::blue;
using testing::CurrentContext;
using testing::green;
using testing::Pixel;

// The parameter is the number of threads.
class WatchdogWith : public ::testing::TestWithParam<int> {
  protected:
    WatchdogWith() : usual_(runtime::WorkerPool::instance().thread_count()) {
        runtime::WorkerPool::instance().set_thread_count(GetParam());
        ContextRequest request;
        request.debug = true;
        request.lose_context_on_reset = true;
        gl_ = std::make_unique<CurrentContext>(256, 256, BufferConfig{}, request);
        // What is stopped is looked at here, not what it does to the context (lost_contexts_test.cpp).
        (**gl_).drawing.watchdog.stopped->lose_with(nullptr);
        (**gl_).drawing.watchdog.limits = {std::chrono::milliseconds(30), std::chrono::milliseconds(30)};
    }
    ~WatchdogWith() override {
        gl_.reset();
        runtime::WorkerPool::instance().set_thread_count(usual_);
    }

    void load(GLenum target, const std::string& text) { testing::load(*gl_, target, text); }
    void square(float red, float green_part, float blue_part) {
        Color3f(**gl_, red, green_part, blue_part);
        Rectf(**gl_, -1, -1, 1, 1);
    }
    std::string message() {
        char text[1024] = "";
        return GetDebugMessageLog(**gl_, 1, sizeof text, nullptr, nullptr, nullptr, nullptr, nullptr, text) ? text : "";
    }
    // An endless draw over a green picture, and what is to be seen of it.
    void expect_stopped(GLenum target, const char* stage, int line) {
        Context& context = **gl_;
        square(1, 0, 0);
        Finish(context);
        EXPECT_EQ(gl_->pixel(128, 128), green) << "the draw is dropped";
        EXPECT_EQ(gl_->pixel(3, 250), green);
        const std::string said = message();
        EXPECT_NE(said.find(std::string("a ") + stage + " program"), std::string::npos) << said;
        EXPECT_NE(said.find("line " + std::to_string(line)), std::string::npos) << said;
        EXPECT_EQ(GetGraphicsResetStatusARB(context), GLenum{GL_GUILTY_CONTEXT_RESET});
        EXPECT_EQ(GetGraphicsResetStatus(context), GLenum{GL_NO_ERROR}) << "each draw is reported once";

        square(1, 0, 0);
        Finish(context);
        EXPECT_EQ(message(), "") << "a program is named once";
        EXPECT_EQ(GetGraphicsResetStatus(context), GLenum{GL_GUILTY_CONTEXT_RESET});

        Disable(context, target);
        square(0, 0, 1);
        EXPECT_EQ(gl_->pixel(128, 128), blue) << "the context goes on";
        EXPECT_EQ(GetGraphicsResetStatus(context), GLenum{GL_NO_ERROR});
        EXPECT_EQ(gl_->error(), GLenum{GL_NO_ERROR});
    }

    std::unique_ptr<CurrentContext> gl_;

  private:
    int32_t usual_;
};

TEST_P(WatchdogWith, StopsVertexPrograms) {
    square(0, 1, 0);
    load(GL_VERTEX_PROGRAM_ARB,
         "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\nREP;\nBRK (FL);\nMOV "
         "result.color.x, "
         "1;\nENDREP;\nEND\n");
    expect_stopped(GL_VERTEX_PROGRAM_ARB, "vertex", 7);
}

TEST_P(WatchdogWith, StopsFragmentPrograms) {
    square(0, 1, 0);
    load(GL_FRAGMENT_PROGRAM_ARB,
         "!!NVfp4.0\nMOV.F result.color, fragment.color;\nREP;\nBRK (FL);\nMOV.F result.color.w, 1;\nENDREP;\nEND\n");
    expect_stopped(GL_FRAGMENT_PROGRAM_ARB, "fragment", 6);
}

TEST_P(WatchdogWith, StopsJumpsBackwards) {
    square(0, 1, 0);
    load(GL_VERTEX_PROGRAM_ARB,
         "!!ARBvp1.0\nOPTION NV_vertex_program2;\nMOV result.position, vertex.position;\nagain:\nMOV result.color, "
         "vertex.color;\nBRA again;\nEND\n");
    expect_stopped(GL_VERTEX_PROGRAM_ARB, "vertex", 6);
}

TEST_P(WatchdogWith, StopsGeometryPrograms) {
    square(0, 1, 0);
    load(GL_GEOMETRY_PROGRAM_NV,
         "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 3;\n"
         "MOV result.position, vertex[0].position;\nREP;\nBRK (FL);\nMOV result.color, vertex[0].color;\nENDREP;\n"
         "EMIT;\nEND\n");
    Begin(**gl_, GL_TRIANGLES);
    for (int i = 0; i < 3; ++i) Vertex2f(**gl_, i == 1 ? 3.0f : -1.0f, i == 2 ? 3.0f : -1.0f);
    End(**gl_);
    Finish(**gl_);
    EXPECT_EQ(gl_->pixel(128, 128), green);
    EXPECT_NE(message().find("a geometry program"), std::string::npos);
    EXPECT_EQ(GetGraphicsResetStatus(**gl_), GLenum{GL_GUILTY_CONTEXT_RESET});
    EXPECT_EQ(gl_->error(), GLenum{GL_NO_ERROR});
}

TEST_P(WatchdogWith, StopsTessellationPrograms) {
    square(0, 1, 0);
    load(GL_TESS_CONTROL_PROGRAM_NV,
         "!!NVtcp5.0\nVERTICES_OUT 3;\nREP;\nBRK (FL);\nMOV.F result.patch.tessouter[0], 1;\nENDREP;\nEND\n");
    load(GL_TESS_EVALUATION_PROGRAM_NV,
         "!!NVtep5.0\nTESS_MODE TRIANGLES;\nMOV.F result.position, vertex[0].position;\nEND\n");
    PatchParameteri(**gl_, GL_PATCH_VERTICES, 3);
    Begin(**gl_, GL_PATCHES);
    for (int i = 0; i < 3; ++i) Vertex2f(**gl_, i == 1 ? 3.0f : -1.0f, i == 2 ? 3.0f : -1.0f);
    End(**gl_);
    Finish(**gl_);
    EXPECT_EQ(gl_->pixel(128, 128), green);
    EXPECT_NE(message().find("a tessellation control program"), std::string::npos);
    EXPECT_EQ(GetGraphicsResetStatus(**gl_), GLenum{GL_GUILTY_CONTEXT_RESET});
    EXPECT_EQ(gl_->error(), GLenum{GL_NO_ERROR});
}

TEST_P(WatchdogWith, LeavesOtherContextsAlone) {
    load(GL_FRAGMENT_PROGRAM_ARB, "!!NVfp4.0\nREP;\nBRK (FL);\nMOV.F result.color, 1;\nENDREP;\nEND\n");
    square(1, 0, 0);
    Flush(**gl_);
    {
        CurrentContext other;
        Color3f(*other, 0, 0, 1);
        Rectf(*other, -1, -1, 1, 1);
        EXPECT_EQ(other.pixel(20, 20), blue);
        EXPECT_EQ(GetGraphicsResetStatus(*other), GLenum{GL_NO_ERROR});
    }
    make_current(gl_->context, gl_->window, gl_->window);
    Finish(**gl_);
    EXPECT_EQ(GetGraphicsResetStatus(**gl_), GLenum{GL_GUILTY_CONTEXT_RESET});
}

TEST_P(WatchdogWith, DoesNotCountWhatLiesBetween) {
    load(GL_FRAGMENT_PROGRAM_ARB, "!!NVfp4.0\nREP.S {3}.x;\nMOV.F result.color, fragment.color;\nENDREP;\nEND\n");
    square(0, 1, 0);
    // Its fragments are processed later than the limit.
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    EXPECT_EQ(gl_->pixel(128, 128), green);
    EXPECT_EQ(GetGraphicsResetStatus(**gl_), GLenum{GL_NO_ERROR});
}

// Nothing of a vertex that was never finished is seen or captured, whatever comes after the vertex program.
TEST_P(WatchdogWith, CapturesNothingUnfinished) {
    Context& context = **gl_;
    square(0, 1, 0);
    const std::string set_up = "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n";
    load(GL_VERTEX_PROGRAM_ARB, set_up + "REP;\nBRK (FL);\nMOV result.color.x, 1;\nENDREP;\nEND\n");
    const std::vector<GLfloat> nines(64, 9);
    GLuint buffer = 0, query = 0;
    GenBuffers(context, 1, &buffer);
    BindBuffer(context, GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
    BufferData(context, GL_TRANSFORM_FEEDBACK_BUFFER, 256, nines.data(), GL_DYNAMIC_READ);
    BindBufferBase(context, GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    const GLint attribs[] = {GL_POSITION, 4, 0};
    TransformFeedbackAttribsNV(context, 1, attribs, GL_INTERLEAVED_ATTRIBS);
    GenQueries(context, 1, &query);
    const auto captured = [&] {
        BeginQuery(context, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
        BeginTransformFeedback(context, GL_TRIANGLES);
        Color3f(context, 1, 0, 0);
        Begin(context, GL_TRIANGLES);
        for (int i = 0; i < 3; ++i) Vertex2f(context, i == 1 ? 3.0f : -1.0f, i == 2 ? 3.0f : -1.0f);
        End(context);
        EndTransformFeedback(context);
        EndQuery(context, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
        GLuint count = 99;
        GetQueryObjectuiv(context, query, GL_QUERY_RESULT, &count);
        return count;
    };
    EXPECT_EQ(captured(), 0u);
    EXPECT_EQ(gl_->pixel(128, 128), green);
    EXPECT_EQ(GetGraphicsResetStatus(context), GLenum{GL_GUILTY_CONTEXT_RESET});
    GLfloat floats[12] = {};
    GetBufferSubData(context, GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof floats, floats);
    for (const GLfloat value : floats) EXPECT_EQ(value, 9);

    load(GL_VERTEX_PROGRAM_ARB, set_up + "END\n");
    EXPECT_EQ(captured(), 1u) << "the next draw is captured whole";
    GetBufferSubData(context, GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof floats, floats);
    EXPECT_EQ(floats[4], 3);
    EXPECT_EQ(gl_->pixel(128, 128), (Pixel{255, 0, 0, 255}));
    EXPECT_EQ(GetGraphicsResetStatus(context), GLenum{GL_NO_ERROR});
}

// The worst that a stopped draw leaves is half a picture: pixels are old or new, what was counted and stored belongs to
// fragments that ran, and all that follows is whole.
TEST_P(WatchdogWith, LeavesHalfAPictureAtWorst) {
    Context& context = **gl_;
    constexpr Pixel yellow{255, 255, 0, 255};
    constexpr GLuint pixels = 256 * 256;
    square(0, 1, 0);
    GLuint buffer = 0, queries[2];
    const GLuint zero = 0;
    GLuint64EXT address = 0;
    GenBuffers(context, 1, &buffer);
    BindBuffer(context, GL_ARRAY_BUFFER, buffer);
    BufferData(context, GL_ARRAY_BUFFER, 4, &zero, GL_DYNAMIC_READ);
    MakeBufferResidentNV(context, GL_ARRAY_BUFFER, GL_READ_WRITE);
    GetBufferParameterui64vNV(context, GL_ARRAY_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &address);
    load(GL_FRAGMENT_PROGRAM_ARB,
         "!!NVfp5.0\nLONG TEMP at;\nTEMP t;\nPK64.U at, program.local[0];\nATOM.ADD.U32 t.x, {1}.x, at.x;\n"
         "MOV.F result.color, fragment.color;\n"
         "SGT.F.CC t.x, fragment.position.y, {200}.x;\n"
         "IF NE.x;\nREP;\nBRK (FL);\nMOV.F result.color.z, 1;\nENDREP;\nENDIF;\nEND\n");
    ProgramLocalParameterI4uiNV(context, GL_FRAGMENT_PROGRAM_ARB, 0, static_cast<GLuint>(address),
                                static_cast<GLuint>(address >> 32), 0, 0);
    GenQueries(context, 2, queries);
    BeginQuery(context, GL_SAMPLES_PASSED, queries[0]);
    square(1, 1, 0);
    EndQuery(context, GL_SAMPLES_PASSED);
    Disable(context, GL_FRAGMENT_PROGRAM_ARB);
    BeginQuery(context, GL_SAMPLES_PASSED, queries[1]);
    Color3f(context, 0, 0, 1);
    Rectf(context, 0, -1, 1, 1);  // the right half; it waits behind the one without end
    EndQuery(context, GL_SAMPLES_PASSED);

    GLuint drawn = 0;
    for (int y = 0; y < 256; ++y)
        for (int x = 0; x < 256; ++x) {
            const Pixel pixel = gl_->pixel(x, y);
            const bool as_expected = x >= 128 ? pixel == blue : pixel == green || pixel == yellow;
            ASSERT_TRUE(as_expected) << x << ' ' << y;
            if (pixel != yellow) continue;
            ASSERT_LE(y, 200) << x;
            ++drawn;
        }
    GLuint counted[2] = {}, stored = 0;
    for (int i = 0; i < 2; ++i) GetQueryObjectuiv(context, queries[i], GL_QUERY_RESULT, &counted[i]);
    EXPECT_GE(counted[0], drawn);
    EXPECT_LE(counted[0], pixels);
    EXPECT_EQ(counted[1], pixels / 2);
    GetBufferSubData(context, GL_ARRAY_BUFFER, 0, 4, &stored);
    EXPECT_GE(stored, drawn);
    EXPECT_LE(stored, pixels);
    EXPECT_GT(stored, 0u);
    EXPECT_EQ(GetGraphicsResetStatus(context), GLenum{GL_GUILTY_CONTEXT_RESET});
    EXPECT_EQ(gl_->error(), GLenum{GL_NO_ERROR});
}

// Programs that end, and very many vertices, instances, indices or fragments of one draw.
TEST_P(WatchdogWith, StopsDrawsOfTooMuch) {
    Context& context = **gl_;
    const std::vector<GLfloat> corners(64, 3.0f);  // outside: vertices only
    GLuint buffers[2];
    GenBuffers(context, 2, buffers);
    BindBuffer(context, GL_ARRAY_BUFFER, buffers[0]);
    BufferData(context, GL_ARRAY_BUFFER, 256, corners.data(), GL_STATIC_DRAW);
    BindBuffer(context, GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    const std::vector<GLuint> restarts(64, ~0u);
    BufferData(context, GL_ELEMENT_ARRAY_BUFFER, 256, restarts.data(), GL_STATIC_DRAW);
    VertexPointer(context, 2, GL_FLOAT, 0, nullptr);
    EnableClientState(context, GL_VERTEX_ARRAY);
    constexpr GLsizei most = 0x7fffffff;
    const std::vector<std::pair<const char*, std::function<void()>>> draws{
        {"vertices", [&] { DrawArrays(context, GL_TRIANGLES, 0, most); }},
        {"strips", [&] { DrawArrays(context, GL_TRIANGLE_STRIP, 0, most); }},
        {"instances", [&] { DrawArraysInstanced(context, GL_POINTS, 0, 1, most); }},
        {"indices", [&] { DrawElements(context, GL_TRIANGLES, most, GL_UNSIGNED_INT, nullptr); }},
        {"polygons", [&] { DrawArrays(context, GL_POLYGON, 0, most); }},
        {"fragments",
         [&] {
             std::vector<GLfloat> triangles;
             for (int i = 0; i < 30000; ++i) triangles.insert(triangles.end(), {-1, -1, 3, -1, -1, 3});
             BindBuffer(context, GL_ARRAY_BUFFER, 0);
             VertexPointer(context, 2, GL_FLOAT, 0, triangles.data());
             DrawArrays(context, GL_TRIANGLES, 0, 90000);
             BindBuffer(context, GL_ARRAY_BUFFER, buffers[0]);
             VertexPointer(context, 2, GL_FLOAT, 0, nullptr);
         }},
    };
    Enable(context, GL_BLEND);
    BlendFunc(context, GL_ONE, GL_ONE);
    for (const auto& [name, draw] : draws) {
        const auto begun = std::chrono::steady_clock::now();
        draw();
        Finish(context);
        EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5)) << name;
        EXPECT_EQ(GetGraphicsResetStatus(context), GLenum{GL_GUILTY_CONTEXT_RESET}) << name;
        EXPECT_EQ(gl_->error(), GLenum{GL_NO_ERROR}) << name;
    }
    const std::string said = message();
    EXPECT_NE(said.find("a draw ran for too long and was stopped among its vertex programs"), std::string::npos)
        << said;
    Disable(context, GL_BLEND);
    square(0, 0, 1);
    EXPECT_EQ(gl_->pixel(128, 128), blue) << "the context goes on";
    EXPECT_EQ(GetGraphicsResetStatus(context), GLenum{GL_NO_ERROR});
}

// The same with stages between vertices and primitives, where all input primitives must not be kept at once.
TEST_P(WatchdogWith, StopsStagesWithTooMuch) {
    Context& context = **gl_;
    const std::vector<GLfloat> corners(64, 3.0f);
    GLuint buffer;
    GenBuffers(context, 1, &buffer);
    BindBuffer(context, GL_ARRAY_BUFFER, buffer);
    BufferData(context, GL_ARRAY_BUFFER, 256, corners.data(), GL_STATIC_DRAW);
    VertexPointer(context, 2, GL_FLOAT, 0, nullptr);
    EnableClientState(context, GL_VERTEX_ARRAY);
    load(GL_GEOMETRY_PROGRAM_NV,
         "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES_ADJACENCY;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\n"
         "MOV result.position, vertex[0].position;\nEMIT;\nEND\n");
    for (const GLenum mode : {GL_TRIANGLES_ADJACENCY, GL_TRIANGLE_STRIP_ADJACENCY}) {
        const auto begun = std::chrono::steady_clock::now();
        DrawArrays(context, mode, 0, 0x7fffffff);
        Finish(context);
        EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
        EXPECT_EQ(GetGraphicsResetStatus(context), GLenum{GL_GUILTY_CONTEXT_RESET});
        EXPECT_EQ(gl_->error(), GLenum{GL_NO_ERROR});
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, WatchdogWith, ::testing::Values(1, 4));

}  // namespace
}  // namespace glapi
