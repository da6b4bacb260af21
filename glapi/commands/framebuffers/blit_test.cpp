// Blits of colours of bytes: filtered, and of samples.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

constexpr int32_t blit_size = 64;

struct Blits : ::testing::Test {
    // A framebuffer object of a renderbuffer; both are bound.
    GLuint framebuffer(GLenum format, int32_t samples, int32_t width = blit_size, int32_t height = blit_size) {
        GLuint buffer = 0, name = 0;
        GenRenderbuffers(*gl, 1, &buffer);
        BindRenderbuffer(*gl, GL_RENDERBUFFER, buffer);
        RenderbufferStorageMultisample(*gl, GL_RENDERBUFFER, samples, format, width, height);
        GenFramebuffers(*gl, 1, &name);
        BindFramebuffer(*gl, GL_FRAMEBUFFER, name);
        FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
        return name;
    }
    std::vector<Pixel> random_pixels() {
        std::mt19937 random(5);
        std::vector<Pixel> pixels(size_t{blit_size} * blit_size);
        for (Pixel& pixel : pixels)
            for (uint8_t& component : pixel) component = static_cast<uint8_t>(random());
        return pixels;
    }
    std::vector<Pixel> drawn(GLuint name) {
        std::vector<Pixel> pixels(size_t{blit_size} * blit_size);
        BindFramebuffer(*gl, GL_READ_FRAMEBUFFER, name);
        ReadPixels(*gl, 0, 0, blit_size, blit_size, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        return pixels;
    }

    CurrentContext gl{blit_size, blit_size};
};

// Half of the blit_size is the average of four; floats that can hold more are within one step of it.
TEST_F(Blits, FilterBytes) {
    for (const GLenum format : {GL_RGBA8, GL_RGB8, GL_RGBA16F}) {
        const GLuint from = framebuffer(format, 0);
        const std::vector<Pixel> pixels = random_pixels();
        WindowPos2i(*gl, 0, 0);
        DrawPixels(*gl, blit_size, blit_size, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        const GLuint to = framebuffer(format == GL_RGB8 ? GL_RGB8 : GL_RGBA8, 0);
        BindFramebuffer(*gl, GL_READ_FRAMEBUFFER, from);
        BlitFramebuffer(*gl, 0, 0, blit_size, blit_size, 0, blit_size / 2, blit_size / 2, 0, GL_COLOR_BUFFER_BIT,
                        GL_LINEAR);
        const std::vector<Pixel> seen = drawn(to);
        for (int32_t y = 0; y < blit_size / 2; ++y)
            for (int32_t x = 0; x < blit_size / 2; ++x)
                for (size_t c = 0; c < 4; ++c) {
                    float sum = 0;
                    for (int32_t i = 0; i < 4; ++i)
                        sum +=
                            pixels[static_cast<size_t>(blit_size * (blit_size - 1 - (2 * y + i / 2)) + 2 * x + i % 2)]
                                  [c];
                    if (format == GL_RGB8 && c == 3) sum = 4 * 255;
                    ASSERT_NEAR(seen[static_cast<size_t>(blit_size * y + x)][c], sum / 4, 0.6)
                        << x << ' ' << y << ' ' << c;
                }
    }
}

// Enlarged, made smaller, mirrored, cut off at the source's edges and at the target's: each pixel is what lies at its
// centre between four texels.
TEST_F(Blits, FilterBytesAtAnyPlace) {
    struct Region {
        int32_t x0, y0, x1, y1;
    };
    struct ScaledBlit {
        int32_t width, height;  // of the source's framebuffer
        Region source, destination;
    };
    const ScaledBlit blits[] = {
        {64, 64, {0, 0, 64, 64}, {0, 0, 23, 41}},     {64, 64, {10, 12, 25, 19}, {3, 1, 62, 60}},
        {64, 64, {0, 0, 64, 64}, {50, 2, 7, 33}},     {64, 64, {64, 64, 0, 0}, {5, 60, 40, 3}},
        {64, 64, {-9, -20, 70, 90}, {0, 0, 64, 64}},  {64, 64, {40, 3, 90, 30}, {-10, -5, 50, 40}},
        {1, 64, {0, 0, 1, 64}, {2, 0, 33, 40}},       {64, 1, {0, 0, 64, 1}, {0, 5, 64, 50}},
        {1, 1, {0, 0, 1, 1}, {1, 1, 40, 3}},          {2, 2, {0, 0, 2, 2}, {0, 0, 64, 64}},
        {3, 5, {0, 0, 3, 5}, {7, 9, 8, 10}},          {64, 64, {0, 0, 64, 64}, {9, 0, 12, 64}},
        {64, 64, {60, 60, 4000, 4000}, {0, 0, 9, 9}},
    };
    for (const ScaledBlit& blit : blits) {
        const GLuint from = framebuffer(GL_RGBA8, 0, blit.width, blit.height);
        const std::vector<Pixel> pixels = random_pixels();
        WindowPos2i(*gl, 0, 0);
        PixelStorei(*gl, GL_UNPACK_ROW_LENGTH, blit_size);
        DrawPixels(*gl, blit.width, blit.height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        const GLuint to = framebuffer(GL_RGBA8, 0);
        ClearColor(*gl, 0, 0, 0, 0);
        Clear(*gl, GL_COLOR_BUFFER_BIT);
        BindFramebuffer(*gl, GL_READ_FRAMEBUFFER, from);
        const Region &s = blit.source, &d = blit.destination;
        BlitFramebuffer(*gl, s.x0, s.y0, s.x1, s.y1, d.x0, d.y0, d.x1, d.y1, GL_COLOR_BUFFER_BIT, GL_LINEAR);
        const std::vector<Pixel> seen = drawn(to);
        const auto texel = [&](int32_t x, int32_t y, size_t c) {
            x = std::clamp(x, 0, blit.width - 1), y = std::clamp(y, 0, blit.height - 1);
            return static_cast<double>(pixels[static_cast<size_t>(blit_size * y + x)][c]);
        };
        for (int32_t y = 0; y < blit_size; ++y)
            for (int32_t x = 0; x < blit_size; ++x)
                for (size_t c = 0; c < 4; ++c) {
                    const double across = (x + 0.5 - d.x0) / (d.x1 - d.x0), up = (y + 0.5 - d.y0) / (d.y1 - d.y0);
                    const double at_x = s.x0 + across * (s.x1 - s.x0), at_y = s.y0 + up * (s.y1 - s.y0);
                    double expected = 0;
                    if (across > 0 && across < 1 && up > 0 && up < 1 && at_x >= 0 && at_x < blit.width && at_y >= 0 &&
                        at_y < blit.height) {
                        const auto left = static_cast<int32_t>(std::floor(at_x - 0.5));
                        const auto low = static_cast<int32_t>(std::floor(at_y - 0.5));
                        const double right = at_x - 0.5 - left, high = at_y - 0.5 - low;
                        expected = (1 - high) * ((1 - right) * texel(left, low, c) + right * texel(left + 1, low, c)) +
                                   high * ((1 - right) * texel(left, low + 1, c) + right * texel(left + 1, low + 1, c));
                    }
                    ASSERT_NEAR(seen[static_cast<size_t>(blit_size * y + x)][c], expected, 0.501)
                        << &blit - blits << ": " << x << ' ' << y << ' ' << c;
                }
    }
}

TEST_F(Blits, OfSamplesGoWhereTheyAreSent) {
    const GLuint from = framebuffer(GL_RGBA8, 4);
    ClearColor(*gl, 0.2f, 0.4f, 0.6f, 0.8f);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    Enable(*gl, GL_SCISSOR_TEST);
    Scissor(*gl, 10, 12, 20, 22);
    ClearColor(*gl, 1, 0, 1, 0);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    Disable(*gl, GL_SCISSOR_TEST);
    const Pixel outside{51, 102, 153, 204}, inside{255, 0, 255, 0}, nothing{0, 0, 0, 0};
    struct SampleMove {
        int32_t from_x, from_y, to_x, to_y, flip;
    };
    for (const SampleMove& move : {SampleMove{0, 0, 0, 0, 0}, SampleMove{3, 5, 1, 2, 0}, SampleMove{3, 5, 1, 2, 1}}) {
        constexpr int32_t width = 40, height = 33;
        const GLuint to = framebuffer(GL_RGBA8, 0);
        ClearColor(*gl, 0, 0, 0, 0);
        Clear(*gl, GL_COLOR_BUFFER_BIT);
        BindFramebuffer(*gl, GL_READ_FRAMEBUFFER, from);
        BlitFramebuffer(*gl, move.from_x, move.from_y, move.from_x + width, move.from_y + height,
                        move.to_x + (move.flip ? width : 0), move.to_y, move.to_x + (move.flip ? 0 : width),
                        move.to_y + height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        const std::vector<Pixel> seen = drawn(to);
        for (int32_t y = 0; y < blit_size; ++y)
            for (int32_t x = 0; x < blit_size; ++x) {
                const int32_t column = move.flip ? width - 1 - (x - move.to_x) : x - move.to_x, row = y - move.to_y;
                Pixel expected = nothing;
                if (column >= 0 && column < width && row >= 0 && row < height) {
                    const int32_t at_x = column + move.from_x, at_y = row + move.from_y;
                    expected = at_x >= 10 && at_x < 30 && at_y >= 12 && at_y < 34 ? inside : outside;
                }
                ASSERT_EQ(seen[static_cast<size_t>(blit_size * y + x)], expected) << x << ' ' << y << ' ' << move.flip;
            }
    }
}

}  // namespace
}  // namespace glapi
