// ARB_sparse_texture and ARB_sparse_texture2: pages that come and go, and what programs are told of them.
#include <gtest/gtest.h>
#include <vector>

#include "glapi/pixels/unpack.h"
#include "glapi/testing/es_context.h"
#include "glapi/testing/process_memory.h"
#include "glapi/testing/program_fixture.h"
#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;

constexpr GLuint filled = 0x44332211;

struct SparseTextures : testing::ShaderFixture {
    GLuint make(GLenum target, GLint index = 0) {
        GLuint name = 0;
        GenTextures(*gl, 1, &name);
        BindTexture(*gl, target, name);
        TexParameteri(*gl, target, GL_TEXTURE_SPARSE_ARB, GL_TRUE);
        TexParameteri(*gl, target, GL_VIRTUAL_PAGE_SIZE_INDEX_ARB, index);
        expect(GL_NO_ERROR);
        return name;
    }
    GLuint make_2d(GLsizei levels = 1, GLsizei side = 512, GLenum format = GL_RGBA8) {
        const GLuint name = make(GL_TEXTURE_2D);
        TexStorage2D(*gl, GL_TEXTURE_2D, levels, format, side, side);
        expect(GL_NO_ERROR);
        return name;
    }
    void commit(GLint level, const Box& box, bool committed = true, GLenum error = GL_NO_ERROR,
                GLenum target = GL_TEXTURE_2D) {
        TexPageCommitmentARB(*gl, target, level, box.x, box.y, box.z, box.width, box.height, box.depth, committed);
        EXPECT_EQ(gl.error(), error) << box.x << " " << box.y << " " << box.z << " " << box.width << " " << box.height;
    }
    void fill(GLsizei side, GLint level = 0) {
        const std::vector<GLuint> texels(static_cast<size_t>(side) * static_cast<size_t>(side), filled);
        TexSubImage2D(*gl, GL_TEXTURE_2D, level, 0, 0, side, side, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        expect(GL_NO_ERROR);
    }
    std::vector<GLuint> texels(GLsizei side, GLint level = 0) {
        std::vector<GLuint> read(static_cast<size_t>(side) * static_cast<size_t>(side), 0xdeadbeef);
        GetTexImage(*gl, GL_TEXTURE_2D, level, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
        expect(GL_NO_ERROR);
        return read;
    }
    // The value in one page of 128×128 texels, zeros everywhere else.
    void expect_only(GLsizei side, GLsizei x, GLsizei y, GLuint value, const char* what) {
        const auto read = texels(side);
        size_t wrong = 0;
        for (GLsizei j = 0; j < side; ++j)
            for (GLsizei i = 0; i < side; ++i) {
                const bool inside = i >= x && i < x + 128 && j >= y && j < y + 128;
                wrong += read[static_cast<size_t>(j * side + i)] != (inside ? value : 0);
            }
        EXPECT_EQ(wrong, 0u) << what;
    }
    GLint query(GLenum target, GLenum format, GLenum name) {
        GLint value = -1;
        GetInternalformativ(*gl, target, format, name, 1, &value);
        expect(GL_NO_ERROR);
        return value;
    }
    GLint parameter(GLenum target, GLenum name) {
        GLint value = -1;
        GetTexParameteriv(*gl, target, name, &value);
        expect(GL_NO_ERROR);
        return value;
    }
};

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
        {GL_TEXTURE_3D, GL_R8_SNORM, 64, 32, 32},
        {GL_TEXTURE_3D, GL_R16, 32, 32, 32},
        {GL_TEXTURE_3D, GL_RGB9_E5, 32, 32, 16},
        {GL_TEXTURE_3D, GL_RG32I, 32, 16, 16},
        {GL_TEXTURE_3D, GL_RGBA32F, 16, 16, 16},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(query(row.target, row.format, GL_NUM_VIRTUAL_PAGE_SIZES_ARB), 1) << row.format;
        EXPECT_EQ(query(row.target, row.format, GL_VIRTUAL_PAGE_SIZE_X_ARB), row.width) << row.format;
        EXPECT_EQ(query(row.target, row.format, GL_VIRTUAL_PAGE_SIZE_Y_ARB), row.height) << row.format;
        EXPECT_EQ(query(row.target, row.format, GL_VIRTUAL_PAGE_SIZE_Z_ARB), row.depth) << row.format;
    }
    EXPECT_EQ(query(GL_TEXTURE_1D, GL_R8, GL_NUM_VIRTUAL_PAGE_SIZES_ARB), 0);
    EXPECT_EQ(query(GL_TEXTURE_2D, GL_DEPTH_COMPONENT24, GL_NUM_VIRTUAL_PAGE_SIZES_ARB), 0);
    EXPECT_EQ(query(GL_RENDERBUFFER, GL_RGBA8, GL_NUM_VIRTUAL_PAGE_SIZES_ARB), 0);
    EXPECT_GT(query(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NUM_VIRTUAL_PAGE_SIZES_ARB), 0);
    GLboolean whole = GL_FALSE;
    GetBooleanv(*gl, GL_SPARSE_TEXTURE_FULL_ARRAY_CUBE_MIPMAPS_ARB, &whole);
    EXPECT_EQ(whole, GL_TRUE);
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
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_DEPTH_COMPONENT24, 512, 512), expect(GL_INVALID_OPERATION);
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

struct SparsePrograms : SparseTextures {
    // A texture of one level with only its page at (128, 0), white.
    void prepare() {
        make_2d();
        commit(0, {128, 0, 0, 128, 128, 1});
        const std::vector<GLuint> white(128 * 128, ~0u);
        TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 128, 0, 128, 128, GL_RGBA, GL_UNSIGNED_BYTE, white.data());
        TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        expect(GL_NO_ERROR);
    }
    // Red: what a call says of residency; green: the texel's. `call` has P, where a pixel stands for 8×8 texels.
    void expect_found(const std::string& extension, const std::string& call, const std::string& suffix = "ARB") {
        const GLuint program = link("#version 430 compatibility\nvoid main() { gl_Position = gl_Vertex; }\n",
                                    "#version 430 compatibility\n#extension GL_" + extension + " : require\n" + R"(
            layout(binding = 0) uniform sampler2D s;
            layout(binding = 0, rgba8) readonly uniform image2D i;
            void main() {
                vec4 t = vec4(0.5);
                vec2 P = (floor(gl_FragCoord.xy) * 8.0 + 4.5) / 512.0;
                int code = )" + call + ";\ngl_FragColor = vec4(sparseTexelsResident" +
                                        suffix + "(code) ? 1.0 : 0.0, t.x, 0.0, 1.0);\n}\n");
        UseProgram(*gl, program);
        Rectf(*gl, -1, -1, 1, 1);
        ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << call;
        for (const auto& [x, y, there] :
             {std::tuple(20, 5, 1.0f), std::tuple(10, 5, 0.0f), std::tuple(16, 0, 1.0f), std::tuple(31, 15, 1.0f),
              std::tuple(32, 15, 0.0f), std::tuple(31, 16, 0.0f)}) {
            SCOPED_TRACE(call + " at " + std::to_string(x) + ", " + std::to_string(y));
            expect_color(gl.pixel(x, y), there, there, 0, 1);
        }
        DeleteProgram(*gl, program);
    }
};

TEST_F(SparsePrograms, AreToldWhatTexelsHaveMemory) {
    prepare();
    for (const char* const call : {
             "sparseTextureARB(s, P, t)",
             "sparseTextureARB(s, P, t, 0.5)",
             "sparseTextureLodARB(s, P, 0.0, t)",
             "sparseTextureOffsetARB(s, P - vec2(1.0, 0.0) / 512.0, ivec2(1, 0), t)",
             "sparseTexelFetchARB(s, ivec2(P * 512.0), 0, t)",
             "sparseTexelFetchOffsetARB(s, ivec2(P * 512.0) - 2, 0, ivec2(2), t)",
             "sparseTextureLodOffsetARB(s, P - vec2(1.0, 0.0) / 512.0, 0.0, ivec2(1, 0), t)",
             "sparseTextureGradARB(s, P, vec2(0), vec2(0), t)",
             "sparseTextureGradOffsetARB(s, P - vec2(1.0, 0.0) / 512.0, vec2(0), vec2(0), ivec2(1, 0), t)",
             "sparseTextureGatherARB(s, P, t)",
             "sparseTextureGatherARB(s, P, t, 1)",
             "sparseTextureGatherOffsetARB(s, P - vec2(1.0, 0.0) / 512.0, ivec2(1, 0), t)",
             "sparseTextureGatherOffsetsARB(s, P, ivec2[4](ivec2(0), ivec2(1), ivec2(2), ivec2(3)), t)",
             "sparseImageLoadARB(i, ivec2(P * 512.0), t)",
         }) {
        GLint bound = 0;
        GetIntegerv(*gl, GL_TEXTURE_BINDING_2D, &bound);
        BindImageTexture(*gl, 0, static_cast<GLuint>(bound), 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
        expect_found("ARB_sparse_texture2", call);
    }
    expect_found("EXT_sparse_texture2", "sparseTextureEXT(s, P, t)", "EXT");
    expect_found("ARB_sparse_texture_clamp", "sparseTextureClampARB(s, P, -3.0, t)");
    expect_found("ARB_sparse_texture_clamp", "sparseTextureGradClampARB(s, P, vec2(0), vec2(0), 0.0, t)");
}

// Only texels that have a weight count.
TEST_F(SparsePrograms, AreToldOfTexelsThatCount) {
    prepare();
    const GLuint program =
        link("#version 430 compatibility\nvoid main() { gl_Position = gl_Vertex; }\n", R"(#version 430 compatibility
        #extension GL_ARB_sparse_texture2 : require
        layout(binding = 0) uniform sampler2D s;
        uniform vec2 at;
        void main() {
            vec4 t;
            bool there = sparseTexelsResidentARB(sparseTextureLodARB(s, at / 512.0, 0.0, t));
            gl_FragColor = vec4(there, t.x, 0, 1);
        })");
    UseProgram(*gl, program);
    const auto found = [&](float x, float y) {
        Uniform2f(*gl, GetUniformLocation(*gl, program, "at"), x, y);
        Rectf(*gl, -1, -1, 1, 1);
        return gl.pixel(32, 32);
    };
    expect_color(found(200, 64), 1, 1, 0, 1);
    expect_color(found(255.5f, 127.5f), 1, 1, 0, 1);  // the last texel's centre
    expect_color(found(256, 64.5f), 0, 0.5f, 0, 1);   // between the last and the first of the next page
    expect_color(found(200.5f, 128), 0, 0.5f, 0, 1);
    expect_color(found(300, 300), 0, 0, 0, 1);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    expect_color(found(255.9f, 64), 1, 1, 0, 1);
    expect_color(found(256.1f, 64), 0, 0, 0, 1);
}

TEST_F(SparsePrograms, ClampTheLevelOfDetail) {
    GLuint name = 0;
    GenTextures(*gl, 1, &name);
    BindTexture(*gl, GL_TEXTURE_2D, name);
    TexStorage2D(*gl, GL_TEXTURE_2D, 4, GL_RGBA8, 8, 8);
    for (GLint level = 0; level < 4; ++level) {
        const std::vector<GLuint> texels(64, 0xff000000u + 50u * static_cast<GLuint>(level));
        TexSubImage2D(*gl, GL_TEXTURE_2D, level, 0, 0, 8 >> level, 8 >> level, GL_RGBA, GL_UNSIGNED_BYTE,
                      texels.data());
    }
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    GLuint cube = 0;
    GenTextures(*gl, 1, &cube);
    BindTexture(*gl, GL_TEXTURE_CUBE_MAP_ARRAY, cube);
    TexStorage3D(*gl, GL_TEXTURE_CUBE_MAP_ARRAY, 3, GL_RGBA8, 4, 4, 6);
    for (GLint level = 0; level < 3; ++level) {
        const std::vector<GLuint> texels(96, 0xff000000u + 50u * static_cast<GLuint>(level));
        TexSubImage3D(*gl, GL_TEXTURE_CUBE_MAP_ARRAY, level, 0, 0, 0, 4 >> level, 4 >> level, 6, GL_RGBA,
                      GL_UNSIGNED_BYTE, texels.data());
    }
    TexParameteri(*gl, GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    expect(GL_NO_ERROR);
    struct Row {
        const char* call;
        int level;
    };
    constexpr Row rows[] = {
        {"textureClampARB(s, vec2(0.5), 2.0)", 2},
        {"textureClampARB(s, vec2(0.5), 1.0, 0.0)", 1},
        {"textureClampARB(s, vec2(0.5), -1.0)", 0},
        {"textureOffsetClampARB(s, vec2(0.5), ivec2(0), 3.0)", 3},
        {"textureOffsetClampARB(s, vec2(0.5), ivec2(0), 2.0, 0.0)", 2},
        {"textureGradClampARB(s, vec2(0.5), vec2(0), vec2(0), 1.0)", 1},
        {"textureGradClampARB(s, vec2(0.5), vec2(0.5), vec2(0), 1.0)", 2},
        {"textureGradOffsetClampARB(s, vec2(0.5), vec2(0), vec2(0), ivec2(0), 3.0)", 3},
        {"textureClampARB(c, vec4(1, 0, 0, 0), 2.0)", 2},
        {"textureClampARB(c, vec4(1, 0, 0, 0), 1.0, 0.0)", 1},
        {"textureGradClampARB(c, vec4(1, 0, 0, 0), vec3(0), vec3(0), 1.0)", 1},
    };
    for (const Row& row : rows) {
        const GLuint program = link("#version 430 compatibility\nvoid main() { gl_Position = gl_Vertex; }\n",
                                    std::string("#version 430 compatibility\n"
                                                "#extension GL_ARB_sparse_texture_clamp : require\n"
                                                "layout(binding = 0) uniform sampler2D s;\n"
                                                "layout(binding = 0) uniform samplerCubeArray c;\n"
                                                "void main() { gl_FragColor = ") +
                                        row.call + "; }\n");
        SCOPED_TRACE(row.call);
        const bool both = std::string(row.call).find("(c") != std::string::npos;
        ASSERT_TRUE(both || program);
        UseProgram(*gl, program);
        Rectf(*gl, -1, -1, 1, 1);
        EXPECT_EQ(gl.pixel(32, 32)[0], 50 * row.level);
    }
}

TEST_F(SparsePrograms, StoreNothingWhereThereIsNoMemory) {
    const GLuint name = make_2d(1, 512, GL_R32UI);
    commit(0, {128, 0, 0, 128, 128, 1});
    const GLuint program = CreateProgram(*gl);
    AttachShader(*gl, program, compile(GL_COMPUTE_SHADER, R"(#version 430
        layout(local_size_x = 16, local_size_y = 16) in;
        layout(binding = 0, r32ui) uniform uimage2D i;
        layout(std430, binding = 0) buffer B { uint returned[2]; };
        void main() {
            ivec2 at = ivec2(gl_GlobalInvocationID.xy);
            imageStore(i, at, uvec4(7));
            uint before = imageAtomicAdd(i, at, 1u);
            if (at == ivec2(130, 5)) returned[0] = before;
            if (at == ivec2(5, 5)) returned[1] = before;
        })"));
    relink(program);
    const GLuint storage = buffer<GLuint>(GL_SHADER_STORAGE_BUFFER, {99, 99});
    BindBufferBase(*gl, GL_SHADER_STORAGE_BUFFER, 0, storage);
    BindImageTexture(*gl, 0, name, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
    UseProgram(*gl, program);
    DispatchCompute(*gl, 32, 32, 1);
    MemoryBarrier(*gl, GL_ALL_BARRIER_BITS);
    std::vector<GLuint> read(512 * 512);
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, read.data());
    expect(GL_NO_ERROR);
    EXPECT_EQ(read[5 * 512 + 130], 8u);
    EXPECT_EQ(read[5 * 512 + 5], 0u);
    EXPECT_EQ(read[200 * 512 + 130], 0u);
    GLuint returned[2] = {};
    GetBufferSubData(*gl, GL_SHADER_STORAGE_BUFFER, 0, sizeof returned, returned);
    EXPECT_EQ(returned[0], 7u);
    EXPECT_EQ(returned[1], 0u);
}

TEST_F(SparsePrograms, OfAssemblyTestTheSparseCode) {
    prepare();
    testing::load(gl, GL_FRAGMENT_PROGRAM_ARB,
                  "!!NVfp5.0\nOPTION ARB_sparse_texture2;\nTEMP r, p;\nMUL p, fragment.position, 0.015625;\n"
                  "TEX.SPARSE r, p, texture[0], 2D;\n"
                  "MOV.F result.color, {0, 0, 0, 1};\nMOV.F result.color.x (RESIDENT), 1;\n"
                  "MOV.F result.color.z (NONRESIDENT), 1;\nIF RESIDENT;\nMOV.F result.color.y, r;\nENDIF;\nEND\n");
    Rectf(*gl, -1, -1, 1, 1);
    expect(GL_NO_ERROR);
    expect_color(gl.pixel(20, 5), 1, 1, 0, 1);
    expect_color(gl.pixel(31, 14), 1, 1, 0, 1);
    expect_color(gl.pixel(33, 5), 0, 0, 1, 1);
    expect_color(gl.pixel(20, 17), 0, 0, 1, 1);
}

TEST(SparseTexturesOfEs, AreThere) {
    testing::Es2Context gl;
    GLuint name = 0;
    GenTextures(*gl, 1, &name);
    BindTexture(*gl, GL_TEXTURE_2D, name);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_SPARSE_ARB, GL_TRUE);
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, 256, 256);
    TexPageCommitmentARB(*gl, GL_TEXTURE_2D, 0, 0, 0, 0, 128, 128, 1, GL_TRUE);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    const GLuint shader = CreateShader(*gl, GL_FRAGMENT_SHADER);
    const GLchar* const text =
        "#version 310 es\n#extension GL_EXT_sparse_texture2 : require\nprecision highp float;\n"
        "uniform highp sampler2D s;\nout vec4 color;\n"
        "void main() { color = vec4(sparseTexelsResidentEXT(sparseTextureEXT(s, vec2(0), color))); }\n";
    ShaderSource(*gl, shader, 1, &text, nullptr);
    CompileShader(*gl, shader);
    GLint status = 0;
    GetShaderiv(*gl, shader, GL_COMPILE_STATUS, &status);
    char log[1024] = "";
    GetShaderInfoLog(*gl, shader, sizeof log, nullptr, log);
    EXPECT_EQ(status, GL_TRUE) << log;
}

}  // namespace
}  // namespace glapi
