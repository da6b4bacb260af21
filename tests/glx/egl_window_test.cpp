// EGL's windows on an X server.
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#undef None
#undef Bool
#undef Status
#undef Success
#include <chrono>
#include <gtest/gtest.h>

namespace {

using Clock = std::chrono::steady_clock;

class EglWindow : public testing::Test {
  protected:
    void SetUp() override {
        native_ = XOpenDisplay(nullptr);
        ASSERT_NE(native_, nullptr);
        display_ = eglGetDisplay(native_);
        ASSERT_TRUE(eglInitialize(display_, nullptr, nullptr));
        ASSERT_TRUE(eglBindAPI(EGL_OPENGL_API));
        const EGLint wishes[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NATIVE_VISUAL_TYPE, TrueColor, EGL_NONE};
        EGLint count = 0;
        ASSERT_TRUE(eglChooseConfig(display_, wishes, &config_, 1, &count));
        ASSERT_EQ(count, 1);
        EGLint id = 0;
        ASSERT_TRUE(eglGetConfigAttrib(display_, config_, EGL_NATIVE_VISUAL_ID, &id));
        XVisualInfo wanted{};
        wanted.visualid = static_cast<VisualID>(id);
        int visuals = 0;
        XVisualInfo* visual = XGetVisualInfo(native_, VisualIDMask, &wanted, &visuals);
        ASSERT_EQ(visuals, 1);
        const Window root = DefaultRootWindow(native_);
        XSetWindowAttributes attributes{};
        attributes.colormap = XCreateColormap(native_, root, visual->visual, AllocNone);
        window_ = XCreateWindow(native_, root, 0, 0, 32, 32, 0, visual->depth, InputOutput, visual->visual,
                                CWColormap | CWBorderPixel, &attributes);
        XFree(visual);
        XSync(native_, 0);
        surface_ = eglCreateWindowSurface(display_, config_, window_, nullptr);
        ASSERT_NE(surface_, EGL_NO_SURFACE);
        const EGLContext context = eglCreateContext(display_, config_, EGL_NO_CONTEXT, nullptr);
        ASSERT_TRUE(eglMakeCurrent(display_, surface_, surface_, context));
    }
    void TearDown() override {
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglTerminate(display_);
        eglReleaseThread();
        if (native_) XCloseDisplay(native_);
    }
    Clock::duration swaps_take(int count) {
        eglSwapBuffers(display_, surface_);
        const Clock::time_point begin = Clock::now();
        for (int i = 0; i < count; ++i) eglSwapBuffers(display_, surface_);
        return Clock::now() - begin;
    }

    Display* native_ = nullptr;
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLConfig config_ = nullptr;
    Window window_ = 0;
    EGLSurface surface_ = EGL_NO_SURFACE;
};

// The test's server names no rate, so 60 Hz it is.
TEST_F(EglWindow, SwapsWaitForTheRefreshAsTheIntervalSays) {
    using std::chrono::milliseconds;
    EXPECT_GE(swaps_take(12), milliseconds(180));
    EGLint largest = 0;
    ASSERT_TRUE(eglGetConfigAttrib(display_, config_, EGL_MAX_SWAP_INTERVAL, &largest));
    ASSERT_GE(largest, 2);
    EXPECT_TRUE(eglSwapInterval(display_, 2));
    EXPECT_GE(swaps_take(6), milliseconds(180));
    EXPECT_TRUE(eglSwapInterval(display_, 0));
    EXPECT_LT(swaps_take(200), milliseconds(1600));
}

// EGL_NV_post_sub_buffer.
TEST_F(EglWindow, PostsRegions) {
    const auto shown = [&](int x, int y) {
        XImage* const image = XGetImage(native_, window_, x, 31 - y, 1, 1, AllPlanes, ZPixmap);
        const unsigned long pixel = image ? XGetPixel(image, 0, 0) & 0xffffff : 0;
        if (image) XDestroyImage(image);
        return pixel;
    };
    XMapWindow(native_, window_);
    XSync(native_, 0);
    glClearColor(1, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    EXPECT_TRUE(eglSwapBuffers(display_, surface_));
    glClearColor(0, 1, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    EXPECT_TRUE(eglPostSubBufferNV(display_, surface_, 4, 8, 16, 2));
    EXPECT_EQ(shown(4, 8), 0x00ff00u);
    EXPECT_EQ(shown(19, 9), 0x00ff00u);
    for (const auto& [x, y] : {std::pair{3, 8}, {20, 9}, {4, 7}, {19, 10}}) EXPECT_EQ(shown(x, y), 0xff0000u);
    EXPECT_TRUE(eglPostSubBufferNV(display_, surface_, 30, 30, 0x7fffffff, 0x7fffffff));
    EXPECT_EQ(shown(31, 31), 0x00ff00u);
    for (int negative = 0; negative < 4; ++negative) {
        EGLint region[4] = {1, 1, 1, 1};
        region[negative] = -1;
        EXPECT_FALSE(eglPostSubBufferNV(display_, surface_, region[0], region[1], region[2], region[3]));
        EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    }
    EGLint supported = 7;
    EXPECT_TRUE(eglQuerySurface(display_, surface_, EGL_POST_SUB_BUFFER_SUPPORTED_NV, &supported));
    EXPECT_EQ(supported, EGL_FALSE);
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroySurface(display_, surface_);
    EXPECT_FALSE(eglPostSubBufferNV(display_, surface_, 0, 0, 1, 1));
    EXPECT_EQ(eglGetError(), EGL_BAD_SURFACE);
    const EGLint wishes[] = {EGL_POST_SUB_BUFFER_SUPPORTED_NV, EGL_TRUE, EGL_NONE};
    surface_ = eglCreateWindowSurface(display_, config_, window_, wishes);
    EXPECT_TRUE(eglQuerySurface(display_, surface_, EGL_POST_SUB_BUFFER_SUPPORTED_NV, &supported));
    EXPECT_EQ(supported, EGL_TRUE);
}

}  // namespace
