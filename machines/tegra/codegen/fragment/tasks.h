// The tasks of a schedule: operations by node, lookups as -1 - index. Their order, which of them are done, which may
// begin, and who reads a value next.
#pragma once

#include <map>
#include <vector>

#include "machines/tegra/codegen/fragment/graph.h"
#include "machines/tegra/codegen/fragment/request.h"

namespace machines::tegra::fragment {

// Which follows which if nothing ran side by side; needy_first: of an operation's operands, the one that takes the most
// registers to compute comes first.
std::vector<int> sequence(const Graph& graph, bool needy_first);
// The same tasks, always the one next whose operands make the most room, less what its result takes.
std::vector<int> frugal_order(const Graph& graph, const std::vector<int>& order);

inline constexpr int lookup_task(int lookup) { return -1 - lookup; }
inline constexpr int lookup_of(int task) { return -1 - task; }

class Tasks {
  public:
    // height: of nodes, then of lookups: the packets that follow at least.
    Tasks(const Graph& graph, const std::vector<int>& order, const std::vector<int>& height);
    const std::vector<int>& order() const { return order_; }
    bool finished(int task) const {
        return task < 0 ? lookup_done_[static_cast<size_t>(lookup_of(task))] : done_[static_cast<size_t>(task)];
    }
    void finish(int task);
    bool all_finished() const;
    // What may begin. The first of it is first() until the next call.
    std::vector<int> eligible(const Request& request);
    int first() const { return first_; }
    bool has(int task) const { return position_.count(task) != 0; }
    int position(int task) const { return position_.at(task); }
    // Where in the order the value is read next; none: the largest number.
    int next_use(int node) const;
    // An operation that is done is to be done again, before the one at this position.
    void repeat_before(int node, int position);

    // Which operations are done, to go back to.
    using Done = std::vector<bool>;
    const Done& done() const { return done_; }
    void restore(const Done& done) { done_ = done; }

  private:
    void number();
    int height_of(int task) const;

    const Graph& graph_;
    const std::vector<int>& height_;
    std::vector<int> order_;
    std::map<int, int> position_;
    std::vector<std::vector<int>> readers_;  // of nodes
    Done done_;
    std::vector<bool> lookup_done_;
    int first_ = 0;
};

}  // namespace machines::tegra::fragment
