#include "driver/platforms/x11_system.h"

#include "driver/present/x11_surface.h"

namespace driver {

X11System::X11System(xcb_connection_t* connection, int screen)
    : connection_(std::make_shared<xcb_connection_t*>(connection)), screen_(describe_screen(connection, screen)) {}

NativeSurface X11System::open_window(const FrameConfig& config, const WindowWishes& wishes, uintptr_t window) {
    if (!connected()) return {nullptr, NativeError::NotThere};
    const xcb_visualid_t visual = query_window_visual(*connection_, uint32_t(window));
    if (!visual) return {nullptr, NativeError::NotThere};
    if (screen_.depth_of(visual) != config.visual_depth) return {nullptr, NativeError::WrongConfig};
    return {std::make_shared<X11Surface>(wishes.buffers, connection_, uint32_t(window), X11Surface::Kind::Window,
                                         config.visual_depth),
            NativeError::None};
}

NativeSurface X11System::open_pixmap(const FrameConfig& config, const glapi::BufferConfig& buffers, uintptr_t pixmap) {
    if (const NativeError error = match_pixmap(config, pixmap); error != NativeError::None) return {nullptr, error};
    return {std::make_shared<X11Surface>(buffers, connection_, uint32_t(pixmap), X11Surface::Kind::Pixmap,
                                         config.visual_depth),
            NativeError::None};
}

NativeError X11System::match_pixmap(const FrameConfig& config, uintptr_t pixmap) const {
    const X11Geometry geometry = connected() ? query_geometry(*connection_, uint32_t(pixmap)) : X11Geometry{};
    if (!geometry.valid) return NativeError::NotThere;
    return geometry.depth == config.visual_depth ? NativeError::None : NativeError::WrongConfig;
}

}  // namespace driver
