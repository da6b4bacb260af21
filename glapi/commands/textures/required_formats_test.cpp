// Every sized format that OpenGL 4.6 asks for, where its tables ask for it: as texture (table 8.12 and 8.13),
// renderbuffer (§9.2.5), buffer texture (table 8.18) and image of shaders (table 8.26). What queries say is what
// commands do.
#include <gtest/gtest.h>
#include <string>

#include "glapi/registry/enum_names.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using namespace commands;

enum Uses : unsigned { Sampled = 1, Drawn = 2, Buffer = 4, Image = 8 };
struct Row {
    GLenum format;
    unsigned uses;
};
constexpr unsigned everything = Sampled | Drawn | Buffer | Image;
constexpr Row rows[] = {
    // Colours
    {GL_RGBA32F, everything},
    {GL_RGBA32I, everything},
    {GL_RGBA32UI, everything},
    {GL_RGBA16, everything},
    {GL_RGBA16F, everything},
    {GL_RGBA16I, everything},
    {GL_RGBA16UI, everything},
    {GL_RGBA8, everything},
    {GL_RGBA8I, everything},
    {GL_RGBA8UI, everything},
    {GL_RG32F, everything},
    {GL_RG32I, everything},
    {GL_RG32UI, everything},
    {GL_RG16, everything},
    {GL_RG16F, everything},
    {GL_RG16I, everything},
    {GL_RG16UI, everything},
    {GL_RG8, everything},
    {GL_RG8I, everything},
    {GL_RG8UI, everything},
    {GL_R32F, everything},
    {GL_R32I, everything},
    {GL_R32UI, everything},
    {GL_R16F, everything},
    {GL_R16I, everything},
    {GL_R16UI, everything},
    {GL_R16, everything},
    {GL_R8, everything},
    {GL_R8I, everything},
    {GL_R8UI, everything},
    {GL_SRGB8_ALPHA8, Sampled | Drawn},
    {GL_RGB10_A2, Sampled | Drawn | Image},
    {GL_RGB10_A2UI, Sampled | Drawn | Image},
    {GL_R11F_G11F_B10F, Sampled | Drawn | Image},
    {GL_RGB5_A1, Sampled | Drawn},
    {GL_RGBA4, Sampled | Drawn},
    {GL_RGB565, Sampled | Drawn},
    {GL_RGBA16_SNORM, Sampled | Image},
    {GL_RGBA8_SNORM, Sampled | Image},
    {GL_RG16_SNORM, Sampled | Image},
    {GL_RG8_SNORM, Sampled | Image},
    {GL_R16_SNORM, Sampled | Image},
    {GL_R8_SNORM, Sampled | Image},
    {GL_RGB32F, Sampled | Buffer},
    {GL_RGB32I, Sampled | Buffer},
    {GL_RGB32UI, Sampled | Buffer},
    {GL_RGB16_SNORM, Sampled},
    {GL_RGB16F, Sampled},
    {GL_RGB16I, Sampled},
    {GL_RGB16UI, Sampled},
    {GL_RGB16, Sampled},
    {GL_RGB8_SNORM, Sampled},
    {GL_RGB8, Sampled},
    {GL_RGB8I, Sampled},
    {GL_RGB8UI, Sampled},
    {GL_SRGB8, Sampled},
    {GL_RGB9_E5, Sampled},
    {GL_RGB12, Sampled},
    {GL_RGB10, Sampled},
    {GL_RGB5, Sampled},
    {GL_RGB4, Sampled},
    {GL_R3_G3_B2, Sampled},
    {GL_RGBA2, Sampled},
    {GL_RGBA12, Sampled},
    // Depth and stencil
    {GL_DEPTH_COMPONENT16, Sampled | Drawn},
    {GL_DEPTH_COMPONENT24, Sampled | Drawn},
    {GL_DEPTH_COMPONENT32F, Sampled | Drawn},
    {GL_DEPTH24_STENCIL8, Sampled | Drawn},
    {GL_DEPTH32F_STENCIL8, Sampled | Drawn},
    {GL_STENCIL_INDEX8, Sampled | Drawn},
    {GL_STENCIL_INDEX1, Drawn},
    {GL_STENCIL_INDEX4, Drawn},
    {GL_STENCIL_INDEX16, Drawn},
    // Compressed
    {GL_COMPRESSED_RED_RGTC1, Sampled},
    {GL_COMPRESSED_SIGNED_RED_RGTC1, Sampled},
    {GL_COMPRESSED_RG_RGTC2, Sampled},
    {GL_COMPRESSED_SIGNED_RG_RGTC2, Sampled},
    {GL_COMPRESSED_RGBA_BPTC_UNORM, Sampled},
    {GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM, Sampled},
    {GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, Sampled},
    {GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, Sampled},
    {GL_COMPRESSED_RGB8_ETC2, Sampled},
    {GL_COMPRESSED_SRGB8_ETC2, Sampled},
    {GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2, Sampled},
    {GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2, Sampled},
    {GL_COMPRESSED_RGBA8_ETC2_EAC, Sampled},
    {GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, Sampled},
    {GL_COMPRESSED_R11_EAC, Sampled},
    {GL_COMPRESSED_SIGNED_R11_EAC, Sampled},
    {GL_COMPRESSED_RG11_EAC, Sampled},
    {GL_COMPRESSED_SIGNED_RG11_EAC, Sampled},
};

class RequiredFormats : public ::testing::TestWithParam<Profile> {
  protected:
    GLint asked(GLenum target, GLenum format, GLenum query) {
        GLint value = -1;
        GetInternalformativ(*gl, target, format, query, 1, &value);
        return value;
    }
    void expect(GLenum code) { EXPECT_EQ(gl.error(), code); }
    GLuint new_texture(GLenum target) {
        GLuint name = 0;
        GenTextures(*gl, 1, &name);
        BindTexture(*gl, target, name);
        return name;
    }
    testing::VersionContext gl{45, GetParam()};
};

TEST_P(RequiredFormats, TexturesOfAllKindsThatMayHaveThem) {
    for (const Row& row : rows) {
        SCOPED_TRACE(enum_name(row.format));
        if (!(row.uses & Sampled)) continue;
        for (const GLenum target : {GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_3D}) {
            const GLuint name = new_texture(target);
            if (target == GL_TEXTURE_2D_ARRAY || target == GL_TEXTURE_3D)
                TexStorage3D(*gl, target, 1, row.format, 8, 8, 2);
            else
                TexStorage2D(*gl, target, 1, row.format, 8, 8);
            const bool made = gl.error() == GL_NO_ERROR;
            EXPECT_EQ(asked(target, row.format, GL_INTERNALFORMAT_SUPPORTED), made) << enum_name(target);
            if (target != GL_TEXTURE_3D) {
                EXPECT_TRUE(made) << enum_name(target);
            }
            DeleteTextures(*gl, 1, &name);
        }
    }
}

TEST_P(RequiredFormats, RenderbuffersAndSamples) {
    GLuint framebuffer = 0;
    GenFramebuffers(*gl, 1, &framebuffer);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    for (const Row& row : rows) {
        SCOPED_TRACE(enum_name(row.format));
        GLuint name = 0;
        GenRenderbuffers(*gl, 1, &name);
        BindRenderbuffer(*gl, GL_RENDERBUFFER, name);
        RenderbufferStorageMultisample(*gl, GL_RENDERBUFFER, 4, row.format, 8, 8);
        const bool made = gl.error() == GL_NO_ERROR;
        EXPECT_EQ(asked(GL_RENDERBUFFER, row.format, GL_INTERNALFORMAT_SUPPORTED), made);
        EXPECT_EQ(asked(GL_RENDERBUFFER, row.format, GL_FRAMEBUFFER_RENDERABLE),
                  made && row.format != GL_RGB9_E5 ? GL_FULL_SUPPORT : GL_NONE);
        if (row.uses & Drawn) {
            EXPECT_TRUE(made);
            EXPECT_EQ(asked(GL_RENDERBUFFER, row.format, GL_SAMPLES), 16);
            const bool depth = asked(GL_RENDERBUFFER, row.format, GL_DEPTH_RENDERABLE);
            const bool stencil = asked(GL_RENDERBUFFER, row.format, GL_STENCIL_RENDERABLE);
            EXPECT_EQ(asked(GL_RENDERBUFFER, row.format, GL_COLOR_RENDERABLE), !depth && !stencil);
            const GLenum attachment = depth && stencil ? GL_DEPTH_STENCIL_ATTACHMENT
                                      : depth          ? GL_DEPTH_ATTACHMENT
                                      : stencil        ? GL_STENCIL_ATTACHMENT
                                                       : GL_COLOR_ATTACHMENT0;
            FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, name);
            EXPECT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
            FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, 0);
            const GLuint texture = new_texture(GL_TEXTURE_2D_MULTISAMPLE);
            TexStorage2DMultisample(*gl, GL_TEXTURE_2D_MULTISAMPLE, 4, row.format, 8, 8, GL_TRUE);
            expect(GL_NO_ERROR);
            DeleteTextures(*gl, 1, &texture);
        }
        DeleteRenderbuffers(*gl, 1, &name);
    }
}

TEST_P(RequiredFormats, BufferTexturesAndImages) {
    GLuint buffer = 0;
    GenBuffers(*gl, 1, &buffer);
    BindBuffer(*gl, GL_TEXTURE_BUFFER, buffer);
    BufferData(*gl, GL_TEXTURE_BUFFER, 256, nullptr, GL_STATIC_DRAW);
    new_texture(GL_TEXTURE_BUFFER);
    const GLuint texture = new_texture(GL_TEXTURE_2D);
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_RGBA32F, 8, 8);
    expect(GL_NO_ERROR);
    for (const Row& row : rows) {
        SCOPED_TRACE(enum_name(row.format));
        const bool is_buffer = row.uses & Buffer, is_image = row.uses & Image;
        EXPECT_EQ(asked(GL_TEXTURE_BUFFER, row.format, GL_INTERNALFORMAT_SUPPORTED), is_buffer);
        TexBuffer(*gl, GL_TEXTURE_BUFFER, row.format, buffer);
        expect(is_buffer ? GL_NO_ERROR : GL_INVALID_ENUM);
        EXPECT_EQ(asked(GL_TEXTURE_2D, row.format, GL_SHADER_IMAGE_LOAD), is_image ? GL_FULL_SUPPORT : GL_NONE);
        BindImageTexture(*gl, 0, texture, 0, GL_FALSE, 0, GL_READ_ONLY, row.format);
        expect(is_image ? GL_NO_ERROR : GL_INVALID_VALUE);
    }
}

INSTANTIATE_TEST_SUITE_P(Profiles, RequiredFormats, ::testing::Values(Profile::Core, Profile::Compatibility));

}  // namespace
}  // namespace glapi
