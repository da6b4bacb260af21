// What the rules of optimize.cpp, optimize_arithmetic.cpp and optimize_results.cpp share: who defines a value, who
// reads it.
#pragma once

#include <optional>

#include "machines/ctm/codegen/code.h"

namespace machines::ctm {

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

inline bool has_effect(const Half& half) {
    return half.mask || half.output_mask || half.predicate_mask || half.tests || half.depth;
}

inline bool all_select(const Source& source, uint32_t lanes, uint8_t select) {
    for (size_t i = 0; i < 4; i++)
        if (lanes >> i & 1 && source.select[i] != select) return false;
    return true;
}

// One rule is one member; a rule says whether it changed something.
class Optimizer {
  public:
    Optimizer(std::vector<Op>& ops, int registers) : ops_(ops), values_(static_cast<size_t>(registers)) {}
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
        return allocate_sources(op, {}, nullptr);
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

}  // namespace machines::ctm
