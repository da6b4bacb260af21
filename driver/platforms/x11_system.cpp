#include "driver/platforms/x11_system.h"

#include "driver/present/pixmap_contents.h"
#include "driver/present/x11_surface.h"

namespace driver {

namespace {

// The format of images of pixmaps with such pixels; alpha has a depth of its own.
runtime::Format pixmap_format(const PixelLayout& layout) {
    glapi::BufferConfig buffers;
    buffers.red = layout.red;
    buffers.alpha = layout.depth == 32 ? 8 : 0;
    return color_format(buffers);
}

}  // namespace

X11System::X11System(xcb_connection_t* connection, int screen, const char* display_name)
    : connection_(std::make_shared<xcb_connection_t*>(connection)),
      screen_(describe_screen(connection, screen)),
      display_name_(display_name ? display_name : "") {}

glapi::SharedImage X11System::share_pixmap(uintptr_t pixmap) {
    if (!connected()) return {};
    const X11Geometry geometry = query_geometry(*connection_, static_cast<uint32_t>(pixmap));
    // Windows have a size, too.
    if (!geometry.valid || query_window_visual(*connection_, static_cast<uint32_t>(pixmap))) return {};
    const PixelLayout* const layout = pixel_layout(geometry.depth);
    if (!layout) return {};
    const runtime::Format format = pixmap_format(*layout);
    const auto contents =
        std::make_shared<PixmapContents>(connection_, display_name_.empty() ? nullptr : display_name_.c_str(),
                                         static_cast<uint32_t>(pixmap), geometry.width, geometry.height, format);
    auto image = std::make_shared<runtime::Image>(format, runtime::Extent{geometry.width, geometry.height, 1});
    contents->read(*image);
    return {std::move(image), runtime::sized_internal_format(format, geometry.depth == 32), nullptr, contents};
}

NativeSurface X11System::open_window(const FrameConfig& config, const WindowOptions& options, uintptr_t window) {
    if (!connected()) return {nullptr, NativeError::NotThere};
    const xcb_visualid_t visual = query_window_visual(*connection_, static_cast<uint32_t>(window));
    if (!visual) return {nullptr, NativeError::NotThere};
    if (screen_.depth_of(visual) != config.visual_depth) return {nullptr, NativeError::WrongConfig};
    return {std::make_shared<X11Surface>(options.buffers, connection_, static_cast<uint32_t>(window),
                                         X11Surface::Kind::Window, config.visual_depth),
            NativeError::None};
}

NativeSurface X11System::open_pixmap(const FrameConfig& config, const glapi::BufferConfig& buffers, uintptr_t pixmap) {
    if (const NativeError error = match_pixmap(config, pixmap); error != NativeError::None) return {nullptr, error};
    return {std::make_shared<X11Surface>(buffers, connection_, static_cast<uint32_t>(pixmap), X11Surface::Kind::Pixmap,
                                         config.visual_depth),
            NativeError::None};
}

NativeError X11System::match_pixmap(const FrameConfig& config, uintptr_t pixmap) const {
    const X11Geometry geometry =
        connected() ? query_geometry(*connection_, static_cast<uint32_t>(pixmap)) : X11Geometry{};
    if (!geometry.valid) return NativeError::NotThere;
    return geometry.depth == config.visual_depth ? NativeError::None : NativeError::WrongConfig;
}

}  // namespace driver
