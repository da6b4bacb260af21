// Client pixels in and out: layouts, conversions, pixel transfer, internal formats and mipmaps.
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

#include "glapi/generated/gl.h"
#include "glapi/pixels/image_copy.h"
#include "glapi/pixels/internal_formats.h"
#include "glapi/pixels/mipmap.h"
#include "glapi/pixels/pack.h"
#include "glapi/pixels/pixel_types.h"
#include "glapi/pixels/unpack.h"
#include "runtime/formats/float_bits.h"

namespace glapi {
namespace {

using runtime::bits_of;
using runtime::Extent;
using runtime::float_of;
using runtime::Format;
using runtime::Image;
using runtime::Texel;

constexpr uint32_t all_formats[] = {GL_COLOR_INDEX,   GL_STENCIL_INDEX, GL_DEPTH_COMPONENT,
                                    GL_DEPTH_STENCIL, GL_RED,           GL_GREEN,
                                    GL_BLUE,          GL_ALPHA,         GL_RG,
                                    GL_RGB,           GL_RGBA,          GL_BGR,
                                    GL_BGRA,          GL_LUMINANCE,     GL_LUMINANCE_ALPHA,
                                    GL_RED_INTEGER,   GL_GREEN_INTEGER, GL_BLUE_INTEGER,
                                    GL_RG_INTEGER,    GL_RGB_INTEGER,   GL_RGBA_INTEGER,
                                    GL_BGR_INTEGER,   GL_BGRA_INTEGER};
constexpr uint32_t all_types[] = {GL_UNSIGNED_BYTE,
                                  GL_BYTE,
                                  GL_UNSIGNED_SHORT,
                                  GL_SHORT,
                                  GL_UNSIGNED_INT,
                                  GL_INT,
                                  GL_HALF_FLOAT,
                                  GL_FLOAT,
                                  GL_BITMAP,
                                  GL_UNSIGNED_BYTE_3_3_2,
                                  GL_UNSIGNED_BYTE_2_3_3_REV,
                                  GL_UNSIGNED_SHORT_5_6_5,
                                  GL_UNSIGNED_SHORT_5_6_5_REV,
                                  GL_UNSIGNED_SHORT_4_4_4_4,
                                  GL_UNSIGNED_SHORT_4_4_4_4_REV,
                                  GL_UNSIGNED_SHORT_5_5_5_1,
                                  GL_UNSIGNED_SHORT_1_5_5_5_REV,
                                  GL_UNSIGNED_INT_8_8_8_8,
                                  GL_UNSIGNED_INT_8_8_8_8_REV,
                                  GL_UNSIGNED_INT_10_10_10_2,
                                  GL_UNSIGNED_INT_2_10_10_10_REV,
                                  GL_UNSIGNED_INT_10F_11F_11F_REV,
                                  GL_UNSIGNED_INT_5_9_9_9_REV,
                                  GL_UNSIGNED_INT_24_8,
                                  GL_FLOAT_32_UNSIGNED_INT_24_8_REV};

TEST(PixelLayout, ChecksPairs) {
    EXPECT_EQ(check_pixel_format(GL_RGBA, GL_UNSIGNED_BYTE), uint32_t{GL_NO_ERROR});
    EXPECT_EQ(check_pixel_format(GL_RGBA8, GL_UNSIGNED_BYTE), uint32_t{GL_INVALID_ENUM});
    EXPECT_EQ(check_pixel_format(GL_RGBA, GL_DOUBLE), uint32_t{GL_INVALID_ENUM});
    EXPECT_EQ(check_pixel_format(GL_RGBA, GL_BITMAP), uint32_t{GL_INVALID_ENUM});
    EXPECT_EQ(check_pixel_format(GL_STENCIL_INDEX, GL_BITMAP), uint32_t{GL_NO_ERROR});
    EXPECT_EQ(check_pixel_format(GL_RGBA, GL_UNSIGNED_SHORT_5_6_5), uint32_t{GL_INVALID_OPERATION});
    EXPECT_EQ(check_pixel_format(GL_RGB, GL_UNSIGNED_INT_8_8_8_8_REV), uint32_t{GL_INVALID_OPERATION});
    EXPECT_EQ(check_pixel_format(GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV), uint32_t{GL_NO_ERROR});
    EXPECT_EQ(check_pixel_format(GL_DEPTH_STENCIL, GL_FLOAT), uint32_t{GL_INVALID_ENUM});
    EXPECT_EQ(check_pixel_format(GL_RED, GL_UNSIGNED_INT_24_8), uint32_t{GL_INVALID_OPERATION});
    EXPECT_EQ(check_pixel_format(GL_RGBA_INTEGER, GL_FLOAT), uint32_t{GL_INVALID_ENUM});
}

TEST(PixelLayout, FollowsThePixelStore) {
    PixelStore store;
    // Equation 3.13: rows of 3-byte pixels padded to the alignment.
    PixelLayout layout = pixel_layout(store, GL_RGB, GL_UNSIGNED_BYTE, 5, 3, 1, 2);
    EXPECT_EQ(layout.row_stride, 16u);
    EXPECT_EQ(layout.first, 0u);
    EXPECT_EQ(layout.end, 16u * 2 + 15);
    store.alignment = 1;
    store.row_length = 10;
    store.skip_pixels = 2;
    store.skip_rows = 3;
    store.image_height = 7;
    store.skip_images = 1;
    layout = pixel_layout(store, GL_RGB, GL_UNSIGNED_SHORT, 5, 3, 2, 3);
    EXPECT_EQ(layout.row_stride, 60u);
    EXPECT_EQ(layout.image_stride, 420u);
    EXPECT_EQ(layout.first, 420u + 180 + 12);
    EXPECT_EQ(layout.end, layout.first + 420 + 120 + 30);
    // Two-dimensional images know nothing of images.
    EXPECT_EQ(pixel_layout(store, GL_RGB, GL_UNSIGNED_SHORT, 5, 3, 1, 2).first, 192u);
    EXPECT_EQ(pixel_layout(store, GL_RGB, GL_UNSIGNED_SHORT, 5, 1, 1, 1).first, 12u);
    // Bitmaps count bits.
    store = {};
    store.skip_pixels = 11;
    layout = pixel_layout(store, GL_COLOR_INDEX, GL_BITMAP, 8, 2, 1, 2);
    EXPECT_EQ(layout.first, 1u);
    EXPECT_EQ(layout.first_bit, 3);
    EXPECT_EQ(layout.row_stride, 4u);
    EXPECT_EQ(layout.end, 1u + 2 + 4);
    // Absurd skips end at the end of memory rather than somewhere valid.
    store.skip_images = store.image_height = store.row_length = INT32_MAX;
    EXPECT_EQ(pixel_layout(store, GL_RGBA, GL_FLOAT, 1, 1, 1, 3).end, SIZE_MAX);
    EXPECT_EQ(pixel_layout(store, GL_RGBA, GL_FLOAT, 0, 1, 1, 3).end, 0u);
}

// Every pair of format and type: what is unpacked, packs to the same bytes.
TEST(Pixels, PackIsTheInverseOfUnpack) {
    std::mt19937 random(31);
    constexpr int count = 32;
    int pairs = 0;
    for (uint32_t format : all_formats)
        for (uint32_t type : all_types)
            for (bool swap : {false, true}) {
                if (check_pixel_format(format, type) != GL_NO_ERROR) continue;
                const PixelKind kind = pixel_kind(format);
                // Indices unpack to colours, and luminance sums colours on the way out.
                if (kind == PixelKind::ColorIndex || format == GL_LUMINANCE || format == GL_LUMINANCE_ALPHA) continue;
                ++pairs;
                SCOPED_TRACE(::testing::Message() << std::hex << format << ' ' << type);
                PixelState state;
                state.pack.swap_bytes = state.unpack.swap_bytes = swap;
                const PixelLayout layout = pixel_layout(state.unpack, format, type, count, 1, 1, 2);
                std::vector<std::byte> pixels(layout.end), packed(layout.end);
                for (std::byte& b : pixels) b = static_cast<std::byte>(random());
                std::vector<Texel> texels(count);
                std::vector<uint8_t> stencil(count);
                const auto round_trip = [&](const std::vector<std::byte>& from, std::vector<std::byte>& to) {
                    if (kind == PixelKind::Stencil) {
                        unpack_stencil_row(state, layout, from.data(), count, stencil.data());
                        pack_stencil_row(state, layout, stencil.data(), count, to.data());
                    } else if (kind == PixelKind::DepthStencil) {
                        unpack_row(state, layout, from.data(), count, texels.data());
                        unpack_stencil_row(state, layout, from.data(), count, stencil.data());
                        pack_depth_stencil_row(state, layout, texels.data(), stencil.data(), count, to.data());
                    } else {
                        unpack_row(state, layout, from.data(), count, texels.data());
                        pack_row(state, layout, texels.data(), count, false, to.data());
                    }
                };
                // Once through takes away what has no unique encoding; after that nothing may change.
                std::vector<std::byte> again(layout.end);
                round_trip(pixels, packed);
                round_trip(packed, again);
                EXPECT_EQ(packed, again);
                const bool exact = type == GL_UNSIGNED_BYTE || type == GL_UNSIGNED_SHORT || type == GL_BITMAP ||
                                   (find_pixel_type(type)->encoding == PixelTypeInfo::Encoding::Packed);
                if (exact && kind != PixelKind::Stencil) {
                    EXPECT_EQ(pixels, packed);
                }
            }
    EXPECT_GT(pairs, 150);
}

TEST(Pixels, ComponentsGoWhereTheFormatSays) {
    PixelState state;
    const uint8_t bytes[4] = {51, 102, 153, 204};
    const auto unpack = [&](uint32_t format) {
        const PixelLayout layout = pixel_layout(state.unpack, format, GL_UNSIGNED_BYTE, 1, 1, 1, 2);
        Texel texel;
        unpack_row(state, layout, reinterpret_cast<const std::byte*>(bytes), 1, &texel);
        return std::array{float_of(texel[0]), float_of(texel[1]), float_of(texel[2]), float_of(texel[3])};
    };
    const float a = 51 / 255.0f, b = 102 / 255.0f, c = 153 / 255.0f, d = 204 / 255.0f;
    EXPECT_EQ(unpack(GL_RGBA), (std::array{a, b, c, d}));
    EXPECT_EQ(unpack(GL_BGRA), (std::array{c, b, a, d}));
    EXPECT_EQ(unpack(GL_ABGR_EXT), (std::array{d, c, b, a}));
    EXPECT_EQ(unpack(GL_BGR), (std::array{c, b, a, 1.0f}));
    EXPECT_EQ(unpack(GL_GREEN), (std::array{0.0f, a, 0.0f, 1.0f}));
    EXPECT_EQ(unpack(GL_ALPHA), (std::array{0.0f, 0.0f, 0.0f, a}));
    EXPECT_EQ(unpack(GL_LUMINANCE_ALPHA), (std::array{a, a, a, b}));
    // Packed: red in the most significant bits, or the least in REV types.
    const uint16_t word = 0xf801;
    Texel texel;
    unpack_row(state, pixel_layout(state.unpack, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 1, 1, 1, 2),
               reinterpret_cast<const std::byte*>(&word), 1, &texel);
    EXPECT_EQ(float_of(texel[0]), 1.0f);
    EXPECT_EQ(float_of(texel[2]), 1 / 31.0f);
    unpack_row(state, pixel_layout(state.unpack, GL_BGRA, GL_UNSIGNED_SHORT_1_5_5_5_REV, 1, 1, 1, 2),
               reinterpret_cast<const std::byte*>(&word), 1, &texel);
    EXPECT_EQ(float_of(texel[2]), 1 / 31.0f);
    EXPECT_EQ(float_of(texel[0]), 30 / 31.0f);
    EXPECT_EQ(float_of(texel[3]), 1.0f);
}

TEST(Pixels, TransferScalesBiasesAndMaps) {
    PixelState state;
    state.transfer.scale = {2, 1, 1, 1};
    state.transfer.bias = {-0.5f, 0.25f, 0, 0};
    const float pixel[4] = {0.5f, 0.5f, 0.75f, 1};
    const PixelLayout layout = pixel_layout(state.unpack, GL_RGBA, GL_FLOAT, 1, 1, 1, 2);
    Texel texel;
    unpack_row(state, layout, reinterpret_cast<const std::byte*>(pixel), 1, &texel);
    EXPECT_EQ(float_of(texel[0]), 0.5f);
    EXPECT_EQ(float_of(texel[1]), 0.75f);
    state.transfer.map_color = true;
    state.transfer.maps[static_cast<size_t>(PixelMap::RToR)] = {0, 0.25f, 1};
    state.transfer.maps[static_cast<size_t>(PixelMap::BToB)] = {1, 0};
    unpack_row(state, layout, reinterpret_cast<const std::byte*>(pixel), 1, &texel);
    EXPECT_EQ(float_of(texel[0]), 0.25f);
    EXPECT_EQ(float_of(texel[2]), 0.0f);

    state.transfer.index_shift = 1;
    state.transfer.index_offset = 1;
    state.transfer.map_stencil = true;
    state.transfer.maps[static_cast<size_t>(PixelMap::SToS)] = {10, 11, 12, 13, 14, 15, 16, 17};
    const uint8_t index = 2;
    uint8_t stencil;
    unpack_stencil_row(state, pixel_layout(state.unpack, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, 1, 1, 1, 2),
                       reinterpret_cast<const std::byte*>(&index), 1, &stencil);
    EXPECT_EQ(stencil, 15);
}

TEST(Pixels, ColorIndicesAndBitmapsGoThroughTheMaps) {
    PixelState state;
    state.transfer.maps[static_cast<size_t>(PixelMap::IToR)] = {0.25f, 0.5f};
    state.transfer.maps[static_cast<size_t>(PixelMap::IToA)] = {1, 0.75f};
    const uint8_t bits = 0b01100000;
    Texel texels[3];
    const PixelLayout layout = pixel_layout(state.unpack, GL_COLOR_INDEX, GL_BITMAP, 3, 1, 1, 2);
    unpack_row(state, layout, reinterpret_cast<const std::byte*>(&bits), 3, texels);
    EXPECT_EQ(float_of(texels[0][0]), 0.25f);
    EXPECT_EQ(float_of(texels[1][0]), 0.5f);
    EXPECT_EQ(float_of(texels[2][3]), 0.75f);
    state.unpack.lsb_first = true;
    unpack_row(state, layout, reinterpret_cast<const std::byte*>(&bits), 3, texels);
    EXPECT_EQ(float_of(texels[1][0]), 0.25f);
}

// Whole images into every colour format and back, whichever fast paths they take.
TEST(Pixels, ImagesComeBackFromEveryUnormFormat) {
    std::mt19937 random(32);
    constexpr int32_t width = 7, height = 5;
    for (int f = 1; f < static_cast<int>(Format::Count); ++f) {
        const Format format = static_cast<Format>(f);
        const runtime::FormatInfo& info = runtime::format_info(format);
        if (info.component_class != runtime::ComponentClass::Unorm || info.block_width != 1) continue;
        for (uint32_t client : {GL_RGBA, GL_BGRA, GL_RGB, GL_BGR})
            for (uint32_t type : {GL_UNSIGNED_BYTE, GL_FLOAT}) {
                SCOPED_TRACE(::testing::Message() << info.name << std::hex << ' ' << client << ' ' << type);
                PixelState state;
                state.unpack.skip_pixels = 1;
                state.unpack.row_length = width + 3;
                const PixelLayout in = pixel_layout(state.unpack, client, type, width, height, 1, 2);
                const PixelLayout out = pixel_layout(state.pack, client, type, width, height, 1, 2);
                std::vector<std::byte> pixels(in.end), packed(out.end), expected(out.end);
                for (size_t i = 0; i < pixels.size(); i += 4) {
                    const float value = static_cast<float>(random() % 256) / 255.0f;
                    if (type == GL_FLOAT)
                        std::memcpy(&pixels[i], &value, 4);
                    else
                        for (size_t k = i; k < std::min(i + 4, pixels.size()); ++k)
                            pixels[k] = static_cast<std::byte>(random());
                }
                Image image(format, {width + 2, height + 1, 1});
                unpack_image(state, in, pixels.data(), image, {1, 1, 0, width, height, 1});
                pack_image(state, out, image, {1, 1, 0, width, height, 1}, false, false, packed.data());
                // The same by rows and texels.
                for (int32_t y = 0; y < height; ++y) {
                    Texel texels[width], stored[width];
                    std::byte row[width * 8];
                    unpack_row(state, in, pixels.data() + in.first + static_cast<size_t>(y) * in.row_stride, width,
                               texels);
                    const Format plain = runtime::linear_counterpart(format);
                    runtime::store_texels(plain, row, 0, width, texels);
                    runtime::load_texels(plain, row, 0, width, stored);
                    luminance_to_red(plain, stored, width);
                    pack_row(state, out, stored, width, false,
                             expected.data() + static_cast<size_t>(y) * out.row_stride);
                }
                for (int32_t y = 0; y < height; ++y) {
                    const size_t row = static_cast<size_t>(y) * out.row_stride;
                    EXPECT_EQ(std::memcmp(&packed[row], &expected[row], width * out.pixel_bytes), 0) << "row " << y;
                }
            }
    }
}

TEST(Pixels, LuminanceReadsAsTheSpecificationSays) {
    PixelState state;
    Image image(Format::La8Unorm, {1, 1, 1});
    const Texel texel{bits_of(0.2f), bits_of(0.9f), bits_of(0.9f), bits_of(0.6f)};
    runtime::store_texels(Format::La8Unorm, image.row(0), 0, 1, &texel);
    uint8_t rgba[4] = {};
    const PixelLayout layout = pixel_layout(state.pack, GL_RGBA, GL_UNSIGNED_BYTE, 1, 1, 1, 2);
    // GetTexImage: (L, 0, 0, A), table 6.1
    pack_image(state, layout, image, {}, true, false, reinterpret_cast<std::byte*>(rgba));
    EXPECT_EQ(rgba[0], 0);  // an empty box writes nothing
    pack_image(state, layout, image, {0, 0, 0, 1, 1, 1}, true, false, reinterpret_cast<std::byte*>(rgba));
    EXPECT_EQ((std::array{rgba[0], rgba[1], rgba[2], rgba[3]}), (std::array<uint8_t, 4>{51, 0, 0, 153}));
    // Textures give red as luminance, and no pixel transfer is done.
    Image color(Format::Rgba8Unorm, {1, 1, 1});
    const Texel shades{bits_of(0.2f), bits_of(0.4f), bits_of(0.4f), bits_of(1.0f)};
    runtime::store_texels(Format::Rgba8Unorm, color.row(0), 0, 1, &shades);
    PixelState scaling;
    scaling.transfer.scale = {2, 2, 2, 2};
    uint8_t grey = 0;
    pack_image(scaling, pixel_layout(state.pack, GL_LUMINANCE, GL_UNSIGNED_BYTE, 1, 1, 1, 2), color, {0, 0, 0, 1, 1, 1},
               true, false, reinterpret_cast<std::byte*>(&grey));
    EXPECT_EQ(grey, 51);
    // ReadPixels' luminance is a sum.
    const Texel colors{bits_of(0.2f), bits_of(0.3f), bits_of(0.4f), bits_of(1.0f)};
    float sum;
    pack_row(state, pixel_layout(state.pack, GL_LUMINANCE, GL_FLOAT, 1, 1, 1, 2), &colors, 1, false,
             reinterpret_cast<std::byte*>(&sum));
    EXPECT_FLOAT_EQ(sum, 0.9f);
}

TEST(Pixels, DepthAndStencilGoIntoTheirParts) {
    PixelState state;
    Image image(Format::Depth24Stencil8, {2, 1, 1});
    const uint32_t both[2] = {0x80000012, 0xffffff34};
    unpack_image(state, pixel_layout(state.unpack, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, 2, 1, 1, 2),
                 reinterpret_cast<const std::byte*>(both), image, {0, 0, 0, 2, 1, 1});
    const float depth = 0.25f;
    unpack_image(state, pixel_layout(state.unpack, GL_DEPTH_COMPONENT, GL_FLOAT, 1, 1, 1, 2),
                 reinterpret_cast<const std::byte*>(&depth), image, {1, 0, 0, 1, 1, 1});
    uint32_t read[2];
    pack_image(state, pixel_layout(state.pack, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, 2, 1, 1, 2), image,
               {0, 0, 0, 2, 1, 1}, false, false, reinterpret_cast<std::byte*>(read));
    EXPECT_EQ(read[0], 0x80000012u);
    EXPECT_EQ(read[1], 0x40000034u);
}

TEST(Pixels, AreCompressedIntoBlocks) {
    PixelState state;
    Image image(Format::Dxt1RgbUnorm, {10, 6, 1});
    std::vector<uint8_t> pixels(size_t{10} * 6 * 4);
    for (size_t i = 0; i < pixels.size(); i += 4) {
        const bool right = i / 4 % 10 >= 4;
        pixels[i] = right ? 255 : 0;
        pixels[i + 1] = 255;
        pixels[i + 2] = right ? 0 : 255;
        pixels[i + 3] = 255;
    }
    const PixelLayout layout = pixel_layout(state.unpack, GL_RGBA, GL_UNSIGNED_BYTE, 10, 6, 1, 2);
    unpack_image(state, layout, reinterpret_cast<const std::byte*>(pixels.data()), image, {0, 0, 0, 10, 6, 1});
    std::vector<uint8_t> back(pixels.size());
    pack_image(state, layout, image, {0, 0, 0, 10, 6, 1}, true, false, reinterpret_cast<std::byte*>(back.data()));
    EXPECT_EQ(back, pixels);
    const auto smaller = mipmap_level_in(image.format(), next_mipmap_level(image, runtime::TextureKind::Texture2D));
    ASSERT_TRUE(smaller);
    EXPECT_EQ(smaller->format(), Format::Dxt1RgbUnorm);
    EXPECT_EQ(smaller->extent(), (Extent{5, 3, 1}));
}

// The rows as data, and not as statements: over a hundred expansions of assertions take a minute to compile.
struct FormatRow {
    const char* text;
    uint32_t name;
    Format storage;
};
constexpr FormatRow format_rows[] = {
#define GLAPI_INTERNAL_FORMAT(row, storage, row_base, compressed, is_renderable, is_sized) {#row, row, Format::storage},
#include "glapi/pixels/internal_formats.def"
#undef GLAPI_INTERNAL_FORMAT
};

TEST(InternalFormats, AreStoredInFormatsOfTheirBase) {
    for (uint32_t name : {GL_RGBA, GL_RGB8, GL_LUMINANCE8_ALPHA8, GL_DEPTH_COMPONENT24, GL_RGBA32F, GL_SRGB8_ALPHA8}) {
        ASSERT_NE(find_internal_format(name), nullptr);
        EXPECT_EQ(find_internal_format(name)->name, name);
    }
    EXPECT_EQ(find_internal_format(0), nullptr);
    EXPECT_EQ(find_internal_format(GL_TEXTURE_2D), nullptr);
    for (const FormatRow& row : format_rows) {
        SCOPED_TRACE(row.text);
        const InternalFormat* found = find_internal_format(row.name);
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(found->format, row.storage) << "the name is in the table twice";
        EXPECT_EQ(runtime::format_info(found->format).base, found->base);
        const bool blocks = runtime::format_info(found->format).block_width != 1;
        if (blocks) {
            EXPECT_EQ(found->specific_name, found->name);
        }
        if (found->specific_name) {
            EXPECT_EQ(find_internal_format(found->specific_name)->base, found->base);
        }
    }
    EXPECT_GT(std::size(format_rows), 150u);
    EXPECT_EQ(compressed_image_bytes(Format::Dxt1RgbUnorm, 5, 1, 2), 32u);
}

// ∫ over each texel's share of the larger level, in double precision.
TEST(Mipmap, AveragesTheAreaOfEachTexel) {
    std::mt19937 random(33);
    std::uniform_real_distribution<float> unit(0, 1);
    const std::pair<runtime::TextureKind, Extent> shapes[] = {
        {runtime::TextureKind::Texture2D, {8, 4, 1}}, {runtime::TextureKind::Texture2D, {7, 5, 1}},
        {runtime::TextureKind::Texture2D, {1, 3, 1}}, {runtime::TextureKind::Texture3D, {5, 4, 3}},
        {runtime::TextureKind::Array1D, {6, 1, 3}},   {runtime::TextureKind::Array2D, {3, 6, 5}}};
    for (auto [kind, extent] : shapes)
        for (Format format : {Format::R32Float, Format::Rgba8Unorm, Format::Bgrx8Unorm}) {
            Image image(format, extent);
            std::vector<double> red(static_cast<size_t>(extent.width * extent.height * extent.depth));
            for (int z = 0; z < extent.depth; ++z)
                for (int y = 0; y < extent.height; ++y)
                    for (int x = 0; x < extent.width; ++x) {
                        Texel texel{bits_of(unit(random)), bits_of(unit(random)), 0, 0};
                        runtime::store_texels(format, image.row(y, z), x, 1, &texel);
                        runtime::load_texels(format, image.row(y, z), x, 1, &texel);
                        red[static_cast<size_t>((z * extent.height + y) * extent.width + x)] = float_of(texel[0]);
                    }
            const auto smaller = next_mipmap_level(image, kind);
            ASSERT_TRUE(smaller);
            const Extent to = smaller->extent();
            const bool line = kind == runtime::TextureKind::Array1D, solid = kind == runtime::TextureKind::Texture3D;
            EXPECT_EQ(to, (Extent{std::max(extent.width / 2, 1), line ? extent.height : std::max(extent.height / 2, 1),
                                  solid ? std::max(extent.depth / 2, 1) : extent.depth}));
            const auto overlap = [](int i, int size, int j, int source) {
                const double scale = double(source) / size;
                return std::max(0.0, std::min((i + 1) * scale, j + 1.0) - std::max(i * scale, double(j))) / scale;
            };
            for (int z = 0; z < to.depth; ++z)
                for (int y = 0; y < to.height; ++y)
                    for (int x = 0; x < to.width; ++x) {
                        double sum = 0;
                        for (int k = 0; k < extent.depth; ++k)
                            for (int j = 0; j < extent.height; ++j)
                                for (int i = 0; i < extent.width; ++i)
                                    sum += overlap(x, to.width, i, extent.width) *
                                           overlap(y, to.height, j, extent.height) *
                                           overlap(z, to.depth, k, extent.depth) *
                                           red[static_cast<size_t>((k * extent.height + j) * extent.width + i)];
                        Texel texel;
                        runtime::load_texels(format, smaller->row(y, z), x, 1, &texel);
                        EXPECT_NEAR(float_of(texel[0]), sum, format == Format::R32Float ? 1e-6 : 0.5 / 255 + 1e-6);
                    }
        }
    EXPECT_EQ(next_mipmap_level(Image(Format::R8Uint, {4, 4, 1}), runtime::TextureKind::Texture2D), nullptr);
}

// Images so large that threads share their rows, in parts of an image: as row by row.
TEST(Unpack, OfManyRows) {
    struct Upload {
        GLenum format, type;
        Format to;
    };
    for (const Upload& upload :
         {Upload{GL_RGBA, GL_UNSIGNED_BYTE, Format::Rgba8Unorm}, Upload{GL_BGR, GL_UNSIGNED_BYTE, Format::Rgba8Unorm},
          Upload{GL_RGBA, GL_FLOAT, Format::Rgba8Unorm}, Upload{GL_LUMINANCE, GL_UNSIGNED_SHORT, Format::Rgba32Float},
          Upload{GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, Format::Depth24Stencil8},
          Upload{GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, Format::Depth32FloatStencil8}}) {
        constexpr int32_t width = 190, height = 211, depth = 2;
        PixelState state;
        state.unpack.row_length = width + 5;
        state.unpack.skip_rows = 2;
        const PixelLayout layout = pixel_layout(state.unpack, upload.format, upload.type, width, height, depth, 3);
        std::mt19937 random(3);
        std::vector<std::byte> pixels(layout.first + layout.image_stride * depth);
        if (upload.type == GL_FLOAT) {
            for (size_t i = 0; i < pixels.size(); i += 4) {
                const float value = std::uniform_real_distribution<float>(-0.2f, 1.2f)(random);
                std::memcpy(&pixels[i], &value, 4);
            }
        } else {
            for (std::byte& byte : pixels) byte = static_cast<std::byte>(random());
        }
        const Extent extent{width + 9, height + 4, depth};
        Image whole(upload.to, extent), rows(upload.to, extent);
        unpack_image(state, layout, pixels.data(), whole, {4, 3, 0, width, height, depth});
        for (int32_t z = 0; z < depth; ++z)
            for (int32_t y = 0; y < height; ++y) {
                PixelLayout row = layout;
                row.first += static_cast<size_t>(z) * layout.image_stride + static_cast<size_t>(y) * layout.row_stride;
                unpack_image(state, row, pixels.data(), rows, {4, 3 + y, z, width, 1, 1});
            }
        const size_t bytes = static_cast<size_t>(runtime::format_info(upload.to).bytes_per_block) * (width + 9);
        for (int32_t z = 0; z < depth; ++z)
            for (int32_t y = 0; y < extent.height; ++y)
                ASSERT_EQ(std::memcmp(whole.row(y, z), rows.row(y, z), bytes), 0) << upload.format << ' ' << y;
    }
}

}  // namespace
}  // namespace glapi
