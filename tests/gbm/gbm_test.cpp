// EGL on GBM, on each device that there is.
#define EGL_NO_X11
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <array>
#include <cstring>
#include <drm_fourcc.h>
#include <fcntl.h>
#include <filesystem>
#include <gbm.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr uint32_t red = 0xffff0000, green = 0xff00ff00, blue = 0xff0000ff;

std::vector<std::string> devices() {
    std::vector<std::string> result = {"/dev/null"};
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator("/dev/dri", missing))
        if (entry.path().filename().string().rfind("card", 0) == 0) result.push_back(entry.path());
    return result;
}

class Gbm : public testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        file_ = open(GetParam().c_str(), O_RDWR | O_CLOEXEC);
        if (file_ < 0) GTEST_SKIP() << "can't be opened";
        device_ = gbm_create_device(file_);
        ASSERT_NE(device_, nullptr);
        ASSERT_STREQ(gbm_device_get_backend_name(device_), "asmgl");
        display_ = eglGetPlatformDisplay(EGL_PLATFORM_GBM_KHR, device_, nullptr);
        ASSERT_TRUE(eglInitialize(display_, nullptr, nullptr));
        ASSERT_TRUE(eglBindAPI(EGL_OPENGL_API));
    }
    void TearDown() override {
        if (!device_) return;
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglTerminate(display_);
        eglReleaseThread();
        if (window_) gbm_surface_destroy(window_);
        gbm_device_destroy(device_);
        close(file_);
    }
    EGLConfig config_of(uint32_t format) {
        const EGLint requests[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_NONE};
        std::array<EGLConfig, 500> configs{};
        EGLint count = 0;
        EXPECT_TRUE(eglChooseConfig(display_, requests, configs.data(), EGLint(configs.size()), &count));
        for (EGLint i = 0; i < count; ++i) {
            EGLint id = 0;
            EXPECT_TRUE(eglGetConfigAttrib(display_, configs[size_t(i)], EGL_NATIVE_VISUAL_ID, &id));
            if (uint32_t(id) == format) return configs[size_t(i)];
        }
        return nullptr;
    }
    void open_window(uint32_t format) {
        window_ = gbm_surface_create(device_, 8, 6, format, GBM_BO_USE_RENDERING);
        ASSERT_NE(window_, nullptr);
        config_ = config_of(format);
        ASSERT_NE(config_, nullptr);
        surface_ = eglCreatePlatformWindowSurface(display_, config_, window_, nullptr);
        ASSERT_NE(surface_, EGL_NO_SURFACE) << std::hex << eglGetError();
        const EGLContext context = eglCreateContext(display_, config_, EGL_NO_CONTEXT, nullptr);
        ASSERT_TRUE(eglMakeCurrent(display_, surface_, surface_, context));
    }
    static void fill(float r, float g, float b, int columns = 8) {
        glEnable(GL_SCISSOR_TEST);
        glScissor(0, 0, columns, 6);
        glClearColor(r, g, b, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    // A pixel of a buffer, rows from the top.
    static uint32_t pixel(gbm_bo* buffer, uint32_t x, uint32_t y) {
        uint32_t stride = 0, value = 0;
        void* mapping = nullptr;
        const void* memory = gbm_bo_map(buffer, x, y, 1, 1, GBM_BO_TRANSFER_READ, &stride, &mapping);
        EXPECT_NE(memory, nullptr);
        if (memory) std::memcpy(&value, memory, gbm_bo_get_bpp(buffer) / 8);
        gbm_bo_unmap(buffer, mapping);
        return value;
    }

    int file_ = -1;
    gbm_device* device_ = nullptr;
    gbm_surface* window_ = nullptr;
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLConfig config_ = nullptr;
    EGLSurface surface_ = EGL_NO_SURFACE;
};

TEST_P(Gbm, GivesFramesToTheApplication) {
    EXPECT_EQ(eglGetDisplay(static_cast<EGLNativeDisplayType>(static_cast<void*>(device_))), display_);
    open_window(GBM_FORMAT_ARGB8888);
    EXPECT_EQ(gbm_surface_lock_front_buffer(window_), nullptr) << "nothing has been drawn";
    fill(0, 0, 1);
    glScissor(0, 0, 8, 3);
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    EXPECT_TRUE(eglSwapBuffers(display_, surface_));
    gbm_bo* const buffer = gbm_surface_lock_front_buffer(window_);
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(gbm_bo_get_width(buffer), 8u);
    EXPECT_EQ(gbm_bo_get_height(buffer), 6u);
    EXPECT_EQ(gbm_bo_get_format(buffer), uint32_t{GBM_FORMAT_ARGB8888});
    EXPECT_EQ(gbm_bo_get_modifier(buffer), uint64_t{DRM_FORMAT_MOD_LINEAR});
    EXPECT_EQ(pixel(buffer, 0, 0), blue);
    EXPECT_EQ(pixel(buffer, 7, 5), red);
    // Others have the same memory by its file.
    const int file = gbm_bo_get_fd(buffer);
    ASSERT_GE(file, 0);
    const size_t size = size_t(gbm_bo_get_stride(buffer)) * 6;
    void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ASSERT_NE(memory, MAP_FAILED);
    EXPECT_EQ(*static_cast<uint32_t*>(memory), blue);
    *static_cast<uint32_t*>(memory) = green;
    EXPECT_EQ(pixel(buffer, 0, 0), green);
    EXPECT_NE(ftruncate(file, 0), 0) << "nobody takes the pages away";
    munmap(memory, size);
    close(file);
    gbm_surface_release_buffer(window_, buffer);
}

TEST_P(Gbm, DrawsToWhatTheApplicationDoesNotHave) {
    open_window(GBM_FORMAT_XRGB8888);
    std::vector<gbm_bo*> locked;
    while (gbm_surface_has_free_buffers(window_) && locked.size() < 10) {
        fill(1, 0, 0, 8);
        fill(0, 1, 0, int(locked.size()) + 1);
        ASSERT_TRUE(eglSwapBuffers(display_, surface_));
        locked.push_back(gbm_surface_lock_front_buffer(window_));
        ASSERT_NE(locked.back(), nullptr);
    }
    EXPECT_GE(locked.size(), 3u);
    for (size_t i = 0; i < locked.size(); ++i) {
        EXPECT_EQ(pixel(locked[i], uint32_t(i), 0) & 0xffffff, green & 0xffffff);
        EXPECT_EQ(pixel(locked[i], uint32_t(i) + 1, 0) & 0xffffff, red & 0xffffff);
    }
    // All are gone.
    fill(0, 0, 1);
    EXPECT_FALSE(eglSwapBuffers(display_, surface_));
    EXPECT_EQ(gbm_surface_lock_front_buffer(window_), nullptr);
    gbm_surface_release_buffer(window_, locked[1]);
    fill(0, 0, 1);
    EXPECT_TRUE(eglSwapBuffers(display_, surface_));
    gbm_bo* const again = gbm_surface_lock_front_buffer(window_);
    EXPECT_EQ(again, locked[1]);
    EXPECT_EQ(pixel(again, 0, 0) & 0xffffff, blue & 0xffffff);
}

TEST_P(Gbm, TellsTheAgeOfBuffers) {
    open_window(GBM_FORMAT_ARGB8888);
    gbm_bo* shown = nullptr;
    for (int frame = 0; frame < 8; ++frame) {
        EGLint age = -1;
        EXPECT_TRUE(eglQuerySurface(display_, surface_, EGL_BUFFER_AGE_EXT, &age));
        EXPECT_LE(age, frame);
        if (frame >= 4) {
            EXPECT_GT(age, 0);
        }
        if (age == 0) fill(1, 0, 0);
        glEnable(GL_SCISSOR_TEST);
        for (int column = age ? frame + 1 - age : 0; column <= frame; ++column) {
            glScissor(column, 0, 1, 6);
            glClearColor(0, 1, 0, 1);
            glClear(GL_COLOR_BUFFER_BIT);
        }
        EXPECT_TRUE(eglSwapBuffers(display_, surface_));
        gbm_bo* const next = gbm_surface_lock_front_buffer(window_);
        ASSERT_NE(next, nullptr);
        for (int column = 0; column < 8; ++column)
            EXPECT_EQ(pixel(next, uint32_t(column), 3), column <= frame ? green : red);
        if (shown) gbm_surface_release_buffer(window_, shown);
        shown = next;
    }
    EXPECT_TRUE(eglSurfaceAttrib(display_, surface_, EGL_SWAP_BEHAVIOR, EGL_BUFFER_PRESERVED));
    for (int frame = 0; frame < 3; ++frame) {
        EXPECT_TRUE(eglSwapBuffers(display_, surface_));
        gbm_bo* const next = gbm_surface_lock_front_buffer(window_);
        EXPECT_EQ(pixel(next, 7, 3), green);
        gbm_surface_release_buffer(window_, shown);
        shown = next;
    }
}

TEST_P(Gbm, HasTheFormatsThatItSays) {
    for (const uint32_t format : {GBM_FORMAT_RGB565, GBM_FORMAT_ABGR2101010}) {
        EXPECT_TRUE(gbm_device_is_format_supported(device_, format, GBM_BO_USE_RENDERING));
        open_window(format);
        fill(1, 0, 0);
        EXPECT_TRUE(eglSwapBuffers(display_, surface_));
        gbm_bo* const buffer = gbm_surface_lock_front_buffer(window_);
        EXPECT_EQ(pixel(buffer, 2, 2), format == GBM_FORMAT_RGB565 ? 0xf800u : 0xc00003ffu);
        gbm_surface_release_buffer(window_, buffer);
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroySurface(display_, surface_);
        gbm_surface_destroy(window_);
        window_ = nullptr;
    }
    EXPECT_FALSE(gbm_device_is_format_supported(device_, GBM_FORMAT_YUV420, GBM_BO_USE_RENDERING));
    EXPECT_FALSE(gbm_device_is_format_supported(device_, GBM_FORMAT_R8, GBM_BO_USE_RENDERING));
    EXPECT_TRUE(gbm_device_is_format_supported(device_, GBM_FORMAT_R8, GBM_BO_USE_LINEAR));
}

TEST_P(Gbm, RefusesWhatCanNotBe) {
    open_window(GBM_FORMAT_ARGB8888);
    EXPECT_EQ(eglCreatePlatformWindowSurface(display_, config_, window_, nullptr), EGL_NO_SURFACE);
    EXPECT_EQ(eglGetError(), EGL_BAD_ALLOC);
    gbm_surface* const other = gbm_surface_create(device_, 4, 4, GBM_FORMAT_RGB565, GBM_BO_USE_RENDERING);
    EXPECT_EQ(eglCreatePlatformWindowSurface(display_, config_, other, nullptr), EGL_NO_SURFACE);
    EXPECT_EQ(eglGetError(), EGL_BAD_MATCH);
    gbm_surface_destroy(other);
    EXPECT_EQ(gbm_surface_create(device_, 0, 4, GBM_FORMAT_RGB565, 0), nullptr);
    EXPECT_EQ(gbm_bo_create(device_, 4, 4, GBM_FORMAT_YUV420, 0), nullptr);
    const uint64_t tiled = fourcc_mod_code(INTEL, 1);
    EXPECT_EQ(gbm_bo_create_with_modifiers(device_, 4, 4, GBM_FORMAT_ARGB8888, &tiled, 1), nullptr);
    EXPECT_EQ(eglGetPlatformDisplay(EGL_PLATFORM_GBM_KHR, nullptr, nullptr) == EGL_NO_DISPLAY, false);
    EXPECT_FALSE(eglInitialize(eglGetPlatformDisplay(EGL_PLATFORM_GBM_KHR, nullptr, nullptr), nullptr, nullptr));
    // The window goes first.
    gbm_surface_destroy(window_);
    window_ = nullptr;
    fill(1, 0, 0);
    EXPECT_FALSE(eglSwapBuffers(display_, surface_));
    EXPECT_EQ(eglGetError(), EGL_BAD_NATIVE_WINDOW);
    glFinish();
}

TEST_P(Gbm, SharesBuffers) {
    gbm_bo* const buffer = gbm_bo_create(device_, 20, 10, GBM_FORMAT_ARGB8888, GBM_BO_USE_WRITE);
    ASSERT_NE(buffer, nullptr);
    std::vector<uint32_t> pixels(gbm_bo_get_stride(buffer) / 4 * 10, red);
    EXPECT_EQ(gbm_bo_write(buffer, pixels.data(), pixels.size() * 4), 0);
    EXPECT_NE(gbm_bo_write(buffer, pixels.data(), pixels.size() * 4 + 1), 0);
    EXPECT_EQ(pixel(buffer, 19, 9), red);
    const int file = gbm_bo_get_fd(buffer);
    ASSERT_GE(file, 0);
    gbm_import_fd_data data{file, 20, 10, gbm_bo_get_stride(buffer), GBM_FORMAT_ARGB8888};
    gbm_bo* const imported = gbm_bo_import(device_, GBM_BO_IMPORT_FD, &data, GBM_BO_USE_LINEAR);
    ASSERT_NE(imported, nullptr);
    EXPECT_EQ(pixel(imported, 0, 0), red);
    data.height = 4000;  // more than there is
    EXPECT_EQ(gbm_bo_import(device_, GBM_BO_IMPORT_FD, &data, GBM_BO_USE_LINEAR), nullptr);
    close(file);
    gbm_bo_destroy(buffer);
    EXPECT_EQ(pixel(imported, 19, 9), red);
    gbm_bo_destroy(imported);
}

INSTANTIATE_TEST_SUITE_P(Devices, Gbm, testing::ValuesIn(devices()),
                         [](const auto& device) { return std::filesystem::path(device.param).filename().string(); });

}  // namespace
