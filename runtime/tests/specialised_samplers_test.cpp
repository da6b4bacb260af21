// The specialised samplers: at every width the same bits, and what sample_generic() gives.
#include <gtest/gtest.h>

#include "arbasm/ir/half_float.h"
#include "runtime/sampling/sampler.h"
#include "runtime/testing/sampler_oracle.h"

namespace runtime {
namespace {

using namespace sampler_oracle;

std::vector<SimdLevel> simd_levels() {
    std::vector<SimdLevel> levels;
    for (const SimdLevel level : {SimdLevel::Sse4, SimdLevel::Avx2, SimdLevel::Avx512})
        if (level <= simd_level_of_cpu()) levels.push_back(level);
    return levels;
}

TEST(SpecialisedSampler, AgreesOnEveryWidthAndWithThePlainOne) {
    std::mt19937 random(25);
    std::uniform_real_distribution<float> coordinate(-2, 3), exponent(-9, 0), unit(0, 1);
    constexpr Format formats[] = {
        Format::Rgba8Unorm,   Format::Bgra8Unorm,  Format::Rgbx8Unorm, Format::Bgrx8Unorm, Format::Rgb8Unorm,
        Format::Bgr8Unorm,    Format::Rg8Unorm,    Format::La8Unorm,   Format::R8Unorm,    Format::A8Unorm,
        Format::L8Unorm,      Format::I8Unorm,     Format::Depth16,    Format::Depth24,    Format::Depth24Stencil8,
        Format::Depth32Float, Format::Rgba32Float, Format::Rgb32Float, Format::Rg32Float,  Format::R32Float,
        Format::Rgba16Float,  Format::Rgb16Float,  Format::Rg16Float,  Format::R16Float};
    constexpr std::pair<TextureKind, Extent> shapes[] = {
        {TextureKind::Texture2D, {16, 8, 1}}, {TextureKind::Texture2D, {13, 27, 1}},
        {TextureKind::Texture1D, {11, 1, 1}}, {TextureKind::Cube, {8, 8, 6}},
        {TextureKind::Array2D, {8, 4, 3}},    {TextureKind::Rectangle, {9, 7, 1}}};
    int specialised = 0;
    for (auto [kind, extent] : shapes)
        for (Format format : formats) {
            const auto texture = random_texture(kind, format, extent, random);
            if (random() & 1) texture->swizzle = {Channel::Alpha, Channel::One, Channel::Red, Channel::Zero};
            for (int round = 0; round < 40; ++round) {
                Sampler sampler;
                sampler.wrap_s = all_wraps[random() % 8];
                sampler.wrap_t = all_wraps[random() % 8];
                sampler.min_filter = Filter(random() % 2);
                sampler.mag_filter = Filter(random() % 2);
                sampler.mip_filter = MipFilter(random() % 3);
                sampler.lod_bias = random() & 1 ? 0.5f : 0.0f;
                sampler.max_anisotropy = random() & 1 ? 6.5f : 1.0f;
                sampler.compare = true;
                sampler.border_color = {bits_of(0.3f), bits_of(1.5f), bits_of(-0.5f), bits_of(0.6f)};
                sampler.compare_function = CompareFunction(random() % 8);
                LaneVector coordinates = splat({});
                LaneWord lod;
                // Quads with derivatives of all sizes.
                const float scale = std::exp2(exponent(random)) * (kind == TextureKind::Rectangle ? 8.0f : 1.0f);
                for (int lane = 0; lane < group_lanes; ++lane) {
                    for (int c = 0; c < 4; ++c) {
                        const float base = lane & 3 ? float_of(coordinates.component[c].lane[lane & ~3])
                                                    : coordinate(random) * (kind == TextureKind::Rectangle ? 8 : 1);
                        coordinates.component[c].lane[lane] =
                            bits_of(lane & 3 ? base + scale * coordinate(random) : base);
                    }
                    lod.lane[lane] = bits_of(coordinate(random));
                }
                constexpr SampleOperation operations[] = {SampleOperation::Implicit,    SampleOperation::Bias,
                                                          SampleOperation::ExplicitLod, SampleOperation::Gather,
                                                          SampleOperation::Fetch,       SampleOperation::GatherOffsets};
                // Cubes have no texel coordinates and no offsets.
                SampleRequest request{{.operation = operations[random() % (kind == TextureKind::Cube ? 4 : 6)],
                                       .kind = kind,
                                       .shadow = (random() & 1) != 0},
                                      {}};
                request.coordinates = &coordinates;
                request.lod = &lod;
                request.gather_component = uint8_t(random() % 4);
                LaneVector offsets, offsets_y;
                for (int c = 0; c < 4; ++c)
                    for (int lane = 0; lane < group_lanes; ++lane) {
                        offsets.component[c].lane[lane] = uint32_t(int32_t(random() % 64) - 32);
                        offsets_y.component[c].lane[lane] = random() % 100 ? random() % 8 : random();
                    }
                if (kind != TextureKind::Cube && random() & 1) request.offset = {int8_t(random() % 16 - 8), 3, 0};
                if (request.operation == SampleOperation::GatherOffsets || random() & 1) request.offsets = &offsets;
                request.offsets_y = &offsets_y;
                if (request.operation == SampleOperation::Fetch)
                    for (int lane = 0; lane < group_lanes; ++lane) {
                        for (int c = 0; c < 3; ++c)
                            coordinates.component[c].lane[lane] =
                                uint32_t(int32_t(random() % (c == 2 ? 4 : 40)) - (c == 2 ? 0 : 4));
                        if (random() % 50 == 0) coordinates.component[random() % 3].lane[lane] = random();
                        lod.lane[lane] = kind == TextureKind::Rectangle ? 0 : random() % 5;
                    }
                request.derivatives = random() % 4 != 0;
                const TextureBinding binding{texture, sampler};
                ASSERT_TRUE(serves(binding.prepared(), request, request));
                ++specialised;
                const LaneMask active = random() % 3 ? all_lanes : LaneMask(random());
                LaneVector expected, first;
                sample_generic(binding, request, request, active, expected);
                bool is_first = true;
                for (const SimdLevel level : simd_levels()) {
                    LaneVector result;
                    sampler_routine(binding.prepared().key, level)(binding.prepared(), request, request, active,
                                                                   result);
                    for (int lane = 0; lane < group_lanes; ++lane) {
                        if (!(active >> lane & 1)) continue;
                        EXPECT_LT(distance(lane_color(result, lane), lane_color(expected, lane)), 2e-6)
                            << format_info(format).name << " kind " << int(kind) << " lane " << lane;
                        for (int c = 0; c < 4 && !is_first; ++c)
                            EXPECT_EQ(result.component[c].lane[lane], first.component[c].lane[lane]);
                    }
                    if (is_first) first = result;
                    is_first = false;
                }
            }
        }
    EXPECT_GT(specialised, 1000);
}

TEST(SpecialisedSampler, KeysTellSamplersApart) {
    std::mt19937 random(26);
    const auto texture = random_texture(TextureKind::Texture2D, Format::Rgba8Unorm, {8, 8, 1}, random);
    const auto key_of = [](const std::shared_ptr<const Texture>& of, const Sampler& sampler) {
        return TextureBinding(of, sampler).prepared().key;
    };
    const SamplerKey key = key_of(texture, {});
    EXPECT_EQ(key.elements, 4);
    // What is no matter of code is not in the key.
    Sampler sampler;
    sampler.lod_bias = 1, sampler.min_lod = 2, sampler.max_lod = 3;
    EXPECT_EQ(key_of(random_texture(TextureKind::Texture2D, Format::Rgba8Unorm, {4, 2, 1}, random), sampler), key);
    EXPECT_EQ(hash(key_of(texture, sampler)), hash(key));
    const auto expect_other = [&](const SamplerKey& other) {
        EXPECT_NE(other, key);
        EXPECT_NE(hash(other), hash(key));
    };
    const auto with = [&](auto change) {
        Sampler changed;
        change(changed);
        expect_other(key_of(texture, changed));
    };
    with([](Sampler& s) { s.wrap_s = Wrap::Clamp; });
    with([](Sampler& s) { s.wrap_t = Wrap::MirroredRepeat; });
    with([](Sampler& s) { s.min_filter = Filter::Linear; });
    with([](Sampler& s) { s.mag_filter = Filter::Nearest; });
    with([](Sampler& s) { s.mip_filter = MipFilter::None; });
    with([](Sampler& s) { s.max_anisotropy = 2; });
    expect_other(key_of(random_texture(TextureKind::Rectangle, Format::Rgba8Unorm, {8, 8, 1}, random), {}));
    expect_other(key_of(random_texture(TextureKind::Texture2D, Format::Rgba16Float, {8, 8, 1}, random), {}));
    const auto swizzled = std::make_shared<Texture>(*texture);
    swizzled->swizzle[3] = Channel::One;
    expect_other(key_of(swizzled, {}));
}

TEST(SpecialisedSampler, ServesWhatItCan) {
    std::mt19937 random(27);
    const auto served = [&](TextureKind kind, Format format, const SampleRequest& request,
                            const Sampler& sampler = {}) {
        const TextureBinding binding(random_texture(kind, format, {4, 4, 6}, random), sampler);
        return serves(binding.prepared(), request, request);
    };
    LaneVector coordinates = splat({});
    SampleRequest request;
    EXPECT_FALSE(served(TextureKind::Texture2D, Format::Rgba8Unorm, request)) << "no coordinates";
    request.coordinates = &coordinates;
    EXPECT_TRUE(served(TextureKind::Texture2D, Format::Rgba8Unorm, request));
    EXPECT_FALSE(served(TextureKind::Array2D, Format::Rgba8Unorm, request)) << "another kind than the instruction's";
    EXPECT_FALSE(served(TextureKind::Texture2D, Format::Rgba8Uint, request));
    request.lod_clamp = &coordinates.component[0];
    EXPECT_FALSE(served(TextureKind::Texture2D, Format::Rgba8Unorm, request));
    request.lod_clamp = nullptr;
    request.operation = SampleOperation::Gradients;
    EXPECT_FALSE(served(TextureKind::Texture2D, Format::Rgba8Unorm, request));
    request = {};
    request.coordinates = &coordinates;
    request.kind = TextureKind::Cube;
    EXPECT_TRUE(served(TextureKind::Cube, Format::Rgba8Unorm, request));
    Sampler seamless;
    seamless.seamless_cube = true;
    EXPECT_FALSE(served(TextureKind::Cube, Format::Rgba8Unorm, request, seamless));
    EXPECT_FALSE(serves(TextureBinding().prepared(), request, request));
}

TEST(SpecialisedSampler, EveryHalfFloatIsDecoded) {
    const auto image = std::make_shared<Image>(Format::R16Float, Extent{256, 256, 1});
    for (int32_t y = 0; y < 256; ++y)
        for (int32_t x = 0; x < 256; ++x)
            reinterpret_cast<uint16_t*>(image->row(y))[x] = static_cast<uint16_t>(256 * y + x);
    const auto texture = std::make_shared<Texture>();
    texture->format = Format::R16Float;
    texture->levels = {image};
    const TextureBinding binding(texture, {});
    for (const SimdLevel level : simd_levels()) {
        SCOPED_TRACE(simd_level_name(level));
        const SamplerRoutine routine = sampler_routine(binding.prepared().key, level);
        for (uint32_t half = 0; half < 0x10000; half += group_lanes) {
            LaneVector coordinates = splat_integers({}), result;
            for (uint32_t lane = 0; lane < group_lanes; ++lane) {
                coordinates.component[0].lane[lane] = (half + lane) % 256;
                coordinates.component[1].lane[lane] = (half + lane) / 256;
            }
            SampleRequest request{{.operation = SampleOperation::Fetch}, {}};
            request.coordinates = &coordinates;
            routine(binding.prepared(), request, request, all_lanes, result);
            for (uint32_t lane = 0; lane < group_lanes; ++lane)
                ASSERT_EQ(result.component[0].lane[lane],
                          bits_of(arbasm::half_to_float(static_cast<uint16_t>(half + lane))))
                    << half + lane;
        }
    }
}

}  // namespace
}  // namespace runtime
