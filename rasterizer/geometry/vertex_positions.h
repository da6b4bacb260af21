// Positions of vertices: clip codes, in the window, on the sub-pixel grid.
//
// Values in, values out, over lane types (ir/semantics/lanes.h): the registers of an instruction set, or values of code
// that is being recorded.
#pragma once

#include "ir/semantics/lanes.h"
#include "rasterizer/geometry/vertex_stage.h"

namespace rasterizer {

template <arbasm::FloatLanes F>
struct Position {
    F x, y, z, w;
};

// A ViewTransform's numbers.
template <arbasm::FloatLanes F>
struct ViewLanes {
    F scale_x, scale_y, scale_z, center_x, center_y, center_z;
    F guard_left, guard_right, guard_bottom, guard_top;
    bool depth_clamp, depth_zero_to_one;
};

// w below this can't be divided by without leaving the floats.
inline constexpr float smallest_w = 1e-30f;

template <arbasm::FloatLanes F>
LANE_FUNCTION arbasm::MaskOf<F> is_finite(F value) {
    using I = arbasm::SignedOf<F>;
    return (as_signed(value) & I(0x7fffffff)) < I(0x7f800000);
}

// In the view volume, and a finite position.
template <arbasm::FloatLanes F>
LANE_FUNCTION arbasm::MaskOf<F> is_inside(const ViewLanes<F>& view, const Position<F>& p) {
    const F below = view.depth_zero_to_one ? F(0.0f) : -p.w;
    const arbasm::MaskOf<F> depth = view.depth_clamp ? is_finite(p.z) : (p.z >= below) & (p.z <= p.w);
    return (p.x >= -p.w) & (p.x <= p.w) & (p.y >= -p.w) & (p.y <= p.w) & (p.w >= F(smallest_w)) & is_finite(p.w) &
           depth;
}

// All of ClipCode but clip and cull distances.
template <arbasm::FloatLanes F>
LANE_FUNCTION arbasm::UnsignedOf<F> clip_codes(const ViewLanes<F>& view, const Position<F>& p) {
    using U = arbasm::UnsignedOf<F>;
    const auto outside = [](arbasm::MaskOf<F> mask, ClipCode code) {
        return choose(mask, U(static_cast<uint32_t>(code)), U(0u));
    };
    U code = outside(p.x < -p.w, clip_left) | outside(p.x > p.w, clip_right) | outside(p.y < -p.w, clip_bottom) |
             outside(p.y > p.w, clip_top) | outside(p.x < view.guard_left * p.w, clip_guard_left) |
             outside(p.x > view.guard_right * p.w, clip_guard_right) |
             outside(p.y < view.guard_bottom * p.w, clip_guard_bottom) |
             outside(p.y > view.guard_top * p.w, clip_guard_top) | outside(p.w < F(smallest_w), clip_behind);
    if (!view.depth_clamp) {
        const F below = view.depth_zero_to_one ? F(0.0f) : -p.w;
        code = code | outside(p.z < below, clip_near) | outside(p.z > p.w, clip_far);
    }
    const arbasm::MaskOf<F> finite = is_finite(p.x) & is_finite(p.y) & is_finite(p.z) & is_finite(p.w);
    return choose(finite, code, U(static_cast<uint32_t>(clip_invalid)));
}

// The code of a clip distance. Not "< 0": one that is no number clips.
template <arbasm::FloatLanes F>
LANE_FUNCTION arbasm::UnsignedOf<F> clip_distance_code(F distance, int plane) {
    using U = arbasm::UnsignedOf<F>;
    return choose(distance >= F(0.0f), U(0u), U(1u << (clip_user_shift + plane)));
}
template <arbasm::FloatLanes F>
LANE_FUNCTION arbasm::UnsignedOf<F> cull_distance_code(F distance, int plane) {
    using U = arbasm::UnsignedOf<F>;
    return choose(distance < F(0.0f), U(1u << (clip_cull_shift + plane)), U(0u));
}

// Window x, y, z, and 1/w. Where w is too small these are numbers that nobody reads. Divided, not multiplied by 1/w:
// half the rounding error, which shows in 24 bits of depth.
template <arbasm::FloatLanes F>
LANE_FUNCTION Position<F> window_position(const ViewLanes<F>& view, const Position<F>& p) {
    return {p.x / p.w * view.scale_x + view.center_x, p.y / p.w * view.scale_y + view.center_y,
            p.z / p.w * view.scale_z + view.center_z, F(1.0f) / p.w};
}

// As sub_pixels().
template <arbasm::FloatLanes F>
LANE_FUNCTION arbasm::SignedOf<F> grid_coordinate(F window) {
    const F low(guard_band_low), high(guard_band_high);
    const F below = choose(window < high, window, high);
    return to_signed_nearest(choose(window > low, below, low) * F(static_cast<float>(sub_pixel_one)));
}

// To [0, 1]; NaN becomes zero.
template <arbasm::FloatLanes F>
LANE_FUNCTION F clamped_color(F value) {
    const F zero(0.0f), one(1.0f);
    const F above = choose(value > zero, value, zero);
    return choose(above < one, above, one);
}

}  // namespace rasterizer
