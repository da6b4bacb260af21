// Images through the API (EXT_shader_image_load_store): bindings, every target, every stage, who sees what is stored.
#include "glapi/objects/textures/image_units.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/image_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::green;
using testing::Images;
using testing::Pixel;

TEST_F(Images, BindingsAreState) {
    const auto number = [&](GLenum token, GLuint index) {
        GLint value = -1;
        GetIntegeri_v(context(), token, index, &value);
        expect(GL_NO_ERROR);
        return static_cast<GLenum>(value);
    };
    const GLuint name = make_texture(GL_TEXTURE_3D, GL_R32F, 4, 4, 4);
    bind(3, name, GL_R32I, GL_WRITE_ONLY, false, 2, 1);
    EXPECT_EQ(number(GL_IMAGE_BINDING_NAME, 3), name);
    EXPECT_EQ(number(GL_IMAGE_BINDING_LEVEL, 3), 1u);
    EXPECT_EQ(number(GL_IMAGE_BINDING_LAYERED, 3), 0u);
    EXPECT_EQ(number(GL_IMAGE_BINDING_LAYER, 3), 2u);
    EXPECT_EQ(number(GL_IMAGE_BINDING_ACCESS, 3), GLenum{GL_WRITE_ONLY});
    EXPECT_EQ(number(GL_IMAGE_BINDING_FORMAT, 3), GLenum{GL_R32I});
    EXPECT_EQ(number(GL_IMAGE_BINDING_NAME, 2), 0u);
    GLboolean layered = GL_TRUE;
    GetBooleani_v(context(), GL_IMAGE_BINDING_LAYERED, 3, &layered);
    EXPECT_FALSE(layered);
    GLint value = 0;
    GetIntegeri_v(context(), GL_IMAGE_BINDING_NAME, image_unit_count, &value), expect(GL_INVALID_VALUE);
    TexParameteri(context(), GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL, 3);
    GetTexParameteriv(context(), GL_TEXTURE_3D, GL_IMAGE_FORMAT_COMPATIBILITY_TYPE, &value);
    EXPECT_EQ(value, GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE);

    // Lists hold the command.
    const GLuint list = GenLists(context(), 1);
    NewList(context(), list, GL_COMPILE);
    glBindImageTextureEXT(5, name, 0, GL_TRUE, 0, GL_READ_ONLY, GL_R32F);
    EndList(context());
    EXPECT_EQ(number(GL_IMAGE_BINDING_NAME, 5), 0u);
    CallList(context(), list);
    EXPECT_EQ(number(GL_IMAGE_BINDING_NAME, 5), name);
    BindImageTexture(context(), 5, 0, 0, false, 0, GL_READ_ONLY, GL_R8), expect(GL_NO_ERROR);
    EXPECT_EQ(number(GL_IMAGE_BINDING_NAME, 5), 0u);
    EXPECT_EQ(number(GL_IMAGE_BINDING_FORMAT, 5), GLenum{GL_R8});

    const GLuint both[] = {0, name};
    BindImageTextures(context(), 2, 2, both), expect(GL_NO_ERROR);
    EXPECT_EQ(number(GL_IMAGE_BINDING_LAYERED, 3), 1u);
    EXPECT_EQ(number(GL_IMAGE_BINDING_LEVEL, 3), 0u);
    EXPECT_EQ(number(GL_IMAGE_BINDING_ACCESS, 3), GLenum{GL_READ_WRITE});
    EXPECT_EQ(number(GL_IMAGE_BINDING_FORMAT, 3), GLenum{GL_R32F});
    // "It is detached from each such image unit."
    bind(0, name, GL_R32UI);
    DeleteTextures(context(), 1, &name);
    EXPECT_EQ(number(GL_IMAGE_BINDING_NAME, 0), 0u);
    EXPECT_EQ(number(GL_IMAGE_BINDING_NAME, 3), 0u);
    EXPECT_EQ(number(GL_IMAGE_BINDING_ACCESS, 3), GLenum{GL_READ_ONLY});
}

TEST_F(Images, CommandsHaveErrors) {
    const GLuint name = make_texture(GL_TEXTURE_2D, GL_RGBA8, 4, 4);
    const auto bound = [&](GLuint unit, GLuint texture, GLint level, GLint layer, GLenum access, GLenum format) {
        BindImageTextureEXT(context(), unit, texture, level, false, layer, access, static_cast<GLint>(format));
        const GLenum error = gl_->error();
        BindImageTexture(context(), unit, texture, level, false, layer, access, format);
        EXPECT_EQ(gl_->error(), error);
        return error;
    };
    EXPECT_EQ(bound(image_unit_count, name, 0, 0, GL_READ_ONLY, GL_RGBA8), GLenum{GL_INVALID_VALUE});
    EXPECT_EQ(bound(~0u, 0, 0, 0, GL_READ_ONLY, GL_RGBA8), GLenum{GL_INVALID_VALUE});
    EXPECT_EQ(bound(0, name + 77, 0, 0, GL_READ_ONLY, GL_RGBA8), GLenum{GL_INVALID_VALUE});
    EXPECT_EQ(bound(0, name, -1, 0, GL_READ_ONLY, GL_RGBA8), GLenum{GL_INVALID_VALUE});
    EXPECT_EQ(bound(0, name, 0, -1, GL_READ_ONLY, GL_RGBA8), GLenum{GL_INVALID_VALUE});
    EXPECT_EQ(bound(0, name, 0, 0, GL_READ_ONLY, GL_RGB8), GLenum{GL_INVALID_VALUE});
    EXPECT_EQ(bound(0, name, 0, 0, GL_READ_ONLY, GL_SRGB8_ALPHA8), GLenum{GL_INVALID_VALUE});
    EXPECT_EQ(bound(0, name, 0, 0, GL_READ_ONLY, GL_DEPTH_COMPONENT24), GLenum{GL_INVALID_VALUE});
    EXPECT_EQ(bound(0, name, 0, 0, GL_READ_ONLY, GL_RGBA), GLenum{GL_INVALID_VALUE});
    EXPECT_EQ(bound(0, name, 0, 0, GL_STATIC_DRAW, GL_RGBA8), GLenum{GL_INVALID_ENUM});
    EXPECT_EQ(bound(0, name, 99, 99, GL_READ_ONLY, GL_RGBA8), GLenum{GL_NO_ERROR})
        << "what is not there is not accessed";
    EXPECT_EQ(bound(0, 0, 99, 99, GL_READ_ONLY, GL_RGBA8), GLenum{GL_NO_ERROR}) << "nothing is bound";
    EXPECT_EQ(bound(0, 0, -1, 0, GL_READ_ONLY, GL_RGBA8), GLenum{GL_INVALID_VALUE}) << "nothing is bound";
    EXPECT_EQ(bound(0, 0, 0, 0, GL_READ_ONLY, GL_RGBA), GLenum{GL_INVALID_VALUE}) << "nothing is bound";
    BindImageTextures(context(), image_unit_count - 1, 2, nullptr), expect(GL_INVALID_OPERATION);
    BindImageTextures(context(), 0, -1, nullptr), expect(GL_INVALID_VALUE);
    const GLuint names[] = {name + 77, name};
    BindImageTextures(context(), 0, 2, names), expect(GL_INVALID_OPERATION);
    GLint value = 0;
    GetIntegeri_v(context(), GL_IMAGE_BINDING_NAME, 1, &value);
    EXPECT_EQ(static_cast<GLuint>(value), name) << "the others are bound";
    const GLuint unfit = make_texture(GL_TEXTURE_2D, GL_RGB8, 4, 4);
    BindImageTextures(context(), 0, 1, &unfit), expect(GL_INVALID_OPERATION);
    MemoryBarrier(context(), GL_SHADER_IMAGE_ACCESS_BARRIER_BIT), expect(GL_NO_ERROR);
}

// ---- who sees what is stored

TEST_F(Images, StoresAreSeenByEverybody) {
    const GLuint name = make_texture(GL_TEXTURE_2D, GL_RGBA8, 64, 64);
    bind(0, name, GL_RGBA8);
    load_fragments(
        "MUL.F t, fragment.position, {0.015625, 0.015625, 0, 0};\nMOV.F t.w, 1;\n"
        "STOREIM.F image[0], t, p, 2D;\nMOV.F result.color, {1, 0, 0, 1};\n");
    square();
    // Commands that read textures.
    std::vector<uint8_t> texels(64 * 64 * 4);
    GetTexImage(context(), GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    const auto expected = [](int i) { return static_cast<int>(std::lround((i + 0.5) / 64 * 255)); };
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++) {
            const uint8_t* const texel = &texels[static_cast<size_t>(y * 64 + x) * 4];
            ASSERT_EQ(texel[0], expected(x));
            ASSERT_EQ(texel[1], expected(y));
            ASSERT_EQ(texel[3], 255);
        }
    // Texture instructions of draws behind a barrier.
    MemoryBarrier(context(), GL_TEXTURE_FETCH_BARRIER_BIT);
    load_fragments("MUL.F t, fragment.position, {0.015625, 0.015625, 0, 0};\nTEX.F result.color, t, texture[0], 2D;\n");
    square();
    EXPECT_EQ(gl_->pixel(40, 9),
              (Pixel{static_cast<uint8_t>(expected(40)), static_cast<uint8_t>(expected(9)), 0, 255}));
    // Framebuffers.
    GLuint framebuffer = 0;
    GenFramebuffers(context(), 1, &framebuffer);
    BindFramebuffer(context(), GL_READ_FRAMEBUFFER, framebuffer);
    FramebufferTexture2D(context(), GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
    load_fragments("STOREIM.F image[0], {0, 0, 1, 0}, p, 2D;\nMOV.F result.color, {1, 0, 0, 1};\n");
    square();
    uint8_t pixel[4] = {};
    ReadPixels(context(), 12, 50, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    EXPECT_EQ((Pixel{pixel[0], pixel[1], pixel[2], pixel[3]}), (Pixel{0, 0, 255, 0}));
    // Commands that change textures come after what was drawn before them.
    square();
    const std::vector<uint8_t> black(64 * 64 * 4);
    TexSubImage2D(context(), GL_TEXTURE_2D, 0, 0, 0, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, black.data());
    GetTexImage(context(), GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    EXPECT_EQ(std::count(texels.begin(), texels.end(), 0), 64 * 64 * 4);
    EXPECT_EQ(message(), "");
}

TEST_F(Images, LoadsSeeWhatWasDrawn) {
    const GLuint name = make_texture(GL_TEXTURE_2D, GL_RGBA8, 64, 64);
    GLuint framebuffer = 0;
    GenFramebuffers(context(), 1, &framebuffer);
    BindFramebuffer(context(), GL_FRAMEBUFFER, framebuffer);
    FramebufferTexture2D(context(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
    ClearColor(context(), 0, 1, 0, 1);
    Clear(context(), GL_COLOR_BUFFER_BIT);
    BindFramebuffer(context(), GL_FRAMEBUFFER, 0);
    bind(1, name, GL_RGBA8, GL_READ_ONLY);
    load_fragments("LOADIM.F result.color, p, image[1], 2D;\n");
    square();
    EXPECT_EQ(gl_->pixel(33, 2), green);
    // Vertex programs run at once.
    BindFramebuffer(context(), GL_FRAMEBUFFER, framebuffer);
    ClearColor(context(), 0, 0, 1, 1);
    Clear(context(), GL_COLOR_BUFFER_BIT);
    BindFramebuffer(context(), GL_FRAMEBUFFER, 0);
    load(GL_VERTEX_PROGRAM_ARB,
         "!!NVvp5.0\nOPTION EXT_shader_image_load_formatted;\nMOV.F result.position, vertex.position;\n"
         "LOADIM.F result.color, {5, 6, 0, 0}, image[1], 2D;\nEND\n");
    Disable(context(), GL_FRAGMENT_PROGRAM_ARB);
    square();
    EXPECT_EQ(gl_->pixel(33, 2), (Pixel{0, 0, 255, 255}));
    EXPECT_EQ(message(), "");
}

TEST_F(Images, FragmentsThatAreNotThereStoreNothing) {
    const GLuint name = make_texture(GL_TEXTURE_1D, GL_R32UI, 4);
    bind(0, name, GL_R32UI);
    load_fragments("ATOMIM.ADD.U32 t.x, {1}.x, {0, 0, 0, 0}, image[0], 1D;\nMOV.F result.color, {0, 1, 0, 1};\n");
    ClearColor(context(), 0, 0, 0, 0);
    Clear(context(), GL_COLOR_BUFFER_BIT);
    // A slim triangle has helpers all along its edges.
    Begin(context(), GL_TRIANGLES);
    Vertex2f(context(), -0.9f, -0.8f), Vertex2f(context(), 0.9f, 0.1f), Vertex2f(context(), -0.3f, 0.05f);
    End(context());
    uint32_t covered = 0;
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++) covered += gl_->pixel(x, y) == green;
    EXPECT_GT(covered, 100u);
    EXPECT_EQ(words_of(GL_TEXTURE_1D, 4)[0], covered);
    load_fragments(
        "SUB.F t.x, fragment.position.x, {16}.x;\nKIL t.x;\nATOMIM.ADD.U32 n.x, {1}.x, {1, 0, 0, 0}, image[0], 1D;\n"
        "MOV.F result.color, {0, 1, 0, 1};\n");
    square();
    EXPECT_EQ(words_of(GL_TEXTURE_1D, 4)[1], 48u * 64u);
    // Nothing is to be seen of these, but they are there.
    ColorMask(context(), false, false, false, false);
    square();
    EXPECT_EQ(words_of(GL_TEXTURE_1D, 4)[1], 2 * 48u * 64u);
}

// ---- what is bound

struct TargetCase {
    GLenum target;
    const char* name;
    const char* layer_name;  // of a single layer
    int width, height, depth;
    std::array<int, 4> size;  // x, y, z of Table X.5, samples
};
const TargetCase target_cases[] = {
    {GL_TEXTURE_1D, "1D", nullptr, 6, 1, 1, {6, 1, 1, 1}},
    {GL_TEXTURE_2D, "2D", nullptr, 6, 5, 1, {6, 5, 1, 1}},
    {GL_TEXTURE_3D, "3D", "2D", 6, 5, 4, {6, 5, 4, 1}},
    {GL_TEXTURE_RECTANGLE, "RECT", nullptr, 6, 5, 1, {6, 5, 1, 1}},
    {GL_TEXTURE_CUBE_MAP, "CUBE", "2D", 5, 5, 1, {5, 5, 6, 1}},
    {GL_TEXTURE_BUFFER, "BUFFER", nullptr, 6, 1, 1, {24, 1, 1, 1}},
    {GL_TEXTURE_1D_ARRAY, "ARRAY1D", "1D", 6, 3, 1, {6, 1, 3, 1}},
    {GL_TEXTURE_2D_ARRAY, "ARRAY2D", "2D", 6, 5, 3, {6, 5, 3, 1}},
    {GL_TEXTURE_CUBE_MAP_ARRAY, "ARRAYCUBE", "2D", 4, 4, 12, {4, 4, 12, 1}},
    {GL_TEXTURE_2D_MULTISAMPLE, "2DMS", nullptr, 6, 5, 1, {6, 5, 1, 4}},
    {GL_TEXTURE_2D_MULTISAMPLE_ARRAY, "ARRAY2DMS", "2DMS", 6, 5, 3, {6, 5, 3, 4}},
};

// Initial filters mix texels of levels, which integers can't be: images don't ask.
TEST_F(Images, LevelsOfIntegersAreStoredToWhateverTheFilter) {
    GLuint texture = 0;
    GenTextures(context(), 1, &texture);
    BindTexture(context(), GL_TEXTURE_2D, texture);
    TexStorage2D(context(), GL_TEXTURE_2D, 3, GL_R32UI, 8, 8);
    for (GLint level = 0; level < 3; ++level) {
        bind(0, texture, GL_R32UI, GL_READ_WRITE, false, 0, level);
        load(GL_COMPUTE_PROGRAM_NV, "!!NVcp5.0\nGROUP_SIZE 1;\nTEMP c, t;\nMOV.U c, invocation.groupid;\nMOV.U t, " +
                                        std::to_string(level + 7) + ";\nSTOREIM.U32 image[0], t, c, 2D;\nEND\n");
        DispatchCompute(context(), 8u >> level, 8u >> level, 1);
        std::vector<uint32_t> words(64u >> 2 * level);
        GetTexImage(context(), GL_TEXTURE_2D, level, GL_RED_INTEGER, GL_UNSIGNED_INT, words.data());
        expect(GL_NO_ERROR);
        EXPECT_EQ(words, std::vector<uint32_t>(words.size(), static_cast<uint32_t>(level + 7)));
    }
}

// A compute program stores number (x, y, z, sample) everywhere; another brings all to a plain buffer texture, which is
// read; what GetTexImage can read is read by it too. Then single layers.
TEST_F(Images, EveryTargetIsStoredTo) {
    for (const TargetCase& row : target_cases) {
        const auto& [width, height, depth, samples] = row.size;
        const GLuint texture = make_texture(row.target, GL_R32UI, row.width, row.height, row.depth);
        const size_t count = static_cast<size_t>(width * height * depth * samples);
        const GLuint plain = make_texture(GL_TEXTURE_BUFFER, GL_R32UI, static_cast<int>(count / 4 + 1));
        bind(0, texture, GL_R32UI);
        bind(1, plain, GL_R32UI);
        const std::string head =
            "!!NVcp5.0\nGROUP_SIZE 1;\nTEMP c, n, t;\nMOV.U c, invocation.groupid;\nMOV.U c.w, 0;\n";
        const std::string sample =
            samples > 1 ? "MOD.U c.w, c.x, 4;\nSHR.U c.x, c.x, 2;\n" : "";  // x counts samples, too
        const std::string number = "MAD.U n.x, invocation.groupid.z, " + std::to_string(height) +
                                   ", invocation.groupid.y;\nMAD.U n.x, n.x, " + std::to_string(width * samples) +
                                   ", invocation.groupid.x;\n";
        const auto run = [&](const std::string& body, int z) {
            load(GL_COMPUTE_PROGRAM_NV, head + sample + number + body + "END\n");
            DispatchCompute(context(), static_cast<GLuint>(width * samples), static_cast<GLuint>(height),
                            static_cast<GLuint>(z));
            expect(GL_NO_ERROR);
        };
        run(std::string("ADD.U t.x, n.x, 1000;\nSTOREIM.U32 image[0], t, c, ") + row.name + ";\n", depth);
        run(std::string("LOADIM.U32 t, c, image[0], ") + row.name +
                ";\nMOV.S c, {0, 0, 0, 0};\nMOV.U c.x, n.x;\nSTOREIM.U32 image[1], t, c, BUFFER;\n",
            depth);
        GLint buffer = 0;
        BindTexture(context(), GL_TEXTURE_BUFFER, plain);
        GetIntegerv(context(), GL_TEXTURE_BUFFER_DATA_STORE_BINDING, &buffer);
        BindBuffer(context(), GL_COPY_READ_BUFFER, static_cast<GLuint>(buffer));
        std::vector<uint32_t> words(count);
        GetBufferSubData(context(), GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(4 * count), words.data());
        for (size_t i = 0; i < count; i++) ASSERT_EQ(words[i], 1000 + i) << row.name;
        if (samples == 1 && row.target != GL_TEXTURE_BUFFER) {
            BindTexture(context(), row.target, texture);
            if (row.target == GL_TEXTURE_CUBE_MAP) {
                for (GLuint face = 0; face < 6; face++)
                    ASSERT_EQ(words_of(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 25)[24], 1000 + face * 25 + 24);
            } else {
                words = words_of(row.target, count);
                for (size_t i = 0; i < count; i++) ASSERT_EQ(words[i], 1000 + i) << row.name;
            }
        }
        if (!row.layer_name) continue;
        // The last layer alone: z must be 0, and no other is touched.
        bind(0, texture, GL_R32UI, GL_READ_WRITE, false, depth - 1);
        run(std::string("ADD.U t.x, n.x, 5000;\nSTOREIM.U32 image[0], t, c, ") + row.name + ";\n", 2);
        bind(0, texture, GL_R32UI);
        run(std::string("LOADIM.U32 t, c, image[0], ") + row.name +
                ";\nMOV.S c, {0, 0, 0, 0};\nMOV.U c.x, n.x;\nSTOREIM.U32 image[1], t, c, BUFFER;\n",
            depth);
        GetBufferSubData(context(), GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(4 * count), words.data());
        const size_t layer = count / static_cast<size_t>(depth);
        for (size_t i = 0; i < count; i++)
            ASSERT_EQ(words[i], i < count - layer ? 1000 + i : 5000 + i - (count - layer)) << row.name << " " << i;
        // A layer that there isn't.
        bind(0, texture, GL_R32UI, GL_READ_WRITE, false, depth);
        run(std::string("STOREIM.U32 image[0], n, c, ") + row.layer_name + ";\n", 1);
        EXPECT_EQ(message(), "");
    }
}

TEST_F(Images, LevelsAreChosen) {
    GLuint name = 0;
    GenTextures(context(), 1, &name);
    BindTexture(context(), GL_TEXTURE_2D, name);
    TexStorage2D(context(), GL_TEXTURE_2D, 3, GL_R32UI, 64, 64);
    plain_filters(context(), GL_TEXTURE_2D);
    load_fragments("STOREIM.U32 image[0], {7}.x, p, 2D;\nMOV.F result.color, 0;\n");
    const auto stored = [&](GLint level) {
        std::vector<uint32_t> words(static_cast<size_t>(4096 >> 2 * level));
        GetTexImage(context(), GL_TEXTURE_2D, level, GL_RED_INTEGER, GL_UNSIGNED_INT, words.data());
        return std::count(words.begin(), words.end(), 7u);
    };
    bind(0, name, GL_R32UI, GL_READ_WRITE, true, 0, 1);
    square();
    EXPECT_EQ(stored(0), 0);
    EXPECT_EQ(stored(1), 32 * 32);
    // Levels that are not among the texture's: none is stored to.
    bind(0, name, GL_R32UI, GL_READ_WRITE, true, 0, 2);
    TexParameteri(context(), GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 1);
    square();
    EXPECT_EQ(stored(2), 0);
    TexParameteri(context(), GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 2);
    TexParameteri(context(), GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 1);
    bind(0, name, GL_R32UI);
    square();
    EXPECT_EQ(stored(0), 0);
    TexParameteri(context(), GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 0);
    square();
    EXPECT_EQ(stored(0), 64 * 64);
    bind(0, name, GL_R32UI, GL_READ_WRITE, true, 0, 9);
    square();
    EXPECT_EQ(stored(2), 0);
    EXPECT_EQ(message(), "");
}

TEST_F(Images, FormatsOfOneSizeStandForEachOther) {
    // Red 255 of RGBA8 is 0xff of R32UI; RG16 has two halves of it.
    const GLuint name = make_texture(GL_TEXTURE_2D, GL_RGBA8, 64, 64);
    const auto drawn = [&](GLenum format, const char* body) {
        const std::vector<uint8_t> black(64 * 64 * 4);
        TexSubImage2D(context(), GL_TEXTURE_2D, 0, 0, 0, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, black.data());
        bind(0, name, format);
        load_fragments(std::string(body) + "MOV.F result.color, 0;\n");
        square();
        std::vector<uint32_t> texels(64 * 64);
        GetTexImage(context(), GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        return texels[777];
    };
    EXPECT_EQ(drawn(GL_R32UI, "STOREIM.U image[0], {305419896, 0, 0, 0}, p, 2D;\n"), 0x12345678u);
    EXPECT_EQ(drawn(GL_RGBA8UI, "STOREIM.U image[0], {1, 2, 3, 400}, p, 2D;\n"), 0xff030201u);
    EXPECT_EQ(drawn(GL_RGBA8I, "STOREIM.S image[0], {-1, -200, 3, 400}, p, 2D;\n"), 0x7f0380ffu);
    EXPECT_EQ(drawn(GL_RG16, "STOREIM.F image[0], {1, 0.5, 0, 0}, p, 2D;\n"), 0x8000ffffu);
    EXPECT_EQ(drawn(GL_RG16F, "STOREIM.F image[0], {1, -2, 0, 0}, p, 2D;\n"), 0xc0003c00u);
    EXPECT_EQ(drawn(GL_RGBA8, "STOREIM.F image[0], {1, 0, -1, 2}, p, 2D;\n"), 0xff0000ffu);
    EXPECT_EQ(drawn(GL_RGBA8, "STOREIM.U32 image[0], {305419896, 0, 0, 0}, p, 2D;\n"), 0x12345678u);
    EXPECT_EQ(drawn(GL_RGBA16, "STOREIM.F image[0], {1, 1, 1, 1}, p, 2D;\n"), 0u) << "another size";
    EXPECT_EQ(drawn(GL_R8, "STOREIM.F image[0], {1, 1, 1, 1}, p, 2D;\n"), 0u);
    EXPECT_EQ(drawn(GL_RGBA8, "STOREIM.U image[0], {1, 1, 1, 1}, p, 2D;\n"), 0u) << "numbers of another kind";
    EXPECT_EQ(drawn(GL_RGBA8, "STOREIM.U16 image[0], {1, 1, 1, 1}, p, 2D;\n"), 0u);
}

TEST_F(Images, TexturesThatAreNotFitAreNotAccessed) {
    load_fragments("STOREIM.U32 image[0], {7}.x, p, 2D;\nMOV.F result.color, 0;\n");
    // The base level needs no mipmaps, though the filter asks for them.
    GLuint name = 0;
    GenTextures(context(), 1, &name);
    BindTexture(context(), GL_TEXTURE_2D, name);
    const std::vector<uint32_t> zeros(64 * 64);
    TexImage2D(context(), GL_TEXTURE_2D, 0, GL_R32UI, 64, 64, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, zeros.data());
    bind(0, name, GL_R32UI);
    square();
    EXPECT_EQ(words_of(GL_TEXTURE_2D, 64 * 64)[5], 7u);
    // Formats that are none of images', though of one size.
    for (const GLenum format : {GL_SRGB8_ALPHA8, GL_RGB8, GL_LUMINANCE8_ALPHA8, GL_RGB9_E5}) {
        const GLuint other = make_texture(GL_TEXTURE_2D, format, 64, 64);
        bind(0, other, GL_R32UI);
        square();
        std::vector<uint8_t> texels(64 * 64 * 4);
        GetTexImage(context(), GL_TEXTURE_2D, 0, GL_RGB, GL_UNSIGNED_BYTE, texels.data());
        EXPECT_EQ(std::count(texels.begin(), texels.end(), 0), 64 * 64 * 4) << format;
    }
    EXPECT_EQ(message(), "");
}

TEST_F(Images, WhatMayNotBeIsTold) {
    const GLuint name = make_texture(GL_TEXTURE_2D, GL_R32UI, 64, 64);
    bind(2, name, GL_R32UI, GL_READ_ONLY);
    load_fragments("STOREIM.U32 image[2], {7}.x, p, 2D;\nMOV.F result.color, {0, 1, 0, 1};\n");
    square();
    std::string said = message();
    for (const char* part : {"fragment program", "line 6", "image unit 2", "for reading only"})
        EXPECT_NE(said.find(part), std::string::npos) << said << " lacks " << part;
    EXPECT_EQ(message(), "") << "once per draw";
    EXPECT_EQ(gl_->pixel(3, 3), green) << "the rest of the program runs";
    EXPECT_EQ(words_of(GL_TEXTURE_2D, 64 * 64)[0], 0u);
    bind(2, name, GL_R32UI, GL_WRITE_ONLY);
    load_fragments("LOADIM.U32 t, p, image[2], 2D;\nMOV.F result.color, {0, 1, 0, 1};\n");
    square();
    said = message();
    EXPECT_NE(said.find("for writing only"), std::string::npos) << said;
}

// ---- stages

TEST_F(Images, EveryStageStores) {
    const GLuint name = make_texture(GL_TEXTURE_1D, GL_R32UI, 8);
    bind(0, name, GL_R32UI);
    const auto count = [](int texel) {
        return "ATOMIM.ADD.U32 t.x, {1}.x, {" + std::to_string(texel) + ", 0, 0, 0}, image[0], 1D;\n";
    };
    load(GL_VERTEX_PROGRAM_ARB, "!!NVvp5.0\nTEMP t;\nMOV.F result.position, vertex.position;\n" + count(0) + "END\n");
    load(GL_TESS_CONTROL_PROGRAM_NV,
         "!!NVtcp5.0\nVERTICES_OUT 3;\nATTRIB position = vertex.position;\nTEMP t;\nINT TEMP n;\n"
         "MOV.S n.x, primitive.invocation;\nMOV.F result.position, position[n.x];\n"
         "MOV.F result.patch.tessouter[0].x, 1;\nMOV.F result.patch.tessouter[1].x, 1;\n"
         "MOV.F result.patch.tessouter[2].x, 1;\nMOV.F result.patch.tessinner[0].x, 1;\n" +
             count(1) + "END\n");
    load(GL_TESS_EVALUATION_PROGRAM_NV,
         "!!NVtep5.0\nTESS_MODE TRIANGLES;\nATTRIB position = vertex.position;\nTEMP t, p;\n"
         "MUL.F p, position[0], vertex.tesscoord.x;\nMAD.F p, position[1], vertex.tesscoord.y, p;\n"
         "MAD.F result.position, position[2], vertex.tesscoord.z, p;\n" +
             count(2) + "END\n");
    load(GL_GEOMETRY_PROGRAM_NV,
         "!!NVgp5.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 3;\nTEMP t;\n"
         "MOV.F result.position, vertex[0].position;\nEMIT;\nMOV.F result.position, vertex[1].position;\nEMIT;\n"
         "MOV.F result.position, vertex[2].position;\nEMIT;\n" +
             count(3) + "END\n");
    load_fragments(count(4) + "MOV.F result.color, {0, 1, 0, 1};\n");
    PatchParameteri(context(), GL_PATCH_VERTICES, 3);
    Begin(context(), GL_PATCHES);
    Vertex2f(context(), -1, -1), Vertex2f(context(), 3, -1), Vertex2f(context(), -1, 3);
    End(context());
    expect(GL_NO_ERROR);
    auto words = words_of(GL_TEXTURE_1D, 8);
    EXPECT_EQ(words[0], 3u);
    EXPECT_EQ(words[1], 3u);
    EXPECT_GE(words[2], 3u) << "as often as vertices are evaluated";
    EXPECT_EQ(words[3], 1u);
    EXPECT_EQ(words[4], 64u * 64u);
    load(GL_COMPUTE_PROGRAM_NV, "!!NVcp5.0\nGROUP_SIZE 33;\nTEMP t;\n" + count(5) + "END\n");
    DispatchCompute(context(), 7, 3, 1);
    words = words_of(GL_TEXTURE_1D, 8);
    EXPECT_EQ(words[5], 33u * 21u);

    // Vertex programs store though nothing is rasterized.
    for (const GLenum stage : {GL_TESS_CONTROL_PROGRAM_NV, GL_TESS_EVALUATION_PROGRAM_NV, GL_GEOMETRY_PROGRAM_NV})
        Disable(context(), stage);
    Enable(context(), GL_RASTERIZER_DISCARD);
    Begin(context(), GL_POINTS);
    for (int i = 0; i < 10; i++) Vertex2f(context(), 0, 0);
    End(context());
    expect(GL_NO_ERROR);
    words = words_of(GL_TEXTURE_1D, 8);
    EXPECT_EQ(words[0], 13u);
    EXPECT_EQ(words[4], 64u * 64u);
    EXPECT_EQ(message(), "");
}

TEST_F(Images, SizesAreAskedFor) {
    const GLuint name = make_texture(GL_TEXTURE_CUBE_MAP_ARRAY, GL_RGBA16F, 8, 8, 18);
    const GLuint multisampled = make_texture(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, 7, 9);
    const GLuint to = make_texture(GL_TEXTURE_1D, GL_RGBA32UI, 4);
    bind(0, name, GL_RGBA16F, GL_WRITE_ONLY);
    bind(1, name, GL_RGBA16F, GL_WRITE_ONLY, false, 7);
    bind(2, multisampled, GL_RGBA8);
    bind(3, to, GL_RGBA32UI);
    load(GL_COMPUTE_PROGRAM_NV,
         "!!NVcp5.0\nOPTION ARB_shader_image_size;\nOPTION ARB_shader_texture_image_samples;\nGROUP_SIZE 1;\nTEMP t;\n"
         "IMQ t, image[0], ARRAYCUBE;\nSTOREIM.S32X4 image[3], t, {0, 0, 0, 0}, 1D;\n"
         "IMQ t, image[1], 2D;\nSTOREIM.S32X4 image[3], t, {1, 0, 0, 0}, 1D;\n"
         "IMQ t, image[2], 2DMS;\nIMQS t.w, image[2], 2DMS;\nSTOREIM.S32X4 image[3], t, {2, 0, 0, 0}, 1D;\n"
         "IMQ t, image[4], 2D;\nSTOREIM.S32X4 image[3], t, {3, 0, 0, 0}, 1D;\nEND\n");
    DispatchCompute(context(), 1, 1, 1);
    uint32_t words[16];
    BindTexture(context(), GL_TEXTURE_1D, to);
    GetTexImage(context(), GL_TEXTURE_1D, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, words);
    const uint32_t expected[16] = {8, 8, 3, 0, 8, 8, 0, 0, 7, 9, 0, 4, 0, 0, 0, 0};
    for (int i = 0; i < 16; i++) EXPECT_EQ(words[i], expected[i]) << i;
}

}  // namespace
}  // namespace glapi
