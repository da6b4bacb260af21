// Programs with many threads and contexts: whatever is made current, shared, swapped and destroyed in which order,
// nothing is lost and nothing falls over. Run these under ThreadSanitizer, too.
#define EGL_NO_X11
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <atomic>
#include <barrier>
#include <gtest/gtest.h>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "glx_fixture.h"

namespace {

constexpr int threads = 4;

class EglThreads : public testing::Test {
  protected:
    void SetUp() override {
        display_ = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        ASSERT_TRUE(eglInitialize(display_, nullptr, nullptr));
        const EGLint requests[] = {
            EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_DEPTH_SIZE, 24,
            EGL_NONE};
        EGLint count = 0;
        ASSERT_TRUE(eglChooseConfig(display_, requests, &config_, 1, &count));
        ASSERT_EQ(count, 1);
    }
    void TearDown() override { eglTerminate(display_); }
    // The API is bound to threads.
    EGLContext make_context(EGLContext share) const {
        eglBindAPI(EGL_OPENGL_API);
        return eglCreateContext(display_, config_, share, nullptr);
    }
    EGLSurface make_pbuffer(EGLint size) const {
        const EGLint attributes[] = {EGL_WIDTH, size, EGL_HEIGHT, size, EGL_NONE};
        return eglCreatePbufferSurface(display_, config_, attributes);
    }
    static void run(const std::function<void(int)>& work) {
        std::vector<std::thread> all;
        for (int i = 0; i < threads; ++i) all.emplace_back(work, i);
        for (std::thread& thread : all) thread.join();
    }

    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLConfig config_ = nullptr;
};

// What one thread draws into a texture all others see once they have waited for its fence.
TEST_F(EglThreads, SeesWhatOthersDrewBeforeTheirFences) {
    const EGLContext first = make_context(EGL_NO_CONTEXT);
    GLuint textures[threads] = {};
    EGLSync fences[threads] = {};
    std::barrier meeting(threads);
    std::atomic<int> wrong = 0;
    run([&](int me) {
        const EGLContext context = make_context(first);
        const EGLSurface surface = make_pbuffer(8);
        if (!eglMakeCurrent(display_, surface, surface, context)) ++wrong;
        glGenTextures(1, &textures[me]);
        glBindTexture(GL_TEXTURE_2D, textures[me]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        GLuint framebuffer = 0;
        glGenFramebuffers(1, &framebuffer);
        for (int round = 1; round <= 20; ++round) {
            glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
            glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[me], 0);
            glViewport(0, 0, 64, 64);
            glClearColor(float(round) / 255, float(me) / 255, 0, 1);
            glClear(GL_COLOR_BUFFER_BIT);
            fences[me] = eglCreateSync(display_, EGL_SYNC_FENCE, nullptr);
            meeting.arrive_and_wait();
            for (int other = 0; other < threads; ++other) {
                if (eglClientWaitSync(display_, fences[other], EGL_SYNC_FLUSH_COMMANDS_BIT, EGL_FOREVER) !=
                    EGL_CONDITION_SATISFIED)
                    ++wrong;
                glBindTexture(GL_TEXTURE_2D, textures[other]);
                std::vector<GLubyte> texels(64 * 64 * 4);
                glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
                for (size_t i = 0; i < texels.size(); i += 4)
                    if (texels[i] != round || texels[i + 1] != other) ++wrong;
            }
            meeting.arrive_and_wait();
            eglDestroySync(display_, fences[me]);
        }
        if (glGetError() != GL_NO_ERROR) ++wrong;
        // In any order: the context is current while it and its surface are destroyed.
        if (me % 2) eglDestroySurface(display_, surface);
        eglDestroyContext(display_, context);
        eglReleaseThread();
        if (me % 2 == 0) eglDestroySurface(display_, surface);
    });
    EXPECT_EQ(wrong, 0);
}

// Objects that one thread makes and another deletes, while a third draws with them.
TEST_F(EglThreads, DeletesWhatOthersUse) {
    const EGLContext first = make_context(EGL_NO_CONTEXT);
    std::mutex mutex;
    std::vector<GLuint> shared_textures, shared_buffers;
    run([&](int me) {
        const EGLContext context = make_context(first);
        const EGLSurface surface = make_pbuffer(16);
        eglMakeCurrent(display_, surface, surface, context);
        std::mt19937 random(static_cast<unsigned>(me));
        for (int round = 0; round < 200; ++round) {
            GLuint texture = 0, buffer = 0;
            {
                const std::lock_guard lock(mutex);
                if (random() % 2 || shared_textures.empty()) {
                    glGenTextures(1, &texture);
                    glGenBuffers(1, &buffer);
                    shared_textures.push_back(texture);
                    shared_buffers.push_back(buffer);
                } else {
                    const size_t at = random() % shared_textures.size();
                    texture = shared_textures[at];
                    buffer = shared_buffers[at];
                }
            }
            glBindTexture(GL_TEXTURE_2D, texture);
            const GLubyte texels[16] = {GLubyte(round)};
            glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
            glBindBuffer(GL_ARRAY_BUFFER, buffer);
            const GLfloat corners[] = {-1, -1, 1, -1, 1, 1, -1, 1};
            glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
            glEnable(GL_TEXTURE_2D);
            glEnableClientState(GL_VERTEX_ARRAY);
            glVertexPointer(2, GL_FLOAT, 0, nullptr);
            glDrawArrays(GL_QUADS, 0, 4);
            if (random() % 3 == 0) {
                const std::lock_guard lock(mutex);
                const auto at = std::find(shared_textures.begin(), shared_textures.end(), texture);
                if (at != shared_textures.end()) {
                    shared_buffers.erase(shared_buffers.begin() + (at - shared_textures.begin()));
                    shared_textures.erase(at);
                }
                glDeleteTextures(1, &texture);
                glDeleteBuffers(1, &buffer);
            }
        }
        glFinish();
        eglReleaseThread();
        eglDestroyContext(display_, context);
    });
}

// Contexts and surfaces wander from thread to thread. Who comes second is refused, and nothing else happens.
TEST_F(EglThreads, HandsContextsAndSurfacesAround) {
    std::vector<EGLContext> contexts;
    std::vector<EGLSurface> surfaces;
    for (int i = 0; i < threads - 1; ++i) {
        contexts.push_back(make_context(contexts.empty() ? EGL_NO_CONTEXT : contexts[0]));
        surfaces.push_back(make_pbuffer(16));
    }
    std::atomic<int> drawn = 0, refused = 0, wrong = 0;
    run([&](int me) {
        eglBindAPI(EGL_OPENGL_API);
        std::mt19937 random(static_cast<unsigned>(me));
        for (int round = 0; round < 300; ++round) {
            const EGLSurface surface = surfaces[random() % surfaces.size()];
            const EGLContext context = contexts[random() % contexts.size()];
            if (!eglMakeCurrent(display_, surface, surface, context)) {
                if (eglGetError() != EGL_BAD_ACCESS) ++wrong;
                ++refused;
            } else {
                if (eglGetCurrentContext() != context) ++wrong;
                glClearColor(float(me + 1) / 255, 0, 0, 1);
                glClear(GL_COLOR_BUFFER_BIT);
                GLubyte pixel[4] = {};
                glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
                if (pixel[0] != me + 1) ++wrong;
                eglSwapBuffers(display_, surface);
                ++drawn;
            }
            if (random() % 2) eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        }
        eglReleaseThread();
    });
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(drawn, 0);
    EXPECT_EQ(drawn + refused, threads * 300);
}

// Threads that end without a word, and displays that are terminated under those that draw.
TEST_F(EglThreads, TerminatesUnderThreadsThatDraw) {
    for (int round = 0; round < 10; ++round) {
        std::barrier meeting(threads);
        run([&](int me) {
            const EGLContext context = make_context(EGL_NO_CONTEXT);
            const EGLSurface surface = make_pbuffer(32);
            eglMakeCurrent(display_, surface, surface, context);
            meeting.arrive_and_wait();
            if (me == 0) {
                eglTerminate(display_);
                eglInitialize(display_, nullptr, nullptr);
            }
            for (int i = 0; i < 20; ++i) {
                glClear(GL_COLOR_BUFFER_BIT);
                eglSwapBuffers(display_, surface);
                glFinish();
            }
            meeting.arrive_and_wait();
        });
    }
}

TEST_F(EglThreads, WakesWaitersOfReusableSyncs) {
    const EGLSyncKHR sync = eglCreateSyncKHR(display_, EGL_SYNC_REUSABLE_KHR, nullptr);
    ASSERT_NE(sync, EGL_NO_SYNC_KHR);
    std::atomic<int> woken = 0;
    run([&](int me) {
        if (me == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            eglSignalSyncKHR(display_, sync, EGL_SIGNALED_KHR);
        } else if (eglClientWaitSyncKHR(display_, sync, 0, EGL_FOREVER_KHR) == EGL_CONDITION_SATISFIED_KHR) {
            ++woken;
        }
    });
    EXPECT_EQ(woken, threads - 1);
    eglSignalSyncKHR(display_, sync, EGL_UNSIGNALED_KHR);
    run([&](int me) {
        if (me == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            eglDestroySyncKHR(display_, sync);
        } else {
            eglClientWaitSyncKHR(display_, sync, 0, EGL_FOREVER_KHR);
        }
    });
}

// A window for each thread, on one connection to the server, in contexts that share.
TEST_F(Glx, DrawsToWindowsFromManyThreads) {
    XCloseDisplay(display_);
    XInitThreads();
    display_ = XOpenDisplay(nullptr);
    create_window();
    std::vector<Window> windows;
    std::vector<GLXContext> contexts;
    for (int i = 0; i < threads; ++i) {
        XSetWindowAttributes attributes{};
        const Window root = RootWindow(display_, visual_->screen);
        attributes.colormap = XCreateColormap(display_, root, visual_->visual, AllocNone);
        windows.push_back(XCreateWindow(display_, root, 40 * i, 0, 32, 32, 0, visual_->depth, InputOutput,
                                        visual_->visual, CWColormap | CWBorderPixel, &attributes));
        XMapWindow(display_, windows.back());
        contexts.push_back(glXCreateContext(display_, visual_, context_, 1));
    }
    XSync(display_, 0);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i)
        all.emplace_back([&, i] {
            if (!glXMakeCurrent(display_, windows[size_t(i)], contexts[size_t(i)])) ++wrong;
            glXSwapIntervalEXT(display_, windows[size_t(i)], 0);
            for (int frame = 0; frame < 50; ++frame) {
                if (frame % 10 == 5)
                    XResizeWindow(display_, windows[size_t(i)], unsigned(32 + frame), unsigned(32 + i));
                glClearColor(float(i) / 4, 0, 1, 1);
                glClear(GL_COLOR_BUFFER_BIT);
                glXSwapBuffers(display_, windows[size_t(i)]);
            }
            // Destroyed while it is current, in half of the threads.
            if (i % 2) glXDestroyContext(display_, contexts[size_t(i)]);
            glXMakeCurrent(display_, none, nullptr);
            if (i % 2 == 0) glXDestroyContext(display_, contexts[size_t(i)]);
            XDestroyWindow(display_, windows[size_t(i)]);
        });
    for (std::thread& thread : all) thread.join();
    XSync(display_, 0);
    EXPECT_EQ(wrong, 0);
    EXPECT_TRUE(x_errors.empty());
}

}  // namespace
