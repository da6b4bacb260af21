// Memory of the caller's as a drawable, and OSMesa's commands.
#include "driver/osmesa/include/GL/osmesa.h"

#include <GL/gl.h>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <vector>

#include "driver/osmesa/osmesa_surface.h"

namespace driver::osmesa {
namespace {

constexpr int32_t width = 5, height = 3;

struct FormatRow {
    int format;
    unsigned type;
    runtime::Format drawn;
};
constexpr FormatRow rows[] = {
#define OSMESA_PIXEL_FORMAT(format, type, drawn, red, green, blue, alpha, order) {format, type, runtime::Format::drawn},
#include "driver/osmesa/osmesa_formats.def"
};

glapi::BufferConfig config_of(const PixelFormat& format) {
    glapi::BufferConfig config;
    config.red = format.red;
    config.green = format.green;
    config.blue = format.blue;
    config.alpha = format.alpha;
    config.double_buffered = false;
    return config;
}

// Bytes that are all different, as far as there are so many.
std::vector<uint8_t> pattern(size_t size) {
    std::vector<uint8_t> bytes(size);
    std::iota(bytes.begin(), bytes.end(), uint8_t{1});
    return bytes;
}

TEST(OsMesaSurface, FormatsAreFoundByFormatAndType) {
    for (const FormatRow& row : rows) {
        const PixelFormat* const found = find_pixel_format(row.format, row.type);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->drawn, row.drawn);
        // Without a type, the first one: of eight bits, but for 5:6:5.
        EXPECT_EQ(find_pixel_format(row.format, 0)->type,
                  row.format == OSMESA_RGB_565 ? GL_UNSIGNED_SHORT_5_6_5 : GL_UNSIGNED_BYTE);
    }
    EXPECT_FALSE(find_pixel_format(OSMESA_RGBA, GL_UNSIGNED_SHORT_5_6_5));
    EXPECT_FALSE(find_pixel_format(OSMESA_RGB_565, GL_UNSIGNED_BYTE));
    EXPECT_FALSE(find_pixel_format(OSMESA_COLOR_INDEX, GL_UNSIGNED_BYTE));
    EXPECT_FALSE(find_pixel_format(0, 0));
}

// What is taken over is written back as it was: of every format, row length and order of rows.
TEST(OsMesaSurface, WritesBackWhatItTakesOver) {
    for (const FormatRow& row : rows)
        for (const int32_t row_length : {0, width + 2})
            for (const bool y_up : {true, false}) {
                const PixelFormat& format = *find_pixel_format(row.format, row.type);
                const PixelStore store{row_length, y_up};
                const size_t texel = runtime::format_info(format.drawn).bytes_per_block;
                const size_t stride = texel * static_cast<size_t>(row_length ? row_length : width);
                const std::vector<uint8_t> before = pattern(stride * height);
                std::vector<uint8_t> memory = before;
                OsMesaSurface surface(config_of(format), format, width, height);
                surface.attach(memory.data(), store);
                std::fill(memory.begin(), memory.end(), uint8_t{0});
                surface.flush_front();
                for (size_t at = 0; at < memory.size(); ++at)
                    EXPECT_EQ(memory[at], at % stride < texel * width ? before[at] : 0)
                        << row.format << ' ' << row.type << ' ' << row_length << ' ' << y_up << ' ' << at;
            }
}

// Where a pixel of `memory` comes to be in the image that is drawn in.
std::vector<uint8_t> taken_over(int format_name, unsigned type, const std::vector<uint8_t>& memory) {
    const PixelFormat& format = *find_pixel_format(format_name, type);
    OsMesaSurface surface(config_of(format), format, 1, 1);
    const PixelStore store;
    std::vector<uint8_t> copy = memory;
    surface.attach(copy.data(), store);
    std::vector<uint8_t> result(memory.size());
    std::memcpy(result.data(), surface.front->row(0), result.size());
    return result;
}

TEST(OsMesaSurface, ComponentsAreInTheirOrder) {
    using Bytes = std::vector<uint8_t>;
    EXPECT_EQ(taken_over(OSMESA_RGBA, GL_UNSIGNED_BYTE, {1, 2, 3, 4}), (Bytes{1, 2, 3, 4}));
    EXPECT_EQ(taken_over(OSMESA_ARGB, GL_UNSIGNED_BYTE, {4, 1, 2, 3}), (Bytes{1, 2, 3, 4}));
    EXPECT_EQ(taken_over(OSMESA_BGRA, GL_UNSIGNED_SHORT, {3, 0, 2, 0, 1, 0, 4, 0}), (Bytes{1, 0, 2, 0, 3, 0, 4, 0}));
    EXPECT_EQ(taken_over(OSMESA_ARGB, GL_UNSIGNED_SHORT, {4, 9, 1, 9, 2, 9, 3, 9}), (Bytes{1, 9, 2, 9, 3, 9, 4, 9}));
    EXPECT_EQ(taken_over(OSMESA_BGR, GL_UNSIGNED_SHORT, {3, 0, 2, 0, 1, 0}), (Bytes{1, 0, 2, 0, 3, 0}));
    EXPECT_EQ(taken_over(OSMESA_BGR, GL_FLOAT, {3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1}),
              (Bytes{1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}));
}

TEST(OsMesaSurface, RowsBeginBelowUnlessTheyAreSaidToBeginAbove) {
    const PixelFormat& format = *find_pixel_format(OSMESA_RGBA, GL_UNSIGNED_BYTE);
    std::vector<uint8_t> memory = pattern(4 * width * height);
    OsMesaSurface surface(config_of(format), format, width, height);
    PixelStore store;
    surface.attach(memory.data(), store);
    EXPECT_EQ(std::memcmp(surface.front->row(0), memory.data(), 4 * width), 0);
    // It may change at any time: what is written from then on is.
    store.y_up = false;
    surface.flush_front();
    EXPECT_EQ(std::memcmp(surface.front->row(0), memory.data() + 4 * width * (height - 1), 4 * width), 0);
}

TEST(OsMesaSurface, WritesNothingWhileItIsDetached) {
    const PixelFormat& format = *find_pixel_format(OSMESA_RGBA, GL_UNSIGNED_BYTE);
    std::vector<uint8_t> memory(4 * width * height, 9);
    const PixelStore store;
    OsMesaSurface surface(config_of(format), format, width, height);
    surface.attach(memory.data(), store);
    std::fill(memory.begin(), memory.end(), uint8_t{0});
    surface.detach();
    surface.flush_front();
    EXPECT_EQ(memory[0], 0);
    surface.resume();
    surface.swap({});
    EXPECT_EQ(memory[0], 9);
}

TEST(OsMesaSurface, DepthsAreOf24Bits) {
    const PixelFormat& format = *find_pixel_format(OSMESA_RGBA, GL_UNSIGNED_BYTE);
    OsMesaSurface surface(config_of(format), format, width, height);
    const uint32_t texel = 0x12345678;  // stencil is the lowest byte
    std::memcpy(surface.depth_stencil->row(1) + 4 * 2, &texel, 4);
    uint32_t* const values = surface.depth_values();
    EXPECT_EQ(values[width + 2], 0x123456u);
    // They stay where they are, and are those of every flush.
    const uint32_t other = 0xabcdef00;
    std::memcpy(surface.depth_stencil->row(0), &other, 4);
    surface.flush_front();
    EXPECT_EQ(surface.depth_values(), values);
    EXPECT_EQ(values[0], 0xabcdefu);
}

class OsMesaCommands : public testing::Test {
  protected:
    void TearDown() override { OSMesaMakeCurrent(nullptr, nullptr, 0, 0, 0); }
    GLboolean make_current(OSMesaContext context) {
        return OSMesaMakeCurrent(context, memory, GL_UNSIGNED_BYTE, width, height);
    }
    uint8_t memory[4 * width * height] = {};
};

TEST_F(OsMesaCommands, RefuseWhatCanNotBe) {
    EXPECT_FALSE(OSMesaCreateContext(0x7abc, nullptr));
    EXPECT_FALSE(OSMesaCreateContextExt(OSMESA_RGBA, 33, 8, 0, nullptr));
    EXPECT_FALSE(OSMesaCreateContextExt(OSMESA_RGBA, 24, 9, 0, nullptr));
    EXPECT_FALSE(OSMesaCreateContextExt(OSMESA_RGBA, 24, 8, 17, nullptr));
    EXPECT_FALSE(OSMesaCreateContextExt(OSMESA_RGBA, -1, 8, 0, nullptr));
    const int unknown[] = {0x7abc, 1, 0}, profile[] = {OSMESA_PROFILE, 7, 0},
              version[] = {OSMESA_CONTEXT_MAJOR_VERSION, 9, 0};
    for (const int* list : {unknown, profile, version}) EXPECT_FALSE(OSMesaCreateContextAttribs(list, nullptr));
    const OSMesaContext context = OSMesaCreateContext(OSMESA_RGBA, nullptr);
    ASSERT_TRUE(context);
    EXPECT_FALSE(OSMesaMakeCurrent(context, nullptr, GL_UNSIGNED_BYTE, width, height));
    EXPECT_FALSE(OSMesaMakeCurrent(nullptr, memory, GL_UNSIGNED_BYTE, width, height));
    EXPECT_FALSE(OSMesaMakeCurrent(context, memory, GL_UNSIGNED_SHORT_5_6_5, width, height));
    EXPECT_FALSE(OSMesaMakeCurrent(context, memory, 0, width, height));
    EXPECT_FALSE(OSMesaMakeCurrent(context, memory, GL_UNSIGNED_BYTE, 0, height));
    EXPECT_FALSE(OSMesaMakeCurrent(context, memory, GL_UNSIGNED_BYTE, width, 16385));
    EXPECT_FALSE(OSMesaGetCurrentContext());
    OSMesaDestroyContext(context);
}

TEST_F(OsMesaCommands, DestroyedContextsAreKnownNoMore) {
    const OSMesaContext context = OSMesaCreateContext(OSMESA_RGBA, nullptr);
    ASSERT_TRUE(make_current(context));
    EXPECT_EQ(OSMesaGetCurrentContext(), context);
    OSMesaDestroyContext(context);
    EXPECT_FALSE(OSMesaGetCurrentContext());
    EXPECT_FALSE(glapi::current_context());
    EXPECT_FALSE(make_current(context));
    EXPECT_FALSE(OSMesaCreateContext(OSMESA_RGBA, context));
    OSMesaDestroyContext(context);
    OSMesaDestroyContext(nullptr);
    GLint value = 7;
    void* buffer = nullptr;
    EXPECT_FALSE(OSMesaGetColorBuffer(context, &value, &value, &value, &buffer));
    EXPECT_EQ(value, 0);
}

TEST_F(OsMesaCommands, ContextsThatOthersDestroyAreReleasedAllTheSame) {
    const OSMesaContext context = OSMesaCreateContext(OSMESA_RGBA, nullptr);
    ASSERT_TRUE(make_current(context));
    std::thread([&] { OSMesaDestroyContext(context); }).join();
    EXPECT_FALSE(OSMesaGetCurrentContext());
    EXPECT_TRUE(OSMesaMakeCurrent(nullptr, nullptr, 0, 0, 0));
    EXPECT_FALSE(glapi::current_context());
}

TEST_F(OsMesaCommands, OneThreadHasAContextAtATime) {
    const OSMesaContext context = OSMesaCreateContext(OSMESA_RGBA, nullptr);
    ASSERT_TRUE(make_current(context));
    std::thread([&] { EXPECT_FALSE(make_current(context)); }).join();
    EXPECT_EQ(OSMesaGetCurrentContext(), context);
    OSMesaMakeCurrent(nullptr, nullptr, 0, 0, 0);
    std::thread([&] { EXPECT_TRUE(make_current(context)); }).join();
    EXPECT_TRUE(make_current(context));  // the thread has ended
    OSMesaDestroyContext(context);
}

TEST_F(OsMesaCommands, TellWhatIsCurrent) {
    const auto value_of = [](GLint name) {
        GLint value = -1;
        OSMesaGetIntegerv(name, &value);
        return value;
    };
    EXPECT_EQ(value_of(OSMESA_WIDTH), 0);
    EXPECT_EQ(value_of(OSMESA_MAX_WIDTH), 16384);
    const OSMesaContext context = OSMesaCreateContext(OSMESA_BGRA, nullptr);
    ASSERT_TRUE(make_current(context));
    EXPECT_EQ(value_of(OSMESA_WIDTH), width);
    EXPECT_EQ(value_of(OSMESA_HEIGHT), height);
    EXPECT_EQ(value_of(OSMESA_FORMAT), OSMESA_BGRA);
    EXPECT_EQ(value_of(OSMESA_TYPE), GL_UNSIGNED_BYTE);
    EXPECT_EQ(value_of(OSMESA_Y_UP), 1);
    OSMesaPixelStore(OSMESA_Y_UP, 0);
    OSMesaPixelStore(OSMESA_ROW_LENGTH, 20);
    OSMesaPixelStore(OSMESA_ROW_LENGTH, -1);  // is no length
    EXPECT_EQ(value_of(OSMESA_Y_UP), 0);
    EXPECT_EQ(value_of(OSMESA_ROW_LENGTH), 20);
    OSMesaPixelStore(OSMESA_ROW_LENGTH, 0);
    GLint w = 0, h = 0, bytes = 0;
    void* buffer = nullptr;
    EXPECT_TRUE(OSMesaGetDepthBuffer(context, &w, &h, &bytes, &buffer));
    EXPECT_EQ(w, width);
    EXPECT_EQ(h, height);
    EXPECT_EQ(bytes, 4);
    EXPECT_TRUE(OSMesaGetColorBuffer(context, &w, &h, &bytes, &buffer));
    EXPECT_EQ(bytes, OSMESA_BGRA);
    EXPECT_EQ(buffer, memory);
    OSMesaDestroyContext(context);
}

TEST(OsMesaProcedures, AreFoundByName) {
    EXPECT_EQ(reinterpret_cast<void*>(OSMesaGetProcAddress("OSMesaMakeCurrent")),
              reinterpret_cast<void*>(&OSMesaMakeCurrent));
    for (const char* name : {"OSMesaCreateContextAttribs", "OSMesaPostprocess", "glClear", "glDrawArrays"})
        EXPECT_TRUE(OSMesaGetProcAddress(name)) << name;
    for (const char* name : {"OSMesaNothing", "glNothing", ""}) EXPECT_FALSE(OSMesaGetProcAddress(name)) << name;
    EXPECT_FALSE(OSMesaGetProcAddress(nullptr));
}

}  // namespace
}  // namespace driver::osmesa
