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
#include <string>

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
        const EGLint requests[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NATIVE_VISUAL_TYPE, TrueColor, EGL_NONE};
        EGLint count = 0;
        ASSERT_TRUE(eglChooseConfig(display_, requests, &config_, 1, &count));
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
    const EGLint requests[] = {EGL_POST_SUB_BUFFER_SUPPORTED_NV, EGL_TRUE, EGL_NONE};
    surface_ = eglCreateWindowSurface(display_, config_, window_, requests);
    EXPECT_TRUE(eglQuerySurface(display_, surface_, EGL_POST_SUB_BUFFER_SUPPORTED_NV, &supported));
    EXPECT_EQ(supported, EGL_TRUE);
}

// EGL 1.5, 3.5.6: the level may be set of all surfaces; of those that are no textures it has no effect.
TEST_F(EglWindow, TakesAMipmapLevel) {
    EXPECT_TRUE(eglSurfaceAttrib(display_, surface_, EGL_MIPMAP_LEVEL, 1));
    EXPECT_EQ(eglGetError(), EGL_SUCCESS);
    EGLint level = 4711;
    EXPECT_TRUE(eglQuerySurface(display_, surface_, EGL_MIPMAP_LEVEL, &level));
    EXPECT_EQ(level, 4711) << "not that of a window";
    const EGLint size[] = {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE};
    const EGLSurface pbuffer = eglCreatePbufferSurface(display_, config_, size);
    EXPECT_TRUE(eglSurfaceAttrib(display_, pbuffer, EGL_MIPMAP_LEVEL, 2));
    EXPECT_TRUE(eglQuerySurface(display_, pbuffer, EGL_MIPMAP_LEVEL, &level));
    EXPECT_EQ(level, 2);
}

// EGL 1.5, 3.7.1: contexts of two displays don't share.
TEST_F(EglWindow, DisplaysShareNothing) {
    Display* const native = XOpenDisplay(nullptr);
    ASSERT_NE(native, nullptr);
    const EGLDisplay other = eglGetDisplay(native);
    ASSERT_TRUE(eglInitialize(other, nullptr, nullptr));
    EGLConfig config = nullptr;
    EGLint count = 0;
    ASSERT_TRUE(eglGetConfigs(other, &config, 1, &count));
    EXPECT_EQ(eglCreateContext(other, config, eglGetCurrentContext(), nullptr), EGL_NO_CONTEXT);
    EXPECT_EQ(eglGetError(), EGL_BAD_MATCH);
    EXPECT_EQ(eglCreateContext(other, config, reinterpret_cast<EGLContext>(&count), nullptr), EGL_NO_CONTEXT);
    EXPECT_EQ(eglGetError(), EGL_BAD_CONTEXT);
    eglTerminate(other);
    XCloseDisplay(native);
}

// EGL_KHR_create_context: of 3.1 on only 3.1 itself, or a later core profile, is compatible.
TEST_F(EglWindow, ContextsOf31) {
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE};
    const EGLContext context = eglCreateContext(display_, config_, EGL_NO_CONTEXT, attributes);
    ASSERT_NE(context, EGL_NO_CONTEXT);
    ASSERT_TRUE(eglMakeCurrent(display_, surface_, surface_, context));
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(glGetString(GL_VERSION))).substr(0, 4), "3.1 ");
}

// EGL_KHR_image_pixmap: an image of a pixmap, whose first row is the upper one, and which shows what is drawn later.
TEST_F(EglWindow, ImagesOfPixmaps) {
    const std::string names = std::string(eglQueryString(display_, EGL_EXTENSIONS)) + ' ';
    EXPECT_NE(names.find("EGL_KHR_image_pixmap "), std::string::npos);
    EXPECT_NE(names.find("EGL_KHR_image "), std::string::npos);
    const int depth = DefaultDepth(native_, DefaultScreen(native_));
    const Pixmap pixmap = XCreatePixmap(native_, DefaultRootWindow(native_), 8, 4, unsigned(depth));
    GC gc = XCreateGC(native_, pixmap, 0, nullptr);
    const auto fill = [&](unsigned long pixel, int y, unsigned height) {
        XSetForeground(native_, gc, pixel);
        XFillRectangle(native_, pixmap, gc, 0, y, 8, height);
        XSync(native_, 0);
    };
    fill(0xff0000, 0, 2);
    fill(0x0000ff, 2, 2);
    const auto handle = reinterpret_cast<EGLClientBuffer>(pixmap);
    const EGLint kept[] = {EGL_IMAGE_PRESERVED_KHR, EGL_TRUE, EGL_NONE};
    const EGLImageKHR image = eglCreateImageKHR(display_, EGL_NO_CONTEXT, EGL_NATIVE_PIXMAP_KHR, handle, kept);
    ASSERT_NE(image, EGL_NO_IMAGE_KHR) << std::hex << eglGetError();
    const auto set_texture =
        reinterpret_cast<void (*)(GLenum, void*)>(eglGetProcAddress("glEGLImageTargetTexture2DOES"));
    set_texture(GL_TEXTURE_2D, image);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    const auto drawn = [](float t) {
        glTexCoord2f(0, t);
        glRectf(-1, -1, 1, 1);
        GLubyte pixel[4] = {};
        glReadPixels(8, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        return pixel[0] << 16 | pixel[1] << 8 | pixel[2];
    };
    EXPECT_EQ(drawn(0.1f), 0xff0000);
    EXPECT_EQ(drawn(0.9f), 0x0000ff);
    for (int i = 0; i < 20; ++i) {
        fill(i % 2 ? 0x00ff00 : 0xffffff, 0, 2);
        EXPECT_EQ(drawn(0.1f), i % 2 ? 0x00ff00 : 0xffffff) << i;
        EXPECT_EQ(drawn(0.9f), 0x0000ff) << i;
    }
    // The texture keeps it when the image's name, the pixmap's and the display's connection are gone.
    EXPECT_TRUE(eglDestroyImageKHR(display_, image));
    XFreePixmap(native_, pixmap);
    XSync(native_, 0);
    EXPECT_EQ(drawn(0.1f), 0x00ff00);

    const auto refused = [&](EGLContext context, EGLClientBuffer buffer, const EGLint* attributes) {
        EXPECT_EQ(eglCreateImageKHR(display_, context, EGL_NATIVE_PIXMAP_KHR, buffer, attributes), EGL_NO_IMAGE_KHR);
        return eglGetError();
    };
    EXPECT_EQ(refused(EGL_NO_CONTEXT, handle, nullptr), EGL_BAD_PARAMETER) << "it is gone";
    EXPECT_EQ(refused(EGL_NO_CONTEXT, reinterpret_cast<EGLClientBuffer>(window_), nullptr), EGL_BAD_PARAMETER);
    const Pixmap other = XCreatePixmap(native_, DefaultRootWindow(native_), 8, 4, unsigned(depth));
    XSync(native_, 0);
    EXPECT_EQ(refused(eglGetCurrentContext(), reinterpret_cast<EGLClientBuffer>(other), nullptr), EGL_BAD_PARAMETER);
    const EGLint level[] = {EGL_GL_TEXTURE_LEVEL_KHR, 0, EGL_NONE};
    EXPECT_EQ(refused(EGL_NO_CONTEXT, reinterpret_cast<EGLClientBuffer>(other), level), EGL_BAD_PARAMETER);
}

}  // namespace
