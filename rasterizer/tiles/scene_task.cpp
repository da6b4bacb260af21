#include "rasterizer/tiles/scene_task.h"

#include <new>

#include "rasterizer/tiles/execute_tile.h"
#include "rasterizer/tiles/tile_memory.h"
#include "runtime/threads/floating_point_mode.h"

namespace rasterizer {

void SceneTask::run_piece(int32_t piece) {
    if (!scene_->bin(piece).first) return;
    const runtime::FloatingPointMode mode;  // of all its pixels, whichever way they are made
    try {
        TileMemoryLease memory;
        execute_tile_function()(*scene_, piece, *memory);
    } catch (const std::bad_alloc&) {  // the tile stays as it was
        lacks_memory_.store(true, std::memory_order_relaxed);
    }
}

}  // namespace rasterizer
