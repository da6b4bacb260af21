// A scene on its way through the worker pool.
#pragma once

#include <atomic>
#include <memory>
#include <utility>

#include "rasterizer/scene/scene.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {

// One piece per tile.
class SceneTask : public runtime::Task {
  public:
    explicit SceneTask(std::unique_ptr<Scene> scene) : Task(scene->tile_count()), scene_(std::move(scene)) {}
    void run_piece(int32_t piece) override;
    const Scene& scene() const { return *scene_; }
    // Whether there was no memory for some of the tiles, which were left as they were.
    bool lacks_memory() const { return lacks_memory_.load(std::memory_order_relaxed); }

  private:
    std::unique_ptr<Scene> scene_;
    std::atomic<bool> lacks_memory_{false};
};

}  // namespace rasterizer
