// The frames of a display as a clock counts them: UST and MSC of OML_sync_control. No hardware tells a software driver
// when its screen is refreshed, but at which rate is known; frames are counted from the start of the monotonic clock,
// so that all windows, threads and processes agree on them and waiting for one after the other never drifts.
#pragma once

#include <cstdint>
#include <xcb/xcb.h>

namespace driver {

class RefreshClock {
  public:
    RefreshClock() = default;  // 60 Hz
    // A rate of numerator / denominator Hz; 60 Hz where that is not between 10 and 1000.
    RefreshClock(uint64_t numerator, uint64_t denominator);

    int32_t numerator() const { return numerator_; }  // in lowest terms
    int32_t denominator() const { return denominator_; }

    // The frame that is shown at a time, and the time at which a frame begins; times are nanoseconds of
    // CLOCK_MONOTONIC.
    int64_t frame_at(int64_t time) const;
    int64_t start_of(int64_t frame) const;

    int64_t current_frame() const { return frame_at(now()); }
    // Sleeps until the frame begins; returns at once where it has.
    void await(int64_t frame) const;
    static int64_t now();

  private:
    int32_t numerator_ = 60, denominator_ = 1;
};

// The rate of the mode that the screen's primary output shows, else of another one's; by XRandR.
RefreshClock refresh_clock_of(xcb_connection_t* connection, xcb_window_t root);

}  // namespace driver
