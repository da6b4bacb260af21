#include "rasterizer/blocks/block_inputs.h"

#include <algorithm>

#include "rasterizer/fragment/colors.h"
#include "rasterizer/fragment/depth_stencil.h"
#include "rasterizer/prepare/block_code.h"
#include "rasterizer/scene/tile_primitive.h"
#include "runtime/jit/recorded_flow.h"

namespace rasterizer {

using namespace runtime::jit;
using Kind = FragmentInput::Kind;

namespace {

bool has_inputs_at(const PixelKey& key, arbasm::SampleLocation location) {
    return std::ranges::any_of(key.inputs, [&](const FragmentInput& input) {
        const bool depends_on_location = input.kind == Kind::Varying || input.kind == Kind::Position ||
                                         input.kind == Kind::SpriteCoordinate || input.replaced_on_points;
        return input.components != 0 && depends_on_location && location_of(key, input) == location;
    });
}

BlockInputs::Values first_of(Unsigned x, Unsigned w = Unsigned(0u)) { return {x, Unsigned(0u), Unsigned(0u), w}; }
BlockInputs::Values zeros() { return first_of(Unsigned(0u)); }

}  // namespace

bool has_centroids(const PixelKey& key) { return has_inputs_at(key, arbasm::SampleLocation::Centroid); }

BlockInputs::BlockInputs(const PixelKey& key, PointerTo<TilePrimitive> primitive, const Corners& corners,
                         PointerTo<BlockConstants> constants, const Fragments& fragments)
    : key_(key), primitive_(primitive), corners_(corners), constants_(constants) {
    if (has_inputs_at(key, arbasm::SampleLocation::Pixel)) center_ = weighted(fragments.center);
    if (fragments.centroid) centroid_ = weighted(*fragments.centroid);
    if (has_inputs_at(key, arbasm::SampleLocation::Sample)) sample_ = weighted(fragments.sample);
    for (const FragmentInput& input : key.inputs)
        values_.push_back(input.components ? record(input, fragments) : zeros());
}

const std::optional<BlockInputs::Weighted>& BlockInputs::weighted_at(arbasm::SampleLocation location) const {
    switch (location) {
        case arbasm::SampleLocation::Centroid: return centroid_;
        case arbasm::SampleLocation::Sample: return sample_;
        case arbasm::SampleLocation::Pixel: break;
    }
    return center_;
}

Float BlockInputs::number(float TilePrimitive::*member) const { return broadcast(primitive_.load_constant(member)); }
BlockInputs::Corners BlockInputs::corners_of(const PixelKey& key, PointerTo<TilePrimitive> primitive) {
    size_t slots = window_slot + 1;
    for (const FragmentInput& input : key.inputs)
        if (input.kind == Kind::Varying && input.components)
            slots = std::max<size_t>(slots, std::max(input.slot, input.back_slot) + 1);
    const auto corner = [&](auto... path) { return primitive.load_readable(slots * 4, path...); };
    return {{corner(&TilePrimitive::vertex, 0), corner(&TilePrimitive::vertex, 1), corner(&TilePrimitive::vertex, 2)},
            corner(&TilePrimitive::flat)};
}

BlockInputs::Weighted BlockInputs::weighted(Location at) const {
    const WeightPlanes<Float> planes =
        planes_by([&](auto member) { return number(member); },
                  [&](int index) { return broadcast(corner(index)[window_slot * 4 + 3].load_constant()); });
    const Weights<Float> linear = weights_at(planes, true, at.x, at.y);
    // The division is left out where all corners are equally far away.
    const Variable<Float> perspective1(linear.linear1), perspective2(linear.linear2);
    const ScalarUnsigned affine = primitive_.load(&TilePrimitive::affine);
    when(affine == ScalarUnsigned(0u), [&] {
        const Weights<Float> far = weights_at(planes, false, at.x, at.y);
        perspective1 = far.perspective1;
        perspective2 = far.perspective2;
    });
    return {at, {linear.linear1, linear.linear2, perspective1.get(), perspective2.get(), linear.q}};
}

BlockInputs::Values BlockInputs::record_varying(const FragmentInput& input, const Weighted& weighted) const {
    Values values = zeros();
    const auto offset_of = [&](int component) {
        const auto bytes = [&](uint16_t slot) { return static_cast<uint32_t>((slot * 4 + component) * 4); };
        ScalarUnsigned offset(bytes(input.slot));
        if (input.back_slot != input.slot)
            offset = choose(primitive_.load(&TilePrimitive::back_facing) != ScalarUnsigned(0u),
                            ScalarUnsigned(bytes(input.back_slot)), offset);
        return offset;
    };
    const bool flat = input.interpolation == arbasm::Interpolation::Flat;
    for (int c = 0; c < 4; ++c) {
        if (!(input.components >> c & 1)) continue;
        const ScalarUnsigned offset = offset_of(c);
        if (flat) {
            values[static_cast<size_t>(c)] = broadcast(load_constant<ScalarUnsigned>(corners_.flat + offset));
            continue;
        }
        const auto at_corner = [&](int index) { return load_constant<ScalarFloat>(corner(index) + offset); };
        const ScalarFloat value = at_corner(0);
        const Float step1 = broadcast(at_corner(1) - value), step2 = broadcast(at_corner(2) - value);
        const bool linear = input.interpolation == arbasm::Interpolation::NoPerspective;
        values[static_cast<size_t>(c)] = as_unsigned(interpolated(
            linear ? weighted.weights.linear1 : weighted.weights.perspective1,
            linear ? weighted.weights.linear2 : weighted.weights.perspective2, broadcast(value), step1, step2));
    }
    return values;
}

// The weights of a point are its sprite coordinates.
BlockInputs::Values BlockInputs::record_sprite(const FragmentInput& input, const Weighted& weighted) const {
    Unsigned r(0u);
    if (input.sprite_r >= 0 && input.kind == Kind::Varying)
        r = broadcast(load_constant<ScalarUnsigned>(corner(0)[input.slot * 4 + input.sprite_r]));
    else if (input.sprite_r >= 0)
        r = Unsigned(input.constant[static_cast<size_t>(input.sprite_r)]);
    return {as_unsigned(weighted.weights.linear1), as_unsigned(weighted.weights.linear2), r, Unsigned(0x3f800000u)};
}

// What point sprites replace on points.
BlockInputs::Values BlockInputs::with_sprite(const FragmentInput& input, const Weighted& weighted,
                                             const Values& others) const {
    if (!input.replaced_on_points) return others;
    const ScalarMask is_point = primitive_.load(&TilePrimitive::is_point) != ScalarUnsigned(0u);
    const Values sprite = record_sprite(input, weighted);
    Values values = zeros();
    for (size_t c = 0; c < 4; ++c) values[c] = choose(is_point, sprite[c], others[c]);
    return values;
}

BlockInputs::Values BlockInputs::record_position(const Weighted& weighted) const {
    const auto constant = [&](float BlockConstants::*member) { return broadcast(constants_.load_constant(member)); };
    const Float dx = weighted.at.x - number(&TilePrimitive::x0), dy = weighted.at.y - number(&TilePrimitive::y0);
    const Float z = depth_by([&](auto member) { return number(member); }, dx, dy);
    const Float height = constant(&BlockConstants::framebuffer_height);
    const Float low = constant(&BlockConstants::depth_low), high = constant(&BlockConstants::depth_high);
    const WindowPosition<Float> position =
        window_position(*key_.pipeline, weighted.at.x, weighted.at.y, z, weighted.weights.q, height, low, high);
    return {as_unsigned(position.x), as_unsigned(position.y), as_unsigned(position.z), as_unsigned(position.w)};
}

BlockInputs::Values BlockInputs::record(const FragmentInput& input, const Fragments& fragments) const {
    const Values values = record_kind(input, fragments);
    return input.replaced_on_points ? with_sprite(input, *weighted_at(location_of(key_, input)), values) : values;
}

BlockInputs::Values BlockInputs::record_kind(const FragmentInput& input, const Fragments& fragments) const {
    const auto word_of = [&](auto member) { return broadcast(as_unsigned(primitive_.load_constant(member))); };
    const std::optional<Weighted>& weighted = weighted_at(location_of(key_, input));
    const bool has_samples = key_.pipeline->key.samples > 1;
    switch (input.kind) {
        case Kind::Varying: return record_varying(input, *weighted);
        case Kind::Constant:
            return {Unsigned(input.constant[0]), Unsigned(input.constant[1]), Unsigned(input.constant[2]),
                    Unsigned(input.constant[3])};
        case Kind::Position: return record_position(*weighted);
        case Kind::Facing: {
            const ScalarMask back = primitive_.load(&TilePrimitive::back_facing) != ScalarUnsigned(0u);
            return first_of(broadcast(choose(back, ScalarUnsigned(0xbf800000u), ScalarUnsigned(0x3f800000u))),
                            Unsigned(0x3f800000u));
        }
        case Kind::PrimitiveId: return first_of(word_of(&TilePrimitive::primitive_id));
        case Kind::Layer: return first_of(word_of(&TilePrimitive::written_layer));
        case Kind::Viewport: return first_of(word_of(&TilePrimitive::written_viewport));
        case Kind::SampleMask: return first_of(fragments.coverage);
        case Kind::SampleId: return first_of(has_samples ? broadcast(fragments.sample_number) : Unsigned(0u));
        case Kind::SamplePosition: {
            const auto in_pixel = [&](Float at) {
                return has_samples ? as_unsigned(at - round_down(at)) : Unsigned(0x3f000000u);
            };
            return {in_pixel(fragments.sample.x), in_pixel(fragments.sample.y), Unsigned(0u), Unsigned(0u)};
        }
        case Kind::SpriteCoordinate: return record_sprite(input, *weighted);
        // why_no_code()
        case Kind::RectangleColor:
        case Kind::FramebufferColor:
        case Kind::FullyCovered: break;
    }
    return zeros();
}

BlockInputs::Values BlockInputs::value_at(int32_t attribute, Location location) const {
    const FragmentInput& input = key_.inputs[static_cast<size_t>(attribute)];
    if (input.kind == Kind::Position) return record_position(weighted(location));
    if (input.kind == Kind::SpriteCoordinate) return record_sprite(input, weighted(location));
    const bool varies = input.kind == Kind::Varying && input.interpolation != arbasm::Interpolation::Flat;
    if (!varies && !input.replaced_on_points) return values_[static_cast<size_t>(attribute)];
    const Weighted there = weighted(location);
    return with_sprite(input, there, varies ? record_varying(input, there) : values_[static_cast<size_t>(attribute)]);
}

}  // namespace rasterizer
