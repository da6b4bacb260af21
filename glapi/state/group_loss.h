// Contexts with reset notification are lost after a reset, with all contexts that share objects with them (OpenGL 4.6,
// 2.3.2; docs/decisions/stopped_draws.md).
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "glapi/gates.h"
#include "runtime/threads/signal_hold.h"

namespace glapi {

class GroupLoss {
  public:
    void add(Gates& context) {
        const std::lock_guard lock(mutex_);
        contexts_.push_back(&context);
        if (lost_) context.closed.fetch_or(gate::Stopped);
    }
    void remove(Gates& context) {
        const std::lock_guard lock(mutex_);
        std::erase(contexts_, &context);
    }
    // From any thread: from now on all their commands stop.
    void lose() {
        const std::lock_guard lock(mutex_);
        lost_ = true;
        for (Gates* const context : contexts_) context->closed.fetch_or(gate::Stopped);
    }
    bool lost() const { return lost_.load(); }

  private:
    runtime::SignalSafeMutex mutex_;
    std::vector<Gates*> contexts_;
    std::atomic<bool> lost_{false};
};

}  // namespace glapi
