// EGL's windows on Wayland, as a compositor sees them.
#define EGL_NO_X11
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <chrono>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <wayland-client.h>
#include <wayland-egl.h>

#include "test_compositor.h"

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr uint32_t argb8888 = 0, xrgb8888 = 1, rgb565 = 0x36314752, abgr2101010 = 0x30334241, xbgr2101010 = 0x30334258;
constexpr uint32_t red = 0xffff0000, green = 0xff00ff00, blue = 0xff0000ff;

class Wayland : public testing::Test {
  protected:
    void start(const TestCompositor::Options& options = {}) {
        compositor_ = std::make_unique<TestCompositor>(options);
        client_ = wl_display_connect_to_fd(compositor_->connect());
        ASSERT_NE(client_, nullptr);
        wl_registry* const registry = wl_display_get_registry(client_);
        static constexpr wl_registry_listener listener = {
            [](void* data, wl_registry* of, uint32_t name, const char* interface, uint32_t version) {
                if (std::strcmp(interface, "wl_compositor") == 0)
                    *static_cast<wl_compositor**>(data) =
                        static_cast<wl_compositor*>(wl_registry_bind(of, name, &wl_compositor_interface, version));
            },
            [](void*, wl_registry*, uint32_t) {}};
        wl_registry_add_listener(registry, &listener, static_cast<void*>(&global_));
        ASSERT_GE(wl_display_roundtrip(client_), 0);
        wl_registry_destroy(registry);
        ASSERT_NE(global_, nullptr);
        native_ = wl_compositor_create_surface(global_);
        window_ = wl_egl_window_create(native_, 8, 6);
        display_ = eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, client_, nullptr);
        ASSERT_TRUE(eglInitialize(display_, nullptr, nullptr));
        ASSERT_TRUE(eglBindAPI(EGL_OPENGL_API));
    }
    void open(std::vector<EGLint> requests = {}, const std::vector<EGLAttrib>& attributes = {EGL_NONE}) {
        requests.insert(requests.end(), {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8,
                                         EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE});
        EGLint count = 0;
        ASSERT_TRUE(eglChooseConfig(display_, requests.data(), &config_, 1, &count));
        ASSERT_EQ(count, 1);
        surface_ = eglCreatePlatformWindowSurface(display_, config_, window_, attributes.data());
        ASSERT_NE(surface_, EGL_NO_SURFACE) << std::hex << eglGetError();
        context_ = eglCreateContext(display_, config_, EGL_NO_CONTEXT, nullptr);
        ASSERT_TRUE(eglMakeCurrent(display_, surface_, surface_, context_));
    }
    void TearDown() override {
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (display_) eglTerminate(display_);
        eglReleaseThread();
        if (window_) wl_egl_window_destroy(window_);
        if (native_) wl_surface_destroy(native_);
        if (global_) wl_compositor_destroy(global_);
        if (client_) wl_display_disconnect(client_);
    }
    static void fill(float r, float g, float b) {
        glClearColor(r, g, b, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    static void fill_rectangle(int x, int y, int width, int height, float r, float g, float b) {
        glEnable(GL_SCISSOR_TEST);
        glScissor(x, y, width, height);
        fill(r, g, b);
        glDisable(GL_SCISSOR_TEST);
    }
    EGLint query(EGLint attribute) {
        EGLint value = -1;
        EXPECT_TRUE(eglQuerySurface(display_, surface_, attribute, &value)) << std::hex << eglGetError();
        return value;
    }
    Clock::duration swaps_take(int count) {
        eglSwapBuffers(display_, surface_);
        const Clock::time_point begin = Clock::now();
        for (int i = 0; i < count; ++i) {
            glClear(GL_COLOR_BUFFER_BIT);
            EXPECT_TRUE(eglSwapBuffers(display_, surface_));
        }
        return Clock::now() - begin;
    }

    std::unique_ptr<TestCompositor> compositor_;
    wl_display* client_ = nullptr;
    wl_compositor* global_ = nullptr;
    wl_surface* native_ = nullptr;
    wl_egl_window* window_ = nullptr;
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLConfig config_ = nullptr;
    EGLSurface surface_ = EGL_NO_SURFACE;
    EGLContext context_ = EGL_NO_CONTEXT;
};

TEST_F(Wayland, ShowsFramesTheRightWayUp) {
    start();
    open();
    fill(0, 0, 1);
    fill_rectangle(0, 0, 8, 3, 1, 0, 0);
    fill_rectangle(0, 0, 1, 1, 0, 1, 0);
    EXPECT_EQ(compositor_->frames(), 0u) << "nothing is shown before the swap";
    EXPECT_TRUE(eglSwapBuffers(display_, surface_));
    const Frame frame = compositor_->await_frame(1);
    ASSERT_EQ(frame.width, 8);
    ASSERT_EQ(frame.height, 6);
    EXPECT_EQ(frame.format, argb8888);
    EXPECT_EQ(frame.at(0, 0), blue);
    EXPECT_EQ(frame.at(7, 2), blue);
    EXPECT_EQ(frame.at(7, 3), red);
    EXPECT_EQ(frame.at(0, 5), green);
}

TEST_F(Wayland, KnowsItsDisplaysFromOthers) {
    start();
    EXPECT_EQ(eglGetDisplay(static_cast<EGLNativeDisplayType>(static_cast<void*>(client_))), display_);
    const EGLAttrib screen[] = {EGL_PLATFORM_X11_SCREEN_KHR, 0, EGL_NONE};
    EXPECT_EQ(eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, client_, screen), EGL_NO_DISPLAY);
    EXPECT_EQ(eglGetError(), EGL_BAD_ATTRIBUTE);
    const std::string extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    EXPECT_NE(extensions.find("EGL_KHR_platform_wayland"), std::string::npos);
    EXPECT_NE(extensions.find("EGL_EXT_platform_wayland"), std::string::npos);
    // There are no pixmaps.
    EGLint count = -1;
    const EGLint pixmaps[] = {EGL_SURFACE_TYPE, EGL_PIXMAP_BIT, EGL_NONE};
    EXPECT_TRUE(eglChooseConfig(display_, pixmaps, nullptr, 0, &count));
    EXPECT_EQ(count, 0);
}

TEST_F(Wayland, TakesTheWindowsNewSize) {
    start();
    open();
    EXPECT_EQ(query(EGL_WIDTH), 8);
    fill(1, 0, 0);
    eglSwapBuffers(display_, surface_);
    wl_egl_window_resize(window_, 20, 11, -3, 4);
    EXPECT_EQ(query(EGL_WIDTH), 20);
    EXPECT_EQ(query(EGL_HEIGHT), 11);
    glViewport(0, 0, 20, 11);
    fill(0, 1, 0);
    fill_rectangle(19, 10, 1, 1, 0, 0, 1);
    eglSwapBuffers(display_, surface_);
    const Frame frame = compositor_->await_frame(2);
    ASSERT_EQ(frame.width, 20);
    ASSERT_EQ(frame.height, 11);
    EXPECT_EQ(frame.x, -3);
    EXPECT_EQ(frame.y, 4);
    EXPECT_EQ(frame.at(19, 0), blue);
    EXPECT_EQ(frame.at(0, 10), green);
    int width = 0, height = 0;
    wl_egl_window_get_attached_size(window_, &width, &height);
    EXPECT_EQ(width, 20);
    EXPECT_EQ(height, 11);
    // The offset is of one attachment.
    fill(0, 1, 0);
    eglSwapBuffers(display_, surface_);
    EXPECT_EQ(compositor_->await_frame(3).x, 0);
    // Often and in between, with what is still shown in use.
    for (int i = 0; i < 20; ++i) {
        wl_egl_window_resize(window_, 5 + i % 7, 4 + i % 3, 0, 0);
        fill(1, 0, 0);
        EXPECT_TRUE(eglSwapBuffers(display_, surface_));
    }
    EXPECT_EQ(compositor_->await_frame(23).width, 5 + 19 % 7);
    EXPECT_EQ(compositor_->torn(), 0u);
}

TEST_F(Wayland, SwapsWaitForFrameCallbacks) {
    TestCompositor::Options options;
    options.refresh_milliseconds = 20;
    start(options);
    open();
    EXPECT_GE(swaps_take(10), milliseconds(180));
    EXPECT_TRUE(eglSwapInterval(display_, 3));
    EXPECT_GE(swaps_take(4), milliseconds(220));
    EXPECT_TRUE(eglSwapInterval(display_, 0));
    eglSwapBuffers(display_, surface_);
    compositor_->set_refresh(0);
    EXPECT_LT(swaps_take(30), milliseconds(8000)) << "no callback comes, and a second each would be waited for them";
    EXPECT_EQ(compositor_->torn(), 0u);
    EXPECT_LE(compositor_->most_buffers(), 2u);
}

TEST_F(Wayland, DrawsOnWhereNobodyLooks) {
    TestCompositor::Options options;
    options.refresh_milliseconds = 0;
    start(options);
    open();
    const Clock::duration time = swaps_take(2);
    EXPECT_GE(time, milliseconds(1000)) << "windows that aren't shown wait";
    EXPECT_LT(time, milliseconds(20000)) << "but not for ever";
}

TEST_F(Wayland, TellsTheAgeOfBuffers) {
    start();
    open();
    ASSERT_EQ(query(EGL_SWAP_BEHAVIOR), EGL_BUFFER_DESTROYED);
    // A column a frame: with the age it is known how many are missing.
    int drawn = 0, fresh = 0;
    for (int frame = 0; frame < 8; ++frame) {
        const EGLint age = query(EGL_BUFFER_AGE_EXT);
        EXPECT_EQ(query(EGL_BUFFER_AGE_EXT), age);
        if (frame == 0) {
            EXPECT_EQ(age, 0);
        }
        fresh += age == 0;
        if (age == 0) fill(1, 0, 0);
        const int first = age == 0 ? 0 : frame + 1 - age;
        for (int column = first; column <= frame; ++column, ++drawn) fill_rectangle(column, 0, 1, 6, 0, 1, 0);
        eglSwapBuffers(display_, surface_);
        const Frame shown = compositor_->await_frame(size_t(frame) + 1);
        for (int column = 0; column < 8; ++column)
            EXPECT_EQ(shown.at(column, 2), column <= frame ? green : red) << frame << ", " << column;
    }
    EXPECT_LE(fresh, 4);  // so many buffers there are at most
    EXPECT_LT(drawn, 8 * 9 / 2);
    wl_egl_window_resize(window_, 9, 6, 0, 0);
    eglSwapBuffers(display_, surface_);
    EXPECT_FALSE(eglQuerySurface(display_, EGL_NO_SURFACE, EGL_BUFFER_AGE_EXT, nullptr));
    EXPECT_EQ(eglGetError(), EGL_BAD_SURFACE);
}

TEST_F(Wayland, PassesDamageOn) {
    start();
    open();
    fill(1, 0, 0);
    EGLint rectangles[] = {1, 2, 3, 1, 0, 0, 8, 2};
    EXPECT_TRUE(eglSwapBuffersWithDamageKHR(display_, surface_, rectangles, 2));
    using Damage = Frame::Damage;
    EXPECT_EQ(compositor_->await_frame(1).damage, (std::vector<Damage>{{1, 3, 3, 1}, {0, 4, 8, 2}}));
    fill(1, 0, 0);
    EXPECT_TRUE(eglSwapBuffersWithDamageEXT(display_, surface_, nullptr, 0));
    const Frame all = compositor_->await_frame(2);
    ASSERT_EQ(all.damage.size(), 1u);
    EXPECT_GE(all.damage[0].width, 8);
    EXPECT_FALSE(eglSwapBuffersWithDamageKHR(display_, surface_, nullptr, 1));
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);

    // KHR_partial_update: once a frame, after the age of the buffer.
    EXPECT_FALSE(eglSetDamageRegionKHR(display_, surface_, rectangles, 1));
    EXPECT_EQ(eglGetError(), EGL_BAD_ACCESS);
    query(EGL_BUFFER_AGE_KHR);
    EXPECT_TRUE(eglSetDamageRegionKHR(display_, surface_, rectangles, 1));
    EXPECT_FALSE(eglSetDamageRegionKHR(display_, surface_, rectangles, 1));
    EXPECT_EQ(eglGetError(), EGL_BAD_ACCESS);
    EXPECT_TRUE(eglSwapBuffers(display_, surface_));
    query(EGL_BUFFER_AGE_KHR);
    EXPECT_TRUE(eglSetDamageRegionKHR(display_, surface_, nullptr, 0));
    EXPECT_TRUE(eglSurfaceAttrib(display_, surface_, EGL_SWAP_BEHAVIOR, EGL_BUFFER_PRESERVED));
    EXPECT_TRUE(eglSwapBuffers(display_, surface_));
    query(EGL_BUFFER_AGE_KHR);
    EXPECT_FALSE(eglSetDamageRegionKHR(display_, surface_, rectangles, 1));
    EXPECT_EQ(eglGetError(), EGL_BAD_MATCH);
}

TEST_F(Wayland, WorksWithOldCompositors) {
    TestCompositor::Options options;
    options.surface_version = 3;
    start(options);
    open();
    fill(0, 0, 1);
    const EGLint rectangle[] = {0, 0, 2, 2};
    EXPECT_TRUE(eglSwapBuffersWithDamageKHR(display_, surface_, rectangle, 1));
    EXPECT_EQ(compositor_->await_frame(1).at(7, 5), blue);
}

TEST_F(Wayland, KeepsContentsThatMustBePreserved) {
    start();
    open();
    EXPECT_TRUE(eglSurfaceAttrib(display_, surface_, EGL_SWAP_BEHAVIOR, EGL_BUFFER_PRESERVED));
    fill(1, 0, 0);
    for (int frame = 0; frame < 6; ++frame) {
        fill_rectangle(frame, 0, 1, 6, 0, 1, 0);
        eglSwapBuffers(display_, surface_);
        const Frame shown = compositor_->await_frame(size_t(frame) + 1);
        for (int column = 0; column < 8; ++column)
            EXPECT_EQ(shown.at(column, 0), column <= frame ? green : red) << frame;
    }
    EXPECT_EQ(query(EGL_BUFFER_AGE_EXT), 1);
}

TEST_F(Wayland, ShowsTheFrontBuffer) {
    start();
    open();
    fill(1, 0, 0);
    eglSwapBuffers(display_, surface_);
    glDrawBuffer(GL_FRONT);
    fill_rectangle(0, 0, 4, 6, 0, 1, 0);
    glFlush();
    const Frame shown = compositor_->await_frame(2);
    EXPECT_EQ(shown.at(0, 0), green);
    EXPECT_EQ(shown.at(7, 0), red);
    glReadBuffer(GL_FRONT);
    uint32_t pixel = 0;
    glReadPixels(0, 0, 1, 1, GL_BGRA, GL_UNSIGNED_BYTE, &pixel);
    EXPECT_EQ(pixel, green);
}

TEST_F(Wayland, HasWindowsWithOneBuffer) {
    start();
    open({}, {EGL_RENDER_BUFFER, EGL_SINGLE_BUFFER, EGL_NONE});
    EXPECT_EQ(query(EGL_RENDER_BUFFER), EGL_SINGLE_BUFFER);
    fill(0, 1, 0);
    glFlush();
    EXPECT_EQ(compositor_->await_frame(1).at(3, 3), green);
    EXPECT_EQ(query(EGL_BUFFER_AGE_EXT), 0);
    for (int i = 0; i < 10; ++i) {
        fill(0, 0, 1);
        EXPECT_TRUE(eglSwapBuffers(display_, surface_));
    }
    EXPECT_EQ(compositor_->await_frame(11).at(3, 3), blue);
    EXPECT_EQ(compositor_->torn(), 0u);
}

TEST_F(Wayland, HasSamplesAndColorSpaces) {
    start();
    open({EGL_SAMPLES, 4, EGL_SAMPLE_BUFFERS, 1},
         {EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB, EGL_PRESENT_OPAQUE_EXT, EGL_TRUE, EGL_NONE});
    EXPECT_EQ(query(EGL_GL_COLORSPACE), EGL_GL_COLORSPACE_SRGB);
    EXPECT_EQ(query(EGL_PRESENT_OPAQUE_EXT), EGL_TRUE);
    glEnable(0x8DB9);  // GL_FRAMEBUFFER_SRGB
    fill(0.5f, 0, 0);
    eglSwapBuffers(display_, surface_);
    const Frame shown = compositor_->await_frame(1);
    EXPECT_EQ(shown.format, xrgb8888);
    EXPECT_EQ(shown.at(0, 0) >> 16 & 0xff, 188u);
}

TEST_F(Wayland, HasTheFormatsThatTheCompositorShows) {
    TestCompositor::Options options;
    options.formats = {rgb565, abgr2101010, xbgr2101010};
    start(options);
    open({EGL_BUFFER_SIZE, 32});
    size_t frames = 0;
    const auto first_frame_with = [&](std::vector<EGLint> requests) {
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroySurface(display_, surface_);
        requests.push_back(EGL_NONE);
        EGLConfig config = nullptr;
        EGLint count = 0;
        EXPECT_TRUE(eglChooseConfig(display_, requests.data(), &config, 1, &count));
        EXPECT_EQ(count, 1);
        surface_ = eglCreatePlatformWindowSurface(display_, config, window_, nullptr);
        EXPECT_NE(surface_, EGL_NO_SURFACE);
        const EGLContext context = eglCreateContext(display_, config, EGL_NO_CONTEXT, nullptr);
        EXPECT_TRUE(eglMakeCurrent(display_, surface_, surface_, context));
        fill(1, 0, 0);
        eglSwapBuffers(display_, surface_);
        return compositor_->await_frame(++frames);
    };
    // The least bits come first where no size of a component is asked for.
    const Frame five = first_frame_with({EGL_BUFFER_SIZE, 16});
    EXPECT_EQ(five.format, rgb565);
    EXPECT_EQ(five.at(0, 0), 0xf800u);
    const Frame ten = first_frame_with({EGL_RED_SIZE, 10});
    EXPECT_EQ(ten.format, abgr2101010);
    EXPECT_EQ(ten.at(0, 0), 0xc00003ffu);
}

TEST_F(Wayland, RefusesWhatCanNotBeDrawnTo) {
    start();
    open();
    EXPECT_EQ(eglCreatePlatformWindowSurface(display_, config_, window_, nullptr), EGL_NO_SURFACE);
    EXPECT_EQ(eglGetError(), EGL_BAD_ALLOC);
    EXPECT_EQ(eglCreatePlatformWindowSurface(display_, config_, nullptr, nullptr), EGL_NO_SURFACE);
    EXPECT_EQ(eglGetError(), EGL_BAD_NATIVE_WINDOW);
    EXPECT_EQ(eglCreatePlatformPixmapSurface(display_, config_, window_, nullptr), EGL_NO_SURFACE);
    EXPECT_EQ(eglGetError(), EGL_BAD_MATCH);
    // The window goes first.
    wl_egl_window_destroy(window_);
    window_ = nullptr;
    fill(1, 0, 0);
    EXPECT_FALSE(eglSwapBuffers(display_, surface_));
    EXPECT_EQ(eglGetError(), EGL_BAD_NATIVE_WINDOW);
    EXPECT_TRUE(eglDestroySurface(display_, surface_));
    glFinish();
}

TEST_F(Wayland, SurvivesTheCompositor) {
    start();
    open();
    fill(1, 0, 0);
    EXPECT_TRUE(eglSwapBuffers(display_, surface_));
    compositor_->await_frame(1);
    compositor_->stop();
    bool good = true;
    for (int i = 0; i < 50 && good; ++i) {
        fill(0, 1, 0);
        good = eglSwapBuffers(display_, surface_);
    }
    EXPECT_FALSE(good);
    EXPECT_EQ(eglGetError(), EGL_BAD_NATIVE_WINDOW);
    fill(0, 1, 0);
    glFinish();
}

TEST_F(Wayland, EndsWithItsDisplay) {
    start();
    open();
    fill(1, 0, 0);
    EXPECT_TRUE(eglSwapBuffers(display_, surface_));
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    EXPECT_TRUE(eglTerminate(display_));
    // The same display again, with the same window.
    EXPECT_TRUE(eglInitialize(display_, nullptr, nullptr));
    open();
    fill(0, 1, 0);
    EXPECT_TRUE(eglSwapBuffers(display_, surface_));
    EXPECT_EQ(compositor_->await_frame(2).at(0, 0), green);
}

}  // namespace
