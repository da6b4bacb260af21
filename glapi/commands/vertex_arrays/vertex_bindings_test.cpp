// ARB_vertex_attrib_binding, its part of ARB_multi_bind, and vertex arrays by name.
#include <array>
#include <cstddef>
#include <gtest/gtest.h>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/es_context.h"
#include "glapi/testing/shader_fixture.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using namespace commands;
using testing::blue;
using testing::green;
using testing::nothing;
using testing::Pixel;
using testing::red;

struct ColoredVertex {
    float position[2];
    GLubyte color[4];
};
// Two squares side by side: positions of eight vertices, the left four green, the right four blue.
std::vector<ColoredVertex> squares() {
    std::vector<ColoredVertex> vertices;
    for (const float left : {-1.0f, 0.0f})
        for (const auto& [x, y] : {std::pair{0, -1}, {1, -1}, {0, 1}, {1, 1}})
            vertices.push_back({{left + static_cast<float>(x), static_cast<float>(y)},
                                {0, GLubyte(left < 0 ? 255 : 0), GLubyte(left < 0 ? 0 : 255), 255}});
    return vertices;
}

template <typename Gl>
struct Bindings : ::testing::Test {
    void SetUp() override {
        const char* const sources[] = {
            "#version 330\nlayout(location = 2) in vec2 p;\nlayout(location = 5) in vec4 c;\nout vec4 color;\n"
            "void main() { gl_Position = vec4(p, 0, 1); color = c; }\n",
            "#version 330\nin vec4 color;\nout vec4 o;\nvoid main() { o = color; }\n"};
        const GLuint program = CreateProgram(*gl);
        for (int i = 0; i < 2; ++i) {
            const GLuint shader = CreateShader(*gl, i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
            ShaderSource(*gl, shader, 1, &sources[i], nullptr);
            CompileShader(*gl, shader);
            AttachShader(*gl, program, shader);
        }
        LinkProgram(*gl, program);
        UseProgram(*gl, program);
        GenVertexArrays(*gl, 1, &array);
        BindVertexArray(*gl, array);
        vertices = buffer_of(squares());
        EnableVertexAttribArray(*gl, 2);
        EnableVertexAttribArray(*gl, 5);
        expect(GL_NO_ERROR);
    }
    template <typename T>
    GLuint buffer_of(const std::vector<T>& data) {
        GLuint name = 0;
        GenBuffers(*gl, 1, &name);
        BindBuffer(*gl, GL_ARRAY_BUFFER, name);
        BufferData(*gl, GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.size() * sizeof(T)), data.data(), GL_STATIC_DRAW);
        BindBuffer(*gl, GL_ARRAY_BUFFER, 0);
        return name;
    }
    void expect(GLenum code) { EXPECT_EQ(gl.error(), code); }
    void draw(GLsizei instances = 1) {
        Clear(*gl, GL_COLOR_BUFFER_BIT);
        DrawArraysInstanced(*gl, GL_TRIANGLE_STRIP, 0, 4, instances);
        DrawArraysInstanced(*gl, GL_TRIANGLE_STRIP, 4, 4, instances);
        expect(GL_NO_ERROR);
    }
    GLint attribute(GLuint index, GLenum name) {
        GLint value = -1;
        GetVertexAttribiv(*gl, index, name, &value);
        return value;
    }
    GLint binding(GLuint index, GLenum name) {
        GLint value = -1;
        GetIntegeri_v(*gl, name, index, &value);
        return value;
    }

    Gl gl{45};
    GLuint array = 0, vertices = 0;
};
struct CompatibilityContext : testing::VersionContext {
    explicit CompatibilityContext(int number) : VersionContext(number, Profile::Compatibility) {}
};
using Contexts = ::testing::Types<testing::CoreContext, CompatibilityContext>;
TYPED_TEST_SUITE(Bindings, Contexts);

TYPED_TEST(Bindings, FormatsAndBuffersAreApart) {
    auto& gl = this->gl;
    VertexAttribFormat(*gl, 2, 2, GL_FLOAT, GL_FALSE, 0);
    VertexAttribFormat(*gl, 5, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(ColoredVertex, color));
    VertexAttribBinding(*gl, 2, 7);
    VertexAttribBinding(*gl, 5, 7);
    BindVertexBuffer(*gl, 7, this->vertices, 0, sizeof(ColoredVertex));
    this->draw();
    EXPECT_EQ(gl.pixel(9, 9), green);
    EXPECT_EQ(gl.pixel(50, 9), blue);
    EXPECT_EQ(this->attribute(5, GL_VERTEX_ATTRIB_BINDING), 7);
    EXPECT_EQ(this->attribute(5, GL_VERTEX_ATTRIB_RELATIVE_OFFSET), 8);
    EXPECT_EQ(this->attribute(5, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING), GLint(this->vertices));
    EXPECT_EQ(this->binding(7, GL_VERTEX_BINDING_STRIDE), GLint(sizeof(ColoredVertex)));
    EXPECT_EQ(this->binding(7, GL_VERTEX_BINDING_BUFFER), GLint(this->vertices));
    EXPECT_EQ(this->binding(3, GL_VERTEX_BINDING_STRIDE), 16);
    // Another buffer, and formats stay: one colour for all, by a stride of zero.
    const GLuint colors = this->buffer_of(std::vector<GLubyte>{9, 9, 9, 9, 255, 0, 0, 255});
    VertexAttribFormat(*gl, 5, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0);
    VertexAttribBinding(*gl, 5, 1);
    BindVertexBuffer(*gl, 1, colors, 4, 0);
    this->draw();
    EXPECT_EQ(gl.pixel(9, 9), red);
    EXPECT_EQ(gl.pixel(50, 9), red);
    GLint64 offset = 0;
    GetInteger64i_v(*gl, GL_VERTEX_BINDING_OFFSET, 1, &offset);
    EXPECT_EQ(offset, 4);
    // A deleted buffer leaves its binding points; then there is nothing to read.
    DeleteBuffers(*gl, 1, &colors);
    EXPECT_EQ(this->binding(1, GL_VERTEX_BINDING_BUFFER), 0);
    this->draw();
    EXPECT_EQ(gl.pixel(9, 9), nothing);
}

TYPED_TEST(Bindings, DivisorsBelongToBindings) {
    auto& gl = this->gl;
    const GLuint colors = this->buffer_of(std::vector<GLubyte>{255, 0, 0, 255, 0, 0, 255, 255});
    VertexAttribFormat(*gl, 2, 2, GL_FLOAT, GL_FALSE, 0);
    VertexAttribBinding(*gl, 2, 0);
    BindVertexBuffer(*gl, 0, this->vertices, 0, sizeof(ColoredVertex));
    VertexAttribFormat(*gl, 5, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0);
    VertexAttribBinding(*gl, 5, 1);
    BindVertexBuffer(*gl, 1, colors, 0, 4);
    VertexBindingDivisor(*gl, 1, 1);
    this->draw(1);
    EXPECT_EQ(gl.pixel(9, 9), red);
    this->draw(2);
    EXPECT_EQ(gl.pixel(9, 9), blue);
    EXPECT_EQ(this->attribute(5, GL_VERTEX_ATTRIB_ARRAY_DIVISOR), 1);
    // The older commands join an attribute with the binding point of its own number.
    VertexAttribDivisor(*gl, 5, 3);
    EXPECT_EQ(this->attribute(5, GL_VERTEX_ATTRIB_BINDING), 5);
    EXPECT_EQ(this->binding(5, GL_VERTEX_BINDING_DIVISOR), 3);
    BindBuffer(*gl, GL_ARRAY_BUFFER, colors);
    VertexAttribPointer(*gl, 5, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, reinterpret_cast<void*>(4));
    EXPECT_EQ(this->binding(5, GL_VERTEX_BINDING_STRIDE), 4);
    EXPECT_EQ(this->binding(5, GL_VERTEX_BINDING_OFFSET), 4);
    EXPECT_EQ(this->attribute(5, GL_VERTEX_ATTRIB_ARRAY_STRIDE), 0);
}

TYPED_TEST(Bindings, SeveralAtOnce) {
    auto& gl = this->gl;
    const GLuint names[] = {this->vertices, 999, this->vertices};
    const GLintptr offsets[] = {4, 0, 8};
    const GLsizei strides[] = {12, 12, -1};
    BindVertexBuffers(*gl, 3, 3, names, offsets, strides);
    const GLenum first = gl.error();
    EXPECT_TRUE(first == GL_INVALID_OPERATION || first == GL_INVALID_VALUE);
    EXPECT_EQ(this->binding(3, GL_VERTEX_BINDING_BUFFER), GLint(this->vertices)) << "what can be bound is";
    EXPECT_EQ(this->binding(3, GL_VERTEX_BINDING_OFFSET), 4);
    EXPECT_EQ(this->binding(4, GL_VERTEX_BINDING_BUFFER), 0);
    EXPECT_EQ(this->binding(5, GL_VERTEX_BINDING_BUFFER), 0);
    while (gl.error() != GL_NO_ERROR) {
    }
    BindVertexBuffers(*gl, 3, 1, nullptr, nullptr, nullptr);
    EXPECT_EQ(this->binding(3, GL_VERTEX_BINDING_BUFFER), 0);
    EXPECT_EQ(this->binding(3, GL_VERTEX_BINDING_STRIDE), 16);
    BindVertexBuffers(*gl, 15, 2, names, offsets, strides), this->expect(GL_INVALID_OPERATION);
    BindVertexBuffers(*gl, 0, -1, names, offsets, strides), this->expect(GL_INVALID_VALUE);
}

TYPED_TEST(Bindings, ByName) {
    auto& gl = this->gl;
    GLuint other = 0;
    CreateVertexArrays(*gl, 1, &other);
    EXPECT_TRUE(IsVertexArray(*gl, other));
    const GLuint indices = this->buffer_of(std::vector<GLubyte>{0, 1, 2, 3, 0, 0, 0, 0});
    VertexArrayAttribFormat(*gl, other, 2, 2, GL_FLOAT, GL_FALSE, 0);
    VertexArrayAttribFormat(*gl, other, 5, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(ColoredVertex, color));
    VertexArrayAttribBinding(*gl, other, 2, 3);
    VertexArrayAttribBinding(*gl, other, 5, 3);
    VertexArrayVertexBuffer(*gl, other, 3, this->vertices, 0, sizeof(ColoredVertex));
    VertexArrayElementBuffer(*gl, other, indices);
    EnableVertexArrayAttrib(*gl, other, 2);
    EnableVertexArrayAttrib(*gl, other, 5);
    this->expect(GL_NO_ERROR);
    EXPECT_EQ(this->binding(3, GL_VERTEX_BINDING_BUFFER), 0) << "the bound object stays as it is";
    GLint value = 0;
    GetVertexArrayiv(*gl, other, GL_ELEMENT_ARRAY_BUFFER_BINDING, &value);
    EXPECT_EQ(value, GLint(indices));
    GetVertexArrayIndexediv(*gl, other, 5, GL_VERTEX_ATTRIB_RELATIVE_OFFSET, &value);
    EXPECT_EQ(value, 8);
    GetVertexArrayIndexediv(*gl, other, 5, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &value);
    EXPECT_EQ(value, 1);
    GLint64 offset = -1;
    GetVertexArrayIndexed64iv(*gl, other, 3, GL_VERTEX_BINDING_OFFSET, &offset);
    EXPECT_EQ(offset, 0);
    this->expect(GL_NO_ERROR);
    BindVertexArray(*gl, other);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    DrawElements(*gl, GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(gl.pixel(9, 9), green);
    EXPECT_EQ(gl.pixel(50, 9), nothing);
    DisableVertexArrayAttrib(*gl, other, 5);
    EXPECT_EQ(this->attribute(5, GL_VERTEX_ATTRIB_ARRAY_ENABLED), 0);

    VertexArrayAttribBinding(*gl, 999, 2, 3), this->expect(GL_INVALID_OPERATION);
    GLuint reserved = 0;
    GenVertexArrays(*gl, 1, &reserved);
    VertexArrayAttribBinding(*gl, reserved, 2, 3), this->expect(GL_INVALID_OPERATION);
    VertexArrayElementBuffer(*gl, other, 999), this->expect(GL_INVALID_OPERATION);
    GetVertexArrayiv(*gl, other, GL_VERTEX_ARRAY_BINDING, &value), this->expect(GL_INVALID_ENUM);
    GetVertexArrayIndexediv(*gl, other, 5, GL_VERTEX_BINDING_STRIDE, &value), this->expect(GL_INVALID_ENUM);
    GetVertexArrayIndexediv(*gl, other, 16, GL_VERTEX_ATTRIB_ARRAY_SIZE, &value), this->expect(GL_INVALID_VALUE);
    CreateVertexArrays(*gl, -1, &other), this->expect(GL_INVALID_VALUE);
}

TYPED_TEST(Bindings, Errors) {
    auto& gl = this->gl;
    VertexAttribFormat(*gl, 16, 2, GL_FLOAT, GL_FALSE, 0), this->expect(GL_INVALID_VALUE);
    VertexAttribFormat(*gl, 0, 5, GL_FLOAT, GL_FALSE, 0), this->expect(GL_INVALID_VALUE);
    VertexAttribFormat(*gl, 0, 2, GL_RGBA, GL_FALSE, 0), this->expect(GL_INVALID_ENUM);
    VertexAttribFormat(*gl, 0, 2, GL_FLOAT, GL_FALSE, 2048), this->expect(GL_INVALID_VALUE);
    VertexAttribFormat(*gl, 0, GL_BGRA, GL_UNSIGNED_BYTE, GL_FALSE, 0), this->expect(GL_INVALID_OPERATION);
    VertexAttribIFormat(*gl, 0, 2, GL_FLOAT, 0), this->expect(GL_INVALID_ENUM);
    VertexAttribLFormat(*gl, 0, 2, GL_FLOAT, 0), this->expect(GL_INVALID_ENUM);
    VertexAttribBinding(*gl, 16, 0), this->expect(GL_INVALID_VALUE);
    VertexAttribBinding(*gl, 0, 16), this->expect(GL_INVALID_VALUE);
    VertexBindingDivisor(*gl, 16, 0), this->expect(GL_INVALID_VALUE);
    BindVertexBuffer(*gl, 16, this->vertices, 0, 12), this->expect(GL_INVALID_VALUE);
    BindVertexBuffer(*gl, 0, this->vertices, -4, 12), this->expect(GL_INVALID_VALUE);
    BindVertexBuffer(*gl, 0, this->vertices, 0, -1), this->expect(GL_INVALID_VALUE);
    BindVertexBuffer(*gl, 0, this->vertices, 0, 2049), this->expect(GL_INVALID_VALUE);
    GLint value = 0;
    GetIntegeri_v(*gl, GL_VERTEX_BINDING_STRIDE, 16, &value), this->expect(GL_INVALID_VALUE);
    for (const GLenum name :
         {GL_MAX_VERTEX_ATTRIB_BINDINGS, GL_MAX_VERTEX_ATTRIB_STRIDE, GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET}) {
        GetIntegerv(*gl, name, &value);
        EXPECT_GE(value, name == GL_MAX_VERTEX_ATTRIB_BINDINGS ? 16 : 2047);
    }
    if (!(*gl).version.is_core()) return;
    BindVertexBuffer(*gl, 0, 999, 0, 12), this->expect(GL_INVALID_OPERATION);
    BindVertexArray(*gl, 0);
    VertexAttribFormat(*gl, 0, 2, GL_FLOAT, GL_FALSE, 0), this->expect(GL_INVALID_OPERATION);
    BindVertexBuffer(*gl, 0, this->vertices, 0, 12), this->expect(GL_INVALID_OPERATION);
    VertexArrayAttribBinding(*gl, 0, 2, 3), this->expect(GL_INVALID_OPERATION);
}

// The name's error comes before that of the missing vertex array object.
TEST(VertexArrayQueries, UnknownNamesOfNoVertexArray) {
    const testing::CoreContext core(46);
    GLint value = 0;
    ::glGetVertexAttribIiv(0, GL_RGBA, &value);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
    ::glGetVertexAttribiv(0, GL_RGBA, &value);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
    ::glGetVertexAttribIiv(0, GL_VERTEX_ATTRIB_ARRAY_SIZE, &value);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
}

// In OpenGL ES attribute 0 is one like all others.
TEST(VertexArrayQueries, AttributeZeroOfOpenGlEs) {
    const testing::Es2Context es;
    ::glVertexAttrib4f(0, 1, 2, 3, 4);
    std::array<GLfloat, 4> values{};
    ::glGetVertexAttribfv(0, GL_CURRENT_VERTEX_ATTRIB, values.data());
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(values, (std::array<GLfloat, 4>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace glapi
