// The machine that a tile's compiled blocks run with. The same on every CPU.
#pragma once

#include <cstdint>

#include "rasterizer/prepare/block_code.h"
#include "rasterizer/tiles/tile_memory.h"

namespace rasterizer {

struct DrawRecord;

// In the tile's memory, for a draw and its code, with windows open: sets those of the constants. False: images are no
// longer what the code relies on, since another context has taken their memory away.
bool start_machine(const DrawRecord& draw, const BlockEntry& entry, TileMemory& memory, BlockConstants& constants);
// False: the watchdog has stopped the draw.
bool run_block(BlockFunction function, BlockJob& job, runtime::interpreter::Machine& machine);

}  // namespace rasterizer
