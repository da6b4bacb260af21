// A scene on its way through the worker pool.
#pragma once

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "rasterizer/scene/scene.h"
#include "rasterizer/tiles/execute_tile.h"
#include "runtime/threads/signal_hold.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {

// One piece per tile that has commands: a piece costs the pool a tenth of a microsecond, and many scenes touch few
// tiles.
class SceneTask : public runtime::Task {
  public:
    explicit SceneTask(std::unique_ptr<Scene> scene) : SceneTask{tiles_with_commands(*scene), std::move(scene)} {}
    void run_piece(int32_t piece) override { run_part(piece); }
    bool run_part(int32_t piece) override;
    const Scene& scene() const { return *scene_; }
    // What is left of it need not be drawn.
    void drop() { dropped_.store(true, std::memory_order_relaxed); }
    // Whether there was no memory for some of the tiles, which were left as they were.
    bool lacks_memory() const { return lacks_memory_.load(std::memory_order_relaxed); }

  private:
    SceneTask(std::vector<int32_t> tiles, std::unique_ptr<Scene> scene)
        : Task(std::max(static_cast<int32_t>(tiles.size()), 1), scene->may_run_long()),
          scene_(std::move(scene)),
          tiles_(std::move(tiles)) {}
    static std::vector<int32_t> tiles_with_commands(const Scene& scene);
    // Where a tile goes on that has been put down.
    BinPosition take_position(int32_t piece);

    std::unique_ptr<Scene> scene_;
    const std::vector<int32_t> tiles_;  // by piece
    runtime::SignalSafeMutex places_mutex_;
    std::map<int32_t, BinPosition> positions_;
    std::atomic<bool> has_positions_{false}, dropped_{false};
    std::atomic<bool> lacks_memory_{false};
};

}  // namespace rasterizer
