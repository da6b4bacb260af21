// Nodes of the graph: made, simplified where numbers are known, and judged by what values they can have.
#include <algorithm>
#include <functional>

#include "machines/tegra/codegen/fragment/generator.h"

namespace machines::tegra {

double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

namespace {

// What numbers from here on multiply needs more than 14 bits, where it is an angle.
constexpr float large_factor = 8;

Range product_of(const Range& a, const Range& b) {
    const std::array<double, 4> p{times(a.low, b.low), times(a.low, b.high), times(a.high, b.low),
                                  times(a.high, b.high)};
    return {*std::min_element(p.begin(), p.end()), *std::max_element(p.begin(), p.end())};
}

}  // namespace

Range Generator::range(const Ref& r) const {
    const Node& node = at(r.node);
    Range v{node.low, node.high};
    if (r.absolute) {
        const double most = std::max(std::fabs(v.low), std::fabs(v.high));
        v = {v.low <= 0 && v.high >= 0 ? 0 : std::min(std::fabs(v.low), std::fabs(v.high)), most};
    }
    return r.negate ? Range{-v.high, -v.low} : v;
}

// What the result can be.
void Generator::judge(Node& node) const {
    const auto product = [&](const Ref& x, const Ref& y) {
        Range v = product_of(range(x), range(y));
        // A square.
        if (x.node == y.node && x.absolute == y.absolute)
            v = x.negate == y.negate ? Range{std::max(v.low, 0.0), v.high} : Range{v.low, std::min(v.high, 0.0)};
        return v;
    };
    Range v;
    bool exact_value = false;
    if (node.kind == Node::Alu) {
        const Range a = range(node.in[0]), b = range(node.in[1]), c = range(node.in[2]);
        const bool plain = is(node.in[1], 1) || is(node.in[1], -1) || is(node.in[0], 1) || is(node.in[0], -1);
        const bool all = exact(node.in[0]) && exact(node.in[1]) && exact(node.in[2]) && plain;
        if (node.blends) {
            // a * t + b * (1 - t), which rounds
            const Range other = range(minus(node.in[2]));
            v = {std::min(a.low, other.low), std::max(a.high, other.high)};
        } else if (node.op == alu_csel) {
            v = {std::min(b.low, c.low), std::max(b.high, c.high)};
            exact_value = exact(node.in[1]) && exact(node.in[2]);
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

int Generator::add(const Node& node) {
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

Ref Generator::constant(double value) {
    Node node;
    node.kind = Node::Constant;
    node.value = static_cast<float>(fp20_value(fp20_round(std::fabs(value))));
    node.precise = static_cast<float>(std::fabs(value));
    node.low = node.high = static_cast<double>(node.value);
    node.exact = is_fixed_number(node.low);
    return {add(node), std::signbit(value), false};
}

Ref Generator::leaf(Node::Kind kind, int index, int component, Range values) {
    Node node;
    node.kind = kind;
    node.index = index;
    node.component = component;
    node.low = values.low;
    node.high = values.high;
    node.exact = kind == Node::Texel;
    return {add(node), false, false};
}

Ref Generator::uniform(GeneratedFragment::UniformKind kind, int index, int component) {
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

Ref Generator::alu(uint32_t op, Ref a, Ref b, Ref c, uint32_t compare) {
    const std::optional<double> x = known(a), y = known(b), z = known(c);
    if (op == alu_mad && compare == compare_none) {
        if (x && y && z) return constant(*x * *y + *z);
        if (x && *x == 1) std::swap(a, b);
        if (is(a, -1)) {
            std::swap(a, b);
        }
        if (is(b, -1)) {
            a = minus(a);
            b = constant(1);
        }
        if (is(b, 1) && is(c, 0)) return a;
        if (is(a, 0) || is(b, 0)) return c;
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
    node.terms = op == alu_mad && is(c, 0);
    judge(node);
    return {add(node), false, false};
}

// A chain of MADs begins with what needs no product: a number, or what is multiplied by one, stands in rC.
Ref Generator::chain(const std::vector<std::pair<Ref, Ref>>& terms) {
    double number = 0;
    std::vector<Ref> addends;
    std::vector<std::pair<Ref, Ref>> products;
    for (const auto& [a, b] : terms) {
        const std::optional<double> x = known(a), y = known(b);
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

Ref Generator::dot(std::vector<std::pair<Ref, Ref>> terms) {
    std::erase_if(terms, [&](const auto& t) { return is(t.first, 0) || is(t.second, 0); });
    if (terms.size() <= 2 || chains_) return chain(terms);
    Node node;
    node.kind = Node::Dot;
    node.terms = static_cast<int>(terms.size());
    for (size_t t = 0; t < terms.size(); t++) {
        node.in[2 * t] = terms[t].first;
        node.in[2 * t + 1] = terms[t].second;
    }
    judge(node);
    return {add(node), false, false};
}

// The angle of a sine or cosine. Where numbers of 8 and more multiply, 14 bits of a product say too little about where
// in its turn it lies: such products are counted in turns, and what a product's rounding has cut off is added to what
// FRC leaves of it.
Ref Generator::angle(const Ref& a) {
    constexpr double radians = 6.283185307179586;
    constexpr int most_terms = 4;
    std::vector<std::pair<Ref, double>> fast;  // what is multiplied, and the turns it is multiplied by
    Ref rest = constant(0);
    int terms = 0;
    const std::function<bool(const Ref&, bool)> take = [&](const Ref& r, bool negative) {
        const Node node = at(r.node);
        const bool is_sum = node.kind == Node::Alu && node.op == alu_mad && node.in[3].node < 0 &&
                            node.scale == scale_1 && !node.saturate && node.compare == compare_none && !r.absolute;
        const bool is_dot = node.kind == Node::Dot && node.scale == scale_1 && !node.saturate && !r.absolute;
        negative = negative != r.negate;
        const auto product = [&](const Ref& x, const Ref& y) {
            const std::optional<double> p = known(x), q = known(y);
            if (++terms > most_terms) return false;
            if (p.has_value() != q.has_value() && std::fabs(p ? *p : *q) >= static_cast<double>(large_factor)) {
                const Ref& number = p ? x : y;
                const double factor = static_cast<double>(at(number.node).precise) / radians;
                fast.emplace_back(p ? y : x, number.negate != negative ? -factor : factor);
                return true;
            }
            rest = mad(negative ? minus(x) : x, y, rest);
            return true;
        };
        if (is_dot) {
            for (size_t t = 0; t < static_cast<size_t>(node.terms); t++)
                if (!product(node.in[2 * t], node.in[2 * t + 1])) return false;
            return true;
        }
        if (!is_sum) return product(Ref{r.node, false, r.absolute}, constant(1));
        const auto factor_is_one = [&](size_t n) { return is(node.in[n], 1); };
        if (factor_is_one(1) && at(node.in[0].node).kind == Node::Alu) {
            if (!take(node.in[0], negative)) return false;
        } else if (!product(node.in[0], node.in[1])) {
            return false;
        }
        return is(node.in[2], 0) || take(node.in[2], negative);
    };
    if (!take(a, false) || fast.empty()) return a;
    Ref turns = constant(0);
    for (const auto& [x, factor] : fast) {
        const Ref high = constant(factor);
        const Ref low = constant(factor - *known(high));
        const Ref whole = mul(x, high);
        at(whole.node).must_float = true;
        const Ref error = mad(x, high, minus(whole));
        at(error.node).must_float = true;
        turns = sum(turns, sum(function(sfu_frc, whole), mad(x, low, error)));
    }
    return mad(turns, constant(radians), rest);
}

// a * 1 + 0
Node Generator::same(const Ref& a) {
    Node node;
    node.kind = Node::Alu;
    node.op = alu_mad;
    node.in[0] = a;
    node.in[1] = constant(1);
    node.in[2] = constant(0);
    node.terms = 1;
    return node;
}

int Generator::copy(const Ref& a) {
    Node node = same(a);
    judge(node);
    graph_.nodes.push_back(node);
    return static_cast<int>(graph_.nodes.size()) - 1;
}

// In place: of a value that nobody else reads.
Ref Generator::function(uint32_t op, const Ref& a) {
    if (const auto x = known(a); x && op == sfu_frc) return constant(*x - std::floor(*x));
    const Key key{-1, static_cast<int>(op), 0, 0, {a}, 0, 0};
    if (const auto it = known_.find(key); it != known_.end()) return {it->second, false, false};
    Node node;
    node.kind = Node::Sfu;
    node.op = op;
    const Node& source = at(a.node);
    if (source.kind == Node::Varying && !a.negate && !a.absolute) {
        Node own = source;
        own.own = true;
        graph_.nodes.push_back(own);
        node.in[0] = {static_cast<int>(graph_.nodes.size()) - 1, false, false};
    } else {
        node.in[0] = {copy(a), false, false};
        at(node.in[0].node).must_float = true;
    }
    judge(node);
    graph_.nodes.push_back(node);
    const int n = static_cast<int>(graph_.nodes.size()) - 1;
    known_.emplace(key, n);
    return {n, false, false};
}

Ref Generator::saturated(const Ref& a) {
    if (const auto x = known(a)) return constant(std::clamp(*x, 0.0, 1.0));
    const Range v = range(a);
    if (v.low >= 0 && v.high <= 1) return a;
    Node node = same(a);
    node.saturate = true;
    judge(node);
    return {add(node), false, false};
}

// b where a is 1, c where it is 0.
Ref Generator::blend(const Ref& a, const Ref& b, const Ref& c) {
    const Node& by = at(a.node);
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
        judge(node);
        return {add(node), false, false};
    }
    return mad(a, sum(b, minus(c)), c);
}

}  // namespace machines::tegra
