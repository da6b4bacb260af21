// glCopyImageSubData between every pair of formats: those of a view class, and compressed ones with texels of their
// blocks' size (GL 4.6 §18.3.3), bit for bit; the errors of others, and of textures that are not complete.
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/pixels/internal_formats.h"
#include "glapi/testing/es_context.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using testing::CoreContext;

// Formats that may be copied to each other: of texels, and of blocks that have no texels of their size.
struct Class {
    int bytes;
    std::vector<GLenum> formats;
};
const Class classes[] = {
    {16, {GL_RGBA32F, GL_RGBA32UI, GL_RGBA32I}},
    {12, {GL_RGB32F, GL_RGB32UI, GL_RGB32I}},
    {8, {GL_RGBA16F, GL_RG32F, GL_RGBA16UI, GL_RG32UI, GL_RGBA16I, GL_RG32I, GL_RGBA16, GL_RGBA16_SNORM}},
    {6, {GL_RGB16, GL_RGB16_SNORM, GL_RGB16F, GL_RGB16UI, GL_RGB16I}},
    {4,
     {GL_RG16F, GL_R11F_G11F_B10F, GL_R32F, GL_RGB10_A2UI, GL_RGBA8UI, GL_RG16UI, GL_R32UI, GL_RGBA8I, GL_RG16I,
      GL_R32I, GL_RGB10_A2, GL_RGBA8, GL_RG16, GL_RGBA8_SNORM, GL_RG16_SNORM, GL_SRGB8_ALPHA8, GL_RGB9_E5}},
    {3, {GL_RGB8, GL_RGB8_SNORM, GL_SRGB8, GL_RGB8UI, GL_RGB8I}},
    {2, {GL_R16F, GL_RG8UI, GL_R16UI, GL_RG8I, GL_R16I, GL_RG8, GL_R16, GL_RG8_SNORM, GL_R16_SNORM}},
    {1, {GL_R8UI, GL_R8I, GL_R8, GL_R8_SNORM}},
};
const Class blocks[] = {
    {8, {GL_COMPRESSED_RED_RGTC1, GL_COMPRESSED_SIGNED_RED_RGTC1}},
    {8, {GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_COMPRESSED_SRGB_S3TC_DXT1_EXT}},
    {8, {GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT}},
    {8, {GL_COMPRESSED_R11_EAC, GL_COMPRESSED_SIGNED_R11_EAC}},
    {8, {GL_COMPRESSED_RGB8_ETC2, GL_COMPRESSED_SRGB8_ETC2}},
    {8, {GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2, GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2}},
    {16, {GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT}},
    {16, {GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}},
    {16, {GL_COMPRESSED_RG_RGTC2, GL_COMPRESSED_SIGNED_RG_RGTC2}},
    {16, {GL_COMPRESSED_RGBA_BPTC_UNORM, GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM}},
    {16, {GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT}},
    {16, {GL_COMPRESSED_RG11_EAC, GL_COMPRESSED_SIGNED_RG11_EAC}},
    {16, {GL_COMPRESSED_RGBA8_ETC2_EAC, GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC}},
    {16, {GL_COMPRESSED_RGBA_ASTC_4x4_KHR, GL_COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR}},
    {16, {GL_COMPRESSED_RGBA_ASTC_10x6_KHR, GL_COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR}},
};

// The format by which bits go into others and come back, and the pixels that are its bits.
struct Carrier {
    int bytes;
    GLenum internal, format, type;
};
constexpr Carrier carriers[] = {
    {1, GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE},     {2, GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT},
    {3, GL_RGB8UI, GL_RGB_INTEGER, GL_UNSIGNED_BYTE},   {4, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT},
    {6, GL_RGB16UI, GL_RGB_INTEGER, GL_UNSIGNED_SHORT}, {8, GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT},
    {12, GL_RGB32UI, GL_RGB_INTEGER, GL_UNSIGNED_INT},  {16, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT},
};

struct Named {
    GLenum format;
    int bytes, group;
    bool compressed;
};

std::vector<Named> all_formats() {
    std::vector<Named> all;
    int group = 0;
    for (const Class& each : classes) {
        for (GLenum format : each.formats) all.push_back({format, each.bytes, group, false});
        ++group;
    }
    for (const Class& each : blocks) {
        for (GLenum format : each.formats) all.push_back({format, each.bytes, group, true});
        ++group;
    }
    return all;
}

struct ImageCopies : ::testing::Test {
    // A texture of one texel or block; there are two of each format.
    GLuint texture(GLenum format, bool other = false) {
        GLuint& name = textures[{format, other}];
        if (name) return name;
        const runtime::FormatInfo& info = runtime::format_info(find_internal_format(format)->format);
        ::glGenTextures(1, &name);
        ::glBindTexture(GL_TEXTURE_2D, name);
        ::glTexStorage2D(GL_TEXTURE_2D, 1, format, info.block_width, info.block_height);
        EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR}) << std::hex << format;
        return name;
    }
    GLenum copy(GLenum from, GLenum to, bool to_other = false) {
        const runtime::FormatInfo& info = runtime::format_info(find_internal_format(from)->format);
        const GLuint source = texture(from), destination = texture(to, to_other);
        ::glCopyImageSubData(source, GL_TEXTURE_2D, 0, 0, 0, 0, destination, GL_TEXTURE_2D, 0, 0, 0, 0,
                             info.block_width, info.block_height, 1);
        return ::glGetError();
    }
    void every_pair() {
        std::mt19937 random(3);
        ::glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        ::glPixelStorei(GL_PACK_ALIGNMENT, 1);
        const std::vector<Named> all = all_formats();
        int copied = 0;
        for (const Named& a : all)
            for (const Named& b : all) {
                SCOPED_TRACE(::testing::Message() << std::hex << a.format << " to " << b.format);
                const bool blocks_and_texels =
                    a.compressed != b.compressed && a.bytes == b.bytes && (a.bytes == 8 || a.bytes == 16);
                if (a.group != b.group && !blocks_and_texels) {
                    EXPECT_EQ(copy(a.format, b.format), GLenum{GL_INVALID_OPERATION});
                    continue;
                }
                ++copied;
                const Carrier& carrier = *std::ranges::find(carriers, a.bytes, &Carrier::bytes);
                uint32_t bits[4], got[4];
                for (uint32_t& word : bits) word = static_cast<uint32_t>(random()) | 0x80;
                ::glBindTexture(GL_TEXTURE_2D, texture(carrier.internal));
                ::glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, carrier.format, carrier.type, bits);
                ASSERT_EQ(copy(carrier.internal, a.format), GLenum{GL_NO_ERROR});
                ASSERT_EQ(copy(a.format, b.format), GLenum{GL_NO_ERROR});
                ASSERT_EQ(copy(b.format, carrier.internal, true), GLenum{GL_NO_ERROR});
                ::glBindTexture(GL_TEXTURE_2D, texture(carrier.internal, true));
                ::glGetTexImage(GL_TEXTURE_2D, 0, carrier.format, carrier.type, got);
                EXPECT_EQ(std::memcmp(got, bits, static_cast<size_t>(a.bytes)), 0);
            }
        EXPECT_GT(copied, 600);
    }
    std::map<std::pair<GLenum, bool>, GLuint> textures;
};

TEST_F(ImageCopies, GoBitForBitWithinViewClasses) {
    CoreContext gl(45);
    every_pair();
}

TEST_F(ImageCopies, GoWithinViewClassesInEs) {
    testing::Es2Context gl;
    const std::vector<Named> all = all_formats();
    for (const Named& a : all)
        for (const Named& b : all) {
            const bool blocks_and_texels =
                a.compressed != b.compressed && a.bytes == b.bytes && (a.bytes == 8 || a.bytes == 16);
            EXPECT_EQ(copy(a.format, b.format),
                      a.group == b.group || blocks_and_texels ? GLenum{GL_NO_ERROR} : GLenum{GL_INVALID_OPERATION})
                << std::hex << a.format << " to " << b.format;
        }
}

// Formats that are named alike by their base, or have texels of one size in no class, are not compatible.
TEST_F(ImageCopies, DepthAndNarrowFormatsGoToThemselvesOnly) {
    CoreContext gl(45);
    const GLenum formats[] = {GL_DEPTH_COMPONENT32F,
                              GL_DEPTH24_STENCIL8,
                              GL_DEPTH_COMPONENT24,
                              GL_R32F,
                              GL_R16,
                              GL_DEPTH_COMPONENT16,
                              GL_RGB565,
                              GL_RGBA4};
    for (GLenum a : formats)
        for (GLenum b : formats)
            EXPECT_EQ(copy(a, b), a == b ? GLenum{GL_NO_ERROR} : GLenum{GL_INVALID_OPERATION})
                << std::hex << a << " to " << b;
}

TEST_F(ImageCopies, TexturesMustBeCompleteButForTheirFormat) {
    CoreContext gl(45);
    GLuint names[2];
    ::glGenTextures(2, names);
    for (GLuint name : names) {
        ::glBindTexture(GL_TEXTURE_2D, name);
        ::glTexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, 4, 4, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    }
    const auto copy_level = [&](GLuint from, GLuint to) {
        ::glCopyImageSubData(from, GL_TEXTURE_2D, 0, 0, 0, 0, to, GL_TEXTURE_2D, 0, 0, 0, 0, 4, 4, 1);
        return ::glGetError();
    };
    const auto filter = [&](GLuint name, GLenum value) {
        ::glBindTexture(GL_TEXTURE_2D, name);
        ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, static_cast<GLint>(value));
    };
    EXPECT_EQ(copy_level(names[0], names[1]), GLenum{GL_INVALID_OPERATION}) << "neither has its levels";
    filter(names[0], GL_NEAREST);
    EXPECT_EQ(copy_level(names[0], names[1]), GLenum{GL_INVALID_OPERATION});
    EXPECT_EQ(copy_level(names[1], names[0]), GLenum{GL_INVALID_OPERATION});
    filter(names[1], GL_LINEAR);
    EXPECT_EQ(copy_level(names[0], names[1]), GLenum{GL_NO_ERROR}) << "integers that are filtered";
    filter(names[1], GL_NEAREST_MIPMAP_LINEAR);
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    EXPECT_EQ(copy_level(names[0], names[1]), GLenum{GL_NO_ERROR});
}

}  // namespace
}  // namespace glapi
