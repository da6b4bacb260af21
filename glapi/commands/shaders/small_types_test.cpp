// Numbers of 8 and 16 bits as applications see them: in buffers, as uniforms, vertex attributes, interpolated inputs
// and captured outputs. And derivatives in compute shaders.
#include <array>
#include <bit>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::plain_vertex;

constexpr const char* all_types = "#version 460\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n";

struct SmallTypes : testing::ShaderFixture {
    GLint at(GLuint program, const char* name) { return GetUniformLocation(*gl, program, name); }
    GLuint buffer(GLenum target, GLuint binding, const void* bytes, size_t size) {
        GLuint name = 0;
        GenBuffers(*gl, 1, &name);
        BindBuffer(*gl, target, name);
        BufferData(*gl, target, static_cast<GLsizeiptr>(size), bytes, GL_STATIC_READ);
        BindBufferBase(*gl, target, binding, name);
        return name;
    }
    template <class T>
    std::vector<T> contents(GLenum target, GLuint name, size_t count) {
        std::vector<T> result(count);
        BindBuffer(*gl, target, name);
        GetBufferSubData(*gl, target, 0, static_cast<GLsizeiptr>(sizeof(T) * count), result.data());
        return result;
    }
    GLuint compute(const std::string& text) {
        const GLuint program = CreateProgram(*gl);
        AttachShader(*gl, program, compile(GL_COMPUTE_SHADER, text));
        relink(program);
        UseProgram(*gl, program);
        return program;
    }
};

TEST_F(SmallTypes, LieInBuffersAsTheyAre) {
    const std::array<uint8_t, 32> given = {0x80, 1, 2, 3, 0xff, 0, 0x00, 0x3c};  // bytes; a half of 1 from 6 on
    const GLuint storage = buffer(GL_SHADER_STORAGE_BUFFER, 0, given.data(), given.size());
    compute(
        std::string(all_types) +
        "layout(local_size_x = 1) in;\n"
        "layout(std430, binding = 0) buffer B { i8vec4 a; uint8_t b; float16_t c; uint16_t d; i8vec3 e; f16vec2 f; };\n"
        "void main() { a = a - int8_t(1); b += uint8_t(2); c = c / 3.0hf; d = uint16_t(-2); e = i8vec3(5, 6, 7); "
        "f = f16vec2(65504.0hf, 1e-7); }\n");
    DispatchCompute(*gl, 1, 1, 1);
    expect(GL_NO_ERROR);
    const std::vector<uint8_t> expected = {0x7f, 0, 1, 2, 1, 0, 0x55, 0x35, 0xfe, 0xff,
                                           0,    0, 5, 6, 7, 0, 0xff, 0x7b, 2,    0};
    std::vector<uint8_t> got = contents<uint8_t>(GL_SHADER_STORAGE_BUFFER, storage, 20);
    EXPECT_EQ(got, expected);
}

TEST_F(SmallTypes, AreSetByTheCommandsOfWiderTypes) {
    const GLuint program =
        link(plain_vertex, std::string(all_types) +
                               "uniform int8_t a; uniform u16vec2 b; uniform f16vec3 c; uniform f16mat2 d;\n"
                               "out vec4 color;\n"
                               "void main() { color = vec4(float(a) / -8.0, float(b.y) / 8.0, "
                               "float(c.z), d[1].x); }\n");
    UseProgram(*gl, program);
    Uniform1i(*gl, at(program, "a"), 0x7fc);  // -4
    Uniform2ui(*gl, at(program, "b"), 0, 0x10002);
    Uniform3f(*gl, at(program, "c"), 0, 0, 0.25f);
    const GLfloat matrix[] = {9, 9, 0.75f, 9};
    UniformMatrix2fv(*gl, at(program, "d"), 1, GL_FALSE, matrix);
    expect(GL_NO_ERROR);
    expect_color(draw(program), 0.5f, 0.25f, 0.25f, 0.75f);
    GLint number = 0;
    GetUniformiv(*gl, program, at(program, "a"), &number);
    EXPECT_EQ(number, -4);
    // 0.1 is no half.
    GLfloat real[3] = {};
    Uniform3f(*gl, at(program, "c"), 0.1f, 0, 0);
    GetUniformfv(*gl, program, at(program, "c"), real);
    EXPECT_EQ(real[0], 0.0999755859375f);
    Uniform1ui(*gl, at(program, "a"), 1);
    expect(GL_INVALID_OPERATION);
    const char* names[] = {"a", "b", "c", "d"};
    const GLenum types[] = {GL_INT8_NV, GL_UNSIGNED_INT16_VEC2_NV, GL_FLOAT16_VEC3_NV, GL_FLOAT16_MAT2_AMD};
    GLuint indices[4] = {};
    GLint found[4] = {};
    GetUniformIndices(*gl, program, 4, names, indices);
    GetActiveUniformsiv(*gl, program, 4, indices, GL_UNIFORM_TYPE, found);
    for (size_t n = 0; n < 4; n++) EXPECT_EQ(GLenum(found[n]), types[n]) << names[n];
}

TEST_F(SmallTypes, ComeAsAttributesAndAreCaptured) {
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program,
                 compile(GL_VERTEX_SHADER, std::string(all_types) +
                                               "layout(location = 0) in int8_t a; layout(location = 1) in f16vec2 b;\n"
                                               "flat out int8_t c; out f16vec2 d;\n"
                                               "void main() { c = a; d = b; gl_Position = vec4(0, 0, 0, 1); }\n"));
    const char* captured[] = {"c", "d"};
    TransformFeedbackVaryings(*gl, program, 2, captured, GL_INTERLEAVED_ATTRIBS);
    relink(program);
    UseProgram(*gl, program);
    const GLuint feedback = buffer(GL_TRANSFORM_FEEDBACK_BUFFER, 0, nullptr, 12);
    VertexAttribI1i(*gl, 0, 0x181);  // -127 in eight bits
    VertexAttrib2f(*gl, 1, 0.1f, 100000.0f);
    Enable(*gl, GL_RASTERIZER_DISCARD);
    BeginTransformFeedback(*gl, GL_POINTS);
    DrawArrays(*gl, GL_POINTS, 0, 1);
    EndTransformFeedback(*gl);
    Disable(*gl, GL_RASTERIZER_DISCARD);
    expect(GL_NO_ERROR);
    const std::vector<uint32_t> words = contents<uint32_t>(GL_TRANSFORM_FEEDBACK_BUFFER, feedback, 3);
    EXPECT_EQ(static_cast<int32_t>(words[0]), -127);
    EXPECT_EQ(std::bit_cast<float>(words[1]), 0.0999755859375f);
    EXPECT_EQ(words[2], 0x7f800000u);
}

TEST_F(SmallTypes, AreNamedByTheirExtensions) {
    for (const char* name : {"GL_EXT_shader_explicit_arithmetic_types_int8", "GL_EXT_shader_16bit_storage",
                             "GL_AMD_gpu_shader_half_float", "GL_NV_compute_shader_derivatives"})
        compile(GL_COMPUTE_SHADER, std::string("#version 450\n#ifndef ") + name + "\n#error\n#endif\n#extension " +
                                       name + " : require\nvoid main() {}\n");
}

constexpr const char* derivative_head =
    "#version 450\n#extension GL_NV_compute_shader_derivatives : require\n"
    "layout(std430, binding = 0) buffer B { vec4 results[]; };\nuniform sampler2D map;\n";

// x² + 10 y + 100 z of the places in a group.
constexpr const char* derivative_body =
    "void main() {\n"
    "  vec3 p = vec3(gl_LocalInvocationID);\n"
    "  float v = p.x * p.x + 10.0 * p.y + 100.0 * p.z;\n"
    "  results[gl_LocalInvocationIndex] = vec4(dFdx(v), dFdy(v), fwidth(v), gl_GlobalInvocationID.x - p.x);\n"
    "}\n";

TEST_F(SmallTypes, DerivativesInComputeShadersAreOfSquares) {
    const GLuint storage = buffer(GL_SHADER_STORAGE_BUFFER, 0, nullptr, 16 * 48);
    compute(std::string(derivative_head) +
            "layout(local_size_x = 6, local_size_y = 4, local_size_z = 2, derivative_group_quadsNV) in;\n" +
            derivative_body);
    DispatchCompute(*gl, 1, 1, 1);
    expect(GL_NO_ERROR);
    const std::vector<float> got = contents<float>(GL_SHADER_STORAGE_BUFFER, storage, 4 * 48);
    for (size_t n = 0; n < 48; n++) {
        const float left = static_cast<float>(n % 6 / 2 * 2);
        const float across = (left + 1) * (left + 1) - left * left;
        EXPECT_EQ(got[4 * n], across) << n;
        EXPECT_EQ(got[4 * n + 1], 10.0f) << n;
        EXPECT_EQ(got[4 * n + 2], across + 10.0f) << n;
        EXPECT_EQ(got[4 * n + 3], 0.0f) << n;
    }
}

TEST_F(SmallTypes, DerivativesInComputeShadersAreOfFourInARow) {
    const GLuint storage = buffer(GL_SHADER_STORAGE_BUFFER, 0, nullptr, 16 * 40);
    compute(std::string(derivative_head) + "layout(local_size_x = 40, derivative_group_linearNV) in;\n" +
            derivative_body);
    DispatchCompute(*gl, 1, 1, 1);
    const std::vector<float> got = contents<float>(GL_SHADER_STORAGE_BUFFER, storage, 4 * 40);
    for (size_t n = 0; n < 40; n++) {
        const auto place = [&](size_t k) { return static_cast<float>((n / 4 * 4 + k) * (n / 4 * 4 + k)); };
        EXPECT_EQ(got[4 * n], n % 4 < 2 ? place(1) - place(0) : place(3) - place(2)) << n;
        EXPECT_EQ(got[4 * n + 1], n % 2 ? place(3) - place(1) : place(2) - place(0)) << n;
    }
    compute(std::string(derivative_head) + "layout(local_size_x = 4) in;\n" + derivative_body);
    DispatchCompute(*gl, 1, 1, 1);
    EXPECT_EQ(contents<float>(GL_SHADER_STORAGE_BUFFER, storage, 1)[0], 0.0f);
    expect(GL_NO_ERROR);
}

// Texels of a level's own colour: the coordinates' derivatives choose the level.
TEST_F(SmallTypes, TexturesInComputeShadersHaveLevels) {
    GLuint texture = 0;
    GenTextures(*gl, 1, &texture);
    BindTexture(*gl, GL_TEXTURE_2D, texture);
    for (GLint level = 0; level < 4; level++) {
        const std::vector<float> texels(size_t(64) >> 2 * level, static_cast<float>(level));
        TexImage2D(*gl, GL_TEXTURE_2D, level, GL_R32F, 8 >> level, 8 >> level, 0, GL_RED, GL_FLOAT, texels.data());
    }
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    const GLuint storage = buffer(GL_SHADER_STORAGE_BUFFER, 0, nullptr, 16 * 16);
    const std::string body =
        "void main() {\n"
        "  vec2 p = vec2(gl_LocalInvocationID.xy) / 4.0;\n"  // two texels from one to the next
        "  results[gl_LocalInvocationIndex] = vec4(texture(map, p).x, texture(map, p, 1.0).x, "
        "textureQueryLod(map, p).y, 0);\n}\n";
    compute(std::string(derivative_head) +
            "layout(local_size_x = 4, local_size_y = 4, derivative_group_quadsNV) in;\n" + body);
    DispatchCompute(*gl, 1, 1, 1);
    expect(GL_NO_ERROR);
    std::vector<float> got = contents<float>(GL_SHADER_STORAGE_BUFFER, storage, 64);
    for (size_t n = 0; n < 16; n++) {
        EXPECT_EQ(got[4 * n], 1.0f) << n;
        EXPECT_EQ(got[4 * n + 1], 2.0f) << n;
        EXPECT_EQ(got[4 * n + 2], 1.0f) << n;
    }
    compute(std::string(derivative_head) + "layout(local_size_x = 4, local_size_y = 4) in;\n" + body);
    DispatchCompute(*gl, 1, 1, 1);
    got = contents<float>(GL_SHADER_STORAGE_BUFFER, storage, 64);
    EXPECT_EQ(got[0], 0.0f);
    expect(GL_NO_ERROR);
}

TEST_F(SmallTypes, GroupsOfTheDispatchAreMadeOfQuads) {
    buffer(GL_SHADER_STORAGE_BUFFER, 0, nullptr, 16 * 16);
    compute(
        "#version 450\n#extension GL_NV_compute_shader_derivatives : require\n"
        "#extension GL_ARB_compute_variable_group_size : require\n"
        "layout(local_size_variable, derivative_group_quadsNV) in;\n"
        "layout(std430, binding = 0) buffer B { float results[]; };\n"
        "void main() { results[gl_LocalInvocationIndex] = dFdx(float(gl_LocalInvocationID.x)); }\n");
    DispatchComputeGroupSizeARB(*gl, 1, 1, 1, 3, 2, 1);
    expect(GL_INVALID_VALUE);
    DispatchComputeGroupSizeARB(*gl, 1, 1, 1, 4, 1, 1);
    expect(GL_INVALID_VALUE);
    DispatchComputeGroupSizeARB(*gl, 1, 1, 1, 4, 2, 1);
    expect(GL_NO_ERROR);
}

}  // namespace
}  // namespace glapi
