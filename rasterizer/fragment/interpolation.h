// Attributes over lanes of one primitive. Values in, values out, as colors.h says.
#pragma once

#include "ir/semantics/lanes.h"

namespace rasterizer {

// The planes of a primitive, as numbers or spread over lanes.
template <class Number>
struct WeightPlanes {
    Number x0, y0;
    Number b1_dx, b1_dy, b2_dx, b2_dy;
    Number q0, q1, q2;  // 1/w of the corners
};

// Values that all attributes of a fragment share.
template <arbasm::FloatLanes F>
struct Weights {
    F linear1, linear2;
    F perspective1, perspective2;
    F q;
};

// Barycentric weights at (x, y).
template <arbasm::FloatLanes F>
LANE_FUNCTION Weights<F> weights_at(const WeightPlanes<F>& planes, bool affine, F x, F y) {
    const F dx = x - planes.x0, dy = y - planes.y0;
    const F b1 = dx * planes.b1_dx + dy * planes.b1_dy, b2 = dx * planes.b2_dx + dy * planes.b2_dy;
    const F q = b1 * (planes.q1 - planes.q0) + b2 * (planes.q2 - planes.q0) + planes.q0;
    if (affine) return {b1, b2, b1, b2, q};
    const F w = F(1.0f) / q;
    return {b1, b2, b1 * planes.q1 * w, b2 * planes.q2 * w, q};
}

// One component: its value at vertex 0, and by how much it differs at the others.
template <arbasm::FloatLanes F>
LANE_FUNCTION F interpolated(F weight1, F weight2, F value, F step1, F step2) {
    return weight1 * step1 + weight2 * step2 + value;
}

}  // namespace rasterizer
