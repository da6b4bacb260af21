// Register combiners: against an evaluator written from the extensions' formulas, on random settings; what they replace
// and what replaces them; state and errors.
#include "glapi/state/register_combiners.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;
using Color = std::array<float, 4>;

constexpr Color primary = {0.2f, 0.9f, 0.4f, 0.6f}, secondary = {0.5f, 0.1f, 0.3f, 1}, fog = {0.1f, 0.7f, 0.9f, 0};
constexpr std::array<Color, 2> texels = {{{51 / 255.0f, 204 / 255.0f, 1, 102 / 255.0f}, {1, 0, 153 / 255.0f, 0.2f}}};
constexpr float fog_factor = 0.75f;

void make_texture(CurrentContext& gl, int unit, const Color& color) {
    GLuint name = 0;
    GenTextures(*gl, 1, &name);
    ActiveTexture(*gl, GL_TEXTURE0 + unit);
    BindTexture(*gl, GL_TEXTURE_2D, name);
    std::array<GLubyte, 4> texel;
    for (int c = 0; c < 4; ++c) texel[c] = static_cast<GLubyte>(std::lround(color[c] * 255));
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel.data());
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    Enable(*gl, GL_TEXTURE_2D);
    ActiveTexture(*gl, GL_TEXTURE0);
}

// Everything that combiners read has a value of its own.
void set_up(CurrentContext& gl) {
    make_texture(gl, 0, texels[0]);
    make_texture(gl, 1, texels[1]);
    Color4fv(*gl, primary.data());
    SecondaryColor3f(*gl, secondary[0], secondary[1], secondary[2]);
    Fogi(*gl, GL_FOG_MODE, GL_LINEAR);
    Fogi(*gl, GL_FOG_COORD_SRC, GL_FOG_COORD);
    Fogf(*gl, GL_FOG_START, 0);
    Fogf(*gl, GL_FOG_END, 1);
    Fogfv(*gl, GL_FOG_COLOR, fog.data());
    FogCoordf(*gl, 1 - fog_factor);
    Enable(*gl, GL_FOG);
    Enable(*gl, GL_REGISTER_COMBINERS_NV);
}

Pixel draw(CurrentContext& gl) {
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    return gl.pixel(32, 32);
}

void expect_drawn(const Pixel& got, const Color& wanted, const std::string& what) {
    for (int c = 0; c < 4; ++c)
        EXPECT_NEAR(got[c], std::round(std::clamp(wanted[c], 0.0f, 1.0f) * 255), 1) << what << ", component " << c;
}

// ---- the extensions' formulas

float mapped(GLenum mapping, float e) {
    const float positive = std::max(0.0f, e);
    switch (mapping) {
        case GL_UNSIGNED_IDENTITY_NV: return positive;
        case GL_UNSIGNED_INVERT_NV: return 1 - std::min(positive, 1.0f);
        case GL_EXPAND_NORMAL_NV: return 2 * positive - 1;
        case GL_EXPAND_NEGATE_NV: return -2 * positive + 1;
        case GL_HALF_BIAS_NORMAL_NV: return positive - 0.5f;
        case GL_HALF_BIAS_NEGATE_NV: return -positive + 0.5f;
        case GL_SIGNED_IDENTITY_NV: return e;
        default: return -e;
    }
}

class Reference {
  public:
    explicit Reference(const RegisterCombiners& state) : state_(state) {
        registers_ = {{GL_ZERO, {}},
                      {GL_FOG, {fog[0], fog[1], fog[2], fog_factor}},
                      {GL_PRIMARY_COLOR_NV, primary},
                      {GL_SECONDARY_COLOR_NV, secondary},
                      {GL_SPARE0_NV, {0, 0, 0, texels[0][3]}},
                      {GL_SPARE1_NV, {}},
                      {GL_TEXTURE0, texels[0]},
                      {GL_TEXTURE1, texels[1]}};
    }

    Color run() {
        for (int stage = 0; stage < state_.stage_count; ++stage) {
            set_constants(state_.per_stage_constants ? state_.stages[stage].constants : state_.constants);
            combine(state_.stages[stage]);
        }
        set_constants(state_.constants);
        return finish();
    }

  private:
    void set_constants(const std::array<Vector, 2>& constants) {
        for (int n = 0; n < 2; ++n) std::copy_n(constants[n].data(), 4, registers_[GL_CONSTANT_COLOR0_NV + n].begin());
    }

    float value(const CombinerInput& input, int component) {
        const Color& from = registers_[input.input];
        return mapped(input.mapping, from[input.usage == GL_RGB ? component : input.usage == GL_BLUE ? 2 : 3]);
    }

    void combine(const GeneralCombiner& stage) {
        std::map<GLenum, Color> written = registers_;
        const bool right = registers_[GL_SPARE0_NV][3] >= 0.5f;
        for (int component = 0; component < 4; ++component) {
            const CombinerPortion& portion = stage.portions[component == 3];
            const auto product = [&](int first, bool dot) {
                float sum = 0;
                for (int c = dot ? 0 : component; c <= (dot ? 2 : component); ++c)
                    sum += value(portion.inputs[first], c) * value(portion.inputs[first + 1], c);
                return sum;
            };
            const float ab = product(0, portion.ab_dot_product), cd = product(2, portion.cd_dot_product);
            const auto write = [&](GLenum output, float result) {
                const float scale = portion.scale == GL_SCALE_BY_TWO_NV    ? 2
                                    : portion.scale == GL_SCALE_BY_FOUR_NV ? 4
                                    : portion.scale == GL_NONE             ? 1
                                                                           : 0.5f;
                const float bias = portion.bias == GL_NONE ? 0 : -0.5f;
                if (output != GL_DISCARD_NV)
                    written[output][component] = std::clamp((result + bias) * scale, -1.0f, 1.0f);
            };
            write(portion.ab_output, ab);
            write(portion.cd_output, cd);
            write(portion.sum_output, portion.mux_sum ? (right ? cd : ab) : ab + cd);
        }
        registers_ = written;
    }

    Color finish() {
        const auto& inputs = state_.final_inputs;
        Color result;
        for (int c = 0; c < 3; ++c) {
            registers_[GL_E_TIMES_F_NV][c] = value(inputs[4], c) * value(inputs[5], c);
            const float sum =
                std::max(0.0f, registers_[GL_SPARE0_NV][c]) + std::max(0.0f, registers_[GL_SECONDARY_COLOR_NV][c]);
            registers_[GL_SPARE0_PLUS_SECONDARY_COLOR_NV][c] = state_.clamp_color_sum ? std::min(sum, 1.0f) : sum;
            const float a = value(inputs[0], c);
            result[c] = std::min(a * value(inputs[1], c) + (1 - a) * value(inputs[2], c) + value(inputs[3], c), 1.0f);
        }
        result[3] = value(inputs[6], 3);
        return result;
    }

    const RegisterCombiners& state_;
    std::map<GLenum, Color> registers_;
};

// ---- random settings, by the commands

class Settings {
  public:
    Settings(CurrentContext& gl, unsigned seed) : gl_(gl), random_(seed) {}

    void set() {
        for (const GLenum constant : {GL_CONSTANT_COLOR0_NV, GL_CONSTANT_COLOR1_NV})
            CombinerParameterfvNV(*gl_, constant, color().data());
        CombinerParameteriNV(*gl_, GL_NUM_GENERAL_COMBINERS_NV, number(1, 8));
        CombinerParameteriNV(*gl_, GL_COLOR_SUM_CLAMP_NV, number(0, 1));
        (number(0, 1) ? Enable : Disable)(*gl_, GL_PER_STAGE_CONSTANTS_NV);
        for (int stage = 0; stage < 8; ++stage) set_stage(GL_COMBINER0_NV + stage);
        for (int variable = 0; variable < 7; ++variable) set_final(GL_VARIABLE_A_NV + variable);
    }

  private:
    int number(int first, int last) { return std::uniform_int_distribution<int>(first, last)(random_); }
    Color color() {
        Color result;
        for (float& component : result) component = static_cast<float>(number(0, 100)) / 100;
        return result;
    }
    GLenum one_of(const std::vector<GLenum>& values) {
        return values[static_cast<size_t>(number(0, static_cast<int>(values.size()) - 1))];
    }

    void set_stage(GLenum stage) {
        for (const GLenum constant : {GL_CONSTANT_COLOR0_NV, GL_CONSTANT_COLOR1_NV})
            CombinerStageParameterfvNV(*gl_, stage, constant, color().data());
        for (const GLenum portion : {GL_RGB, GL_ALPHA}) {
            const bool alpha = portion == GL_ALPHA;
            for (int variable = 0; variable < 4; ++variable) {
                const GLenum input = one_of(registers_);
                GLenum usage = one_of({GL_ALPHA, alpha ? GLenum{GL_BLUE} : GLenum{GL_RGB}});
                if (input == GL_FOG) usage = alpha ? GL_BLUE : GL_RGB;
                CombinerInputNV(*gl_, stage, portion, GL_VARIABLE_A_NV + variable, input,
                                GL_UNSIGNED_IDENTITY_NV + number(0, 7), usage);
            }
            std::vector<GLenum> outputs = {GL_PRIMARY_COLOR_NV, GL_SECONDARY_COLOR_NV, GL_SPARE0_NV,
                                           GL_SPARE1_NV,        GL_TEXTURE0,           GL_TEXTURE1};
            std::shuffle(outputs.begin(), outputs.end(), random_);
            for (int n = 0; n < 3; ++n)
                if (number(0, 2) == 0) outputs[n] = GL_DISCARD_NV;
            const bool bias = number(0, 2) == 0;
            const GLenum scale =
                bias ? one_of({GL_NONE, GL_SCALE_BY_TWO_NV})
                     : one_of({GL_NONE, GL_SCALE_BY_TWO_NV, GL_SCALE_BY_FOUR_NV, GL_SCALE_BY_ONE_HALF_NV});
            CombinerOutputNV(*gl_, stage, portion, outputs[0], outputs[1], outputs[2], scale,
                             bias ? GL_BIAS_BY_NEGATIVE_ONE_HALF_NV : GL_NONE, !alpha && number(0, 1),
                             !alpha && number(0, 1), static_cast<GLboolean>(number(0, 1)));
        }
    }

    void set_final(GLenum variable) {
        std::vector<GLenum> inputs = registers_;
        if (variable < GL_VARIABLE_E_NV) inputs.push_back(GL_E_TIMES_F_NV);
        if (variable < GL_VARIABLE_E_NV && variable != GL_VARIABLE_A_NV)
            inputs.push_back(GL_SPARE0_PLUS_SECONDARY_COLOR_NV);
        const GLenum input = one_of(inputs);
        const bool computed = input == GL_E_TIMES_F_NV || input == GL_SPARE0_PLUS_SECONDARY_COLOR_NV;
        const GLenum usage = computed                       ? GLenum{GL_RGB}
                             : variable == GL_VARIABLE_G_NV ? one_of({GL_ALPHA, GL_BLUE})
                                                            : one_of({GL_ALPHA, GL_RGB});
        FinalCombinerInputNV(*gl_, variable, input, GL_UNSIGNED_IDENTITY_NV + number(0, 1), usage);
    }

    CurrentContext& gl_;
    std::mt19937 random_;
    const std::vector<GLenum> registers_ = {GL_ZERO,      GL_CONSTANT_COLOR0_NV, GL_CONSTANT_COLOR1_NV,
                                            GL_FOG,       GL_PRIMARY_COLOR_NV,   GL_SECONDARY_COLOR_NV,
                                            GL_SPARE0_NV, GL_SPARE1_NV,          GL_TEXTURE0,
                                            GL_TEXTURE1};
};

TEST(RegisterCombiners, RandomSettingsGiveWhatTheFormulasSay) {
    CurrentContext gl;
    set_up(gl);
    for (unsigned seed = 0; seed < 150; ++seed) {
        Settings(gl, seed).set();
        ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << "seed " << seed;
        const Color wanted = Reference(gl.context->state.texturing.combiners).run();
        expect_drawn(draw(gl), wanted, "seed " + std::to_string(seed));
    }
}

// ---- what they stand for

TEST(RegisterCombiners, InitialStateIsColorSumAndFog) {
    for (const bool fogged : {false, true}) {
        CurrentContext gl;
        set_up(gl);
        for (const GLenum unit : {GL_TEXTURE0, GL_TEXTURE1}) {
            ActiveTexture(*gl, unit);
            Disable(*gl, GL_TEXTURE_2D);
        }
        (fogged ? Enable : Disable)(*gl, GL_FOG);
        const Pixel combined = draw(gl);
        Disable(*gl, GL_REGISTER_COMBINERS_NV);
        Enable(*gl, GL_COLOR_SUM);
        const Pixel fixed = draw(gl);
        for (int c = 0; c < 4; ++c) EXPECT_NEAR(combined[c], fixed[c], 1) << fogged << ", component " << c;
    }
}

TEST(RegisterCombiners, FragmentProgramsComeFirst) {
    CurrentContext gl;
    set_up(gl);
    constexpr std::string_view text = "!!ARBfp1.0\nMOV result.color, {1, 0, 1, 0};\nEND\n";
    ProgramStringARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()),
                     text.data());
    const Pixel combined = draw(gl);
    Enable(*gl, GL_FRAGMENT_PROGRAM_ARB);
    expect_drawn(draw(gl), {1, 0, 1, 0}, "program");
    Disable(*gl, GL_FRAGMENT_PROGRAM_ARB);
    EXPECT_EQ(draw(gl), combined);
}

// A register of a depth texture has its depth in alpha, and everywhere where it is compared, whatever
// DEPTH_TEXTURE_MODE is.
TEST(RegisterCombiners, DepthTextures) {
    for (const GLenum mode : {GL_LUMINANCE, GL_INTENSITY, GL_ALPHA})
        for (const bool compared : {false, true}) {
            CurrentContext gl;
            set_up(gl);
            const float depth = 0.4f;
            TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
            TexParameteri(*gl, GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, static_cast<GLint>(mode));
            if (compared) TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
            TexCoord3f(*gl, 0, 0, 0.3f);
            FinalCombinerInputNV(*gl, GL_VARIABLE_A_NV, GL_ZERO, GL_UNSIGNED_INVERT_NV, GL_RGB);
            FinalCombinerInputNV(*gl, GL_VARIABLE_B_NV, GL_TEXTURE0, GL_UNSIGNED_IDENTITY_NV, GL_RGB);
            FinalCombinerInputNV(*gl, GL_VARIABLE_G_NV, GL_TEXTURE0, GL_UNSIGNED_IDENTITY_NV, GL_ALPHA);
            const Color wanted = compared ? Color{1, 1, 1, 1} : Color{0, 0, 0, depth};
            expect_drawn(draw(gl), wanted, std::to_string(mode) + (compared ? " compared" : ""));
        }
}

// Numbers beyond 1 stay what they are in floating-point framebuffers.
TEST(RegisterCombiners, FloatingPointFramebuffersAreNotClamped) {
    CurrentContext gl;
    set_up(gl);
    GLuint renderbuffer = 0, framebuffer = 0;
    GenRenderbuffers(*gl, 1, &renderbuffer);
    BindRenderbuffer(*gl, GL_RENDERBUFFER, renderbuffer);
    RenderbufferStorage(*gl, GL_RENDERBUFFER, GL_RGBA32F, 64, 64);
    GenFramebuffers(*gl, 1, &framebuffer);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    CombinerOutputNV(*gl, GL_COMBINER0_NV, GL_RGB, GL_DISCARD_NV, GL_DISCARD_NV, GL_SPARE0_NV, GL_SCALE_BY_FOUR_NV,
                     GL_NONE, GL_FALSE, GL_FALSE, GL_FALSE);
    Disable(*gl, GL_FOG);
    for (const GLenum clamp : {GL_FIXED_ONLY, GL_TRUE}) {
        ClampColor(*gl, GL_CLAMP_FRAGMENT_COLOR, clamp);
        Rectf(*gl, -1, -1, 1, 1);
        Color got;
        ReadPixels(*gl, 32, 32, 1, 1, GL_RGBA, GL_FLOAT, got.data());
        for (int c = 0; c < 3; ++c) {
            const float sum = 4 * primary[c] + secondary[c];
            EXPECT_NEAR(got[c], clamp == GL_TRUE ? std::min(1.0f, sum) : sum, 1e-5f) << c;
        }
    }
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// ---- state

GLint input_state(CurrentContext& gl, GLenum stage, GLenum portion, GLenum variable, GLenum pname) {
    GLint value = -1;
    GLfloat number = -1;
    GetCombinerInputParameterivNV(*gl, stage, portion, variable, pname, &value);
    GetCombinerInputParameterfvNV(*gl, stage, portion, variable, pname, &number);
    EXPECT_EQ(static_cast<GLfloat>(value), number);
    return value;
}
GLint output_state(CurrentContext& gl, GLenum stage, GLenum portion, GLenum pname) {
    GLint value = -1;
    GLfloat number = -1;
    GetCombinerOutputParameterivNV(*gl, stage, portion, pname, &value);
    GetCombinerOutputParameterfvNV(*gl, stage, portion, pname, &number);
    EXPECT_EQ(static_cast<GLfloat>(value), number);
    return value;
}
GLint final_state(CurrentContext& gl, GLenum variable, GLenum pname) {
    GLint value = -1;
    GLfloat number = -1;
    GetFinalCombinerInputParameterivNV(*gl, variable, pname, &value);
    GetFinalCombinerInputParameterfvNV(*gl, variable, pname, &number);
    EXPECT_EQ(static_cast<GLfloat>(value), number);
    return value;
}

TEST(RegisterCombiners, InitialState) {
    CurrentContext gl;
    for (GLenum stage = GL_COMBINER0_NV; stage <= GL_COMBINER7_NV; ++stage)
        for (const GLenum portion : {GL_RGB, GL_ALPHA}) {
            for (GLenum variable = GL_VARIABLE_A_NV; variable <= GL_VARIABLE_D_NV; ++variable) {
                EXPECT_EQ(input_state(gl, stage, portion, variable, GL_COMBINER_INPUT_NV),
                          variable == GL_VARIABLE_A_NV ? GL_PRIMARY_COLOR_NV : GL_ZERO);
                EXPECT_EQ(input_state(gl, stage, portion, variable, GL_COMBINER_MAPPING_NV),
                          variable == GL_VARIABLE_B_NV ? GL_UNSIGNED_INVERT_NV : GL_UNSIGNED_IDENTITY_NV);
                EXPECT_EQ(input_state(gl, stage, portion, variable, GL_COMBINER_COMPONENT_USAGE_NV),
                          static_cast<GLint>(portion));
            }
            EXPECT_EQ(output_state(gl, stage, portion, GL_COMBINER_AB_OUTPUT_NV), GL_DISCARD_NV);
            EXPECT_EQ(output_state(gl, stage, portion, GL_COMBINER_CD_OUTPUT_NV), GL_DISCARD_NV);
            EXPECT_EQ(output_state(gl, stage, portion, GL_COMBINER_SUM_OUTPUT_NV), GL_SPARE0_NV);
            for (const GLenum pname : {GL_COMBINER_SCALE_NV, GL_COMBINER_BIAS_NV, GL_COMBINER_AB_DOT_PRODUCT_NV,
                                       GL_COMBINER_CD_DOT_PRODUCT_NV, GL_COMBINER_MUX_SUM_NV})
                EXPECT_EQ(output_state(gl, stage, portion, pname), 0);
        }
    EXPECT_EQ(final_state(gl, GL_VARIABLE_A_NV, GL_COMBINER_INPUT_NV), GL_FOG);
    EXPECT_EQ(final_state(gl, GL_VARIABLE_A_NV, GL_COMBINER_COMPONENT_USAGE_NV), GL_ALPHA);
    EXPECT_EQ(final_state(gl, GL_VARIABLE_B_NV, GL_COMBINER_INPUT_NV), GL_SPARE0_PLUS_SECONDARY_COLOR_NV);
    EXPECT_EQ(final_state(gl, GL_VARIABLE_C_NV, GL_COMBINER_INPUT_NV), GL_FOG);
    EXPECT_EQ(final_state(gl, GL_VARIABLE_D_NV, GL_COMBINER_INPUT_NV), GL_ZERO);
    EXPECT_EQ(final_state(gl, GL_VARIABLE_G_NV, GL_COMBINER_INPUT_NV), GL_SPARE0_NV);
    EXPECT_EQ(final_state(gl, GL_VARIABLE_G_NV, GL_COMBINER_MAPPING_NV), GL_UNSIGNED_IDENTITY_NV);
    const std::pair<GLenum, GLint> numbers[] = {{GL_NUM_GENERAL_COMBINERS_NV, 1},
                                                {GL_COLOR_SUM_CLAMP_NV, 1},
                                                {GL_MAX_GENERAL_COMBINERS_NV, 8},
                                                {GL_REGISTER_COMBINERS_NV, 0},
                                                {GL_PER_STAGE_CONSTANTS_NV, 0}};
    for (const auto& [token, wanted] : numbers) {
        GLint value = -1;
        GetIntegerv(*gl, token, &value);
        EXPECT_EQ(value, wanted) << token;
    }
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// TEXTURE_BIT saves everything, ENABLE_BIT the two switches; lists have all commands.
TEST(RegisterCombiners, AttributeGroupsAndLists) {
    CurrentContext gl;
    const GLint white[] = {0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff};
    ::glNewList(1, GL_COMPILE);
    ::glCombinerParameterivNV(GL_CONSTANT_COLOR1_NV, white);
    ::glCombinerParameterfNV(GL_NUM_GENERAL_COMBINERS_NV, 3);
    ::glCombinerStageParameterfvNV(GL_COMBINER2_NV, GL_CONSTANT_COLOR0_NV, primary.data());
    ::glCombinerInputNV(GL_COMBINER1_NV, GL_RGB, GL_VARIABLE_C_NV, GL_FOG, GL_SIGNED_NEGATE_NV, GL_RGB);
    ::glCombinerOutputNV(GL_COMBINER1_NV, GL_ALPHA, GL_TEXTURE3, GL_DISCARD_NV, GL_SPARE1_NV, GL_SCALE_BY_TWO_NV,
                         GL_BIAS_BY_NEGATIVE_ONE_HALF_NV, GL_FALSE, GL_FALSE, GL_TRUE);
    ::glFinalCombinerInputNV(GL_VARIABLE_G_NV, GL_TEXTURE1, GL_UNSIGNED_INVERT_NV, GL_BLUE);
    ::glEnable(GL_REGISTER_COMBINERS_NV);
    ::glEndList();
    GLint count = 0;
    GetIntegerv(*gl, GL_NUM_GENERAL_COMBINERS_NV, &count);
    EXPECT_EQ(count, 1);
    for (const GLbitfield group : {GL_TEXTURE_BIT, GL_ENABLE_BIT}) {
        PushAttrib(*gl, group);
        ::glCallList(1);
        GetIntegerv(*gl, GL_NUM_GENERAL_COMBINERS_NV, &count);
        EXPECT_EQ(count, 3);
        Color constant;
        GetFloatv(*gl, GL_CONSTANT_COLOR1_NV, constant.data());
        EXPECT_EQ(constant, (Color{1, 1, 1, 1}));
        GetCombinerStageParameterfvNV(*gl, GL_COMBINER2_NV, GL_CONSTANT_COLOR0_NV, constant.data());
        EXPECT_EQ(constant, primary);
        EXPECT_EQ(input_state(gl, GL_COMBINER1_NV, GL_RGB, GL_VARIABLE_C_NV, GL_COMBINER_MAPPING_NV),
                  GL_SIGNED_NEGATE_NV);
        EXPECT_EQ(output_state(gl, GL_COMBINER1_NV, GL_ALPHA, GL_COMBINER_AB_OUTPUT_NV), GL_TEXTURE3);
        EXPECT_EQ(output_state(gl, GL_COMBINER1_NV, GL_ALPHA, GL_COMBINER_MUX_SUM_NV), GL_TRUE);
        EXPECT_EQ(final_state(gl, GL_VARIABLE_G_NV, GL_COMBINER_COMPONENT_USAGE_NV), GL_BLUE);
        EXPECT_TRUE(IsEnabled(*gl, GL_REGISTER_COMBINERS_NV));
        PopAttrib(*gl);
        EXPECT_FALSE(IsEnabled(*gl, GL_REGISTER_COMBINERS_NV));
        GetIntegerv(*gl, GL_NUM_GENERAL_COMBINERS_NV, &count);
        EXPECT_EQ(count, group == GL_TEXTURE_BIT ? 1 : 3);
    }
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(RegisterCombiners, Errors) {
    CurrentContext gl;
    const auto input = [&](GLenum stage, GLenum portion, GLenum variable, GLenum register_, GLenum mapping,
                           GLenum usage) { CombinerInputNV(*gl, stage, portion, variable, register_, mapping, usage); };
    const auto output = [&](GLenum portion, GLenum ab, GLenum cd, GLenum sum, GLenum scale, GLenum bias, bool dot) {
        CombinerOutputNV(*gl, GL_COMBINER0_NV, portion, ab, cd, sum, scale, bias, dot, GL_FALSE, GL_FALSE);
    };
    const auto last = [&](GLenum variable, GLenum register_, GLenum mapping, GLenum usage) {
        FinalCombinerInputNV(*gl, variable, register_, mapping, usage);
    };
    constexpr GLenum stage0 = GL_COMBINER0_NV, rgb = GL_RGB, alpha = GL_ALPHA, blue = GL_BLUE, none = GL_NONE;
    constexpr GLenum a = GL_VARIABLE_A_NV, g = GL_VARIABLE_G_NV, same = GL_UNSIGNED_IDENTITY_NV;
    constexpr GLenum spare0 = GL_SPARE0_NV, spare1 = GL_SPARE1_NV, sum = GL_SPARE0_PLUS_SECONDARY_COLOR_NV;
    const GLfloat zero[4] = {}, nine = 9;
    GLint value = 0;
    const struct {
        const char* what;
        GLenum error;
        std::function<void()> call;
    } rows[] = {
        {"stage", GL_INVALID_ENUM, [&] { input(GL_COMBINER7_NV + 1, rgb, a, spare0, same, rgb); }},
        {"portion", GL_INVALID_ENUM, [&] { input(stage0, GL_RGBA, a, spare0, same, rgb); }},
        {"variable", GL_INVALID_ENUM, [&] { input(stage0, rgb, GL_VARIABLE_E_NV, spare0, same, rgb); }},
        {"register", GL_INVALID_ENUM, [&] { input(stage0, rgb, a, GL_E_TIMES_F_NV, same, rgb); }},
        {"texture", GL_INVALID_ENUM, [&] { input(stage0, rgb, a, GL_TEXTURE8, same, rgb); }},
        {"mapping", GL_INVALID_ENUM, [&] { input(stage0, rgb, a, spare0, GL_SIGNED_NEGATE_NV + 1, rgb); }},
        {"usage", GL_INVALID_ENUM, [&] { input(stage0, rgb, a, spare0, same, GL_RED); }},
        {"colour as alpha", GL_INVALID_OPERATION, [&] { input(stage0, alpha, a, spare0, same, rgb); }},
        {"blue as colour", GL_INVALID_OPERATION, [&] { input(stage0, rgb, a, spare0, same, blue); }},
        {"the fog's alpha", GL_INVALID_OPERATION, [&] { input(stage0, rgb, a, GL_FOG, same, alpha); }},
        {"read-only output", GL_INVALID_ENUM, [&] { output(rgb, GL_FOG, spare0, spare1, none, none, false); }},
        {"scale", GL_INVALID_ENUM, [&] { output(rgb, spare0, spare1, GL_DISCARD_NV, GL_ONE, none, false); }},
        {"bias", GL_INVALID_ENUM, [&] { output(rgb, spare0, spare1, GL_DISCARD_NV, none, GL_ONE, false); }},
        {"dot product of alpha", GL_INVALID_VALUE,
         [&] { output(alpha, spare0, spare1, GL_DISCARD_NV, none, none, true); }},
        {"scale with bias", GL_INVALID_OPERATION,
         [&] {
             output(rgb, spare0, spare1, GL_DISCARD_NV, GL_SCALE_BY_FOUR_NV, GL_BIAS_BY_NEGATIVE_ONE_HALF_NV, false);
         }},
        {"one output twice", GL_INVALID_OPERATION, [&] { output(rgb, spare0, spare1, spare0, none, none, false); }},
        {"final mapping", GL_INVALID_ENUM, [&] { last(a, spare0, GL_EXPAND_NORMAL_NV, rgb); }},
        {"final variable", GL_INVALID_ENUM, [&] { last(g + 1, spare0, same, rgb); }},
        {"product as G", GL_INVALID_OPERATION, [&] { last(g, GL_E_TIMES_F_NV, same, alpha); }},
        {"sum as E", GL_INVALID_OPERATION, [&] { last(GL_VARIABLE_E_NV, sum, same, rgb); }},
        {"sum as A", GL_INVALID_OPERATION, [&] { last(a, sum, same, rgb); }},
        {"the sum's alpha", GL_INVALID_OPERATION, [&] { last(GL_VARIABLE_B_NV, sum, same, alpha); }},
        {"colour as G", GL_INVALID_OPERATION, [&] { last(g, spare0, same, rgb); }},
        {"blue as B", GL_INVALID_OPERATION, [&] { last(GL_VARIABLE_B_NV, spare0, same, blue); }},
        {"parameter", GL_INVALID_ENUM, [&] { CombinerParameterfvNV(*gl, GL_FOG, zero); }},
        {"colour of one number", GL_INVALID_ENUM, [&] { CombinerParameterfNV(*gl, GL_CONSTANT_COLOR0_NV, 1); }},
        {"no stages", GL_INVALID_VALUE, [&] { CombinerParameteriNV(*gl, GL_NUM_GENERAL_COMBINERS_NV, 0); }},
        {"nine stages", GL_INVALID_VALUE, [&] { CombinerParameterfvNV(*gl, GL_NUM_GENERAL_COMBINERS_NV, &nine); }},
        {"constant's stage", GL_INVALID_ENUM,
         [&] { CombinerStageParameterfvNV(*gl, GL_TEXTURE0, GL_CONSTANT_COLOR0_NV, zero); }},
        {"stage's parameter", GL_INVALID_ENUM,
         [&] { CombinerStageParameterfvNV(*gl, stage0, GL_COLOR_SUM_CLAMP_NV, zero); }},
        {"query of an input", GL_INVALID_ENUM,
         [&] { GetCombinerInputParameterivNV(*gl, stage0, rgb, a, GL_COMBINER_SCALE_NV, &value); }},
        {"query of an output", GL_INVALID_ENUM,
         [&] { GetCombinerOutputParameterivNV(*gl, stage0, rgb, GL_COMBINER_INPUT_NV, &value); }},
        {"query of the final combiner", GL_INVALID_ENUM,
         [&] { GetFinalCombinerInputParameterivNV(*gl, GL_RGB, GL_COMBINER_INPUT_NV, &value); }},
    };
    for (const auto& row : rows) {
        row.call();
        EXPECT_EQ(gl.error(), row.error) << row.what;
    }
    output(rgb, GL_DISCARD_NV, GL_DISCARD_NV, GL_DISCARD_NV, none, none, false);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << "everything discarded";
}

}  // namespace
}  // namespace glapi
