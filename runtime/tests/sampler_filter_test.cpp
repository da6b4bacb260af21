// Filters, wrap modes, levels of detail, comparisons and borders, against the specification in double precision.
#include <gtest/gtest.h>

#include "runtime/sampling/sampler.h"
#include "runtime/testing/sampler_oracle.h"

namespace runtime {
namespace {

using namespace sampler_oracle;

TEST(Sampler, WrapsAndFiltersAsTheSpecificationSays) {
    std::mt19937 random(11);
    std::uniform_real_distribution<float> coordinate(-2.5f, 3.5f), unit(0, 1);
    const std::pair<TextureKind, Extent> shapes[] = {
        {TextureKind::Texture1D, {7, 1, 1}}, {TextureKind::Texture2D, {8, 4, 1}}, {TextureKind::Texture2D, {5, 3, 1}},
        {TextureKind::Texture3D, {6, 4, 5}}, {TextureKind::Array1D, {8, 1, 3}},   {TextureKind::Array2D, {4, 4, 3}},
        {TextureKind::Rectangle, {9, 6, 1}}, {TextureKind::Texture2D, {1, 1, 1}}};
    for (auto [kind, extent] : shapes)
        for (Format format : {Format::Rgba32Float, Format::Rgba8Unorm, Format::Bgra8Unorm}) {
            const auto texture = random_texture(kind, format, extent, random);
            for (Wrap wrap : all_wraps)
                for (int filters = 0; filters < 36; ++filters) {
                    Sampler sampler;
                    sampler.reduction = Reduction(filters / 12);
                    sampler.wrap_s = wrap;
                    sampler.wrap_t = all_wraps[(int(wrap) + filters) % 8];
                    sampler.wrap_r = all_wraps[(int(wrap) + 2 * filters) % 8];
                    sampler.min_filter = filters & 1 ? Filter::Linear : Filter::Nearest;
                    sampler.mag_filter = filters & 2 ? Filter::Linear : Filter::Nearest;
                    sampler.mip_filter = kind == TextureKind::Rectangle ? MipFilter::None : MipFilter(filters / 4 % 3);
                    sampler.border_color = {bits_of(0.1f), bits_of(0.9f), bits_of(0.4f), bits_of(0.7f)};
                    LaneVector coordinates = splat({}), result;
                    LaneWord lod;
                    for (int lane = 0; lane < group_lanes; ++lane) {
                        for (int c = 0; c < 4; ++c) {
                            float value = coordinate(random);
                            if (kind == TextureKind::Rectangle) value *= 8;
                            coordinates.component[c].lane[lane] = bits_of(value);
                        }
                        lod.lane[lane] = bits_of(lane & 1 ? -1.0f : 0.05f + 0.1f * float(random() % 40));
                    }
                    SampleRequest request{{.operation = SampleOperation::ExplicitLod, .kind = kind}, {}};
                    request.coordinates = &coordinates;
                    request.lod = &lod;
                    sample({texture, sampler}, request, all_lanes, result);
                    const Oracle oracle{*texture, sampler};
                    for (int lane = 0; lane < group_lanes; ++lane) {
                        const Coordinate at = lane_color(coordinates, lane);
                        EXPECT_LT(oracle_distance(oracle, lane_color(result, lane), at, float_of(lod.lane[lane])), 1e-4)
                            << "kind " << int(kind) << " format " << int(format) << " wraps " << int(sampler.wrap_s)
                            << ' ' << int(sampler.wrap_t) << " filters " << filters << " at " << at[0] << ' ' << at[1]
                            << ' ' << at[2] << " lod " << float_of(lod.lane[lane]);
                    }
                }
        }
}

TEST(Sampler, SrgbIsDecodedBeforeFiltering) {
    auto image = std::make_shared<Image>(Format::Rgba8Srgb, Extent{2, 1, 1});
    auto* const texel = reinterpret_cast<uint8_t*>(image->row(0));
    for (int c = 0; c < 4; ++c) texel[c] = 0, texel[4 + c] = 255;
    auto texture = std::make_shared<Texture>();
    texture->kind = TextureKind::Texture2D;
    texture->format = Format::Rgba8Srgb;
    texture->levels = {image};
    Sampler sampler;
    sampler.min_filter = sampler.mag_filter = Filter::Linear;
    const LaneVector coordinates = splat({0.5, 0.5, 0, 0});
    LaneVector result;
    SampleRequest request{{.kind = TextureKind::Texture2D}, {}};
    request.coordinates = &coordinates;
    sample({texture, sampler}, request, all_lanes, result);
    // The middle of light, not that of codes (which would decode to 0.2140).
    EXPECT_LT(distance(lane_color(result, 0), {0.5, 0.5, 0.5, 0.5}), 1e-6);
}

TEST(Sampler, OffsetsMoveByTexels) {
    std::mt19937 random(12);
    std::uniform_real_distribution<float> coordinate(-1, 2);
    const auto texture = random_texture(TextureKind::Texture2D, Format::Rgba32Float, {5, 8, 1}, random);
    for (Wrap wrap : {Wrap::Repeat, Wrap::MirroredRepeat, Wrap::ClampToEdge, Wrap::ClampToBorder})
        for (Filter filter : {Filter::Nearest, Filter::Linear}) {
            Sampler sampler;
            sampler.wrap_s = sampler.wrap_t = wrap;
            sampler.mag_filter = filter;
            LaneVector coordinates = splat({}), offsets = splat_integers({1, -2, 0, 0}), result;
            for (int lane = 0; lane < group_lanes; ++lane)
                for (int c = 0; c < 2; ++c) coordinates.component[c].lane[lane] = bits_of(coordinate(random));
            LaneWord lod{};
            SampleRequest request{{.operation = SampleOperation::ExplicitLod, .kind = TextureKind::Texture2D}, {}};
            request.coordinates = &coordinates;
            request.lod = &lod;
            request.offset = {-4, 7, 0};
            request.offsets = &offsets;
            sample({texture, sampler}, request, all_lanes, result);
            const Oracle oracle{*texture, sampler};
            for (int lane = 0; lane < group_lanes; ++lane)
                EXPECT_LT(
                    oracle_distance(oracle, lane_color(result, lane), lane_color(coordinates, lane), 0, {-3, 5, 0}),
                    1e-4);
        }
}

TEST(Sampler, LevelOfDetailComesFromTheQuadsDerivatives) {
    std::mt19937 random(14);
    std::uniform_real_distribution<float> slope(-0.3f, 0.3f), exponent(-6, 0);
    for (TextureKind kind :
         {TextureKind::Texture1D, TextureKind::Texture2D, TextureKind::Texture3D, TextureKind::Array2D}) {
        const Extent extent{64, kind == TextureKind::Texture1D ? 1 : 32, kind == TextureKind::Texture3D ? 16 : 1};
        const auto texture = level_ruler(kind, extent);
        const double sizes[3] = {double(extent.width), double(extent.height), double(extent.depth)};
        const int dimensions = kind == TextureKind::Texture1D ? 1 : kind == TextureKind::Texture3D ? 3 : 2;
        for (int round = 0; round < 20; ++round) {
            Sampler sampler;
            sampler.min_filter = Filter::Linear;
            sampler.lod_bias = round % 3 * 0.5f - 0.5f;
            if (round > 15) sampler.min_lod = 1.25f, sampler.max_lod = 2.75f;
            LaneVector coordinates = splat({}), gradient_x = splat({}), gradient_y = splat({}), result;
            double expected[group_lanes];
            LaneWord bias;
            for (int lane = 0; lane < group_lanes; ++lane) bias.lane[lane] = bits_of(round & 1 ? 0.75f : 0.0f);
            for (int quad = 0; quad < group_lanes; quad += 4) {
                double dx2 = 0, dy2 = 0;
                for (int c = 0; c < dimensions; ++c) {
                    const float scale = std::exp2(exponent(random));
                    // Multiples of 2^-12, so that differences are exact.
                    const auto snap = [](float value) { return std::round(value * 4096) / 4096; };
                    const float base = snap(slope(random)), dx = snap(slope(random) * scale),
                                dy = snap(slope(random) * scale);
                    for (int n = 0; n < 4; ++n) {
                        const auto right = static_cast<float>(n & 1), up = static_cast<float>(n >> 1);
                        coordinates.component[c].lane[quad + n] = bits_of(base + right * dx + up * dy);
                        gradient_x.component[c].lane[quad + n] = bits_of(dx);
                        gradient_y.component[c].lane[quad + n] = bits_of(dy);
                    }
                    dx2 += std::pow(dx * sizes[c], 2);
                    dy2 += std::pow(dy * sizes[c], 2);
                }
                const double lambda = 0.5 * std::log2(std::max(dx2, dy2));
                for (int n = 0; n < 4; ++n) expected[quad + n] = lambda;
            }
            SampleRequest request{
                {.operation = round & 1 ? SampleOperation::Bias : SampleOperation::Implicit, .kind = kind}, {}};
            if (round % 4 == 2) request.operation = SampleOperation::Gradients;
            request.coordinates = &coordinates;
            request.gradient_x = &gradient_x;
            request.gradient_y = &gradient_y;
            request.lod = &bias;
            sample({texture, sampler}, request, all_lanes, result);
            LaneVector query;
            request.operation =
                request.operation == SampleOperation::Gradients ? request.operation : SampleOperation::QueryLod;
            if (request.operation == SampleOperation::QueryLod) sample({texture, sampler}, request, all_lanes, query);
            for (int lane = 0; lane < group_lanes; ++lane) {
                const double biased = expected[lane] + sampler.lod_bias + (round & 1 ? 0.75 : 0.0);
                const double lod = std::clamp(std::clamp(biased, double(sampler.min_lod), double(sampler.max_lod)), 0.0,
                                              double(texture->levels.size() - 1));
                EXPECT_NEAR(lane_color(result, lane)[0], lod, 2e-5) << "kind " << int(kind) << " round " << round;
                if (request.operation == SampleOperation::QueryLod) {
                    EXPECT_NEAR(lane_color(query, lane)[1], expected[lane] + sampler.lod_bias, 2e-5);
                }
            }
        }
    }
}

TEST(Sampler, WithoutDerivativesTheBaseLevelIsMagnified) {
    const auto texture = level_ruler(TextureKind::Texture2D, {16, 16, 1});
    Sampler sampler;
    LaneVector coordinates, result;
    std::mt19937 random(15);
    for (LaneWord& word : coordinates.component)
        for (uint32_t& lane : word.lane) lane = bits_of(float(random() % 1000) / 100);
    SampleRequest request{{.kind = TextureKind::Texture2D}, {}};
    request.coordinates = &coordinates;
    request.derivatives = false;
    sample({texture, sampler}, request, all_lanes, result);
    for (int lane = 0; lane < group_lanes; ++lane) EXPECT_EQ(lane_color(result, lane)[0], 0);
}

TEST(Sampler, ShadowsCompareBeforeFiltering) {
    std::mt19937 random(16);
    std::uniform_real_distribution<float> coordinate(-0.5f, 1.5f), unit(-0.2f, 1.2f);
    const auto compare = [](CompareFunction f, double r, double d) -> double {
        switch (f) {
            case CompareFunction::Never: return 0;
            case CompareFunction::Less: return r < d;
            case CompareFunction::Equal: return r == d;
            case CompareFunction::LessOrEqual: return r <= d;
            case CompareFunction::Greater: return r > d;
            case CompareFunction::NotEqual: return r != d;
            case CompareFunction::GreaterOrEqual: return r >= d;
            case CompareFunction::Always: break;
        }
        return 1;
    };
    for (Format format : {Format::Depth16, Format::Depth24Stencil8, Format::Depth32Float})
        for (TextureKind kind :
             {TextureKind::Texture1D, TextureKind::Texture2D, TextureKind::Rectangle, TextureKind::Array2D})
            for (int f = 0; f < 8; ++f)
                for (Filter filter : {Filter::Nearest, Filter::Linear}) {
                    const auto texture = random_texture(
                        kind, format, {8, kind == TextureKind::Texture1D ? 1 : 4, kind == TextureKind::Array2D ? 3 : 1},
                        random, false);
                    texture->swizzle = {Channel::Red, Channel::Red, Channel::Red, Channel::One};
                    Sampler sampler;
                    sampler.compare = true;
                    sampler.compare_function = CompareFunction(f);
                    sampler.mag_filter = filter;
                    sampler.wrap_s = sampler.wrap_t = Wrap::ClampToEdge;
                    const int reference_component = kind == TextureKind::Array2D ? 3 : 2;
                    LaneVector coordinates = splat({}), result;
                    for (int lane = 0; lane < group_lanes; ++lane) {
                        for (int c = 0; c < 3; ++c)
                            coordinates.component[c].lane[lane] =
                                bits_of(coordinate(random) * (kind == TextureKind::Rectangle ? 6 : 1));
                        coordinates.component[reference_component].lane[lane] = bits_of(unit(random));
                    }
                    LaneWord lod{};
                    SampleRequest request{{.operation = SampleOperation::ExplicitLod, .kind = kind, .shadow = true},
                                          {}};
                    request.coordinates = &coordinates;
                    request.lod = &lod;
                    sample({texture, sampler}, request, all_lanes, result);
                    const Oracle oracle{*texture, sampler};
                    for (int lane = 0; lane < group_lanes; ++lane) {
                        const Coordinate at = lane_color(coordinates, lane);
                        double reference = at[reference_component];
                        if (format != Format::Depth32Float) reference = std::clamp(reference, 0.0, 1.0);
                        const Color expected = oracle.color(
                            at, 0, {}, [&](double d) { return compare(CompareFunction(f), reference, d); });
                        const Color got = lane_color(result, lane);
                        EXPECT_NEAR(got[0], expected[0], 1e-4) << "function " << f << " kind " << int(kind);
                        EXPECT_EQ(got[1], got[0]);
                        EXPECT_EQ(got[3], 1);
                    }
                    // A plain target reads the depth itself.
                    request.shadow = false;
                    sample({texture, sampler}, request, all_lanes, result);
                    EXPECT_NEAR(lane_color(result, 3)[2], oracle.color(lane_color(coordinates, 3), 0)[0], 1e-4);
                }
}

TEST(Sampler, BordersFollowTheBaseFormat) {
    std::mt19937 random(23);
    const std::pair<Format, Color> cases[] = {
        {Format::A8Unorm, {0, 0, 0, 0.5}},           {Format::L8Unorm, {0.25, 0.25, 0.25, 1}},
        {Format::La8Unorm, {0.25, 0.25, 0.25, 0.5}}, {Format::I8Unorm, {0.25, 0.25, 0.25, 0.25}},
        {Format::R8Unorm, {0.25, 0, 0, 1}},          {Format::Rg8Unorm, {0.25, 1, 0, 1}},
        {Format::Bgrx8Unorm, {0.25, 1, 0, 1}},       {Format::Rgba32Float, {0.25, 1.5, -1, 0.5}},
        {Format::Depth16, {0.25, 0, 0, 1}}};
    for (auto [format, expected] : cases) {
        const auto texture = random_texture(TextureKind::Texture2D, format, {4, 4, 1}, random);
        Sampler sampler;
        sampler.wrap_s = Wrap::ClampToBorder;
        sampler.border_color = {bits_of(0.25f), bits_of(1.5f), bits_of(-1.0f), bits_of(0.5f)};
        const LaneVector coordinates = splat({3, 0.5, 0, 0});
        LaneVector result;
        SampleRequest request{{.kind = TextureKind::Texture2D}, {}};
        request.coordinates = &coordinates;
        sample({texture, sampler}, request, all_lanes, result);
        EXPECT_EQ(lane_color(result, 0), expected) << format_info(format).name;
    }
}

TEST(Sampler, SwizzlesAndIntegers) {
    auto image = std::make_shared<Image>(Format::Rgba16Sint, Extent{1, 1, 1});
    const Texel texel{5, uint32_t(-7), 9, 11};
    store_texels(Format::Rgba16Sint, image->row(0), 0, 1, &texel);
    auto texture = std::make_shared<Texture>();
    texture->format = Format::Rgba16Sint;
    texture->levels = {image};
    texture->swizzle = {Channel::Alpha, Channel::Green, Channel::One, Channel::Zero};
    Sampler sampler;
    const LaneVector coordinates = splat({0.5, 0.5, 0, 0});
    LaneVector result;
    SampleRequest request{{.kind = TextureKind::Texture2D}, {}};
    request.coordinates = &coordinates;
    sample({texture, sampler}, request, all_lanes, result);
    EXPECT_EQ(result.component[0].lane[0], 11u);
    EXPECT_EQ(result.component[1].lane[0], uint32_t(-7));
    EXPECT_EQ(result.component[2].lane[0], 1u);
    EXPECT_EQ(result.component[3].lane[0], 0u);
}

}  // namespace
}  // namespace runtime
