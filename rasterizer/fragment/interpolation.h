// Attributes over lanes of one primitive. Values in, values out, as colors.h says.
#pragma once

#include "ir/semantics/lanes.h"
#include "rasterizer/fragment/depth_stencil.h"
#include "rasterizer/prepare/fragment_pipeline.h"
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

// The planes of a primitive, by number(member) for its own numbers and corner_q(corner) for 1/w.
template <class Number, class CornerQ>
LANE_FUNCTION auto planes_by(Number number, CornerQ corner_q) -> WeightPlanes<decltype(corner_q(0))> {
    return {number(&TilePrimitive::x0),
            number(&TilePrimitive::y0),
            number(&TilePrimitive::b1_dx),
            number(&TilePrimitive::b1_dy),
            number(&TilePrimitive::b2_dx),
            number(&TilePrimitive::b2_dy),
            corner_q(0),
            corner_q(1),
            corner_q(2)};
}
// The depth of the primitive, with the offset of polygons. `dx`, `dy`: from its first corner.
template <arbasm::FloatLanes F, class Number>
LANE_FUNCTION F depth_by(Number number, F dx, F dy) {
    const F z_dx = number(&TilePrimitive::z_dx), z_dy = number(&TilePrimitive::z_dy);
    const F z0 = number(&TilePrimitive::z0), z_offset = number(&TilePrimitive::z_offset);
    return plane_depth(dx, dy, z_dx, z_dy, z0, z_offset);
}

// The same of a primitive in memory. Without `has_q` nothing is read of its corners, and weights have no q.
template <arbasm::FloatLanes F>
LANE_FUNCTION WeightPlanes<F> planes_of(const TilePrimitive& primitive, bool has_q = true) {
    return planes_by([&](float TilePrimitive::*member) { return F(primitive.*member); },
                     [&](size_t corner) { return F(has_q ? primitive.vertex[corner][window_slot * 4 + 3] : 0.0f); });
}
template <arbasm::FloatLanes F>
LANE_FUNCTION F depth_of(const TilePrimitive& primitive, F dx, F dy) {
    return depth_by([&](float TilePrimitive::*member) { return F(primitive.*member); }, dx, dy);
}

// What programs see of a fragment's place.
template <arbasm::FloatLanes F>
struct WindowPosition {
    F x, y, z, w;
};
// `z` is clamped to `low` … `high`; `height`: of the framebuffer.
template <arbasm::FloatLanes F>
LANE_FUNCTION WindowPosition<F> window_position(const FragmentPipeline& pipeline, F x, F y, F z, F q, F height, F low,
                                                F high) {
    const F shift(pipeline.pixel_center_integer ? 0.5f : 0.0f);
    return {x - shift, (pipeline.origin_upper_left ? height - y : y) - shift, clamped(z, low, high), q};
}

}  // namespace rasterizer
