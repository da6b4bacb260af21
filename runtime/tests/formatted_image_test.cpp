// LOADIM and STOREIM of formatted texels against plain code.
#include <cmath>

#include "runtime/formats/small_floats.h"
#include "runtime/testing/image_programs.h"

namespace runtime {
namespace {

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

}  // namespace
}  // namespace runtime
