#include "rasterizer/fragment/interpolate_at.h"

#include <algorithm>
#include <bit>

#include "rasterizer/fragment/interpolation.h"

namespace rasterizer {
namespace {

struct Location {
    float x, y;
};

using Number = arbasm::PlainLanes::Float;

std::array<float, 4> value_at(const FragmentInput& input, const TilePrimitive& primitive, Location at) {
    const Weights<Number> weights =
        weights_at(planes_of<Number>(primitive), primitive.affine, Number(at.x), Number(at.y));
    if (primitive.is_point && input.replaced_on_points)
        return {weights.linear1.value, weights.linear2.value, std::bit_cast<float>(sprite_r(input, primitive)), 1};
    const bool linear = input.interpolation == arbasm::Interpolation::NoPerspective;
    const Number weight1 = linear ? weights.linear1 : weights.perspective1,
                 weight2 = linear ? weights.linear2 : weights.perspective2;
    const int slot = (primitive.back_facing ? input.back_slot : input.slot) * 4;
    std::array<float, 4> result;
    for (size_t c = 0; c < 4; ++c) {
        const auto corner = [&](size_t n) { return Number(primitive.vertex[n][slot + static_cast<int>(c)]); };
        result[c] = interpolated(weight1, weight2, corner(0), corner(1) - corner(0), corner(2) - corner(0)).value;
    }
    return result;
}

std::array<float, 4> position_at(const TileDraw& draw, const TilePrimitive& primitive, Location at) {
    const WeightPlanes<Number> planes = planes_of<Number>(primitive);
    const Number x(at.x), y(at.y);
    const WindowPosition<Number> position = window_position(
        *draw.pipeline, x, y, depth_of(primitive, x - planes.x0, y - planes.y0),
        weights_at(planes, primitive.affine, x, y).q, Number(static_cast<float>(draw.framebuffer_height)),
        Number(draw.depth_clamp_low), Number(draw.depth_clamp_high));
    return {position.x.value, position.y.value, position.z.value, position.w.value};
}

}  // namespace

void GroupInterpolator::interpolate(const runtime::InterpolationRequest& request, runtime::LaneMask lanes,
                                    runtime::LaneVector& result) const {
    const auto number = static_cast<size_t>(request.attribute);
    const FragmentInput& input = draw_.inputs[number];
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        const TilePrimitive& primitive = *primitives_[lane / 4];
        Location at{locations_.x[lane], locations_.y[lane]};
        if (locations_.samples > 1 && request.at == runtime::InterpolateAt::Centroid) {
            at = {locations_.centroid_x[lane], locations_.centroid_y[lane]};
        } else if (request.at == runtime::InterpolateAt::Offset) {
            at.x += std::bit_cast<float>(request.x->lane[lane]);
            at.y += std::bit_cast<float>(request.y->lane[lane]);
        } else if (locations_.samples > 1 && request.at == runtime::InterpolateAt::Sample) {
            // A sample that is not there: any location will do.
            const uint32_t sample = std::min(request.x->lane[lane], static_cast<uint32_t>(locations_.samples - 1));
            at.x += locations_.sample_x[sample];
            at.y += locations_.sample_y[sample];
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
