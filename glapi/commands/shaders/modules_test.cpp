// Shaders of SPIR-V: what is drawn with them, their errors and queries.
#include <gtest/gtest.h>

#include "glsl/spirv/testing/module_words.h"

#include "glapi/generated/entry_points.h"
#include "glapi/testing/es_context.h"
#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using glsl::spirv::testing::coloured_module;
using glsl::spirv::testing::float_bits;
using glsl::spirv::testing::looping_module;
using glsl::spirv::testing::ModuleWords;

struct Modules : testing::ShaderFixture {
    GLuint load(const ModuleWords& module) {
        const GLuint shader = CreateShader(*gl, GL_FRAGMENT_SHADER);
        const auto& words = module.words();
        ShaderBinary(*gl, 1, &shader, GL_SHADER_BINARY_FORMAT_SPIR_V, words.data(),
                     static_cast<GLsizei>(words.size() * sizeof words[0]));
        expect(GL_NO_ERROR);
        return shader;
    }
    GLint state(GLuint shader, GLenum name) {
        GLint value = -1;
        GetShaderiv(*gl, shader, name, &value);
        return value;
    }
    GLuint linked(GLuint shader) {
        const GLuint program = CreateProgram(*gl);
        AttachShader(*gl, program, shader);
        relink(program);
        return program;
    }
};

TEST_F(Modules, DrawWithSpecializedConstants) {
    const GLuint shader = load(coloured_module());
    EXPECT_EQ(state(shader, GL_SPIR_V_BINARY), GL_TRUE);
    EXPECT_EQ(state(shader, GL_COMPILE_STATUS), GL_FALSE);
    const GLuint index = 3, value = float_bits(0.75f);
    SpecializeShader(*gl, shader, "main", 1, &index, &value);
    expect(GL_NO_ERROR);
    ASSERT_EQ(state(shader, GL_COMPILE_STATUS), GL_TRUE) << shader_log(shader);
    const GLuint program = linked(shader);
    UseProgram(*gl, program);
    Uniform1f(*gl, 5, 0.5f);
    expect_color(draw(program), 0.75f, 0.5f, 1, 1);
    // Nothing has a name.
    EXPECT_EQ(GetUniformLocation(*gl, program, ""), -1);
    EXPECT_EQ(property(program, GL_ACTIVE_UNIFORMS), 1);
    EXPECT_EQ(property(program, GL_ACTIVE_UNIFORM_MAX_LENGTH), 1);
    EXPECT_EQ(GetProgramResourceIndex(*gl, program, GL_UNIFORM, ""), GL_INVALID_INDEX);
}

TEST_F(Modules, DrawWithALoop) {
    const GLuint shader = load(looping_module());
    SpecializeShader(*gl, shader, "main", 0, nullptr, nullptr);
    ASSERT_EQ(state(shader, GL_COMPILE_STATUS), GL_TRUE) << shader_log(shader);
    expect_color(draw(linked(shader)), 0.5f, 0.8f, 1, 1);
}

TEST_F(Modules, BinariesKeepTheSpecialization) {
    const GLuint shader = load(coloured_module());
    const GLuint index = 3, value = float_bits(0.75f);
    SpecializeShader(*gl, shader, "main", 1, &index, &value);
    const GLuint program = linked(shader);
    std::vector<char> binary(static_cast<size_t>(property(program, GL_PROGRAM_BINARY_LENGTH)));
    GLenum format = 0;
    GetProgramBinary(*gl, program, static_cast<GLsizei>(binary.size()), nullptr, &format, binary.data());
    expect(GL_NO_ERROR);
    const GLuint again = CreateProgram(*gl);
    ProgramBinary(*gl, again, format, binary.data(), static_cast<GLsizei>(binary.size()));
    UseProgram(*gl, again);
    Uniform1f(*gl, 5, 0.25f);
    expect_color(draw(again), 0.75f, 0.25f, 1, 1);
}

TEST_F(Modules, Errors) {
    const GLuint shader = load(coloured_module());
    CompileShader(*gl, shader);
    expect(GL_INVALID_OPERATION);
    SpecializeShader(*gl, shader, "other", 0, nullptr, nullptr);
    expect(GL_INVALID_VALUE);
    const GLuint index = 4, value = 0;
    SpecializeShader(*gl, shader, "main", 1, &index, &value);
    expect(GL_INVALID_VALUE);
    SpecializeShader(*gl, shader, "main", 0, nullptr, nullptr);
    expect(GL_NO_ERROR);
    SpecializeShader(*gl, shader, "main", 0, nullptr, nullptr);
    expect(GL_INVALID_OPERATION);
    const GLuint vertex = CreateShader(*gl, GL_VERTEX_SHADER);
    SpecializeShader(*gl, vertex, "main", 0, nullptr, nullptr);
    expect(GL_INVALID_OPERATION);
    const auto words = coloured_module();
    ShaderBinary(*gl, 1, &vertex, GL_SHADER_BINARY_FORMAT_SPIR_V, words.words().data(),
                 static_cast<GLsizei>(words.words().size() * 4));
    SpecializeShader(*gl, vertex, "main", 0, nullptr, nullptr);
    expect(GL_INVALID_OPERATION);  // of another stage
    // GLSL and SPIR-V don't link with each other.
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program, shader);
    AttachShader(*gl, program, compile(GL_VERTEX_SHADER, testing::plain_vertex));
    relink(program, false);
    EXPECT_NE(program_log(program).find("SPIR-V"), std::string::npos);
    // A source takes the module's place.
    const char* source = "void main() {}\n";
    ShaderSource(*gl, vertex, 1, &source, nullptr);
    EXPECT_EQ(state(vertex, GL_SPIR_V_BINARY), GL_FALSE);
}

TEST_F(Modules, FormatsOfBinariesAreListed) {
    GLint count = -1, format = -1;
    GetIntegerv(*gl, GL_NUM_SHADER_BINARY_FORMATS, &count);
    GetIntegerv(*gl, GL_SHADER_BINARY_FORMATS, &format);
    EXPECT_EQ(count, 1);
    EXPECT_EQ(format, GL_SHADER_BINARY_FORMAT_SPIR_V);
    const GLuint shader = CreateShader(*gl, GL_VERTEX_SHADER);
    ShaderBinary(*gl, 1, &shader, 0, "x", 1);
    expect(GL_INVALID_ENUM);
}

// OpenGL ES names no format, and has no modules.
TEST(ModulesInEs, NoFormats) {
    const testing::Es2Context context;
    GLint count = -1, untouched = -1;
    ::glGetIntegerv(GL_NUM_SHADER_BINARY_FORMATS, &count);
    ::glGetIntegerv(GL_SHADER_BINARY_FORMATS, &untouched);
    EXPECT_EQ(count, 0);
    EXPECT_EQ(untouched, -1);
    const GLuint shader = ::glCreateShader(GL_VERTEX_SHADER);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    const GLuint words[] = {0x07230203, 0x10000, 0, 1, 0};
    ::glShaderBinary(1, &shader, GL_SHADER_BINARY_FORMAT_SPIR_V, words, sizeof words);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
}

}  // namespace
}  // namespace glapi
