// The contents of an X11 pixmap, as the image of a texture that is read again when the pixmap has been drawn to
// (EXT_texture_from_pixmap, EGL_KHR_image_pixmap). The first row is the upper one.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "driver/present/pixmap_watch.h"
#include "driver/present/x11_buffer.h"
#include "glapi/driver_interface.h"

namespace driver {

class PixmapContents final : public glapi::LiveImage {
  public:
    // The images that are filled have this size and format. `display_name`: see PixmapWatch. Throws std::bad_alloc.
    PixmapContents(X11Connection connection, const char* display_name, xcb_drawable_t pixmap, int32_t width,
                   int32_t height, runtime::Format format);

    // Fills an image, whatever has been drawn.
    void read(runtime::Image& image) const;
    // The caller looks at the pixmap himself, next.
    void begin_look() const;
    bool refresh(rasterizer::Rasterizer& rasterizer, runtime::Image& image) const override;
    // The pixmap's name is given up: images stay as they are.
    void stop() { stopped_ = true; }

  private:
    void copy(runtime::Image& image) const;

    X11Connection connection_;
    xcb_drawable_t pixmap_;
    std::shared_ptr<X11Buffer> buffer_;
    std::shared_ptr<runtime::Image> rows_;  // of the buffer, the last one first
    mutable std::mutex mutex_;
    mutable PixmapWatch::Pixmap watched_;
    std::atomic<bool> stopped_ = false;
};

}  // namespace driver
