// Directions into cube maps over lanes (GL 2.1 table 3.21).
//
// Part of the sampler's one text (native_vocabulary.h).
#pragma once

#include "runtime/sampling/wrap_lanes.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

// Along x and y of the window.
struct Derivatives {
    Float s[2], t[2], r[2];
};
ASMGL_INLINE Derivatives no_derivatives() {
    const Float none(0.0f);
    return {{none, none}, {none, none}, {none, none}};
}

// How the two coordinates on a face come from a direction: s runs along z on ±x, along x elsewhere; t along z on ±y,
// along y elsewhere; some of them backwards.
struct CubeFace {
    Signed number;
    Mask on_x, on_y, flip_s, flip_t;

    ASMGL_INLINE Float along_s(Float x, Float z) const { return choose(on_x, z, x); }
    ASMGL_INLINE Float along_t(Float y, Float z) const { return choose(on_y, z, y); }
    ASMGL_INLINE Float major(Float x, Float y, Float z) const { return choose(on_x, x, choose(on_y, y, z)); }
};

ASMGL_INLINE Float absolute(Float value) { return as_float(as_unsigned(value) & Unsigned(0x7fffffff)); }

ASMGL_INLINE CubeFace face_of(Float x, Float y, Float z) {
    const Float ax = absolute(x), ay = absolute(y), az = absolute(z);
    const Mask on_x = (ax >= ay) & (ax >= az), on_y = (!on_x) & (ay >= az);
    const Float major = choose(on_x, x, choose(on_y, y, z));
    const Mask negative = !(major >= Float(0.0f));
    const Signed first = choose(on_x, Signed(0), choose(on_y, Signed(2), Signed(4)));
    const Mask flip_s = (on_x & (!negative)) | ((!on_x) & (!on_y) & negative);
    const Mask flip_t = (on_y & negative) | (!on_y);
    return {first + choose(negative, Signed(1), Signed(0)), on_x, on_y, flip_s, flip_t};
}

ASMGL_INLINE Float flip(Mask which, Float value) { return choose(which, -value, value); }

struct CubePosition {
    Float s, t;
    CubeFace face;
};
ASMGL_INLINE CubePosition cube_position(Float x, Float y, Float z) {
    const CubeFace face = face_of(x, y, z);
    const Float major = absolute(face.major(x, y, z));
    const Float s = Float(0.5f) * (flip(face.flip_s, face.along_s(x, z)) / major + Float(1.0f));
    const Float t = Float(0.5f) * (flip(face.flip_t, face.along_t(y, z)) / major + Float(1.0f));
    return {s, t, face};
}

// Derivatives of the coordinates on the face from those of the direction: the quotient rule on (s / |major| + 1) / 2.
ASMGL_INLINE Derivatives on_face(const CubeFace& face, Float x, Float y, Float z, const Derivatives& along) {
    const Float major_value = face.major(x, y, z), major = absolute(major_value);
    const Float sign = choose(major_value < Float(0.0f), Float(-1.0f), Float(1.0f));
    const Float s = face.along_s(x, z) / major, t = face.along_t(y, z) / major;
    Derivatives result = no_derivatives();
    for (int d = 0; d < 2; ++d) {
        const Float dm = sign * face.major(along.s[d], along.t[d], along.r[d]);
        const Float ds = Float(0.5f) * (face.along_s(along.s[d], along.r[d]) - s * dm) / major;
        const Float dt = Float(0.5f) * (face.along_t(along.t[d], along.r[d]) - t * dm) / major;
        result.s[d] = flip(face.flip_s, ds);
        result.t[d] = flip(face.flip_t, dt);
    }
    return result;
}

// A texel of a seamless cube whose indices may lie one outside of the face on one side: on the neighbour, then.
struct CubeTexel {
    Signed i, j, face;
};
ASMGL_INLINE CubeTexel across_edges(const CubeFace& from, Signed i, Signed j, Signed size) {
    const Signed none(0), one(1), last = size - one;
    const Mask outside_s = (i < none) | (i >= size), outside_t = (j < none) | (j >= size);
    const Mask outside = outside_s | outside_t;
    // Directions in units where the face's edge is at ±size and texel centres at odd distances. The coordinate that
    // left the face becomes the major axis of the neighbour; the old major axis its outermost texel.
    const auto edge = [&](Mask left, Signed at) { return choose(left, choose(at < none, -size, size), at); };
    const Signed along_s = edge(outside_s, i + i + one - size);
    const Signed along_t = edge(outside_t & (!outside_s), j + j + one - size);
    const auto turned = [](Mask which, Signed value) { return choose(which, -value, value); };
    const Mask negative = (from.number & one) == one;
    const Signed major = turned(negative, last);
    const Signed s = turned(from.flip_s, along_s), t = turned(from.flip_t, along_t);
    const Signed x = choose(from.on_x, major, s);
    const Signed y = choose(from.on_y, major, t);
    const Signed z = choose(from.on_x, s, choose(from.on_y, t, major));
    const CubeFace to = face_of(to_float(x), to_float(y), to_float(z));
    const Signed to_s = turned(to.flip_s, choose(to.on_x, z, x)), to_t = turned(to.flip_t, choose(to.on_y, z, y));
    // (s + size - 1) / 2, of even numbers.
    const auto index = [&](Signed value) { return clamp_index((value + last) >> Unsigned(1), none, last); };
    return {choose(outside, index(to_s), i), choose(outside, index(to_t), j), choose(outside, to.number, from.number)};
}

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
