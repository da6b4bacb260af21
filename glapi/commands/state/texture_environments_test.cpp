// Texture environments: COMBINE4 of NV_texture_env_combine4, sums of two products; tokens that are no tokens.
#include <gtest/gtest.h>
#include <limits>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

class TextureEnvironments : public ::testing::Test {
  protected:
    TextureEnvironments() {
        GLuint name = 0;
        GenTextures(*gl, 1, &name);
        BindTexture(*gl, GL_TEXTURE_2D, name);
        const uint8_t texel[4] = {204, 102, 51, 255};
        TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
        TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        Enable(*gl, GL_TEXTURE_2D);
        const float constant[4] = {0.2f, 0.4f, 0.2f, 0.5f};
        TexEnvfv(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, constant);
        TexEnvi(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE4_NV);
        Color4f(*gl, 0.5f, 1, 0.2f, 0.6f);
    }
    void set(GLenum pname, GLint value) { TexEnvi(*gl, GL_TEXTURE_ENV, pname, value); }
    Pixel drawn() {
        Rectf(*gl, -1, -1, 1, 1);
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        return gl.pixel(30, 30);
    }
    CurrentContext gl;
};

TEST_F(TextureEnvironments, AddTwoProducts) {
    set(GL_COMBINE_RGB, GL_ADD);
    set(GL_COMBINE_ALPHA, GL_ADD);
    set(GL_OPERAND2_RGB, GL_SRC_COLOR);
    // At first the fourth argument is 1 - 0: texture * previous + constant.
    EXPECT_EQ(drawn(), (Pixel{153, 204, 61, 255}));
    set(GL_SOURCE3_RGB_NV, GL_PRIMARY_COLOR);
    set(GL_OPERAND3_RGB_NV, GL_SRC_ALPHA);
    set(GL_SOURCE3_ALPHA_NV, GL_CONSTANT);
    // .8 * .5 + .2 * .6, .4 + .4 * .6, .04 + .2 * .6; .6 + .5 * (1 - .5)
    EXPECT_EQ(drawn(), (Pixel{133, 163, 41, 217}));
}

TEST_F(TextureEnvironments, AddSignedTakesHalfAway) {
    set(GL_COMBINE_RGB, GL_ADD_SIGNED);
    set(GL_COMBINE_ALPHA, GL_ADD_SIGNED);
    set(GL_OPERAND2_RGB, GL_SRC_COLOR);
    set(GL_RGB_SCALE, 2);
    EXPECT_EQ(drawn(), (Pixel{51, 153, 0, 153}));
}

TEST_F(TextureEnvironments, TellTheirFourthArguments) {
    GLint value = 0;
    for (const auto& [pname, at_first] : {std::pair{GL_SOURCE3_RGB_NV, GL_ZERO},
                                          {GL_SOURCE3_ALPHA_NV, GL_ZERO},
                                          {GL_OPERAND3_RGB_NV, GL_ONE_MINUS_SRC_COLOR},
                                          {GL_OPERAND3_ALPHA_NV, GL_ONE_MINUS_SRC_ALPHA}}) {
        GetTexEnviv(*gl, GL_TEXTURE_ENV, pname, &value);
        EXPECT_EQ(value, at_first) << pname;
    }
    set(GL_OPERAND3_ALPHA_NV, GL_SRC_COLOR);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    set(GL_SOURCE3_RGB_NV, GL_SRC_COLOR);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
}

// Three arguments are what COMBINE has, with the same functions.
TEST_F(TextureEnvironments, CombineKnowsNoProducts) {
    set(GL_TEXTURE_ENV_MODE, GL_COMBINE);
    set(GL_COMBINE_RGB, GL_ADD);
    set(GL_COMBINE_ALPHA, GL_ADD);
    EXPECT_EQ(drawn(), (Pixel{255, 255, 102, 255}));
}

// Of numbers that no integer is near, either.
TEST(Tokens, AreNumbersWithinReason) {
    CurrentContext gl;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (const float value : {-1.0f, 4294967296.0f, 1e30f, infinity, -infinity, infinity - infinity}) {
        TexEnvf(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, value);
        EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM}) << value;
        TexGenf(*gl, GL_S, GL_TEXTURE_GEN_MODE, value);
        EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM}) << value;
        Fogf(*gl, GL_FOG_MODE, value);
        EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM}) << value;
        ConvolutionParameterf(*gl, GL_CONVOLUTION_2D, GL_CONVOLUTION_BORDER_MODE, value);
        EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM}) << value;
    }
}

}  // namespace
}  // namespace glapi
