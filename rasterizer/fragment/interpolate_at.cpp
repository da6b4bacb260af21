#include "rasterizer/fragment/interpolate_at.h"

#include <algorithm>
#include <bit>

namespace rasterizer {
namespace {

struct Place {
    float x, y;
};

// The operations of interpolate_lanes.h in their order, so that the same place gives the same bits.
std::array<float, 4> value_at(const FragmentInput& input, const TilePrimitive& primitive, Place at) {
    const float q0 = primitive.vertex[0][window_slot * 4 + 3], q1 = primitive.vertex[1][window_slot * 4 + 3],
                q2 = primitive.vertex[2][window_slot * 4 + 3];
    const float dx = at.x - primitive.x0, dy = at.y - primitive.y0;
    const float b1 = dx * primitive.b1_dx + dy * primitive.b1_dy, b2 = dx * primitive.b2_dx + dy * primitive.b2_dy;
    if (primitive.is_point && input.replaced_on_points)
        return {b1, b2, std::bit_cast<float>(sprite_r(input, primitive)), 1};
    float weight1 = b1, weight2 = b2;
    if (!primitive.affine && input.interpolation != arbasm::Interpolation::NoPerspective) {
        const float q = b1 * (q1 - q0) + b2 * (q2 - q0) + q0;
        const float w = 1.0f / q;
        weight1 = b1 * q1 * w;
        weight2 = b2 * q2 * w;
    }
    const int slot = (primitive.back_facing ? input.back_slot : input.slot) * 4;
    std::array<float, 4> result;
    for (size_t c = 0; c < 4; ++c) {
        const float v0 = primitive.vertex[0][slot + static_cast<int>(c)];
        const float d1 = primitive.vertex[1][slot + static_cast<int>(c)] - v0;
        const float d2 = primitive.vertex[2][slot + static_cast<int>(c)] - v0;
        result[c] = weight1 * d1 + weight2 * d2 + v0;
    }
    return result;
}

std::array<float, 4> position_at(const DrawRecord& draw, const TilePrimitive& primitive, Place at) {
    const float q0 = primitive.vertex[0][window_slot * 4 + 3], q1 = primitive.vertex[1][window_slot * 4 + 3],
                q2 = primitive.vertex[2][window_slot * 4 + 3];
    const float dx = at.x - primitive.x0, dy = at.y - primitive.y0;
    const float b1 = dx * primitive.b1_dx + dy * primitive.b1_dy, b2 = dx * primitive.b2_dx + dy * primitive.b2_dy;
    const float z = (dx * primitive.z_dx + dy * primitive.z_dy + primitive.z0) + primitive.z_offset;
    const float shift = draw.pipeline->pixel_center_integer ? 0.5f : 0.0f;
    const float y = draw.pipeline->origin_upper_left ? static_cast<float>(draw.framebuffer_height) - at.y : at.y;
    return {at.x - shift, y - shift, std::min(std::max(z, draw.depth_clamp_low), draw.depth_clamp_high),
            b1 * (q1 - q0) + b2 * (q2 - q0) + q0};
}

}  // namespace

void GroupInterpolator::interpolate(const runtime::InterpolationRequest& request, runtime::LaneMask lanes,
                                    runtime::LaneVector& result) const {
    const auto number = static_cast<size_t>(request.attribute);
    const FragmentInput& input = draw_.inputs[number];
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        const TilePrimitive& primitive = *primitives_[lane / 4];
        Place at{places_.x[lane], places_.y[lane]};
        if (places_.samples > 1 && request.place == runtime::InterpolationPlace::Centroid) {
            at = {places_.centroid_x[lane], places_.centroid_y[lane]};
        } else if (request.place == runtime::InterpolationPlace::Offset) {
            at.x += std::bit_cast<float>(request.x->lane[lane]);
            at.y += std::bit_cast<float>(request.y->lane[lane]);
        } else if (places_.samples > 1 && request.place == runtime::InterpolationPlace::Sample) {
            // A sample that is not there: any place will do.
            const uint32_t sample = std::min(request.x->lane[lane], static_cast<uint32_t>(places_.samples - 1));
            at.x += places_.sample_x[sample];
            at.y += places_.sample_y[sample];
        }
        const bool varying =
            input.kind == FragmentInput::Kind::Varying &&
            (input.interpolation != arbasm::Interpolation::Flat || (primitive.is_point && input.replaced_on_points));
        if (varying || input.kind == FragmentInput::Kind::SpriteCoordinate ||
            input.kind == FragmentInput::Kind::Position) {
            std::array<float, 4> value;
            if (input.kind == FragmentInput::Kind::Position) {
                value = position_at(draw_, primitive, at);
            } else if (input.kind == FragmentInput::Kind::SpriteCoordinate) {
                FragmentInput sprite = input;
                sprite.replaced_on_points = true;
                value = value_at(sprite, primitive, at);
            } else {
                value = value_at(input, primitive, at);
            }
            for (size_t c = 0; c < 4; ++c) result.component[c].lane[lane] = std::bit_cast<uint32_t>(value[c]);
        } else {
            for (size_t c = 0; c < 4; ++c) result.component[c].lane[lane] = attributes_[number].component[c].lane[lane];
        }
    }
}

}  // namespace rasterizer
