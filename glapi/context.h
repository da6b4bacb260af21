// A rendering context: one member per subject, each a struct of its own header.
#pragma once

#include <memory>

#include "glapi/driver_interface.h"
#include "glapi/generated/gl.h"
#include "glapi/immediate/immediate.h"
#include "glapi/objects/buffers.h"
#include "glapi/objects/framebuffer.h"
#include "glapi/objects/programs.h"
#include "glapi/objects/queries.h"
#include "glapi/objects/texture.h"
#include "glapi/objects/vertex_arrays.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/share_group.h"
#include "glapi/state/debug.h"
#include "glapi/state/state.h"
#include "rasterizer/rasterizer.h"

namespace glapi {

// Conditions at which entry points stop to look (passage.h); each command names those that concern it.
namespace gate {
inline constexpr uint32_t InsideBegin = 1;  // between Begin and End
inline constexpr uint32_t Compiling = 2;    // a display list is being compiled
inline constexpr uint32_t Shared = 4;       // other contexts share this one's objects
}  // namespace gate

class Context {
  public:
    Context(const ContextRequest& request, std::shared_ptr<ShareGroup> share_group);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    // Records the error, if none is pending, and makes a debug message of it.
    [[gnu::format(printf, 3, 4)]] void error(GLenum code, const char* format, ...);

    // Begin and End switch this (frontends' gate for commands not allowed in between).
    void set_inside_begin(bool inside) {
        gates = inside ? gates | gate::InsideBegin : gates & ~gate::InsideBegin;
    }

    uint32_t gates = 0;
    GLenum pending_error = GL_NO_ERROR;
    ContextRequest request;
    std::shared_ptr<ShareGroup> shared;
    std::shared_ptr<WindowFramebuffer> draw, read;  // null: surfaceless
    bool was_current = false;                       // the viewport has been initialised from a drawable
    bool current_somewhere = false, destroyed = false;
    rasterizer::Rasterizer rasterizer;

    Debug debug;
    State state;

    BufferState buffers;
    VertexArrayState vertex_arrays;
    ImmediateState immediate;
    ProgramState programs;
    QueryState queries;
    TextureState textures;
    FramebufferState framebuffers;
    NameTable<Framebuffer> framebuffer_names;
    PixelState pixels;
};

// The calling thread's context. Set by make_current() only.
extern thread_local constinit Context* current __attribute__((tls_model("initial-exec")));

}  // namespace glapi
