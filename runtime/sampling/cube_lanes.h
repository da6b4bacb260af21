// Directions into cube maps over lanes.
#pragma once

#include "runtime/sampling/wrap_lanes.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

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

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
