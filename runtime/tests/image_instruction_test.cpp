// LOADIM, STOREIM, ATOMIM, IMQ and IMQS against plain code: raw texels of every target.
#include <cmath>
#include <cstring>

#include "runtime/formats/small_floats.h"
#include "runtime/testing/image_programs.h"

namespace runtime {
namespace {

// ---- raw -----------------------------------------------------------------------------------------------------------

struct Storage {
    const char* name;
    int bytes, components;
    enum Kind : uint8_t { Plain, SignExtended, Half } kind = Plain;
    bool is_float = false;
    Format format{};
};
const Storage storages[] = {
    {"U8", 1, 1, Storage::Plain, false, Format::R8Uint},
    {"S8", 1, 1, Storage::SignExtended, false, Format::R8Sint},
    {"U16", 2, 1, Storage::Plain, false, Format::R16Uint},
    {"S16", 2, 1, Storage::SignExtended, false, Format::R16Float},
    {"U32", 4, 1, Storage::Plain, false, Format::Rgba8Unorm},
    {"S32", 4, 1, Storage::Plain, false, Format::Rgb10A2Unorm},
    {"F32", 4, 1, Storage::Plain, true, Format::R11G11B10Float},
    {"U32X2", 8, 2, Storage::Plain, false, Format::Rgba16Unorm},
    {"S32X2", 8, 2, Storage::Plain, false, Format::Rg32Sint},
    {"F32X2", 8, 2, Storage::Plain, true, Format::Rgba16Float},
    {"U32X4", 16, 4, Storage::Plain, false, Format::Rgba32Float},
    {"S32X4", 16, 4, Storage::Plain, false, Format::Rgba32Sint},
    {"F32X4", 16, 4, Storage::Plain, true, Format::Rgba32Uint},
    {"U8X2", 2, 2, Storage::Plain, false, Format::Rg8Unorm},
    {"S8X2", 2, 2, Storage::SignExtended, false, Format::Rg8Sint},
    {"U8X4", 4, 4, Storage::Plain, false, Format::R32Float},
    {"S8X4", 4, 4, Storage::SignExtended, false, Format::Rgba8Snorm},
    {"U16X2", 4, 2, Storage::Plain, false, Format::Rg16Unorm},
    {"S16X2", 4, 2, Storage::SignExtended, false, Format::Rg16Sint},
    {"U16X4", 8, 4, Storage::Plain, false, Format::Rgba16Uint},
    {"S16X4", 8, 4, Storage::SignExtended, false, Format::Rgba16Snorm},
    {"F16", 2, 1, Storage::Half, true, Format::R16Float},
    {"F16X2", 4, 2, Storage::Half, true, Format::Rg16Float},
    {"F16X4", 8, 4, Storage::Half, true, Format::Rgba16Float},
};

// A component of a texel as LOADIM brings it into a register.
uint32_t in_register(const Storage& s, const std::byte* texel, int component) {
    const int bytes = s.bytes / s.components;
    uint32_t bits = 0;
    std::memcpy(&bits, texel + component * bytes, static_cast<size_t>(bytes));
    if (s.kind == Storage::Half) return bits_of(half_to_float(static_cast<uint16_t>(bits)));
    if (s.kind == Storage::SignExtended && bits >> (8 * bytes - 1)) bits |= ~0u << 8 * bytes;
    return bits;
}

TEST(ImageInstructions, LoadEveryStorageType) {
    for (const Storage& s : storages)
        for (const SimdLevel level : simd_levels()) {
            Images images;
            images.add(TextureKind::Texture3D, s.format, {8, 4, 3});
            const LaneRun run =
                run_on(images, std::string("LOADIM.") + s.name + " t, c, image[0], 3D;\nMOV.U result.attrib[0], t;\n",
                       level, in_volume);
            for (int lane = 0; lane < group_lanes; lane++) {
                const auto at = in_volume(lane);
                const std::byte* const texel = images.images[0]->row(at[1], at[2]) + at[0] * s.bytes;
                for (int c = 0; c < 4; c++) {
                    const uint32_t missing = c < 3 ? 0 : s.is_float ? bits_of(1.0f) : 1;
                    const uint32_t expected = c < s.components ? in_register(s, texel, c) : missing;
                    ASSERT_TRUE(same_value(run.result(lane, c), expected))
                        << s.name << " lane " << lane << " component " << c << ": " << std::hex << run.result(lane, c)
                        << " instead of " << expected;
                }
            }
            EXPECT_EQ(images.fault(), "");
        }
}

TEST(ImageInstructions, StoreEveryStorageType) {
    const auto data = [](int lane, int c) { return 0x3f8a5c31u + static_cast<uint32_t>(lane * 0x01010103 + c * 0x55); };
    for (const Storage& s : storages)
        for (const SimdLevel level : simd_levels()) {
            Images images, before;
            images.add(TextureKind::Texture3D, s.format, {8, 4, 3});
            before.add(TextureKind::Texture3D, s.format, {8, 4, 3});
            run_on(images, std::string("STOREIM.") + s.name + " image[0], d, c, 3D;\n", level, in_volume, data);
            for (int z = 0; z < 3; z++)
                for (int y = 0; y < 4; y++)
                    for (int i = 0; i < 8 * s.bytes; i++) {
                        const int lane = y * 8 + i / s.bytes;
                        std::byte expected = before.images[0]->row(y, z)[i];
                        if (in_volume(lane)[2] == z) {
                            const int each = s.bytes / s.components, inside = i % s.bytes;
                            uint32_t word = data(lane, inside / each);
                            if (s.kind == Storage::Half) word = float_to_half(float_of(word));
                            expected = static_cast<std::byte>(word >> 8 * (inside % each));
                        }
                        ASSERT_EQ(images.images[0]->row(y, z)[i], expected) << s.name << " " << y << " " << i;
                    }
        }
}

TEST(ImageInstructions, StorageTypesMustHaveTheTexelsSize) {
    Images images, before;
    for (Images* i : {&images, &before}) i->add(TextureKind::Texture3D, Format::Rgba8Unorm, {8, 4, 3});
    for (const char* type : {"U8", "U16", "U32X2", "U32X4", "F16X4"}) {
        const LaneRun run = run_on(images,
                                   std::string("MOV.U t, 7;\nLOADIM.") + type + " t, c, image[0], 3D;\nSTOREIM." +
                                       type + " image[0], d, c, 3D;\nMOV.U result.attrib[0], t;\n",
                                   simd_levels().back(), in_volume, [](int, int) { return 0x12345678u; });
        for (int c = 0; c < 4; c++) EXPECT_EQ(run.result(3, c), 0u) << type;
    }
    for (int y = 0; y < 4; y++)
        for (int z = 0; z < 3; z++)
            EXPECT_EQ(std::memcmp(images.images[0]->row(y, z), before.images[0]->row(y, z), 32), 0);
    EXPECT_EQ(images.fault(), "");
}

// ---- atomic --------------------------------------------------------------------------------------------------------

struct Atomic {
    const char* name;
    Format format;
    std::function<uint32_t(uint32_t old, uint32_t x, uint32_t y)> after;
};

TEST(ImageInstructions, ChangeTexels) {
    const auto as_signed = [](uint32_t v) { return static_cast<int32_t>(v); };
    const auto halves = [](uint32_t old, uint32_t x, uint32_t y, const std::function<float(float, float)>& f) {
        const auto low = float_to_half(f(half_to_float(static_cast<uint16_t>(old)), float_of(x)));
        const auto high = float_to_half(f(half_to_float(static_cast<uint16_t>(old >> 16)), float_of(y)));
        return static_cast<uint32_t>(low) | static_cast<uint32_t>(high) << 16;
    };
    constexpr Format u = Format::R32Uint, s = Format::R32Sint, f = Format::R32Float, h = Format::Rg16Float;
    const Atomic atomics[] = {
        {"ADD.U32", u, [](uint32_t o, uint32_t x, uint32_t) { return o + x; }},
        {"ADD.S32", s, [](uint32_t o, uint32_t x, uint32_t) { return o + x; }},
        {"MIN.U32", u, [](uint32_t o, uint32_t x, uint32_t) { return std::min(o, x); }},
        {"MIN.S32", s, [&](uint32_t o, uint32_t x, uint32_t) { return as_signed(o) < as_signed(x) ? o : x; }},
        {"MAX.U32", u, [](uint32_t o, uint32_t x, uint32_t) { return std::max(o, x); }},
        {"MAX.S32", s, [&](uint32_t o, uint32_t x, uint32_t) { return as_signed(o) > as_signed(x) ? o : x; }},
        {"AND.U32", u, [](uint32_t o, uint32_t x, uint32_t) { return o & x; }},
        {"AND.S32", s, [](uint32_t o, uint32_t x, uint32_t) { return o & x; }},
        {"OR.U32", u, [](uint32_t o, uint32_t x, uint32_t) { return o | x; }},
        {"XOR.S32", s, [](uint32_t o, uint32_t x, uint32_t) { return o ^ x; }},
        {"EXCH.U32", u, [](uint32_t, uint32_t x, uint32_t) { return x; }},
        {"CSWAP.U32", u, [](uint32_t o, uint32_t x, uint32_t y) { return o == x ? y : o; }},
        {"CSWAP.S32", s, [](uint32_t o, uint32_t x, uint32_t y) { return o == x ? y : o; }},
        {"IWRAP.U32", u, [](uint32_t o, uint32_t x, uint32_t) { return o >= x ? 0 : o + 1; }},
        {"DWRAP.U32", u, [](uint32_t o, uint32_t x, uint32_t) { return o == 0 || o > x ? x : o - 1; }},
        {"ADD.F32", f, [](uint32_t o, uint32_t x, uint32_t) { return bits_of(float_of(o) + float_of(x)); }},
        {"EXCH.F32", f, [](uint32_t, uint32_t x, uint32_t) { return x; }},
        {"ADD.F16X2", h,
         [&](uint32_t o, uint32_t x, uint32_t y) { return halves(o, x, y, [](float a, float b) { return a + b; }); }},
        {"MIN.F16X2", h,
         [&](uint32_t o, uint32_t x, uint32_t y) {
             return halves(o, x, y, [](float a, float b) { return b < a || std::isnan(a) ? b : a; });
         }},
        {"EXCH.F16X2", h,
         [&](uint32_t o, uint32_t x, uint32_t y) { return halves(o, x, y, [](float, float b) { return b; }); }},
    };
    for (const Atomic& atomic : atomics)
        for (const SimdLevel level : simd_levels()) {
            Images images, before;
            for (Images* i : {&images, &before}) i->add(TextureKind::Texture2D, atomic.format, {8, 4, 1});
            const auto texel = [&](const Images& i, int lane) { return i.get<uint32_t>(lane % 8, lane / 8); };
            const bool half = atomic.format == h;
            const auto data = [&](int lane, int c) {
                if (half) return bits_of(static_cast<float>(lane) * 0.25f - static_cast<float>(c));
                const uint32_t word = texel(before, lane);
                // Every third lane finds what it compares with.
                return c == 0 ? lane % 3 == 0 ? word : word * 3 + 0x40000000u
                              : 0xabcd0123u + static_cast<uint32_t>(lane);
            };
            const auto at = [](int lane) { return Coordinates{lane % 8, lane / 8, 0, 0}; };
            const LaneRun run = run_on(
                images, std::string("ATOMIM.") + atomic.name + " t, d, c, image[0], 2D;\nMOV.U result.attrib[0], t;\n",
                level, at, data);
            for (int lane = 0; lane < group_lanes; lane++) {
                const uint32_t old = texel(before, lane);
                const uint32_t given = half ? bits_of(half_to_float(static_cast<uint16_t>(old))) : old;
                ASSERT_TRUE(same_value(run.result(lane), given)) << atomic.name << " gives what was there";
                ASSERT_EQ(texel(images, lane), atomic.after(old, data(lane, 0), data(lane, 1)))
                    << atomic.name << " lane " << lane;
            }
        }
}

// Lanes in pairs may exchange both words at once: where these lie side by side, and are both there.
TEST(ImageInstructions, NeighboursExchange) {
    const std::function<Coordinates(int)> orders[] = {
        [](int lane) {
            return Coordinates{lane, 1, 0, 0};
        },
        [](int lane) {
            return Coordinates{lane + 1, 1, 0, 0};
        },
        [](int lane) {
            return Coordinates{lane - 1, 0, 0, 0};
        },
        [](int lane) {
            return Coordinates{31 - lane, 2, 0, 0};
        },
        [](int lane) {
            return Coordinates{lane / 4 * 2 + lane % 2, lane / 2 % 2, 0, 0};
        },
        [](int lane) {
            return Coordinates{lane / 4 * 2 + lane % 2, 1 - lane / 2 % 3, 0, 0};
        },
        [](int lane) {
            return Coordinates{lane / 2 * 4 + lane % 2, 2, 0, 0};
        }};
    for (const int width : {32, 33, 29, 40})
        for (const auto& at : orders)
            for (const uint32_t active : {~0u, 0x0ff0u, 0x00ff00feu})
                for (const SimdLevel level : simd_levels()) {
                    Images images, expected;
                    for (Images* i : {&images, &expected})
                        i->add(TextureKind::Texture2D, Format::R32Uint, {width, 3, 1});
                    const LaneRun run = run_on(
                        images, "ATOMIM.EXCH.U32 t.x, d, c, image[0], 2D;\nMOV.U result.attrib[0], t;\n", level, at,
                        [](int lane, int) { return 1000u + static_cast<uint32_t>(lane); },
                        [&](Group& group) { group.active = active; });
                    for (int lane = 0; lane < group_lanes; lane++) {
                        const Coordinates c = at(lane);
                        const bool there = c[0] >= 0 && c[0] < width && c[1] >= 0 && c[1] < 3;
                        if (!(active >> lane & 1)) continue;
                        ASSERT_EQ(run.result(lane), there ? expected.get<uint32_t>(c[0], c[1]) : 0u) << width << lane;
                        if (!there) continue;
                        const uint32_t given = 1000u + static_cast<uint32_t>(lane);
                        std::memcpy(expected.images[0]->row(c[1], 0, 0) + c[0] * 4, &given, 4);
                    }
                    for (int y = 0; y < 3; y++)
                        for (int x = 0; x < width; x++)
                            ASSERT_EQ(images.get<uint32_t>(x, y), expected.get<uint32_t>(x, y)) << width << x << y;
                }
}

TEST(ImageInstructions, LanesOfAGroupAddUp) {
    for (const SimdLevel level : simd_levels()) {
        Images images;
        images.add(TextureKind::Texture1D, Format::R32Uint, {4, 1, 1});
        const uint32_t before = images.get<uint32_t>(2);
        run_on(images, "ATOMIM.ADD.U32 t.x, {3}.x, {2, 5, 6, 7}, image[0], 1D;\n", level,
               [](int) { return Coordinates{}; });
        EXPECT_EQ(images.get<uint32_t>(2), before + 3 * group_lanes);
    }
}

// ---- coordinates
// --------------------------------------------------------------------------------------------------------

struct TargetRow {
    const char* target;
    TextureKind kind;
    Extent extent;
    int samples = 1;
    uint8_t used = 1;  // components of coordinates that count: bit 0 x …
    std::array<uint32_t, 4> size{};
};
const TargetRow targets[] = {
    {"1D", TextureKind::Texture1D, {5, 1, 1}, 1, 1, {5}},
    {"BUFFER", TextureKind::Buffer, {5, 1, 1}, 1, 1, {5}},
    {"2D", TextureKind::Texture2D, {5, 3, 1}, 1, 3, {5, 3}},
    {"RECT", TextureKind::Rectangle, {5, 3, 1}, 1, 3, {5, 3}},
    {"3D", TextureKind::Texture3D, {5, 3, 2}, 1, 7, {5, 3, 2}},
    {"CUBE", TextureKind::Cube, {3, 3, 6}, 1, 7, {3, 3}},
    {"ARRAY1D", TextureKind::Array1D, {5, 1, 3}, 1, 5, {5, 3}},
    {"ARRAY2D", TextureKind::Array2D, {5, 3, 2}, 1, 7, {5, 3, 2}},
    {"ARRAYCUBE", TextureKind::CubeArray, {2, 2, 12}, 1, 7, {2, 2, 2}},
    {"2DMS", TextureKind::Multisample2D, {5, 3, 1}, 4, 11, {5, 3}},
    {"ARRAY2DMS", TextureKind::MultisampleArray2D, {5, 3, 2}, 4, 15, {5, 3, 2}},
};

TEST(ImageInstructions, EveryTargetFindsItsTexels) {
    for (const TargetRow& row : targets) {
        Images images;
        images.add(row.kind, Format::R32Uint, row.extent, row.samples);
        std::vector<uint32_t> words(5);
        if (row.kind == TextureKind::Buffer) {
            for (size_t i = 0; i < 5; i++) words[i] = images.get<uint32_t>(static_cast<int32_t>(i));
            images.program.images[0].image = nullptr;
            images.program.images[0].buffer = std::as_writable_bytes(std::span(words));
        }
        // All around the image, and far away.
        std::vector<Coordinates> coordinates;
        for (const int w : {0, 1, 3, 4, -1})
            for (const int z : {0, 1, 2, 5, 6, 11, 12, -1})
                for (const int y : {0, 1, 2, 3, -1, INT32_MAX})
                    for (const int x : {0, 2, 4, 5, -1, INT32_MIN}) coordinates.push_back({x, y, z, w});
        for (size_t first = 0; first < coordinates.size(); first += group_lanes) {
            const auto at = [&](int lane) {
                return coordinates[(first + static_cast<size_t>(lane)) % coordinates.size()];
            };
            const LaneRun run = run_on(
                images, std::string("LOADIM.U32 t, c, image[0], ") + row.target + ";\nMOV.U result.attrib[0], t;\n",
                simd_levels().back(), at);
            for (int lane = 0; lane < group_lanes; lane++) {
                Coordinates c = at(lane);
                for (size_t i = 0; i < 4; i++)
                    if (!(row.used >> i & 1)) c[i] = 0;
                const bool there = c[0] >= 0 && c[0] < row.extent.width && c[1] >= 0 && c[1] < row.extent.height &&
                                   c[2] >= 0 && c[2] < row.extent.depth && c[3] >= 0 && c[3] < row.samples;
                uint32_t expected = 0;
                if (there)
                    expected = row.kind == TextureKind::Buffer ? words[static_cast<size_t>(c[0])]
                                                               : images.get<uint32_t>(c[0], c[1], c[2], c[3]);
                ASSERT_EQ(run.result(lane), expected)
                    << row.target << " " << c[0] << " " << c[1] << " " << c[2] << " " << c[3];
                ASSERT_EQ(run.result(lane, 3), there ? 1u : 0u) << row.target;
            }
        }
        EXPECT_EQ(images.fault(), "");
    }
}

TEST(ImageInstructions, SizesAndSamples) {
    for (const TargetRow& row : targets) {
        Images images;
        images.add(row.kind, Format::R32Uint, row.extent, row.samples);
        const bool multisample = row.samples > 1;
        LaneRun run =
            run_on(images,
                   std::string("IMQ t, image[0], ") + row.target + ";\nMOV.S result.attrib[0], t;\n" +
                       (multisample ? std::string("IMQS t, image[0], ") + row.target + ";\nMOV.S result.attrib[1], t;\n"
                                    : std::string()),
                   simd_levels().back(), [](int) { return Coordinates{}; });
        for (int lane = 0; lane < group_lanes; lane += 5)
            for (int c = 0; c < 4; c++) {
                EXPECT_EQ(run.result(lane, c), row.size[static_cast<size_t>(c)]) << row.target << " " << c;
                if (multisample) {
                    EXPECT_EQ(run.result(lane, c, 1), 4u);
                }
            }
        // "If the texture has a TEXTURE_SAMPLES value of 0, the instruction will return 1."
        Images plain;
        plain.add(TextureKind::Texture2D, Format::R32Uint, {3, 2, 1});
        run = run_on(plain, "IMQS t.y, image[0], 2DMS;\nMOV.S result.attrib[0], t;\n", simd_levels().back(),
                     [](int) { return Coordinates{}; });
        EXPECT_EQ(run.result(7, 1), 1u);
    }
}

TEST(ImageInstructions, ALayerIsAnImageOfItsOwn) {
    Images images;
    images.add(TextureKind::Array2D, Format::R32Uint, {4, 4, 5});
    images.program.images[0].kind = TextureKind::Texture2D;
    images.program.images[0].first_layer = 3;
    images.program.images[0].extent.depth = 1;
    const LaneRun run = run_on(images, "LOADIM.U32 t, c, image[0], ARRAY2D;\nMOV.U result.attrib[0], t;\n",
                               simd_levels().back(), [](int lane) {
                                   return Coordinates{lane % 4, lane / 4 % 4, lane / 16, 0};
                               });
    for (int lane = 0; lane < group_lanes; lane++)
        EXPECT_EQ(run.result(lane), lane < 16 ? images.get<uint32_t>(lane % 4, lane / 4, 3) : 0u) << lane;
}

}  // namespace
}  // namespace runtime
