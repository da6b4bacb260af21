// Operations in the slots of a packet, with registers for what they compute.
#pragma once

#include <array>
#include <vector>

#include "machines/tegra/codegen/fragment/room.h"

namespace machines::tegra::fragment {

class Packets {
  public:
    Packets(const Graph& graph, const std::vector<ConstantOperand>& constants, int reserve, Tasks& tasks,
            Registers& registers, Room& room)
        : graph_(graph), constants_(constants), reserve_(reserve), tasks_(tasks), registers_(registers), room_(room) {}
    // A packet of what is ready among these; false: nothing is. Operations are counted.
    bool build(const std::vector<int>& eligible, Packet& packet, int& operations);

  private:
    // Everything that an attempt changes.
    struct Before {
        Registers registers;
        Packet packet;
        size_t embedded;
    };
    Before save(const Packet& packet) const { return {registers_, packet, embedded_count_}; }
    void restore(const Before& before, Packet& packet);

    bool is_ready(int n) const;
    bool pick(int n, Packet& packet, size_t& used);
    bool pick_pair(int n, Packet& packet, size_t& used);
    bool pair_with(int n, int m, std::array<size_t, 2> turned, bool from_c, Packet& packet, size_t& used);
    bool is_pair(const Node& a, const Node& b) const;
    bool read_products(const Node& node, std::array<Alu, 4>& made, Packet& packet);
    bool read_operands(const Node& node, Alu& slot, Packet& packet);
    bool operand(Alu& slot, size_t which, const Ref& ref, Packet& packet);
    bool embed(uint32_t word, Packet& packet, uint32_t& selector);
    int allocate_half(int n, std::vector<int>& forgotten);
    void write_target(Alu& slot, int n, int half);

    const Graph& graph_;
    const std::vector<ConstantOperand>& constants_;
    int reserve_;
    Tasks& tasks_;
    Registers& registers_;
    Room& room_;
    std::vector<int> candidates_;  // of the packet at hand
    std::array<uint32_t, 3> embedded_{};
    size_t embedded_count_ = 0;
};

}  // namespace machines::tegra::fragment
