// Buffer commands beyond giving and reading data.
#include <gtest/gtest.h>
#include <vector>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

GLuint new_buffer(Context& context, GLenum target, size_t bytes) {
    GLuint name = 0;
    GenBuffers(context, 1, &name);
    BindBuffer(context, target, name);
    BufferData(context, target, static_cast<GLsizeiptr>(bytes), nullptr, GL_STATIC_DRAW);
    return name;
}

TEST(Buffers, AreClearedToTexels) {
    CurrentContext gl;
    new_buffer(*gl, GL_ARRAY_BUFFER, 32);
    const GLubyte half[] = {255, 0, 51, 255};
    ClearBufferData(*gl, GL_ARRAY_BUFFER, GL_RGBA32F, GL_RGBA, GL_UNSIGNED_BYTE, half);
    float floats[8];
    GetBufferSubData(*gl, GL_ARRAY_BUFFER, 0, 32, floats);
    EXPECT_EQ(floats[0], 1.0f);
    EXPECT_EQ(floats[6], 0.2f);
    const GLuint word = 0x12345678;
    ClearBufferSubData(*gl, GL_ARRAY_BUFFER, GL_R32UI, 4, 8, GL_RED_INTEGER, GL_UNSIGNED_INT, &word);
    GLuint words[4];
    GetBufferSubData(*gl, GL_ARRAY_BUFFER, 0, 16, words);
    EXPECT_EQ(words[0], 0x3f800000u);
    EXPECT_EQ(words[1], word);
    EXPECT_EQ(words[2], word);
    EXPECT_EQ(words[3], 0x3f800000u);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    ClearBufferSubData(*gl, GL_ARRAY_BUFFER, GL_R32UI, 2, 8, GL_RED_INTEGER, GL_UNSIGNED_INT, &word);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE}) << "no multiple of a texel";
    ClearBufferSubData(*gl, GL_ARRAY_BUFFER, GL_R32UI, 28, 8, GL_RED_INTEGER, GL_UNSIGNED_INT, &word);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    ClearBufferData(*gl, GL_ARRAY_BUFFER, GL_R32UI, GL_RED, GL_FLOAT, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    ClearBufferData(*gl, GL_ARRAY_BUFFER, GL_RGB565, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    MapBufferRange(*gl, GL_ARRAY_BUFFER, 0, 16, GL_MAP_WRITE_BIT);
    ClearBufferSubData(*gl, GL_ARRAY_BUFFER, GL_R32UI, 16, 8, GL_RED_INTEGER, GL_UNSIGNED_INT, &word);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << "the other half is mapped";
    ClearBufferSubData(*gl, GL_ARRAY_BUFFER, GL_R32UI, 12, 8, GL_RED_INTEGER, GL_UNSIGNED_INT, &word);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    BindBuffer(*gl, GL_ARRAY_BUFFER, 0);
    ClearBufferData(*gl, GL_ARRAY_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

TEST(Buffers, InvalidationChecksWhatItNames) {
    CurrentContext gl;
    const GLuint buffer = new_buffer(*gl, GL_ARRAY_BUFFER, 16);
    InvalidateBufferData(*gl, buffer);
    InvalidateBufferSubData(*gl, buffer, 4, 12);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    InvalidateBufferData(*gl, 77);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    InvalidateBufferSubData(*gl, buffer, 4, 13);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    MapBufferRange(*gl, GL_ARRAY_BUFFER, 0, 8, GL_MAP_READ_BIT);
    InvalidateBufferSubData(*gl, buffer, 8, 8);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    InvalidateBufferSubData(*gl, buffer, 4, 8);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    InvalidateBufferData(*gl, buffer);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});

    GLuint texture = 0;
    GenTextures(*gl, 1, &texture);
    BindTexture(*gl, GL_TEXTURE_2D, texture);
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    InvalidateTexImage(*gl, texture, 0);
    InvalidateTexSubImage(*gl, texture, 0, 2, 2, 0, 6, 6, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    InvalidateTexSubImage(*gl, texture, 0, 3, 2, 0, 6, 6, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    InvalidateTexImage(*gl, texture, -1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    InvalidateTexImage(*gl, 0, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});

    const GLenum color = GL_COLOR, attachment = GL_COLOR_ATTACHMENT0;
    InvalidateFramebuffer(*gl, GL_FRAMEBUFFER, 1, &color);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    InvalidateFramebuffer(*gl, GL_FRAMEBUFFER, 1, &attachment);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM}) << "the window's framebuffer has none";
}

TEST(Buffers, IndirectDrawsComeInNumbers) {
    CurrentContext gl;
    const float positions[] = {-1, -1, 0, -1, 0, 1, -1, 1, 0, -1, 1, -1, 1, 1, 0, 1};
    new_buffer(*gl, GL_ARRAY_BUFFER, sizeof positions);
    BufferSubData(*gl, GL_ARRAY_BUFFER, 0, sizeof positions, positions);
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    VertexPointer(*gl, 2, GL_FLOAT, 0, nullptr);
    const GLuint commands_data[] = {4, 1, 0, 0, 99, 4, 1, 4, 0, 99};
    new_buffer(*gl, GL_DRAW_INDIRECT_BUFFER, sizeof commands_data);
    BufferSubData(*gl, GL_DRAW_INDIRECT_BUFFER, 0, sizeof commands_data, commands_data);
    MultiDrawArraysIndirect(*gl, GL_QUADS, nullptr, 2, 20);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{255, 255, 255, 255}));
    EXPECT_EQ(gl.pixel(50, 50), (Pixel{255, 255, 255, 255}));
    MultiDrawArraysIndirect(*gl, GL_QUADS, nullptr, 3, 20);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION}) << "beyond the buffer";
    MultiDrawArraysIndirect(*gl, GL_QUADS, nullptr, 2, 6);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    MultiDrawArraysIndirect(*gl, GL_QUADS, nullptr, -1, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

TEST(Buffers, HalfAttributesComeInNumbers) {
    CurrentContext gl;
    const GLhalfNV halves[] = {0x3c00, 0xc000, 0x3800, 0x0001};  // 1, -2, 0.5, 2^-24
    VertexAttribs2hvNV(*gl, 3, 2, halves);
    float value[4];
    GetVertexAttribfv(*gl, 4, GL_CURRENT_VERTEX_ATTRIB, value);
    EXPECT_EQ(value[0], 0.5f);
    EXPECT_EQ(value[1], 0x1p-24f);
    GetVertexAttribfv(*gl, 3, GL_CURRENT_VERTEX_ATTRIB, value);
    EXPECT_EQ(value[1], -2.0f);
    EXPECT_EQ(value[3], 1.0f);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Sync, FencesPassForOtherContextsToo) {
    CurrentContext gl;
    Rectf(*gl, -1, -1, 1, 1);
    const GLsync fence = FenceSync(*gl, GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    const GLenum first = ClientWaitSync(*gl, fence, 0, 0);
    EXPECT_TRUE(first == GL_TIMEOUT_EXPIRED || first == GL_ALREADY_SIGNALED) << first;
    const GLenum second = ClientWaitSync(*gl, fence, GL_SYNC_FLUSH_COMMANDS_BIT, 1'000'000'000);
    EXPECT_TRUE(second == GL_CONDITION_SATISFIED || second == GL_ALREADY_SIGNALED) << second;
    EXPECT_EQ(ClientWaitSync(*gl, fence, 0, 0), GLenum{GL_ALREADY_SIGNALED});
    const auto* texel = reinterpret_cast<const uint8_t*>(gl.window->back->row(5));
    EXPECT_EQ(texel[0], 255) << "drawn when the fence has passed";
    DeleteSync(*gl, fence);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// Texels of every size, of one byte and of several, over ranges of every length and of many times what is copied at
// once.
TEST(Buffers, AreFilledWithTexelsOfEverySize) {
    CurrentContext gl;
    constexpr struct {
        GLenum internal_format, format, type;
        size_t bytes;
    } formats[] = {
        {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1},     {GL_RG8UI, GL_RG_INTEGER, GL_UNSIGNED_BYTE, 2},
        {GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 4}, {GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, 8},
        {GL_RGB32UI, GL_RGB_INTEGER, GL_UNSIGNED_INT, 12},  {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16}};
    const std::vector<uint8_t> different{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, same(16, 0xab);
    for (const auto& format : formats)
        for (const std::vector<uint8_t>& texel : {different, same})
            for (size_t count : {1, 2, 3, 5, 64, 1023, 40000}) {
                const size_t size = count * format.bytes, before = 2 * format.bytes;
                std::vector<uint8_t> expected(size + 2 * before, 0x11), got(expected.size());
                GLuint name = new_buffer(*gl, GL_ARRAY_BUFFER, expected.size());
                BufferSubData(*gl, GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(expected.size()), expected.data());
                for (size_t i = 0; i < size; ++i) expected[before + i] = texel[i % format.bytes];
                ClearBufferSubData(*gl, GL_ARRAY_BUFFER, format.internal_format, static_cast<GLintptr>(before),
                                   static_cast<GLsizeiptr>(size), format.format, format.type, texel.data());
                GetBufferSubData(*gl, GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(got.size()), got.data());
                EXPECT_EQ(got, expected) << format.bytes << " bytes, " << count;
                DeleteBuffers(*gl, 1, &name);
            }
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

}  // namespace
}  // namespace glapi
