// Pixels that go to an X11 drawable: in memory shared with the server where possible, else in our own.
#pragma once

#include <memory>
#include <xcb/shm.h>
#include <xcb/xcb.h>

#include "runtime/images/image.h"

namespace driver {

// The connection that surfaces and their buffers use, until it is closed; then null.
using X11Connection = std::shared_ptr<xcb_connection_t*>;

class X11Buffer {
  public:
    // Throws std::bad_alloc.
    static std::shared_ptr<X11Buffer> create(const X11Connection& connection, int32_t width, int32_t height,
                                             runtime::Format format, bool try_shared);
    ~X11Buffer();
    X11Buffer(const X11Buffer&) = delete;
    X11Buffer& operator=(const X11Buffer&) = delete;

    bool shared() const { return segment_ != 0; }
    // A view in GL's order: row 0 is the bottom one, X11's last. It keeps the buffer alive.
    static std::shared_ptr<runtime::Image> image(const std::shared_ptr<X11Buffer>& buffer);

    // Sends a rectangle, in X11's coordinates, to the same place of the drawable. The server may read the memory until
    // it answers a later request. Errors (the drawable is gone) are swallowed.
    void put(xcb_drawable_t drawable, xcb_gcontext_t gc, uint8_t depth, int32_t x, int32_t y, int32_t width,
             int32_t height);
    // Fills the buffer with the drawable's contents where the server lets us read them. Unmapped windows don't.
    void get(xcb_drawable_t drawable);

  private:
    X11Buffer(const X11Connection& connection, int32_t width, int32_t height, runtime::Format format);
    bool attach();
    // Bytes of a row in requests, which pad rows to four bytes.
    size_t padded_row(int32_t width) const { return (static_cast<size_t>(width * pixel_bytes_) + 3) & ~size_t{3}; }
    // Copies a rectangle between pixels_ and memory_, where these are two.
    void exchange(std::byte* to, const std::byte* from, int32_t x, int32_t y, int32_t width, int32_t height) const;

    X11Connection connection_;
    int32_t width_, height_;
    runtime::Format format_;
    ptrdiff_t pixel_bytes_, stride_;  // a stride is a multiple of 64
    std::byte* memory_ = nullptr;     // what the server sees
    std::byte* pixels_ = nullptr;  // what is drawn to: the same, unless the server has its components in another order
    xcb_shm_seg_t segment_ = 0;
};

}  // namespace driver
