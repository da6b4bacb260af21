// Handlers of signals wait for nothing that is drawn.
//
// What they wait for is counted as the drawing thread sees it: the time that it computes, or sleeps, with a signal
// held. Time in which it could run and doesn't, since other programs do, is not the driver's.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <functional>
#include <gtest/gtest.h>
#include <pthread.h>
#include <string>
#include <thread>
#include <time.h>
#include <unistd.h>
#include <vector>

#include "glapi/testing/program_fixture.h"
#include "runtime/threads/worker_pool.h"

namespace glapi {
namespace {

using namespace commands;
using std::chrono::milliseconds;
using testing::CurrentContext;

constexpr int64_t microsecond = 1000;

// What a thread has computed, and for how long other programs kept it from that: nanoseconds.
struct ThreadTimes {
    int64_t now = 0, computed = 0, kept = 0;
};
clockid_t drawing_clock;
std::atomic<int64_t> sent_at{0}, computed_at{0}, kept_at{0};
std::atomic<int64_t> longest_wait{0}, longest_computed{0};
std::atomic<int> times_handled{0};
char schedule_path[64];  // of the drawing thread

// Calls nothing but the kernel: for handlers.
ThreadTimes times_of_drawing() {
    ThreadTimes times;
    times.now =
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    const int file = open(schedule_path, O_RDONLY | O_CLOEXEC);
    char text[96] = "";
    if (file >= 0) {
        [[maybe_unused]] const ssize_t count = read(file, text, sizeof text - 1);
        close(file);
    }
    const char* at = text;
    int64_t roughly = 0;  // what it has computed, by the last tick
    for (int64_t* number : {&roughly, &times.kept}) {
        for (; *at >= '0' && *at <= '9'; ++at) *number = *number * 10 + (*at - '0');
        if (*at == ' ') ++at;
    }
    timespec computed{};
    clock_gettime(drawing_clock, &computed);
    times.computed = int64_t{computed.tv_sec} * 1'000'000'000 + computed.tv_nsec;
    return times;
}

void note_signal(int) {
    const int before = errno;
    const ThreadTimes times = times_of_drawing();
    const int64_t kept = times.kept - kept_at.load();
    longest_wait = std::max(longest_wait.load(), times.now - sent_at.load() - kept);
    longest_computed = std::max(longest_computed.load(), times.computed - computed_at.load());
    ++times_handled;
    errno = before;
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

    // Sends this thread a signal each 30 ms while it is at `work`. Nanoseconds that it took.
    int64_t send_signals(const std::function<void()>& work) {
        times_handled = 0;
        longest_wait = longest_computed = 0;
        std::snprintf(schedule_path, sizeof schedule_path, "/proc/self/task/%d/schedstat", gettid());
        const pthread_t drawing = pthread_self();
        pthread_getcpuclockid(drawing, &drawing_clock);
        std::atomic<bool> done{false};
        std::thread sender([&] {
            for (int count = 1; !done; ++count) {
                std::this_thread::sleep_for(milliseconds(30));
                if (done) return;
                const ThreadTimes times = times_of_drawing();
                kept_at = times.kept;
                computed_at = times.computed;
                sent_at = times.now;
                pthread_kill(drawing, SIGUSR1);
                while (!done && times_handled < count) std::this_thread::sleep_for(milliseconds(1));
            }
        });
        const int64_t begun = times_of_drawing().now;
        work();
        const int64_t taken = times_of_drawing().now - begun;
        done = true;
        sender.join();
        return taken;
    }
    // Work of so many times what is least, as many as take longer than handlers may wait.
    void handled_in_time(const std::function<void(int)>& work) {
        int64_t taken = 0;
        // What is compiled meanwhile runs faster than before; on a busy machine the sender may not come to send.
        for (int times = 1; (taken < 200'000 * microsecond || times_handled < 2) && times < 1 << 24;
             times *= taken < 40'000 * microsecond ? 4 : 2)
            taken = send_signals([&] { work(times); });
        expect_handled_in_time(taken);
        EXPECT_GT(taken, 150'000 * microsecond) << "too short to show anything";
        EXPECT_GT(times_handled, 1);
    }
    static void expect_handled_in_time(int64_t taken) {
        EXPECT_LT(longest_computed, 20'000 * microsecond) << "computed with a signal held, of " << taken;
        // Another thread, for which it sleeps, may be kept from running, too.
        EXPECT_LT(longest_wait, 60'000 * microsecond) << "computed or slept, of " << taken;
        std::printf("handlers waited %.1f ms, %.1f ms of them computing\n", static_cast<double>(longest_wait) * 1e-6,
                    static_cast<double>(longest_computed) * 1e-6);
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

// Long programs without a loop, of vertices: a piece of them takes long.
TEST_P(SignalsWhileDrawing, InVerticesOfLongPrograms) {
    std::vector<GLfloat> corners;
    for (int n = 0; n < 8192; ++n) corners.insert(corners.end(), {-1, -1, -0.99f, -1, -1, -0.99f});
    VertexPointer(context(), 2, GL_FLOAT, 0, corners.data());
    EnableClientState(context(), GL_VERTEX_ARRAY);
    std::string text = "!!NVvp4.0\nTEMP t;\nMOV.F t, vertex.position;\n";
    for (int n = 0; n < 150; ++n) text += n % 2 ? "SIN.F t.x, t.x;\n" : "EX2.F t.x, -t.x;\n";
    load(GL_VERTEX_PROGRAM_ARB, text + "MOV.F result.position, vertex.position;\nMOV.F result.color, t;\nEND\n");
    handled_in_time([&](int times) {
        for (int n = 0; n < times; ++n)
            DrawArrays(context(), GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size() / 2));
    });
}

// The same for programs that look up textures: when they are drawn with often, a second form of them is compiled.
TEST_P(SignalsWhileDrawing, InVerticesOfManyLookups) {
    std::vector<GLfloat> corners;
    for (int n = 0; n < 8192; ++n) corners.insert(corners.end(), {-1, -1, -0.99f, -1, -1, -0.99f});
    VertexPointer(context(), 2, GL_FLOAT, 0, corners.data());
    EnableClientState(context(), GL_VERTEX_ARRAY);
    TexImage2D(context(), GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    GenerateMipmap(context(), GL_TEXTURE_2D);
    std::string text = "!!NVvp4.0\nTEMP t;\nMOV.F t, vertex.position;\n";
    for (int n = 0; n < 60; ++n) text += "TXL.F t, t.yzwx, texture[0], 2D;\n";
    load(GL_VERTEX_PROGRAM_ARB, text + "MOV.F result.position, vertex.position;\nMOV.F result.color, t;\nEND\n");
    handled_in_time([&](int times) {
        for (int n = 0; n < times; ++n)
            DrawArrays(context(), GL_TRIANGLES, 0, static_cast<GLsizei>(corners.size() / 2));
    });
}

// Long programs of fragments.
TEST_P(SignalsWhileDrawing, InFragmentsOfLongPrograms) {
    full_triangle();
    std::string text = "!!NVfp4.0\nTEMP t;\nMOV.F t, fragment.position;\n";
    for (int n = 0; n < 150; ++n) text += n % 2 ? "SIN.F t, t.x;\n" : "EX2.F t, -t.x;\n";
    load(GL_FRAGMENT_PROGRAM_ARB, text + "MOV.F result.color, t;\nEND\n");
    handled_in_time([&](int times) {
        for (int n = 0; n < times; ++n) DrawArrays(context(), GL_TRIANGLES, 0, 3);
        Finish(context());
    });
}

// Shaders are compiled and linked while this thread waits for what has been made of them.
TEST_P(SignalsWhileDrawing, InWaitsForCompilers) {
    if (GetParam() == 1) GTEST_SKIP() << "compiles at once, without any hold";
    handled_in_time([&](int times) {
        std::string text = "#version 330\nuniform vec4 u;\nout vec4 o;\nvoid main() {\nvec4 v = u;\n";
        for (int n = 0; n < std::min(100 * times, 40'000); ++n)
            text += "if (v.x > " + std::to_string(n) + ".0) v = v.yzwx * u + vec4(sin(v.x), 1.0, cos(v.y), 2.0);\n";
        text += "o = v;\n}\n";
        const char* const source = text.c_str();
        // More than other threads can take at once.
        std::vector<GLuint> programs;
        for (int n = 0; n < 4; ++n) {
            const GLuint shader = CreateShader(context(), GL_FRAGMENT_SHADER);
            programs.push_back(CreateProgram(context()));
            ShaderSource(context(), shader, 1, &source, nullptr);
            CompileShader(context(), shader);
            AttachShader(context(), programs.back(), shader);
            LinkProgram(context(), programs.back());
        }
        GLint linked = 0;
        while (!programs.empty()) {
            GetProgramiv(context(), programs.back(), GL_LINK_STATUS, &linked);
            programs.pop_back();
        }
    });
}

// A large image that is converted, and given back.
TEST_P(SignalsWhileDrawing, InImagesThatAreConverted) {
    constexpr GLsizei edge = 2048;
    const std::vector<GLushort> texels(size_t{edge} * edge * 3, 0x1234);
    std::vector<GLfloat> read(size_t{edge} * edge * 4);
    handled_in_time([&](int times) {
        for (int n = 0; n < times; ++n) {
            TexImage2D(context(), GL_TEXTURE_2D, 0, GL_RGBA16F, edge, edge, 0, GL_RGB, GL_UNSIGNED_SHORT,
                       texels.data());
            GenerateMipmap(context(), GL_TEXTURE_2D);
            GetTexImage(context(), GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, read.data());
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Threads, SignalsWhileDrawing, ::testing::Values(1, 2));

}  // namespace
}  // namespace glapi
