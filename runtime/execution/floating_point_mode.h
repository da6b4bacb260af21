#pragma once

#include <xmmintrin.h>

namespace runtime {

// Applications may have changed how the CPU rounds or treats denormals; programs run with the defaults.
class FloatingPointMode {
  public:
    FloatingPointMode() : saved_(_mm_getcsr()) {
        if ((saved_ & mode_bits) != defaults) _mm_setcsr(defaults);
    }
    ~FloatingPointMode() {
        if ((saved_ & mode_bits) != defaults) _mm_setcsr(saved_);
    }
    FloatingPointMode(const FloatingPointMode&) = delete;
    FloatingPointMode& operator=(const FloatingPointMode&) = delete;

  private:
    static constexpr unsigned mode_bits = 0xffc0, defaults = 0x1f80;
    unsigned saved_;
};

}  // namespace runtime
