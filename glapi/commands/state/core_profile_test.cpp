// What contexts of the core profile have not, and what is otherwise in them.
#include <array>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <utility>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using testing::CoreContext;
using testing::Pixel;
using testing::VersionContext;

TEST(CoreProfile, RefusesRemovedCommands) {
    CoreContext context;
    const std::pair<const char*, void (*)()> calls[] = {
#define REMOVED_COMMAND(name, ...) {#name, [] { (void)::name(__VA_ARGS__); }},
#include "glapi/generated/removed_commands.inc"
#undef REMOVED_COMMAND
    };
    EXPECT_GT(std::size(calls), 400u);
    for (const auto& [name, call] : calls) {
        call();
        EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION}) << name;
    }
}

struct Call {
    const char* what;
    std::function<void()> call;
    GLenum error = GL_INVALID_ENUM;
};

// Each of these is no error in the compatibility profile, and the given one in the core profile.
const Call removed[] = {
    {"lighting", [] { ::glEnable(GL_LIGHTING); }},
    {"a light", [] { ::glEnable(GL_LIGHT0); }},
    {"fog", [] { ::glEnable(GL_FOG); }},
    {"the alpha test", [] { ::glDisable(GL_ALPHA_TEST); }},
    {"a texture target", [] { ::glEnable(GL_TEXTURE_2D); }},
    {"a texture target asked for", [] { ::glIsEnabled(GL_TEXTURE_CUBE_MAP); }},
    {"an array", [] { ::glEnable(GL_VERTEX_ARRAY); }},
    {"smooth points", [] { ::glEnable(GL_POINT_SMOOTH); }},
    {"point sprites", [] { ::glEnable(GL_POINT_SPRITE); }},
    {"line stipple", [] { ::glEnable(GL_LINE_STIPPLE); }},
    {"polygon stipple", [] { ::glEnable(GL_POLYGON_STIPPLE); }},
    {"two-sided colours", [] { ::glEnable(GL_VERTEX_PROGRAM_TWO_SIDE); }},
    {"one face's mode", [] { ::glPolygonMode(GL_FRONT, GL_LINE); }},
    {"a hint", [] { ::glHint(GL_PERSPECTIVE_CORRECTION_HINT, GL_NICEST); }},
    {"clamped vertex colours", [] { ::glClampColor(GL_CLAMP_VERTEX_COLOR, GL_FALSE); }},
    {"the accumulation buffer", [] { ::glClear(GL_ACCUM_BUFFER_BIT); }, GL_INVALID_VALUE},
    {"a wrap mode", [] { ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP); }},
    {"mipmaps by themselves", [] { ::glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, 1); }},
    {"the depth mode", [] { ::glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_RED); }},
    {"luminance", [] { ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, nullptr); }},
    {"alpha", [] { ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_ALPHA, GL_UNSIGNED_BYTE, nullptr); }},
    {"a format's number", [] { ::glTexImage2D(GL_TEXTURE_2D, 0, 4, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr); },
     GL_INVALID_VALUE},
    {"an internal format",
     [] { ::glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr); },
     GL_INVALID_VALUE},
    {"an extension's internal format",
     [] { ::glTexImage2D(GL_TEXTURE_2D, 0, GL_ALPHA32F_ARB, 1, 1, 0, GL_RGBA, GL_FLOAT, nullptr); }, GL_INVALID_VALUE},
    {"storage",
     [] {
         GLuint texture = 0;
         ::glGenTextures(1, &texture);
         ::glBindTexture(GL_TEXTURE_2D, texture);
         ::glTexStorage2D(GL_TEXTURE_2D, 1, GL_ALPHA8, 1, 1);
         ::glBindTexture(GL_TEXTURE_2D, 0);
     }},
    {"a border", [] { ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 3, 3, 1, GL_RGBA, GL_UNSIGNED_BYTE, nullptr); },
     GL_INVALID_VALUE},
    {"the extensions as one string", [] { ::glGetString(GL_EXTENSIONS); }},
    {"a size of the framebuffer",
     [] {
         GLint v[4];
         ::glGetIntegerv(GL_DEPTH_BITS, v);
     }},
    {"a matrix",
     [] {
         GLfloat v[16];
         ::glGetFloatv(GL_MODELVIEW_MATRIX, v);
     }},
    {"a limit",
     [] {
         GLint v;
         ::glGetIntegerv(GL_MAX_TEXTURE_UNITS, &v);
     }},
    {"a pointer",
     [] {
         void* v;
         ::glGetPointerv(GL_VERTEX_ARRAY_POINTER, &v);
     }},
    {"a convention of quads",
     [] {
         GLboolean v;
         ::glGetBooleanv(GL_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION, &v);
     }},
    {"a name that was not generated", [] { ::glBindTexture(GL_TEXTURE_2D, 77); }, GL_INVALID_OPERATION},
    {"a buffer's", [] { ::glBindBuffer(GL_ARRAY_BUFFER, 77); }, GL_INVALID_OPERATION},
    {"a query's",
     [] {
         ::glBeginQuery(GL_SAMPLES_PASSED, 77);
         ::glEndQuery(GL_SAMPLES_PASSED);
     },
     GL_INVALID_OPERATION},
};

// Other drivers read them, and programs count on it; but an offset is no address.
TEST(CoreProfile, IndicesMayComeFromMemory) {
    VersionContext context(33, Profile::Core);
    GLuint arrays = 0;
    ::glGenVertexArrays(1, &arrays);
    ::glBindVertexArray(arrays);
    const GLushort indices[] = {0, 1, 2};
    ::glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, indices);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    for (const uintptr_t offset : {uintptr_t{0}, uintptr_t{1024}}) {
        ::glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, reinterpret_cast<const void*>(offset));
        EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION}) << offset;
    }
}

TEST(CoreProfile, RefusesWhatIsRemovedOfCommands) {
    for (const Profile profile : {Profile::Compatibility, Profile::Core}) {
        VersionContext context(33, profile);
        for (const Call& row : removed) {
            row.call();
            EXPECT_EQ(::glGetError(), profile == Profile::Core ? row.error : GLenum{GL_NO_ERROR}) << row.what;
            while (::glGetError() != GL_NO_ERROR) continue;
        }
    }
}

TEST(CoreProfile, TakesWhatIsLeft) {
    CoreContext context;
    const Call calls[] = {
        {"clip distances", [] { ::glEnable(GL_CLIP_DISTANCE0); }},
        {"sizes of points by programs", [] { ::glEnable(GL_PROGRAM_POINT_SIZE); }},
        {"both faces' mode", [] { ::glPolygonMode(GL_FRONT_AND_BACK, GL_FILL); }},
        {"a wide line", [] { ::glLineWidth(2); }},
        {"a swizzle", [] { ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, GL_ALPHA); }},
        {"a generic attribute", [] { ::glVertexAttrib4f(0, 1, 2, 3, 4); }},
        {"a line's width",
         [] {
             GLfloat v[2];
             ::glGetFloatv(GL_ALIASED_LINE_WIDTH_RANGE, v);
         }},
        {"the buffer of elements",
         [] {
             GLuint b;
             ::glGenBuffers(1, &b);
             ::glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, b);
         }},
    };
    for (const Call& row : calls) {
        row.call();
        EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR}) << row.what;
    }
    GLfloat values[4] = {};
    ::glGetVertexAttribfv(0, GL_CURRENT_VERTEX_ATTRIB, values);
    EXPECT_EQ(values[3], 4.0f) << "attribute 0 is like the others";
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(CoreProfile, ForwardCompatibleContextsHaveNoWideLines) {
    for (const bool forward : {false, true}) {
        VersionContext context(32, Profile::Core, forward);
        ::glLineWidth(1);
        EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
        ::glLineWidth(1.5f);
        EXPECT_EQ(context.error(), forward ? GLenum{GL_INVALID_VALUE} : GLenum{GL_NO_ERROR});
    }
}

TEST(CoreProfile, NeedsVertexArrayObjects) {
    CoreContext context;
    ::glEnableVertexAttribArray(0);
    ::glDisableVertexAttribArray(0);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR}) << "other drivers let programs enable and disable";
    GLuint buffer = 0, array = 0;
    ::glGenBuffers(1, &buffer);
    ::glBindBuffer(GL_ARRAY_BUFFER, buffer);
    ::glBufferData(GL_ARRAY_BUFFER, 64, nullptr, GL_STATIC_DRAW);
    const Call calls[] = {
        {"a pointer", [] { ::glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr); }},
        {"an integer pointer", [] { ::glVertexAttribIPointer(0, 4, GL_INT, 0, nullptr); }},
        {"a divisor", [] { ::glVertexAttribDivisor(0, 0); }},
        {"a query",
         [] {
             GLint v;
             ::glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_ARRAY_SIZE, &v);
         }},
        {"a draw", [] { ::glDrawArrays(GL_TRIANGLES, 0, 3); }},
    };
    for (const bool bound : {false, true}) {
        for (const Call& row : calls) {
            row.call();
            EXPECT_EQ(::glGetError(), bound ? GLenum{GL_NO_ERROR} : GLenum{GL_INVALID_OPERATION}) << row.what;
        }
        ::glGenVertexArrays(1, &array);
        ::glBindVertexArray(array);
    }
    ::glBindBuffer(GL_ARRAY_BUFFER, 0);
    static const GLushort places[3] = {0, 1, 2};
    ::glVertexAttribPointer(0, 2, GL_UNSIGNED_SHORT, GL_FALSE, 0, places);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION}) << "an array in memory";
    for (const GLenum mode : {GL_QUADS, GL_QUAD_STRIP, GL_POLYGON}) {
        ::glDrawArrays(mode, 0, 4);
        EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM}) << mode;
    }
}

TEST(CoreProfile, Draws) {
    CoreContext context(32);
    const auto shader = [](GLenum type, const char* text) {
        const GLuint name = ::glCreateShader(type);
        ::glShaderSource(name, 1, &text, nullptr);
        ::glCompileShader(name);
        return name;
    };
    const GLuint program = ::glCreateProgram();
    ::glAttachShader(
        program, shader(GL_VERTEX_SHADER, "#version 150\nin vec2 at; void main() { gl_Position = vec4(at, 0, 1); }"));
    ::glAttachShader(
        program,
        shader(GL_FRAGMENT_SHADER, "#version 150\nout vec4 color; void main() { color = vec4(gl_PointCoord, 0, 1); }"));
    ::glLinkProgram(program);
    ::glUseProgram(program);
    GLuint buffer = 0, array = 0;
    ::glGenVertexArrays(1, &array);
    ::glBindVertexArray(array);
    ::glGenBuffers(1, &buffer);
    ::glBindBuffer(GL_ARRAY_BUFFER, buffer);
    static constexpr std::array<GLfloat, 2> center{};
    ::glBufferData(GL_ARRAY_BUFFER, sizeof center, center.data(), GL_STATIC_DRAW);
    const auto at = GLuint(::glGetAttribLocation(program, "at"));
    ::glVertexAttribPointer(at, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    ::glEnableVertexAttribArray(at);
    ::glPointSize(64);
    ::glDrawArrays(GL_POINTS, 0, 1);
    ASSERT_EQ(context.error(), GLenum{GL_NO_ERROR});
    // Points are sprites: their coordinates run from the upper left.
    EXPECT_EQ(context.pixel(0, 63), (Pixel{2, 2, 0, 255}));
    EXPECT_EQ(context.pixel(63, 0), (Pixel{253, 253, 0, 255}));
}

}  // namespace
}  // namespace glapi
