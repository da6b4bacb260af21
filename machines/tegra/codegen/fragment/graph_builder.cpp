#include "machines/tegra/codegen/fragment/graph_builder.h"

#include <algorithm>
#include <cmath>

#include "machines/tegra/codegen/fragment/values.h"

namespace machines::tegra::fragment {

int GraphBuilder::add(const Node& node) {
    const uint32_t flags =
        node.scale | node.compare << 2 | node.saturate << 4 | node.blends << 5 | static_cast<uint32_t>(node.terms) << 6;
    const Key key{node.kind,
                  node.index,
                  node.component,
                  node.op,
                  node.in,
                  flags,
                  node.precise >= large_factor ? node.precise : node.value};
    const auto [it, added] = known_.try_emplace(key, static_cast<int>(graph_.nodes.size()));
    if (added) graph_.nodes.push_back(node);
    return it->second;
}

Ref GraphBuilder::constant(double value) {
    Node node;
    node.kind = Node::Constant;
    node.value = static_cast<float>(fp20_value(fp20_round(std::fabs(value))));
    node.precise = static_cast<float>(std::fabs(value));
    node.low = node.high = static_cast<double>(node.value);
    node.exact = is_fixed_number(node.low);
    return {add(node), std::signbit(value), false};
}

Ref GraphBuilder::leaf(Node::Kind kind, int index, int component, Range values) {
    Node node;
    node.kind = kind;
    node.index = index;
    node.component = component;
    node.low = values.low;
    node.high = values.high;
    node.exact = kind == Node::Texel;
    return {add(node), false, false};
}

Ref GraphBuilder::uniform(GeneratedFragment::UniformKind kind, int index, int component) {
    const auto same = [&](const GeneratedFragment::Uniform& u) {
        return u.kind == kind && u.index == static_cast<uint32_t>(index) &&
               u.component == static_cast<uint32_t>(component);
    };
    const auto it = std::find_if(graph_.uniforms.begin(), graph_.uniforms.end(), same);
    const auto n = it - graph_.uniforms.begin();
    if (it == graph_.uniforms.end())
        graph_.uniforms.push_back({kind, static_cast<uint32_t>(index), static_cast<uint32_t>(component), 0});
    return leaf(Node::Uniform, static_cast<int>(n));
}

Ref GraphBuilder::alu(uint32_t op, Ref a, Ref b, Ref c, uint32_t compare) {
    const std::optional<double> x = known(graph_, a), y = known(graph_, b), z = known(graph_, c);
    if (op == alu_mad && compare == compare_none) {
        if (x && y && z) return constant(*x * *y + *z);
        if (x && *x == 1) std::swap(a, b);
        if (is(graph_, a, -1)) {
            std::swap(a, b);
        }
        if (is(graph_, b, -1)) {
            a = minus(a);
            b = constant(1);
        }
        if (is(graph_, b, 1) && is(graph_, c, 0)) return a;
        if (is(graph_, a, 0) || is(graph_, b, 0)) return c;
    } else if (op == alu_csel && x) {
        return *x < 0 ? b : c;
    } else if (op == alu_csel && b == c) {
        return b;
    } else if (op != alu_csel && x && y && z && compare == compare_none) {
        return constant(op == alu_min ? std::min(*x * *y, *z) : std::max(*x * *y, *z));
    } else if (compare != compare_none && x && y && z) {
        const double v = *x * *y + *z;
        return constant(compare == compare_equal ? v == 0 : compare == compare_greater ? v > 0 : v >= 0);
    }
    Node node;
    node.kind = Node::Alu;
    node.op = op;
    node.in[0] = a;
    node.in[1] = b;
    node.in[2] = c;
    node.compare = compare;
    node.terms = op == alu_mad && is(graph_, c, 0);
    return shared(node);
}

// A chain of MADs begins with what needs no product: a number, or what is multiplied by one, stands in rC.
Ref GraphBuilder::chain(const Products& terms) {
    double number = 0;
    std::vector<Ref> addends;
    Products products;
    for (const auto& [a, b] : terms) {
        const std::optional<double> x = known(graph_, a), y = known(graph_, b);
        if (x && y)
            number += *x * *y;
        else if (x && std::fabs(*x) == 1)
            addends.push_back(*x < 0 ? minus(b) : b);
        else if (y && std::fabs(*y) == 1)
            addends.push_back(*y < 0 ? minus(a) : a);
        else
            products.emplace_back(a, b);
    }
    Ref total = constant(number);
    for (const Ref& addend : addends) total = sum(addend, total);
    for (const auto& [a, b] : products) total = mad(a, b, total);
    return total;
}

Ref GraphBuilder::dot(Products terms) {
    std::erase_if(terms, [&](const auto& t) { return is(graph_, t.first, 0) || is(graph_, t.second, 0); });
    if (terms.size() <= 2 || chains_) return chain(terms);
    Node node;
    node.kind = Node::Dot;
    node.terms = static_cast<int>(terms.size());
    for (size_t t = 0; t < terms.size(); t++) {
        node.in[2 * t] = terms[t].first;
        node.in[2 * t + 1] = terms[t].second;
    }
    return shared(node);
}

Node GraphBuilder::same(const Ref& a) {
    Node node;
    node.kind = Node::Alu;
    node.op = alu_mad;
    node.in[0] = a;
    node.in[1] = constant(1);
    node.in[2] = constant(0);
    node.terms = 1;
    return node;
}

Ref GraphBuilder::shared(Node node) {
    judge(graph_, node);
    return {add(node), false, false};
}

int GraphBuilder::append(Node node) {
    judge(graph_, node);
    graph_.nodes.push_back(node);
    return static_cast<int>(graph_.nodes.size()) - 1;
}

int GraphBuilder::copy(const Ref& a) { return append(same(a)); }

int GraphBuilder::own_varying(const Ref& a) {
    Node own = graph_.at(a.node);
    own.own = true;
    graph_.nodes.push_back(own);
    return static_cast<int>(graph_.nodes.size()) - 1;
}

void GraphBuilder::kill(Node node) {
    node.kills = true;
    graph_.roots.push_back(append(node));
}

void GraphBuilder::kill_where(const Ref& condition, const Ref& yes, const Ref& no) {
    Node node;
    node.kind = Node::Alu;
    node.op = alu_csel;
    node.in[0] = condition;
    node.in[1] = yes;
    node.in[2] = no;
    kill(node);
}

Ref GraphBuilder::function(uint32_t op, const Ref& a) {
    if (const auto x = known(graph_, a); x && op == sfu_frc) return constant(*x - std::floor(*x));
    const Key key{-1, static_cast<int>(op), 0, 0, {a}, 0, 0};
    if (const auto it = known_.find(key); it != known_.end()) return {it->second, false, false};
    Node node;
    node.kind = Node::Sfu;
    node.op = op;
    const Node& source = graph_.at(a.node);
    if (source.kind == Node::Varying && !a.negate && !a.absolute) {
        node.in[0] = {own_varying(a), false, false};
    } else {
        node.in[0] = {copy(a), false, false};
        graph_.at(node.in[0].node).must_float = true;
    }
    const int n = append(node);
    known_.emplace(key, n);
    return {n, false, false};
}

Ref GraphBuilder::saturated(const Ref& a) {
    if (const auto x = known(graph_, a)) return constant(std::clamp(*x, 0.0, 1.0));
    const Range v = range(graph_, a);
    if (v.low >= 0 && v.high <= 1) return a;
    Node node = same(a);
    node.saturate = true;
    return shared(node);
}

}  // namespace machines::tegra::fragment
