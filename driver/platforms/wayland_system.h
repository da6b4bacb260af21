// Wayland as EGL's window system: windows are wl_egl_windows; there are no pixmaps.
#pragma once

#include "driver/platforms/window_system.h"

struct wl_display;

namespace driver {

namespace wayland {
class Connection;
}

class WaylandSystem final : public WindowSystem {
  public:
    // Null where there is no compositor that windows could be shown by. A null display: $WAYLAND_DISPLAY.
    static std::unique_ptr<WaylandSystem> connect(wl_display* display);

    std::vector<FrameConfig> configs() const override;
    NativeSurface open_window(const FrameConfig& config, const WindowOptions& options, uintptr_t window) override;

  private:
    explicit WaylandSystem(std::shared_ptr<wayland::Connection> connection) : connection_(std::move(connection)) {}
    std::shared_ptr<wayland::Connection> connection_;
};

}  // namespace driver
