// ARB_compressed_texture_pixel_storage: parts of compressed images in memory, there and back.
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <numeric>
#include <utility>

#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using namespace commands;

constexpr GLenum format = GL_COMPRESSED_RED_RGTC1;  // blocks of eight bytes

// Sixteen blocks in four rows, each filled with its number.
std::array<GLubyte, 128> numbered_blocks() {
    std::array<GLubyte, 128> bytes;
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<GLubyte>(i / 8);
    return bytes;
}

struct CompressedBlocks : ::testing::Test {
    void SetUp() override {
        GLuint name = 0;
        GenTextures(*gl, 1, &name);
        BindTexture(*gl, GL_TEXTURE_2D, name);
    }
    void store(GLenum width, GLenum height, GLenum depth, GLenum size) {
        PixelStorei(*gl, width, 4);
        PixelStorei(*gl, height, 4);
        PixelStorei(*gl, depth, 1);
        PixelStorei(*gl, size, 8);
    }
    void unpack_part() {
        store(GL_UNPACK_COMPRESSED_BLOCK_WIDTH, GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, GL_UNPACK_COMPRESSED_BLOCK_DEPTH,
              GL_UNPACK_COMPRESSED_BLOCK_SIZE);
        PixelStorei(*gl, GL_UNPACK_ROW_LENGTH, 16);
        PixelStorei(*gl, GL_UNPACK_SKIP_PIXELS, 4);
        PixelStorei(*gl, GL_UNPACK_SKIP_ROWS, 8);
    }
    std::array<GLubyte, 4> blocks() {
        std::array<GLubyte, 32> bytes{};
        GetCompressedTexImage(*gl, GL_TEXTURE_2D, 0, bytes.data());
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        return {bytes[0], bytes[8], bytes[16], bytes[24]};
    }
    testing::VersionContext gl{45, Profile::Compatibility};
    const std::array<GLubyte, 128> memory = numbered_blocks();
};

// KHR_texture_compression_astc_hdr: nobody compresses to it, be it whole or in part.
TEST_F(CompressedBlocks, NothingIsCopiedToFormatsThatAreOnlyDecoded) {
    constexpr GLenum astc = GL_COMPRESSED_RGBA_ASTC_4x4_KHR;
    CompressedTexImage2D(*gl, GL_TEXTURE_2D, 0, astc, 4, 4, 0, 16, memory.data());
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    CopyTexSubImage2D(*gl, GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    CopyTexImage2D(*gl, GL_TEXTURE_2D, 0, astc, 0, 0, 4, 4, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    std::array<GLubyte, 16> bytes{};
    GetCompressedTexImage(*gl, GL_TEXTURE_2D, 0, bytes.data());
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), memory.begin()));
}

TEST_F(CompressedBlocks, PartsAreGiven) {
    PixelStorei(*gl, GL_UNPACK_ROW_LENGTH, 16);
    CompressedTexImage2D(*gl, GL_TEXTURE_2D, 0, format, 8, 8, 0, 32, memory.data());
    EXPECT_EQ(blocks(), (std::array<GLubyte, 4>{0, 1, 2, 3})) << "lengths of rows say nothing without sizes of blocks";
    unpack_part();
    CompressedTexImage2D(*gl, GL_TEXTURE_2D, 0, format, 8, 8, 0, 32, memory.data());
    EXPECT_EQ(blocks(), (std::array<GLubyte, 4>{9, 10, 13, 14}));
    CompressedTexSubImage2D(*gl, GL_TEXTURE_2D, 0, 4, 0, 4, 8, format, 16, memory.data());
    EXPECT_EQ(blocks(), (std::array<GLubyte, 4>{9, 9, 13, 13}));
    PixelStorei(*gl, GL_UNPACK_SKIP_ROWS, 2);
    CompressedTexImage2D(*gl, GL_TEXTURE_2D, 0, format, 8, 8, 0, 32, memory.data());
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    PixelStorei(*gl, GL_UNPACK_COMPRESSED_BLOCK_SIZE, -1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

TEST_F(CompressedBlocks, ABufferIsLongEnoughForThePart) {
    unpack_part();
    GLuint buffer = 0;
    GenBuffers(*gl, 1, &buffer);
    BindBuffer(*gl, GL_PIXEL_UNPACK_BUFFER, buffer);
    // The last block that is read ends at byte 120.
    for (const GLsizeiptr bytes : {GLsizeiptr{120}, GLsizeiptr{119}}) {
        BufferData(*gl, GL_PIXEL_UNPACK_BUFFER, bytes, memory.data(), GL_STATIC_DRAW);
        CompressedTexImage2D(*gl, GL_TEXTURE_2D, 0, format, 8, 8, 0, 32, nullptr);
        EXPECT_EQ(gl.error(), bytes == 120 ? GLenum{GL_NO_ERROR} : GLenum{GL_INVALID_OPERATION});
    }
    EXPECT_EQ(blocks(), (std::array<GLubyte, 4>{9, 10, 13, 14}));
}

// Rows as long as the pixel store has them: counted modulo 2^64, the part would end where the buffer begins.
TEST_F(CompressedBlocks, APartAtTheEndOfMemoryIsInNoBuffer) {
    PixelStorei(*gl, GL_UNPACK_COMPRESSED_BLOCK_WIDTH, 1);
    PixelStorei(*gl, GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, 1);
    PixelStorei(*gl, GL_UNPACK_COMPRESSED_BLOCK_SIZE, 8);
    PixelStorei(*gl, GL_UNPACK_ROW_LENGTH, 1 << 30);
    PixelStorei(*gl, GL_UNPACK_SKIP_ROWS, INT32_MAX);
    GLuint buffer = 0;
    GenBuffers(*gl, 1, &buffer);
    BindBuffer(*gl, GL_PIXEL_UNPACK_BUFFER, buffer);
    BufferData(*gl, GL_PIXEL_UNPACK_BUFFER, 128, memory.data(), GL_STATIC_DRAW);
    CompressedTexImage2D(*gl, GL_TEXTURE_2D, 0, format, 8, 8, 0, 32, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

TEST_F(CompressedBlocks, PartsAreTaken) {
    CompressedTexImage2D(*gl, GL_TEXTURE_2D, 0, format, 8, 8, 0, 32, memory.data());
    store(GL_PACK_COMPRESSED_BLOCK_WIDTH, GL_PACK_COMPRESSED_BLOCK_HEIGHT, GL_PACK_COMPRESSED_BLOCK_DEPTH,
          GL_PACK_COMPRESSED_BLOCK_SIZE);
    PixelStorei(*gl, GL_PACK_ROW_LENGTH, 16);
    PixelStorei(*gl, GL_PACK_SKIP_PIXELS, 8);
    std::array<GLubyte, 128> bytes;
    bytes.fill(99);
    GetCompressedTexImage(*gl, GL_TEXTURE_2D, 0, bytes.data());
    EXPECT_EQ(bytes[0], 99);
    EXPECT_EQ(bytes[16], 0);
    EXPECT_EQ(bytes[24], 1);
    EXPECT_EQ(bytes[32], 99);
    EXPECT_EQ(bytes[48], 2);
    EXPECT_EQ(bytes[56], 3);
    EXPECT_EQ(bytes[64], 99);
}

TEST_F(CompressedBlocks, DisplayListsKeepThePart) {
    CompressedTexImage2D(*gl, GL_TEXTURE_2D, 0, format, 8, 8, 0, 32, memory.data());
    unpack_part();
    NewList(*gl, 1, GL_COMPILE);
    {
        const std::array<GLubyte, 128> passing = memory;
        CompressedTexSubImage2D(*gl, GL_TEXTURE_2D, 0, 0, 0, 8, 8, format, 32, passing.data());
    }
    EndList(*gl);
    PixelStorei(*gl, GL_UNPACK_COMPRESSED_BLOCK_SIZE, 0);
    CallList(*gl, 1);
    EXPECT_EQ(blocks(), (std::array<GLubyte, 4>{9, 10, 13, 14}));
}

// S3_s3tc.
TEST_F(CompressedBlocks, OlderNamesOfS3tc) {
    for (const auto& [name, size] : {std::pair{GL_RGB_S3TC, 8}, {GL_RGBA4_S3TC, 16}, {GL_RGBA_DXT5_S3TC, 16}}) {
        const std::array<GLubyte, 4> texel{255, 255, 255, 255};
        TexImage2D(*gl, GL_TEXTURE_2D, 0, name, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel.data());
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        GLint value = 0;
        GetTexLevelParameteriv(*gl, GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED_IMAGE_SIZE, &value);
        EXPECT_EQ(value, size);
        GetTexLevelParameteriv(*gl, GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &value);
        EXPECT_EQ(value, name);
    }
}

// 3DFX_texture_compression_FXT1: blocks of eight texels by four.
TEST_F(CompressedBlocks, BlocksMayBeWide) {
    constexpr GLenum fxt1 = GL_COMPRESSED_RGBA_FXT1_3DFX;
    std::array<std::array<GLubyte, 4>, 17 * 6> texels;
    for (size_t i = 0; i < texels.size(); ++i)
        texels[i] = {static_cast<GLubyte>(i % 17 * 12), static_cast<GLubyte>(i / 17 * 40), 100, 255};
    TexImage2D(*gl, GL_TEXTURE_2D, 0, fxt1, 17, 6, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    GLint value = 0;
    GetTexLevelParameteriv(*gl, GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED_IMAGE_SIZE, &value);
    EXPECT_EQ(value, 3 * 2 * 16);
    GetTexLevelParameteriv(*gl, GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &value);
    EXPECT_EQ(value, GLint{fxt1});
    const auto check = [&](const char* what) {
        std::array<std::array<GLubyte, 4>, 17 * 6> got{};
        GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, got.data());
        for (size_t i = 0; i < got.size(); ++i)
            for (size_t c = 0; c < 4; ++c) ASSERT_NEAR(got[i][c], texels[i][c], 24) << what << ' ' << i << ' ' << c;
    };
    check("compressed here");
    std::array<GLubyte, 96> blocks{};
    GetCompressedTexImage(*gl, GL_TEXTURE_2D, 0, blocks.data());
    TexImage2D(*gl, GL_TEXTURE_2D, 0, fxt1, 17, 6, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    CompressedTexSubImage2D(*gl, GL_TEXTURE_2D, 0, 4, 0, 8, 4, fxt1, 16, blocks.data());
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION}) << "half a block";
    CompressedTexSubImage2D(*gl, GL_TEXTURE_2D, 0, 0, 0, 17, 6, fxt1, 96, blocks.data());
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    check("given");
    CompressedTexImage2D(*gl, GL_TEXTURE_2D, 0, fxt1, 17, 6, 0, 95, blocks.data());
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    CompressedTexImage3D(*gl, GL_TEXTURE_3D, 0, fxt1, 8, 4, 1, 0, 16, blocks.data());
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    GenerateMipmap(*gl, GL_TEXTURE_2D);
    std::array<GLubyte, 4> last{};
    GetTexImage(*gl, GL_TEXTURE_2D, 4, GL_RGBA, GL_UNSIGNED_BYTE, last.data());
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_NEAR(last[0], 96, 12);
    EXPECT_NEAR(last[1], 100, 12);
}

// Three-dimensional images of BPTC are slices of blocks; RGTC has none (GL 4.6 §8.7).
TEST_F(CompressedBlocks, SlicesAreOfBptc) {
    std::array<GLubyte, 4 * 4 * 2 * 4> texels{};
    for (size_t i = 0; i < texels.size(); ++i) texels[i] = i < texels.size() / 2 ? 40 : 200;
    for (const GLenum format : {GL_COMPRESSED_RGBA_BPTC_UNORM, GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM,
                                GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT}) {
        TexImage3D(*gl, GL_TEXTURE_3D, 0, static_cast<GLint>(format), 4, 4, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   texels.data());
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << format;
        std::array<GLubyte, 32> blocks{};
        GetCompressedTexImage(*gl, GL_TEXTURE_3D, 0, blocks.data());
        TexImage3D(*gl, GL_TEXTURE_3D, 0, static_cast<GLint>(format), 4, 4, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        CompressedTexSubImage3D(*gl, GL_TEXTURE_3D, 0, 0, 0, 0, 4, 4, 2, format, 32, blocks.data());
        std::array<GLubyte, texels.size()> got{};
        GetTexImage(*gl, GL_TEXTURE_3D, 0, GL_RGBA, GL_UNSIGNED_BYTE, got.data());
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << format;
        for (size_t i = 0; i < got.size(); i += 4) EXPECT_NEAR(got[i], texels[i], 3) << format << ' ' << i;
    }
    TexImage3D(*gl, GL_TEXTURE_3D, 0, GL_COMPRESSED_RED_RGTC1, 4, 4, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

}  // namespace
}  // namespace glapi
