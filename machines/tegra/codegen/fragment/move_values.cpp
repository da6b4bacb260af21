#include "machines/tegra/codegen/fragment/move_values.h"

#include <algorithm>

#include "machines/tegra/codegen/fragment/tasks.h"

namespace machines::tegra::fragment {
namespace {

// An ALU that copies what is in a half, or in the whole register, to a free one.
void copy(const Graph& graph, Registers& registers, int from, int to, Packet& packet, size_t& used) {
    const int n = registers.owner(from);
    const bool half = in_half(graph.at(n));
    Alu slot = alu_nop();
    slot.target = static_cast<uint32_t>(to / 2);
    slot.a_register = static_cast<uint32_t>(from / 2);
    slot.a_fixed = half;
    slot.a_high = half && from % 2;
    slot.b_high = 1;
    slot.write_low = !half || to % 2 == 0;
    slot.write_high = !half || to % 2 == 1;
    packet.slots[used++] = slot;
    registers.owner(from) = free_half;
    registers.owner(to) = n;
    if (!half) {
        registers.owner(from + 1) = free_half;
        registers.owner(to + 1) = n;
    }
    registers.where(n) = to;
}

// Copies what is in a register to a free one, of another component and pair.
bool move_away(const Graph& graph, Registers& registers, int reg, Packet& packet) {
    const auto movable = [&](int n) { return n >= 0 && can_move(graph.at(n)); };
    const int low = registers.owner(2 * reg), high = registers.owner(2 * reg + 1);
    if ((low != free_half && !movable(low)) || (high != free_half && !movable(high))) return false;
    for (int to = 0; to < registers.count(); to++) {
        if (!registers.is_free(to) || to % 4 == reg % 4 || to / 2 == reg / 2) continue;
        packet = {};
        size_t used = 0;
        if (low != free_half) copy(graph, registers, 2 * reg, 2 * to, packet, used);
        if (high != free_half && high != low) copy(graph, registers, 2 * reg + 1, 2 * to + 1, packet, used);
        return true;
    }
    return false;
}

// Halves that are alone in their registers come together.
bool join_halves(const Graph& graph, Registers& registers, Packet& packet) {
    packet = {};
    size_t used = 0;
    const auto movable = [&](int n) { return n >= 0 && can_move(graph.at(n)); };
    const auto lone = [&](int reg, bool only_movable) {
        for (int h = 0; h < 2; h++) {
            const int n = registers.owner(2 * reg + h);
            if (n >= 0 && registers.owner(2 * reg + 1 - h) == free_half && (!only_movable || movable(n)))
                return 2 * reg + h;
        }
        return -1;
    };
    for (int reg = 0; reg < registers.count() && used < 4; reg++) {
        const int from = lone(reg, true);
        if (from < 0) continue;
        for (int to = registers.count() - 1; to > reg; to--) {
            const int other = lone(to, false);
            if (other < 0) continue;
            copy(graph, registers, from, other ^ 1, packet, used);
            break;
        }
    }
    return used > 0;
}

}  // namespace

bool make_room(const Graph& graph, Registers& registers, const std::vector<int>& eligible, Packet& packet) {
    for (int task : eligible) {
        std::vector<int> wanted;
        if (task < 0) {
            const Lookup& lookup = graph.lookup(lookup_of(task));
            if (lookup.mode == Lookup::Fetched || lookup.mode == Lookup::Projected)
                wanted.assign(lookup.coordinate.begin(), lookup.coordinate.end());
        } else {
            for (int i = 0; i < graph.at(task).inputs(); i++)
                wanted.push_back(graph.at(task).in[static_cast<size_t>(i)].node);
        }
        std::sort(wanted.begin(), wanted.end());
        wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
        std::array<int, 4> missing{};
        for (int n : wanted)
            if (n >= 0 && graph.at(n).kind == Node::Varying && registers.where(n) < 0)
                missing[static_cast<size_t>(graph.at(n).component)]++;
        for (int c = 0; c < 4; c++) {
            int free = 0;
            for (int row = 0; row < registers.rows(); row++) free += registers.is_free(4 * row + c);
            if (free >= missing[static_cast<size_t>(c)]) continue;
            for (int row = 0; row < registers.rows(); row++)
                if (!registers.is_free(4 * row + c) && move_away(graph, registers, 4 * row + c, packet)) return true;
        }
    }
    if (join_halves(graph, registers, packet)) return true;
    // A pair, for coordinates or a colour.
    for (int reg = registers.count() - 2; reg >= 0; reg -= 2) {
        if (registers.is_free(reg) == registers.is_free(reg + 1)) continue;
        if (move_away(graph, registers, registers.is_free(reg) ? reg + 1 : reg, packet)) return true;
    }
    return false;
}

}  // namespace machines::tegra::fragment
