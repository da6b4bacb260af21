// Textures through the commands: images, parameters, completeness, and what draws see of them.
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

#include "glapi/objects/textures/texture.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

using Texels = std::vector<uint8_t>;

GLuint new_texture(Context& context, GLenum target) {
    GLuint name = 0;
    GenTextures(context, 1, &name);
    BindTexture(context, target, name);
    return name;
}

void image_2d(Context& context, GLenum target, GLint level, int size, Pixel color, GLint format = GL_RGBA8) {
    Texels texels;
    for (int i = 0; i < size * size; ++i) texels.insert(texels.end(), color.begin(), color.end());
    TexImage2D(context, target, level, format, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
}

void nearest(Context& context, GLenum target) {
    TexParameteri(context, target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    TexParameteri(context, target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

// Draws the whole window with texture coordinates from (0, 0) to (1, 1), and z where it matters.
void draw_textured(Context& context, float scale = 1, float r = 0) {
    Begin(context, GL_QUADS);
    const float corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (const auto& c : corners) {
        TexCoord3f(context, c[0] * scale, c[1] * scale, r);
        Vertex2f(context, c[0] * 2 - 1, c[1] * 2 - 1);
    }
    End(context);
}

TEST(Texture, ReplacesColorsTexelByTexel) {
    CurrentContext gl(4, 4);
    new_texture(*gl, GL_TEXTURE_2D);
    nearest(*gl, GL_TEXTURE_2D);
    const uint8_t texels[] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 128};
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    Enable(*gl, GL_TEXTURE_2D);
    TexEnvi(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    draw_textured(*gl);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.pixel(0, 0), (Pixel{255, 0, 0, 255}));
    EXPECT_EQ(gl.pixel(3, 1), (Pixel{0, 255, 0, 255}));
    EXPECT_EQ(gl.pixel(1, 2), (Pixel{0, 0, 255, 255}));
    EXPECT_EQ(gl.pixel(3, 3), (Pixel{255, 255, 255, 128}));
}

TEST(Texture, IncompleteTexturesLeaveTexturingOff) {
    CurrentContext gl(4, 4);
    new_texture(*gl, GL_TEXTURE_2D);  // the default filter wants mipmaps, which are missing
    image_2d(*gl, GL_TEXTURE_2D, 0, 4, {255, 0, 0, 255});
    Enable(*gl, GL_TEXTURE_2D);
    TexEnvi(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    Color4f(*gl, 0, 1, 0, 1);
    draw_textured(*gl);
    EXPECT_EQ(gl.pixel(2, 2), (Pixel{0, 255, 0, 255}));
    image_2d(*gl, GL_TEXTURE_2D, 1, 2, {255, 0, 0, 255});
    draw_textured(*gl);
    EXPECT_EQ(gl.pixel(2, 2), (Pixel{0, 255, 0, 255})) << "level 2 is still missing";
    image_2d(*gl, GL_TEXTURE_2D, 2, 1, {255, 0, 0, 255});
    draw_textured(*gl);
    EXPECT_EQ(gl.pixel(2, 2), (Pixel{255, 0, 0, 255}));
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 1);
    image_2d(*gl, GL_TEXTURE_2D, 2, 8, {0, 0, 0, 0});  // of no concern now
    draw_textured(*gl);
    EXPECT_EQ(gl.pixel(2, 2), (Pixel{255, 0, 0, 255}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Texture, CubesAreCompleteWithSixLikeFaces) {
    CurrentContext gl(4, 4);
    new_texture(*gl, GL_TEXTURE_CUBE_MAP);
    nearest(*gl, GL_TEXTURE_CUBE_MAP);
    const Texture& texture = *gl.context->textures.active().textures[static_cast<int>(TextureKind::Cube)];
    for (int face = 0; face < 6; ++face) {
        EXPECT_FALSE(texture.base_complete());
        image_2d(*gl, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, 8, {static_cast<uint8_t>(face), 0, 0, 255});
    }
    EXPECT_TRUE(texture.base_complete());
    image_2d(*gl, GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, 4, {9, 0, 0, 255});
    EXPECT_FALSE(texture.base_complete());
    image_2d(*gl, GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, 8, {5, 0, 0, 255});
    EXPECT_TRUE(texture.base_complete());
    for (int face = 0; face < 6; ++face) {
        Texels texels(8 * 8 * 4);
        GetTexImage(*gl, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        EXPECT_EQ(texels[0], face);
    }
    TexImage2D(*gl, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA8, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE}) << "faces are square";
}

TEST(Texture, SubImagesChangeTheirBoxOnly) {
    CurrentContext gl;
    new_texture(*gl, GL_TEXTURE_2D);
    image_2d(*gl, GL_TEXTURE_2D, 0, 4, {1, 2, 3, 4});
    const uint8_t texels[] = {10, 20, 30, 40, 50, 60, 70, 80};
    TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 1, 2, 2, 1, GL_BGRA, GL_UNSIGNED_BYTE, texels);
    Texels got(4 * 4 * 4);
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, got.data());
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    for (int i = 0; i < 16; ++i) {
        const Texels texel(got.begin() + i * 4, got.begin() + i * 4 + 4);
        EXPECT_EQ(texel, i == 9 ? (Texels{30, 20, 10, 40}) : i == 10 ? (Texels{70, 60, 50, 80}) : (Texels{1, 2, 3, 4}));
    }
    TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 3, 0, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    TexSubImage2D(*gl, GL_TEXTURE_2D, 1, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    TexSubImage2D(*gl, GL_TEXTURE_2D, -1, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

TEST(Texture, LayersOfArraysKeepApart) {
    CurrentContext gl;
    const std::pair<GLenum, GLenum> targets[] = {
        {GL_TEXTURE_1D_ARRAY, 2}, {GL_TEXTURE_2D_ARRAY, 3}, {GL_TEXTURE_3D, 3}};
    for (const auto& [target, dimensions] : targets) {
        new_texture(*gl, target);
        Texels texels(4 * 4 * 4 * 4);
        std::iota(texels.begin(), texels.end(), 0);
        Texels got(texels.size());
        if (dimensions == 2) {
            texels.resize(4 * 4 * 4);
            TexImage2D(*gl, target, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
            TexSubImage2D(*gl, target, 0, 1, 2, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
            for (int y = 0; y < 2; ++y) std::copy_n(texels.begin() + y * 8, 8, texels.begin() + (y + 2) * 16 + 4);
        } else {
            TexImage3D(*gl, target, 0, GL_RGBA8, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        }
        got.resize(texels.size());
        GetTexImage(*gl, target, 0, GL_RGBA, GL_UNSIGNED_BYTE, got.data());
        EXPECT_EQ(got, texels);
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    }
}

TEST(Texture, MipmapsAreGeneratedOnDemandAndAutomatically) {
    for (const bool automatic : {false, true}) {
        CurrentContext gl;
        new_texture(*gl, GL_TEXTURE_2D);
        if (automatic) TexParameteri(*gl, GL_TEXTURE_2D, GL_GENERATE_MIPMAP, GL_TRUE);
        const uint8_t texels[] = {0, 0, 0, 0, 200, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 40};
        TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        if (!automatic) GenerateMipmap(*gl, GL_TEXTURE_2D);
        Texels got(4);
        GetTexImage(*gl, GL_TEXTURE_2D, 1, GL_RGBA, GL_UNSIGNED_BYTE, got.data());
        EXPECT_EQ(got, (Texels{50, 25, 0, 10}));
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    }
}

// A block of DXT1 has no room for four colors; the level behind is their mean all the same.
TEST(Texture, MipmapsOfCompressedImagesLoseNothingTwice) {
    CurrentContext gl;
    for (const bool immutable : {false, true}) {
        new_texture(*gl, GL_TEXTURE_2D);
        Texels texels;
        for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 8; ++x) {
                const Pixel quadrants[] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}};
                const Pixel& color = quadrants[2 * (y / 4) + x / 4];
                texels.insert(texels.end(), color.begin(), color.end());
            }
        constexpr GLenum format = GL_COMPRESSED_RGB_S3TC_DXT1_EXT;
        if (immutable) {
            TexStorage2D(*gl, GL_TEXTURE_2D, 4, format, 8, 8);
            TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        } else {
            TexImage2D(*gl, GL_TEXTURE_2D, 0, format, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        }
        GenerateMipmap(*gl, GL_TEXTURE_2D);
        Texels got(4);
        GetTexImage(*gl, GL_TEXTURE_2D, 3, GL_RGBA, GL_UNSIGNED_BYTE, got.data());
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(got[static_cast<size_t>(c)], 128, 4) << "component " << c;
        GLint compressed = 0;
        GetTexLevelParameteriv(*gl, GL_TEXTURE_2D, 3, GL_TEXTURE_COMPRESSED, &compressed);
        EXPECT_EQ(compressed, 1);
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    }
}

TEST(Texture, ImmutableStorageRefusesNewImages) {
    CurrentContext gl;
    new_texture(*gl, GL_TEXTURE_2D);
    TexStorage2D(*gl, GL_TEXTURE_2D, 3, GL_RGBA8, 4, 4);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    GLint value = 0;
    GetTexParameteriv(*gl, GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_LEVELS, &value);
    EXPECT_EQ(value, 3);
    GetTexLevelParameteriv(*gl, GL_TEXTURE_2D, 2, GL_TEXTURE_WIDTH, &value);
    EXPECT_EQ(value, 1);
    image_2d(*gl, GL_TEXTURE_2D, 0, 4, {});
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    new_texture(*gl, GL_TEXTURE_2D);
    TexStorage2D(*gl, GL_TEXTURE_2D, 4, GL_RGBA8, 4, 4);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION}) << "more levels than there are";
    TexStorage2D(*gl, GL_TEXTURE_2D, 1, GL_RGBA, 4, 4);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM}) << "unsized";
}

TEST(Texture, ParametersAreConvertedBothWays) {
    CurrentContext gl;
    ClampColor(*gl, GL_CLAMP_FRAGMENT_COLOR, GL_FALSE);  // border colours are read back as they are
    new_texture(*gl, GL_TEXTURE_2D);
    TexParameterf(*gl, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, static_cast<float>(GL_CLAMP_TO_EDGE));
    GLint value = 0;
    GetTexParameteriv(*gl, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, &value);
    EXPECT_EQ(value, GL_CLAMP_TO_EDGE);
    const GLfloat border[] = {1, 0.5f, 0, -1};
    TexParameterfv(*gl, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
    GLint integers[4];
    GetTexParameteriv(*gl, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, integers);
    EXPECT_EQ(integers[0], INT32_MAX);
    EXPECT_NEAR(integers[1], INT32_MAX / 2, 2);
    EXPECT_EQ(integers[3], -INT32_MAX);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_LINEAR);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, -1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    TexParameteri(*gl, GL_TEXTURE_RECTANGLE, GL_TEXTURE_WRAP_S, GL_REPEAT);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM}) << "rectangles don't repeat";
    TexParameteri(*gl, GL_PROXY_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
}

TEST(Texture, ProxiesSayWhatFits) {
    CurrentContext gl;
    GLint width = -1;
    TexImage2D(*gl, GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, 64, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    GetTexLevelParameteriv(*gl, GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    EXPECT_EQ(width, 64);
    TexImage2D(*gl, GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, limits::MAX_TEXTURE_SIZE * 2, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               nullptr);
    GetTexLevelParameteriv(*gl, GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    EXPECT_EQ(width, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Texture, BindingsFollowTargetAndDeletion) {
    CurrentContext gl;
    const GLuint name = new_texture(*gl, GL_TEXTURE_2D);
    EXPECT_TRUE(IsTexture(*gl, name));
    BindTexture(*gl, GL_TEXTURE_3D, name);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    BindTexture(*gl, GL_PROXY_TEXTURE_2D, name);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    DeleteTextures(*gl, 1, &name);
    GLint bound = -1;
    GetIntegerv(*gl, GL_TEXTURE_BINDING_2D, &bound);
    EXPECT_EQ(bound, 0);
    EXPECT_FALSE(IsTexture(*gl, name));
    GLuint generated = 0;
    GenTextures(*gl, 1, &generated);
    EXPECT_FALSE(IsTexture(*gl, generated)) << "a name without an object";
}

TEST(Texture, CompressedImagesComeBackAsGiven) {
    CurrentContext gl(4, 4);
    new_texture(*gl, GL_TEXTURE_2D);
    nearest(*gl, GL_TEXTURE_2D);
    const uint8_t block[8] = {0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0};  // all red
    CompressedTexImage2D(*gl, GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 4, 0, 8, block);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    Texels got(8);
    GetCompressedTexImage(*gl, GL_TEXTURE_2D, 0, got.data());
    EXPECT_EQ(got, Texels(block, block + 8));
    Enable(*gl, GL_TEXTURE_2D);
    TexEnvi(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    draw_textured(*gl);
    EXPECT_EQ(gl.pixel(1, 1), (Pixel{255, 0, 0, 255}));
    CompressedTexImage2D(*gl, GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 4, 0, 9, block);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    CompressedTexSubImage2D(*gl, GL_TEXTURE_2D, 0, 1, 0, 2, 2, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 8, block);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

TEST(Texture, SamplersOverrideTheTexturesOwnState) {
    CurrentContext gl(4, 4);
    new_texture(*gl, GL_TEXTURE_2D);
    image_2d(*gl, GL_TEXTURE_2D, 0, 4, {255, 0, 0, 255});  // incomplete by its own filters
    GLuint sampler = 0;
    GenSamplers(*gl, 1, &sampler);
    SamplerParameteri(*gl, sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    BindSampler(*gl, 0, sampler);
    Enable(*gl, GL_TEXTURE_2D);
    TexEnvi(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    draw_textured(*gl);
    EXPECT_EQ(gl.pixel(2, 2), (Pixel{255, 0, 0, 255}));
    DeleteSamplers(*gl, 1, &sampler);
    draw_textured(*gl);
    EXPECT_EQ(gl.pixel(2, 2), (Pixel{255, 255, 255, 255}));
    SamplerParameteri(*gl, sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

TEST(Texture, DepthTexturesCompare) {
    CurrentContext gl(4, 4);
    new_texture(*gl, GL_TEXTURE_2D);
    nearest(*gl, GL_TEXTURE_2D);
    const std::vector<float> depths(16, 0.5f);
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 4, 4, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    Enable(*gl, GL_TEXTURE_2D);
    TexEnvi(*gl, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    draw_textured(*gl, 1, 0.25f);
    EXPECT_EQ(gl.pixel(2, 2), (Pixel{255, 255, 255, 255}));
    draw_textured(*gl, 1, 0.75f);
    EXPECT_EQ(gl.pixel(2, 2), (Pixel{0, 0, 0, 255}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

TEST(Texture, CopiesFromTheFramebufferClipAtItsEdges) {
    CurrentContext gl(8, 8);
    ClearColor(*gl, 0, 0, 1, 1);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    new_texture(*gl, GL_TEXTURE_2D);
    CopyTexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGB, -1, 6, 4, 4, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    Texels got(4 * 4 * 4);
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, got.data());
    for (int y = 0; y < 2; ++y) {
        for (int x = 1; x < 4; ++x) EXPECT_EQ(got[(y * 4 + x) * 4 + 2], 255) << x << ' ' << y;
    }
    CopyTexSubImage2D(*gl, GL_TEXTURE_2D, 0, 2, 2, 0, 0, 3, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    CopyTexImage2D(*gl, GL_TEXTURE_2D, 0, 4, 0, 0, 4, 4, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM}) << "component counts are no formats here";
}

TEST(Texture, CopiesOfSizesAndPlacesAtTheEndsOfIntegers) {
    CurrentContext gl(8, 8);
    new_texture(*gl, GL_TEXTURE_2D);
    for (const GLint border : {0, 1}) {
        CopyTexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGB, 0, 0, INT32_MIN, 4, border);
        EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
        CopyTexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGB, 0, 0, 4, INT32_MIN, border);
        EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
        CopyTexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGB, INT32_MAX, INT32_MAX, 4, 4, border);
        CopyTexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGB, INT32_MIN, INT32_MIN, 4, 4, border);
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    }
}

TEST(Texture, RangesOfBuffersEndWithThem) {
    CurrentContext gl;
    new_texture(*gl, GL_TEXTURE_BUFFER);
    GLuint buffer = 0;
    GenBuffers(*gl, 1, &buffer);
    BindBuffer(*gl, GL_TEXTURE_BUFFER, buffer);
    BufferData(*gl, GL_TEXTURE_BUFFER, 1024, nullptr, GL_STATIC_DRAW);
    TexBufferRange(*gl, GL_TEXTURE_BUFFER, GL_R32UI, buffer, 512, 512);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    for (const GLsizeiptr size : {GLsizeiptr{513}, GLsizeiptr{INT64_MAX}}) {
        TexBufferRange(*gl, GL_TEXTURE_BUFFER, GL_R32UI, buffer, 512, size);
        EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE}) << size;
    }
}

TEST(Texture, PixelBuffersAreCheckedAndRead) {
    CurrentContext gl;
    new_texture(*gl, GL_TEXTURE_2D);
    GLuint buffer = 0;
    GenBuffers(*gl, 1, &buffer);
    BindBuffer(*gl, GL_PIXEL_UNPACK_BUFFER, buffer);
    Texels texels(20);
    std::iota(texels.begin(), texels.end(), 1);
    BufferData(*gl, GL_PIXEL_UNPACK_BUFFER, 20, texels.data(), GL_STATIC_DRAW);
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, reinterpret_cast<void*>(4));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, reinterpret_cast<void*>(5));
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    BindBuffer(*gl, GL_PIXEL_UNPACK_BUFFER, 0);
    Texels got(16);
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, got.data());
    EXPECT_EQ(got, Texels(texels.begin() + 4, texels.end()));
}

TEST(Texture, AScalarBorderColorIsRedInCompatibilityContexts) {
    CurrentContext gl;
    new_texture(*gl, GL_TEXTURE_2D);
    TexParameterf(*gl, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, 0.5f);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    float color[4];
    GetTexParameterfv(*gl, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, color);
    EXPECT_EQ(color[0], 0.5f);
    EXPECT_EQ(color[3], 0.0f);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, GL_RED);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
}

TEST(CopyImage, GoesByViewClassesAndNvidiasByFormats) {
    CurrentContext gl;
    GLuint names[4];
    GenTextures(*gl, 4, names);
    const GLenum formats[] = {GL_RGB8UI, GL_RGB8, GL_RGBA8, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT};
    for (size_t i = 0; i < 4; ++i) {
        BindTexture(*gl, GL_TEXTURE_2D, names[i]);
        TexStorage2D(*gl, GL_TEXTURE_2D, 1, formats[i], 8, 8);
    }
    const uint8_t texels[2 * 3] = {1, 2, 3, 4, 5, 6};
    BindTexture(*gl, GL_TEXTURE_2D, names[0]);
    PixelStorei(*gl, GL_UNPACK_ALIGNMENT, 1);
    PixelStorei(*gl, GL_PACK_ALIGNMENT, 1);
    TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 3, 2, 2, 1, GL_RGB_INTEGER, GL_UNSIGNED_BYTE, texels);
    // Whether a texel of 24 bits is stored in three bytes or four is nobody's business.
    CopyImageSubData(*gl, names[0], GL_TEXTURE_2D, 0, 3, 2, 0, names[1], GL_TEXTURE_2D, 0, 0, 0, 0, 2, 1, 1);
    ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    BindTexture(*gl, GL_TEXTURE_2D, names[1]);
    uint8_t copied[8 * 8 * 3];
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGB, GL_UNSIGNED_BYTE, copied);
    EXPECT_TRUE(std::equal(texels, texels + 6, copied));

    CopyImageSubData(*gl, names[0], GL_TEXTURE_2D, 0, 0, 0, 0, names[2], GL_TEXTURE_2D, 0, 0, 0, 0, 2, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION}) << "24 and 32 bits";
    CopyImageSubDataNV(*gl, names[0], GL_TEXTURE_2D, 0, 0, 0, 0, names[1], GL_TEXTURE_2D, 0, 0, 0, 0, 2, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION}) << "not the same format";
    CopyImageSubData(*gl, names[3], GL_TEXTURE_2D, 0, 0, 0, 0, names[3], GL_TEXTURE_2D, 0, 4, 4, 0, 3, 4, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE}) << "half a block";
    CopyImageSubData(*gl, names[3], GL_TEXTURE_2D, 0, 0, 0, 0, names[3], GL_TEXTURE_2D, 0, 4, 4, 0, 4, 4, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// SGIX_shadow: the same comparison by other names.
TEST(Textures, ShadowsOfSgi) {
    CurrentContext gl;
    const float depth = 0.4f;
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_SGIX, GL_TRUE);
    Enable(*gl, GL_TEXTURE_2D);
    for (const GLenum operation : {GL_TEXTURE_LEQUAL_R_SGIX, GL_TEXTURE_GEQUAL_R_SGIX})
        for (const float r : {0.3f, 0.5f}) {
            TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_OPERATOR_SGIX, static_cast<GLint>(operation));
            TexCoord3f(*gl, 0, 0, r);
            Rectf(*gl, -1, -1, 1, 1);
            const bool lit = operation == GL_TEXTURE_LEQUAL_R_SGIX ? r <= depth : r >= depth;
            EXPECT_EQ(gl.pixel(32, 32)[0], lit ? 255 : 0) << operation << " of " << r;
            GLint value = 0;
            GetTexParameteriv(*gl, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_OPERATOR_SGIX, &value);
            EXPECT_EQ(value, static_cast<GLint>(operation));
        }
    GLint value = 0;
    GetTexParameteriv(*gl, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, &value);
    EXPECT_EQ(value, GL_COMPARE_REF_TO_TEXTURE);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_SGIX, GL_FALSE);
    GetTexParameteriv(*gl, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_SGIX, &value);
    EXPECT_EQ(value, GL_FALSE);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_OPERATOR_SGIX, GL_LEQUAL);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
}

}  // namespace
}  // namespace glapi
