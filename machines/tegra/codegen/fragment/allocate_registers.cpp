#include "machines/tegra/codegen/fragment/allocate_registers.h"

namespace machines::tegra::fragment {

Registers::Registers(const Graph& graph, const Request& request)
    : graph_(&graph),
      rows_(request.rows),
      low_first_(request.low_first),
      looks_ahead_(request.looks_ahead),
      where_(graph.nodes.size(), -1),
      remaining_(graph.nodes.size()),
      lookup_base_(graph.lookups.size(), -1) {
    owner_.fill(free_half);
    for (size_t n = 0; n < graph.nodes.size(); n++) remaining_[n] = graph.nodes[n].uses;
}

int Registers::free_registers() const {
    int free = 0;
    for (int reg = 0; reg < count(); reg++) {
        const int n = owner(2 * reg);
        free += is_free(reg) || (n >= 0 && is_shared(graph_->at(n)));
    }
    return free;
}

void Registers::hold(int n, int half) {
    where(n) = half;
    if (in_half(graph_->at(n)))
        owner(half) = n;
    else
        own(half / 2, n);
}

void Registers::release(int n) {
    if (where(n) < 0) return;
    owner(where(n)) = free_half;
    if (!in_half(graph_->at(n))) owner(where(n) + 1) = free_half;
    where(n) = -1;
}

int Registers::find_output(int target) {
    const auto it = output_base_.find(target);
    if (it != output_base_.end()) return it->second;
    const int row = 4 * (rows_ - 1);
    for (int pair : {0, 2})
        if (is_free(row + pair) && is_free(row + pair + 1)) {
            own(row + pair, reserved_half);
            own(row + pair + 1, reserved_half);
            output_base_[target] = row + pair;
            return row + pair;
        }
    return -1;
}

// Both coordinates go to a pair of registers; a bias to the one beside s.
int Registers::place_coordinate(const Node& node) {
    int& base = lookup_base_[static_cast<size_t>(node.lookup)];
    if (base < 0) {
        const bool bias = graph_->lookup(node.lookup).coordinate[2] >= 0;
        for (int reg = 0; reg < 4 * rows_ && base < 0; reg += 2) {
            const int biased = reg % 4 ? reg - 1 : reg + 3;
            if (!is_free(reg) || !is_free(reg + 1) || (bias && !is_free(biased))) continue;
            base = reg;
            own(reg, reserved_half);
            own(reg + 1, reserved_half);
            if (bias) own(biased, reserved_half);
        }
    }
    if (base < 0) return -1;
    if (node.lookup_place == 2) return 2 * (base % 4 ? base - 1 : base + 3);
    return 2 * (base + node.lookup_place);
}

int Registers::allocate(int n) {
    const Node& it = graph_->at(n);
    if (it.output >= 0) {
        const int base = find_output(it.output / 4);
        return base < 0 ? -1 : 2 * base + it.output % 4;
    }
    if (it.lookup >= 0) return place_coordinate(it);
    int whole = -1;
    for (int row = 0; row < rows_; row++)
        for (int nth = 0; nth < 4; nth++) {
            const int reg = 4 * row + (low_first_ ? nth : 3 - nth);
            if (looks_ahead_ && whole >= 0 && is_free(reg) &&
                demand_[static_cast<size_t>(reg) % 4] < demand_[static_cast<size_t>(whole) % 4])
                whole = reg;
            if (it.fixed) {
                const bool low = owner(2 * reg) == free_half;
                const bool high = owner(2 * reg + 1) == free_half;
                if (low != high) return 2 * reg + high;
            }
            if (whole < 0 && is_free(reg)) whole = reg;
        }
    return whole < 0 ? -1 : 2 * whole;
}

int Registers::pair_register(int n) {
    const Node& it = graph_->at(n);
    if (it.output >= 0) {
        const int base = find_output(it.output / 4);
        return base < 0 ? -1 : base + it.output % 4 / 2;
    }
    for (int row = 0; row < rows_; row++)
        for (int c = 3; c >= 0; c--)
            if (is_free(4 * row + c)) return 4 * row + c;
    return -1;
}

}  // namespace machines::tegra::fragment
