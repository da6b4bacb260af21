#include "rasterizer/tiles/scene_task.h"

#include <new>

#include "rasterizer/tiles/execute_tile.h"
#include "rasterizer/tiles/tile_memory.h"
#include "runtime/threads/floating_point_mode.h"
#include "runtime/threads/turn.h"

namespace rasterizer {

std::vector<int32_t> SceneTask::tiles_with_commands(const Scene& scene) {
    std::vector<int32_t> tiles;
    tiles.reserve(static_cast<size_t>(scene.tile_count()));
    for (int32_t tile = 0; tile < scene.tile_count(); ++tile)
        if (scene.bin(tile).first) tiles.push_back(tile);
    return tiles;
}

BinPosition SceneTask::take_position(int32_t piece) {
    if (!has_positions_.load(std::memory_order_acquire)) return {};
    const std::lock_guard lock(places_mutex_);
    const auto found = positions_.find(piece);
    if (found == positions_.end()) return {};
    const BinPosition position = found->second;
    positions_.erase(found);
    return position;
}

bool SceneTask::run_part(int32_t piece) {
    // A scene without commands has a piece, too.
    if (tiles_.empty() || dropped_.load(std::memory_order_relaxed)) return true;
    const int32_t tile = tiles_[static_cast<size_t>(piece)];
    const runtime::FloatingPointMode mode;  // of all its pixels, whichever way they are made
    TileTurn turn{take_position(piece), runtime::turn_end(), &dropped_};
    try {
        TileMemoryLease memory;
        for (;;) {
            if (execute_tile_function()(*scene_, tile, *memory, turn)) return true;
            if (dropped_.load(std::memory_order_relaxed)) return true;
            try {
                const std::lock_guard lock(places_mutex_);
                positions_[piece] = turn.position;
                has_positions_.store(true, std::memory_order_release);
                return false;
            } catch (const std::bad_alloc&) {
                turn.ends = 0;
            }
        }
    } catch (const std::bad_alloc&) {  // the tile stays as it was
        lacks_memory_.store(true, std::memory_order_relaxed);
    }
    return true;
}

}  // namespace rasterizer
