// ARB_color_buffer_float: what clamps colours, and what doesn't.
#include <gtest/gtest.h>

#include "glapi/testing/test_window.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;

class ColorClamping : public ::testing::Test {
  protected:
    void attach(GLenum format) {
        GLuint names[2];
        GenFramebuffers(*gl, 1, &names[0]);
        GenRenderbuffers(*gl, 1, &names[1]);
        BindFramebuffer(*gl, GL_FRAMEBUFFER, names[0]);
        BindRenderbuffer(*gl, GL_RENDERBUFFER, names[1]);
        RenderbufferStorage(*gl, GL_RENDERBUFFER, format, 8, 8);
        FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[1]);
        ASSERT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
        Viewport(*gl, 0, 0, 8, 8);
        ClampColor(*gl, GL_CLAMP_READ_COLOR, GL_FALSE);
        ClampColor(*gl, GL_CLAMP_VERTEX_COLOR, GL_FALSE);
    }
    std::array<float, 4> drawn(float r, float g, float b, float a) {
        Color4f(*gl, r, g, b, a);
        Rectf(*gl, -1, -1, 1, 1);
        std::array<float, 4> pixel{};
        ReadPixels(*gl, 4, 4, 1, 1, GL_RGBA, GL_FLOAT, pixel.data());
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        return pixel;
    }
    CurrentContext gl;
};

using Color = std::array<float, 4>;

TEST_F(ColorClamping, FloatBuffersBlendWithTheConstantAsItIs) {
    attach(GL_RGBA32F);
    Enable(*gl, GL_BLEND);
    BlendColor(*gl, 2, -1, 0.5f, 3);
    BlendFunc(*gl, GL_CONSTANT_COLOR, GL_ZERO);
    EXPECT_EQ(drawn(4, 4, 4, 4), (Color{8, -4, 2, 12})) << "FIXED_ONLY: no clamp";
    ClampColor(*gl, GL_CLAMP_FRAGMENT_COLOR, GL_TRUE);
    EXPECT_EQ(drawn(4, 4, 4, 4), (Color{2, -1, 0.5f, 3})) << "the fragment is clamped, the constant is not";
}

TEST_F(ColorClamping, NormalizedBuffersClampTheConstant) {
    attach(GL_RGBA8);
    ClampColor(*gl, GL_CLAMP_FRAGMENT_COLOR, GL_FALSE);
    Enable(*gl, GL_BLEND);
    BlendColor(*gl, 2, -1, 1, 3);
    BlendFunc(*gl, GL_CONSTANT_COLOR, GL_ZERO);
    EXPECT_EQ(drawn(0.2f, 1, 4, 0.4f), (Color{0.2f, 0, 1, 0.4f}));
}

TEST_F(ColorClamping, LogicOperationsTurnBlendingOffForFloatsToo) {
    attach(GL_RGBA32F);
    Enable(*gl, GL_BLEND);
    BlendFunc(*gl, GL_ZERO, GL_ZERO);
    Enable(*gl, GL_COLOR_LOGIC_OP);
    LogicOp(*gl, GL_XOR);
    EXPECT_EQ(drawn(4, 3, 2, 1), (Color{4, 3, 2, 1})) << "no operation on floats, and no blending";
}

TEST_F(ColorClamping, FogAndEnvironmentColorsAreKeptAsTheyWereGiven) {
    const float color[] = {7, -2, 0.5f, 1};
    float read[4];
    for (const bool clamps : {true, false}) {
        ClampColor(*gl, GL_CLAMP_FRAGMENT_COLOR, clamps ? GL_TRUE : GL_FALSE);
        Fogfv(*gl, GL_FOG_COLOR, color);
        GetFloatv(*gl, GL_FOG_COLOR, read);
        EXPECT_EQ(read[0], clamps ? 1.0f : 7.0f);
        TexEnvfv(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, color);
        GetTexEnvfv(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, read);
        EXPECT_EQ(read[1], clamps ? 0.0f : -2.0f);
    }
}

TEST_F(ColorClamping, BorderColorsReadBackClampedWhileFragmentsAreClamped) {
    const float color[] = {7, -2, 0.5f, 1};
    float read[4];
    TexParameterfv(*gl, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, color);
    GetTexParameterfv(*gl, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, read);
    EXPECT_EQ(read[0], 1.0f);
    EXPECT_EQ(read[1], 0.0f);
    ClampColor(*gl, GL_CLAMP_FRAGMENT_COLOR, GL_FALSE);
    GetTexParameterfv(*gl, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, read);
    EXPECT_EQ(read[0], 7.0f);
    EXPECT_EQ(read[1], -2.0f);
}

TEST_F(ColorClamping, StateReadsBackAsFragmentsSeeIt) {
    AlphaFunc(*gl, GL_ALWAYS, 7);
    float reference = 0;
    attach(GL_RGBA32F);
    GetFloatv(*gl, GL_ALPHA_TEST_REF, &reference);
    EXPECT_EQ(reference, 7) << "FIXED_ONLY: floats are not clamped";
    ClampColor(*gl, GL_CLAMP_FRAGMENT_COLOR, GL_TRUE);
    GetFloatv(*gl, GL_ALPHA_TEST_REF, &reference);
    EXPECT_EQ(reference, 1);
}

TEST_F(ColorClamping, SignedComponentsAreThoseOfTheFirstDrawBuffer) {
    const auto components = [&] {
        std::array<GLint, 4> values{};
        GetIntegerv(*gl, GL_RGBA_SIGNED_COMPONENTS_EXT, values.data());
        return values;
    };
    EXPECT_EQ(components(), (std::array<GLint, 4>{0, 0, 0, 0}));
    attach(GL_RGBA16F);
    EXPECT_EQ(components(), (std::array<GLint, 4>{1, 1, 1, 1}));
    attach(GL_RG8I);
    EXPECT_EQ(components(), (std::array<GLint, 4>{1, 1, 0, 0}));
    attach(GL_R11F_G11F_B10F);
    EXPECT_EQ(components(), (std::array<GLint, 4>{0, 0, 0, 0}));
    attach(GL_RGBA8);
    EXPECT_EQ(components(), (std::array<GLint, 4>{0, 0, 0, 0}));
}

// GL 4.6, 17.3.6.1: in the core profile colours are clamped to what a signed normalized buffer holds, before they are
// blended and afterwards.
TEST(SignedBuffers, HoldMinusOne) {
    testing::CoreContext gl(45);
    const auto compile = [&](GLenum type, const char* text) {
        const GLuint shader = CreateShader(*gl, type);
        ShaderSource(*gl, shader, 1, &text, nullptr);
        CompileShader(*gl, shader);
        return shader;
    };
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program,
                 compile(GL_VERTEX_SHADER,
                         "#version 450\nvoid main() { gl_Position = vec4(gl_VertexID % 2 * 4 - 1, "
                         "gl_VertexID / 2 * 4 - 1, 0, 1); }\n"));
    AttachShader(*gl, program,
                 compile(GL_FRAGMENT_SHADER, "#version 450\nuniform vec4 v;\nout vec4 c;\nvoid main() { c = v; }\n"));
    LinkProgram(*gl, program);
    UseProgram(*gl, program);
    GLuint array = 0, framebuffer = 0;
    GenVertexArrays(*gl, 1, &array);
    BindVertexArray(*gl, array);
    GenFramebuffers(*gl, 1, &framebuffer);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    for (const GLenum format : {GL_R8_SNORM, GL_RG8_SNORM, GL_RGB8_SNORM, GL_RGBA8_SNORM, GL_R16_SNORM, GL_RG16_SNORM,
                                GL_RGB16_SNORM, GL_RGBA16_SNORM}) {
        GLuint texture = 0;
        GenTextures(*gl, 1, &texture);
        BindTexture(*gl, GL_TEXTURE_2D, texture);
        TexStorage2D(*gl, GL_TEXTURE_2D, 1, format, 4, 4);
        FramebufferTexture2D(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
        if (CheckFramebufferStatus(*gl, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) continue;
        const auto drawn = [&](float r, float g, float b, float a) {
            Uniform4f(*gl, GetUniformLocation(*gl, program, "v"), r, g, b, a);
            DrawArrays(*gl, GL_TRIANGLES, 0, 3);
            std::array<float, 64> pixels{};
            GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, pixels.data());
            EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
            return Color{pixels[0], pixels[1], pixels[2], pixels[3]};
        };
        GLint sizes[4] = {};
        constexpr GLenum questions[] = {GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE, GL_TEXTURE_BLUE_SIZE,
                                        GL_TEXTURE_ALPHA_SIZE};
        for (size_t c = 0; c < 4; c++) GetTexLevelParameteriv(*gl, GL_TEXTURE_2D, 0, questions[c], &sizes[c]);
        const auto expect = [&](const Color& got, const Color& wanted) {
            for (size_t c = 0; c < 4; c++)
                EXPECT_NEAR(sizes[c] ? got[c] : wanted[c], wanted[c], 0.005f) << std::hex << format << ' ' << c;
        };
        expect(drawn(-123 / 127.0f, -0.5f, 0.25f, -1), {-123 / 127.0f, -0.5f, 0.25f, -1});
        expect(drawn(-3, 2, -1, -0.125f), {-1, 1, -1, -0.125f});
        Enable(*gl, GL_BLEND);
        BlendFunc(*gl, GL_ONE, GL_ONE);
        expect(drawn(0.5f, -0.75f, -5, 0.125f), {-0.5f, 0.25f, -1, 0});
        BlendFunc(*gl, GL_CONSTANT_COLOR, GL_ZERO);
        BlendColor(*gl, -0.5f, -1, 1, -7);
        expect(drawn(1, 0.5f, -0.25f, 0.25f), {-0.5f, -0.5f, -0.25f, -0.25f});
        Disable(*gl, GL_BLEND);
        DeleteTextures(*gl, 1, &texture);
    }
}

}  // namespace
}  // namespace glapi
