// Border colours as lookups see them: clamped to what the format holds.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;

// Fixed-point depths and what is compared with them lie in [0, 1], float depths anywhere (GL 4.6 §8.14.2, §8.23.1).
TEST(BorderColors, OfDepthTexturesAreComparedAsTheFormatHasThem) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    struct Row {
        float border, reference;
        GLenum function;
        bool fixed, floating;  // whether the comparison holds
    };
    const Row rows[] = {{0.7f, 0.5f, GL_LEQUAL, true, true},         {1.5f, 1.0f, GL_LEQUAL, true, true},
                        {1.5f, 1.0f, GL_EQUAL, true, false},         {-0.5f, 0.0f, GL_GEQUAL, true, true},
                        {infinity, 1.25f, GL_LESS, false, true},     {2.0f, 1.25f, GL_LESS, false, true},
                        {-infinity, -0.5f, GL_GREATER, false, true}, {-0.25f, -0.5f, GL_GREATER, false, false},
                        {infinity, infinity, GL_GEQUAL, true, true}};
    struct Format {
        GLenum format, layout, type;
        bool is_float;
    };
    const Format formats[] = {{GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, false},
                              {GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, false},
                              {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, true},
                              {GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, true}};
    // TXG's texels, and a filter's.
    for (const std::string lookup : {"TXG t, p, texture[0], SHADOW2D;\n", "TEX t, p, texture[0], SHADOW2D;\n"}) {
        CurrentContext gl{8, 8};
        const std::string text = "!!NVfp5.0\nTEMP t, p;\nMOV p, {-1, -1, 0, 0};\nMOV p.z, program.local[0].x;\n" +
                                 lookup + "MOV result.color, t.x;\nEND\n";
        GLuint names[2] = {};
        GenProgramsARB(*gl, 1, names);
        BindProgramARB(*gl, GL_FRAGMENT_PROGRAM_ARB, names[0]);
        ProgramStringARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()),
                         text.data());
        Enable(*gl, GL_FRAGMENT_PROGRAM_ARB);
        ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << text;
        for (const Format& format : formats) {
            GenTextures(*gl, 1, names + 1);
            BindTexture(*gl, GL_TEXTURE_2D, names[1]);
            TexImage2D(*gl, GL_TEXTURE_2D, 0, static_cast<GLint>(format.format), 4, 4, 0, format.layout, format.type,
                       nullptr);
            for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
                TexParameteri(*gl, GL_TEXTURE_2D, wrap, GL_CLAMP_TO_BORDER);
            for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
                TexParameteri(*gl, GL_TEXTURE_2D, filter, GL_NEAREST);
            TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
            for (const Row& row : rows) {
                const float border[] = {row.border, 0, 0, 0};
                TexParameterfv(*gl, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
                TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, static_cast<GLint>(row.function));
                ProgramLocalParameter4fARB(*gl, GL_FRAGMENT_PROGRAM_ARB, 0, row.reference, 0, 0, 0);
                Rectf(*gl, -1, -1, 1, 1);
                EXPECT_EQ(gl.pixel(3, 3)[0], (format.is_float ? row.floating : row.fixed) ? 255 : 0)
                    << lookup << std::hex << format.format << ": border " << row.border << ", reference "
                    << row.reference;
            }
            EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        }
    }
}

}  // namespace
}  // namespace glapi
