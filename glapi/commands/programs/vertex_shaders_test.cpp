// Shaders of EXT_vertex_shader: what they compute, symbols, state, variants, every error.
#include "glapi/objects/programs/vertex_shaders.h"

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

using Components = std::array<float, 4>;

struct Symbols {
    explicit Symbols(CurrentContext& context) : gl(context) {}

    GLuint make(GLenum type, GLenum storage, GLuint count = 1, GLenum range = GL_FULL_RANGE_EXT) const {
        return GenSymbolsEXT(*gl, type, storage, range, count);
    }
    GLuint local(GLenum type = GL_VECTOR_EXT) const { return make(type, GL_LOCAL_EXT); }
    // A local constant, in a shader that is recorded.
    GLuint constant(const Components& value, GLenum type = GL_VECTOR_EXT) const {
        const GLuint symbol = make(type, GL_LOCAL_CONSTANT_EXT);
        SetLocalConstantEXT(*gl, symbol, GL_FLOAT, value.data());
        return symbol;
    }
    GLuint scalar(float value) const { return constant({value}, GL_SCALAR_EXT); }

    CurrentContext& gl;
};

// Begins a shader that puts vertices where they are, and `body` beside that; draws a rectangle with it.
Pixel draw_with_shader(CurrentContext& gl, const std::function<void()>& body) {
    const GLuint vertex = BindParameterEXT(*gl, GL_CURRENT_VERTEX_EXT);
    BindVertexShaderEXT(*gl, GenVertexShadersEXT(*gl, 1));
    BeginVertexShaderEXT(*gl);
    ShaderOp1EXT(*gl, GL_OP_MOV_EXT, GL_OUTPUT_VERTEX_EXT, vertex);
    body();
    EndVertexShaderEXT(*gl);
    Enable(*gl, GL_VERTEX_SHADER_EXT);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    GLboolean optimized = GL_FALSE;
    GetBooleanv(*gl, GL_VERTEX_SHADER_OPTIMIZED_EXT, &optimized);
    EXPECT_TRUE(optimized) << "the shader is undefined";
    return gl.pixel(32, 32);
}

void expect_shown(const Pixel& got, const Components& wanted, const std::string& what) {
    for (size_t c = 0; c < 4; ++c)
        EXPECT_NEAR(got[c], std::clamp(wanted[c], 0.0f, 1.0f) * 255, 1) << what << ", component " << c;
}

constexpr Components vector_a{0.2f, 0.7f, 0.4f, 0.6f}, vector_b{0.5f, 0.3f, 0.9f, 0.1f},
    vector_c{0.1f, 0.6f, 0.5f, 0.8f};

// Each operation on vectors, with the values of its definition.
TEST(VertexShaders, OperationsOnVectors) {
    const float dot3 = vector_a[0] * vector_b[0] + vector_a[1] * vector_b[1] + vector_a[2] * vector_b[2];
    const struct {
        GLenum operation;
        int arguments;
        std::function<float(size_t)> expected;
    } rows[] = {
        {GL_OP_MOV_EXT, 1, [](size_t i) { return vector_a[i]; }},
        {GL_OP_NEGATE_EXT, 1, [](size_t i) { return -vector_a[i]; }},
        {GL_OP_FRAC_EXT, 1, [](size_t i) { return vector_a[i]; }},
        {GL_OP_FLOOR_EXT, 1, [](size_t) { return 0.0f; }},
        {GL_OP_ROUND_EXT, 1, [](size_t i) { return vector_a[i] >= 0.5f ? 1.0f : 0.0f; }},
        {GL_OP_ADD_EXT, 2, [](size_t i) { return vector_a[i] + vector_b[i]; }},
        {GL_OP_SUB_EXT, 2, [](size_t i) { return vector_a[i] - vector_b[i]; }},
        {GL_OP_MUL_EXT, 2, [](size_t i) { return vector_a[i] * vector_b[i]; }},
        {GL_OP_MAX_EXT, 2, [](size_t i) { return std::max(vector_a[i], vector_b[i]); }},
        {GL_OP_MIN_EXT, 2, [](size_t i) { return std::min(vector_a[i], vector_b[i]); }},
        {GL_OP_SET_GE_EXT, 2, [](size_t i) { return vector_a[i] >= vector_b[i] ? 1.0f : 0.0f; }},
        {GL_OP_SET_LT_EXT, 2, [](size_t i) { return vector_a[i] < vector_b[i] ? 1.0f : 0.0f; }},
        {GL_OP_DOT4_EXT, 2, [=](size_t) { return dot3 + vector_a[3] * vector_b[3]; }},
        {GL_OP_DOT3_EXT, 2, [=](size_t i) { return i == 3 ? vector_c[3] : dot3; }},  // w is unchanged
        {GL_OP_CROSS_PRODUCT_EXT, 2,
         [](size_t i) {
             const size_t j = (i + 1) % 3, k = (i + 2) % 3;
             return i == 3 ? 1.0f : vector_a[j] * vector_b[k] - vector_b[j] * vector_a[k];
         }},
        {GL_OP_MADD_EXT, 3, [](size_t i) { return vector_a[i] * vector_b[i] + vector_c[i]; }},
        // The lower bound is looked at first: here it is above the upper one in places.
        {GL_OP_CLAMP_EXT, 3,
         [](size_t i) {
             return vector_a[i] <= vector_b[i] ? vector_b[i] : vector_a[i] >= vector_c[i] ? vector_c[i] : vector_a[i];
         }},
    };
    for (const auto& row : rows) {
        CurrentContext gl;
        const Symbols symbols(gl);
        const Pixel drawn = draw_with_shader(gl, [&] {
            const GLuint first = symbols.constant(vector_a), second = symbols.constant(vector_b),
                         third = symbols.constant(vector_c);
            const GLuint color = GL_OUTPUT_COLOR0_EXT;
            ShaderOp1EXT(*gl, GL_OP_MOV_EXT, color, third);
            if (row.arguments == 1) ShaderOp1EXT(*gl, row.operation, color, first);
            if (row.arguments == 2) ShaderOp2EXT(*gl, row.operation, color, first, second);
            if (row.arguments == 3) ShaderOp3EXT(*gl, row.operation, color, first, second, third);
        });
        Components expected;
        for (size_t i = 0; i < 4; ++i) expected[i] = row.expected(i);
        expect_shown(drawn, expected, "operation " + std::to_string(row.operation));
    }
}

TEST(VertexShaders, OperationsOnScalars) {
    const struct {
        GLenum operation;
        int arguments;
        float expected;
    } rows[] = {
        {GL_OP_EXP_BASE_2_EXT, 1, std::exp2(-1.5f)},
        {GL_OP_RECIP_EXT, 1, 1 / -1.5f},
        {GL_OP_FLOOR_EXT, 1, -2},
        {GL_OP_FRAC_EXT, 1, 0.5f},
        {GL_OP_MUL_EXT, 2, -1.5f * 0.25f},
        {GL_OP_ADD_EXT, 2, -1.25f},
    };
    for (const auto& row : rows) {
        CurrentContext gl;
        const Symbols symbols(gl);
        const Pixel drawn = draw_with_shader(gl, [&] {
            const GLuint first = symbols.scalar(-1.5f), second = symbols.scalar(0.25f),
                         result = symbols.local(GL_SCALAR_EXT), by = symbols.scalar(0.25f), plus = symbols.scalar(0.5f);
            if (row.arguments == 1) ShaderOp1EXT(*gl, row.operation, result, first);
            if (row.arguments == 2) ShaderOp2EXT(*gl, row.operation, result, first, second);
            ShaderOp3EXT(*gl, GL_OP_MADD_EXT, GL_OUTPUT_COLOR0_EXT, result, by, plus);
        });
        const float shown = row.expected * 0.25f + 0.5f;
        expect_shown(drawn, {shown, shown, shown, shown}, "operation " + std::to_string(row.operation));
    }
    CurrentContext gl;
    const Symbols symbols(gl);
    const Pixel drawn = draw_with_shader(gl, [&] {
        const GLuint quarter = symbols.scalar(0.25f), half = symbols.scalar(0.5f), scale = symbols.scalar(0.1f);
        const GLuint log = symbols.local(GL_SCALAR_EXT), power = symbols.local(GL_SCALAR_EXT),
                     root = symbols.local(GL_SCALAR_EXT), color = symbols.local();
        ShaderOp1EXT(*gl, GL_OP_LOG_BASE_2_EXT, log, quarter);     // -2
        ShaderOp2EXT(*gl, GL_OP_POWER_EXT, power, quarter, half);  // 0.5
        ShaderOp1EXT(*gl, GL_OP_RECIP_SQRT_EXT, root, quarter);    // 2
        ShaderOp1EXT(*gl, GL_OP_MOV_EXT, color, scale);
        ShaderOp1EXT(*gl, GL_OP_NEGATE_EXT, log, log);
        InsertComponentEXT(*gl, color, power, 1);
        ShaderOp2EXT(*gl, GL_OP_MUL_EXT, root, root, scale);
        InsertComponentEXT(*gl, color, root, 2);
        ShaderOp2EXT(*gl, GL_OP_MUL_EXT, log, log, quarter);
        InsertComponentEXT(*gl, color, log, 3);
        ShaderOp1EXT(*gl, GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, color);
    });
    expect_shown(drawn, {0.1f, 0.5f, 0.2f, 0.5f}, "LG2, POW, RSQ");
}

TEST(VertexShaders, SwizzlesMasksAndComponents) {
    CurrentContext gl;
    const Symbols symbols(gl);
    const Pixel swizzled = draw_with_shader(gl, [&] {
        const GLuint in = symbols.constant({-0.2f, 0.7f, 0.4f, 0.6f}), result = symbols.local();
        SwizzleEXT(*gl, result, in, GL_W_EXT, GL_NEGATIVE_X_EXT, GL_ONE_EXT, GL_ZERO_EXT);
        // A component moved from one place to another.
        const GLuint part = symbols.local(GL_SCALAR_EXT);
        ExtractComponentEXT(*gl, part, in, 2);
        InsertComponentEXT(*gl, result, part, 3);
        ShaderOp1EXT(*gl, GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, result);
    });
    expect_shown(swizzled, {0.6f, 0.2f, 1, 0.4f}, "swizzled");
    const Pixel masked = draw_with_shader(gl, [&] {
        ShaderOp1EXT(*gl, GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, symbols.constant(vector_a));
        WriteMaskEXT(*gl, GL_OUTPUT_COLOR0_EXT, symbols.constant(vector_b), GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
    });
    expect_shown(masked, {vector_b[0], vector_a[1], vector_b[2], vector_a[3]}, "masked");
    // A result that is also an argument.
    const Pixel turned = draw_with_shader(gl, [&] {
        const GLuint vector = symbols.local();
        ShaderOp1EXT(*gl, GL_OP_MOV_EXT, vector, symbols.constant(vector_a));
        SwizzleEXT(*gl, vector, vector, GL_Y_EXT, GL_X_EXT, GL_W_EXT, GL_Z_EXT);
        ShaderOp1EXT(*gl, GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, vector);
    });
    expect_shown(turned, {vector_a[1], vector_a[0], vector_a[3], vector_a[2]}, "turned");
}

// Matrices are column by column; their parts are rows.
TEST(VertexShaders, Matrices) {
    CurrentContext gl;
    const Symbols symbols(gl);
    const GLuint matrix = symbols.make(GL_MATRIX_EXT, GL_INVARIANT_EXT);
    float m[16];
    for (size_t i = 0; i < 16; ++i) m[i] = 0.01f * static_cast<float>(i * i % 23);
    SetInvariantEXT(*gl, matrix, GL_FLOAT, m);
    const auto product = [&](const Components& v, size_t row) {
        return v[0] * m[row] + v[1] * m[row + 4] + v[2] * m[row + 8] + v[3] * m[row + 12];
    };
    const Pixel drawn = draw_with_shader(gl, [&] {
        ShaderOp2EXT(*gl, GL_OP_MULTIPLY_MATRIX_EXT, GL_OUTPUT_COLOR0_EXT, matrix, symbols.constant(vector_a));
    });
    expect_shown(drawn, {product(vector_a, 0), product(vector_a, 1), product(vector_a, 2), product(vector_a, 3)},
                 "product");
    const Pixel row = draw_with_shader(gl, [&] {
        const GLuint copy = symbols.local(GL_MATRIX_EXT), second = symbols.local();
        ExtractComponentEXT(*gl, second, matrix, 1);
        for (GLuint i = 0; i < 4; ++i) InsertComponentEXT(*gl, copy, second, i);
        ShaderOp2EXT(*gl, GL_OP_MULTIPLY_MATRIX_EXT, GL_OUTPUT_COLOR0_EXT, copy, symbols.constant(vector_a));
    });
    expect_shown(row, {product(vector_a, 1), product(vector_a, 1), product(vector_a, 1), product(vector_a, 1)},
                 "second row");
}

TEST(VertexShaders, IndexedSymbols) {
    CurrentContext gl;
    const Symbols symbols(gl);
    const GLuint table = symbols.make(GL_VECTOR_EXT, GL_INVARIANT_EXT, 4);
    for (GLuint i = 0; i < 4; ++i) {
        const Components value{0.1f * static_cast<float>(i), 0.2f, 0.9f - 0.2f * static_cast<float>(i), 1};
        SetInvariantEXT(*gl, table + i, GL_FLOAT, value.data());
    }
    const GLuint which = symbols.make(GL_SCALAR_EXT, GL_VARIANT_EXT);
    const auto body = [&] { ShaderOp2EXT(*gl, GL_OP_INDEX_EXT, GL_OUTPUT_COLOR0_EXT, which, table + 1); };
    const float one = 1.75f;  // its fraction does not count
    VariantfvEXT(*gl, which, &one);
    expect_shown(draw_with_shader(gl, body), {0.2f, 0.2f, 0.5f, 1}, "the third");
    const GLubyte two = 2;
    VariantubvEXT(*gl, which, &two);
    Rectf(*gl, -1, -1, 1, 1);
    expect_shown(gl.pixel(32, 32), {0.3f, 0.2f, 0.3f, 1}, "the fourth");
    // Matrices, and locals: any storage has them.
    const GLuint matrices = symbols.make(GL_MATRIX_EXT, GL_INVARIANT_EXT, 2);
    const float second[16] = {0.5f, 0, 0, 0, 0, 0.25f, 0, 0, 0, 0, 0.75f, 0, 0, 0, 0, 1};
    SetInvariantEXT(*gl, matrices + 1, GL_FLOAT, second);
    const float first = 1;
    VariantfvEXT(*gl, which, &first);
    const Pixel drawn = draw_with_shader(gl, [&] {
        const GLuint chosen = symbols.local(GL_MATRIX_EXT), locals = symbols.make(GL_VECTOR_EXT, GL_LOCAL_EXT, 3);
        ShaderOp2EXT(*gl, GL_OP_INDEX_EXT, chosen, which, matrices);
        ShaderOp2EXT(*gl, GL_OP_MULTIPLY_MATRIX_EXT, locals + 2, chosen, symbols.constant({1, 1, 1, 1}));
        ShaderOp2EXT(*gl, GL_OP_INDEX_EXT, GL_OUTPUT_COLOR0_EXT, which, locals + 1);
    });
    expect_shown(drawn, {0.5f, 0.25f, 0.75f, 1}, "matrix, locals");
}

TEST(VertexShaders, State) {
    CurrentContext gl;
    const Symbols symbols(gl);
    const auto shown = [&](GLuint symbol) {
        return draw_with_shader(gl, [&] { ShaderOp1EXT(*gl, GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, symbol); });
    };
    const Components light{0.1f, 0.2f, 0.3f, 0.4f};
    Lightfv(*gl, GL_LIGHT1, GL_DIFFUSE, light.data());
    expect_shown(shown(BindLightParameterEXT(*gl, GL_LIGHT1, GL_DIFFUSE)), light, "light");
    Lightf(*gl, GL_LIGHT1, GL_LINEAR_ATTENUATION, 0.25f);
    expect_shown(shown(BindLightParameterEXT(*gl, GL_LIGHT1, GL_LINEAR_ATTENUATION)), {0.25f, 0.25f, 0.25f, 0.25f},
                 "attenuation");
    Materialfv(*gl, GL_FRONT, GL_EMISSION, light.data());
    expect_shown(shown(BindMaterialParameterEXT(*gl, GL_FRONT, GL_EMISSION)), light, "material");
    TexGenfv(*gl, GL_T, GL_OBJECT_PLANE, light.data());
    expect_shown(shown(BindTexGenParameterEXT(*gl, GL_TEXTURE0, GL_T, GL_OBJECT_PLANE)), light, "plane");
    MultiTexCoord4fv(*gl, GL_TEXTURE3, light.data());
    expect_shown(shown(BindTextureUnitParameterEXT(*gl, GL_TEXTURE3, GL_CURRENT_TEXTURE_COORDS)), light, "coordinates");
    Color4fv(*gl, light.data());
    expect_shown(shown(BindParameterEXT(*gl, GL_CURRENT_COLOR)), light, "colour");
    Normal3f(*gl, 0.5f, 0.25f, 1);
    expect_shown(shown(BindParameterEXT(*gl, GL_CURRENT_NORMAL)), {0.5f, 0.25f, 1, 0}, "normal");
    Fogf(*gl, GL_FOG_END, 0.75f);
    expect_shown(shown(BindParameterEXT(*gl, GL_FOG_END)), {0.75f, 0.75f, 0.75f, 0.75f}, "fog");
    const float scale[16] = {0.5f, 0, 0, 0, 0, 0.25f, 0, 0, 0, 0, 1, 0, 0.125f, 0, 0, 1};
    const auto through = [&](GLuint matrix) {
        return draw_with_shader(gl, [&] {
            ShaderOp2EXT(*gl, GL_OP_MULTIPLY_MATRIX_EXT, GL_OUTPUT_COLOR0_EXT, matrix, symbols.constant({1, 1, 1, 1}));
        });
    };
    const Components transformed{0.625f, 0.25f, 1, 1};
    for (const auto& [mode, name] : {std::pair{GL_TEXTURE, GL_TEXTURE_MATRIX}, std::pair{GL_COLOR, GL_COLOR_MATRIX},
                                     std::pair{GL_MODELVIEW, GL_MVP_MATRIX_EXT}}) {
        MatrixMode(*gl, static_cast<GLenum>(mode));
        LoadMatrixf(*gl, scale);
        const GLuint symbol = mode == GL_TEXTURE ? BindTextureUnitParameterEXT(*gl, GL_TEXTURE0, GL_TEXTURE_MATRIX)
                                                 : BindParameterEXT(*gl, static_cast<GLenum>(name));
        expect_shown(through(symbol), transformed, "matrix " + std::to_string(name));
    }
    // There is one symbol for each.
    EXPECT_EQ(BindParameterEXT(*gl, GL_FOG_END), BindParameterEXT(*gl, GL_FOG_END));
    EXPECT_NE(BindParameterEXT(*gl, GL_FOG_END), BindParameterEXT(*gl, GL_FOG_START));
}

// Variants between Begin and End, in arrays of memory and of buffers, element by element and in display lists.
TEST(VertexShaders, Variants) {
    CurrentContext gl;
    const Symbols symbols(gl);
    const GLuint color = symbols.make(GL_VECTOR_EXT, GL_VARIANT_EXT, 1, GL_NORMALIZED_RANGE_EXT);
    draw_with_shader(gl, [&] { ShaderOp1EXT(*gl, GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, color); });
    const GLubyte one_color[4] = {255, 0, 51, 255};
    const auto strip = [&](bool sets) {
        Begin(*gl, GL_TRIANGLE_STRIP);
        for (int i = 0; i < 4; ++i) {
            if (sets) VariantubvEXT(*gl, color, one_color);
            Vertex2f(*gl, i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f);
        }
        End(*gl);
    };
    strip(true);
    expect_shown(gl.pixel(32, 32), {1, 0, 0.2f, 1}, "between Begin and End");

    const float corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
    GLfloat elements[16];
    for (size_t i = 0; i < 16; ++i) elements[i] = Components{0.2f, 7, 0.4f, 1}[i % 4];
    VertexPointer(*gl, 2, GL_FLOAT, 0, corners);
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    VariantPointerEXT(*gl, color, GL_FLOAT, 0, elements);
    EnableVariantClientStateEXT(*gl, color);
    EXPECT_TRUE(IsVariantEnabledEXT(*gl, color, GL_VARIANT_ARRAY_EXT));
    DrawArrays(*gl, GL_TRIANGLE_STRIP, 0, 4);
    expect_shown(gl.pixel(32, 32), {0.2f, 1, 0.4f, 1}, "array, whose numbers are clamped");

    const GLubyte bytes[] = {0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255};
    const GLuint buffer = NewObjectBufferATI(*gl, sizeof bytes, bytes, GL_STATIC_ATI);
    VariantArrayObjectATI(*gl, color, GL_UNSIGNED_BYTE, 0, buffer, 0);
    DrawArrays(*gl, GL_TRIANGLE_STRIP, 0, 4);
    EXPECT_EQ(gl.pixel(32, 32), testing::green) << "array in a buffer";
    GLint value = 0;
    GetVariantArrayObjectivATI(*gl, color, GL_ARRAY_OBJECT_BUFFER_ATI, &value);
    EXPECT_EQ(value, static_cast<GLint>(buffer));
    GetVariantIntegervEXT(*gl, color, GL_VARIANT_ARRAY_TYPE_EXT, &value);
    EXPECT_EQ(value, GL_UNSIGNED_BYTE);

    VariantPointerEXT(*gl, color, GL_FLOAT, 16, elements);
    Begin(*gl, GL_TRIANGLE_STRIP);
    for (int i = 0; i < 4; ++i) ArrayElement(*gl, i);
    End(*gl);
    expect_shown(gl.pixel(32, 32), {0.2f, 1, 0.4f, 1}, "by elements");

    DisableVariantClientStateEXT(*gl, color);
    NewList(*gl, 1, GL_COMPILE);
    ::glBegin(GL_TRIANGLE_STRIP);
    for (int i = 0; i < 4; ++i) {
        ::glVariantubvEXT(color, one_color);
        ::glVertex2f(i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f);
    }
    ::glEnd();
    EndList(*gl);
    const Components other{0.4f, 0.4f, 0.4f, 1};
    VariantfvEXT(*gl, color, other.data());
    strip(false);
    expect_shown(gl.pixel(32, 32), other, "current value");
    CallList(*gl, 1);
    expect_shown(gl.pixel(32, 32), {1, 0, 0.2f, 1}, "in a list");
    GLfloat now[4];
    GetVariantFloatvEXT(*gl, color, GL_VARIANT_VALUE_EXT, now);
    EXPECT_FLOAT_EQ(now[2], 0.2f);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// Components belong to symbols, whichever shader is bound; matrices are variants, too.
TEST(VertexShaders, VariantsOfSeveralShaders) {
    CurrentContext gl;
    const Symbols symbols(gl);
    const GLuint first = symbols.make(GL_VECTOR_EXT, GL_VARIANT_EXT),
                 second = symbols.make(GL_MATRIX_EXT, GL_VARIANT_EXT);
    draw_with_shader(gl, [&] { ShaderOp1EXT(*gl, GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, first); });
    GLint shader = 0;
    GetIntegerv(*gl, GL_VERTEX_SHADER_BINDING_EXT, &shader);
    const float diagonal[16] = {0.5f, 0, 0, 0, 0, 0.25f, 0, 0, 0, 0, 1, 0, 0.25f, 0, 0, 1};
    VariantfvEXT(*gl, second, diagonal);
    const Pixel drawn = draw_with_shader(gl, [&] {
        ShaderOp2EXT(*gl, GL_OP_MULTIPLY_MATRIX_EXT, GL_OUTPUT_COLOR0_EXT, second, symbols.constant({1, 1, 1, 1}));
    });
    expect_shown(drawn, {0.75f, 0.25f, 1, 1}, "matrix");
    VariantfvEXT(*gl, first, vector_a.data());
    BindVertexShaderEXT(*gl, static_cast<GLuint>(shader));
    Rectf(*gl, -1, -1, 1, 1);
    expect_shown(gl.pixel(32, 32), vector_a, "set while another shader was bound");
}

// User clip planes are in eye coordinates, which the projection's inverse finds.
TEST(VertexShaders, ClipPlanes) {
    CurrentContext gl;
    const Symbols symbols(gl);
    MatrixMode(*gl, GL_PROJECTION);
    Ortho(*gl, -2, 2, -2, 2, -1, 1);
    MatrixMode(*gl, GL_MODELVIEW);
    const double plane[4] = {1, 0, 0, -1};  // x >= 1: a half in clip coordinates
    ClipPlane(*gl, GL_CLIP_PLANE2, plane);
    Enable(*gl, GL_CLIP_PLANE2);
    draw_with_shader(gl, [&] {
        ShaderOp1EXT(*gl, GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, symbols.constant({0, 1, 0, 1}));
    });
    EXPECT_EQ(gl.pixel(44, 32), testing::nothing);
    EXPECT_EQ(gl.pixel(52, 32), testing::green);
}

// A shader that is off, undefined or beyond the limits leaves vertices to fixed function; programs come before it.
TEST(VertexShaders, WhatProcessesVertices) {
    CurrentContext gl;
    const Symbols symbols(gl);
    Color3f(*gl, 1, 0, 0);
    Enable(*gl, GL_VERTEX_SHADER_EXT);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(32, 32), testing::red) << "shader 0 is undefined";
    draw_with_shader(gl, [&] {
        ShaderOp1EXT(*gl, GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, symbols.constant({0, 1, 0, 1}));
    });
    EXPECT_EQ(gl.pixel(32, 32), testing::green);
    Disable(*gl, GL_VERTEX_SHADER_EXT);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(32, 32), testing::red) << "disabled";
    BeginVertexShaderEXT(*gl);
    for (int i = 0; i <= limits::MAX_VERTEX_SHADER_INSTRUCTIONS_EXT; ++i)
        ShaderOp1EXT(*gl, GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, BindParameterEXT(*gl, GL_FOG_COLOR));
    EndVertexShaderEXT(*gl);
    Enable(*gl, GL_VERTEX_SHADER_EXT);
    Color3f(*gl, 0, 0, 1);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(32, 32), testing::blue) << "too many instructions";
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(VertexShaders, Errors) {
    CurrentContext gl;
    const Symbols symbols(gl);
    const auto expect = [&](GLenum error, const char* what) { EXPECT_EQ(gl.error(), error) << what; };
    EndVertexShaderEXT(*gl);
    expect(GL_INVALID_OPERATION, "End without Begin");
    ShaderOp1EXT(*gl, GL_OP_MOV_EXT, GL_OUTPUT_COLOR0_EXT, 1);
    expect(GL_INVALID_OPERATION, "an operation outside");
    const GLuint invariant = symbols.make(GL_VECTOR_EXT, GL_INVARIANT_EXT), scalar = symbols.local(GL_SCALAR_EXT),
                 vector = symbols.local(), matrix = symbols.local(GL_MATRIX_EXT),
                 constant = symbols.make(GL_VECTOR_EXT, GL_LOCAL_CONSTANT_EXT);
    SetLocalConstantEXT(*gl, constant, GL_FLOAT, vector_a.data());
    expect(GL_INVALID_OPERATION, "a constant outside");
    SetInvariantEXT(*gl, vector, GL_FLOAT, vector_a.data());
    expect(GL_INVALID_VALUE, "a local set as an invariant");
    SetInvariantEXT(*gl, invariant, GL_RGBA, vector_a.data());
    expect(GL_INVALID_ENUM, "no type");
    SetInvariantEXT(*gl, BindParameterEXT(*gl, GL_FOG_COLOR), GL_FLOAT, vector_a.data());
    expect(GL_INVALID_OPERATION, "bound to state");
    VariantfvEXT(*gl, invariant, vector_a.data());
    expect(GL_INVALID_VALUE, "no variant");
    EXPECT_EQ(symbols.make(GL_RGBA, GL_LOCAL_EXT), 0u);
    expect(GL_INVALID_ENUM, "no type of symbols");
    EXPECT_EQ(symbols.make(GL_VECTOR_EXT, GL_VARIANT_EXT, limits::MAX_VERTEX_SHADER_VARIANTS_EXT + 1), 0u);
    expect(GL_INVALID_VALUE, "too many");
    EXPECT_EQ(GenVertexShadersEXT(*gl, 0), 0u);
    expect(GL_NO_ERROR, "no shaders");
    EXPECT_EQ(BindLightParameterEXT(*gl, GL_LIGHT0, GL_SHININESS), 0u);
    expect(GL_INVALID_ENUM, "nothing of lights");

    BeginVertexShaderEXT(*gl);
    BeginVertexShaderEXT(*gl);
    expect(GL_INVALID_OPERATION, "Begin after Begin");
    BindVertexShaderEXT(*gl, 7);
    expect(GL_INVALID_OPERATION, "Bind while one is recorded");
    SetInvariantEXT(*gl, invariant, GL_FLOAT, vector_a.data());
    expect(GL_INVALID_OPERATION, "an invariant inside");
    SetLocalConstantEXT(*gl, constant, GL_FLOAT, vector_a.data());
    SetLocalConstantEXT(*gl, constant, GL_FLOAT, vector_a.data());
    expect(GL_INVALID_OPERATION, "a constant twice");
    ShaderOp2EXT(*gl, GL_OP_ADD_EXT, scalar, vector, vector);
    expect(GL_INVALID_OPERATION, "a scalar of vectors");
    ShaderOp1EXT(*gl, GL_OP_RECIP_EXT, vector, scalar);
    expect(GL_INVALID_OPERATION, "RECIP of a scalar to a vector");
    ShaderOp1EXT(*gl, GL_OP_MOV_EXT, matrix, matrix);
    expect(GL_INVALID_OPERATION, "a matrix moved");
    ShaderOp3EXT(*gl, GL_OP_CLAMP_EXT, vector, scalar, vector, vector);
    expect(GL_INVALID_OPERATION, "a scalar clamped to vectors");
    ShaderOp1EXT(*gl, GL_OP_MOV_EXT, invariant, vector);
    expect(GL_INVALID_OPERATION, "an invariant written");
    ShaderOp1EXT(*gl, GL_OP_MOV_EXT, vector, GL_OUTPUT_COLOR0_EXT);
    expect(GL_INVALID_VALUE, "an output read");
    ShaderOp1EXT(*gl, GL_OP_ADD_EXT, vector, vector);
    expect(GL_INVALID_ENUM, "an operation of two arguments");
    ShaderOp1EXT(*gl, GL_OP_MOV_EXT, GL_OUTPUT_TEXTURE_COORD8_EXT, vector);
    expect(GL_INVALID_VALUE, "the ninth texture coordinate");
    InsertComponentEXT(*gl, vector, scalar, 4);
    expect(GL_INVALID_VALUE, "component 4");
    InsertComponentEXT(*gl, vector, vector, 0);
    expect(GL_INVALID_OPERATION, "a vector in a vector");
    ExtractComponentEXT(*gl, vector, vector, 0);
    expect(GL_INVALID_OPERATION, "a vector of a vector");
    SwizzleEXT(*gl, scalar, vector, GL_X_EXT, GL_X_EXT, GL_X_EXT, GL_X_EXT);
    expect(GL_INVALID_OPERATION, "a scalar swizzled");
    SwizzleEXT(*gl, vector, vector, GL_X_EXT, GL_X_EXT, GL_RED, GL_X_EXT);
    expect(GL_INVALID_ENUM, "no component");
    WriteMaskEXT(*gl, vector, vector, GL_TRUE, 2, GL_TRUE, GL_TRUE);
    expect(GL_INVALID_ENUM, "neither TRUE nor FALSE");
    EXPECT_TRUE(gl.context->vertex_shaders.bound->instructions.empty()) << "refused operations are not recorded";
    EndVertexShaderEXT(*gl);
    GLfloat value[4] = {};
    GetLocalConstantFloatvEXT(*gl, constant, GL_LOCAL_CONSTANT_VALUE_EXT, value);
    EXPECT_EQ(value[1], vector_a[1]);
    GLint type = 0;
    GetInvariantIntegervEXT(*gl, invariant, GL_INVARIANT_DATATYPE_EXT, &type);
    EXPECT_EQ(type, GL_VECTOR_EXT);
    GetVariantFloatvEXT(*gl, invariant, GL_VARIANT_VALUE_EXT, value);
    expect(GL_INVALID_VALUE, "an invariant asked as a variant");
}

}  // namespace
}  // namespace glapi
