#include <algorithm>
#include <bit>
#include <cmath>

#include "machines/ctm/select.h"

namespace machines::ctm {

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

// All operands, one after the other: what order they are numbered in must not depend on the compiler.
std::array<Source, 3> Selector::operands(const Instruction& instruction, uint32_t lanes) {
    std::array<Source, 3> sources;
    for (size_t n = 0; n < std::min<size_t>(instruction.operand_count, 3); n++)
        sources[n] = operand(instruction, n, lanes);
    return sources;
}

void Selector::compute(const Instruction& instruction, const Target& t) {
    const Opcode opcode = instruction.opcode;
    const uint32_t lanes = t.mask;
    const auto at = [&](size_t n, uint32_t wanted) { return operand(instruction, n, wanted); };
    const auto all = [&](uint32_t wanted) { return operands(instruction, wanted); };
    const auto apply = [&](Operations ops) {
        const std::array<Source, 3> s = all(lanes);
        emit(ops, t, s[0], s[1], s[2]);
    };
    const Source zero = number(channel_zero), one = number(channel_one);
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
        default: return compute_products(instruction, t);
    }
}

// Dot products and what is made of several products.
void Selector::compute_products(const Instruction& instruction, const Target& t) {
    const uint32_t lanes = t.mask;
    const auto at = [&](size_t n, uint32_t wanted) { return operand(instruction, n, wanted); };
    const auto all = [&](uint32_t wanted) { return operands(instruction, wanted); };
    const Source zero = number(channel_zero);
    const Target xyz = part(t, 7);
    switch (instruction.opcode) {
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
        default: return compute_functions(instruction, t);
    }
}

}  // namespace machines::ctm
