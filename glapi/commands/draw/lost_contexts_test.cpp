// Contexts that asked to be told of resets are lost when a command of theirs is stopped (OpenGL 4.6, 2.3.2).
#include <chrono>
#include <gtest/gtest.h>
#include <memory>
#include <string>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using testing::CurrentContext;

const std::string endless = "!!NVfp4.0\nREP;\nBRK (FL);\nMOV.F result.color, fragment.color;\nENDREP;\nEND\n";

class LostContexts : public ::testing::Test {
  protected:
    static std::unique_ptr<CurrentContext> made(bool notifies, Context* share = nullptr) {
        ContextRequest request;
        request.lose_context_on_reset = notifies;
        request.share = share;
        auto context = std::make_unique<CurrentContext>(64, 64, BufferConfig{}, request);
        (**context).drawing.watchdog.limits = {std::chrono::milliseconds(30), std::chrono::milliseconds(30)};
        return context;
    }
    static void draw_endlessly(CurrentContext& context) {
        testing::load(context, GL_FRAGMENT_PROGRAM_ARB, endless);
        ::glRectf(-1, -1, 1, 1);
        (*context).rasterizer.finish();
    }
    static void go_to(CurrentContext& context) { make_current(context.context, context.window, context.window); }
};

TEST_F(LostContexts, DoNothingAndSaySo) {
    const auto gl = made(true);
    ::glClearColor(0, 1, 0, 1);
    ::glClear(GL_COLOR_BUFFER_BIT);
    const GLsync sync = ::glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    GLuint query = 0, buffer = 0;
    ::glGenQueries(1, &query);
    ::glGenBuffers(1, &buffer);
    ::glBindBuffer(GL_ARRAY_BUFFER, buffer);
    EXPECT_EQ(::glGetGraphicsResetStatus(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    draw_endlessly(*gl);
    EXPECT_EQ(::glGetGraphicsResetStatus(), GLenum{GL_GUILTY_CONTEXT_RESET});
    EXPECT_EQ(::glGetGraphicsResetStatus(), GLenum{GL_NO_ERROR}) << "the reset is complete";
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});

    // Nothing is drawn, changed or written.
    GLubyte pixel[4] = {9, 9, 9, 9};
    GLint number = 77;
    GLuint name = 78;
    const auto is_lost = [](const char* what) { EXPECT_EQ(::glGetError(), GLenum{GL_CONTEXT_LOST}) << what; };
    ::glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    is_lost("ReadPixels");
    ::glGetIntegerv(GL_MAX_TEXTURE_SIZE, &number);
    is_lost("GetIntegerv");
    ::glGenTextures(1, &name);
    is_lost("GenTextures");
    EXPECT_EQ(::glMapBuffer(GL_ARRAY_BUFFER, GL_READ_ONLY), nullptr);
    is_lost("MapBuffer");
    ::glBegin(GL_TRIANGLES);
    is_lost("Begin");
    ::glVertex2f(0, 0);
    is_lost("Vertex2f");
    ::glClear(GL_COLOR_BUFFER_BIT);
    is_lost("Clear");
    ::glFinish();
    is_lost("Finish");
    EXPECT_EQ(pixel[0], 9);
    EXPECT_EQ(number, 77);
    EXPECT_EQ(name, 78u);

    // Who asks whether something is over hears that it is.
    ::glGetSynciv(sync, GL_SYNC_STATUS, 1, nullptr, &number);
    EXPECT_EQ(number, GL_SIGNALED);
    is_lost("GetSynciv");
    ::glGetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &name);
    EXPECT_EQ(name, GLuint{GL_TRUE});
    is_lost("GetQueryObjectuiv");
    EXPECT_EQ(::glClientWaitSync(sync, 0, ~GLuint64{0}), GLenum{GL_WAIT_FAILED});
    is_lost("ClientWaitSync");

    const auto next = made(true);
    EXPECT_EQ(::glGetGraphicsResetStatus(), GLenum{GL_NO_ERROR});
    ::glClear(GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR}) << "a new one is whole";
}

TEST_F(LostContexts, TakeThoseThatShareWithThem) {
    const auto first = made(true);
    const auto second = made(true, first->context);
    const auto third = made(true);
    go_to(*first);
    draw_endlessly(*first);
    go_to(*second);
    ::glFlush();
    EXPECT_EQ(::glGetError(), GLenum{GL_CONTEXT_LOST});
    EXPECT_EQ(::glGetGraphicsResetStatus(), GLenum{GL_INNOCENT_CONTEXT_RESET});
    EXPECT_EQ(::glGetGraphicsResetStatus(), GLenum{GL_NO_ERROR});
    const auto late = made(true, first->context);
    ::glFlush();
    EXPECT_EQ(::glGetError(), GLenum{GL_CONTEXT_LOST}) << "what is made later, too";
    go_to(*third);
    ::glFlush();
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(::glGetGraphicsResetStatus(), GLenum{GL_NO_ERROR});
    go_to(*first);
    EXPECT_EQ(::glGetGraphicsResetStatus(), GLenum{GL_GUILTY_CONTEXT_RESET});
}

TEST_F(LostContexts, AreThoseThatAskedForIt) {
    const auto gl = made(false);
    draw_endlessly(*gl);
    ::glFlush();
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(::glGetGraphicsResetStatus(), GLenum{GL_NO_ERROR});
    ::glDisable(GL_FRAGMENT_PROGRAM_ARB);
    ::glColor3f(0, 0, 1);
    ::glRectf(-1, -1, 1, 1);
    EXPECT_EQ(gl->pixel(20, 20), testing::blue);
}

}  // namespace
}  // namespace glapi
