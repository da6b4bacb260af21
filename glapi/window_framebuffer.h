// The front end's interface to a window, pbuffer or pixmap; the driver implements it for each window system.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/images/image.h"

namespace glapi {

// The buffers a drawable has: a GLXFBConfig or EGLConfig without its window-system part.
struct BufferConfig {
    uint8_t red = 8, green = 8, blue = 8, alpha = 8;
    uint8_t depth = 24, stencil = 8;
    uint8_t samples = 1;       // 1 or one of rasterizer::sample_counts
    uint8_t accumulation = 0;  // bits per component of the accumulation buffer: 0 or 16
    bool double_buffered = true;
    bool srgb_capable = false;  // colours are sRGB-encoded where FRAMEBUFFER_SRGB is enabled; 8 bits only
    bool float_color = false;   // colours are floats, not normalized integers
    bool operator==(const BufferConfig&) const = default;
};

// Colour buffers are images with the config's sizes of components, one sample each; with samples > 1 the front end
// draws into `multisample_color` and resolves into them. All calls come with the context current to the caller's
// thread.
class WindowFramebuffer {
  public:
    explicit WindowFramebuffer(const BufferConfig& config);
    virtual ~WindowFramebuffer();

    const BufferConfig& config() const { return config_; }
    int32_t width() const { return width_; }  // pixels, as of the last update()
    int32_t height() const { return height_; }

    // Asks the window system for the present size and reallocates the buffers if it changed. Called by the front end at
    // make-current, at the first draw, clear or read after a swap, and at glViewport. Returns true when buffers were
    // replaced. Survives a window that is gone: it keeps the old size.
    virtual bool update() = 0;

    // The images; null where the config lacks them. Front exists for single-buffered drawables and, made at first
    // use, for double-buffered ones.
    std::shared_ptr<runtime::Image> front, back, depth_stencil, multisample_color, multisample_depth_stencil;
    virtual void require_front() = 0;
    // The same memory as one of the images, with colours encoded. The image itself where that can't be.
    std::shared_ptr<runtime::Image> encoded(const std::shared_ptr<runtime::Image>& image);
    // The accumulation buffer, made at first use where the config has one: 16 bits signed per component.
    static constexpr runtime::Format accumulation_format = runtime::Format::Rgba16Snorm;
    std::shared_ptr<runtime::Image> accumulation;

    // Shows what has been drawn to the front buffer (glFlush, glFinish with front-buffer drawing).
    virtual void flush_front() = 0;

  protected:
    // Allocates depth/stencil and multisample images for the present size; colour images, the subclass's, come first.
    void allocate_ancillary();
    int32_t width_ = 0, height_ = 0;

  private:
    BufferConfig config_;
    // Encoded images of front, back and multisample_color, with the images that they were made of.
    struct EncodedImage {
        std::weak_ptr<runtime::Image> of;
        std::shared_ptr<runtime::Image> image;
    };
    std::vector<EncodedImage> encoded_;
};

}  // namespace glapi
