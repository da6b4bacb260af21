// X11 as EGL's window system.
#pragma once

#include <string>

#include "driver/platforms/window_system.h"
#include "driver/present/x11_buffer.h"
#include "driver/present/x11_screen.h"

namespace driver {

class X11System final : public WindowSystem {
  public:
    // `display_name`: of the connection; null: it isn't known.
    X11System(xcb_connection_t* connection, int screen, const char* display_name);

    bool connected() const override { return *connection_ != nullptr; }
    std::vector<FrameConfig> configs() const override { return screen_configs(screen_); }
    RefreshClock refresh() const override { return screen_.refresh; }
    // Pointers are to an Xlib Window or Pixmap (unsigned long) or to xcb's; the byte order lets both be read alike.
    uintptr_t pointed_handle(void* native) const override { return *static_cast<const uint32_t*>(native); }
    NativeSurface open_window(const FrameConfig& config, const WindowOptions& options, uintptr_t window) override;
    NativeSurface open_pixmap(const FrameConfig& config, const glapi::BufferConfig& buffers, uintptr_t pixmap) override;
    NativeError match_pixmap(const FrameConfig& config, uintptr_t pixmap) const override;
    glapi::SharedImage share_pixmap(uintptr_t pixmap) override;
    bool shares_pixmaps() const override { return true; }

    // The application has closed the connection.
    void disconnect() { *connection_ = nullptr; }

  private:
    X11Connection connection_;
    X11Screen screen_;
    std::string display_name_;
};

}  // namespace driver
