// A scene on its way through the worker pool.
#pragma once

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

  private:
    std::unique_ptr<Scene> scene_;
};

}  // namespace rasterizer
