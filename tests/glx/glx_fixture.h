// A connection to the X server, with a window and a context where a test wants them.
#pragma once

#define GLX_GLXEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glx.h>
#include <GL/glxext.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#undef None
#undef Bool
#undef Status
#undef Success
#include <gtest/gtest.h>
#include <vector>

inline constexpr int none = 0;

// The error codes the application's handler got, and their requests' serials.
inline std::vector<int> x_errors;
inline std::vector<unsigned long> x_error_serials;
inline int note_error(Display*, XErrorEvent* event) {
    x_errors.push_back(event->error_code);
    x_error_serials.push_back(event->serial);
    return 0;
}

class Glx : public testing::Test {
  protected:
    void SetUp() override {
        x_errors.clear();
        x_error_serials.clear();
        XSetErrorHandler(note_error);
        display_ = XOpenDisplay(nullptr);
        ASSERT_NE(display_, nullptr);
        int event_base;
        ASSERT_TRUE(glXQueryExtension(display_, &error_base_, &event_base));
    }
    void TearDown() override {
        if (!display_) return;
        glXMakeCurrent(display_, none, nullptr);
        if (context_) glXDestroyContext(display_, context_);
        XSync(display_, 0);
        XCloseDisplay(display_);
    }

    void create_window(std::vector<int> requests = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 16}) {
        requests.push_back(none);
        visual_ = glXChooseVisual(display_, DefaultScreen(display_), requests.data());
        ASSERT_NE(visual_, nullptr);
        const Window root = RootWindow(display_, visual_->screen);
        XSetWindowAttributes attributes{};
        attributes.colormap = XCreateColormap(display_, root, visual_->visual, AllocNone);
        window_ = XCreateWindow(display_, root, 10, 10, 64, 48, 0, visual_->depth, InputOutput, visual_->visual,
                                CWColormap | CWBorderPixel, &attributes);
        context_ = glXCreateContext(display_, visual_, nullptr, 1);
        ASSERT_NE(context_, nullptr);
    }
    void map() {
        XSelectInput(display_, window_, StructureNotifyMask);
        XMapWindow(display_, window_);
        for (XEvent event; XNextEvent(display_, &event), event.type != MapNotify;) continue;
    }
    // A pixel of the window as the server has it, 0xRRGGBB; (0, 0) is the upper left corner.
    unsigned long shown(int x, int y) {
        XImage* image = XGetImage(display_, window_, x, y, 1, 1, AllPlanes, ZPixmap);
        if (!image) return ~0ul;
        const unsigned long pixel = XGetPixel(image, 0, 0) & 0xffffff;
        XDestroyImage(image);
        return pixel;
    }
    // The lower half red, the upper half blue.
    static void draw_halves(int width, int height) {
        glClearColor(0, 0, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_SCISSOR_TEST);
        glScissor(0, 0, width, height / 2);
        glClearColor(1, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glDisable(GL_SCISSOR_TEST);
    }
    GLXFBConfig any_config() {
        const int requests[] = {GLX_DRAWABLE_TYPE,
                                GLX_WINDOW_BIT | GLX_PBUFFER_BIT | GLX_PIXMAP_BIT,
                                GLX_DEPTH_SIZE,
                                24,
                                GLX_DOUBLEBUFFER,
                                1,
                                none};
        int count = 0;
        GLXFBConfig* configs = glXChooseFBConfig(display_, DefaultScreen(display_), requests, &count);
        EXPECT_GT(count, 0);
        const GLXFBConfig config = count ? configs[0] : nullptr;
        XFree(configs);
        return config;
    }
    int only_error() {
        const int error = x_errors.size() == 1 ? x_errors[0] : -int(x_errors.size());
        x_errors.clear();
        return error;
    }

    Display* display_ = nullptr;
    int error_base_ = 0;
    XVisualInfo* visual_ = nullptr;
    Window window_ = 0;
    GLXContext context_ = nullptr;
};
