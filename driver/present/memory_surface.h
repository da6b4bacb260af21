// A surface without a window: pbuffers of GLX and EGL.
#pragma once

#include "driver/surface.h"

namespace driver {

class MemorySurface final : public Surface {
  public:
    // Throws std::bad_alloc.
    MemorySurface(const glapi::BufferConfig& config, int32_t width, int32_t height);

    bool update() override { return false; }
    void require_front() override;
    void flush_front() override {}
    void swap(std::span<const Rectangle> damage) override;
    void show_region(int32_t x, int32_t y, int32_t width, int32_t height) override;
};

}  // namespace driver
