#include "machines/tegra/codegen/fragment/tasks.h"

#include <algorithm>

namespace machines::tegra::fragment {

Tasks::Tasks(const Graph& graph, const std::vector<int>& order, const std::vector<int>& height)
    : graph_(graph),
      height_(height),
      order_(order),
      readers_(graph.nodes.size()),
      done_(graph.nodes.size()),
      lookup_done_(graph.lookups.size()) {
    number();
    for (const int task : order_) {
        const auto reads = [&](int n) {
            std::vector<int>& all = readers_[static_cast<size_t>(n)];
            if (all.empty() || all.back() != task) all.push_back(task);
        };
        if (task >= 0) {
            for (int k = 0; k < graph.at(task).inputs(); k++) reads(graph.at(task).in[static_cast<size_t>(k)].node);
        } else {
            for (int n : graph.lookup(lookup_of(task)).coordinate)
                if (n >= 0) reads(n);
        }
    }
}

void Tasks::number() {
    for (size_t i = 0; i < order_.size(); i++) position_[order_[i]] = static_cast<int>(i);
}

void Tasks::finish(int task) {
    if (task < 0)
        lookup_done_[static_cast<size_t>(lookup_of(task))] = true;
    else
        done_[static_cast<size_t>(task)] = true;
}

bool Tasks::all_finished() const {
    return std::all_of(order_.begin(), order_.end(), [&](int task) { return finished(task); });
}

int Tasks::height_of(int task) const {
    return height_[task >= 0 ? static_cast<size_t>(task) : graph_.nodes.size() + static_cast<size_t>(lookup_of(task))];
}

std::vector<int> Tasks::eligible(const Request& request) {
    std::vector<int> list;
    int open = 0;
    for (int task : order_) {
        if (finished(task)) continue;
        if (open == 0) first_ = task;
        if (open++ >= request.window) break;
        list.push_back(task);
    }
    if (request.by_height)
        std::stable_sort(list.begin(), list.end(), [&](int a, int b) { return height_of(a) > height_of(b); });
    return list;
}

int Tasks::next_use(int node) const {
    int first = std::numeric_limits<int>::max();
    for (const int task : readers_[static_cast<size_t>(node)])
        if (!finished(task)) first = std::min(first, position(task));
    return first;
}

void Tasks::repeat_before(int node, int position) {
    done_[static_cast<size_t>(node)] = false;
    const auto reader = order_.begin() + position;
    const auto old = std::find(order_.begin(), order_.end(), node);
    std::rotate(old, old + 1, reader);
    number();
}

}  // namespace machines::tegra::fragment
