// Programs that end, or go on, by way of GL calls in a signal handler: games shut GL down when they are told to
// terminate. Whatever the signal interrupts, the program must not hang.
#include <GL/gl.h>
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#undef None
#undef Bool
#undef Status
#undef Success
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

using std::chrono::milliseconds;

constexpr int rounds = 20;
constexpr int size = 384;  // of the window: several tiles

// The child's, for its handler.
Display* display;
GLXContext context;
bool shares = false;  // there is another context with its objects, so that commands take the group's mutex
volatile std::sig_atomic_t calls = 0;

void shut_down(int) {
    glXMakeCurrent(display, 0, nullptr);
    glXDestroyContext(display, context);
    XCloseDisplay(display);
    std::exit(0);
}
void finish_and_exit(int) {
    glFinish();
    std::exit(0);
}
void just_exit(int) { std::exit(0); }
void finish_and_return(int) {
    glFinish();
    calls = calls + 1;
}

void create_window() {
    display = XOpenDisplay(nullptr);
    if (!display) _exit(2);
    int requests[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 16, 0};
    XVisualInfo* const visual = glXChooseVisual(display, DefaultScreen(display), requests);
    if (!visual) _exit(3);
    const Window root = RootWindow(display, visual->screen);
    XSetWindowAttributes attributes{};
    attributes.colormap = XCreateColormap(display, root, visual->visual, AllocNone);
    const Window window = XCreateWindow(display, root, 0, 0, size, size, 0, visual->depth, InputOutput, visual->visual,
                                        CWColormap | CWBorderPixel, &attributes);
    XMapWindow(display, window);
    context = glXCreateContext(display, visual, nullptr, 1);
    if (!context || !glXMakeCurrent(display, window, context)) _exit(4);
    if (shares && !glXCreateContext(display, visual, context, 1)) _exit(6);
}

// Fragments for the worker threads and this one, and many small primitives.
void draw_frame() {
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    for (int layer = 0; layer < 12; ++layer) {
        glBegin(GL_QUADS);
        for (int corner = 0; corner < 4; ++corner) {
            glColor4f(corner & 1 ? 1.0f : 0.0f, corner & 2 ? 1.0f : 0.0f, 0.1f * static_cast<float>(layer), 0.5f);
            glVertex3f(corner == 1 || corner == 2 ? 1.0f : -1.0f, corner >= 2 ? 1.0f : -1.0f, 0);
        }
        glEnd();
    }
    for (int i = 0; i < 500; ++i) {
        const float x = static_cast<float>(i % 50) / 25 - 1, y = static_cast<float>(i / 50) / 5 - 1;
        glBegin(GL_TRIANGLES);
        glVertex2f(x, y);
        glVertex2f(x + 0.03f, y);
        glVertex2f(x, y + 0.1f);
        glEnd();
    }
}

// Scene after scene with next to nothing in it: what is interrupted is mostly the making and queueing of scenes.
void clear_often() {
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 1, 1);
    for (int i = 0; i < 2000; ++i) {
        glClear(GL_COLOR_BUFFER_BIT);
        glFlush();
    }
}

[[noreturn]] void draw_until_told(void (*draw)(), void (*handler)(int), int ready) {
    create_window();
    const GLXDrawable window = glXGetCurrentDrawable();
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    draw();
    glFinish();
    std::signal(SIGTERM, handler);
    if (write(ready, "x", 1) != 1) _exit(5);
    for (int frame = 0; calls < rounds; ++frame) {
        draw();
        if (frame % 3 == 0)
            glXSwapBuffers(display, window);
        else if (frame % 3 == 1)
            glFinish();
    }
    std::exit(0);  // perhaps with an error: glFinish is not allowed between glBegin and glEnd
}

class InterruptedDrawing : public testing::Test {
  protected:
    // Draws in another process, which gets `signals` signals at chance moments; its exit status, or -1 where it hung.
    int run(void (*handler)(int), int signals) {
        int ready[2];
        if (pipe(ready) != 0) return -2;
        const pid_t child = fork();
        if (child == 0) {
            close(ready[0]);
            draw_until_told(draw_, handler, ready[1]);
        }
        close(ready[1]);
        char byte;
        const bool began = read(ready[0], &byte, 1) == 1;
        close(ready[0]);
        for (int i = 0; began && i < signals; ++i) {
            std::this_thread::sleep_for(std::chrono::microseconds(random_() % 30000));
            kill(child, SIGTERM);
        }
        int status = 0;
        for (int waited = 0; waited < 2000; ++waited) {
            if (waitpid(child, &status, WNOHANG) == child)
                return WIFEXITED(status) ? WEXITSTATUS(status) : -100 - WTERMSIG(status);
            // A signal that came while one was pending already has not been counted.
            if (began && signals > 1) kill(child, SIGTERM);
            std::this_thread::sleep_for(milliseconds(10));
        }
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        return -1;
    }
    void every_round_ends(void (*handler)(int), int times = rounds) {
        for (int round = 0; round < times; ++round) EXPECT_EQ(run(handler, 1), 0) << "round " << round;
    }

    void (*draw_)() = draw_frame;

  private:
    std::minstd_rand random_{7};
};

TEST_F(InterruptedDrawing, ShutsDownInTheHandler) { every_round_ends(shut_down); }
TEST_F(InterruptedDrawing, ShutsDownBetweenClears) {
    draw_ = clear_often;
    every_round_ends(shut_down, 3 * rounds);
}
// Signals come through in the midst of commands that hold the group's mutex.
TEST_F(InterruptedDrawing, ShutsDownWithSharedObjects) {
    shares = true;
    every_round_ends(shut_down);
    every_round_ends(just_exit);
    for (int round = 0; round < 3; ++round) EXPECT_EQ(run(finish_and_return, rounds), 0) << "round " << round;
    shares = false;
}
TEST_F(InterruptedDrawing, FinishesInTheHandler) { every_round_ends(finish_and_exit); }
TEST_F(InterruptedDrawing, ExitsInTheHandler) { every_round_ends(just_exit); }
TEST_F(InterruptedDrawing, GoesOnAfterTheHandler) {
    for (int round = 0; round < 3; ++round) EXPECT_EQ(run(finish_and_return, rounds), 0) << "round " << round;
}

}  // namespace
