// Where pixels go: the attachments of a draw or clear.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "ir/limits.h"
#include "runtime/images/image.h"

namespace rasterizer {

inline constexpr int max_color_attachments = arbasm::limits::MAX_COLOR_ATTACHMENTS;

struct SurfaceView {
    std::shared_ptr<runtime::Image> image;  // null: no such attachment; writes vanish
    int32_t layer = 0;                      // first slice
    int32_t layer_count = 1;                // more than one: layered attachment
    explicit operator bool() const { return image != nullptr; }
};

struct Framebuffer {
    int32_t width = 0, height = 0;  // pixels; the intersection of the attachments
    int32_t samples = 1;            // 1 or one of sample_counts; every attachment has as many
    // By fragment output: result.color[n] goes to colors[n] (draw buffers are resolved). One fragment output may have
    // to reach several buffers (FRONT_AND_BACK): `broadcast` repeats output 0 to every attachment.
    std::array<SurfaceView, max_color_attachments> colors;
    bool broadcast = false;
    bool srgb_write = false;  // FRAMEBUFFER_SRGB, effective on sRGB formats only
    SurfaceView depth, stencil;
    bool unclamped_depth = false;  // the depth buffer holds any floats (NV_depth_buffer_float)
};

}  // namespace rasterizer
