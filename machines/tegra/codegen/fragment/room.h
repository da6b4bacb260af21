// What makes room where registers are short: values that can be fetched or computed again.
#pragma once

#include <set>
#include <vector>

#include "machines/tegra/codegen/fragment/allocate_registers.h"
#include "machines/tegra/codegen/fragment/tasks.h"

namespace machines::tegra::fragment {

class Room {
  public:
    Room(const Graph& graph, const Request& request, Tasks& tasks, Registers& registers);
    // A fetched varying makes room: it can be fetched again. The one that is read last of all.
    bool evict();
    // A value that is computed of nothing but varyings and numbers makes room for the task at this position: it is
    // computed again where it is read. Only one that is not read soon: then nothing would be won. The value, or -1.
    int forget(int position);
    // The register is free, or is made so: it holds a varying that is read after `position` in the order.
    bool clear(int reg, int position);
    // Whether the task may take so many registers: what Request::reserve says is left.
    bool leaves_reserve(int task, int taken) const;

    // What a packet writes is not forgotten while the packet is made.
    void begin_packet() { kept_.clear(); }
    void keep(int n) { kept_.insert(n); }

  private:
    const Graph& graph_;
    const Request& request_;
    Tasks& tasks_;
    Registers& registers_;
    std::vector<int> varyings_;  // that can be fetched again
    std::set<int> kept_;
    int forgotten_ = 0;
};

}  // namespace machines::tegra::fragment
