// EGL as applications use it, on each platform.
#define EGL_NO_X11
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

class Egl : public testing::TestWithParam<EGLenum> {
  protected:
    void SetUp() override {
        display_ = eglGetPlatformDisplay(GetParam(), EGL_DEFAULT_DISPLAY, nullptr);
        ASSERT_NE(display_, EGL_NO_DISPLAY);
        EXPECT_EQ(eglGetPlatformDisplay(GetParam(), EGL_DEFAULT_DISPLAY, nullptr), display_);
        ASSERT_TRUE(eglInitialize(display_, nullptr, nullptr));
        ASSERT_TRUE(eglBindAPI(EGL_OPENGL_API));
    }
    void TearDown() override {
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglTerminate(display_);
        eglReleaseThread();
    }
    EGLConfig config() {
        const EGLint requests[] = {
            EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_DEPTH_SIZE, 24, EGL_NONE};
        EGLConfig result = nullptr;
        EGLint count = 0;
        EXPECT_TRUE(eglChooseConfig(display_, requests, &result, 1, &count));
        EXPECT_EQ(count, 1);
        return result;
    }
    EGLDisplay display_ = EGL_NO_DISPLAY;
};

TEST_P(Egl, DrawsToPbuffersAndWithoutSurface) {
    const EGLContext context = eglCreateContext(display_, config(), EGL_NO_CONTEXT, nullptr);
    ASSERT_NE(context, EGL_NO_CONTEXT);
    const EGLint size[] = {EGL_WIDTH, 20, EGL_HEIGHT, 10, EGL_NONE};
    const EGLSurface surface = eglCreatePbufferSurface(display_, config(), size);
    ASSERT_TRUE(eglMakeCurrent(display_, surface, surface, context));
    EXPECT_STREQ(reinterpret_cast<const char*>(glGetString(GL_VENDOR)), "asmgl");
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    GLubyte pixel[4] = {};
    glReadPixels(19, 9, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    EXPECT_EQ(pixel[1], 255);
    EXPECT_TRUE(eglSwapBuffers(display_, surface));
    // Marked for deletion, alive while current.
    EXPECT_TRUE(eglDestroySurface(display_, surface));
    glClear(GL_COLOR_BUFFER_BIT);
    glFinish();
    EXPECT_TRUE(eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    EXPECT_EQ(eglGetCurrentSurface(EGL_DRAW), EGL_NO_SURFACE);
    EXPECT_EQ(eglGetCurrentContext(), context);
}

TEST_P(Egl, MakesContextsWithoutConfig) {
    const EGLContext context = eglCreateContext(display_, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, nullptr);
    ASSERT_NE(context, EGL_NO_CONTEXT);
    EXPECT_TRUE(eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    EGLint value = -1;
    EXPECT_TRUE(eglQueryContext(display_, context, EGL_CONFIG_ID, &value));
    EXPECT_EQ(value, 0);
}

TEST_P(Egl, ReportsErrors) {
    EXPECT_FALSE(eglBindAPI(EGL_OPENVG_API));
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    EXPECT_EQ(eglGetError(), EGL_SUCCESS);
    const auto attempt = [&](std::vector<EGLint> attributes) {
        attributes.push_back(EGL_NONE);
        const EGLContext context = eglCreateContext(display_, config(), EGL_NO_CONTEXT, attributes.data());
        const EGLint error = eglGetError();
        if (context) eglDestroyContext(display_, context);
        return error;
    };
    EXPECT_EQ(attempt({}), EGL_SUCCESS);
    EXPECT_EQ(attempt({EGL_CONTEXT_MAJOR_VERSION, 1, EGL_CONTEXT_MINOR_VERSION, 7}), EGL_BAD_MATCH);
    EXPECT_EQ(attempt({EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, EGL_TRUE}), EGL_BAD_MATCH);
    EXPECT_EQ(attempt({0x7777, 1}), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(eglCreateContext(display_, &display_, EGL_NO_CONTEXT, nullptr), EGL_NO_CONTEXT);
    EXPECT_EQ(eglGetError(), EGL_BAD_CONFIG);
    EXPECT_FALSE(eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, &display_));
    EXPECT_EQ(eglGetError(), EGL_BAD_CONTEXT);
    EXPECT_FALSE(eglSwapBuffers(display_, &display_));
    EXPECT_EQ(eglGetError(), EGL_BAD_SURFACE);
    EXPECT_FALSE(eglInitialize(&display_, nullptr, nullptr));
    EXPECT_EQ(eglGetError(), EGL_BAD_DISPLAY);
    EGLint value;
    EXPECT_FALSE(eglGetConfigAttrib(display_, config(), 0x7777, &value));
    EXPECT_EQ(eglGetError(), EGL_BAD_ATTRIBUTE);
    // EGL 1.5, 3.4.1: values that an attribute does not take are errors, EGL_DONT_CARE is none.
    EGLint many = -1;
    const auto choose = [&](EGLint name, EGLint request) {
        const EGLint attributes[] = {name, request, EGL_NONE};
        eglChooseConfig(display_, attributes, nullptr, 0, &many);
        return eglGetError();
    };
    for (const EGLint name : {EGL_BIND_TO_TEXTURE_RGB, EGL_BIND_TO_TEXTURE_RGBA, EGL_NATIVE_RENDERABLE,
                              EGL_COLOR_BUFFER_TYPE, EGL_CONFIG_CAVEAT, EGL_TRANSPARENT_TYPE, EGL_RED_SIZE}) {
        EXPECT_EQ(choose(name, name == EGL_RED_SIZE ? -2 : 6), EGL_BAD_ATTRIBUTE) << std::hex << name;
        EXPECT_EQ(choose(name, EGL_DONT_CARE), EGL_SUCCESS) << std::hex << name;
    }
    EXPECT_EQ(choose(EGL_LEVEL, -2), EGL_SUCCESS);
    EXPECT_EQ(choose(EGL_LEVEL, EGL_DONT_CARE), EGL_BAD_ATTRIBUTE);
    EGLConfig none = nullptr;
    EXPECT_TRUE(eglGetConfigs(display_, &none, -1, &many));
    EXPECT_EQ(many, 0) << "no place for any";
    EXPECT_EQ(eglCreateSync(display_, EGL_NONE, nullptr), EGL_NO_SYNC);
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    // OpenVG is not there.
    const EGLint vectors[] = {EGL_RENDERABLE_TYPE, EGL_OPENVG_BIT, EGL_NONE};
    EGLint count = -1;
    EXPECT_TRUE(eglChooseConfig(display_, vectors, nullptr, 0, &count));
    EXPECT_EQ(count, 0);
}

TEST_P(Egl, MakesContextsOfOpenGlEs) {
    // Configs for OpenGL ES are what eglChooseConfig looks for where nothing else is said; contexts of either API can
    // be made with them.
    EGLConfig config = nullptr;
    EGLint count = 0;
    const EGLint any_surface[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
    ASSERT_TRUE(eglChooseConfig(display_, any_surface, &config, 1, &count));
    ASSERT_EQ(count, 1);
    EGLint value = 0;
    EXPECT_TRUE(eglGetConfigAttrib(display_, config, EGL_CONFORMANT, &value));
    EXPECT_EQ(value, EGL_OPENGL_BIT | EGL_OPENGL_ES_BIT | EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT);
    const EGLContext desktop = eglCreateContext(display_, config, EGL_NO_CONTEXT, nullptr);
    ASSERT_TRUE(eglBindAPI(EGL_OPENGL_ES_API));
    EXPECT_EQ(eglQueryAPI(), EGLenum{EGL_OPENGL_ES_API});
    const auto attempt = [&](std::vector<EGLint> attributes, EGLContext share = EGL_NO_CONTEXT) {
        attributes.push_back(EGL_NONE);
        const EGLContext context = eglCreateContext(display_, config, share, attributes.data());
        const EGLint error = eglGetError();
        if (context) eglDestroyContext(display_, context);
        return error;
    };
    EXPECT_EQ(attempt({}), EGL_SUCCESS);
    EXPECT_EQ(attempt({EGL_CONTEXT_CLIENT_VERSION, 1}), EGL_SUCCESS);
    EXPECT_EQ(attempt({EGL_CONTEXT_MAJOR_VERSION, 1, EGL_CONTEXT_MINOR_VERSION, 1}), EGL_SUCCESS);
    EXPECT_EQ(attempt({EGL_CONTEXT_MAJOR_VERSION, 1, EGL_CONTEXT_MINOR_VERSION, 5}), EGL_BAD_MATCH);
    EXPECT_EQ(attempt({EGL_CONTEXT_CLIENT_VERSION, 2}), EGL_SUCCESS);
    EXPECT_EQ(attempt({EGL_CONTEXT_CLIENT_VERSION, 3}), EGL_SUCCESS);
    EXPECT_EQ(attempt({EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2}), EGL_SUCCESS);
    EXPECT_EQ(attempt({EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3}), EGL_BAD_MATCH);
    EXPECT_EQ(attempt({EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE}), EGL_SUCCESS);
    EXPECT_EQ(attempt({EGL_CONTEXT_MAJOR_VERSION, 1, EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE}), EGL_BAD_MATCH);
    EXPECT_EQ(attempt({EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT}), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(attempt({}, desktop), EGL_BAD_CONTEXT) << "contexts of two APIs share nothing";

    const EGLContext es = eglCreateContext(display_, config, EGL_NO_CONTEXT, nullptr);
    ASSERT_NE(es, EGL_NO_CONTEXT);
    const auto query = [&](EGLContext context, EGLint attribute) {
        EGLint result = -1;
        EXPECT_TRUE(eglQueryContext(display_, context, attribute, &result));
        return result;
    };
    EXPECT_EQ(query(es, EGL_CONTEXT_CLIENT_TYPE), EGL_OPENGL_ES_API);
    EXPECT_EQ(query(es, EGL_CONTEXT_CLIENT_VERSION), 1);
    const EGLint two[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    const EGLContext es2 = eglCreateContext(display_, config, EGL_NO_CONTEXT, two);
    EXPECT_EQ(query(es2, EGL_CONTEXT_CLIENT_VERSION), 3) << "what it has, not what was asked for";
    EXPECT_EQ(query(desktop, EGL_CONTEXT_CLIENT_TYPE), EGL_OPENGL_API);
    const EGLint size[] = {EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_NONE};
    const EGLSurface surface = eglCreatePbufferSurface(display_, config, size);
    ASSERT_TRUE(eglMakeCurrent(display_, surface, surface, es));
    EXPECT_STREQ(reinterpret_cast<const char*>(glGetString(GL_VERSION)), "OpenGL ES-CM 1.1 asmgl");
    // One context is current to a thread, whichever of the two APIs it is of and whichever is bound.
    EXPECT_TRUE(eglBindAPI(EGL_OPENGL_API));
    EXPECT_EQ(eglGetCurrentContext(), es);
    EXPECT_TRUE(eglMakeCurrent(display_, surface, surface, desktop));
    EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(glGetString(GL_VERSION))).find("ES"),
              std::string_view::npos);
    EXPECT_TRUE(eglBindAPI(EGL_OPENGL_ES_API));
    EXPECT_EQ(eglGetCurrentContext(), desktop);
    EXPECT_TRUE(eglReleaseThread());
    EXPECT_EQ(eglQueryAPI(), EGLenum{EGL_OPENGL_ES_API});
}

TEST_P(Egl, TerminatesWhatItHas) {
    const EGLContext context = eglCreateContext(display_, config(), EGL_NO_CONTEXT, nullptr);
    EXPECT_TRUE(eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    EXPECT_TRUE(eglTerminate(display_));
    EXPECT_FALSE(eglDestroyContext(display_, context));
    EXPECT_EQ(eglGetError(), EGL_NOT_INITIALIZED);
    glClear(GL_COLOR_BUFFER_BIT);
    EXPECT_TRUE(eglInitialize(display_, nullptr, nullptr));
    EXPECT_FALSE(eglDestroyContext(display_, context));
    EXPECT_EQ(eglGetError(), EGL_BAD_CONTEXT);
}

TEST_P(Egl, FencesAreSignaled) {
    const EGLContext context = eglCreateContext(display_, config(), EGL_NO_CONTEXT, nullptr);
    EXPECT_EQ(eglCreateSync(display_, EGL_SYNC_FENCE, nullptr), EGL_NO_SYNC);
    EXPECT_EQ(eglGetError(), EGL_BAD_MATCH);
    ASSERT_TRUE(eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    const EGLSync sync = eglCreateSync(display_, EGL_SYNC_FENCE, nullptr);
    ASSERT_NE(sync, EGL_NO_SYNC);
    EXPECT_EQ(eglClientWaitSync(display_, sync, 0, EGL_FOREVER), EGL_CONDITION_SATISFIED);
    EXPECT_TRUE(eglDestroySync(display_, sync));
    EXPECT_FALSE(eglDestroySync(display_, sync));
}

INSTANTIATE_TEST_SUITE_P(Platforms, Egl,
                         testing::Values(EGL_PLATFORM_X11_KHR, EGL_PLATFORM_SURFACELESS_MESA, EGL_PLATFORM_DEVICE_EXT),
                         [](const auto& platform) -> std::string {
                             switch (platform.param) {
                                 case EGL_PLATFORM_X11_KHR: return "X11";
                                 case EGL_PLATFORM_DEVICE_EXT: return "Device";
                                 default: return "Surfaceless";
                             }
                         });

TEST(EglClient, KnowsItsDevice) {
    EGLDeviceEXT device = nullptr;
    EGLint count = 0;
    ASSERT_TRUE(eglQueryDevicesEXT(1, &device, &count));
    EXPECT_EQ(count, 1);
    const std::string extensions = eglQueryDeviceStringEXT(device, EGL_EXTENSIONS);
    EXPECT_NE(extensions.find("EGL_MESA_device_software"), std::string::npos);
    const EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
    EXPECT_TRUE(eglInitialize(display, nullptr, nullptr));
    EGLAttrib of_display = 0;
    EXPECT_TRUE(eglQueryDisplayAttribEXT(display, EGL_DEVICE_EXT, &of_display));
    EXPECT_EQ(reinterpret_cast<EGLDeviceEXT>(of_display), device);
    eglTerminate(display);
    // EGL_EXT_explicit_device.
    EGLAttrib request[] = {EGL_DEVICE_EXT, of_display, EGL_NONE};
    EXPECT_EQ(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, request),
              eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
    EXPECT_EQ(eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device, request), EGL_NO_DISPLAY);
    EXPECT_EQ(eglGetError(), EGL_BAD_ATTRIBUTE);
    request[1] = 1;
    EXPECT_EQ(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, request), EGL_NO_DISPLAY);
    EXPECT_EQ(eglGetError(), EGL_BAD_DEVICE_EXT);
}

// EGL_KHR_display_reference.
TEST(EglClient, DisplaysMayCountTheirReferences) {
    EGLAttrib request[] = {EGL_TRACK_REFERENCES_KHR, EGL_FALSE, EGL_NONE};
    const EGLDisplay plain = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, request);
    EXPECT_EQ(plain, eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
    request[1] = EGL_TRUE;
    const EGLDisplay counted = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, request);
    EXPECT_NE(counted, plain);
    EXPECT_EQ(counted, eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, request));
    request[1] = 2;
    EXPECT_EQ(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, request), EGL_NO_DISPLAY);
    EXPECT_EQ(eglGetError(), EGL_BAD_ATTRIBUTE);
    for (const EGLDisplay display : {plain, counted}) {
        const bool counts = display == counted;
        EGLAttrib value = 7;
        EXPECT_FALSE(eglQueryDisplayAttribKHR(display, EGL_TRACK_REFERENCES_KHR, &value));
        EXPECT_EQ(eglGetError(), EGL_NOT_INITIALIZED);
        EXPECT_TRUE(eglTerminate(display));  // counts nothing
        EXPECT_TRUE(eglInitialize(display, nullptr, nullptr));
        EXPECT_TRUE(eglInitialize(display, nullptr, nullptr));
        EXPECT_TRUE(eglQueryDisplayAttribKHR(display, EGL_TRACK_REFERENCES_KHR, &value));
        EXPECT_EQ(value, EGLAttrib{counts});
        EXPECT_FALSE(eglQueryDisplayAttribKHR(display, EGL_WIDTH, &value));
        EXPECT_EQ(eglGetError(), EGL_BAD_ATTRIBUTE);
        EXPECT_TRUE(eglTerminate(display));
        EXPECT_EQ(eglQueryString(display, EGL_VENDOR) != nullptr, counts);
        EXPECT_TRUE(eglTerminate(display));
        EXPECT_EQ(eglQueryString(display, EGL_VENDOR), nullptr);
        EXPECT_TRUE(eglInitialize(display, nullptr, nullptr));
        EXPECT_TRUE(eglTerminate(display));
        EXPECT_EQ(eglQueryString(display, EGL_VENDOR), nullptr);
    }
}

}  // namespace
