#include "driver/present/x11_surface.h"

#include <cstdlib>

#include "runtime/threads/signal_hold.h"

// XCB has a mutex and a thread that reads for all: a signal handler that closes the connection finds neither
// with the thread it interrupted.
namespace driver {

using runtime::SignalHold;

X11Surface::X11Surface(const glapi::BufferConfig& config, X11Connection connection, xcb_drawable_t drawable, Kind kind,
                       uint8_t depth)
    : Surface(config),
      connection_(std::move(connection)),
      drawable_(drawable),
      kind_(kind),
      depth_(depth),
      try_shared_(shared_memory_possible(*connection_)) {
    update();
    if (width_ == 0) {  // gone already: something to draw to all the same
        width_ = height_ = 1;
        reallocate();
    }
}

X11Surface::~X11Surface() {
    const SignalHold hold;
    if (gc_ && *connection_) xcb_discard_reply(*connection_, xcb_free_gc_checked(*connection_, gc_).sequence);
}

bool X11Surface::update() {
    const SignalHold hold;
    if (lost_ || !*connection_) return false;
    // The reply also tells that the server has read the frame that the last swap put: requests are answered in order.
    const X11Geometry geometry = query_geometry(*connection_, drawable_);
    if (!geometry.valid) {
        lost_ = true;
        return false;
    }
    if (geometry.width == width_ && geometry.height == height_) return false;
    width_ = geometry.width;
    height_ = geometry.height;
    reallocate();
    return true;
}

void X11Surface::reallocate() {
    const runtime::Format format = color_format(config());
    age_ = 0;
    if (config().double_buffered) {
        back_buffer_ = X11Buffer::create(connection_, width_, height_, format, try_shared_);
        back = X11Buffer::image(back_buffer_);
    }
    if (front || !config().double_buffered) {
        front_buffer_ = X11Buffer::create(connection_, width_, height_, format, try_shared_);
        front_buffer_->get(drawable_);
        front = X11Buffer::image(front_buffer_);
    }
    allocate_ancillary();
}

void X11Surface::require_front() {
    const SignalHold hold;
    if (front) return;
    front_buffer_ = X11Buffer::create(connection_, width_, height_, color_format(config()), try_shared_);
    front_buffer_->get(drawable_);
    front = X11Buffer::image(front_buffer_);
}

void X11Surface::show(X11Buffer& buffer, int32_t x, int32_t y, int32_t width, int32_t height) {
    const SignalHold hold;
    if (lost_ || !*connection_) return;
    if (!gc_) {
        gc_ = xcb_generate_id(*connection_);
        const uint32_t no_exposures = 0;
        const auto cookie =
            xcb_create_gc_checked(*connection_, gc_, drawable_, XCB_GC_GRAPHICS_EXPOSURES, &no_exposures);
        if (xcb_generic_error_t* error = xcb_request_check(*connection_, cookie)) {
            std::free(error);
            gc_ = 0;
            lost_ = true;
            return;
        }
    }
    buffer.put(drawable_, gc_, depth_, x, y, width, height);
}

void X11Surface::flush_front() {
    if (front_buffer_) show(*front_buffer_, 0, 0, width_, height_);
}

void X11Surface::swap(std::span<const Rectangle> damage) {
    // glXSwapBuffers is ignored for pixmaps: they show their front buffer.
    if (kind_ == Kind::Pixmap || !config().double_buffered) {
        flush_front();
        return;
    }
    if (damage.empty()) show(*back_buffer_, 0, 0, width_, height_);
    for (const Rectangle& r : damage) show(*back_buffer_, r.x, height_ - r.y - r.height, r.width, r.height);
    age_ = 1;
    if (front) copy_image(*back, *front);
}

void X11Surface::show_region(int32_t x, int32_t y, int32_t width, int32_t height) {
    if (!back_buffer_) return;
    show(*back_buffer_, x, height_ - y - height, width, height);
    if (front) copy_region(*back, *front, x, y, width, height);
}

Size X11Surface::native_size() const {
    const SignalHold hold;
    const X11Geometry geometry = *connection_ ? query_geometry(*connection_, drawable_) : X11Geometry{};
    return geometry.valid ? Size{geometry.width, geometry.height} : Size{width_, height_};
}

void X11Surface::read_native() {
    const SignalHold hold;
    if (kind_ == Kind::Pixmap && front_buffer_) front_buffer_->get(drawable_);
}

}  // namespace driver
