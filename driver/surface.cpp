#include "driver/surface.h"

#include <algorithm>
#include <cstring>

namespace driver {

runtime::Format color_format(const glapi::BufferConfig& config) {
    if (config.float_color) {
        if (config.red == 11) return runtime::Format::R11G11B10Float;
        return config.red == 16 ? runtime::Format::Rgba16Float : runtime::Format::Rgba32Float;
    }
    if (config.red == 5) return runtime::Format::Rgb565Unorm;
    if (config.red == 10) return runtime::Format::Rgb10A2Unorm;
    return config.alpha ? runtime::Format::Bgra8Unorm : runtime::Format::Bgrx8Unorm;
}

void copy_image(const runtime::Image& source, const runtime::Image& destination) {
    copy_region(source, destination, 0, 0, source.extent().width, source.extent().height);
}

void copy_region(const runtime::Image& source, const runtime::Image& destination, int32_t x, int32_t y, int32_t width,
                 int32_t height) {
    const runtime::Extent extent = {std::min(source.extent().width, destination.extent().width),
                                    std::min(source.extent().height, destination.extent().height), 1};
    const int32_t left = std::clamp(x, 0, extent.width), bottom = std::clamp(y, 0, extent.height);
    const int32_t right =
        static_cast<int32_t>(std::clamp<int64_t>(static_cast<int64_t>(x) + width, left, extent.width));
    const int32_t top =
        static_cast<int32_t>(std::clamp<int64_t>(static_cast<int64_t>(y) + height, bottom, extent.height));
    const size_t texel = runtime::format_info(source.format()).bytes_per_block;
    for (int32_t row = bottom; row < top; ++row)
        std::memcpy(destination.row(row) + texel * left, source.row(row) + texel * left, texel * (right - left));
}

}  // namespace driver
