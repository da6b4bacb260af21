// Ranges of the application's memory: NV_vertex_array_range, NV_vertex_array_range2, NV_pixel_data_range.
#include <gtest/gtest.h>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;

GLint number(CurrentContext& gl, GLenum token) {
    GLint value = -1;
    GetIntegerv(*gl, token, &value);
    return value;
}
void* pointer(CurrentContext& gl, GLenum token) {
    void* value = nullptr;
    GetPointerv(*gl, token, &value);
    return value;
}

TEST(MemoryRanges, OfVertices) {
    CurrentContext gl;
    const GLfloat corners[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    EXPECT_EQ(number(gl, GL_VERTEX_ARRAY_RANGE_VALID_NV), GL_FALSE);
    VertexArrayRangeNV(*gl, sizeof corners, corners);
    VertexPointer(*gl, 2, GL_FLOAT, 0, corners);
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    for (const GLenum token : {GL_VERTEX_ARRAY_RANGE_NV, GL_VERTEX_ARRAY_RANGE_WITHOUT_FLUSH_NV}) {
        EnableClientState(*gl, token);
        EXPECT_TRUE(IsEnabled(*gl, GL_VERTEX_ARRAY_RANGE_NV));
        EXPECT_EQ(number(gl, GL_VERTEX_ARRAY_RANGE_VALID_NV), GL_TRUE);
        DisableClientState(*gl, token);
        EXPECT_FALSE(IsEnabled(*gl, GL_VERTEX_ARRAY_RANGE_NV));
        EXPECT_EQ(number(gl, GL_VERTEX_ARRAY_RANGE_VALID_NV), GL_FALSE);
    }
    EXPECT_EQ(number(gl, GL_VERTEX_ARRAY_RANGE_LENGTH_NV), static_cast<GLint>(sizeof corners));
    EXPECT_EQ(pointer(gl, GL_VERTEX_ARRAY_RANGE_POINTER_NV), corners);
    EXPECT_GE(number(gl, GL_MAX_VERTEX_ARRAY_RANGE_ELEMENT_NV), 65535);
    EnableClientState(*gl, GL_VERTEX_ARRAY_RANGE_NV);
    DrawArrays(*gl, GL_QUADS, 0, 4);
    FlushVertexArrayRangeNV(*gl);
    EXPECT_EQ(gl.pixel(32, 32), (testing::Pixel{255, 255, 255, 255}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    VertexArrayRangeNV(*gl, -1, corners);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    Enable(*gl, GL_VERTEX_ARRAY_RANGE_NV);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM}) << "a client state";
    PushClientAttrib(*gl, GL_CLIENT_VERTEX_ARRAY_BIT);
    VertexArrayRangeNV(*gl, 0, nullptr);
    DisableClientState(*gl, GL_VERTEX_ARRAY_RANGE_NV);
    PopClientAttrib(*gl);
    EXPECT_EQ(number(gl, GL_VERTEX_ARRAY_RANGE_VALID_NV), GL_TRUE);
}

TEST(MemoryRanges, OfPixels) {
    CurrentContext gl;
    const struct {
        GLenum target, length, pointer;
    } rows[] = {
        {GL_WRITE_PIXEL_DATA_RANGE_NV, GL_WRITE_PIXEL_DATA_RANGE_LENGTH_NV, GL_WRITE_PIXEL_DATA_RANGE_POINTER_NV},
        {GL_READ_PIXEL_DATA_RANGE_NV, GL_READ_PIXEL_DATA_RANGE_LENGTH_NV, GL_READ_PIXEL_DATA_RANGE_POINTER_NV}};
    std::array<GLubyte, 16> memory{};
    for (const auto& row : rows) {
        PixelDataRangeNV(*gl, row.target, memory.size(), memory.data());
        EnableClientState(*gl, row.target);
        EXPECT_TRUE(IsEnabled(*gl, row.target));
        EXPECT_EQ(number(gl, row.length), 16);
        EXPECT_EQ(pointer(gl, row.pointer), memory.data());
        FlushPixelDataRangeNV(*gl, row.target);
        PushClientAttrib(*gl, GL_CLIENT_PIXEL_STORE_BIT);
        DisableClientState(*gl, row.target);
        PopClientAttrib(*gl);
        EXPECT_TRUE(IsEnabled(*gl, row.target));
    }
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    PixelDataRangeNV(*gl, GL_VERTEX_ARRAY_RANGE_NV, 16, memory.data());
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    FlushPixelDataRangeNV(*gl, GL_VERTEX_ARRAY_RANGE_NV);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    PixelDataRangeNV(*gl, GL_READ_PIXEL_DATA_RANGE_NV, -1, memory.data());
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

}  // namespace
}  // namespace glapi
