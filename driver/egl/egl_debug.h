// KHR_debug: what is told to the application's callback, and the labels of objects.
#pragma once

#include "driver/egl/egl_headers.h"
#include "runtime/threads/application_shield.h"

namespace driver::egl {

// A command of the application's: the first thing in each. At its end, when no mutex is held any more, the callback is
// told of the error that it has set. Commands that call others are one command. The thread's floating-point mode and
// cancellation are ours meanwhile.
class Call {
  public:
    // `object`: messages have the label of this handle (table 13.2); null: none, or the thread's.
    explicit Call(const void* object = nullptr, const char* command = __builtin_FUNCTION());
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

  private:
    const runtime::ApplicationShield shield_;
    const bool outermost_;
    const char* command_;
    EGLLabelKHR label_ = nullptr;
};

}  // namespace driver::egl
