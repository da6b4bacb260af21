// Texture units that a program's instructions name.
#pragma once

#include <cstdint>
#include <vector>

#include "arbasm/program.h"

namespace rasterizer {

// As far as they are known before it runs. Ascending.
std::vector<int32_t> units_sampled_by(const arbasm::Program& program);

}  // namespace rasterizer
