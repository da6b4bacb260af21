// The machine that a tile's compiled blocks run with. The same on every CPU.
#pragma once

#include <cstdint>

#include "rasterizer/prepare/block_code.h"
#include "rasterizer/tiles/tile_memory.h"

namespace rasterizer {

struct DrawRecord;

// In the tile's memory, for a draw and its code.
runtime::interpreter::Machine* start_machine(const DrawRecord& draw, const runtime::decoded::Code& code,
                                             TileMemory& memory);
// False: the watchdog has stopped the draw.
bool run_block(BlockFunction function, BlockJob& job, runtime::interpreter::Machine& machine);

}  // namespace rasterizer
