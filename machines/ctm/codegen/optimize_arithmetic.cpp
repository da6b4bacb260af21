// Rules about what is computed: products in sums, sums as presubtraction, factors as output modifiers, numbers folded.
#include <algorithm>

#include "machines/ctm/codegen/optimizer.h"

namespace machines::ctm {

// a*b, then + c: one MAD.
bool Optimizer::fuse(size_t j, bool alpha) {
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

bool Optimizer::presubtract_in(const Use& use, const Half& sum) {
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
bool Optimizer::presubtract(size_t i, bool alpha) {
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
bool Optimizer::scale(size_t j, bool alpha) {
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

namespace {

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

}  // namespace

// MIN and MAX of numbers, and CMP by one: the operand that it gives.
bool Optimizer::fold(size_t i, bool alpha) {
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

}  // namespace machines::ctm
