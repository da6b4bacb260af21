#include "machines/tegra/codegen/fragment/functions.h"

#include <cmath>
#include <functional>

namespace machines::tegra::fragment {
namespace {

// The angle of a sine or cosine. Where numbers of 8 and more multiply, 14 bits of a product say too little about its
// position in its turn. Such products are counted in turns, and the bits that rounding has cut off are added to FRC's
// result.
Ref angle(GraphBuilder& make, const Ref& a) {
    Graph& graph = make.graph();
    constexpr double radians = 6.283185307179586;
    constexpr int most_terms = 4;
    std::vector<std::pair<Ref, double>> fast;  // what is multiplied, and the turns it is multiplied by
    Ref rest = make.constant(0);
    int terms = 0;
    const std::function<bool(const Ref&, bool)> take = [&](const Ref& r, bool negative) {
        const Node node = graph.at(r.node);
        const bool is_sum = node.kind == Node::Alu && node.op == alu_mad && node.in[3].node < 0 &&
                            node.scale == scale_1 && !node.saturate && node.compare == compare_none && !r.absolute;
        const bool is_dot = node.kind == Node::Dot && node.scale == scale_1 && !node.saturate && !r.absolute;
        negative = negative != r.negate;
        const auto product = [&](const Ref& x, const Ref& y) {
            const std::optional<double> p = known(graph, x), q = known(graph, y);
            if (++terms > most_terms) return false;
            if (p.has_value() != q.has_value() && std::fabs(p ? *p : *q) >= static_cast<double>(large_factor)) {
                const Ref& number = p ? x : y;
                const double factor = static_cast<double>(graph.at(number.node).precise) / radians;
                fast.emplace_back(p ? y : x, number.negate != negative ? -factor : factor);
                return true;
            }
            rest = make.mad(negative ? minus(x) : x, y, rest);
            return true;
        };
        if (is_dot) {
            for (size_t t = 0; t < static_cast<size_t>(node.terms); t++)
                if (!product(node.in[2 * t], node.in[2 * t + 1])) return false;
            return true;
        }
        if (!is_sum) return product(Ref{r.node, false, r.absolute}, make.constant(1));
        const auto factor_is_one = [&](size_t n) { return is(graph, node.in[n], 1); };
        if (factor_is_one(1) && graph.at(node.in[0].node).kind == Node::Alu) {
            if (!take(node.in[0], negative)) return false;
        } else if (!product(node.in[0], node.in[1])) {
            return false;
        }
        return is(graph, node.in[2], 0) || take(node.in[2], negative);
    };
    if (!take(a, false) || fast.empty()) return a;
    Ref turns = make.constant(0);
    for (const auto& [x, factor] : fast) {
        const Ref high = make.constant(factor);
        const Ref low = make.constant(factor - *known(graph, high));
        const Ref whole = make.mul(x, high);
        graph.at(whole.node).must_float = true;
        const Ref error = make.mad(x, high, minus(whole));
        graph.at(error.node).must_float = true;
        turns = make.sum(turns, make.sum(make.function(sfu_frc, whole), make.mad(x, low, error)));
    }
    return make.mad(turns, make.constant(radians), rest);
}

}  // namespace

Ref magnitude_of(const Graph& graph, const Ref& a) { return range(graph, a).low >= 0 ? a : magnitude(a); }

Ref floor_of(GraphBuilder& make, const Ref& a) { return make.sum(a, minus(make.function(sfu_frc, a))); }

Ref exponential(GraphBuilder& make, const Ref& a) { return make.function(sfu_ex2, make.function(sfu_preex2, a)); }

Ref sine(GraphBuilder& make, const Ref& a) { return make.function(sfu_sin, make.function(sfu_presin, angle(make, a))); }

Ref cosine(GraphBuilder& make, const Ref& a) {
    return make.function(sfu_cos, make.function(sfu_precos, angle(make, a)));
}

Ref blend(GraphBuilder& make, const Ref& a, const Ref& b, const Ref& c) {
    const Node& by = make.graph().at(a.node);
    const bool texel = by.kind == Node::Texel || (by.kind == Node::Alu && by.exact);
    if (texel && !a.negate) {
        // One ALU: b * a - c * (a - 1), whose last factor is a half less one.
        Node node;
        node.kind = Node::Alu;
        node.op = alu_mad;
        node.in[0] = b;
        node.in[1] = a;
        node.in[2] = minus(c);
        node.in[3] = a;
        node.blends = true;
        return make.shared(node);
    }
    return make.mad(a, make.sum(b, minus(c)), c);
}

}  // namespace machines::tegra::fragment
