// ARB_sparse_texture: pages that come and go.
#include <gtest/gtest.h>
#include <vector>

#include "glapi/testing/process_memory.h"
#include "glapi/testing/sparse_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct SparseTextures : testing::SparseFixture {};

TEST_F(SparseTextures, HaveTheStandardPages) {
    struct Row {
        GLenum target, format;
        GLint width, height, depth;
    };
    constexpr Row rows[] = {
        {GL_TEXTURE_2D, GL_R8, 256, 256, 1},
        {GL_TEXTURE_2D_ARRAY, GL_RGB565, 256, 128, 1},
        {GL_TEXTURE_RECTANGLE, GL_RGBA8, 128, 128, 1},
        {GL_TEXTURE_CUBE_MAP, GL_RGBA16F, 128, 64, 1},
        {GL_TEXTURE_CUBE_MAP_ARRAY, GL_RGBA32UI, 64, 64, 1},
        {GL_TEXTURE_2D, GL_DEPTH_COMPONENT16, 256, 128, 1},
        {GL_TEXTURE_CUBE_MAP, GL_DEPTH24_STENCIL8, 128, 128, 1},
        {GL_TEXTURE_2D_ARRAY, GL_DEPTH32F_STENCIL8, 128, 64, 1},
        {GL_TEXTURE_3D, GL_R8_SNORM, 64, 32, 32},
        {GL_TEXTURE_3D, GL_R16, 32, 32, 32},
        {GL_TEXTURE_3D, GL_RGB9_E5, 32, 32, 16},
        {GL_TEXTURE_3D, GL_RG32I, 32, 16, 16},
        {GL_TEXTURE_3D, GL_RGBA32F, 16, 16, 16},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(query(row.target, row.format, GL_NUM_VIRTUAL_PAGE_SIZES_ARB), 2) << row.format;
        EXPECT_EQ(query(row.target, row.format, GL_VIRTUAL_PAGE_SIZE_X_ARB), row.width) << row.format;
        EXPECT_EQ(query(row.target, row.format, GL_VIRTUAL_PAGE_SIZE_Y_ARB), row.height) << row.format;
        EXPECT_EQ(query(row.target, row.format, GL_VIRTUAL_PAGE_SIZE_Z_ARB), row.depth) << row.format;
    }
    EXPECT_EQ(query(GL_TEXTURE_1D, GL_R8, GL_NUM_VIRTUAL_PAGE_SIZES_ARB), 0);
    for (const GLenum target : {GL_TEXTURE_1D, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_BUFFER, GL_RENDERBUFFER}) {
        EXPECT_EQ(query(target, GL_RGBA16, GL_VIRTUAL_PAGE_SIZE_X_ARB), 128) << "table 8.X goes by formats";
        EXPECT_EQ(query(target, GL_RGBA16, GL_VIRTUAL_PAGE_SIZE_Y_ARB), 64);
        EXPECT_EQ(query(target, GL_RGBA16, GL_VIRTUAL_PAGE_SIZE_Z_ARB), 1);
    }
    EXPECT_EQ(query(GL_TEXTURE_3D, GL_DEPTH_COMPONENT24, GL_NUM_VIRTUAL_PAGE_SIZES_ARB), 0);
    EXPECT_EQ(query(GL_TEXTURE_2D, GL_RGB32F, GL_NUM_VIRTUAL_PAGE_SIZES_ARB), 0);
    EXPECT_EQ(query(GL_TEXTURE_2D, GL_COMPRESSED_RED_RGTC1, GL_NUM_VIRTUAL_PAGE_SIZES_ARB), 0);
    EXPECT_EQ(query(GL_RENDERBUFFER, GL_RGBA8, GL_NUM_VIRTUAL_PAGE_SIZES_ARB), 0);
    EXPECT_GT(query(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NUM_VIRTUAL_PAGE_SIZES_ARB), 0);
    GLboolean whole = GL_FALSE;
    GetBooleanv(*gl, GL_SPARSE_TEXTURE_FULL_ARRAY_CUBE_MIPMAPS_ARB, &whole);
    EXPECT_EQ(whole, GL_TRUE);
    // The other ones have rows of 4 KiB.
    GLint sizes[3] = {7, 7, 7};
    GetInternalformativ(*gl, GL_TEXTURE_2D, GL_RGBA8, GL_VIRTUAL_PAGE_SIZE_X_ARB, 3, sizes);
    EXPECT_EQ(sizes[0], 128);
    EXPECT_EQ(sizes[1], 1024);
    EXPECT_EQ(sizes[2], 7);
    GetInternalformativ(*gl, GL_TEXTURE_3D, GL_R8, GL_VIRTUAL_PAGE_SIZE_Y_ARB, 2, sizes);
    EXPECT_EQ(sizes[1], 8);
    GetInternalformativ(*gl, GL_TEXTURE_3D, GL_R8, GL_VIRTUAL_PAGE_SIZE_Z_ARB, 2, sizes);
    EXPECT_EQ(sizes[1], 2);
}

TEST_F(SparseTextures, AreAskedForBeforeTheirStorage) {
    GLuint name = 0;
    GenTextures(*gl, 1, &name);
    BindTexture(*gl, GL_TEXTURE_1D, name);
    TexParameteri(*gl, GL_TEXTURE_1D, GL_TEXTURE_SPARSE_ARB, GL_TRUE), expect(GL_INVALID_VALUE);
    TexParameteri(*gl, GL_TEXTURE_1D, GL_TEXTURE_SPARSE_ARB, GL_FALSE), expect(GL_NO_ERROR);
    name = make(GL_TEXTURE_2D, 3);
    EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_TEXTURE_SPARSE_ARB), GL_TRUE);
    EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_VIRTUAL_PAGE_SIZE_INDEX_ARB), 3);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_VIRTUAL_PAGE_SIZE_INDEX_ARB, -1), expect(GL_INVALID_VALUE);
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, 512, 512), expect(GL_INVALID_OPERATION);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_VIRTUAL_PAGE_SIZE_INDEX_ARB, 0);
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_RGB32F, 512, 512), expect(GL_INVALID_OPERATION);
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, 32768, 512), expect(GL_INVALID_VALUE);
    TexStorage2D(*gl, GL_TEXTURE_2D, 10, GL_RGBA8, 512, 500), expect(GL_NO_ERROR);
    EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_NUM_SPARSE_LEVELS_ARB), 2);  // 128×125 is smaller than a page
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_SPARSE_ARB, GL_FALSE), expect(GL_INVALID_OPERATION);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_VIRTUAL_PAGE_SIZE_INDEX_ARB, 0), expect(GL_INVALID_OPERATION);
}

TEST_F(SparseTextures, AreCommittedInWholePages) {
    commit(0, {0, 0, 0, 128, 128, 1}, true, GL_INVALID_OPERATION);  // texture 0
    GLuint plain = 0;
    GenTextures(*gl, 1, &plain);
    BindTexture(*gl, GL_TEXTURE_2D, plain);
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, 512, 512);
    commit(0, {0, 0, 0, 128, 128, 1}, true, GL_INVALID_OPERATION);
    const GLuint name = make(GL_TEXTURE_2D);
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 512, 512, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    commit(0, {0, 0, 0, 128, 128, 1}, true, GL_INVALID_OPERATION);
    TexStorage2D(*gl, GL_TEXTURE_2D, 3, GL_RGBA8, 500, 300), expect(GL_NO_ERROR);
    TexPageCommitmentARB(*gl, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, 0, 0, 0, 128, 128, 1, GL_TRUE),
        expect(GL_INVALID_ENUM);
    struct Row {
        GLint level;
        Box box;
        GLenum error;
    };
    const Row rows[] = {
        {0, {0, 0, 0, 128, 128, 1}, GL_NO_ERROR},
        {0, {128, 128, 0, 256, 128, 1}, GL_NO_ERROR},
        {0, {384, 256, 0, 116, 44, 1}, GL_NO_ERROR},
        {0, {0, 0, 0, 500, 300, 1}, GL_NO_ERROR},
        {0, {0, 0, 0, 0, 128, 1}, GL_NO_ERROR},
        {-1, {0, 0, 0, 128, 128, 1}, GL_INVALID_VALUE},
        {3, {0, 0, 0, 128, 128, 1}, GL_INVALID_VALUE},
        {0, {-128, 0, 0, 128, 128, 1}, GL_INVALID_VALUE},
        {0, {0, 0, 0, 128, -128, 1}, GL_INVALID_VALUE},
        {0, {64, 0, 0, 128, 128, 1}, GL_INVALID_VALUE},
        {0, {0, 1, 0, 128, 128, 1}, GL_INVALID_VALUE},
        {0, {0, 0, 0, 512, 128, 1}, GL_INVALID_OPERATION},
        {0, {384, 384, 0, 116, 128, 1}, GL_INVALID_OPERATION},
        {0, {0, 0, 0, 128, 128, 2}, GL_INVALID_OPERATION},
        {0, {0, 0, 1, 128, 128, 1}, GL_INVALID_OPERATION},
        {0, {0, 0, 0, 100, 128, 1}, GL_INVALID_OPERATION},
        {0, {0, 0, 0, 128, 100, 1}, GL_INVALID_OPERATION},
    };
    for (const Row& row : rows) commit(row.level, row.box, true, row.error);
    TexturePageCommitmentEXT(*gl, name, 0, 0, 0, 0, 128, 128, 1, GL_FALSE), expect(GL_NO_ERROR);
    TexturePageCommitmentEXT(*gl, plain, 0, 0, 0, 0, 128, 128, 1, GL_FALSE), expect(GL_INVALID_OPERATION);
    TexturePageCommitmentEXT(*gl, 4711, 0, 0, 0, 0, 128, 128, 1, GL_FALSE), expect(GL_INVALID_OPERATION);
    // Faces and elements are layers; pages of volumes have a depth.
    make(GL_TEXTURE_CUBE_MAP);
    TexStorage2D(*gl, GL_TEXTURE_CUBE_MAP, 1, GL_RGBA8, 256, 256);
    commit(0, {0, 0, 4, 128, 128, 2}, true, GL_NO_ERROR, GL_TEXTURE_CUBE_MAP);
    commit(0, {0, 0, 5, 128, 128, 2}, true, GL_INVALID_OPERATION, GL_TEXTURE_CUBE_MAP);
    make(GL_TEXTURE_3D);
    TexStorage3D(*gl, GL_TEXTURE_3D, 2, GL_RGBA8, 64, 64, 40);
    EXPECT_EQ(parameter(GL_TEXTURE_3D, GL_NUM_SPARSE_LEVELS_ARB), 2);
    commit(0, {32, 32, 16, 32, 32, 16}, true, GL_NO_ERROR, GL_TEXTURE_3D);
    commit(0, {32, 32, 32, 32, 32, 8}, true, GL_NO_ERROR, GL_TEXTURE_3D);
    commit(0, {32, 32, 8, 32, 32, 16}, true, GL_INVALID_VALUE, GL_TEXTURE_3D);
    commit(0, {32, 32, 0, 32, 32, 8}, true, GL_INVALID_OPERATION, GL_TEXTURE_3D);
}

TEST_F(SparseTextures, TakeNoTexelsWhereThereIsNoMemory) {
    const GLuint name = make_2d();
    expect_only(512, 0, 0, 0, "new");
    commit(0, {128, 256, 0, 128, 128, 1});
    fill(512);
    expect_only(512, 128, 256, filled, "TexSubImage2D");
    const GLubyte value[] = {1, 2, 3, 4};
    ClearTexImage(*gl, name, 0, GL_RGBA, GL_UNSIGNED_BYTE, value), expect(GL_NO_ERROR);
    expect_only(512, 128, 256, 0x04030201, "ClearTexImage");
    GLuint source = 0;
    GenTextures(*gl, 1, &source);
    BindTexture(*gl, GL_TEXTURE_2D, source);
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, 512, 512);
    fill(512);
    CopyImageSubData(*gl, source, GL_TEXTURE_2D, 0, 0, 0, 0, name, GL_TEXTURE_2D, 0, 0, 0, 0, 512, 512, 1);
    BindTexture(*gl, GL_TEXTURE_2D, name);
    expect_only(512, 128, 256, filled, "CopyImageSubData");
    // Drawn, cleared, copied and blitted to.
    GLuint framebuffers[2];
    GenFramebuffers(*gl, 2, framebuffers);
    BindFramebuffer(*gl, GL_READ_FRAMEBUFFER, framebuffers[1]);
    FramebufferTexture2D(*gl, GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, source, 0);
    BindFramebuffer(*gl, GL_DRAW_FRAMEBUFFER, framebuffers[0]);
    FramebufferTexture2D(*gl, GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
    Viewport(*gl, 0, 0, 512, 512);
    ClearColor(*gl, 1, 0, 0, 1);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    expect_only(512, 128, 256, 0xff0000ff, "Clear");
    Color4f(*gl, 0, 0, 1, 0);
    Enable(*gl, GL_BLEND);
    BlendFunc(*gl, GL_ONE, GL_ONE);
    for (int i = 0; i < 3; ++i) Rectf(*gl, -1, -1, 1, 1);
    expect_only(512, 128, 256, 0xffff00ff, "Rectf");
    Disable(*gl, GL_BLEND);
    BlitFramebuffer(*gl, 0, 0, 512, 512, 0, 0, 512, 512, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    expect_only(512, 128, 256, filled, "BlitFramebuffer");
    ClearTexImage(*gl, name, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    CopyTexSubImage2D(*gl, GL_TEXTURE_2D, 0, 0, 0, 0, 0, 512, 512), expect(GL_NO_ERROR);
    expect_only(512, 128, 256, filled, "CopyTexSubImage2D");
    // Decommitted: zeros, which stay when the page comes back.
    commit(0, {128, 256, 0, 128, 128, 1}, false);
    expect_only(512, 0, 0, 0, "decommitted");
    commit(0, {128, 256, 0, 128, 128, 1});
    expect_only(512, 0, 0, 0, "committed once more");
}

TEST_F(SparseTextures, HaveATailThatIsCommittedAsOne) {
    const GLuint name = make_2d(10);
    ASSERT_EQ(parameter(GL_TEXTURE_2D, GL_NUM_SPARSE_LEVELS_ARB), 3);
    fill(64, 3), fill(16, 5), fill(128, 2);
    EXPECT_EQ(texels(64, 3)[0], 0u);
    commit(5, {0, 0, 0, 16, 16, 1});
    fill(64, 3), fill(16, 5), fill(128, 2);
    EXPECT_EQ(texels(64, 3)[0], filled);
    EXPECT_EQ(texels(16, 5)[255], filled);
    EXPECT_EQ(texels(128, 2)[0], 0u);
    // Through a view of a part of it.
    GLuint view = 0;
    GenTextures(*gl, 1, &view);
    TextureView(*gl, view, GL_TEXTURE_2D, name, GL_RGBA8UI, 2, 3, 0, 1), expect(GL_NO_ERROR);
    BindTexture(*gl, GL_TEXTURE_2D, view);
    EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_TEXTURE_SPARSE_ARB), GL_TRUE);
    EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_NUM_SPARSE_LEVELS_ARB), 1);
    commit(0, {0, 0, 0, 128, 128, 1});
    commit(1, {0, 0, 0, 64, 64, 1}, false);
    BindTexture(*gl, GL_TEXTURE_2D, name);
    fill(128, 2);
    EXPECT_EQ(texels(128, 2)[0], filled);
    EXPECT_EQ(texels(64, 3)[0], 0u);
    EXPECT_EQ(texels(16, 5)[0], 0u);
}

TEST_F(SparseTextures, TakeMemoryForWhatIsCommitted) {
    constexpr GLsizei side = 16384;
    make(GL_TEXTURE_2D_ARRAY);
    TexStorage3D(*gl, GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, side, side, 64);  // 64 GiB
    expect(GL_NO_ERROR);
    const uint64_t before = testing::resident_bytes();
    commit(0, {0, 0, 20, side, 256, 1}, true, GL_NO_ERROR, GL_TEXTURE_2D_ARRAY);
    constexpr uint64_t bytes = uint64_t{side} * 256 * 4;
    const std::vector<GLuint> texels(size_t{side} * 256, filled);
    const uint64_t prepared = testing::resident_bytes();
    TexSubImage3D(*gl, GL_TEXTURE_2D_ARRAY, 0, 0, 0, 20, side, 256, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    TexSubImage3D(*gl, GL_TEXTURE_2D_ARRAY, 0, 0, 0, 21, side, 256, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    const uint64_t full = testing::resident_bytes();
    EXPECT_GE(full + bytes / 4, prepared + bytes) << before;
    EXPECT_LE(full, prepared + bytes + bytes / 4) << "layer 21 has no memory";
    // Two neighbours stay, and what is between them and the others goes.
    commit(0, {256, 0, 20, side - 256, 256, 1}, false, GL_NO_ERROR, GL_TEXTURE_2D_ARRAY);
    EXPECT_LE(testing::resident_bytes(), prepared + bytes / 2);
    GLuint read[4] = {};
    GetTextureSubImage(*gl, gl.context->textures.active().textures[static_cast<int>(TextureKind::Array2D)]->name, 0,
                       254, 255, 20, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, sizeof read, read);
    EXPECT_EQ(read[0], filled);
    EXPECT_EQ(read[1], filled);
    EXPECT_EQ(read[2], 0u);
    EXPECT_EQ(read[3], 0u);
}

// Every fourth page of the second size, each with neighbours that have no memory.
TEST_F(SparseTextures, LonePagesOfLongRowsTakeTheirSize) {
    constexpr GLsizei side = 16384;
    make(GL_TEXTURE_2D, 1);
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, side, side);
    expect(GL_NO_ERROR);
    commit(0, {0, 0, 0, 128, 128, 1}, true, GL_INVALID_OPERATION);
    const std::vector<GLuint> texels(1024 * 16, filled);
    const uint64_t before = testing::resident_bytes();
    constexpr int pages = 256;
    for (int n = 0; n < pages; ++n) {
        const GLint x = 4096 * (n % 4), y = 64 * n;
        commit(0, {x, y, 0, 1024, 16, 1});
        TexSubImage2D(*gl, GL_TEXTURE_2D, 0, x, y, 1024, 16, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    }
    expect(GL_NO_ERROR);
    constexpr uint64_t bytes = uint64_t{pages} * 65536;
    EXPECT_GE(testing::resident_bytes(), before + bytes / 2);
    EXPECT_LE(testing::resident_bytes(), before + bytes + bytes / 8);
}

// Drawn depths and stencil values are kept where there is memory.
TEST_F(SparseTextures, OfDepthAndStencil) {
    const GLuint name = make_2d(1, 512, GL_DEPTH24_STENCIL8);
    commit(0, {128, 256, 0, 128, 128, 1});
    GLuint framebuffer = 0;
    GenFramebuffers(*gl, 1, &framebuffer);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    FramebufferTexture(*gl, GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, name, 0);
    DrawBuffer(*gl, GL_NONE);
    Viewport(*gl, 0, 0, 512, 512);
    const auto expect_words = [&](GLuint value, const char* what) {
        std::vector<GLuint> words(512 * 512);
        GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, words.data());
        expect_page(words, 512, 128, 256, value, what);
    };
    ClearStencil(*gl, 5);
    Clear(*gl, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    expect_words(0xffffff05, "Clear");
    Enable(*gl, GL_DEPTH_TEST);
    DepthRange(*gl, 0, 0);
    Rectf(*gl, -1, -1, 1, 1);
    expect_words(5, "depth");
    Enable(*gl, GL_STENCIL_TEST);
    StencilOp(*gl, GL_INCR, GL_INCR, GL_INCR);
    Rectf(*gl, -1, -1, 1, 1);
    expect_words(6, "stencil");
    expect(GL_NO_ERROR);
}

TEST_F(SparseTextures, AreCommittedAsFarAsThereIsMemory) {
    make(GL_TEXTURE_2D_ARRAY);
    TexStorage3D(*gl, GL_TEXTURE_2D_ARRAY, 1, GL_RGBA32F, 16384, 16384, 256);  // 1 TiB
    expect(GL_NO_ERROR);
    commit(0, {0, 0, 0, 16384, 16384, 256}, true, GL_OUT_OF_MEMORY, GL_TEXTURE_2D_ARRAY);
    commit(0, {0, 0, 7, 64, 64, 1}, true, GL_NO_ERROR, GL_TEXTURE_2D_ARRAY);
}

TEST_F(SparseTextures, InMultisampleArrays) {
    const GLuint name = make(GL_TEXTURE_2D_MULTISAMPLE_ARRAY);
    TexStorage3DMultisample(*gl, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, 256, 256, 2, GL_TRUE);
    expect(GL_NO_ERROR);
    commit(0, {128, 0, 1, 128, 128, 1}, true, GL_NO_ERROR, GL_TEXTURE_2D_MULTISAMPLE_ARRAY);
    GLuint framebuffer = 0;
    GenFramebuffers(*gl, 1, &framebuffer);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    FramebufferTexture(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, 0);
    ClearColor(*gl, 1, 1, 1, 1);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, 0);
    const GLuint program =
        link("#version 430 compatibility\nvoid main() { gl_Position = gl_Vertex; }\n", R"(#version 430 compatibility
        #extension GL_ARB_sparse_texture2 : require
        layout(binding = 0) uniform sampler2DMSArray s;
        void main() {
            int has = 0, white = 0;
            for (int n = 0; n < 4; n++) {
                vec4 t;
                int code = sparseTexelFetchARB(s, ivec3(gl_FragCoord.xy * 4.0, 1), n, t);
                if (sparseTexelsResidentARB(code)) has++;
                if (t == vec4(1)) white++;
            }
            gl_FragColor = vec4(float(has) / 4.0, float(white) / 4.0, 0, 1);
        })");
    UseProgram(*gl, program);
    Rectf(*gl, -1, -1, 1, 1);
    expect(GL_NO_ERROR);
    expect_color(gl.pixel(40, 10), 1, 1, 0, 1);
    expect_color(gl.pixel(20, 10), 0, 0, 0, 1);
    expect_color(gl.pixel(40, 40), 0, 0, 0, 1);
}

// ---- programs

}  // namespace
}  // namespace glapi
