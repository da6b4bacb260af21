#include "driver/surface.h"

#include <cstring>
#include <gtest/gtest.h>

#include "driver/gbm/gbm_buffer.h"
#include "driver/present/memory_surface.h"
#include "driver/present/x11_buffer.h"
#include "driver/present/x11_screen.h"
#include "driver/wayland/wayland_connection.h"

namespace driver {
namespace {

constexpr int32_t width = 6, height = 4;

glapi::BufferConfig single_buffered() {
    glapi::BufferConfig config;
    config.double_buffered = false;
    return config;
}

uint32_t pixel(const runtime::Image& image, int32_t x, int32_t y) {
    uint32_t result;
    std::memcpy(&result, image.row(y) + 4 * x, 4);
    return result;
}

void fill(runtime::Image& image, uint32_t value) {
    for (int32_t y = 0; y < image.extent().height; ++y)
        for (int32_t x = 0; x < image.extent().width; ++x) std::memcpy(image.row(y) + 4 * x, &value, 4);
}

TEST(Surface, HasTheFormatOfItsColours) {
    using runtime::Format;
    glapi::BufferConfig config;
    EXPECT_EQ(color_format(config), Format::Bgra8Unorm);
    config.alpha = 0;
    EXPECT_EQ(color_format(config), Format::Bgrx8Unorm);
    config.red = config.blue = 5;
    config.green = 6;
    EXPECT_EQ(color_format(config), Format::Rgb565Unorm);
    config.red = config.green = config.blue = 10;
    config.alpha = 2;
    EXPECT_EQ(color_format(config), Format::Rgb10A2Unorm);
    config.float_color = true;
    config.red = 11;
    EXPECT_EQ(color_format(config), Format::R11G11B10Float);
    config.red = 16;
    EXPECT_EQ(color_format(config), Format::Rgba16Float);
    config.red = 32;
    EXPECT_EQ(color_format(config), Format::Rgba32Float);
}

// A copied rectangle is drawn by hand: what lies inside of both images has changed, and nothing else.
void expect_copies(int32_t x, int32_t y, int32_t w, int32_t h) {
    runtime::Image source(runtime::Format::Bgra8Unorm, {width, height, 1});
    runtime::Image destination(runtime::Format::Bgra8Unorm, {width - 1, height + 1, 1});
    fill(source, 1);
    fill(destination, 0);
    copy_region(source, destination, x, y, w, h);
    for (int32_t row = 0; row < height + 1; ++row)
        for (int32_t column = 0; column < width - 1; ++column) {
            const bool inside = column >= x && int64_t{column} < int64_t{x} + w && row >= y &&
                                int64_t{row} < int64_t{y} + h && row < height;
            EXPECT_EQ(pixel(destination, column, row), inside ? 1u : 0u) << column << ' ' << row;
        }
}

TEST(Surface, RectanglesAreCopiedAsFarAsTheyAreInside) {
    expect_copies(1, 1, 2, 2);
    expect_copies(0, 0, width, height);
    expect_copies(-3, -3, 5, 5);
    expect_copies(3, 2, 100, 100);
    expect_copies(3, 2, INT32_MAX, INT32_MAX);
    expect_copies(INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX);
    expect_copies(-100, -100, 50, 50);
    expect_copies(2, 2, 0, 3);
    expect_copies(2, 2, -1, -1);
}

TEST(MemorySurface, IsAtLeastOnePixelLarge) {
    const MemorySurface surface(glapi::BufferConfig(), 0, 0);
    EXPECT_EQ(surface.width(), 0);
    EXPECT_EQ(surface.back->extent().width, 1);
    EXPECT_EQ(surface.back->extent().height, 1);
}

TEST(MemorySurface, HasTheBuffersOfItsConfig) {
    const MemorySurface two(glapi::BufferConfig(), width, height);
    EXPECT_TRUE(two.back && !two.front && two.depth_stencil && !two.multisample_color);
    glapi::BufferConfig config = single_buffered();
    config.depth = config.stencil = 0;
    config.samples = 4;
    const MemorySurface one(config, width, height);
    EXPECT_TRUE(one.front && !one.back && !one.depth_stencil && one.multisample_color);
}

TEST(MemorySurface, SwapsCopyTheFrame) {
    MemorySurface surface(glapi::BufferConfig(), width, height);
    EXPECT_EQ(surface.buffer_age(), 0);
    fill(*surface.back, 7);
    surface.swap({});
    ASSERT_TRUE(surface.front);
    EXPECT_EQ(pixel(*surface.front, width - 1, height - 1), 7u);
    EXPECT_EQ(surface.buffer_age(), 1);
    // Damage is a hint: the whole frame is what others see.
    fill(*surface.back, 8);
    const Rectangle damage[] = {{0, 0, 1, 1}};
    surface.swap(damage);
    EXPECT_EQ(pixel(*surface.front, width - 1, height - 1), 8u);
}

TEST(MemorySurface, ShowsRegions) {
    MemorySurface surface(glapi::BufferConfig(), width, height);
    fill(*surface.back, 7);
    surface.show_region(1, 2, 2, 1);
    ASSERT_TRUE(surface.front);
    EXPECT_EQ(pixel(*surface.front, 1, 2), 7u);
    EXPECT_EQ(pixel(*surface.front, 2, 2), 7u);
    EXPECT_NE(pixel(*surface.front, 3, 2), 7u);
    EXPECT_NE(pixel(*surface.front, 1, 1), 7u);
    EXPECT_EQ(surface.buffer_age(), 0);
}

TEST(MemorySurface, SingleBufferedOnesSwapNothing) {
    MemorySurface surface(single_buffered(), width, height);
    fill(*surface.front, 7);
    surface.swap({});
    surface.show_region(0, 0, 1, 1);
    EXPECT_FALSE(surface.back);
    EXPECT_EQ(pixel(*surface.front, 0, 0), 7u);
    EXPECT_EQ(surface.buffer_age(), 0);
}

int bits_of(uint32_t mask) { return __builtin_popcount(mask); }

TEST(X11Screen, LayoutsHaveTheBitsOfTheirMasks) {
    for (const PixelLayout& layout : pixel_layouts) {
        EXPECT_EQ(bits_of(layout.red_mask), layout.red);
        EXPECT_EQ(bits_of(layout.green_mask), layout.green);
        EXPECT_EQ(bits_of(layout.blue_mask), layout.blue);
        EXPECT_EQ(layout.red_mask & layout.green_mask, 0u);
        EXPECT_EQ((layout.red_mask | layout.green_mask) & layout.blue_mask, 0u);
        EXPECT_LE(layout.depth, layout.bits_per_pixel);
        EXPECT_EQ(pixel_layout(layout.depth), &layout);
        // What is drawn has as many bytes.
        glapi::BufferConfig config;
        config.red = layout.red;
        config.green = layout.green;
        config.blue = layout.blue;
        EXPECT_EQ(runtime::format_info(color_format(config)).bytes_per_block * 8, layout.bits_per_pixel);
    }
    EXPECT_FALSE(pixel_layout(8));
    EXPECT_FALSE(pixel_layout(0));
}

TEST(X11Screen, PixelsOfDepths24And32AreTheSame) {
    EXPECT_TRUE(same_pixels(24, 32));
    EXPECT_TRUE(same_pixels(16, 16));
    EXPECT_FALSE(same_pixels(24, 30));
    EXPECT_FALSE(same_pixels(24, 16));
    EXPECT_FALSE(same_pixels(8, 8));  // unknown ones
}

// GL's rows begin below, X11's above. Without a connection buffers are memory of our own.
TEST(X11Buffer, LastRowOfTheImageIsTheFirstOfTheMemory) {
    const auto connection = std::make_shared<xcb_connection_t*>(nullptr);
    for (const bool try_shared : {false, true}) {
        const auto buffer = X11Buffer::create(connection, 5, 3, runtime::Format::Bgra8Unorm, try_shared);
        EXPECT_FALSE(buffer->shared());
        const auto image = X11Buffer::image(buffer);
        EXPECT_EQ(image->extent().width, 5);
        EXPECT_EQ(image->extent().height, 3);
        EXPECT_LT(image->row(2), image->row(1));
        EXPECT_EQ(image->row(0) - image->row(2), 2 * (image->row(0) - image->row(1)));
        EXPECT_GE(image->row(0) - image->row(1), 5 * 4);
        EXPECT_EQ(pixel(*image, 4, 2), 0u);
    }
}

TEST(X11Buffer, ImagesKeepItAlive) {
    const auto connection = std::make_shared<xcb_connection_t*>(nullptr);
    auto buffer = X11Buffer::create(connection, 5, 3, runtime::Format::Rgb10A2Unorm, false);
    const std::weak_ptr<X11Buffer> life = buffer;
    auto image = X11Buffer::image(buffer);
    buffer.reset();
    EXPECT_FALSE(life.expired());
    fill(*image, 3);
    image.reset();
    EXPECT_TRUE(life.expired());
}

// The formats that windows are drawn in are those that each window system shows.
TEST(Surface, FormatsAreThoseOfTheWindowSystems) {
    for (const PixelLayout& layout : pixel_layouts) {
        glapi::BufferConfig config;
        config.red = layout.red;
        config.alpha = layout.depth == 24 ? 0 : 8;
        const runtime::Format format = color_format(config);
        EXPECT_TRUE(wayland::shm_format(format)) << static_cast<int>(layout.depth);
    }
    EXPECT_FALSE(wayland::shm_format(runtime::Format::Rgba16Float));
    const auto opaque = wayland::shm_format(runtime::Format::Bgrx8Unorm);
    EXPECT_EQ(opaque->alpha, opaque->opaque);
    const auto deep = wayland::shm_format(runtime::Format::Rgb10A2Unorm);
    EXPECT_EQ(deep->alpha, static_cast<uint32_t>(GBM_FORMAT_ABGR2101010));
    EXPECT_EQ(deep->opaque, static_cast<uint32_t>(GBM_FORMAT_XBGR2101010));
    EXPECT_EQ(wayland::shm_format(runtime::Format::Rgb565Unorm)->alpha, static_cast<uint32_t>(GBM_FORMAT_RGB565));
}

}  // namespace
}  // namespace driver
