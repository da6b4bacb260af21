// A thread of the application that works for us.
#pragma once

#include "runtime/simd/floating_point_control.h"

namespace runtime {

// For commands that compute on the application's thread: the floating-point mode that it has chosen for that thread
// (traps, rounding, denormals) does not change what we compute, and mode and flags are afterwards as they were before.
// Costs a few instructions where the mode is the usual one.
class FloatingPointShield {
  public:
    FloatingPointShield() : before_(FloatingPointControl::read()) {
        if ((before_ & FloatingPointControl::mode_bits) != FloatingPointControl::usual) [[unlikely]]
            FloatingPointControl::write(FloatingPointControl::usual);
    }
    ~FloatingPointShield() {
        if (FloatingPointControl::read() != before_) FloatingPointControl::write(before_);
    }
    FloatingPointShield(const FloatingPointShield&) = delete;
    FloatingPointShield& operator=(const FloatingPointShield&) = delete;

  private:
    uint64_t before_;
};

// For commands that may wait or use files, too: the thread can't be cancelled either. Cancellation would unwind through
// our functions, which hold mutexes. The thread is cancelled at its own next cancellation point. May be nested.
class ApplicationShield {
  public:
    ApplicationShield();
    ~ApplicationShield();
    ApplicationShield(const ApplicationShield&) = delete;
    ApplicationShield& operator=(const ApplicationShield&) = delete;

  private:
    FloatingPointShield numbers_;
    int cancelling_;
};

}  // namespace runtime
