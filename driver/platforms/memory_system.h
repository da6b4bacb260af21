// No window system: the surfaceless and device platforms. Their surfaces are pbuffers.
#pragma once

#include "driver/platforms/window_system.h"

namespace driver {

class MemorySystem final : public WindowSystem {
  public:
    std::vector<FrameConfig> configs() const override { return memory_configs(); }
};

}  // namespace driver
