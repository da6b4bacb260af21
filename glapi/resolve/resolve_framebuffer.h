// Where draws and clears go, and where reads come from: attachments or the window's buffers, as surfaces.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/state/matrix.h"
#include "rasterizer/draw/draw.h"

namespace rasterizer {
class Rasterizer;
}

namespace glapi {

class Context;
struct State;
struct Version;

// GL_FRAMEBUFFER_COMPLETE or why not; null: of the window's framebuffer.
GLenum framebuffer_status(const Version& version, const FramebufferState& framebuffers, const Framebuffer* framebuffer);

// Where draws and clears go now. Sets no error: an incomplete framebuffer gives `complete` = false. Asks the window for
// its size when that is due.
struct ResolvedFramebuffer {
    bool complete = false;
    rasterizer::Framebuffer framebuffer;
};
ResolvedFramebuffer resolve_framebuffer(Context& context);

// Where reads come from: READ_BUFFER's colour image, or the read framebuffer's depth or stencil. Null image: there is
// none. `complete` is false for an incomplete framebuffer.
enum class Aspect : uint8_t { Color, Depth, Stencil };
struct ReadSource {
    bool complete = false;
    rasterizer::SurfaceView view;
    int32_t width = 0, height = 0;
};
ReadSource read_source(const Version& version, FramebufferState& framebuffers, Aspect aspect);
// The source with one sample per pixel, after all work on it is finished. Multisampled sources are resolved into an
// image of their own (depth and stencil: the first sample). Null for a null view.
struct ReadableImage {
    std::shared_ptr<runtime::Image> image;
    int32_t layer = 0;
};
ReadableImage readable(rasterizer::Rasterizer& rasterizer, const rasterizer::SurfaceView& view);

// The framebuffer's size and bits as Get commands report them.
struct FramebufferBits {
    int32_t red = 0, green = 0, blue = 0, alpha = 0, depth = 0, stencil = 0, accumulation = 0;
    int32_t samples = 0;           // 0: not multisampled
    bool fixed_point_only = true;  // no draw buffer is of floats
    bool double_buffered = false, stereo = false, float_color = false, integer_color = false, srgb = false;
    bool any_integer_color = false;           // of several draw buffers
    bool float_depth = false;                 // NV_depth_buffer_float
    std::array<bool, 4> signed_components{};  // EXT_packed_float
};
FramebufferBits framebuffer_bits(const FramebufferState& state);
// CLAMP_FRAGMENT_COLOR in effect.
bool fragment_colors_clamped(const State& state, const FramebufferState& framebuffers);
// Colours of the state are kept unclamped; they are used and read back clamped while fragment colours are
// (ARB_color_buffer_float).
Vector fragment_color(const State& state, const FramebufferState& framebuffers, Vector color);

}  // namespace glapi
