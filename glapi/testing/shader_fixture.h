// Shaders and programs on a window in memory, for tests.
#pragma once

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "glapi/generated/commands.h"
#include "glapi/testing/test_window.h"

namespace glapi::testing {

inline constexpr const char* plain_vertex = "#version 110\nvoid main() { gl_Position = gl_Vertex; }\n";

struct ShaderFixture : ::testing::Test {
    using Sources = std::vector<std::pair<GLenum, std::string>>;  // of any stages

    GLuint compile(GLenum type, const std::string& source, bool right = true) {
        const GLuint shader = commands::CreateShader(*gl, type);
        const GLchar* const text = source.c_str();
        commands::ShaderSource(*gl, shader, 1, &text, nullptr);
        commands::CompileShader(*gl, shader);
        GLint status = -1;
        commands::GetShaderiv(*gl, shader, GL_COMPILE_STATUS, &status);
        EXPECT_EQ(status, right) << shader_log(shader);
        return shader;
    }
    std::string shader_log(GLuint shader) {
        char log[2048] = "";
        commands::GetShaderInfoLog(*gl, shader, sizeof log, nullptr, log);
        return log;
    }
    std::string program_log(GLuint program) {
        char log[4096] = "";
        commands::GetProgramInfoLog(*gl, program, sizeof log, nullptr, log);
        return log;
    }
    GLuint link(const std::string& vertex, const std::string& fragment, bool right = true) {
        const GLuint program = commands::CreateProgram(*gl);
        if (!vertex.empty()) commands::AttachShader(*gl, program, compile(GL_VERTEX_SHADER, vertex));
        if (!fragment.empty()) commands::AttachShader(*gl, program, compile(GL_FRAGMENT_SHADER, fragment));
        relink(program, right);
        return program;
    }
    GLuint link(const Sources& sources, bool right = true) {
        const GLuint program = commands::CreateProgram(*gl);
        for (const auto& [type, source] : sources) commands::AttachShader(*gl, program, compile(type, source));
        relink(program, right);
        return program;
    }
    void expect_log(GLuint program, const std::string& part) {
        EXPECT_NE(program_log(program).find(part), std::string::npos) << program_log(program);
    }
    void relink(GLuint program, bool right = true) {
        commands::LinkProgram(*gl, program);
        GLint status = -1;
        commands::GetProgramiv(*gl, program, GL_LINK_STATUS, &status);
        EXPECT_EQ(status, right) << program_log(program);
    }
    GLint property(GLuint program, GLenum name) {
        GLint value = -1;
        commands::GetProgramiv(*gl, program, name, &value);
        return value;
    }
    // A buffer with these contents, bound to the target.
    template <class T>
    GLuint buffer(GLenum target, const std::vector<T>& contents) {
        GLuint name = 0;
        commands::GenBuffers(*gl, 1, &name);
        commands::BindBuffer(*gl, target, name);
        commands::BufferData(*gl, target, static_cast<GLsizeiptr>(contents.size() * sizeof(T)), contents.data(),
                             GL_STATIC_DRAW);
        return name;
    }
    Pixel draw(GLuint program) {
        commands::UseProgram(*gl, program);
        commands::Rectf(*gl, -1, -1, 1, 1);
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        return gl.pixel(32, 32);
    }
    void draw(GLenum mode, const std::vector<std::array<float, 2>>& vertices) {
        commands::Begin(*gl, mode);
        for (const auto& [x, y] : vertices) commands::Vertex2f(*gl, x, y);
        commands::End(*gl);
    }
    void expect(GLenum code) { EXPECT_EQ(gl.error(), code); }
    void expect_color(const Pixel& got, float r, float g, float b, float a) {
        const float wanted[] = {r, g, b, a};
        for (int n = 0; n < 4; ++n) EXPECT_NEAR(got[n], std::round(wanted[n] * 255), 1) << "component " << n;
    }
    void expect_pixel(int x, int y, float r, float g, float b, float a) {
        SCOPED_TRACE(std::to_string(x) + ", " + std::to_string(y));
        expect_color(gl.pixel(x, y), r, g, b, a);
    }

    CurrentContext gl;
};

}  // namespace glapi::testing
