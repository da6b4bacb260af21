// The scenes of one rasterizer that have been handed to the worker threads.
#pragma once

#include <atomic>
#include <deque>
#include <memory>

#include "rasterizer/fence.h"
#include "rasterizer/scene/scene.h"
#include "runtime/threads/signal_hold.h"

namespace rasterizer {

// Scenes of one rasterizer run one after the other: a later one may read what an earlier one draws.
class SceneQueue {
  public:
    // Waits while there are too many, so that their memory stays bounded.
    void submit(std::unique_ptr<Scene> scene);
    bool idle();
    // The end of drawing. Scenes without visible results are dropped: queued ones, and `gathered`, which may be null.
    // False: `gathered` has visible results: submit it.
    bool drop_unseen(const Scene* gathered);
    bool uses(const runtime::Image& image);
    bool conflicts(const StageProgram& stage);
    void wait_until_idle();
    std::shared_ptr<const Fence> last_fence();
    // Whether there has been no memory for some of what was to be drawn, since the last time.
    bool lacked_memory() { return lacked_memory_.exchange(false, std::memory_order_relaxed); }

  private:
    static constexpr size_t most_waiting = 3;

    class QueuedScene;

    void scene_completed();

    runtime::SignalSafeMutex mutex_;
    std::deque<std::shared_ptr<QueuedScene>> scenes_;  // the first is running
    std::atomic<bool> lacked_memory_{false};
};

}  // namespace rasterizer
