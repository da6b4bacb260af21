// The memory that a stage's program accesses: buffers by number and address, images, handles. And waiting for earlier
// draws and dispatches that still access it.
#pragma once

#include "glapi/resolve/effective_program.h"
#include "rasterizer/draw/draw.h"

namespace rasterizer {
class Rasterizer;
}

namespace glapi {

struct Buffer;
struct BufferState;
class Context;
struct Debug;
class ReachableMemory;

// For a draw that is being made.
void resolve_memory(Context& context, const EffectiveProgram& program, rasterizer::StageProgram& stage);
// Before the application, or a command, reads or changes buffers: earlier draws may still access them.
void await_programs(rasterizer::Rasterizer& rasterizer, BufferState& buffers);
// Before the application changes part of a buffer. Earlier draws that only read it as a constant buffer keep the old
// contents: the change goes to a copy.
void begin_change(rasterizer::Rasterizer& rasterizer, BufferState& buffers, Buffer& buffer);
// Debug messages about accesses that went wrong since the last time, one per draw. On the context's own thread.
void tell_memory_faults(ReachableMemory& reachable, Debug& debug);

}  // namespace glapi
