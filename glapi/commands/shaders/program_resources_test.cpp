// ARB_program_interface_query: what is listed where, its properties, what is refused.
#include <gtest/gtest.h>
#include <tuple>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct ProgramResources : testing::ShaderFixture {
    GLuint index(GLuint program, GLenum interface, const char* name) {
        return GetProgramResourceIndex(*gl, program, interface, name);
    }
    GLint value(GLuint program, GLenum interface, GLuint resource, GLenum what) {
        GLint result = -99;
        GetProgramResourceiv(*gl, program, interface, resource, 1, &what, 1, nullptr, &result);
        return result;
    }
    GLint count(GLuint program, GLenum interface, GLenum what = GL_ACTIVE_RESOURCES) {
        GLint result = -99;
        GetProgramInterfaceiv(*gl, program, interface, what, &result);
        return result;
    }
};

constexpr const char* resources_vertex =
    "#version 430\n"
    "in vec4 place; in mat2 grid[2]; layout(location = 9) in uvec2 number;\n"
    "layout(std140, binding = 3) uniform Light { vec4 color; mat3 turn[2]; } light;\n"
    "uniform float list[4]; out vec3 between;\n"
    "void main() {\n"
    "  gl_Position = place * list[2] + vec4(grid[1][0], 0, gl_VertexID) + light.color * float(number.x);\n"
    "  between = light.turn[1][0];\n"
    "}\n";
constexpr const char* resources_fragment =
    "#version 430\n"
    "struct Item { vec2 a; float b[3]; };\n"
    "layout(std430, binding = 2) buffer Store { int first; Item items[]; };\n"
    "uniform Item one; uniform float list[4]; in vec3 between;\n"
    "layout(location = 1) out vec4 colors[2]; out float depth;\n"
    "void main() { colors[0] = vec4(between, one.b[1] + list[0]); colors[1] = vec4(items[1].a, first, 1); depth = 1.0; "
    "}\n";

TEST_F(ProgramResources, Variables) {
    const GLuint program = link(resources_vertex, resources_fragment);
    const GLuint list = index(program, GL_UNIFORM, "list");
    EXPECT_EQ(list, index(program, GL_UNIFORM, "list[0]"));
    EXPECT_EQ(index(program, GL_UNIFORM, "list[1]"), GL_INVALID_INDEX);
    const GLenum properties[] = {GL_TYPE,       GL_ARRAY_SIZE,
                                 GL_LOCATION,   GL_REFERENCED_BY_VERTEX_SHADER,
                                 GL_OFFSET,     GL_REFERENCED_BY_FRAGMENT_SHADER,
                                 GL_NAME_LENGTH};
    GLint values[8] = {};
    GLsizei length = 0;
    GetProgramResourceiv(*gl, program, GL_UNIFORM, list, 7, properties, 6, &length, values);
    EXPECT_EQ(length, 6);
    EXPECT_EQ(values[0], GL_FLOAT);
    EXPECT_EQ(values[1], 3) << "one more than the highest index";
    EXPECT_EQ(values[2], GetUniformLocation(*gl, program, "list"));
    EXPECT_EQ(values[3], 1);
    EXPECT_EQ(values[4], -1);
    EXPECT_EQ(values[5], 1);
    EXPECT_EQ(values[6], 0);
    EXPECT_EQ(GetProgramResourceLocation(*gl, program, GL_UNIFORM, "list[2]"), values[2] + 2);
    const GLuint turn = index(program, GL_UNIFORM, "Light.turn[0]");
    ASSERT_NE(turn, GL_INVALID_INDEX);
    EXPECT_EQ(value(program, GL_UNIFORM, turn, GL_OFFSET), 16);
    EXPECT_EQ(value(program, GL_UNIFORM, turn, GL_MATRIX_STRIDE), 16);
    EXPECT_EQ(value(program, GL_UNIFORM, turn, GL_ARRAY_STRIDE), 48);
    EXPECT_EQ(value(program, GL_UNIFORM, turn, GL_LOCATION), -1);
    EXPECT_EQ(value(program, GL_PROGRAM_INPUT, index(program, GL_PROGRAM_INPUT, "number"), GL_LOCATION), 9);
    EXPECT_EQ(value(program, GL_PROGRAM_INPUT, index(program, GL_PROGRAM_INPUT, "grid"), GL_TYPE), GL_FLOAT_MAT2);
    EXPECT_EQ(GetProgramResourceLocation(*gl, program, GL_PROGRAM_INPUT, "grid[1]"),
              GetAttribLocation(*gl, program, "grid") + 2);
    EXPECT_EQ(value(program, GL_PROGRAM_INPUT, index(program, GL_PROGRAM_INPUT, "gl_VertexID"), GL_LOCATION), -1);
    EXPECT_EQ(index(program, GL_PROGRAM_INPUT, "between"), GL_INVALID_INDEX);
    const GLuint colors = index(program, GL_PROGRAM_OUTPUT, "colors");
    EXPECT_EQ(value(program, GL_PROGRAM_OUTPUT, colors, GL_LOCATION), 1);
    EXPECT_EQ(value(program, GL_PROGRAM_OUTPUT, colors, GL_LOCATION_INDEX), 0);
    EXPECT_EQ(value(program, GL_PROGRAM_OUTPUT, colors, GL_REFERENCED_BY_VERTEX_SHADER), 0);
    EXPECT_EQ(GetProgramResourceLocationIndex(*gl, program, GL_PROGRAM_OUTPUT, "depth"), 0);
}

TEST_F(ProgramResources, BlocksAndTheirVariables) {
    const GLuint program = link(resources_vertex, resources_fragment);
    const GLuint light = index(program, GL_UNIFORM_BLOCK, "Light");
    EXPECT_EQ(value(program, GL_UNIFORM_BLOCK, light, GL_BUFFER_BINDING), 3);
    EXPECT_EQ(value(program, GL_UNIFORM_BLOCK, light, GL_NUM_ACTIVE_VARIABLES), 2);
    EXPECT_EQ(value(program, GL_UNIFORM_BLOCK, light, GL_BUFFER_DATA_SIZE), 112);
    UniformBlockBinding(*gl, program, light, 5);
    EXPECT_EQ(value(program, GL_UNIFORM_BLOCK, light, GL_BUFFER_BINDING), 5);
    const GLenum what = GL_ACTIVE_VARIABLES;
    GLint variables[2] = {-1, -1};
    GetProgramResourceiv(*gl, program, GL_UNIFORM_BLOCK, light, 1, &what, 2, nullptr, variables);
    EXPECT_EQ(variables[0], static_cast<GLint>(index(program, GL_UNIFORM, "Light.color")));
    const GLuint item = index(program, GL_BUFFER_VARIABLE, "items[0].b");
    ASSERT_NE(item, GL_INVALID_INDEX);
    EXPECT_EQ(value(program, GL_BUFFER_VARIABLE, item, GL_TOP_LEVEL_ARRAY_SIZE), 0);
    EXPECT_EQ(value(program, GL_BUFFER_VARIABLE, item, GL_TOP_LEVEL_ARRAY_STRIDE), 24);
    EXPECT_EQ(value(program, GL_BUFFER_VARIABLE, item, GL_ARRAY_SIZE), 3);
    EXPECT_EQ(count(program, GL_SHADER_STORAGE_BLOCK), 1);
    EXPECT_EQ(count(program, GL_UNIFORM_BLOCK, GL_MAX_NUM_ACTIVE_VARIABLES), 2);
    EXPECT_EQ(count(program, GL_UNIFORM_BLOCK, GL_MAX_NAME_LENGTH), 6);
    char name[32] = "";
    GetProgramResourceName(*gl, program, GL_SHADER_STORAGE_BLOCK, 0, sizeof name, nullptr, name);
    EXPECT_STREQ(name, "Store");
}

TEST_F(ProgramResources, ElementsOfArraysOfBlocks) {
    const GLuint program =
        link("#version 430\nuniform Other { vec4 a; } one; void main() { gl_Position = one.a; }\n",
             "#version 430\n"
             "struct Item { float a[2]; };\n"
             "uniform Tricky { Item items[3]; vec4 b; } e[2]; buffer Store { float a; } s[2][2]; out vec4 color;\n"
             "void main() { color = vec4(e[0].items[2].a[1], s[1][0].a, 0, 1); }\n");
    EXPECT_EQ(count(program, GL_UNIFORM_BLOCK), 3);
    EXPECT_EQ(count(program, GL_SHADER_STORAGE_BLOCK), 4);
    const GLuint first = index(program, GL_UNIFORM_BLOCK, "Tricky");
    EXPECT_EQ(first, index(program, GL_UNIFORM_BLOCK, "Tricky[0]"));
    const std::tuple<GLenum, const char*, GLint> used[] = {
        {GL_UNIFORM_BLOCK, "Tricky[0]", 1},          {GL_UNIFORM_BLOCK, "Tricky[1]", 0},
        {GL_SHADER_STORAGE_BLOCK, "Store[1][0]", 1}, {GL_SHADER_STORAGE_BLOCK, "Store[0][0]", 0},
        {GL_SHADER_STORAGE_BLOCK, "Store[0][1]", 0}, {GL_SHADER_STORAGE_BLOCK, "Store[1][1]", 0},
        {GL_UNIFORM, "Tricky.items[2].a", 1},
    };
    for (const auto& [interface, name, by_fragment] : used) {
        const GLuint block = index(program, interface, name);
        ASSERT_NE(block, GL_INVALID_INDEX) << name;
        EXPECT_EQ(value(program, interface, block, GL_REFERENCED_BY_FRAGMENT_SHADER), by_fragment) << name;
        EXPECT_EQ(value(program, interface, block, GL_REFERENCED_BY_VERTEX_SHADER), 0) << name;
    }
    GLint referenced = -1;
    const GLuint second = index(program, GL_UNIFORM_BLOCK, "Tricky[1]");
    GetActiveUniformBlockiv(*gl, program, second, GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER, &referenced);
    EXPECT_EQ(referenced, 0);
}

TEST_F(ProgramResources, CapturedVaryings) {
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program, compile(GL_VERTEX_SHADER, resources_vertex));
    const char* const names[] = {"between", "gl_SkipComponents2", "gl_NextBuffer", "gl_Position"};
    TransformFeedbackVaryings(*gl, program, 4, names, GL_INTERLEAVED_ATTRIBS);
    relink(program);
    EXPECT_EQ(count(program, GL_TRANSFORM_FEEDBACK_VARYING), 4);
    EXPECT_EQ(count(program, GL_TRANSFORM_FEEDBACK_BUFFER), 2);
    EXPECT_EQ(index(program, GL_TRANSFORM_FEEDBACK_VARYING, "gl_SkipComponents2"), GL_INVALID_INDEX);
    const GLuint position = index(program, GL_TRANSFORM_FEEDBACK_VARYING, "gl_Position");
    EXPECT_EQ(position, 3u);
    EXPECT_EQ(value(program, GL_TRANSFORM_FEEDBACK_VARYING, position, GL_TRANSFORM_FEEDBACK_BUFFER_INDEX), 1);
    EXPECT_EQ(value(program, GL_TRANSFORM_FEEDBACK_BUFFER, 0, GL_TRANSFORM_FEEDBACK_BUFFER_STRIDE), 20);
    EXPECT_EQ(value(program, GL_TRANSFORM_FEEDBACK_BUFFER, 1, GL_NUM_ACTIVE_VARIABLES), 1);
}

TEST_F(ProgramResources, Refused) {
    const GLuint program = link(resources_vertex, resources_fragment);
    GLint ignored = 0;
    GetProgramInterfaceiv(*gl, program, GL_TEXTURE, GL_ACTIVE_RESOURCES, &ignored);
    expect(GL_INVALID_OPERATION);
    GetProgramInterfaceiv(*gl, program, GL_UNIFORM, GL_MAX_NUM_ACTIVE_VARIABLES, &ignored);
    expect(GL_INVALID_OPERATION);
    GetProgramInterfaceiv(*gl, program, GL_UNIFORM, GL_TEXTURE, &ignored);
    expect(GL_INVALID_OPERATION);
    index(program, GL_ATOMIC_COUNTER_BUFFER, "x");
    expect(GL_INVALID_ENUM);
    value(program, GL_UNIFORM, 1000, GL_TYPE);
    expect(GL_INVALID_VALUE);
    value(program, GL_UNIFORM, 0, GL_BUFFER_BINDING);
    expect(GL_INVALID_OPERATION);
    value(program, GL_UNIFORM, 0, GL_TEXTURE);
    expect(GL_INVALID_ENUM);
    GetProgramResourceiv(*gl, program, GL_UNIFORM, 0, 0, nullptr, 1, nullptr, &ignored);
    expect(GL_INVALID_VALUE);
    GetProgramResourceLocation(*gl, program, GL_UNIFORM_BLOCK, "Light");
    expect(GL_INVALID_ENUM);
    GetProgramResourceLocation(*gl, CreateProgram(*gl), GL_UNIFORM, "x");
    expect(GL_INVALID_OPERATION);
    GetProgramResourceLocationIndex(*gl, program, GL_UNIFORM, "list");
    expect(GL_INVALID_ENUM);
}

// GL 4.6 §7.3.1: after a failed link nothing is told of the link before, whoever asks.
TEST_F(ProgramResources, NothingOfTheLinkBeforeAFailedOne) {
    const GLuint program = link(
        "#version 430\nin vec4 place;\nuniform float size;\nuniform Block { vec4 light; };\n"
        "void main() { gl_Position = place * size + light; }\n",
        "#version 430\nout vec4 color;\nvoid main() { color = vec4(1); }\n");
    GLint count = -1;
    GetProgramInterfaceiv(*gl, program, GL_PROGRAM_INPUT, GL_ACTIVE_RESOURCES, &count);
    EXPECT_EQ(count, 1);
    const char* const nowhere = "nowhere";
    TransformFeedbackVaryings(*gl, program, 1, &nowhere, GL_INTERLEAVED_ATTRIBS);
    relink(program, false);
    for (const GLenum interface : {GL_PROGRAM_INPUT, GL_PROGRAM_OUTPUT, GL_UNIFORM, GL_UNIFORM_BLOCK,
                                   GL_TRANSFORM_FEEDBACK_VARYING, GL_TRANSFORM_FEEDBACK_BUFFER}) {
        GetProgramInterfaceiv(*gl, program, interface, GL_ACTIVE_RESOURCES, &count);
        EXPECT_EQ(count, 0) << interface;
    }
    for (const GLenum token : {GL_ACTIVE_ATTRIBUTES, GL_ACTIVE_UNIFORMS, GL_ACTIVE_UNIFORM_BLOCKS,
                               GL_ACTIVE_UNIFORM_MAX_LENGTH, GL_TRANSFORM_FEEDBACK_VARYINGS})
        EXPECT_EQ(property(program, token), 0) << token;
    EXPECT_EQ(GetUniformBlockIndex(*gl, program, "Block"), GL_INVALID_INDEX);
    expect(GL_NO_ERROR);
    GetProgramResourceLocation(*gl, program, GL_PROGRAM_INPUT, "place");
    expect(GL_INVALID_OPERATION);
    char text[8];
    GetActiveUniformName(*gl, program, 0, sizeof text, nullptr, text);
    expect(GL_INVALID_VALUE);
    // What is right again is told again.
    TransformFeedbackVaryings(*gl, program, 0, nullptr, GL_INTERLEAVED_ATTRIBS);
    relink(program);
    EXPECT_EQ(property(program, GL_ACTIVE_ATTRIBUTES), 1);
    GetProgramInterfaceiv(*gl, program, GL_PROGRAM_INPUT, GL_ACTIVE_RESOURCES, &count);
    EXPECT_EQ(count, 1);
}

}  // namespace
}  // namespace glapi
