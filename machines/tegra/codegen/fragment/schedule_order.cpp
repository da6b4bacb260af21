// Orders in which tasks may run.
#include <algorithm>
#include <functional>

#include "machines/tegra/codegen/fragment/tasks.h"

namespace machines::tegra::fragment {

namespace {

// Which operation follows which if nothing ran side by side.
class Sequence {
  public:
    // needy_first: of an operation's operands, the one that takes the most registers to compute comes first.
    Sequence(const Graph& graph, bool needy_first)
        : graph_(graph),
          needy_first_(needy_first),
          seen_(graph.nodes.size()),
          seen_lookup_(graph.lookups.size()),
          need_(graph.nodes.size(), -1) {
        for (int root : graph.roots) visit(root);
        for (const auto& [target, lookup] : graph.straight) visit(graph.lookups[static_cast<size_t>(lookup)].texel[0]);
    }
    std::vector<int> order;  // tasks

  private:
    const Node& node(int n) const { return graph_.nodes[static_cast<size_t>(n)]; }
    std::vector<int> inputs(int n) const {
        std::vector<int> from;
        from.reserve(static_cast<size_t>(node(n).inputs()));
        for (int i = 0; i < node(n).inputs(); i++) from.push_back(node(n).in[static_cast<size_t>(i)].node);
        if (node(n).kind == Node::Texel)
            for (int c : graph_.lookups[static_cast<size_t>(node(n).index)].coordinate)
                if (c >= 0) from.push_back(c);
        return from;
    }
    // Registers that a value takes if it is computed by itself.
    int need(int n) {
        int& known = need_[static_cast<size_t>(n)];
        if (known >= 0) return known;
        known = 0;
        std::vector<int> needs;
        for (int from : inputs(n)) needs.push_back(need(from));
        std::sort(needs.begin(), needs.end(), std::greater<>());
        int most = node(n).kind > Node::Selector;
        for (size_t i = 0; i < needs.size(); i++) most = std::max(most, needs[i] + static_cast<int>(i));
        return need_[static_cast<size_t>(n)] = most;
    }
    void visit(int n) {
        if (seen_[static_cast<size_t>(n)]) return;
        seen_[static_cast<size_t>(n)] = 1;
        const Node& it = node(n);
        if (it.kind == Node::Texel && seen_lookup_[static_cast<size_t>(it.index)]) return;
        if (it.kind == Node::Texel) seen_lookup_[static_cast<size_t>(it.index)] = 1;
        std::vector<int> from = inputs(n);
        if (needy_first_) std::stable_sort(from.begin(), from.end(), [&](int a, int b) { return need(a) > need(b); });
        for (int m : from) visit(m);
        if (it.kind == Node::Texel) order.push_back(-1 - it.index);
        if (it.kind == Node::Alu || it.kind == Node::Dot || it.kind == Node::Sfu || it.kind == Node::InverseW)
            order.push_back(n);
    }

    const Graph& graph_;
    bool needy_first_;
    std::vector<uint8_t> seen_, seen_lookup_;
    std::vector<int> need_;
};

}  // namespace

std::vector<int> sequence(const Graph& graph, bool needy_first) { return Sequence(graph, needy_first).order; }

std::vector<int> frugal_order(const Graph& graph, const std::vector<int>& order) {
    const auto node = [&](int n) -> const Node& { return graph.nodes[static_cast<size_t>(n)]; };
    const auto size = [&](int n) {
        const Node& it = node(n);
        if (it.kind <= Node::Selector || it.kind == Node::Varying || it.kills || it.output >= 0) return 0;
        return it.fixed || it.kind == Node::Texel ? 1 : 2;
    };
    const auto inputs = [&](int task) {
        std::vector<int> from;
        if (task >= 0)
            for (int i = 0; i < node(task).inputs(); i++) from.push_back(node(task).in[static_cast<size_t>(i)].node);
        else
            for (const int n : graph.lookups[static_cast<size_t>(-1 - task)].coordinate)
                if (n >= 0) from.push_back(n);
        return from;
    };
    std::vector<int> remaining(graph.nodes.size()), made(graph.nodes.size());
    for (size_t n = 0; n < graph.nodes.size(); n++) {
        remaining[n] = graph.nodes[n].uses;
        made[n] = graph.nodes[n].kind < Node::InverseW;
    }
    std::vector<int> open = order, result;
    while (!open.empty()) {
        size_t best = open.size();
        int least = std::numeric_limits<int>::max();
        for (size_t i = 0; i < open.size(); i++) {
            const int task = open[i];
            const std::vector<int> from = inputs(task);
            if (!std::all_of(from.begin(), from.end(), [&](int n) { return made[static_cast<size_t>(n)]; })) continue;
            int cost = 0;
            if (task >= 0)
                cost = size(task);
            else
                for (const int n : graph.lookups[static_cast<size_t>(-1 - task)].texel)
                    if (n >= 0 && node(n).uses) cost++;
            for (size_t k = 0; k < from.size(); k++) {
                const auto n = static_cast<size_t>(from[k]);
                if (std::count(from.begin(), from.end(), from[k]) >= remaining[n] &&
                    std::find(from.begin(), from.begin() + static_cast<ptrdiff_t>(k), from[k]) ==
                        from.begin() + static_cast<ptrdiff_t>(k))
                    cost -= size(from[k]);
            }
            if (cost >= least) continue;
            least = cost;
            best = i;
        }
        if (best == open.size()) return order;
        const int task = open[best];
        open.erase(open.begin() + static_cast<ptrdiff_t>(best));
        result.push_back(task);
        for (const int n : inputs(task)) remaining[static_cast<size_t>(n)]--;
        if (task >= 0)
            made[static_cast<size_t>(task)] = 1;
        else
            for (const int n : graph.lookups[static_cast<size_t>(-1 - task)].texel)
                if (n >= 0) made[static_cast<size_t>(n)] = 1;
    }
    return result;
}

}  // namespace machines::tegra::fragment
