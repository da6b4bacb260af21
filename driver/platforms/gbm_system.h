// GBM as EGL's window system: devices of our own backend of libgbm.
#pragma once

#include "driver/platforms/window_system.h"

namespace driver {

class GbmSystem final : public WindowSystem {
  public:
    // Null where the device is none, or another backend's.
    static std::unique_ptr<GbmSystem> connect(void* device);

    std::vector<FrameConfig> configs() const override;
    NativeSurface open_window(const FrameConfig& config, const WindowOptions& options, uintptr_t window) override;
};

}  // namespace driver
