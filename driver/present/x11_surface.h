// X11 windows and pixmaps as GL drawables.
#pragma once

#include "driver/present/x11_buffer.h"
#include "driver/present/x11_screen.h"
#include "driver/surface.h"

namespace driver {

class X11Surface final : public Surface {
  public:
    enum class Kind : uint8_t { Window, Pixmap };
    // The drawable exists; `depth` is its depth. Throws std::bad_alloc.
    X11Surface(const glapi::BufferConfig& config, X11Connection connection, xcb_drawable_t drawable, Kind kind,
               uint8_t depth);
    ~X11Surface() override;

    bool update() override;
    void require_front() override;
    void flush_front() override;
    void swap(std::span<const Rectangle> damage) override;
    Size native_size() const override;
    void show_region(int32_t x, int32_t y, int32_t width, int32_t height) override;
    void read_native() override;
    bool lost() const override { return lost_; }

  private:
    void reallocate();
    void show(X11Buffer& buffer, int32_t x, int32_t y, int32_t width, int32_t height);

    X11Connection connection_;
    xcb_drawable_t drawable_;
    xcb_gcontext_t gc_ = 0;
    Kind kind_;
    uint8_t depth_;
    bool try_shared_, lost_ = false;
    std::shared_ptr<X11Buffer> back_buffer_, front_buffer_;
};

}  // namespace driver
