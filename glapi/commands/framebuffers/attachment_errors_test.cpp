// Errors of commands that give framebuffers and multisample textures their images, in the order of the specification.
#include <gtest/gtest.h>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using testing::CoreContext;

GLuint depth_framebuffer(GLenum target, GLenum format, GLenum attachment) {
    GLuint framebuffer = 0, renderbuffer = 0;
    ::glGenFramebuffers(1, &framebuffer);
    ::glGenRenderbuffers(1, &renderbuffer);
    ::glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    ::glRenderbufferStorage(GL_RENDERBUFFER, format, 4, 4);
    ::glBindFramebuffer(target, framebuffer);
    ::glFramebufferRenderbuffer(target, attachment, GL_RENDERBUFFER, renderbuffer);
    return framebuffer;
}

// GL 4.6 §18.3.2: "the source and destination depth and stencil buffer formats" match.
TEST(AttachmentErrors, BlitsGoBetweenDepthAndStencilOfOneFormat) {
    const CoreContext context(45);
    constexpr struct {
        GLenum from, to;
        GLbitfield mask;
        GLenum error;
    } rows[] = {
        {GL_DEPTH24_STENCIL8, GL_DEPTH24_STENCIL8, GL_STENCIL_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, GL_NO_ERROR},
        {GL_DEPTH32F_STENCIL8, GL_DEPTH24_STENCIL8, GL_STENCIL_BUFFER_BIT, GL_INVALID_OPERATION},
        {GL_DEPTH24_STENCIL8, GL_DEPTH32F_STENCIL8, GL_STENCIL_BUFFER_BIT, GL_INVALID_OPERATION},
        {GL_DEPTH32F_STENCIL8, GL_DEPTH24_STENCIL8, GL_DEPTH_BUFFER_BIT, GL_INVALID_OPERATION},
        {GL_STENCIL_INDEX8, GL_DEPTH24_STENCIL8, GL_STENCIL_BUFFER_BIT, GL_NO_ERROR},
        {GL_DEPTH_COMPONENT24, GL_DEPTH24_STENCIL8, GL_DEPTH_BUFFER_BIT, GL_NO_ERROR},
        {GL_DEPTH_COMPONENT32, GL_DEPTH_COMPONENT32F, GL_DEPTH_BUFFER_BIT, GL_INVALID_OPERATION},
        {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT24, GL_DEPTH_BUFFER_BIT, GL_INVALID_OPERATION},
    };
    const auto attachment = [](GLenum format) -> GLenum {
        const bool both = format == GL_DEPTH24_STENCIL8 || format == GL_DEPTH32F_STENCIL8;
        return both                          ? GL_DEPTH_STENCIL_ATTACHMENT
               : format == GL_STENCIL_INDEX8 ? GL_STENCIL_ATTACHMENT
                                             : GL_DEPTH_ATTACHMENT;
    };
    for (const auto& row : rows) {
        depth_framebuffer(GL_READ_FRAMEBUFFER, row.from, attachment(row.from));
        depth_framebuffer(GL_DRAW_FRAMEBUFFER, row.to, attachment(row.to));
        ::glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, row.mask, GL_NEAREST);
        EXPECT_EQ(::glGetError(), row.error) << std::hex << row.from << " to " << row.to << ", " << row.mask;
    }
}

// GL 4.6 §8.6: as glReadPixels has it, both buffers must be there for textures that hold both.
TEST(AttachmentErrors, CopiesOfDepthAndStencilNeedBoth) {
    const CoreContext context(45);
    GLuint texture = 0;
    ::glGenTextures(1, &texture);
    ::glBindTexture(GL_TEXTURE_2D, texture);
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH24_STENCIL8, 4, 4, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, nullptr);
    constexpr struct {
        GLenum attachment, error;
    } rows[] = {{GL_DEPTH_STENCIL_ATTACHMENT, GL_NO_ERROR},
                {GL_DEPTH_ATTACHMENT, GL_INVALID_OPERATION},
                {GL_STENCIL_ATTACHMENT, GL_INVALID_OPERATION}};
    for (const auto& row : rows) {
        depth_framebuffer(GL_READ_FRAMEBUFFER, GL_DEPTH24_STENCIL8, row.attachment);
        ::glReadBuffer(GL_NONE);
        ::glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4);
        EXPECT_EQ(::glGetError(), row.error) << row.attachment;
        ::glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, 0, 0, 4, 4, 0);
        EXPECT_EQ(::glGetError(), row.error) << row.attachment;
    }
}

TEST(AttachmentErrors, FramebufferTextureHasItsOwnForNoTexture) {
    const CoreContext context(45);
    GLuint framebuffer = 0;
    ::glGenFramebuffers(1, &framebuffer);
    ::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    ::glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, 777, 0);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_VALUE});
    ::glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, 777, 0);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_VALUE});
    ::glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 777, 0);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
    ::glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, 777, 0, 0);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
}

TEST(AttachmentErrors, MultisampleStorageHasTexels) {
    const CoreContext context(45);
    constexpr GLenum flat = GL_TEXTURE_2D_MULTISAMPLE, layers = GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
    constexpr GLsizei sizes[][3] = {{0, 4, 4}, {4, 0, 4}, {0, 0, 4}, {-1, 4, 4}};
    GLuint named[2];
    ::glCreateTextures(flat, 1, &named[0]);
    ::glCreateTextures(layers, 1, &named[1]);
    ::glBindTexture(flat, named[0]);
    ::glBindTexture(layers, named[1]);
    const auto expect_refused = [](const char* command) {
        EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_VALUE}) << command;
    };
    for (const auto& size : sizes) {
        ::glTexStorage2DMultisample(flat, 4, GL_RGBA8, size[0], size[1], GL_TRUE);
        expect_refused("glTexStorage2DMultisample");
        ::glTextureStorage2DMultisample(named[0], 4, GL_RGBA8, size[0], size[1], GL_TRUE);
        expect_refused("glTextureStorage2DMultisample");
        ::glTexStorage3DMultisample(layers, 4, GL_RGBA8, size[0], size[1], size[2], GL_TRUE);
        expect_refused("glTexStorage3DMultisample");
        ::glTextureStorage3DMultisample(named[1], 4, GL_RGBA8, size[0], size[1], size[2], GL_TRUE);
        expect_refused("glTextureStorage3DMultisample");
    }
    ::glTextureStorage3DMultisample(named[1], 4, GL_RGBA8, 4, 4, 0, GL_TRUE);
    expect_refused("glTextureStorage3DMultisample");
    // Images may be empty.
    ::glTexImage2DMultisample(flat, 4, GL_RGBA8, 0, 4, GL_TRUE);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

TEST(AttachmentErrors, NegativeSizesComeBeforeMissingImages) {
    const CoreContext context(45);
    GLuint texture = 0;
    ::glGenTextures(1, &texture);
    ::glBindTexture(GL_TEXTURE_3D, texture);
    ::glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, -1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_VALUE});
    ::glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
}

}  // namespace
}  // namespace glapi
