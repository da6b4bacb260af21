// A recursive mutex for functions that signal handlers call, too.
//
// std::recursive_mutex is taken first and notes its owner then. A handler that comes between the two and wants the
// mutex waits for its own thread for ever. Here one word says both at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <pthread.h>

namespace runtime {

class RecursiveMutex {
  public:
    void lock() {
        const uintptr_t self = this_thread();
        uintptr_t seen = 0;
        if (word_.compare_exchange_strong(seen, self, std::memory_order_acquire)) return;
        if ((seen & ~others_wait) == self) {
            ++depth_;
            return;
        }
        wait(self);
    }
    void unlock() {
        // A handler that comes here leaves the depth as it was.
        if (depth_ > 0) {
            --depth_;
            return;
        }
        if (word_.exchange(0, std::memory_order_release) & others_wait) word_.notify_one();
    }

  private:
    static constexpr uintptr_t others_wait = 1;

    // Nobody else's while the thread lives, and the same in a forked child. A pointer to its descriptor.
    static uintptr_t this_thread() { return static_cast<uintptr_t>(pthread_self()); }

    void wait(uintptr_t self) {
        for (;;) {
            uintptr_t seen = word_.load(std::memory_order_relaxed);
            // There may be more that wait: whoever has waited says so for them.
            if (seen == 0) {
                if (word_.compare_exchange_weak(seen, self | others_wait, std::memory_order_acquire)) return;
                continue;
            }
            if (!(seen & others_wait) &&
                !word_.compare_exchange_weak(seen, seen | others_wait, std::memory_order_relaxed))
                continue;
            word_.wait(seen | others_wait, std::memory_order_relaxed);
        }
    }

    std::atomic<uintptr_t> word_{0};  // the owner, and whether others wait
    uint32_t depth_ = 0;              // locks beyond the first; the owner's alone
};

}  // namespace runtime
