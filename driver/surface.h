// A drawable as the window-system bindings see it: a WindowFramebuffer that can be shown.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "glapi/driver_interface.h"
#include "ir/limits.h"

namespace driver {

// The format of the buffers' colours: X11's own, but for red and blue of ten bits, which change places on the way.
runtime::Format color_format(const glapi::BufferConfig& config);

inline constexpr int32_t max_pbuffer_width = arbasm::limits::MAX_FRAMEBUFFER_WIDTH;
inline constexpr int32_t max_pbuffer_height = arbasm::limits::MAX_FRAMEBUFFER_HEIGHT;

struct Size {
    int32_t width = 0, height = 0;
};
// A rectangle of pixels; the origin is the lower left corner.
struct Rectangle {
    int32_t x = 0, y = 0, width = 0, height = 0;
};

class Surface : public glapi::WindowFramebuffer {
  public:
    using WindowFramebuffer::WindowFramebuffer;

    // Shows the back buffer; its frame is finished. Only `damage` has changed; empty: anything. Nothing to do for
    // single-buffered surfaces beyond flush_front().
    virtual void swap(std::span<const Rectangle> damage) = 0;
    // Shows a part of the back buffer.
    virtual void show_region(int32_t x, int32_t y, int32_t width, int32_t height) = 0;
    // Before a swap: waits until the window system takes another frame, `interval` refreshes after the last one. False
    // where it tells nothing of when it shows them: then clocks do.
    virtual bool await_turn(int /*interval*/) { return false; }
    // Gets a back buffer for the next frame now; the first command that draws does otherwise.
    virtual void begin_frame() {}
    // The number of frames since the contents of the back buffer were drawn; 0: they mean nothing.
    virtual int32_t buffer_age() const { return age_; }
    // Whether the back buffer is to keep its contents across swaps; where they are copied, it does in any case.
    virtual void preserve_back(bool /*preserved*/) {}
    // The native drawable's size right now.
    virtual Size native_size() const { return {width_, height_}; }
    // Takes over what others drew to the native drawable (pixmaps), for glXWaitX and eglWaitNative.
    virtual void read_native() {}
    // The native drawable is gone, or its connection closed.
    virtual bool lost() const { return false; }

  protected:
    // The age of back buffers that are copied when they are shown: 1 from the first swap on.
    int32_t age_ = 0;
};

// Copies texels of one image to another of the same format and size.
void copy_image(const runtime::Image& source, const runtime::Image& destination);
// The same of a rectangle, as far as it is inside.
void copy_region(const runtime::Image& source, const runtime::Image& destination, int32_t x, int32_t y, int32_t width,
                 int32_t height);

}  // namespace driver
