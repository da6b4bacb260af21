// For tests: a drawable in memory, and a context that is current to it while the object lives.
#pragma once

#include <array>
#include <memory>

#include "glapi/context.h"
#include "glapi/context_parts.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/driver_interface.h"
#include "glapi/generated/commands.h"
#include "glapi/window_framebuffer.h"

namespace glapi::testing {

class MemoryWindow final : public WindowFramebuffer {
  public:
    MemoryWindow(const BufferConfig& config, int32_t width, int32_t height) : WindowFramebuffer(config) {
        width_ = width;
        height_ = height;
        back = make_image();
        if (!config.double_buffered) front = back;
        allocate_ancillary();
    }
    bool update() override { return false; }
    void require_front() override {
        if (!front) front = make_image();
    }
    void flush_front() override { ++fronts_shown; }

    int fronts_shown = 0;

  private:
    std::shared_ptr<runtime::Image> make_image() const {
        return std::make_shared<runtime::Image>(
            config().alpha ? runtime::Format::Bgra8Unorm : runtime::Format::Bgrx8Unorm,
            runtime::Extent{width_, height_, 1});
    }
};

using Pixel = std::array<uint8_t, 4>;  // red, green, blue, alpha
inline constexpr Pixel red{255, 0, 0, 255}, green{0, 255, 0, 255}, blue{0, 0, 255, 255}, white{255, 255, 255, 255},
    nothing{0, 0, 0, 0};

class CurrentContext {
  public:
    explicit CurrentContext(int32_t width = 64, int32_t height = 64, const BufferConfig& config = {},
                            const ContextRequest& request = {},
                            const SupportedVersions& supported = supported_versions())
        : window(std::make_shared<MemoryWindow>(config, width, height)) {
        ContextRequest made = request;
        made.config = config;
        context = create_context(made, supported).context;
        make_current(context, window, window);
        // Tests call commands past the gates at which sequences end.
        if (context) context->draw_sequence->enabled = false;
    }
    ~CurrentContext() {
        make_current(nullptr, nullptr, nullptr);
        destroy_context(context);
    }
    CurrentContext(const CurrentContext&) = delete;
    CurrentContext& operator=(const CurrentContext&) = delete;

    Context& operator*() const { return *context; }

    // What has been drawn at a pixel of the back buffer, counted from the lower left.
    Pixel pixel(int32_t x, int32_t y) const {
        context->rasterizer.finish();
        const auto* texel = reinterpret_cast<const uint8_t*>(window->back->row(y) + x * 4);
        return {texel[2], texel[1], texel[0], texel[3]};
    }
    GLenum error() const { return commands::GetError(*context); }

    std::shared_ptr<MemoryWindow> window;
    Context* context = nullptr;
};

}  // namespace glapi::testing
