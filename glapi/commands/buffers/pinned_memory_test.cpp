// AMD_pinned_memory: buffers in the application's memory.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

constexpr GLenum target = GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD;
constexpr size_t memory_bytes = 8192;

struct PinnedMemory : ::testing::Test {
    PinnedMemory() {
        GLuint name = 0;
        GenBuffers(*gl, 1, &name);
        BindBuffer(*gl, target, name);
        BindBuffer(*gl, GL_ARRAY_BUFFER, name);
    }
    ~PinnedMemory() override {
        Finish(*gl);
        munmap(memory, memory_bytes);
    }
    CurrentContext gl;
    float* memory =
        static_cast<float*>(mmap(nullptr, memory_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
};

TEST_F(PinnedMemory, IsReadAndWrittenWhereItLies) {
    BufferData(*gl, target, memory_bytes, memory, GL_STREAM_DRAW);
    ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(MapBuffer(*gl, GL_ARRAY_BUFFER, GL_READ_WRITE), memory);
    UnmapBuffer(*gl, GL_ARRAY_BUFFER);
    const float four = 4;
    BufferSubData(*gl, GL_ARRAY_BUFFER, 8, 4, &four);
    EXPECT_EQ(memory[2], 4);
    memory[5] = 7;
    float read = 0;
    GetBufferSubData(*gl, GL_ARRAY_BUFFER, 20, 4, &read);
    EXPECT_EQ(read, 7);
    // Written behind the driver's back, drawn from.
    const float corners[] = {-1, -1, 3, -1, -1, 3};
    std::copy(std::begin(corners), std::end(corners), memory + 16);
    VertexPointer(*gl, 2, GL_FLOAT, 0, reinterpret_cast<void*>(64));
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    Color4f(*gl, 0, 1, 0, 1);
    DrawArrays(*gl, GL_TRIANGLES, 0, 3);
    EXPECT_EQ(gl.pixel(5, 5), (Pixel{0, 255, 0, 255}));
}

TEST_F(PinnedMemory, IsLeftByNewContents) {
    memory[0] = 1;
    BufferData(*gl, target, memory_bytes, memory, GL_STREAM_DRAW);
    const float two = 2;
    BufferData(*gl, GL_ARRAY_BUFFER, 4, &two, GL_STATIC_DRAW);
    EXPECT_EQ(memory[0], 1);
    EXPECT_NE(MapBuffer(*gl, GL_ARRAY_BUFFER, GL_READ_ONLY), memory);
}

TEST_F(PinnedMemory, HasToBeThere) {
    BufferData(*gl, target, 16, nullptr, GL_STREAM_DRAW);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    munmap(memory + memory_bytes / 8, memory_bytes / 2);
    BufferData(*gl, target, memory_bytes, memory, GL_STREAM_DRAW);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    BufferData(*gl, target, memory_bytes / 2, memory, GL_STREAM_DRAW);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

}  // namespace
}  // namespace glapi
