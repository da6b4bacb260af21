// Framebuffer objects, and the state that says where draws go and reads come from.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "glapi/objects/renderbuffers/renderbuffer.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/window_framebuffer.h"
#include "rasterizer/draw/draw.h"

namespace glapi {

inline constexpr int max_color_attachments = rasterizer::max_color_attachments;
inline constexpr int max_samples = rasterizer::max_samples;

struct Attachment {
    std::shared_ptr<Texture> texture;
    std::shared_ptr<Renderbuffer> renderbuffer;
    int32_t level = 0, layer = 0, face = 0;
    bool layered = false;
    explicit operator bool() const { return texture || renderbuffer; }
    bool operator==(const Attachment&) const = default;

    // The attached image; null image if there is none (any more).
    rasterizer::SurfaceView view() const;
    const InternalFormat* format() const;
    int32_t samples() const;
};

// Where the samples of a framebuffer lie while its own table is used (ARB_sample_locations). The grid of pixels that
// may differ in it is of one pixel.
struct SampleLocations {
    SampleLocations() { table.fill({0.5f, 0.5f}); }
    bool enabled = false, by_grid = false;
    bool chosen = false;                                  // by AMD's commands: these are then the samples' positions
    std::array<std::array<float, 2>, max_samples> table;  // in the pixel's square, from 0 to 1
    // Null: where they always are.
    std::shared_ptr<const rasterizer::SampleOffsets> offsets() const;
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
    bool default_fixed_sample_locations = false;  // as the application asked
    SampleLocations sample_locations;
};

struct FramebufferState {
    std::shared_ptr<Framebuffer> draw, read;  // null: the window's
    // The window's own draw and read buffers: GL_BACK, GL_FRONT_LEFT …
    std::array<GLenum, max_color_attachments> window_draw_buffers{};
    GLenum window_read_buffer = GL_NONE;
    std::shared_ptr<WindowFramebuffer> window_draw, window_read;
    SampleLocations window_sample_locations;
    bool window_buffers_chosen = false;          // set at the first make-current: FRONT or BACK by the config
    bool window_stale = true;                    // update() is due: a swap or make-current has happened
    bool front_drawn = false;                    // flush_front() is due at the next flush
    std::shared_ptr<Renderbuffer> renderbuffer;  // bound
};

// The sample locations of what is bound to a target of framebuffers.
inline SampleLocations& sample_locations(FramebufferState& state, GLenum target) {
    Framebuffer* const bound = target == GL_READ_FRAMEBUFFER ? state.read.get() : state.draw.get();
    return bound ? bound->sample_locations : state.window_sample_locations;
}

enum class AttachmentPoint : uint8_t { Color, Depth, Stencil };

template <typename Function>
void for_each_attachment(const Framebuffer& framebuffer, Function&& function) {
    for (const Attachment& color : framebuffer.colors) {
        if (color) function(color, AttachmentPoint::Color);
    }
    if (framebuffer.depth) function(framebuffer.depth, AttachmentPoint::Depth);
    if (framebuffer.stencil) function(framebuffer.stencil, AttachmentPoint::Stencil);
}

// Which formats may be rendered to, and whether attachments are of one size.
enum class FramebufferRules : uint8_t { OpenGl, Es1, Es2 };

// GL_FRAMEBUFFER_COMPLETE or why not.
GLenum framebuffer_status(const Framebuffer& framebuffer, FramebufferRules rules);

}  // namespace glapi
