// Where OpenGL ES 2.0 and later ask more of objects than OpenGL does, and what the ES tests ask of OpenGL.
#include <array>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/es_context.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using testing::CoreContext;
using testing::Es2Context;

GLuint bound_texture(GLenum target = GL_TEXTURE_2D) {
    GLuint name = 0;
    ::glGenTextures(1, &name);
    ::glBindTexture(target, name);
    return name;
}

GLuint bound_framebuffer() {
    GLuint name = 0;
    ::glGenFramebuffers(1, &name);
    ::glBindFramebuffer(GL_FRAMEBUFFER, name);
    return name;
}

GLenum status_with(GLuint texture, GLint level = 0, GLenum target = GL_TEXTURE_2D) {
    ::glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, texture, level);
    return ::glCheckFramebufferStatus(GL_FRAMEBUFFER);
}

// In use, with the attribute "at" at location 0.
GLuint use_program(const char* vertex, const char* fragment) {
    const GLuint program = ::glCreateProgram();
    for (const auto& [type, text] : {std::pair(GL_VERTEX_SHADER, vertex), std::pair(GL_FRAGMENT_SHADER, fragment)}) {
        const GLuint shader = ::glCreateShader(type);
        ::glShaderSource(shader, 1, &text, nullptr);
        ::glCompileShader(shader);
        ::glAttachShader(program, shader);
    }
    ::glBindAttribLocation(program, 0, "at");
    ::glLinkProgram(program);
    ::glUseProgram(program);
    return program;
}

#define EXPECT_ERROR(call, error) EXPECT_EQ(((call), ::glGetError()), GLenum{error}) << #call

// 3.2 §10.3, §10.5.
TEST(Es2Objects, CommandsOf31TakeNoVertexArrayZero) {
    const Es2Context context;
    GLuint buffer = 0, array = 0;
    ::glGenBuffers(1, &buffer);
    ::glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
    const std::array<GLuint, 5> words{};
    ::glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof words, words.data(), GL_STATIC_DRAW);
    const auto expect_all = [&](GLenum error) {
        EXPECT_ERROR(::glBindVertexBuffer(0, buffer, 0, 16), error);
        EXPECT_ERROR(::glVertexAttribFormat(0, 4, GL_FLOAT, GL_FALSE, 0), error);
        EXPECT_ERROR(::glVertexAttribIFormat(1, 4, GL_INT, 0), error);
        EXPECT_ERROR(::glVertexAttribBinding(0, 0), error);
        EXPECT_ERROR(::glVertexBindingDivisor(0, 1), error);
        EXPECT_ERROR(::glDrawArraysIndirect(GL_TRIANGLES, nullptr), error);
    };
    expect_all(GL_INVALID_OPERATION);
    EXPECT_ERROR(::glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, words.data()), GL_NO_ERROR);
    ::glGenVertexArrays(1, &array);
    ::glBindVertexArray(array);
    expect_all(GL_NO_ERROR);
    ::glEnableVertexAttribArray(5);
    EXPECT_ERROR(::glDrawArraysIndirect(GL_TRIANGLES, nullptr), GL_INVALID_OPERATION);  // it has no buffer
    ::glDisableVertexAttribArray(5);
    EXPECT_ERROR(::glDrawArraysIndirect(GL_TRIANGLES, nullptr), GL_NO_ERROR);
    ::glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    EXPECT_ERROR(::glDrawArraysIndirect(GL_TRIANGLES, words.data()), GL_INVALID_OPERATION);  // memory of the client
}

// 3.2 §16.2.1.
TEST(Es2Objects, NothingIsBlitToItself) {
    const Es2Context context;
    const auto blit = [](GLbitfield mask) { ::glBlitFramebuffer(0, 0, 4, 4, 4, 4, 8, 8, mask, GL_NEAREST); };
    EXPECT_ERROR(blit(GL_COLOR_BUFFER_BIT), GL_INVALID_OPERATION);
    EXPECT_ERROR(blit(0), GL_NO_ERROR);
    const GLuint texture = bound_texture();
    ::glTexStorage2D(GL_TEXTURE_2D, 2, GL_RGBA8, 16, 16);
    bound_framebuffer();
    status_with(texture);
    EXPECT_ERROR(blit(GL_COLOR_BUFFER_BIT), GL_INVALID_OPERATION);
    GLuint other = 0;
    ::glGenFramebuffers(1, &other);
    ::glBindFramebuffer(GL_DRAW_FRAMEBUFFER, other);
    ::glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 1);
    EXPECT_ERROR(blit(GL_COLOR_BUFFER_BIT), GL_NO_ERROR);  // another level is another buffer
    const CoreContext desktop;
    EXPECT_ERROR(blit(GL_COLOR_BUFFER_BIT), GL_NO_ERROR);
}

// 3.2 §9.2.8, §9.4.1.
TEST(Es2Objects, LevelsThatAreAttached) {
    const Es2Context context;
    bound_framebuffer();
    const GLuint fixed = bound_texture(GL_TEXTURE_2D_ARRAY);
    ::glTexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_RGBA8, 8, 8, 3);
    EXPECT_ERROR(::glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, fixed, 2), GL_INVALID_VALUE);
    EXPECT_ERROR(::glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, fixed, 2, 0), GL_INVALID_VALUE);
    EXPECT_ERROR(::glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, fixed, 1, 0), GL_NO_ERROR);
    EXPECT_EQ(::glCheckFramebufferStatus(GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
    const GLuint growing = bound_texture();
    const auto add = [](GLint level) {
        ::glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, 8 >> level, 8 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    };
    add(0), add(1), add(3);
    EXPECT_EQ(status_with(growing, 0), GLenum{GL_FRAMEBUFFER_COMPLETE});
    EXPECT_EQ(status_with(growing, 1), GLenum{GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT}) << "the chain has a hole";
    add(2);
    EXPECT_EQ(status_with(growing, 1), GLenum{GL_FRAMEBUFFER_COMPLETE});
}

// OES_texture_float and EXT_texture_type_2_10_10_10_REV make no formats that can be rendered to.
TEST(Es2Objects, UnsizedFormatsThatAreNotAttached) {
    const Es2Context context;
    bound_framebuffer();
    constexpr struct {
        GLenum internal_format, type, status;
    } rows[] = {
        {GL_RGBA, GL_FLOAT, GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT},
        {GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT},
        {GL_RGBA, GL_HALF_FLOAT_OES, GL_FRAMEBUFFER_COMPLETE},  // EXT_color_buffer_half_float
        {GL_RGBA, GL_UNSIGNED_BYTE, GL_FRAMEBUFFER_COMPLETE},
        {GL_RGBA32F, GL_FLOAT, GL_FRAMEBUFFER_COMPLETE},
        {GL_RGB10_A2, GL_UNSIGNED_INT_2_10_10_10_REV, GL_FRAMEBUFFER_COMPLETE},
    };
    const GLuint texture = bound_texture();
    for (const auto& row : rows) {
        ::glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(row.internal_format), 4, 4, 0, GL_RGBA, row.type, nullptr);
        EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR}) << std::hex << row.internal_format << ' ' << row.type;
        EXPECT_EQ(status_with(texture), row.status) << std::hex << row.internal_format << ' ' << row.type;
    }
    GLuint renderbuffer = 0;
    GLint value = 0;
    ::glGenRenderbuffers(1, &renderbuffer);
    ::glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    ::glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &value);
    EXPECT_EQ(value, GL_RGBA4) << "before there is storage";
    EXPECT_ERROR(::glRenderbufferStorage(GL_RENDERBUFFER, GL_BGRA_EXT, 4, 4), GL_NO_ERROR);
    ::glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    EXPECT_EQ(::glCheckFramebufferStatus(GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
}

TEST(Es2Objects, ImagesHaveNoBorders) {
    const Es2Context context;
    bound_texture();
    EXPECT_ERROR(::glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 0, 0, 4, 4, 1), GL_INVALID_VALUE);
    EXPECT_ERROR(::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 1, GL_RGB, GL_UNSIGNED_BYTE, nullptr),
                 GL_INVALID_VALUE);
    EXPECT_ERROR(::glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 0, 0, 1, 0, nullptr),
                 GL_INVALID_VALUE);
    EXPECT_ERROR(
        ::glTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGBA_ASTC_4x4_KHR, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr),
        GL_INVALID_VALUE);
    EXPECT_ERROR(::glGenerateMipmap(GL_TEXTURE_2D), GL_INVALID_OPERATION);  // of no image
    GLint access = 0;
    GLuint buffer = 0;
    ::glGenBuffers(1, &buffer);
    ::glBindBuffer(GL_ARRAY_BUFFER, buffer);
    ::glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_ACCESS, &access);
    EXPECT_EQ(access, GL_WRITE_ONLY) << "OES_mapbuffer";
}

// 3.2 §8.22; gathers take one component of the texels (0, 0, 0, 1) that incomplete textures have.
TEST(Es2Objects, ImageUnitsAndProgramBinaries) {
    const Es2Context context;
    GLint value = 0;
    const GLuint growing = bound_texture();
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_ERROR(::glBindImageTexture(1, growing, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8), GL_INVALID_OPERATION);
    const GLuint fixed = bound_texture();
    ::glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
    EXPECT_ERROR(::glBindImageTexture(1, fixed, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8), GL_NO_ERROR);
    ::glDeleteTextures(1, &fixed);
    ::glGetIntegeri_v(GL_IMAGE_BINDING_FORMAT, 1, &value);
    EXPECT_EQ(value, GL_R32UI) << "as it was";
    const GLuint program = use_program(
        "#version 310 es\nvoid main() { gl_Position = vec4(0, 0, 0, 1);"
        " gl_PointSize = 64.0; }",
        "#version 310 es\nprecision mediump float;\n"
        "uniform sampler2D t; out vec4 c; void main() {"
        " vec4 last = textureGather(t, vec2(0.5), 3);"
        " c = vec4(textureGather(t, vec2(0.5), 1).w, last.xyz); }");
    ::glDrawArrays(GL_POINTS, 0, 1);
    std::array<GLubyte, 4> pixel{};
    ::glReadPixels(32, 32, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    EXPECT_EQ(pixel, (std::array<GLubyte, 4>{0, 255, 255, 255}));
    ::glGetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &value);
    std::vector<GLubyte> binary(static_cast<size_t>(value));
    GLenum format = 0;
    ::glGetProgramBinary(program, value, nullptr, &format, binary.data());
    const GLuint again = ::glCreateProgram();
    EXPECT_ERROR(::glProgramBinary(again, format, binary.data(), value), GL_NO_ERROR);
    ::glGetProgramiv(again, GL_LINK_STATUS, &value);
    EXPECT_EQ(value, GL_TRUE);
}

// How many pixels are drawn outside and inside of a viewport of 16 pixels around (24, 24).
std::array<int, 2> drawn_pixels() {
    std::vector<GLubyte> pixels(64 * 64 * 4);
    ::glReadPixels(0, 0, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    std::array<int, 2> count{};
    for (size_t y = 0; y < 64; ++y)
        for (size_t x = 0; x < 64; ++x)
            if (pixels[(y * 64 + x) * 4]) ++count[x >= 16 && x < 32 && y >= 16 && y < 32];
    return count;
}

// Points are not clipped at the sides of the view volume, but end at those of the viewport, and so do lines.
TEST(Es2Objects, PointsAndLinesEndAtTheViewport) {
    const Es2Context context;
    use_program("attribute vec4 at; void main() { gl_Position = at; gl_PointSize = 9.0; }",
                "void main() { gl_FragColor = vec4(1); }");
    ::glViewport(16, 16, 16, 16);
    ::glClearColor(0, 0, 0, 0);
    const auto drawn = [](GLenum mode, std::vector<GLfloat> vertices) {
        ::glClear(GL_COLOR_BUFFER_BIT);
        ::glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, vertices.data());
        ::glEnableVertexAttribArray(0);
        ::glDrawArrays(mode, 0, static_cast<GLsizei>(vertices.size() / 2));
        return drawn_pixels();
    };
    EXPECT_EQ(drawn(GL_POINTS, {1, 0}), (std::array{0, 5 * 9})) << "half of it is beyond";
    const std::array<int, 2> beyond = drawn(GL_POINTS, {1.125f, 0});
    EXPECT_EQ(beyond[0], 0);
    EXPECT_GT(beyond[1], 0) << "its centre is beyond, its square reaches in";
    ::glLineWidth(7);
    const std::array<int, 2> line = drawn(GL_LINES, {-1, 1, 1, 1});
    EXPECT_EQ(line[0], 0);
    EXPECT_GT(line[1], 16);
}

// OpenGL: points whose centres lie inside may reach beyond the viewport, others end there.
TEST(Es2Objects, PointsOfOpenGlReachIn) {
    const testing::CurrentContext context(64, 64);
    ::glViewport(16, 16, 16, 16);
    ::glPointSize(9);
    const auto drawn = [](GLfloat at) {
        ::glClear(GL_COLOR_BUFFER_BIT);
        ::glBegin(GL_POINTS);
        ::glVertex2f(at, 0);
        ::glEnd();
        return drawn_pixels();
    };
    EXPECT_EQ(drawn(0.9375f), (std::array{4 * 9, 5 * 9}));
    EXPECT_EQ(drawn(1.125f), (std::array{0, 3 * 9}));
    EXPECT_EQ(drawn(2), (std::array{0, 0}));
}

TEST(Es2Objects, WhatItsTestsAskOfOpenGl) {
    CoreContext context(46);
    GLuint array = 0;
    ::glGenVertexArrays(1, &array);
    ::glBindVertexArray(array);
    // No indices are read where there is no buffer of them, unless there are none to read.
    EXPECT_ERROR(::glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, nullptr), GL_INVALID_OPERATION);
    EXPECT_ERROR(::glDrawElements(GL_TRIANGLES, 0, GL_UNSIGNED_INT, nullptr), GL_NO_ERROR);
    bound_framebuffer();
    const GLenum back = GL_BACK;
    EXPECT_ERROR(::glDrawBuffers(1, &back), GL_INVALID_ENUM);  // GL 4.6 §17.4.1: of windows only
    const GLuint texture = bound_texture();
    ::glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    GLint value = -1;
    ::glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                            GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE, &value);
    EXPECT_EQ(value, GL_NONE) << "it has no image";
    EXPECT_ERROR(::glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 0, 0, 1, 0, nullptr),
                 GL_INVALID_OPERATION);
    GLfloat sizes[2] = {};
    EXPECT_ERROR(::glGetFloatv(GL_ALIASED_POINT_SIZE_RANGE, sizes), GL_NO_ERROR);
    EXPECT_EQ(sizes[0], 1);
    ::glGetIntegerv(GL_NUM_COMPRESSED_TEXTURE_FORMATS, &value);
    EXPECT_GE(value, 10) << "ARB_ES3_compatibility";
    GLint64 threads = 0;
    ::glGetIntegerv(GL_MAX_SHADER_COMPILER_THREADS_KHR, &value);
    ::glGetInteger64v(GL_MAX_SHADER_COMPILER_THREADS_KHR, &threads);
    EXPECT_EQ(value, threads);
    GLuint pipeline = 0;
    ::glGenProgramPipelines(1, &pipeline);
    ::glValidateProgramPipeline(pipeline);
    ::glGetProgramPipelineiv(pipeline, GL_VALIDATE_STATUS, &value);
    EXPECT_EQ(value, GL_FALSE) << "it has no programs";
    EXPECT_ERROR(::glGetProgramPipelineInfoLog(pipeline + 1, 0, nullptr, nullptr), GL_INVALID_VALUE);
    const GLuint program = ::glCreateProgram();
    ::glProgramParameteri(program, GL_PROGRAM_SEPARABLE, GL_TRUE);
    ::glGetProgramiv(program, GL_PROGRAM_SEPARABLE, &value);
    EXPECT_EQ(value, GL_FALSE) << "of the program that is linked";
}

}  // namespace
}  // namespace glapi
