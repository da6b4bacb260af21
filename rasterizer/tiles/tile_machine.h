// The machine that a tile's compiled blocks run with. The same on every CPU.
#pragma once

#include <cstdint>

#include "rasterizer/prepare/block_code.h"
#include "rasterizer/tiles/tile_memory.h"

namespace rasterizer {

struct TileDraw;

// Starts a machine in the tile's memory for a draw and its code; opens windows and puts them into the constants. False:
// images have changed since the code was chosen; another context has released their memory.
bool start_machine(const TileDraw& draw, const BlockEntry& entry, TileMemory& memory, BlockConstants& constants);
// False: the watchdog has stopped the draw.
bool run_block(BlockFunction function, BlockJob& job, runtime::interpreter::Machine& machine);

}  // namespace rasterizer
