// What OpenGL ES has of its own at the end of the pipeline: advanced blending, and fragments that read the framebuffer.
#include <array>
#include <gtest/gtest.h>
#include <string>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/es_context.h"

namespace glapi {
namespace {

using testing::Es2Context;
using Pixel = std::array<uint8_t, 4>;

GLuint program_of(const std::string& fragment) {
    const char* const vertex =
        "#version 320 es\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, "
        "1); "
        "}\n";
    const char* const texts[] = {vertex, fragment.c_str()};
    const GLuint program = ::glCreateProgram();
    for (int n = 0; n < 2; ++n) {
        const GLuint shader = ::glCreateShader(n ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
        ::glShaderSource(shader, 1, &texts[n], nullptr);
        ::glCompileShader(shader);
        ::glAttachShader(program, shader);
    }
    ::glLinkProgram(program);
    GLint linked = 0;
    ::glGetProgramiv(program, GL_LINK_STATUS, &linked);
    char log[1000] = "";
    ::glGetProgramInfoLog(program, sizeof log, nullptr, log);
    EXPECT_TRUE(linked) << log;
    return program;
}

Pixel pixel_at(int x, int y) {
    Pixel pixel{};
    ::glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    return pixel;
}

constexpr const char* half_red =
    "precision highp float;\nlayout(blend_support_multiply) out;\nout vec4 c;\nvoid main() { c = vec4(0.5, 0, 0, 1); "
    "}\n";

TEST(EsFragments, AdvancedBlendingIsDone) {
    Es2Context context;
    ::glUseProgram(program_of(std::string("#version 320 es\n") + half_red));
    ::glClearColor(0.5f, 1, 1, 1);
    ::glClear(GL_COLOR_BUFFER_BIT);
    ::glEnable(GL_BLEND);
    ::glBlendEquation(GL_MULTIPLY);
    ::glDrawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(pixel_at(5, 5), (Pixel{64, 0, 0, 255}));
    EXPECT_TRUE(::glIsEnabled(GL_BLEND_ADVANCED_COHERENT_KHR));
    GLint equation = 0;
    ::glGetIntegerv(GL_BLEND_EQUATION_RGB, &equation);
    EXPECT_EQ(equation, GL_MULTIPLY);
    ::glBlendBarrier();
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(EsFragments, AdvancedBlendingWantsItsLayoutAndOneBuffer) {
    Es2Context context;
    ::glUseProgram(program_of(std::string("#version 320 es\n") + half_red));
    ::glEnable(GL_BLEND);
    ::glBlendEquation(GL_SCREEN);
    ::glDrawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    ::glDisable(GL_BLEND);
    ::glDrawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    ::glEnable(GL_BLEND);
    ::glBlendEquationSeparate(GL_MULTIPLY, GL_FUNC_ADD);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    ::glBlendEquation(GL_MULTIPLY);
    GLuint framebuffer = 0, textures[2] = {};
    ::glGenFramebuffers(1, &framebuffer);
    ::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    ::glGenTextures(2, textures);
    constexpr GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    for (int n = 0; n < 2; ++n) {
        ::glBindTexture(GL_TEXTURE_2D, textures[n]);
        ::glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8);
        ::glFramebufferTexture2D(GL_FRAMEBUFFER, buffers[n], GL_TEXTURE_2D, textures[n], 0);
    }
    ::glDrawBuffers(2, buffers);
    ::glDrawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    ::glDrawBuffers(1, buffers);
    ::glDrawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

// Each fragment sees what those before it have left, in one draw, too.
TEST(EsFragments, ReadTheFramebuffer) {
    Es2Context context;
    ::glUseProgram(
        program_of("#version 320 es\n#extension GL_EXT_shader_framebuffer_fetch : require\n"
                   "precision highp float;\nlayout(location = 0) inout vec4 c;\n"
                   "void main() { if (gl_FragCoord.x < 16.0) c.r += 16.0 / 255.0; }\n"));
    ::glClearColor(0, 0.2f, 0, 1);
    ::glClear(GL_COLOR_BUFFER_BIT);
    ::glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 4);
    EXPECT_EQ(pixel_at(5, 5), (Pixel{64, 51, 0, 255}));
    EXPECT_EQ(pixel_at(20, 5), (Pixel{0, 51, 0, 255}));
    ::glFramebufferFetchBarrierEXT();
    GLboolean discards = 0;
    ::glGetBooleanv(GL_FRAGMENT_SHADER_DISCARDS_SAMPLES_EXT, &discards);
    EXPECT_TRUE(discards);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(EsFragments, ReadIntegersAndSamples) {
    Es2Context context;
    GLuint framebuffer = 0, renderbuffers[2] = {};
    ::glGenFramebuffers(1, &framebuffer);
    ::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    ::glGenRenderbuffers(2, renderbuffers);
    ::glBindRenderbuffer(GL_RENDERBUFFER, renderbuffers[0]);
    ::glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8UI, 8, 8);
    ::glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffers[0]);
    constexpr GLuint zero[4] = {};
    ::glClearBufferuiv(GL_COLOR, 0, zero);
    ::glUseProgram(
        program_of("#version 320 es\n#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require\n"
                   "precision highp float;\nlayout(location = 0, noncoherent) inout highp uvec4 c;\n"
                   "void main() { c.x = c.x * 2u + uint(gl_SampleID) + 1u; }\n"));
    ::glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 2);
    // Integers are not resolved but taken: of sample 0.
    ::glBindRenderbuffer(GL_RENDERBUFFER, renderbuffers[1]);
    ::glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8UI, 8, 8);
    GLuint single = 0;
    ::glGenFramebuffers(1, &single);
    ::glBindFramebuffer(GL_DRAW_FRAMEBUFFER, single);
    ::glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffers[1]);
    ::glBlitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    ::glBindFramebuffer(GL_FRAMEBUFFER, single);
    std::array<GLuint, 4> value{};
    ::glReadPixels(3, 3, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, value.data());
    EXPECT_EQ(value[0], 3u);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(EsFragments, BoxesAndDepthRangesAreKept) {
    Es2Context context;
    ::glPrimitiveBoundingBox(-2, -1, 0, 1, 2, 3, 4, 5);
    GLfloat box[8] = {};
    ::glGetFloatv(GL_PRIMITIVE_BOUNDING_BOX, box);
    EXPECT_EQ(box[0], -2);
    EXPECT_EQ(box[7], 5);
    constexpr GLfloat ranges[] = {0.25f, 0.5f, 0.5f, 0.75f};
    ::glDepthRangeArrayfvOES(1, 2, ranges);
    ::glDepthRangeIndexedfOES(3, 0, 0.125f);
    GLfloat range[2] = {};
    ::glGetFloati_vOES(GL_DEPTH_RANGE, 2, range);
    EXPECT_EQ(range[1], 0.75f);
    ::glGetFloati_vOES(GL_DEPTH_RANGE, 3, range);
    EXPECT_EQ(range[1], 0.125f);
    ::glDepthRangeArrayfvOES(15, 2, ranges);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
}

}  // namespace
}  // namespace glapi
