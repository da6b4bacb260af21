// For tests of samplers: what the specification says in double precision, and textures and operands to compare it on.
#pragma once

#include <cmath>
#include <functional>
#include <random>

#include "runtime/formats/float_bits.h"
#include "runtime/sampling/sampler.h"

namespace runtime::sampler_oracle {

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
            case TextureKind::Texture2D:
            case TextureKind::Cube:
            case TextureKind::Rectangle:
            case TextureKind::Array2D:
            case TextureKind::CubeArray:
            case TextureKind::Buffer:
            case TextureKind::Multisample2D:
            case TextureKind::MultisampleArray2D:
            case TextureKind::Renderbuffer: break;
        }
        return 2;
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
            case Wrap::Repeat:
            case Wrap::MirroredRepeat: break;
        }
        const auto wrapped = [&](int i) {
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
                case Wrap::ClampToBorder:
                case Wrap::Clamp: break;
            }
            return i;
        };
        if (filter == Filter::Nearest) {
            int i = int(std::floor(u));
            if ((mode == Wrap::Clamp || mode == Wrap::MirrorClamp) && i == size) i = size - 1;
            return {{wrapped(i + offset), 1.0}};
        }
        // Weights have eight bits where texels have (docs/numerics.md).
        if (filters_bytes(texture.format)) u = std::nearbyint(u * 256) / 256;
        const int i = int(std::floor(u - 0.5));
        const double alpha = u - 0.5 - i;
        return {{wrapped(i + offset), 1 - alpha}, {wrapped(i + 1 + offset), alpha}};
    }

    Color reduced(const Color& a, const Color& b) const {
        Color result;
        for (int c = 0; c < 4; ++c)
            result[c] = sampler.reduction == Reduction::Minimum ? std::min(a[c], b[c]) : std::max(a[c], b[c]);
        return result;
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
        bool any = false;
        for (const Tap& x : all[0])
            for (const Tap& y : all[1])
                for (const Tap& z : all[2]) {
                    Color color = texel(level, {x.index, y.index, z.index}, layer);
                    if (transform) color[0] = transform(color[0]);
                    const double weight = x.weight * y.weight * z.weight;
                    if (sampler.reduction == Reduction::Average) {
                        for (int c = 0; c < 4; ++c) sum[c] += weight * color[c];
                    } else if (weight > 0) {
                        sum = any ? reduced(sum, color) : color;
                        any = true;
                    }
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
        if (sampler.reduction != Reduction::Average) return lod > d ? reduced(near, far) : near;
        Color result;
        for (int c = 0; c < 4; ++c) result[c] = near[c] + (lod - d) * (far[c] - near[c]);
        return result;
    }
};

// ---- making textures and requests -----------------------------------------------------------------------------------

inline std::shared_ptr<Image> random_image(Format format, Extent extent, std::mt19937& random) {
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

inline std::shared_ptr<Texture> random_texture(TextureKind kind, Format format, Extent extent, std::mt19937& random,
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

inline Color lane_color(const LaneVector& vector, int lane) {
    Color color;
    for (int c = 0; c < 4; ++c) color[c] = float_of(vector.component[c].lane[lane]);
    return color;
}

inline LaneVector splat(Coordinate value) {
    LaneVector vector;
    for (int c = 0; c < 4; ++c)
        for (uint32_t& lane : vector.component[c].lane) lane = bits_of(float(value[c]));
    return vector;
}
inline LaneVector splat_integers(std::array<int32_t, 4> value) {
    LaneVector vector;
    for (int c = 0; c < 4; ++c)
        for (uint32_t& lane : vector.component[c].lane) lane = uint32_t(value[c]);
    return vector;
}

inline double distance(const Color& a, const Color& b) {
    double d = 0;
    for (int c = 0; c < 4; ++c) d = std::max(d, std::fabs(a[c] - b[c]));
    return d;
}

inline constexpr Wrap all_wraps[] = {
    Wrap::Repeat, Wrap::MirroredRepeat,    Wrap::ClampToEdge,         Wrap::ClampToBorder,
    Wrap::Clamp,  Wrap::MirrorClampToEdge, Wrap::MirrorClampToBorder, Wrap::MirrorClamp};

// The oracle's colour at a place, or a neighbouring one where a nearest filter may fall either way.
inline double oracle_distance(const Oracle& oracle, const Color& color, const Coordinate& at, double lod,
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

// A texture whose levels are their own number shows the level of detail.
inline std::shared_ptr<Texture> level_ruler(TextureKind kind, Extent extent) {
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

}  // namespace runtime::sampler_oracle
