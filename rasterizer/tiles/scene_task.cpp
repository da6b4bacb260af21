#include "rasterizer/tiles/scene_task.h"

#include "rasterizer/tiles/execute_tile.h"
#include "rasterizer/tiles/tile_memory.h"

namespace rasterizer {

void SceneTask::run_piece(int32_t piece) {
    if (!scene_->bin(piece).first) return;
    TileMemoryLease memory;
    execute_tile_function()(*scene_, piece, *memory);
}

}  // namespace rasterizer
