// The specialised sampler over lanes: every target that can be filtered or fetched from, every format with elements,
// every filter and wrap mode. What it computes follows sample_generic() operation by operation, so that all widths give
// the same bits.
//
// Part of the sampler's one text (native_vocabulary.h).
#pragma once

#include "runtime/sampling/unfiltered_lanes.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

// Values that all lanes of a call share. `Key`: a reference to a SamplerKey, or something with the same members of
// which some are constants.
template <class Key>
struct AccessWith {
    // Whether decisions by the key are made when the code is.
    static constexpr bool is_folded = is_folded_key<Key>;

    Numbers numbers;
    Key key;
    const SampleInstruction& instruction;
    bool compare;

    ASMGL_INLINE bool normalized() const { return key.kind != TextureKind::Rectangle; }
    ASMGL_INLINE int dimensions() const { return dimensions_of(key.kind); }
    ASMGL_INLINE bool gathers() const {
        return instruction.operation == SampleOperation::Gather ||
               instruction.operation == SampleOperation::GatherOffsets;
    }
    ASMGL_INLINE bool fetches() const {
        return instruction.operation == SampleOperation::Fetch ||
               instruction.operation == SampleOperation::FetchMultisample;
    }
    // Whether derivatives are looked at, and anything but the base level or the magnification's filter may be meant.
    ASMGL_INLINE bool by_derivatives() const {
        return instruction.operation != SampleOperation::ExplicitLod &&
               (instruction.derivatives || instruction.operation == SampleOperation::Gradients);
    }
    ASMGL_INLINE bool anisotropic() const { return key.anisotropic && by_derivatives(); }
    ASMGL_INLINE bool needs_lod() const {
        return key.mip_filter != MipFilter::None || key.min_filter != key.mag_filter || anisotropic();
    }
    ASMGL_INLINE SamplePosition nowhere() const {
        const Float zero(0.0f);
        const Signed none(0);
        const Mask off = no_lanes();
        return {{zero, zero, zero}, none, false, zero, false, {none, none, none}, {none, off, off, off, off}};
    }
};

// ---- positions ------------------------------------------------------------------------------------------------------

template <class Access>
ASMGL_INLINE void set_layer(const Access& access, const Operands& operands, SamplePosition& position) {
    const TextureKind kind = access.key.kind;
    if (!is_layered(kind)) return;
    const Float layer = round_down(limit_coordinate(operands.coordinate(layer_component(kind))) + Float(0.5f));
    const Signed number = clamp_index(to_signed(layer), Signed(0), access.numbers.layers() - Signed(1));
    position.slice = kind == TextureKind::CubeArray ? number * Signed(6) + position.slice : number;
    position.has_slices = true;
}

template <class Access>
ASMGL_INLINE void set_offsets(const Access& access, const Operands& operands, SamplePosition& position) {
    // Directions into cubes have no texels that offsets would count; GatherOffsets has its own.
    if (is_cube(access.key.kind) || access.instruction.operation == SampleOperation::GatherOffsets) return;
    const int8_t* const constant = access.instruction.offset.data();
    if (!operands.has_offsets() && constant[0] == 0 && constant[1] == 0 && constant[2] == 0) return;
    position.moved = true;
    for (int d = 0; d < access.dimensions(); ++d) {
        Signed sum(constant[d]);
        if (operands.has_offsets())
            sum = limit_offset(sum + clamp_index(operands.offset(d), Signed(-1 << 20), Signed(1 << 20)));
        position.offset[d] = sum;
    }
}

template <class Access>
ASMGL_INLINE SamplePosition position_of(const Access& access, const Operands& operands) {
    const TextureKind kind = access.key.kind;
    SamplePosition position = access.nowhere();
    if (is_cube(kind)) {
        const CubePosition at = cube_position(operands.coordinate(0), operands.coordinate(1), operands.coordinate(2));
        position.coordinate[0] = at.s;
        position.coordinate[1] = at.t;
        position.slice = at.face.number;
        position.has_slices = true;
        position.face = at.face;
    } else {
        for (int d = 0; d < access.dimensions(); ++d) position.coordinate[d] = operands.coordinate(d);
    }
    set_layer(access, operands, position);
    set_offsets(access, operands, position);
    if (access.compare) {
        const bool in_w = kind == TextureKind::Cube || kind == TextureKind::Array2D;
        position.reference = operands.has_reference() ? operands.reference() : operands.coordinate(in_w ? 3 : 2);
        if (access.key.clamps_reference())
            position.reference = smaller(larger(position.reference, Float(0.0f)), Float(1.0f));
    }
    return position;
}

// ---- the level of detail (GL 2.1 §3.8.8) -------------------------------------------------------------------------

template <class Access>
ASMGL_INLINE Derivatives derivatives_of(const Access& access, const Operands& operands,
                                        const SamplePosition& position) {
    Derivatives along = no_derivatives();
    const bool cube = is_cube(access.key.kind);
    const auto set = [&](int c, Float* derivative) {
        if (access.instruction.operation == SampleOperation::Gradients) {
            derivative[0] = operands.gradient_x(c);
            derivative[1] = operands.gradient_y(c);
        } else {
            const Float value = operands.coordinate(c);
            derivative[0] = of_quad<1>(value) - of_quad<0>(value);
            derivative[1] = of_quad<2>(value) - of_quad<0>(value);
        }
    };
    set(0, along.s);
    if (cube || access.dimensions() >= 2) set(1, along.t);
    if (cube || access.dimensions() == 3) set(2, along.r);
    if (!cube) return along;
    return on_face(position.face, operands.coordinate(0), operands.coordinate(1), operands.coordinate(2), along);
}

// The squares of the footprint's extent along x and y, in texels of the base level.
struct Extents {
    Float x2, y2;
};
template <class Access>
ASMGL_INLINE Extents extents_of(const Access& access, const Derivatives& along) {
    const Level base = access.numbers.level(0);
    const auto squared = [&](int d) {
        const Float x = along.s[d] * base.scale(0);
        Float sum = x * x;
        if (access.dimensions() >= 2) {
            const Float y = along.t[d] * base.scale(1);
            sum = sum + y * y;
        }
        if (access.dimensions() == 3) {
            const Float z = along.r[d] * base.scale(2);
            sum = sum + z * z;
        }
        return sum;
    };
    return {squared(0), squared(1)};
}

ASMGL_INLINE Float lod_of(const Extents& extents) { return Float(0.5f) * log2_of(larger(extents.x2, extents.y2)); }

// The level of detail before what is added to it, and where an anisotropic filter puts its samples.
template <class Access>
ASMGL_INLINE Float lod_along_axis(const Access& access, const Derivatives& along, Anisotropy& anisotropy) {
    const Extents extents = extents_of(access, along);
    const Mask wide = extents.x2 > extents.y2;
    const Float longer = larger(extents.x2, extents.y2), shorter = choose(wide, extents.y2, extents.x2);
    const Float ratio = square_root(longer / choose(shorter > Float(0.0f), shorter, Float(1e-30f)));
    const Float most = access.numbers.max_anisotropy();
    const Float samples = -round_down(-choose(most < ratio, most, ratio));
    const Mask several = samples > Float(1.0f);
    anisotropy.samples = choose(several, smaller(samples, Float(16.0f)), Float(1.0f));
    anisotropy.axis[0] = choose(wide, along.s[0], along.s[1]);
    anisotropy.axis[1] = choose(wide, along.t[0], along.t[1]);
    anisotropy.axis[2] = choose(wide, along.r[0], along.r[1]);
    const Float lod = lod_of(extents);
    return choose(several, lod - log2_of(anisotropy.samples), lod);
}

// Applies the instruction's and the sampler's bias and limits to the level of detail.
template <class Access>
ASMGL_INLINE Float limited_lod(const Access& access, const Operands& operands, Float lod) {
    lod = lod + access.numbers.lod_bias();
    if (access.instruction.operation == SampleOperation::Bias) lod = lod + operands.lod();
    if (operands.has_lod_clamp()) {
        const Float least = operands.lod_clamp();
        lod = choose(lod < least, least, lod);
    }
    return smaller(larger(lod, access.numbers.min_lod()), access.numbers.max_lod());
}

// ---- all together ------------------------------------------------------------------------------------------------

template <int elements, class Access>
ASMGL_INLINE Result result_of(const Access& access, const Values<elements>& raw) {
    const auto values = finished(access, raw);
    const auto swizzled = [&](int c) { return component(access, values, access.key.component.data()[c]); };
    return {{swizzled(0), swizzled(1), swizzled(2), swizzled(3)}};
}

// `lod`: as quads have it, where they have it already.
template <int elements, class Access>
ASMGL_INLINE Result filter(const Access& access, const Operands& operands, const Float* lod_of_quads, Mask lanes) {
    const SamplePosition position = position_of(access, operands);
    if (!access.needs_lod())
        return result_of(access,
                         filter_level<elements>(access, access.numbers.level(0), access.key.mag_filter, position));
    Anisotropy along{Float(1.0f), {Float(0.0f), Float(0.0f), Float(0.0f)}};
    Float lod(0.0f);
    if (access.instruction.operation == SampleOperation::ExplicitLod)
        lod = operands.lod();
    else if (lod_of_quads)
        lod = *lod_of_quads;
    else if (!access.by_derivatives())
        lod = lod_of(extents_of(access, no_derivatives()));
    else if (access.anisotropic())
        lod = lod_along_axis(access, derivatives_of(access, operands, position), along);
    else
        lod = lod_of(extents_of(access, derivatives_of(access, operands, position)));
    lod = limited_lod(access, operands, lod);
    const LevelChoice choice = choose_level(access, lod);
    if (access.anisotropic())
        return result_of(access, filter_anisotropic<elements>(access, lod, choice, along, position, lanes));
    return result_of(access, filter_lod<elements>(access, lod, choice, position, lanes));
}

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
