// LOADIM, STOREIM, ATOMIM, IMQ and IMQS against plain code; textures and images by handle.
#include <cmath>
#include <cstring>
#include <functional>
#include <thread>

#include "runtime/formats/small_floats.h"
#include "runtime/images/image_access.h"
#include "runtime/memory/memory.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

using Coordinates = std::array<int32_t, 4>;

// Images of units 0 and up, filled with numbers that differ everywhere.
struct Images {
    ProgramMemory program;
    std::vector<std::shared_ptr<Image>> images;

    Images() { program.faults = std::make_shared<FaultLog>(); }
    ImageBinding make(TextureKind kind, Format format, Extent extent, int32_t samples = 1) {
        const auto image = std::make_shared<Image>(format, extent, samples);
        images.push_back(image);
        for (int32_t z = 0; z < extent.depth; z++)
            for (int32_t s = 0; s < samples; s++)
                for (int32_t y = 0; y < extent.height; y++)
                    for (int32_t i = 0; i < extent.width * format_info(format).bytes_per_block; i++)
                        image->row(y, z, s)[i] = static_cast<std::byte>(i * 29 + y * 67 + z * 101 + s * 13 + 5);
        ImageBinding binding;
        binding.image = image;
        binding.kind = kind;
        binding.format = format;
        binding.extent = extent;
        return binding;
    }
    void add(TextureKind kind, Format format, Extent extent, int32_t samples = 1) {
        program.images.push_back(make(kind, format, extent, samples));
    }
    template <class Number>
    Number get(int32_t x, int32_t y = 0, int32_t z = 0, int32_t sample = 0, int component = 0, size_t unit = 0) const {
        Number value;
        const ImageBinding& binding = program.images[unit];
        std::memcpy(&value,
                    binding.image->row(y, z, sample) + x * format_info(binding.format).bytes_per_block +
                        static_cast<size_t>(component) * sizeof value,
                    sizeof value);
        return value;
    }
    std::string fault() const { return describe(program.faults->take()); }
};

const std::string options =
    "OPTION NV_shader_atomic_float; OPTION NV_shader_atomic_fp16_vector; OPTION NV_gpu_program5_mem_extended;\n"
    "OPTION EXT_shader_image_load_formatted; OPTION ARB_shader_image_size; OPTION NV_bindless_texture;\n"
    "OPTION ARB_shader_texture_image_samples;\n";

// Attribute 1: coordinates (c), 2: data (d), 3: a handle (h.x).
LaneRun run_on(const Images& images, const std::string& body, SimdLevel level,
               const std::function<Coordinates(int)>& at, const std::function<uint32_t(int, int)>& data = nullptr,
               const std::function<void(Group&)>& change = {}, const std::function<uint64_t(int)>& handle = nullptr) {
    const auto program = parse_program("!!NVvp5.0\n" + options +
                                       "LONG TEMP h;\nTEMP t, c, d;\nMOV.S c, vertex.attrib[1];\n"
                                       "MOV.U d, vertex.attrib[2];\nPK64.U h.x, vertex.attrib[3];\n" +
                                       body + "END\n");
    LaneRun run;
    if (!program) return run;
    run.attributes.resize(program->attributes.size());
    run.results.resize(program->results.size());
    run.parameters.resize(program->parameters.size());
    for (size_t a = 0; a < program->attributes.size(); a++)
        for (int lane = 0; lane < group_lanes; lane++)
            for (int c = 0; c < 4; c++) {
                uint32_t value = 0;
                switch (program->attributes[a].binding.index) {
                    case 1: value = static_cast<uint32_t>(at(lane)[static_cast<size_t>(c)]); break;
                    case 2: value = data ? data(lane, c) : 0; break;
                    default: value = handle ? static_cast<uint32_t>(handle(lane) >> (c % 2 ? 32 : 0)) : 0; break;
                }
                run.attributes[a].component[static_cast<size_t>(c)].lane[lane] = value;
            }
    run.environment.parameters = run.parameters;
    run.environment.memory = &images.program;
    run.group.attributes = run.attributes.data();
    run.group.results = run.results.data();
    if (change) change(run.group);
    interpreter::make_routine(program, level)->run(run.environment, run.group);
    run.environment = {};
    return run;
}

// Texels of 8 × 4 × 3.
Coordinates in_volume(int lane) { return {lane % 8, lane / 8, lane % 3, 0}; }

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
             return halves(o, x, y, [](float a, float b) { return b < a ? b : a; });
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

// ---- places --------------------------------------------------------------------------------------------------------

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
    {"ARRAY1D", TextureKind::Array1D, {5, 1, 3}, 1, 7, {5, 3}},
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
        std::vector<Coordinates> places;
        for (const int w : {0, 1, 3, 4, -1})
            for (const int z : {0, 1, 2, 5, 6, 11, 12, -1})
                for (const int y : {0, 1, 2, 3, -1, INT32_MAX})
                    for (const int x : {0, 2, 4, 5, -1, INT32_MIN}) places.push_back({x, y, z, w});
        for (size_t first = 0; first < places.size(); first += group_lanes) {
            const auto at = [&](int lane) { return places[(first + static_cast<size_t>(lane)) % places.size()]; };
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

// ---- formatted -----------------------------------------------------------------------------------------------------

// Table X.2: the bits of each component, from the lowest of word 0 on.
struct FormatRow {
    Format format;
    char kind;  // f float, n unorm, s snorm, u unsigned, i signed
    std::array<int, 4> bits;
};
const FormatRow formats[] = {
    {Format::Rgba32Float, 'f', {32, 32, 32, 32}},
    {Format::Rgba16Float, 'f', {16, 16, 16, 16}},
    {Format::Rg32Float, 'f', {32, 32}},
    {Format::Rg16Float, 'f', {16, 16}},
    {Format::R11G11B10Float, 'f', {11, 11, 10}},
    {Format::R32Float, 'f', {32}},
    {Format::R16Float, 'f', {16}},
    {Format::Rgba32Uint, 'u', {32, 32, 32, 32}},
    {Format::Rgba16Uint, 'u', {16, 16, 16, 16}},
    {Format::Rgb10A2Uint, 'u', {10, 10, 10, 2}},
    {Format::Rgba8Uint, 'u', {8, 8, 8, 8}},
    {Format::Rg32Uint, 'u', {32, 32}},
    {Format::Rg16Uint, 'u', {16, 16}},
    {Format::Rg8Uint, 'u', {8, 8}},
    {Format::R32Uint, 'u', {32}},
    {Format::R16Uint, 'u', {16}},
    {Format::R8Uint, 'u', {8}},
    {Format::Rgba32Sint, 'i', {32, 32, 32, 32}},
    {Format::Rgba16Sint, 'i', {16, 16, 16, 16}},
    {Format::Rgba8Sint, 'i', {8, 8, 8, 8}},
    {Format::Rg32Sint, 'i', {32, 32}},
    {Format::Rg16Sint, 'i', {16, 16}},
    {Format::Rg8Sint, 'i', {8, 8}},
    {Format::R32Sint, 'i', {32}},
    {Format::R16Sint, 'i', {16}},
    {Format::R8Sint, 'i', {8}},
    {Format::Rgba16Unorm, 'n', {16, 16, 16, 16}},
    {Format::Rgb10A2Unorm, 'n', {10, 10, 10, 2}},
    {Format::Rgba8Unorm, 'n', {8, 8, 8, 8}},
    {Format::Rg16Unorm, 'n', {16, 16}},
    {Format::Rg8Unorm, 'n', {8, 8}},
    {Format::R16Unorm, 'n', {16}},
    {Format::R8Unorm, 'n', {8}},
    {Format::Rgba16Snorm, 's', {16, 16, 16, 16}},
    {Format::Rgba8Snorm, 's', {8, 8, 8, 8}},
    {Format::Rg16Snorm, 's', {16, 16}},
    {Format::Rg8Snorm, 's', {8, 8}},
    {Format::R16Snorm, 's', {16}},
    {Format::R8Snorm, 's', {8}},
};

uint64_t encoded(char kind, int bits, uint32_t value, char type) {
    const double number = static_cast<double>(float_of(value));
    const auto wide = type == 'S' ? static_cast<int64_t>(static_cast<int32_t>(value)) : static_cast<int64_t>(value);
    switch (kind) {
        case 'n':
            return static_cast<uint64_t>(
                std::floor(std::fmin(std::fmax(number, 0.0), 1.0) * static_cast<double>((1 << bits) - 1) + 0.5));
        case 's': {
            const double scaled = std::fmin(std::fmax(number, -1.0), 1.0) * static_cast<double>((1 << (bits - 1)) - 1);
            return static_cast<uint64_t>(static_cast<int64_t>(std::round(scaled)));
        }
        case 'u': return static_cast<uint64_t>(std::clamp<int64_t>(wide, 0, (int64_t{1} << bits) - 1));
        case 'i':
            return static_cast<uint64_t>(
                std::clamp<int64_t>(wide, -(int64_t{1} << (bits - 1)), (int64_t{1} << (bits - 1)) - 1));
        default:
            if (bits == 32) return value;
            if (bits == 16) return float_to_half(float_of(value));
            return bits == 11 ? float_to_small_float<6>(float_of(value)) : float_to_small_float<5>(float_of(value));
    }
}

TEST(ImageInstructions, FormattedStoresAndLoads) {
    static constexpr float floats[] = {0, 1, -1, 0.5f, 0.25f, -0.3f, 2.5f, -7, 65519, 1e-3f, 0.9999f, 1e6f};
    static constexpr uint32_t whole[] = {0,          1,          127,        128,        255,  256,
                                         32767,      32768,      65535,      65536,      1023, 1024,
                                         0x7fffffff, 0x80000000, 0xffffffff, 0xffffff80, 4,    0xffff8000};
    for (const FormatRow& row : formats)
        for (const char type : {'F', 'S', 'U'}) {
            const bool integer = row.kind == 'u' || row.kind == 'i';
            const auto data = [&](int lane, int c) {
                const size_t n = static_cast<size_t>(lane * 5 + c * 3);
                return type == 'F' ? bits_of(floats[n % std::size(floats)]) : whole[n % std::size(whole)];
            };
            const auto at = [](int lane) { return Coordinates{lane % 8, lane / 8, 0, 0}; };
            Images images, before;
            for (Images* i : {&images, &before}) i->add(TextureKind::Texture2D, row.format, {8, 4, 1});
            const LaneRun run = run_on(images,
                                       std::string("STOREIM.") + type + " image[0], d, c, 2D;\nLOADIM." + type +
                                           " t, c, image[0], 2D;\nMOV.U result.attrib[0], t;\n",
                                       simd_levels().back(), at, data);
            const int texel = format_info(row.format).bytes_per_block;
            for (int lane = 0; lane < group_lanes; lane++) {
                const std::byte* const stored = images.images[0]->row(lane / 8) + lane % 8 * texel;
                if (integer == (type == 'F')) {
                    // Numbers of the other kind: nothing is stored, zeros are loaded.
                    EXPECT_EQ(std::memcmp(stored, before.images[0]->row(lane / 8) + lane % 8 * texel,
                                          static_cast<size_t>(texel)),
                              0);
                    for (int c = 0; c < 4; c++) EXPECT_EQ(run.result(lane, c), 0u);
                    continue;
                }
                int bit = 0;
                for (int c = 0; c < 4 && row.bits[static_cast<size_t>(c)]; c++) {
                    const int bits = row.bits[static_cast<size_t>(c)];
                    const uint64_t mask = ~uint64_t{0} >> (64 - bits);
                    uint64_t word = 0;
                    for (int b = 0; b < bits; b++)
                        word |= static_cast<uint64_t>(static_cast<unsigned>(stored[(bit + b) / 8]) >> (bit + b) % 8 & 1)
                                << b;
                    bit += bits;
                    ASSERT_EQ(word, encoded(row.kind, bits, data(lane, c), type) & mask)
                        << format_info(row.format).name << " " << type << " lane " << lane << " component " << c;
                    // And back.
                    double expected = 0;
                    uint32_t exact = 0;
                    const auto sign = static_cast<int64_t>(word << (64 - bits)) >> (64 - bits);
                    switch (row.kind) {
                        case 'n': expected = static_cast<double>(word) / static_cast<double>(mask); break;
                        case 's':
                            expected = std::fmax(static_cast<double>(sign) / static_cast<double>(mask >> 1), -1.0);
                            break;
                        case 'u':
                            exact = static_cast<uint32_t>(type == 'S' ? std::min<uint64_t>(word, 0x7fffffff) : word);
                            break;
                        case 'i': exact = static_cast<uint32_t>(type == 'U' ? std::max<int64_t>(sign, 0) : sign); break;
                        default:
                            exact = bits == 32   ? static_cast<uint32_t>(word)
                                    : bits == 16 ? bits_of(half_to_float(static_cast<uint16_t>(word)))
                                    : bits == 11 ? bits_of(small_float_to_float<6>(static_cast<uint32_t>(word)))
                                                 : bits_of(small_float_to_float<5>(static_cast<uint32_t>(word)));
                    }
                    if (row.kind == 'n' || row.kind == 's')
                        ASSERT_NEAR(static_cast<double>(run.value(lane, c)), expected, 1e-7);
                    else
                        ASSERT_EQ(run.result(lane, c), exact)
                            << format_info(row.format).name << " " << type << " lane " << lane << " component " << c;
                }
                for (int c = 1; c < 4; c++)
                    if (row.bits[static_cast<size_t>(c)] == 0) {
                        ASSERT_EQ(run.result(lane, c), c < 3 ? 0u : integer ? 1u : bits_of(1.0f));
                    }
            }
        }
}

// ---- who may -------------------------------------------------------------------------------------------------------

TEST(ImageInstructions, RightsAreKept) {
    const auto tried = [](const std::string& body, bool readable, bool writable, bool& changed) {
        Images images, before;
        for (Images* i : {&images, &before}) i->add(TextureKind::Texture2D, Format::R32Uint, {8, 4, 1});
        images.program.images.insert(images.program.images.begin(), ImageBinding{});
        images.program.images[1].readable = readable;
        images.program.images[1].writable = writable;
        run_on(images, body, simd_levels().back(), [](int) { return Coordinates{}; });
        changed = images.get<uint32_t>(0, 0, 0, 0, 0, 1) != before.get<uint32_t>(0);
        return images.fault();
    };
    const auto has = [](const std::string& text, const char* what) {
        EXPECT_NE(text.find(what), std::string::npos) << text << " lacks " << what;
    };
    bool changed = false;
    std::string said = tried("STOREIM.U32 image[1], d, c, 2D;\n", true, false, changed);
    has(said, "image unit 1"), has(said, "for reading only"), has(said, "line 10");
    EXPECT_FALSE(changed);
    said = tried("ATOMIM.ADD.U32 t.x, {1}.x, c, image[1], 2D;\n", true, false, changed);
    has(said, "for reading only");
    EXPECT_FALSE(changed);
    has(tried("ATOMIM.ADD.U32 t.x, {1}.x, c, image[1], 2D;\n", false, true, changed), "for writing only");
    EXPECT_FALSE(changed);
    has(tried("LOADIM.U32 t, c, image[1], 2D;\n", false, true, changed), "for writing only");
    EXPECT_EQ(tried("LOADIM.U32 t, c, image[1], 2D;\n", true, false, changed), "");
    EXPECT_EQ(tried("STOREIM.U32 image[1], d, c, 2D;\n", false, true, changed), "");
    EXPECT_TRUE(changed);
    EXPECT_EQ(tried("STOREIM.U32 image[0], d, c, 2D;\n", false, true, changed), "") << "nothing is bound";
    EXPECT_FALSE(changed);
    EXPECT_EQ(tried("IMQ t, image[1], 2D;\n", false, false, changed), "") << "sizes are no contents";
}

TEST(ImageInstructions, OnlyThreadsThatAreThereChangeImages) {
    for (const char* body : {"STOREIM.U32 image[0], d, c, 2D;\n", "ATOMIM.EXCH.U32 t.x, d, c, image[0], 2D;\n"})
        for (const SimdLevel level : simd_levels()) {
            Images images, before;
            for (Images* i : {&images, &before}) i->add(TextureKind::Texture2D, Format::R32Uint, {8, 4, 1});
            run_on(
                images, body, level,
                [](int lane) {
                    return Coordinates{lane % 8, lane / 8, 0, 0};
                },
                [](int, int) { return 9u; },
                [](Group& group) {
                    group.active = 0x0000ffffu;
                    group.helpers = 0x0000ff00u;
                });
            for (int lane = 0; lane < group_lanes; lane++)
                EXPECT_EQ(images.get<uint32_t>(lane % 8, lane / 8),
                          lane < 8 ? 9u : before.get<uint32_t>(lane % 8, lane / 8))
                    << lane;
        }
}

TEST(ImageInstructions, ThreadsShareTexels) {
    // Counting, the largest number, and stores and loads of texels that all are at.
    Images images;
    images.add(TextureKind::Texture2D, Format::R32Uint, {8, 4, 1});
    images.add(TextureKind::Texture2D, Format::Rgba16Float, {8, 4, 1});
    images.images[0]->row(0)[0] = images.images[0]->row(0)[1] = images.images[0]->row(0)[2] =
        images.images[0]->row(0)[3] = std::byte{};
    std::memset(images.images[0]->row(1), 0, 4);
    constexpr uint32_t threads = 8, turns = 200;
    std::vector<std::thread> pool;
    for (uint32_t i = 0; i < threads; i++)
        pool.emplace_back([&images, i] {
            for (uint32_t turn = 0; turn < turns; turn++)
                run_on(
                    images,
                    "ATOMIM.ADD.U32 t.x, {1}.x, {0, 0, 0, 0}, image[0], 2D;\n"
                    "ATOMIM.MAX.U32 t.x, d, {0, 1, 0, 0}, image[0], 2D;\n"
                    "STOREIM.F image[1], {1, 2, 3, 4}, c, 2D;\nLOADIM.F t, c, image[1], 2D;\n",
                    simd_levels().back(),
                    [](int lane) {
                        return Coordinates{lane % 8, lane / 8, 0, 0};
                    },
                    [i, turn](int lane, int) { return i * 100000 + turn * 100 + static_cast<uint32_t>(lane); });
        });
    for (std::thread& thread : pool) thread.join();
    EXPECT_EQ(images.get<uint32_t>(0), threads * turns * group_lanes);
    EXPECT_EQ(images.get<uint32_t>(0, 1), (threads - 1) * 100000 + (turns - 1) * 100 + group_lanes - 1);
    EXPECT_EQ(images.get<uint64_t>(5, 2, 0, 0, 0, 1), 0x4400420040003c00u);
}

// ---- units by number, handles --------------------------------------------------------------------------------------

TEST(ImageInstructions, UnitsAreChosenByLane) {
    Images images;
    for (int i = 0; i < 4; i++)
        images.add(TextureKind::Texture1D, i < 2 ? Format::R32Uint : Format::Rg32Uint, {32, 1, 1});
    for (size_t i = 0; i < 4; i++)
        *reinterpret_cast<uint32_t*>(images.images[i]->row(0)) = static_cast<uint32_t>(i) + 10;
    const LaneRun run = run_on(images,
                               "IMAGE im[3] = { image[1..3] };\nLOADIM.U32 t, {0}, im[c.x], 1D;\n"
                               "MOV.U result.attrib[0], t;\nIMQ t.y, im[c.y + 1], 1D;\nMOV.U result.attrib[1], t;\n",
                               simd_levels().back(), [](int lane) {
                                   return Coordinates{lane - 5, lane, 0, 0};
                               });
    for (int lane = 0; lane < group_lanes; lane++) {
        // Units beyond are the variable's first and last; a texel of the third has another size than U32.
        const int unit = std::clamp(lane - 5, 0, 2) + 1;
        EXPECT_EQ(run.result(lane), unit == 1 ? 11u : 0u) << lane;
    }
}

TEST(Handles, NameImages) {
    auto handles = std::make_shared<HandleTable>();
    Images images;
    for (uint32_t i = 0; i < 3; i++) {
        const ImageBinding binding = images.make(TextureKind::Texture2D, Format::R32Uint, {8, 4, 1});
        *reinterpret_cast<uint32_t*>(images.images[i]->row(0)) = 20 + i;
        handles->images[0x700000001ull * (i + 1)] = binding;
    }
    handles->images[0x700000003ull].writable = false;
    handles->images[0x700000003ull].image = images.images[0];
    images.program.handles = handles;
    for (const SimdLevel level : simd_levels()) {
        LaneRun run = run_on(
            images, "LOADIM.U32 t, c, handle(h.x), 2D;\nMOV.U result.attrib[0], t;\n", level,
            [](int) { return Coordinates{}; }, nullptr, {},
            [](int lane) { return 0x700000001ull * static_cast<uint64_t>(lane % 3 + 1); });
        for (int lane = 0; lane < group_lanes; lane++)
            EXPECT_EQ(run.result(lane), 20u + static_cast<uint32_t>(lane % 3));
        EXPECT_EQ(images.fault(), "");
        const uint32_t before = *reinterpret_cast<uint32_t*>(images.images[1]->row(0));
        run = run_on(
            images, "ATOMIM.ADD.U32 t.x, {2}.x, c, handle(h.x), 2D;\n", level, [](int) { return Coordinates{}; },
            nullptr, {}, [](int lane) { return lane == 7 ? 0x1234567890ull : 0xe00000002ull; });
        EXPECT_EQ(*reinterpret_cast<uint32_t*>(images.images[1]->row(0)), before + 62);
        EXPECT_NE(images.fault().find("handle 0x1234567890 is not that of a resident image"), std::string::npos);
        *reinterpret_cast<uint32_t*>(images.images[1]->row(0)) = before;
    }
    run_on(
        images, "STOREIM.U32 handle(h.x), d, c, 2D;\n", simd_levels().back(), [](int) { return Coordinates{}; },
        nullptr, {}, [](int) { return 0x700000003ull; });
    EXPECT_NE(images.fault().find("handle 0x700000003 is for reading only"), std::string::npos);
}

TEST(Handles, NameTextures) {
    auto handles = std::make_shared<HandleTable>();
    Images images;
    for (uint32_t i = 0; i < 3; i++) {
        images.make(TextureKind::Texture2D, Format::R32Uint, {8, 4, 1});
        *reinterpret_cast<uint32_t*>(images.images[i]->row(0)) = 30 + i;
        auto texture = std::make_shared<Texture>();
        texture->kind = i == 2 ? TextureKind::Array2D : TextureKind::Texture2D;
        texture->format = Format::R32Uint;
        texture->levels.push_back(images.images[i]);
        Sampler sampler;
        sampler.mag_filter = Filter::Nearest;
        sampler.mip_filter = MipFilter::None;
        handles->textures[100 + i] = {texture, sampler};
    }
    images.program.handles = handles;
    for (const SimdLevel level : simd_levels()) {
        // The result is where the coordinates are.
        const LaneRun run = run_on(
            images, "MOV.U t, c;\nTXF.U t, t, handle(h.x), 2D;\nMOV.U result.attrib[0], t;\n", level,
            [](int) { return Coordinates{}; }, nullptr, {},
            [](int lane) { return static_cast<uint64_t>(100 + lane % 4); });
        for (int lane = 0; lane < group_lanes; lane++)
            EXPECT_EQ(run.result(lane), lane % 4 < 2 ? 30u + static_cast<uint32_t>(lane % 4) : 0u) << lane;
        EXPECT_NE(images.fault().find("handle 0x67 is not that of a resident texture"), std::string::npos);
    }
}

}  // namespace
}  // namespace runtime
