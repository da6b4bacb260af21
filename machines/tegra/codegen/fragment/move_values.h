// Moves of values between registers, where nothing goes on although there are free registers: they are in the wrong
// places.
#pragma once

#include <vector>

#include "machines/tegra/codegen/fragment/allocate_registers.h"

namespace machines::tegra::fragment {

// A packet of copies that make room for what one of these tasks wants; false: there is nothing to move.
bool make_room(const Graph& graph, Registers& registers, const std::vector<int>& eligible, Packet& packet);

}  // namespace machines::tegra::fragment
