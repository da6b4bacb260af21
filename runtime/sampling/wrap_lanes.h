// Coordinates and wrap modes over lanes: runtime/sampling/sampler_math.h's equations, operation by operation, so that
// every width gives the same bits.
#pragma once

#include "runtime/images/texture.h"
#include "runtime/simd/vectors.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

using simd::absolute;
using simd::clamp;
using simd::F;
using simd::gather;
using simd::I;
using simd::load;
using simd::min_of;
using simd::of_quad;
using simd::round_down;
using simd::square_root;
using simd::to_float;
using simd::truncate;
constexpr int width = simd::lane_width;

F splat(float value) { return simd::splat_f(value); }
I splat(int32_t value) { return simd::splat_i(value); }

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
    if (wrap == Wrap::Repeat && normalized) s = s - round_down(s);
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
    const F quotient = round_down(to_float(i) / static_cast<float>(n));
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

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
