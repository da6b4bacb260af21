#pragma once

#include "runtime/simd/floating_point_control.h"

namespace runtime {

// Applications may have changed how the CPU rounds or treats denormals; programs run with the defaults.
class FloatingPointMode {
  public:
    FloatingPointMode() : saved_(FloatingPointControl::read()) {
        if (is_changed()) FloatingPointControl::write(FloatingPointControl::usual);
    }
    ~FloatingPointMode() {
        if (is_changed()) FloatingPointControl::write(saved_);
    }
    FloatingPointMode(const FloatingPointMode&) = delete;
    FloatingPointMode& operator=(const FloatingPointMode&) = delete;

  private:
    bool is_changed() const { return (saved_ & FloatingPointControl::mode_bits) != FloatingPointControl::usual; }

    uint64_t saved_;
};

}  // namespace runtime
