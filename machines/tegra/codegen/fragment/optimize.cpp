// What two operations can do in one, precisions, and the places of numbers.
#include <algorithm>

#include "machines/tegra/codegen/fragment/generator.h"

namespace machines::tegra {

void Generator::count_uses() {
    for (Node& node : graph_.nodes) node.uses = 0;
    std::vector<uint8_t> lookup_seen(graph_.lookups.size());
    std::vector<int> work;
    const auto read = [&](int n) {
        if (at(n).uses++ == 0) work.push_back(n);
    };
    for (int root : graph_.roots) read(root);
    for (const auto& [target, lookup] : graph_.straight)
        for (int texel : graph_.lookups[static_cast<size_t>(lookup)].texel) read(texel);
    while (!work.empty()) {
        const int n = work.back();
        work.pop_back();
        for (int i = 0; i < at(n).inputs(); i++) read(at(n).in[static_cast<size_t>(i)].node);
        if (at(n).kind != Node::Texel || lookup_seen[static_cast<size_t>(at(n).index)]) continue;
        lookup_seen[static_cast<size_t>(at(n).index)] = 1;
        for (int c : graph_.lookups[static_cast<size_t>(at(n).index)].coordinate)
            if (c >= 0) read(c);
    }
}

// A number that is added to a sum is added to its first product instead, in rC: a*b + u + k becomes (a*b + k) + u,
// where u and the rest do not wait for each other, and where u is a product, it is computed in the last MAD itself.
void Generator::sink_numbers() {
    constexpr double largest = 8;  // sums with more may mean to round
    count_uses();
    const auto plain = [&](const Node& node) {
        return node.kind == Node::Alu && node.op == alu_mad && node.in[3].node < 0 && node.uses > 0 && !node.exact;
    };
    for (Node& node : graph_.nodes) {
        if (!plain(node) || node.kills) continue;
        const auto k = known(node.in[2]);
        const Ref from = node.in[0];
        if (!k || *k == 0 || std::fabs(*k) > largest || !is(node.in[1], 1) || from.absolute) continue;
        Node& source = at(from.node);
        if (!plain(source) || source.uses != 1 || source.scale != scale_1 || source.saturate ||
            source.compare != compare_none || source.must_float || source.lookup >= 0 || source.output >= 0 ||
            is(source.in[1], 1) || known(source.in[2]))
            continue;
        Ref u = source.in[2];
        source.in[2] = from.negate ? minus(node.in[2]) : node.in[2];
        judge(source);
        if (from.negate) u = minus(u);
        const Node product = at(u.node);
        const bool is_product = plain(product) && product.is_product() && product.scale == scale_1 &&
                                !product.saturate && product.compare == compare_none && !product.must_float &&
                                !u.absolute;
        node.in[0] = !is_product ? u : u.negate ? minus(product.in[0]) : product.in[0];
        if (is_product) node.in[1] = product.in[1];  // else it is one
        node.in[2] = from;
        node.terms = 0;
        count_uses();
    }
}

namespace {

void take_over(Node& node, const Node& from) {
    node.kind = from.kind;
    node.op = from.op;
    node.in = from.in;
    node.terms = from.terms;
    node.blends = from.blends;
}

void negate(Node& node) {
    if (node.kind == Node::Dot) {
        for (size_t t = 0; t < static_cast<size_t>(node.terms); t++) node.in[2 * t] = minus(node.in[2 * t]);
        return;
    }
    node.in[0] = minus(node.in[0]);
    node.in[2] = minus(node.in[2]);
}

// A MAD without a fourth operand, that somebody reads.
bool is_open_mad(const Node& node) {
    return node.kind == Node::Alu && node.op == alu_mad && node.in[3].node < 0 && node.uses > 0;
}

// An operation with one reader that needs it nowhere else.
bool is_only_read(const Node& node) { return node.uses == 1 && node.lookup < 0 && node.output < 0 && !node.must_float; }

// And is a MAD that leaves its sum as it is.
bool is_plain_mad(const Node& node) {
    return is_only_read(node) && is_open_mad(node) && node.scale == scale_1 && !node.saturate &&
           node.compare == compare_none;
}

}  // namespace

// Most merge two operations into one, where the second is the first one's only reader.
void Generator::optimize() {
    sink_numbers();
    merge_copies();
    merge_kills();
    merge_summands();
    merge_products();
    count_uses();
    bypass_copies();
    drop_unused();
    assign_precision();
}

// The reader merely copies, scales, saturates or adds.
void Generator::merge_copies() {
    count_uses();
    for (Node& node : graph_.nodes) {
        if (!is_open_mad(node) || node.compare != compare_none || node.kills) continue;
        // A factor that scales, or one.
        Ref from = node.in[0], factor = node.in[1];
        if (known(from)) std::swap(from, factor);
        const Node source = at(from.node);
        if (!is_only_read(source) || (source.kind != Node::Alu && source.kind != Node::Dot) || from.absolute) continue;
        const auto k = known(factor);
        if (is(node.in[2], 0) && k && node.scale == scale_1) {
            const double size = std::fabs(*k);
            const uint32_t scale = size == 2 ? scale_2 : size == 4 ? scale_4 : size == 0.5 ? scale_half : scale_1;
            if (size != 1 && scale == scale_1) continue;
            if (scale != scale_1 && (source.scale != scale_1 || source.saturate || source.compare != compare_none))
                continue;
            if (node.saturate && source.compare != compare_none) continue;
            const bool negative = from.negate != (*k < 0);
            if (negative && (source.saturate || source.compare != compare_none ||
                             (source.kind == Node::Alu && source.op != alu_mad)))
                continue;
            take_over(node, source);
            node.scale = scale != scale_1 ? scale : source.scale;
            node.saturate = node.saturate || source.saturate;
            node.compare = source.compare;
            if (negative) negate(node);
        } else if (k && std::fabs(*k) == 1 && source.is_product() && source.scale == scale_1 && !source.saturate) {
            // a*b + c
            const bool negative = from.negate != (*k < 0);
            node.in[0] = negative ? minus(source.in[0]) : source.in[0];
            node.in[1] = source.in[1];
            node.terms = 0;
        }
    }
}

// A kill where x is less than zero is one where -x is greater.
void Generator::merge_kills() {
    count_uses();
    for (Node& node : graph_.nodes) {
        if (!node.kills || !is(node.in[1], 1) || !is(node.in[2], 0)) continue;
        const Ref from = node.in[0];
        const Node source = at(from.node);
        if (source.kind != Node::Alu || source.op != alu_mad || !is_only_read(source) || source.saturate ||
            from.absolute || source.compare != compare_none)
            continue;
        take_over(node, source);
        node.scale = source.scale;
        node.compare = compare_greater;
        node.terms = 0;
        if (!from.negate) negate(node);
    }
}

// The other summand of a sum is a product.
void Generator::merge_summands() {
    count_uses();
    for (Node& node : graph_.nodes) {
        if (!is_open_mad(node)) continue;
        const Ref from = node.in[2];
        const Node source = at(from.node);
        if (!is(node.in[1], 1) || from.absolute || !is_only_read(source) || source.kind != Node::Alu ||
            !source.is_product() || source.scale != scale_1 || source.saturate)
            continue;
        node.in[2] = node.in[0];
        node.in[0] = from.negate ? minus(source.in[0]) : source.in[0];
        node.in[1] = source.in[1];
        node.terms = 0;
    }
}

// A second product, where one of its factors is in a register that is read anyway; a sum times a factor.
void Generator::merge_products() {
    count_uses();
    for (Node& node : graph_.nodes) {
        if (!is_open_mad(node)) continue;
        if (is(node.in[2], 0))
            merge_factor(node);
        else
            merge_second_product(node);
    }
}

// (x + y) * factor; the fourth operand has no sign of its own.
void Generator::merge_factor(Node& node) {
    for (size_t n = 0; n < 2; n++) {
        const Ref from = node.in[n], factor = node.in[1 - n];
        const Node source = at(from.node);
        if (!is_plain_mad(source) || from.absolute || is(source.in[2], 0) || is(factor, 1)) continue;
        if (!is(source.in[1], 1) || (known(factor) && std::fabs(*known(factor)) == 2)) continue;
        Ref by = factor;
        by.negate = false;
        const bool negative = from.negate != factor.negate;
        node.in[0] = negative ? minus(source.in[0]) : source.in[0];
        node.in[1] = node.in[3] = by;
        node.in[2] = negative ? minus(source.in[2]) : source.in[2];
        node.terms = 0;
        return;
    }
}

void Generator::merge_second_product(Node& node) {
    const Ref from = node.in[2];
    const Node source = at(from.node);
    if (!is_plain_mad(source) || !is(source.in[2], 0) || from.absolute || is(node.in[1], 1)) return;
    const auto together = [&](const Ref& x, const Ref& y) {
        const Node &one = at(x.node), &two = at(y.node);
        if (known(x) && static_cast<double>(one.value) == 2) return false;
        return x.node == y.node || (one.kind == Node::Texel && two.kind == Node::Texel && one.index == two.index &&
                                    one.component / 2 == two.component / 2);
    };
    for (size_t n = 0; n < 2; n++) {
        Ref third = source.in[n], fourth = source.in[1 - n];
        if (from.negate) third = minus(third);
        if (fourth.negate) {
            third = minus(third);
            fourth.negate = false;
        }
        if (together(fourth, node.in[0])) std::swap(node.in[0], node.in[1]);
        if (!together(fourth, node.in[1]) && !together(fourth, third)) continue;
        node.in[2] = third;
        node.in[3] = fourth;
        node.terms = 0;
        return;
    }
}

// Special functions work on what another leaves, without a copy.
void Generator::bypass_copies() {
    for (Node& node : graph_.nodes) {
        if (node.kind != Node::Sfu || !node.uses) continue;
        const Node& between = at(node.in[0].node);
        if (between.kind != Node::Alu || !between.is_product() || !is(between.in[1], 1) || between.scale != scale_1 ||
            between.saturate)
            continue;
        const Ref from = between.in[0];
        const Node& source = at(from.node);
        if (from.negate || from.absolute || source.uses != 1) continue;
        if (source.kind == Node::Sfu || source.kind == Node::InverseW) node.in[0] = from;
    }
    count_uses();
}

// Long programs leave much that nobody reads.
void Generator::drop_unused() {
    std::vector<int> number(graph_.nodes.size(), -1);
    std::vector<Node> kept;
    for (size_t n = 0; n < graph_.nodes.size(); n++) {
        if (!graph_.nodes[n].uses) continue;
        number[n] = static_cast<int>(kept.size());
        kept.push_back(graph_.nodes[n]);
    }
    const auto renumber = [&](int& n) { n = n < 0 ? -1 : number[static_cast<size_t>(n)]; };
    for (Node& node : kept)
        for (int i = 0; i < node.inputs(); i++) renumber(node.in[static_cast<size_t>(i)].node);
    for (Lookup& lookup : graph_.lookups) {
        for (int& n : lookup.coordinate) renumber(n);
        for (int& n : lookup.texel) renumber(n);
    }
    for (int& root : graph_.roots) renumber(root);
    graph_.nodes = std::move(kept);
}

void Generator::assign_precision() {
    for (Node& node : graph_.nodes)
        node.fixed = (node.kind == Node::Alu || node.kind == Node::Dot) && node.exact && !node.must_float &&
                     node.output < 0 && !node.kills && node.uses > 0;
    if (options_.precision != FragmentOptions::Mixed) return;
    // How much an error of a value can move a result: nodes are in the order of their making, readers behind.
    std::vector<double> gain(graph_.nodes.size(), 0);
    for (size_t n = graph_.nodes.size(); n-- > 0;) {
        const Node& node = graph_.nodes[n];
        if (!node.uses) continue;
        double own = gain[n];
        if (node.output >= 0) own = 1;
        if (node.kills || node.must_float || node.compare != compare_none || node.kind == Node::Sfu) own = INFINITY;
        if (node.scale == scale_2) own *= 2;
        if (node.scale == scale_4) own *= 4;
        const auto give = [&](const Ref& r, double by) { gain[static_cast<size_t>(r.node)] += by; };
        const auto most = [&](const Ref& r) {
            const Range v = range(r);
            return std::max(std::fabs(v.low), std::fabs(v.high));
        };
        if (node.kind == Node::Alu) {
            if (node.op == alu_csel) {
                give(node.in[0], INFINITY);
                give(node.in[1], own);
                give(node.in[2], own);
            } else {
                give(node.in[0], times(own, most(node.in[1])));
                give(node.in[1], times(own, most(node.in[0]) + (node.blends ? most(node.in[2]) : 0)));
                give(node.in[2], times(own, node.in[3].node >= 0 && !node.blends ? most(node.in[3]) : 1));
                if (node.in[3].node >= 0 && !node.blends) give(node.in[3], times(own, most(node.in[2])));
            }
        } else {
            for (int i = 0; i < node.inputs(); i++)
                give(node.in[static_cast<size_t>(i)],
                     node.kind == Node::Dot ? times(own, most(node.in[static_cast<size_t>(i ^ 1)])) : INFINITY);
        }
    }
    for (size_t n = 0; n < graph_.nodes.size(); n++) {
        Node& node = graph_.nodes[n];
        if ((node.kind != Node::Alu && node.kind != Node::Dot) || node.must_float || node.output >= 0 || node.kills ||
            !node.uses || !fits_fixed(node.low, node.high))
            continue;
        if (gain[n] <= 1 || node.wants_low_precision) node.fixed = true;
    }
}

// Numbers into uniforms while there are any, two to a word where FX10 holds them; the rest stands in packets.
std::vector<Place> Generator::place_constants() {
    std::vector<Place> places(graph_.nodes.size());
    uint32_t next = 0;
    std::vector<int> slot(graph_.uniforms.size(), -1);
    for (size_t n = 0; n < graph_.nodes.size(); n++) {
        const Node& node = graph_.nodes[n];
        if (!node.uses) continue;
        Place& place = places[n];
        if (node.kind == Node::Selector) {
            place = {Place::Special, static_cast<uint32_t>(node.index), false, false, false, 0};
        } else if (node.kind == Node::Uniform) {
            int& word = slot[static_cast<size_t>(node.index)];
            if (word < 0) {
                word = static_cast<int>(next++);
                generated_.uniforms.push_back(graph_.uniforms[static_cast<size_t>(node.index)]);
                generated_.uniforms.back().uniform = static_cast<uint32_t>(word);
            }
            place = {Place::Uniform, register_uniform0 + static_cast<uint32_t>(word), false, false, false, 0};
        }
    }
    if (next > fragment_uniforms) refuse_all("it needs more than 32 uniform numbers");
    int open = -1;  // a word with a free high half
    for (size_t n = 0; n < graph_.nodes.size(); n++) {
        const Node& node = graph_.nodes[n];
        if (!node.uses || node.kind != Node::Constant) continue;
        Place& place = places[n];
        const double value = static_cast<double>(node.value);
        if (value == 0 || value == 1 || value == 2) {
            place = {Place::Special, register_zero_one, true, value != 0, value == 2, 0};
            continue;
        }
        auto& code = generated_.code;
        const bool halves = is_fixed_number(value);
        if (halves && open >= 0) {
            uint32_t& word = code.constants[static_cast<size_t>(open)];
            word = with_half(word, true, fx10_round(value));
            place = {Place::Uniform, register_uniform0 + static_cast<uint32_t>(open), true, true, false, 0};
            open = -1;
        } else if (next < fragment_uniforms) {
            code.constants_given |= 1u << next;
            code.constants[next] = halves ? pair_of(fx10_round(value), 0) : fp20_round(value);
            place = {Place::Uniform, register_uniform0 + next, halves, false, false, 0};
            if (halves) open = static_cast<int>(next);
            next++;
        } else {
            place = {Place::Embedded, 0, false, false, false, fp20_round(value)};
        }
    }
    return places;
}

}  // namespace machines::tegra
