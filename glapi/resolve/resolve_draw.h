// State → rasterizer::Draw.
#pragma once

#include <memory>

#include "arbasm/program.h"
#include "glapi/objects/programs/programs.h"
#include "rasterizer/draw/draw.h"

namespace glapi {

class Context;
struct WatchdogState;

// What is kept from draw to draw.
struct DrawState {
    DrawState();
    ~DrawState();

    std::unique_ptr<WatchdogState> watchdog;
    std::unique_ptr<rasterizer::Draw> draw;  // refilled by every draw, so that its vectors keep their memory
};

// The programs that process vertices and fragments now: the application's where enabled, else generated ones.
// `object` is null for generated programs.
struct EffectiveProgram {
    const ExecutableProgram* executable = nullptr;  // null: an enabled program that has not been loaded
    const ProgramObject* object = nullptr;
};
EffectiveProgram effective_fragment_program(Context& context);
// The generated vertex program computes what `fragment` reads.
EffectiveProgram effective_vertex_program(Context& context, const arbasm::Program& fragment);

// Fills a stage: program, routine, parameters, textures.
void resolve_stage(Context& context, const EffectiveProgram& program, rasterizer::StageProgram& stage);

// Fills everything but the vertex input and what the call gives. Call after validate_draw(). False: nothing is to be
// drawn (conditional rendering, no framebuffer).
bool resolve_draw(Context& context, rasterizer::Draw& draw);
// As resolve_draw(), for fragments that don't come from vertices (glDrawPixels, glBitmap): no vertex program.
bool resolve_fragment_draw(Context& context, rasterizer::Draw& draw);

}  // namespace glapi
