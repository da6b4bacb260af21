// Values that count from a token: each is taken, whatever else its number means.
#include <gtest/gtest.h>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/es_context.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using testing::CoreContext;
using testing::CurrentContext;
using testing::Es2Context;

GLenum limit(GLenum name) {
    GLint value = 0;
    ::glGetIntegerv(name, &value);
    return static_cast<GLenum>(value);
}

void expect_every_number() {
    const GLenum units = limit(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS);
    EXPECT_GE(units, 83u);  // those whose numbers other tokens have among them
    for (GLenum unit = 0; unit < units; ++unit) {
        ::glActiveTexture(GL_TEXTURE0 + unit);
        EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR}) << unit;
        EXPECT_EQ(limit(GL_ACTIVE_TEXTURE), GL_TEXTURE0 + unit);
    }
    for (GLenum beyond : {units, units + 1, 0xffffu}) {
        ::glActiveTexture(GL_TEXTURE0 + beyond);
        EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM}) << beyond;
    }
    GLuint framebuffer = 0;
    ::glGenFramebuffers(1, &framebuffer);
    ::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (GLenum i = 0; i < 32; ++i) {
        ::glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_RENDERBUFFER, 0);
        const bool there = i < limit(GL_MAX_COLOR_ATTACHMENTS);
        EXPECT_EQ(::glGetError(), there ? GLenum{GL_NO_ERROR} : GLenum{GL_INVALID_OPERATION}) << i;
    }
    for (GLenum i = 0; i < limit(GL_MAX_CLIP_DISTANCES); ++i) ::glEnable(GL_CLIP_DISTANCE0 + i);
    for (GLenum i = 0; i < limit(GL_MAX_DRAW_BUFFERS); ++i) limit(GL_DRAW_BUFFER0 + i);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

TEST(TokenNumbers, AreTakenInTheCoreProfile) {
    const CoreContext context(45);
    expect_every_number();
    GLuint texture = 0;
    ::glGenTextures(1, &texture);
    for (GLenum unit = 0; unit < limit(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS); ++unit) {
        GLint filter = 0;
        ::glBindMultiTextureEXT(GL_TEXTURE0 + unit, GL_TEXTURE_2D, texture);
        ::glMultiTexParameteriEXT(GL_TEXTURE0 + unit, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        ::glGetMultiTexParameterivEXT(GL_TEXTURE0 + unit, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, &filter);
        ::glMultiTexImage2DEXT(GL_TEXTURE0 + unit, GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                               nullptr);
        EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR}) << unit;
        EXPECT_EQ(filter, GL_LINEAR);
    }
    // What is removed stays so where it is a token.
    ::glEnable(GL_LIGHT0);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
}

TEST(TokenNumbers, AreTakenInEs) {
    const Es2Context context;
    expect_every_number();
}

TEST(TokenNumbers, AreTakenInCompatibilityContexts) {
    const CurrentContext context(8, 8);
    expect_every_number();
    for (GLenum unit = 0; unit < limit(GL_MAX_TEXTURE_COORDS); ++unit) {
        ::glClientActiveTexture(GL_TEXTURE0 + unit);
        ::glMultiTexCoord2f(GL_TEXTURE0 + unit, 0, 1);
    }
    for (GLenum light = 0; light < limit(GL_MAX_LIGHTS); ++light) ::glEnable(GL_LIGHT0 + light);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

}  // namespace
}  // namespace glapi
