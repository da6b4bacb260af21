// The specialised sampler over SIMD lanes: two-dimensional targets, 8-bit, float and depth formats, every filter, the
// wrap modes without border. Included by sampler_sse4.cpp and its kin, each of which names a namespace and a width;
// what it computes follows sampler_generic.cpp operation by operation, so that all widths give the same bits.
#include <cstring>
#include <immintrin.h>

#include "runtime/sampling/sampler_plan.h"

#if !defined(SAMPLER_ISA) || !defined(SAMPLER_WIDTH)
#error "to be included with SAMPLER_ISA and SAMPLER_WIDTH defined"
#endif

namespace runtime::SAMPLER_ISA {
namespace {

constexpr int width = SAMPLER_WIDTH;
using F [[gnu::vector_size(4 * width)]] = float;
using I [[gnu::vector_size(4 * width)]] = int32_t;

F splat(float value) { return F{} + value; }
I splat(int32_t value) { return I{} + value; }
F to_float(I value) { return __builtin_convertvector(value, F); }
I truncate(F value) { return __builtin_convertvector(value, I); }
F min_of(F a, F b) { return a < b ? a : b; }
I clamp(I value, int32_t low, int32_t high) {
    value = value < low ? splat(low) : value;
    return value > high ? splat(high) : value;
}
F absolute(F value) { return reinterpret_cast<F>(reinterpret_cast<I>(value) & 0x7fffffff); }

F floor_of(F value) {
#if SAMPLER_WIDTH == 16
    // The masked forms: GCC 12 warns of its own definitions of the others.
    const __m512 v = reinterpret_cast<__m512>(value);
    return reinterpret_cast<F>(_mm512_mask_roundscale_ps(v, 0xffff, v, 0x01));
#elif SAMPLER_WIDTH == 8
    return reinterpret_cast<F>(_mm256_floor_ps(reinterpret_cast<__m256>(value)));
#else
    return reinterpret_cast<F>(_mm_floor_ps(reinterpret_cast<__m128>(value)));
#endif
}

F square_root(F value) {
#if SAMPLER_WIDTH == 16
    const __m512 v = reinterpret_cast<__m512>(value);
    return reinterpret_cast<F>(_mm512_mask_sqrt_ps(v, 0xffff, v));
#elif SAMPLER_WIDTH == 8
    return reinterpret_cast<F>(_mm256_sqrt_ps(reinterpret_cast<__m256>(value)));
#else
    return reinterpret_cast<F>(_mm_sqrt_ps(reinterpret_cast<__m128>(value)));
#endif
}

// Words at base + offset. Reads up to three bytes beyond a texel; images have room for that.
I gather(const std::byte* base, I offset) {
#if SAMPLER_WIDTH == 16
    const __m512i index = reinterpret_cast<__m512i>(offset);
    return reinterpret_cast<I>(_mm512_mask_i32gather_epi32(index, 0xffff, index, base, 1));
#elif SAMPLER_WIDTH == 8
    return reinterpret_cast<I>(
        _mm256_i32gather_epi32(reinterpret_cast<const int*>(base), reinterpret_cast<__m256i>(offset), 1));
#else
    I words;
    for (int i = 0; i < width; ++i) {
        int32_t word;
        std::memcpy(&word, base + offset[i], 4);
        words[i] = word;
    }
    return words;
#endif
}

F load(const LaneWord& word, int first) {
    F value;
    std::memcpy(&value, word.lane + first, sizeof value);
    return value;
}

// Lane `n` of every quad in all four of its lanes.
template <int n>
F of_quad(F value) {
    I index;
    for (int i = 0; i < width; ++i) index[i] = (i & ~3) + n;
    return __builtin_shuffle(value, index);
}

F mix(F a, F b, F weight) { return a + weight * (b - a); }

F log2_of(F value) {
    const I bits = reinterpret_cast<I>(value);
    I exponent = ((bits >> 23) & 0xff) - 127;
    F mantissa = reinterpret_cast<F>((bits & 0x7fffff) | 0x3f800000);
    const I high = mantissa > 1.41421356f;
    mantissa = high ? mantissa * 0.5f : mantissa;
    exponent = exponent - high;  // true is -1
    const F z = (mantissa - 1.0f) / (mantissa + 1.0f);
    const F z2 = z * z;
    const F series =
        2.8853900818f + z2 * (0.9617966939f + z2 * (0.5770780164f + z2 * (0.4121985831f + z2 * 0.3205988980f)));
    return to_float(exponent) + series * z;
}

constexpr float coordinate_limit = 4194304.0f;

F limit_coordinate(F u) {
    u = u > -coordinate_limit ? u : splat(-coordinate_limit);
    return u < coordinate_limit ? u : splat(coordinate_limit);
}

F texel_coordinate(Wrap wrap, F s, int32_t size, bool normalized) {
    const float scale = static_cast<float>(size);
    if (wrap == Wrap::Repeat && normalized) s = s - floor_of(s);
    F u = limit_coordinate(normalized ? s * scale : s);
    if (wrap == Wrap::Clamp || wrap == Wrap::MirrorClamp) {
        const float low = wrap == Wrap::Clamp ? 0.0f : -scale;
        u = u < low ? splat(low) : u;
        u = u > scale ? splat(scale) : u;
    }
    return u;
}

// i modulo n for |i| < 2^23: the quotient, rounded once, is a whole number or above only where i is a multiple.
I positive_modulo(I i, int32_t n) {
    const F quotient = floor_of(to_float(i) / static_cast<float>(n));
    return i - truncate(quotient) * n;
}

// Indices within the image; lanes whose texel is the border are added to `outside`.
I wrap_index(Wrap wrap, I i, int32_t size, I& outside) {
    switch (wrap) {
        case Wrap::Repeat: i = (size & (size - 1)) == 0 ? i & (size - 1) : positive_modulo(i, size); break;
        case Wrap::MirroredRepeat:
            i = positive_modulo(i, 2 * size);
            i = i >= size ? 2 * size - 1 - i : i;
            break;
        case Wrap::ClampToEdge: break;
        case Wrap::MirrorClampToEdge: i = i ^ (i >> 31); break;
        case Wrap::ClampToBorder:
        case Wrap::Clamp: outside = outside | (i < 0) | (i >= size); break;
        case Wrap::MirrorClampToBorder:
        case Wrap::MirrorClamp:
            i = i ^ (i >> 31);
            outside = outside | (i >= size);
            break;
    }
    return clamp(i, 0, size - 1);
}

Wrap nearest_wrap(Wrap wrap) {
    return wrap == Wrap::Clamp ? Wrap::ClampToEdge : wrap == Wrap::MirrorClamp ? Wrap::MirrorClampToEdge : wrap;
}

// What one piece of a lane group samples.
struct Place {
    F s, t;
    I slice;  // faces and layers; unused where has_slices is false
    bool has_slices;
    F reference;
    I offset_s, offset_t;  // in texels; zero where the plan doesn't move them
};

template <int elements>
struct Values {
    F value[elements];
};

F compared(CompareFunction function, F reference, F texel) {
    const F one = splat(1.0f), none = F{};
    switch (function) {
        case CompareFunction::Never: return none;
        case CompareFunction::Less: return reference < texel ? one : none;
        case CompareFunction::Equal: return reference == texel ? one : none;
        case CompareFunction::LessOrEqual: return reference <= texel ? one : none;
        case CompareFunction::Greater: return reference > texel ? one : none;
        case CompareFunction::NotEqual: return reference != texel ? one : none;
        case CompareFunction::GreaterOrEqual: return reference >= texel ? one : none;
        case CompareFunction::Always: return one;
    }
    return none;
}

// As half_to_float() does it.
F half_to_float(I half) {
    const I sign = (half & 0x8000) << 16, magnitude = half & 0x7fff;
    const F finite = reinterpret_cast<F>(magnitude << 13) * 0x1p112f;
    const I special = 0x7f800000 | ((magnitude & 0x3ff) << 13);
    return reinterpret_cast<F>(sign | (magnitude >= 0x7c00 ? special : reinterpret_cast<I>(finite)));
}

// The texels at base + offset, the border where `outside`.
template <int elements>
Values<elements> fetch(const SamplerPlan& plan, const std::byte* base, I offset, I outside, const Place& place) {
    using Decode = SamplerPlan::Decode;
    Values<elements> values{};
    switch (plan.decode) {
        case Decode::Bytes: {
            const I word = gather(base, offset);
            for (int n = 0; n < elements; ++n) values.value[n] = to_float((word >> (8 * n)) & 255);
            break;
        }
        case Decode::Float32:
            for (int n = 0; n < elements; ++n) values.value[n] = reinterpret_cast<F>(gather(base + 4 * n, offset));
            break;
        case Decode::Float16:
            for (int n = 0; n < elements; n += 2) {
                const I word = gather(base + 2 * n, offset);
                values.value[n] = half_to_float(word & 0xffff);
                if (n + 1 < elements) values.value[n + 1] = half_to_float((word >> 16) & 0xffff);
            }
            break;
        case Decode::Depth16: values.value[0] = to_float(gather(base, offset) & 0xffff) / 65535.0f; break;
        case Decode::Depth24: values.value[0] = to_float((gather(base, offset) >> 8) & 0xffffff) / 16777215.0f; break;
    }
    if (plan.border)
        for (int n = 0; n < elements; ++n) values.value[n] = outside ? splat(plan.border_element[n]) : values.value[n];
    if (elements == 1 && plan.compare)
        values.value[0] = compared(plan.compare_function, place.reference, values.value[0]);
    return values;
}

// The texels that a linear filter takes: i0j0, i1j0, i0j1, i1j1.
template <int elements>
struct Footprint {
    Values<elements> texel[4];
    F weight_u, weight_v;
};

template <int elements>
Footprint<elements> footprint_at(const SamplerPlan& plan, const SamplerLevel& level, F u, F v, I slice,
                                 const Place& place) {
    Footprint<elements> result;
    u = u - 0.5f;
    v = v - 0.5f;
    const F whole_u = floor_of(u), whole_v = floor_of(v);
    result.weight_u = u - whole_u;
    result.weight_v = v - whole_v;
    const I first_i = truncate(whole_u) + place.offset_s, first_j = truncate(whole_v) + place.offset_t;
    I left = I{}, right = I{}, below = I{}, above = I{};
    const int32_t bytes = plan.texel_bytes;
    const I i0 = wrap_index(plan.wrap_s, first_i, level.width, left) * bytes;
    const I i1 = wrap_index(plan.wrap_s, first_i + 1, level.width, right) * bytes;
    const I j0 = slice + wrap_index(plan.wrap_t, first_j, level.height, below) * level.row_stride;
    const I j1 = slice + wrap_index(plan.wrap_t, first_j + 1, level.height, above) * level.row_stride;
    result.texel[0] = fetch<elements>(plan, level.base, j0 + i0, left | below, place);
    result.texel[1] = fetch<elements>(plan, level.base, j0 + i1, right | below, place);
    result.texel[2] = fetch<elements>(plan, level.base, j1 + i0, left | above, place);
    result.texel[3] = fetch<elements>(plan, level.base, j1 + i1, right | above, place);
    return result;
}

template <int elements>
Values<elements> filter_level(const SamplerPlan& plan, int32_t level_index, Filter filter, const Place& place) {
    const SamplerLevel level = sampler_level(plan, level_index);
    F u = texel_coordinate(plan.wrap_s, place.s, level.width, plan.normalized);
    F v = texel_coordinate(plan.wrap_t, place.t, level.height, plan.normalized);
    const I slice = place.has_slices ? place.slice * level.slice_stride : I{};
    const int32_t bytes = plan.texel_bytes;
    if (filter == Filter::Nearest) {
        I outside = I{};
        const I whole_i = truncate(floor_of(u)) + place.offset_s, whole_j = truncate(floor_of(v)) + place.offset_t;
        const I i = wrap_index(nearest_wrap(plan.wrap_s), whole_i, level.width, outside);
        const I j = wrap_index(nearest_wrap(plan.wrap_t), whole_j, level.height, outside);
        return fetch<elements>(plan, level.base, slice + j * level.row_stride + i * bytes, outside, place);
    }
    const Footprint<elements> footprint = footprint_at<elements>(plan, level, u, v, slice, place);
    const auto& texel = footprint.texel;
    Values<elements> values{};
    for (int n = 0; n < elements; ++n) {
        const F low = mix(texel[0].value[n], texel[1].value[n], footprint.weight_u);
        const F high = mix(texel[2].value[n], texel[3].value[n], footprint.weight_u);
        values.value[n] = mix(low, high, footprint.weight_v);
    }
    return values;
}

// A direction's face and the place on it (GL 2.1 table 3.21), with the derivatives on that face for the level of
// detail.
struct CubeDirection {
    F s, t;
    I face;
    F ds[2], dt[2];
};

CubeDirection cube_direction(F x, F y, F z, bool derivatives) {
    CubeDirection result{};
    const F ax = absolute(x), ay = absolute(y), az = absolute(z);
    const I on_x = (ax >= ay) & (ax >= az), on_y = ~on_x & (ay >= az);
    const F major_value = on_x ? x : on_y ? y : z;
    const I negative = ~(major_value >= 0.0f);
    result.face = (on_x ? I{} : on_y ? splat(2) : splat(4)) + (negative & 1);
    const F major = absolute(major_value);
    // s runs along z on ±x, along x elsewhere; t along z on ±y, along y elsewhere.
    const I flip_s = on_x ? ~negative : on_y ? I{} : negative;
    const I flip_t = on_y ? negative : splat(-1);
    const auto flip = [](I which, F value) { return which ? -value : value; };
    const F along_s = on_x ? z : x, along_t = on_y ? z : y;
    result.s = 0.5f * (flip(flip_s, along_s) / major + 1.0f);
    result.t = 0.5f * (flip(flip_t, along_t) / major + 1.0f);
    if (!derivatives) return result;
    const F sign = major_value < 0.0f ? splat(-1.0f) : splat(1.0f);
    const F s = along_s / major, t = along_t / major;
    for (int d = 0; d < 2; ++d) {
        const auto difference = [&](F value) {
            return (d == 0 ? of_quad<1>(value) : of_quad<2>(value)) - of_quad<0>(value);
        };
        const F dx = difference(x), dy = difference(y), dz = difference(z);
        const F dm = sign * (on_x ? dx : on_y ? dy : dz);
        result.ds[d] = flip(flip_s, 0.5f * ((on_x ? dz : dx) - s * dm) / major);
        result.dt[d] = flip(flip_t, 0.5f * ((on_y ? dz : dy) - t * dm) / major);
    }
    return result;
}

F squared_scale(F s, F t, const SamplerPlan& plan, const SamplerLevel& base) {
    const F x = s * (plan.normalized ? static_cast<float>(base.width) : 1.0f);
    F sum = x * x;
    if (plan.two_dimensional) {
        const F y = t * (plan.normalized ? static_cast<float>(base.height) : 1.0f);
        sum = sum + y * y;
    }
    return sum;
}

template <int elements>
void store(const SamplerPlan& plan, const Values<elements>& values, int first, LaneVector& result) {
    F finished[elements];
    for (int n = 0; n < elements; ++n)
        finished[n] = plan.decode == SamplerPlan::Decode::Bytes ? values.value[n] / 255.0f : values.value[n];
    for (int c = 0; c < 4; ++c) {
        const int source = plan.component[c];
        const F value = source < elements            ? finished[source < elements ? source : 0]
                        : source == SamplerPlan::one ? splat(1.0f)
                                                     : F{};
        std::memcpy(result.component[c].lane + first, &value, sizeof value);
    }
}

// Lanes of `mask` get `from`'s values.
template <int elements>
void merge(Values<elements>& into, const Values<elements>& from, I mask) {
    for (int n = 0; n < elements; ++n) into.value[n] = mask ? from.value[n] : into.value[n];
}

// Chooses levels by the level of detail, and filters within and between them.
template <int elements>
Values<elements> filter_lod(const SamplerPlan& plan, F lod, const Place& place, uint32_t lanes) {
    // Level and weight of the next one; magnified lanes have level 0 and weight 0.
    const I minified = lod > 0.0f;
    I level = I{};
    F weight = F{};
    if (plan.mip_filter == MipFilter::Nearest) {
        const F near = min_of(lod, splat(100.0f)) + 0.5f;
        // ceil(lod + 1/2) - 1
        level = truncate(-floor_of(-near)) - 1;
        level = lod > 0.5f ? level : I{};
        level = clamp(level, 0, plan.last_level);
    } else if (plan.mip_filter == MipFilter::Linear) {
        const F last = splat(static_cast<float>(plan.last_level));
        F limited = lod < last ? lod : last;
        limited = minified ? limited : F{};
        const F whole = floor_of(limited);
        level = truncate(whole);
        weight = limited - whole;
    }

    Values<elements> values{};
    alignas(64) int32_t level_of[width], minified_of[width];
    alignas(64) float weight_of[width];
    std::memcpy(level_of, &level, sizeof level);
    std::memcpy(minified_of, &minified, sizeof minified);
    std::memcpy(weight_of, &weight, sizeof weight);
    const bool same_filter = plan.min_filter == plan.mag_filter;
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
        const Filter filter = shared_minified ? plan.min_filter : plan.mag_filter;
        auto near = filter_level<elements>(plan, shared_level, filter, place);
        if (blend) {
            const auto far = filter_level<elements>(plan, shared_level + 1, filter, place);
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
Values<elements> filter_anisotropic(const SamplerPlan& plan, F lod, const Anisotropy& along, const Place& center,
                                    uint32_t lanes) {
    const F samples = lod > 0.0f ? along.samples : splat(1.0f);
    alignas(64) float samples_of[width];
    std::memcpy(samples_of, &samples, sizeof samples);
    float most = 1;
    for (int i = 0; i < width; ++i)
        if ((lanes >> i & 1) && samples_of[i] > most) most = samples_of[i];
    if (most == 1) return filter_lod<elements>(plan, lod, center, lanes);
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
        const auto values = filter_lod<elements>(plan, lod, place, lanes & wanting);
        for (int e = 0; e < elements; ++e) sum.value[e] = wanted ? sum.value[e] + values.value[e] : sum.value[e];
    }
    for (int e = 0; e < elements; ++e) sum.value[e] = sum.value[e] / samples;
    return sum;
}

I load_integers(const LaneWord& word, int first) {
    I value;
    std::memcpy(&value, word.lane + first, sizeof value);
    return value;
}

// Offsets of one dimension, whatever the program made of them.
I offsets_of(int32_t constant, const LaneVector* vector, int component, int first) {
    I sum = splat(constant);
    if (vector) sum = sum + clamp(load_integers(vector->component[component], first), -1 << 20, 1 << 20);
    return clamp(sum, -65536, 65536);
}

// One component of four texels.
template <int elements>
void gather_texels(const SamplerPlan& plan, const Place& center, int first, LaneVector& result) {
    const SamplerLevel level = sampler_level(plan, 0);
    const F u = texel_coordinate(plan.wrap_s, center.s, level.width, plan.normalized);
    const F v = texel_coordinate(plan.wrap_t, center.t, level.height, plan.normalized);
    const I slice = center.has_slices ? center.slice * level.slice_stride : I{};
    const auto component = [&](const Values<elements>& texel) {
        if (plan.gathered >= elements) return plan.gathered == SamplerPlan::one ? splat(1.0f) : F{};
        const F value = texel.value[plan.gathered < elements ? plan.gathered : 0];
        return plan.decode == SamplerPlan::Decode::Bytes ? value / 255.0f : value;
    };
    F values[4];
    if (plan.shape == SamplerPlan::Shape::Gather) {
        const auto footprint = footprint_at<elements>(plan, level, u, v, slice, center);
        // The results' order is i0j1, i1j1, i1j0, i0j0.
        static constexpr int order[4] = {2, 3, 1, 0};
        for (int c = 0; c < 4; ++c) values[c] = component(footprint.texel[order[c]]);
    } else {
        const I i = truncate(floor_of(u - 0.5f)), j = truncate(floor_of(v - 0.5f));
        for (int c = 0; c < 4; ++c) {
            I outside = I{};
            const I offset_s = offsets_of(0, plan.offsets, c, first);
            const I offset_t = plan.two_dimensional ? offsets_of(0, plan.offsets_y, c, first) : I{};
            const I x = wrap_index(plan.wrap_s, i + offset_s, level.width, outside);
            const I y = wrap_index(plan.wrap_t, j + offset_t, level.height, outside);
            values[c] = component(fetch<elements>(plan, level.base, slice + y * level.row_stride + x * plan.texel_bytes,
                                                  outside, center));
        }
    }
    for (int c = 0; c < 4; ++c) std::memcpy(result.component[c].lane + first, &values[c], sizeof values[c]);
}

// Texels by integer coordinates; what is outside of the texture is zero, whatever the swizzle.
template <int elements>
void fetch_texels(const SamplerPlan& plan, int first, uint32_t lanes, LaneVector& result) {
    const LaneVector& coordinates = *plan.coordinates;
    // Far outside is outside: sums stay within 32 bits.
    const auto coordinate = [&](int c) {
        return clamp(load_integers(coordinates.component[c], first), -1 << 24, 1 << 24);
    };
    const I x = coordinate(0) + (plan.moved ? offsets_of(plan.offset[0], plan.offsets, 0, first) : I{});
    const I y = plan.two_dimensional
                    ? coordinate(1) + (plan.moved ? offsets_of(plan.offset[1], plan.offsets, 1, first) : I{})
                    : I{};
    const I layer = plan.layer_component >= 0 ? coordinate(plan.layer_component) : I{};
    const I level = plan.lod ? load_integers(*plan.lod, first) : I{};
    alignas(64) int32_t level_of[width];
    std::memcpy(level_of, &level, sizeof level);
    Values<elements> values{};
    I inside = I{};
    while (lanes) {
        const int32_t shared = level_of[__builtin_ctz(lanes)];
        const I same = level == shared;
        for (int i = 0; i < width; ++i)
            if (level_of[i] == shared) lanes &= ~(1u << i);
        if (shared < 0 || shared > plan.last_level) continue;
        const SamplerLevel image = sampler_level(plan, shared);
        const I within =
            (x >= 0) & (x < image.width) & (y >= 0) & (y < image.height) & (layer >= 0) & (layer < plan.layers) & same;
        // Zero first: products of what is outside may not fit 32 bits.
        const I offset = (within ? layer : I{}) * image.slice_stride + (within ? y : I{}) * image.row_stride +
                         (within ? x : I{}) * plan.texel_bytes;
        merge(values, fetch<elements>(plan, image.base, offset, I{}, Place{}), within);
        inside = inside | within;
    }
    store(plan, values, first, result);
    for (LaneWord& component : result.component) {
        I value = load_integers(component, first) & inside;
        std::memcpy(component.lane + first, &value, sizeof value);
    }
}

template <int elements>
void sample_pieces(const SamplerPlan& plan, LaneMask active, LaneVector& result) {
    const bool anisotropic = plan.max_anisotropy > 1;
    const bool need_lod = plan.mip_filter != MipFilter::None || plan.min_filter != plan.mag_filter || anisotropic;
    const bool derivatives = need_lod && plan.lod_source == SamplerPlan::Lod::Derivatives;
    for (int first = 0; first < group_lanes; first += width) {
        const uint32_t lanes = active >> first & static_cast<uint32_t>((uint64_t{1} << width) - 1);
        if (!lanes) continue;
        if (plan.shape == SamplerPlan::Shape::Fetch) {
            fetch_texels<elements>(plan, first, lanes, result);
            continue;
        }
        const LaneVector& coordinates = *plan.coordinates;
        const F x = load(coordinates.component[0], first);
        const F y = plan.two_dimensional ? load(coordinates.component[1], first) : F{};

        Place place{x, y, I{}, plan.cube || plan.layer_component >= 0, F{}, I{}, I{}};
        if (plan.moved) {
            place.offset_s = offsets_of(plan.offset[0], plan.offsets, 0, first);
            if (plan.two_dimensional) place.offset_t = offsets_of(plan.offset[1], plan.offsets, 1, first);
        }
        F ds[2] = {}, dt[2] = {};
        if (plan.cube) {
            const CubeDirection direction = cube_direction(x, y, load(coordinates.component[2], first), derivatives);
            place.s = direction.s;
            place.t = direction.t;
            place.slice = direction.face;
            for (int d = 0; d < 2; ++d) {
                ds[d] = direction.ds[d];
                dt[d] = direction.dt[d];
            }
        } else if (derivatives) {
            ds[0] = of_quad<1>(x) - of_quad<0>(x);
            dt[0] = of_quad<1>(y) - of_quad<0>(y);
            ds[1] = of_quad<2>(x) - of_quad<0>(x);
            dt[1] = of_quad<2>(y) - of_quad<0>(y);
        }
        if (plan.layer_component >= 0) {
            const F layer = floor_of(limit_coordinate(load(coordinates.component[plan.layer_component], first)) + 0.5f);
            place.slice = clamp(truncate(layer), 0, plan.layers - 1);
        }
        if (plan.compare) {
            place.reference = load(*plan.reference, first);
            if (plan.clamp_reference)
                place.reference = place.reference > 0.0f ? min_of(place.reference, splat(1.0f)) : F{};
        }
        if (plan.shape != SamplerPlan::Shape::Filter) {
            gather_texels<elements>(plan, place, first, result);
            continue;
        }
        if (!need_lod) {
            store(plan, filter_level<elements>(plan, 0, plan.mag_filter, place), first, result);
            continue;
        }

        F lod;
        Anisotropy along{splat(1.0f), F{}, F{}};
        if (plan.lod_source == SamplerPlan::Lod::Given) {
            lod = plan.lod ? load(*plan.lod, first) : F{};
        } else {
            const SamplerLevel base = sampler_level(plan, 0);
            const F x2 = squared_scale(ds[0], dt[0], plan, base), y2 = squared_scale(ds[1], dt[1], plan, base);
            const I wide = x2 > y2;
            const F rho2 = wide ? x2 : y2;
            lod = 0.5f * log2_of(rho2);
            if (anisotropic) {
                const F smaller = wide ? y2 : x2;
                const F ratio = square_root(rho2 / (smaller > 0.0f ? smaller : splat(1e-30f)));
                const F limited = plan.max_anisotropy < ratio ? splat(plan.max_anisotropy) : ratio;
                const F samples = -floor_of(-limited);
                along.samples = samples > 1.0f ? min_of(samples, splat(16.0f)) : splat(1.0f);
                along.axis_s = wide ? ds[0] : ds[1];
                along.axis_t = wide ? dt[0] : dt[1];
                lod = samples > 1.0f ? lod - log2_of(along.samples) : lod;
            }
        }
        lod = lod + plan.lod_bias;
        if (plan.add_lod) lod = lod + load(*plan.lod, first);
        lod = lod > plan.min_lod ? lod : splat(plan.min_lod);
        lod = lod < plan.max_lod ? lod : splat(plan.max_lod);
        store(plan,
              anisotropic ? filter_anisotropic<elements>(plan, lod, along, place, lanes)
                          : filter_lod<elements>(plan, lod, place, lanes),
              first, result);
    }
}

void sample_plan(const SamplerPlan& plan, LaneMask active, LaneVector& result) {
    switch (plan.elements) {
        case 1: return sample_pieces<1>(plan, active, result);
        case 2: return sample_pieces<2>(plan, active, result);
        case 3: return sample_pieces<3>(plan, active, result);
        default: return sample_pieces<4>(plan, active, result);
    }
}

}  // namespace
}  // namespace runtime::SAMPLER_ISA
