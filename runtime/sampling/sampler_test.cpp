#include "runtime/sampling/sampler.h"

#include <bit>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <random>

#include "runtime/sampling/sampler_plan.h"
#include "runtime/simd/cpu_features.h"

namespace runtime {
namespace {

float float_of(uint32_t bits) { return std::bit_cast<float>(bits); }
uint32_t bits_of(float value) { return std::bit_cast<uint32_t>(value); }

using Color = std::array<double, 4>;
using Coordinate = std::array<double, 4>;

// ---- the oracle: GL 2.1 §3.8.7 to §3.8.9 in double precision ------------------------------------------------------

struct Oracle {
    const Texture& texture;
    const Sampler& sampler;

    int dimensions() const {
        switch (texture.kind) {
            case TextureKind::Texture1D:
            case TextureKind::Array1D: return 1;
            case TextureKind::Texture3D: return 3;
            default: return 2;
        }
    }
    Wrap wrap(int d) const { return d == 0 ? sampler.wrap_s : d == 1 ? sampler.wrap_t : sampler.wrap_r; }

    // τ_ijk, with the border where an index is outside.
    Color texel(int level, std::array<int, 3> at, int layer) const {
        const Image& image = *texture.levels[level];
        const Extent extent = image.extent();
        const std::array<int, 3> size{extent.width, extent.height, extent.depth};
        for (int d = 0; d < dimensions(); ++d)
            if (at[d] < 0 || at[d] >= size[d]) {
                Color border;
                for (int c = 0; c < 4; ++c) border[c] = float_of(sampler.border_color[c]);
                return border;
            }
        Texel texel;
        load_texels(image, at[0], dimensions() > 1 ? at[1] : 0, dimensions() == 3 ? at[2] : layer, 0, 1, &texel);
        return {float_of(texel[0]), float_of(texel[1]), float_of(texel[2]), float_of(texel[3])};
    }

    static int floor_mod(int a, int n) { return ((a % n) + n) % n; }

    // Texel positions and weights of one dimension.
    struct Tap {
        int index;
        double weight;
    };
    std::vector<Tap> taps(int d, double s, int size, Filter filter, int offset) const {
        const Wrap mode = wrap(d);
        double u = texture.kind == TextureKind::Rectangle ? s : s * size;
        const double half = 0.5;
        // The clamping of the coordinate itself, as the text has it.
        switch (mode) {
            case Wrap::Clamp: u = std::clamp(u, 0.0, double(size)); break;
            case Wrap::ClampToEdge:
                if (!offset) u = std::clamp(u, half, size - half);
                break;
            case Wrap::ClampToBorder:
                if (!offset) u = std::clamp(u, -half, size + half);
                break;
            // EXT_texture_mirror_clamp
            case Wrap::MirrorClamp: u = std::min(std::fabs(u), double(size)); break;
            case Wrap::MirrorClampToEdge:
                if (!offset) u = std::clamp(std::fabs(u), half, size - half);
                break;
            case Wrap::MirrorClampToBorder:
                if (!offset) u = std::min(std::fabs(u), size + half);
                break;
            default: break;
        }
        const auto place = [&](int i) {
            switch (mode) {
                case Wrap::Repeat: return floor_mod(i, size);
                case Wrap::MirroredRepeat: {
                    const int m = floor_mod(i, 2 * size);
                    return m < size ? m : 2 * size - 1 - m;
                }
                case Wrap::ClampToEdge: return std::clamp(i, 0, size - 1);
                case Wrap::MirrorClampToEdge: return std::clamp(i < 0 ? -1 - i : i, 0, size - 1);
                case Wrap::MirrorClamp:
                case Wrap::MirrorClampToBorder: return i < 0 ? -1 - i : i;
                default: return i;
            }
        };
        if (filter == Filter::Nearest) {
            int i = int(std::floor(u));
            if ((mode == Wrap::Clamp || mode == Wrap::MirrorClamp) && i == size) i = size - 1;
            return {{place(i + offset), 1.0}};
        }
        const int i = int(std::floor(u - 0.5));
        const double alpha = u - 0.5 - i;
        return {{place(i + offset), 1 - alpha}, {place(i + 1 + offset), alpha}};
    }

    Color level_color(int level, const Coordinate& at, Filter filter, std::array<int, 3> offset,
                      const std::function<double(double)>& transform) const {
        const Extent extent = texture.levels[level]->extent();
        const std::array<int, 3> size{extent.width, extent.height, extent.depth};
        int layer = 0;
        if (texture.kind == TextureKind::Array1D) layer = std::clamp(int(std::floor(at[1] + 0.5)), 0, extent.depth - 1);
        if (texture.kind == TextureKind::Array2D) layer = std::clamp(int(std::floor(at[2] + 0.5)), 0, extent.depth - 1);
        std::array<std::vector<Tap>, 3> all{{{{0, 1.0}}, {{0, 1.0}}, {{0, 1.0}}}};
        for (int d = 0; d < dimensions(); ++d) all[d] = taps(d, at[d], size[d], filter, offset[d]);
        Color sum{};
        for (const Tap& x : all[0])
            for (const Tap& y : all[1])
                for (const Tap& z : all[2]) {
                    Color color = texel(level, {x.index, y.index, z.index}, layer);
                    if (transform) color[0] = transform(color[0]);
                    for (int c = 0; c < 4; ++c) sum[c] += x.weight * y.weight * z.weight * color[c];
                }
        return sum;
    }

    Color color(const Coordinate& at, double lod, std::array<int, 3> offset = {},
                const std::function<double(double)>& transform = {}) const {
        const int q = int(texture.levels.size()) - 1;
        if (lod <= 0) return level_color(0, at, sampler.mag_filter, offset, transform);
        if (sampler.mip_filter == MipFilter::None) return level_color(0, at, sampler.min_filter, offset, transform);
        if (sampler.mip_filter == MipFilter::Nearest) {
            const int d = lod <= 0.5 ? 0 : lod <= q + 0.5 ? int(std::ceil(lod + 0.5)) - 1 : q;
            return level_color(d, at, sampler.min_filter, offset, transform);
        }
        if (lod >= q) return level_color(q, at, sampler.min_filter, offset, transform);
        const int d = int(std::floor(lod));
        const Color near = level_color(d, at, sampler.min_filter, offset, transform);
        const Color far = level_color(d + 1, at, sampler.min_filter, offset, transform);
        Color result;
        for (int c = 0; c < 4; ++c) result[c] = near[c] + (lod - d) * (far[c] - near[c]);
        return result;
    }
};

// ---- making textures and requests -----------------------------------------------------------------------------------

std::shared_ptr<Image> random_image(Format format, Extent extent, std::mt19937& random) {
    auto image = std::make_shared<Image>(format, extent);
    std::uniform_real_distribution<float> unit(0, 1);
    std::vector<Texel> row(extent.width);
    for (int z = 0; z < extent.depth; ++z)
        for (int y = 0; y < extent.height; ++y) {
            for (Texel& texel : row)
                for (uint32_t& bits : texel) bits = bits_of(unit(random));
            store_texels(format, image->row(y, z), 0, extent.width, row.data());
        }
    return image;
}

std::shared_ptr<Texture> random_texture(TextureKind kind, Format format, Extent extent, std::mt19937& random,
                                        bool mipmaps = true) {
    auto texture = std::make_shared<Texture>();
    texture->kind = kind;
    texture->format = format;
    const bool height = kind != TextureKind::Texture1D && kind != TextureKind::Array1D;
    const bool depth = kind == TextureKind::Texture3D;
    for (;;) {
        texture->levels.push_back(random_image(format, extent, random));
        const bool last = extent.width == 1 && (!height || extent.height == 1) && (!depth || extent.depth == 1);
        if (last || !mipmaps || kind == TextureKind::Rectangle) return texture;
        extent.width = std::max(1, extent.width / 2);
        if (height) extent.height = std::max(1, extent.height / 2);
        if (depth) extent.depth = std::max(1, extent.depth / 2);
    }
}

Color lane_color(const LaneVector& vector, int lane) {
    Color color;
    for (int c = 0; c < 4; ++c) color[c] = float_of(vector.component[c].lane[lane]);
    return color;
}

LaneVector splat(Coordinate value) {
    LaneVector vector;
    for (int c = 0; c < 4; ++c)
        for (uint32_t& lane : vector.component[c].lane) lane = bits_of(float(value[c]));
    return vector;
}
LaneVector splat_integers(std::array<int32_t, 4> value) {
    LaneVector vector;
    for (int c = 0; c < 4; ++c)
        for (uint32_t& lane : vector.component[c].lane) lane = uint32_t(value[c]);
    return vector;
}

double distance(const Color& a, const Color& b) {
    double d = 0;
    for (int c = 0; c < 4; ++c) d = std::max(d, std::fabs(a[c] - b[c]));
    return d;
}

constexpr Wrap all_wraps[] = {Wrap::Repeat, Wrap::MirroredRepeat,    Wrap::ClampToEdge,         Wrap::ClampToBorder,
                              Wrap::Clamp,  Wrap::MirrorClampToEdge, Wrap::MirrorClampToBorder, Wrap::MirrorClamp};

// The oracle's colour at a place, or a neighbouring one where a nearest filter may fall either way.
double oracle_distance(const Oracle& oracle, const Color& color, const Coordinate& at, double lod,
                       std::array<int, 3> offset = {}) {
    double best = 1e9;
    for (double dx : {0.0, -1e-5, 1e-5})
        for (double dy : {0.0, -1e-5, 1e-5})
            for (double dz : {0.0, -1e-5, 1e-5}) {
                const Coordinate moved{at[0] + dx, at[1] + dy, at[2] + dz, at[3]};
                best = std::min(best, distance(color, oracle.color(moved, lod, offset)));
                if (best < 1e-4) return best;
            }
    return best;
}

// ---- tests
// --------------------------------------------------------------------------------------------------------------

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
                for (int filters = 0; filters < 12; ++filters) {
                    TextureBinding binding{texture, {}};
                    Sampler& sampler = binding.sampler;
                    sampler.wrap_s = wrap;
                    sampler.wrap_t = all_wraps[(int(wrap) + filters) % 8];
                    sampler.wrap_r = all_wraps[(int(wrap) + 2 * filters) % 8];
                    sampler.min_filter = filters & 1 ? Filter::Linear : Filter::Nearest;
                    sampler.mag_filter = filters & 2 ? Filter::Linear : Filter::Nearest;
                    sampler.mip_filter = kind == TextureKind::Rectangle ? MipFilter::None : MipFilter(filters / 4);
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
                    SampleRequest request{.operation = SampleOperation::ExplicitLod, .kind = kind};
                    request.coordinates = &coordinates;
                    request.lod = &lod;
                    sample(binding, request, all_lanes, result);
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
    TextureBinding binding{texture, {}};
    binding.sampler.min_filter = binding.sampler.mag_filter = Filter::Linear;
    const LaneVector coordinates = splat({0.5, 0.5, 0, 0});
    LaneVector result;
    SampleRequest request{.kind = TextureKind::Texture2D};
    request.coordinates = &coordinates;
    sample(binding, request, all_lanes, result);
    // The middle of light, not that of codes (which would decode to 0.2140).
    EXPECT_LT(distance(lane_color(result, 0), {0.5, 0.5, 0.5, 0.5}), 1e-6);
}

TEST(Sampler, OffsetsMoveByTexels) {
    std::mt19937 random(12);
    std::uniform_real_distribution<float> coordinate(-1, 2);
    const auto texture = random_texture(TextureKind::Texture2D, Format::Rgba32Float, {5, 8, 1}, random);
    for (Wrap wrap : {Wrap::Repeat, Wrap::MirroredRepeat, Wrap::ClampToEdge, Wrap::ClampToBorder})
        for (Filter filter : {Filter::Nearest, Filter::Linear}) {
            TextureBinding binding{texture, {}};
            binding.sampler.wrap_s = binding.sampler.wrap_t = wrap;
            binding.sampler.mag_filter = filter;
            LaneVector coordinates = splat({}), offsets = splat_integers({1, -2, 0, 0}), result;
            for (int lane = 0; lane < group_lanes; ++lane)
                for (int c = 0; c < 2; ++c) coordinates.component[c].lane[lane] = bits_of(coordinate(random));
            LaneWord lod{};
            SampleRequest request{.operation = SampleOperation::ExplicitLod, .kind = TextureKind::Texture2D};
            request.coordinates = &coordinates;
            request.lod = &lod;
            request.offset = {-4, 7, 0};
            request.offsets = &offsets;
            sample(binding, request, all_lanes, result);
            const Oracle oracle{*texture, binding.sampler};
            for (int lane = 0; lane < group_lanes; ++lane)
                EXPECT_LT(
                    oracle_distance(oracle, lane_color(result, lane), lane_color(coordinates, lane), 0, {-3, 5, 0}),
                    1e-4);
        }
}

// A texture whose levels are their own number shows the level of detail.
std::shared_ptr<Texture> level_ruler(TextureKind kind, Extent extent) {
    std::mt19937 random(13);
    auto texture = random_texture(kind, Format::R32Float, extent, random);
    for (size_t level = 0; level < texture->levels.size(); ++level) {
        auto image = std::const_pointer_cast<Image>(texture->levels[level]);
        const std::vector<Texel> row(image->extent().width, Texel{bits_of(float(level)), 0, 0, 0});
        for (int z = 0; z < image->extent().depth; ++z)
            for (int y = 0; y < image->extent().height; ++y)
                store_texels(Format::R32Float, image->row(y, z), 0, image->extent().width, row.data());
    }
    return texture;
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
            TextureBinding binding{texture, {}};
            binding.sampler.min_filter = Filter::Linear;
            binding.sampler.lod_bias = round % 3 * 0.5f - 0.5f;
            if (round > 15) binding.sampler.min_lod = 1.25f, binding.sampler.max_lod = 2.75f;
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
                        coordinates.component[c].lane[quad + n] = bits_of(base + (n & 1) * dx + (n >> 1) * dy);
                        gradient_x.component[c].lane[quad + n] = bits_of(dx);
                        gradient_y.component[c].lane[quad + n] = bits_of(dy);
                    }
                    dx2 += std::pow(dx * sizes[c], 2);
                    dy2 += std::pow(dy * sizes[c], 2);
                }
                const double lambda = 0.5 * std::log2(std::max(dx2, dy2));
                for (int n = 0; n < 4; ++n) expected[quad + n] = lambda;
            }
            SampleRequest request{.operation = round & 1 ? SampleOperation::Bias : SampleOperation::Implicit,
                                  .kind = kind};
            if (round % 4 == 2) request.operation = SampleOperation::Gradients;
            request.coordinates = &coordinates;
            request.gradient_x = &gradient_x;
            request.gradient_y = &gradient_y;
            request.lod = &bias;
            sample(binding, request, all_lanes, result);
            LaneVector query;
            request.operation =
                request.operation == SampleOperation::Gradients ? request.operation : SampleOperation::QueryLod;
            if (request.operation == SampleOperation::QueryLod) sample(binding, request, all_lanes, query);
            for (int lane = 0; lane < group_lanes; ++lane) {
                const double biased = expected[lane] + binding.sampler.lod_bias + (round & 1 ? 0.75 : 0.0);
                const double lod =
                    std::clamp(std::clamp(biased, double(binding.sampler.min_lod), double(binding.sampler.max_lod)),
                               0.0, double(texture->levels.size() - 1));
                EXPECT_NEAR(lane_color(result, lane)[0], lod, 2e-5) << "kind " << int(kind) << " round " << round;
                if (request.operation == SampleOperation::QueryLod) {
                    EXPECT_NEAR(lane_color(query, lane)[1], expected[lane] + binding.sampler.lod_bias, 2e-5);
                }
            }
        }
    }
}

TEST(Sampler, WithoutDerivativesTheBaseLevelIsMagnified) {
    const auto texture = level_ruler(TextureKind::Texture2D, {16, 16, 1});
    TextureBinding binding{texture, {}};
    LaneVector coordinates, result;
    std::mt19937 random(15);
    for (LaneWord& word : coordinates.component)
        for (uint32_t& lane : word.lane) lane = bits_of(float(random() % 1000) / 100);
    SampleRequest request{.kind = TextureKind::Texture2D};
    request.coordinates = &coordinates;
    request.derivatives = false;
    sample(binding, request, all_lanes, result);
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
            default: return 1;
        }
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
                    TextureBinding binding{texture, {}};
                    binding.sampler.compare = true;
                    binding.sampler.compare_function = CompareFunction(f);
                    binding.sampler.mag_filter = filter;
                    binding.sampler.wrap_s = binding.sampler.wrap_t = Wrap::ClampToEdge;
                    const int reference_component = kind == TextureKind::Array2D ? 3 : 2;
                    LaneVector coordinates = splat({}), result;
                    for (int lane = 0; lane < group_lanes; ++lane) {
                        for (int c = 0; c < 3; ++c)
                            coordinates.component[c].lane[lane] =
                                bits_of(coordinate(random) * (kind == TextureKind::Rectangle ? 6 : 1));
                        coordinates.component[reference_component].lane[lane] = bits_of(unit(random));
                    }
                    LaneWord lod{};
                    SampleRequest request{.operation = SampleOperation::ExplicitLod, .kind = kind, .shadow = true};
                    request.coordinates = &coordinates;
                    request.lod = &lod;
                    sample(binding, request, all_lanes, result);
                    const Oracle oracle{*texture, binding.sampler};
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
                    sample(binding, request, all_lanes, result);
                    EXPECT_NEAR(lane_color(result, 3)[2], oracle.color(lane_color(coordinates, 3), 0)[0], 1e-4);
                }
}

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
        TextureBinding binding{texture, {}};
        binding.sampler.mag_filter = Filter::Nearest;
        for (int n = 0; n < 40; ++n) {
            LaneVector coordinates, result;
            LaneWord lod{};
            for (int c = 0; c < 4; ++c)
                for (uint32_t& lane : coordinates.component[c].lane)
                    lane = bits_of(c == 3 ? spread(random) * 4 : spread(random));
            SampleRequest request{.operation = SampleOperation::ExplicitLod, .kind = kind};
            request.coordinates = &coordinates;
            request.lod = &lod;
            sample(binding, request, all_lanes, result);
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
        TextureBinding binding{texture, {}};
        binding.sampler.seamless_cube = seamless;
        binding.sampler.wrap_s = binding.sampler.wrap_t = Wrap::ClampToEdge;
        const LaneVector coordinates = splat(direction);
        LaneVector result;
        LaneWord lod{};
        SampleRequest request{.operation = SampleOperation::ExplicitLod, .kind = TextureKind::Cube};
        request.coordinates = &coordinates;
        request.lod = &lod;
        sample(binding, request, 1, result);
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
    TextureBinding binding{texture, {}};
    binding.sampler.min_filter = Filter::Linear;
    // A quad straddling the edge between +x and +z, with a pixel about 1/8 of the face wide: 4 texels of 64 and a half.
    LaneVector coordinates = splat({1, 0, 1, 0}), result;
    for (int lane = 0; lane < group_lanes; ++lane) {
        const float x = (lane & 1 ? 0.0625f : -0.0625f);
        coordinates.component[0].lane[lane] = bits_of(1.0f + x);
        coordinates.component[1].lane[lane] = bits_of(lane & 2 ? 0.01f : 0.0f);
    }
    SampleRequest request{.kind = TextureKind::Cube};
    request.coordinates = &coordinates;
    sample(binding, request, all_lanes, result);
    // s = z/x there, ds = 0.5 · 0.125 · 64 texels at x = 1: two octaves.
    for (int lane = 0; lane < group_lanes; ++lane) EXPECT_NEAR(lane_color(result, lane)[0], 2.0, 0.2);
}

TEST(Sampler, FetchesAreUnfilteredAndBounded) {
    std::mt19937 random(19);
    const auto texture = random_texture(TextureKind::Array2D, Format::Rgba8Unorm, {8, 4, 3}, random);
    TextureBinding binding{texture, {}};
    SampleRequest request{.operation = SampleOperation::Fetch, .kind = TextureKind::Array2D};
    for (int n = 0; n < 300; ++n) {
        const std::array<int32_t, 4> at{int32_t(random() % 12) - 2, int32_t(random() % 8) - 2,
                                        int32_t(random() % 5) - 1, int32_t(random() % 6) - 1};
        const LaneVector coordinates = splat_integers(at);
        LaneVector result;
        request.coordinates = &coordinates;
        request.lod = &coordinates.component[3];
        request.offset = {1, -1, 0};
        sample(binding, request, all_lanes, result);
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

TEST(Sampler, BufferTexturesFetchFromMemory) {
    const float memory[6] = {1, 2, 3, 4, 5, 6};
    auto texture = std::make_shared<Texture>();
    texture->kind = TextureKind::Buffer;
    texture->format = Format::Rg32Float;
    texture->buffer = std::as_bytes(std::span(memory));
    TextureBinding binding{texture, {}};
    SampleRequest request{.operation = SampleOperation::Fetch, .kind = TextureKind::Buffer};
    for (int i = -1; i < 4; ++i) {
        const LaneVector coordinates = splat_integers({i, 0, 0, 0});
        LaneVector result;
        request.coordinates = &coordinates;
        sample(binding, request, all_lanes, result);
        const Color expected = i < 0 || i > 2 ? Color{} : Color{memory[2 * i], memory[2 * i + 1], 0, 1};
        EXPECT_EQ(lane_color(result, 5), expected);
    }
}

TEST(Sampler, GathersInTheOrderOfTheSpecification) {
    std::mt19937 random(20);
    const auto texture = random_texture(TextureKind::Texture2D, Format::Rgba32Float, {4, 4, 1}, random, false);
    texture->swizzle = {Channel::Green, Channel::One, Channel::Red, Channel::Zero};
    TextureBinding binding{texture, {}};
    binding.sampler.mag_filter = Filter::Nearest;
    // Between texel centres 1 and 2 in x, 2 and 3 in y.
    const LaneVector coordinates = splat({2.0 / 4, 3.0 / 4, 0, 0});
    SampleRequest request{.operation = SampleOperation::Gather, .kind = TextureKind::Texture2D};
    request.coordinates = &coordinates;
    LaneVector result;
    const auto texel = [&](int x, int y, int c) {
        Texel t;
        load_texels(*texture->levels[0], x, y, 0, 0, 1, &t);
        return double(float_of(t[c]));
    };
    sample(binding, request, all_lanes, result);
    EXPECT_EQ(lane_color(result, 9), (Color{texel(1, 3, 1), texel(2, 3, 1), texel(2, 2, 1), texel(1, 2, 1)}));
    request.gather_component = 2;
    sample(binding, request, all_lanes, result);
    EXPECT_EQ(lane_color(result, 9), (Color{texel(1, 3, 0), texel(2, 3, 0), texel(2, 2, 0), texel(1, 2, 0)}));
    request.gather_component = 1;
    sample(binding, request, all_lanes, result);
    EXPECT_EQ(lane_color(result, 9), (Color{1, 1, 1, 1}));
    const LaneVector offsets_x = splat_integers({0, 1, -1, 2}), offsets_y = splat_integers({0, 0, 1, -1});
    request.operation = SampleOperation::GatherOffsets;
    request.gather_component = 2;
    request.offsets = &offsets_x;
    request.offsets_y = &offsets_y;
    sample(binding, request, all_lanes, result);
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
        TextureBinding binding{texture, {}};
        SampleRequest request{.operation = SampleOperation::QuerySize, .kind = kind};
        const LaneVector level = splat_integers({1, 99, 0, 0});
        LaneVector result;
        request.lod = &level.component[0];
        sample(binding, request, all_lanes, result);
        for (int c = 0; c < 3; ++c) EXPECT_EQ(result.component[c].lane[0], uint32_t(size[c])) << int(kind);
        request.lod = &level.component[1];
        sample(binding, request, all_lanes, result);
        EXPECT_EQ(result.component[0].lane[0], 0u);
    }
}

TEST(Sampler, NoTextureIsOpaqueBlack) {
    std::mt19937 random(22);
    const LaneVector coordinates = splat({0.5, 0.5, 0, 0});
    LaneVector result;
    SampleRequest request{.kind = TextureKind::Texture2D};
    request.coordinates = &coordinates;
    sample({}, request, all_lanes, result);
    EXPECT_EQ(lane_color(result, 17), (Color{0, 0, 0, 1}));
    const auto texture = random_texture(TextureKind::Texture3D, Format::Rgba8Unorm, {2, 2, 2}, random);
    sample({texture, {}}, request, all_lanes, result);
    EXPECT_EQ(lane_color(result, 17), (Color{0, 0, 0, 1}));
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
        TextureBinding binding{texture, {}};
        binding.sampler.wrap_s = Wrap::ClampToBorder;
        binding.sampler.border_color = {bits_of(0.25f), bits_of(1.5f), bits_of(-1.0f), bits_of(0.5f)};
        const LaneVector coordinates = splat({3, 0.5, 0, 0});
        LaneVector result;
        SampleRequest request{.kind = TextureKind::Texture2D};
        request.coordinates = &coordinates;
        sample(binding, request, all_lanes, result);
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
    TextureBinding binding{texture, {}};
    const LaneVector coordinates = splat({0.5, 0.5, 0, 0});
    LaneVector result;
    SampleRequest request{.kind = TextureKind::Texture2D};
    request.coordinates = &coordinates;
    sample(binding, request, all_lanes, result);
    EXPECT_EQ(result.component[0].lane[0], 11u);
    EXPECT_EQ(result.component[1].lane[0], uint32_t(-7));
    EXPECT_EQ(result.component[2].lane[0], 1u);
    EXPECT_EQ(result.component[3].lane[0], 0u);
}

using Specialised = void (*)(const SamplerPlan&, LaneMask, LaneVector&);
std::vector<Specialised> specialised_samplers() {
    std::vector<Specialised> samplers{sample_sse4};
    if (simd_level_of_cpu() >= SimdLevel::Avx2) samplers.push_back(sample_avx2);
    if (simd_level_of_cpu() >= SimdLevel::Avx512) samplers.push_back(sample_avx512);
    return samplers;
}

TEST(Sampler, SpecialisedSamplersAgreeWithEachOtherAndWithThePlainOne) {
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
                TextureBinding binding{texture, {}};
                Sampler& sampler = binding.sampler;
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
                SampleRequest request{.operation = operations[random() % (kind == TextureKind::Cube ? 4 : 6)],
                                      .kind = kind,
                                      .shadow = (random() & 1) != 0};
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
                SamplerPlan plan;
                ASSERT_TRUE(make_sampler_plan(binding, request, plan));
                ++specialised;
                const LaneMask active = random() % 3 ? all_lanes : LaneMask(random());
                LaneVector expected, first;
                sample_generic(binding, request, active, expected);
                bool is_first = true;
                for (Specialised sample_lanes : specialised_samplers()) {
                    LaneVector result;
                    sample_lanes(plan, active, result);
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
            TextureBinding binding{texture, {}};
            binding.sampler.wrap_s = all_wraps[random() % 8];
            binding.sampler.wrap_t = all_wraps[random() % 8];
            binding.sampler.wrap_r = all_wraps[random() % 8];
            binding.sampler.min_filter = Filter(random() % 2);
            binding.sampler.mag_filter = Filter(random() % 2);
            binding.sampler.mip_filter = MipFilter(random() % 3);
            binding.sampler.seamless_cube = random() & 1;
            binding.sampler.max_anisotropy = random() & 1 ? 16.0f : 1.0f;
            SampleRequest request{.operation = SampleOperation(random() % 11), .kind = TextureKind(kind)};
            request.coordinates = &vectors[0];
            request.gradient_x = &vectors[1];
            request.gradient_y = &vectors[2];
            request.offsets = random() & 1 ? &vectors[3] : nullptr;
            request.offsets_y = request.offsets;
            request.lod = &vectors[1].component[2];
            request.lod_clamp = random() & 1 ? &vectors[1].component[3] : nullptr;
            sample(binding, request, LaneMask(random()), result);
        }
    }
}

}  // namespace
}  // namespace runtime
