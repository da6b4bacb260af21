#include "machines/ctm/codegen/functions.h"

namespace machines::ctm {

// Large angles lose their whole turns first, in three parts of 2 pi that have few bits: as long as there are fewer than
// 2^16, the products with the first two are exact.
Source turned(OpBuilder& make, Constants& constants, const Source& a) {
    constexpr float turns = 0.15915494309189535f;
    const Source parts = constant(constants.literal({turns, 6.28125f, 253.0f / 131072.0f, 5.0703631802269e-06f}));
    const Source factor = lane(parts, 0), angle = lane(a, 0);
    const auto next = [&](Operations ops, const Source& x, const Source& y, const Source& z) {
        return lane(make.step(ops, alpha_lane, x, y, z), 3);
    };
    const Source half = number(channel_half), one = number(channel_one), none;
    const Source nearest = next(op_mad, angle, factor, half), rest = next(op_frc, nearest, none, none);
    const Source whole = next(op_mad, nearest, one, minus(rest));
    Source left = angle;
    for (int part = 1; part < 4; part++) left = next(op_mad, minus(whole), lane(parts, part), left);
    return next(op_mad, left, factor, number(channel_zero));
}

Source turned_small(OpBuilder& make, Constants& constants, const Source& a) {
    const int u = make.scratch();
    make.append(op_mad, temporary(u, alpha_lane), lane(a, 0), constants.value(0.15915494309189535f),
                number(channel_zero));
    const int v = make.scratch();
    make.append(op_frc, temporary(v, alpha_lane), lane(plain(u), 3));
    return lane(plain(v), 3);
}

void lit(OpBuilder& make, Constants& constants, const Target& t, const Source& a) {
    const uint32_t mask = t.is_depth() ? 4 : t.mask;
    const int u = make.scratch(), v = make.scratch();
    Source power = number(channel_zero);
    if (mask & 4) {
        const Source w = lane(a, 3);
        const int clamped = make.scratch(), base = make.scratch(), exponent = make.scratch();
        make.append(op_max, temporary(base, 2), lane(a, 1), number(channel_zero));
        // The power's range, where the exponent is no number in the program that is inside.
        Source limited = w;
        const bool constant = w.file == Source::None || w.file == Source::Inline;
        const float size = w.file == Source::Inline ? inline_value(static_cast<uint16_t>(w.index)) : 1;
        const bool zero = w.file == Source::None && w.select[0] == channel_zero;
        if (!constant || size > 128) {
            make.append(op_min, temporary(clamped, alpha_lane), w, constants.value(128));
            make.append(op_max, temporary(exponent, alpha_lane), lane(plain(clamped), 3), constants.value(-128));
            limited = lane(plain(exponent), 3);
        }
        const int logarithm = make.scratch(), product = make.scratch();
        make.scalar(alpha_ln2, temporary(logarithm, alpha_lane), lane(plain(base), 1));
        make.append(op_mad, temporary(product, alpha_lane), lane(plain(logarithm), 3), limited, number(channel_zero));
        Source scaled = lane(plain(product), 3);
        if (zero || !constant) {
            // Any number to the power of zero is one.
            const int sure = make.scratch();
            make.append(op_cmp, temporary(sure, alpha_lane), number(channel_zero), scaled, minus(magnitude(limited)));
            scaled = lane(plain(sure), 3);
        }
        make.scalar(alpha_ex2, temporary(v, alpha_lane), scaled);
        power = lane(plain(v), 3);
    }
    if (t.is_depth()) return make.append(op_cmp, t, number(channel_zero), power, minus(lane(a, 0)));
    if (!(mask & 6)) return make.move(t, number(channel_one));
    // y and z are nothing where x is not above zero; x and w are one. One CMP says it all, whose B is (1, x, power, 1)
    // with x and the power from one source: r and a of a register.
    Source chosen = lane(a, 0), none = number(channel_zero);
    if (mask & 4) {
        make.move(temporary(u, 1), chosen);
        make.move(temporary(u, alpha_lane), power);
        chosen = plain(u);
    }
    if (chosen.negate || chosen.absolute) {
        // Modifiers would reach the ones.
        make.move(temporary(u, 1), chosen);
        chosen = plain(u);
    }
    chosen.select = {channel_one, chosen.select[0], channel_a, channel_one};
    none.select[0] = none.select[3] = channel_one;
    make.append(op_cmp, t, none, chosen, minus(lane(a, 0)));
}

}  // namespace machines::ctm
