// Vertex attributes of integers that stay integers: NV_vertex_program4.
#include <array>
#include <gtest/gtest.h>
#include <string>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::green;
using testing::Pixel;
using testing::red;

// Green where attribute 3 is (-2^31, 2^24 + 1, -7, 3e9 as unsigned bits), which no float holds; red elsewhere.
constexpr GLint wanted[4] = {INT32_MIN, (1 << 24) + 1, -7, static_cast<GLint>(3000000000u)};
class IntegerAttributes : public ::testing::Test {
  protected:
    IntegerAttributes() {
        const std::string text =
            "!!NVvp4.0\nINT ATTRIB whole = vertex.attrib[3];\nINT TEMP t;\n"
            "SEQ.S t, whole, {-2147483648, 16777217, -7, -1294967296};\nAND.S t.x, t.x, t.y;\nAND.S t.x, t.x, t.z;\n"
            "AND.S.CC t.x, t.x, t.w;\nMOV.F result.color, {1, 0, 0, 1};\nMOV.F result.color (NE.x), {0, 1, 0, 1};\n"
            "MOV.F result.position, vertex.position;\nEND\n";
        GLuint name = 0;
        GenProgramsARB(*gl_, 1, &name);
        BindProgramARB(*gl_, GL_VERTEX_PROGRAM_ARB, name);
        ProgramStringARB(*gl_, GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()),
                         text.data());
        Enable(*gl_, GL_VERTEX_PROGRAM_ARB);
        EXPECT_EQ(gl_.error(), GLenum{GL_NO_ERROR}) << GetString(*gl_, GL_PROGRAM_ERROR_STRING_ARB);
    }
    Pixel square() {
        Rectf(*gl_, -1, -1, 1, 1);
        return gl_.pixel(5, 5);
    }
    CurrentContext gl_{16, 16};
};

TEST_F(IntegerAttributes, CurrentValues) {
    EXPECT_EQ(square(), red);
    VertexAttribI4iv(*gl_, 3, wanted);
    EXPECT_EQ(square(), green);
    GLint back[4] = {};
    GetVertexAttribIiv(*gl_, 3, GL_CURRENT_VERTEX_ATTRIB, back);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(back[i], wanted[i]);
    GLuint bits[4] = {};
    GetVertexAttribIuiv(*gl_, 3, GL_CURRENT_VERTEX_ATTRIB, bits);
    EXPECT_EQ(bits[3], 3000000000u);
    VertexAttribI4i(*gl_, 3, wanted[0], wanted[1], wanted[2], wanted[3] + 1);
    EXPECT_EQ(square(), red);
    VertexAttribI4ui(*gl_, 3, 0x80000000u, 16777217u, static_cast<GLuint>(-7), 3000000000u);
    EXPECT_EQ(square(), green);
    // Missing components are 0, 0 and the integer 1; small types are widened by their sign.
    const GLbyte bytes[4] = {-128, 127, -7, 1};
    VertexAttribI4bv(*gl_, 3, bytes);
    GetVertexAttribIiv(*gl_, 3, GL_CURRENT_VERTEX_ATTRIB, back);
    EXPECT_EQ(back[0], -128);
    EXPECT_EQ(back[2], -7);
    VertexAttribI2i(*gl_, 3, 9, -9);
    GetVertexAttribIiv(*gl_, 3, GL_CURRENT_VERTEX_ATTRIB, back);
    EXPECT_EQ(back[1], -9);
    EXPECT_EQ(back[2], 0);
    EXPECT_EQ(back[3], 1);
    VertexAttribI1i(*gl_, 16, 1);
    EXPECT_EQ(gl_.error(), GLenum{GL_INVALID_VALUE});
}

TEST_F(IntegerAttributes, ArraysAndVerticesOfBegin) {
    struct Vertex {
        GLfloat place[2];
        GLint whole[4];
    };
    std::array<Vertex, 4> vertices;
    for (size_t i = 0; i < 4; ++i) {
        vertices[i] = {{i == 1 || i == 2 ? 1.0f : -1.0f, i >= 2 ? 1.0f : -1.0f},
                       {wanted[0], wanted[1], wanted[2], wanted[3]}};
    }
    VertexPointer(*gl_, 2, GL_FLOAT, sizeof(Vertex), vertices[0].place);
    EnableClientState(*gl_, GL_VERTEX_ARRAY);
    VertexAttribIPointer(*gl_, 3, 4, GL_INT, sizeof(Vertex), vertices[0].whole);
    EnableVertexAttribArray(*gl_, 3);
    GLint integer = 0;
    GetVertexAttribiv(*gl_, 3, GL_VERTEX_ATTRIB_ARRAY_INTEGER, &integer);
    EXPECT_EQ(integer, 1);
    DrawArrays(*gl_, GL_QUADS, 0, 4);
    EXPECT_EQ(gl_.pixel(5, 5), green);
    Clear(*gl_, GL_COLOR_BUFFER_BIT);
    Begin(*gl_, GL_QUADS);
    for (int i = 0; i < 4; ++i) ArrayElement(*gl_, i);
    End(*gl_);
    EXPECT_EQ(gl_.pixel(5, 5), green);
    Clear(*gl_, GL_COLOR_BUFFER_BIT);
    DisableVertexAttribArray(*gl_, 3);
    Begin(*gl_, GL_QUADS);
    for (const Vertex& vertex : vertices) {
        VertexAttribI4iv(*gl_, 3, vertex.whole);
        Vertex2fv(*gl_, vertex.place);
    }
    End(*gl_);
    EXPECT_EQ(gl_.pixel(5, 5), green);
    EXPECT_EQ(gl_.error(), GLenum{GL_NO_ERROR});
    VertexAttribIPointer(*gl_, 3, 4, GL_FLOAT, 0, nullptr);
    EXPECT_EQ(gl_.error(), GLenum{GL_INVALID_ENUM});
}

}  // namespace
}  // namespace glapi
