// Uniforms of all types: set in every way, read by draws, asked for, refused.
#include <gtest/gtest.h>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::plain_vertex;

struct Uniforms : testing::ShaderFixture {
    GLint at(GLuint program, const char* name) { return GetUniformLocation(*gl, program, name); }
};

TEST_F(Uniforms, Doubles) {
    const GLuint program =
        link(plain_vertex,
             "#version 400\n"
             "uniform double one = 0.25lf; uniform dvec2 two; uniform dvec3 list[2]; uniform dvec4 four;\n"
             "uniform dmat3x2 m; uniform int n; out vec4 color;\n"
             "void main() {\n"
             "  dvec2 p = m * list[n];\n"
             "  color = vec4(float(one + two.y), float(p.x), float(p.y), float(four.w - four.z));\n"
             "}\n");
    UseProgram(*gl, program);
    Uniform2d(*gl, at(program, "two"), 7, 0.25);
    const GLdouble list[] = {9, 9, 9, 1e-3, 2e-3, 3e-3};
    Uniform3dv(*gl, at(program, "list"), 2, list);
    ProgramUniform4d(*gl, program, at(program, "four"), 0, 0, 1e15 + 0.25, 1e15 + 1);
    const GLdouble matrix[] = {100, 0, 50, 100, 0, 0};
    UniformMatrix3x2dv(*gl, at(program, "m"), 1, GL_FALSE, matrix);
    ProgramUniform1i(*gl, program, at(program, "n"), 1);
    expect(GL_NO_ERROR);
    expect_color(draw(program), 0.5f, 0.2f, 0.2f, 0.75f);
    GLdouble back[6] = {};
    GetUniformdv(*gl, program, at(program, "list[1]"), back);
    EXPECT_EQ(back[2], 3e-3);
    GetUniformdv(*gl, program, at(program, "m"), back);
    EXPECT_EQ(back[3], 100);
    GLint whole = 0;
    GetUniformiv(*gl, program, at(program, "one"), &whole);
    EXPECT_EQ(whole, 0);
    Uniform1f(*gl, at(program, "one"), 1);
    expect(GL_INVALID_OPERATION);
    GetnUniformdv(*gl, program, at(program, "four"), 31, back);
    expect(GL_INVALID_OPERATION);
    GetnUniformdv(*gl, program, at(program, "four"), 32, back);
    expect(GL_NO_ERROR);
    EXPECT_EQ(back[2], 1e15 + 0.25);
}

TEST_F(Uniforms, Integers64) {
    const GLuint program = link(plain_vertex,
                                "#version 400\n#extension GL_ARB_gpu_shader_int64 : require\n"
                                "uniform int64_t a; uniform u64vec3 b; out vec4 color;\n"
                                "void main() { color = vec4(float(a >> 40), float(b.z >> 33), 0, 1) / 4.0; }\n");
    UseProgram(*gl, program);
    Uniform1i64ARB(*gl, at(program, "a"), int64_t{3} << 40);
    const GLuint64 b[] = {0, 0, uint64_t{1} << 34};
    ProgramUniform3ui64vARB(*gl, program, at(program, "b"), 1, b);
    expect(GL_NO_ERROR);
    expect_color(draw(program), 0.75f, 0.5f, 0, 0.25f);
    GLint64 back = 0;
    GetUniformi64vARB(*gl, program, at(program, "a"), &back);
    EXPECT_EQ(back, int64_t{3} << 40);
    GLint clamped = 0;
    GetUniformiv(*gl, program, at(program, "a"), &clamped);
    EXPECT_EQ(clamped, 0x7fffffff);
}

// ARB_explicit_uniform_location: chosen ones stay, those of nobody are ignored, others go round them.
TEST_F(Uniforms, ChosenLocations) {
    const GLuint program = link(plain_vertex,
                                "#version 430\n"
                                "struct S { float x; vec2 y[2]; };\n"
                                "layout(location = 1) uniform S s[2]; layout(location = 9) uniform float unused;\n"
                                "uniform float free[3]; uniform float last; out vec4 color;\n"
                                "void main() { color = vec4(s[1].x, s[0].y[1].y, free[2], last); }\n");
    EXPECT_EQ(at(program, "s[0].x"), 1);
    EXPECT_EQ(at(program, "s[0].y[1]"), 3);
    EXPECT_EQ(at(program, "s[1].x"), 4);
    EXPECT_EQ(at(program, "last"), 0);
    EXPECT_EQ(at(program, "free"), 10);
    EXPECT_EQ(at(program, "unused"), -1);
    UseProgram(*gl, program);
    Uniform1f(*gl, 9, 1);
    expect(GL_NO_ERROR);
    Uniform1f(*gl, 8, 1);
    expect(GL_INVALID_OPERATION);
    Uniform1f(*gl, 4, 0.25f);
    Uniform2f(*gl, 3, 0, 0.5f);
    Uniform1f(*gl, 12, 0.75f);
    Uniform1f(*gl, 0, 1);
    expect_color(draw(program), 0.25f, 0.5f, 0.75f, 1);
    link(plain_vertex,
         "#version 430\nlayout(location = 1) uniform float a[2]; layout(location = 2) uniform float b; out vec4 c;\n"
         "void main() { c = vec4(a[1] + b); }\n",
         false);
    link(plain_vertex,
         "#version 430\nlayout(location = 32767) uniform float a[2]; out vec4 c;\nvoid main() { c = vec4(a[1]); }\n",
         false);
}

// "a[2][1]" is the name of an array of five, and of its first element.
TEST_F(Uniforms, ArraysOfArraysAreNamedWithAndWithoutTheLastIndex) {
    const GLuint program = link(
        "#version 430 compatibility\nuniform vec4 a[3][4][5]; uniform int n;\n"
        "void main() { gl_Position = gl_Vertex + a[2][1][n]; }\n",
        "#version 110\nvoid main() { gl_FragColor = vec4(0, 1, 0, 1); }\n");
    EXPECT_GE(at(program, "a[2][1]"), 0);
    EXPECT_EQ(at(program, "a[2][1]"), at(program, "a[2][1][0]"));
    EXPECT_EQ(at(program, "a[2][1]") + 4, at(program, "a[2][1][4]"));
    EXPECT_EQ(at(program, "a[2]"), -1);
    EXPECT_EQ(at(program, "a[2][1][5]"), -1);
    EXPECT_EQ(at(program, "n[0]"), -1);
}

TEST_F(Uniforms, BindingsOfSamplers) {
    const GLuint program = link(plain_vertex,
                                "#version 420\nlayout(binding = 3) uniform sampler2D maps[2]; out vec4 c;\n"
                                "void main() { c = texture(maps[0], vec2(0)) + texture(maps[1], vec2(0)); }\n");
    GLint unit = 0;
    GetUniformiv(*gl, program, at(program, "maps[1]"), &unit);
    EXPECT_EQ(unit, 4);
}

// Samplers of two types on one unit: neither valid nor drawn with.
TEST_F(Uniforms, ContestedUnits) {
    const GLuint program =
        link(plain_vertex,
             "#version 110\nuniform sampler2D flat_; uniform samplerCube round;\n"
             "void main() { gl_FragColor = texture2D(flat_, vec2(0)) + textureCube(round, vec3(1)); }\n");
    ValidateProgram(*gl, program);
    EXPECT_EQ(property(program, GL_VALIDATE_STATUS), 0);
    EXPECT_NE(program_log(program).find("two types"), std::string::npos);
    UseProgram(*gl, program);
    expect(GL_NO_ERROR);
    Rectf(*gl, -1, -1, 1, 1);
    expect(GL_INVALID_OPERATION);
    Uniform1i(*gl, at(program, "round"), 1);
    ValidateProgram(*gl, program);
    EXPECT_EQ(property(program, GL_VALIDATE_STATUS), 1);
    draw(program);
}

// Built-in state that a shader reads is active, without a location.
TEST_F(Uniforms, BuiltinState) {
    const GLuint program = link(
        "#version 110\nvoid main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex + "
        "gl_LightSource[0].position * 0.0; }\n",
        "");
    bool found = false;
    for (GLint n = 0; n < property(program, GL_ACTIVE_UNIFORMS); n++) {
        char name[64] = "";
        GLint size = 0;
        GLenum type = 0;
        GetActiveUniform(*gl, program, static_cast<GLuint>(n), sizeof name, nullptr, &size, &type, name);
        found |= std::string(name) == "gl_ModelViewProjectionMatrix" && type == GL_FLOAT_MAT4;
        EXPECT_EQ(at(program, name), -1);
    }
    EXPECT_TRUE(found);
}

TEST_F(Uniforms, InDisplayLists) {
    const GLuint program = link(plain_vertex, "#version 110\nuniform vec4 c;\nvoid main() { gl_FragColor = c; }\n");
    const GLint c = at(program, "c");
    const GLfloat red[] = {1, 0, 0, 1};
    ::glNewList(1, GL_COMPILE);
    ::glUniform4f(c, 0, 1, 0, 1);
    ::glEndList();
    ::glNewList(2, GL_COMPILE);
    ::glProgramUniform4fv(program, c, 1, red);
    ::glEndList();
    expect_color(draw(program), 0, 0, 0, 0);
    ::glCallList(1);
    expect_color(draw(program), 0, 1, 0, 1);
    ::glUseProgram(0);
    ::glCallList(2);
    expect_color(draw(program), 1, 0, 0, 1);
}

TEST_F(Uniforms, Refused) {
    const GLuint program = link(plain_vertex,
                                "#version 110\nuniform vec2 v; uniform bool b; uniform mat2 m; uniform float list[2];\n"
                                "void main() { gl_FragColor = b ? vec4(m * v, list[0], list[1]) : vec4(0); }\n");
    UseProgram(*gl, program);
    Uniform1f(*gl, at(program, "v"), 1);
    expect(GL_INVALID_OPERATION);
    Uniform2i(*gl, at(program, "v"), 1, 1);
    expect(GL_INVALID_OPERATION);
    Uniform1d(*gl, at(program, "b"), 1);
    expect(GL_INVALID_OPERATION);
    Uniform1ui(*gl, at(program, "b"), 5);
    expect(GL_NO_ERROR);
    const GLfloat zeros[16] = {};
    Uniform2fv(*gl, at(program, "v"), 2, zeros);
    expect(GL_INVALID_OPERATION);
    Uniform1fv(*gl, at(program, "list[1]"), 9, zeros);  // what is beyond the array is ignored
    expect(GL_NO_ERROR);
    UniformMatrix3fv(*gl, at(program, "m"), 1, GL_FALSE, zeros);
    expect(GL_INVALID_OPERATION);
    Uniform1f(*gl, -1, 1);
    expect(GL_NO_ERROR);
    Uniform1f(*gl, 1000, 1);
    expect(GL_INVALID_OPERATION);
    Uniform1fv(*gl, -1, -1, zeros);
    expect(GL_INVALID_VALUE);
    GLfloat value = 0;
    GetUniformfv(*gl, program, -1, &value);
    expect(GL_INVALID_OPERATION);
    ProgramUniform1f(*gl, 4711, 0, 1);
    expect(GL_INVALID_VALUE);
    ProgramUniform1f(*gl, CreateProgram(*gl), 0, 1);
    expect(GL_INVALID_OPERATION);
    EXPECT_EQ(at(program, "list[01]"), -1);
    EXPECT_EQ(at(program, "v[0]"), -1);
    EXPECT_EQ(at(program, "list[ 1]"), -1);
}

// Outputs of index 1 are the second colour of blending.
TEST_F(Uniforms, SecondSourceColors) {
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program, compile(GL_VERTEX_SHADER, plain_vertex));
    AttachShader(*gl, program,
                 compile(GL_FRAGMENT_SHADER,
                         "#version 130\nout vec4 first; out vec4 second;\n"
                         "void main() { first = vec4(1, 1, 0, 1); second = vec4(0.25, 0.5, 1, 1); }\n"));
    BindFragDataLocationIndexed(*gl, program, 0, 0, "first");
    BindFragDataLocationIndexed(*gl, program, 0, 1, "second");
    relink(program);
    EXPECT_EQ(GetFragDataLocation(*gl, program, "second"), 0);
    EXPECT_EQ(GetFragDataIndex(*gl, program, "second"), 1);
    EXPECT_EQ(GetFragDataIndex(*gl, program, "none"), -1);
    Enable(*gl, GL_BLEND);
    BlendFunc(*gl, GL_SRC1_COLOR, GL_ZERO);
    expect_color(draw(program), 0.25f, 0.5f, 0, 1);
    BindFragDataLocationIndexed(*gl, program, 1, 1, "second");
    expect(GL_INVALID_VALUE);
    BindFragDataLocationIndexed(*gl, program, 0, 2, "second");
    expect(GL_INVALID_VALUE);
    // Programs with locations beyond MAX_DUAL_SOURCE_DRAW_BUFFERS don't link, whichever output has them (15.2.3).
    BindFragDataLocationIndexed(*gl, program, 1, 0, "first");
    relink(program, false);
    EXPECT_NE(program_log(program).find("the draw buffer 1"), std::string::npos) << program_log(program);
}

}  // namespace
}  // namespace glapi
