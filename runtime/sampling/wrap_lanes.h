// Coordinates and wrap modes over lanes: runtime/sampling/sampler_math.h's equations, operation by operation, so that
// every width gives the same bits.
//
// Part of the sampler's one text (native_vocabulary.h).
#pragma once

#include "runtime/images/texture.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

ASMGL_INLINE Float mix(Float a, Float b, Float weight) { return a + weight * (b - a); }

ASMGL_INLINE Float log2_of(Float value) {
    const Signed bits = as_signed(value);
    const Signed exponent = ((bits >> Unsigned(23)) & Signed(0xff)) - Signed(127);
    const Float t = as_float((bits & Signed(0x7fffff)) | Signed(0x3f800000)) - Float(1.0f);
    const Float series =
        Float(-0.4419170130f) + t * (Float(0.2671792195f) + t * (Float(-0.1484262883f) + t * Float(0.0451488422f)));
    return to_float(exponent) + (t + t * (t - Float(1.0f)) * series);
}

ASMGL_INLINE Signed clamp_index(Signed i, Signed low, Signed high) { return smaller(larger(i, low), high); }

ASMGL_INLINE Float limit_coordinate(Float u, float parts = 1.0f) {
    const float limit = 4194304.0f * parts;
    return smaller(larger(u, Float(-limit)), Float(limit));
}

// The coordinate in texels, or in parts of texels. `scale`: the size in these, 1 texel for rectangles.
ASMGL_INLINE Float texel_coordinate(Wrap wrap, Float s, Float scale, Float size, bool normalized, float parts = 1.0f) {
    if (wrap == Wrap::Repeat && normalized) return larger(s - round_down(s), Float(0.0f)) * scale;
    const Float u = limit_coordinate(s * scale, parts);
    if (wrap == Wrap::Clamp) return smaller(larger(u, Float(0.0f)), size);
    if (wrap == Wrap::MirrorClamp) return smaller(larger(u, -size), size);
    return u;
}

// i modulo n for |i| < 2^23: the quotient, rounded once, is a whole number or above only where i is a multiple.
ASMGL_INLINE Signed positive_modulo(Signed i, Signed n) {
    return i - to_signed(round_down(to_float(i) / to_float(n))) * n;
}

// -1 - i below zero.
ASMGL_INLINE Signed mirror(Signed i) { return i ^ (i >> Unsigned(31)); }

// Indices within the image; lanes with a border texel are added to `outside`.
ASMGL_INLINE Signed wrap_index(Wrap wrap, Signed i, Signed size, Mask& outside) {
    const Signed none(0), last = size - Signed(1);
    switch (wrap) {
        case Wrap::Repeat: i = positive_modulo(i, size); break;
        case Wrap::MirroredRepeat:
            i = positive_modulo(i, size + size);
            i = choose(i >= size, size + last - i, i);
            break;
        case Wrap::ClampToEdge: break;
        case Wrap::MirrorClampToEdge: i = mirror(i); break;
        case Wrap::ClampToBorder:
        case Wrap::Clamp: outside = outside | (i < none) | (i >= size); break;
        case Wrap::MirrorClampToBorder:
        case Wrap::MirrorClamp:
            i = mirror(i);
            outside = outside | (i >= size);
            break;
    }
    return clamp_index(i, none, last);
}

ASMGL_INLINE Wrap nearest_wrap(Wrap wrap) {
    return wrap == Wrap::Clamp ? Wrap::ClampToEdge : wrap == Wrap::MirrorClamp ? Wrap::MirrorClampToEdge : wrap;
}

// The texel of a nearest filter in one dimension.
ASMGL_INLINE Signed nearest_index(Wrap wrap, Float s, const Level& level, int dimension, bool normalized,
                                  const Signed* offset, Mask& outside) {
    // The CLAMP modes clamp a nearest filter's indices, behind the offset (GL 4.6 table 8.20).
    wrap = nearest_wrap(wrap);
    const Signed size = level.size(dimension);
    const Float u = texel_coordinate(wrap, s, level.scale(dimension), to_float(size), normalized);
    if (wrap == Wrap::Repeat && normalized && !offset) {
        // Within [0, size].
        const Signed i = to_signed(u);
        return choose(i < size, i, Signed(0));
    }
    Signed i = to_signed(round_down(u));
    if (offset) i = i + *offset;
    return wrap_index(wrap, i, size, outside);
}

// The texels of a linear filter in one dimension: two, the second with `weight`, which is also in 256ths if weights
// have eight bits. `mixed`: the two are mixed by the weight and not looked at each on its own.
struct Taps {
    Signed first, second;
    Float weight;
    Signed weight_bits;
    Mask outside_first, outside_second;
};

// Where a linear filter with weights of eight bits is, from the first texel's centre, in 256ths of texels; within the
// image where that is all that the wrap mode does.
ASMGL_INLINE Signed filter_position(Wrap wrap, Float s, const Level& level, int dimension, bool normalized,
                                    bool clamped) {
    const Signed size = level.size(dimension);
    // Products with powers of two are exact: 256ths at once are what texels times 256 would be.
    const Float u =
        texel_coordinate(wrap, s, level.scale_in_256ths(dimension), to_float(size << Unsigned(8)), normalized, 256.0f);
    const Signed position = to_signed_nearest(u) - Signed(128);
    return clamped ? clamp_index(position, Signed(0), (size - Signed(1)) << Unsigned(8)) : position;
}

// `offset`: null where positions are not moved. `clamped`: see filter_position().
ASMGL_INLINE Taps wrapped_taps(Wrap wrap, Taps taps, const Level& level, int dimension, bool normalized,
                               const Signed* offset) {
    const Signed size = level.size(dimension), last = size - Signed(1);
    const bool moved = offset != nullptr;
    if (moved) taps.first = taps.first + *offset;
    taps.second = taps.first + Signed(1);
    if (wrap == Wrap::Repeat && normalized && !moved) {
        // The first is -1 … size - 1, the second 0 … size.
        taps.first = as_signed(smaller(as_unsigned(taps.first), as_unsigned(last)));
        taps.second = choose(taps.second < size, taps.second, Signed(0));
        return taps;
    }
    taps.first = wrap_index(wrap, taps.first, size, taps.outside_first);
    taps.second = wrap_index(wrap, taps.second, size, taps.outside_second);
    return taps;
}

ASMGL_INLINE Taps taps_at(Wrap wrap, Signed position, const Level& level, int dimension, bool normalized,
                          const Signed* offset, bool clamped) {
    const Signed whole = position >> Unsigned(8);
    Taps taps{whole, whole, Float(0.0f), position & Signed(255), no_lanes(), no_lanes()};
    if (clamped) {
        // The last two texels with the whole weight on the second: so that the two are neighbours.
        const Signed last = level.size(dimension) - Signed(1);
        taps.first = smaller(whole, larger(last - Signed(1), Signed(0)));
        taps.second = smaller(taps.first + Signed(1), last);
        taps.weight_bits = position - (taps.first << Unsigned(8));
    }
    taps.weight = to_float(taps.weight_bits) * Float(1.0f / 256);
    return clamped ? taps : wrapped_taps(wrap, taps, level, dimension, normalized, offset);
}

// Taps whose weights are floats.
ASMGL_INLINE Taps float_taps(Wrap wrap, Float s, const Level& level, int dimension, bool normalized,
                             const Signed* offset) {
    const Signed size = level.size(dimension);
    const Float u = texel_coordinate(wrap, s, level.scale(dimension), to_float(size), normalized);
    const Float shifted = u - Float(0.5f), whole = round_down(shifted);
    const Signed first = to_signed(whole);
    return wrapped_taps(wrap, {first, first, shifted - whole, first, no_lanes(), no_lanes()}, level, dimension,
                        normalized, offset);
}

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
