// EXT_separate_shader_objects: a program for each stage without pipeline objects.
#include <gtest/gtest.h>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;

constexpr const char* colored_vertex =
    "#version 120\nuniform float gain;\n"
    "void main() { gl_Position = gl_Vertex; gl_TexCoord[1] = vec4(0.25, 0.5, 0.75, 1) * gain; }\n";
constexpr const char* texcoord_fragment =
    "#version 120\nuniform float scale;\nvoid main() { gl_FragColor = gl_TexCoord[1] * scale; }\n";
constexpr const char* blue_fragment = "#version 120\nvoid main() { gl_FragColor = vec4(0, 0, 1, 1); }\n";

struct SeparatePrograms : testing::ShaderFixture {
    GLuint program(GLenum type, const char* source) {
        const GLuint name = CreateShaderProgramEXT(*gl, type, source);
        EXPECT_EQ(property(name, GL_LINK_STATUS), GL_TRUE) << program_log(name);
        return name;
    }
    testing::Pixel drawn() {
        Rectf(*gl, -1, -1, 1, 1);
        expect(GL_NO_ERROR);
        return gl.pixel(32, 32);
    }
    void expect_programs(GLuint active, GLuint vertex, GLuint geometry, GLuint fragment) {
        const std::pair<GLenum, GLuint> rows[] = {{GL_ACTIVE_PROGRAM_EXT, active},
                                                  {GL_VERTEX_SHADER, vertex},
                                                  {GL_GEOMETRY_SHADER, geometry},
                                                  {GL_FRAGMENT_SHADER, fragment}};
        for (const auto& [token, wanted] : rows) {
            GLint value = -1;
            GetIntegerv(*gl, token, &value);
            EXPECT_EQ(value, static_cast<GLint>(wanted)) << token;
        }
    }
};

TEST_F(SeparatePrograms, StagesMeetInBuiltInVaryings) {
    const GLuint vertex = program(GL_VERTEX_SHADER, colored_vertex);
    const GLuint fragment = program(GL_FRAGMENT_SHADER, texcoord_fragment);
    UseShaderProgramEXT(*gl, GL_VERTEX_SHADER, vertex);
    UseShaderProgramEXT(*gl, GL_FRAGMENT_SHADER, fragment);
    ActiveProgramEXT(*gl, vertex);
    Uniform1f(*gl, GetUniformLocation(*gl, vertex, "gain"), 1);
    ActiveProgramEXT(*gl, fragment);
    Uniform1f(*gl, GetUniformLocation(*gl, fragment, "scale"), 1);
    expect_programs(fragment, vertex, 0, fragment);
    expect_color(drawn(), 0.25f, 0.5f, 0.75f, 1);
    // Fixed-function processing in place of one of them.
    UseShaderProgramEXT(*gl, GL_FRAGMENT_SHADER, 0);
    Color4f(*gl, 1, 0, 0, 1);
    UseShaderProgramEXT(*gl, GL_VERTEX_SHADER, 0);
    expect_programs(fragment, 0, 0, 0);
    expect_color(drawn(), 1, 0, 0, 1);
    ActiveProgramEXT(*gl, 0);
    expect_programs(0, 0, 0, 0);
    Uniform1f(*gl, 0, 1);
    expect(GL_INVALID_OPERATION);
}

// A program that has both is used for one only; UseProgram says it of all again.
TEST_F(SeparatePrograms, PartsOfWholePrograms) {
    const GLuint whole =
        link(testing::plain_vertex, "#version 120\nvoid main() { gl_FragColor = vec4(0, 1, 0, 1); }\n");
    const GLuint blue = program(GL_FRAGMENT_SHADER, blue_fragment);
    UseProgram(*gl, whole);
    expect_programs(whole, whole, whole, whole);
    expect_color(drawn(), 0, 1, 0, 1);
    UseShaderProgramEXT(*gl, GL_FRAGMENT_SHADER, blue);
    expect_programs(whole, whole, whole, blue);
    expect_color(drawn(), 0, 0, 1, 1);
    UseProgram(*gl, whole);
    expect_programs(whole, whole, whole, whole);
    expect_color(drawn(), 0, 1, 0, 1);
    ::glNewList(1, GL_COMPILE);
    ::glUseShaderProgramEXT(GL_FRAGMENT_SHADER, blue);
    ::glActiveProgramEXT(blue);
    ::glEndList();
    expect_programs(whole, whole, whole, whole);
    ::glCallList(1);
    expect_programs(blue, whole, whole, blue);
    // Programs that are in use stay until they are not.
    DeleteProgram(*gl, blue);
    EXPECT_TRUE(IsProgram(*gl, blue));
    UseProgram(*gl, 0);
    EXPECT_FALSE(IsProgram(*gl, blue));
}

// Before a pipeline, and after one when nothing is in use any more.
TEST_F(SeparatePrograms, ComeBeforePipelines) {
    const GLuint vertex = program(GL_VERTEX_SHADER, testing::plain_vertex);
    const GLuint blue = program(GL_FRAGMENT_SHADER, blue_fragment);
    const GLuint green =
        program(GL_FRAGMENT_SHADER, "#version 120\nvoid main() { gl_FragColor = vec4(0, 1, 0, 1); }\n");
    GLuint pipeline = 0;
    GenProgramPipelines(*gl, 1, &pipeline);
    UseProgramStages(*gl, pipeline, GL_VERTEX_SHADER_BIT, vertex);
    UseProgramStages(*gl, pipeline, GL_FRAGMENT_SHADER_BIT, green);
    BindProgramPipeline(*gl, pipeline);
    expect_color(drawn(), 0, 1, 0, 1);
    UseShaderProgramEXT(*gl, GL_FRAGMENT_SHADER, blue);
    expect_color(drawn(), 0, 0, 1, 1);
    UseShaderProgramEXT(*gl, GL_FRAGMENT_SHADER, 0);
    expect_color(drawn(), 0, 1, 0, 1);
}

TEST_F(SeparatePrograms, Errors) {
    const GLuint vertex = program(GL_VERTEX_SHADER, testing::plain_vertex);
    UseShaderProgramEXT(*gl, GL_COMPUTE_SHADER, vertex);
    expect(GL_INVALID_ENUM);
    const GLuint unlinked = CreateProgram(*gl);
    UseShaderProgramEXT(*gl, GL_VERTEX_SHADER, unlinked);
    expect(GL_INVALID_OPERATION);
    ActiveProgramEXT(*gl, unlinked);
    expect(GL_INVALID_OPERATION);
    EXPECT_EQ(CreateShaderProgramEXT(*gl, GL_TEXTURE_2D, "void main() {}"), 0u);
    expect(GL_INVALID_ENUM);
    const GLuint wrong = CreateShaderProgramEXT(*gl, GL_VERTEX_SHADER, "this is no shader");
    EXPECT_EQ(property(wrong, GL_LINK_STATUS), GL_FALSE);
    EXPECT_NE(program_log(wrong), "") << "the shader's log";
    expect_programs(0, 0, 0, 0);
}

}  // namespace
}  // namespace glapi
