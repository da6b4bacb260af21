#include "driver/present/memory_surface.h"

#include <algorithm>

namespace driver {

MemorySurface::MemorySurface(const glapi::BufferConfig& config, int32_t width, int32_t height) : Surface(config) {
    width_ = width;
    height_ = height;
    const runtime::Extent extent{std::max(width, 1), std::max(height, 1), 1};
    auto color = std::make_shared<runtime::Image>(color_format(config), extent);
    (config.double_buffered ? back : front) = std::move(color);
    allocate_ancillary();
}

void MemorySurface::require_front() {
    if (!front) front = std::make_shared<runtime::Image>(back->format(), back->extent());
}

void MemorySurface::swap(std::span<const Rectangle>) {
    // A front buffer that nobody has asked for yet has no one to see it, but a later reader expects this frame.
    if (!config().double_buffered) return;
    require_front();
    copy_image(*back, *front);
    age_ = 1;
}

void MemorySurface::show_region(int32_t x, int32_t y, int32_t width, int32_t height) {
    if (!config().double_buffered) return;
    require_front();
    copy_region(*back, *front, x, y, width, height);
}

}  // namespace driver
