// Our backend of libgbm, on a device that has no dumb buffers: buffers are memory with a file.
#include <cerrno>
#include <cstring>
#include <drm_fourcc.h>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <vector>

#include "driver/gbm/gbm_device.h"
#include "driver/testing/test_file.h"

extern "C" const driver::gbm::BackendInterface* gbmint_get_backend(const driver::gbm::CoreInterface*);

namespace driver::gbm {
namespace {

class Gbm : public testing::Test {
  protected:
    gbm_device* device = nullptr;

    void SetUp() override {
        const BackendInterface* const backend = gbmint_get_backend(nullptr);
        EXPECT_STREQ(backend->name, "asmgl");
        device = backend->create_device(-1, backend->version);
        ASSERT_TRUE(device);
    }
    void TearDown() override { device->destroy(device); }

    gbm_bo* buffer(uint32_t format = GBM_FORMAT_ARGB8888, uint32_t width = 10, uint32_t height = 6) const {
        return device->create_buffer(device, width, height, format, GBM_BO_USE_RENDERING, nullptr, 0);
    }
    gbm_bo* import(int file, uint32_t width, uint32_t height, uint32_t stride, uint32_t format) const {
        gbm_import_fd_data data{file, width, height, stride, format};
        return device->import_buffer(device, GBM_BO_IMPORT_FD, &data, 0);
    }
    std::byte* map(gbm_bo* of, uint32_t x, uint32_t y, uint32_t width, uint32_t height) const {
        uint32_t stride = 0;
        void* mapping = nullptr;
        return static_cast<std::byte*>(device->map(of, x, y, width, height, 0, &stride, &mapping));
    }
};

TEST_F(Gbm, DevicesAndWindowsOfOthersAreNotOurs) {
    EXPECT_EQ(own_device(device), device);
    EXPECT_FALSE(own_device(nullptr));
    gbm_device other{};
    EXPECT_FALSE(own_device(&other));
    gbm_surface window{};
    EXPECT_FALSE(own_window(nullptr));
    EXPECT_FALSE(own_window(&window));
    window.device = &other;
    EXPECT_FALSE(own_window(&window));
}

TEST_F(Gbm, FormatsAreThoseThatAreDrawnOrOnlyShown) {
    const auto supported = [&](uint32_t format, uint32_t usage) {
        return device->is_format_supported(device, format, usage) != 0;
    };
    for (const uint32_t format : {GBM_FORMAT_ARGB8888, GBM_FORMAT_XRGB8888, GBM_FORMAT_RGB565, GBM_FORMAT_ABGR2101010})
        EXPECT_TRUE(supported(format, GBM_BO_USE_RENDERING | GBM_BO_USE_SCANOUT));
    for (const uint32_t format : {GBM_FORMAT_ABGR8888, GBM_FORMAT_GR88, GBM_FORMAT_R8}) {
        EXPECT_FALSE(supported(format, GBM_BO_USE_RENDERING));
        EXPECT_TRUE(supported(format, GBM_BO_USE_SCANOUT));
    }
    EXPECT_FALSE(supported(GBM_FORMAT_NV12, GBM_BO_USE_SCANOUT));
    // Names from before formats had codes.
    EXPECT_EQ(buffer_format(GBM_BO_FORMAT_XRGB8888), buffer_format(GBM_FORMAT_XRGB8888));
    EXPECT_EQ(buffer_format(GBM_BO_FORMAT_ARGB8888), buffer_format(GBM_FORMAT_ARGB8888));
    EXPECT_EQ(device->plane_count(device, GBM_FORMAT_XRGB8888, DRM_FORMAT_MOD_LINEAR), 1);
    EXPECT_EQ(device->plane_count(device, GBM_FORMAT_XRGB8888, 1), -1);
    EXPECT_EQ(device->plane_count(device, GBM_FORMAT_NV12, DRM_FORMAT_MOD_LINEAR), -1);
}

TEST_F(Gbm, FormatsHaveTheBytesOfWhatIsDrawn) {
    for (const uint32_t code :
         {GBM_FORMAT_ARGB8888, GBM_FORMAT_XRGB8888, GBM_FORMAT_RGB565, GBM_FORMAT_ABGR2101010, GBM_FORMAT_XBGR2101010})
        EXPECT_EQ(buffer_format(code)->pixel_bytes, runtime::format_info(buffer_format(code)->drawn).bytes_per_block);
}

TEST_F(Gbm, BuffersHaveRoomForTheirRows) {
    for (const auto& [format, bytes] : {std::pair{GBM_FORMAT_ARGB8888, 4u}, {GBM_FORMAT_RGB565, 2u}}) {
        gbm_bo* const made = buffer(format);
        ASSERT_TRUE(made);
        EXPECT_EQ(made->width, 10u);
        EXPECT_EQ(made->height, 6u);
        EXPECT_EQ(made->format, format);
        EXPECT_GE(device->stride_of(made, 0), 10 * bytes);
        EXPECT_EQ(device->stride_of(made, 1), 0u);
        EXPECT_EQ(device->planes_of(made), 1);
        EXPECT_EQ(device->modifier_of(made), static_cast<uint64_t>(DRM_FORMAT_MOD_LINEAR));
        EXPECT_EQ(device->handle_of(made, 1).s32, -1);
        EXPECT_EQ(device->plane_file(made, 1), -1);
        device->destroy_buffer(made);
    }
}

TEST_F(Gbm, BuffersThatCanNotBeAreRefused) {
    const auto refused = [&](uint32_t format, uint32_t width, uint32_t height) {
        errno = 0;
        return !buffer(format, width, height) && errno == EINVAL;
    };
    EXPECT_TRUE(refused(GBM_FORMAT_ARGB8888, 0, 6));
    EXPECT_TRUE(refused(GBM_FORMAT_ARGB8888, 10, 0));
    EXPECT_TRUE(refused(GBM_FORMAT_ARGB8888, 16385, 6));
    EXPECT_TRUE(refused(GBM_FORMAT_ARGB8888, 10, 16385));
    EXPECT_TRUE(refused(GBM_FORMAT_NV12, 10, 6));
    EXPECT_TRUE(refused(GBM_FORMAT_R8, 10, 6));  // is not drawn to
    const uint64_t tiled[] = {1, 2}, one_linear[] = {1, DRM_FORMAT_MOD_LINEAR};
    EXPECT_FALSE(device->create_buffer(device, 10, 6, GBM_FORMAT_ARGB8888, 0, tiled, 2));
    gbm_bo* const linear = device->create_buffer(device, 10, 6, GBM_FORMAT_ARGB8888, 0, one_linear, 2);
    ASSERT_TRUE(linear);
    device->destroy_buffer(linear);
}

TEST_F(Gbm, MappingsBeginAtTheirPixel) {
    gbm_bo* const made = buffer();
    const uint32_t stride = device->stride_of(made, 0);
    EXPECT_EQ(map(made, 3, 2, 1, 1) - map(made, 0, 0, 10, 6), static_cast<ptrdiff_t>(2 * stride + 3 * 4));
    EXPECT_FALSE(map(made, 3, 2, 8, 1));
    EXPECT_FALSE(map(made, 3, 2, 1, 5));
    EXPECT_FALSE(map(made, UINT32_MAX, 0, 2, 1));
    const std::vector<uint8_t> bytes(static_cast<size_t>(stride) * 6 + 1, 7);
    EXPECT_EQ(device->write(made, bytes.data(), bytes.size()), -1);
    EXPECT_EQ(device->write(made, bytes.data(), bytes.size() - 1), 0);
    EXPECT_EQ(*map(made, 9, 5, 1, 1), std::byte{7});
    device->destroy_buffer(made);
}

TEST_F(Gbm, FilesShareTheMemory) {
    gbm_bo* const made = buffer();
    const int file = device->file_of(made);
    ASSERT_GE(file, 0);
    gbm_bo* const imported = import(file, 10, 6, device->stride_of(made, 0), GBM_FORMAT_ARGB8888);
    close(file);
    ASSERT_TRUE(imported);
    *map(made, 4, 4, 1, 1) = std::byte{9};
    EXPECT_EQ(*map(imported, 4, 4, 1, 1), std::byte{9});
    // The memory lives as long as one of them.
    device->destroy_buffer(made);
    EXPECT_EQ(*map(imported, 4, 4, 1, 1), std::byte{9});
    device->destroy_buffer(imported);
}

TEST_F(Gbm, FilesThatAreTooSmallAreRefused) {
    const TestFile file(64 * 6);
    gbm_bo* const fits = import(file.get(), 10, 6, 64, GBM_FORMAT_ARGB8888);
    EXPECT_TRUE(fits);
    if (fits) device->destroy_buffer(fits);
    EXPECT_FALSE(import(file.get(), 10, 7, 64, GBM_FORMAT_ARGB8888));
    EXPECT_EQ(errno, EINVAL);
    EXPECT_FALSE(import(file.get(), 17, 6, 64, GBM_FORMAT_ARGB8888));  // rows that are longer than their distance
    EXPECT_FALSE(import(file.get(), 10, 6, UINT32_MAX, GBM_FORMAT_ARGB8888));
    EXPECT_FALSE(import(file.get(), 10, 6, 64, GBM_FORMAT_NV12));
    EXPECT_FALSE(import(-1, 10, 6, 64, GBM_FORMAT_ARGB8888));
    const TestFile unsealed(64 * 6, 0);  // could become smaller
    EXPECT_FALSE(import(unsealed.get(), 10, 6, 64, GBM_FORMAT_ARGB8888));
    EXPECT_FALSE(device->import_buffer(device, GBM_BO_IMPORT_WL_BUFFER, nullptr, 0));
    EXPECT_EQ(errno, ENOSYS);
}

class GbmWindow : public Gbm {
  protected:
    gbm_surface* surface = nullptr;

    void SetUp() override {
        Gbm::SetUp();
        surface = device->create_surface(device, 10, 6, GBM_FORMAT_XRGB8888, GBM_BO_USE_RENDERING, nullptr, 0);
        ASSERT_TRUE(surface);
    }
    void TearDown() override {
        if (surface) device->destroy_surface(surface);
        Gbm::TearDown();
    }
    Window& window() const { return *own_window(surface); }
    static glapi::BufferConfig config() {
        glapi::BufferConfig result;
        result.alpha = 0;
        return result;
    }
};

TEST_F(GbmWindow, FramesAreTakenInTurn) {
    EXPECT_FALSE(device->lock_front(surface));  // nothing has been shown
    std::set<gbm_bo*> taken;
    for (int frame = 0; frame < 4; ++frame) {
        EXPECT_TRUE(device->has_free_buffers(surface));
        Window::Slot* const slot = window().take();
        ASSERT_TRUE(slot);
        EXPECT_EQ(window().take(), slot);  // still the same frame
        window().show(*slot);
        gbm_bo* const front = device->lock_front(surface);
        EXPECT_EQ(front, slot->buffer.get());
        EXPECT_FALSE(device->lock_front(surface));
        taken.insert(front);
    }
    EXPECT_EQ(taken.size(), 4u);
    // The application has all of them.
    EXPECT_FALSE(device->has_free_buffers(surface));
    EXPECT_FALSE(window().take());
    device->release(surface, *taken.begin());
    ASSERT_TRUE(window().take());
    EXPECT_EQ(window().take()->buffer.get(), *taken.begin());
}

TEST_F(GbmWindow, AgesCountFrames) {
    for (int frame = 1; frame <= 3; ++frame) {
        Window::Slot* const slot = window().take();
        window().show(*slot);
        EXPECT_EQ(slot->age, 1);
        device->release(surface, device->lock_front(surface));
    }
    // The one that was shown last is taken again: it has the least to be drawn anew.
    EXPECT_EQ(window().take()->age, 1);
}

TEST_F(GbmWindow, SwapsHandTheDrawnBufferOver) {
    WindowSurface drawn(config(), window());
    EXPECT_EQ(window().drawn_by, &drawn);
    const uint32_t red = 0xff0000;
    std::memcpy(drawn.back->row(0), &red, 4);  // the lower left pixel
    drawn.swap({});
    gbm_bo* const front = device->lock_front(surface);
    ASSERT_TRUE(front);
    uint32_t shown = 0;
    std::memcpy(&shown, map(front, 0, 5, 1, 1), 4);  // rows of GBM begin above
    EXPECT_EQ(shown, red);
    EXPECT_FALSE(drawn.lost());
    EXPECT_TRUE(drawn.update());  // another buffer
    EXPECT_EQ(drawn.buffer_age(), 0);
}

TEST_F(GbmWindow, AFrameThatNoBufferIsLeftForIsLost) {
    WindowSurface drawn(config(), window());
    std::vector<gbm_bo*> held;
    for (int frame = 0; frame < 4; ++frame) {
        drawn.swap({});
        held.push_back(device->lock_front(surface));
        EXPECT_FALSE(drawn.lost());
        drawn.update();
    }
    ASSERT_TRUE(drawn.back);  // something to draw to all the same
    drawn.swap({});
    EXPECT_TRUE(drawn.lost());
    device->release(surface, held.front());
    drawn.swap({});
    EXPECT_FALSE(drawn.lost());
}

TEST_F(GbmWindow, PreservedFramesAreCopiedToTheNextBuffer) {
    WindowSurface drawn(config(), window());
    drawn.preserve_back(true);
    const uint32_t red = 0xff0000;
    std::memcpy(drawn.back->row(3) + 4, &red, 4);
    drawn.swap({});
    device->lock_front(surface);  // kept: the next one is another
    drawn.begin_frame();
    uint32_t kept = 0;
    std::memcpy(&kept, drawn.back->row(3) + 4, 4);
    EXPECT_EQ(kept, red);
    EXPECT_EQ(drawn.buffer_age(), 1);
}

TEST_F(GbmWindow, MayEndBeforeWhatDrawsToIt) {
    WindowSurface drawn(config(), window());
    device->destroy_surface(surface);
    surface = nullptr;
    EXPECT_TRUE(drawn.lost());
    drawn.swap({});
    drawn.begin_frame();
    EXPECT_TRUE(drawn.back);
}

TEST_F(GbmWindow, CanNotHaveFormatsThatAreNotDrawn) {
    const uint64_t tiled[] = {1};
    EXPECT_FALSE(device->create_surface(device, 10, 6, GBM_FORMAT_R8, 0, nullptr, 0));
    EXPECT_FALSE(device->create_surface(device, 10, 6, GBM_FORMAT_NV12, 0, nullptr, 0));
    EXPECT_FALSE(device->create_surface(device, 0, 6, GBM_FORMAT_XRGB8888, 0, nullptr, 0));
    EXPECT_FALSE(device->create_surface(device, 10, 6, GBM_FORMAT_XRGB8888, 0, tiled, 1));
    EXPECT_EQ(errno, EINVAL);
}

}  // namespace
}  // namespace driver::gbm
