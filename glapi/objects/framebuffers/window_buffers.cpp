#include "glapi/objects/framebuffers/window_buffers.h"

#include "rasterizer/rasterizer.h"

namespace glapi {

WindowBuffers window_buffers(GLenum token, const WindowFramebuffer& window) {
    const bool has_back = window.config().double_buffered;
    switch (token) {
        case GL_FRONT:
        case GL_FRONT_LEFT: return {true, false};
        case GL_BACK:
        case GL_BACK_LEFT: return {!has_back, has_back};
        case GL_LEFT:
        case GL_FRONT_AND_BACK: return {true, has_back};
        default: return {};
    }
}

void refresh_window(FramebufferState& state) {
    if (!state.window_stale) return;
    state.window_stale = false;
    if (state.window_draw) state.window_draw->update();
    if (state.window_read && state.window_read != state.window_draw) state.window_read->update();
}

void window_attached(FramebufferState& state) {
    if (state.window_draw && !state.window_buffers_chosen) {
        const GLenum buffer = state.window_draw->config().double_buffered ? GL_BACK : GL_FRONT;
        state.window_draw_buffers[0] = state.window_read_buffer = buffer;
        state.window_buffers_chosen = true;
    }
    state.window_stale = true;
    refresh_window(state);
}

void window_frame_finished(const FramebufferState& state, rasterizer::Rasterizer& rasterizer) {
    WindowFramebuffer* const window = state.window_draw.get();
    if (!window || !window->multisample_color) return;
    if (!window->config().double_buffered) window->require_front();
    const auto& shown = window->config().double_buffered ? window->back : window->front;
    if (shown) rasterizer.resolve({window->multisample_color}, {shown});
}

void window_swapped(FramebufferState& state) { state.window_stale = true; }

void flush_window_front(FramebufferState& state, rasterizer::Rasterizer& rasterizer) {
    if (!state.front_drawn || !state.window_draw) return;
    state.front_drawn = false;
    WindowFramebuffer& window = *state.window_draw;
    if (window.multisample_color) {
        window.require_front();
        if (window.front) rasterizer.resolve({window.multisample_color}, {window.front});
    }
    rasterizer.finish();
    window.flush_front();
}

}  // namespace glapi
