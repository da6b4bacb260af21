#include "driver/present/pixmap_contents.h"

#include <cstdlib>
#include <cstring>

#include "rasterizer/rasterizer.h"
#include "runtime/threads/signal_hold.h"

namespace driver {

PixmapContents::PixmapContents(X11Connection connection, const char* display_name, xcb_drawable_t pixmap, int32_t width,
                               int32_t height, runtime::Format format)
    : connection_(std::move(connection)),
      pixmap_(pixmap),
      buffer_(X11Buffer::create(connection_, width, height, format, false)),
      rows_(X11Buffer::image(buffer_)),
      watched_(PixmapWatch::of(display_name, *connection_), pixmap) {}

void PixmapContents::copy(runtime::Image& image) const {
    buffer_->get(pixmap_);
    const runtime::Extent& extent = rows_->extent();
    const size_t bytes = static_cast<size_t>(extent.width) * runtime::format_info(rows_->format()).bytes_per_block;
    for (int32_t y = 0; y < extent.height; ++y) std::memcpy(image.row(y), rows_->row(extent.height - 1 - y), bytes);
}

void PixmapContents::begin_look() const {
    const std::lock_guard lock(mutex_);
    watched_.may_have_changed();
}

void PixmapContents::read(runtime::Image& image) const {
    const runtime::SignalHold hold;
    const std::lock_guard lock(mutex_);
    watched_.may_have_changed();
    copy(image);
}

bool PixmapContents::refresh(rasterizer::Rasterizer& rasterizer, runtime::Image& image) const {
    const runtime::SignalHold hold;
    const std::lock_guard lock(mutex_);
    if (stopped_ || !*connection_) return false;
    // What the application has drawn by its own connection reaches the server before the watch is asked.
    std::free(xcb_get_input_focus_reply(*connection_, xcb_get_input_focus(*connection_), nullptr));
    if (!watched_.may_have_changed()) return false;
    rasterizer.wait_for(image);
    copy(image);
    return true;
}

}  // namespace driver
