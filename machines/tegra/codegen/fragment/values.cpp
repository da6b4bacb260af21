#include "machines/tegra/codegen/fragment/values.h"

#include <algorithm>

namespace machines::tegra::fragment {

double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

namespace {

Range product_of(const Range& a, const Range& b) {
    const std::array<double, 4> p{times(a.low, b.low), times(a.low, b.high), times(a.high, b.low),
                                  times(a.high, b.high)};
    return {*std::min_element(p.begin(), p.end()), *std::max_element(p.begin(), p.end())};
}

bool exact(const Graph& graph, const Ref& r) { return graph.at(r.node).exact; }

}  // namespace

std::optional<double> known(const Graph& graph, const Ref& r) {
    if (graph.at(r.node).kind != Node::Constant) return {};
    return (r.negate ? -1 : 1) * static_cast<double>(graph.at(r.node).value);
}

bool is(const Graph& graph, const Ref& r, double value) { return known(graph, r) == value; }

Range range(const Graph& graph, const Ref& r) {
    const Node& node = graph.at(r.node);
    Range v{node.low, node.high};
    if (r.absolute) {
        const double most = std::max(std::fabs(v.low), std::fabs(v.high));
        v = {v.low <= 0 && v.high >= 0 ? 0 : std::min(std::fabs(v.low), std::fabs(v.high)), most};
    }
    return r.negate ? Range{-v.high, -v.low} : v;
}

void judge(const Graph& graph, Node& node) {
    const auto product = [&](const Ref& x, const Ref& y) {
        Range v = product_of(range(graph, x), range(graph, y));
        // A square.
        if (x.node == y.node && x.absolute == y.absolute)
            v = x.negate == y.negate ? Range{std::max(v.low, 0.0), v.high} : Range{v.low, std::min(v.high, 0.0)};
        return v;
    };
    Range v;
    bool exact_value = false;
    if (node.kind == Node::Alu) {
        const Range a = range(graph, node.in[0]), b = range(graph, node.in[1]), c = range(graph, node.in[2]);
        const bool plain = is(graph, node.in[1], 1) || is(graph, node.in[1], -1) || is(graph, node.in[0], 1) ||
                           is(graph, node.in[0], -1);
        const bool all = exact(graph, node.in[0]) && exact(graph, node.in[1]) && exact(graph, node.in[2]) && plain;
        if (node.blends) {
            // a * t + b * (1 - t), which rounds
            const Range other = range(graph, minus(node.in[2]));
            v = {std::min(a.low, other.low), std::max(a.high, other.high)};
        } else if (node.op == alu_csel) {
            v = {std::min(b.low, c.low), std::max(b.high, c.high)};
            exact_value = exact(graph, node.in[1]) && exact(graph, node.in[2]);
        } else {
            const Range p = product(node.in[0], node.in[1]);
            exact_value = all;
            if (node.op == alu_min)
                v = {std::min(p.low, c.low), std::min(p.high, c.high)};
            else if (node.op == alu_max)
                v = {std::max(p.low, c.low), std::max(p.high, c.high)};
            else
                v = {p.low + c.low, p.high + c.high};
        }
    } else if (node.kind == Node::Dot) {
        v = {0, 0};
        for (size_t t = 0; t < static_cast<size_t>(node.terms); t++) {
            const Range p = product(node.in[2 * t], node.in[2 * t + 1]);
            v.low += p.low;
            v.high += p.high;
        }
    } else if (node.kind == Node::Sfu) {
        if (node.op == sfu_sin || node.op == sfu_cos)
            v = {-1, 1};
        else if (node.op == sfu_frc)
            v = {0, 1};
        else if (node.op == sfu_ex2 || node.op == sfu_rsq || node.op == sfu_sqrt)
            v.low = 0;
    }
    if (std::isnan(v.low) || std::isnan(v.high)) v = {};
    const double factor = node.scale == scale_2 ? 2 : node.scale == scale_4 ? 4 : node.scale == scale_half ? 0.5 : 1;
    exact_value = exact_value && factor >= 1;
    v = {v.low * factor, v.high * factor};
    if (node.saturate) v = {std::clamp(v.low, 0.0, 1.0), std::clamp(v.high, 0.0, 1.0)};
    if (node.compare != compare_none) {
        v = {0, 1};
        exact_value = true;
    }
    node.low = v.low;
    node.high = v.high;
    node.exact = exact_value && fits_fixed(v.low, v.high);
}

}  // namespace machines::tegra::fragment
