// A std::mutex that knows in builds with checks (ir/check.h) which thread has it.
#pragma once

#include <mutex>

#ifdef ASMGL_CHECKS
#include <atomic>
#include <cstdint>
#include <pthread.h>
#endif

#include "ir/check.h"

namespace runtime {

#ifdef ASMGL_CHECKS
class OwnedMutex {
  public:
    void lock() {
        ASMGL_CHECK(!held());  // the thread would wait for itself
        mutex_.lock();
        owner_.store(this_thread(), std::memory_order_relaxed);
    }
    void unlock() {
        ASMGL_CHECK(held());
        owner_.store(0, std::memory_order_relaxed);
        mutex_.unlock();
    }
    // Whether the calling thread has it: other threads never store that thread's number.
    bool held() const { return owner_.load(std::memory_order_relaxed) == this_thread(); }

  private:
    // The same in a forked child.
    static uintptr_t this_thread() { return static_cast<uintptr_t>(pthread_self()); }

    std::mutex mutex_;
    std::atomic<uintptr_t> owner_{0};
};
#else
class OwnedMutex : public std::mutex {
  public:
    bool held() const;  // for checks only: defined nowhere
};
#endif

}  // namespace runtime
