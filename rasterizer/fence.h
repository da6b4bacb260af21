// Points in a rasterizer's work that others may wait for.
#pragma once

#include <atomic>

namespace rasterizer {

// A point in a rasterizer's work, passed once everything before it is in the images. Other threads may look at it and
// outlive the rasterizer.
class Fence {
  public:
    bool passed() const { return passed_.load(std::memory_order_acquire); }
    // Blocks until passed, working on whatever is queued meanwhile.
    void wait() const;
    void pass() { passed_.store(true, std::memory_order_release); }

  private:
    std::atomic<bool> passed_{false};
};

}  // namespace rasterizer
