#include "rasterizer/blocks/block_inputs.h"

#include <algorithm>
#include <cstddef>

#include "rasterizer/fragment/colors.h"
#include "rasterizer/fragment/depth_stencil.h"
#include "rasterizer/prepare/block_code.h"
#include "rasterizer/scene/tile_primitive.h"
#include "runtime/jit/recorded_flow.h"

namespace rasterizer {

using namespace runtime::jit;
using Kind = FragmentInput::Kind;

namespace {

bool is_weighted(const FragmentInput& input) {
    return input.components != 0 && (input.kind == Kind::Varying || input.kind == Kind::Position);
}

}  // namespace

bool has_centroids(const PixelKey& key) {
    return std::ranges::any_of(
        key.inputs, [&](const FragmentInput& input) { return is_weighted(input) && is_at_centroid(key, input); });
}

BlockInputs::BlockInputs(const PixelKey& key, Pointer primitive, Pointer constants, Place center,
                         std::optional<Place> centroid)
    : key_(key), primitive_(primitive), constants_(constants) {
    const bool weighs = std::ranges::any_of(
        key.inputs, [&](const FragmentInput& input) { return is_weighted(input) && !is_at_centroid(key, input); });
    if (weighs) center_ = weighted(center);
    if (centroid) centroid_ = weighted(*centroid);
    for (size_t i = 0; i < key.inputs.size(); ++i)
        if (key.inputs[i].components) record(static_cast<int32_t>(i), key.inputs[i]);
}

ScalarFloat BlockInputs::number(size_t offset) const {
    return load_constant<ScalarFloat>(primitive_ + static_cast<int64_t>(offset));
}
Pointer BlockInputs::corner(int index) const {
    return load_constant_pointer(primitive_ + static_cast<int64_t>(offsetof(TilePrimitive, vertex) + 8 * index));
}

BlockInputs::Weighted BlockInputs::weighted(Place at) const {
    const auto plane = [&](size_t offset) { return spread(number(offset)); };
    const auto q = [&](int index) {
        return spread(load_constant<ScalarFloat>(corner(index) + int64_t{(window_slot * 4 + 3) * 4}));
    };
    const WeightPlanes<Float> planes{plane(offsetof(TilePrimitive, x0)),
                                     plane(offsetof(TilePrimitive, y0)),
                                     plane(offsetof(TilePrimitive, b1_dx)),
                                     plane(offsetof(TilePrimitive, b1_dy)),
                                     plane(offsetof(TilePrimitive, b2_dx)),
                                     plane(offsetof(TilePrimitive, b2_dy)),
                                     q(0),
                                     q(1),
                                     q(2)};
    const Weights<Float> linear = weights_at(planes, true, at.x, at.y);
    // The division is left out where all corners are equally far away.
    const Variable<Float> perspective1(linear.linear1), perspective2(linear.linear2);
    const ScalarUnsigned affine = load_byte(primitive_ + static_cast<int64_t>(offsetof(TilePrimitive, affine)));
    when(affine == ScalarUnsigned(0u), [&] {
        const Weights<Float> far = weights_at(planes, false, at.x, at.y);
        perspective1 = far.perspective1;
        perspective2 = far.perspective2;
    });
    return {at, {linear.linear1, linear.linear2, perspective1.get(), perspective2.get(), linear.q}};
}

void BlockInputs::record_varying(int32_t attribute, const FragmentInput& input, const Weighted& weighted) {
    const auto place = [&](int component) {
        const auto bytes = [&](uint16_t slot) { return static_cast<uint32_t>((slot * 4 + component) * 4); };
        ScalarUnsigned offset(bytes(input.slot));
        if (input.back_slot != input.slot)
            offset = choose(load_byte(primitive_ + static_cast<int64_t>(offsetof(TilePrimitive, back_facing))) !=
                                ScalarUnsigned(0u),
                            ScalarUnsigned(bytes(input.back_slot)), offset);
        return offset;
    };
    const bool flat = input.interpolation == arbasm::Interpolation::Flat;
    for (int c = 0; c < 4; ++c) {
        if (!(input.components >> c & 1)) continue;
        const ScalarUnsigned offset = place(c);
        if (flat) {
            const Pointer record =
                load_constant_pointer(primitive_ + static_cast<int64_t>(offsetof(TilePrimitive, flat)));
            set(attribute, c, spread(load_constant<ScalarUnsigned>(record + offset)));
            continue;
        }
        const auto at_corner = [&](int index) { return load_constant<ScalarFloat>(corner(index) + offset); };
        const ScalarFloat value = at_corner(0);
        const Float step1 = spread(at_corner(1) - value), step2 = spread(at_corner(2) - value);
        const bool linear = input.interpolation == arbasm::Interpolation::NoPerspective;
        set(attribute, c,
            as_unsigned(interpolated(linear ? weighted.weights.linear1 : weighted.weights.perspective1,
                                     linear ? weighted.weights.linear2 : weighted.weights.perspective2, spread(value),
                                     step1, step2)));
    }
}

void BlockInputs::record_position(int32_t attribute, const Weighted& weighted) {
    const FragmentPipeline& pipeline = *key_.pipeline;
    const auto constant = [&](size_t offset) {
        return spread(load_constant<ScalarFloat>(constants_ + static_cast<int64_t>(offset)));
    };
    const Float shift(pipeline.pixel_center_integer ? 0.5f : 0.0f);
    const Float y = pipeline.origin_upper_left ? constant(offsetof(BlockConstants, framebuffer_height)) - weighted.at.y
                                               : weighted.at.y;
    const Float dx = weighted.at.x - spread(number(offsetof(TilePrimitive, x0))),
                dy = weighted.at.y - spread(number(offsetof(TilePrimitive, y0)));
    const Float z =
        plane_depth(dx, dy, spread(number(offsetof(TilePrimitive, z_dx))),
                    spread(number(offsetof(TilePrimitive, z_dy))), spread(number(offsetof(TilePrimitive, z0))));
    set(attribute, 0, as_unsigned(weighted.at.x - shift));
    set(attribute, 1, as_unsigned(y - shift));
    set(attribute, 2,
        as_unsigned(
            clamped(z, constant(offsetof(BlockConstants, depth_low)), constant(offsetof(BlockConstants, depth_high)))));
    set(attribute, 3, as_unsigned(weighted.weights.q));
}

void BlockInputs::record(int32_t attribute, const FragmentInput& input) {
    const auto set_word = [&](Unsigned x) {
        set(attribute, 0, x);
        for (int c = 1; c < 4; ++c) set(attribute, c, Unsigned(0u));
    };
    const auto word_of = [&](size_t offset) {
        return spread(load_constant<ScalarUnsigned>(primitive_ + static_cast<int64_t>(offset)));
    };
    const std::optional<Weighted>& place = is_at_centroid(key_, input) ? centroid_ : center_;
    switch (input.kind) {
        case Kind::Varying: record_varying(attribute, input, *place); break;
        case Kind::Constant:
            for (int c = 0; c < 4; ++c) set(attribute, c, Unsigned(input.constant[static_cast<size_t>(c)]));
            break;
        case Kind::Position: record_position(attribute, *place); break;
        case Kind::Facing: {
            const ScalarMask back =
                load_byte(primitive_ + static_cast<int64_t>(offsetof(TilePrimitive, back_facing))) !=
                ScalarUnsigned(0u);
            set(attribute, 0, spread(choose(back, ScalarUnsigned(0xbf800000u), ScalarUnsigned(0x3f800000u))));
            set(attribute, 1, Unsigned(0u));
            set(attribute, 2, Unsigned(0u));
            set(attribute, 3, Unsigned(0x3f800000u));
            break;
        }
        case Kind::PrimitiveId: set_word(word_of(offsetof(TilePrimitive, primitive_id))); break;
        case Kind::Layer: set_word(word_of(offsetof(TilePrimitive, written_layer))); break;
        case Kind::Viewport: set_word(word_of(offsetof(TilePrimitive, written_viewport))); break;
        // why_no_code()
        case Kind::SpriteCoordinate:
        case Kind::RectangleColor:
        case Kind::SampleMask:
        case Kind::SampleId:
        case Kind::SamplePosition:
        case Kind::FramebufferColor:
        case Kind::FullyCovered: break;
    }
}

}  // namespace rasterizer
