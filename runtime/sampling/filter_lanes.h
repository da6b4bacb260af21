// Filters over lanes: within a level, between levels, and along the axis of an anisotropic footprint.
#pragma once

#include "runtime/sampling/texel_lanes.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

// The texels that a linear filter takes: i0j0, i1j0, i0j1, i1j1.
template <int elements>
struct Footprint {
    Values<elements> texel[4];
    F weight_u, weight_v;
};

template <int elements>
Footprint<elements> footprint_at(const Access& access, const SamplerLevel& level, F u, F v, I slice,
                                 const Place& place) {
    Footprint<elements> result;
    u = u - 0.5f;
    v = v - 0.5f;
    const F whole_u = round_down(u), whole_v = round_down(v);
    result.weight_u = u - whole_u;
    result.weight_v = v - whole_v;
    const I first_i = truncate(whole_u) + place.offset_s, first_j = truncate(whole_v) + place.offset_t;
    I left = I{}, right = I{}, below = I{}, above = I{};
    const int32_t bytes = access.key.texel_bytes;
    const I i0 = wrap_index(access.key.wrap_s, first_i, level.width, left) * bytes;
    const I i1 = wrap_index(access.key.wrap_s, first_i + 1, level.width, right) * bytes;
    const I j0 = slice + wrap_index(access.key.wrap_t, first_j, level.height, below) * level.row_stride;
    const I j1 = slice + wrap_index(access.key.wrap_t, first_j + 1, level.height, above) * level.row_stride;
    result.texel[0] = fetch<elements>(access, level.base, j0 + i0, left | below, place);
    result.texel[1] = fetch<elements>(access, level.base, j0 + i1, right | below, place);
    result.texel[2] = fetch<elements>(access, level.base, j1 + i0, left | above, place);
    result.texel[3] = fetch<elements>(access, level.base, j1 + i1, right | above, place);
    return result;
}

template <int elements>
Values<elements> filter_level(const Access& access, int32_t level_index, Filter filter, const Place& place) {
    const SamplerLevel& level = access.level(level_index);
    // The CLAMP modes clamp a nearest filter's indices, behind the offset (GL 4.6 table 8.20).
    const bool nearest = filter == Filter::Nearest;
    const Wrap wrap_s = nearest ? nearest_wrap(access.key.wrap_s) : access.key.wrap_s;
    const Wrap wrap_t = nearest ? nearest_wrap(access.key.wrap_t) : access.key.wrap_t;
    const F u = texel_coordinate(wrap_s, place.s, level.width, access.normalized());
    const F v = texel_coordinate(wrap_t, place.t, level.height, access.normalized());
    const I slice = place.has_slices ? place.slice * level.slice_stride : I{};
    const int32_t bytes = access.key.texel_bytes;
    if (nearest) {
        I outside = I{};
        const I whole_i = truncate(round_down(u)) + place.offset_s, whole_j = truncate(round_down(v)) + place.offset_t;
        const I i = wrap_index(wrap_s, whole_i, level.width, outside);
        const I j = wrap_index(wrap_t, whole_j, level.height, outside);
        return fetch<elements>(access, level.base, slice + j * level.row_stride + i * bytes, outside, place);
    }
    const Footprint<elements> footprint = footprint_at<elements>(access, level, u, v, slice, place);
    const auto& texel = footprint.texel;
    Values<elements> values{};
    for (int n = 0; n < elements; ++n) {
        const F low = mix(texel[0].value[n], texel[1].value[n], footprint.weight_u);
        const F high = mix(texel[2].value[n], texel[3].value[n], footprint.weight_u);
        values.value[n] = mix(low, high, footprint.weight_v);
    }
    return values;
}

// Chooses levels by the level of detail, and filters within and between them.
template <int elements>
Values<elements> filter_lod(const Access& access, F lod, const Place& place, uint32_t lanes) {
    // Level and weight of the next one; magnified lanes have level 0 and weight 0.
    const I minified = lod > 0.0f;
    I level = I{};
    F weight = F{};
    if (access.key.mip_filter == MipFilter::Nearest) {
        const F near = min_of(lod, splat(100.0f)) + 0.5f;
        // ceil(lod + 1/2) - 1
        level = truncate(-round_down(-near)) - 1;
        level = lod > 0.5f ? level : I{};
        level = clamp(level, 0, access.sampler.last_level);
    } else if (access.key.mip_filter == MipFilter::Linear) {
        const F last = splat(static_cast<float>(access.sampler.last_level));
        F limited = lod < last ? lod : last;
        limited = minified ? limited : F{};
        const F whole = round_down(limited);
        level = truncate(whole);
        weight = limited - whole;
    }

    Values<elements> values{};
    alignas(64) int32_t level_of[width], minified_of[width];
    alignas(64) float weight_of[width];
    simd::store(level_of, level);
    simd::store(minified_of, minified);
    simd::store(weight_of, weight);
    const bool same_filter = access.key.min_filter == access.key.mag_filter;
    while (lanes) {
        // All lanes that share the first one's level and filter.
        const int lane = __builtin_ctz(lanes);
        const int32_t shared_level = level_of[lane];
        const bool shared_minified = minified_of[lane] != 0;
        I mask = level == shared_level;
        if (!same_filter) mask = mask & (shared_minified ? minified : ~minified);
        bool blend = false;
        for (int i = 0; i < width; ++i) {
            const bool member =
                level_of[i] == shared_level && (same_filter || (minified_of[i] != 0) == shared_minified);
            if (!member || !(lanes >> i & 1)) continue;
            lanes &= ~(1u << i);
            blend |= weight_of[i] != 0;
        }
        const Filter filter = shared_minified ? access.key.min_filter : access.key.mag_filter;
        auto near = filter_level<elements>(access, shared_level, filter, place);
        if (blend) {
            const auto far = filter_level<elements>(access, shared_level + 1, filter, place);
            for (int n = 0; n < elements; ++n)
                near.value[n] = weight != 0.0f ? mix(near.value[n], far.value[n], weight) : near.value[n];
        }
        merge(values, near, mask);
    }
    return values;
}

// Where an anisotropic filter puts its samples: `samples` of them along an axis in coordinates.
struct Anisotropy {
    F samples, axis_s, axis_t;
};

// The mean of as many samples as each lane wants (EXT_texture_filter_anisotropic).
template <int elements>
Values<elements> filter_anisotropic(const Access& access, F lod, const Anisotropy& along, const Place& center,
                                    uint32_t lanes) {
    const F samples = lod > 0.0f ? along.samples : splat(1.0f);
    alignas(64) float samples_of[width];
    simd::store(samples_of, samples);
    float most = 1;
    for (int i = 0; i < width; ++i)
        if ((lanes >> i & 1) && samples_of[i] > most) most = samples_of[i];
    if (most == 1) return filter_lod<elements>(access, lod, center, lanes);
    const I single = samples == 1.0f;
    const F axis_s = single ? F{} : along.axis_s, axis_t = single ? F{} : along.axis_t;
    Values<elements> sum{};
    for (float n = 1; n <= most; ++n) {
        const I wanted = samples >= n;
        uint32_t wanting = 0;
        for (int i = 0; i < width; ++i)
            if (samples_of[i] >= n) wanting |= 1u << i;
        const F position = n / (samples + 1.0f) - 0.5f;
        Place place = center;
        place.s = center.s + axis_s * position;
        place.t = center.t + axis_t * position;
        const auto values = filter_lod<elements>(access, lod, place, lanes & wanting);
        for (int e = 0; e < elements; ++e) sum.value[e] = wanted ? sum.value[e] + values.value[e] : sum.value[e];
    }
    for (int e = 0; e < elements; ++e) sum.value[e] = sum.value[e] / samples;
    return sum;
}

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
