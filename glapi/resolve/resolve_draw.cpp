#include "glapi/resolve/resolve_draw.h"

#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/draw/stopped_draws.h"
#include "glapi/fixed_function/fixed_function.h"
#include "glapi/objects/buffers/buffer_residency.h"
#include "glapi/resolve/resolve_parameters.h"
#include "glapi/resolve/resolve_raster_state.h"

namespace glapi {

using rasterizer::Draw;

DrawState::DrawState() : watchdog(std::make_unique<WatchdogState>()), draw(std::make_unique<Draw>()) {}
DrawState::~DrawState() = default;

namespace {

bool resolve_common(Context& context, Draw& draw) {
    if (!condition_allows_drawing(context)) return false;
    ResolvedFramebuffer target = resolve_framebuffer(context);
    if (!target.complete) return false;
    draw.framebuffer = std::move(target.framebuffer);
    resolve_stage(context, effective_fragment_program(context), draw.fragment);
    // ARB_draw_buffers: a program without the option, or fixed function, has one colour for all draw buffers.
    if (draw.fragment.program && !draw.fragment.program->has(arbasm::Option::ArbDrawBuffers) &&
        !draw.fragment.program->has(arbasm::Option::AtiDrawBuffers))
        draw.framebuffer.broadcast = true;
    draw.counters.clear();
    resolve_queries(context, draw);
    draw.pixel_rectangle = nullptr;
    draw.sink = nullptr;
    return draw.fragment.program != nullptr;
}

}  // namespace

EffectiveProgram effective_fragment_program(Context& context) {
    if (!context.programs.fragment_active()) {
        // Assembly programs come first where both are enabled. A shader that has not been defined replaces nothing, as
        // in other implementations; the extension's text does not say.
        if (context.ati_shaders.enabled && context.ati_shaders.bound->defined)
            return fixed_function::ati_shader_program(context);
        return {&fixed_function::fragment_program(context), nullptr};
    }
    const std::shared_ptr<ProgramObject> stage = context.programs.current_stage(ProgramTarget::Fragment);
    ProgramObject& object = stage ? *stage : *context.programs.fragment_target().bound;
    if (!object.program) return {};
    return {&object.prepare(), &object};
}

EffectiveProgram effective_vertex_program(Context& context, const arbasm::Program& fragment) {
    if (!context.programs.vertex_active()) return {&fixed_function::vertex_program(context, fragment), nullptr};
    const std::shared_ptr<ProgramObject> stage = context.programs.current_stage(ProgramTarget::Vertex);
    ProgramObject& object = stage ? *stage : *context.programs[ProgramTarget::Vertex].bound;
    if (!object.program) return {};
    arbasm::LoweringState state;
    for (int plane = 0; plane < limits::clip_planes; ++plane)
        state.clip_planes |= uint32_t{context.state.transform.clip_plane_enabled[plane]} << plane;
    return {&object.prepare(state), &object};
}

void resolve_stage(Context& context, const EffectiveProgram& program, rasterizer::StageProgram& stage) {
    stage.owners.clear();
    stage.constant_buffers.clear();
    stage.textures.clear();
    static_cast<ExecutableProgram&>(stage) = program.executable ? *program.executable : ExecutableProgram{};
    if (!stage.program) return;
    resolve_parameters(context, *stage.program, program.object, stage.parameters);
    stage.subroutines.clear();
    if (program.object && stage.program->subroutine_parameters > 0)
        for (ProgramState::TargetState& target : context.programs.targets)
            if (target.bound.get() == program.object) stage.subroutines = target.subroutines();
    resolve_textures(context, *stage.program, program.object, stage);
    resolve_memory(context, program, stage);
}

bool resolve_draw(Context& context, Draw& draw) {
    if (!resolve_common(context, draw)) return false;
    const ProgramState& programs = context.programs;
    // A generated vertex program computes what the next stage reads.
    const arbasm::Program* next = draw.fragment.program.get();
    const auto stage = [&](ProgramTarget target, rasterizer::StageProgram& to) {
        const std::shared_ptr<ProgramObject> object = programs.stage(target);
        if (!object || !object->program) {
            to = {};
            return;
        }
        resolve_stage(context, {&object->prepare(), object.get()}, to);
        next = to.program.get();
    };
    stage(ProgramTarget::Geometry, draw.geometry);
    stage(ProgramTarget::TessEvaluation, draw.tess_evaluation);
    stage(ProgramTarget::TessControl, draw.tess_control);
    draw.geometry_vertices = draw.geometry.program ? programs[ProgramTarget::Geometry].bound->vertex_limit : 0;
    draw.default_outer_levels = context.state.patch_outer_levels;
    draw.default_inner_levels = context.state.patch_inner_levels;
    resolve_feedback(context, draw);
    resolve_stage(context, effective_vertex_program(context, *next), draw.vertex);
    if (!draw.vertex.program) return false;
    draw.patch_vertices = context.state.patch_vertices;
    resolve_raster_state(context, draw);
    set_watchdog(context, draw);
    draw.sink = context.feedback.sink();
    return true;
}

bool resolve_fragment_draw(Context& context, Draw& draw) {
    if (!resolve_common(context, draw)) return false;
    draw.vertex = draw.tess_control = draw.tess_evaluation = draw.geometry = {};
    draw.transform_feedback = nullptr;
    draw.stream_counters = nullptr;
    resolve_raster_state(context, draw);
    set_watchdog(context, draw);
    return true;
}

}  // namespace glapi
