// Makes the graph's nodes: computes what is known, shares what is there already, and judges what is new. Operands'
// signs are kept as the ALU's own modifiers.
#pragma once

#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "machines/tegra/codegen/fragment/values.h"

namespace machines::tegra::fragment {

using Vector = std::array<Ref, 4>;
using Products = std::vector<std::pair<Ref, Ref>>;

// Factors of an angle from here on need more than 14 bits (functions.cpp): such numbers are the same only where the
// program says so to the last digit.
inline constexpr float large_factor = 8;

class GraphBuilder {
  public:
    // chains: sums of products become MADs behind each other.
    GraphBuilder(Graph& graph, bool chains) : graph_(graph), chains_(chains) {}
    Graph& graph() { return graph_; }

    Ref constant(double value);
    Ref leaf(Node::Kind kind, int index, int component = 0, Range values = {});
    Ref uniform(GeneratedFragment::UniformKind kind, int index, int component);
    Ref alu(uint32_t op, Ref a, Ref b, Ref c, uint32_t compare = compare_none);
    Ref mad(const Ref& a, const Ref& b, const Ref& c) { return alu(alu_mad, a, b, c); }
    Ref mul(const Ref& a, const Ref& b) { return mad(a, b, constant(0)); }
    Ref sum(const Ref& a, const Ref& b) { return mad(a, constant(1), b); }
    Ref select(const Ref& condition, const Ref& negative, const Ref& other) {
        return alu(alu_csel, condition, negative, other);
    }
    // One where a - b passes, else zero.
    Ref test(uint32_t compare, const Ref& a, const Ref& b) { return alu(alu_mad, a, constant(1), minus(b), compare); }
    Ref dot(Products terms);
    // A special function, in place: of a value that nobody else reads.
    Ref function(uint32_t op, const Ref& a);
    Ref saturated(const Ref& a);

    // Judged; one that is there already is taken in its place.
    Ref shared(Node node);
    // Judged; a node of its own, whose number is the result.
    int append(Node node);
    int copy(const Ref& a);         // a * 1 + 0
    int own_varying(const Ref& a);  // which one reader fetches for itself
    // A root that kills where the node is not zero.
    void kill(Node node);
    // Kills where the condition is negative and `yes` is not zero, or the other way round.
    void kill_where(const Ref& condition, const Ref& yes, const Ref& no);

  private:
    using Key = std::tuple<int, int, int, uint32_t, std::array<Ref, 8>, uint32_t, float>;
    int add(const Node& node);
    Ref chain(const Products& terms);
    Node same(const Ref& a);

    Graph& graph_;
    bool chains_;
    std::map<Key, int> known_;
};

}  // namespace machines::tegra::fragment
