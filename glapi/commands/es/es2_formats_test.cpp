// Formats in OpenGL ES 2.0 and later: which pixels go with which, what is rendered to, what is copied to what, what
// depth textures give, and what errors differ from OpenGL's.
#include <array>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/generated/commands.h"
#include "glapi/generated/entry_points.h"
#include "glapi/testing/es_context.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using testing::CoreContext;
using testing::Es2Context;

using TexelBytes = std::array<uint8_t, 4>;

GLuint new_texture(GLenum target = GL_TEXTURE_2D) {
    GLuint name = 0;
    ::glGenTextures(1, &name);
    ::glBindTexture(target, name);
    ::glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    ::glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return name;
}

GLenum tex_image(GLenum internal_format, GLenum format, GLenum type, const void* pixels = nullptr) {
    ::glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internal_format), 4, 4, 0, format, type, pixels);
    return ::glGetError();
}

void new_framebuffer(GLuint texture, GLenum attachment = GL_COLOR_ATTACHMENT0) {
    GLuint framebuffer = 0;
    ::glGenFramebuffers(1, &framebuffer);
    ::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    ::glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, texture, 0);
}

TEST(Es2Formats, PixelsGoWithTheirFormats) {
    const Es2Context context;
    new_texture();
    constexpr struct {
        GLenum internal_format, format, type, error;
    } rows[] = {
        {GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_RGBA, GL_RGB, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION},
        {GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT, GL_INVALID_OPERATION},
        {GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, GL_NO_ERROR},
        {GL_RGB, GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV, GL_NO_ERROR},
        {GL_RGBA, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, GL_NO_ERROR},
        {GL_RGB8, GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV, GL_NO_ERROR},
        {GL_RGB16F, GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV, GL_INVALID_OPERATION},
        {GL_RGB, GL_RGB, GL_FLOAT, GL_NO_ERROR},
        {GL_RG, GL_RG, GL_HALF_FLOAT_OES, GL_NO_ERROR},
        {GL_LUMINANCE, GL_LUMINANCE, GL_HALF_FLOAT_OES, GL_NO_ERROR},
        {GL_LUMINANCE, GL_LUMINANCE, GL_HALF_FLOAT, GL_INVALID_OPERATION},
        {GL_RGB565, GL_RGB, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT, GL_INVALID_OPERATION},
        {GL_SRGB8, GL_RGB, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_SRGB8, GL_RGBA, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION},
        {GL_SRGB_EXT, GL_SRGB_EXT, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_SRGB_ALPHA_EXT, GL_SRGB_ALPHA_EXT, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_SRGB8, GL_SRGB_EXT, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION},
        {GL_SRGB_EXT, GL_RGB, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION},
        {GL_R16F, GL_RED, GL_FLOAT, GL_NO_ERROR},
        {GL_R32F, GL_RED, GL_HALF_FLOAT, GL_INVALID_OPERATION},
        {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_INT, GL_INVALID_OPERATION},
        {GL_R8UI, GL_RED, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION},
        {GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, GL_NO_ERROR},
        {GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION},
        {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, GL_INVALID_OPERATION},
        {GL_DEPTH_STENCIL, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, GL_NO_ERROR},
        {GL_STENCIL_INDEX8, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_LUMINANCE, GL_LUMINANCE, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_LUMINANCE8, GL_LUMINANCE, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_R16, GL_RED, GL_UNSIGNED_SHORT, GL_NO_ERROR},
        {GL_INTENSITY8, GL_RED, GL_UNSIGNED_BYTE, GL_INVALID_VALUE},
        {GL_RGBA12, GL_RGBA, GL_UNSIGNED_SHORT, GL_INVALID_VALUE},
        // Whose pixels come compressed.
        {GL_COMPRESSED_RGB8_ETC2, GL_RGB, GL_UNSIGNED_BYTE, GL_INVALID_VALUE},
        {GL_COMPRESSED_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, GL_INVALID_VALUE},
        // Extensions' own rules.
        {GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, GL_RGBA, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_COMPRESSED_RED_RGTC1, GL_RED, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_COMPRESSED_RGBA_BPTC_UNORM, GL_RGBA, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_COMPRESSED_RGBA_ASTC_4x4_KHR, GL_RGBA, GL_UNSIGNED_BYTE, GL_INVALID_VALUE},
        {GL_RGBA, GL_TEXTURE_2D, GL_UNSIGNED_BYTE, GL_INVALID_ENUM},
        {GL_RGBA, GL_RGBA, GL_NEAREST, GL_INVALID_ENUM},
    };
    for (const auto& row : rows)
        EXPECT_EQ(tex_image(row.internal_format, row.format, row.type), row.error)
            << std::hex << row.internal_format << ' ' << row.format << ' ' << row.type;
    ASSERT_EQ(tex_image(GL_R16F, GL_RED, GL_FLOAT), GLenum{GL_NO_ERROR});
    ::glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RED, GL_HALF_FLOAT, "ab");
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    ::glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RED, GL_UNSIGNED_BYTE, "a");
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
}

// EXT_texture_type_2_10_10_10_REV: the two bits of alpha mean nothing to three components.
TEST(Es2Formats, ThreeComponentsOfTenBits) {
    const Es2Context context;
    new_texture();
    std::array<uint32_t, 16> words{};
    words.fill(1023u | 0u << 10 | 512u << 20 | 1u << 30);
    ASSERT_EQ(tex_image(GL_RGB, GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV, words.data()), GLenum{GL_NO_ERROR});
    words.fill(0u | 1023u << 10 | 0u << 20 | 2u << 30);
    ::glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 0, 1, 1, GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV, words.data());
    // Such textures are not rendered to, and OpenGL ES has no other way to read them.
    std::array<TexelBytes, 16> got{};
    commands::GetTexImage(*context, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, got.data());
    EXPECT_EQ(got[0], (TexelBytes{255, 0, 128, 255}));
    EXPECT_EQ(got[1], (TexelBytes{0, 255, 0, 255}));
    // Nothing is read as this pair.
    ::glReadPixels(0, 0, 1, 1, GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV, words.data());
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
}

TEST(Es2Formats, FewerAreRenderedTo) {
    const Es2Context context;
    constexpr GLenum rendered[] = {GL_R8,     GL_RG8,      GL_RGB8,  GL_RGB565,     GL_RGBA4,       GL_RGB5_A1,
                                   GL_RGBA8,  GL_RGB10_A2, GL_R16F,  GL_RGBA32F,    GL_RGBA8_SNORM, GL_R11F_G11F_B10F,
                                   GL_RGBA8I, GL_R32UI,    GL_RG16I, GL_RGB10_A2UI, GL_R16,         GL_SRGB8_ALPHA8},
                     others[] = {GL_RGB8UI,  GL_RGB16I, GL_RGB32F,      GL_RGB8_SNORM, GL_SRGB8,
                                 GL_RGB9_E5, GL_RGB16,  GL_RGB16_SNORM, GL_LUMINANCE8, GL_ALPHA8};
    const auto status = [](GLenum format) {
        const GLuint texture = new_texture();
        ::glTexStorage2D(GL_TEXTURE_2D, 1, format, 4, 4);
        EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR}) << std::hex << format;
        new_framebuffer(texture);
        return ::glCheckFramebufferStatus(GL_FRAMEBUFFER);
    };
    const auto stored = [](GLenum format) {
        GLuint renderbuffer = 0;
        ::glGenRenderbuffers(1, &renderbuffer);
        ::glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
        ::glRenderbufferStorage(GL_RENDERBUFFER, format, 4, 4);
        return ::glGetError();
    };
    const auto multisampled = [](GLenum format) {
        GLuint texture = 0;
        ::glGenTextures(1, &texture);
        ::glBindTexture(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, texture);
        ::glTexStorage3DMultisample(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, format, 4, 4, 2, GL_TRUE);
        return ::glGetError();
    };
    for (GLenum format : rendered) {
        SCOPED_TRACE(::testing::Message() << std::hex << format);
        EXPECT_EQ(status(format), GLenum{GL_FRAMEBUFFER_COMPLETE});
        EXPECT_EQ(stored(format), GLenum{GL_NO_ERROR});
        EXPECT_EQ(multisampled(format), GLenum{GL_NO_ERROR});
    }
    for (GLenum format : others) {
        SCOPED_TRACE(::testing::Message() << std::hex << format);
        EXPECT_EQ(status(format), GLenum{GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT});
        EXPECT_EQ(stored(format), GLenum{GL_INVALID_ENUM});
        EXPECT_EQ(multisampled(format), GLenum{GL_INVALID_ENUM});
    }
    for (GLenum format : {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT24, GL_DEPTH24_STENCIL8, GL_STENCIL_INDEX8})
        EXPECT_EQ(stored(format), GLenum{GL_NO_ERROR}) << std::hex << format;
    EXPECT_EQ(stored(GL_RGBA), GLenum{GL_INVALID_ENUM}) << "not sized";
    GLint samples = -1;
    ::glGetInternalformativ(GL_RENDERBUFFER, GL_RGB8UI, GL_NUM_SAMPLE_COUNTS, 1, &samples);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
    ::glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8UI, GL_NUM_SAMPLE_COUNTS, 1, &samples);
    EXPECT_GT(samples, 0);
}

TEST(Es2Formats, CopiesTakeWhatIsThere) {
    const Es2Context context;
    constexpr struct {
        GLenum from, to, error;
    } rows[] = {
        {GL_RGBA8, GL_RGBA, GL_NO_ERROR},
        {GL_RGBA8, GL_RGB, GL_NO_ERROR},
        {GL_RGBA8, GL_ALPHA, GL_NO_ERROR},
        {GL_RGBA8, GL_LUMINANCE, GL_NO_ERROR},
        {GL_RGBA8, GL_RGB8, GL_NO_ERROR},
        {GL_RGB8, GL_LUMINANCE, GL_NO_ERROR},
        {GL_R8, GL_LUMINANCE, GL_NO_ERROR},
        {GL_RGB565, GL_RGB565, GL_NO_ERROR},
        {GL_R32UI, GL_R32UI, GL_NO_ERROR},
        {GL_RGBA16F, GL_RG16F, GL_NO_ERROR},
        {GL_SRGB8_ALPHA8, GL_SRGB8_ALPHA8, GL_NO_ERROR},
        {GL_RGB8, GL_RGBA, GL_INVALID_OPERATION},
        {GL_RGB8, GL_ALPHA, GL_INVALID_OPERATION},
        {GL_RG8, GL_RGB, GL_INVALID_OPERATION},
        {GL_R8, GL_LUMINANCE_ALPHA, GL_INVALID_OPERATION},
        {GL_RGBA8, GL_RGB565, GL_INVALID_OPERATION},
        {GL_RGB565, GL_RGB8, GL_INVALID_OPERATION},
        {GL_RGBA4, GL_RGB5_A1, GL_INVALID_OPERATION},
        {GL_RGB10_A2, GL_RGBA, GL_INVALID_OPERATION},
        {GL_RGBA8, GL_SRGB8_ALPHA8, GL_INVALID_OPERATION},
        {GL_SRGB8_ALPHA8, GL_RGBA8, GL_INVALID_OPERATION},
        {GL_RGBA8UI, GL_RGBA8, GL_INVALID_OPERATION},
        {GL_RGBA8UI, GL_RGBA8I, GL_INVALID_OPERATION},
        {GL_RGBA16F, GL_RGBA8, GL_INVALID_OPERATION},
        {GL_RGBA32F, GL_RGBA16F, GL_INVALID_OPERATION},
        {GL_R11F_G11F_B10F, GL_RGB9_E5, GL_INVALID_OPERATION},
        {GL_RGBA8, GL_COMPRESSED_RGB8_ETC2, GL_INVALID_OPERATION},
        {GL_RGBA8, GL_BGRA, GL_NO_ERROR},
        {GL_RGBA8, GL_LUMINANCE4_ALPHA4, GL_NO_ERROR},
    };
    for (const auto& row : rows) {
        SCOPED_TRACE(::testing::Message() << std::hex << row.from << " to " << row.to);
        const GLuint texture = new_texture();
        ::glTexStorage2D(GL_TEXTURE_2D, 1, row.from, 4, 4);
        new_framebuffer(texture);
        new_texture();
        ::glCopyTexImage2D(GL_TEXTURE_2D, 0, row.to, 0, 0, 4, 4, 0);
        EXPECT_EQ(::glGetError(), row.error);
    }
    // Depth cannot be copied.
    const GLuint depth = new_texture();
    ::glTexStorage2D(GL_TEXTURE_2D, 1, GL_DEPTH_COMPONENT24, 4, 4);
    new_framebuffer(depth, GL_DEPTH_ATTACHMENT);
    new_texture();
    ::glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 0, 0, 4, 4, 0);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
    // Parts of textures need the components only.
    const GLuint opaque = new_texture();
    ::glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGB8, 4, 4);
    new_framebuffer(opaque);
    const auto copy_part = [](GLenum format) {
        new_texture();
        ::glTexStorage2D(GL_TEXTURE_2D, 1, format, 4, 4);
        ::glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4);
        return ::glGetError();
    };
    EXPECT_EQ(copy_part(GL_RGB565), GLenum{GL_NO_ERROR});
    EXPECT_EQ(copy_part(GL_RGBA8), GLenum{GL_INVALID_OPERATION});
    // Parts of textures whose exponent is shared have no other source either.
    const GLuint texture = new_texture();
    ::glTexStorage2D(GL_TEXTURE_2D, 1, GL_R11F_G11F_B10F, 4, 4);
    new_framebuffer(texture);
    new_texture();
    ::glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGB9_E5, 4, 4);
    ::glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
}

// One pair that each kind of buffer always has, and the implementation's.
TEST(Es2Formats, BuffersAreReadAsTheyAre) {
    const Es2Context context;
    constexpr struct {
        GLenum stored, format, type, error;
    } rows[] = {
        {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_RGBA8, GL_BGRA, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_R8, GL_RGBA, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_RGBA8, GL_RED, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION},
        {GL_RGBA8, GL_RGBA, GL_FLOAT, GL_INVALID_OPERATION},
        {GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, GL_NO_ERROR},
        {GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_NO_ERROR},
        {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, GL_NO_ERROR},
        {GL_RGBA16F, GL_RGBA, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION},
        {GL_R8I, GL_RGBA_INTEGER, GL_INT, GL_NO_ERROR},
        {GL_R8I, GL_RED_INTEGER, GL_BYTE, GL_NO_ERROR},
        {GL_R8I, GL_RED_INTEGER, GL_SHORT, GL_INVALID_OPERATION},
        {GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_RGBA8UI, GL_RGBA_INTEGER, GL_BYTE, GL_INVALID_OPERATION},
        {GL_RGBA16I, GL_RGBA_INTEGER, GL_SHORT, GL_NO_ERROR},
        {GL_RGB10_A2UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV, GL_NO_ERROR},
        {GL_R8I, GL_RED_INTEGER, GL_INT, GL_INVALID_OPERATION},
        {GL_R16F, GL_RGBA, GL_HALF_FLOAT, GL_INVALID_OPERATION},
        {GL_R16F, GL_RED, GL_HALF_FLOAT, GL_NO_ERROR},
        {GL_R32F, GL_RED, GL_FLOAT, GL_NO_ERROR},
        {GL_R32F, GL_RG, GL_FLOAT, GL_INVALID_OPERATION},
        {GL_RG16F, GL_RG, GL_HALF_FLOAT, GL_NO_ERROR},
        {GL_RG8, GL_RG, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_R8UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, GL_NO_ERROR},
        {GL_R8UI, GL_RGBA_INTEGER, GL_INT, GL_INVALID_OPERATION},
        {GL_RGBA8_SNORM, GL_RGBA, GL_BYTE, GL_NO_ERROR},
        {GL_R16, GL_RGBA, GL_UNSIGNED_SHORT, GL_NO_ERROR},
    };
    std::array<uint8_t, 16> pixel{};
    for (const auto& row : rows) {
        SCOPED_TRACE(::testing::Message() << std::hex << row.stored << ' ' << row.format << ' ' << row.type);
        const GLuint texture = new_texture();
        ::glTexStorage2D(GL_TEXTURE_2D, 1, row.stored, 4, 4);
        new_framebuffer(texture);
        ::glReadPixels(0, 0, 1, 1, row.format, row.type, pixel.data());
        EXPECT_EQ(::glGetError(), row.error);
        GLint format = 0, type = 0;
        ::glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
        ::glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
        ::glReadPixels(0, 0, 1, 1, static_cast<GLenum>(format), static_cast<GLenum>(type), pixel.data());
        EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    }
}

// ---- depth

GLuint es_shader(GLenum type, const std::string& source) {
    const GLuint name = ::glCreateShader(type);
    const GLchar* const text = source.c_str();
    ::glShaderSource(name, 1, &text, nullptr);
    ::glCompileShader(name);
    return name;
}

// Fills the viewport with what a fragment shader's body writes to `c`.
void fill(const std::string& version, const std::string& declarations, const std::string& body) {
    const GLuint program = ::glCreateProgram();
    ::glAttachShader(program, es_shader(GL_VERTEX_SHADER,
                                        version + "in vec2 at; void main() { gl_Position = vec4(at, 0.0, 1.0); }"));
    ::glAttachShader(program, es_shader(GL_FRAGMENT_SHADER, version + "precision highp float; " + declarations +
                                                                " out vec4 c; void main() { " + body + " }"));
    ::glBindAttribLocation(program, 0, "at");
    ::glLinkProgram(program);
    ::glUseProgram(program);
    GLuint array = 0, buffer = 0;
    ::glGenVertexArrays(1, &array);
    ::glBindVertexArray(array);
    ::glGenBuffers(1, &buffer);
    ::glBindBuffer(GL_ARRAY_BUFFER, buffer);
    const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
    ::glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    ::glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    ::glEnableVertexAttribArray(0);
    ::glDrawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

// The first texel of the bound texture.
TexelBytes sampled(const std::string& version, const std::string& sampler, const std::string& coordinates) {
    fill(version, "uniform highp " + sampler + " s;", "c = texture(s, " + coordinates + ");");
    TexelBytes pixel{};
    ::glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    return pixel;
}

struct DepthImage {
    GLenum internal_format, format, type;
    bool sized;
};
constexpr DepthImage depth_images[] = {
    {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, true},
    {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, true},
    {GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, true},
    {GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, false},
    {GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, false},
    {GL_DEPTH_STENCIL, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, false},
};

TEST(Es2Formats, DepthIsRedOfSizedFormatsAndLuminanceOfOthers) {
    const Es2Context context;
    const std::vector<uint32_t> full(256, 0xffffffff);
    for (const DepthImage& image : depth_images) {
        SCOPED_TRACE(::testing::Message() << std::hex << image.internal_format);
        const TexelBytes expected = image.sized ? TexelBytes{255, 0, 0, 255} : TexelBytes{255, 255, 255, 255};
        new_texture();
        ASSERT_EQ(tex_image(image.internal_format, image.format, image.type, full.data()), GLenum{GL_NO_ERROR});
        EXPECT_EQ(sampled("#version 300 es\n", "sampler2D", "vec2(0.0)"), expected);
        new_texture(GL_TEXTURE_2D_ARRAY);
        ::glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, static_cast<GLint>(image.internal_format), 4, 4, 2, 0, image.format,
                       image.type, full.data());
        EXPECT_EQ(sampled("#version 300 es\nprecision highp sampler2DArray;\n", "sampler2DArray", "vec3(0.0)"),
                  expected);
        new_texture(GL_TEXTURE_CUBE_MAP);
        for (GLenum face = 0; face < 6; ++face)
            ::glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, static_cast<GLint>(image.internal_format), 4, 4, 0,
                           image.format, image.type, full.data());
        EXPECT_EQ(sampled("#version 300 es\n", "samplerCube", "vec3(1.0)"), expected);
    }
    // A texture from 0, and a view.
    ::glBindTexture(GL_TEXTURE_2D, 0);
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    ASSERT_EQ(tex_image(GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, full.data()), GLenum{GL_NO_ERROR});
    EXPECT_EQ(sampled("#version 300 es\n", "sampler2D", "vec2(0.0)"), (TexelBytes{255, 0, 0, 255}));
}

// Whoever makes the texture.
TEST(CoreFormats, DepthIsRedInViews) {
    const CoreContext context(45);
    const GLuint texture = new_texture();
    ::glTexStorage2D(GL_TEXTURE_2D, 1, GL_DEPTH_COMPONENT32F, 4, 4);
    const std::vector<float> full(16, 1.0f);
    ::glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_DEPTH_COMPONENT, GL_FLOAT, full.data());
    EXPECT_EQ(sampled("#version 330\n", "sampler2D", "vec2(0.0)"), (TexelBytes{255, 0, 0, 255}));
    GLuint view = 0;
    ::glGenTextures(1, &view);
    ::glTextureView(view, GL_TEXTURE_2D, texture, GL_DEPTH_COMPONENT32F, 0, 1, 0, 1);
    ::glBindTexture(GL_TEXTURE_2D, view);
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    EXPECT_EQ(sampled("#version 330\n", "sampler2D", "vec2(0.0)"), (TexelBytes{255, 0, 0, 255}));
}

// GL 4.6 §8.5: "the depth value is clamped to [0, 1]", of floats, too; NV_depth_buffer_float's formats hold any.
TEST(CoreFormats, DepthOfFloatsIsClamped) {
    const CoreContext context(45);
    const float given[] = {-1.5f, 0.25f, 2.0f, 1.0f};
    const auto expect_clamped = [&](GLenum internal_format, bool clamped) {
        new_texture();
        float got[4];
        ::glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internal_format), 4, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT,
                       given);
        ::glGetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, GL_FLOAT, got);
        EXPECT_EQ(got[0], clamped ? 0.0f : -1.5f);
        EXPECT_EQ(got[1], 0.25f);
        EXPECT_EQ(got[2], clamped ? 1.0f : 2.0f);
        ::glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, given + 2);
        ::glGetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, GL_FLOAT, got);
        EXPECT_EQ(got[0], clamped ? 1.0f : 2.0f);
        EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    };
    expect_clamped(GL_DEPTH_COMPONENT32F, true);
    expect_clamped(GL_DEPTH32F_STENCIL8, true);
    expect_clamped(GL_DEPTH_COMPONENT32F_NV, false);
    struct {
        float depth;
        uint32_t stencil;
    } both[1] = {{3.0f, 0x5a}}, got[1];
    new_texture();
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH32F_STENCIL8, 1, 1, 0, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV,
                   both);
    ::glGetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, got);
    EXPECT_EQ(got[0].depth, 1.0f);
    EXPECT_EQ(got[0].stencil & 0xff, 0x5au);
}

// Neither drawing nor clearing leaves out what is below 0.
TEST(CoreFormats, SignedColoursAreNotClamped) {
    const CoreContext context(45);
    for (GLenum format : {GL_R8_SNORM, GL_RG8_SNORM, GL_RGBA8_SNORM, GL_RGBA16_SNORM}) {
        SCOPED_TRACE(::testing::Message() << std::hex << format);
        const GLuint texture = new_texture();
        ::glTexStorage2D(GL_TEXTURE_2D, 1, format, 64, 64);
        new_framebuffer(texture);
        std::vector<float> got(4096);
        fill("#version 330\n", "", "c = vec4(-123.0 / 127.0, -0.5, -2.0, 0.25);");
        ::glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, got.data());
        EXPECT_NEAR(got[0], -123.0f / 127, 1.0f / 254);
        ::glClearColor(-0.75f, 0, 0, 0);
        ::glClear(GL_COLOR_BUFFER_BIT);
        ::glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, got.data());
        EXPECT_NEAR(got[0], -0.75f, 1.0f / 254);
        EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    }
}

// ---- errors, and what is there at first

TEST(Es2Formats, ErrorsOfItsOwn) {
    const Es2Context context;
    new_texture();
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, 1);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM}) << "one value for four";
    ::glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, 1);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
    GLint values[4];
    ::glGetTexParameterIiv(GL_TEXTURE_BUFFER, GL_TEXTURE_BASE_LEVEL, values);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM}) << "no parameters";
    ::glTexParameterIiv(GL_TEXTURE_BUFFER, GL_TEXTURE_BASE_LEVEL, values);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
    std::array<uint8_t, 8> block{};
    ::glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 4, 4, 0, 8, block.data());
    ::glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGB, 8, block.data());
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
    GLuint renderbuffer = 0;
    ::glGenRenderbuffers(1, &renderbuffer);
    ::glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    ::glRenderbufferStorageMultisample(GL_RENDERBUFFER, 17, GL_RGBA8, 4, 4);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
}

TEST(Es2Formats, InitialFormats) {
    const Es2Context context;
    GLint format = 0;
    ::glGetIntegeri_v(GL_IMAGE_BINDING_FORMAT, 3, &format);
    EXPECT_EQ(format, GL_R32UI);
    new_texture();
    ::glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
    EXPECT_EQ(format, GL_RGBA);
}

}  // namespace
}  // namespace glapi
