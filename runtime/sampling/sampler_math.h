// Equations of texture access (GL 2.1 §3.8.7, §3.8.8) over plain numbers. The specialised samplers repeat the same
// operations in the same order over SIMD lanes, so that every instruction set gives the same bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "runtime/images/texture.h"
#include "runtime/sampling/sampler_key.h"

namespace runtime::sampling {

// Beyond 2^22 a float has no useful fraction as a texel coordinate; within, conversions to integers are defined and
// sums with sizes and offsets don't overflow. NaN becomes -limit.
inline constexpr float coordinate_limit = 4194304.0f;
inline float limit_coordinate(float u) {
    u = u > -coordinate_limit ? u : -coordinate_limit;
    return u < coordinate_limit ? u : coordinate_limit;
}

// log2 of a value ≥ 0: exact at powers of two, within 2e-5 elsewhere. Zero and denormals give -127 or a little more,
// infinity and NaN 128 or a little more.
inline float log2_of(float value) {
    const int32_t bits = std::bit_cast<int32_t>(value);
    const int32_t exponent = (bits >> 23 & 0xff) - 127;
    const float t = std::bit_cast<float>((bits & 0x7fffff) | 0x3f800000) - 1.0f;
    // log2(1 + t) as t + t (t - 1) · a polynomial: whatever that is, 0 and 1 are met.
    const float series = -0.4419170130f + t * (0.2671792195f + t * (-0.1484262883f + t * 0.0451488422f));
    return static_cast<float>(exponent) + (t + t * (t - 1.0f) * series);
}

// Filters of bytes work on byte · 65536 and, within a level, with weights of eight bits: their sums are whole numbers
// below 2^24, exact in whichever order and arithmetic they are made, be it of floats or of integers. The colour in
// [0, 1] comes last.
inline constexpr float byte_units = 255 * 65536.0f;  // of 1
// v / byte_units, rounded once but for one case in some hundred, and for bytes always.
inline float finished_byte(float v) { return v * 0x1p-24f + v * static_cast<float>(0x1p-24 / 255); }

// Bytes on the sRGB curve in 65280ths (SrgbCurve), and colours of their border in byte_units.
inline uint32_t on_curve(uint32_t byte) {
    const auto product = [](uint32_t a, uint32_t b) { return a * b >> 16; };
    const auto& term = SrgbCurve::terms;
    const uint32_t x = byte << 8, curved = std::max<uint32_t>(x, SrgbCurve::knee);
    uint32_t value = term[4] - product(term[5], curved);
    value = term[3] - product(value, curved);
    for (int i = 2; i >= 0; --i) value = term[i] + product(value, curved);
    return value - product(curved - x, SrgbCurve::slope);  // nothing above the knee
}
inline float on_curve_units(float v) { return std::nearbyint(v * 65280.0f) * 256.0f; }

// a at 0, b at 1; a where both are equal, whatever the weight.
inline float mix(float a, float b, float weight) { return a + weight * (b - a); }

// Texel index outside of the image that means the border.
inline constexpr int32_t border_texel = -1;

inline int32_t positive_modulo(int32_t a, int32_t n) {
    const int32_t remainder = a % n;
    return remainder < 0 ? remainder + n : remainder;
}
inline int32_t mirror(int32_t a) { return a >= 0 ? a : -(1 + a); }
inline int32_t clamp_index(int32_t i, int32_t low, int32_t high) { return i < low ? low : i > high ? high : i; }

// The wrap modes on texel indices (GL 4.6 table 8.20). Gives 0 … size-1, or border_texel. CLAMP and MIRROR_CLAMP reach
// the border only where wrap_coordinate() let a linear filter's second texel do so.
inline int32_t wrap_index(Wrap wrap, int32_t i, int32_t size) {
    switch (wrap) {
        case Wrap::Repeat: return positive_modulo(i, size);
        case Wrap::MirroredRepeat: return size - 1 - mirror(positive_modulo(i, 2 * size) - size);
        case Wrap::ClampToEdge: return clamp_index(i, 0, size - 1);
        case Wrap::MirrorClampToEdge: return clamp_index(mirror(i), 0, size - 1);
        case Wrap::ClampToBorder:
        case Wrap::Clamp: return i < 0 || i >= size ? border_texel : i;
        case Wrap::MirrorClampToBorder:
        case Wrap::MirrorClamp: {
            const int32_t m = mirror(i);
            return m >= size ? border_texel : m;
        }
    }
    return 0;
}

// The coordinate in texels, from one in [0, 1] or, of rectangle textures, in texels already. The result is limited.
inline float wrap_coordinate(Wrap wrap, float s, int32_t size, bool normalized) {
    const float scale = static_cast<float>(size);
    // REPEAT uses only the fraction; large coordinates keep its precision this way. Of NaN and infinity, 0.
    if (wrap == Wrap::Repeat && normalized) {
        const float fraction = s - std::floor(s);
        return (fraction > 0 ? fraction : 0) * scale;
    }
    float u = limit_coordinate(normalized ? s * scale : s);
    // GL 2.1: CLAMP clamps the coordinate itself, so that a linear filter blends half of the border in at the edge.
    if (wrap == Wrap::Clamp) u = u < 0 ? 0 : u > scale ? scale : u;
    if (wrap == Wrap::MirrorClamp) u = u < -scale ? -scale : u > scale ? scale : u;
    return u;
}

// Where a linear filter begins in one dimension, and the weight of its second texel.
struct LinearPosition {
    int32_t index;
    float weight;
};
inline LinearPosition linear_position(float u, bool eight_bits) {
    if (eight_bits) {
        const int32_t position = static_cast<int32_t>(std::nearbyint(u * 256.0f)) - 128;
        return {position >> 8, static_cast<float>(position & 255) * (1.0f / 256)};
    }
    const float shifted = u - 0.5f, whole = std::floor(shifted);
    return {static_cast<int32_t>(whole), shifted - whole};
}

// A nearest filter never takes the border in the CLAMP modes: the coordinate 1 itself means the last texel.
inline Wrap nearest_wrap(Wrap wrap) {
    return wrap == Wrap::Clamp ? Wrap::ClampToEdge : wrap == Wrap::MirrorClamp ? Wrap::MirrorClampToEdge : wrap;
}

// GL 2.1 table 3.21: which face a direction hits and where.
struct CubeAxis {
    uint8_t major, s, t;  // components
    bool negative_s, negative_t;
};
inline constexpr CubeAxis cube_axes[6] = {
    {0, 2, 1, true, true},  {0, 2, 1, false, true}, {1, 0, 2, false, false},
    {1, 0, 2, false, true}, {2, 0, 1, false, true}, {2, 0, 1, true, true},
};
inline int cube_face(float x, float y, float z) {
    const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
    if (ax >= ay && ax >= az) return x >= 0 ? 0 : 1;
    if (ay >= az) return y >= 0 ? 2 : 3;
    return z >= 0 ? 4 : 5;
}

}  // namespace runtime::sampling
