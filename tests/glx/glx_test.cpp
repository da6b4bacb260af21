// GLX as applications use it: configs, windows and what becomes of them, errors, presentation.
#include <algorithm>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>

#include "glx_fixture.h"

namespace {

TEST_F(Glx, ShowsWhatIsDrawnTheRightWayUp) {
    create_window();
    map();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    EXPECT_STREQ(reinterpret_cast<const char*>(glGetString(GL_VENDOR)), "asmgl");
    draw_halves(64, 48);
    glXSwapBuffers(display_, window_);
    XSync(display_, 0);
    EXPECT_EQ(shown(5, 5), 0x0000ffu);
    EXPECT_EQ(shown(60, 44), 0xff0000u);
    EXPECT_TRUE(x_errors.empty());
}

TEST_F(Glx, ShowsSingleBufferedDrawingOnFlush) {
    create_window({GLX_RGBA});
    map();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    draw_halves(64, 48);
    glFlush();
    glXWaitGL();
    XSync(display_, 0);
    EXPECT_EQ(shown(5, 5), 0x0000ffu);
    EXPECT_EQ(shown(60, 44), 0xff0000u);
}

TEST_F(Glx, FollowsResizes) {
    create_window();
    map();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    for (const auto& [width, height] : {std::pair(64, 48), {200, 150}, {31, 17}, {1, 1}, {300, 2}, {128, 128}}) {
        XResizeWindow(display_, window_, unsigned(width), unsigned(height));
        XSync(display_, 0);
        glViewport(0, 0, width, height);
        draw_halves(width, height);
        glXSwapBuffers(display_, window_);
        XSync(display_, 0);
        EXPECT_EQ(shown(width - 1, 0), 0x0000ffu) << width << "x" << height;
        if (height > 1) {
            EXPECT_EQ(shown(width - 1, height - 1), 0xff0000u) << width << "x" << height;
        }
        unsigned queried = 0;
        glXQueryDrawable(display_, window_, GLX_WIDTH, &queried);
        EXPECT_EQ(int(queried), width);
    }
    EXPECT_TRUE(x_errors.empty());
}

TEST_F(Glx, SurvivesUnmappedAndDestroyedWindows) {
    create_window();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    draw_halves(64, 48);
    glXSwapBuffers(display_, window_);  // never mapped
    map();
    XUnmapWindow(display_, window_);
    draw_halves(64, 48);
    glXSwapBuffers(display_, window_);
    XDestroyWindow(display_, window_);
    XSync(display_, 0);
    for (int i = 0; i < 3; ++i) {
        glViewport(0, 0, 64, 48);
        draw_halves(64, 48);
        glXSwapBuffers(display_, window_);
    }
    GLubyte pixel[4];
    glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    XSync(display_, 0);
    EXPECT_TRUE(x_errors.empty());
}

TEST_F(Glx, SurvivesTheConnectionsEndUnderACurrentContext) {
    create_window();
    map();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    draw_halves(64, 48);
    XCloseDisplay(display_);
    draw_halves(64, 48);
    glFinish();
    display_ = XOpenDisplay(nullptr);
    context_ = nullptr;
}

TEST_F(Glx, DrawsToPbuffersAndPixmaps) {
    const GLXFBConfig config = any_config();
    context_ = glXCreateNewContext(display_, config, GLX_RGBA_TYPE, nullptr, 1);
    ASSERT_NE(context_, nullptr);
    const int size[] = {GLX_PBUFFER_WIDTH, 40, GLX_PBUFFER_HEIGHT, 30, none};
    const GLXPbuffer pbuffer = glXCreatePbuffer(display_, config, size);
    ASSERT_TRUE(glXMakeContextCurrent(display_, pbuffer, pbuffer, context_));
    GLint viewport[4];
    glGetIntegerv(GL_VIEWPORT, viewport);
    EXPECT_EQ(viewport[2], 40);
    EXPECT_EQ(viewport[3], 30);
    draw_halves(40, 30);
    GLubyte pixel[4] = {};
    glReadPixels(20, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    EXPECT_EQ(pixel[0], 255);

    XVisualInfo* visual = glXGetVisualFromFBConfig(display_, config);
    const Pixmap pixmap =
        XCreatePixmap(display_, DefaultRootWindow(display_), 50, 20, static_cast<unsigned>(visual->depth));
    XFree(visual);
    const GLXPixmap drawable = glXCreatePixmap(display_, config, pixmap, nullptr);
    ASSERT_TRUE(glXMakeContextCurrent(display_, drawable, drawable, context_));
    glDrawBuffer(GL_FRONT);
    draw_halves(50, 20);
    glFinish();
    glXWaitGL();
    XImage* image = XGetImage(display_, pixmap, 0, 0, 50, 20, AllPlanes, ZPixmap);
    ASSERT_NE(image, nullptr);
    EXPECT_EQ(XGetPixel(image, 3, 2) & 0xffffff, 0x0000ffu);
    EXPECT_EQ(XGetPixel(image, 3, 17) & 0xffffff, 0xff0000u);
    XDestroyImage(image);
    // Destroyed while current: valid until released.
    glXDestroyPixmap(display_, drawable);
    XFreePixmap(display_, pixmap);
    draw_halves(50, 20);
    glFinish();
    ASSERT_TRUE(glXMakeContextCurrent(display_, none, none, nullptr));
    glXDestroyPbuffer(display_, pbuffer);
    XSync(display_, 0);
    EXPECT_TRUE(x_errors.empty());
    glXDestroyPbuffer(display_, pbuffer);
    EXPECT_EQ(only_error(), error_base_ + 10);  // GLXBadPbuffer
}

TEST_F(Glx, ReportsErrorsThroughTheHandler) {
    const GLXFBConfig config = any_config();
    const auto attempt = [&](std::vector<int> attributes) {
        attributes.push_back(none);
        const GLXContext context = glXCreateContextAttribsARB(display_, config, nullptr, 1, attributes.data());
        if (context) glXDestroyContext(display_, context);
        return context ? 0 : only_error();
    };
    EXPECT_EQ(attempt({}), 0);
    EXPECT_EQ(attempt({GLX_CONTEXT_MAJOR_VERSION_ARB, 1, GLX_CONTEXT_MINOR_VERSION_ARB, 4}), 0);
    EXPECT_EQ(attempt({GLX_CONTEXT_MAJOR_VERSION_ARB, 1, GLX_CONTEXT_MINOR_VERSION_ARB, 6}), BadMatch);
    EXPECT_EQ(attempt({GLX_CONTEXT_MAJOR_VERSION_ARB, 9, GLX_CONTEXT_MINOR_VERSION_ARB, 9}), BadMatch);
    EXPECT_EQ(attempt({GLX_CONTEXT_FLAGS_ARB, GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB}), BadMatch);
    EXPECT_EQ(attempt({GLX_CONTEXT_FLAGS_ARB, 1 << 20}), BadValue);
    EXPECT_EQ(attempt({0x7777, 1}), BadValue);
    EXPECT_EQ(attempt({GLX_CONTEXT_MAJOR_VERSION_ARB, 3, GLX_CONTEXT_MINOR_VERSION_ARB, 2, GLX_CONTEXT_PROFILE_MASK_ARB,
                       0x10}),
              error_base_ + 13);  // GLXBadProfileARB
    // Robustness, and contexts without errors, which exclude it.
    EXPECT_EQ(attempt({GLX_CONTEXT_FLAGS_ARB, GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB}), 0);
    EXPECT_EQ(attempt({GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB, GLX_LOSE_CONTEXT_ON_RESET_ARB}), 0);
    EXPECT_EQ(attempt({GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB, GLX_NO_RESET_NOTIFICATION_ARB}), 0);
    EXPECT_EQ(attempt({GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB, 1}), BadMatch);
    EXPECT_EQ(attempt({GLX_CONTEXT_OPENGL_NO_ERROR_ARB, 1}), 0);
    EXPECT_EQ(attempt({GLX_CONTEXT_PRIORITY_LEVEL_EXT, GLX_CONTEXT_PRIORITY_LOW_EXT}), 0);
    EXPECT_EQ(attempt({GLX_CONTEXT_PRIORITY_LEVEL_EXT, 7}), BadValue);
    EXPECT_EQ(attempt({GLX_CONTEXT_OPENGL_NO_ERROR_ARB, 1, GLX_CONTEXT_FLAGS_ARB, GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB}),
              BadMatch);
    EXPECT_EQ(attempt({GLX_CONTEXT_OPENGL_NO_ERROR_ARB, 1, GLX_CONTEXT_FLAGS_ARB, GLX_CONTEXT_DEBUG_BIT_ARB}),
              BadMatch);

    const int es = GLX_CONTEXT_ES_PROFILE_BIT_EXT;
    EXPECT_EQ(attempt({GLX_CONTEXT_PROFILE_MASK_ARB, es, GLX_CONTEXT_MINOR_VERSION_ARB, 5}), error_base_ + 13);
    EXPECT_EQ(attempt({GLX_CONTEXT_PROFILE_MASK_ARB, es, GLX_CONTEXT_MAJOR_VERSION_ARB, 2}), 0);
    EXPECT_EQ(
        attempt({GLX_CONTEXT_PROFILE_MASK_ARB, es, GLX_CONTEXT_MAJOR_VERSION_ARB, 3, GLX_CONTEXT_MINOR_VERSION_ARB, 2}),
        0);
    EXPECT_EQ(
        attempt({GLX_CONTEXT_PROFILE_MASK_ARB, es, GLX_CONTEXT_MAJOR_VERSION_ARB, 3, GLX_CONTEXT_MINOR_VERSION_ARB, 3}),
        error_base_ + 13);

    create_window();
    EXPECT_FALSE(glXMakeCurrent(display_, 0x12345, context_));
    EXPECT_EQ(only_error(), error_base_ + 2);  // GLXBadDrawable
    EXPECT_FALSE(glXMakeCurrent(display_, window_, nullptr));
    EXPECT_EQ(only_error(), BadMatch);
    EXPECT_TRUE(glXMakeCurrent(display_, none, context_)) << "contexts from 3.0 on need no drawable";
    EXPECT_TRUE(glXMakeCurrent(display_, none, nullptr));
    EXPECT_FALSE(glXMakeCurrent(display_, window_, reinterpret_cast<GLXContext>(&window_)));
    EXPECT_EQ(only_error(), error_base_ + 0);  // GLXBadContext
    int value = 0;
    EXPECT_EQ(glXGetFBConfigAttrib(display_, config, 0x7777, &value), GLX_BAD_ATTRIBUTE);
    EXPECT_TRUE(x_errors.empty());
}

// GDK's error traps and Wine take an error for theirs if its serial is not before the next request's when they were
// set, and before the next request's when they end.
TEST_F(Glx, ErrorsAreOfRequestsMadeByTheCallThatFailed) {
    const GLXFBConfig config = any_config();
    create_window();
    // An event that nobody has read yet must not be taken for one out of order.
    XSelectInput(display_, window_, StructureNotifyMask);
    XMapWindow(display_, window_);
    testing::internal::CaptureStderr();
    const auto attempt = [&](auto&& failing) {
        x_errors.clear();
        x_error_serials.clear();
        const unsigned long start = NextRequest(display_);
        failing();
        ASSERT_EQ(x_error_serials.size(), 1u);
        XSync(display_, 0);
        EXPECT_GE(x_error_serials[0], start);
        EXPECT_LT(x_error_serials[0], NextRequest(display_));
    };
    const int bad_version[] = {GLX_CONTEXT_MAJOR_VERSION_ARB, 9, none};
    const int bad_profile[] = {GLX_CONTEXT_MAJOR_VERSION_ARB, 3, GLX_CONTEXT_PROFILE_MASK_ARB, 0x10, none};
    attempt([&] { glXCreateContextAttribsARB(display_, config, nullptr, 1, bad_version); });
    attempt([&] { glXCreateContextAttribsARB(display_, config, nullptr, 1, bad_profile); });
    attempt([&] { glXCreateNewContext(display_, nullptr, GLX_RGBA_TYPE, nullptr, 1); });
    attempt([&] { glXMakeCurrent(display_, 0x12345, context_); });
    attempt([&] { glXMakeCurrent(display_, window_, nullptr); });
    attempt([&] { glXSwapBuffers(display_, 0x12345); });
    for (XEvent event; XNextEvent(display_, &event), event.type != MapNotify;) continue;
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

// Whatever versions there are: `ASMGL_VERSION` raises them in a run of this test of its own.
TEST_F(Glx, MakesContextsOfTheVersionsThatThereAre) {
    const GLXFBConfig config = any_config();
    create_window();
    const auto highest = [&](int attribute) {
        unsigned value[2] = {};
        EXPECT_TRUE(glXQueryRendererIntegerMESA(display_, DefaultScreen(display_), 0, attribute, value));
        return int(10 * value[0] + value[1]);
    };
    const int core = highest(GLX_RENDERER_OPENGL_CORE_PROFILE_VERSION_MESA);
    const int compatible = highest(GLX_RENDERER_OPENGL_COMPATIBILITY_PROFILE_VERSION_MESA);
    for (const int version : {10, 15, 20, 21, 30, 31, 32, 33, 40, 46}) {
        for (const int profile : {GLX_CONTEXT_CORE_PROFILE_BIT_ARB, GLX_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB}) {
            const int attributes[] = {GLX_CONTEXT_MAJOR_VERSION_ARB,
                                      version / 10,
                                      GLX_CONTEXT_MINOR_VERSION_ARB,
                                      version % 10,
                                      GLX_CONTEXT_PROFILE_MASK_ARB,
                                      profile,
                                      none};
            const bool is_core = version >= 32 && profile == GLX_CONTEXT_CORE_PROFILE_BIT_ARB;
            // Later versions of the compatibility profile are not compatible with 3.1.
            const int given = is_core ? core : version == 31 ? std::min(compatible, 31) : compatible;
            const GLXContext context = glXCreateContextAttribsARB(display_, config, nullptr, 1, attributes);
            if (version > given) {
                EXPECT_EQ(context, nullptr) << version;
                EXPECT_EQ(only_error(), error_base_ + 9) << version;  // GLXBadFBConfig
                continue;
            }
            ASSERT_NE(context, nullptr) << version;
            ASSERT_TRUE(glXMakeCurrent(display_, window_, context));
            const auto* const text = reinterpret_cast<const char*>(glGetString(GL_VERSION));
            EXPECT_EQ(10 * (text[0] - '0') + text[2] - '0', given) << text;
            EXPECT_EQ(std::string(text).find("Core") != std::string::npos, is_core) << text;
            glXMakeCurrent(display_, none, nullptr);
            // Without drawables from 3.0 on.
            EXPECT_EQ(glXMakeContextCurrent(display_, none, none, context), given >= 30);
            if (given < 30) {
                EXPECT_EQ(only_error(), BadMatch);
            }
            glXMakeCurrent(display_, none, nullptr);
            glXDestroyContext(display_, context);
        }
    }
    EXPECT_TRUE(x_errors.empty());
}

TEST_F(Glx, MakesContextsOfOpenGlEs) {
    const GLXFBConfig config = any_config();
    const int es[] = {GLX_CONTEXT_PROFILE_MASK_ARB,
                      GLX_CONTEXT_ES_PROFILE_BIT_EXT,
                      GLX_CONTEXT_MAJOR_VERSION_ARB,
                      1,
                      GLX_CONTEXT_MINOR_VERSION_ARB,
                      1,
                      none};
    create_window();
    EXPECT_EQ(glXCreateContextAttribsARB(display_, config, context_, 1, es), nullptr);
    EXPECT_EQ(only_error(), BadMatch) << "contexts of two APIs share nothing";
    const GLXContext context = glXCreateContextAttribsARB(display_, config, nullptr, 1, es);
    ASSERT_NE(context, nullptr);
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context));
    EXPECT_STREQ(reinterpret_cast<const char*>(glGetString(GL_VERSION)), "OpenGL ES-CM 1.1 asmgl");
    glXMakeCurrent(display_, none, nullptr);
    glXDestroyContext(display_, context);
    EXPECT_TRUE(x_errors.empty());
}

TEST_F(Glx, AContextIsCurrentToOneThread) {
    create_window();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    std::thread other([&] {
        EXPECT_FALSE(glXMakeCurrent(display_, window_, context_));
        EXPECT_EQ(only_error(), BadAccess);
    });
    other.join();
    ASSERT_TRUE(glXMakeCurrent(display_, none, nullptr));
    // A thread that ends with a current context releases it.
    std::thread([&] { EXPECT_TRUE(glXMakeCurrent(display_, window_, context_)); }).join();
    EXPECT_TRUE(glXMakeCurrent(display_, window_, context_));
    // A destroyed context stays current until it is released.
    glXDestroyContext(display_, context_);
    glClear(GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
    EXPECT_TRUE(glXMakeCurrent(display_, none, nullptr));
    context_ = nullptr;
}

TEST_F(Glx, OffersTheConfigsItPromises) {
    int count = 0;
    GLXFBConfig* configs = glXGetFBConfigs(display_, DefaultScreen(display_), &count);
    ASSERT_GT(count, 0);
    bool multisampled = false, single = false, alpha = false, accumulation = false, no_depth = false;
    for (int i = 0; i < count; ++i) {
        const auto value = [&](int token) {
            int result = -1;
            EXPECT_EQ(glXGetFBConfigAttrib(display_, configs[i], token, &result), 0);
            return result;
        };
        multisampled |= value(GLX_SAMPLES) == 4;
        single |= !value(GLX_DOUBLEBUFFER);
        alpha |= value(GLX_ALPHA_SIZE) == 8;
        accumulation |= value(GLX_ACCUM_RED_SIZE) == 16;
        no_depth |= value(GLX_DEPTH_SIZE) == 0;
        XVisualInfo* visual = glXGetVisualFromFBConfig(display_, configs[i]);
        ASSERT_EQ(visual != nullptr, (value(GLX_DRAWABLE_TYPE) & GLX_WINDOW_BIT) != 0);
        if (!visual) continue;
        // The very structure leads back to its config, whatever other configs share the visual.
        for (int token : {GLX_DOUBLEBUFFER, GLX_ALPHA_SIZE, GLX_STENCIL_SIZE, GLX_SAMPLES, GLX_FBCONFIG_ID}) {
            int of_visual = -1;
            EXPECT_EQ(glXGetConfig(display_, visual, token, &of_visual), 0);
            EXPECT_EQ(of_visual, value(token));
        }
        XFree(visual);
    }
    XFree(configs);
    EXPECT_TRUE(multisampled && single && alpha && accumulation && no_depth);
}

// GLX_ARB_framebuffer_sRGB compares exactly: who asks for windows that are not sRGB finds some, and who asks for
// nothing gets what he got before.
TEST_F(Glx, HasConfigsWithAndWithoutSrgb) {
    for (const int request : {1, 0, int(GLX_DONT_CARE)}) {
        const int attributes[] = {
            GLX_DOUBLEBUFFER, 1, GLX_RED_SIZE, 8, GLX_DEPTH_SIZE, 16, GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, request, none};
        int count = 0;
        GLXFBConfig* const configs = glXChooseFBConfig(display_, DefaultScreen(display_), attributes, &count);
        ASSERT_GT(count, 0) << request;
        int capable = -1;
        glXGetFBConfigAttrib(display_, configs[0], GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, &capable);
        EXPECT_EQ(capable, request == 0 ? 0 : 1);
        XFree(configs);
        int visual_attributes[] = {
            GLX_RGBA, GLX_DOUBLEBUFFER, GLX_RED_SIZE, 8, GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, request, none};
        XVisualInfo* const visual = glXChooseVisual(display_, DefaultScreen(display_), visual_attributes);
        ASSERT_NE(visual, nullptr) << request;
        glXGetConfig(display_, visual, GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, &capable);
        EXPECT_EQ(capable, request == 0 ? 0 : 1);
        XFree(visual);
    }
    // Such a window encodes nothing.
    create_window({GLX_RGBA, GLX_DOUBLEBUFFER, GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, 0});
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    GLboolean capable = 7;
    glGetBooleanv(GL_FRAMEBUFFER_SRGB_CAPABLE_EXT, &capable);
    EXPECT_EQ(capable, GL_FALSE);
    glEnable(GL_FRAMEBUFFER_SRGB);
    glClearColor(0.5f, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    GLubyte pixel[4] = {};
    glReadPixels(5, 5, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    EXPECT_NEAR(pixel[0], 128, 1);
}

// Contexts of one process share whatever connections to the server they were made by.
TEST_F(Glx, ContextsOfSeveralConnectionsShare) {
    create_window();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    const GLubyte texel[] = {1, 2, 3, 4};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    glFinish();
    glXMakeCurrent(display_, none, nullptr);

    Display* const other = XOpenDisplay(nullptr);
    ASSERT_NE(other, nullptr);
    int count = 0;
    const int requests[] = {GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, none};
    GLXFBConfig* const configs = glXChooseFBConfig(other, DefaultScreen(other), requests, &count);
    ASSERT_GT(count, 0);
    const int size[] = {GLX_PBUFFER_WIDTH, 8, GLX_PBUFFER_HEIGHT, 8, none};
    const GLXPbuffer pbuffer = glXCreatePbuffer(other, configs[0], size);
    const GLXContext second = glXCreateContextAttribsARB(other, configs[0], context_, 1, nullptr);
    ASSERT_NE(second, nullptr);
    ASSERT_TRUE(glXMakeContextCurrent(other, pbuffer, pbuffer, second));
    EXPECT_TRUE(glIsTexture(texture));
    glBindTexture(GL_TEXTURE_2D, texture);
    GLubyte read[4] = {};
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, read);
    EXPECT_EQ(read[2], 3);
    // The connection of the one that is shared with may be closed.
    glXMakeCurrent(other, none, nullptr);
    XCloseDisplay(display_);
    display_ = other;
    const GLXContext third = glXCreateContextAttribsARB(other, configs[0], context_, 1, nullptr);
    ASSERT_NE(third, nullptr);
    ASSERT_TRUE(glXMakeContextCurrent(other, pbuffer, pbuffer, third));
    EXPECT_TRUE(glIsTexture(texture));
    glXMakeCurrent(other, none, nullptr);
    glXDestroyContext(other, third);
    glXDestroyContext(other, second);
    XFree(configs);
    EXPECT_TRUE(x_errors.empty());
}

TEST_F(Glx, AnswersSwapControlLocally) {
    EXPECT_EQ(glXSwapIntervalSGI(1), GLX_BAD_CONTEXT);
    create_window();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    EXPECT_EQ(glXSwapIntervalSGI(1), 0);
    EXPECT_EQ(glXSwapIntervalSGI(0), GLX_BAD_VALUE);
    EXPECT_EQ(glXSwapIntervalMESA(3), 0);
    EXPECT_EQ(glXGetSwapIntervalMESA(), 3);
    glXSwapIntervalEXT(display_, window_, 2);
    unsigned interval = 0;
    glXQueryDrawable(display_, window_, GLX_SWAP_INTERVAL_EXT, &interval);
    EXPECT_EQ(interval, 2u);
    EXPECT_TRUE(x_errors.empty());
}

// NV_vertex_array_range's memory needs no context; what was not allocated, or freed before, is left alone.
TEST(GlxMemory, IsAllocatedAndFreed) {
    void* const memory = glXAllocateMemoryNV(1000, 0, 1, 0.5f);
    ASSERT_NE(memory, nullptr);
    std::memset(memory, 0xff, 1000);
    glXFreeMemoryNV(memory);
    glXFreeMemoryNV(memory);
    glXFreeMemoryNV(nullptr);
    int none = 0;
    glXFreeMemoryNV(&none);
    EXPECT_EQ(glXAllocateMemoryNV(0, 0, 1, 0.5f), nullptr);
    EXPECT_EQ(glXAllocateMemoryNV(-1, 0, 1, 0.5f), nullptr);
    EXPECT_NE(glXGetProcAddressARB(reinterpret_cast<const GLubyte*>("glXAllocateMemoryNV")), nullptr);
}

double milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

TEST_F(Glx, SwapsWaitForTheRefreshAsTheIntervalSays) {
    create_window();
    map();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    int32_t numerator = 0, denominator = 0;
    ASSERT_TRUE(glXGetMscRateOML(display_, window_, &numerator, &denominator));
    ASSERT_GT(denominator, 0);
    const double period = 1e3 * denominator / numerator;
    const auto swaps_take = [&](int count) {
        glXSwapBuffers(display_, window_);
        const double begin = milliseconds();
        for (int i = 0; i < count; ++i) glXSwapBuffers(display_, window_);
        return milliseconds() - begin;
    };
    unsigned interval = 0;
    glXQueryDrawable(display_, window_, GLX_SWAP_INTERVAL_EXT, &interval);
    EXPECT_EQ(interval, 1u);
    EXPECT_GE(swaps_take(12), 11 * period);
    glXSwapIntervalEXT(display_, window_, 2);
    EXPECT_GE(swaps_take(6), 11 * period);
    glXSwapIntervalEXT(display_, window_, -2);
    unsigned tears = 0;
    glXQueryDrawable(display_, window_, GLX_LATE_SWAPS_TEAR_EXT, &tears);
    EXPECT_EQ(tears, 1u);
    EXPECT_GE(swaps_take(6), 11 * period);
    glXSwapIntervalEXT(display_, window_, 0);
    EXPECT_LT(swaps_take(200), 200 * period / 2);
}

TEST_F(Glx, AnIntervalSetBeforeTheWindowIsUsedHolds) {
    create_window();
    glXSwapIntervalEXT(display_, window_, 3);
    unsigned interval = 0;
    glXQueryDrawable(display_, window_, GLX_SWAP_INTERVAL_EXT, &interval);
    EXPECT_EQ(interval, 3u);
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    EXPECT_EQ(glXGetSwapIntervalMESA(), 3);
    EXPECT_TRUE(x_errors.empty());
}

TEST_F(Glx, CountsFramesAndSwaps) {
    unsigned count = 0, later = 0;
    EXPECT_EQ(glXGetVideoSyncSGI(&count), GLX_BAD_CONTEXT);
    create_window();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    ASSERT_EQ(glXGetVideoSyncSGI(&count), 0);
    ASSERT_EQ(glXWaitVideoSyncSGI(1, 0, &later), 0);
    EXPECT_GT(later, count);
    ASSERT_EQ(glXWaitVideoSyncSGI(3, 2, &later), 0);
    EXPECT_GT(later, count + 1);
    EXPECT_EQ(glXWaitVideoSyncSGI(0, 0, &later), GLX_BAD_VALUE);
    EXPECT_EQ(glXWaitVideoSyncSGI(2, -1, &later), GLX_BAD_VALUE);

    int64_t ust = 0, msc = 0, sbc = -1;
    ASSERT_TRUE(glXGetSyncValuesOML(display_, window_, &ust, &msc, &sbc));
    EXPECT_EQ(sbc, 0);
    EXPECT_GE(unsigned(msc), later);
    EXPECT_LE(double(ust), milliseconds() * 1e3);
    glXSwapBuffers(display_, window_);
    EXPECT_EQ(glXSwapBuffersMscOML(display_, window_, 0, 0, 0), 2);
    EXPECT_EQ(glXSwapBuffersMscOML(display_, window_, msc + 6, 0, 0), 3);
    int64_t swapped_ust = 0, swapped_msc = 0;
    ASSERT_TRUE(glXWaitForSbcOML(display_, window_, 3, &swapped_ust, &swapped_msc, &sbc));
    EXPECT_GE(swapped_msc, msc + 6);
    EXPECT_EQ(sbc, 3);
    ASSERT_TRUE(glXWaitForMscOML(display_, window_, swapped_msc + 2, 0, 0, &ust, &msc, &sbc));
    EXPECT_GE(msc, swapped_msc + 2);
    EXPECT_GT(ust, swapped_ust);
    ASSERT_TRUE(glXWaitForMscOML(display_, window_, 0, 4, 1, &ust, &msc, &sbc));
    EXPECT_FALSE(glXWaitForSbcOML(display_, window_, 4, &ust, &msc, &sbc));  // nobody would swap
    EXPECT_FALSE(glXWaitForMscOML(display_, window_, 0, 4, 4, &ust, &msc, &sbc));
    EXPECT_EQ(glXSwapBuffersMscOML(display_, window_, -1, 0, 0), -1);
    EXPECT_TRUE(x_errors.empty());
}

TEST_F(Glx, KnowsEveryNameItAdvertises) {
    for (const char* name : {"glXChooseVisual", "glXCreateContextAttribsARB", "glXSwapIntervalEXT", "glEnable",
                             "glProgramStringARB", "glProgramEnvParameterI4iNV", "glDrawArraysIndirect"})
        EXPECT_NE(glXGetProcAddressARB(reinterpret_cast<const GLubyte*>(name)), nullptr) << name;
    for (const char* name : {"glXNoSuchThing", "glNoSuchThing", "nothing", ""})
        EXPECT_EQ(glXGetProcAddressARB(reinterpret_cast<const GLubyte*>(name)), nullptr) << name;
    const std::string all = glXQueryExtensionsString(display_, DefaultScreen(display_));
    EXPECT_NE(all.find("GLX_ARB_create_context_profile"), std::string::npos);
    EXPECT_EQ(all, glXGetClientString(display_, GLX_EXTENSIONS));
}

TEST_F(Glx, SeparateReadDrawable) {
    const GLXFBConfig config = any_config();
    context_ = glXCreateNewContext(display_, config, GLX_RGBA_TYPE, nullptr, 1);
    const int size[] = {GLX_PBUFFER_WIDTH, 8, GLX_PBUFFER_HEIGHT, 8, none};
    const GLXPbuffer a = glXCreatePbuffer(display_, config, size), b = glXCreatePbuffer(display_, config, size);
    ASSERT_TRUE(glXMakeContextCurrent(display_, a, a, context_));
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ASSERT_TRUE(glXMakeContextCurrent(display_, b, a, context_));
    EXPECT_EQ(glXGetCurrentDrawable(), b);
    EXPECT_EQ(glXGetCurrentReadDrawable(), a);
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    GLubyte pixel[4] = {};
    glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    EXPECT_EQ(pixel[0], 0);
    EXPECT_EQ(pixel[1], 255);
}

}  // namespace
