// Large rectangles of bytes are stored straight where nothing else would become of them; small ones are always drawn.
// Whichever way: the same pixels.
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

constexpr int32_t drawn_size = 192, image_width = 170, image_height = 150;

struct DrawnCase {
    const char* name;
    GLenum format;
    int components;
    float x = 7, y = 5, zoom_x = 1, zoom_y = 1;
    void (*set)(Context&) = [](Context&) {};
};

class DrawnPixels {
  public:
    explicit DrawnPixels(const DrawnCase& given)
        : case_(given), bytes_(static_cast<size_t>(row_bytes()) * image_height) {
        for (size_t i = 0; i < bytes_.size(); ++i) bytes_[i] = static_cast<uint8_t>(i * 37 + i / 251);
    }
    // In pieces of some pixels, or as a whole.
    std::vector<Pixel> draw(bool whole) {
        CurrentContext gl(drawn_size, drawn_size);
        ClearColor(*gl, 0.2f, 0.4f, 0.6f, 0.8f);
        Clear(*gl, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        case_.set(*gl);
        PixelZoom(*gl, case_.zoom_x, case_.zoom_y);
        PixelStorei(*gl, GL_UNPACK_ALIGNMENT, 1);
        PixelStorei(*gl, GL_UNPACK_ROW_LENGTH, image_width);
        if (whole) {
            draw_part(*gl, 0, 0, image_width, image_height);
        } else {
            constexpr int32_t part = 50;
            for (int32_t y = 0; y < image_height; y += part)
                for (int32_t x = 0; x < image_width; x += part)
                    draw_part(*gl, x, y, std::min(part, image_width - x), std::min(part, image_height - y));
        }
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << case_.name;
        std::vector<Pixel> pixels;
        for (int32_t y = 0; y < drawn_size; ++y)
            for (int32_t x = 0; x < drawn_size; ++x) pixels.push_back(gl.pixel(x, y));
        return pixels;
    }

  private:
    int32_t row_bytes() const { return image_width * case_.components; }
    void draw_part(Context& context, int32_t x, int32_t y, int32_t width, int32_t height) {
        // A raster position beyond the window's edge is valid where WindowPos says so.
        WindowPos2f(context, case_.x + static_cast<float>(x) * case_.zoom_x,
                    case_.y + static_cast<float>(y) * case_.zoom_y);
        DrawPixels(context, width, height, case_.format, GL_UNSIGNED_BYTE,
                   bytes_.data() + y * row_bytes() + x * case_.components);
    }

    const DrawnCase& case_;
    std::vector<uint8_t> bytes_;
};

TEST(DrawPixels, OfLargeAndSmallRectanglesAgree) {
    const DrawnCase cases[] = {
        {"plain", GL_RGBA, 4},
        {"blue first", GL_BGRA, 4},
        {"three bytes", GL_RGB, 3},
        {"luminance", GL_LUMINANCE, 1},
        {"upside down", GL_RGBA, 4, 7, 160, 1, -1},
        {"beyond the edges", GL_RGBA, 4, -11, -20},
        {"beyond the other edges, upside down", GL_RGBA, 4, 100, 130, 1, -1},
        {"between pixels", GL_RGBA, 4, 6.75f, 5.25f},
        {"zoomed", GL_RGBA, 4, 3, 3, 0.5f, 1},
        {"mirrored", GL_RGBA, 4, 175, 3, -1, 1},
        {"scissored", GL_RGBA, 4, 7, 5, 1, 1,
         [](Context& context) {
             Enable(context, GL_SCISSOR_TEST);
             Scissor(context, 20, 30, 77, 60);
         }},
        {"scissored upside down", GL_RGBA, 4, 7, 160, 1, -1,
         [](Context& context) {
             Enable(context, GL_SCISSOR_TEST);
             Scissor(context, 20, 30, 77, 60);
         }},
        {"masked", GL_RGBA, 4, 7, 5, 1, 1,
         [](Context& context) { ColorMask(context, GL_TRUE, GL_FALSE, GL_TRUE, GL_TRUE); }},
        {"blended", GL_RGBA, 4, 7, 5, 1, 1,
         [](Context& context) {
             Enable(context, GL_BLEND);
             BlendFunc(context, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
         }},
        {"alpha-tested", GL_RGBA, 4, 7, 5, 1, 1,
         [](Context& context) {
             Enable(context, GL_ALPHA_TEST);
             AlphaFunc(context, GL_GREATER, 0.5f);
         }},
        {"hidden", GL_RGBA, 4, 7, 5, 1, 1,
         [](Context& context) {
             Enable(context, GL_DEPTH_TEST);
             DepthFunc(context, GL_NEVER);
         }},
        {"fogged", GL_RGBA, 4, 7, 5, 1, 1,
         [](Context& context) {
             Enable(context, GL_FOG);
             Fogf(context, GL_FOG_DENSITY, 3);
         }},
        {"scaled", GL_RGBA, 4, 7, 5, 1, 1, [](Context& context) { PixelTransferf(context, GL_RED_SCALE, 0.5f); }},
        {"logic operation", GL_RGBA, 4, 7, 5, 1, 1,
         [](Context& context) {
             Enable(context, GL_COLOR_LOGIC_OP);
             LogicOp(context, GL_XOR);
         }},
    };
    for (const DrawnCase& each : cases) {
        DrawnPixels pixels(each);
        const std::vector<Pixel> whole = pixels.draw(true), parts = pixels.draw(false);
        for (size_t i = 0; i < whole.size(); ++i)
            ASSERT_EQ(whole[i], parts[i]) << each.name << ' ' << i % drawn_size << ' ' << i / drawn_size;
    }
}

// They are nowhere.
TEST(DrawPixels, PlacesAndSizesThatAreNoNumbersDrawNothing) {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    constexpr float cases[][4] = {{none, 0, 1, 1}, {0, none, 1, 1}, {0, 0, none, 1}, {0, 0, 1, none}};
    for (const auto& [x, y, zoom_x, zoom_y] : cases) {
        CurrentContext gl(16, 16);
        ClearColor(*gl, 0, 0, 1, 1);
        Clear(*gl, GL_COLOR_BUFFER_BIT);
        WindowPos2f(*gl, x, y);
        PixelZoom(*gl, zoom_x, zoom_y);
        const std::vector<uint8_t> white(4 * 4 * 4, 255);
        DrawPixels(*gl, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, white.data());
        for (int32_t at = 0; at < 16; ++at) EXPECT_EQ(gl.pixel(at, at), (Pixel{0, 0, 255, 255})) << at;
    }
}

TEST(DrawPixels, OfLargeRectanglesAreCounted) {
    CurrentContext gl(drawn_size, drawn_size);
    const std::vector<uint8_t> bytes(size_t{4} * drawn_size * drawn_size, 200);
    GLuint query = 0, samples = 0;
    GenQueries(*gl, 1, &query);
    BeginQuery(*gl, GL_SAMPLES_PASSED, query);
    WindowPos2i(*gl, 0, 0);
    DrawPixels(*gl, drawn_size, drawn_size, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
    EndQuery(*gl, GL_SAMPLES_PASSED);
    GetQueryObjectuiv(*gl, query, GL_QUERY_RESULT, &samples);
    EXPECT_EQ(samples, GLuint{drawn_size * drawn_size});
    EXPECT_EQ(gl.pixel(drawn_size - 1, drawn_size - 1)[1], 200);
}

// By several threads, row by row, unless rows lie over each other.
TEST(LargePixels, AreReadAndCopied) {
    CurrentContext gl(drawn_size, drawn_size);
    std::vector<Pixel> pixels(size_t{drawn_size} * drawn_size);
    for (size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = {uint8_t(i), uint8_t(i >> 3), uint8_t(i >> 7), uint8_t(i * 5)};
    WindowPos2i(*gl, 0, 0);
    DrawPixels(*gl, drawn_size, drawn_size, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    std::vector<Pixel> read(pixels.size());
    ReadPixels(*gl, 0, 0, drawn_size, drawn_size, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
    EXPECT_EQ(read, pixels);

    GLuint texture = 0;
    GenTextures(*gl, 1, &texture);
    BindTexture(*gl, GL_TEXTURE_2D, texture);
    for (const GLenum format : {GL_RGBA8, GL_RGBA32F}) {
        TexImage2D(*gl, GL_TEXTURE_2D, 0, format, drawn_size, drawn_size, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        CopyTexSubImage2D(*gl, GL_TEXTURE_2D, 0, 0, 0, 0, 0, drawn_size, drawn_size);
        std::fill(read.begin(), read.end(), Pixel{});
        GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
        EXPECT_EQ(read, pixels) << format;
    }

    // The next row begins within the last: what is written later stays.
    constexpr int32_t row_length = drawn_size - 40;
    PixelStorei(*gl, GL_PACK_ROW_LENGTH, row_length);
    ReadPixels(*gl, 0, 0, drawn_size, drawn_size, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
    for (int32_t y = 0; y < drawn_size; ++y)
        for (int32_t x = 0; x < row_length; ++x)
            ASSERT_EQ(read[static_cast<size_t>(y * row_length + x)], pixels[static_cast<size_t>(y * drawn_size + x)]);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

}  // namespace
}  // namespace glapi
