#include "driver/platforms/x11_system.h"

#include <algorithm>
#include <iterator>

#include "driver/present/pixmap_contents.h"
#include "driver/present/x11_surface.h"

namespace driver {

namespace {

// What images of pixmaps of a depth hold, and the internal format that says so (names of GL's).
struct PixmapFormat {
    uint8_t depth;
    runtime::Format stored;
    uint32_t internal_format;
};
constexpr PixmapFormat pixmap_formats[] = {
    {24, runtime::Format::Bgrx8Unorm, 0x8051},    // GL_RGB8
    {32, runtime::Format::Bgra8Unorm, 0x8058},    // GL_RGBA8
    {16, runtime::Format::Rgb565Unorm, 0x8D62},   // GL_RGB565
    {30, runtime::Format::Rgb10A2Unorm, 0x8052},  // GL_RGB10
};

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
    const auto* const format = std::ranges::find(pixmap_formats, geometry.depth, &PixmapFormat::depth);
    if (format == std::end(pixmap_formats)) return {};
    const auto contents = std::make_shared<PixmapContents>(
        connection_, display_name_.empty() ? nullptr : display_name_.c_str(), static_cast<uint32_t>(pixmap),
        geometry.width, geometry.height, format->stored);
    auto image = std::make_shared<runtime::Image>(format->stored, runtime::Extent{geometry.width, geometry.height, 1});
    contents->read(*image);
    return {std::move(image), format->internal_format, nullptr, contents};
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
