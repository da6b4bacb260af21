// ARB_texture_filter_minmax: filters that give the least or greatest of their texels.
#include <gtest/gtest.h>
#include <string>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;

struct Reductions : ::testing::Test {
    Reductions() {
        GLuint name = 0;
        GenTextures(*gl, 1, &name);
        BindTexture(*gl, GL_TEXTURE_2D, name);
        set(GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        set(GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        set(GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }
    void set(GLenum pname, GLenum value) { TexParameteri(*gl, GL_TEXTURE_2D, pname, static_cast<GLint>(value)); }
    // What a program makes of the texture in its middle.
    int middle(const std::string& lookup) {
        const std::string text = "!!NVfp5.0\nTEMP t;\nINT TEMP i;\n" + lookup + "MOV result.color, t.x;\nEND\n";
        GLuint name = 0;
        GenProgramsARB(*gl, 1, &name);
        BindProgramARB(*gl, GL_FRAGMENT_PROGRAM_ARB, name);
        ProgramStringARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()),
                         text.data());
        Enable(*gl, GL_FRAGMENT_PROGRAM_ARB);
        Rectf(*gl, -1, -1, 1, 1);
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << text;
        return gl.pixel(3, 3)[0];
    }
    CurrentContext gl{8, 8};
};

TEST_F(Reductions, GiveTheLeastAndTheGreatestOfColours) {
    constexpr GLubyte texels[] = {10, 200, 60, 120};
    PixelStorei(*gl, GL_UNPACK_ALIGNMENT, 1);
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_R8, 2, 2, 0, GL_RED, GL_UNSIGNED_BYTE, texels);
    const std::string lookup = "TEX t, {0.5, 0.5}, texture[0], 2D;\n";
    EXPECT_NEAR(middle(lookup), 97, 1);
    set(GL_TEXTURE_REDUCTION_MODE_ARB, GL_MIN);
    EXPECT_EQ(middle(lookup), 10);
    set(GL_TEXTURE_REDUCTION_MODE_ARB, GL_MAX);
    EXPECT_EQ(middle(lookup), 200);
    // Texels without weight don't count: the centre of the first one.
    EXPECT_EQ(middle("TEX t, {0.25, 0.25}, texture[0], 2D;\n"), 10);
    // A sampler's mode goes before the texture's.
    GLuint sampler = 0;
    GenSamplers(*gl, 1, &sampler);
    SamplerParameteri(*gl, sampler, GL_TEXTURE_REDUCTION_MODE_ARB, GL_MIN);
    SamplerParameteri(*gl, sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    BindSampler(*gl, 0, sampler);
    EXPECT_EQ(middle(lookup), 10);
    BindSampler(*gl, 0, 0);
    GLint mode = 0;
    GetSamplerParameteriv(*gl, sampler, GL_TEXTURE_REDUCTION_MODE_ARB, &mode);
    EXPECT_EQ(mode, GL_MIN);
    set(GL_TEXTURE_REDUCTION_MODE_ARB, GL_NEAREST);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    GetTexParameteriv(*gl, GL_TEXTURE_2D, GL_TEXTURE_REDUCTION_MODE_ARB, &mode);
    EXPECT_EQ(mode, GL_MAX);
    GLint there = -1;
    GetInternalformativ(*gl, GL_TEXTURE_2D, GL_R8, GL_TEXTURE_REDUCTION_MODE_ARB, 1, &there);
    EXPECT_EQ(there, GL_TRUE);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// Such filters mix nothing, so that integers may have them, and comparisons are made before.
TEST_F(Reductions, TakeIntegersAndComparisons) {
    constexpr GLint signed_texels[] = {-7, 90, 30, 40};
    const std::string lookup =
        "TEX.S i, {0.5, 0.5}, texture[0], 2D;\nI2F t, i;\nMUL t, t, {0.00390625}.x;\nADD t, t, 0.5;\n";
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_R32I, 2, 2, 0, GL_RED_INTEGER, GL_INT, signed_texels);
    EXPECT_EQ(middle(lookup), 128);  // incomplete
    set(GL_TEXTURE_REDUCTION_MODE_ARB, GL_MIN);
    EXPECT_NEAR(middle(lookup), (0.5 - 7.0 / 256) * 255, 1);
    set(GL_TEXTURE_REDUCTION_MODE_ARB, GL_MAX);
    EXPECT_NEAR(middle(lookup), (0.5 + 90.0 / 256) * 255, 1);

    constexpr GLfloat depths[] = {0.25f, 0.75f, 0.75f, 0.75f};
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F, 2, 2, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
    set(GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    const std::string compared = "TEX t, {0.5, 0.5, 0.5}, texture[0], SHADOW2D;\n";
    set(GL_TEXTURE_REDUCTION_MODE_ARB, GL_WEIGHTED_AVERAGE_ARB);
    EXPECT_NEAR(middle(compared), 191, 1);
    set(GL_TEXTURE_REDUCTION_MODE_ARB, GL_MIN);
    EXPECT_EQ(middle(compared), 0);
    set(GL_TEXTURE_REDUCTION_MODE_ARB, GL_MAX);
    EXPECT_EQ(middle(compared), 255);
}

}  // namespace
}  // namespace glapi
