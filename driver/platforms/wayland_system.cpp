#include "driver/platforms/wayland_system.h"

#include <optional>
#include <wayland-egl-backend.h>

#include "driver/wayland/wayland_connection.h"
#include "driver/wayland/wayland_surface.h"

namespace driver {

std::unique_ptr<WaylandSystem> WaylandSystem::connect(wl_display* display) {
    auto connection = wayland::Connection::open(display);
    if (!connection) return nullptr;
    return std::unique_ptr<WaylandSystem>(new WaylandSystem(std::move(connection)));
}

std::vector<FrameConfig> WaylandSystem::configs() const {
    std::vector<FrameConfig> result = memory_configs();
    for (FrameConfig& config : result) {
        const std::optional<wayland::ShmFormat> codes = wayland::shm_format(color_format(config.buffers));
        config.windows = codes && connection_->offers(codes->opaque) && connection_->offers(codes->alpha);
    }
    return result;
}

NativeSurface WaylandSystem::open_window(const FrameConfig&, const WindowOptions& options, uintptr_t handle) {
    auto* window = reinterpret_cast<wl_egl_window*>(handle);
    // Before version 3 there was no room for what a driver needs.
    if (!window || window->version < WL_EGL_WINDOW_VERSION || !window->surface) return {nullptr, NativeError::NotThere};
    if (window->driver_private) return {nullptr, NativeError::Taken};
    return {std::make_shared<wayland::WaylandSurface>(options.buffers, connection_, window, options.opaque),
            NativeError::None};
}

}  // namespace driver
