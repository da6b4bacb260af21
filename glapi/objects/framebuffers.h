// Framebuffer and renderbuffer objects.
#pragma once

namespace glapi {

struct Framebuffer {};
struct Renderbuffer {};

struct FramebufferState {};
struct RenderbufferState {};

}  // namespace glapi
