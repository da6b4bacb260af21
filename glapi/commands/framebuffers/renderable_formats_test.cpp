// Every renderable internal format as texture and as renderbuffer: complete, cleared, drawn to, blended with, read
// back.
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <ostream>
#include <string>
#include <vector>

#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/testing/program_fixture.h"

namespace glapi {

enum class AttachedComponents : uint8_t {
    Alpha,
    Luminance,
    LuminanceAlpha,
    Intensity,
    Red,
    Rg,
    Rgb,
    Rgba,
    Depth,
    DepthStencil,
    Stencil
};
enum class AttachedEncoding : uint8_t { Unorm, Snorm, Srgb, Float, UnsignedFloat, Sint, Uint };

struct RenderableFormat {
    const char* id;
    GLenum name;
    AttachedComponents components;
    AttachedEncoding encoding;
    int bits;
    bool textures;
};

void PrintTo(const RenderableFormat& format, std::ostream* out);
void PrintTo(const RenderableFormat& format, std::ostream* out) { *out << format.id; }

namespace {

using namespace commands;
using Components = AttachedComponents;
using Encoding = AttachedEncoding;
using testing::CurrentContext;
using Color = std::array<float, 4>;

const RenderableFormat renderable_formats[] = {
#define RENDERABLE_FORMAT(name, components, encoding, bits, textures) \
    {#name, name, Components::components, Encoding::encoding, bits, textures},
#define REFUSED_FORMAT(name, status, renderbuffers)
#include "glapi/testing/renderable_formats.inc"
#undef RENDERABLE_FORMAT
#undef REFUSED_FORMAT
};

bool is_integer(const RenderableFormat& format) {
    return format.components <= Components::Rgba &&
           (format.encoding == Encoding::Sint || format.encoding == Encoding::Uint);
}

// Makes the only attachment of a new, bound framebuffer. Size 8 by 8.
void attach(CurrentContext& gl, GLenum name, GLenum attachment, bool as_texture, GLenum pixel_format, GLenum type) {
    GLuint object = 0, framebuffer = 0;
    GenFramebuffers(*gl, 1, &framebuffer);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    if (as_texture) {
        GenTextures(*gl, 1, &object);
        BindTexture(*gl, GL_TEXTURE_2D, object);
        TexImage2D(*gl, GL_TEXTURE_2D, 0, static_cast<GLint>(name), 8, 8, 0, pixel_format, type, nullptr);
        TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        FramebufferTexture2D(*gl, GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, object, 0);
    } else {
        GenRenderbuffers(*gl, 1, &object);
        BindRenderbuffer(*gl, GL_RENDERBUFFER, object);
        RenderbufferStorage(*gl, GL_RENDERBUFFER, name, 8, 8);
        FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, object);
    }
}

double encode(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

class RenderableFormats : public ::testing::TestWithParam<RenderableFormat> {
  protected:
    bool has(int component) const {
        switch (GetParam().components) {
            case Components::Alpha: return component == 3;
            case Components::LuminanceAlpha: return component == 0 || component == 3;
            case Components::Luminance:
            case Components::Intensity:
            case Components::Red: return component < 1;
            case Components::Rg: return component < 2;
            case Components::Rgb: return component < 3;
            case Components::Rgba:
            case Components::Depth:
            case Components::DepthStencil:
            case Components::Stencil: break;
        }
        return true;
    }
    // Expects what the format keeps of the colour in the buffer.
    void expect_color(CurrentContext& gl, const Color& color, bool encoded, const char* what) {
        Color read{9, 9, 9, 9};
        ReadPixels(*gl, 3, 5, 1, 1, GL_RGBA, GL_FLOAT, read.data());
        const RenderableFormat& format = GetParam();
        for (int c = 0; c < 4; ++c) {
            double expected = has(c) ? double{color[c]} : c == 3 ? 1.0 : 0.0;
            if (has(c) && encoded && c < 3) expected = encode(expected);
            const double step = std::ldexp(1.0, -std::min(format.bits, 20)), tolerance = has(c) ? 1.02 * step : 0;
            EXPECT_NEAR(read[c], expected, tolerance) << what << ", component " << c;
        }
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    }
    void check_colors(CurrentContext& gl, bool encoded);
    void check_integers(CurrentContext& gl);
    void check_depth_stencil(CurrentContext& gl);
};

void RenderableFormats::check_colors(CurrentContext& gl, bool encoded) {
    const bool below_zero = GetParam().encoding == Encoding::Snorm || GetParam().encoding == Encoding::Float;
    const float sign = below_zero ? -1 : 1;
    const Color cleared{0.25f, sign * 0.5f, 0.75f, 0.625f}, drawn{sign * 0.125f, 0.375f, 0.25f, 0.3125f};
    (encoded ? Enable : Disable)(*gl, GL_FRAMEBUFFER_SRGB);
    Disable(*gl, GL_BLEND);
    ClearColor(*gl, cleared[0], cleared[1], cleared[2], cleared[3]);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    expect_color(gl, cleared, encoded, "cleared");
    Color4fv(*gl, drawn.data());
    Rectf(*gl, -1, -1, 1, 1);
    expect_color(gl, drawn, encoded, "drawn");
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    Enable(*gl, GL_BLEND);
    BlendFunc(*gl, GL_ONE, GL_ONE);
    Rectf(*gl, -1, -1, 1, 1);
    Color sum;
    for (int c = 0; c < 4; ++c) sum[c] = std::min(cleared[c] + drawn[c], 1.0f);
    // Two values rounded may add up to a step more, but narrow formats are stored with more bits than they promise.
    expect_color(gl, sum, encoded, "blended");
}

void RenderableFormats::check_integers(CurrentContext& gl) {
    const bool is_signed = GetParam().encoding == Encoding::Sint;
    const int narrow = GetParam().bits < 8;
    const std::array<GLint, 4> cleared{7, is_signed ? -100 : 100, 127, narrow ? 2 : 25};
    if (is_signed) {
        ClearBufferiv(*gl, GL_COLOR, 0, cleared.data());
    } else {
        ClearBufferuiv(*gl, GL_COLOR, 0, reinterpret_cast<const GLuint*>(cleared.data()));
    }
    const auto expect = [&](const std::array<GLint, 4>& values, const char* what) {
        std::array<GLint, 4> read{};
        ReadPixels(*gl, 3, 5, 1, 1, GL_RGBA_INTEGER, GL_INT, read.data());
        for (int c = 0; c < 4; ++c) EXPECT_EQ(read[c], has(c) ? values[c] : c == 3) << what << ", component " << c;
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    };
    expect(cleared, "cleared");
    testing::load(gl, GL_FRAGMENT_PROGRAM_ARB,
                  is_signed ? "!!NVfp4.0\nMOV.S result.color, {-3, 5, -7, 11};\nEND\n"
                            : "!!NVfp4.0\nMOV.U result.color, {3, 5, 7, 1};\nEND\n");
    Rectf(*gl, -1, -1, 1, 1);
    expect(is_signed ? std::array{-3, 5, -7, 11} : std::array{3, 5, 7, 1}, "drawn");
}

void RenderableFormats::check_depth_stencil(CurrentContext& gl) {
    const Components components = GetParam().components;
    if (components != Components::Stencil) {
        const auto expect = [&](double expected, const char* what) {
            float read = 9;
            ReadPixels(*gl, 3, 5, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &read);
            EXPECT_NEAR(read, expected, std::ldexp(1.0, -std::min(GetParam().bits, 22))) << what;
        };
        ClearDepth(*gl, 0.3);
        Clear(*gl, GL_DEPTH_BUFFER_BIT);
        expect(0.3, "cleared");
        Enable(*gl, GL_DEPTH_TEST);
        DepthFunc(*gl, GL_GREATER);
        Begin(*gl, GL_QUADS);
        for (int i = 0; i < 4; ++i) Vertex3f(*gl, i == 1 || i == 2 ? 1 : -1, i >= 2 ? 1 : -1, 0.2f);
        End(*gl);
        expect(0.6, "drawn");
        Disable(*gl, GL_DEPTH_TEST);
    }
    if (components != Components::Depth) {
        const auto expect = [&](int expected, const char* what) {
            uint8_t read = 99;
            ReadPixels(*gl, 3, 5, 1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &read);
            EXPECT_EQ(read, expected) << what;
        };
        ClearStencil(*gl, 1);
        Clear(*gl, GL_STENCIL_BUFFER_BIT);
        expect(1, "cleared");
        Enable(*gl, GL_STENCIL_TEST);
        StencilFunc(*gl, GL_EQUAL, 1, 1);
        StencilOp(*gl, GL_KEEP, GL_ZERO, GL_ZERO);
        Rectf(*gl, -1, -1, 1, 1);
        expect(0, "drawn");
    }
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST_P(RenderableFormats, AreClearedDrawnToAndReadBack) {
    const RenderableFormat& format = GetParam();
    const bool color = format.components <= Components::Rgba;
    const GLenum attachment = color                                           ? GL_COLOR_ATTACHMENT0
                              : format.components == Components::Depth        ? GL_DEPTH_ATTACHMENT
                              : format.components == Components::DepthStencil ? GL_DEPTH_STENCIL_ATTACHMENT
                                                                              : GL_STENCIL_ATTACHMENT;
    GLenum pixel_format = is_integer(format) ? GL_RGBA_INTEGER : GL_RGBA, type = GL_UNSIGNED_BYTE;
    if (format.components == Components::Depth) pixel_format = GL_DEPTH_COMPONENT;
    if (format.components == Components::DepthStencil) pixel_format = GL_DEPTH_STENCIL, type = GL_UNSIGNED_INT_24_8;
    for (const bool as_texture : {false, true}) {
        if (as_texture && !format.textures) continue;
        SCOPED_TRACE(as_texture ? "texture" : "renderbuffer");
        CurrentContext gl(8, 8);
        for (const GLenum clamp : {GL_CLAMP_VERTEX_COLOR, GL_CLAMP_FRAGMENT_COLOR, GL_CLAMP_READ_COLOR})
            ClampColor(*gl, clamp, GL_FALSE);
        attach(gl, format.name, attachment, as_texture, pixel_format, type);
        ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        ASSERT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
        if (is_integer(format)) {
            check_integers(gl);
        } else if (color) {
            check_colors(gl, false);
            if (format.encoding == Encoding::Srgb) check_colors(gl, true);
        } else {
            check_depth_stencil(gl);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Table, RenderableFormats, ::testing::ValuesIn(renderable_formats),
                         [](const auto& test) { return std::string(test.param.id); });

// Copies and blits take luminance as reading does: as red alone.
TEST(LuminanceFramebuffers, AreCopiedAsRed) {
    CurrentContext gl(8, 8);
    attach(gl, GL_RGBA8, GL_COLOR_ATTACHMENT0, true, GL_RGBA, GL_UNSIGNED_BYTE);
    GLint colored = 0;
    GetIntegerv(*gl, GL_FRAMEBUFFER_BINDING, &colored);
    attach(gl, GL_LUMINANCE8_ALPHA8, GL_COLOR_ATTACHMENT0, true, GL_RGBA, GL_UNSIGNED_BYTE);
    ClearColor(*gl, 0.2f, 0.4f, 0.6f, 0.8f);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    GLuint copy = 0;
    GenTextures(*gl, 1, &copy);
    BindTexture(*gl, GL_TEXTURE_2D, copy);
    CopyTexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 8, 8, 0);
    std::array<uint8_t, size_t{4} * 8 * 8> texels{};
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    const auto expect = [&](const char* what) {
        const std::array<int, 4> read{texels[0], texels[1], texels[2], texels[3]};
        EXPECT_EQ(read, (std::array{51, 0, 0, 204})) << what;
    };
    expect("CopyTexImage2D");
    BindFramebuffer(*gl, GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(colored));
    for (const GLenum filter : {GL_NEAREST, GL_LINEAR}) {
        BlitFramebuffer(*gl, 0, 0, 8, 8, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, filter);
        BindFramebuffer(*gl, GL_FRAMEBUFFER, static_cast<GLuint>(colored));
        ReadPixels(*gl, 2, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        expect("BlitFramebuffer");
        BindFramebuffer(*gl, GL_READ_FRAMEBUFFER, static_cast<GLuint>(colored) + 1);
    }
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(RefusedFormats, SayTheSameEverywhere) {
    struct Row {
        const char* id;
        GLenum name, status;
        bool renderbuffers;
    };
    const Row rows[] = {
#define RENDERABLE_FORMAT(name, components, encoding, bits, textures)
#define REFUSED_FORMAT(name, status, renderbuffers) {#name, name, status, renderbuffers},
#include "glapi/testing/renderable_formats.inc"
#undef RENDERABLE_FORMAT
#undef REFUSED_FORMAT
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.id);
        CurrentContext gl(8, 8);
        attach(gl, row.name, GL_COLOR_ATTACHMENT0, true, GL_RGBA, GL_UNSIGNED_BYTE);
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        EXPECT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), row.status);
        attach(gl, row.name, GL_COLOR_ATTACHMENT0, false, GL_RGBA, GL_UNSIGNED_BYTE);
        EXPECT_EQ(gl.error(), GLenum(row.renderbuffers ? GL_NO_ERROR : GL_INVALID_ENUM));
        EXPECT_NE(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
        GLuint texture = 0;
        GenTextures(*gl, 1, &texture);
        BindTexture(*gl, GL_TEXTURE_2D_MULTISAMPLE, texture);
        TexImage2DMultisample(*gl, GL_TEXTURE_2D_MULTISAMPLE, 4, row.name, 8, 8, GL_TRUE);
        EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    }
}

// GL 1.0's numbers of components name formats of textures only.
TEST(RefusedFormats, NumbersOfComponentsAreForTextures) {
    CurrentContext gl(8, 8);
    for (const GLenum components : {3, 4}) {
        attach(gl, components, GL_COLOR_ATTACHMENT0, true, GL_RGBA, GL_UNSIGNED_BYTE);
        EXPECT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
    }
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    for (const GLenum components : {1, 2, 3, 4}) {
        attach(gl, components, GL_COLOR_ATTACHMENT0, false, GL_RGBA, GL_UNSIGNED_BYTE);
        EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM}) << components;
    }
}

}  // namespace
}  // namespace glapi
