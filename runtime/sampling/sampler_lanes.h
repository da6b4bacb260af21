// The specialised sampler over SIMD lanes: two-dimensional targets and cubes, 8-bit, float and depth formats, every
// filter and wrap mode. Included by sampler_sse4.cpp, sampler_avx2.cpp and sampler_avx512.cpp; what it computes follows
// sample_generic() operation by operation, so that all widths give the same bits.
#pragma once

#include "runtime/sampling/cube_lanes.h"
#include "runtime/sampling/filter_lanes.h"
#include "runtime/sampling/texel_lanes.h"
#include "runtime/sampling/unfiltered_lanes.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

// Of coordinates, along x and y of the window.
struct Derivatives {
    F s[2], t[2];
};

F squared_scale(F s, F t, const Access& access, const SamplerLevel& base) {
    const F x = s * (access.normalized() ? static_cast<float>(base.width) : 1.0f);
    F sum = x * x;
    if (access.two_dimensional()) {
        const F y = t * (access.normalized() ? static_cast<float>(base.height) : 1.0f);
        sum = sum + y * y;
    }
    return sum;
}

// Where a piece of the group samples; `wanted`: its derivatives count.
Place place_of(const Access& access, int first, bool wanted, Derivatives& derivatives) {
    const LaneVector& coordinates = *access.operands.coordinates;
    const F x = load_floats(coordinates.component[0], first);
    const F y = access.two_dimensional() ? load_floats(coordinates.component[1], first) : F{};
    Place place{x, y, I{}, access.cube() || access.layered(), F{}, I{}, I{}};
    if (access.moved() && access.instruction.operation != SampleOperation::GatherOffsets) {
        place.offset_s = access.offset(0, first);
        if (access.two_dimensional()) place.offset_t = access.offset(1, first);
    }
    if (access.cube()) {
        const CubeDirection direction = cube_direction(x, y, load_floats(coordinates.component[2], first), wanted);
        place.s = direction.s;
        place.t = direction.t;
        place.slice = direction.face;
        for (int d = 0; d < 2; ++d) {
            derivatives.s[d] = direction.ds[d];
            derivatives.t[d] = direction.dt[d];
        }
    } else if (wanted) {
        derivatives.s[0] = of_quad<1>(x) - of_quad<0>(x);
        derivatives.t[0] = of_quad<1>(y) - of_quad<0>(y);
        derivatives.s[1] = of_quad<2>(x) - of_quad<0>(x);
        derivatives.t[1] = of_quad<2>(y) - of_quad<0>(y);
    }
    if (access.layered()) {
        const F layer = round_down(limit_coordinate(load_floats(coordinates.component[layer_component], first)) + 0.5f);
        place.slice = clamp(truncate(layer), 0, access.sampler.layers - 1);
    }
    if (access.compare) {
        const int component = access.cube() || access.layered() ? 3 : 2;
        const LaneWord* const given = access.operands.reference;
        place.reference = load_floats(given ? *given : coordinates.component[component], first);
        if (access.key.fixed_point)
            place.reference = place.reference > 0.0f ? min_of(place.reference, splat(1.0f)) : F{};
    }
    return place;
}

// The level of detail by the derivatives, before what is added to it (GL 2.1 §3.8.8), and where an anisotropic filter
// puts its samples.
F lod_by_derivatives(const Access& access, const Derivatives& derivatives, bool anisotropic, Anisotropy& along) {
    const SamplerLevel& base = access.level(0);
    const F x2 = squared_scale(derivatives.s[0], derivatives.t[0], access, base),
            y2 = squared_scale(derivatives.s[1], derivatives.t[1], access, base);
    const I wide = x2 > y2;
    const F rho2 = wide ? x2 : y2;
    const F lod = 0.5f * log2_of(rho2);
    if (!anisotropic) return lod;
    const float most = access.sampler.max_anisotropy;
    const F smaller = wide ? y2 : x2;
    const F ratio = square_root(rho2 / (smaller > 0.0f ? smaller : splat(1e-30f)));
    const F limited = most < ratio ? splat(most) : ratio;
    const F samples = -round_down(-limited);
    along.samples = samples > 1.0f ? min_of(samples, splat(16.0f)) : splat(1.0f);
    along.axis_s = wide ? derivatives.s[0] : derivatives.s[1];
    along.axis_t = wide ? derivatives.t[0] : derivatives.t[1];
    return samples > 1.0f ? lod - log2_of(along.samples) : lod;
}

template <int elements>
void sample_piece(const Access& access, bool need_lod, bool by_derivatives, bool anisotropic, int first, uint32_t lanes,
                  LaneVector& result) {
    Derivatives derivatives{};
    const Place place = place_of(access, first, by_derivatives, derivatives);
    if (!need_lod) return store(access, filter_level<elements>(access, 0, access.key.mag_filter, place), first, result);
    const LaneWord* const given = access.operands.lod;
    F lod;
    Anisotropy along{splat(1.0f), F{}, F{}};
    if (access.instruction.operation == SampleOperation::ExplicitLod)
        lod = given ? load_floats(*given, first) : F{};
    else
        lod = lod_by_derivatives(access, derivatives, anisotropic, along);
    lod = lod + access.sampler.lod_bias;
    if (access.instruction.operation == SampleOperation::Bias && given) lod = lod + load_floats(*given, first);
    const float low = access.sampler.min_lod, high = access.sampler.max_lod;
    lod = lod > low ? lod : splat(low);
    lod = lod < high ? lod : splat(high);
    store(access,
          anisotropic ? filter_anisotropic<elements>(access, lod, along, place, lanes)
                      : filter_lod<elements>(access, lod, place, lanes),
          first, result);
}

template <int elements>
void sample_pieces(const PreparedSampler& sampler, const SampleInstruction& instruction, const SampleOperands& operands,
                   LaneMask active, LaneVector& result) {
    const SamplerKey& key = sampler.key;
    const SampleOperation operation = instruction.operation;
    const bool fetch = operation == SampleOperation::Fetch;
    const Access access{sampler, key, instruction, operands, key.compare && instruction.shadow && !fetch};
    const bool gather = operation == SampleOperation::Gather || operation == SampleOperation::GatherOffsets;
    const bool derivatives = operation != SampleOperation::ExplicitLod && instruction.derivatives;
    const bool anisotropic = key.anisotropic && derivatives;
    const bool need_lod = key.mip_filter != MipFilter::None || key.min_filter != key.mag_filter || anisotropic;
    for (int first = 0; first < group_lanes; first += width) {
        const uint32_t lanes = active >> first & simd::width_bits;
        if (!lanes) continue;
        if (fetch) {
            fetch_texels<elements>(access, first, lanes, result);
        } else if (gather) {
            Derivatives none;
            gather_texels<elements>(access, place_of(access, first, false, none), first, result);
        } else {
            sample_piece<elements>(access, need_lod, need_lod && derivatives, anisotropic, first, lanes, result);
        }
    }
}

SamplerRoutine routine_of(const SamplerKey& key) {
    static constexpr SamplerRoutine by_elements[] = {nullptr, sample_pieces<1>, sample_pieces<2>, sample_pieces<3>,
                                                     sample_pieces<4>};
    return by_elements[key.elements];
}

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
