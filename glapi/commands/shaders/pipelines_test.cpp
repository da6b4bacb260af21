// Separable programs, pipelines of them, program binaries, named strings.
#include <cstring>
#include <gtest/gtest.h>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct Pipelines : testing::ShaderFixture {
    GLuint separable(GLenum type, const char* source, bool right = true) {
        const GLuint program = CreateShaderProgramv(*gl, type, 1, &source);
        EXPECT_EQ(property(program, GL_LINK_STATUS), right) << program_log(program);
        return program;
    }
    GLuint pipeline_of(GLuint vertex, GLuint fragment) {
        GLuint name = 0;
        GenProgramPipelines(*gl, 1, &name);
        UseProgramStages(*gl, name, GL_VERTEX_SHADER_BIT, vertex);
        UseProgramStages(*gl, name, GL_FRAGMENT_SHADER_BIT, fragment);
        BindProgramPipeline(*gl, name);
        expect(GL_NO_ERROR);
        return name;
    }
    testing::Pixel draw_pipeline() {
        Rectf(*gl, -1, -1, 1, 1);
        expect(GL_NO_ERROR);
        return gl.pixel(32, 32);
    }
    GLint pipeline_property(GLuint pipeline, GLenum name) {
        GLint value = -1;
        GetProgramPipelineiv(*gl, pipeline, name, &value);
        return value;
    }
};

constexpr const char* vertex_text =
    "#version 150\n#extension GL_ARB_separate_shader_objects : require\nin vec4 place;\n"
    "layout(location = 3) out vec2 by_location; out vec4 zebra; out vec3 apple; uniform float gain;\n"
    "void main() { gl_Position = place; by_location = vec2(0.25, 0.5); zebra = vec4(1); apple = vec3(0.75) * gain; }\n";
constexpr const char* fragment_text =
    "#version 150\n#extension GL_ARB_separate_shader_objects : require\n"
    "layout(location = 3) in vec2 other_name; in vec3 apple; in vec4 zebra; uniform float scale; out vec4 color;\n"
    "void main() { color = vec4(other_name, apple.x, 1) * zebra * scale; }\n";

TEST_F(Pipelines, StagesOfTwoPrograms) {
    const GLuint vertex = separable(GL_VERTEX_SHADER, vertex_text);
    const GLuint fragment = separable(GL_FRAGMENT_SHADER, fragment_text);
    const GLuint pipeline = pipeline_of(vertex, fragment);
    ProgramUniform1f(*gl, vertex, GetUniformLocation(*gl, vertex, "gain"), 1);
    ActiveShaderProgram(*gl, pipeline, fragment);
    Uniform1f(*gl, GetUniformLocation(*gl, fragment, "scale"), 1);
    expect_color(draw_pipeline(), 0.25f, 0.5f, 0.75f, 1);
    EXPECT_EQ(pipeline_property(pipeline, GL_VERTEX_SHADER), static_cast<GLint>(vertex));
    EXPECT_EQ(pipeline_property(pipeline, GL_FRAGMENT_SHADER), static_cast<GLint>(fragment));
    EXPECT_EQ(pipeline_property(pipeline, GL_GEOMETRY_SHADER), 0);
    EXPECT_EQ(pipeline_property(pipeline, GL_ACTIVE_PROGRAM), static_cast<GLint>(fragment));
    ValidateProgramPipeline(*gl, pipeline);
    EXPECT_EQ(pipeline_property(pipeline, GL_VALIDATE_STATUS), 1);
    // A program in use comes first; a deleted one stays while the pipeline has it.
    DeleteProgram(*gl, fragment);
    EXPECT_TRUE(IsProgram(*gl, fragment));
    const GLuint whole =
        link(testing::plain_vertex, "#version 110\nvoid main() { gl_FragColor = vec4(0, 1, 0, 1); }\n");
    expect_color(draw(whole), 0, 1, 0, 1);
    UseProgram(*gl, 0);
    expect_color(draw_pipeline(), 0.25f, 0.5f, 0.75f, 1);
    DeleteProgramPipelines(*gl, 1, &pipeline);
    EXPECT_FALSE(IsProgram(*gl, fragment));
    EXPECT_FALSE(IsProgramPipeline(*gl, pipeline));
}

// Where locations match, the names of structures need not.
TEST_F(Pipelines, StructuresByLocation) {
    const GLuint program = link(
        "#version 410\nin vec4 place; layout(location = 2) out struct A { vec4 v; } first;\n"
        "layout(location = 0) out struct B { vec4 v; } second;\n"
        "void main() { gl_Position = place; first.v = vec4(1, 0, 0, 1); second.v = vec4(0, 1, 0, 1); }\n",
        "#version 410\nlayout(location = 0) in struct A { vec4 v; } got; out vec4 c;\nvoid main() { c = got.v; }\n");
    expect_color(draw(program), 0, 1, 0, 1);
}

TEST_F(Pipelines, Refused) {
    const GLuint whole =
        link(testing::plain_vertex, "#version 110\nvoid main() { gl_FragColor = vec4(0, 1, 0, 1); }\n");
    GLuint name = 0;
    GenProgramPipelines(*gl, 1, &name);
    EXPECT_FALSE(IsProgramPipeline(*gl, name));
    UseProgramStages(*gl, name, GL_VERTEX_SHADER_BIT, whole);
    expect(GL_INVALID_OPERATION);  // not separable
    UseProgramStages(*gl, name, 0x8000, 0);
    expect(GL_INVALID_VALUE);
    UseProgramStages(*gl, name, GL_VERTEX_SHADER_BIT, 4711);
    expect(GL_INVALID_VALUE);
    UseProgramStages(*gl, 4711, GL_VERTEX_SHADER_BIT, 0);
    expect(GL_INVALID_OPERATION);
    BindProgramPipeline(*gl, 4711);
    expect(GL_INVALID_OPERATION);
    ProgramParameteri(*gl, whole, GL_PROGRAM_SEPARABLE, 2);
    expect(GL_INVALID_VALUE);
    ProgramParameteri(*gl, whole, GL_PROGRAM_SEPARABLE, GL_TRUE);
    relink(whole);
    BindProgramPipeline(*gl, name);
    // Both stages of a program are to be used.
    UseProgramStages(*gl, name, GL_FRAGMENT_SHADER_BIT, whole);
    expect(GL_NO_ERROR);
    Rectf(*gl, -1, -1, 1, 1);
    expect(GL_INVALID_OPERATION);
    ValidateProgramPipeline(*gl, name);
    EXPECT_EQ(pipeline_property(name, GL_VALIDATE_STATUS), 0);
    EXPECT_GT(pipeline_property(name, GL_INFO_LOG_LENGTH), 0);
    UseProgramStages(*gl, name, GL_ALL_SHADER_BITS, whole);
    expect_color(draw_pipeline(), 0, 1, 0, 1);
    Uniform1f(*gl, 0, 1);
    expect(GL_INVALID_OPERATION);  // no active program
    const char* const wrong = "void main() { gl_Position = 1; }";
    separable(GL_VERTEX_SHADER, wrong, false);
}

TEST_F(Pipelines, Binaries) {
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program,
                 compile(GL_VERTEX_SHADER, "#version 110\nattribute vec4 at;\nvoid main() { gl_Position = at; }\n"));
    AttachShader(*gl, program,
                 compile(GL_FRAGMENT_SHADER,
                         "#version 120\nuniform vec4 c = vec4(0, 1, 0, 1);\nvoid main() { gl_FragColor = c; }\n"));
    BindAttribLocation(*gl, program, 0, "at");
    relink(program);
    ProgramUniform4f(*gl, program, GetUniformLocation(*gl, program, "c"), 1, 0, 0, 1);
    std::vector<char> bytes(static_cast<size_t>(property(program, GL_PROGRAM_BINARY_LENGTH)));
    GLenum format = 0;
    GLsizei length = 0;
    GetProgramBinary(*gl, program, static_cast<GLsizei>(bytes.size()) - 1, &length, &format, bytes.data());
    expect(GL_INVALID_OPERATION);
    GetProgramBinary(*gl, program, static_cast<GLsizei>(bytes.size()), &length, &format, bytes.data());
    expect(GL_NO_ERROR);
    EXPECT_EQ(length, static_cast<GLsizei>(bytes.size()));
    // Uniforms begin anew.
    const GLuint loaded = CreateProgram(*gl);
    ProgramBinary(*gl, loaded, format, bytes.data(), length);
    EXPECT_EQ(property(loaded, GL_LINK_STATUS), 1) << program_log(loaded);
    expect_color(draw(loaded), 0, 1, 0, 1);
    EXPECT_EQ(GetAttribLocation(*gl, loaded, "at"), 0);
    // Anything else is refused without harm: each byte changed, each length.
    for (size_t n = 0; n < bytes.size(); n++) {
        std::vector<char> broken = bytes;
        broken[n] = static_cast<char>(broken[n] ^ 0x41);
        ProgramBinary(*gl, loaded, format, broken.data(), length);
        EXPECT_EQ(property(loaded, GL_LINK_STATUS), 0) << n;
        ProgramBinary(*gl, loaded, format, bytes.data(), static_cast<GLsizei>(n));
        EXPECT_EQ(property(loaded, GL_LINK_STATUS), 0) << n;
        expect(GL_NO_ERROR);
    }
    ProgramBinary(*gl, loaded, 1, bytes.data(), length);
    expect(GL_INVALID_ENUM);
    GetProgramBinary(*gl, loaded, 1000, nullptr, &format, bytes.data());
    expect(GL_INVALID_OPERATION);
}

TEST_F(Pipelines, NamedStrings) {
    NamedStringARB(*gl, GL_SHADER_INCLUDE_ARB, -1, "/lib/green.h", -1, "#define GREEN vec4(0, 1, 0, 1)\n");
    NamedStringARB(*gl, GL_SHADER_INCLUDE_ARB, 6, "/lib/xyz", 5, "1234567");
    expect(GL_NO_ERROR);
    GLint value = 0;
    GetNamedStringivARB(*gl, -1, "/lib/../lib/x", GL_NAMED_STRING_LENGTH_ARB, &value);
    EXPECT_EQ(value, 6);
    char text[16] = "";
    GetNamedStringARB(*gl, -1, "/lib/x", sizeof text, &value, text);
    EXPECT_STREQ(text, "12345");
    EXPECT_EQ(value, 5);
    const GLuint shader = CreateShader(*gl, GL_FRAGMENT_SHADER);
    const GLchar* const source =
        "#version 120\n#extension GL_ARB_shading_language_include : require\n#include <green.h>\n"
        "void main() { gl_FragColor = GREEN; }\n";
    ShaderSource(*gl, shader, 1, &source, nullptr);
    const GLchar* const paths[] = {"/lib"};
    CompileShaderIncludeARB(*gl, 99, 1, paths, nullptr);
    expect(GL_INVALID_OPERATION);
    CompileShaderIncludeARB(*gl, shader, 1, paths, nullptr);
    GetShaderiv(*gl, shader, GL_COMPILE_STATUS, &value);
    EXPECT_EQ(value, 1) << shader_log(shader);
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program, shader);
    relink(program);
    // The binary has what was included, whatever becomes of the string.
    DeleteNamedStringARB(*gl, -1, "/lib/green.h");
    EXPECT_FALSE(IsNamedStringARB(*gl, -1, "/lib/green.h"));
    std::vector<char> bytes(static_cast<size_t>(property(program, GL_PROGRAM_BINARY_LENGTH)));
    GLenum format = 0;
    GetProgramBinary(*gl, program, static_cast<GLsizei>(bytes.size()), nullptr, &format, bytes.data());
    const GLuint loaded = CreateProgram(*gl);
    ProgramBinary(*gl, loaded, format, bytes.data(), static_cast<GLsizei>(bytes.size()));
    expect_color(draw(loaded), 0, 1, 0, 1);
    CompileShader(*gl, shader);
    GetShaderiv(*gl, shader, GL_COMPILE_STATUS, &value);
    EXPECT_EQ(value, 0);
    DeleteNamedStringARB(*gl, -1, "/lib/green.h");
    expect(GL_INVALID_OPERATION);
    NamedStringARB(*gl, GL_SHADER_INCLUDE_ARB, -1, "lib", -1, "");
    expect(GL_INVALID_VALUE);
    NamedStringARB(*gl, GL_POINTS, -1, "/lib", -1, "");
    expect(GL_INVALID_VALUE);
}

}  // namespace
}  // namespace glapi
