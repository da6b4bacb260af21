// Texels over lanes: fetched, decoded, compared, and put into results.
#pragma once

#include "arbasm/ir/half_float.h"
#include "runtime/sampling/sampler_key.h"
#include "runtime/sampling/wrap_lanes.h"
#include "runtime/simd/lanes.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

F load_floats(const LaneWord& word, int first) { return load<F>(word.lane + first); }
I load_integers(const LaneWord& word, int first) { return load<I>(word.lane + first); }

// Offsets of one dimension, whatever the program made of them.
I offsets_of(int32_t constant, const LaneVector* vector, int component, int first) {
    I sum = splat(constant);
    if (vector) sum = sum + clamp(load_integers(vector->component[component], first), -1 << 20, 1 << 20);
    return clamp(sum, -65536, 65536);
}

// The coordinate that names the layer of an Array2D.
constexpr int layer_component = 2;

// What is the same for all lanes of a call.
struct Access {
    const PreparedSampler& sampler;
    const SamplerKey& key;
    const SampleInstruction& instruction;
    const SampleOperands& operands;
    bool compare;

    bool normalized() const { return key.kind != TextureKind::Rectangle; }
    bool two_dimensional() const { return key.kind != TextureKind::Texture1D; }
    bool cube() const { return key.kind == TextureKind::Cube; }
    bool layered() const { return key.kind == TextureKind::Array2D; }
    // Directions into cubes have no texels that offsets would count.
    bool moved() const {
        return !cube() && (operands.offsets || instruction.offset[0] != 0 || instruction.offset[1] != 0);
    }
    I offset(int dimension, int first) const {
        return offsets_of(instruction.offset[dimension], operands.offsets, dimension, first);
    }
    const SamplerLevel& level(int32_t number) const { return sampler.levels.data()[number]; }
};

// What one piece of a lane group samples.
struct Place {
    F s, t;
    I slice;  // faces and layers; unused where has_slices is false
    bool has_slices;
    F reference;
    I offset_s, offset_t;  // in texels
};

template <int elements>
struct Values {
    F value[elements];
};

F compared(CompareFunction function, F reference, F texel) {
    const F one = splat(1.0f), none = F{};
    switch (function) {
        case CompareFunction::Never: return none;
        case CompareFunction::Less: return reference < texel ? one : none;
        case CompareFunction::Equal: return reference == texel ? one : none;
        case CompareFunction::LessOrEqual: return reference <= texel ? one : none;
        case CompareFunction::Greater: return reference > texel ? one : none;
        case CompareFunction::NotEqual: return reference != texel ? one : none;
        case CompareFunction::GreaterOrEqual: return reference >= texel ? one : none;
        case CompareFunction::Always: return one;
    }
    return none;
}

// Of the low halves.
F half_to_float(I half) {
    using arbasm::from_half;
    return (F)from_half(Unsigned((UnsignedRegister)half)).value;
}

// The texels at base + offset, the border where `outside`. Reads up to three bytes beyond a texel; images have room for
// that.
template <int elements>
Values<elements> fetch(const Access& access, const std::byte* base, I offset, I outside, const Place& place) {
    const SamplerKey& key = access.key;
    Values<elements> values{};
    switch (key.decode) {
        case TexelDecode::Bytes: {
            const I word = gather(base, offset);
            for (int n = 0; n < elements; ++n) values.value[n] = to_float((word >> (8 * n)) & 255);
            break;
        }
        case TexelDecode::Float32:
            for (int n = 0; n < elements; ++n) values.value[n] = reinterpret_cast<F>(gather(base + 4 * n, offset));
            break;
        case TexelDecode::Float16:
            for (int n = 0; n < elements; n += 2) {
                const I word = gather(base + 2 * n, offset);
                values.value[n] = half_to_float(word);
                if (n + 1 < elements) values.value[n + 1] = half_to_float(word >> 16);
            }
            break;
        case TexelDecode::Depth16: values.value[0] = to_float(gather(base, offset) & 0xffff) / 65535.0f; break;
        case TexelDecode::Depth24:
            values.value[0] = to_float((gather(base, offset) >> 8) & 0xffffff) / 16777215.0f;
            break;
    }
    if (key.border)
        for (int n = 0; n < elements; ++n)
            values.value[n] = outside ? splat(access.sampler.border_element.data()[n]) : values.value[n];
    if (elements == 1 && access.compare)
        values.value[0] = compared(key.compare_function, place.reference, values.value[0]);
    return values;
}

// Lanes of `mask` get `from`'s values.
template <int elements>
void merge(Values<elements>& into, const Values<elements>& from, I mask) {
    for (int n = 0; n < elements; ++n) into.value[n] = mask ? from.value[n] : into.value[n];
}

template <int elements>
void store(const Access& access, const Values<elements>& values, int first, LaneVector& result) {
    F finished[elements];
    for (int n = 0; n < elements; ++n)
        finished[n] = access.key.decode == TexelDecode::Bytes ? values.value[n] / 255.0f : values.value[n];
    for (int c = 0; c < 4; ++c) {
        const int source = access.key.component.data()[c];
        const F value = source < elements           ? finished[source < elements ? source : 0]
                        : source == SamplerKey::one ? splat(1.0f)
                                                    : F{};
        simd::store(result.component.data()[c].lane + first, value);
    }
}

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
