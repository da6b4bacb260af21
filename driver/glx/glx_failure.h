// Why requests fail, as values: an X error each. They are sent when the objects' mutex is released, since a handler of
// the application's may call GLX, or not return.
#pragma once

#include <cstdint>
#include <utility>

#include "driver/glx/glx_headers.h"
#include "driver/outcome.h"

namespace driver::glx {

// Counted from the first error code that GLX has on a connection.
enum class GlxError : uint8_t {
    GlxBadContext,
    GlxBadContextState,
    GlxBadDrawable,
    GlxBadPixmap,
    GlxBadContextTag,
    GlxBadCurrentWindow,
    GlxBadRenderRequest,
    GlxBadLargeRequest,
    UnsupportedPrivateRequest,
    GlxBadFBConfig,
    GlxBadPbuffer,
    GlxBadCurrentDrawable,
    GlxBadWindow,
    GlxBadProfileARB
};

class [[nodiscard]] Failure {
  public:
    Failure() = default;  // there is none
    // An error of the core protocol (BadMatch …), or one of GLX's, about a resource.
    static Failure core(int code, XID resource = 0) { return {false, code, resource}; }
    static Failure glx(GlxError error, XID resource = 0) { return {true, static_cast<int>(error), resource}; }

    explicit operator bool() const { return there_; }
    bool operator==(const Failure&) const = default;

    // Hands it to the application's X error handler as if the server had sent it; nothing where there is none.
    // `request`: the minor opcode of the request that failed. The mutex is not held.
    void send(Display* display, int request) const;

  private:
    Failure(bool of_glx, int code, XID resource) : there_(true), of_glx_(of_glx), code_(code), resource_(resource) {}

    bool there_ = false, of_glx_ = false;
    int code_ = 0;
    XID resource_ = 0;
};

template <typename Value>
class Outcome : public driver::Outcome<Value, Failure> {
  public:
    using driver::Outcome<Value, Failure>::Outcome;
    // The value; the failure is sent.
    Value or_send(Display* display, int request) && {
        this->failure().send(display, request);
        return std::move(*this).value();
    }
};

}  // namespace driver::glx
