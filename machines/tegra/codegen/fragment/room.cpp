#include "machines/tegra/codegen/fragment/room.h"

namespace machines::tegra::fragment {

Room::Room(const Graph& graph, const Request& request, Tasks& tasks, Registers& registers)
    : graph_(graph), request_(request), tasks_(tasks), registers_(registers) {
    for (size_t n = 0; n < graph.nodes.size(); n++)
        if (is_shared(graph.nodes[n])) varyings_.push_back(static_cast<int>(n));
}

bool Room::leaves_reserve(int task, int taken) const {
    return !request_.reserve || taken <= 0 || task == tasks_.first() ||
           registers_.free_registers() >= request_.reserve + taken;
}

bool Room::evict() {
    int best = -1, latest = -1;
    for (const int n : varyings_) {
        if (registers_.where(n) < 0) continue;
        const int use = tasks_.next_use(n);
        if (use <= latest) continue;
        latest = use;
        best = n;
    }
    if (best >= 0) registers_.release(best);
    return best >= 0;
}

int Room::forget(int position) {
    constexpr int soon = 8, most = 64;
    if (!request_.forgets || forgotten_ >= most) return -1;
    int best = -1, latest = position + soon;
    for (int reg = 0; reg < registers_.count(); reg++) {
        const int n = registers_.owner(2 * reg);
        if (n < 0 || in_half(graph_.at(n)) || graph_.at(n).kind != Node::Alu || !can_move(graph_.at(n)) ||
            kept_.count(n))
            continue;
        const int use = tasks_.next_use(n);
        bool cheap = true;
        for (int i = 0; i < graph_.at(n).inputs(); i++) {
            const int from = graph_.at(n).in[static_cast<size_t>(i)].node;
            // Or of what is there until then anyway.
            cheap = cheap && (always_there(graph_.at(from)) || is_shared(graph_.at(from)) ||
                              (registers_.where(from) >= 0 && tasks_.next_use(from) > use));
        }
        if (!cheap || use <= latest || use == std::numeric_limits<int>::max()) continue;
        latest = use;
        best = n;
    }
    if (best < 0) return -1;
    registers_.release(best);
    for (int i = 0; i < graph_.at(best).inputs(); i++)
        registers_.remaining(graph_.at(best).in[static_cast<size_t>(i)].node)++;
    // It stands before its next reader now.
    tasks_.repeat_before(best, latest);
    forgotten_++;
    return best;
}

bool Room::clear(int reg, int position) {
    if (registers_.is_free(reg)) return true;
    const int n = registers_.owner(2 * reg);
    if (n < 0 || !is_shared(graph_.at(n)) || tasks_.next_use(n) <= position) return false;
    registers_.release(n);
    return true;
}

}  // namespace machines::tegra::fragment
