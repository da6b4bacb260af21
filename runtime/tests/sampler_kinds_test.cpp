// What is particular to a kind of texture or access: cubes, fetches, buffers, gathers, queries, no texture at all.
#include <gtest/gtest.h>
#include <span>

#include "runtime/sampling/sampler.h"
#include "runtime/testing/sampler_oracle.h"

namespace runtime {
namespace {

using namespace sampler_oracle;

// GL 2.1 table 3.21, spelled out.
struct FacePoint {
    int face;
    double s, t;
};
FacePoint face_point(double x, double y, double z) {
    const double ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
    double sc, tc, ma;
    int face;
    if (ax > ay && ax > az) {
        face = x > 0 ? 0 : 1, sc = x > 0 ? -z : z, tc = -y, ma = ax;
    } else if (ay > az) {
        face = y > 0 ? 2 : 3, sc = x, tc = y > 0 ? z : -z, ma = ay;
    } else {
        face = z > 0 ? 4 : 5, sc = z > 0 ? x : -x, tc = -y, ma = az;
    }
    return {face, (sc / ma + 1) / 2, (tc / ma + 1) / 2};
}

TEST(Sampler, CubesTakeTheFaceOfTheMajorAxis) {
    std::mt19937 random(17);
    std::uniform_real_distribution<float> spread(-1, 1);
    for (TextureKind kind : {TextureKind::Cube, TextureKind::CubeArray}) {
        const auto texture =
            random_texture(kind, Format::Rgba32Float, {4, 4, kind == TextureKind::Cube ? 6 : 18}, random);
        Sampler sampler;
        sampler.mag_filter = Filter::Nearest;
        for (int n = 0; n < 40; ++n) {
            LaneVector coordinates, result;
            LaneWord lod{};
            for (int c = 0; c < 4; ++c)
                for (uint32_t& lane : coordinates.component[c].lane)
                    lane = bits_of(c == 3 ? spread(random) * 4 : spread(random));
            SampleRequest request{{.operation = SampleOperation::ExplicitLod, .kind = kind}, {}};
            request.coordinates = &coordinates;
            request.lod = &lod;
            sample({texture, sampler}, request, all_lanes, result);
            for (int lane = 0; lane < group_lanes; ++lane) {
                const Coordinate at = lane_color(coordinates, lane);
                const FacePoint p = face_point(at[0], at[1], at[2]);
                const double u = p.s * 4, v = p.t * 4;
                if (std::fabs(u - std::round(u)) < 1e-4 || std::fabs(v - std::round(v)) < 1e-4) continue;
                const int layer = kind == TextureKind::Cube ? 0 : std::clamp(int(std::floor(at[3] + 0.5)), 0, 2);
                Texel texel;
                load_texels(*texture->levels[0], int(u), int(v), 6 * layer + p.face, 0, 1, &texel);
                for (int c = 0; c < 4; ++c) EXPECT_EQ(result.component[c].lane[lane], texel[c]);
            }
        }
    }
}

TEST(Sampler, SeamlessCubesHaveNoSeams) {
    std::mt19937 random(18);
    std::uniform_real_distribution<float> spread(-1, 1);
    const auto texture = random_texture(TextureKind::Cube, Format::Rgba32Float, {4, 4, 6}, random);
    const auto look = [&](bool seamless, Coordinate direction) {
        Sampler sampler;
        sampler.seamless_cube = seamless;
        sampler.wrap_s = sampler.wrap_t = Wrap::ClampToEdge;
        const LaneVector coordinates = splat(direction);
        LaneVector result;
        LaneWord lod{};
        SampleRequest request{{.operation = SampleOperation::ExplicitLod, .kind = TextureKind::Cube}, {}};
        request.coordinates = &coordinates;
        request.lod = &lod;
        sample({texture, sampler}, request, 1, result);
        return lane_color(result, 0);
    };
    double worst_seamless = 0, worst_seamed = 0;
    for (int n = 0; n < 600; ++n) {
        // A point on an edge between two faces, and its two sides.
        const int a = n % 3, b = (a + 1) % 3, c = (a + 2) % 3;
        Coordinate one{}, other{};
        const double sa = n & 4 ? 1 : -1, sb = n & 8 ? 1 : -1,
                     along = n < 40 ? (n & 16 ? 0.9999 : -0.9999) : spread(random);
        one[a] = sa, one[b] = sb * 0.99999, one[c] = along;
        other[a] = sa * 0.99999, other[b] = sb, other[c] = along;
        worst_seamless = std::max(worst_seamless, distance(look(true, one), look(true, other)));
        worst_seamed = std::max(worst_seamed, distance(look(false, one), look(false, other)));
    }
    EXPECT_LT(worst_seamless, 2e-3);
    EXPECT_GT(worst_seamed, 0.1);
}

TEST(Sampler, CubeLevelOfDetailIsTheSameOnBothSidesOfAnEdge) {
    const auto texture = level_ruler(TextureKind::Cube, {64, 64, 6});
    Sampler sampler;
    sampler.min_filter = Filter::Linear;
    // A quad straddling the edge between +x and +z, with a pixel about 1/8 of the face wide: 4 texels of 64 and a half.
    LaneVector coordinates = splat({1, 0, 1, 0}), result;
    for (int lane = 0; lane < group_lanes; ++lane) {
        const float x = (lane & 1 ? 0.0625f : -0.0625f);
        coordinates.component[0].lane[lane] = bits_of(1.0f + x);
        coordinates.component[1].lane[lane] = bits_of(lane & 2 ? 0.01f : 0.0f);
    }
    SampleRequest request{{.kind = TextureKind::Cube}, {}};
    request.coordinates = &coordinates;
    sample({texture, sampler}, request, all_lanes, result);
    // s = z/x there, ds = 0.5 · 0.125 · 64 texels at x = 1: two octaves.
    for (int lane = 0; lane < group_lanes; ++lane) EXPECT_NEAR(lane_color(result, lane)[0], 2.0, 0.2);
}

TEST(Sampler, FetchesAreUnfilteredAndBounded) {
    std::mt19937 random(19);
    const auto texture = random_texture(TextureKind::Array2D, Format::Rgba8Unorm, {8, 4, 3}, random);
    Sampler sampler;
    SampleRequest request{{.operation = SampleOperation::Fetch, .kind = TextureKind::Array2D}, {}};
    for (int n = 0; n < 300; ++n) {
        const std::array<int32_t, 4> at{int32_t(random() % 12) - 2, int32_t(random() % 8) - 2,
                                        int32_t(random() % 5) - 1, int32_t(random() % 6) - 1};
        const LaneVector coordinates = splat_integers(at);
        LaneVector result;
        request.coordinates = &coordinates;
        request.lod = &coordinates.component[3];
        request.offset = {1, -1, 0};
        sample({texture, sampler}, request, all_lanes, result);
        Texel expected{};
        if (at[3] >= 0 && at[3] < int(texture->levels.size())) {
            const Image& image = *texture->levels[at[3]];
            const int x = at[0] + 1, y = at[1] - 1;
            if (x >= 0 && x < image.extent().width && y >= 0 && y < image.extent().height && at[2] >= 0 && at[2] < 3)
                load_texels(image, x, y, at[2], 0, 1, &expected);
        }
        for (int c = 0; c < 4; ++c) EXPECT_EQ(result.component[c].lane[31], expected[c]);
    }
}

// EXT_texture_sRGB_decode: SKIP_DECODE changes filtered lookups, and fetches never.
TEST(Sampler, FetchesAlwaysDecodeTheCurve) {
    std::mt19937 random(20);
    for (const Format format : {Format::Rgba8Srgb, Format::R8Srgb, Format::Dxt1RgbaSrgb}) {
        const auto texture = random_texture(TextureKind::Texture2D, format, {8, 8, 1}, random);
        Sampler decodes, skips;
        skips.srgb_decode = false;
        SampleRequest fetch{{.operation = SampleOperation::Fetch, .kind = TextureKind::Texture2D}, {}};
        SampleRequest filter{{.operation = SampleOperation::ExplicitLod, .kind = TextureKind::Texture2D}, {}};
        for (int32_t n = 0; n < 64; ++n) {
            const LaneVector texels = splat_integers({n % 8, n / 8, 0, 0});
            const LaneVector coordinates = splat({(float(n % 8) + 0.5f) / 8, (float(n / 8) + 0.5f) / 8, 0, 0});
            fetch.coordinates = &texels;
            filter.coordinates = &coordinates;
            LaneVector decoded, fetched, filtered;
            sample({texture, decodes}, fetch, all_lanes, decoded);
            sample({texture, skips}, fetch, all_lanes, fetched);
            sample({texture, skips}, filter, all_lanes, filtered);
            EXPECT_EQ(lane_color(fetched, 7), lane_color(decoded, 7)) << n;
            const double on_curve = lane_color(filtered, 7)[0];
            if (on_curve > 0.1 && on_curve < 0.9) {
                EXPECT_LT(lane_color(fetched, 7)[0], on_curve - 0.05) << n;
            }
        }
    }
}

TEST(Sampler, BufferTexturesFetchFromMemory) {
    const float memory[6] = {1, 2, 3, 4, 5, 6};
    auto texture = std::make_shared<Texture>();
    texture->kind = TextureKind::Buffer;
    texture->format = Format::Rg32Float;
    texture->buffer = std::as_bytes(std::span(memory));
    Sampler sampler;
    SampleRequest request{{.operation = SampleOperation::Fetch, .kind = TextureKind::Buffer}, {}};
    for (int i = -1; i < 4; ++i) {
        const LaneVector coordinates = splat_integers({i, 0, 0, 0});
        LaneVector result;
        request.coordinates = &coordinates;
        sample({texture, sampler}, request, all_lanes, result);
        const Color expected = i < 0 || i > 2 ? Color{} : Color{memory[2 * i], memory[2 * i + 1], 0, 1};
        EXPECT_EQ(lane_color(result, 5), expected);
    }
}

// There may be 2^27 texels.
TEST(Sampler, BufferTexturesHaveMoreTexelsThanImages) {
    const int last = (1 << 24) + 1000;
    std::vector<float> memory(static_cast<size_t>(last) + 1);
    memory.back() = 7;
    auto texture = std::make_shared<Texture>();
    texture->kind = TextureKind::Buffer;
    texture->format = Format::R32Float;
    texture->buffer = std::as_bytes(std::span(memory));
    SampleRequest request{{.operation = SampleOperation::Fetch, .kind = TextureKind::Buffer}, {}};
    for (const int i : {last - 1, last, last + 1, INT32_MAX, INT32_MIN}) {
        const LaneVector coordinates = splat_integers({i, 0, 0, 0});
        LaneVector result;
        request.coordinates = &coordinates;
        sample({texture, Sampler()}, request, all_lanes, result);
        const Color expected = i < 0 || i > last ? Color{} : Color{i == last ? 7.0 : 0.0, 0, 0, 1};
        EXPECT_EQ(lane_color(result, 5), expected) << i;
    }
}

TEST(Sampler, GathersInTheOrderOfTheSpecification) {
    std::mt19937 random(20);
    const auto texture = random_texture(TextureKind::Texture2D, Format::Rgba32Float, {4, 4, 1}, random, false);
    texture->swizzle = {Channel::Green, Channel::One, Channel::Red, Channel::Zero};
    Sampler sampler;
    sampler.mag_filter = Filter::Nearest;
    // Between texel centres 1 and 2 in x, 2 and 3 in y.
    const LaneVector coordinates = splat({2.0 / 4, 3.0 / 4, 0, 0});
    SampleRequest request{{.operation = SampleOperation::Gather, .kind = TextureKind::Texture2D}, {}};
    request.coordinates = &coordinates;
    LaneVector result;
    const auto texel = [&](int x, int y, int c) {
        Texel t;
        load_texels(*texture->levels[0], x, y, 0, 0, 1, &t);
        return double(float_of(t[c]));
    };
    sample({texture, sampler}, request, all_lanes, result);
    EXPECT_EQ(lane_color(result, 9), (Color{texel(1, 3, 1), texel(2, 3, 1), texel(2, 2, 1), texel(1, 2, 1)}));
    request.gather_component = 2;
    sample({texture, sampler}, request, all_lanes, result);
    EXPECT_EQ(lane_color(result, 9), (Color{texel(1, 3, 0), texel(2, 3, 0), texel(2, 2, 0), texel(1, 2, 0)}));
    request.gather_component = 1;
    sample({texture, sampler}, request, all_lanes, result);
    EXPECT_EQ(lane_color(result, 9), (Color{1, 1, 1, 1}));
    const LaneVector offsets_x = splat_integers({0, 1, -1, 2}), offsets_y = splat_integers({0, 0, 1, -1});
    request.operation = SampleOperation::GatherOffsets;
    request.gather_component = 2;
    request.offsets = &offsets_x;
    request.offsets_y = &offsets_y;
    sample({texture, sampler}, request, all_lanes, result);
    EXPECT_EQ(lane_color(result, 9), (Color{texel(1, 2, 0), texel(2, 2, 0), texel(0, 3, 0), texel(3, 1, 0)}));
}

TEST(Sampler, QueriesSizes) {
    std::mt19937 random(21);
    const std::pair<TextureKind, std::array<int, 3>> cases[] = {
        {TextureKind::Texture1D, {4, 0, 0}}, {TextureKind::Texture2D, {4, 2, 0}}, {TextureKind::Texture3D, {4, 2, 3}},
        {TextureKind::Array1D, {4, 6, 0}},   {TextureKind::Array2D, {4, 2, 6}},   {TextureKind::Cube, {4, 2, 0}},
        {TextureKind::CubeArray, {4, 2, 1}}};
    for (auto [kind, size] : cases) {
        const bool line = kind == TextureKind::Texture1D || kind == TextureKind::Array1D;
        const auto texture =
            random_texture(kind, Format::R8Unorm, {8, line ? 1 : 4, kind == TextureKind::Texture1D ? 1 : 6}, random);
        Sampler sampler;
        SampleRequest request{{.operation = SampleOperation::QuerySize, .kind = kind}, {}};
        const LaneVector level = splat_integers({1, 99, 0, 0});
        LaneVector result;
        request.lod = &level.component[0];
        sample({texture, sampler}, request, all_lanes, result);
        for (int c = 0; c < 3; ++c) EXPECT_EQ(result.component[c].lane[0], uint32_t(size[c])) << int(kind);
        request.lod = &level.component[1];
        sample({texture, sampler}, request, all_lanes, result);
        EXPECT_EQ(result.component[0].lane[0], 0u);
    }
}

TEST(Sampler, NoTextureIsOpaqueBlack) {
    std::mt19937 random(22);
    const LaneVector coordinates = splat({0.5, 0.5, 0, 0});
    LaneVector result;
    SampleRequest request{{.kind = TextureKind::Texture2D}, {}};
    request.coordinates = &coordinates;
    sample({}, request, all_lanes, result);
    EXPECT_EQ(lane_color(result, 17), (Color{0, 0, 0, 1}));
    const auto texture = random_texture(TextureKind::Texture3D, Format::Rgba8Unorm, {2, 2, 2}, random);
    sample({texture, {}}, request, all_lanes, result);
    EXPECT_EQ(lane_color(result, 17), (Color{0, 0, 0, 1}));
}

TEST(Sampler, WildOperandsAreHarmless) {
    std::mt19937 random(24);
    const uint32_t wild[] = {0x7fc00000, 0x7f800000, 0xff800000, bits_of(1e38f), bits_of(-1e38f), 0,
                             0x80000000, 1,          ~0u,        0x7fffffff};
    for (int kind = 0; kind < 11; ++kind) {
        const bool line = kind == int(TextureKind::Texture1D) || kind == int(TextureKind::Array1D);
        auto texture = random_texture(TextureKind(kind), Format::Rgba8Unorm, {8, line ? 1 : 8, 6}, random);
        for (int n = 0; n < 400; ++n) {
            LaneVector vectors[4], result;
            for (LaneVector& vector : vectors)
                for (LaneWord& word : vector.component)
                    for (uint32_t& lane : word.lane)
                        lane = random() & 1 ? wild[random() % std::size(wild)] : uint32_t(random());
            Sampler sampler;
            sampler.wrap_s = all_wraps[random() % 8];
            sampler.wrap_t = all_wraps[random() % 8];
            sampler.wrap_r = all_wraps[random() % 8];
            sampler.min_filter = Filter(random() % 2);
            sampler.mag_filter = Filter(random() % 2);
            sampler.mip_filter = MipFilter(random() % 3);
            sampler.seamless_cube = random() & 1;
            sampler.max_anisotropy = random() & 1 ? 16.0f : 1.0f;
            SampleRequest request{{.operation = SampleOperation(random() % 11), .kind = TextureKind(kind)}, {}};
            request.coordinates = &vectors[0];
            request.gradient_x = &vectors[1];
            request.gradient_y = &vectors[2];
            request.offsets = random() & 1 ? &vectors[3] : nullptr;
            request.offsets_y = request.offsets;
            request.lod = &vectors[1].component[2];
            request.lod_clamp = random() & 1 ? &vectors[1].component[3] : nullptr;
            sample({texture, sampler}, request, LaneMask(random()), result);
        }
    }
}

}  // namespace
}  // namespace runtime
