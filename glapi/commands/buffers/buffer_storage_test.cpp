// ARB_buffer_storage, and buffers that say how much is drawn (ARB_indirect_parameters) or what was counted.
#include <cstring>
#include <gtest/gtest.h>

#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using namespace commands;
using testing::nothing;
using testing::Pixel;
using testing::white;

struct BufferStorageTest : ::testing::Test {
    GLuint make(GLenum target, GLsizeiptr size, const void* data, GLbitfield flags) {
        GLuint name = 0;
        GenBuffers(*gl, 1, &name);
        BindBuffer(*gl, target, name);
        BufferStorage(*gl, target, size, data, flags);
        return name;
    }
    GLint parameter(GLenum target, GLenum name) {
        GLint value = -1;
        GetBufferParameteriv(*gl, target, name, &value);
        return value;
    }
    void expect(GLenum code) { EXPECT_EQ(gl.error(), code); }
    testing::VersionContext gl{45, Profile::Compatibility};
};

TEST_F(BufferStorageTest, FlagsSayWhatMayBeDone) {
    make(GL_ARRAY_BUFFER, 64, nullptr, GL_MAP_READ_BIT);
    expect(GL_NO_ERROR);
    EXPECT_EQ(parameter(GL_ARRAY_BUFFER, GL_BUFFER_IMMUTABLE_STORAGE), 1);
    EXPECT_EQ(parameter(GL_ARRAY_BUFFER, GL_BUFFER_STORAGE_FLAGS), GL_MAP_READ_BIT);
    EXPECT_EQ(parameter(GL_ARRAY_BUFFER, GL_BUFFER_USAGE), GL_DYNAMIC_DRAW);
    EXPECT_EQ(parameter(GL_ARRAY_BUFFER, GL_BUFFER_SIZE), 64);
    const float zeros[4] = {};
    BufferSubData(*gl, GL_ARRAY_BUFFER, 0, 16, zeros), expect(GL_INVALID_OPERATION);
    BufferData(*gl, GL_ARRAY_BUFFER, 16, zeros, GL_STATIC_DRAW), expect(GL_INVALID_OPERATION);
    BufferStorage(*gl, GL_ARRAY_BUFFER, 16, zeros, 0), expect(GL_INVALID_OPERATION);
    EXPECT_EQ(MapBuffer(*gl, GL_ARRAY_BUFFER, GL_WRITE_ONLY), nullptr);
    expect(GL_INVALID_OPERATION);
    EXPECT_EQ(MapBufferRange(*gl, GL_ARRAY_BUFFER, 0, 16, GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT), nullptr);
    expect(GL_INVALID_OPERATION);
    EXPECT_NE(MapBuffer(*gl, GL_ARRAY_BUFFER, GL_READ_ONLY), nullptr);
    UnmapBuffer(*gl, GL_ARRAY_BUFFER);
    expect(GL_NO_ERROR);

    GLuint plain = 0;
    GenBuffers(*gl, 1, &plain);
    BindBuffer(*gl, GL_ARRAY_BUFFER, plain);
    EXPECT_EQ(parameter(GL_ARRAY_BUFFER, GL_BUFFER_STORAGE_FLAGS), 0);
    BufferData(*gl, GL_ARRAY_BUFFER, 16, zeros, GL_STATIC_DRAW);
    EXPECT_EQ(parameter(GL_ARRAY_BUFFER, GL_BUFFER_IMMUTABLE_STORAGE), 0);
    EXPECT_EQ(parameter(GL_ARRAY_BUFFER, GL_BUFFER_STORAGE_FLAGS),
              GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_DYNAMIC_STORAGE_BIT);
    EXPECT_EQ(MapBufferRange(*gl, GL_ARRAY_BUFFER, 0, 16, GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT), nullptr);
    expect(GL_INVALID_OPERATION);
    BufferStorage(*gl, GL_ARRAY_BUFFER, 0, zeros, 0), expect(GL_INVALID_VALUE);
    BufferStorage(*gl, GL_ARRAY_BUFFER, 16, zeros, 0x80000000), expect(GL_INVALID_VALUE);
    BufferStorage(*gl, GL_ARRAY_BUFFER, 16, zeros, GL_MAP_PERSISTENT_BIT), expect(GL_INVALID_VALUE);
    BufferStorage(*gl, GL_ARRAY_BUFFER, 16, zeros, GL_MAP_READ_BIT | GL_MAP_COHERENT_BIT), expect(GL_INVALID_VALUE);
    BindBuffer(*gl, GL_ARRAY_BUFFER, 0);
    BufferStorage(*gl, GL_ARRAY_BUFFER, 16, zeros, 0), expect(GL_INVALID_OPERATION);
    BufferStorage(*gl, GL_TEXTURE_2D, 16, zeros, 0), expect(GL_INVALID_ENUM);
}

// GL 4.6, 6.2.1: only bytes that are mapped are refused.
TEST_F(BufferStorageTest, BytesBesideAMapping) {
    GLuint plain = 0;
    GenBuffers(*gl, 1, &plain);
    BindBuffer(*gl, GL_ARRAY_BUFFER, plain);
    const float data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    BufferData(*gl, GL_ARRAY_BUFFER, sizeof data, nullptr, GL_STATIC_DRAW);
    const auto* mapped =
        static_cast<const float*>(MapBufferRange(*gl, GL_ARRAY_BUFFER, 8, 8, GL_MAP_READ_BIT | GL_MAP_WRITE_BIT));
    ASSERT_NE(mapped, nullptr);
    BufferSubData(*gl, GL_ARRAY_BUFFER, 0, 8, data), expect(GL_NO_ERROR);
    BufferSubData(*gl, GL_ARRAY_BUFFER, 16, 16, data + 4), expect(GL_NO_ERROR);
    BufferSubData(*gl, GL_ARRAY_BUFFER, 4, 8, data), expect(GL_INVALID_OPERATION);
    BufferSubData(*gl, GL_ARRAY_BUFFER, 12, 8, data), expect(GL_INVALID_OPERATION);
    float back[8];
    GetBufferSubData(*gl, GL_ARRAY_BUFFER, 0, 8, back), expect(GL_INVALID_OPERATION);
    UnmapBuffer(*gl, GL_ARRAY_BUFFER);
    GetBufferSubData(*gl, GL_ARRAY_BUFFER, 0, sizeof back, back), expect(GL_NO_ERROR);
    EXPECT_EQ(back[1], 2);
    EXPECT_EQ(back[7], 8);
}

// What is written into a mapping that stays is drawn, and what is drawn into it can be read.
TEST_F(BufferStorageTest, PersistentMappingsAreUsedWhileTheyLast) {
    constexpr GLbitfield access = GL_MAP_WRITE_BIT | GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    make(GL_ARRAY_BUFFER, 64, nullptr, access | GL_DYNAMIC_STORAGE_BIT);
    auto* const corners = static_cast<float*>(MapBufferRange(*gl, GL_ARRAY_BUFFER, 0, 64, access));
    ASSERT_NE(corners, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(corners) % 64, 0u) << "MIN_MAP_BUFFER_ALIGNMENT";
    VertexPointer(*gl, 2, GL_FLOAT, 0, nullptr);
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    for (const float left : {-1.0f, 0.0f}) {
        const float square[8] = {left, -1, left + 1, -1, left, 1, left + 1, 1};
        std::memcpy(corners, square, sizeof square);
        Clear(*gl, GL_COLOR_BUFFER_BIT);
        DrawArrays(*gl, GL_TRIANGLE_STRIP, 0, 4);
        expect(GL_NO_ERROR);
        EXPECT_EQ(gl.pixel(9, 9), left < 0 ? white : nothing);
        EXPECT_EQ(gl.pixel(50, 9), left < 0 ? nothing : white);
    }
    const float left_again[2] = {-1, -1};
    BufferSubData(*gl, GL_ARRAY_BUFFER, 0, 8, left_again);
    expect(GL_NO_ERROR);
    EXPECT_EQ(corners[0], -1.0f) << "the mapping is the buffer's memory";
    MemoryBarrier(*gl, GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
    expect(GL_NO_ERROR);
    BindBuffer(*gl, GL_PIXEL_PACK_BUFFER, 0);
    UnmapBuffer(*gl, GL_ARRAY_BUFFER);
    expect(GL_NO_ERROR);
    // Mappings that don't last exclude everything else.
    MapBufferRange(*gl, GL_ARRAY_BUFFER, 0, 64, GL_MAP_WRITE_BIT);
    DrawArrays(*gl, GL_TRIANGLE_STRIP, 0, 4);
    expect(GL_INVALID_OPERATION);
}

TEST_F(BufferStorageTest, CountsOfDrawsComeFromABuffer) {
    const float corners[16] = {-1, -1, 0, -1, -1, 1, 0, 1, 0, -1, 1, -1, 0, 1, 1, 1};
    make(GL_ARRAY_BUFFER, sizeof corners, corners, 0);
    VertexPointer(*gl, 2, GL_FLOAT, 0, nullptr);
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    const GLuint draws[8] = {4, 1, 0, 0, 4, 1, 4, 0};
    make(GL_DRAW_INDIRECT_BUFFER, sizeof draws, draws, 0);
    const GLuint counts[3] = {0, 1, 9};
    const GLuint parameters = make(GL_PARAMETER_BUFFER, sizeof counts, counts, 0);
    GLint bound = 0;
    GetIntegerv(*gl, GL_PARAMETER_BUFFER_BINDING, &bound);
    EXPECT_EQ(bound, GLint(parameters));
    for (GLintptr i = 0; i < 3; ++i) {
        Clear(*gl, GL_COLOR_BUFFER_BIT);
        MultiDrawArraysIndirectCount(*gl, GL_TRIANGLE_STRIP, nullptr, 4 * i, 2, 0);
        expect(GL_NO_ERROR);
        EXPECT_EQ(gl.pixel(9, 9), i > 0 ? white : nothing);
        EXPECT_EQ(gl.pixel(50, 9), i > 1 ? white : nothing);
    }
    MultiDrawArraysIndirectCount(*gl, GL_TRIANGLE_STRIP, nullptr, 2, 2, 0), expect(GL_INVALID_VALUE);
    MultiDrawArraysIndirectCount(*gl, GL_TRIANGLE_STRIP, nullptr, 0, -1, 0), expect(GL_INVALID_VALUE);
    MultiDrawArraysIndirectCount(*gl, GL_TRIANGLE_STRIP, nullptr, 12, 2, 0), expect(GL_INVALID_OPERATION);
    MultiDrawArraysIndirectCount(*gl, GL_TRIANGLE_STRIP, nullptr, 8, 3, 0), expect(GL_INVALID_OPERATION);
    MultiDrawElementsIndirectCount(*gl, GL_POINTS, GL_FLOAT, nullptr, 4, 1, 0), expect(GL_INVALID_ENUM);
    BindBuffer(*gl, GL_PARAMETER_BUFFER, 0);
    MultiDrawArraysIndirectCount(*gl, GL_TRIANGLE_STRIP, nullptr, 0, 2, 0), expect(GL_INVALID_OPERATION);
}

TEST_F(BufferStorageTest, AnswersOfQueriesGoIntoNamedBuffers) {
    GLuint query = 0;
    GenQueries(*gl, 1, &query);
    BeginQuery(*gl, GL_SAMPLES_PASSED, query);
    Rectf(*gl, -1, -1, 0, 0);
    EndQuery(*gl, GL_SAMPLES_PASSED);
    const GLuint buffer = make(GL_ARRAY_BUFFER, 16, nullptr, 0);
    GetQueryBufferObjectui64v(*gl, query, buffer, GL_QUERY_RESULT, 8);
    GetQueryBufferObjectiv(*gl, query, buffer, GL_QUERY_RESULT_AVAILABLE, 4);
    expect(GL_NO_ERROR);
    GLuint words[4];
    GetBufferSubData(*gl, GL_ARRAY_BUFFER, 0, 16, words);
    EXPECT_EQ(words[0], 0u);
    EXPECT_EQ(words[1], 1u);
    EXPECT_EQ(words[2], 1024u);
    GetQueryBufferObjectuiv(*gl, query, buffer, GL_QUERY_RESULT, 13), expect(GL_INVALID_OPERATION);
    GetQueryBufferObjectuiv(*gl, query, buffer, GL_QUERY_RESULT, -4), expect(GL_INVALID_VALUE);
    GetQueryBufferObjectuiv(*gl, query, 999, GL_QUERY_RESULT, 0), expect(GL_INVALID_OPERATION);
    GetQueryBufferObjecti64v(*gl, 999, buffer, GL_QUERY_RESULT, 0), expect(GL_INVALID_OPERATION);
    GetQueryBufferObjecti64v(*gl, query, buffer, GL_RGBA, 0), expect(GL_INVALID_ENUM);
}

TEST_F(BufferStorageTest, SeveralIndexedBindings) {
    const GLuint first = make(GL_UNIFORM_BUFFER, 64, nullptr, 0), second = make(GL_UNIFORM_BUFFER, 64, nullptr, 0);
    const auto bound = [&](GLuint index) {
        GLint name = -1;
        GetIntegeri_v(*gl, GL_UNIFORM_BUFFER_BINDING, index, &name);
        return name;
    };
    BindBuffer(*gl, GL_UNIFORM_BUFFER, second);
    const GLuint names[] = {first, 999, 0, second};
    BindBuffersBase(*gl, GL_UNIFORM_BUFFER, 2, 4, names);
    expect(GL_INVALID_OPERATION);
    EXPECT_EQ(bound(2), GLint(first));
    EXPECT_EQ(bound(3), 0);
    EXPECT_EQ(bound(5), GLint(second));
    GLint general = 0;
    GetIntegerv(*gl, GL_UNIFORM_BUFFER_BINDING, &general);
    EXPECT_EQ(general, GLint(second)) << "the general binding point stays";
    const GLuint pair[] = {first, second};
    const GLintptr offsets[] = {16, 3};
    const GLsizeiptr sizes[] = {32, 32};
    BindBuffersRange(*gl, GL_UNIFORM_BUFFER, 7, 2, pair, offsets, sizes);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(bound(7), GLint(first));
    EXPECT_EQ(bound(8), 0);
    GLint64 start = 0;
    GetInteger64i_v(*gl, GL_UNIFORM_BUFFER_START, 7, &start);
    EXPECT_EQ(start, 16);
    BindBuffersBase(*gl, GL_UNIFORM_BUFFER, 2, 6, nullptr);
    expect(GL_NO_ERROR);
    EXPECT_EQ(bound(2), 0);
    EXPECT_EQ(bound(7), 0);
    BindBuffersBase(*gl, GL_UNIFORM_BUFFER, 83, 2, nullptr), expect(GL_INVALID_OPERATION);
    BindBuffersBase(*gl, GL_UNIFORM_BUFFER, 0, -1, nullptr), expect(GL_INVALID_VALUE);
    BindBuffersBase(*gl, GL_ARRAY_BUFFER, 0, 1, nullptr), expect(GL_INVALID_ENUM);
}

TEST_F(BufferStorageTest, BarriersByRegion) {
    MemoryBarrierByRegion(*gl, GL_ALL_BARRIER_BITS), expect(GL_NO_ERROR);
    MemoryBarrierByRegion(*gl, GL_UNIFORM_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT), expect(GL_NO_ERROR);
    MemoryBarrierByRegion(*gl, GL_COMMAND_BARRIER_BIT), expect(GL_INVALID_VALUE);
}

}  // namespace
}  // namespace glapi
