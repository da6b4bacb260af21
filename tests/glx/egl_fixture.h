// A display of EGL without a window system, with a configuration of eight bits a component.
#pragma once

#define EGL_NO_X11
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <array>
#include <gtest/gtest.h>
#include <vector>

class EglExtensions : public testing::Test {
  protected:
    void SetUp() override {
        display_ = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        ASSERT_TRUE(eglInitialize(display_, nullptr, nullptr));
        ASSERT_TRUE(eglBindAPI(EGL_OPENGL_API));
        config_ = config_with({EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8});
    }
    void TearDown() override {
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglTerminate(display_);
        eglReleaseThread();
    }
    std::vector<EGLConfig> configs_with(std::vector<EGLint> requests) {
        requests.insert(requests.end(), {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE});
        EGLint count = 0;
        EXPECT_TRUE(eglChooseConfig(display_, requests.data(), nullptr, 0, &count));
        std::vector<EGLConfig> result(static_cast<size_t>(count));
        EXPECT_TRUE(eglChooseConfig(display_, requests.data(), result.data(), count, &count));
        return result;
    }
    EGLConfig config_with(const std::vector<EGLint>& requests) {
        const std::vector<EGLConfig> configs = configs_with(requests);
        EXPECT_FALSE(configs.empty());
        return configs.empty() ? nullptr : configs[0];
    }
    EGLint attribute(EGLConfig config, EGLint token) {
        EGLint value = -1;
        EXPECT_TRUE(eglGetConfigAttrib(display_, config, token, &value));
        return value;
    }
    EGLSurface pbuffer(EGLConfig config, std::vector<EGLint> attributes = {}) {
        attributes.insert(attributes.end(), {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE});
        return eglCreatePbufferSurface(display_, config, attributes.data());
    }
    void make_current(EGLSurface surface, EGLConfig config, const std::vector<EGLint>& attributes = {EGL_NONE}) {
        const EGLContext context = eglCreateContext(display_, config, EGL_NO_CONTEXT, attributes.data());
        ASSERT_NE(context, EGL_NO_CONTEXT) << std::hex << eglGetError();
        ASSERT_TRUE(eglMakeCurrent(display_, surface, surface, context)) << std::hex << eglGetError();
    }
    // A pixel after a clear with half of red.
    static int half_of_red() {
        glClearColor(0.5f, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        std::array<GLubyte, 4> pixel{};
        glReadPixels(2, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
        return pixel[0];
    }

    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLConfig config_ = nullptr;
};
