// EGL's interface to a window system: one class for each.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "driver/configs/frame_config.h"
#include "driver/surface.h"
#include "glapi/driver_interface.h"

namespace driver {

// Why a native window or pixmap can't be drawn to: there is none, its pixels are others than the config's, or something
// draws to it already.
enum class NativeError : uint8_t { None, NotThere, WrongConfig, Taken };

struct NativeSurface {
    std::shared_ptr<Surface> surface;
    NativeError error = NativeError::None;
};

// Requested properties of a window beyond its config.
struct WindowOptions {
    glapi::BufferConfig buffers;
    bool opaque = false;  // its alpha is not shown (EXT_present_opaque)
};

class WindowSystem {
  public:
    virtual ~WindowSystem() = default;

    // False where the connection has been closed under us.
    virtual bool connected() const { return true; }
    virtual std::vector<FrameConfig> configs() const = 0;
    virtual RefreshClock refresh() const { return {}; }

    // The handle of a window or pixmap that the commands of EXT_platform_base are given a pointer for.
    virtual uintptr_t pointed_handle(void* native) const { return reinterpret_cast<uintptr_t>(native); }
    // These throw std::bad_alloc.
    virtual NativeSurface open_window(const FrameConfig&, const WindowOptions&, uintptr_t) {
        return {nullptr, NativeError::NotThere};
    }
    virtual NativeSurface open_pixmap(const FrameConfig&, const glapi::BufferConfig&, uintptr_t) {
        return {nullptr, NativeError::NotThere};
    }
    // What lies in a pixmap, as an image (EGL_KHR_image_pixmap); none where it can't be one.
    virtual glapi::SharedImage share_pixmap(uintptr_t) { return {}; }
    virtual bool shares_pixmaps() const { return false; }
    // Whether surfaces with the config can be made for a pixmap: None where they can.
    virtual NativeError match_pixmap(const FrameConfig&, uintptr_t) const { return NativeError::NotThere; }
};

}  // namespace driver
