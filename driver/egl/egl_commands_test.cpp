// EGL's commands on a display without windows: errors, and how long objects live.
#include <atomic>
#include <functional>
#include <gtest/gtest.h>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "driver/egl/egl_objects.h"
#include "driver/present/swap_schedule.h"

namespace driver::egl {
namespace {

class EglCommands : public testing::Test {
  protected:
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLConfig config = nullptr;

    void SetUp() override {
        display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
        ASSERT_TRUE(eglInitialize(display, nullptr, nullptr));
        config = chosen({EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8});
        eglBindAPI(EGL_OPENGL_API);
    }
    void TearDown() override {
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglTerminate(display);
        eglReleaseThread();
    }

    EGLConfig chosen(std::vector<EGLint> list) const {
        list.insert(list.end(), {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE});
        EGLConfig result = nullptr;
        EGLint count = 0;
        EXPECT_TRUE(eglChooseConfig(display, list.data(), &result, 1, &count));
        EXPECT_EQ(count, 1);
        return result;
    }
    EGLContext context(EGLContext share = EGL_NO_CONTEXT) const {
        return eglCreateContext(display, config, share, nullptr);
    }
    EGLSurface pbuffer(std::vector<EGLint> list = {}) const {
        list.insert(list.end(), {EGL_WIDTH, 8, EGL_HEIGHT, 4, EGL_NONE});
        return eglCreatePbufferSurface(display, config, list.data());
    }
    EGLBoolean make_current(EGLSurface surface, EGLContext of) const {
        return eglMakeCurrent(display, surface, surface, of);
    }
};

// A failing command returns nothing, and the thread's error says why, once.
#define EXPECT_FAILURE(command, error)         \
    do {                                       \
        EXPECT_FALSE(command);                 \
        EXPECT_EQ(eglGetError(), error);       \
        EXPECT_EQ(eglGetError(), EGL_SUCCESS); \
    } while (false)

TEST_F(EglCommands, RefuseWhatIsNoDisplay) {
    int nothing = 0;
    EGLint value = 0;
    for (const EGLDisplay wrong : {static_cast<EGLDisplay>(nullptr), static_cast<EGLDisplay>(&nothing)}) {
        EXPECT_FAILURE(eglInitialize(wrong, nullptr, nullptr), EGL_BAD_DISPLAY);
        EXPECT_FAILURE(eglTerminate(wrong), EGL_BAD_DISPLAY);
        EXPECT_FAILURE(eglGetConfigs(wrong, nullptr, 0, &value), EGL_BAD_DISPLAY);
        EXPECT_FAILURE(eglCreateContext(wrong, config, nullptr, nullptr), EGL_BAD_DISPLAY);
        EXPECT_FAILURE(eglCreatePbufferSurface(wrong, config, nullptr), EGL_BAD_DISPLAY);
        EXPECT_FAILURE(eglMakeCurrent(wrong, nullptr, nullptr, nullptr), EGL_BAD_DISPLAY);
        EXPECT_FAILURE(eglSwapInterval(wrong, 1), EGL_BAD_DISPLAY);
        EXPECT_FAILURE(eglCreateSync(wrong, EGL_SYNC_FENCE, nullptr), EGL_BAD_DISPLAY);
        EXPECT_FAILURE(eglCreateImage(wrong, nullptr, EGL_GL_TEXTURE_2D, nullptr, nullptr), EGL_BAD_DISPLAY);
    }
}

TEST_F(EglCommands, RefuseDisplaysThatAreNotInitialized) {
    eglTerminate(display);
    EGLint value = 0;
    EXPECT_FAILURE(eglGetConfigs(display, nullptr, 0, &value), EGL_NOT_INITIALIZED);
    EXPECT_FAILURE(context(), EGL_NOT_INITIALIZED);
    EXPECT_FAILURE(pbuffer(), EGL_NOT_INITIALIZED);
    EXPECT_FAILURE(eglQueryString(display, EGL_VENDOR), EGL_NOT_INITIALIZED);
    EXPECT_TRUE(eglTerminate(display));  // once more does no harm
    EXPECT_TRUE(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
}

TEST_F(EglCommands, RefuseWhatIsNoObject) {
    int nothing = 0;
    EGLint value = 0;
    EGLAttrib wide = 0;
    EXPECT_FAILURE(eglCreateContext(display, &nothing, nullptr, nullptr), EGL_BAD_CONFIG);
    EXPECT_FAILURE(eglCreateContext(display, config, &nothing, nullptr), EGL_BAD_CONTEXT);
    EXPECT_FAILURE(eglCreatePbufferSurface(display, &nothing, nullptr), EGL_BAD_CONFIG);
    EXPECT_FAILURE(eglGetConfigAttrib(display, &nothing, EGL_RED_SIZE, &value), EGL_BAD_CONFIG);
    EXPECT_FAILURE(eglGetConfigAttrib(display, config, EGL_WIDTH, &value), EGL_BAD_ATTRIBUTE);
    EXPECT_FAILURE(eglDestroyContext(display, &nothing), EGL_BAD_CONTEXT);
    EXPECT_FAILURE(eglQueryContext(display, &nothing, EGL_CONFIG_ID, &value), EGL_BAD_CONTEXT);
    EXPECT_FAILURE(eglDestroySurface(display, &nothing), EGL_BAD_SURFACE);
    EXPECT_FAILURE(eglQuerySurface(display, &nothing, EGL_WIDTH, &value), EGL_BAD_SURFACE);
    EXPECT_FAILURE(eglSurfaceAttrib(display, &nothing, EGL_SWAP_BEHAVIOR, 0), EGL_BAD_SURFACE);
    EXPECT_FAILURE(eglSwapBuffers(display, &nothing), EGL_BAD_SURFACE);
    EXPECT_FAILURE(eglCopyBuffers(display, &nothing, 0), EGL_BAD_SURFACE);
    EXPECT_FAILURE(eglBindTexImage(display, &nothing, EGL_BACK_BUFFER), EGL_BAD_SURFACE);
    EXPECT_FAILURE(eglDestroySync(display, &nothing), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglGetSyncAttrib(display, &nothing, EGL_SYNC_TYPE, &wide), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglDestroyImage(display, &nothing), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglMakeCurrent(display, nullptr, nullptr, &nothing), EGL_BAD_CONTEXT);
}

TEST_F(EglCommands, RefuseWrongValues) {
    const EGLSurface surface = pbuffer();
    const EGLContext of = context();
    EGLint value = 0;
    EXPECT_FAILURE(eglBindAPI(EGL_OPENVG_API), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglGetConfigs(display, nullptr, 0, nullptr), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglQueryString(display, EGL_WIDTH), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglQuerySurface(display, surface, EGL_RED_SIZE, &value), EGL_BAD_ATTRIBUTE);
    EXPECT_FAILURE(eglQuerySurface(display, surface, EGL_WIDTH, nullptr), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglQueryContext(display, of, EGL_WIDTH, &value), EGL_BAD_ATTRIBUTE);
    EXPECT_FAILURE(eglSurfaceAttrib(display, surface, EGL_WIDTH, 1), EGL_BAD_ATTRIBUTE);
    EXPECT_FAILURE(eglSurfaceAttrib(display, surface, EGL_SWAP_BEHAVIOR, 1), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglSurfaceAttrib(display, surface, EGL_SWAP_BEHAVIOR, EGL_BUFFER_PRESERVED), EGL_BAD_MATCH);
    EXPECT_FAILURE(eglSurfaceAttrib(display, surface, EGL_MULTISAMPLE_RESOLVE, EGL_MULTISAMPLE_RESOLVE_BOX),
                   EGL_BAD_MATCH);
    EXPECT_FAILURE(eglWaitNative(7), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglGetCurrentSurface(7), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglCreatePbufferFromClientBuffer(display, EGL_OPENVG_IMAGE, nullptr, config, nullptr),
                   EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglSwapBuffersWithDamageKHR(display, surface, nullptr, -1), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglSwapBuffersWithDamageKHR(display, surface, nullptr, 1), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglGetPlatformDisplay(0x7abc, nullptr, nullptr), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, &value, nullptr), EGL_BAD_PARAMETER);
    const EGLAttrib unknown[] = {EGL_WIDTH, 1, EGL_NONE};
    EXPECT_FAILURE(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, unknown), EGL_BAD_ATTRIBUTE);
}

// There are no windows and pixmaps without a window system.
TEST_F(EglCommands, RefuseNativeSurfaces) {
    int native = 0;
    EXPECT_FAILURE(eglCreateWindowSurface(display, config, 7, nullptr), EGL_BAD_MATCH);
    EXPECT_FAILURE(eglCreatePixmapSurface(display, config, 7, nullptr), EGL_BAD_MATCH);
    EXPECT_FAILURE(eglCreatePlatformWindowSurface(display, config, &native, nullptr), EGL_BAD_MATCH);
    EXPECT_FAILURE(eglCreatePlatformWindowSurface(display, config, nullptr, nullptr), EGL_BAD_NATIVE_WINDOW);
    EXPECT_FAILURE(eglCreatePlatformPixmapSurface(display, config, nullptr, nullptr), EGL_BAD_NATIVE_PIXMAP);
    EXPECT_FAILURE(eglCopyBuffers(display, pbuffer(), 7), EGL_BAD_NATIVE_PIXMAP);
}

TEST_F(EglCommands, TellWhatSurfacesAndContextsAre) {
    const EGLSurface surface = pbuffer({EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB});
    const auto of_surface = [&](EGLint attribute) {
        EGLint value = -1;
        EXPECT_TRUE(eglQuerySurface(display, surface, attribute, &value)) << attribute;
        return value;
    };
    EXPECT_EQ(of_surface(EGL_WIDTH), 8);
    EXPECT_EQ(of_surface(EGL_HEIGHT), 4);
    EXPECT_EQ(of_surface(EGL_GL_COLORSPACE), EGL_GL_COLORSPACE_SRGB);
    EXPECT_EQ(of_surface(EGL_RENDER_BUFFER), EGL_BACK_BUFFER);
    EXPECT_EQ(of_surface(EGL_TEXTURE_FORMAT), EGL_NO_TEXTURE);
    EXPECT_EQ(of_surface(EGL_HORIZONTAL_RESOLUTION), EGL_UNKNOWN);
    EXPECT_TRUE(eglSurfaceAttrib(display, surface, EGL_MIPMAP_LEVEL, 3));
    EXPECT_EQ(of_surface(EGL_MIPMAP_LEVEL), 3);
    const EGLContext of = context();
    const auto of_context = [&](EGLint attribute) {
        EGLint value = -1;
        EXPECT_TRUE(eglQueryContext(display, of, attribute, &value)) << attribute;
        return value;
    };
    EXPECT_EQ(of_context(EGL_CONFIG_ID), of_surface(EGL_CONFIG_ID));
    EXPECT_EQ(of_context(EGL_CONTEXT_CLIENT_TYPE), EGL_OPENGL_API);
    EXPECT_EQ(of_context(EGL_RENDER_BUFFER), EGL_NONE);  // not current
    ASSERT_TRUE(make_current(surface, of));
    EXPECT_EQ(of_context(EGL_RENDER_BUFFER), EGL_BACK_BUFFER);
}

TEST_F(EglCommands, MakeCurrentOnlyWhatGoesTogether) {
    const EGLSurface surface = pbuffer();
    const EGLContext of = context();
    EXPECT_FAILURE(eglMakeCurrent(display, surface, EGL_NO_SURFACE, of), EGL_BAD_MATCH);
    EXPECT_FAILURE(eglMakeCurrent(display, EGL_NO_SURFACE, surface, of), EGL_BAD_MATCH);
    EXPECT_FAILURE(make_current(surface, EGL_NO_CONTEXT), EGL_BAD_MATCH);
    config = chosen({EGL_RED_SIZE, 10});
    EXPECT_FAILURE(make_current(pbuffer(), of), EGL_BAD_MATCH);
    EXPECT_TRUE(make_current(EGL_NO_SURFACE, of));
    EXPECT_TRUE(make_current(surface, of));
}

TEST_F(EglCommands, SharingIsAmongContextsOfOneApi) {
    const EGLContext of = context();
    EXPECT_TRUE(context(of));
    eglBindAPI(EGL_OPENGL_ES_API);
    EXPECT_FAILURE(context(of), EGL_BAD_CONTEXT);
    // A context of another display is one, but does not match.
    const EGLDisplay other = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, nullptr, nullptr);
    ASSERT_TRUE(eglInitialize(other, nullptr, nullptr));
    EXPECT_FAILURE(eglCreateContext(other, EGL_NO_CONFIG_KHR, of, nullptr), EGL_BAD_MATCH);
    eglTerminate(other);
}

TEST_F(EglCommands, WhatIsDestroyedWhileItIsCurrentLivesOn) {
    const EGLSurface surface = pbuffer();
    const EGLContext of = context();
    ASSERT_TRUE(make_current(surface, of));
    const std::weak_ptr<SurfaceObject> surface_life = thread().draw;
    const std::weak_ptr<ContextObject> context_life = thread().context;
    EXPECT_TRUE(eglDestroySurface(display, surface));
    EXPECT_TRUE(eglDestroyContext(display, of));
    // Names are gone at once, objects when they are released.
    EXPECT_FAILURE(eglDestroySurface(display, surface), EGL_BAD_SURFACE);
    EXPECT_FAILURE(make_current(EGL_NO_SURFACE, of), EGL_BAD_CONTEXT);
    EXPECT_EQ(eglGetCurrentContext(), of);
    EXPECT_EQ(eglGetCurrentSurface(EGL_DRAW), surface);
    EXPECT_TRUE(glapi::current_context());
    EXPECT_FALSE(surface_life.expired() || context_life.expired());
    EXPECT_TRUE(make_current(EGL_NO_SURFACE, EGL_NO_CONTEXT));
    EXPECT_FALSE(glapi::current_context());
    EXPECT_TRUE(surface_life.expired() && context_life.expired());
}

TEST_F(EglCommands, WhatIsCurrentOutlivesTheDisplay) {
    const EGLSurface surface = pbuffer();
    const EGLContext of = context();
    ASSERT_TRUE(make_current(surface, of));
    const std::weak_ptr<ContextObject> life = thread().context;
    EXPECT_TRUE(eglTerminate(display));
    EXPECT_TRUE(glapi::current_context());
    ASSERT_TRUE(eglInitialize(display, nullptr, nullptr));
    // It is none of the display's any more.
    EGLint value = 0;
    EXPECT_FAILURE(eglQueryContext(display, of, EGL_CONFIG_ID, &value), EGL_BAD_CONTEXT);
    EXPECT_FALSE(life.expired());
    EXPECT_TRUE(make_current(pbuffer(), context()));
    EXPECT_TRUE(life.expired());
}

TEST_F(EglCommands, AThreadThatEndsReleasesWhatItHad) {
    const EGLSurface surface = pbuffer();
    const EGLContext of = context();
    std::thread([&] { EXPECT_TRUE(make_current(surface, of)); }).join();
    EXPECT_TRUE(make_current(surface, of));
}

TEST_F(EglCommands, WhatIsCurrentElsewhereIsNotToBeHad) {
    const EGLSurface surface = pbuffer(), other_surface = pbuffer();
    const EGLContext of = context(), other = context();
    ASSERT_TRUE(make_current(surface, of));
    std::thread([&] {
        EXPECT_FAILURE(make_current(other_surface, of), EGL_BAD_ACCESS);
        EXPECT_FAILURE(make_current(surface, other), EGL_BAD_ACCESS);
        EXPECT_FAILURE(eglMakeCurrent(display, other_surface, surface, other), EGL_BAD_ACCESS);
        // What failed leaves what was current as it was, and claims nothing.
        ASSERT_TRUE(make_current(other_surface, other));
        EXPECT_FAILURE(make_current(surface, other), EGL_BAD_ACCESS);
        EXPECT_EQ(eglGetCurrentSurface(EGL_DRAW), other_surface);
    }).join();
    // The thread itself may do it again, and with another surface to read from.
    EXPECT_TRUE(make_current(surface, of));
    EXPECT_TRUE(eglMakeCurrent(display, surface, other_surface, of));
    EXPECT_TRUE(eglMakeCurrent(display, other_surface, surface, other));
    // The context that it had is free.
    std::thread([&] { EXPECT_TRUE(make_current(EGL_NO_SURFACE, of)); }).join();
}

// A surface of a window whose size is asked for: something happens meanwhile, once.
class InterruptedSurface final : public Surface {
  public:
    explicit InterruptedSurface(std::function<void()> meanwhile)
        : Surface(glapi::BufferConfig()), meanwhile_(std::move(meanwhile)) {
        width_ = height_ = 1;
        back = std::make_shared<runtime::Image>(color_format(config()), runtime::Extent{1, 1, 1});
        allocate_ancillary();
    }
    bool update() override {
        if (const auto once = std::exchange(meanwhile_, nullptr)) once();
        return false;
    }
    void require_front() override {}
    void flush_front() override {}
    void swap(std::span<const Rectangle>) override {}
    void show_region(int32_t, int32_t, int32_t, int32_t) override {}

  private:
    std::function<void()> meanwhile_;
};

TEST_F(EglCommands, OfThreadsThatWantOneSurfaceAtOnceOneGetsIt) {
    const EGLSurface surface = pbuffer();
    const EGLContext of = context(), other = context();
    bool tried = false;
    const auto object = [&] {
        const std::lock_guard lock(objects_mutex());
        return surface_of(*display_of(display), surface);
    }();
    object->kind = SurfaceKind::Window;
    object->surface = std::make_shared<InterruptedSurface>([&] {
        std::thread([&] {
            tried = true;
            EXPECT_FAILURE(make_current(surface, other), EGL_BAD_ACCESS);
            EXPECT_FAILURE(make_current(EGL_NO_SURFACE, of), EGL_BAD_ACCESS);
        }).join();
    });
    EXPECT_TRUE(make_current(surface, of));
    EXPECT_TRUE(tried);
}

// What a command claims and then can't make current is free again.
TEST_F(EglCommands, FailuresClaimNothing) {
    const EGLSurface surface = pbuffer();
    const EGLContext of = context();
    std::thread([&] {
        const auto object = [&] {
            const std::lock_guard lock(objects_mutex());
            return context_of(*display_of(display), of);
        }();
        // GLX or OSMesa could have done this: EGL does not know of it.
        ASSERT_TRUE(glapi::make_current(object->context.get(), nullptr, nullptr));
        std::thread([&] { EXPECT_FAILURE(make_current(surface, of), EGL_BAD_ACCESS); }).join();
        glapi::make_current(nullptr, nullptr, nullptr);
    }).join();
    EXPECT_TRUE(make_current(surface, of));
}

TEST_F(EglCommands, CountedDisplaysEndWithTheLastReference) {
    const EGLAttrib counted[] = {EGL_TRACK_REFERENCES_KHR, EGL_TRUE, EGL_NONE};
    const EGLDisplay other = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, counted);
    ASSERT_NE(other, display);
    EXPECT_EQ(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, counted), other);
    EXPECT_TRUE(eglInitialize(other, nullptr, nullptr));
    EXPECT_TRUE(eglInitialize(other, nullptr, nullptr));
    EXPECT_TRUE(eglTerminate(other));
    EXPECT_TRUE(eglQueryString(other, EGL_VENDOR));
    EXPECT_TRUE(eglTerminate(other));
    EXPECT_FAILURE(eglQueryString(other, EGL_VENDOR), EGL_NOT_INITIALIZED);
    EGLAttrib value = 0;
    EXPECT_TRUE(eglQueryDisplayAttribKHR(display, EGL_TRACK_REFERENCES_KHR, &value));
    EXPECT_EQ(value, EGL_FALSE);
    // Others end at once.
    EXPECT_TRUE(eglInitialize(display, nullptr, nullptr));
    EXPECT_TRUE(eglTerminate(display));
    EXPECT_FAILURE(eglQueryString(display, EGL_VENDOR), EGL_NOT_INITIALIZED);
}

TEST_F(EglCommands, SwapsOfPbuffersHaveNoEffect) {
    const EGLSurface surface = pbuffer(), other = pbuffer();
    EXPECT_FAILURE(eglSwapInterval(display, 1), EGL_BAD_CONTEXT);
    ASSERT_TRUE(make_current(surface, context()));
    EXPECT_TRUE(eglSwapBuffers(display, surface));
    const EGLint damage[] = {0, 0, 4, 4};
    EXPECT_TRUE(eglSwapBuffersWithDamageKHR(display, surface, damage, 1));
    EXPECT_FAILURE(eglSwapBuffers(display, other), EGL_BAD_SURFACE);  // not current
    EXPECT_TRUE(eglSwapInterval(display, 1000));
    EXPECT_EQ(thread().draw->swaps->interval(), max_swap_interval);
    EXPECT_TRUE(eglSwapInterval(display, -1));
    EXPECT_EQ(thread().draw->swaps->interval(), 0);
    // KHR_partial_update is for windows.
    EGLint region[] = {0, 0, 1, 1};
    EXPECT_FAILURE(eglSetDamageRegionKHR(display, surface, region, 1), EGL_BAD_MATCH);
    EXPECT_FAILURE(eglSetDamageRegionKHR(display, surface, region, -1), EGL_BAD_PARAMETER);
}

TEST_F(EglCommands, PbuffersAreTexturesOnce) {
    const EGLSurface plain = pbuffer(),
                     texture = pbuffer({EGL_TEXTURE_FORMAT, EGL_TEXTURE_RGBA, EGL_TEXTURE_TARGET, EGL_TEXTURE_2D});
    ASSERT_TRUE(make_current(EGL_NO_SURFACE, context()));
    EXPECT_FAILURE(eglBindTexImage(display, plain, EGL_BACK_BUFFER), EGL_BAD_MATCH);
    EXPECT_FAILURE(eglBindTexImage(display, texture, EGL_WIDTH), EGL_BAD_PARAMETER);
    EXPECT_TRUE(eglBindTexImage(display, texture, EGL_BACK_BUFFER));
    EXPECT_FAILURE(eglBindTexImage(display, texture, EGL_BACK_BUFFER), EGL_BAD_ACCESS);
    EXPECT_TRUE(eglReleaseTexImage(display, texture, EGL_BACK_BUFFER));
    EXPECT_TRUE(eglBindTexImage(display, texture, EGL_BACK_BUFFER));
}

TEST_F(EglCommands, ReusableSyncsAreSignaledByTheApplication) {
    EXPECT_FAILURE(eglCreateSync(display, 0x7abc, nullptr), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(eglCreateSyncKHR(display, 0x7abc, nullptr), EGL_BAD_ATTRIBUTE);
    EXPECT_FAILURE(eglCreateSync(display, EGL_SYNC_FENCE, nullptr), EGL_BAD_MATCH);  // nothing is current
    const EGLSync sync = eglCreateSync(display, EGL_SYNC_REUSABLE_KHR, nullptr);
    ASSERT_TRUE(sync);
    EXPECT_EQ(eglClientWaitSync(display, sync, 0, 0), EGL_TIMEOUT_EXPIRED);
    EXPECT_FAILURE(eglSignalSyncKHR(display, sync, 7), EGL_BAD_PARAMETER);
    EXPECT_TRUE(eglSignalSyncKHR(display, sync, EGL_SIGNALED));
    EXPECT_EQ(eglClientWaitSync(display, sync, 0, 0), EGL_CONDITION_SATISFIED);
    EGLAttrib value = 0;
    EXPECT_TRUE(eglGetSyncAttrib(display, sync, EGL_SYNC_STATUS, &value));
    EXPECT_EQ(value, EGL_SIGNALED);
    EXPECT_FAILURE(eglGetSyncAttrib(display, sync, EGL_SYNC_CONDITION, &value), EGL_BAD_ATTRIBUTE);
    EXPECT_FAILURE(eglWaitSync(display, sync, 0), EGL_BAD_MATCH);
    // Who waits when it is destroyed goes on.
    EXPECT_TRUE(eglSignalSyncKHR(display, sync, EGL_UNSIGNALED));
    std::atomic<EGLint> result = 0;
    std::thread waiting([&] { result = eglClientWaitSync(display, sync, 0, EGL_FOREVER); });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_TRUE(eglDestroySync(display, sync));
    waiting.join();
    // One that had not begun to wait finds no sync object.
    EXPECT_TRUE(result == EGL_CONDITION_SATISFIED || result == EGL_FALSE);
}

TEST_F(EglCommands, ImagesAreOfObjectsThatAreThere) {
    const EGLContext of = context();
    ASSERT_TRUE(make_current(EGL_NO_SURFACE, of));
    const auto refused = [&](EGLContext with, EGLenum target, uintptr_t buffer) {
        return eglCreateImage(display, with, target, reinterpret_cast<EGLClientBuffer>(buffer), nullptr);
    };
    EXPECT_FAILURE(refused(of, 0x7abc, 1), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(refused(nullptr, EGL_GL_TEXTURE_2D, 1), EGL_BAD_CONTEXT);
    EXPECT_FAILURE(refused(of, EGL_GL_TEXTURE_2D, 1), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(refused(of, EGL_GL_RENDERBUFFER, 1), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(refused(of, EGL_LINUX_DMA_BUF_EXT, 0), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(refused(nullptr, EGL_LINUX_DMA_BUF_EXT, 0), EGL_BAD_PARAMETER);
    EXPECT_FAILURE(refused(nullptr, EGL_NATIVE_PIXMAP_KHR, 7), EGL_BAD_PARAMETER);
    const EGLAttrib level_of_renderbuffer[] = {EGL_GL_TEXTURE_LEVEL, 0, EGL_NONE};
    EXPECT_FAILURE(eglCreateImage(display, of, EGL_GL_RENDERBUFFER, nullptr, level_of_renderbuffer), EGL_BAD_PARAMETER);
}

TEST_F(EglCommands, ReleasedThreadsBeginAnew) {
    EXPECT_EQ(eglQueryAPI(), static_cast<EGLenum>(EGL_OPENGL_API));
    ASSERT_TRUE(make_current(EGL_NO_SURFACE, context()));
    EXPECT_TRUE(eglReleaseThread());
    EXPECT_EQ(eglQueryAPI(), static_cast<EGLenum>(EGL_OPENGL_ES_API));
    EXPECT_FALSE(eglGetCurrentContext());
    EXPECT_FALSE(glapi::current_context());
}

struct Told {
    EGLenum error = EGL_SUCCESS;
    std::string command;
    EGLLabelKHR object = nullptr;
    int times = 0;
} told;
void tell(EGLenum error, const char* command, EGLint, EGLLabelKHR, EGLLabelKHR object, const char*) {
    told = {error, command, object, told.times + 1};
}

TEST_F(EglCommands, CallbacksAreToldOfErrorsAndLabels) {
    const EGLSurface surface = pbuffer();
    int label = 0;
    EXPECT_EQ(eglLabelObjectKHR(display, EGL_OBJECT_SURFACE_KHR, surface, &label), EGL_SUCCESS);
    EXPECT_EQ(eglLabelObjectKHR(display, EGL_OBJECT_CONTEXT_KHR, surface, &label), EGL_BAD_PARAMETER);
    told = {};
    ASSERT_EQ(eglDebugMessageControlKHR(tell, nullptr), EGL_SUCCESS);
    EGLint value = 0;
    EXPECT_FALSE(eglQuerySurface(display, surface, EGL_RED_SIZE, &value));
    EXPECT_EQ(told.error, static_cast<EGLenum>(EGL_BAD_ATTRIBUTE));
    EXPECT_EQ(told.command, "eglQuerySurface");
    EXPECT_EQ(told.object, &label);
    // Commands that call others tell once.
    EXPECT_FALSE(eglSwapBuffersWithDamageEXT(display, surface, nullptr, -1));
    EXPECT_EQ(told.command, "eglSwapBuffersWithDamageEXT");
    EXPECT_EQ(told.times, 2);
    EXPECT_TRUE(eglQuerySurface(display, surface, EGL_WIDTH, &value));
    EXPECT_EQ(told.times, 2);
    const EGLAttrib silent[] = {EGL_DEBUG_MSG_ERROR_KHR, EGL_FALSE, EGL_NONE};
    EXPECT_EQ(eglDebugMessageControlKHR(tell, silent), EGL_SUCCESS);
    EXPECT_FALSE(eglQuerySurface(display, surface, EGL_RED_SIZE, &value));
    EXPECT_EQ(told.times, 2);
    EXPECT_EQ(eglDebugMessageControlKHR(nullptr, nullptr), EGL_SUCCESS);
}

TEST(EglProcedures, AreFoundByEachName) {
    for (const char* name : {
#define EGL_PROCEDURE(name) #name,
#define EGL_CLIENT_PROCEDURE(name) #name,
#define EGL_DISPLAY_PROCEDURE(name) #name,
#define EGL_DEVICE_PROCEDURE(name) #name,
#include "driver/egl/egl_procedures.def"
#undef EGL_PROCEDURE
#undef EGL_CLIENT_PROCEDURE
#undef EGL_DISPLAY_PROCEDURE
#undef EGL_DEVICE_PROCEDURE
         })
        EXPECT_TRUE(eglGetProcAddress(name)) << name;
    EXPECT_EQ(reinterpret_cast<void*>(eglGetProcAddress("eglInitialize")), reinterpret_cast<void*>(&eglInitialize));
    EXPECT_TRUE(eglGetProcAddress("glDrawArrays"));
    for (const char* name : {"eglNothing", "glNothing", "", "eglInitializ", "glXSwapBuffers"})
        EXPECT_FALSE(eglGetProcAddress(name)) << name;
    EXPECT_FALSE(eglGetProcAddress(nullptr));
}

}  // namespace
}  // namespace driver::egl
