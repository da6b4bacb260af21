// Normalized integers mean the same numbers everywhere: as current attributes, as elements of arrays, in display lists
// and in state. GL 4.6, 2.3.5: c / (2^(b-1) - 1), but not below -1, and c / (2^b - 1).
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using Four = std::array<float, 4>;

template <typename T>
struct Forms;  // how a type is called, and the commands that take it
#define FORMS(Type, token, attribute, color)                                                                    \
    template <>                                                                                                 \
    struct Forms<Type> {                                                                                        \
        static constexpr GLenum type = token;                                                                   \
        static void set_generic(Context& gl, const Type* v) { VertexAttrib4##attribute##v(gl, 6, v); }          \
        static void set_color(Context& gl, const Type* v) { Color4##color(gl, v[0], v[1], v[2], v[3]); }        \
        static void set_color_vector(Context& gl, const Type* v) { Color4##color##v(gl, v); }                   \
        static void set_secondary(Context& gl, const Type* v) { SecondaryColor3##color(gl, v[0], v[1], v[2]); } \
    };
FORMS(GLbyte, GL_BYTE, Nb, b)
FORMS(GLshort, GL_SHORT, Ns, s)
FORMS(GLint, GL_INT, Ni, i)
FORMS(GLubyte, GL_UNSIGNED_BYTE, Nub, ub)
FORMS(GLushort, GL_UNSIGNED_SHORT, Nus, us)
FORMS(GLuint, GL_UNSIGNED_INT, Nui, ui)

float expected(double value, double most) { return static_cast<float>(std::max(value / most, -1.0)); }

Four generic(Context& gl) {
    Four value{};
    GetVertexAttribfv(gl, 6, GL_CURRENT_VERTEX_ATTRIB, value.data());
    return value;
}
Four state(Context& gl, GLenum token) {
    Four value{};
    GetFloatv(gl, token, value.data());
    return value;
}

struct NormalizedIntegers : testing::ProgramFixture {
    // What a draw of one point hands to its vertex program as attribute 6.
    Four drawn() {
        GLuint framebuffer = 0, renderbuffer = 0;
        GenFramebuffers(context(), 1, &framebuffer);
        BindFramebuffer(context(), GL_FRAMEBUFFER, framebuffer);
        GenRenderbuffers(context(), 1, &renderbuffer);
        BindRenderbuffer(context(), GL_RENDERBUFFER, renderbuffer);
        RenderbufferStorage(context(), GL_RENDERBUFFER, GL_RGBA32F, 1, 1);
        FramebufferRenderbuffer(context(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
        Viewport(context(), 0, 0, 1, 1);
        load(GL_VERTEX_PROGRAM_ARB,
             "!!ARBvp1.0\nMOV result.position, {0, 0, 0, 1};\nMOV result.texcoord[0], vertex.attrib[6];\nEND\n");
        load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nMOV result.color, fragment.texcoord[0];\nEND\n");
        DrawArrays(context(), GL_POINTS, 0, 1);
        Four value{};
        ClampColor(context(), GL_CLAMP_READ_COLOR, GL_FALSE);
        ReadPixels(context(), 0, 0, 1, 1, GL_RGBA, GL_FLOAT, value.data());
        Disable(context(), GL_VERTEX_PROGRAM_ARB);
        Disable(context(), GL_FRAGMENT_PROGRAM_ARB);
        BindFramebuffer(context(), GL_FRAMEBUFFER, 0);
        return value;
    }
    // As one element of an array of attribute 6: by glArrayElement, in a list, and in a draw.
    void check_array(GLenum type, const void* data, const Four& wanted) {
        VertexAttribPointer(context(), 6, 4, type, GL_TRUE, 0, data);
        EnableVertexAttribArray(context(), 6);
        ArrayElement(context(), 0);
        EXPECT_EQ(generic(context()), wanted) << "glArrayElement";
        glNewList(1, GL_COMPILE);
        glArrayElement(0);
        glEndList();
        VertexAttrib4f(context(), 6, 9, 9, 9, 9);
        CallList(context(), 1);
        EXPECT_EQ(generic(context()), wanted) << "glArrayElement in a list";
        EXPECT_EQ(drawn(), wanted) << "glDrawArrays";
        DisableVertexAttribArray(context(), 6);
        expect(GL_NO_ERROR);
    }
    template <typename T>
    void check(const std::array<T, 4>& values) {
        using Form = Forms<T>;
        Four wanted;
        for (size_t c = 0; c < 4; ++c) wanted[c] = expected(values[c], std::numeric_limits<T>::max());
        Form::set_generic(context(), values.data());
        EXPECT_EQ(generic(context()), wanted) << "glVertexAttrib4N";
        Form::set_color(context(), values.data());
        EXPECT_EQ(state(context(), GL_CURRENT_COLOR), wanted) << "glColor4";
        Color4f(context(), 9, 9, 9, 9);
        Form::set_color_vector(context(), values.data());
        EXPECT_EQ(state(context(), GL_CURRENT_COLOR), wanted) << "glColor4 with a vector";
        Form::set_secondary(context(), values.data());
        Four secondary = wanted;
        secondary[3] = state(context(), GL_CURRENT_SECONDARY_COLOR)[3];
        EXPECT_EQ(state(context(), GL_CURRENT_SECONDARY_COLOR), secondary) << "glSecondaryColor3";
        check_array(Form::type, values.data(), wanted);
        ColorPointer(context(), 4, Form::type, 0, values.data());
        EnableClientState(context(), GL_COLOR_ARRAY);
        ArrayElement(context(), 0);
        EXPECT_EQ(state(context(), GL_CURRENT_COLOR), wanted) << "an array of colours";
        DisableClientState(context(), GL_COLOR_ARRAY);
    }
    template <typename T>
    void check_all() {
        constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
        check<T>({low, static_cast<T>(low + 1), 0, 1});
        check<T>({static_cast<T>(-1), high, static_cast<T>(high / 2), static_cast<T>(high / 3)});
        check<T>({static_cast<T>(low / 2), static_cast<T>(high - 1), 100, 3});
    }
};

TEST_F(NormalizedIntegers, OfEveryTypeAreTheSameInCommandsArraysListsAndDraws) {
    check_all<GLbyte>();
    check_all<GLshort>();
    check_all<GLint>();
    check_all<GLubyte>();
    check_all<GLushort>();
    check_all<GLuint>();
}

TEST_F(NormalizedIntegers, PackedOnesToo) {
    for (const GLuint word : {0x00000000u, 0xffffffffu, 0x80000000u, 0x20080200u, 0x1ff7fdffu, 0x55512345u}) {
        Four is_signed, is_unsigned;
        for (int c = 0; c < 4; ++c) {
            const int bits = c < 3 ? 10 : 2, unused = 32 - bits;
            const GLuint field = word >> 10 * c & ((1u << bits) - 1);
            is_unsigned[c] = expected(field, (1 << bits) - 1);
            is_signed[c] = expected(static_cast<GLint>(field << unused) >> unused, (1 << (bits - 1)) - 1);
        }
        for (const GLenum type : {GL_INT_2_10_10_10_REV, GL_UNSIGNED_INT_2_10_10_10_REV}) {
            const Four& wanted = type == GL_INT_2_10_10_10_REV ? is_signed : is_unsigned;
            VertexAttribP4ui(context(), 6, type, GL_TRUE, word);
            EXPECT_EQ(generic(context()), wanted) << "glVertexAttribP4ui";
            ColorP4ui(context(), type, word);
            EXPECT_EQ(state(context(), GL_CURRENT_COLOR), wanted) << "glColorP4ui";
            check_array(type, &word, wanted);
        }
        // Components that an array does not have are those of (0, 0, 0, 1), packed or not.
        NormalPointer(context(), GL_INT_2_10_10_10_REV, 0, &word);
        EnableClientState(context(), GL_NORMAL_ARRAY);
        ArrayElement(context(), 0);
        const Four normal = state(context(), GL_CURRENT_NORMAL);
        for (size_t c = 0; c < 3; ++c) EXPECT_EQ(normal[c], is_signed[c]);
        DisableClientState(context(), GL_NORMAL_ARRAY);
    }
    const GLuint position = 0xc0000000u | 7u << 20 | 5u << 10 | 3u;
    VertexPointer(context(), 2, GL_UNSIGNED_INT_2_10_10_10_REV, 0, &position);
    EnableClientState(context(), GL_VERTEX_ARRAY);
    load(GL_VERTEX_PROGRAM_ARB,
         "!!ARBvp1.0\nMOV result.position, {0, 0, 0, 1};\nMOV result.color, vertex.position;\nEND\n");
    float captured[16] = {};
    FeedbackBuffer(context(), 16, GL_4D_COLOR_TEXTURE, captured);
    ClampColor(context(), GL_CLAMP_VERTEX_COLOR, GL_FALSE);
    RenderMode(context(), GL_FEEDBACK);
    DrawArrays(context(), GL_POINTS, 0, 1);
    RenderMode(context(), GL_RENDER);
    EXPECT_EQ((Four{captured[5], captured[6], captured[7], captured[8]}), (Four{3, 5, 0, 1}));
    expect(GL_NO_ERROR);
}

TEST_F(NormalizedIntegers, PackedFloatsAreNone) {
    // 1, 0.5 and 2: exponents 15, 14 and 16 above six, six and five bits of mantissa.
    const GLuint word = 15u << 6 | 14u << 17 | 16u << 27;
    VertexAttribP3ui(context(), 6, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_TRUE, word);
    EXPECT_EQ(generic(context()), (Four{1, 0.5f, 2, 1}));
    VertexAttribP2uiv(context(), 6, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, &word);
    EXPECT_EQ(generic(context()), (Four{1, 0.5f, 0, 1}));
    expect(GL_NO_ERROR);
    VertexAttribP4ui(context(), 6, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, word);
    expect(GL_INVALID_ENUM);
    ColorP3ui(context(), GL_UNSIGNED_INT_10F_11F_11F_REV, word);
    expect(GL_INVALID_ENUM);
}

TEST_F(NormalizedIntegers, NormalsAndStateToo) {
    const GLbyte bytes[3] = {-128, 0, 64};
    Normal3bv(context(), bytes);
    Four normal = state(context(), GL_CURRENT_NORMAL);
    EXPECT_EQ(normal[0], -1);
    EXPECT_EQ(normal[1], 0);
    EXPECT_EQ(normal[2], expected(64, 127));
    ClampColor(context(), GL_CLAMP_FRAGMENT_COLOR, GL_FALSE);  // colours are read back as they are
    const GLint color[4] = {0, std::numeric_limits<GLint>::min(), std::numeric_limits<GLint>::max(), 1 << 30};
    const Four wanted{0, -1, 1, expected(1 << 30, std::numeric_limits<GLint>::max())};
    const auto expect_state = [&](const Four& value, const char* what) { EXPECT_EQ(value, wanted) << what; };
    Four value{};
    Fogiv(context(), GL_FOG_COLOR, color);
    expect_state(state(context(), GL_FOG_COLOR), "glFogiv");
    Lightiv(context(), GL_LIGHT1, GL_DIFFUSE, color);
    GetLightfv(context(), GL_LIGHT1, GL_DIFFUSE, value.data());
    expect_state(value, "glLightiv");
    Materialiv(context(), GL_FRONT, GL_EMISSION, color);
    GetMaterialfv(context(), GL_FRONT, GL_EMISSION, value.data());
    expect_state(value, "glMaterialiv");
    LightModeliv(context(), GL_LIGHT_MODEL_AMBIENT, color);
    expect_state(state(context(), GL_LIGHT_MODEL_AMBIENT), "glLightModeliv");
    TexEnviv(context(), GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, color);
    GetTexEnvfv(context(), GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, value.data());
    expect_state(value, "glTexEnviv");
    TexParameteriv(context(), GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, color);
    GetTexParameterfv(context(), GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, value.data());
    expect_state(value, "glTexParameteriv");
    // And back: whole numbers of the integers' scale.
    GLint back[4] = {};
    GetTexParameteriv(context(), GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, back);
    EXPECT_EQ(back[0], 0);
    EXPECT_EQ(back[1], -std::numeric_limits<GLint>::max());
    EXPECT_EQ(back[2], std::numeric_limits<GLint>::max());
    expect(GL_NO_ERROR);
}

}  // namespace
}  // namespace glapi
