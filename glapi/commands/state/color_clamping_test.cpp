// ARB_color_buffer_float: what clamps colours, and what doesn't.
#include <gtest/gtest.h>

#include "glapi/testing/test_window.h"

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

}  // namespace
}  // namespace glapi
