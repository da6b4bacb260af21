// Texture and image units that a program's instructions name, as far as they are known before it runs.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"
#include "runtime/jit/program_windows.h"

namespace rasterizer {

// Texture units that its lookups name; of arrays that they index, all. Ascending.
std::vector<int32_t> units_sampled_by(const arbasm::Program& program);
bool samples_by_handle(const arbasm::Program& program);
// Formatted loads and stores, by unit: the accesses to convert texels for. Ascending by unit, each once.
std::vector<runtime::jit::WantedWindows::OfImage> formatted_accesses_of(const arbasm::Program& program);

}  // namespace rasterizer
