// Framebuffer objects, renderbuffers, and what the window's framebuffer adds to them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "glapi/objects/textures/texture.h"
#include "glapi/state/matrix.h"
#include "glapi/window_framebuffer.h"
#include "rasterizer/draw/draw.h"

namespace glapi {

inline constexpr int max_color_attachments = rasterizer::max_color_attachments;
inline constexpr int max_renderbuffer_size = max_texture_size;
inline constexpr int max_samples = 4;

struct Renderbuffer {
    explicit Renderbuffer(GLuint renderbuffer_name = 0) : name(renderbuffer_name) {}
    GLuint name;
    bool created = false;  // bound once
    const InternalFormat* format = nullptr;
    int32_t width = 0, height = 0;
    int32_t samples = 0;                    // as reported: 0 for single-sampled
    std::shared_ptr<runtime::Image> image;  // null while without storage
};

struct Attachment {
    std::shared_ptr<Texture> texture;
    std::shared_ptr<Renderbuffer> renderbuffer;
    int32_t level = 0, layer = 0, face = 0;
    bool layered = false;
    explicit operator bool() const { return texture || renderbuffer; }
    bool operator==(const Attachment&) const = default;

    // What lies behind it; null image where there is nothing (any more).
    rasterizer::SurfaceView view() const;
    const InternalFormat* format() const;
    int32_t samples() const;
};

struct Framebuffer {
    explicit Framebuffer(GLuint framebuffer_name = 0);
    GLuint name;
    bool created = false;
    std::array<Attachment, max_color_attachments> colors;
    Attachment depth, stencil;
    std::array<GLenum, max_color_attachments> draw_buffers{};  // GL_NONE or GL_COLOR_ATTACHMENTn
    GLenum read_buffer = GL_NONE;
    int32_t default_width = 0, default_height = 0, default_layers = 0, default_samples = 0;
};

struct FramebufferState {
    std::shared_ptr<Framebuffer> draw, read;  // null: the window's
    // The window's own draw and read buffers: GL_BACK, GL_FRONT_LEFT …
    std::array<GLenum, max_color_attachments> window_draw_buffers{};
    GLenum window_read_buffer = GL_NONE;
    std::shared_ptr<WindowFramebuffer> window_draw, window_read;
    bool window_buffers_chosen = false;          // set at the first make-current: FRONT or BACK by the config
    bool window_stale = true;                    // update() is due: a swap or make-current has happened
    bool front_drawn = false;                    // flush_front() is due at the next flush
    std::shared_ptr<Renderbuffer> renderbuffer;  // bound
};

// GL_FRAMEBUFFER_COMPLETE or why not.
GLenum framebuffer_status(const Context& context, const Framebuffer* framebuffer);

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
ReadSource read_source(Context& context, Aspect aspect);
// The source with one sample per pixel, all work on it done, ready to be looked at: multisampled ones are resolved into
// an image of their own (depth and stencil: their first sample). Null for a null view.
struct ReadableImage {
    std::shared_ptr<runtime::Image> image;
    int32_t layer = 0;
};
ReadableImage readable(Context& context, const rasterizer::SurfaceView& view);

// The framebuffer's size and bits as Get commands report them.
struct FramebufferBits {
    int32_t red = 0, green = 0, blue = 0, alpha = 0, depth = 0, stencil = 0, accumulation = 0;
    int32_t samples = 0;           // 0: not multisampled
    bool fixed_point_only = true;  // no draw buffer is of floats
    bool double_buffered = false, stereo = false, float_color = false, integer_color = false, srgb = false;
    std::array<bool, 4> signed_components{};  // EXT_packed_float
};
FramebufferBits framebuffer_bits(const Context& context);
// CLAMP_FRAGMENT_COLOR in effect.
bool fragment_colors_clamped(const Context& context);
// Colours of the state are kept unclamped; they are used and read back clamped while fragment colours are
// (ARB_color_buffer_float).
Vector fragment_color(const Context& context, Vector color);

// driver_interface's hooks. Call with the context current.
void window_attached(Context& context);        // after make_current(): initial buffers, viewport is the caller's
void window_frame_finished(Context& context);  // resolves multisample buffers into what is shown
void window_swapped(Context& context);         // update() is due again
void flush_window_front(Context& context);     // glFlush, glFinish: shows what was drawn to the front buffer

}  // namespace glapi
