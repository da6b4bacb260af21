// Subroutine uniforms: what is called, what is told of them, what is refused.
#include <gtest/gtest.h>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct ShaderSubroutines : testing::ShaderFixture {};

constexpr const char* tinted_text =
    "#version 430\n"
    "subroutine vec4 Tint(float level); subroutine void Change(inout vec4 color);\n"
    "subroutine(Tint) vec4 red(float level) { return vec4(level, 0, 0, 1); }\n"
    "layout(index = 5) subroutine(Tint) vec4 green(float level) { return vec4(0, level, 0, 1); }\n"
    "subroutine(Change) void keep(inout vec4 color) { }\n"
    "subroutine(Change) void add_blue(inout vec4 color) { color.b += 0.5; }\n"
    "subroutine uniform Tint tints[2]; subroutine uniform Change change; uniform int which; out vec4 c;\n"
    "void main() { c = tints[0](0.25) + tints[which](0.5); change(c); }\n";

TEST_F(ShaderSubroutines, AreChosen) {
    const GLuint program = link(testing::plain_vertex, tinted_text);
    UseProgram(*gl, program);
    ProgramUniform1i(*gl, program, GetUniformLocation(*gl, program, "which"), 1);
    const GLint tints = GetSubroutineUniformLocation(*gl, program, GL_FRAGMENT_SHADER, "tints[1]") - 1;
    const GLint change = GetSubroutineUniformLocation(*gl, program, GL_FRAGMENT_SHADER, "change");
    const auto index = [&](const char* name) { return GetSubroutineIndex(*gl, program, GL_FRAGMENT_SHADER, name); };
    EXPECT_EQ(index("green"), 5u);
    EXPECT_EQ(index("none"), GL_INVALID_INDEX);
    GLint locations = 0;
    GetProgramStageiv(*gl, program, GL_FRAGMENT_SHADER, GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS, &locations);
    ASSERT_EQ(locations, 3);
    GLuint chosen[3] = {};
    chosen[tints] = index("red");
    chosen[tints + 1] = index("green");
    chosen[change] = index("add_blue");
    UniformSubroutinesuiv(*gl, GL_FRAGMENT_SHADER, 3, chosen);
    expect(GL_NO_ERROR);
    Rectf(*gl, -1, -1, 1, 1);
    expect_color(gl.pixel(32, 32), 0.25f, 0.5f, 0.5f, 1);
    GLuint value = 0;
    GetUniformSubroutineuiv(*gl, GL_FRAGMENT_SHADER, tints + 1, &value);
    EXPECT_EQ(value, 5u);
    // A display list holds the choice.
    chosen[tints + 1] = index("red");
    ::glNewList(1, GL_COMPILE);
    ::glUniformSubroutinesuiv(GL_FRAGMENT_SHADER, 3, chosen);
    ::glEndList();
    GetUniformSubroutineuiv(*gl, GL_FRAGMENT_SHADER, tints + 1, &value);
    EXPECT_EQ(value, 5u);
    ::glCallList(1);
    GetUniformSubroutineuiv(*gl, GL_FRAGMENT_SHADER, tints + 1, &value);
    EXPECT_EQ(value, index("red"));
    chosen[tints + 1] = index("green");
    UniformSubroutinesuiv(*gl, GL_FRAGMENT_SHADER, 3, chosen);
    // Another program in use, or the same once more: they begin anew.
    UseProgram(*gl, program);
    GetUniformSubroutineuiv(*gl, GL_FRAGMENT_SHADER, tints + 1, &value);
    EXPECT_EQ(value, index("red"));
}

// Their values are context state: a program that two contexts use has others in each.
TEST_F(ShaderSubroutines, BelongToTheContext) {
    const GLuint program = link(testing::plain_vertex,
                                "#version 430\nsubroutine vec4 Tint(); out vec4 c; subroutine uniform Tint tint;\n"
                                "subroutine(Tint) vec4 red() { return vec4(1, 0, 0, 1); }\n"
                                "subroutine(Tint) vec4 green() { return vec4(0, 1, 0, 1); }\n"
                                "void main() { c = tint(); }\n");
    const GLuint red = GetSubroutineIndex(*gl, program, GL_FRAGMENT_SHADER, "red");
    const GLuint green = GetSubroutineIndex(*gl, program, GL_FRAGMENT_SHADER, "green");
    UseProgram(*gl, program);
    UniformSubroutinesuiv(*gl, GL_FRAGMENT_SHADER, 1, &red);
    ContextRequest request;
    request.share = gl.context;
    {
        testing::CurrentContext other(64, 64, {}, request);
        UseProgram(*other, program);
        UniformSubroutinesuiv(*other, GL_FRAGMENT_SHADER, 1, &green);
        Rectf(*other, -1, -1, 1, 1);
        EXPECT_EQ(other.error(), GLenum{GL_NO_ERROR});
        expect_color(other.pixel(32, 32), 0, 1, 0, 1);
    }
    make_current(gl.context, gl.window, gl.window);
    GLuint value = ~0u;
    GetUniformSubroutineuiv(*gl, GL_FRAGMENT_SHADER, 0, &value);
    EXPECT_EQ(value, red);
    Rectf(*gl, -1, -1, 1, 1);
    expect_color(gl.pixel(32, 32), 1, 0, 0, 1);
    // The next link chooses anew.
    UniformSubroutinesuiv(*gl, GL_FRAGMENT_SHADER, 1, &green);
    relink(program);
    GetUniformSubroutineuiv(*gl, GL_FRAGMENT_SHADER, 0, &value);
    EXPECT_EQ(value, red);
    expect(GL_NO_ERROR);
}

TEST_F(ShaderSubroutines, AreToldOf) {
    const GLuint program = link(testing::plain_vertex, tinted_text);
    const auto stage_property = [&](GLenum name) {
        GLint value = -1;
        GetProgramStageiv(*gl, program, GL_FRAGMENT_SHADER, name, &value);
        return value;
    };
    EXPECT_EQ(stage_property(GL_ACTIVE_SUBROUTINE_UNIFORMS), 2);
    EXPECT_EQ(stage_property(GL_ACTIVE_SUBROUTINE_MAX_LENGTH), 9);
    EXPECT_EQ(stage_property(GL_ACTIVE_SUBROUTINE_UNIFORM_MAX_LENGTH), 9);
    char name[32] = "";
    GetActiveSubroutineUniformName(*gl, program, GL_FRAGMENT_SHADER, 0, sizeof name, nullptr, name);
    EXPECT_STREQ(name, "tints[0]");
    GLint compatible[2] = {-1, -1};
    GetActiveSubroutineUniformiv(*gl, program, GL_FRAGMENT_SHADER, 0, GL_COMPATIBLE_SUBROUTINES, compatible);
    EXPECT_EQ(compatible[1], 5);
    EXPECT_EQ(GetProgramResourceIndex(*gl, program, GL_FRAGMENT_SUBROUTINE, "green"), 5u);
    const GLenum size = GL_ARRAY_SIZE;
    GLint value = 0;
    GetProgramResourceiv(*gl, program, GL_FRAGMENT_SUBROUTINE_UNIFORM, 0, 1, &size, 1, nullptr, &value);
    EXPECT_EQ(value, 2);
}

TEST_F(ShaderSubroutines, Refused) {
    const GLuint program = link(testing::plain_vertex, tinted_text);
    const GLuint chosen[] = {0, 0, 0};
    UniformSubroutinesuiv(*gl, GL_FRAGMENT_SHADER, 3, chosen);
    expect(GL_INVALID_OPERATION);  // not in use
    UseProgram(*gl, program);
    UniformSubroutinesuiv(*gl, GL_FRAGMENT_SHADER, 2, chosen);
    expect(GL_INVALID_VALUE);
    UniformSubroutinesuiv(*gl, GL_FRAGMENT_SHADER, 3, chosen);
    expect(GL_INVALID_OPERATION);  // one of the uniforms takes no Tint
    const GLuint far[] = {9, 9, 9};
    UniformSubroutinesuiv(*gl, GL_FRAGMENT_SHADER, 3, far);
    expect(GL_INVALID_VALUE);
    UniformSubroutinesuiv(*gl, GL_TEXTURE, 3, chosen);
    expect(GL_INVALID_ENUM);
    compile(GL_FRAGMENT_SHADER,
            "#version 400\nsubroutine float F(float x); subroutine(F) float f(int x) { return 1.0; }\nvoid main() {}\n",
            false);
    compile(GL_FRAGMENT_SHADER, "#version 400\nsubroutine(G) float f(int x) { return 1.0; }\nvoid main() {}\n", false);
    compile(GL_FRAGMENT_SHADER,
            "#version 400\nsubroutine float F(float x); subroutine uniform F f; void main() { f(vec2(1)); }\n", false);
    link(testing::plain_vertex,
         "#version 430\nsubroutine float F(float x); layout(index = 1) subroutine(F) float f(float x) { return x; }\n"
         "layout(index = 1) subroutine(F) float g(float x) { return x; }\n"
         "subroutine uniform F u; out vec4 c;\nvoid main() { c = vec4(u(1.0)); }\n",
         false);
}

}  // namespace
}  // namespace glapi
