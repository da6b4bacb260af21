// What each opcode becomes: the rows of select_operations.def, and what takes more than a row.
#include <algorithm>

#include "machines/ctm/codegen/functions.h"
#include "machines/ctm/codegen/selector.h"

namespace machines::ctm {

// SGE, SLT, SGT, SLE, SEQ, SNE: by the sign of a difference.
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
        const int u = make_.scratch();
        make_.append(op_mad, temporary(u, lanes), a, number(channel_one), minus(b));
        difference = plain(u);
    }
    if (opcode == Opcode::Seq || opcode == Opcode::Sne) difference = minus(magnitude(difference));
    const Source zero = number(channel_zero), one = number(channel_one);
    make_.append(op_cmp, t, inverse ? zero : one, inverse ? one : zero, difference);
}

// All operands, one after the other: what order they are numbered in does not depend on the compiler.
std::array<Source, 3> Selector::operands(const Instruction& instruction, uint32_t lanes) {
    std::array<Source, 3> sources;
    for (size_t n = 0; n < std::min<size_t>(instruction.operand_count, 3); n++)
        sources[n] = operand(instruction, n, lanes);
    return sources;
}

// ---- the rows

#define CTM_ROW(opcode, components, call)                                             \
    void Selector::select_##opcode(const Instruction& instruction, const Target& t) { \
        [[maybe_unused]] const uint32_t lanes = t.mask;                               \
        const std::array<Source, 3> s = operands(instruction, components);            \
        call;                                                                         \
    }
#define CTM_CALL(opcode, call) \
    void Selector::select_##opcode([[maybe_unused]] const Instruction& instruction, const Target& t) { call; }
#define CTM_WHOLE(opcode)
#define CTM_REFUSED(opcode, reason) \
    void Selector::select_##opcode(const Instruction& instruction, const Target&) { refuse(instruction, reason); }
#include "machines/ctm/codegen/select_operations.def"
#undef CTM_ROW
#undef CTM_CALL
#undef CTM_WHOLE
#undef CTM_REFUSED

void Selector::select_operation(const Instruction& instruction, const Target& t) {
    using Handler = void (Selector::*)(const Instruction&, const Target&);
    static constexpr auto handlers = [] {
        std::array<Handler, opcode_count> table{};
#define CTM_ROW(opcode, ...) table[static_cast<size_t>(Opcode::opcode)] = &Selector::select_##opcode;
#define CTM_CALL CTM_ROW
#define CTM_WHOLE CTM_ROW
#define CTM_REFUSED CTM_ROW
#include "machines/ctm/codegen/select_operations.def"
#undef CTM_ROW
#undef CTM_CALL
#undef CTM_WHOLE
#undef CTM_REFUSED
        return table;
    }();
    const Handler handler = handlers[static_cast<size_t>(instruction.opcode)];
    if (!handler) return refuse(instruction, "there is no such operation");
    (this->*handler)(instruction, t);
}

// ---- sums and signs

void Selector::select_Ssg(const Instruction& instruction, const Target& t) {
    const int u = make_.scratch();
    const Source a = operand(instruction, 0, t.mask);
    make_.append(op_cmp, temporary(u, t.mask), number(channel_zero), number(channel_one), minus(a));
    make_.append(op_cmp, t, plain(u), minus(number(channel_one)), a);
}

void Selector::select_Lrp(const Instruction& instruction, const Target& t) {
    // a*(b - c) + c
    const Source a = operand(instruction, 0, t.mask), b = operand(instruction, 1, t.mask),
                 c = operand(instruction, 2, t.mask);
    const int u = make_.scratch();
    make_.append(op_mad, temporary(u, t.mask), b, number(channel_one), minus(c));
    make_.append(op_mad, t, a, plain(u), c);
}

void Selector::select_Flr(const Instruction& instruction, const Target& t) {
    const Source a = operand(instruction, 0, t.mask);
    const int u = make_.scratch();
    make_.append(op_frc, temporary(u, t.mask), a);
    make_.append(op_mad, t, a, number(channel_one), minus(plain(u)));
}

void Selector::select_Ceil(const Instruction& instruction, const Target& t) {
    const Source a = operand(instruction, 0, t.mask);
    const int u = make_.scratch();
    make_.append(op_frc, temporary(u, t.mask), minus(a));
    make_.append(op_mad, t, a, number(channel_one), plain(u));
}

void Selector::select_Trunc(const Instruction& instruction, const Target& t) {
    const Source a = operand(instruction, 0, t.mask);
    const int u = make_.scratch(), v = make_.scratch();
    make_.append(op_frc, temporary(u, t.mask), magnitude(a));
    make_.append(op_mad, temporary(v, t.mask), magnitude(a), number(channel_one), minus(plain(u)));
    make_.append(op_cmp, t, plain(v), minus(plain(v)), a);
}

// ---- dot products, and what is made of several products

void Selector::select_Dp2(const Instruction& instruction, const Target& t) {
    Source a = operand(instruction, 0, 3), b = operand(instruction, 1, 3);
    a.select[2] = channel_zero;
    b.select[2] = channel_zero;
    make_.dot(rgb_dp3, t, a, b);
}

void Selector::select_Dph(const Instruction& instruction, const Target& t) {
    Source a = operand(instruction, 0, 7);
    const Source b = operand(instruction, 1, 15);
    // The one has the sign of the other factors: both operands' signs change, or the operand does.
    if (a.negate) {
        const int u = make_.scratch();
        make_.move(temporary(u, 7), a);
        a = plain(u);
    }
    a.select[3] = channel_one;
    make_.dot(rgb_dp4, t, a, b);
}

void Selector::select_Dst(const Instruction& instruction, const Target& t) {
    // Signs would reach the ones, so signed operands go through a register.
    Source a = operand(instruction, 0, 6), b = operand(instruction, 1, 10);
    for (Source* s : {&a, &b})
        if (s->negate) {
            const int u = make_.scratch();
            make_.move(temporary(u), *s);
            *s = plain(u);
        }
    a.select[0] = a.select[3] = channel_one;
    b.select[0] = b.select[2] = channel_one;
    make_.append(op_mad, t, a, b, number(channel_zero));
}

void Selector::select_Xpd(const Instruction& instruction, const Target& t) {
    const Source a = operand(instruction, 0, 7), b = operand(instruction, 1, 7);
    const int u = make_.scratch();
    make_.append(op_mad, temporary(u, 7), order(a, {2, 0, 1, 3}), order(b, {1, 2, 0, 3}), number(channel_zero));
    // The fourth component has no defined value; it is 0 as in the other engines.
    Source left = order(a, {1, 2, 0, 3}), right = order(b, {2, 0, 1, 3}), product = minus(plain(u));
    left.select[3] = right.select[3] = product.select[3] = channel_zero;
    make_.append(op_mad, t, left, right, product);
}

void Selector::select_Nrm(const Instruction& instruction, const Target& t) {
    const int u = make_.scratch(), v = make_.scratch();
    const Source a = operand(instruction, 0, 7);
    make_.dot(rgb_dp3, temporary(u, 1), a, a);
    make_.scalar(alpha_rsq, temporary(v, alpha_lane), lane(plain(u), 0));
    make_.append(op_mad, part(t, 7), a, lane(plain(v), 3), number(channel_zero));
}

void Selector::select_Rfl(const Instruction& instruction, const Target& t) {
    // 2 * (a.b / a.a) * a - b
    const Source a = operand(instruction, 0, 7), b = operand(instruction, 1, 7);
    const int u = make_.scratch(), v = make_.scratch(), w = make_.scratch(), x = make_.scratch();
    make_.dot(rgb_dp3, temporary(u, 1), a, a);
    make_.dot(rgb_dp3, temporary(w, 1), a, b);
    make_.scalar(alpha_rcp, temporary(v, alpha_lane), lane(plain(u), 0));
    make_.append(op_mad, temporary(x, alpha_lane), lane(plain(w), 0), lane(plain(v), 3), number(channel_zero));
    make_.ops().back().alpha.omod = 1;  // times two
    make_.append(op_mad, part(t, 7), a, lane(plain(x), 3), minus(b));
}

void Selector::select_X2d(const Instruction& instruction, const Target& t) {
    // a.xy + (b.x * c.xz + b.y * c.yw)
    const Source a = operand(instruction, 0, 3), b = operand(instruction, 1, 3), c = operand(instruction, 2, 15);
    const int u = make_.scratch();
    make_.append(op_mad, temporary(u, t.mask), lane(b, 0), order(c, {0, 2, 0, 2}), order(a, {0, 1, 0, 1}));
    make_.append(op_mad, t, lane(b, 1), order(c, {1, 3, 1, 3}), plain(u));
}

// ---- functions of scalars

Source Selector::angle(const Source& a) {
    return options_.small_angles ? turned_small(make_, constants_, a) : turned(make_, constants_, a);
}

void Selector::select_Pow(const Instruction& instruction, const Target& t) {
    const int u = make_.scratch(), v = make_.scratch();
    make_.scalar(alpha_ln2, temporary(u, alpha_lane), operand(instruction, 0, 1));
    make_.append(op_mad, temporary(v, alpha_lane), lane(plain(u), 3), lane(operand(instruction, 1, 1), 0),
                 number(channel_zero));
    make_.scalar(alpha_ex2, t, lane(plain(v), 3));
}

void Selector::select_Scs(const Instruction& instruction, const Target& t) {
    if (t.is_depth()) return;                                                          // z has no defined value
    const Source angle = turned_small(make_, constants_, operand(instruction, 0, 1));  // -pi to pi by definition
    make_.scalar(alpha_cos, part(t, 1), angle);
    make_.scalar(alpha_sin, part(t, 2), angle);
}

void Selector::select_Div(const Instruction& instruction, const Target& t) {
    const int u = make_.scratch();
    make_.scalar(alpha_rcp, temporary(u, alpha_lane), operand(instruction, 1, 1));
    make_.append(op_mad, t, operand(instruction, 0, t.mask), lane(plain(u), 3), number(channel_zero));
}

}  // namespace machines::ctm
