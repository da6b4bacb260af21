// Texels as they are, over lanes: the four of a footprint (TXG, TXGO), or one by its integer coordinates (TXF, TXFMS).
//
// Part of the sampler's one text (native_vocabulary.h).
#pragma once

#include "runtime/sampling/filter_lanes.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

struct Result {
    Float component[4];
};

// Offsets of one dimension, whatever the program made of them.
ASMGL_INLINE Signed limit_offset(Signed sum) { return clamp_index(sum, Signed(-65536), Signed(65536)); }

// A component of the four texels of the footprint.
template <int elements, class Access>
Result gather_texels(const Access& access, const Operands& operands, const SamplePosition& center) {
    const Level level = access.numbers.level(0);
    const Signed slice = center.has_slices ? center.slice * level.slice_stride() : Signed(0);
    const uint8_t source = access.key.component.data()[access.compare ? 0 : access.instruction.gather_component & 3];
    const Signed bytes(access.key.texel_bytes);
    const bool flat = access.dimensions() < 2;
    const auto texel = [&](Signed row, Signed column, Mask outside) {
        const auto values = fetch<elements>(access, level.base(), row + column * bytes, outside, center);
        return component(access, finished(access, values), source);
    };
    if (access.instruction.operation == SampleOperation::Gather) {
        const Taps s = taps_of(access, level, center, 0, false);
        const Taps t = flat ? Taps{Signed(0), Signed(0), Float(0.0f), Signed(0), no_lanes(), no_lanes()}
                            : taps_of(access, level, center, 1, false);
        const Signed low = slice + t.first * level.row_stride(), high = slice + t.second * level.row_stride();
        // The results' order is i0j1, i1j1, i1j0, i0j0.
        return {{texel(high, s.first, s.outside_first | t.outside_second),
                 texel(high, s.second, s.outside_second | t.outside_second),
                 texel(low, s.second, s.outside_second | t.outside_first),
                 texel(low, s.first, s.outside_first | t.outside_first)}};
    }
    const auto one = [&](int c) {
        SamplePosition position = center;
        position.moved = true;
        position.offset[0] = limit_offset(operands.offset(c));
        position.offset[1] = flat ? Signed(0) : limit_offset(operands.offset_y(c));
        const Taps s = taps_of(access, level, position, 0, false);
        if (flat) return texel(slice, s.first, s.outside_first);
        const Taps t = taps_of(access, level, position, 1, false);
        return texel(slice + t.first * level.row_stride(), s.first, s.outside_first | t.outside_first);
    };
    return {{one(0), one(1), one(2), one(3)}};
}

// Texels by integer coordinates; texels outside of the texture are zero, with any swizzle.
template <int elements, class Access>
Result fetch_texels(const Access& access, const Operands& operands, Mask lanes) {
    const TextureKind kind = access.key.kind;
    const int dimensions = access.dimensions();
    // Far outside is outside: sums stay within 32 bits.
    // Far outside of every image; what offsets add to it fits.
    constexpr int32_t far = 1 << 30;
    const auto coordinate = [&](int c) { return clamp_index(operands.whole_coordinate(c), Signed(-far), Signed(far)); };
    const auto moved = [&](int d) {
        const int32_t constant = access.instruction.offset.data()[d];
        Signed sum = coordinate(d);
        if (operands.has_offsets())
            sum = sum +
                  limit_offset(Signed(constant) + clamp_index(operands.offset(d), Signed(-1 << 20), Signed(1 << 20)));
        else if (constant != 0)
            sum = sum + Signed(constant);
        return sum;
    };
    const Signed none(0);
    const Signed x = moved(0), y = dimensions >= 2 ? moved(1) : none;
    const Signed z = dimensions == 3 ? moved(2) : is_layered(kind) ? coordinate(layer_component(kind)) : none;
    const auto within = [&](Signed i, Signed size) { return (i >= none) & (i < size); };
    const bool multisample = access.instruction.operation == SampleOperation::FetchMultisample;
    const SamplePosition nowhere = access.nowhere();
    // Fetches from an image; zeros outside of it.
    const auto from = [&](const Level& image, Signed sample, Mask same) {
        Mask inside = within(x, image.size(0)) & same;
        if (dimensions >= 2) inside = inside & within(y, image.size(1));
        if (dimensions == 3 || is_layered(kind)) inside = inside & within(z, image.size(2));
        if (multisample) inside = inside & within(sample, access.numbers.samples());
        // Zero first: products of what is outside may not fit 32 bits.
        Signed offset = choose(inside, x, none) * Signed(access.key.texel_bytes);
        if (dimensions >= 2) offset = offset + choose(inside, y, none) * image.row_stride();
        if (dimensions == 3 || is_layered(kind)) offset = offset + choose(inside, z, none) * image.slice_stride();
        if (multisample) offset = offset + choose(inside, sample, none) * image.sample_stride();
        const auto values = finished(access, fetch<elements>(access, image.base(), offset, no_lanes(), nowhere));
        const auto swizzled = [&](int c) {
            return choose(inside, component(access, values, access.key.component.data()[c]), Float(0.0f));
        };
        return Values<4>{{swizzled(0), swizzled(1), swizzled(2), swizzled(3)}};
    };
    const auto result = [](const Values<4>& v) { return Result{{v.value[0], v.value[1], v.value[2], v.value[3]}}; };
    if (multisample) return result(from(access.numbers.level(0), operands.whole_lod(), lanes));
    if (kind == TextureKind::Buffer) return result(from(access.numbers.level(0), none, lanes));
    // Levels that are not there, too.
    const Signed last = access.numbers.last_level(), level = operands.whole_lod();
    const Mask there = (level >= none) & (level <= last);
    Variable<Values<4>> values(zeros<4>());
    for_each_number(choose(there, level, none), lanes, [&](auto number, Mask same) {
        const Mask wanted = same & there;
        values = merged(Values<4>(values), from(access.numbers.level(number), none, wanted), wanted);
    });
    return result(values);
}

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA
