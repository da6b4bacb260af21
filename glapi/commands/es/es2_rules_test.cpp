// Where OpenGL ES is stricter than OpenGL, or has tokens of its own.
#include <array>
#include <gtest/gtest.h>
#include <string>
#include <type_traits>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/es_context.h"

namespace glapi {
namespace {

using testing::CurrentContext;
using testing::Es2Context;

GLuint texture_2d() {
    GLuint name = 0;
    ::glGenTextures(1, &name);
    ::glBindTexture(GL_TEXTURE_2D, name);
    return name;
}

TEST(Es2Rules, HalfFloatsHaveATokenOfTheirOwn) {
    Es2Context context;
    const GLuint texture = texture_2d();
    constexpr std::array<uint16_t, 4> halves{0x3c00, 0x3800, 0, 0x3c00};
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_HALF_FLOAT_OES, halves.data());
    GLint format = 0;
    ::glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
    EXPECT_EQ(format, GL_RGBA16F);
    GLuint framebuffer = 0;
    ::glGenFramebuffers(1, &framebuffer);
    ::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    ::glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    std::array<float, 4> pixel{};
    ::glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, pixel.data());
    EXPECT_EQ(pixel, (std::array<float, 4>{1, 0.5f, 0, 1}));
    ::glVertexAttribPointer(1, 2, GL_HALF_FLOAT_OES, GL_FALSE, 0, nullptr);
    GLint type = 0;
    ::glGetVertexAttribiv(1, GL_VERTEX_ATTRIB_ARRAY_TYPE, &type);
    EXPECT_EQ(type, GL_HALF_FLOAT_OES);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(Es2Rules, OpenGlDoesNotKnowIt) {
    CurrentContext context(8, 8);
    texture_2d();
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_HALF_FLOAT_OES, nullptr);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    ::glVertexAttribPointer(1, 2, GL_HALF_FLOAT_OES, GL_FALSE, 0, nullptr);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    ::glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_ETC1_RGB8_OES, 4, 4, 0, 8, "        ");
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
}

// Revisions of EXT_texture_format_BGRA8888 that count OpenGL in, and other drivers, take them there, too: with pixels
// of any format.
TEST(Es2Rules, OpenGlHasBgraTextures) {
    CoreContext context(45);
    for (const GLenum format : {GL_BGRA, GL_RGBA}) {
        texture_2d();
        ::glTexImage2D(GL_TEXTURE_2D, 0, GL_BGRA, 1, 1, 0, format, GL_UNSIGNED_BYTE, "abcd");
        EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
        GLubyte texel[4] = {};
        ::glGetTexImage(GL_TEXTURE_2D, 0, format, GL_UNSIGNED_BYTE, texel);
        EXPECT_EQ(std::string(std::begin(texel), std::end(texel)), "abcd");
    }
    texture_2d();
    ::glTexStorage2D(GL_TEXTURE_2D, 1, GL_BGRA8_EXT, 1, 1);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(Es2Rules, BgraPixelsAreForBgraTextures) {
    Es2Context context;
    texture_2d();
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_BGRA, 1, 1, 0, GL_BGRA, GL_UNSIGNED_BYTE, nullptr);
    ::glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_BGRA, GL_UNSIGNED_BYTE, "abcd");
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    ::glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, "abcd");
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    ::glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_BGRA, GL_UNSIGNED_BYTE, "abcd");
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
}

TEST(Es2Rules, ProgramsHaveOneShaderOfAStage) {
    Es2Context context;
    const GLuint program = ::glCreateProgram();
    ::glAttachShader(program, ::glCreateShader(GL_VERTEX_SHADER));
    ::glAttachShader(program, ::glCreateShader(GL_VERTEX_SHADER));
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    ::glAttachShader(program, ::glCreateShader(GL_FRAGMENT_SHADER));
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(Es2Rules, ColoursGoToAttachmentsOfTheirNumber) {
    Es2Context context;
    constexpr GLenum back[] = {GL_BACK, GL_NONE}, swapped[] = {GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT0},
                     right[] = {GL_NONE, GL_COLOR_ATTACHMENT1};
    ::glDrawBuffers(2, back);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    ::glDrawBuffers(1, back);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    GLuint framebuffer = 0;
    ::glGenFramebuffers(1, &framebuffer);
    ::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    ::glDrawBuffers(2, swapped);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    ::glDrawBuffers(2, right);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

// Views have errors of their own for what they can't be.
TEST(Es2Rules, ViewsSayWhatIsWrongWithThem) {
    Es2Context context;
    const GLuint texture = texture_2d();
    ::glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
    GLuint view = 0;
    ::glGenTextures(1, &view);
    ::glTextureViewOES(view, GL_TEXTURE_2D, texture, GL_INTENSITY, 0, 1, 0, 1);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    ::glTextureViewOES(view, GL_TEXTURE_1D, texture, GL_RGBA8, 0, 1, 0, 1);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
}

TEST(Es2Rules, FramebufferFetchInShaders) {
    Es2Context context;
    const auto compiles = [](const char* text) {
        const GLuint shader = ::glCreateShader(GL_FRAGMENT_SHADER);
        ::glShaderSource(shader, 1, &text, nullptr);
        ::glCompileShader(shader);
        GLint status = -1;
        ::glGetShaderiv(shader, GL_COMPILE_STATUS, &status);
        return status;
    };
#define FETCH "#extension GL_EXT_shader_framebuffer_fetch : require\n"
    EXPECT_TRUE(compiles("#version 300 es\n" FETCH "inout mediump vec4 c; void main() { c *= 0.5; }"));
    EXPECT_TRUE(compiles("#version 100\n" FETCH "void main() { gl_FragColor = gl_LastFragData[0] * 0.5; }"));
    EXPECT_TRUE(compiles("#version 100\n" FETCH "highp vec4 gl_LastFragData[gl_MaxDrawBuffers];\n"
                         "void main() { gl_FragColor = gl_LastFragData[0]; }"));
    EXPECT_FALSE(compiles("#version 300 es\ninout mediump vec4 c; void main() { c *= 0.5; }"));
    EXPECT_FALSE(compiles("#version 100\n" FETCH "void main() { gl_LastFragData[0] = vec4(1.0); }"));
    EXPECT_FALSE(compiles("#version 100\n" FETCH "inout mediump vec4 c; void main() { c *= 0.5; }"));
    EXPECT_FALSE(compiles("#version 300 es\n" FETCH "inout highp float gl_FragDepth; void main() {}"));
#undef FETCH
}

// OpenGL ES 3.2, 12.5: the near and far planes alone discard points. OpenGL is alike (docs/decisions/points.md).
template <class Made>
bool draws_point(const std::string& place) {
    Made context;
    const auto compile = [](GLenum type, const std::string& text) {
        const GLuint shader = ::glCreateShader(type);
        const GLchar* const source = text.c_str();
        ::glShaderSource(shader, 1, &source, nullptr);
        ::glCompileShader(shader);
        return shader;
    };
    const GLuint program = ::glCreateProgram();
    const std::string version = "#version 100\n";
    ::glAttachShader(program, compile(GL_VERTEX_SHADER,
                                      version + "void main() { gl_PointSize = 20.0; gl_Position = " + place + "; }\n"));
    ::glAttachShader(
        program,
        compile(GL_FRAGMENT_SHADER, version + "precision mediump float;\nvoid main() { gl_FragColor = vec4(1.0); }\n"));
    ::glLinkProgram(program);
    ::glUseProgram(program);
    if (!context.context->version.is_es2()) ::glEnable(GL_PROGRAM_POINT_SIZE);
    ::glClear(GL_COLOR_BUFFER_BIT);
    ::glDrawArrays(GL_POINTS, 0, 1);
    ::glFinish();
    int drawn = 0;
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++) drawn += context.pixel(x, y)[0] != 0;
    if constexpr (std::is_same_v<Made, Es2Context>) {
        EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    }
    return drawn > 0;
}

TEST(Es2Rules, PointsReachIntoTheWindow) {
    for (const char* place : {"vec4(-1.125, 0.0, 0.0, 1.0)", "vec4(1.125, 0.0, 0.0, 1.0)", "vec4(0.0, -2.25, 0.0, 2.0)",
                              "vec4(1.25, 1.25, 0.99, 1.0)"}) {
        EXPECT_TRUE(draws_point<Es2Context>(place)) << place;
        EXPECT_TRUE(draws_point<CurrentContext>(place)) << place;
    }
    for (const char* place : {"vec4(0.0, 0.0, 1.01, 1.0)", "vec4(0.0, 0.0, -1.01, 1.0)", "vec4(-1.5, 0.0, 0.0, 1.0)",
                              "vec4(0.0, 1.0e9, 0.0, 1.0)", "vec4(0.0, 0.0, 0.0, -1.0)"}) {
        EXPECT_FALSE(draws_point<Es2Context>(place)) << place;
        EXPECT_FALSE(draws_point<CurrentContext>(place)) << place;
    }
    EXPECT_TRUE(draws_point<CurrentContext>("vec4(0.0, 0.0, 0.0, 1.0)"));
}

}  // namespace
}  // namespace glapi
