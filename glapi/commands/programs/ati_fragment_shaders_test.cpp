// Shaders of ATI_fragment_shader: what they compute, how they are recorded, every error.
#include "glapi/objects/programs/ati_fragment_shaders.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

using Color = std::array<float, 4>;

void set_constant(CurrentContext& gl, int n, const Color& value) {
    SetFragmentShaderConstantATI(*gl, GL_CON_0_ATI + n, value.data());
}

// Begins a shader, which `body` records, ends it and draws a rectangle with it; the colour in the middle.
Pixel draw_with(CurrentContext& gl, const std::function<void()>& body) {
    BindFragmentShaderATI(*gl, GenFragmentShadersATI(*gl, 1));
    BeginFragmentShaderATI(*gl);
    body();
    EndFragmentShaderATI(*gl);
    Enable(*gl, GL_FRAGMENT_SHADER_ATI);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    return gl.pixel(32, 32);
}

Pixel as_pixel(const Color& color) {
    Pixel result;
    for (int c = 0; c < 4; ++c) result[c] = static_cast<uint8_t>(std::lround(std::clamp(color[c], 0.0f, 1.0f) * 255));
    return result;
}
void expect_near(const Pixel& got, const Pixel& wanted, const char* what) {
    for (int c = 0; c < 4; ++c) EXPECT_NEAR(got[c], wanted[c], 1) << what << ", component " << c;
}

constexpr Color a = {0.2f, 0.7f, 0.4f, 0.6f}, b = {0.5f, 0.3f, 0.9f, 0.1f}, c = {0.1f, 0.6f, 0.5f, 0.8f};

// Each operation with the values of its definition, for colours and alpha.
TEST(AtiFragmentShaders, Operations) {
    const float dot3 = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const struct {
        GLenum operation;
        int arguments;
        std::function<float(int)> expected;  // by component
    } rows[] = {
        {GL_MOV_ATI, 1, [](int i) { return a[i]; }},
        {GL_ADD_ATI, 2, [](int i) { return a[i] + b[i]; }},
        {GL_SUB_ATI, 2, [](int i) { return a[i] - b[i]; }},
        {GL_MUL_ATI, 2, [](int i) { return a[i] * b[i]; }},
        {GL_DOT3_ATI, 2, [=](int) { return dot3; }},
        {GL_DOT4_ATI, 2, [=](int) { return dot3 + a[3] * b[3]; }},
        {GL_MAD_ATI, 3, [](int i) { return a[i] * b[i] + c[i]; }},
        {GL_LERP_ATI, 3, [](int i) { return a[i] * b[i] + (1 - a[i]) * c[i]; }},
        {GL_CND_ATI, 3, [](int i) { return c[i] > 0.5f ? a[i] : b[i]; }},
        {GL_CND0_ATI, 3, [](int i) { return c[i] >= 0 ? a[i] : b[i]; }},
        {GL_DOT2_ADD_ATI, 3, [](int) { return a[0] * b[0] + a[1] * b[1] + c[2]; }},
    };
    for (const auto& row : rows) {
        CurrentContext gl;
        set_constant(gl, 0, a);
        set_constant(gl, 1, b);
        // At most two constants an operation: the third argument comes by a register.
        const Pixel drawn = draw_with(gl, [&] {
            set_constant(gl, 2, c);
            ColorFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_1_ATI, GL_NONE, GL_NONE, GL_CON_2_ATI, GL_NONE, GL_NONE);
            AlphaFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_1_ATI, GL_NONE, GL_CON_2_ATI, GL_NONE, GL_NONE);
            const GLenum op = row.operation, r0 = GL_REG_0_ATI, none = GL_NONE;
            if (row.arguments == 1) {
                ColorFragmentOp1ATI(*gl, op, r0, none, none, GL_CON_0_ATI, none, none);
                AlphaFragmentOp1ATI(*gl, op, r0, none, GL_CON_0_ATI, none, none);
            } else if (row.arguments == 2) {
                ColorFragmentOp2ATI(*gl, op, r0, none, none, GL_CON_0_ATI, none, none, GL_CON_1_ATI, none, none);
                AlphaFragmentOp2ATI(*gl, op, r0, none, GL_CON_0_ATI, none, none, GL_CON_1_ATI, none, none);
            } else {
                ColorFragmentOp3ATI(*gl, op, r0, none, none, GL_CON_0_ATI, none, none, GL_CON_1_ATI, none, none,
                                    GL_REG_1_ATI, none, none);
                AlphaFragmentOp3ATI(*gl, op, r0, none, GL_CON_0_ATI, none, none, GL_CON_1_ATI, none, none, GL_REG_1_ATI,
                                    none, none);
            }
        });
        Color expected;
        for (int i = 0; i < 4; ++i) expected[i] = row.expected(i);
        expect_near(drawn, as_pixel(expected), std::to_string(row.operation).c_str());
    }
}

TEST(AtiFragmentShaders, ModifiersOfArgumentsInTheirOrder) {
    for (GLbitfield modifiers = 0; modifiers < 16; ++modifiers) {
        CurrentContext gl;
        set_constant(gl, 0, a);
        // A quarter of the value plus a half keeps negative ones in sight.
        set_constant(gl, 1, {0.5f, 0.5f, 0.5f, 0.5f});
        const Pixel drawn = draw_with(gl, [&] {
            ColorFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_QUARTER_BIT_ATI, GL_CON_0_ATI, GL_NONE,
                                modifiers);
            ColorFragmentOp2ATI(*gl, GL_ADD_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, GL_REG_0_ATI, GL_NONE, GL_NONE,
                                GL_CON_1_ATI, GL_NONE, GL_NONE);
        });
        Color expected{};
        for (int i = 0; i < 3; ++i) {
            float x = a[i];
            if (modifiers & GL_COMP_BIT_ATI) x = 1 - x;
            if (modifiers & GL_BIAS_BIT_ATI) x -= 0.5f;
            if (modifiers & GL_2X_BIT_ATI) x *= 2;
            if (modifiers & GL_NEGATE_BIT_ATI) x = -x;
            expected[i] = x / 4 + 0.5f;
        }
        expect_near(drawn, as_pixel(expected), std::to_string(modifiers).c_str());
    }
}

TEST(AtiFragmentShaders, ResultsAreScaledMaskedAndSaturated) {
    const struct {
        GLbitfield modifiers;
        float factor;
    } rows[] = {{GL_2X_BIT_ATI, 2},      {GL_4X_BIT_ATI, 4},          {GL_8X_BIT_ATI, 8},
                {GL_HALF_BIT_ATI, 0.5f}, {GL_QUARTER_BIT_ATI, 0.25f}, {GL_EIGHTH_BIT_ATI, 0.125f}};
    for (const auto& row : rows) {
        CurrentContext gl;
        set_constant(gl, 0, a);
        const Pixel drawn = draw_with(gl, [&] {
            // Saturated, and halved afterwards: 1 becomes a half.
            ColorFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, GL_RED_BIT_ATI | GL_BLUE_BIT_ATI,
                                row.modifiers | GL_SATURATE_BIT_ATI, GL_CON_0_ATI, GL_NONE, GL_NONE);
            ColorFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_HALF_BIT_ATI, GL_REG_0_ATI, GL_NONE,
                                GL_NONE);
        });
        const auto part = [&](float x) { return std::min(x * row.factor, 1.0f) / 2; };
        expect_near(drawn, as_pixel({part(a[0]), 0, part(a[2]), 0}), std::to_string(row.modifiers).c_str());
    }
}

// A colour operation and the alpha operation after it read before either writes.
TEST(AtiFragmentShaders, PairsReadBeforeTheyWrite) {
    CurrentContext gl;
    set_constant(gl, 0, {1, 0, 0, 0.2f});
    const Pixel drawn = draw_with(gl, [&] {
        ColorFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, GL_CON_0_ATI, GL_NONE, GL_NONE);
        AlphaFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_CON_0_ATI, GL_NONE, GL_NONE);
        ColorFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, GL_REG_0_ATI, GL_ALPHA, GL_NONE);
        AlphaFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_REG_0_ATI, GL_RED, GL_NONE);
    });
    EXPECT_EQ(drawn, (Pixel{51, 51, 51, 255}));
}

TEST(AtiFragmentShaders, TexturesCoordinatesAndTwoPasses) {
    CurrentContext gl;
    // A texture of two texels, red and green; sampled where the coordinate's half says, then by a computed one.
    const uint8_t texels[] = {255, 0, 0, 255, 0, 255, 0, 255};
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    Enable(*gl, GL_TEXTURE_2D);
    const auto sample = [&] { ColorFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, 0, 0, GL_REG_0_ATI, 0, 0); };

    MultiTexCoord4f(*gl, GL_TEXTURE0, 0.75f, 0, 1, 1);
    EXPECT_EQ(draw_with(gl,
                        [&] {
                            SampleMapATI(*gl, GL_REG_0_ATI, GL_TEXTURE0, GL_SWIZZLE_STR_ATI);
                            sample();
                        }),
              (Pixel{0, 255, 0, 255}));
    // Divided by q, by r: 0.75 / 3 is the left texel.
    MultiTexCoord4f(*gl, GL_TEXTURE0, 0.75f, 0, 1, 3);
    EXPECT_EQ(draw_with(gl,
                        [&] {
                            SampleMapATI(*gl, GL_REG_0_ATI, GL_TEXTURE0, GL_SWIZZLE_STQ_DQ_ATI);
                            sample();
                        }),
              (Pixel{255, 0, 0, 255}));
    MultiTexCoord4f(*gl, GL_TEXTURE0, 0.75f, 0, 3, 1);
    EXPECT_EQ(draw_with(gl,
                        [&] {
                            SampleMapATI(*gl, GL_REG_0_ATI, GL_TEXTURE0, GL_SWIZZLE_STR_DR_ATI);
                            sample();
                        }),
              (Pixel{255, 0, 0, 255}));
    // Passed to a register: the third component is q, and what is divided has the reciprocal there.
    MultiTexCoord4f(*gl, GL_TEXTURE0, 0.2f, 0.4f, 0, 0.8f);
    expect_near(draw_with(gl,
                          [&] {
                              PassTexCoordATI(*gl, GL_REG_0_ATI, GL_TEXTURE0, GL_SWIZZLE_STQ_ATI);
                              sample();
                          }),
                {51, 102, 204, 204}, "STQ");
    MultiTexCoord4f(*gl, GL_TEXTURE0, 0.4f, 0.8f, 0, 2);
    expect_near(draw_with(gl,
                          [&] {
                              PassTexCoordATI(*gl, GL_REG_0_ATI, GL_TEXTURE0, GL_SWIZZLE_STQ_DQ_ATI);
                              sample();
                          }),
                {51, 102, 128, 128}, "STQ_DQ");
    // The second pass samples at what the first has computed: 1 - 0.75. Registers stay from pass to pass.
    MultiTexCoord4f(*gl, GL_TEXTURE0, 0.75f, 0, 0, 1);
    EXPECT_EQ(draw_with(gl,
                        [&] {
                            PassTexCoordATI(*gl, GL_REG_1_ATI, GL_TEXTURE0, GL_SWIZZLE_STR_ATI);
                            ColorFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_1_ATI, 0, 0, GL_REG_1_ATI, 0, GL_COMP_BIT_ATI);
                            SampleMapATI(*gl, GL_REG_0_ATI, GL_REG_1_ATI, GL_SWIZZLE_STR_ATI);
                            sample();
                        }),
              (Pixel{255, 0, 0, 255}));
    // Without a texture.
    Disable(*gl, GL_TEXTURE_2D);
    EXPECT_EQ(draw_with(gl,
                        [&] {
                            SampleMapATI(*gl, GL_REG_0_ATI, GL_TEXTURE0, GL_SWIZZLE_STR_ATI);
                            sample();
                        }),
              (Pixel{0, 0, 0, 255}));
}

TEST(AtiFragmentShaders, ColorsFogAndConstants) {
    CurrentContext gl;
    Color4f(*gl, 0.2f, 0.4f, 0.6f, 0.8f);
    SecondaryColor3f(*gl, 0.2f, 0.2f, 0.2f);
    const auto add_both = [&] {
        ColorFragmentOp2ATI(*gl, GL_ADD_ATI, GL_REG_0_ATI, 0, 0, GL_PRIMARY_COLOR, 0, 0, GL_SECONDARY_INTERPOLATOR_ATI,
                            0, 0);
        AlphaFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, 0, GL_PRIMARY_COLOR, 0, 0);
    };
    expect_near(draw_with(gl, add_both), {102, 153, 204, 204}, "both colours");
    const float fog[] = {0, 0, 1, 1};
    Fogfv(*gl, GL_FOG_COLOR, fog);
    Fogi(*gl, GL_FOG_MODE, GL_LINEAR);
    Fogf(*gl, GL_FOG_START, 0);
    Fogf(*gl, GL_FOG_END, 1);
    Fogi(*gl, GL_FOG_COORD_SRC, GL_FOG_COORD);
    FogCoordf(*gl, 0.5f);
    Enable(*gl, GL_FOG);
    Rectf(*gl, -1, -1, 1, 1);
    expect_near(gl.pixel(32, 32), {51, 77, 230, 204}, "fog");
    Disable(*gl, GL_FOG);

    // A shader's own constant hides the one that all share, which may change later.
    const auto constants = [&] {
        set_constant(gl, 0, {1, 0, 0, 1});
        ColorFragmentOp2ATI(*gl, GL_ADD_ATI, GL_REG_0_ATI, 0, 0, GL_CON_0_ATI, 0, 0, GL_CON_1_ATI, 0, 0);
    };
    set_constant(gl, 0, {0, 1, 0, 1});
    set_constant(gl, 1, {0, 0, 0.2f, 1});
    expect_near(draw_with(gl, constants), {255, 0, 51, 0}, "own and shared");
    set_constant(gl, 1, {0, 0.4f, 0, 1});
    Rectf(*gl, -1, -1, 1, 1);
    expect_near(gl.pixel(32, 32), {255, 102, 0, 0}, "changed");
}

TEST(AtiFragmentShaders, NamesBindingAndPrecedence) {
    CurrentContext gl;
    const GLuint first = GenFragmentShadersATI(*gl, 3);
    EXPECT_NE(first, 0u);
    EXPECT_EQ(GenFragmentShadersATI(*gl, 0), 0u);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    Enable(*gl, GL_FRAGMENT_SHADER_ATI);
    EXPECT_EQ(IsEnabled(*gl, GL_FRAGMENT_SHADER_ATI), GL_TRUE);
    Rectf(*gl, -1, -1, 1, 1);  // shader 0 has not been defined: fixed function
    EXPECT_EQ(gl.pixel(32, 32), (Pixel{255, 255, 255, 255}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    DeleteFragmentShaderATI(*gl, 0);
    DeleteFragmentShaderATI(*gl, first + 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    // An assembly program comes first.
    EXPECT_EQ(draw_with(gl, [&] { ColorFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, 0, 0, GL_ONE, 0, 0); }),
              (Pixel{255, 255, 255, 0}));
    const char text[] = "!!ARBfp1.0\nMOV result.color, {0, 1, 0, 1};\nEND\n";
    ProgramStringARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof text - 1, text);
    Enable(*gl, GL_FRAGMENT_PROGRAM_ARB);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(32, 32), (Pixel{0, 255, 0, 255}));
    GLint number = 0;
    GetIntegerv(*gl, GL_NUM_INSTRUCTIONS_TOTAL_ATI, &number);
    EXPECT_EQ(number, 16);
}

// Every error, each in a shader of its own, after what makes it possible.
TEST(AtiFragmentShaders, Errors) {
    CurrentContext gl;
    const auto color = [&](GLenum arg, GLenum rep = GL_NONE) {
        ColorFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, 0, 0, arg, rep, 0);
    };
    const auto alpha = [&](GLenum op, GLenum rep = GL_NONE) {
        AlphaFragmentOp2ATI(*gl, op, GL_REG_0_ATI, 0, GL_REG_0_ATI, rep, 0, GL_REG_1_ATI, rep, 0);
    };
    const auto pass = [&](GLenum dst, GLenum source, GLenum swizzle = GL_SWIZZLE_STR_ATI) {
        PassTexCoordATI(*gl, dst, source, swizzle);
    };
    const auto three = [&](GLenum x, GLenum y, GLenum z) {
        ColorFragmentOp3ATI(*gl, GL_MAD_ATI, GL_REG_0_ATI, 0, 0, x, 0, 0, y, 0, 0, z, 0, 0);
    };
    const struct {
        const char* what;
        GLenum error;
        std::function<void()> body;
    } rows[] = {
        {"Gen inside", GL_INVALID_OPERATION, [&] { GenFragmentShadersATI(*gl, 1); }},
        {"Bind inside", GL_INVALID_OPERATION, [&] { BindFragmentShaderATI(*gl, 1); }},
        {"Delete inside", GL_INVALID_OPERATION, [&] { DeleteFragmentShaderATI(*gl, 1); }},
        {"Begin inside", GL_INVALID_OPERATION, [&] { BeginFragmentShaderATI(*gl); }},
        {"destination of a setup", GL_INVALID_ENUM, [&] { pass(GL_CON_0_ATI, GL_TEXTURE0); }},
        {"source of a setup", GL_INVALID_ENUM, [&] { pass(GL_REG_0_ATI, GL_CON_0_ATI); }},
        {"swizzle", GL_INVALID_ENUM, [&] { pass(GL_REG_0_ATI, GL_TEXTURE0, GL_SWIZZLE_STQ_DQ_ATI + 1); }},
        {"register in the first pass", GL_INVALID_OPERATION, [&] { pass(GL_REG_0_ATI, GL_REG_1_ATI); }},
        {"register twice", GL_INVALID_OPERATION,
         [&] {
             pass(GL_REG_0_ATI, GL_TEXTURE0);
             SampleMapATI(*gl, GL_REG_0_ATI, GL_TEXTURE0, GL_SWIZZLE_STR_ATI);
         }},
        {"r and q", GL_INVALID_OPERATION,
         [&] {
             pass(GL_REG_0_ATI, GL_TEXTURE0);
             pass(GL_REG_1_ATI, GL_TEXTURE0, GL_SWIZZLE_STQ_ATI);
         }},
        {"q of a register", GL_INVALID_OPERATION,
         [&] {
             color(GL_ONE);
             pass(GL_REG_1_ATI, GL_REG_0_ATI, GL_SWIZZLE_STQ_ATI);
         }},
        {"third pass", GL_INVALID_OPERATION,
         [&] {
             color(GL_ONE);
             pass(GL_REG_1_ATI, GL_TEXTURE0);
             color(GL_ONE);
             pass(GL_REG_1_ATI, GL_TEXTURE0);
         }},
        {"ninth instruction", GL_INVALID_OPERATION,
         [&] {
             for (int n = 0; n < 9; ++n) color(GL_ONE);
         }},
        {"destination", GL_INVALID_ENUM,
         [&] { ColorFragmentOp1ATI(*gl, GL_MOV_ATI, GL_CON_0_ATI, 0, 0, GL_ONE, 0, 0); }},
        {"two scales", GL_INVALID_ENUM,
         [&] { ColorFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, 0, GL_2X_BIT_ATI | GL_4X_BIT_ATI, GL_ONE, 0, 0); }},
        {"operation", GL_INVALID_ENUM, [&] { ColorFragmentOp1ATI(*gl, GL_REPLACE, GL_REG_0_ATI, 0, 0, GL_ONE, 0, 0); }},
        {"operation of two arguments", GL_INVALID_ENUM,
         [&] { ColorFragmentOp1ATI(*gl, GL_ADD_ATI, GL_REG_0_ATI, 0, 0, GL_ONE, 0, 0); }},
        {"argument", GL_INVALID_ENUM, [&] { color(GL_TEXTURE0); }},
        {"alpha of the secondary colour", GL_INVALID_OPERATION,
         [&] { color(GL_SECONDARY_INTERPOLATOR_ATI, GL_ALPHA); }},
        {"secondary colour as alpha", GL_INVALID_OPERATION,
         [&] { AlphaFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, 0, GL_SECONDARY_INTERPOLATOR_ATI, 0, 0); }},
        {"secondary colour in DOT4", GL_INVALID_OPERATION,
         [&] {
             ColorFragmentOp2ATI(*gl, GL_DOT4_ATI, GL_REG_0_ATI, 0, 0, GL_SECONDARY_INTERPOLATOR_ATI, 0, 0, GL_ONE, 0,
                                 0);
         }},
        {"three constants", GL_INVALID_OPERATION, [&] { three(GL_CON_0_ATI, GL_CON_1_ATI, GL_CON_2_ATI); }},
        {"DOT3 of alpha alone", GL_INVALID_OPERATION, [&] { alpha(GL_DOT3_ATI); }},
        {"another operation beside DOT4", GL_INVALID_OPERATION,
         [&] {
             ColorFragmentOp2ATI(*gl, GL_DOT4_ATI, GL_REG_0_ATI, 0, 0, GL_ONE, 0, 0, GL_ONE, 0, 0);
             alpha(GL_ADD_ATI);
         }},
        {"constant", GL_INVALID_ENUM, [&] { SetFragmentShaderConstantATI(*gl, GL_REG_0_ATI, a.data()); }},
    };
    for (const auto& row : rows) {
        BindFragmentShaderATI(*gl, GenFragmentShadersATI(*gl, 1));
        BeginFragmentShaderATI(*gl);
        row.body();
        EXPECT_EQ(gl.error(), row.error) << row.what;
        EndFragmentShaderATI(*gl);
        (void)gl.error();
    }
    // Two of three constants may be the same.
    BeginFragmentShaderATI(*gl);
    three(GL_CON_0_ATI, GL_CON_1_ATI, GL_CON_0_ATI);
    EndFragmentShaderATI(*gl);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(AtiFragmentShaders, ErrorsOutsideAndAtTheEnd) {
    CurrentContext gl;
    const auto color = [&](GLenum arg) { ColorFragmentOp1ATI(*gl, GL_MOV_ATI, GL_REG_0_ATI, 0, 0, arg, GL_NONE, 0); };
    const auto pass = [&](GLenum dst, GLenum source) { PassTexCoordATI(*gl, dst, source, GL_SWIZZLE_STR_ATI); };
    BindFragmentShaderATI(*gl, GenFragmentShadersATI(*gl, 1));
    color(GL_ONE);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION}) << "arithmetic outside";
    pass(GL_REG_0_ATI, GL_TEXTURE0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION}) << "setup outside";
    EndFragmentShaderATI(*gl);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION}) << "End outside";
    BeginFragmentShaderATI(*gl);
    pass(GL_REG_0_ATI, GL_TEXTURE0);
    EndFragmentShaderATI(*gl);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION}) << "no arithmetic";
    BeginFragmentShaderATI(*gl);
    color(GL_PRIMARY_COLOR);
    pass(GL_REG_1_ATI, GL_REG_0_ATI);
    color(GL_REG_1_ATI);
    EndFragmentShaderATI(*gl);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION}) << "colours in the first of two passes";
}

}  // namespace
}  // namespace glapi
