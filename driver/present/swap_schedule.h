// When a drawable's buffers are swapped, and how often they have been (SBC of OML_sync_control).
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "driver/present/refresh_clock.h"
#include "runtime/threads/signal_hold.h"

namespace driver {

inline constexpr int max_swap_interval = 4;

struct SyncValues {
    int64_t ust = 0;  // microseconds: when the frame `msc` began
    int64_t msc = 0;  // frames of the display
    int64_t sbc = 0;  // swaps of the drawable
};

// The frame at which a swap is due that comes `interval` frames after that of frame `last` at the earliest. A program
// that is slower than the display isn't slowed down further: a swap that is late is due at once.
int64_t due_frame(int64_t last, int64_t current, int interval);
// OML_sync_control's rule: the frame `target`; if it has passed, the next frame with number % `divisor` == `remainder`
// (`divisor` 0: the current frame).
int64_t matching_frame(int64_t current, int64_t target, int64_t divisor, int64_t remainder);

class SwapSchedule {
  public:
    explicit SwapSchedule(const RefreshClock& clock = {}) : clock_(clock) {}

    const RefreshClock& clock() const { return clock_; }
    // Frames from one swap to the next; 0: swaps wait for nothing. Negative ones (EXT_swap_control_tear) are as their
    // absolute value: late swaps never wait.
    int interval() const { return interval_; }
    void set_interval(int interval);

    // Sleeps until the next swap is due; ASMGL_VSYNC=off makes it due at once.
    void await_turn();
    void await_turn(int64_t target, int64_t divisor, int64_t remainder);
    // Counts a swap that has been shown; returns how many there have been.
    int64_t count_swap();

    SyncValues values() const;
    // Sleeps until so many swaps have been counted, or the drawable is closed: then false.
    bool await_count(int64_t sbc);
    void close();

  private:
    const RefreshClock clock_;
    std::atomic<int> interval_ = 1;
    mutable runtime::SignalSafeMutex mutex_;
    std::condition_variable_any counted_;
    int64_t last_frame_ = 0, swaps_ = 0;
    bool closed_ = false;
};

}  // namespace driver
