// Views of textures, filling textures, and what is asked of formats.
#include <array>
#include <gtest/gtest.h>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using namespace commands;
using testing::green;
using testing::Pixel;
using testing::red;

struct TextureViews : ::testing::Test {
    GLuint storage(GLenum target, GLsizei levels, GLenum format, GLsizei width, GLsizei height, GLsizei depth = 0) {
        GLuint name = 0;
        GenTextures(*gl, 1, &name);
        BindTexture(*gl, target, name);
        if (depth)
            TexStorage3D(*gl, target, levels, format, width, height, depth);
        else
            TexStorage2D(*gl, target, levels, format, width, height);
        nearest(target);
        expect(GL_NO_ERROR);
        return name;
    }
    GLuint view(GLuint of, GLenum target, GLenum format, GLuint level = 0, GLuint levels = 1, GLuint layer = 0,
                GLuint layers = 1) {
        GLuint name = 0;
        GenTextures(*gl, 1, &name);
        TextureView(*gl, name, target, of, format, level, levels, layer, layers);
        return name;
    }
    void nearest(GLenum target) {
        TexParameteri(*gl, target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        TexParameteri(*gl, target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    GLint parameter(GLenum target, GLenum name) {
        GLint value = -1;
        GetTexParameteriv(*gl, target, name, &value);
        return value;
    }
    Pixel drawn(GLuint texture) {
        BindTexture(*gl, GL_TEXTURE_2D, texture);
        nearest(GL_TEXTURE_2D);
        Enable(*gl, GL_TEXTURE_2D);
        TexEnvi(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
        Rectf(*gl, -1, -1, 1, 1);
        expect(GL_NO_ERROR);
        return gl.pixel(9, 9);
    }
    void fill(GLenum target, GLint level, GLint layer, GLsizei size, Pixel color) {
        const std::vector<Pixel> texels(static_cast<size_t>(size) * static_cast<size_t>(size), color);
        if (target == GL_TEXTURE_2D)
            TexSubImage2D(*gl, target, level, 0, 0, size, size, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        else
            TexSubImage3D(*gl, target, level, 0, 0, layer, size, size, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        expect(GL_NO_ERROR);
    }
    void expect(GLenum code) { EXPECT_EQ(gl.error(), code); }
    testing::VersionContext gl{45, Profile::Compatibility};
};

constexpr Pixel gray{128, 128, 128, 255};

TEST_F(TextureViews, ALayerOfRowsIsARow) {
    const GLuint rows = storage(GL_TEXTURE_1D_ARRAY, 1, GL_RGBA8, 16, 5);
    const GLuint row = view(rows, GL_TEXTURE_1D, GL_RGBA8, 0, 1, 3);
    expect(GL_NO_ERROR);
    const std::vector<Pixel> texels(16, green);
    BindTexture(*gl, GL_TEXTURE_1D_ARRAY, rows);
    TexSubImage2D(*gl, GL_TEXTURE_1D_ARRAY, 0, 0, 3, 16, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    BindTexture(*gl, GL_TEXTURE_1D, row);
    GLint width = 0, height = 0;
    GetTexLevelParameteriv(*gl, GL_TEXTURE_1D, 0, GL_TEXTURE_WIDTH, &width);
    GetTexLevelParameteriv(*gl, GL_TEXTURE_1D, 0, GL_TEXTURE_HEIGHT, &height);
    EXPECT_EQ(width, 16);
    EXPECT_EQ(height, 1);
    std::vector<Pixel> read(16);
    GetTexImage(*gl, GL_TEXTURE_1D, 0, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
    EXPECT_EQ(read, texels);
    expect(GL_NO_ERROR);
}

// Formats that the core profile does not have are no other error than formats that don't fit.
TEST(TextureViewsOfCore, RemovedFormats) {
    testing::VersionContext gl{45, Profile::Core};
    GLuint names[2];
    GenTextures(*gl, 2, names);
    BindTexture(*gl, GL_TEXTURE_2D, names[0]);
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
    ::glTextureView(names[1], GL_TEXTURE_2D, names[0], GL_LUMINANCE, 0, 1, 0, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

// 8.5.3: depth and stencil formats are not for 3D textures.
TEST_F(TextureViews, NoStencilIn3D) {
    GLuint name = 0;
    GenTextures(*gl, 1, &name);
    BindTexture(*gl, GL_TEXTURE_3D, name);
    TexImage3D(*gl, GL_TEXTURE_3D, 0, GL_STENCIL_INDEX8, 4, 4, 4, 0, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, nullptr);
    expect(GL_INVALID_OPERATION);
    TexStorage3D(*gl, GL_TEXTURE_3D, 1, GL_STENCIL_INDEX8, 4, 4, 4);
    expect(GL_INVALID_OPERATION);
}

TEST_F(TextureViews, LayersAndLevelsOfAnArray) {
    const GLuint array = storage(GL_TEXTURE_2D_ARRAY, 3, GL_RGBA8, 16, 16, 4);
    fill(GL_TEXTURE_2D_ARRAY, 1, 2, 8, green);
    fill(GL_TEXTURE_2D_ARRAY, 1, 3, 8, red);
    const GLuint layer = view(array, GL_TEXTURE_2D, GL_RGBA8, 1, 1, 2);
    expect(GL_NO_ERROR);
    EXPECT_EQ(drawn(layer), green);
    GLint width = 0;
    GetTexLevelParameteriv(*gl, GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    EXPECT_EQ(width, 8);
    EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_TEXTURE_VIEW_MIN_LEVEL), 1);
    EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_TEXTURE_VIEW_NUM_LEVELS), 1);
    EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_TEXTURE_VIEW_MIN_LAYER), 2);
    EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_TEXTURE_VIEW_NUM_LAYERS), 1);
    EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_LEVELS), 3);
    EXPECT_EQ(parameter(GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_FORMAT), 1);
    // A view of a view, and what is written through one is seen through the other while draws are under way.
    const GLuint pair = view(array, GL_TEXTURE_2D_ARRAY, GL_RGBA8, 0, 9, 2, 9);
    const GLuint second = view(pair, GL_TEXTURE_2D, GL_RGBA8, 1, 1, 1);
    expect(GL_NO_ERROR);
    EXPECT_EQ(drawn(second), red);
    BindTexture(*gl, GL_TEXTURE_2D_ARRAY, pair);
    EXPECT_EQ(parameter(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_VIEW_NUM_LAYERS), 2);
    BindTexture(*gl, GL_TEXTURE_2D, second);
    Rectf(*gl, -1, -1, 1, 1);
    fill(GL_TEXTURE_2D_ARRAY, 1, 1, 8, gray);
    EXPECT_EQ(gl.pixel(9, 9), red);
    EXPECT_EQ(drawn(second), gray);
    // The memory lasts as long as a view.
    const GLuint names[] = {array, pair};
    DeleteTextures(*gl, 2, names);
    EXPECT_EQ(drawn(second), gray);
}

TEST_F(TextureViews, DrawingThroughAViewIsSeenInTheOriginal) {
    const GLuint original = storage(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 8, 8, 2);
    const GLuint seen = view(original, GL_TEXTURE_2D, GL_RGBA8, 0, 1, 1);
    GLuint framebuffer = 0;
    GenFramebuffers(*gl, 1, &framebuffer);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    FramebufferTextureLayer(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, original, 0, 1);
    ClearColor(*gl, 0, 1, 0, 1);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, 0);
    EXPECT_EQ(drawn(seen), green);
}

TEST_F(TextureViews, OtherFormatsOfTheSameMemory) {
    const GLuint bytes = storage(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
    fill(GL_TEXTURE_2D, 0, 0, 4, gray);
    const GLuint encoded = view(bytes, GL_TEXTURE_2D, GL_SRGB8_ALPHA8);
    expect(GL_NO_ERROR);
    EXPECT_EQ(drawn(encoded)[0], 55) << "128 / 255, decoded";
    const GLuint whole = view(bytes, GL_TEXTURE_2D, GL_R32UI);
    BindTexture(*gl, GL_TEXTURE_2D, whole);
    std::array<GLuint, 16> words{};
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, words.data());
    expect(GL_NO_ERROR);
    EXPECT_EQ(words[5], 0xff808080u);
    // Three bytes, all stored alike.
    const GLuint three = storage(GL_TEXTURE_2D, 1, GL_RGB8, 4, 4);
    fill(GL_TEXTURE_2D, 0, 0, 4, {10, 20, 30, 255});
    BindTexture(*gl, GL_TEXTURE_2D, view(three, GL_TEXTURE_2D, GL_RGB8UI));
    std::array<GLuint, 48> components{};
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGB_INTEGER, GL_UNSIGNED_INT, components.data());
    expect(GL_NO_ERROR);
    EXPECT_EQ(components[45], 10u);
    EXPECT_EQ(components[47], 30u);
}

TEST_F(TextureViews, MipmapsOfAView) {
    const GLuint original = storage(GL_TEXTURE_2D, 3, GL_RGBA8, 4, 4);
    fill(GL_TEXTURE_2D, 1, 0, 2, green);
    BindTexture(*gl, GL_TEXTURE_2D, view(original, GL_TEXTURE_2D, GL_RGBA8, 1, 2));
    GenerateMipmap(*gl, GL_TEXTURE_2D);
    BindTexture(*gl, GL_TEXTURE_2D, original);
    Pixel smallest{};
    GetTexImage(*gl, GL_TEXTURE_2D, 2, GL_RGBA, GL_UNSIGNED_BYTE, smallest.data());
    EXPECT_EQ(smallest, green);
}

TEST_F(TextureViews, Errors) {
    const GLuint flat = storage(GL_TEXTURE_2D, 2, GL_RGBA8, 8, 4);
    const GLuint six = storage(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 8, 4, 6);
    GLuint name = 0, loose = 0;
    GenTextures(*gl, 1, &name);
    GenTextures(*gl, 1, &loose);
    BindTexture(*gl, GL_TEXTURE_2D, loose);
    const auto fails = [&](GLenum code, GLuint texture, GLenum target, GLuint of, GLenum format, GLuint level = 0,
                           GLuint layer = 0, GLuint layers = 1) {
        TextureView(*gl, texture, target, of, format, level, 1, layer, layers);
        EXPECT_EQ(gl.error(), code);
    };
    fails(GL_INVALID_VALUE, 0, GL_TEXTURE_2D, flat, GL_RGBA8);
    fails(GL_INVALID_OPERATION, 999, GL_TEXTURE_2D, flat, GL_RGBA8);
    fails(GL_INVALID_OPERATION, loose, GL_TEXTURE_2D, flat, GL_RGBA8);
    fails(GL_INVALID_VALUE, name, GL_TEXTURE_2D, 999, GL_RGBA8);
    fails(GL_INVALID_OPERATION, name, GL_TEXTURE_2D, loose, GL_RGBA8);
    fails(GL_INVALID_OPERATION, name, GL_TEXTURE_3D, flat, GL_RGBA8);
    fails(GL_INVALID_OPERATION, name, GL_TEXTURE_2D, flat, GL_RGBA16F);
    fails(GL_INVALID_VALUE, name, GL_TEXTURE_2D, flat, GL_RGBA8, 2);
    fails(GL_INVALID_VALUE, name, GL_TEXTURE_2D, flat, GL_RGBA8, 0, 1);
    fails(GL_INVALID_VALUE, name, GL_TEXTURE_2D, six, GL_RGBA8, 0, 0, 2);
    fails(GL_INVALID_VALUE, name, GL_TEXTURE_CUBE_MAP, six, GL_RGBA8, 0, 1, 6);
    fails(GL_INVALID_OPERATION, name, GL_TEXTURE_CUBE_MAP, six, GL_RGBA8, 0, 0, 6);
    EXPECT_FALSE(IsTexture(*gl, name));
}

TEST_F(TextureViews, TexturesAreCleared) {
    const GLuint texture = storage(GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8);
    ClearTexImage(*gl, texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, green.data());
    EXPECT_EQ(drawn(texture), green);
    const float half[4] = {1, 0, 0, 1};
    ClearTexSubImage(*gl, texture, 0, 0, 0, 0, 4, 4, 1, GL_RGBA, GL_FLOAT, half);
    EXPECT_EQ(drawn(texture), red);
    std::array<Pixel, 64> texels{};
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    EXPECT_EQ(texels[8 * 3 + 3], red);
    EXPECT_EQ(texels[8 * 3 + 4], green);
    EXPECT_EQ(texels[8 * 4 + 3], green);
    ClearTexImage(*gl, texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(drawn(texture), (Pixel{0, 0, 0, 0}));
    ClearTexSubImage(*gl, texture, 0, 5, 0, 0, 4, 4, 1, GL_RGBA, GL_FLOAT, half), expect(GL_INVALID_OPERATION);
    ClearTexSubImage(*gl, texture, 0, 0, 0, 0, -1, 4, 1, GL_RGBA, GL_FLOAT, half), expect(GL_INVALID_VALUE);
    ClearTexImage(*gl, texture, 1, GL_RGBA, GL_FLOAT, half), expect(GL_INVALID_OPERATION);
    ClearTexImage(*gl, texture, 0, GL_RGBA_INTEGER, GL_INT, half), expect(GL_INVALID_OPERATION);
    ClearTexImage(*gl, texture, 0, GL_DEPTH_COMPONENT, GL_FLOAT, half), expect(GL_INVALID_OPERATION);
    ClearTexImage(*gl, 0, 0, GL_RGBA, GL_FLOAT, half), expect(GL_INVALID_OPERATION);
    ClearTexImage(*gl, 999, 0, GL_RGBA, GL_FLOAT, half), expect(GL_INVALID_OPERATION);
    const GLuint blocks = storage(GL_TEXTURE_2D, 1, GL_COMPRESSED_RGBA_BPTC_UNORM, 8, 8);
    ClearTexImage(*gl, blocks, 0, GL_RGBA, GL_FLOAT, half), expect(GL_INVALID_OPERATION);
    GLuint generic = 0;
    GenTextures(*gl, 1, &generic);
    BindTexture(*gl, GL_TEXTURE_2D, generic);
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_COMPRESSED_RGBA, 8, 8, 0, GL_RGBA, GL_FLOAT, nullptr);
    ClearTexImage(*gl, generic, 0, GL_RGBA, GL_FLOAT, half), expect(GL_INVALID_OPERATION);
    // The format is looked at before its type, what the texture has before both.
    ClearTexImage(*gl, texture, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_SHORT, half), expect(GL_INVALID_OPERATION);
    ClearTexImage(*gl, texture, 0, GL_RGBA, GL_RGBA, half), expect(GL_INVALID_ENUM);
    ClearTexImage(*gl, texture, 0, GL_FLOAT, GL_FLOAT, half), expect(GL_INVALID_ENUM);
    // Faces of a cube are slices; of an array, one layer.
    const GLuint cube = storage(GL_TEXTURE_CUBE_MAP, 1, GL_RGBA8, 2, 2);
    ClearTexSubImage(*gl, cube, 0, 0, 0, 3, 2, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, green.data());
    expect(GL_NO_ERROR);
    for (GLenum face = 0; face < 6; ++face) {
        std::array<Pixel, 4> filled{};
        GetTexImage(*gl, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA, GL_UNSIGNED_BYTE, filled.data());
        EXPECT_EQ(filled[3], face == 3 || face == 4 ? green : Pixel{}) << face;
    }
    const GLuint depth = storage(GL_TEXTURE_2D, 1, GL_DEPTH24_STENCIL8, 2, 2);
    const GLuint packed = 0x80000000u | 7;
    ClearTexImage(*gl, depth, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, &packed);
    std::array<GLuint, 4> words{};
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, words.data());
    EXPECT_EQ(words[2], packed);
    ClearTexImage(*gl, depth, 0, GL_DEPTH_COMPONENT, GL_FLOAT, half), expect(GL_INVALID_OPERATION);
}

TEST_F(TextureViews, FormatsAreAskedFor) {
    const auto asked = [&](GLenum target, GLenum format, GLenum query) {
        GLint value = -1;
        GetInternalformativ(*gl, target, format, query, 1, &value);
        expect(GL_NO_ERROR);
        return static_cast<GLenum>(value);
    };
    EXPECT_EQ(asked(GL_TEXTURE_2D, GL_RGBA8, GL_INTERNALFORMAT_SUPPORTED), GLenum{GL_TRUE});
    EXPECT_EQ(asked(GL_TEXTURE_2D, 0x1234, GL_INTERNALFORMAT_SUPPORTED), GLenum{GL_FALSE});
    EXPECT_EQ(asked(GL_TEXTURE_BUFFER, GL_RGB8, GL_INTERNALFORMAT_SUPPORTED), GLenum{GL_FALSE});
    EXPECT_EQ(asked(GL_TEXTURE_2D, GL_RG16F, GL_INTERNALFORMAT_GREEN_SIZE), 16u);
    EXPECT_EQ(asked(GL_TEXTURE_2D, GL_RG16F, GL_INTERNALFORMAT_BLUE_TYPE), GLenum{GL_NONE});
    EXPECT_EQ(asked(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, GL_INTERNALFORMAT_STENCIL_TYPE), GLenum{GL_UNSIGNED_INT});
    EXPECT_EQ(asked(GL_TEXTURE_3D, GL_RGBA8, GL_MAX_DEPTH), 2048u);
    EXPECT_EQ(asked(GL_TEXTURE_1D, GL_RGBA8, GL_MAX_HEIGHT), 0u);
    EXPECT_EQ(asked(GL_TEXTURE_2D, GL_RGB9_E5, GL_COLOR_RENDERABLE), GLenum{GL_FALSE});
    EXPECT_EQ(asked(GL_TEXTURE_2D, GL_SRGB8, GL_COLOR_ENCODING), GLenum{GL_SRGB});
    EXPECT_EQ(asked(GL_TEXTURE_2D, GL_RGBA8UI, GL_FILTER), GLenum{GL_NONE});
    EXPECT_EQ(asked(GL_TEXTURE_2D, GL_RGBA8, GL_FILTER), GLenum{GL_FULL_SUPPORT});
    EXPECT_EQ(asked(GL_TEXTURE_2D, GL_RG16F, GL_IMAGE_COMPATIBILITY_CLASS), GLenum{GL_IMAGE_CLASS_2_X_16});
    EXPECT_EQ(asked(GL_TEXTURE_2D, GL_R11F_G11F_B10F, GL_IMAGE_PIXEL_TYPE), GLenum{GL_UNSIGNED_INT_10F_11F_11F_REV});
    EXPECT_EQ(asked(GL_TEXTURE_2D, GL_COMPRESSED_RGBA_BPTC_UNORM, GL_TEXTURE_COMPRESSED_BLOCK_SIZE), 16u);
    EXPECT_EQ(asked(GL_TEXTURE_2D, GL_RGB10_A2, GL_VIEW_COMPATIBILITY_CLASS), GLenum{GL_VIEW_CLASS_32_BITS});
    EXPECT_EQ(asked(GL_RENDERBUFFER, GL_RGBA8, GL_NUM_SAMPLE_COUNTS), 4u);
    EXPECT_EQ(asked(GL_RENDERBUFFER, GL_RGBA8, GL_SAMPLES), 16u);
    EXPECT_EQ(asked(GL_TEXTURE_2D, GL_RGBA8, GL_NUM_SAMPLE_COUNTS), 0u);
    EXPECT_EQ(asked(GL_TEXTURE_2D, GL_RGBA8, GL_SAMPLES), GLenum(-1)) << "nothing is written";
    GLint64 product = 0;
    GetInternalformati64v(*gl, GL_TEXTURE_3D, GL_RGBA8, GL_MAX_COMBINED_DIMENSIONS, 1, &product);
    EXPECT_EQ(product, int64_t{2048} * 2048 * 2048);
    GetInternalformati64v(*gl, GL_TEXTURE_CUBE_MAP_ARRAY, GL_RGBA8, GL_MAX_COMBINED_DIMENSIONS, 1, &product);
    EXPECT_EQ(product, int64_t{16384} * 16384 * 2048 * 6);
    GLint value = 0;
    // Formats that a profile has not are no errors, either.
    {
        const testing::VersionContext core(45, Profile::Core);
        glGetInternalformativ(GL_TEXTURE_2D, GL_INTENSITY8, GL_INTERNALFORMAT_SUPPORTED, 1, &value);
        EXPECT_EQ(core.error(), GLenum{GL_NO_ERROR});
        EXPECT_EQ(value, GL_FALSE);
    }
    make_current(gl.context, gl.window, gl.window);
    GetInternalformativ(*gl, GL_TEXTURE_CUBE_MAP_NEGATIVE_X, GL_RGBA8, GL_SAMPLES, 1, &value);
    expect(GL_INVALID_ENUM);
    GetInternalformativ(*gl, GL_TEXTURE_2D, GL_RGBA8, GL_TEXTURE_WIDTH, 1, &value), expect(GL_INVALID_ENUM);
    GetInternalformativ(*gl, GL_TEXTURE_2D, GL_RGBA8, GL_MIPMAP, -1, &value), expect(GL_INVALID_VALUE);
}

}  // namespace
}  // namespace glapi
