#include "glapi/window_framebuffer.h"

#include <algorithm>

namespace glapi {

WindowFramebuffer::WindowFramebuffer(const BufferConfig& config) : config_(config) {}

WindowFramebuffer::~WindowFramebuffer() = default;

void WindowFramebuffer::allocate_ancillary() {
    runtime::Extent extent{std::max(width_, 1), std::max(height_, 1), 1};
    bool has_depth = config_.depth != 0, has_stencil = config_.stencil != 0;
    depth_stencil = nullptr;
    multisample_color = nullptr;
    multisample_depth_stencil = nullptr;
    accumulation = nullptr;

    if (has_depth || has_stencil) {
        // One image serves both; a config without stencil still has its bits in memory, which nothing can reach.
        auto format = !has_depth ? runtime::Format::Stencil8 : runtime::Format::Depth24Stencil8;
        if (config_.samples > 1)
            multisample_depth_stencil = std::make_shared<runtime::Image>(format, extent, config_.samples);
        else
            depth_stencil = std::make_shared<runtime::Image>(format, extent);
    }
    if (config_.samples > 1) {
        const runtime::Format format = (back ? back : front)->format();
        multisample_color = std::make_shared<runtime::Image>(format, extent, config_.samples);
    }
}

std::shared_ptr<runtime::Image> WindowFramebuffer::encoded(const std::shared_ptr<runtime::Image>& image) {
    if (!image) return image;
    using runtime::Format;
    using runtime::TexelLayout;
    const TexelLayout layout = runtime::format_info(image->format()).layout;
    const Format format = runtime::srgb_counterpart(image->format());
    if (format == Format::None || (layout != TexelLayout::Bgra && layout != TexelLayout::Bgrx)) return image;
    for (const EncodedImage& known : encoded_)
        if (known.of.lock() == image) return known.image;
    std::erase_if(encoded_, [](const EncodedImage& known) { return known.of.expired(); });
    encoded_.push_back({image, std::make_shared<runtime::Image>(*image, format, image->extent(), 0)});
    return encoded_.back().image;
}

}  // namespace glapi
