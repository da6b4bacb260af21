// ARB_direct_state_access: the errors of commands that name objects, each row one wrong call.
#include <gtest/gtest.h>
#include <string>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using testing::CurrentContext;

// What the rows name.
struct Objects {
    Objects() {
        glGenTextures(1, &generated_texture);
        glGenBuffers(1, &generated_buffer);
        glGenFramebuffers(1, &generated_framebuffer);
        glGenRenderbuffers(1, &generated_renderbuffer);
        glGenTransformFeedbacks(1, &generated_feedback);
        glCreateTextures(GL_TEXTURE_2D, 1, &plane);
        glCreateTextures(GL_TEXTURE_3D, 1, &volume);
        glCreateTextures(GL_TEXTURE_CUBE_MAP, 1, &cube);
        glCreateTextures(GL_TEXTURE_RECTANGLE, 1, &rectangle);
        glCreateTextures(GL_TEXTURE_BUFFER, 1, &texels);
        glCreateTextures(GL_TEXTURE_2D_MULTISAMPLE, 1, &samples);
        glTextureStorage2D(plane, 1, GL_RGBA8, 4, 4);
        glCreateBuffers(1, &buffer);
        glNamedBufferData(buffer, 64, nullptr, GL_STATIC_DRAW);
        glCreateFramebuffers(1, &framebuffer);
        glCreateTransformFeedbacks(1, &feedback);
    }
    GLuint generated_texture = 0, generated_buffer = 0, generated_framebuffer = 0, generated_renderbuffer = 0,
           generated_feedback = 0;
    GLuint plane = 0, volume = 0, cube = 0, rectangle = 0, texels = 0, samples = 0, buffer = 0, framebuffer = 0,
           feedback = 0;
};

struct ErrorRow {
    const char* command;
    GLenum error;
    void (*run)(const Objects& at);
};

GLint ints[64];
GLfloat floats[64];
GLint64 wide;
void* pointer;
std::byte bytes[1024];
GLuint name;

#define ROW(command, error, ...)                                                         \
    {                                                                                    \
#command, error, [](const Objects& at) { (void)at, (void)command(__VA_ARGS__); } \
    }
const ErrorRow error_rows[] = {
    // Names that were never created, generated ones included.
    ROW(glTextureStorage2D, GL_INVALID_OPERATION, 0, 1, GL_RGBA8, 4, 4),
    ROW(glTextureStorage2D, GL_INVALID_OPERATION, 4711, 1, GL_RGBA8, 4, 4),
    ROW(glTextureStorage2D, GL_INVALID_OPERATION, at.generated_texture, 1, GL_RGBA8, 4, 4),
    ROW(glTextureSubImage2D, GL_INVALID_OPERATION, at.generated_texture, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE,
        bytes),
    ROW(glCopyTextureSubImage2D, GL_INVALID_OPERATION, 4711, 0, 0, 0, 0, 0, 1, 1),
    ROW(glCompressedTextureSubImage2D, GL_INVALID_OPERATION, 0, 0, 0, 0, 4, 4, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16,
        bytes),
    ROW(glTextureParameteri, GL_INVALID_OPERATION, at.generated_texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST),
    ROW(glGetTextureParameteriv, GL_INVALID_OPERATION, 4711, GL_TEXTURE_MAG_FILTER, ints),
    ROW(glGetTextureLevelParameteriv, GL_INVALID_OPERATION, 0, 0, GL_TEXTURE_WIDTH, ints),
    ROW(glGenerateTextureMipmap, GL_INVALID_OPERATION, 0),
    ROW(glGetTextureImage, GL_INVALID_OPERATION, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, 64, bytes),
    ROW(glGetCompressedTextureImage, GL_INVALID_OPERATION, at.generated_texture, 0, 64, bytes),
    ROW(glTextureBuffer, GL_INVALID_OPERATION, at.generated_texture, GL_R8, at.buffer),
    ROW(glBindTextureUnit, GL_INVALID_OPERATION, 0, at.generated_texture),
    ROW(glNamedBufferData, GL_INVALID_OPERATION, at.generated_buffer, 4, bytes, GL_STATIC_DRAW),
    ROW(glNamedBufferSubData, GL_INVALID_OPERATION, 0, 0, 4, bytes),
    ROW(glNamedBufferStorage, GL_INVALID_OPERATION, at.generated_buffer, 4, bytes, 0),
    ROW(glNamedBufferStorage, GL_INVALID_VALUE, at.buffer, 0, bytes, 0),
    ROW(glMapNamedBuffer, GL_INVALID_OPERATION, at.generated_buffer, GL_READ_ONLY),
    ROW(glMapNamedBufferRange, GL_INVALID_OPERATION, 4711, 0, 4, GL_MAP_READ_BIT),
    ROW(glUnmapNamedBuffer, GL_INVALID_OPERATION, 4711),
    ROW(glUnmapNamedBuffer, GL_INVALID_OPERATION, at.buffer),
    ROW(glFlushMappedNamedBufferRange, GL_INVALID_OPERATION, 0, 0, 4),
    ROW(glGetNamedBufferParameteri64v, GL_INVALID_OPERATION, 0, GL_BUFFER_SIZE, &wide),
    ROW(glGetNamedBufferPointerv, GL_INVALID_OPERATION, at.generated_buffer, GL_BUFFER_MAP_POINTER, &pointer),
    ROW(glGetNamedBufferSubData, GL_INVALID_OPERATION, 4711, 0, 4, bytes),
    ROW(glClearNamedBufferData, GL_INVALID_OPERATION, 0, GL_R8, GL_RED, GL_UNSIGNED_BYTE, bytes),
    ROW(glCopyNamedBufferSubData, GL_INVALID_OPERATION, at.buffer, at.generated_buffer, 0, 0, 4),
    ROW(glNamedRenderbufferStorage, GL_INVALID_OPERATION, at.generated_renderbuffer, GL_RGBA8, 4, 4),
    ROW(glGetNamedRenderbufferParameteriv, GL_INVALID_OPERATION, 0, GL_RENDERBUFFER_WIDTH, ints),
    ROW(glNamedFramebufferTexture, GL_INVALID_OPERATION, at.generated_framebuffer, GL_COLOR_ATTACHMENT0, at.plane, 0),
    ROW(glNamedFramebufferTexture, GL_INVALID_OPERATION, 0, GL_COLOR_ATTACHMENT0, at.plane, 0),
    ROW(glNamedFramebufferTextureLayer, GL_INVALID_OPERATION, 4711, GL_COLOR_ATTACHMENT0, at.volume, 0, 0),
    ROW(glNamedFramebufferRenderbuffer, GL_INVALID_OPERATION, 4711, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 0),
    ROW(glNamedFramebufferDrawBuffer, GL_INVALID_OPERATION, at.generated_framebuffer, GL_NONE),
    ROW(glNamedFramebufferReadBuffer, GL_INVALID_OPERATION, 4711, GL_NONE),
    ROW(glNamedFramebufferParameteri, GL_INVALID_OPERATION, 0, GL_FRAMEBUFFER_DEFAULT_WIDTH, 4),
    ROW(glGetNamedFramebufferParameteriv, GL_INVALID_OPERATION, 4711, GL_SAMPLES, ints),
    ROW(glGetNamedFramebufferParameteriv, GL_INVALID_OPERATION, 0, GL_FRAMEBUFFER_DEFAULT_WIDTH, ints),
    ROW(glGetNamedFramebufferAttachmentParameteriv, GL_INVALID_OPERATION, 4711, GL_COLOR_ATTACHMENT0,
        GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, ints),
    ROW(glCheckNamedFramebufferStatus, GL_INVALID_OPERATION, at.generated_framebuffer, GL_FRAMEBUFFER),
    ROW(glClearNamedFramebufferfv, GL_INVALID_OPERATION, 4711, GL_COLOR, 0, floats),
    ROW(glClearNamedFramebufferfi, GL_INVALID_OPERATION, 4711, GL_DEPTH_STENCIL, 0, 1, 0),
    ROW(glInvalidateNamedFramebufferData, GL_INVALID_OPERATION, 4711, 0, nullptr),
    ROW(glBlitNamedFramebuffer, GL_INVALID_OPERATION, 0, at.generated_framebuffer, 0, 0, 1, 1, 0, 0, 1, 1,
        GL_COLOR_BUFFER_BIT, GL_NEAREST),
    ROW(glTransformFeedbackBufferBase, GL_INVALID_OPERATION, at.generated_feedback, 0, at.buffer),
    ROW(glTransformFeedbackBufferBase, GL_INVALID_VALUE, at.feedback, 0, at.generated_buffer),
    ROW(glGetTransformFeedbackiv, GL_INVALID_OPERATION, 4711, GL_TRANSFORM_FEEDBACK_PAUSED, ints),

    // Effective targets that the command does not take.
    ROW(glTextureStorage1D, GL_INVALID_OPERATION, at.rectangle, 1, GL_RGBA8, 4),
    ROW(glTextureStorage2D, GL_INVALID_OPERATION, at.volume, 1, GL_RGBA8, 4, 4),
    ROW(glTextureStorage3D, GL_INVALID_OPERATION, at.cube, 1, GL_RGBA8, 4, 4, 6),
    ROW(glTextureStorage2DMultisample, GL_INVALID_OPERATION, at.rectangle, 4, GL_RGBA8, 4, 4, GL_TRUE),
    ROW(glTextureSubImage1D, GL_INVALID_OPERATION, at.plane, 0, 0, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes),
    ROW(glTextureSubImage2D, GL_INVALID_OPERATION, at.cube, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes),
    ROW(glTextureSubImage3D, GL_INVALID_OPERATION, at.plane, 0, 0, 0, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes),
    ROW(glCopyTextureSubImage3D, GL_INVALID_OPERATION, at.plane, 0, 0, 0, 0, 0, 0, 1, 1),
    ROW(glTextureBuffer, GL_INVALID_OPERATION, at.plane, GL_R8, at.buffer),
    ROW(glGenerateTextureMipmap, GL_INVALID_OPERATION, at.rectangle),
    ROW(glGenerateTextureMipmap, GL_INVALID_OPERATION, at.cube),
    ROW(glTextureParameteri, GL_INVALID_OPERATION, at.texels, GL_TEXTURE_MAG_FILTER, GL_NEAREST),
    ROW(glTextureParameteri, GL_INVALID_OPERATION, at.samples, GL_TEXTURE_MAG_FILTER, GL_NEAREST),
    ROW(glGetTextureImage, GL_INVALID_OPERATION, at.samples, 0, GL_RGBA, GL_UNSIGNED_BYTE, 64, bytes),
    ROW(glGetTextureSubImage, GL_INVALID_OPERATION, at.texels, 0, 0, 0, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 64,
        bytes),

    // Arguments.
    ROW(glCreateTextures, GL_INVALID_ENUM, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 1, &name),
    ROW(glCreateTextures, GL_INVALID_ENUM, GL_PROXY_TEXTURE_2D, 1, &name),
    ROW(glCreateQueries, GL_INVALID_ENUM, GL_TEXTURE_2D, 1, &name),
    ROW(glTextureStorage2D, GL_INVALID_OPERATION, at.plane, 1, GL_RGBA8, 4, 4),
    ROW(glTextureStorage2D, GL_INVALID_ENUM, at.rectangle, 1, GL_RGBA, 4, 4),
    ROW(glTextureStorage2D, GL_INVALID_VALUE, at.rectangle, 1, GL_RGBA8, 0, 4),
    ROW(glTextureSubImage2D, GL_INVALID_VALUE, at.plane, 0, 2, 0, 3, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes),
    ROW(glTextureSubImage2D, GL_INVALID_VALUE, at.plane, -1, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes),
    ROW(glTextureSubImage2D, GL_INVALID_VALUE, at.rectangle, 1, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes),
    ROW(glTextureSubImage2D, GL_INVALID_ENUM, at.plane, 0, 0, 0, 1, 1, GL_TEXTURE_2D, GL_UNSIGNED_BYTE, bytes),
    ROW(glGetTextureImage, GL_INVALID_OPERATION, at.plane, 0, GL_RGBA, GL_UNSIGNED_BYTE, 63, bytes),
    ROW(glGetTextureImage, GL_INVALID_VALUE, at.plane, 0, GL_RGBA, GL_UNSIGNED_BYTE, -1, bytes),
    ROW(glGetTextureImage, GL_INVALID_OPERATION, at.plane, 0, GL_DEPTH_COMPONENT, GL_FLOAT, 64, bytes),
    ROW(glGetTextureSubImage, GL_INVALID_VALUE, at.plane, 0, 1, 0, 0, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 64, bytes),
    ROW(glGetTextureSubImage, GL_INVALID_VALUE, at.plane, 0, 0, 0, 1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 64, bytes),
    ROW(glGetTextureSubImage, GL_INVALID_VALUE, at.plane, 0, 0, 0, 0, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, 64, bytes),
    ROW(glGetTextureSubImage, GL_INVALID_OPERATION, at.plane, 0, 0, 0, 0, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 7, bytes),
    ROW(glGetCompressedTextureSubImage, GL_INVALID_OPERATION, at.plane, 0, 0, 0, 0, 4, 4, 1, 64, bytes),
    ROW(glTextureParameteri, GL_INVALID_ENUM, at.plane, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_2D),
    ROW(glTextureParameteri, GL_INVALID_OPERATION, at.samples, GL_TEXTURE_BASE_LEVEL, 1),
    ROW(glTextureParameterf, GL_INVALID_ENUM, at.plane, GL_TEXTURE_BORDER_COLOR, 1),
    ROW(glNamedBufferData, GL_INVALID_VALUE, at.buffer, -1, bytes, GL_STATIC_DRAW),
    ROW(glNamedBufferSubData, GL_INVALID_VALUE, at.buffer, 60, 8, bytes),
    ROW(glCheckNamedFramebufferStatus, GL_INVALID_ENUM, at.framebuffer, GL_TEXTURE_2D),
    ROW(glNamedFramebufferDrawBuffer, GL_INVALID_OPERATION, at.framebuffer, GL_BACK),
    ROW(glNamedFramebufferReadBuffer, GL_INVALID_OPERATION, 0, GL_COLOR_ATTACHMENT0),
    ROW(glTransformFeedbackBufferBase, GL_INVALID_VALUE, at.feedback, 4, at.buffer),
    ROW(glTransformFeedbackBufferRange, GL_INVALID_VALUE, at.feedback, 0, at.buffer, -4, 8),
    ROW(glTransformFeedbackBufferRange, GL_INVALID_VALUE, at.feedback, 0, at.buffer, 0, 0),
    ROW(glTransformFeedbackBufferRange, GL_INVALID_VALUE, at.feedback, 0, at.buffer, 2, 8),
    ROW(glGetTransformFeedbackiv, GL_INVALID_ENUM, at.feedback, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, ints),
    ROW(glGetTransformFeedbacki_v, GL_INVALID_ENUM, at.feedback, GL_TRANSFORM_FEEDBACK_BUFFER_START, 0, ints),
    ROW(glGetTransformFeedbacki64_v, GL_INVALID_VALUE, at.feedback, GL_TRANSFORM_FEEDBACK_BUFFER_START, 4, &wide),
};
#undef ROW

TEST(ExistingObjectErrors, NameTheCommandThatWasCalled) {
    ContextRequest request;
    request.debug = true;
    const CurrentContext gl(8, 8, {}, request);
    const Objects objects;
    ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    const auto message = [] {
        GLchar text[512] = "";
        while (glGetDebugMessageLog(1, sizeof text, nullptr, nullptr, nullptr, nullptr, nullptr, text) == 1) {
        }
        return std::string(text);
    };
    for (const ErrorRow& row : error_rows) {
        SCOPED_TRACE(row.command + std::string(", row ") + std::to_string(&row - error_rows));
        row.run(objects);
        EXPECT_EQ(gl.error(), row.error);
        const std::string text = message();
        EXPECT_EQ(text.substr(0, text.find(':')), row.command) << text;
    }
}

}  // namespace
}  // namespace glapi
