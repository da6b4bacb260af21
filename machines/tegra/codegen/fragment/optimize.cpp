// What two operations can do in one, and precisions.
#include <algorithm>
#include <cmath>
#include <utility>

#include "machines/tegra/codegen/fragment/values.h"

namespace machines::tegra::fragment {
namespace {

void count_uses(Graph& graph) {
    for (Node& node : graph.nodes) node.uses = 0;
    std::vector<uint8_t> lookup_seen(graph.lookups.size());
    std::vector<int> work;
    const auto read = [&](int n) {
        if (graph.at(n).uses++ == 0) work.push_back(n);
    };
    for (int root : graph.roots) read(root);
    for (const auto& [target, lookup] : graph.straight)
        for (int texel : graph.lookup(lookup).texel) read(texel);
    while (!work.empty()) {
        const int n = work.back();
        work.pop_back();
        for (int i = 0; i < graph.at(n).inputs(); i++) read(graph.at(n).in[static_cast<size_t>(i)].node);
        if (graph.at(n).kind != Node::Texel || lookup_seen[static_cast<size_t>(graph.at(n).index)]) continue;
        lookup_seen[static_cast<size_t>(graph.at(n).index)] = 1;
        for (int c : graph.lookup(graph.at(n).index).coordinate)
            if (c >= 0) read(c);
    }
}

// A number that is added to a sum is added to its first product instead, in rC: a*b + u + k becomes (a*b + k) + u,
// where u and the rest do not wait for each other, and where u is a product, it is computed in the last MAD itself.
void sink_numbers(Graph& graph) {
    constexpr double largest = 8;  // sums with more may mean to round
    count_uses(graph);
    const auto plain = [&](const Node& node) {
        return node.kind == Node::Alu && node.op == alu_mad && node.in[3].node < 0 && node.uses > 0 && !node.exact;
    };
    for (Node& node : graph.nodes) {
        if (!plain(node) || node.kills) continue;
        const auto k = known(graph, node.in[2]);
        const Ref from = node.in[0];
        if (!k || *k == 0 || std::fabs(*k) > largest || !is(graph, node.in[1], 1) || from.absolute) continue;
        Node& source = graph.at(from.node);
        if (!plain(source) || source.uses != 1 || source.scale != scale_1 || source.saturate ||
            source.compare != compare_none || source.must_float || source.lookup >= 0 || source.output >= 0 ||
            is(graph, source.in[1], 1) || known(graph, source.in[2]))
            continue;
        Ref u = source.in[2];
        source.in[2] = from.negate ? minus(node.in[2]) : node.in[2];
        judge(graph, source);
        if (from.negate) u = minus(u);
        const Node product = graph.at(u.node);
        const bool is_product = plain(product) && product.is_product() && product.scale == scale_1 &&
                                !product.saturate && product.compare == compare_none && !product.must_float &&
                                !u.absolute;
        node.in[0] = !is_product ? u : u.negate ? minus(product.in[0]) : product.in[0];
        if (is_product) node.in[1] = product.in[1];  // else it is one
        node.in[2] = from;
        node.terms = 0;
        count_uses(graph);
    }
}

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

// The reader merely copies, scales, saturates or adds.
void merge_copies(Graph& graph) {
    count_uses(graph);
    for (Node& node : graph.nodes) {
        if (!is_open_mad(node) || node.compare != compare_none || node.kills) continue;
        // A factor that scales, or one.
        Ref from = node.in[0], factor = node.in[1];
        if (known(graph, from)) std::swap(from, factor);
        const Node source = graph.at(from.node);
        if (!is_only_read(source) || (source.kind != Node::Alu && source.kind != Node::Dot) || from.absolute) continue;
        const auto k = known(graph, factor);
        if (is(graph, node.in[2], 0) && k && node.scale == scale_1) {
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
void merge_kills(Graph& graph) {
    count_uses(graph);
    for (Node& node : graph.nodes) {
        if (!node.kills || !is(graph, node.in[1], 1) || !is(graph, node.in[2], 0)) continue;
        const Ref from = node.in[0];
        const Node source = graph.at(from.node);
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
void merge_summands(Graph& graph) {
    count_uses(graph);
    for (Node& node : graph.nodes) {
        if (!is_open_mad(node)) continue;
        const Ref from = node.in[2];
        const Node source = graph.at(from.node);
        if (!is(graph, node.in[1], 1) || from.absolute || !is_only_read(source) || source.kind != Node::Alu ||
            !source.is_product() || source.scale != scale_1 || source.saturate)
            continue;
        node.in[2] = node.in[0];
        node.in[0] = from.negate ? minus(source.in[0]) : source.in[0];
        node.in[1] = source.in[1];
        node.terms = 0;
    }
}

// (x + y) * factor; the fourth operand has no sign of its own.
void merge_factor(const Graph& graph, Node& node) {
    for (size_t n = 0; n < 2; n++) {
        const Ref from = node.in[n], factor = node.in[1 - n];
        const Node source = graph.at(from.node);
        if (!is_plain_mad(source) || from.absolute || is(graph, source.in[2], 0) || is(graph, factor, 1)) continue;
        if (!is(graph, source.in[1], 1) || (known(graph, factor) && std::fabs(*known(graph, factor)) == 2)) continue;
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

void merge_second_product(const Graph& graph, Node& node) {
    const Ref from = node.in[2];
    const Node source = graph.at(from.node);
    if (!is_plain_mad(source) || !is(graph, source.in[2], 0) || from.absolute || is(graph, node.in[1], 1)) return;
    const auto together = [&](const Ref& x, const Ref& y) {
        const Node &one = graph.at(x.node), &two = graph.at(y.node);
        if (known(graph, x) && static_cast<double>(one.value) == 2) return false;
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

// A second product, where one of its factors is in a register that is read anyway; a sum times a factor.
void merge_products(Graph& graph) {
    count_uses(graph);
    for (Node& node : graph.nodes) {
        if (!is_open_mad(node)) continue;
        if (is(graph, node.in[2], 0))
            merge_factor(graph, node);
        else
            merge_second_product(graph, node);
    }
}

// Special functions work on what another leaves, without a copy.
void bypass_copies(Graph& graph) {
    for (Node& node : graph.nodes) {
        if (node.kind != Node::Sfu || !node.uses) continue;
        const Node& between = graph.at(node.in[0].node);
        if (between.kind != Node::Alu || !between.is_product() || !is(graph, between.in[1], 1) ||
            between.scale != scale_1 || between.saturate)
            continue;
        const Ref from = between.in[0];
        const Node& source = graph.at(from.node);
        if (from.negate || from.absolute || source.uses != 1) continue;
        if (source.kind == Node::Sfu || source.kind == Node::InverseW) node.in[0] = from;
    }
    count_uses(graph);
}

// Long programs leave much that nobody reads.
void drop_unused(Graph& graph) {
    std::vector<int> number(graph.nodes.size(), -1);
    std::vector<Node> kept;
    for (size_t n = 0; n < graph.nodes.size(); n++) {
        if (!graph.nodes[n].uses) continue;
        number[n] = static_cast<int>(kept.size());
        kept.push_back(graph.nodes[n]);
    }
    const auto renumber = [&](int& n) { n = n < 0 ? -1 : number[static_cast<size_t>(n)]; };
    for (Node& node : kept)
        for (int i = 0; i < node.inputs(); i++) renumber(node.in[static_cast<size_t>(i)].node);
    for (Lookup& lookup : graph.lookups) {
        for (int& n : lookup.coordinate) renumber(n);
        for (int& n : lookup.texel) renumber(n);
    }
    for (int& root : graph.roots) renumber(root);
    graph.nodes = std::move(kept);
}

void assign_precision(Graph& graph, FragmentOptions::Precision precision) {
    for (Node& node : graph.nodes)
        node.fixed = (node.kind == Node::Alu || node.kind == Node::Dot) && node.exact && !node.must_float &&
                     node.output < 0 && !node.kills && node.uses > 0;
    if (precision != FragmentOptions::Mixed) return;
    // How much an error of a value can move a result: nodes are in the order of their making, readers behind.
    std::vector<double> gain(graph.nodes.size(), 0);
    for (size_t n = graph.nodes.size(); n-- > 0;) {
        const Node& node = graph.nodes[n];
        if (!node.uses) continue;
        double own = gain[n];
        if (node.output >= 0) own = 1;
        if (node.kills || node.must_float || node.compare != compare_none || node.kind == Node::Sfu) own = INFINITY;
        if (node.scale == scale_2) own *= 2;
        if (node.scale == scale_4) own *= 4;
        const auto give = [&](const Ref& r, double by) { gain[static_cast<size_t>(r.node)] += by; };
        const auto most = [&](const Ref& r) {
            const Range v = range(graph, r);
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
    for (size_t n = 0; n < graph.nodes.size(); n++) {
        Node& node = graph.nodes[n];
        if ((node.kind != Node::Alu && node.kind != Node::Dot) || node.must_float || node.output >= 0 || node.kills ||
            !node.uses || !fits_fixed(node.low, node.high))
            continue;
        if (gain[n] <= 1 || node.wants_low_precision) node.fixed = true;
    }
}

}  // namespace

// Most merge two operations into one, where the second is the first one's only reader.
void optimize(Graph& graph, FragmentOptions::Precision precision) {
    sink_numbers(graph);
    merge_copies(graph);
    merge_kills(graph);
    merge_summands(graph);
    merge_products(graph);
    count_uses(graph);
    bypass_copies(graph);
    drop_unused(graph);
    assign_precision(graph, precision);
}

}  // namespace machines::tegra::fragment
