// Operations in the slots of a packet.
#include <algorithm>

#include "machines/tegra/codegen/fragment/scheduler.h"

namespace machines::tegra::fragment {

bool Scheduler::ready(int n) {
    const Node& it = node(n);
    for (int i = 0; i < it.inputs(); i++)
        if (!available(it.in[static_cast<size_t>(i)].node)) return false;
    return true;
}

bool Scheduler::embed(uint32_t word, Packet& packet, uint32_t& selector) {
    for (size_t i = 0; i <= embedded_count_ && i < 3; i++) {
        if (i == embedded_count_) {
            embedded_[i] = word;
            embedded_count_++;
        }
        if (embedded_[i] != word) continue;
        selector = register_constant0 + static_cast<uint32_t>(i);
        packet.has_constants = true;
        packet.constants = {embedded_[0], embedded_[1], embedded_[2]};
        return true;
    }
    return false;
}

bool Scheduler::operand(Alu& slot, size_t which, const Ref& ref, Packet& packet) {
    const OperandMembers& m = operand_members[which];
    slot.*m.negate = ref.negate;
    slot.*m.absolute = ref.absolute;
    if (always_there(ref.node)) {
        const Place& place = places_[static_cast<size_t>(ref.node)];
        slot.*m.selector = place.selector;
        slot.*m.fixed = place.fixed;
        slot.*m.high = place.high;
        slot.*m.twice = place.twice;
        if (place.kind == Place::Embedded) return embed(place.word, packet, slot.*m.selector);
        return true;
    }
    const int half = where(ref.node);
    slot.*m.selector = static_cast<uint32_t>(half / 2);
    slot.*m.fixed = in_half(ref.node);
    slot.*m.high = in_half(ref.node) && half % 2;
    return true;
}

void Scheduler::write_target(Alu& slot, int n, int half) {
    const Node& it = node(n);
    if (it.kills) {
        slot.target = register_kill;
        slot.write_low = slot.write_high = 1;
        return;
    }
    slot.target = static_cast<uint32_t>(half / 2);
    const bool one = it.fixed || it.output >= 0;
    slot.write_low = !one || half % 2 == 0;
    slot.write_high = !one || half % 2 == 1;
    if (it.output >= 0) {
        state_.output_written[it.output / 4] |= 1 << it.output % 4;
        return;
    }
    where(n) = half;
    written_now_.insert(n);
    if (it.fixed)
        state_.owner[static_cast<size_t>(half)] = n;
    else
        own(half / 2, n);
}

bool Scheduler::pick(int n, Packet& packet, size_t& used) {
    const Node& it = node(n);
    const size_t slots = it.kind == Node::Dot ? 4 : 1;
    if (used + slots > 4) return false;
    const State before = state_;
    const int free_before = wish_.reserve ? free_registers() : 0;
    const Packet packet_before = packet;
    const size_t embedded_before = embedded_count_;
    std::vector<int> forgotten;
    const auto undo = [&]() {
        state_ = before;
        for (const int value : forgotten) finish(value);
        packet = packet_before;
        embedded_count_ = embedded_before;
        return false;
    };
    std::array<Alu, 4> made;
    made.fill(alu_nop());
    bool good = true;
    if (it.kind == Node::Dot) {
        for (size_t t = 0; t < static_cast<size_t>(it.terms); t++) {
            Alu& slot = made[t];
            good = good && operand(slot, 0, it.in[2 * t], packet) && operand(slot, 1, it.in[2 * t + 1], packet);
        }
        made[0].receive = 1;
        made[1].send = made[2].send = 1;
    } else {
        Alu& slot = made[0];
        slot.opcode = it.op;
        for (size_t i = 0; i < 3; i++) good = good && operand(slot, i, it.in[i], packet);
        if (it.in[3].node >= 0) {
            Alu reads;
            good = good && operand(reads, 1, it.in[3], packet);
            slot.d_enable = 1;
            slot.d_source = reads.b_register != slot.b_register;
            slot.d_fixed = reads.b_fixed;
            slot.d_high = reads.b_high;
            slot.d_absolute = reads.b_absolute;
            slot.d_minus_one = it.blends;
            good = good && reads.b_register == (slot.d_source ? slot.c_register : slot.b_register);
        }
    }
    if (!good || (packet.has_constants && used + slots > 3)) return undo();
    made[0].scale = it.scale;
    made[0].saturate = it.saturate;
    made[0].compare = it.compare;
    for (int i = 0; i < it.inputs(); i++) use(it.in[static_cast<size_t>(i)].node);
    int half = 0;
    if (!it.kills) {
        half = allocate(n);
        while (half < 0) {
            if (!evict()) {
                const int value = forget(position_[n]);
                if (value < 0) break;
                forgotten.push_back(value);
            }
            half = allocate(n);
        }
        if (half < 0) return undo();
    }
    write_target(made[0], n, half);
    if (wish_.reserve && !is_first(n) && free_registers() < std::min(free_before, wish_.reserve)) return undo();
    for (size_t i = 0; i < slots; i++) packet.slots[used + i] = made[i];
    used += slots;
    finish(n);
    return true;
}

// Two products in one ALU: into both halves of a register, D reading what B or C reads.
bool Scheduler::pick_pair(int n, Packet& packet, size_t& used) {
    const Node& it = node(n);
    if (used >= 4 || !it.is_product() || !(it.fixed || it.output >= 0)) return false;
    for (int m : eligible_) {
        if (m < 0 || m == n || done(m) || !ready(m)) continue;
        const Node& other = node(m);
        if (!other.is_product() || !(other.fixed || other.output >= 0)) continue;
        if (other.saturate != it.saturate || other.scale != it.scale) continue;
        if ((it.output >= 0) != (other.output >= 0)) continue;
        if (it.output >= 0 && (it.output / 2 != other.output / 2 || it.output % 2)) continue;
        const std::array<Ref, 2> a{it.in[0], it.in[1]}, b{other.in[0], other.in[1]};
        for (size_t x = 0; x < 2; x++)
            for (size_t y = 0; y < 2; y++)
                for (bool from_c : {false, true}) {
                    const State before = state_;
                    const Packet packet_before = packet;
                    const size_t embedded_before = embedded_count_;
                    Alu slot, reads;
                    bool good = operand(slot, 0, a[1 - x], packet) && operand(slot, 1, a[x], packet) &&
                                operand(slot, 2, b[1 - y], packet) && operand(reads, 1, b[y], packet);
                    // D has neither sign nor factor; switched off it is one.
                    const bool one = reads.b_register == register_zero_one && reads.b_high && !reads.b_double;
                    good = good && !reads.b_negate && !reads.b_double &&
                           (one || reads.b_register == (from_c ? slot.c_register : slot.b_register)) &&
                           (!packet.has_constants || used < 3);
                    if (good) {
                        if (!one) {
                            slot.d_enable = 1;
                            slot.d_source = from_c;
                            slot.d_fixed = reads.b_fixed;
                            slot.d_high = reads.b_high;
                            slot.d_absolute = reads.b_absolute;
                        }
                        slot.no_addition = 1;
                        slot.write_low = 1;
                        slot.scale = it.scale;
                        slot.saturate = it.saturate;
                        for (int i = 0; i < 3; i++) {
                            use(it.in[static_cast<size_t>(i)].node);
                            use(other.in[static_cast<size_t>(i)].node);
                        }
                        const int reg = pair_register(n);
                        if (reg >= 0) {
                            slot.target = static_cast<uint32_t>(reg);
                            if (it.output >= 0) {
                                state_.output_written[it.output / 4] |= 3 << it.output % 4;
                            } else {
                                where(n) = 2 * reg;
                                where(m) = 2 * reg + 1;
                                owner(2 * reg) = n;
                                owner(2 * reg + 1) = m;
                            }
                            packet.slots[used++] = slot;
                            finish(n);
                            finish(m);
                            return true;
                        }
                    }
                    state_ = before;
                    packet = packet_before;
                    embedded_count_ = embedded_before;
                }
    }
    return false;
}

bool Scheduler::build_packet(Packet& packet, int& operations) {
    packet = {};
    embedded_count_ = 0;
    written_now_.clear();
    size_t used = 0;
    // What was there before the packet can be read; what it writes cannot.
    std::vector<int> candidates;
    for (int task : eligible_)
        if (task >= 0 && !done(task) && (node(task).kind == Node::Alu || node(task).kind == Node::Dot) && ready(task))
            candidates.push_back(task);
    if (candidates.empty()) return false;
    std::vector<int> all = std::move(eligible_);
    eligible_ = candidates;
    for (int task : candidates) {
        if (done(task) || !ready(task)) continue;
        if (pick_pair(task, packet, used) || pick(task, packet, used))
            operations += static_cast<int>(node(task).kind == Node::Dot ? node(task).terms : 1);
        if (used == 4) break;
    }
    eligible_ = std::move(all);
    return used > 0;
}

}  // namespace machines::tegra::fragment
