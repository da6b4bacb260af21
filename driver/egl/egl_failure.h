// Why commands fail, as values: one of EGL's errors each. fail() makes one the thread's.
#pragma once

#include "driver/egl/egl_headers.h"
#include "driver/outcome.h"

namespace driver::egl {

class [[nodiscard]] Failure {
  public:
    constexpr Failure() = default;  // there is none
    constexpr Failure(EGLint error) : error_(error) {}

    constexpr explicit operator bool() const { return error_ != EGL_SUCCESS; }
    constexpr EGLint error() const { return error_; }
    bool operator==(const Failure&) const = default;

  private:
    EGLint error_ = EGL_SUCCESS;
};

template <typename Value>
using Outcome = driver::Outcome<Value, Failure>;

}  // namespace driver::egl
