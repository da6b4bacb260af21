#include "driver/surface.h"

#include <algorithm>
#include <cstring>

namespace driver {

runtime::Format color_format(const glapi::BufferConfig& config) {
    return config.alpha ? runtime::Format::Bgra8Unorm : runtime::Format::Bgrx8Unorm;
}

void copy_image(const runtime::Image& source, const runtime::Image& destination) {
    const int32_t width = std::min(source.extent().width, destination.extent().width);
    const int32_t height = std::min(source.extent().height, destination.extent().height);
    const size_t bytes = size_t(width) * runtime::format_info(source.format()).bytes_per_block;
    for (int32_t y = 0; y < height; ++y) std::memcpy(destination.row(y), source.row(y), bytes);
}

}  // namespace driver
