// Vertex attributes of 64-bit components: EXT_vertex_attrib_64bit, NV_vertex_attrib_integer_64bit.
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

// No float holds these and their fractions: colours come out right only if all bits arrive.
constexpr double big = 1099511627776.0;  // 2^40
constexpr double numbers[4] = {big + 0.2, big + 0.4, big + 0.6, big + 1.0};
constexpr Pixel seen{51, 102, 153, 255};
constexpr int64_t integers[4] = {(int64_t{51} << 40) - 1, (int64_t{102} << 40) - 1, (int64_t{153} << 40) - 1,
                                 (int64_t{255} << 40) - 1};

class WideAttributes : public ::testing::Test {
  protected:
    void load(const std::string& body) {
        const std::string text = "!!NVvp5.0\nLONG ATTRIB wide = vertex.attrib[3];\nLONG TEMP l;\nTEMP t;\n" + body +
                                 "MOV.F result.color, t;\nMOV.F result.position, vertex.position;\nEND\n";
        GLuint name = 0;
        GenProgramsARB(*gl_, 1, &name);
        BindProgramARB(*gl_, GL_VERTEX_PROGRAM_ARB, name);
        ProgramStringARB(*gl_, GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()),
                         text.data());
        ASSERT_EQ(gl_.error(), GLenum{GL_NO_ERROR}) << GetString(*gl_, GL_PROGRAM_ERROR_STRING_ARB);
        Enable(*gl_, GL_VERTEX_PROGRAM_ARB);
    }
    void load_doubles() { load("ADD.F64 l, wide, -1099511627776.0;\nCVT.F32.F64 t, l;\n"); }
    void load_integers() { load("ADD.S64 l, wide, 1;\nSHR.S64 l, l, 40;\nCVT.F32.S64 t, l;\nDIV.F t, t, 255.0;\n"); }
    void square() { Rectf(*gl_, -1, -1, 1, 1); }

    CurrentContext gl_;
};

TEST_F(WideAttributes, CurrentValues) {
    load_doubles();
    VertexAttribL4dv(*gl_, 3, numbers);
    square();
    EXPECT_EQ(gl_.pixel(9, 9), seen);
    double back[4];
    GetVertexAttribLdv(*gl_, 3, GL_CURRENT_VERTEX_ATTRIB, back);
    EXPECT_EQ(std::memcmp(back, numbers, sizeof back), 0);  // NOLINT: bits, not values
    VertexAttribL4d(*gl_, 3, big, big + 1, big, big + 1);
    square();
    EXPECT_EQ(gl_.pixel(9, 9), (Pixel{0, 255, 0, 255}));
    load_integers();
    VertexAttribL4i64vNV(*gl_, 3, integers);
    square();
    EXPECT_EQ(gl_.pixel(9, 9), seen);
    GLint64EXT whole[4];
    GetVertexAttribLi64vNV(*gl_, 3, GL_CURRENT_VERTEX_ATTRIB, whole);
    EXPECT_EQ(whole[1], integers[1]);
    EXPECT_EQ(gl_.error(), GLenum{GL_NO_ERROR});
}

TEST_F(WideAttributes, BetweenBeginAndEnd) {
    load_doubles();
    const auto draw = [&] {
        ::glBegin(GL_TRIANGLES);
        for (int half = 0; half < 2; ++half) {
            if (half)
                ::glVertexAttribL4dv(3, numbers);
            else
                ::glVertexAttribL4d(3, big + 1, big, big, big + 1);
            const float x = half ? 1.0f : -1.0f;
            ::glVertex2f(x, -1);
            ::glVertex2f(x, 1);
            ::glVertex2f(0, 0);
        }
        ::glEnd();
    };
    draw();
    EXPECT_EQ(gl_.pixel(3, 32), (Pixel{255, 0, 0, 255}));
    EXPECT_EQ(gl_.pixel(60, 32), seen);
    ::glClear(GL_COLOR_BUFFER_BIT);
    ::glNewList(1, GL_COMPILE);
    draw();
    ::glEndList();
    EXPECT_EQ(gl_.pixel(3, 32), testing::nothing) << "compiled only";
    ::glVertexAttribL4d(3, 0, 0, 0, 0);
    ::glCallList(1);
    EXPECT_EQ(gl_.pixel(3, 32), (Pixel{255, 0, 0, 255}));
    EXPECT_EQ(gl_.pixel(60, 32), seen);
    EXPECT_EQ(gl_.error(), GLenum{GL_NO_ERROR});
}

TEST_F(WideAttributes, Arrays) {
    struct Vertex {
        float position[2];
        double wide[4];
        int64_t whole[4];
    };
    Vertex vertices[4];
    for (int i = 0; i < 4; ++i) {
        vertices[i].position[0] = i == 1 || i == 2 ? 1.0f : -1.0f;
        vertices[i].position[1] = i >= 2 ? 1.0f : -1.0f;
        std::memcpy(vertices[i].wide, numbers, sizeof numbers);
        std::memcpy(vertices[i].whole, integers, sizeof integers);
    }
    GLuint buffer = 0;
    GenBuffers(*gl_, 1, &buffer);
    BindBuffer(*gl_, GL_ARRAY_BUFFER, buffer);
    BufferData(*gl_, GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STATIC_DRAW);
    VertexPointer(*gl_, 2, GL_FLOAT, sizeof(Vertex), nullptr);
    EnableClientState(*gl_, GL_VERTEX_ARRAY);
    EnableVertexAttribArray(*gl_, 3);
    load_doubles();
    VertexAttribLPointer(*gl_, 3, 4, GL_DOUBLE, sizeof(Vertex), reinterpret_cast<void*>(offsetof(Vertex, wide)));
    GLint wide = 0;
    GetVertexAttribiv(*gl_, 3, GL_VERTEX_ATTRIB_ARRAY_LONG, &wide);
    EXPECT_EQ(wide, 1);
    DrawArrays(*gl_, GL_QUADS, 0, 4);
    EXPECT_EQ(gl_.pixel(9, 9), seen);
    Clear(*gl_, GL_COLOR_BUFFER_BIT);
    Begin(*gl_, GL_QUADS);
    for (int i = 0; i < 4; ++i) ArrayElement(*gl_, i);
    End(*gl_);
    EXPECT_EQ(gl_.pixel(9, 9), seen);
    load_integers();
    // The buffer ends with the last element's last word.
    VertexAttribLPointer(*gl_, 3, 4, GL_INT64_NV, sizeof(Vertex), reinterpret_cast<void*>(offsetof(Vertex, whole)));
    Clear(*gl_, GL_COLOR_BUFFER_BIT);
    DrawArrays(*gl_, GL_QUADS, 0, 4);
    EXPECT_EQ(gl_.pixel(9, 9), seen);
    EXPECT_EQ(gl_.pixel(60, 60), seen);
    EXPECT_EQ(gl_.error(), GLenum{GL_NO_ERROR});
}

// NV_vertex_attrib_integer_64bit with NV_vertex_buffer_unified_memory.
TEST_F(WideAttributes, ArraysByAddress) {
    std::vector<int64_t> whole;
    for (int i = 0; i < 4; ++i) whole.insert(whole.end(), integers, integers + 4);
    const GLfloat corners[8] = {-1, -1, 1, -1, 1, 1, -1, 1};
    GLuint buffers[2];
    GLuint64EXT addresses[2];
    GenBuffers(*gl_, 2, buffers);
    for (int i = 0; i < 2; ++i) {
        BindBuffer(*gl_, GL_ARRAY_BUFFER, buffers[i]);
        BufferData(*gl_, GL_ARRAY_BUFFER, i ? 128 : sizeof corners,
                   i ? static_cast<const void*>(whole.data()) : static_cast<const void*>(corners), GL_STATIC_DRAW);
        MakeBufferResidentNV(*gl_, GL_ARRAY_BUFFER, GL_READ_ONLY);
        GetBufferParameterui64vNV(*gl_, GL_ARRAY_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &addresses[i]);
    }
    BindBuffer(*gl_, GL_ARRAY_BUFFER, 0);
    EnableClientState(*gl_, GL_VERTEX_ATTRIB_ARRAY_UNIFIED_NV);
    EnableClientState(*gl_, GL_VERTEX_ARRAY);
    EnableVertexAttribArray(*gl_, 3);
    VertexFormatNV(*gl_, 2, GL_FLOAT, 8);
    VertexAttribLFormatNV(*gl_, 3, 4, GL_INT64_NV, 32);
    BufferAddressRangeNV(*gl_, GL_VERTEX_ARRAY_ADDRESS_NV, 0, addresses[0], sizeof corners);
    BufferAddressRangeNV(*gl_, GL_VERTEX_ATTRIB_ARRAY_ADDRESS_NV, 3, addresses[1], 128);
    load_integers();
    DrawArrays(*gl_, GL_QUADS, 0, 4);
    EXPECT_EQ(gl_.pixel(9, 9), seen);
    EXPECT_EQ(gl_.error(), GLenum{GL_NO_ERROR});
    VertexAttribLFormatNV(*gl_, 3, 4, GL_FLOAT, 32);
    EXPECT_EQ(gl_.error(), GLenum{GL_INVALID_ENUM});
    VertexAttribLFormatNV(*gl_, 16, 4, GL_DOUBLE, 32);
    EXPECT_EQ(gl_.error(), GLenum{GL_INVALID_VALUE});
}

TEST_F(WideAttributes, Errors) {
    VertexAttribL1d(*gl_, 16, 1);
    EXPECT_EQ(gl_.error(), GLenum{GL_INVALID_VALUE});
    VertexAttribLPointer(*gl_, 16, 4, GL_DOUBLE, 0, nullptr);
    EXPECT_EQ(gl_.error(), GLenum{GL_INVALID_VALUE});
    VertexAttribLPointer(*gl_, 3, 5, GL_DOUBLE, 0, nullptr);
    EXPECT_EQ(gl_.error(), GLenum{GL_INVALID_VALUE});
    VertexAttribLPointer(*gl_, 3, 4, GL_FLOAT, 0, nullptr);
    EXPECT_EQ(gl_.error(), GLenum{GL_INVALID_ENUM});
    VertexAttribPointer(*gl_, 3, 4, GL_INT64_NV, GL_FALSE, 0, nullptr);
    EXPECT_EQ(gl_.error(), GLenum{GL_INVALID_ENUM});
}

}  // namespace
}  // namespace glapi
