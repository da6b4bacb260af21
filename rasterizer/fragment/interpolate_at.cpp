#include "rasterizer/fragment/interpolate_at.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "rasterizer/fragment/interpolation.h"

namespace rasterizer {
namespace {

struct Location {
    float x, y;
};

using Number = arbasm::PlainLanes::Float;

// Coordinates on the primitive, with the weights of its corners.
std::array<float, 4> sprite_coordinate_at(const FragmentInput& input, const TilePrimitive& primitive, Location at) {
    const Weights<Number> weights =
        weights_at(planes_of<Number>(primitive), primitive.affine, Number(at.x), Number(at.y));
    return {weights.linear1.value, weights.linear2.value, std::bit_cast<float>(sprite_r(input, primitive)), 1};
}

// What all fragments of a primitive share of an attribute.
class AttributePlanes {
  public:
    AttributePlanes(const FragmentInput& input, const TilePrimitive& primitive)
        : primitive_(&primitive),
          weights_(planes_of<Number>(primitive)),
          linear_(input.interpolation == arbasm::Interpolation::NoPerspective) {
        const int slot = (primitive.back_facing ? input.back_slot : input.slot) * 4;
        for (size_t c = 0; c < 4; ++c) {
            const auto corner = [&](size_t n) { return Number(primitive.vertex[n][slot + static_cast<int>(c)]); };
            value_[c] = corner(0).value;
            step1_[c] = (corner(1) - corner(0)).value;
            step2_[c] = (corner(2) - corner(0)).value;
        }
    }

    bool are_of(const TilePrimitive& primitive) const { return primitive_ == &primitive; }
    std::array<float, 4> value_at(Location at) const {
        const Weights<Number> weights = weights_at(weights_, primitive_->affine, Number(at.x), Number(at.y));
        const Number weight1 = linear_ ? weights.linear1 : weights.perspective1,
                     weight2 = linear_ ? weights.linear2 : weights.perspective2;
        std::array<float, 4> result;
        for (size_t c = 0; c < 4; ++c)
            result[c] = interpolated(weight1, weight2, Number(value_[c]), Number(step1_[c]), Number(step2_[c])).value;
        return result;
    }

  private:
    const TilePrimitive* primitive_;
    WeightPlanes<Number> weights_;
    bool linear_;
    std::array<float, 4> value_, step1_, step2_;
};

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
    std::optional<AttributePlanes> planes;  // of the lane before
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
            } else if (input.kind == FragmentInput::Kind::SpriteCoordinate ||
                       (primitive.is_point && input.replaced_on_points)) {
                value = sprite_coordinate_at(input, primitive, at);
            } else {
                if (!planes || !planes->are_of(primitive)) planes.emplace(input, primitive);
                value = planes->value_at(at);
            }
            for (size_t c = 0; c < 4; ++c) result.component[c].lane[lane] = std::bit_cast<uint32_t>(value[c]);
        } else {
            for (size_t c = 0; c < 4; ++c) result.component[c].lane[lane] = attributes_[number].component[c].lane[lane];
        }
    }
}

}  // namespace rasterizer
