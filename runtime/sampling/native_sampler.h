// Groups of lanes through the sampler, in the CPU's registers. Included by sampler_simd.cpp.
#pragma once

#include "runtime/sampling/native_vocabulary.h"
// The text, over what that file names.
#include "runtime/sampling/sampler_lanes.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

// The most common samplers: two-dimensional textures with four bytes a texel, the same wrap mode in both directions,
// and common filters. They are compiled with these constants; other samplers read the key at run time.
template <Wrap wrap, Filter filter, MipFilter mip>
struct CommonKey {
    static constexpr TextureKind kind = TextureKind::Texture2D;
    static constexpr TexelDecode decode = TexelDecode::Bytes;
    static constexpr uint8_t texel_bytes = 4;
    static constexpr bool border = false, compare = false, anisotropic = false, seamless = false;
    static constexpr CompareFunction compare_function = CompareFunction::Always;
    static constexpr Wrap wrap_s = wrap, wrap_t = wrap, wrap_r = Wrap::ClampToEdge;
    static constexpr Filter min_filter = filter, mag_filter = filter;
    static constexpr MipFilter mip_filter = mip;
    static constexpr uint8_t elements = 4;
    std::array<uint8_t, 4> component;

    static constexpr bool clamps_reference() { return true; }
    CommonKey(const SamplerKey& key) : component(key.component) {}
};

// Lanes `n` of the quads of four registers: of the first quad of each, then of the second …
template <int n>
ASMGL_INLINE Float corners(Float a, Float b, Float c, Float d) {
    constexpr int first = n < 2 ? 0 : 2;
    const auto pairs = [](Float one, Float other) {
        return simd::in_parts<first, first + 4, first + 1, first + 5>((simd::F)one.value, (simd::F)other.value);
    };
    constexpr int half = n & 1 ? 2 : 0;
    return Float((FloatRegister)simd::in_parts<half, half + 1, half + 4, half + 5>(pairs(a, b), pairs(c, d)));
}

// The level of detail once per quad, of four registers' quads at a time: where it is one of differences of coordinates
// and nothing else.
constexpr int pieces = group_lanes / width;
template <class Access>
ASMGL_INLINE void set_lod_of_quads(const Access& access, const LaneVector& coordinates, LaneMask active, float* lod) {
    for (int first = 0; first < pieces; first += 4) {
        if (width <= 8 && !(active >> first * width & first_lanes(4 * width))) continue;
        Derivatives along = no_derivatives();
        const auto set = [&](int c, Float* derivative) {
            const uint32_t* const word = coordinates.component.data()[c].lane;
            const auto piece = [&](int i) { return load<Float>(word + (first + i) % pieces * width); };
            const Float p0 = piece(0), p1 = piece(1), p2 = piece(2), p3 = piece(3);
            const Float corner = corners<0>(p0, p1, p2, p3);
            derivative[0] = corners<1>(p0, p1, p2, p3) - corner;
            derivative[1] = corners<2>(p0, p1, p2, p3) - corner;
        };
        set(0, along.s);
        if (access.dimensions() >= 2) set(1, along.t);
        if (access.dimensions() == 3) set(2, along.r);
        const Float of_quads = lod_of(extents_of(access, along));
        store(lod + (first + 0) % pieces * width, of_quad<0>(of_quads));
        store(lod + (first + 1) % pieces * width, of_quad<1>(of_quads));
        if (pieces < 4) continue;
        store(lod + (first + 2) % pieces * width, of_quad<2>(of_quads));
        store(lod + (first + 3) % pieces * width, of_quad<3>(of_quads));
    }
}

void sample_by_key(const PreparedSampler& sampler, const SampleInstruction& instruction, const SampleOperands& operands,
                   LaneMask active, LaneVector& result);

template <int elements, class Key>
void sample_pieces(const PreparedSampler& sampler, const SampleInstruction& instruction, const SampleOperands& operands,
                   LaneMask active, LaneVector& result) {
    const AccessWith<Key> access{Numbers(sampler), sampler.key, instruction,
                                 sampler.key.compare && instruction.shadow &&
                                     instruction.operation != SampleOperation::Fetch &&
                                     instruction.operation != SampleOperation::FetchMultisample};
    if constexpr (access.is_folded) {
        if (access.fetches() || access.gathers()) return sample_by_key(sampler, instruction, operands, active, result);
    }
    alignas(64) float lod[group_lanes];
    const bool by_quads =
        access.needs_lod() && instruction.derivatives && !is_cube(access.key.kind) && !access.anisotropic() &&
        (instruction.operation == SampleOperation::Implicit || instruction.operation == SampleOperation::Bias);
    if (by_quads) set_lod_of_quads(access, *operands.coordinates, active, lod);
    for (int first = 0; first < group_lanes; first += width) {
        const uint32_t lanes = active >> first & simd::width_bits;
        if (!lanes) continue;
        const Float given = by_quads ? load<Float>(lod + first) : Float(0.0f);
        const Operands values(operands, first);
        const auto sampled = [&] {
            if constexpr (!access.is_folded) {
                if (access.fetches()) return fetch_texels<elements>(access, values, from_bits(lanes));
                if (access.gathers()) return gather_texels<elements>(access, values, position_of(access, values));
            }
            return filter<elements>(access, values, by_quads ? &given : nullptr, from_bits(lanes));
        };
        const Result piece = sampled();
        for (int c = 0; c < 4; ++c) store(result.component.data()[c].lane + first, piece.component[c]);
    }
}

template <Wrap wrap>
SamplerRoutine common_routine(const SamplerKey& key) {
    // Texels without alpha have four bytes all the same.
    if (key.mag_filter == Filter::Nearest)
        return key.mip_filter == MipFilter::None ? sample_pieces<4, CommonKey<wrap, Filter::Nearest, MipFilter::None>>
                                                 : nullptr;
    switch (key.mip_filter) {
        case MipFilter::None: return sample_pieces<4, CommonKey<wrap, Filter::Linear, MipFilter::None>>;
        case MipFilter::Nearest: break;
        case MipFilter::Linear: return sample_pieces<4, CommonKey<wrap, Filter::Linear, MipFilter::Linear>>;
    }
    return nullptr;
}

void sample_by_key(const PreparedSampler& sampler, const SampleInstruction& instruction, const SampleOperands& operands,
                   LaneMask active, LaneVector& result) {
    static constexpr SamplerRoutine by_elements[] = {
        nullptr, sample_pieces<1, const SamplerKey&>, sample_pieces<2, const SamplerKey&>,
        sample_pieces<3, const SamplerKey&>, sample_pieces<4, const SamplerKey&>};
    by_elements[sampler.key.elements](sampler, instruction, operands, active, result);
}

SamplerRoutine routine_of(const SamplerKey& key) {
    const bool common = key.kind == TextureKind::Texture2D && key.decode == TexelDecode::Bytes &&
                        key.texel_bytes == 4 && !key.anisotropic && key.wrap_s == key.wrap_t &&
                        key.min_filter == key.mag_filter;
    SamplerRoutine routine = nullptr;
    if (common && key.wrap_s == Wrap::Repeat) routine = common_routine<Wrap::Repeat>(key);
    if (common && key.wrap_s == Wrap::ClampToEdge) routine = common_routine<Wrap::ClampToEdge>(key);
    return routine ? routine : sample_by_key;
}

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
