// Which value each half of the registers holds, while a schedule is made. It can be copied, to go back to.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "machines/tegra/codegen/fragment/graph.h"
#include "machines/tegra/codegen/fragment/request.h"

namespace machines::tegra::fragment {

inline constexpr int free_half = -1, reserved_half = -2;

// Numbers, and registers that nothing writes.
inline bool always_there(const Node& node) { return node.kind <= Node::Selector; }
// What the MFU fetches.
inline bool is_fetched(const Node& node) {
    return node.kind == Node::Varying || node.kind == Node::DepthLow || node.kind == Node::DepthHigh;
}
// A varying that can be fetched again.
inline bool is_shared(const Node& node) { return node.kind == Node::Varying && !node.own; }
inline bool in_half(const Node& node) {
    return node.fixed || node.kind == Node::Texel || node.kind == Node::DepthLow || node.kind == Node::DepthHigh;
}
// Whether the value may be in any register: no operation, lookup or special function wants it where it is.
inline bool can_move(const Node& node) {
    return node.lookup < 0 && !node.own && !(node.kind == Node::Sfu && node.op >= sfu_preex2);
}

class Registers {
  public:
    Registers(const Graph& graph, const Request& request);

    int rows() const { return rows_; }
    int count() const { return 4 * rows_; }
    int& owner(int half) { return owner_[static_cast<size_t>(half)]; }
    int owner(int half) const { return owner_[static_cast<size_t>(half)]; }
    int& where(int n) { return where_[static_cast<size_t>(n)]; }  // half; -1: nowhere
    int where(int n) const { return where_[static_cast<size_t>(n)]; }
    int& remaining(int n) { return remaining_[static_cast<size_t>(n)]; }  // readers
    int remaining(int n) const { return remaining_[static_cast<size_t>(n)]; }
    bool available(int n) const { return always_there(graph_->at(n)) || where(n) >= 0; }
    bool is_free(int reg) const { return owner(2 * reg) == free_half && owner(2 * reg + 1) == free_half; }
    // Registers that are free, or hold a varying that can be fetched again.
    int free_registers() const;
    void own(int reg, int who) { owner(2 * reg) = owner(2 * reg + 1) = who; }
    // The value is in this half from now on, or in the whole register that it begins.
    void hold(int n, int half);
    void release(int n);
    void use(int n) {
        if (--remaining(n) == 0 && !always_there(graph_->at(n))) release(n);
    }

    // The half where the result goes; -1: there is no room.
    int allocate(int n);
    // The register for two results of the same kind as n's.
    int pair_register(int n);
    // Register where a lookup's coordinates go; -1: not known yet.
    int lookup_base(int lookup) const { return lookup_base_[static_cast<size_t>(lookup)]; }
    // How many of each component's registers are wanted for varyings soon.
    void expect(const std::array<int, 4>& demand) { demand_ = demand; }

    // For each target: the components that are written, as bits.
    void write_output(int target, int components) { output_written_[target] |= components; }
    const std::map<int, int>& outputs_written() const { return output_written_; }
    int output_base(int target) const { return output_base_.at(target); }

  private:
    int find_output(int target);
    int place_coordinate(const Node& node);

    const Graph* graph_;
    int rows_;
    bool low_first_, looks_ahead_;
    std::array<int, 32> owner_;  // of halves
    std::vector<int> where_, remaining_, lookup_base_;
    std::map<int, int> output_base_;  // of targets: register
    std::map<int, int> output_written_;
    std::array<int, 4> demand_{};
};

}  // namespace machines::tegra::fragment
