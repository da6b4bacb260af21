// Blits of colours of bytes: filtered, and of samples.
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
    GLuint framebuffer(GLenum format, int32_t samples) {
        GLuint buffer = 0, name = 0;
        GenRenderbuffers(*gl, 1, &buffer);
        BindRenderbuffer(*gl, GL_RENDERBUFFER, buffer);
        RenderbufferStorageMultisample(*gl, GL_RENDERBUFFER, samples, format, blit_size, blit_size);
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
