// Fewer operations with the same results: moves that need not be made, sums that presubtraction gives, products that a
// sum takes in, factors and clamps that are output modifiers, results written where they go at once.
//
// Each rule looks at one operation and what defines its sources, changes both if the units can still read everything,
// and everything is looked at anew. All of them keep values as they are: MAD rounds its product, presubtraction rounds
// like a sum.
#include <algorithm>
#include <bit>
#include <optional>

#include "arbasm/targets/ctm/code.h"

namespace arbasm::ctm {
namespace {

struct Use {
    size_t op = 0;
    bool alpha = false;  // the unit
    bool lookup = false;
    size_t slot = 0;  // source 0…2, presubtraction 3 and 4
    uint32_t channels = 0;
};

struct Value {
    int definitions = 0;
    size_t op = 0;
    bool alpha = false, lookup = false, partial = false;
    uint32_t mask = 0, used = 0;
    std::vector<Use> uses;
};

bool has_effect(const Half& half) {
    return half.mask || half.output_mask || half.predicate_mask || half.tests || half.depth;
}

bool all_select(const Source& source, uint32_t lanes, uint8_t select) {
    for (size_t i = 0; i < 4; i++)
        if (lanes >> i & 1 && source.select[i] != select) return false;
    return true;
}

class Improver {
  public:
    Improver(std::vector<Op>& ops, int registers) : ops_(ops), values_(static_cast<size_t>(registers)) {}
    void run();

  private:
    Half& half(size_t op, bool alpha) { return alpha ? ops_[op].alpha : ops_[op].rgb; }
    Value& value(int n) { return values_[static_cast<size_t>(n)]; }
    void analyse();
    bool clean();
    bool simple(int n) {
        return n >= first_value && value(n).definitions == 1 && !value(n).lookup && !value(n).partial;
    }
    uint32_t lanes(size_t op, bool alpha, size_t slot) {
        return lanes_read(half(op, alpha), alpha, slot, ops_[op].rgb.on && ops_[op].rgb.op == rgb_dp4);
    }
    // The one value that all lanes of the source read; -1 if there are several, or none.
    int sole_value(size_t op, bool alpha, size_t slot);
    bool constant_lanes(const Source& source, uint32_t lanes) {
        for (size_t i = 0; i < 4; i++)
            if (lanes >> i & 1 && source.select[i] > channel_a) return true;
        return false;
    }
    // Whether what the half at `from` reads is still there at `to`.
    bool still_there(size_t from, const Half& reader, bool alpha, size_t to);
    bool immutable(int n) { return value(n).definitions == 1 && block_of_[value(n).op] == 0 && !first_repeats_; }
    bool is_plain(const Half& h) {
        return !h.clamp && h.omod == 0 && !h.predicated && !h.output_mask && !h.predicate_mask && !h.tests && !h.depth;
    }
    bool is_move(const Half& h, bool alpha) {
        return h.on && h.op == op_max.of(alpha) && h.source[0] == h.source[1] && !h.source[0].presubtract;
    }
    bool is_sum(const Half& h, bool alpha) {
        const uint32_t l = computed_lanes(h, alpha);
        return h.on && h.op == op_mad.of(alpha) && all_select(h.source[1], l, channel_one) && !h.source[1].negate;
    }
    bool is_product(const Half& h, bool alpha) {
        const uint32_t l = computed_lanes(h, alpha);
        return h.on && h.op == op_mad.of(alpha) && all_select(h.source[2], l, channel_zero);
    }
    void set_type(Op& op) {
        if (is_alu(op)) {
            const auto writes = [](const Half& h) { return h.on && (h.output_mask || h.depth); };
            op.type = writes(op.rgb) || writes(op.alpha) ? Output : Alu;
        }
    }
    bool legal(const Op& op) {
        const auto asks = [](const Half& h) { return h.on && (h.predicate_mask || h.tests); };
        if (op.type == Output && (asks(op.rgb) || asks(op.alpha))) return false;
        return place(op, {}, nullptr);
    }
    // Twice something less one, or one less that: which source is the something; -1 if it is nothing like it.
    int biased(const Half& h, bool alpha) {
        const uint32_t l = computed_lanes(h, alpha);
        if (!h.on || h.op != op_mad.of(alpha) || !all_select(h.source[2], l, channel_one)) return -1;
        for (const int n : {0, 1}) {
            const Source& two = h.source[static_cast<size_t>(1 - n)];
            const Source& what = h.source[static_cast<size_t>(n)];
            if (two.file == Source::Inline && two.index == *inline_code(2) && !constant_lanes(two, l) &&
                !constant_lanes(what, l) && (two.negate != what.negate) != h.source[2].negate)
                return n;
        }
        return -1;
    }
    std::optional<Source> compose(const Source& use, uint32_t lanes, int n, const Source& moved);
    bool copy(size_t i, bool alpha);
    bool copy_to(const Use& use, size_t i, bool alpha, int n);
    bool fuse(size_t j, bool alpha);
    bool presubtract(size_t i, bool alpha);
    bool presubtract_in(const Use& use, const Half& sum);
    bool scale(size_t j, bool alpha);
    bool retarget(size_t j, bool alpha);
    Half* relocate(size_t i, bool alpha, int n, bool to_alpha, uint32_t lane);
    bool narrow(size_t i);
    bool fold(size_t i, bool alpha);

    std::vector<Op>& ops_;
    std::vector<Value> values_;
    std::vector<size_t> block_of_;
    bool first_repeats_ = false;
    bool predicates_read_ = false;
};

void Improver::analyse() {
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
bool Improver::clean() {
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

int Improver::sole_value(size_t op, bool alpha, size_t slot) {
    const Source& s = half(op, alpha).source[slot];
    if (s.file != Source::Register || s.presubtract) return -1;
    const uint32_t channels = channels_of(s, lanes(op, alpha, slot));
    if (!channels) return -1;
    if ((channels & rgb_lanes) && (channels & alpha_lane) && s.index != s.alpha) return -1;
    return channels & rgb_lanes ? s.index : s.alpha;
}

bool Improver::still_there(size_t from, const Half& reader, bool alpha, size_t to) {
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
std::optional<Source> Improver::compose(const Source& use, uint32_t lanes, int n, const Source& moved) {
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

bool Improver::copy_to(const Use& use, size_t i, bool alpha, int n) {
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
bool Improver::copy(size_t i, bool alpha) {
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

// a*b, then + c: one MAD.
bool Improver::fuse(size_t j, bool alpha) {
    Half& h = half(j, alpha);
    if (!is_sum(h, alpha)) return false;
    for (const size_t slot : {0u, 2u}) {
        const Source s = h.source[slot];
        const int n = sole_value(j, alpha, slot);
        if (n < 0 || !simple(n) || s.absolute || value(n).uses.size() != 1 || value(n).op == j) continue;
        const size_t i = value(n).op;
        const uint32_t l = computed_lanes(h, alpha);
        const Half product = half(i, value(n).alpha);
        if (!is_product(product, value(n).alpha) || !is_plain(product) || constant_lanes(s, l)) continue;
        if (block_of_[i] != block_of_[j] || !still_there(i, product, value(n).alpha, j)) continue;
        const Op before = ops_[j];
        const bool borrows = product.source[0].presubtract || product.source[1].presubtract;
        if (borrows) {
            if (h.source[0].presubtract || h.source[2].presubtract) continue;
            h.presubtract = product.presubtract;
            h.presubtract_op = product.presubtract_op;
        }
        std::array<Source, 3> sources{product.source[0], product.source[1], h.source[2 - slot]};
        for (size_t k = 0; k < 2; k++)
            for (size_t x = 0; x < 4; x++)
                if (l >> x & 1) sources[k].select[x] = product.source[k].select[s.select[x]];
        if (s.negate) sources[0].negate = !sources[0].negate;
        h.source = sources;
        if (legal(ops_[j])) return true;
        ops_[j] = before;
    }
    return false;
}

bool Improver::presubtract_in(const Use& use, const Half& sum) {
    Half& h = half(use.op, use.alpha);
    if (use.slot >= 3 || use.lookup) return false;
    Source& s = h.source[use.slot];
    const uint32_t l = lanes(use.op, use.alpha, use.slot);
    const int doubled = biased(sum, value(sum.destination).alpha);
    std::array<const Source*, 2> terms{&sum.source[0], &sum.source[2]};
    if (doubled >= 0) terms[0] = &sum.source[static_cast<size_t>(doubled)];
    const bool constants = constant_lanes(s, l);
    std::array<bool, 2> ones{true, true};
    for (size_t t = 0; t < 2; t++) {
        if (terms[t]->absolute || terms[t]->presubtract) return false;
        for (size_t x = 0; x < 4; x++)
            if (l >> x & 1 && s.select[x] <= channel_a)
                ones[t] = ones[t] && terms[t]->select[s.select[x]] == channel_one;
    }
    Source result;
    result.presubtract = true;
    result.absolute = s.absolute;
    bool negated = false;
    std::array<Source, 2> sources;
    uint16_t operation;
    if (doubled >= 0) {
        operation = presubtract_bias;
        negated = terms[1]->negate;
        sources[0] = *terms[0];
        terms[1] = terms[0];
    } else if (ones[0] != ones[1]) {
        const size_t one = ones[0] ? 0 : 1;
        if (terms[0]->negate == terms[1]->negate) return false;
        operation = presubtract_inv;
        negated = terms[one]->negate;
        sources[0] = *terms[1 - one];
        terms[one] = terms[1 - one];
    } else if (ones[0]) {
        return false;
    } else if (terms[0]->negate == terms[1]->negate) {
        operation = presubtract_add;
        negated = terms[0]->negate;
        sources = {*terms[0], *terms[1]};
    } else {
        operation = presubtract_sub;  // the second less the first
        sources = terms[0]->negate ? std::array{*terms[0], *terms[1]} : std::array{*terms[1], *terms[0]};
    }
    for (size_t x = 0; x < 4; x++) {
        if (!(l >> x & 1)) continue;
        if (s.select[x] > channel_a) {
            result.select[x] = s.select[x];
            continue;
        }
        const uint8_t a = terms[0]->select[s.select[x]], b = terms[1]->select[s.select[x]];
        if (a > channel_a || b > channel_a) return false;
        if (a != b && !terms[0]->uniform && !terms[1]->uniform) return false;
        const bool free = terms[0]->uniform && terms[1]->uniform;
        result.select[x] = free ? (use.alpha ? uint8_t{channel_a} : uint8_t{channel_r}) : terms[0]->uniform ? b : a;
    }
    for (Source& source : sources) {
        if (source.file == Source::None && (presubtracts_two(operation) || &source == sources.data())) return false;
        source.negate = false;
    }
    if (negated && constants && !s.absolute) return false;
    result.negate = s.absolute ? s.negate : s.negate != negated;
    // There is one presubtraction in a half.
    for (size_t k = 0; k < 3; k++)
        if (h.source[k].presubtract && (h.presubtract_op != operation || h.presubtract != sources)) return false;
    const Op before = ops_[use.op];
    h.presubtract_op = operation;
    h.presubtract = sources;
    h.source[use.slot] = result;
    if (legal(ops_[use.op])) return true;
    ops_[use.op] = before;
    return false;
}

// A sum whose readers can presubtract it.
bool Improver::presubtract(size_t i, bool alpha) {
    const Half sum = half(i, alpha);
    if ((!is_sum(sum, alpha) && biased(sum, alpha) < 0) || !is_plain(sum) || sum.destination < 0 ||
        !simple(sum.destination))
        return false;
    const std::vector<Use> uses = value(sum.destination).uses;
    if (uses.empty() || uses.size() > 4) return false;
    std::vector<std::pair<size_t, Op>> before;
    bool all = true;
    for (const Use& use : uses) {
        before.emplace_back(use.op, ops_[use.op]);
        // A move of it would not be one any more.
        all = all && !use.lookup && use.op > i && block_of_[use.op] == block_of_[i] &&
              !is_move(half(use.op, use.alpha), use.alpha) &&
              sole_value(use.op, use.alpha, use.slot < 3 ? use.slot : 0) == sum.destination && use.slot < 3 &&
              still_there(i, sum, alpha, use.op) && presubtract_in(use, sum);
        if (!all) break;
    }
    if (all) return true;
    for (auto it = before.rbegin(); it != before.rend(); ++it) ops_[it->first] = it->second;
    return false;
}

// A product with 2, 4, 8 or their inverses: an output modifier.
bool Improver::scale(size_t j, bool alpha) {
    Half& h = half(j, alpha);
    if (!is_product(h, alpha) || h.omod) return false;
    const uint32_t l = computed_lanes(h, alpha);
    for (const size_t slot : {0u, 1u}) {
        const Source &factor = h.source[1 - slot], s = h.source[slot];
        if (factor.negate || s.negate || s.absolute) continue;
        float number = 0;
        if (all_select(factor, l, channel_half))
            number = 0.5f;
        else if (factor.file == Source::Inline && !constant_lanes(factor, l))
            number = inline_value(static_cast<uint16_t>(factor.index));
        constexpr std::array numbers{2.0f, 4.0f, 8.0f, 0.5f, 0.25f, 0.125f};
        const auto found = std::find(numbers.begin(), numbers.end(), number);
        if (found == numbers.end()) continue;
        const int n = sole_value(j, alpha, slot);
        if (n < 0 || !simple(n) || value(n).uses.size() != 1 || constant_lanes(s, l)) continue;
        Half& producer = half(value(n).op, value(n).alpha);
        if (producer.clamp || (producer.omod && producer.omod != omod_disabled) || producer.output_mask ||
            producer.predicate_mask || producer.tests || producer.depth)
            continue;
        producer.omod = static_cast<uint16_t>(found - numbers.begin() + 1);
        Source moved = s;
        h.op = op_max.of(alpha);
        h.omod = h.clamp ? 0 : omod_disabled;
        h.source = {moved, moved, {}};
        return true;
    }
    return false;
}

// The scalar that the half gives as value n, computed in another place; null if it cannot be.
Half* Improver::relocate(size_t i, bool alpha, int, bool to_alpha, uint32_t lane) {
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
        to.destination = from.destination;
        to.mask = alpha_lane;
        to.clamp = from.clamp;
        to.omod = from.omod;
        from.destination = -1;
        from.mask = 0;
        from.clamp = false;
        from.omod = 0;
        return &to;
    }
    if (to.on) return nullptr;
    if (!to_alpha && is_transcendental(from.op)) {
        to.on = true;
        to.op = rgb_sop;
        to.destination = from.destination;
        to.mask = lane;
        to.clamp = from.clamp;
        to.omod = from.omod;
        from.destination = -1;
        from.mask = 0;
        from.clamp = false;
        from.omod = 0;
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
bool Improver::retarget(size_t j, bool alpha) {
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
    // What the move writes or asks for must not be touched in between.
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
bool Improver::narrow(size_t i) {
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

// The number that all lanes of a source are.
std::optional<float> number_of(const Source& source, uint32_t lanes) {
    std::optional<float> number;
    for (size_t i = 0; i < 4; i++) {
        if (!(lanes >> i & 1)) continue;
        const uint8_t select = source.select[i];
        if (select <= channel_a && source.file != Source::Inline) return std::nullopt;
        const float x = select <= channel_a      ? inline_value(static_cast<uint16_t>(source.index))
                        : select == channel_half ? 0.5f
                        : select == channel_one  ? 1.0f
                                                 : 0.0f;
        if (number && *number != x) return std::nullopt;
        number = x;
    }
    if (number && source.negate) number = -*number;
    return number;
}

// MIN and MAX of numbers, and CMP by one: the operand that it gives.
bool Improver::fold(size_t i, bool alpha) {
    Half& h = half(i, alpha);
    const uint32_t l = computed_lanes(h, alpha);
    size_t chosen = 0;
    if (h.op == op_cmp.of(alpha)) {
        const auto c = number_of(h.source[2], l);
        if (!c || h.source[2].presubtract) return false;
        chosen = *c >= 0 ? 0 : 1;
    } else if (h.op == op_min.of(alpha) || (h.op == op_max.of(alpha) && !is_move(h, alpha))) {
        const auto a = number_of(h.source[0], l), b = number_of(h.source[1], l);
        if (!a || !b) return false;
        chosen = h.op == op_min.of(alpha) ? (*a < *b ? 0 : 1) : (*a > *b ? 0 : 1);
    } else {
        return false;
    }
    const Source source = h.source[chosen];
    if (source.presubtract) return false;
    h.op = op_max.of(alpha);
    h.source = {source, source, {}};
    if (h.omod == 0 && !h.clamp) h.omod = omod_disabled;
    return true;
}

void Improver::run() {
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

}  // namespace

void split_halves(std::vector<Op>& ops) {
    std::vector<Op> split;
    for (Op& op : ops) {
        const bool coupled = !is_alu(op) || !op.rgb.on || !op.alpha.on || op.rgb.op == rgb_sop ||
                             op.rgb.op == rgb_dp4 || op.alpha.op == alpha_dp;
        if (coupled) {
            split.push_back(op);
            continue;
        }
        // The second must not read what the first writes: in one slot both read first.
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

void improve(std::vector<Op>& ops, int registers) { Improver(ops, registers).run(); }

}  // namespace arbasm::ctm
