// What is stopped, and what is not (docs/decisions/stopped_draws.md).
#include <chrono>
#include <climits>
#include <functional>
#include <gtest/gtest.h>
#include <span>
#include <string>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/program_fixture.h"
#include "runtime/threads/worker_pool.h"

namespace glapi {
namespace {

using namespace commands;
using std::chrono::milliseconds;
using testing::blue;
using testing::CurrentContext;
using testing::green;
using testing::Pixel;
using WatchdogLimits = runtime::Watchdog::Limits;

constexpr WatchdogLimits usual_limits;
constexpr int32_t limited_window = 128;

const std::string endless_fragments = "!!NVfp4.0\nREP;\nBRK (FL);\nMOV.F result.color, fragment.color;\nENDREP;\nEND\n";

// Fragments of so many turns that are green in the end.
std::string turning_fragments(int turns) {
    return "!!NVfp4.0\nTEMP t;\nMOV.F t, fragment.position;\nREP.S {" + std::to_string(turns) +
           "}.x;\nMAD.F t, t, 0.5, 1;\nENDREP;\nMUL.F t, t, 0;\nADD.F result.color, t, fragment.color;\nEND\n";
}

// The parameter is the number of threads.
class CommandLimits : public ::testing::TestWithParam<int> {
  protected:
    CommandLimits() : usual_threads_(runtime::WorkerPool::instance().thread_count()) {
        runtime::WorkerPool::instance().set_thread_count(GetParam());
        begin({}, false);
    }
    ~CommandLimits() override {
        gl_.reset();
        runtime::WorkerPool::instance().set_thread_count(usual_threads_);
    }
    void begin(const WatchdogLimits& limits, bool notifies) {
        ContextRequest request;
        request.debug = true;
        request.lose_context_on_reset = notifies;
        gl_ = nullptr;
        gl_ = std::make_unique<CurrentContext>(limited_window, limited_window, BufferConfig{}, request);
        if (notifies)
            EXPECT_EQ(watchdog().limits.command, std::chrono::seconds(10));
        else
            EXPECT_EQ(watchdog().limits.command.count(), 0);
        // What is stopped is looked at here, not what it does to the context (lost_contexts_test.cpp).
        watchdog().stopped->lose_with(nullptr);
        watchdog().limits = limits;
    }
    Context& context() { return **gl_; }
    WatchdogState& watchdog() { return context().drawing.watchdog; }
    void load(GLenum target, const std::string& text) { testing::load(*gl_, target, text); }
    void square(float red, float green_part, float blue_part) {
        Color3f(context(), red, green_part, blue_part);
        Rectf(context(), -1, -1, 1, 1);
    }
    // Draws take two coordinates a vertex from a buffer with these.
    void use_corners(std::span<const GLfloat> corners) {
        GLuint buffer = 0;
        GenBuffers(context(), 1, &buffer);
        BindBuffer(context(), GL_ARRAY_BUFFER, buffer);
        BufferData(context(), GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size_bytes()), corners.data(),
                   GL_STATIC_DRAW);
        VertexPointer(context(), 2, GL_FLOAT, 0, nullptr);
        EnableClientState(context(), GL_VERTEX_ARRAY);
    }
    // How many pixels are other than `wanted`.
    int differing(const Pixel& wanted) {
        int count = 0;
        for (int y = 0; y < limited_window; ++y)
            for (int x = 0; x < limited_window; ++x) count += gl_->pixel(x, y) != wanted;
        return count;
    }
    // A command that would take for ever, nearly, in a context where commands are limited.
    void expect_stopped(const char* name, const std::function<void()>& command) {
        const uint32_t before = watchdog().stopped->count();
        const auto begun = std::chrono::steady_clock::now();
        command();
        Finish(context());
        EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10)) << name;
        EXPECT_EQ(watchdog().stopped->count(), before + 1) << name << " is stopped, once";
        EXPECT_EQ(gl_->error(), GLenum{GL_NO_ERROR}) << name;
        EXPECT_EQ(GetGraphicsResetStatus(context()), GLenum{GL_GUILTY_CONTEXT_RESET}) << name;
        EXPECT_EQ(GetGraphicsResetStatus(context()), GLenum{GL_NO_ERROR}) << name;
    }

    std::unique_ptr<CurrentContext> gl_;

  private:
    int32_t usual_threads_;
};

// The whole takes much longer than a group may.
TEST_P(CommandLimits, WhatFinishesGroupsIsNotStopped) {
    begin({.group = milliseconds(40)}, false);
    square(0, 0, 1);
    const auto begun = std::chrono::steady_clock::now();
    load(GL_FRAGMENT_PROGRAM_ARB, turning_fragments(5000));
    square(0, 1, 0);
    EXPECT_EQ(differing(green), 0);
    // Dispatches, too.
    load(GL_COMPUTE_PROGRAM_NV,
         "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP t;\nMOV.F t, 1;\nREP.S {5000}.x;\nMAD.F t, t, 0.5, 1;\nENDREP;\nEND\n");
    while (std::chrono::steady_clock::now() - begun < milliseconds(200)) DispatchCompute(context(), 100, 1, 1);
    EXPECT_EQ(watchdog().stopped->count(), 0u);
    EXPECT_EQ(GetGraphicsResetStatus(context()), GLenum{GL_NO_ERROR});
}

// A sequence of commands may take any time, also where each has a limit.
TEST_P(CommandLimits, EachCommandHasItsOwn) {
    for (const bool sequences : {false, true}) {
        begin({usual_limits.group, milliseconds(100)}, true);
        context().draw_sequence->enabled = sequences;
        load(GL_FRAGMENT_PROGRAM_ARB, turning_fragments(100));
        const GLfloat corners[] = {-1, -1, 1, -1, 1, 1, -1, 1};
        use_corners(corners);
        Color3f(context(), 0, 1, 0);
        const auto begun = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - begun < milliseconds(600)) {
            for (int i = 0; i < 20; ++i) DrawArrays(context(), GL_QUADS, 0, 4);
            context().rasterizer.finish();
        }
        end_sequence(context());
        EXPECT_EQ(differing(green), 0) << sequences;
        EXPECT_EQ(watchdog().stopped->count(), 0u) << sequences;
    }
}

// In a sequence of draws one that does not end takes no other with it.
TEST_P(CommandLimits, OthersOfASequenceAreWhole) {
    begin({usual_limits.group, milliseconds(50)}, true);
    context().draw_sequence->enabled = true;
    load(GL_FRAGMENT_PROGRAM_ARB,
         "!!NVfp4.0\nTEMP t;\nMOV.F result.color, fragment.color;\nMOV.F.CC t, program.local[0];\nIF NE.x;\n"
         "REP;\nBRK (FL);\nMOV.F result.color.z, 1;\nENDREP;\nENDIF;\nEND\n");
    const GLfloat corners[] = {-1, -1, 0, -1, 0, 1, -1, 1, 0, -1, 1, -1, 1, 1, 0, 1};
    use_corners(corners);
    Color3f(context(), 0, 1, 0);
    ::glDrawArrays(GL_QUADS, 0, 4);
    ::glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, 1, 0, 0, 0);
    ::glDrawArrays(GL_QUADS, 0, 8);
    ::glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, 0, 0, 0, 0);
    ::glDrawArrays(GL_QUADS, 4, 4);
    ::glFinish();
    EXPECT_EQ(differing(green), 0);
    EXPECT_EQ(watchdog().stopped->count(), 1u);
}

// GL 4.6, 2.3.2: who has not asked is not told. But it is said.
TEST_P(CommandLimits, OrdinaryContextsHearNothingOfResets) {
    begin({.group = milliseconds(30)}, false);
    std::vector<std::string> said;
    DebugMessageCallback(
        context(),
        [](GLenum, GLenum, GLuint, GLenum, GLsizei, const GLchar* text, const void* to) {
            static_cast<std::vector<std::string>*>(const_cast<void*>(to))->push_back(text);
        },
        &said);
    square(0, 1, 0);
    load(GL_FRAGMENT_PROGRAM_ARB, endless_fragments);
    ::testing::internal::CaptureStderr();
    for (int i = 0; i < 3; ++i) square(1, 0, 0);
    context().rasterizer.finish();
    const std::string lines = ::testing::internal::GetCapturedStderr();
    EXPECT_NE(lines.find("asmgl: a fragment program ran for too long and was stopped at line 5"), std::string::npos)
        << lines;
    EXPECT_EQ(lines.find("asmgl:", 1), std::string::npos) << "once: " << lines;
    EXPECT_EQ(said.size(), 0u);
    ::glIsEnabled(GL_BLEND);
    ASSERT_EQ(said.size(), 1u) << "the next call, of whatever kind";
    EXPECT_EQ("asmgl: " + said[0] + "\n", lines);
    EXPECT_EQ(GetGraphicsResetStatus(context()), GLenum{GL_NO_ERROR});
    EXPECT_EQ(watchdog().stopped->count(), 3u);
    EXPECT_EQ(differing(green), 0);
}

// All draws of one command are dropped together, not one after the other.
TEST_P(CommandLimits, MultiDrawsAreStoppedOnce) {
    for (const bool limited : {false, true}) {
        begin(limited ? WatchdogLimits{usual_limits.group, milliseconds(100)}
                      : WatchdogLimits{.group = milliseconds(100)},
              true);
        load(GL_FRAGMENT_PROGRAM_ARB, endless_fragments);
        const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
        VertexPointer(context(), 2, GL_FLOAT, 0, corners);
        EnableClientState(context(), GL_VERTEX_ARRAY);
        struct Words {
            GLuint count = 3, instances = 1, first = 0, base = 0;
        };
        const std::vector<Words> words(60000);
        expect_stopped("indirect", [&] {
            MultiDrawArraysIndirect(context(), GL_TRIANGLES, words.data(), static_cast<GLsizei>(words.size()), 0);
        });
        const std::vector<GLint> first(60000);
        const std::vector<GLsizei> count(60000, 3);
        expect_stopped("arrays", [&] { MultiDrawArrays(context(), GL_TRIANGLES, first.data(), count.data(), 60000); });
        const std::vector<GLenum> modes(60000, GL_TRIANGLES);
        expect_stopped("modes", [&] {
            MultiModeDrawArraysIBM(context(), modes.data(), first.data(), count.data(), 60000, sizeof(GLenum));
        });
        const GLushort numbers[] = {0, 1, 2};
        const std::vector<const void*> indices(60000, numbers);
        expect_stopped("elements", [&] {
            MultiDrawElements(context(), GL_TRIANGLES, count.data(), GL_UNSIGNED_SHORT, indices.data(), 60000);
        });
        Disable(context(), GL_FRAGMENT_PROGRAM_ARB);
        square(0, 0, 1);
        EXPECT_EQ(differing(blue), 0) << "the context goes on";
    }
}

// Draws that have an end, so many of them that their command has none.
TEST_P(CommandLimits, MultiDrawsOfManySmallOnes) {
    begin({usual_limits.group, milliseconds(50)}, true);
    const GLfloat corners[] = {-1, -1, -0.99f, -1, -1, -0.99f};
    VertexPointer(context(), 2, GL_FLOAT, 0, corners);
    EnableClientState(context(), GL_VERTEX_ARRAY);
    const std::vector<GLint> first(1 << 22);
    const std::vector<GLsizei> count(1 << 22, 3);
    expect_stopped("small", [&] { MultiDrawArrays(context(), GL_TRIANGLES, first.data(), count.data(), 1 << 22); });
}

TEST_P(CommandLimits, DispatchesWithoutLoops) {
    begin({usual_limits.group, milliseconds(50)}, true);
    load(GL_COMPUTE_PROGRAM_NV, "!!NVcp5.0\nGROUP_SIZE 1;\nEND\n");
    expect_stopped("empty", [&] { DispatchCompute(context(), 65535, 65535, 65535); });
    load(GL_COMPUTE_PROGRAM_NV, "!!NVcp5.0\nGROUP_SIZE 32;\nREP;\nBRK (FL);\nENDREP;\nEND\n");
    expect_stopped("endless", [&] { DispatchCompute(context(), 65535, 1, 1); });
}

TEST_P(CommandLimits, EvaluatorMeshes) {
    begin({usual_limits.group, milliseconds(50)}, true);
    const GLfloat points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    Map1f(context(), GL_MAP1_VERTEX_3, 0, 1, 3, 2, points);
    Map2f(context(), GL_MAP2_VERTEX_3, 0, 1, 3, 2, 0, 1, 6, 2, points);
    Enable(context(), GL_MAP1_VERTEX_3);
    Enable(context(), GL_MAP2_VERTEX_3);
    MapGrid1f(context(), 10, 0, 1);
    MapGrid2f(context(), 10, 0, 1, 10, 0, 1);
    expect_stopped("points", [&] { EvalMesh1(context(), GL_POINT, 0, INT_MAX); });
    expect_stopped("lines", [&] { EvalMesh1(context(), GL_LINE, INT_MIN, INT_MAX); });
    expect_stopped("points 2", [&] { EvalMesh2(context(), GL_POINT, 0, INT_MAX, 0, INT_MAX); });
    expect_stopped("lines 2", [&] { EvalMesh2(context(), GL_LINE, 0, INT_MAX, 0, INT_MAX); });
    expect_stopped("fill", [&] { EvalMesh2(context(), GL_FILL, 0, INT_MAX, 0, 1); });
    // The largest number is a point like others.
    EvalMesh1(context(), GL_POINT, INT_MAX - 3, INT_MAX);
    EvalMesh2(context(), GL_LINE, INT_MAX - 3, INT_MAX, INT_MAX, INT_MAX);
    EvalMesh2(context(), GL_FILL, INT_MAX - 3, INT_MAX, INT_MAX - 1, INT_MAX);
    EXPECT_EQ(gl_->error(), GLenum{GL_NO_ERROR});
}

TEST_P(CommandLimits, CallsOfLists) {
    begin({usual_limits.group, milliseconds(50)}, true);
    NewList(context(), 1, GL_COMPILE);
    EndList(context());
    const std::vector<GLubyte> names(1 << 25, 1), missing(1 << 25, 2);
    expect_stopped("empty", [&] { CallLists(context(), 1 << 25, GL_UNSIGNED_BYTE, names.data()); });
    // Neither is there.
    expect_stopped("none", [&] { CallLists(context(), 1 << 25, GL_UNSIGNED_BYTE, missing.data()); });
    NewList(context(), 3, GL_COMPILE);
    ::glBegin(GL_POINTS);
    ::glVertex2f(0, 0);
    ::glEnd();
    EndList(context());
    NewList(context(), 4, GL_COMPILE);
    for (int i = 0; i < 100; ++i) ::glCallList(3);
    for (int i = 0; i < 100; ++i) ::glCallList(4);
    EndList(context());
    expect_stopped("calls itself", [&] { CallList(context(), 4); });
}

TEST_P(CommandLimits, Tessellation) {
    begin({usual_limits.group, milliseconds(50)}, true);
    load(GL_TESS_EVALUATION_PROGRAM_NV,
         "!!NVtep5.0\nTESS_MODE QUADS;\nMOV.F result.position, vertex[0].position;\nEND\n");
    PatchParameteri(context(), GL_PATCH_VERTICES, 1);
    const GLfloat levels[] = {64, 64, 64, 64};
    PatchParameterfv(context(), GL_PATCH_DEFAULT_OUTER_LEVEL, levels);
    PatchParameterfv(context(), GL_PATCH_DEFAULT_INNER_LEVEL, levels);
    const std::vector<GLfloat> corners(2 * 100000, 3.0f);
    VertexPointer(context(), 2, GL_FLOAT, 0, corners.data());
    EnableClientState(context(), GL_VERTEX_ARRAY);
    expect_stopped("patches", [&] { DrawArrays(context(), GL_PATCHES, 0, 100000); });
}

TEST_P(CommandLimits, Selection) {
    begin({usual_limits.group, milliseconds(50)}, true);
    GLuint hits[64];
    SelectBuffer(context(), 64, hits);
    const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
    use_corners(corners);
    RenderMode(context(), GL_SELECT);
    expect_stopped("selection", [&] { DrawArrays(context(), GL_TRIANGLES, 0, INT_MAX); });
    RenderMode(context(), GL_RENDER);
}

// Queued draws to textures that go with the context need not happen. Draws that others see happen.
TEST_P(CommandLimits, NothingIsDrawnForNobody) {
    const auto draw_into = [&](bool window) {
        GLuint texture = 0, framebuffer = 0;
        GenTextures(context(), 1, &texture);
        BindTexture(context(), GL_TEXTURE_2D, texture);
        TexImage2D(context(), GL_TEXTURE_2D, 0, GL_RGBA8, 256, 256, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        GenFramebuffers(context(), 1, &framebuffer);
        if (!window) BindFramebuffer(context(), GL_FRAMEBUFFER, framebuffer);
        if (!window) {
            FramebufferTexture2D(context(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
            Viewport(context(), 0, 0, 256, 256);
            ASSERT_EQ(CheckFramebufferStatus(context(), GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
        }
        BindTexture(context(), GL_TEXTURE_2D, 0);
        load(GL_FRAGMENT_PROGRAM_ARB, turning_fragments(window ? 100 : 200000));
        square(0, 1, 0);
    };
    const auto end_context = [&](bool flushed) {
        if (flushed) Flush(context());
        const std::shared_ptr<testing::MemoryWindow> window = gl_->window;
        const auto begun = std::chrono::steady_clock::now();
        destroy_context(gl_->context);  // while it is current
        gl_->context = nullptr;
        gl_ = nullptr;
        EXPECT_LT(std::chrono::steady_clock::now() - begun, milliseconds(1500));
        return window;
    };
    for (const bool flushed : {false, true}) {
        begin({}, false);
        draw_into(false);
        end_context(flushed);
        begin({}, false);
        square(0, 0, 1);
        context().rasterizer.finish();
        draw_into(true);
        const auto window = end_context(flushed);
        const auto* texel = reinterpret_cast<const uint8_t*>(window->back->row(5) + 4 * 5);
        EXPECT_EQ(texel[1], 255) << "the window's buffer is there for the next context";
        EXPECT_EQ(texel[0], 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, CommandLimits, ::testing::Values(1, 4));

}  // namespace
}  // namespace glapi
