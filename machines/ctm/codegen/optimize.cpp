// Fewer operations with the same results: moves that need not be made, sums that presubtraction gives, products that a
// sum takes in, factors and clamps that are output modifiers, results written where they go at once.
//
// Each rule looks at one operation and what defines its sources, changes both if the units can still read everything,
// and everything is looked at anew. All of them keep values as they are: MAD rounds its product, presubtraction rounds
// like a sum.
#include <algorithm>
#include <bit>

#include "machines/ctm/codegen/optimizer.h"

namespace machines::ctm {

void Optimizer::analyse() {
    const std::vector<Block> blocks = blocks_of(ops_);
    block_of_.resize(ops_.size());
    first_repeats_ = false;
    for (size_t b = 0; b < blocks.size(); b++) {
        for (size_t i = blocks[b].begin; i < blocks[b].end; i++) block_of_[i] = b;
        for (size_t n : blocks[b].next) first_repeats_ |= n == 0;
    }
    for (Value& v : values_) v = {};
    predicates_read_ = false;
    for (size_t i = 0; i < ops_.size(); i++) {
        Op& op = ops_[i];
        const auto use = [&](int rgb, int alpha, uint32_t channels, bool unit, bool lookup, size_t slot) {
            const auto add = [&](int n, uint32_t mask) {
                if (!mask) return;
                Value& v = value(n);
                v.used |= mask;
                v.uses.push_back({i, unit, lookup, slot, mask});
            };
            if (rgb == alpha) return add(rgb, channels);
            add(rgb, channels & rgb_lanes);
            add(alpha, channels & alpha_lane);
        };
        if (op.type == Texture) {
            predicates_read_ |= op.predicated;
            visit_reads(op, [&](int rgb, int alpha, uint32_t channels) { use(rgb, alpha, channels, false, true, 0); });
        } else if (is_alu(op)) {
            for (const bool unit : {false, true}) {
                const Half& h = half(i, unit);
                if (!h.on) continue;
                predicates_read_ |= h.predicated;
                for (size_t s = 0; s < 3; s++)
                    if (h.source[s].file == Source::Register && !h.source[s].presubtract)
                        use(h.source[s].index, h.source[s].alpha, channels_of(h.source[s], lanes(i, unit, s)), unit,
                            false, s);
                const uint32_t channels = presubtracted_channels(h, unit, op.rgb.on && op.rgb.op == rgb_dp4);
                for (size_t s = 0; channels && s < (presubtracts_two(h.presubtract_op) ? 2u : 1u); s++)
                    if (h.presubtract[s].file == Source::Register)
                        use(h.presubtract[s].index, h.presubtract[s].alpha, channels, unit, false, 3 + s);
            }
        }
        visit_writes(op, [&](int reg, uint32_t mask, bool partial) {
            Value& v = value(reg);
            v.definitions++;
            v.op = i;
            v.lookup = op.type == Texture;
            v.alpha = !v.lookup && !(mask & rgb_lanes);
            v.partial = partial;
            v.mask |= mask;
        });
    }
}

// What nobody reads.
bool Optimizer::clean() {
    bool changed = false;
    for (size_t i = 0; i < ops_.size(); i++) {
        Op& op = ops_[i];
        const auto drop = [&](uint32_t& mask, uint32_t keep) {
            if (mask & ~keep) changed = true;
            mask &= keep;
        };
        if (op.type == Texture && op.tex_op != tex_kill) drop(op.mask, value(op.destination).used);
        if (!is_alu(op)) continue;
        for (Half* h : {&op.rgb, &op.alpha}) {
            if (!h->on) continue;
            if (h->destination >= 0) drop(h->mask, value(h->destination).used);
            if (!h->mask) h->destination = -1;
            if (!predicates_read_) drop(h->predicate_mask, 0);
        }
        const bool rgb = has_effect(op.rgb), alpha = has_effect(op.alpha);
        if (op.rgb.on && !rgb && !(op.alpha.on && alpha && op.alpha.op == alpha_dp)) {
            op.rgb = {};
            changed = true;
        }
        if (op.alpha.on && !alpha && !(op.rgb.on && (op.rgb.op == rgb_sop || op.rgb.op == rgb_dp4))) {
            op.alpha = {};
            changed = true;
        }
        // The fourth product needs its operands only.
        if (op.alpha.on && !alpha && op.alpha.op == alpha_dp) op.alpha.op = alpha_mad;
    }
    const size_t before = ops_.size();
    std::erase_if(ops_, [](const Op& op) {
        if (op.type == Texture) return op.tex_op != tex_kill && !op.mask;
        return is_alu(op) && !op.rgb.on && !op.alpha.on;
    });
    return changed || ops_.size() != before;
}

int Optimizer::sole_value(size_t op, bool alpha, size_t slot) {
    const Source& s = half(op, alpha).source[slot];
    if (s.file != Source::Register || s.presubtract) return -1;
    const uint32_t channels = channels_of(s, lanes(op, alpha, slot));
    if (!channels) return -1;
    if ((channels & rgb_lanes) && (channels & alpha_lane) && s.index != s.alpha) return -1;
    return channels & rgb_lanes ? s.index : s.alpha;
}

bool Optimizer::still_there(size_t from, const Half& reader, bool alpha, size_t to) {
    Op alone;
    (alpha ? alone.alpha : alone.rgb) = reader;
    // Whatever unit reads: all that it names.
    std::vector<Touch> touches = reads_of(alone);
    if (from >= to || block_of_[from] != block_of_[to]) {
        return std::all_of(touches.begin(), touches.end(), [&](const Touch& t) { return immutable(t.reg); });
    }
    for (size_t k = from; k < to; k++)
        if (overlap(writes_of(ops_[k]), touches)) return false;
    return true;
}

// What `use` reads, where value n is what `moved` gives: nothing if one source cannot say it.
std::optional<Source> Optimizer::compose(const Source& use, uint32_t lanes, int n, const Source& moved) {
    bool all = true, constants = false;
    for (size_t l = 0; l < 4; l++) {
        if (!(lanes >> l & 1)) continue;
        if (use.select[l] > channel_a) {
            constants |= use.select[l] != channel_zero;
            continue;
        }
        all = all && (use.select[l] < channel_a ? use.index : use.alpha) == n;
    }
    if (all) {
        if (constants && moved.negate && !use.absolute) return std::nullopt;
        Source result = moved;
        result.select.fill(channel_zero);
        for (size_t l = 0; l < 4; l++)
            if (lanes >> l & 1)
                result.select[l] = use.select[l] > channel_a ? use.select[l] : moved.select[use.select[l]];
        result.absolute = use.absolute || moved.absolute;
        result.negate = use.absolute ? use.negate : use.negate != moved.negate;
        return result;
    }
    if (moved.negate || moved.absolute || moved.uniform || moved.file != Source::Register) return std::nullopt;
    Source result = use;
    int rgb = -1, alpha = -1;
    const auto name = [](int& side, int reg) {
        if (side >= 0 && side != reg) return false;
        side = reg;
        return true;
    };
    for (size_t l = 0; l < 4; l++) {
        if (!(lanes >> l & 1) || use.select[l] > channel_a) continue;
        const bool ours = (use.select[l] < channel_a ? use.index : use.alpha) == n;
        const Source& from = ours ? moved : use;
        const uint8_t channel = ours ? moved.select[use.select[l]] : use.select[l];
        result.select[l] = channel;
        if (channel > channel_a) continue;
        if (!(channel < channel_a ? name(rgb, from.index) : name(alpha, from.alpha))) return std::nullopt;
    }
    result.index = rgb >= 0 ? rgb : alpha;
    result.alpha = alpha >= 0 ? alpha : rgb;
    return result;
}

bool Optimizer::copy_to(const Use& use, size_t i, bool alpha, int n) {
    const Half mover = half(i, alpha);
    const Source& moved = mover.source[0];
    if (!still_there(i, mover, alpha, use.op)) return false;
    const Op before = ops_[use.op];
    if (use.lookup) {
        Op& op = ops_[use.op];
        if (moved.file != Source::Register || moved.negate || moved.absolute) return false;
        uint32_t channels = 0;
        for (size_t c = 0; c < 4; c++) {
            const bool reads = op.tex_op == tex_kill ? op.mask >> c & 1 : c < 2 || (c == 3 && op.tex_op == tex_proj);
            if (!reads) continue;
            const uint8_t channel = moved.select[op.tex_op == tex_kill ? c : op.coordinate_select[c]];
            if (channel > channel_a || (op.tex_op == tex_kill && channel != c)) return false;
            channels |= 1u << channel;
        }
        // One register gives all four.
        if ((channels & rgb_lanes) && (channels & alpha_lane) && moved.index != moved.alpha) return false;
        if (op.tex_op != tex_kill)
            for (uint8_t& select : op.coordinate_select)
                select = moved.select[select] <= channel_a ? moved.select[select] : uint8_t{0};
        op.coordinate = channels & rgb_lanes ? moved.index : moved.alpha;
        return true;
    }
    Half& h = half(use.op, use.alpha);
    if (use.slot >= 3) {
        Source& source = h.presubtract[use.slot - 3];
        const uint32_t channels = presubtracted_channels(h, use.alpha, before.rgb.on && before.rgb.op == rgb_dp4);
        if (moved.negate || moved.absolute || moved.file == Source::None || use.channels != channels) return false;
        for (uint8_t c = 0; c < 4; c++)
            if (channels >> c & 1 && !moved.uniform && moved.select[c] != c) return false;
        for (uint8_t c = 0; c < 4; c++)
            if (channels >> c & 1 && moved.select[c] > channel_a) return false;
        source = moved;
    } else {
        const auto composed = compose(h.source[use.slot], lanes(use.op, use.alpha, use.slot), n, moved);
        if (!composed) return false;
        h.source[use.slot] = *composed;
    }
    if (legal(ops_[use.op])) return true;
    ops_[use.op] = before;
    return false;
}

// A move whose readers can read what it reads.
bool Optimizer::copy(size_t i, bool alpha) {
    const Half& h = half(i, alpha);
    if (!is_move(h, alpha) || h.clamp || (h.omod && h.omod != omod_disabled) || h.predicated || h.destination < 0)
        return false;
    const int n = h.destination;
    if (!simple(n)) return false;
    const Source& moved = h.source[0];
    if (moved.file == Source::Register && (moved.index == n || moved.alpha == n)) return false;
    bool changed = false;
    const std::vector<Use> uses = value(n).uses;
    // MAX reads its source twice: both or none.
    for (size_t u = 0; u < uses.size(); u++) {
        const bool twice = u + 1 < uses.size() && uses[u].op == uses[u + 1].op && !uses[u].lookup &&
                           uses[u].alpha == uses[u + 1].alpha &&
                           is_move(half(uses[u].op, uses[u].alpha), uses[u].alpha);
        if (!twice) {
            changed |= copy_to(uses[u], i, alpha, n);
            continue;
        }
        const Op before = ops_[uses[u].op];
        // The first alone may not fit; the second is the same source.
        Half& reader = half(uses[u].op, uses[u].alpha);
        const auto composed = compose(reader.source[0], lanes(uses[u].op, uses[u].alpha, 0), n, moved);
        if (composed && still_there(i, Half(half(i, alpha)), alpha, uses[u].op)) {
            reader.source[0] = reader.source[1] = *composed;
            if (legal(ops_[uses[u].op]))
                changed = true;
            else
                ops_[uses[u].op] = before;
        }
        u++;
    }
    return changed;
}

void Optimizer::run() {
    // Each change makes something less; the bound is against rules that undo each other.
    for (size_t round = 0; round < 64 + 8 * ops_.size(); round++) {
        analyse();
        while (clean()) analyse();
        bool changed = false;
        for (size_t i = 0; i < ops_.size() && !changed; i++) {
            if (!is_alu(ops_[i])) continue;
            for (const bool alpha : {false, true})
                changed = changed || (half(i, alpha).on &&
                                      (fold(i, alpha) || copy(i, alpha) || retarget(i, alpha) || fuse(i, alpha)));
            changed = changed || narrow(i);
        }
        for (size_t i = 0; i < ops_.size() && !changed; i++) {
            if (!is_alu(ops_[i])) continue;
            for (const bool alpha : {false, true})
                changed = changed || (half(i, alpha).on && (scale(i, alpha) || presubtract(i, alpha)));
        }
        if (!changed) break;
    }
}

void split_halves(std::vector<Op>& ops) {
    std::vector<Op> split;
    for (Op& op : ops) {
        const bool coupled = !is_alu(op) || !op.rgb.on || !op.alpha.on || op.rgb.op == rgb_sop ||
                             op.rgb.op == rgb_dp4 || op.alpha.op == alpha_dp;
        if (coupled) {
            split.push_back(op);
            continue;
        }
        // Not where the second reads what the first writes: in one slot both read first.
        Op rgb = op, alpha = op;
        rgb.alpha = {};
        alpha.rgb = {};
        const auto writes = [](const Half& h) { return h.output_mask || h.depth; };
        rgb.type = writes(rgb.rgb) ? Output : Alu;
        alpha.type = writes(alpha.alpha) ? Output : Alu;
        if (!overlap(writes_of(rgb), reads_of(alpha))) {
            split.push_back(rgb);
            split.push_back(alpha);
        } else if (!overlap(writes_of(alpha), reads_of(rgb))) {
            split.push_back(alpha);
            split.push_back(rgb);
        } else {
            split.push_back(op);
        }
    }
    ops = std::move(split);
}

bool split_pairs(std::vector<Op>& ops, int registers) {
    std::vector<bool> looked_up(static_cast<size_t>(registers));
    for (Op& op : ops)
        if (op.type == Texture)
            visit_reads(op, [&](int rgb, int, uint32_t) { looked_up[static_cast<size_t>(rgb)] = true; });
    std::vector<Op> split;
    for (const Op& op : ops) {
        const Half& h = op.rgb;
        const bool pair = is_alu(op) && h.on && !op.alpha.on && std::popcount(h.mask) == 2 && !h.output_mask &&
                          !h.predicate_mask && !h.tests && !h.predicated && other_unit(h.op, false) >= 0 &&
                          !looked_up[static_cast<size_t>(h.destination)];
        if (!pair) {
            split.push_back(op);
            continue;
        }
        Op first = op, second = op;
        first.rgb.mask &= ~(first.rgb.mask - 1);  // the lowest
        second.rgb.mask &= second.rgb.mask - 1;
        // Both read before either writes.
        if (overlap(writes_of(first), reads_of(second))) std::swap(first, second);
        if (overlap(writes_of(first), reads_of(second))) {
            split.push_back(op);
            continue;
        }
        split.push_back(first);
        split.push_back(second);
    }
    const bool changed = split.size() != ops.size();
    ops = std::move(split);
    return changed;
}

void optimize(std::vector<Op>& ops, int registers) { Optimizer(ops, registers).run(); }

}  // namespace machines::ctm
