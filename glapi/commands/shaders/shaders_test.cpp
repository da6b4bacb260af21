// Shader and program objects: what is drawn with them, their state, their errors.
#include <gtest/gtest.h>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::Pixel;

using Shaders = testing::ShaderFixture;
using testing::plain_vertex;

TEST_F(Shaders, DrawWithUniforms) {
    const GLuint program =
        link(plain_vertex,
             "#version 120\n"
             "struct S { vec2 a[2]; float b; };\n"
             "uniform S s[2]; uniform mat2 m; uniform bool on; uniform int n = 2; uniform vec3 c = vec3(0, 0.25, 1);\n"
             "void main() { gl_FragColor = on ? vec4(m * s[1].a[1], s[n - 1].b, c.y) : vec4(c, 1); }\n");
    expect_color(draw(program), 0, 0.25f, 1, 1);
    const auto at = [&](const char* name) { return GetUniformLocation(*gl, program, name); };
    const GLfloat matrix[] = {0, 1, 0.5f, 0};
    const GLfloat pair[] = {0.4f, 0.8f};
    UniformMatrix2fv(*gl, at("m"), 1, GL_FALSE, matrix);
    Uniform2fv(*gl, at("s[1].a[1]"), 1, pair);
    Uniform1f(*gl, at("s[1].b"), 0.6f);
    Uniform1i(*gl, at("on"), 7);
    expect(GL_NO_ERROR);
    expect_color(draw(program), 0.4f, 0.4f, 0.6f, 0.25f);
    UniformMatrix2fv(*gl, at("m"), 1, GL_TRUE, matrix);
    expect_color(draw(program), 0.8f, 0.2f, 0.6f, 0.25f);
    // A draw keeps what it was given.
    Uniform1f(*gl, at("s[1].b"), 0.0f);
    GLfloat values[4] = {};
    GetUniformfv(*gl, program, at("m"), values);
    EXPECT_EQ(values[2], 1.0f);
    EXPECT_EQ(values[1], 0.5f);
    GLint whole = 0;
    GetUniformiv(*gl, program, at("on"), &whole);
    EXPECT_EQ(whole, 1);
    GetUniformiv(*gl, program, at("n"), &whole);
    EXPECT_EQ(whole, 2);
}

TEST_F(Shaders, VaryingsAndAttributes) {
    const GLuint program = link(
        "#version 120\nattribute vec4 place; attribute vec2 extra; varying vec2 at; varying float arr[2];\n"
        "void main() { gl_Position = place; at = extra; arr[1] = place.x; arr[0] = 0.5; }\n",
        "#version 120\nvarying vec2 at; varying float arr[2];\nvoid main() { gl_FragColor = vec4(at, arr[1] * 0.0 + "
        "arr[0], 1); }\n");
    const GLint place = GetAttribLocation(*gl, program, "place"), extra = GetAttribLocation(*gl, program, "extra");
    ASSERT_GE(place, 0);
    ASSERT_GE(extra, 0);
    UseProgram(*gl, program);
    Begin(*gl, GL_QUADS);
    const float corners[][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (const auto& corner : corners) {
        VertexAttrib2f(*gl, static_cast<GLuint>(extra), corner[0] * 0.5f + 0.5f, corner[1] * 0.5f + 0.5f);
        VertexAttrib4f(*gl, static_cast<GLuint>(place), corner[0], corner[1], 0, 1);
    }
    End(*gl);
    expect(GL_NO_ERROR);
    const Pixel pixel = gl.pixel(48, 16);
    EXPECT_NEAR(pixel[0], 193, 2);
    EXPECT_NEAR(pixel[1], 66, 2);
    EXPECT_NEAR(pixel[2], 128, 1);
}

// Samplers are numbers of units: changed between draws without linking.
TEST_F(Shaders, Samplers) {
    const GLuint program =
        link(plain_vertex,
             "#version 110\nuniform sampler2D maps[2];\n"
             "void main() { gl_FragColor = texture2D(maps[0], vec2(0.5)) + 0.5 * texture2D(maps[1], vec2(0.5)); }\n");
    const uint8_t texels[][4] = {{200, 0, 0, 255}, {0, 100, 0, 255}, {0, 0, 50, 255}};
    for (GLuint unit = 0; unit < 3; ++unit) {
        ActiveTexture(*gl, GL_TEXTURE0 + unit);
        GLuint name = 0;
        GenTextures(*gl, 1, &name);
        BindTexture(*gl, GL_TEXTURE_2D, name);
        TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[unit]);
    }
    UseProgram(*gl, program);
    const GLint maps = GetUniformLocation(*gl, program, "maps");
    const GLint units[] = {0, 1};
    Uniform1iv(*gl, maps, 2, units);
    Pixel pixel = draw(program);
    EXPECT_EQ(pixel[0], 200);
    EXPECT_EQ(pixel[1], 50);
    Uniform1i(*gl, GetUniformLocation(*gl, program, "maps[1]"), 2);
    pixel = draw(program);
    EXPECT_EQ(pixel[1], 0);
    EXPECT_EQ(pixel[2], 25);
    Uniform1i(*gl, maps, 100000);
    expect(GL_INVALID_VALUE);
    Uniform1f(*gl, maps, 1);
    expect(GL_INVALID_OPERATION);
}

// A program of one stage leaves the other to the fixed functions.
TEST_F(Shaders, OneStageAlone) {
    Color4f(*gl, 0.2f, 0.4f, 0.6f, 1);
    const GLuint vertex =
        link("#version 110\nvoid main() { gl_Position = ftransform(); gl_FrontColor = gl_Color.bgra; }\n", "");
    expect_color(draw(vertex), 0.6f, 0.4f, 0.2f, 1);
    const GLuint fragment = link("", "#version 110\nvoid main() { gl_FragColor = gl_Color.gggg; }\n");
    expect_color(draw(fragment), 0.4f, 0.4f, 0.4f, 0.4f);
    UseProgram(*gl, 0);
    Rectf(*gl, -1, -1, 1, 1);
    expect_color(gl.pixel(32, 32), 0.2f, 0.4f, 0.6f, 1);
}

TEST_F(Shaders, ActiveUniformsAndAttributes) {
    const GLuint program = link(
        "#version 110\nattribute vec3 v; uniform mat4 m; uniform float unused;\nvoid main() { gl_Position = m * "
        "vec4(v, 1); }\n",
        "#version 110\nuniform vec4 list[3];\nvoid main() { gl_FragColor = list[1]; }\n");
    GLint count = 0;
    GetProgramiv(*gl, program, GL_ACTIVE_UNIFORMS, &count);
    EXPECT_EQ(count, 2);
    char name[32] = "";
    GLint size = 0;
    GLenum type = 0;
    GLsizei length = 0;
    GetActiveUniform(*gl, program, 1, sizeof name, &length, &size, &type, name);
    EXPECT_STREQ(name, "list[0]");
    EXPECT_EQ(size, 2) << "one more than the highest index";
    EXPECT_EQ(type, GLenum{GL_FLOAT_VEC4});
    EXPECT_EQ(length, 7);
    EXPECT_EQ(GetUniformLocation(*gl, program, "list[1]"), GetUniformLocation(*gl, program, "list") + 1);
    EXPECT_EQ(GetUniformLocation(*gl, program, "list[2]"), -1);
    EXPECT_EQ(GetUniformLocation(*gl, program, "unused"), -1);
    GetActiveAttrib(*gl, program, 0, sizeof name, nullptr, &size, &type, name);
    EXPECT_STREQ(name, "v");
    EXPECT_EQ(type, GLenum{GL_FLOAT_VEC3});
    GetActiveUniform(*gl, program, 2, sizeof name, nullptr, &size, &type, name);
    expect(GL_INVALID_VALUE);
}

TEST_F(Shaders, AttributesWhereTheyAreBound) {
    const GLuint program = CreateProgram(*gl);
    AttachShader(
        *gl, program,
        compile(GL_VERTEX_SHADER, "#version 110\nattribute vec4 a, b;\nvoid main() { gl_Position = a + b; }\n"));
    BindAttribLocation(*gl, program, 6, "b");
    LinkProgram(*gl, program);
    EXPECT_EQ(GetAttribLocation(*gl, program, "b"), 6);
    EXPECT_EQ(GetAttribLocation(*gl, program, "a"), 0);
    BindAttribLocation(*gl, program, 0, "gl_Vertex");
    expect(GL_INVALID_OPERATION);
    BindAttribLocation(*gl, program, 1000, "a");
    expect(GL_INVALID_VALUE);
}

TEST_F(Shaders, MistakesOfShadersAndPrograms) {
    const GLuint wrong = compile(GL_FRAGMENT_SHADER, "void main() {\n  gl_FragColor = 1.0;\n}\n", false);
    EXPECT_NE(shader_log(wrong).find("0:2(16): error"), std::string::npos) << shader_log(wrong);
    const GLuint program = link("#version 110\nvarying vec3 v;\nvoid main() { gl_Position = vec4(v = vec3(1), 1); }\n",
                                "#version 110\nvarying vec2 v;\nvoid main() { gl_FragColor = v.xyxy; }\n", false);
    EXPECT_NE(program_log(program).find("v is vec3"), std::string::npos) << program_log(program);
    UseProgram(*gl, program);
    expect(GL_INVALID_OPERATION);
    link("", "#version 110\nfloat f();\nvoid main() { gl_FragColor = vec4(f()); }\n", false);
    link("#version 110\nvoid f() {}\n", "", false);
}

TEST_F(Shaders, ErrorsOfNames) {
    const GLuint shader = CreateShader(*gl, GL_VERTEX_SHADER), program = CreateProgram(*gl);
    EXPECT_TRUE(IsShader(*gl, shader));
    EXPECT_FALSE(IsProgram(*gl, shader));
    LinkProgram(*gl, shader);
    expect(GL_INVALID_OPERATION);
    CompileShader(*gl, program);
    expect(GL_INVALID_OPERATION);
    CompileShader(*gl, 12345);
    expect(GL_INVALID_VALUE);
    CreateShader(*gl, GL_TEXTURE_2D);
    expect(GL_INVALID_ENUM);
    AttachShader(*gl, program, shader);
    AttachShader(*gl, program, shader);
    expect(GL_INVALID_OPERATION);
    Uniform1f(*gl, 0, 1);
    expect(GL_INVALID_OPERATION);
    GetUniformLocation(*gl, program, "x");
    expect(GL_INVALID_OPERATION);
}

// Deleted objects stay while they are needed.
TEST_F(Shaders, Deletion) {
    const GLuint vertex = compile(GL_VERTEX_SHADER, plain_vertex);
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program, vertex);
    DeleteShader(*gl, vertex);
    GLint status = 0;
    GetShaderiv(*gl, vertex, GL_DELETE_STATUS, &status);
    EXPECT_EQ(status, 1);
    LinkProgram(*gl, program);
    UseProgram(*gl, program);
    DeleteProgram(*gl, program);
    EXPECT_TRUE(IsProgram(*gl, program));
    UseProgram(*gl, 0);
    EXPECT_FALSE(IsProgram(*gl, program));
    EXPECT_FALSE(IsShader(*gl, vertex));
}

// The forms of ARB_shader_objects are the same objects.
TEST_F(Shaders, ObjectsOfTheArb) {
    const GLuint shader = compile(GL_FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(0, 1, 0, 1); }\n");
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program, shader);
    LinkProgram(*gl, program);
    GLint value = 0;
    GetObjectParameterivARB(*gl, program, GL_OBJECT_LINK_STATUS_ARB, &value);
    EXPECT_EQ(value, 1);
    GetObjectParameterivARB(*gl, shader, GL_OBJECT_TYPE_ARB, &value);
    EXPECT_EQ(value, GL_SHADER_OBJECT_ARB);
    UseProgram(*gl, program);
    EXPECT_EQ(GetHandleARB(*gl, GL_PROGRAM_OBJECT_ARB), program);
    expect_color(draw(program), 0, 1, 0, 1);
    DeleteObjectARB(*gl, shader);
    DeleteObjectARB(*gl, program);
    expect(GL_NO_ERROR);
}

// Where the program object has no such stage, an assembly program that is enabled stands in, and must have been loaded.
TEST_F(Shaders, AssemblyBesideShaders) {
    const GLuint program =
        link("void main() { gl_Position = gl_Vertex; gl_FrontColor = vec4(0.25, 0.5, 1, 1); }\n", "");
    Enable(*gl, GL_FRAGMENT_PROGRAM_ARB);
    UseProgram(*gl, program);
    Rectf(*gl, -1, -1, 1, 1);
    expect(GL_INVALID_OPERATION);
    const std::string text = "!!ARBfp1.0\nMUL result.color, fragment.color.yzwx, 0.5;\nEND\n";
    ProgramStringARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()),
                     text.c_str());
    expect_color(draw(program), 0.25f, 0.5f, 0.5f, 0.125f);
    Disable(*gl, GL_FRAGMENT_PROGRAM_ARB);
    expect_color(draw(program), 0.25f, 0.5f, 1, 1);
}

// More uniforms than assembly programs have local parameters.
TEST_F(Shaders, LargeArrayOfUniforms) {
    const GLuint program =
        link(plain_vertex, "uniform vec4 v[2000]; uniform int n;\nvoid main() { gl_FragColor = v[n] + v[1]; }\n");
    UseProgram(*gl, program);
    Uniform4f(*gl, GetUniformLocation(*gl, program, "v[1999]"), 0.25f, 0, 0.5f, 1);
    Uniform4f(*gl, GetUniformLocation(*gl, program, "v[1]"), 0, 0.75f, 0, 0);
    Uniform1i(*gl, GetUniformLocation(*gl, program, "n"), 1999);
    expect_color(draw(program), 0.25f, 0.75f, 0.5f, 1);
}

// Functions that call twice what calls twice … are not expanded without end.
TEST_F(Shaders, CallsThatMultiply) {
    std::string text = "uniform float x;\nfloat f40() { return x; }\n";
    for (int n = 39; n >= 0; n--) {
        const std::string next = "f" + std::to_string(n + 1) + "()";
        text += "float f" + std::to_string(n) + "() { return " + next + " + " + next + "; }\n";
    }
    const GLuint program =
        link(plain_vertex, text + "void main() { gl_FragColor = x > 0.5 ? vec4(f0()) : vec4(0.5); }\n");
    expect_color(draw(program), 0.5f, 0.5f, 0.5f, 0.5f);
}

TEST_F(Shaders, RecursionIsRefusedWhereNothingCallsIt) {
    const GLuint shader = compile(GL_VERTEX_SHADER,
                                  "int a(int x);\nint b(int x) { return a(x); }\nint a(int x) { return b(x); }\n"
                                  "void main() { gl_Position = vec4(0); }\n",
                                  false);
    EXPECT_NE(shader_log(shader).find("calls itself"), std::string::npos);
    // Between shaders.
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program, compile(GL_VERTEX_SHADER, "int a(int x);\nint b(int x) { return a(x); }\n"));
    AttachShader(*gl, program,
                 compile(GL_VERTEX_SHADER,
                         "int b(int x);\nint a(int x) { return b(x); }\n"
                         "void main() { gl_Position = vec4(0); }\n"));
    relink(program, false);
    EXPECT_NE(program_log(program).find("calls itself"), std::string::npos);
}

// Several shaders of a stage: arrays without a size are as large as any of them needs, initialisers agree.
TEST_F(Shaders, GlobalsOfSeveralShaders) {
    const auto linked = [&](const std::string& first, const std::string& second) {
        const GLuint program = CreateProgram(*gl);
        AttachShader(*gl, program, compile(GL_FRAGMENT_SHADER, first));
        AttachShader(*gl, program, compile(GL_FRAGMENT_SHADER, second));
        LinkProgram(*gl, program);
        GLint status = -1;
        GetProgramiv(*gl, program, GL_LINK_STATUS, &status);
        return status ? program : 0;
    };
    const std::string body = "void f();\nvoid main() { f(); gl_FragColor = vec4(a[0], a[3], 0.25, 1); }\n";
    const GLuint program = linked("#version 120\nfloat a[]; uniform float unused = 2.0;\n" + body,
                                  "#version 120\nfloat a[]; const int n[3] = int[3](-1, 7, 3); uniform int one = 1;\n"
                                  "void f() { a[0] = float(n[one]) / 14.0; a[3] = float(n[one + 1]) / 3.0; }\n");
    ASSERT_NE(program, 0u);
    expect_color(draw(program), 0.5f, 1, 0.25f, 1);
    EXPECT_GE(GetUniformLocation(*gl, program, "unused"), 0);
    EXPECT_EQ(linked("float a[3];\nvoid f();\nvoid main() { f(); }\n", "float a[];\nvoid f() { a[3] = 1.0; }\n"), 0u);
    EXPECT_EQ(linked("float a = 1.0;\nvoid f();\nvoid main() { f(); }\n", "float a = 2.0;\nvoid f() { }\n"), 0u);
    EXPECT_NE(linked("float a = 1.0;\nvoid f();\nvoid main() { f(); }\n", "float a = 1.0;\nvoid f() { }\n"), 0u);
}

// A loop behind it is not entered by fragments that are discarded; others keep what they compute of derivatives.
TEST_F(Shaders, DiscardedFragmentsSkipLoopsWithoutEnd) {
    const GLuint program =
        link(plain_vertex,
             "#version 130\nuniform int held;\nvoid main() { int step = int(gl_FragCoord.x) - held;\n"
             "if (int(gl_FragCoord.x) == held) discard;\n"
             "for (int i = 0; i < 10 && i > -10; i += step) {}\n"
             "gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }\n");
    UseProgram(*gl, program);
    Uniform1i(*gl, GetUniformLocation(*gl, program, "held"), 20);
    expect_color(draw(program), 0, 1, 0, 1);
    expect_color(gl.pixel(20, 32), 0, 0, 0, 0);
    expect_color(gl.pixel(21, 32), 0, 1, 0, 1);
}

// A loop without end is left by the fragments that are discarded in it.
TEST_F(Shaders, DiscardInALoop) {
    const GLuint program = link(plain_vertex,
                                "uniform float x;\nvoid main() { gl_FragColor = vec4(0.5); "
                                "while (true) { if (gl_FragCoord.x < 40.0) discard; if (x < 1.0) break; } }\n");
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    expect_color(draw(program), 0, 0, 0, 0);
    expect_color(gl.pixel(50, 32), 0.5f, 0.5f, 0.5f, 0.5f);
}

// gl_ClipVertex is clipped by the planes as they were given, in the coordinates of the eye.
TEST_F(Shaders, ClipVertex) {
    const GLuint program = link(
        "void main() { gl_Position = gl_Vertex; gl_ClipVertex = gl_Vertex * vec4(-1, 1, 1, 1); gl_FrontColor = "
        "vec4(1); }\n",
        "");
    const GLdouble plane[] = {1, 0, 0, 0};
    ClipPlane(*gl, GL_CLIP_PLANE2, plane);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    UseProgram(*gl, program);
    Rectf(*gl, -1, -1, 1, 1);
    expect_color(gl.pixel(48, 32), 1, 1, 1, 1);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    Enable(*gl, GL_CLIP_PLANE2);
    Rectf(*gl, -1, -1, 1, 1);
    expect_color(gl.pixel(48, 32), 0, 0, 0, 0);
    expect_color(gl.pixel(16, 32), 1, 1, 1, 1);
}

// State of the fixed functions whose parts share registers, by a run-time index; the scale of normals.
TEST_F(Shaders, StateByRunTimeIndices) {
    const GLuint program = link(
        "uniform int n; varying vec4 c;\n"
        "float f(gl_LightSourceParameters l) { return l.spotCosCutoff + l.spotDirection.x; }\n"
        "void main() { gl_Position = gl_Vertex; c = vec4(f(gl_LightSource[n]), gl_LightSource[n].linearAttenuation, "
        "gl_LightSource[n].quadraticAttenuation, gl_NormalScale); }\n",
        "varying vec4 c;\nvoid main() { gl_FragColor = c; }\n");
    Lightf(*gl, GL_LIGHT3, GL_SPOT_CUTOFF, 60);
    Lightf(*gl, GL_LIGHT3, GL_LINEAR_ATTENUATION, 0.25f);
    Lightf(*gl, GL_LIGHT3, GL_QUADRATIC_ATTENUATION, 0.75f);
    Scalef(*gl, 0.5f, 0.5f, 0.5f);
    UseProgram(*gl, program);
    Uniform1i(*gl, GetUniformLocation(*gl, program, "n"), 3);
    expect_color(draw(program), 0.5f, 0.25f, 0.75f, 0.5f);
}

}  // namespace
}  // namespace glapi
