// What contexts of OpenGL ES 2.0 and later have, and what they refuse.
#include <algorithm>
#include <array>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/registry/entry_point_table.h"
#include "glapi/testing/es_context.h"

namespace glapi {
namespace {

using testing::CurrentContext;
using testing::Es2Context;
using testing::string_of;

GLuint shader(GLenum stage, const char* text, bool right = true) {
    const GLuint name = ::glCreateShader(stage);
    ::glShaderSource(name, 1, &text, nullptr);
    ::glCompileShader(name);
    GLint compiled = -1;
    ::glGetShaderiv(name, GL_COMPILE_STATUS, &compiled);
    std::array<char, 1000> log{};
    ::glGetShaderInfoLog(name, log.size(), nullptr, log.data());
    EXPECT_EQ(compiled, GLint(right)) << log.data();
    return name;
}

GLuint program(const char* vertex, const char* fragment) {
    const GLuint name = ::glCreateProgram();
    ::glAttachShader(name, shader(GL_VERTEX_SHADER, vertex));
    ::glAttachShader(name, shader(GL_FRAGMENT_SHADER, fragment));
    ::glLinkProgram(name);
    GLint linked = 0;
    ::glGetProgramiv(name, GL_LINK_STATUS, &linked);
    EXPECT_TRUE(linked);
    return name;
}

TEST(Es2, SaysWhatItIs) {
    const Es2Context context;
    EXPECT_EQ(string_of(GL_VERSION), "OpenGL ES 3.2 asmgl");
    EXPECT_EQ(string_of(GL_SHADING_LANGUAGE_VERSION), "OpenGL ES GLSL ES 3.20");
    GLint major = 0, minor = 0, count = 0;
    ::glGetIntegerv(GL_MAJOR_VERSION, &major);
    ::glGetIntegerv(GL_MINOR_VERSION, &minor);
    ::glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    EXPECT_EQ(10 * major + minor, 32);
    const std::string extensions = string_of(GL_EXTENSIONS) + ' ';
    EXPECT_EQ(std::ranges::count(extensions, ' '), count);
    EXPECT_NE(extensions.find("GL_OES_standard_derivatives "), std::string::npos);
    EXPECT_EQ(extensions.find("GL_ARB"), std::string::npos);
}

TEST(Es2, HasTheVersionsThatThereAre) {
    const auto made = [](int major, int minor) {
        ContextRequest request;
        request.api = Api::OpenGlEs;
        request.major = major;
        request.minor = minor;
        const ContextResult result = create_context(request);
        const int version = result.context ? version_of(*result.context) : 0;
        destroy_context(result.context);
        return version;
    };
    EXPECT_EQ(made(1, 1), 11);
    EXPECT_EQ(made(2, 0), 32);
    EXPECT_EQ(made(3, 0), 32);
    EXPECT_EQ(made(3, 1), 32);
    EXPECT_EQ(made(3, 2), 32);
    EXPECT_EQ(made(3, 3), 0);
    EXPECT_EQ(made(2, 1), 0);
}

// Every command of 2.0 to 3.2 and of the named extensions is there, and no context of OpenGL ES 2 stops at its name.
TEST(Es2, HasTheCommandsOfTheRegistry) {
    struct Row {
        std::string_view from, command;
    };
    static constexpr Row rows[] = {
#define ES_COMMAND(from, command) {from, command},
#include "glapi/generated/es2_commands.inc"
#undef ES_COMMAND
    };
    std::map<std::string_view, bool> implemented;
    for (const EntryPoint& entry : entry_point_table()) implemented[entry.name] = !entry.missing;
    EXPECT_EQ(std::ranges::count(rows, "GL_ES_VERSION_2_0", &Row::from), 142);
    EXPECT_EQ(std::ranges::count(rows, "GL_ES_VERSION_3_0", &Row::from), 104);
    EXPECT_EQ(std::ranges::count(rows, "GL_ES_VERSION_3_1", &Row::from), 68);
    EXPECT_EQ(std::ranges::count(rows, "GL_ES_VERSION_3_2", &Row::from), 44);
    for (const Row& row : rows) EXPECT_TRUE(implemented[row.command]) << row.from << ": " << row.command;
}

TEST(Es2, RefusesWhatOnlyOpenGlHas) {
    Es2Context context;
    const std::pair<const char*, std::function<void()>> calls[] = {
        {"glBegin", [] { ::glBegin(GL_TRIANGLES); }},
        {"glMatrixMode", [] { ::glMatrixMode(GL_PROJECTION); }},
        {"glColor4x", [] { ::glColor4x(0, 0, 0, 0); }},
        {"glClearDepth", [] { ::glClearDepth(1); }},
        {"glTexImage1D", [] { ::glTexImage1D(GL_TEXTURE_1D, 0, GL_RGB, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr); }},
        {"glDrawBuffer", [] { ::glDrawBuffer(GL_BACK); }},
        {"glMapBuffer of ARB_direct_state_access", [] { ::glMapNamedBuffer(1, GL_READ_ONLY); }},
    };
    for (const auto& [name, call] : calls) {
        call();
        EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION}) << name;
    }
    ::glEnable(GL_ALPHA_TEST);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    ::glBindTexture(GL_TEXTURE_1D, 0);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    ::glDrawArrays(GL_QUADS, 0, 4);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    // Internal formats without sizes are those of the pixels.
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_BGRA, 1, 1, 0, GL_BGRA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(Es2, OpenGlRefusesWhatOnlyEsHas) {
    CurrentContext context(8, 8);
    ::glColor4x(0, 0, 0, 0);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
}

TEST(Es2, ShadersAreOfItsLanguages) {
    const Es2Context context;
    shader(GL_VERTEX_SHADER, "attribute vec4 a; void main() { gl_Position = a; }");
    shader(GL_VERTEX_SHADER, "#version 100\nattribute vec4 a; void main() { gl_Position = a; }");
    shader(GL_VERTEX_SHADER, "#version 300 es\nin vec4 a; void main() { gl_Position = a; }");
    shader(GL_COMPUTE_SHADER, "#version 310 es\nlayout(local_size_x = 4) in; void main() {}");
    shader(GL_VERTEX_SHADER, "#version 320 es\nvoid main() {}");
    shader(GL_VERTEX_SHADER, "#version 330\nvoid main() {}", false);
    // As in 1.00: floats of fragment shaders have no default precision.
    shader(GL_FRAGMENT_SHADER, "varying vec4 v; void main() { gl_FragColor = v; }", false);
}

TEST(Es2, DrawsFromTheClientsArrays) {
    Es2Context context;
    ::glUseProgram(
        program("attribute vec2 at; varying mediump vec2 v; void main() { v = at; gl_Position = vec4(at, 0, 1); }",
                "precision mediump float; varying vec2 v; uniform vec4 color;"
                "void main() { gl_FragColor = v.x > 2.0 ? vec4(1) : color; }"));
    GLint current = 0;
    ::glGetIntegerv(GL_CURRENT_PROGRAM, &current);
    ::glUniform4f(::glGetUniformLocation(GLuint(current), "color"), 0, 1, 0.4f, 1);
    const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
    ::glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    ::glEnableVertexAttribArray(0);
    ::glDrawArrays(GL_TRIANGLES, 0, 3);
    std::array<uint8_t, 4> pixel{};
    ::glReadPixels(20, 20, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    EXPECT_EQ(pixel, (std::array<uint8_t, 4>{0, 255, 102, 255}));
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

// What OpenGL has switches for: the size of points by the vertex shader, and coordinates within them.
TEST(Es2, PointsHaveSizesAndCoordinates) {
    Es2Context context;
    ::glUseProgram(program("void main() { gl_PointSize = 8.0; gl_Position = vec4(0, 0, 0, 1); }",
                           "precision mediump float; void main() { gl_FragColor = vec4(gl_PointCoord, 0, 1); }"));
    ::glDrawArrays(GL_POINTS, 0, 1);
    std::array<uint8_t, 4> pixel{};
    ::glReadPixels(35, 28, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    EXPECT_NEAR(pixel[0], 239, 2);  // 7.5 / 8
    EXPECT_NEAR(pixel[1], 239, 2);
}

// Colours for sRGB images are always encoded.
TEST(Es2, WritesSrgb) {
    Es2Context context;
    GLuint texture = 0, framebuffer = 0;
    ::glGenTextures(1, &texture);
    ::glBindTexture(GL_TEXTURE_2D, texture);
    ::glTexStorage2D(GL_TEXTURE_2D, 1, GL_SRGB8_ALPHA8, 4, 4);
    ::glGenFramebuffers(1, &framebuffer);
    ::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    ::glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    ::glClearColor(0.5f, 0, 1, 0.5f);
    ::glClear(GL_COLOR_BUFFER_BIT);
    std::array<uint8_t, 4> pixel{};
    ::glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    EXPECT_EQ(pixel, (std::array<uint8_t, 4>{188, 0, 255, 128}));
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

// ANGLE_pack_reverse_row_order.
TEST(Es2, ReadsRowsFromAbove) {
    const Es2Context context;
    ::glClearColor(1, 0, 0, 1);
    ::glClear(GL_COLOR_BUFFER_BIT);
    ::glEnable(GL_SCISSOR_TEST);
    ::glScissor(0, 0, 1, 1);
    ::glClearColor(0, 1, 0, 1);
    ::glClear(GL_COLOR_BUFFER_BIT);
    std::array<GLubyte, 16> pixels{};
    ::glReadPixels(0, 0, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    EXPECT_EQ(pixels[1], 255) << "the lower row first";
    ::glPixelStorei(GL_PACK_REVERSE_ROW_ORDER_ANGLE, GL_TRUE);
    GLint reversed = 0;
    ::glGetIntegerv(GL_PACK_REVERSE_ROW_ORDER_ANGLE, &reversed);
    EXPECT_EQ(reversed, GL_TRUE);
    ::glReadPixels(0, 0, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    EXPECT_EQ(pixels[5], 255) << "the upper row first";
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

}  // namespace
}  // namespace glapi
