// The same of GLX and OSMesa as of EGL: a context stays current until the process has ended.
#include <GL/glx.h>
#include <GL/osmesa.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include "support.h"

#undef None
#undef Bool
#undef Status
#undef Success
#include <cstdlib>
#include <gtest/gtest.h>
#include <unistd.h>

namespace surroundings {
namespace {

int pictures = 0;

void take_picture() {
    require(glXGetCurrentContext() != nullptr || OSMesaGetCurrentContext() != nullptr, "a context is current");
    require(glGetString(GL_VERSION) != nullptr, "there is a version");
    uint8_t pixel[4] = {9, 9, 9, 9};
    glReadPixels(5, 5, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    require(pixel[0] == 255 && pixel[1] == 0, "the pixel of before");
    ++pictures;
}

struct Global {
    ~Global() {
        take_picture();
        if (pictures == 2) _exit(42);
    }
};

void draw_and_exit() {
    static Global global;
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    std::atexit(take_picture);
    std::exit(0);
}

CLIENT(exits_with_glx) {
    Display* const display = XOpenDisplay(nullptr);
    if (!display) _exit(77);
    int requests[] = {GLX_RGBA, GLX_DOUBLEBUFFER, 0};
    XVisualInfo* const visual = glXChooseVisual(display, DefaultScreen(display), requests);
    require(visual != nullptr, "a visual");
    const Window root = RootWindow(display, visual->screen);
    XSetWindowAttributes attributes{};
    attributes.colormap = XCreateColormap(display, root, visual->visual, AllocNone);
    const Window window = XCreateWindow(display, root, 0, 0, 64, 64, 0, visual->depth, InputOutput, visual->visual,
                                        CWColormap | CWBorderPixel, &attributes);
    XMapWindow(display, window);
    const GLXContext context = glXCreateContext(display, visual, nullptr, 1);
    require(context && glXMakeCurrent(display, window, context), "a context");
    draw_and_exit();
}

TEST(Exit, HandlersAndGlobalObjectsFindTheContextOfGlx) {
    const Outcome outcome = run_client("exits_with_glx");
    if (outcome.code == 77) GTEST_SKIP() << "no display";
    EXPECT_EQ(outcome.code, 42) << describe(outcome);
}

CLIENT(exits_with_osmesa) {
    static uint8_t memory[64 * 64 * 4];
    const OSMesaContext context = OSMesaCreateContext(OSMESA_RGBA, nullptr);
    require(context && OSMesaMakeCurrent(context, memory, GL_UNSIGNED_BYTE, 64, 64), "a context");
    draw_and_exit();
}

TEST(Exit, HandlersAndGlobalObjectsFindTheContextOfOsMesa) {
    const Outcome outcome = run_client("exits_with_osmesa");
    EXPECT_EQ(outcome.code, 42) << describe(outcome);
}

}  // namespace
}  // namespace surroundings
