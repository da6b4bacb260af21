// Pipelines of separable programs in OpenGL ES, where the interfaces between programs match exactly: 7.4.1 of
// OpenGL ES 3.2.
#include <gtest/gtest.h>
#include <string>

#include "glapi/generated/commands.h"
#include "glapi/testing/es_context.h"

namespace glapi {
namespace {

using namespace commands;

struct EsPipelines : ::testing::Test {
    GLuint program(GLenum type, const std::string& source) {
        const std::string text = "#version 310 es\nprecision highp float;\n" + source;
        const char* const string = text.c_str();
        const GLuint made = CreateShaderProgramv(*gl, type, 1, &string);
        GLint status = 0;
        GetProgramiv(*gl, made, GL_LINK_STATUS, &status);
        EXPECT_TRUE(status) << source;
        return made;
    }
    // The error of drawing with the two programs; validation has to say the same.
    GLenum draw(const std::string& outputs, const std::string& inputs) {
        GLuint pipeline = 0;
        GenProgramPipelines(*gl, 1, &pipeline);
        UseProgramStages(*gl, pipeline, GL_VERTEX_SHADER_BIT,
                         program(GL_VERTEX_SHADER, outputs + "void main() { gl_Position = vec4(0); }\n"));
        UseProgramStages(*gl, pipeline, GL_FRAGMENT_SHADER_BIT,
                         program(GL_FRAGMENT_SHADER, inputs + "out vec4 color; void main() { color = vec4(1); }\n"));
        BindProgramPipeline(*gl, pipeline);
        ValidateProgramPipeline(*gl, pipeline);
        GLint valid = -1;
        GetProgramPipelineiv(*gl, pipeline, GL_VALIDATE_STATUS, &valid);
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        DrawArrays(*gl, GL_POINTS, 0, 1);
        const GLenum error = gl.error();
        EXPECT_EQ(valid, error == GL_NO_ERROR);
        return error;
    }

    testing::Es2Context gl;
};

TEST_F(EsPipelines, OutputsAreTheInputs) {
    EXPECT_EQ(draw("out vec4 a; out vec2 b;\n", "in vec2 b; in vec4 a;\n"), GLenum{GL_NO_ERROR});
    EXPECT_EQ(draw("layout(location = 3) flat out highp int a;\n", "layout(location = 3) flat in highp int b;\n"),
              GLenum{GL_NO_ERROR});
    EXPECT_EQ(draw("", ""), GLenum{GL_NO_ERROR});
    EXPECT_EQ(draw("out vec4 a;\n", "in vec3 a;\n"), GLenum{GL_INVALID_OPERATION});
    EXPECT_EQ(draw("out vec4 a;\n", "in mediump vec4 a;\n"), GLenum{GL_INVALID_OPERATION});
    EXPECT_EQ(draw("out vec4 a;\n", "flat in vec4 a;\n"), GLenum{GL_INVALID_OPERATION});
    EXPECT_EQ(draw("out vec4 a;\n", ""), GLenum{GL_INVALID_OPERATION});
    EXPECT_EQ(draw("", "in vec4 a;\n"), GLenum{GL_INVALID_OPERATION});
    EXPECT_EQ(draw("layout(location = 1) out vec4 a;\n", "layout(location = 2) in vec4 a;\n"),
              GLenum{GL_INVALID_OPERATION});
}

}  // namespace
}  // namespace glapi
