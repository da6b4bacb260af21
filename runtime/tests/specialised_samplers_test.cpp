// The specialised samplers: at every width the same bits, and what sample_generic() gives.
#include <gtest/gtest.h>

#include "ir/semantics/half_float.h"
#include "runtime/formats/small_floats.h"
#include "runtime/sampling/sampler.h"
#include "runtime/sampling/sampler_math.h"
#include "runtime/testing/random_samples.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

using namespace sampler_oracle;

TEST(SpecialisedSampler, AgreesOnEveryWidthAndWithThePlainOne) {
    std::mt19937 random(25);
    const std::vector<Format> formats = formats_with_samplers();
    EXPECT_GT(formats.size(), 100u);
    int specialised = 0, differences = 0;
    for (const TextureKind kind : all_kinds)
        for (const Format format : formats)
            for (int round = 0; round < 24; ++round) {
                if (!is_possible(kind, format)) continue;
                const TextureBinding binding{random_texture_of_bits(kind, format, random), random_sampler(random)};
                const RandomRequest made(kind, random);
                const SampleRequest& request = made.request;
                const LaneMask active = random() % 3 ? all_lanes : LaneMask(random());
                if (!serves(binding.prepared(), request, request)) continue;
                ++specialised;
                LaneVector expected, first;
                sample_generic(binding, request, request, active, expected);
                bool is_first = true;
                for (const SimdLevel level : simd_levels()) {
                    LaneVector result;
                    sampler_routine(binding.prepared().key, level)(binding.prepared(), request, request, active,
                                                                   result);
                    for (int lane = 0; lane < group_lanes && differences < 20; ++lane)
                        for (int c = 0; c < 4 && (active >> lane & 1); ++c) {
                            const uint32_t bits = result.component[c].lane[lane];
                            const uint32_t wanted = expected.component[c].lane[lane];
                            const bool same = agree(bits, wanted);
                            differences += !same;
                            EXPECT_TRUE(same) << format_info(format).name << " kind " << int(kind) << " operation "
                                              << int(request.operation) << " lane " << lane << " component " << c
                                              << ": " << float_of(bits) << ", not " << float_of(wanted) << " "
                                              << simd_level_name(level) << describe(binding);
                            if (!is_first) {
                                EXPECT_EQ(bits, first.component[c].lane[lane]);
                            }
                        }
                    if (is_first) first = result;
                    is_first = false;
                }
            }
    EXPECT_GT(specialised, 10000);
}

TEST(SamplerMath, CurveIsATenthOfAStepFromTheExactOneAtMost) {
    const auto exact = [](uint32_t byte) {
        const double encoded = byte / 255.0;
        return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
    };
    for (uint32_t byte = 0; byte < 256; ++byte) {
        const double value = sampling::on_curve(byte) / 65280.0,
                     step = exact(byte ? byte : 1) - exact(byte ? byte - 1 : 0);
        EXPECT_NEAR(value, exact(byte), std::min(2.2 / 65280, 0.1 * step)) << byte;
        EXPECT_EQ(linear_to_srgb(static_cast<float>(value)), byte);
    }
    EXPECT_EQ(sampling::on_curve(0), 0u);
    EXPECT_EQ(sampling::on_curve(255), 65280u);
}

// What pixels of a surface read lies near together, which samplers of bytes have code for.
TEST(SpecialisedSampler, AgreesWithThePlainOneOnSurfaces) {
    std::mt19937 random(27);
    for (int round = 0; round < 3000; ++round) {
        const TextureKind kind = round % 4 ? TextureKind::Texture2D : TextureKind::Rectangle;
        const Format format = round % 5 ? Format::Rgba8Unorm : Format::Rgba8Srgb;
        Sampler sampler;
        sampler.wrap_s = random() & 1 && kind == TextureKind::Texture2D ? Wrap::Repeat : Wrap::ClampToEdge;
        sampler.wrap_t = sampler.wrap_s;
        sampler.min_filter = sampler.mag_filter = Filter::Linear;
        sampler.mip_filter = random() & 1 && kind == TextureKind::Texture2D ? MipFilter::Linear : MipFilter::None;
        const int32_t size = 1 + static_cast<int32_t>(random() % 40);
        const TextureBinding binding(random_texture(kind, format, {size, size + 1, 1}, random), sampler);
        RandomRequest made(kind, random);
        made.set_surface(static_cast<float>(size), random);
        ASSERT_TRUE(serves(binding.prepared(), made.request, made.request));
        LaneVector expected;
        sample_generic(binding, made.request, made.request, all_lanes, expected);
        for (const SimdLevel level : simd_levels()) {
            LaneVector result;
            sampler_routine(binding.prepared().key, level)(binding.prepared(), made.request, made.request, all_lanes,
                                                           result);
            for (int lane = 0; lane < group_lanes; ++lane)
                for (int c = 0; c < 4; ++c)
                    ASSERT_TRUE(agree(result.component[c].lane[lane], expected.component[c].lane[lane]))
                        << round << " lane " << lane << ": " << float_of(result.component[c].lane[lane]) << ", not "
                        << float_of(expected.component[c].lane[lane]) << " " << simd_level_name(level)
                        << describe(binding);
        }
    }
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
    EXPECT_TRUE(served(TextureKind::Texture2D, Format::Rgba8Uint, request));
    request.operation = SampleOperation::Gradients;
    EXPECT_TRUE(served(TextureKind::Texture2D, Format::Rgba8Unorm, request));
    request.operation = SampleOperation::QueryLod;
    EXPECT_FALSE(served(TextureKind::Texture2D, Format::Rgba8Unorm, request));
    request = {};
    request.coordinates = &coordinates;
    request.kind = TextureKind::Cube;
    EXPECT_TRUE(served(TextureKind::Cube, Format::Rgba8Unorm, request));
    Sampler seamless;
    seamless.seamless_cube = true;
    EXPECT_TRUE(served(TextureKind::Cube, Format::Rgba8Unorm, request, seamless));
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
