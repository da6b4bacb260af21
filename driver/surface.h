// A drawable as the window-system bindings see it: a WindowFramebuffer that can be shown.
#pragma once

#include <memory>

#include "glapi/window_framebuffer.h"

namespace driver {

// The colour format of a config's buffers: X11's own, but for red and blue of ten bits, which change places on the way.
runtime::Format color_format(const glapi::BufferConfig& config);

class Surface : public glapi::WindowFramebuffer {
  public:
    using WindowFramebuffer::WindowFramebuffer;

    // Shows the back buffer, whose frame is finished; its contents stay. Nothing to do for single-buffered surfaces
    // beyond flush_front().
    virtual void swap() = 0;
    // Shows a part of the back buffer; the origin is the lower left corner.
    virtual void show_region(int32_t x, int32_t y, int32_t width, int32_t height) = 0;
    // Takes over what others drew to the native drawable (pixmaps), for glXWaitX and eglWaitNative.
    virtual void read_native() {}
    // The native drawable is gone, or its connection closed.
    virtual bool lost() const { return false; }
};

// Copies texels of one image to another of the same format and size.
void copy_image(const runtime::Image& source, const runtime::Image& destination);
// The same of a rectangle, as far as it is inside.
void copy_region(const runtime::Image& source, const runtime::Image& destination, int32_t x, int32_t y, int32_t width,
                 int32_t height);

}  // namespace driver
