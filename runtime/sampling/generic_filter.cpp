// Filtered access of the plain sampler: positions, levels of detail, texels, filters within and between levels.
#include "ir/check.h"
#include "runtime/sampling/generic_access.h"

namespace runtime::sampling {
namespace {

bool compare(CompareFunction function, float reference, float texel) {
    switch (function) {
        case CompareFunction::Never: return false;
        case CompareFunction::Less: return reference < texel;
        case CompareFunction::Equal: return reference == texel;
        case CompareFunction::LessOrEqual: return reference <= texel;
        case CompareFunction::Greater: return reference > texel;
        case CompareFunction::NotEqual: return reference != texel;
        case CompareFunction::GreaterOrEqual: return reference >= texel;
        case CompareFunction::Always: return true;
    }
    return false;
}

}  // namespace

// The border colour goes through the base format as texels do (GL 2.1 §3.8.8, table 3.22's conversions).
Texel Access::border_texel_value() const {
    Texel color = sampler_.border_color;
    if (!integer_ && info_.component_class != ComponentClass::Float && fixed_depth_) {
        const float low = info_.component_class == ComponentClass::Snorm ? -1.0f : 0.0f;
        for (uint32_t& bits : color) bits = bits_of(std::clamp(float_of(bits), low, 1.0f));
    }
    const uint32_t one = integer_ ? 1 : float_one;
    switch (info_.base) {
        case BaseFormat::Alpha: return {0, 0, 0, color[3]};
        case BaseFormat::Luminance: return {color[0], color[0], color[0], one};
        case BaseFormat::LuminanceAlpha: return {color[0], color[0], color[0], color[3]};
        case BaseFormat::Intensity: return {color[0], color[0], color[0], color[0]};
        case BaseFormat::Rg: return {color[0], color[1], 0, one};
        case BaseFormat::Rgb: return {color[0], color[1], color[2], one};
        case BaseFormat::Rgba: return color;
        case BaseFormat::None:
        case BaseFormat::Red:
        case BaseFormat::DepthComponent:
        case BaseFormat::StencilIndex:
        case BaseFormat::DepthStencil: break;
    }
    return {color[0], 0, 0, one};
}

float Access::reference(int lane) const {
    if (operands_.reference) return word(operands_.reference, lane);
    // The coordinates of CubeArray have no room for it; QueryLod compares nothing.
    ASMGL_CHECK(kind_ != TextureKind::CubeArray || instruction_.operation == SampleOperation::QueryLod);
    const bool in_w = kind_ == TextureKind::Cube || kind_ == TextureKind::Array2D;
    return coordinate(in_w ? 3 : 2, lane);
}

Access::Position Access::position(int lane) const {
    Position result;
    result.lane = lane;
    if (is_cube(kind_)) {
        const std::array<float, 3> direction{coordinate(0, lane), coordinate(1, lane), coordinate(2, lane)};
        result.face = cube_face(direction[0], direction[1], direction[2]);
        const CubeAxis& axis = cube_axes[result.face];
        const float major = std::fabs(direction[axis.major]);
        const float sc = axis.negative_s ? -direction[axis.s] : direction[axis.s];
        const float tc = axis.negative_t ? -direction[axis.t] : direction[axis.t];
        result.coordinate = {0.5f * (sc / major + 1.0f), 0.5f * (tc / major + 1.0f), 0};
    } else {
        for (int d = 0; d < dimensions_; ++d) result.coordinate[d] = coordinate(d, lane);
    }
    if (layer_component_ >= 0 && !texture_.levels.empty()) {
        const Extent extent = texture_.levels[0]->extent();
        const int32_t layers = extent.depth / (is_cube(kind_) ? 6 : 1);
        const float layer = std::floor(limit_coordinate(coordinate(layer_component_, lane)) + 0.5f);
        result.layer = clamp_index(static_cast<int32_t>(layer), 0, layers - 1) * (is_cube(kind_) ? 6 : 1);
    }
    for (int d = 0; d < dimensions_ && !is_cube(kind_); ++d)
        result.offset[d] = instruction_.offset[d] + given_offset(d, lane);
    // Offsets come from programs: whatever they are, sums with indices do not overflow.
    for (int32_t& offset : result.offset) offset = clamp_index(offset, -65536, 65536);
    if (compare_) {
        result.reference = reference(lane);
        // ARB_shadow, "If the texture's internal format is fixed-point then both are clamped".
        if (fixed_depth_) result.reference = result.reference > 0 ? std::min(result.reference, 1.0f) : 0.0f;
    }
    return result;
}

// Level of detail (GL 2.1 §3.8.8) and, with anisotropy, the line of samples (EXT_texture_filter_anisotropic).
Access::Footprint Access::footprint(int lane, const Position& position) const {
    Footprint result;
    if (instruction_.operation == SampleOperation::ExplicitLod) {
        result.lod = word(operands_.lod, lane) + sampler_.lod_bias;
    } else {
        const int count = is_cube(kind_) ? 3 : dimensions_;
        std::array<float, 3> dx{}, dy{};
        const int quad = lane & ~3;
        for (int d = 0; d < count; ++d) {
            if (instruction_.operation == SampleOperation::Gradients) {
                dx[d] = element(operands_.gradient_x, d, lane);
                dy[d] = element(operands_.gradient_y, d, lane);
            } else if (instruction_.derivatives) {
                dx[d] = coordinate(d, quad + 1) - coordinate(d, quad);
                dy[d] = coordinate(d, quad + 2) - coordinate(d, quad);
            }
        }
        if (is_cube(kind_)) {
            // Quotient rule on s = (sc / |ma| + 1) / 2, on the face of this lane.
            const CubeAxis& axis = cube_axes[position.face];
            const float major_value = coordinate(axis.major, lane);
            const float major = std::fabs(major_value), sign = major_value < 0 ? -1.0f : 1.0f;
            const float s = coordinate(axis.s, lane) / major, t = coordinate(axis.t, lane) / major;
            for (auto* derivative : {&dx, &dy}) {
                const float dm = sign * (*derivative)[axis.major];
                const float ds = 0.5f * ((*derivative)[axis.s] - s * dm) / major;
                const float dt = 0.5f * ((*derivative)[axis.t] - t * dm) / major;
                *derivative = {axis.negative_s ? -ds : ds, axis.negative_t ? -dt : dt, 0};
            }
        }
        const Extent extent = texture_.levels[0]->extent();
        const std::array<int32_t, 3> size{extent.width, extent.height, extent.depth};
        float x2 = 0, y2 = 0;
        for (int d = 0; d < dimensions_; ++d) {
            const float scale = kind_ == TextureKind::Rectangle ? 1.0f : static_cast<float>(size[d]);
            x2 = x2 + (dx[d] * scale) * (dx[d] * scale);
            y2 = y2 + (dy[d] * scale) * (dy[d] * scale);
        }
        const float rho2 = x2 > y2 ? x2 : y2;
        float lambda = 0.5f * log2_of(rho2);
        if (sampler_.max_anisotropy > 1 && dimensions_ >= 2) {
            const float smaller = x2 > y2 ? y2 : x2;
            const float ratio = std::sqrt(rho2 / (smaller > 0 ? smaller : 1e-30f));
            const float samples = std::ceil(std::min(ratio, sampler_.max_anisotropy));
            if (samples > 1) {
                result.samples = std::min(static_cast<int>(samples), 16);
                result.axis = x2 > y2 ? dx : dy;
                lambda = lambda - log2_of(static_cast<float>(result.samples));
            }
        }
        result.lod = lambda + sampler_.lod_bias;
        if (instruction_.operation == SampleOperation::Bias) result.lod = result.lod + word(operands_.lod, lane);
    }
    return result;
}

[[gnu::always_inline]] inline Texel Access::compared(Texel value, const Position& position) const {
    if (compare_) value[0] = compare(sampler_.compare_function, position.reference, float_of(value[0])) ? float_one : 0;
    return value;
}

Texel Access::texel(const Image& image, std::array<int32_t, 3> index, const Position& position, int face,
                    bool counts) const {
    for (int d = 0; d < dimensions_; ++d)
        if (index[d] == border_texel) return compared(border_, position);
    const int32_t slice = dimensions_ == 3 ? index[2] : position.layer + face;
    if (counts) note_use(image, index[0], index[1], slice, position.lane);
    Texel value;
    if (stencil_) {
        uint8_t stencil;
        load_stencil(image.format(), image.row(index[1], slice), index[0], 1, &stencil);
        return {stencil, 0, 0, 1};
    }
    load_one(image, index[0], index[1], slice, 0, value);
    return compared(value, position);
}

// A texel of a seamless cube whose indices may lie one outside the face on one side.
Texel Access::cube_texel(const Image& image, int32_t i, int32_t j, const Position& position, bool counts) const {
    const int32_t size = image.extent().width;
    const bool outside_s = i < 0 || i >= size, outside_t = j < 0 || j >= size;
    if (!outside_s && !outside_t) return texel(image, {i, j, 0}, position, position.face, counts);
    // Directions in units where the face's edge is at ±size and texel centres at odd distances. The coordinate that
    // left the face becomes the major axis of the neighbour; the old major axis its outermost texel.
    const CubeAxis& axis = cube_axes[position.face];
    int32_t sc = 2 * i + 1 - size, tc = 2 * j + 1 - size, major = size;
    if (outside_s) {
        sc = sc < 0 ? -size : size;
        major = size - 1;
    } else {
        tc = tc < 0 ? -size : size;
        major = size - 1;
    }
    std::array<int32_t, 3> direction;
    direction[axis.major] = position.face & 1 ? -major : major;
    direction[axis.s] = axis.negative_s ? -sc : sc;
    direction[axis.t] = axis.negative_t ? -tc : tc;
    const int other =
        cube_face(static_cast<float>(direction[0]), static_cast<float>(direction[1]), static_cast<float>(direction[2]));
    const CubeAxis& to = cube_axes[other];
    const int32_t s = to.negative_s ? -direction[to.s] : direction[to.s];
    const int32_t t = to.negative_t ? -direction[to.t] : direction[to.t];
    return texel(image, {clamp_index((s + size - 1) / 2, 0, size - 1), clamp_index((t + size - 1) / 2, 0, size - 1), 0},
                 position, other, counts);
}

[[gnu::always_inline]] inline Texel Access::nearest(const Image& image, const Position& position) const {
    const std::array<int32_t, 3> size{image.extent().width, image.extent().height, image.extent().depth};
    std::array<int32_t, 3> index{};
    for (int d = 0; d < dimensions_; ++d) {
        // The CLAMP modes clamp the index, behind the offset (GL 4.6 table 8.20).
        const Wrap wrap = nearest_wrap(wrap_[d]);
        const float u = wrap_coordinate(wrap, position.coordinate[d], size[d], kind_ != TextureKind::Rectangle);
        index[d] = wrap_index(wrap, static_cast<int32_t>(std::floor(u)) + position.offset[d], size[d]);
    }
    return texel(image, index, position, position.face, true);
}

// The 2×2 texels of linear filtering in s and t, in the order i0j0, i1j0, i0j1, i1j1.
std::array<Access::Texel4, 4> Access::quad_of_texels(const Image& image, const Position& position,
                                                     std::array<float, 2>& weight, int counted) const {
    const std::array<int32_t, 2> size{image.extent().width, image.extent().height};
    int32_t index[2][2] = {};
    for (int d = 0; d < 2; ++d) {
        if (d >= dimensions_) {
            weight[d] = 0;
            continue;
        }
        const float u = wrap_coordinate(wrap_[d], position.coordinate[d], size[d], kind_ != TextureKind::Rectangle);
        const LinearPosition at = linear_position(u, bytes_);
        weight[d] = at.weight;
        const int32_t i = at.index + position.offset[d];
        index[d][0] = i;
        index[d][1] = i + 1;
    }
    if (counted == weighted) counted = (weight[0] == 0 ? 5 : 15) & (weight[1] == 0 ? 3 : 15);
    std::array<Texel4, 4> texels;
    if (is_cube(kind_) && sampler_.seamless_cube) {
        const int32_t last = size[0] - 1;
        // Coordinates are within the face; rounding and anisotropic filters may put them beyond. One of two is on it.
        for (auto& pair : index) {
            pair[0] = clamp_index(pair[0], -1, last);
            pair[1] = pair[0] + 1;
        }
        int corner = -1;
        std::array<float, 4> mean{};
        for (int n = 0; n < 4; ++n) {
            const int32_t i = index[0][n & 1], j = index[1][n >> 1];
            if ((i < 0 || i > last) && (j < 0 || j > last)) {
                corner = n;
                continue;
            }
            texels[n] = filtered_values(cube_texel(image, i, j, position, counted >> n & 1));
            for (int c = 0; c < 4; ++c) mean[c] = mean[c] + texels[n].value[c];
        }
        // GL 4.6 §8.14.2.1: the texel that a corner lacks is the average of the other three.
        if (corner >= 0)
            for (int c = 0; c < 4; ++c)
                texels[corner].value[c] = integer_ ? texels[corner ^ 1].value[c] : mean[c] / 3.0f;
        return texels;
    }
    for (int d = 0; d < dimensions_ && d < 2; ++d)
        for (int32_t& i : index[d]) i = wrap_index(wrap_[d], i, size[d]);
    for (int n = 0; n < 4; ++n) {
        if (dimensions_ == 1 && n > 1)
            texels[n] = texels[n - 2];
        else
            texels[n] = filtered_values(
                texel(image, {index[0][n & 1], index[1][n >> 1], 0}, position, position.face, counted >> n & 1));
    }
    return texels;
}

float Access::combined(float first, float second, float weight) const {
    if (sampler_.reduction == Reduction::Average) return mix(first, second, weight);
    if (weight == 0) return first;
    const bool least = sampler_.reduction == Reduction::Minimum;
    bool less = second < first;
    if (integer_) {
        const uint32_t a = bits_of(first), b = bits_of(second);
        less =
            info_.component_class == ComponentClass::Signed ? static_cast<int32_t>(b) < static_cast<int32_t>(a) : b < a;
    }
    return less == least ? second : first;
}

[[gnu::always_inline]] inline Access::Texel4 Access::linear(const Image& image, const Position& position) const {
    Texel4 result;
    if (dimensions_ < 3) {
        std::array<float, 2> weight;
        const auto texels = quad_of_texels(image, position, weight, weighted);
        for (int c = 0; c < 4; ++c) {
            const float low = combined(texels[0].value[c], texels[1].value[c], weight[0]);
            if (dimensions_ == 1) {
                result.value[c] = low;
                continue;
            }
            const float high = combined(texels[2].value[c], texels[3].value[c], weight[0]);
            result.value[c] = combined(low, high, weight[1]);
        }
        return result;
    }
    const std::array<int32_t, 3> size{image.extent().width, image.extent().height, image.extent().depth};
    int32_t index[3][2];
    std::array<float, 3> weight;
    for (int d = 0; d < 3; ++d) {
        const LinearPosition at =
            linear_position(wrap_coordinate(wrap_[d], position.coordinate[d], size[d], true), bytes_);
        weight[d] = at.weight;
        const int32_t i = at.index + position.offset[d];
        index[d][0] = wrap_index(wrap_[d], i, size[d]);
        index[d][1] = wrap_index(wrap_[d], i + 1, size[d]);
    }
    std::array<std::array<float, 4>, 2> plane;
    for (int k = 0; k < 2; ++k) {
        std::array<Texel4, 4> texels;
        for (int n = 0; n < 4; ++n) {
            const bool counts = (!(n & 1) || weight[0] != 0) && (!(n >> 1) || weight[1] != 0) && (!k || weight[2] != 0);
            texels[n] =
                filtered_values(texel(image, {index[0][n & 1], index[1][n >> 1], index[2][k]}, position, 0, counts));
        }
        for (int c = 0; c < 4; ++c) {
            const float low = combined(texels[0].value[c], texels[1].value[c], weight[0]);
            const float high = combined(texels[2].value[c], texels[3].value[c], weight[0]);
            plane[k][c] = combined(low, high, weight[1]);
        }
    }
    for (int c = 0; c < 4; ++c) result.value[c] = combined(plane[0][c], plane[1][c], weight[2]);
    return result;
}

Access::Texel4 Access::filter_level(int level, Filter filter, const Position& position) const {
    const Image& image = *texture_.levels[level];
    // Integers can't be mixed; a linear filter that would do so makes such a texture incomplete.
    if (filter == Filter::Linear && (!integer_ || sampler_.reduction != Reduction::Average))
        return linear(image, position);
    return filtered_values(nearest(image, position));
}

// GL 2.1 §3.8.8 "Mipmapping" and §3.8.9. The switch between magnification and minification is at zero (GL 4.6 §8.15).
Access::Texel4 Access::filter_lod(float lod, const Position& position) const {
    if (!(lod > 0)) return filter_level(0, sampler_.mag_filter, position);
    const int last = last_level();
    switch (sampler_.mip_filter) {
        case MipFilter::None: return filter_level(0, sampler_.min_filter, position);
        case MipFilter::Nearest: {
            const int level = lod <= 0.5f ? 0 : static_cast<int>(std::ceil(std::min(lod, 100.0f) + 0.5f)) - 1;
            return filter_level(std::min(level, last), sampler_.min_filter, position);
        }
        case MipFilter::Linear: break;
    }
    if (lod >= static_cast<float>(last)) return filter_level(last, sampler_.min_filter, position);
    const float whole = std::floor(lod), weight = lod - whole;
    const int level = static_cast<int>(whole);
    const Texel4 near = filter_level(level, sampler_.min_filter, position);
    if (weight == 0 || (integer_ && sampler_.reduction == Reduction::Average)) return near;
    const Texel4 far = filter_level(level + 1, sampler_.min_filter, position);
    Texel4 result;
    for (int c = 0; c < 4; ++c) result.value[c] = combined(near.value[c], far.value[c], weight);
    return result;
}

void Access::swizzle(const Texel& raw, int lane, LaneVector& result) const {
    for (int c = 0; c < 4; ++c) {
        uint32_t value = 0;
        switch (texture_.swizzle[c]) {
            case Channel::Red: value = raw[0]; break;
            case Channel::Green: value = raw[1]; break;
            case Channel::Blue: value = raw[2]; break;
            case Channel::Alpha: value = raw[3]; break;
            case Channel::Zero: value = 0; break;
            case Channel::One: value = integer_ ? 1 : float_one; break;
        }
        result.component[c].lane[lane] = value;
    }
}

namespace {

float clamp_lod(float lod, float low, float high) {
    lod = lod > low ? lod : low;  // NaN goes low
    return lod < high ? lod : high;
}

}  // namespace

void Access::filtered(LaneMask active, LaneVector& result) const {
    for (int lane = 0; lane < group_lanes; ++lane) {
        if (!(active >> lane & 1)) continue;
        Position at = position(lane);
        const Footprint footprint = this->footprint(lane, at);
        // The instruction's clamp is part of computing the level; the sampler's limits come after.
        float lod = footprint.lod;
        if (operands_.lod_clamp) lod = std::max(lod, word(operands_.lod_clamp, lane));
        lod = clamp_lod(lod, sampler_.min_lod, sampler_.max_lod);
        Texel4 color;
        const bool averages = sampler_.reduction == Reduction::Average;
        if (footprint.samples == 1 || !(lod > 0) || (integer_ && averages)) {
            color = filter_lod(lod, at);
        } else {
            color = {};
            const auto center = at.coordinate;
            for (int n = 1; n <= footprint.samples; ++n) {
                const float along = static_cast<float>(n) / static_cast<float>(footprint.samples + 1) - 0.5f;
                for (int d = 0; d < dimensions_; ++d) at.coordinate[d] = center[d] + footprint.axis[d] * along;
                const Texel4 one = filter_lod(lod, at);
                for (int c = 0; c < 4; ++c) {
                    float& sum = color.value[c];
                    sum = averages ? sum + one.value[c] : n == 1 ? one.value[c] : combined(sum, one.value[c], 1);
                }
            }
            if (averages)
                for (float& value : color.value) value = value / static_cast<float>(footprint.samples);
        }
        Texel raw;
        for (int c = 0; c < 4; ++c) raw[c] = bits_of(finished(color.value[c]));
        swizzle(raw, lane, result);
    }
}

void Access::query_lod(LaneMask active, LaneVector& result) const {
    for (int lane = 0; lane < group_lanes; ++lane) {
        if (!(active >> lane & 1)) continue;
        const float lambda = footprint(lane, position(lane)).lod;
        const float lod = clamp_lod(lambda, sampler_.min_lod, sampler_.max_lod);
        const float last = static_cast<float>(last_level());
        float used = 0;
        if (sampler_.mip_filter == MipFilter::Nearest)
            used = lod <= 0.5f ? 0.0f : std::min(std::ceil(lod + 0.5f) - 1.0f, last);
        else if (sampler_.mip_filter == MipFilter::Linear)
            used = std::clamp(lod, 0.0f, last);
        result.component[0].lane[lane] = bits_of(used);
        result.component[1].lane[lane] = bits_of(lambda);
        result.component[2].lane[lane] = 0;
        result.component[3].lane[lane] = 0;
    }
}

}  // namespace runtime::sampling
