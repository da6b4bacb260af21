// Attributes over lanes of one primitive. Values in, values out, as colors.h says.
#pragma once

#include "ir/semantics/lanes.h"
#include "rasterizer/fragment/depth_stencil.h"
#include "rasterizer/scene/tile_primitive.h"

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

// The depth of the primitive, with the offset of polygons. `dx`, `dy`: from its first corner.
template <arbasm::FloatLanes F>
LANE_FUNCTION F depth_of(const TilePrimitive& primitive, F dx, F dy) {
    return plane_depth(dx, dy, F(primitive.z_dx), F(primitive.z_dy), F(primitive.z0), F(primitive.z_offset));
}
template <arbasm::FloatLanes F>
LANE_FUNCTION WeightPlanes<F> planes_of(const TilePrimitive& primitive) {
    const auto q = [&](size_t corner) { return F(primitive.vertex[corner][window_slot * 4 + 3]); };
    return {F(primitive.x0),
            F(primitive.y0),
            F(primitive.b1_dx),
            F(primitive.b1_dy),
            F(primitive.b2_dx),
            F(primitive.b2_dy),
            q(0),
            q(1),
            q(2)};
}

}  // namespace rasterizer
