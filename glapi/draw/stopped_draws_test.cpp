#include "glapi/draw/stopped_draws.h"

#include <gtest/gtest.h>
#include <string>
#include <thread>

#include "glapi/testing/test_window.h"
#include "runtime/threads/worker_pool.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

constexpr Pixel green{0, 255, 0, 255}, blue{0, 0, 255, 255};

// The parameter is the number of threads.
class WatchdogWith : public ::testing::TestWithParam<int> {
  protected:
    WatchdogWith() : usual_(runtime::WorkerPool::instance().thread_count()) {
        runtime::WorkerPool::instance().set_thread_count(GetParam());
        ContextRequest request;
        request.debug = true;
        gl_ = std::make_unique<CurrentContext>(256, 256, BufferConfig{}, request);
        (**gl_).drawing.watchdog->timeout = std::chrono::milliseconds(30);
    }
    ~WatchdogWith() override {
        gl_.reset();
        runtime::WorkerPool::instance().set_thread_count(usual_);
    }

    void load(GLenum target, const std::string& text) {
        GLuint name = 0;
        GenProgramsARB(**gl_, 1, &name);
        BindProgramARB(**gl_, target, name);
        ProgramStringARB(**gl_, target, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()), text.data());
        ASSERT_EQ(gl_->error(), GLenum{GL_NO_ERROR}) << GetString(**gl_, GL_PROGRAM_ERROR_STRING_ARB);
        Enable(**gl_, target);
    }
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

INSTANTIATE_TEST_SUITE_P(Threads, WatchdogWith, ::testing::Values(1, 4));

}  // namespace
}  // namespace glapi
