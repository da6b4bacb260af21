// Rules about where results go: written at once where a move would put them, scalars in the unit that they suit.
#include <algorithm>
#include <bit>

#include "machines/ctm/codegen/optimizer.h"

namespace machines::ctm {
namespace {

// What `from` wrote `to` writes, at the lane `mask`; `from` writes nothing any more.
void hand_over_result(Half& from, Half& to, uint32_t mask) {
    to.destination = from.destination;
    to.mask = mask;
    to.clamp = from.clamp;
    to.omod = from.omod;
    from.destination = -1;
    from.mask = 0;
    from.clamp = false;
    from.omod = 0;
}

}  // namespace

// The scalar that the half gives as value n, computed in another place; null if it cannot be.
Half* Optimizer::relocate(size_t i, bool alpha, int, bool to_alpha, uint32_t lane) {
    Half& from = half(i, alpha);
    if (std::popcount(from.mask) != 1 || from.output_mask || from.predicate_mask || from.tests || from.depth)
        return nullptr;
    const auto old_lane = static_cast<size_t>(std::countr_zero(from.mask));
    const auto new_lane = static_cast<size_t>(std::countr_zero(lane));
    if (alpha == to_alpha) {
        if (!is_dot(from.op) || alpha)
            for (Source& s : from.source) s.select[new_lane] = s.select[old_lane];
        from.mask = lane;
        return &from;
    }
    Half& to = half(i, to_alpha);
    if (to_alpha && is_dot(from.op)) {
        // DP4 has operands there already.
        if (to.on && from.op != rgb_dp4) return nullptr;
        if (has_effect(to)) return nullptr;
        to.on = true;
        to.op = alpha_dp;
        hand_over_result(from, to, alpha_lane);
        return &to;
    }
    if (to.on) return nullptr;
    if (!to_alpha && is_transcendental(from.op)) {
        to.on = true;
        to.op = rgb_sop;
        hand_over_result(from, to, lane);
        return &to;
    }
    const int code = other_unit(from.op, alpha);
    if (code < 0) return nullptr;
    Half moved = from;
    moved.op = static_cast<uint16_t>(code);
    for (Source& source : moved.source) source.select[new_lane] = source.select[old_lane];
    moved.mask = lane;
    from = {};
    to = moved;
    return &to;
}

// A move at whose source's definition its own result can be written.
bool Optimizer::retarget(size_t j, bool alpha) {
    const Half mover = half(j, alpha);
    if (!is_move(mover, alpha) || (mover.omod && mover.omod != omod_disabled)) return false;
    const Source& s = mover.source[0];
    const int n = sole_value(j, alpha, 0);
    const uint32_t l = computed_lanes(mover, alpha);
    if (n < 0 || !simple(n) || s.negate || s.absolute || constant_lanes(s, l)) return false;
    const size_t i = value(n).op;
    if (i >= j || block_of_[i] != block_of_[j]) return false;
    const bool sole = value(n).uses.size() == 2;  // both sources of the move
    const Op before = ops_[i];
    bool identity = value(n).alpha == alpha;
    for (size_t x = 0; x < 4; x++) identity = identity && (!(l >> x & 1) || s.select[x] == x);
    {
        const Half& p = half(i, value(n).alpha);
        if (p.predicated || p.predicate_mask || p.tests || p.depth) return false;
        if (p.output_mask && (mover.output_mask || mover.clamp || mover.predicate_mask || mover.tests)) return false;
        // A bit-exact result is not clamped.
        if (mover.clamp && !p.clamp && !sole) return false;
    }
    if ((mover.mask || mover.predicated) && !sole) return false;
    Half* p = &half(i, value(n).alpha);
    if (mover.predicated && p->output_mask) return false;
    if (!identity) {
        if (!sole || std::popcount(l) != 1) return false;
        p = relocate(i, value(n).alpha, n, alpha, l);
        if (!p) {
            ops_[i] = before;
            return false;
        }
    }
    // Nothing in between touches what the move writes or asks for.
    Op alone;
    (alpha ? alone.alpha : alone.rgb) = mover;
    const std::vector<Touch> written = writes_of(alone);
    std::vector<Touch> predicates;
    if (mover.predicated) predicates.push_back({predicate_value, l});
    bool free = true;
    for (size_t k = i + 1; k < j && free; k++)
        free = !overlap(writes_of(ops_[k]), written) && !overlap(reads_of(ops_[k]), written) &&
               !overlap(writes_of(ops_[k]), predicates);
    if (mover.predicated && overlap(writes_of(ops_[i]), predicates)) free = false;
    if (mover.tests && !(l & (1 | alpha_lane))) free = false;
    if (free) {
        if (mover.clamp) {
            p->clamp = true;
            if (p->omod == omod_disabled) p->omod = 0;
        }
        if (mover.mask) {
            p->destination = mover.destination;
            p->mask = mover.mask;
        } else if (sole) {
            p->destination = -1;
            p->mask = 0;
        }
        if (mover.output_mask) {
            p->output = mover.output;
            p->output_mask = mover.output_mask;
        }
        p->predicate_mask = mover.predicate_mask;
        p->tests = mover.tests;
        if (mover.predicate_mask || mover.tests) p->test = mover.test;
        p->depth = mover.depth;
        p->predicated = mover.predicated;
        set_type(ops_[i]);
        if (legal(ops_[i])) {
            half(j, alpha) = {};
            set_type(ops_[j]);
            return true;
        }
    }
    ops_[i] = before;
    return false;
}

// One channel of what is the same in several; transcendental results in a, dot products in r.
bool Optimizer::narrow(size_t i) {
    Op& op = ops_[i];
    if (!is_alu(op)) return false;
    const auto movable = [&](const Half& h) {
        return h.on && h.mask && simple(h.destination) && !h.predicate_mask && !h.tests;
    };
    const auto readers_move = [&](int from, int to, uint8_t channel) {
        const std::vector<Use> uses = value(from).uses;
        std::vector<std::pair<size_t, Op>> before;
        bool all = !uses.empty();
        for (const Use& use : uses) {
            before.emplace_back(use.op, ops_[use.op]);
            if (use.lookup || use.slot >= 3 || sole_value(use.op, use.alpha, use.slot) != from) {
                all = false;
                break;
            }
            Source& s = half(use.op, use.alpha).source[use.slot];
            for (uint8_t& select : s.select)
                if (select <= channel_a) select = channel;
            s.index = s.alpha = to;
        }
        for (const Use& use : uses) all = all && legal(ops_[use.op]);
        if (all) return true;
        for (auto it = before.rbegin(); it != before.rend(); ++it) ops_[it->first] = it->second;
        return false;
    };
    const bool transcendental = op.rgb.on && op.rgb.op == rgb_sop;
    const bool dot = op.rgb.on && is_dot(op.rgb.op);
    if (transcendental && movable(op.rgb)) {
        const int from = op.rgb.destination;
        if (op.alpha.mask && op.alpha.clamp == op.rgb.clamp && op.alpha.omod == op.rgb.omod &&
            simple(op.alpha.destination))
            return readers_move(from, op.alpha.destination, channel_a);
        if (op.alpha.mask || op.rgb.output_mask || op.alpha.output_mask || op.alpha.depth) return false;
        const Op before = op;
        if (!readers_move(from, from, channel_a)) return false;
        ops_[i] = before;
        Half& a = ops_[i].alpha;
        a.destination = from;
        a.mask = alpha_lane;
        a.clamp = before.rgb.clamp;
        a.omod = before.rgb.omod;
        ops_[i].rgb = {};
        return true;
    }
    if (dot && movable(op.alpha) && op.alpha.op == alpha_dp && !op.alpha.output_mask && !op.alpha.depth) {
        const int from = op.alpha.destination;
        if (op.rgb.mask && op.alpha.clamp == op.rgb.clamp && op.alpha.omod == op.rgb.omod && simple(op.rgb.destination))
            return readers_move(from, op.rgb.destination, static_cast<uint8_t>(std::countr_zero(op.rgb.mask)));
        if (op.rgb.mask || op.rgb.output_mask) return false;
        if (!readers_move(from, from, channel_r)) return false;
        Op& now = ops_[i];
        now.rgb.destination = from;
        now.rgb.mask = 1;
        now.rgb.clamp = now.alpha.clamp;
        now.rgb.omod = now.alpha.omod;
        now.alpha.destination = -1;
        now.alpha.mask = 0;
        return true;
    }
    if (!movable(op.rgb) || std::popcount(op.rgb.mask) < 2) return false;
    const auto first = static_cast<size_t>(std::countr_zero(op.rgb.mask));
    if (!dot && !transcendental)
        for (size_t s = 0; s < 3; s++) {
            const Source& source = op.rgb.source[s];
            if (!all_select(source, op.rgb.mask & lanes(i, false, s), source.select[first])) return false;
        }
    // Only if something is won.
    if (value(op.rgb.destination).used == 1u << first) return false;
    return readers_move(op.rgb.destination, op.rgb.destination, static_cast<uint8_t>(first));
}

}  // namespace machines::ctm
