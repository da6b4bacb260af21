// Texture environments: COMBINE4 of NV_texture_env_combine4, sums of two products; bump maps of ATI_envmap_bumpmap;
// tokens that are no tokens.
#include <array>
#include <gtest/gtest.h>
#include <limits>

#include "glapi/generated/entry_points.h"
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

// Numbers that no integer is near are no tokens, either.
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

// ---- ATI_envmap_bumpmap

// Unit 0 has a texture with a colour in each quarter, whose coordinates unit 1 moves by half of it.
struct BumpMaps : ::testing::Test {
    BumpMaps() {
        GenTextures(*gl, 2, textures);
        const std::array<Pixel, 4> quarters{testing::red, testing::green, testing::blue, testing::white};
        BindTexture(*gl, GL_TEXTURE_2D, textures[0]);
        TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, quarters.data());
        prepare(GL_REPLACE);
        set_coordinates(GL_TEXTURE0);
        ActiveTexture(*gl, GL_TEXTURE1);
        BindTexture(*gl, GL_TEXTURE_2D, textures[1]);
        const GLfloat offset[2] = {0.5f, 0};
        TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_DU8DV8_ATI, 1, 1, 0, GL_DUDV_ATI, GL_FLOAT, offset);
        prepare(GL_BUMP_ENVMAP_ATI);
        set_coordinates(GL_TEXTURE1);
        TexEnvi(*gl, GL_TEXTURE_ENV, GL_BUMP_TARGET_ATI, GL_TEXTURE0);
        expect(GL_NO_ERROR, "set up");
    }
    void prepare(GLenum function) {
        Enable(*gl, GL_TEXTURE_2D);
        TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        TexEnvi(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
        TexEnvi(*gl, GL_TEXTURE_ENV, GL_COMBINE_RGB, static_cast<GLint>(function));
    }
    // Half of what is to be seen in the middle, so that q counts.
    void set_coordinates(GLenum unit) { MultiTexCoord4f(*gl, unit, 0.5f, 0.5f, 0, 2); }
    void expect(GLenum error, const char* what) { EXPECT_EQ(gl.error(), error) << what; }
    Pixel drawn() {
        Rectf(*gl, -1, -1, 1, 1);
        expect(GL_NO_ERROR, "drawn");
        return gl.pixel(30, 30);
    }
    CurrentContext gl;
    GLuint textures[2] = {};
};

TEST_F(BumpMaps, MoveCoordinatesOfAnotherUnit) {
    EXPECT_EQ(drawn(), testing::green) << "to the right";
    const GLfloat up[4] = {0, 0, 1, 0}, diagonal[4] = {1, 0, 1, 0}, other_column[4] = {0, 1, 0, 1};
    TexBumpParameterfvATI(*gl, GL_BUMP_ROT_MATRIX_ATI, up);
    EXPECT_EQ(drawn(), testing::blue);
    TexBumpParameterfvATI(*gl, GL_BUMP_ROT_MATRIX_ATI, diagonal);
    EXPECT_EQ(drawn(), testing::white);
    TexBumpParameterfvATI(*gl, GL_BUMP_ROT_MATRIX_ATI, other_column);
    EXPECT_EQ(drawn(), testing::red) << "dv is 0";
    TexBumpParameterfvATI(*gl, GL_BUMP_ROT_MATRIX_ATI, diagonal);
    Disable(*gl, GL_TEXTURE_2D);
    EXPECT_EQ(drawn(), testing::red) << "disabled";
    Enable(*gl, GL_TEXTURE_2D);
    TexEnvi(*gl, GL_TEXTURE_ENV, GL_BUMP_TARGET_ATI, GL_TEXTURE5);
    EXPECT_EQ(drawn(), testing::red) << "another target";
}

TEST_F(BumpMaps, StateAndErrors) {
    GLint value = 0, units[8] = {};
    GetTexBumpParameterivATI(*gl, GL_BUMP_ROT_MATRIX_SIZE_ATI, &value);
    EXPECT_EQ(value, 4);
    GetTexBumpParameterivATI(*gl, GL_BUMP_NUM_TEX_UNITS_ATI, &value);
    ASSERT_EQ(value, 8);
    GetTexBumpParameterivATI(*gl, GL_BUMP_TEX_UNITS_ATI, units);
    EXPECT_EQ(units[7], GL_TEXTURE7);
    GLfloat matrix[4] = {};
    GetTexBumpParameterfvATI(*gl, GL_BUMP_ROT_MATRIX_ATI, matrix);
    EXPECT_EQ(matrix[3], 1);
    const GLint all[4] = {2147483647, 0, 0, 2147483647};
    TexBumpParameterivATI(*gl, GL_BUMP_ROT_MATRIX_ATI, all);
    GetTexEnviv(*gl, GL_TEXTURE_ENV, GL_BUMP_TARGET_ATI, &value);
    EXPECT_EQ(value, GL_TEXTURE0);
    GLbyte texel[2] = {};
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_DUDV_ATI, GL_BYTE, texel);
    EXPECT_NEAR(texel[0], 64, 1);
    expect(GL_NO_ERROR, "all of this");

    TexBumpParameterivATI(*gl, GL_BUMP_ROT_MATRIX_SIZE_ATI, all);
    expect(GL_INVALID_ENUM, "the size is not set");
    GetTexBumpParameterfvATI(*gl, GL_TEXTURE_2D, matrix);
    expect(GL_INVALID_ENUM, "no parameter");
    TexEnvi(*gl, GL_TEXTURE_ENV, GL_BUMP_TARGET_ATI, GL_TEXTURE0 + 8);
    expect(GL_INVALID_ENUM, "no such unit");
    TexEnvi(*gl, GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_BUMP_ENVMAP_ATI);
    expect(GL_INVALID_ENUM, "of alpha");
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_DU8DV8_ATI, 1, 1, 0, GL_RG, GL_BYTE, texel);
    expect(GL_INVALID_OPERATION, "other pixels");
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_DUDV_ATI, GL_BYTE, texel);
    expect(GL_INVALID_OPERATION, "another texture");
    TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RG, GL_BYTE, texel);
    expect(GL_INVALID_OPERATION, "other pixels for a part");
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RG, GL_BYTE, texel);
    expect(GL_INVALID_OPERATION, "as other pixels");
    CopyTexImage2D(*gl, GL_TEXTURE_2D, 0, GL_DUDV_ATI, 0, 0, 1, 1, 0);
    expect(GL_INVALID_ENUM, "copied");
    ReadPixels(*gl, 0, 0, 1, 1, GL_DUDV_ATI, GL_BYTE, texel);
    expect(GL_INVALID_ENUM, "read");
}

TEST_F(BumpMaps, InDisplayLists) {
    const GLbyte left[2] = {0, 64};
    NewList(*gl, 1, GL_COMPILE);
    ::glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_DUDV_ATI, GL_BYTE, left);
    const GLfloat swap[4] = {1, 0, 0, 1};
    ::glTexBumpParameterfvATI(GL_BUMP_ROT_MATRIX_ATI, swap);
    EndList(*gl);
    EXPECT_EQ(drawn(), testing::green);
    CallList(*gl, 1);
    EXPECT_EQ(drawn(), testing::blue);
}

}  // namespace
}  // namespace glapi
