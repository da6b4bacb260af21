// What runs when a process, or a thread, ends: the context is current until then, and everything works as before.
#include <cstdlib>
#include <gtest/gtest.h>
#include <pthread.h>
#include <thread>
#include <unistd.h>

#include "support.h"

namespace surroundings {
namespace {

// Counts itself: the client's exit code says how many there were.
int uses_at_exit = 0;

void use_everything() {
    require(eglGetCurrentContext() != EGL_NO_CONTEXT, "a context is current");
    require(glGetString(GL_VERSION) != nullptr, "there is a version");
    uint8_t pixel[4] = {9, 9, 9, 9};
    glReadPixels(5, 5, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    require(pixel[0] == 255 && pixel[1] == 0, "the pixel of before");
    // What looks tables up.
    GLfloat value = 0;
    glGetFloatv(GL_LINE_WIDTH, &value);
    require(value == 1 && !glIsEnabled(GL_BLEND), "state");
    GLint number = 0;
    glGetInternalformativ(GL_TEXTURE_2D, GL_RGBA8, GL_INTERNALFORMAT_SUPPORTED, 1, &number);
    require(number == GL_TRUE, "a format");
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB10_A2, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    require(glGetError() == GL_NO_ERROR, "an image");
    glEnable(0x12345);  // names of tokens
    require(glGetError() == GL_INVALID_ENUM, "an error");
    const Scene scene(7);
    scene.draw();
    require(Scene::is_right(), "a picture");
    // Another context, of another kind.
    const EGLint requests[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    const EGLContext other = eglCreateContext(eglGetCurrentDisplay(), nullptr, EGL_NO_CONTEXT, requests);
    require(other != EGL_NO_CONTEXT, "another context");
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ++uses_at_exit;
}

void begin_drawing() {
    make_client();
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

struct Global {
    ~Global() {
        use_everything();
        if (uses_at_exit == 3) _exit(42);
    }
};

CLIENT(exits_with_handlers) {
    static Global global;         // runs last
    std::atexit(use_everything);  // registered before the library is used at all
    begin_drawing();
    std::atexit(use_everything);
    const Scene scene(3);
    for (int i = 0; i < 100; ++i) scene.draw();
    glClear(GL_COLOR_BUFFER_BIT);
    std::exit(0);
}

TEST(Exit, HandlersAndGlobalObjectsFindTheContext) {
    for (const char* const engine : {"auto", "jit", "interpreter"}) {
        const Outcome outcome =
            run_client("exits_with_handlers", {}, {{"ASMGL_ENGINE", engine}, {"ASMGL_CACHE_DIR", "off"}});
        EXPECT_EQ(outcome.code, 42) << engine << ": " << describe(outcome);
    }
}

// microseconds
CLIENT(exits_while_threads_draw) {
    for (int i = 0; i < 2; ++i)
        std::thread([i] {
            make_client();
            for (int number = i;; number += 2) {
                const Scene scene(number);
                for (int frame = 0; frame < 50; ++frame) scene.draw();
                glFinish();
            }
        }).detach();
    make_client();
    const Scene scene(1000);
    std::atexit([] { glFinish(); });
    for (int frame = 0; frame < 20; ++frame) scene.draw();
    usleep(static_cast<useconds_t>(std::stoul(arguments.at(0))));
    std::exit(0);
}

// With compile threads and workers in the midst of it.
TEST(Exit, EndsWhileThreadsDrawAndCompile) {
    for (int round = 0; round < 12; ++round) {
        const Outcome outcome =
            run_client("exits_while_threads_draw", {std::to_string(20'000 * round)}, {{"ASMGL_CACHE_DIR", "off"}}, 30);
        EXPECT_EQ(outcome.code, 0) << round << ": " << describe(outcome);
    }
}

CLIENT(exits_with_much_to_draw) {
    make_client();
    const Scene scene;
    for (int i = 0; i < 2'000; ++i) scene.draw();
    std::printf("exit ");
    std::exit(0);
}

// A thread that ends releases its context: another makes it current.
CLIENT(takes_contexts_over) {
    Client client;
    std::thread([&] { client = make_client(); }).join();
    for (int i = 0; i < 5; ++i)
        std::thread([&] {
            require(eglBindAPI(EGL_OPENGL_API), "the API");
            require(eglMakeCurrent(client.display, client.surface, client.surface, client.context),
                    "it is made current again");
            glClear(GL_COLOR_BUFFER_BIT);
        }).join();
}
TEST(ThreadEnd, ReleasesTheContext) {
    const Outcome outcome = run_client("takes_contexts_over");
    EXPECT_EQ(outcome.code, 0) << describe(outcome);
}

// Functions for a thread's end may still draw, whichever comes first.
CLIENT(draws_at_a_threads_end) {
    static pthread_key_t before, behind;
    const auto draw = [](void*) {
        glClear(GL_COLOR_BUFFER_BIT);
        glFinish();
        eglReleaseThread();
    };
    pthread_key_create(&before, draw);
    for (int i = 0; i < 3; ++i)
        std::thread([&] {
            pthread_setspecific(before, &before);
            make_client();
            if (i == 0) pthread_key_create(&behind, draw);
            pthread_setspecific(behind, &behind);
            const Scene scene;
            scene.draw();
            thread_local struct Last {
                ~Last() { glFinish(); }
            } last;
            (void)last;
        }).join();
}
TEST(ThreadEnd, FunctionsForItMayDraw) {
    const Outcome outcome = run_client("draws_at_a_threads_end");
    EXPECT_EQ(outcome.code, 0) << describe(outcome);
}

}  // namespace
}  // namespace surroundings
