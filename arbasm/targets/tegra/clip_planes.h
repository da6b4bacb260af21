// Clip planes, which the machine has none of: vertices hand their distances to the fragments, and those outside are
// killed.
#pragma once

#include <cstdint>

#include "arbasm/program.h"

namespace arbasm::tegra {

// The vertex program with its clip distances as varyings of their own.
Program clip_distances_as_varyings(Program vertex);
// The fragment program that is killed where the distance of one of these planes is negative: bit n is plane n.
Program kill_outside(Program fragment, uint32_t planes);

}  // namespace arbasm::tegra
