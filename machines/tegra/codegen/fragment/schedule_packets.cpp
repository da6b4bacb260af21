// Operations in the slots of a packet.
#include "machines/tegra/codegen/fragment/schedule_packets.h"

#include <algorithm>

namespace machines::tegra::fragment {

bool Packets::is_ready(int n) const {
    const Node& it = graph_.at(n);
    for (int i = 0; i < it.inputs(); i++)
        if (!registers_.available(it.in[static_cast<size_t>(i)].node)) return false;
    return true;
}

bool Packets::embed(uint32_t word, Packet& packet, uint32_t& selector) {
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

bool Packets::operand(Alu& slot, size_t which, const Ref& ref, Packet& packet) {
    const OperandMembers& m = operand_members[which];
    slot.*m.negate = ref.negate;
    slot.*m.absolute = ref.absolute;
    if (always_there(graph_.at(ref.node))) {
        const ConstantOperand& constant = constants_[static_cast<size_t>(ref.node)];
        slot.*m.selector = constant.selector;
        slot.*m.fixed = constant.fixed;
        slot.*m.high = constant.high;
        slot.*m.twice = constant.twice;
        if (constant.kind == ConstantOperand::Embedded) return embed(constant.word, packet, slot.*m.selector);
        return true;
    }
    const int half = registers_.where(ref.node);
    slot.*m.selector = static_cast<uint32_t>(half / 2);
    slot.*m.fixed = in_half(graph_.at(ref.node));
    slot.*m.high = in_half(graph_.at(ref.node)) && half % 2;
    return true;
}

void Packets::write_target(Alu& slot, int n, int half) {
    const Node& it = graph_.at(n);
    if (it.kills) {
        slot.target = register_kill;
        slot.write_low = slot.write_high = 1;
        return;
    }
    slot.target = static_cast<uint32_t>(half / 2);
    const bool one = it.fixed || it.output >= 0;
    slot.write_low = !one || half % 2 == 0;
    slot.write_high = !one || half % 2 == 1;
    if (it.output >= 0) return registers_.write_output(it.output / 4, 1 << it.output % 4);
    registers_.hold(n, half);
    room_.keep(n);
}

void Packets::restore(const Before& before, Packet& packet) {
    registers_ = before.registers;
    packet = before.packet;
    embedded_count_ = before.embedded;
}

// Reads for a dot product: the first slot receives what the next two send.
bool Packets::read_products(const Node& node, std::array<Alu, 4>& made, Packet& packet) {
    made[0].receive = 1;
    made[1].send = made[2].send = 1;
    for (size_t t = 0; t < static_cast<size_t>(node.terms); t++)
        if (!operand(made[t], 0, node.in[2 * t], packet) || !operand(made[t], 1, node.in[2 * t + 1], packet))
            return false;
    return true;
}

bool Packets::read_operands(const Node& node, Alu& slot, Packet& packet) {
    slot.opcode = node.op;
    for (size_t i = 0; i < 3; i++)
        if (!operand(slot, i, node.in[i], packet)) return false;
    if (node.in[3].node < 0) return true;
    Alu reads;
    if (!operand(reads, 1, node.in[3], packet)) return false;
    slot.d_enable = 1;
    slot.d_source = reads.b_register != slot.b_register;
    slot.d_fixed = reads.b_fixed;
    slot.d_high = reads.b_high;
    slot.d_absolute = reads.b_absolute;
    slot.d_minus_one = node.blends;
    return reads.b_register == (slot.d_source ? slot.c_register : slot.b_register);
}

// The half where the result goes, after others made room if need be; -1: there is none.
int Packets::allocate_half(int n, std::vector<int>& forgotten) {
    int half = registers_.allocate(n);
    while (half < 0) {
        if (!room_.evict()) {
            const int value = room_.forget(tasks_.position(n));
            if (value < 0) break;
            forgotten.push_back(value);
        }
        half = registers_.allocate(n);
    }
    return half;
}

bool Packets::pick(int n, Packet& packet, size_t& used) {
    const Node& it = graph_.at(n);
    const size_t slots = it.kind == Node::Dot ? 4 : 1;
    if (used + slots > 4) return false;
    const Before before = save(packet);
    const int free_before = reserve_ ? registers_.free_registers() : 0;
    std::vector<int> forgotten;
    const auto undo = [&]() {
        restore(before, packet);
        for (const int value : forgotten) tasks_.finish(value);
        return false;
    };
    std::array<Alu, 4> made;
    made.fill(alu_nop());
    const bool good = it.kind == Node::Dot ? read_products(it, made, packet) : read_operands(it, made[0], packet);
    if (!good || (packet.has_constants && used + slots > 3)) return undo();
    made[0].scale = it.scale;
    made[0].saturate = it.saturate;
    made[0].compare = it.compare;
    for (int i = 0; i < it.inputs(); i++) registers_.use(it.in[static_cast<size_t>(i)].node);
    const int half = it.kills ? 0 : allocate_half(n, forgotten);
    if (half < 0) return undo();
    write_target(made[0], n, half);
    if (reserve_ && n != tasks_.first() && registers_.free_registers() < std::min(free_before, reserve_)) return undo();
    for (size_t i = 0; i < slots; i++) packet.slots[used + i] = made[i];
    used += slots;
    tasks_.finish(n);
    return true;
}

// Whether both may go to the two halves of one register.
bool Packets::is_pair(const Node& a, const Node& b) const {
    if (!b.is_product() || !(b.fixed || b.output >= 0)) return false;
    if (b.saturate != a.saturate || b.scale != a.scale) return false;
    if ((a.output >= 0) != (b.output >= 0)) return false;
    return a.output < 0 || (a.output / 2 == b.output / 2 && a.output % 2 == 0);
}

// Two products in one ALU: into both halves of a register, D reading what B or C reads.
bool Packets::pick_pair(int n, Packet& packet, size_t& used) {
    const Node& it = graph_.at(n);
    if (used >= 4 || !it.is_product() || !(it.fixed || it.output >= 0)) return false;
    for (int m : candidates_) {
        if (m == n || tasks_.finished(m) || !is_ready(m) || !is_pair(it, graph_.at(m))) continue;
        for (size_t x = 0; x < 2; x++)
            for (size_t y = 0; y < 2; y++)
                for (bool from_c : {false, true}) {
                    const Before before = save(packet);
                    if (pair_with(n, m, {x, y}, from_c, packet, used)) return true;
                    restore(before, packet);
                }
    }
    return false;
}

// turned: which factor of each product B and D read; A and C read the other.
bool Packets::pair_with(int n, int m, std::array<size_t, 2> turned, bool from_c, Packet& packet, size_t& used) {
    const Node &it = graph_.at(n), &other = graph_.at(m);
    Alu slot, reads;
    if (!operand(slot, 0, it.in[1 - turned[0]], packet) || !operand(slot, 1, it.in[turned[0]], packet) ||
        !operand(slot, 2, other.in[1 - turned[1]], packet) || !operand(reads, 1, other.in[turned[1]], packet))
        return false;
    // D has neither sign nor factor; switched off it is one.
    const bool one = reads.b_register == register_zero_one && reads.b_high && !reads.b_double;
    if (reads.b_negate || reads.b_double || (packet.has_constants && used >= 3)) return false;
    if (!one) {
        if (reads.b_register != (from_c ? slot.c_register : slot.b_register)) return false;
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
    for (size_t i = 0; i < 3; i++) {
        registers_.use(it.in[i].node);
        registers_.use(other.in[i].node);
    }
    const int reg = registers_.pair_register(n);
    if (reg < 0) return false;
    slot.target = static_cast<uint32_t>(reg);
    if (it.output >= 0) {
        registers_.write_output(it.output / 4, 3 << it.output % 4);
    } else {
        registers_.hold(n, 2 * reg);
        registers_.hold(m, 2 * reg + 1);
    }
    packet.slots[used++] = slot;
    tasks_.finish(n);
    tasks_.finish(m);
    return true;
}

bool Packets::build(const std::vector<int>& eligible, Packet& packet, int& operations) {
    packet = {};
    embedded_count_ = 0;
    room_.begin_packet();
    size_t used = 0;
    // What was there before the packet can be read; what it writes cannot.
    candidates_.clear();
    for (int task : eligible)
        if (task >= 0 && !tasks_.finished(task) &&
            (graph_.at(task).kind == Node::Alu || graph_.at(task).kind == Node::Dot) && is_ready(task))
            candidates_.push_back(task);
    for (int task : candidates_) {
        if (tasks_.finished(task) || !is_ready(task)) continue;
        if (pick_pair(task, packet, used) || pick(task, packet, used))
            operations += graph_.at(task).kind == Node::Dot ? graph_.at(task).terms : 1;
        if (used == 4) break;
    }
    return used > 0;
}

}  // namespace machines::tegra::fragment
