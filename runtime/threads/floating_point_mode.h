#pragma once

#include <xmmintrin.h>

namespace runtime {

// Applications may have changed how the CPU rounds or treats denormals; programs run with the defaults.
class FloatingPointMode {
  public:
    // Rounding, denormals and traps of the control word, and what they are where nobody has changed them.
    static constexpr unsigned mode_bits = 0xffc0, usual = 0x1f80;

    FloatingPointMode() : saved_(_mm_getcsr()) {
        if ((saved_ & mode_bits) != usual) _mm_setcsr(usual);
    }
    ~FloatingPointMode() {
        if ((saved_ & mode_bits) != usual) _mm_setcsr(saved_);
    }
    FloatingPointMode(const FloatingPointMode&) = delete;
    FloatingPointMode& operator=(const FloatingPointMode&) = delete;

  private:
    unsigned saved_;
};

}  // namespace runtime
