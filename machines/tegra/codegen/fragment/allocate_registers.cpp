// Where values go, and what makes room where registers are short.
#include <algorithm>

#include "machines/tegra/codegen/fragment/scheduler.h"

namespace machines::tegra::fragment {

// Where in the order the value is read next.
int Scheduler::next_use(int n) const {
    int first = std::numeric_limits<int>::max();
    for (const int task : readers_[static_cast<size_t>(n)])
        if (!finished(task)) first = std::min(first, position_.at(task));
    return first;
}

// A fetched varying makes room: it can be fetched again. The one that is read last of all.
bool Scheduler::evict() {
    int best = -1, latest = -1;
    for (const int n : varyings_) {
        if (where(n) < 0) continue;
        const int use = next_use(n);
        if (use <= latest) continue;
        latest = use;
        best = n;
    }
    if (best >= 0) release(best);
    return best >= 0;
}

// A value that is computed of nothing but varyings and numbers makes room: it is computed again where it is read. Only
// one that is not read soon: then nothing would be won.
int Scheduler::forget(int position) {
    constexpr int soon = 8, most = 64;
    if (!wish_.forgets || forgotten_ >= most) return -1;
    int best = -1, latest = position + soon;
    for (int reg = 0; reg < 4 * wish_.rows; reg++) {
        const int n = owner(2 * reg);
        if (n < 0 || in_half(n) || node(n).kind != Node::Alu || !can_move(n) || written_now_.count(n)) continue;
        const int use = next_use(n);
        bool cheap = true;
        for (int i = 0; i < node(n).inputs(); i++) {
            const int from = node(n).in[static_cast<size_t>(i)].node;
            // Or of what is there until then anyway.
            cheap = cheap && (always_there(from) || is_shared(from) || (where(from) >= 0 && next_use(from) > use));
        }
        if (!cheap || use <= latest || use == std::numeric_limits<int>::max()) continue;
        latest = use;
        best = n;
    }
    if (best < 0) return -1;
    release(best);
    done_[static_cast<size_t>(best)] = false;
    for (int i = 0; i < node(best).inputs(); i++) remaining(node(best).in[static_cast<size_t>(i)].node)++;
    // It stands before its next reader now.
    const auto reader = order_.begin() + latest;
    const auto old = std::find(order_.begin(), order_.end(), best);
    std::rotate(old, old + 1, reader);
    number_tasks();
    forgotten_++;
    return best;
}

void Scheduler::number_tasks() {
    for (size_t i = 0; i < order_.size(); i++) position_[order_[i]] = static_cast<int>(i);
}

// The register is free, or is made so: it holds a varying that is read after `position` in the order.
bool Scheduler::clear(int reg, int position) {
    if (is_free(reg)) return true;
    const int n = owner(2 * reg);
    if (n < 0 || !is_shared(n) || next_use(n) <= position) return false;
    release(n);
    return true;
}

// Whether the value may be in any register: no operation, lookup or special function wants it where it is.
bool Scheduler::can_move(int n) const {
    if (n < 0) return false;
    const Node& it = node(n);
    return it.lookup < 0 && !it.own && !(it.kind == Node::Sfu && it.op >= sfu_preex2);
}

// An ALU that copies what is in a half, or in the whole register, to a free one.
void Scheduler::copy(int from, int to, Packet& packet, size_t& used) {
    const int n = state_.owner[static_cast<size_t>(from)];
    Alu slot = alu_nop();
    slot.target = static_cast<uint32_t>(to / 2);
    slot.a_register = static_cast<uint32_t>(from / 2);
    slot.a_fixed = in_half(n);
    slot.a_high = in_half(n) && from % 2;
    slot.b_high = 1;
    slot.write_low = !in_half(n) || to % 2 == 0;
    slot.write_high = !in_half(n) || to % 2 == 1;
    packet.slots[used++] = slot;
    state_.owner[static_cast<size_t>(from)] = free_half;
    state_.owner[static_cast<size_t>(to)] = n;
    if (!in_half(n)) {
        state_.owner[static_cast<size_t>(from) + 1] = free_half;
        state_.owner[static_cast<size_t>(to) + 1] = n;
    }
    where(n) = to;
}

// Copies what is in a register to a free one, of another component and pair.
bool Scheduler::move_away(int reg, Packet& packet) {
    const int low = owner(2 * reg), high = owner(2 * reg + 1);
    if ((low != free_half && !can_move(low)) || (high != free_half && !can_move(high))) return false;
    for (int to = 0; to < 4 * wish_.rows; to++) {
        if (!is_free(to) || to % 4 == reg % 4 || to / 2 == reg / 2) continue;
        packet = {};
        size_t used = 0;
        if (low != free_half) copy(2 * reg, 2 * to, packet, used);
        if (high != free_half && high != low) copy(2 * reg + 1, 2 * to + 1, packet, used);
        return true;
    }
    return false;
}

// Halves that are alone in their registers come together.
bool Scheduler::join_halves(Packet& packet) {
    packet = {};
    size_t used = 0;
    const auto lone = [&](int reg, bool movable) {
        for (int h = 0; h < 2; h++) {
            const int n = owner(2 * reg + h);
            if (n >= 0 && owner(2 * reg + 1 - h) == free_half && (!movable || can_move(n))) return 2 * reg + h;
        }
        return -1;
    };
    for (int reg = 0; reg < 4 * wish_.rows && used < 4; reg++) {
        const int from = lone(reg, true);
        if (from < 0) continue;
        for (int to = 4 * wish_.rows - 1; to > reg; to--) {
            const int other = lone(to, false);
            if (other < 0) continue;
            copy(from, other ^ 1, packet, used);
            break;
        }
    }
    return used > 0;
}

// Where nothing goes on although there are free registers, they are in the wrong places.
bool Scheduler::make_room(Packet& packet) {
    for (int task : eligible_) {
        std::vector<int> wanted;
        if (task < 0) {
            const Lookup& lookup = graph_.lookups[static_cast<size_t>(-1 - task)];
            if (lookup.mode == Lookup::Fetched || lookup.mode == Lookup::Projected)
                wanted.assign(lookup.coordinate.begin(), lookup.coordinate.end());
        } else {
            for (int i = 0; i < node(task).inputs(); i++) wanted.push_back(node(task).in[static_cast<size_t>(i)].node);
        }
        std::sort(wanted.begin(), wanted.end());
        wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
        std::array<int, 4> missing{};
        for (int n : wanted)
            if (n >= 0 && node(n).kind == Node::Varying && where(n) < 0)
                missing[static_cast<size_t>(node(n).component)]++;
        for (int c = 0; c < 4; c++) {
            int free = 0;
            for (int row = 0; row < wish_.rows; row++) free += is_free(4 * row + c);
            if (free >= missing[static_cast<size_t>(c)]) continue;
            for (int row = 0; row < wish_.rows; row++)
                if (!is_free(4 * row + c) && move_away(4 * row + c, packet)) return true;
        }
    }
    if (join_halves(packet)) return true;
    // A pair, for coordinates or a colour.
    for (int reg = 4 * wish_.rows - 2; reg >= 0; reg -= 2) {
        if (is_free(reg) == is_free(reg + 1)) continue;
        if (move_away(is_free(reg) ? reg + 1 : reg, packet)) return true;
    }
    return false;
}

int Scheduler::find_output(int target) {
    const auto it = state_.output_base.find(target);
    if (it != state_.output_base.end()) return it->second;
    const int row = 4 * (wish_.rows - 1);
    for (int pair : {0, 2})
        if (is_free(row + pair) && is_free(row + pair + 1)) {
            own(row + pair, reserved_half);
            own(row + pair + 1, reserved_half);
            state_.output_base[target] = row + pair;
            return row + pair;
        }
    return -1;
}

// The half where the result goes; -1: there is no room.
int Scheduler::allocate(int n) {
    const Node& it = node(n);
    if (it.output >= 0) {
        const int base = find_output(it.output / 4);
        return base < 0 ? -1 : 2 * base + it.output % 4;
    }
    if (it.lookup >= 0) {
        int& base = state_.lookup_base[static_cast<size_t>(it.lookup)];
        if (base < 0) {
            const bool bias = graph_.lookups[static_cast<size_t>(it.lookup)].coordinate[2] >= 0;
            for (int reg = 0; reg < 4 * wish_.rows && base < 0; reg += 2) {
                const int biased = reg % 4 ? reg - 1 : reg + 3;
                if (!is_free(reg) || !is_free(reg + 1) || (bias && !is_free(biased))) continue;
                base = reg;
                own(reg, reserved_half);
                own(reg + 1, reserved_half);
                if (bias) own(biased, reserved_half);
            }
        }
        if (base < 0) return -1;
        if (it.lookup_place == 2) return 2 * (base % 4 ? base - 1 : base + 3);
        return 2 * (base + it.lookup_place);
    }
    int whole = -1;
    for (int row = 0; row < wish_.rows; row++)
        for (int nth = 0; nth < 4; nth++) {
            const int reg = 4 * row + (wish_.low_first ? nth : 3 - nth);
            if (wish_.looks_ahead && whole >= 0 && is_free(reg) &&
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

// What the next tasks will fetch.
void Scheduler::look_ahead() {
    constexpr int ahead = 12;
    demand_ = {};
    int seen = 0;
    for (const int task : order_) {
        if (finished(task)) continue;
        if (seen++ == ahead) break;
        const auto wants = [&](int n) {
            if (n >= 0 && node(n).kind == Node::Varying && where(n) < 0)
                demand_[static_cast<size_t>(node(n).component)]++;
        };
        if (task < 0)
            for (const int n : graph_.lookups[static_cast<size_t>(-1 - task)].coordinate) wants(n);
        else
            for (int i = 0; i < node(task).inputs(); i++) wants(node(task).in[static_cast<size_t>(i)].node);
    }
    // Those that are held there already keep the rest of them for the fetches.
    for (int reg = 0; reg < 4 * wish_.rows; reg++)
        if (!is_free(reg)) demand_[static_cast<size_t>(reg) % 4]++;
}

int Scheduler::pair_register(int n) {
    const Node& it = node(n);
    if (it.output >= 0) {
        const int base = find_output(it.output / 4);
        return base < 0 ? -1 : base + it.output % 4 / 2;
    }
    for (int row = 0; row < wish_.rows; row++)
        for (int c = 3; c >= 0; c--)
            if (is_free(4 * row + c)) return 4 * row + c;
    return -1;
}

}  // namespace machines::tegra::fragment
