// Handlers of signals wait for nothing that is drawn.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <gtest/gtest.h>
#include <pthread.h>
#include <string>
#include <thread>
#include <vector>

#include "glapi/testing/program_fixture.h"
#include "runtime/threads/worker_pool.h"

namespace glapi {
namespace {

using namespace commands;
using std::chrono::milliseconds;
using testing::CurrentContext;

std::atomic<int64_t> sent_at{0}, longest_wait{0};
std::atomic<int> times_handled{0};

int64_t microseconds_now() {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void note_signal(int) {
    longest_wait = std::max(longest_wait.load(), microseconds_now() - sent_at.load());
    ++times_handled;
}

// The parameter is the number of threads.
class SignalsWhileDrawing : public ::testing::TestWithParam<int> {
  protected:
    SignalsWhileDrawing()
        : usual_threads_(runtime::WorkerPool::instance().thread_count()),
          usual_handler_(std::signal(SIGUSR1, note_signal)) {
        runtime::WorkerPool::instance().set_thread_count(GetParam());
        gl_ = std::make_unique<CurrentContext>(64, 64);
    }
    ~SignalsWhileDrawing() override {
        gl_.reset();
        runtime::WorkerPool::instance().set_thread_count(usual_threads_);
        std::signal(SIGUSR1, usual_handler_);
    }
    Context& context() { return **gl_; }
    void load(GLenum target, const std::string& text) { testing::load(*gl_, target, text); }
    void full_triangle() {
        static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
        VertexPointer(context(), 2, GL_FLOAT, 0, corners);
        EnableClientState(context(), GL_VERTEX_ARRAY);
    }

    // Sends this thread a signal each 30 ms while it is at `work`. Microseconds that it took.
    int64_t send_signals(const std::function<void()>& work) {
        times_handled = 0;
        longest_wait = 0;
        const pthread_t drawing = pthread_self();
        std::atomic<bool> done{false};
        std::thread sender([&] {
            for (int count = 1; !done; ++count) {
                std::this_thread::sleep_for(milliseconds(30));
                if (done) return;
                sent_at = microseconds_now();
                pthread_kill(drawing, SIGUSR1);
                while (!done && times_handled < count) std::this_thread::sleep_for(milliseconds(1));
            }
        });
        const int64_t begun = microseconds_now();
        work();
        const int64_t taken = microseconds_now() - begun;
        done = true;
        sender.join();
        return taken;
    }
    // Work of so many times what is least, as many as take longer than handlers may wait.
    void handled_in_time(const std::function<void(int)>& work) {
        int64_t taken = 0;
        // What is compiled meanwhile runs faster than before.
        for (int times = 1; taken < 200'000 && times < 1 << 24; times *= taken < 40'000 ? 4 : 2)
            taken = send_signals([&] { work(times); });
        // On a machine with nothing else to do they wait for 10 ms.
        EXPECT_LT(longest_wait, 120'000) << "microseconds, of " << taken;
        EXPECT_GT(taken, 150'000) << "microseconds: too short to show anything";
        EXPECT_GT(times_handled, 1);
    }

    std::unique_ptr<CurrentContext> gl_;

  private:
    int32_t usual_threads_;
    void (*usual_handler_)(int);
};

// One tile, of very many primitives that cover it.
TEST_P(SignalsWhileDrawing, InScenesOfManyDraws) {
    full_triangle();
    Enable(context(), GL_BLEND);
    BlendFunc(context(), GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    Color4f(context(), 1, 0, 0, 0.5f);
    handled_in_time([&](int times) {
        for (int i = 0; i < 200 * times; ++i) {
            DrawArrays(context(), GL_TRIANGLES, 0, 3);
            if (i % 8192 == 8191) context().rasterizer.flush();
        }
        Finish(context());
    });
}

TEST_P(SignalsWhileDrawing, InFragmentsOfManyTurns) {
    full_triangle();
    load(GL_FRAGMENT_PROGRAM_ARB,
         "!!NVfp4.0\nTEMP t, n;\nMOV.F t, fragment.position;\nMOV.F n, program.local[0];\nREP.F n.x;\nMAD.F t, t, 0.5, "
         "1;\nENDREP;\n"
         "MOV.F result.color, t;\nEND\n");
    handled_in_time([&](int times) {
        ProgramLocalParameter4fARB(context(), GL_FRAGMENT_PROGRAM_ARB, 0, static_cast<GLfloat>(1000 * times), 0, 0, 0);
        DrawArrays(context(), GL_TRIANGLES, 0, 3);
        Finish(context());
    });
}

// Three vertices, which are shaded before the draw returns.
TEST_P(SignalsWhileDrawing, InVerticesOfManyTurns) {
    full_triangle();
    load(GL_VERTEX_PROGRAM_ARB,
         "!!NVvp4.0\nTEMP t, n;\nMOV.F t, vertex.position;\nMOV.F n, program.local[0];\nREP.F n.x;\nMAD.F t, t, 0.5, "
         "1;\nENDREP;\n"
         "MOV.F result.position, t;\nEND\n");
    handled_in_time([&](int times) {
        ProgramLocalParameter4fARB(context(), GL_VERTEX_PROGRAM_ARB, 0, static_cast<GLfloat>(20000 * times), 0, 0, 0);
        DrawArrays(context(), GL_TRIANGLES, 0, 3);
    });
}

TEST_P(SignalsWhileDrawing, InStagesOfManyTurns) {
    full_triangle();
    load(GL_GEOMETRY_PROGRAM_NV,
         "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nTEMP t, n;\n"
         "MOV.F t, vertex[0].position;\nMOV.F n, program.local[0];\nREP.F n.x;\nMAD.F t, t, 0.5, 1;\nENDREP;\nMOV.F "
         "result.position, t;\nEMIT;\nEND\n");
    handled_in_time([&](int times) {
        ProgramLocalParameter4fARB(context(), GL_GEOMETRY_PROGRAM_NV, 0, static_cast<GLfloat>(20000 * times), 0, 0, 0);
        DrawArrays(context(), GL_TRIANGLES, 0, 3);
    });
}

TEST_P(SignalsWhileDrawing, InDispatches) {
    load(GL_COMPUTE_PROGRAM_NV, "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP t;\nMOV.F t, 1;\nMAD.F t, t, t, 1;\nEND\n");
    handled_in_time(
        [&](int times) { DispatchCompute(context(), 1000, static_cast<GLuint>(std::min(times, 65535)), 1); });
}

TEST_P(SignalsWhileDrawing, InDispatchesOfManyTurns) {
    load(GL_COMPUTE_PROGRAM_NV,
         "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP t, n;\nMOV.F t, 1;\nMOV.F n, program.local[0];\nREP.F n.x;\nMAD.F t, t, 0.5, "
         "1;\nENDREP;\nEND\n");
    handled_in_time([&](int times) {
        ProgramLocalParameter4fARB(context(), GL_COMPUTE_PROGRAM_NV, 0, static_cast<GLfloat>(20000 * times), 0, 0, 0);
        DispatchCompute(context(), 1, 1, 1);
    });
}

INSTANTIATE_TEST_SUITE_P(Threads, SignalsWhileDrawing, ::testing::Values(1, 2));

}  // namespace
}  // namespace glapi
