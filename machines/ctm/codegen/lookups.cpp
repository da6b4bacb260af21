#include "machines/ctm/codegen/lookups.h"

namespace machines::ctm {

std::optional<Lookup> Lookups::lookup_of(const Program& program, const Instruction& instruction, Refusals& refusals) {
    const TextureAccess& access = instruction.texture;
    const auto none = [&](std::string_view reason) {
        refusals.refuse(instruction, reason);
        return std::nullopt;
    };
    int unit = access.unit;
    if (access.handle || access.relative.file != RegisterFile::None || access.offset_operand || access.has_offset)
        return none("lookups have neither handles, indexed units nor offsets");
    if (access.variable >= 0) unit += program.variables[static_cast<size_t>(access.variable)].base;
    Lookup lookup;
    switch (access.target) {
        case TextureTarget::Target1D: lookup.flat = true; break;
        case TextureTarget::Target2D: break;
        case TextureTarget::TargetRect: lookup.rectangle = true; break;
        case TextureTarget::TargetShadow1D: lookup.flat = lookup.compares = true; break;
        case TextureTarget::TargetShadow2D: lookup.compares = true; break;
        case TextureTarget::TargetShadowRect: lookup.rectangle = lookup.compares = true; break;
        case TextureTarget::Target3D:
        case TextureTarget::TargetCube:
            if (!options_.texture_unit) return none("inputs are 2D surfaces of one level");
            lookup.volume = true;
            break;
        case TextureTarget::None:
        case TextureTarget::TargetArray1D:
        case TextureTarget::TargetArray2D:
        case TextureTarget::TargetShadowCube:
        case TextureTarget::TargetShadowArray1D:
        case TextureTarget::TargetShadowArray2D:
        case TextureTarget::TargetBuffer:
        case TextureTarget::TargetArrayCube:
        case TextureTarget::TargetShadowArrayCube:
        case TextureTarget::TargetRenderbuffer:
        case TextureTarget::Target2DMS:
        case TextureTarget::TargetArray2DMS:
            return none(options_.texture_unit ? "textures have neither layers nor samples, and cubes no comparison"
                                              : "inputs are 2D surfaces of one level");
    }
    if (unit < 0 || unit >= input_count) return none("there are 16 inputs");
    lookup.unit = static_cast<uint16_t>(unit);
    lookup.projects = instruction.opcode == Opcode::Txp;
    units_ |= 1u << unit;
    return lookup;
}

uint32_t Lookups::lanes_of(const Lookup& lookup) const {
    const uint32_t projects = lookup.projects ? 8u : 0u;
    if (is_filtered(lookup)) return (lookup.flat ? 1u : 3u) | (lookup.compares ? 4u : 0u) | projects;
    return (lookup.volume ? 7u : 3u) | projects;
}

void Lookups::look_up(const Lookup& lookup, const Source& coordinates, const Target& t) {
    if (is_filtered(lookup))
        look_up_filtered(lookup, coordinates, t);
    else
        look_up_once(lookup, coordinates, t);
}

void Lookups::look_up_once(const Lookup& lookup, Source s, const Target& t) {
    const uint32_t lanes = lanes_of(lookup);
    bool direct = s.file == Source::Register && !s.negate && !s.absolute;
    for (size_t i = 0; i < 4; i++) direct = direct && (!(lanes >> i & 1) || s.select[i] <= channel_a);
    if (!direct) {
        const int u = make_.scratch();
        make_.move(temporary(u, lanes), s);
        s = plain(u);
    }
    for (size_t i = 0; i < 4; i++)
        if (!(lanes >> i & 1)) s.select[i] = s.select[0];
    Op op;
    op.type = Texture;
    op.tex_op = lookup.projects ? tex_proj : tex_ld;
    op.tex_id = lookup.unit;
    op.unscaled = lookup.rectangle;
    op.volume = lookup.volume;
    op.coordinate = s.index;
    op.coordinate_select = s.select;
    op.mask = t.mask;
    if (!op.mask) return;
    const bool direct_result = t.reg >= 0 && !t.clamp && !t.predicated;
    op.destination = direct_result ? t.reg : make_.scratch();
    make_.push(op);
    if (!direct_result) make_.move(t, plain(op.destination));
}

// ---- what the machine's lookups do not do: four of them, and arithmetic

// The four texels around a point: the coordinates of the first in r and g, of the last in b and a; how far the point is
// from the first goes to `weights`.
Source Lookups::taps_of(const Lookup& lookup, const Source& coordinates, int size, Source& weights,
                        const Source& filter) {
    const Source one = number(channel_one), none;
    const Source scaled = make_.step(op_mad, 3, coordinates, lookup.rectangle ? one : constant(size), lane(filter, 0));
    weights = make_.step(op_frc, 3, scaled, none, none);
    const Source first = make_.step(op_mad, 3, scaled, one, minus(weights));
    const Source centers = *constants_.literal_operand({0.5f, 0.5f, 1.5f, 1.5f}, 15);
    const Source taps = make_.step(op_mad, 15, order(first, {0, 1, 0, 1}), one, centers);
    // The texture unit of the board scales by the texture's size; inputs of the managed interface are told in texels.
    if (lookup.rectangle || !options_.texture_unit) return taps;
    return make_.step(op_mad, 15, taps, order(constant(size), {2, 3, 2, 3}), number(channel_zero));
}

// 0 to 1 by the comparison of the reference with each of four texels.
Source Lookups::compared(const Source& texels, Source reference, int constants) {
    const Source results = constant(constants + texture_comparison);
    const int clamped = make_.scratch(), sure = make_.scratch();
    Target inside = temporary(clamped, alpha_lane);
    inside.clamp = true;
    make_.append(op_mad, inside, reference, number(channel_one), number(channel_zero));
    make_.append(op_cmp, temporary(sure, alpha_lane), lane(plain(clamped), 3), reference, lane(results, 3));
    const Source difference = make_.step(op_mad, 15, texels, number(channel_one), minus(lane(plain(sure), 3)));
    const Source unequal = make_.step(op_cmp, 15, lane(results, 0), lane(results, 2), difference);
    return make_.step(op_cmp, 15, lane(results, 1), unequal, minus(magnitude(difference)));
}

// The coordinates, divided by the fourth where the lookup projects.
Source Lookups::projected(const Lookup& lookup, const Source& from) {
    Source coordinates = from;
    if (lookup.projects) {
        const int inverse = make_.scratch();
        make_.scalar(alpha_rcp, temporary(inverse, alpha_lane), lane(coordinates, 3));
        coordinates =
            make_.step(op_mad, lanes_of(lookup) & 7, coordinates, lane(plain(inverse), 3), number(channel_zero));
    }
    return coordinates;
}

// Registers of the texels: one number of each in a channel, or four vectors.
std::array<int, 4> Lookups::fetch_taps(const Lookup& lookup, const Source& taps, const Target& t) {
    std::array<int, 4> texels{make_.scratch(), 0, 0, 0};
    for (uint32_t n = 0; n < 4; n++) {
        if (n && !lookup.compares) texels[n] = make_.scratch();
        Op op;
        op.type = Texture;
        op.tex_op = tex_ld;
        op.tex_id = lookup.unit;
        op.unscaled = lookup.rectangle || !options_.texture_unit;
        op.coordinate = taps.index;
        const auto s = static_cast<uint8_t>(n & 1 ? 2 : 0), u = static_cast<uint8_t>(n & 2 ? 3 : 1);
        op.coordinate_select = {s, u, s, s};
        op.destination = lookup.compares ? texels[0] : texels[n];
        op.mask = lookup.compares ? 1u << n : t.is_depth() ? 4 : t.mask;
        if (lookup.compares) op.fetched = {0, 0, 0, 0};
        make_.push(op);
    }
    return texels;
}

void Lookups::interpolate_comparisons(const Source& passes, const Source& share, int constants, const Target& t) {
    const Source one = number(channel_one);
    const Source near = order(passes, {0, 2, 0, 2}), far = order(passes, {1, 3, 1, 3});
    const Source across = make_.step(op_mad, 3, far, one, minus(near));
    const Source rows = make_.step(op_mad, 3, lane(share, 0), across, near);
    const Source down = make_.step(op_mad, alpha_lane, lane(rows, 1), one, minus(lane(rows, 0)));
    const Source value = make_.step(op_mad, alpha_lane, lane(share, 1), lane(down, 3), lane(rows, 0));
    make_.append(op_mad, t, lane(value, 3), constant(constants + texture_factor),
                 constant(constants + texture_summand));
}

void Lookups::interpolate_texels(const std::array<int, 4>& texels, const Source& weights, const Target& t) {
    const Source one = number(channel_one);
    const uint32_t mask = t.is_depth() ? 4 : t.mask;
    const auto between = [&](const Source& a, const Source& b, int weight) {
        return make_.step(op_mad, mask, lane(weights, weight), make_.step(op_mad, mask, b, one, minus(a)), a);
    };
    const Source upper = between(plain(texels[0]), plain(texels[1]), 0),
                 lower = between(plain(texels[2]), plain(texels[3]), 0);
    const Source difference = make_.step(op_mad, mask, lower, one, minus(upper));
    make_.append(op_mad, t, lane(weights, 1), difference, upper);
}

void Lookups::look_up_filtered(const Lookup& lookup, Source coordinates, const Target& t) {
    coordinates = projected(lookup, coordinates);
    const Source reference = lane(coordinates, 2);
    if (lookup.flat) {
        // Its second coordinate is the middle of the only row; signs would reach it.
        if (coordinates.negate || coordinates.absolute || coordinates.file != Source::Register) {
            const int u = make_.scratch();
            make_.move(temporary(u, 1), coordinates);
            coordinates = plain(u);
        }
        coordinates.select[1] = channel_half;
    }
    const int constants = constants_.texture(lookup.unit, lookup.compares);
    const Source filter = lookup.compares ? constant(constants + texture_filter) : minus(number(channel_half));
    Source weights;
    const Source taps = taps_of(lookup, coordinates, constants + texture_size, weights, filter);
    const std::array<int, 4> texels = fetch_taps(lookup, taps, t);
    if (!lookup.compares) return interpolate_texels(texels, weights, t);
    const Source passes = compared(plain(texels[0]), reference, constants);
    const Source share = make_.step(op_mad, 3, weights, lane(filter, 1), number(channel_zero));
    interpolate_comparisons(passes, share, constants, t);
}

}  // namespace machines::ctm
