#include <algorithm>
#include <bit>
#include <cmath>

#include "arbasm/targets/ctm/select.h"

namespace arbasm::ctm {

// The angle in turns, within one.
Source Selector::turned(const Source& a) {
    const int u = scratch();
    emit(op_mad, temporary(u, alpha_lane), lane(a, 0), value(0.15915494309189535f), number(channel_zero));
    const int v = scratch();
    emit(op_frc, temporary(v, alpha_lane), lane(plain(u), 3));
    return lane(plain(v), 3);
}

void Selector::lit(const Target& t, const Source& a) {
    const uint32_t mask = t.output == output_count ? 4 : t.mask;
    const int u = scratch(), v = scratch();
    Source power = number(channel_zero);
    if (mask & 4) {
        const Source w = lane(a, 3);
        const int clamped = scratch(), base = scratch(), exponent = scratch();
        emit(op_max, temporary(base, 2), lane(a, 1), number(channel_zero));
        // The power's range, where the exponent is no number in the program that is inside.
        Source limited = w;
        const bool constant = w.file == Source::None || w.file == Source::Inline;
        const float size = w.file == Source::Inline ? inline_value(static_cast<uint16_t>(w.index)) : 1;
        const bool zero = w.file == Source::None && w.select[0] == channel_zero;
        if (!constant || size > 128) {
            emit(op_min, temporary(clamped, alpha_lane), w, value(128));
            emit(op_max, temporary(exponent, alpha_lane), lane(plain(clamped), 3), value(-128));
            limited = lane(plain(exponent), 3);
        }
        const int logarithm = scratch(), product = scratch();
        scalar(alpha_ln2, temporary(logarithm, alpha_lane), lane(plain(base), 1));
        emit(op_mad, temporary(product, alpha_lane), lane(plain(logarithm), 3), limited, number(channel_zero));
        Source scaled = lane(plain(product), 3);
        if (zero || !constant) {
            // Any number to the power of zero is one.
            const int sure = scratch();
            emit(op_cmp, temporary(sure, alpha_lane), number(channel_zero), scaled, minus(magnitude(limited)));
            scaled = lane(plain(sure), 3);
        }
        scalar(alpha_ex2, temporary(v, alpha_lane), scaled);
        power = lane(plain(v), 3);
    }
    if (t.output == output_count) return emit(op_cmp, t, number(channel_zero), power, minus(lane(a, 0)));
    if (!(mask & 6)) return move(t, number(channel_one));
    // y and z are nothing where x is not above zero; x and w are one. One CMP says it all, whose B is (1, x, power, 1)
    // with x and the power from one source: r and a of a register.
    Source chosen = lane(a, 0), none = number(channel_zero);
    if (mask & 4) {
        move(temporary(u, 1), chosen);
        move(temporary(u, alpha_lane), power);
        chosen = plain(u);
    }
    if (chosen.negate || chosen.absolute) {
        // Modifiers would reach the ones.
        move(temporary(u, 1), chosen);
        chosen = plain(u);
    }
    chosen.select = {channel_one, chosen.select[0], channel_a, channel_one};
    none.select[0] = none.select[3] = channel_one;
    emit(op_cmp, t, none, chosen, minus(lane(a, 0)));
}

// SGE and its kin: the sign of a difference.
void Selector::compare(const Instruction& instruction, const Target& t) {
    const Opcode opcode = instruction.opcode;
    const uint32_t lanes = t.mask;
    const bool swapped = opcode == Opcode::Sgt || opcode == Opcode::Sle;
    const bool inverse = opcode == Opcode::Slt || opcode == Opcode::Sgt || opcode == Opcode::Sne;
    const Source a = operand(instruction, swapped ? 1 : 0, lanes), b = operand(instruction, swapped ? 0 : 1, lanes);
    const auto nothing = [&](const Source& s) {
        for (size_t i = 0; i < 4; i++)
            if (lanes >> i & 1 && s.select[i] != channel_zero) return false;
        return true;
    };
    Source difference = nothing(b) ? a : minus(b);
    if (!nothing(a) && !nothing(b)) {
        const int u = scratch();
        emit(op_mad, temporary(u, lanes), a, number(channel_one), minus(b));
        difference = plain(u);
    }
    if (opcode == Opcode::Seq || opcode == Opcode::Sne) difference = minus(magnitude(difference));
    const Source zero = number(channel_zero), one = number(channel_one);
    emit(op_cmp, t, inverse ? zero : one, inverse ? one : zero, difference);
}

void Selector::look_up(const Instruction& instruction, const Target& t) {
    const TextureAccess& access = instruction.texture;
    int unit = access.unit;
    if (access.handle || access.relative.file != RegisterFile::None || access.offset_operand || access.has_offset)
        return refuse(instruction, "lookups have neither handles, indexed units nor offsets");
    if (access.variable >= 0) unit += program_.variables[static_cast<size_t>(access.variable)].base;
    const bool rectangle = access.target == TextureTarget::TargetRect;
    if (access.target != TextureTarget::Target2D && access.target != TextureTarget::Target1D && !rectangle)
        return refuse(instruction, "inputs are 2D surfaces of one level");
    if (unit < 0 || unit >= input_count) return refuse(instruction, "there are 16 inputs");
    units_ |= 1u << unit;
    const bool projects = instruction.opcode == Opcode::Txp;
    const uint32_t lanes = projects ? 11 : 3;
    Source s = operand(instruction, 0, lanes);
    bool direct = s.file == Source::Register && !s.negate && !s.absolute;
    for (size_t i = 0; i < 4; i++) direct = direct && (!(lanes >> i & 1) || s.select[i] <= channel_a);
    if (!direct) {
        const int u = scratch();
        move(temporary(u, lanes), s);
        s = plain(u);
    }
    for (size_t i = 0; i < 4; i++)
        if (!(lanes >> i & 1)) s.select[i] = 0;
    Op op;
    op.type = Texture;
    op.tex_op = projects ? tex_proj : tex_ld;
    op.tex_id = static_cast<uint16_t>(unit);
    op.unscaled = rectangle;
    op.coordinate = s.index;
    op.coordinate_select = s.select;
    op.mask = t.mask;
    if (!op.mask) return;
    const bool direct_result = t.reg >= 0 && !t.clamp && !t.predicated;
    op.destination = direct_result ? t.reg : scratch();
    ops_.push_back(op);
    if (!direct_result) move(t, plain(op.destination));
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

void Selector::compute(const Instruction& instruction, const Target& t) {
    const Opcode opcode = instruction.opcode;
    const uint32_t lanes = t.mask;
    const auto at = [&](size_t n, uint32_t wanted) { return operand(instruction, n, wanted); };
    // All operands, one after the other: what order they are numbered in must not depend on the compiler.
    const auto all = [&](uint32_t wanted) {
        std::array<Source, 3> sources;
        for (size_t n = 0; n < std::min<size_t>(instruction.operand_count, 3); n++) sources[n] = at(n, wanted);
        return sources;
    };
    const auto apply = [&](Operations ops) {
        const std::array<Source, 3> s = all(lanes);
        emit(ops, t, s[0], s[1], s[2]);
    };
    const Source zero = number(channel_zero), one = number(channel_one);
    const Target xyz = part(t, 7);
    switch (opcode) {
        case Opcode::Tex:
        case Opcode::Txp:
        case Opcode::Txb:  // one level: neither bias, level nor derivatives choose another
        case Opcode::Txl:
        case Opcode::Txd: return look_up(instruction, t);
        case Opcode::Abs: return move(t, magnitude(at(0, lanes)));
        case Opcode::Mov:
        case Opcode::Swz: return move(t, at(0, lanes));
        case Opcode::Add:
        case Opcode::Sub: {
            const std::array<Source, 3> s = all(lanes);
            return emit(op_mad, t, s[0], one, opcode == Opcode::Sub ? minus(s[1]) : s[1]);
        }
        case Opcode::Mul: {
            const std::array<Source, 3> s = all(lanes);
            return emit(op_mad, t, s[0], s[1], zero);
        }
        case Opcode::Mad: return apply(op_mad);
        case Opcode::Min: {
            // Of what is no number MIN gives the second; the other engines give the first.
            const std::array<Source, 3> s = all(lanes);
            return emit(op_min, t, s[1], s[0]);
        }
        case Opcode::Max: return apply(op_max);
        case Opcode::Cmp: {
            const std::array<Source, 3> s = all(lanes);
            return emit(op_cmp, t, s[2], s[1], s[0]);
        }
        case Opcode::Frc: return emit(op_frc, t, at(0, lanes));
        case Opcode::Dp3: {
            const std::array<Source, 3> s = all(7);
            return dot(rgb_dp3, t, s[0], s[1]);
        }
        case Opcode::Dp4: {
            const std::array<Source, 3> s = all(15);
            return dot(rgb_dp4, t, s[0], s[1]);
        }
        case Opcode::Dph: {
            Source a = at(0, 7);
            const Source b = at(1, 15);
            // The one has the sign of the other factors: both operands' signs change, or the operand does.
            if (a.negate) {
                const int u = scratch();
                move(temporary(u, 7), a);
                a = plain(u);
            }
            a.select[3] = channel_one;
            return dot(rgb_dp4, t, a, b);
        }
        case Opcode::Dp2: {
            Source a = at(0, 3), b = at(1, 3);
            a.select[2] = channel_zero;
            b.select[2] = channel_zero;
            return dot(rgb_dp3, t, a, b);
        }
        case Opcode::Dp2a: {
            const std::array<Source, 3> s = all(3);
            return dot(rgb_d2a, t, s[0], s[1], lane(s[2], 0));
        }
        case Opcode::Dst: {
            // Signs would reach the ones, so signed operands go through a register.
            Source a = at(0, 6), b = at(1, 10);
            for (Source* s : {&a, &b})
                if (s->negate) {
                    const int u = scratch();
                    move(temporary(u), *s);
                    *s = plain(u);
                }
            a.select[0] = a.select[3] = channel_one;
            b.select[0] = b.select[2] = channel_one;
            return emit(op_mad, t, a, b, zero);
        }
        case Opcode::Xpd: {
            const Source a = at(0, 7), b = at(1, 7);
            const int u = scratch();
            emit(op_mad, temporary(u, 7), order(a, {2, 0, 1, 3}), order(b, {1, 2, 0, 3}), zero);
            // The fourth component has no defined value; it is 0 as in the other engines.
            Source left = order(a, {1, 2, 0, 3}), right = order(b, {2, 0, 1, 3}), product = minus(plain(u));
            left.select[3] = right.select[3] = product.select[3] = channel_zero;
            return emit(op_mad, t, left, right, product);
        }
        case Opcode::Sge:
        case Opcode::Slt:
        case Opcode::Sgt:
        case Opcode::Sle:
        case Opcode::Seq:
        case Opcode::Sne: return compare(instruction, t);
        case Opcode::Sfl: return move(t, zero);
        case Opcode::Str: return move(t, one);
        case Opcode::Ssg: {
            const int u = scratch();
            const Source a = at(0, lanes);
            emit(op_cmp, temporary(u, lanes), zero, one, minus(a));
            return emit(op_cmp, t, plain(u), minus(one), a);
        }
        case Opcode::Lrp: {
            // a*(b - c) + c
            const Source a = at(0, lanes), b = at(1, lanes), c = at(2, lanes);
            const int u = scratch();
            emit(op_mad, temporary(u, lanes), b, one, minus(c));
            return emit(op_mad, t, a, plain(u), c);
        }
        case Opcode::Flr: {
            const Source a = at(0, lanes);
            const int u = scratch();
            emit(op_frc, temporary(u, lanes), a);
            return emit(op_mad, t, a, one, minus(plain(u)));
        }
        case Opcode::Ceil: {
            const Source a = at(0, lanes);
            const int u = scratch();
            emit(op_frc, temporary(u, lanes), minus(a));
            return emit(op_mad, t, a, one, plain(u));
        }
        case Opcode::Trunc: {
            const Source a = at(0, lanes);
            const int u = scratch(), v = scratch();
            emit(op_frc, temporary(u, lanes), magnitude(a));
            emit(op_mad, temporary(v, lanes), magnitude(a), one, minus(plain(u)));
            return emit(op_cmp, t, plain(v), minus(plain(v)), a);
        }
        case Opcode::Ex2: return scalar(alpha_ex2, t, at(0, 1));
        case Opcode::Lg2: return scalar(alpha_ln2, t, at(0, 1));
        case Opcode::Rcp: return scalar(alpha_rcp, t, at(0, 1));
        case Opcode::Rsq: return scalar(alpha_rsq, t, magnitude(at(0, 1)));
        case Opcode::Pow: {
            const int u = scratch(), v = scratch();
            scalar(alpha_ln2, temporary(u, alpha_lane), at(0, 1));
            emit(op_mad, temporary(v, alpha_lane), lane(plain(u), 3), lane(at(1, 1), 0), zero);
            return scalar(alpha_ex2, t, lane(plain(v), 3));
        }
        case Opcode::Sin:
        case Opcode::Cos: return scalar(opcode == Opcode::Sin ? alpha_sin : alpha_cos, t, turned(at(0, 1)));
        case Opcode::Scs: {
            if (t.output == output_count) return;  // z has no defined value
            const Source angle = turned(at(0, 1));
            scalar(alpha_cos, part(t, 1), angle);
            return scalar(alpha_sin, part(t, 2), angle);
        }
        case Opcode::Lit: return lit(t, at(0, 11));
        case Opcode::Div: {
            const int u = scratch();
            scalar(alpha_rcp, temporary(u, alpha_lane), at(1, 1));
            return emit(op_mad, t, at(0, lanes), lane(plain(u), 3), zero);
        }
        case Opcode::Nrm: {
            const int u = scratch(), v = scratch();
            const Source a = at(0, 7);
            dot(rgb_dp3, temporary(u, 1), a, a);
            scalar(alpha_rsq, temporary(v, alpha_lane), lane(plain(u), 0));
            return emit(op_mad, xyz, a, lane(plain(v), 3), zero);
        }
        case Opcode::Rfl: {
            // 2 * (a.b / a.a) * a - b
            const Source a = at(0, 7), b = at(1, 7);
            const int u = scratch(), v = scratch(), w = scratch(), x = scratch();
            dot(rgb_dp3, temporary(u, 1), a, a);
            dot(rgb_dp3, temporary(w, 1), a, b);
            scalar(alpha_rcp, temporary(v, alpha_lane), lane(plain(u), 0));
            emit(op_mad, temporary(x, alpha_lane), lane(plain(w), 0), lane(plain(v), 3), zero);
            ops_.back().alpha.omod = 1;  // times two
            return emit(op_mad, xyz, a, lane(plain(x), 3), minus(b));
        }
        case Opcode::X2d: {
            // a.xy + (b.x * c.xz + b.y * c.yw)
            const Source a = at(0, 3), b = at(1, 3), c = at(2, 15);
            const int u = scratch();
            emit(op_mad, temporary(u, lanes), lane(b, 0), order(c, {0, 2, 0, 2}), order(a, {0, 1, 0, 1}));
            return emit(op_mad, t, lane(b, 1), order(c, {1, 3, 1, 3}), plain(u));
        }
        case Opcode::Ddx:
        case Opcode::Ddy: return refuse(instruction, "processors do not see their neighbours");
        default: return refuse(instruction, "there is no such operation");
    }
}

}  // namespace arbasm::ctm
