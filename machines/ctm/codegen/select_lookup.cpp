// Lookups and KIL.
#include <algorithm>

#include "machines/ctm/codegen/selector.h"

namespace machines::ctm {

// What the lookup is of; nothing where the machine has none such.
std::optional<Selector::Lookup> Selector::lookup_of(const Instruction& instruction) {
    const TextureAccess& access = instruction.texture;
    const auto none = [&](std::string_view reason) {
        refuse(instruction, reason);
        return std::nullopt;
    };
    int unit = access.unit;
    if (access.handle || access.relative.file != RegisterFile::None || access.offset_operand || access.has_offset)
        return none("lookups have neither handles, indexed units nor offsets");
    if (access.variable >= 0) unit += program_.variables[static_cast<size_t>(access.variable)].base;
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
        default:
            return none(options_.texture_unit ? "textures have neither layers nor samples, and cubes no comparison"
                                              : "inputs are 2D surfaces of one level");
    }
    if (unit < 0 || unit >= input_count) return none("there are 16 inputs");
    lookup.unit = static_cast<uint16_t>(unit);
    return lookup;
}

void Selector::look_up(const Instruction& instruction, const Target& t) {
    const std::optional<Lookup> lookup = lookup_of(instruction);
    if (!lookup) return;
    units_ |= 1u << lookup->unit;
    if (lookup->compares || (options_.linear >> lookup->unit & 1)) return filtered(instruction, *lookup, t);
    const bool projects = instruction.opcode == Opcode::Txp;
    const uint32_t lanes = (lookup->volume ? 7u : 3u) | (projects ? 8u : 0u);
    Source s = operand(instruction, 0, lanes);
    bool direct = s.file == Source::Register && !s.negate && !s.absolute;
    for (size_t i = 0; i < 4; i++) direct = direct && (!(lanes >> i & 1) || s.select[i] <= channel_a);
    if (!direct) {
        const int u = scratch();
        move(temporary(u, lanes), s);
        s = plain(u);
    }
    for (size_t i = 0; i < 4; i++)
        if (!(lanes >> i & 1)) s.select[i] = s.select[0];
    Op op;
    op.type = Texture;
    op.tex_op = projects ? tex_proj : tex_ld;
    op.tex_id = lookup->unit;
    op.unscaled = lookup->rectangle;
    op.volume = lookup->volume;
    op.coordinate = s.index;
    op.coordinate_select = s.select;
    op.mask = t.mask;
    if (!op.mask) return;
    const bool direct_result = t.reg >= 0 && !t.clamp && !t.predicated;
    op.destination = direct_result ? t.reg : scratch();
    ops_.push_back(op);
    if (!direct_result) move(t, plain(op.destination));
}

// ---- what the machine's lookups do not do: four of them, and arithmetic

Source Selector::constant(uint32_t index) const {
    Source s = plain(static_cast<int>(index));
    s.file = Source::Constant;
    return s;
}

Source Selector::step(Operations ops, uint32_t lanes, const Source& a, const Source& b, const Source& c) {
    const int u = scratch();
    append(ops, temporary(u, lanes), a, b, c);
    return plain(u);
}

uint32_t Selector::texture_constants(const Lookup& lookup) {
    for (const TextureConstants& t : generated_.object.textures)
        if (t.unit == lookup.unit && t.compares == lookup.compares) return t.constant;
    const auto first = static_cast<uint32_t>(next_constant_);
    generated_.object.textures.push_back({lookup.unit, first, lookup.compares});
    next_constant_ += lookup.compares ? static_cast<int>(texture_constant_count) : 1;
    return first;
}

// The four texels around a place: the coordinates of the first in r and g, of the last in b and a; how far the place is
// from the first goes to `weights`.
Source Selector::taps_of(const Lookup& lookup, const Source& place, uint32_t size, Source& weights,
                         const Source& filter) {
    const Source one = number(channel_one), none;
    const Source scaled = step(op_mad, 3, place, lookup.rectangle ? one : constant(size), lane(filter, 0));
    weights = step(op_frc, 3, scaled, none, none);
    const Source first = step(op_mad, 3, scaled, one, minus(weights));
    const Source centers = *literal_operand({0.5f, 0.5f, 1.5f, 1.5f}, 15);
    const Source taps = step(op_mad, 15, order(first, {0, 1, 0, 1}), one, centers);
    // The texture unit of the board scales by the texture's size; inputs of the managed interface are told in texels.
    if (lookup.rectangle || !options_.texture_unit) return taps;
    return step(op_mad, 15, taps, order(constant(size), {2, 3, 2, 3}), number(channel_zero));
}

// 0 to 1 by the comparison of the reference with each of four texels.
Source Selector::compared(const Source& texels, Source reference, uint32_t constants) {
    const Source results = constant(constants + texture_comparison);
    const int clamped = scratch(), sure = scratch();
    Target inside = temporary(clamped, alpha_lane);
    inside.clamp = true;
    append(op_mad, inside, reference, number(channel_one), number(channel_zero));
    append(op_cmp, temporary(sure, alpha_lane), lane(plain(clamped), 3), reference, lane(results, 3));
    const Source difference = step(op_mad, 15, texels, number(channel_one), minus(lane(plain(sure), 3)));
    const Source unequal = step(op_cmp, 15, lane(results, 0), lane(results, 2), difference);
    return step(op_cmp, 15, lane(results, 1), unequal, minus(magnitude(difference)));
}

void Selector::filtered(const Instruction& instruction, const Lookup& lookup, const Target& t) {
    if (!t.mask) return;
    const bool projects = instruction.opcode == Opcode::Txp;
    const uint32_t lanes = (lookup.flat ? 1u : 3u) | (lookup.compares ? 4u : 0u);
    Source place = operand(instruction, 0, lanes | (projects ? 8u : 0u));
    if (projects) {
        const int inverse = scratch();
        scalar(alpha_rcp, temporary(inverse, alpha_lane), lane(place, 3));
        place = step(op_mad, lanes, place, lane(plain(inverse), 3), number(channel_zero));
    }
    const Source reference = lane(place, 2);
    if (lookup.flat) {
        // Its second coordinate is the middle of the only row; signs would reach it.
        if (place.negate || place.absolute || place.file != Source::Register) {
            const int u = scratch();
            move(temporary(u, 1), place);
            place = plain(u);
        }
        place.select[1] = channel_half;
    }
    const uint32_t constants = texture_constants(lookup);
    const Source filter = lookup.compares ? constant(constants + texture_filter) : minus(number(channel_half));
    Source weights;
    const Source taps = taps_of(lookup, place, constants + texture_size, weights, filter);
    // The texels: one number of each in a channel, or four vectors.
    std::array<int, 4> texels{scratch(), 0, 0, 0};
    for (uint32_t n = 0; n < 4; n++) {
        if (n && !lookup.compares) texels[n] = scratch();
        Op op;
        op.type = Texture;
        op.tex_op = tex_ld;
        op.tex_id = lookup.unit;
        op.unscaled = lookup.rectangle || !options_.texture_unit;
        op.coordinate = taps.index;
        const auto s = static_cast<uint8_t>(n & 1 ? 2 : 0), u = static_cast<uint8_t>(n & 2 ? 3 : 1);
        op.coordinate_select = {s, u, s, s};
        op.destination = lookup.compares ? texels[0] : texels[n];
        op.mask = lookup.compares ? 1u << n : t.output == output_count ? 4 : t.mask;
        if (lookup.compares) op.fetched = {0, 0, 0, 0};
        ops_.push_back(op);
    }
    const Source one = number(channel_one);
    if (lookup.compares) {
        const Source passes = compared(plain(texels[0]), reference, constants);
        const Source share = step(op_mad, 3, weights, lane(filter, 1), number(channel_zero));
        const Source near = order(passes, {0, 2, 0, 2}), far = order(passes, {1, 3, 1, 3});
        const Source across = step(op_mad, 3, far, one, minus(near));
        const Source rows = step(op_mad, 3, lane(share, 0), across, near);
        const Source down = step(op_mad, alpha_lane, lane(rows, 1), one, minus(lane(rows, 0)));
        const Source value = step(op_mad, alpha_lane, lane(share, 1), lane(down, 3), lane(rows, 0));
        return append(op_mad, t, lane(value, 3), constant(constants + texture_factor),
                      constant(constants + texture_summand));
    }
    const uint32_t mask = t.output == output_count ? 4 : t.mask;
    const auto between = [&](const Source& a, const Source& b, int weight) {
        return step(op_mad, mask, lane(weights, weight), step(op_mad, mask, b, one, minus(a)), a);
    };
    const Source upper = between(plain(texels[0]), plain(texels[1]), 0),
                 lower = between(plain(texels[2]), plain(texels[3]), 0);
    const Source difference = step(op_mad, mask, lower, one, minus(upper));
    append(op_mad, t, lane(weights, 1), difference, upper);
}

void Selector::kill(const Instruction& instruction) {
    Op op;
    op.type = Texture;
    op.tex_op = tex_kill;
    op.mask = 15;
    if (instruction.condition_operand) {
        const ConditionMask& condition = instruction.condition;
        if (condition.test == ConditionTest::False) return;
        const int u = scratch();
        op.coordinate = u;
        if (condition.test == ConditionTest::Less || condition.test == ConditionTest::Greater) {
            // The test that it makes anyway.
            uint16_t test = 0;
            move(temporary(u), condition_value(condition, test));
        } else {
            move(temporary(u), minus(number(channel_one)));
            if (condition.test != ConditionTest::True) {
                set_predicates(condition, 15);
                op.predicated = true;
            }
        }
        ops_.push_back(op);
        return;
    }
    const Source s = operand(instruction, 0, 15);
    if (s.file == Source::Register && !s.negate && !s.absolute && s.select == std::array<uint8_t, 4>{0, 1, 2, 3}) {
        op.coordinate = s.index;
    } else {
        // Channels that repeat others need no test.
        op.coordinate = scratch();
        op.mask = 0;
        for (size_t i = 0; i < 4; i++)
            if (std::find(s.select.begin(), s.select.begin() + static_cast<std::ptrdiff_t>(i), s.select[i]) ==
                s.select.begin() + static_cast<std::ptrdiff_t>(i))
                op.mask |= 1u << i;
        move(temporary(op.coordinate, op.mask), s);
    }
    ops_.push_back(op);
}

}  // namespace machines::ctm
