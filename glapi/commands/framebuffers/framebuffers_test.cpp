// Clears, reads, blits, pixel rectangles and framebuffer objects through the commands.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/testing/test_window.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using namespace commands;
using testing::blue;
using testing::CurrentContext;
using testing::green;
using testing::nothing;
using testing::Pixel;
using testing::red;

Pixel read(CurrentContext& gl, int x, int y) {
    Pixel pixel{};
    ReadPixels(*gl, x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    return pixel;
}

void clear(CurrentContext& gl, Pixel color) {
    ClearColor(*gl, static_cast<float>(color[0]) / 255, static_cast<float>(color[1]) / 255,
               static_cast<float>(color[2]) / 255, static_cast<float>(color[3]) / 255);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
}

GLuint texture_2d(CurrentContext& gl, int size, GLint format = GL_RGBA8) {
    GLuint name = 0;
    GenTextures(*gl, 1, &name);
    BindTexture(*gl, GL_TEXTURE_2D, name);
    TexImage2D(*gl, GL_TEXTURE_2D, 0, format, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    return name;
}

GLuint framebuffer(CurrentContext& gl) {
    GLuint name = 0;
    GenFramebuffers(*gl, 1, &name);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, name);
    return name;
}

GLuint renderbuffer(CurrentContext& gl, GLenum format, int size, int samples = 0) {
    GLuint name = 0;
    GenRenderbuffers(*gl, 1, &name);
    BindRenderbuffer(*gl, GL_RENDERBUFFER, name);
    RenderbufferStorageMultisample(*gl, GL_RENDERBUFFER, samples, format, size, size);
    return name;
}

TEST(Clear, ObeysScissorAndMasks) {
    CurrentContext gl(16, 16);
    clear(gl, red);
    Enable(*gl, GL_SCISSOR_TEST);
    Scissor(*gl, 4, 4, 4, 4);
    ColorMask(*gl, GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
    clear(gl, green);
    EXPECT_EQ(gl.pixel(3, 4), red);
    EXPECT_EQ(gl.pixel(4, 4), (Pixel{255, 255, 0, 255}));
    EXPECT_EQ(gl.pixel(7, 7), (Pixel{255, 255, 0, 255}));
    EXPECT_EQ(gl.pixel(8, 7), red);
    Clear(*gl, 0x1000000);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

TEST(Clear, DepthAndStencilAreReadBack) {
    CurrentContext gl(8, 8);
    ClearDepth(*gl, 0.25);
    ClearStencil(*gl, 0xa5);
    StencilMask(*gl, 0x0f);
    Clear(*gl, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    float depth = 0;
    uint8_t stencil = 0;
    ReadPixels(*gl, 3, 3, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    ReadPixels(*gl, 3, 3, 1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &stencil);
    EXPECT_NEAR(depth, 0.25, 1e-6);
    EXPECT_EQ(stencil, 0x05);
    DepthMask(*gl, GL_FALSE);
    ClearDepth(*gl, 1);
    Clear(*gl, GL_DEPTH_BUFFER_BIT);
    ReadPixels(*gl, 3, 3, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    EXPECT_NEAR(depth, 0.25, 1e-6);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Read, OutsideOfTheWindowMemoryStaysAsItIs) {
    CurrentContext gl(4, 4);
    clear(gl, red);
    std::vector<uint8_t> pixels(6 * 6 * 4, 7);
    ReadPixels(*gl, -1, -1, 6, 6, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    for (int y = 0; y < 6; ++y) {
        for (int x = 0; x < 6; ++x) {
            const bool inside = x > 0 && x < 5 && y > 0 && y < 5;
            EXPECT_EQ(pixels[(y * 6 + x) * 4], inside ? 255 : 7) << x << ' ' << y;
        }
    }
    ReadPixels(*gl, 0, 0, -1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    ReadPixels(*gl, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, pixels.data());
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

TEST(Read, FrontAndBackAreTwoBuffers) {
    CurrentContext gl(4, 4);
    clear(gl, red);
    DrawBuffer(*gl, GL_FRONT);
    clear(gl, green);
    ReadBuffer(*gl, GL_FRONT);
    EXPECT_EQ(read(gl, 1, 1), green);
    ReadBuffer(*gl, GL_BACK);
    EXPECT_EQ(read(gl, 1, 1), red);
    DrawBuffer(*gl, GL_FRONT_AND_BACK);
    clear(gl, blue);
    EXPECT_EQ(read(gl, 1, 1), blue);
    ReadBuffer(*gl, GL_FRONT_LEFT);
    EXPECT_EQ(read(gl, 1, 1), blue);
    Flush(*gl);
    EXPECT_EQ(gl.window->fronts_shown, 1);
    DrawBuffer(*gl, GL_BACK_RIGHT);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    DrawBuffer(*gl, GL_COLOR_ATTACHMENT0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    DrawBuffer(*gl, GL_RGBA);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
}

// Names of several buffers: no draw buffer in a list, whatever the framebuffer. One of them can be read.
TEST(Framebuffer, NamesOfSeveralBuffers) {
    for (const Profile profile : {Profile::Core, Profile::Compatibility}) {
        testing::VersionContext gl{45, profile};
        GLuint names[2] = {};
        GenFramebuffers(*gl, 1, names);
        for (const GLuint name : names) {
            BindFramebuffer(*gl, GL_FRAMEBUFFER, name);
            for (const GLenum buffer : {GL_FRONT, GL_LEFT, GL_RIGHT, GL_FRONT_AND_BACK}) {
                DrawBuffers(*gl, 1, &buffer);
                EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM}) << std::hex << buffer;
            }
            ReadBuffer(*gl, GL_FRONT_AND_BACK);
            EXPECT_EQ(gl.error(), static_cast<GLenum>(name ? GL_INVALID_OPERATION : GL_NO_ERROR));
        }
    }
}

TEST(Framebuffer, FixedSampleLocationsAreKept) {
    CurrentContext gl(4, 4);
    framebuffer(gl);
    GLint value = -1;
    for (const GLint fixed : {0, 1, 0}) {
        GetFramebufferParameteriv(*gl, GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS, &value);
        EXPECT_EQ(value, 0);
        FramebufferParameteri(*gl, GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS, fixed);
        GetFramebufferParameteriv(*gl, GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS, &value);
        EXPECT_EQ(value, fixed);
        FramebufferParameteri(*gl, GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS, 0);
    }
}

TEST(Framebuffer, DrawsIntoATextureThatIsThenSampled) {
    CurrentContext gl(8, 8);
    const GLuint texture = texture_2d(gl, 16);
    framebuffer(gl);
    EXPECT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT});
    FramebufferTexture2D(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    EXPECT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
    clear(gl, green);
    EXPECT_EQ(read(gl, 15, 15), green);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, 0);
    EXPECT_EQ(gl.pixel(0, 0), nothing);
    Enable(*gl, GL_TEXTURE_2D);
    TexEnvi(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(4, 4), green);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Framebuffer, StatusSaysWhatIsMissing) {
    CurrentContext gl(8, 8);
    framebuffer(gl);
    const GLuint color = renderbuffer(gl, GL_RGBA8, 8), depth = renderbuffer(gl, GL_DEPTH24_STENCIL8, 8);
    const GLuint samples = renderbuffer(gl, GL_RGBA8, 8, 4);
    FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
    FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
    EXPECT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
    GLint value = 0;
    GetFramebufferAttachmentParameteriv(*gl, GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT,
                                        GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &value);
    EXPECT_EQ(static_cast<GLuint>(value), depth);
    FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, samples);
    EXPECT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE});
    FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, depth);
    EXPECT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT});
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_FRAMEBUFFER_OPERATION});
    DeleteRenderbuffers(*gl, 1, &depth);  // also detaches it
    EXPECT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
}

TEST(Framebuffer, DrawBuffersSendOutputsApart) {
    CurrentContext gl(8, 8);
    framebuffer(gl);
    for (int i = 0; i < 3; ++i)
        FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_RENDERBUFFER,
                                renderbuffer(gl, GL_RGBA8, 8));
    const GLenum buffers[] = {GL_COLOR_ATTACHMENT2, GL_NONE, GL_COLOR_ATTACHMENT0};
    DrawBuffers(*gl, 3, buffers);
    const float colors[2][4] = {{1, 0, 0, 1}, {0, 0, 1, 1}};
    ClearBufferfv(*gl, GL_COLOR, 0, colors[0]);
    ClearBufferfv(*gl, GL_COLOR, 1, colors[0]);
    ClearBufferfv(*gl, GL_COLOR, 2, colors[1]);
    const Pixel expected[] = {blue, nothing, red};
    for (int i = 0; i < 3; ++i) {
        ReadBuffer(*gl, GL_COLOR_ATTACHMENT0 + i);
        EXPECT_EQ(read(gl, 1, 1), expected[i]);
    }
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    const GLenum twice[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT0};
    DrawBuffers(*gl, 2, twice);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

TEST(Framebuffer, OneColorGoesToAllDrawBuffers) {
    CurrentContext gl(8, 8);
    framebuffer(gl);
    for (int i = 0; i < 2; ++i)
        FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_RENDERBUFFER,
                                renderbuffer(gl, GL_RGBA8, 8));
    const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    DrawBuffers(*gl, 2, buffers);
    Color4f(*gl, 0, 1, 0, 1);
    Rectf(*gl, -1, -1, 1, 1);
    for (int i = 0; i < 2; ++i) {
        ReadBuffer(*gl, GL_COLOR_ATTACHMENT0 + i);
        EXPECT_EQ(read(gl, 1, 1), green);
    }
}

TEST(Blit, ScalesFlipsAndConverts) {
    CurrentContext gl(8, 8);
    const GLuint texture = texture_2d(gl, 2);
    const uint8_t texels[] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};
    TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    framebuffer(gl);
    FramebufferTexture2D(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    BindFramebuffer(*gl, GL_DRAW_FRAMEBUFFER, 0);
    BlitFramebuffer(*gl, 0, 0, 2, 2, 8, 0, 0, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST);  // mirrored in x
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.pixel(0, 0), green);
    EXPECT_EQ(gl.pixel(7, 0), red);
    EXPECT_EQ(gl.pixel(3, 7), (Pixel{255, 255, 255, 255}));
    EXPECT_EQ(gl.pixel(4, 4), blue);
    BlitFramebuffer(*gl, 0, 0, 2, 2, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    EXPECT_EQ(gl.pixel(0, 0), red);
    const Pixel middle = gl.pixel(4, 0);
    EXPECT_NEAR(middle[0], 255 * 0.375, 1);
    EXPECT_NEAR(middle[1], 255 * 0.625, 1);
    BlitFramebuffer(*gl, 0, 0, 2, 2, 0, 0, 8, 8, GL_DEPTH_BUFFER_BIT, GL_LINEAR);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

// As many rows as threads share; at its own size, where rows are moved, and mirrored, where they are not.
TEST(Blit, MovesEveryPixel) {
    constexpr int size = 72;
    constexpr auto at = [](int x, int y) { return Pixel{uint8_t(3 * x), uint8_t(2 * y), uint8_t(x ^ y), 255}; };
    CurrentContext gl(size, size);
    std::vector<Pixel> picture;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) picture.push_back(at(x, y));
    const GLuint texture = texture_2d(gl, size);
    TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 0, 0, size, size, GL_RGBA, GL_UNSIGNED_BYTE, picture.data());
    framebuffer(gl);
    FramebufferTexture2D(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    const GLuint other = renderbuffer(gl, GL_RGBA8, size);
    GLuint target = 0;
    GenFramebuffers(*gl, 1, &target);
    BindFramebuffer(*gl, GL_DRAW_FRAMEBUFFER, target);
    FramebufferRenderbuffer(*gl, GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, other);
    struct Row {
        GLint x0, y0, x1, y1;  // of the destination
        GLenum filter;
    };
    for (const Row& row : {Row{0, 0, size, size, GL_NEAREST}, Row{0, 0, size, size, GL_LINEAR},
                           Row{5, -3, size + 5, size - 3, GL_NEAREST}, Row{size, 0, 0, size, GL_NEAREST},
                           Row{0, size, size, 0, GL_LINEAR}}) {
        BindFramebuffer(*gl, GL_DRAW_FRAMEBUFFER, target);
        clear(gl, red);
        BlitFramebuffer(*gl, 0, 0, size, size, row.x0, row.y0, row.x1, row.y1, GL_COLOR_BUFFER_BIT, row.filter);
        std::vector<Pixel> seen(picture.size());
        GLint source = 0;
        GetIntegerv(*gl, GL_READ_FRAMEBUFFER_BINDING, &source);
        BindFramebuffer(*gl, GL_READ_FRAMEBUFFER, target);
        ReadPixels(*gl, 0, 0, size, size, GL_RGBA, GL_UNSIGNED_BYTE, seen.data());
        BindFramebuffer(*gl, GL_READ_FRAMEBUFFER, static_cast<GLuint>(source));
        ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) {
                const int from_x = row.x0 < row.x1 ? x - row.x0 : row.x0 - 1 - x;
                const int from_y = row.y0 < row.y1 ? y - row.y0 : row.y0 - 1 - y;
                const bool inside = from_x >= 0 && from_x < size && from_y >= 0 && from_y < size;
                ASSERT_EQ(seen[static_cast<size_t>(y * size + x)], inside ? at(from_x, from_y) : red)
                    << x << " " << y << " filter " << row.filter;
            }
    }
}

TEST(Blit, ResolvesSamples) {
    CurrentContext gl(8, 8);
    framebuffer(gl);
    FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                            renderbuffer(gl, GL_RGBA8, 8, 4));
    clear(gl, blue);
    Pixel pixel{};
    ReadPixels(*gl, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION}) << "multisample buffers are blitted, not read";
    BindFramebuffer(*gl, GL_DRAW_FRAMEBUFFER, 0);
    BlitFramebuffer(*gl, 0, 0, 8, 8, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    EXPECT_EQ(gl.pixel(5, 5), blue);
    BlitFramebuffer(*gl, 0, 0, 8, 8, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

TEST(PixelRectangles, DrawPixelsStartsAtTheRasterPositionAndZooms) {
    CurrentContext gl(8, 8);
    const uint8_t pixels[] = {255, 0, 0, 255, 0, 255, 0, 255};
    WindowPos2i(*gl, 2, 3);
    PixelZoom(*gl, 2, 3);
    DrawPixels(*gl, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    for (int y = 0; y < 8; ++y) {
        for (int x = 0; x < 8; ++x) {
            const bool inside = y >= 3 && y < 6 && x >= 2 && x < 6;
            EXPECT_EQ(gl.pixel(x, y), !inside ? nothing : x < 4 ? red : green) << x << ' ' << y;
        }
    }
}

TEST(PixelRectangles, DepthAndStencilGoToTheirBuffers) {
    CurrentContext gl(4, 4);
    Clear(*gl, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    WindowPos2i(*gl, 1, 1);
    Enable(*gl, GL_DEPTH_TEST);
    ColorMask(*gl, GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    const float depth = 0.5f;
    const uint8_t stencil = 77;
    DrawPixels(*gl, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    DrawPixels(*gl, 1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &stencil);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    float depths[2];
    uint8_t stencils[2];
    PixelStorei(*gl, GL_PACK_ALIGNMENT, 1);
    ReadPixels(*gl, 0, 1, 2, 1, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
    ReadPixels(*gl, 0, 1, 2, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencils);
    EXPECT_EQ(depths[0], 1.0f);
    EXPECT_NEAR(depths[1], 0.5f, 1e-6);
    EXPECT_EQ(stencils[0], 0);
    EXPECT_EQ(stencils[1], 77);
}

TEST(PixelRectangles, BitmapsDrawTheRasterColorAndMoveOn) {
    CurrentContext gl(8, 8);
    Color4f(*gl, 1, 0, 0, 1);
    WindowPos2i(*gl, 1, 1);
    const GLubyte bits[] = {0b10100000, 0b01000000};
    PixelStorei(*gl, GL_UNPACK_ALIGNMENT, 1);
    Bitmap(*gl, 3, 2, 0, 0, 4, 0, bits);
    Bitmap(*gl, 3, 2, 0, 0, 0, 0, bits);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    const char* const rows[] = {"........", ".#.#.#.#", "..#...#.", "........"};
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 8; ++x) EXPECT_EQ(gl.pixel(x, y), rows[y][x] == '#' ? red : nothing) << x << ' ' << y;
    }
}

TEST(PixelRectangles, CopyPixelsMovesARectangle) {
    CurrentContext gl(8, 8);
    Enable(*gl, GL_SCISSOR_TEST);
    Scissor(*gl, 0, 0, 2, 2);
    clear(gl, green);
    Disable(*gl, GL_SCISSOR_TEST);
    WindowPos2i(*gl, 5, 5);
    CopyPixels(*gl, 0, 0, 3, 3, GL_COLOR);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.pixel(5, 5), green);
    EXPECT_EQ(gl.pixel(6, 6), green);
    EXPECT_EQ(gl.pixel(7, 7), nothing);
}

TEST(Accumulation, AveragesFrames) {
    BufferConfig config;
    config.accumulation = 16;
    CurrentContext gl(4, 4, config);
    clear(gl, red);
    Accum(*gl, GL_LOAD, 0.5f);
    clear(gl, blue);
    Accum(*gl, GL_ACCUM, 0.5f);
    Accum(*gl, GL_RETURN, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    const Pixel pixel = gl.pixel(2, 2);
    EXPECT_NEAR(pixel[0], 128, 1);
    EXPECT_EQ(pixel[1], 0);
    EXPECT_NEAR(pixel[2], 128, 1);
    EXPECT_EQ(pixel[3], 255);
}

// A texture that is drawn to by programs that read it.
TEST(Framebuffers, TextureBarriersLetDrawsReadWhatWasDrawn) {
    CurrentContext gl(16, 16);
    texture_2d(gl, 16);
    GLint texture = 0;
    GetIntegerv(*gl, GL_TEXTURE_BINDING_2D, &texture);
    framebuffer(gl);
    FramebufferTexture2D(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, static_cast<GLuint>(texture), 0);
    clear(gl, nothing);
    const std::string text =
        "!!NVfp4.0\nTEMP t;\nMUL t, fragment.position, 0.0625;\nTEX t, t, texture[0], 2D;\n"
        "ADD result.color, t, {0.2, 0.4, 0, 0.2};\nEND\n";
    GLuint program = 0;
    GenProgramsARB(*gl, 1, &program);
    BindProgramARB(*gl, GL_FRAGMENT_PROGRAM_ARB, program);
    ProgramStringARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()),
                     text.data());
    Enable(*gl, GL_FRAGMENT_PROGRAM_ARB);
    for (int i = 0; i < 2; ++i) {
        TextureBarrier(*gl);
        Rectf(*gl, -1, -1, 1, 1);
        TextureBarrierNV(*gl);
    }
    EXPECT_EQ(read(gl, 7, 9), (Pixel{102, 204, 0, 102}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Multisample, WindowsResolveWhatIsRead) {
    for (const int32_t count : rasterizer::sample_counts) {
        BufferConfig config;
        config.samples = static_cast<uint8_t>(count);
        CurrentContext gl(8, 8, config);
        clear(gl, red);
        EXPECT_EQ(read(gl, 3, 3), red);
        finish_frame(*gl.window);
        EXPECT_EQ(gl.pixel(3, 3), red);
        GLint samples = 0;
        GetIntegerv(*gl, GL_SAMPLES, &samples);
        EXPECT_EQ(samples, count);
    }
}

TEST(Framebuffers, LayeredColorsAreOfOneTarget) {
    CurrentContext gl;
    framebuffer(gl);
    GLuint names[3] = {};
    GenTextures(*gl, 3, names);
    BindTexture(*gl, GL_TEXTURE_CUBE_MAP, names[0]);
    for (GLenum face = 0; face < 6; ++face)
        TexImage2D(*gl, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_FLOAT, nullptr);
    for (const GLuint name : {names[1], names[2]}) {
        BindTexture(*gl, GL_TEXTURE_2D_ARRAY, name);
        TexImage3D(*gl, GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, 8, 8, 6, 0, GL_RGBA, GL_FLOAT, nullptr);
    }
    FramebufferTexture(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, names[0], 0);
    FramebufferTexture(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, names[1], 0);
    EXPECT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS});
    FramebufferTexture(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, names[2], 0);
    EXPECT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    GLuint buffer_texture = 0;
    GenTextures(*gl, 1, &buffer_texture);
    BindTexture(*gl, GL_TEXTURE_BUFFER, buffer_texture);
    FramebufferTexture(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, buffer_texture, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

}  // namespace
}  // namespace glapi
