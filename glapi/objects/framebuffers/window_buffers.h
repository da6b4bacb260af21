// The window's buffers: which of them a token names, and what happens to them beside drawing.
#pragma once

#include "glapi/objects/framebuffers/framebuffer.h"

namespace rasterizer {
class Rasterizer;
}

namespace glapi {

struct WindowBuffers {
    bool front = false, back = false;
};
// Which of the window's buffers a token names (GL 2.1 table 4.4). Windows aren't stereo: there is no right side.
WindowBuffers window_buffers(GLenum token, const WindowFramebuffer& window);

// Asks the window for its size where that is due.
void refresh_window(FramebufferState& state);

// driver_interface's hooks. Call with the context current.
void window_attached(FramebufferState& state);  // after make_current(): initial buffers, viewport is the caller's
void window_swapped(FramebufferState& state);   // update() is due again
// Resolves multisample buffers into what is shown.
void window_frame_finished(const FramebufferState& state, rasterizer::Rasterizer& rasterizer);
// glFlush, glFinish: shows what was drawn to the front buffer.
void flush_window_front(FramebufferState& state, rasterizer::Rasterizer& rasterizer);

}  // namespace glapi
