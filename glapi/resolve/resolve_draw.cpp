#include "glapi/resolve/resolve_draw.h"

#include "glapi/context.h"
#include "glapi/immediate/feedback.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/shaders.h"
#include "glapi/objects/queries/queries.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/resolve/effective_program.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/resolve/resolve_memory.h"
#include "glapi/resolve/resolve_parameters.h"
#include "glapi/resolve/resolve_raster_state.h"
#include "glapi/resolve/resolve_textures.h"
#include "glapi/state/draw_state.h"
#include "glapi/state/state.h"
#include "glapi/state/stopped_draws.h"

namespace glapi {

using rasterizer::Draw;

// Puts this context's choice of subroutines where the program reads it; another context may have chosen otherwise.
static void set_subroutines(ProgramState& programs, const ProgramObject* object, arbasm::Stage stage) {
    const std::shared_ptr<GlslProgram> program = programs.program_of(stage);
    if (!program || !program->linked) return;
    const auto number = static_cast<size_t>(stage);
    ProgramObject* const own = program->stages[number].get();
    const auto& uniforms = program->linked->stages[number].subroutine_uniforms;
    if (own != object || uniforms.empty()) return;
    const std::vector<GLuint>& values = programs.subroutines_of(stage);
    for (const glsl::SubroutineUniform& uniform : uniforms)
        for (int n = 0; n < uniform.array_size; n++)
            own->local_parameters[static_cast<size_t>(uniform.first + n)][0] =
                values[static_cast<size_t>(uniform.location + n)];
}

void resolve_stage(Context& context, const EffectiveProgram& program, rasterizer::StageProgram& stage) {
    stage.owners.clear();
    stage.constant_buffers.clear();
    stage.textures.clear();
    static_cast<ExecutableProgram&>(stage) = program.executable ? *program.executable : ExecutableProgram{};
    if (!stage.program) return;
    if (program.object && context.programs.glsl())
        set_subroutines(context.programs, program.object, stage.program->stage);
    resolve_parameters(context, *stage.program, program.object, stage.parameters);
    stage.subroutines.clear();
    if (program.object && stage.program->subroutine_parameters > 0)
        for (ProgramState::TargetState& target : context.programs.targets)
            if (target.bound.get() == program.object) stage.subroutines = target.subroutines();
    resolve_textures(context, *stage.program, program.object, stage);
    resolve_memory(context, program, stage);
}

namespace {

bool may_run_long(const rasterizer::StageProgram& stage) { return stage.facts && stage.facts->may_run_long; }

// Null: no group of the draw runs for long, and nobody limits the command.
std::shared_ptr<runtime::Watchdog> needed_watchdog(DrawState& drawing, const Draw& draw) {
    WatchdogState& state = drawing.watchdog;
    if (state.limits.command.count() == 0 && !may_run_long(draw.vertex) && !may_run_long(draw.fragment) &&
        !may_run_long(draw.geometry) && !may_run_long(draw.tess_control) && !may_run_long(draw.tess_evaluation))
        return nullptr;
    return make_watchdog(state);
}

// The steps of resolving one draw, in the order in which they are taken: a stage is given what the stage behind it
// reads.
class DrawResolver {
  public:
    DrawResolver(Context& context, Draw& draw) : context_(context), draw_(draw), programs_(context.programs) {}

    // Each of these returns false if nothing is to be drawn.
    bool target() {
        if (!condition_allows_drawing(context_.queries, context_.rasterizer)) return false;
        ResolvedFramebuffer target = resolve_framebuffer(context_);
        if (target.complete) draw_.framebuffer = std::move(target.framebuffer);
        return target.complete;
    }
    bool fragments() {
        const EffectiveProgram program = effective_fragment_program(context_);
        context_.drawing.fragment_object = program.object;
        resolve_stage(context_, program, draw_.fragment);
        next_ = draw_.fragment.program.get();
        // ARB_draw_buffers: a program without the option, or fixed function, has one colour for all draw buffers.
        if (next_ && !next_->has(arbasm::Option::ArbDrawBuffers) && !next_->has(arbasm::Option::AtiDrawBuffers))
            draw_.framebuffer.broadcast = true;
        return next_ != nullptr;
    }
    bool vertices() {
        // A generated vertex program computes what the next stage reads.
        const EffectiveProgram program = effective_vertex_program(context_, *next_);
        context_.drawing.vertex_object = program.object;
        resolve_stage(context_, program, draw_.vertex);
        draw_.patch_vertices = context_.state.patch_vertices;
        return draw_.vertex.program != nullptr;
    }

    void stages_between() {
        stage(ProgramTarget::Geometry, draw_.geometry);
        stage(ProgramTarget::TessEvaluation, draw_.tess_evaluation);
        stage(ProgramTarget::TessControl, draw_.tess_control);
        draw_.geometry_vertices = draw_.geometry.program ? programs_.stage(ProgramTarget::Geometry)->vertex_limit : 0;
        draw_.default_outer_levels = context_.state.patch_outer_levels;
        draw_.default_inner_levels = context_.state.patch_inner_levels;
    }
    // What counts, captures or is told of the draw beside its fragments.
    void observers() {
        draw_.counters.clear();
        resolve_queries(context_.queries, draw_);
        resolve_feedback(context_.feedback_objects, draw_);
        draw_.sink = context_.feedback.sink();
        draw_.watchdog = needed_watchdog(context_.drawing, draw_);
    }

  private:
    void stage(ProgramTarget target, rasterizer::StageProgram& to) {
        const std::shared_ptr<ProgramObject> object = programs_.stage(target);
        if (!object || !object->program) {
            if (to.program) to = {};  // most draws have neither stage, and clearing costs
            return;
        }
        resolve_stage(context_, {&object->prepare(), object.get()}, to);
        next_ = to.program.get();
    }

    Context& context_;
    Draw& draw_;
    const ProgramState& programs_;
    const arbasm::Program* next_ = nullptr;  // of the stages resolved so far, the one that comes first in the pipeline
};

}  // namespace

bool resolve_draw(Context& context, Draw& draw) {
    DrawResolver resolver(context, draw);
    if (!resolver.target() || !resolver.fragments()) return false;
    resolver.stages_between();
    if (!resolver.vertices()) return false;
    resolver.observers();
    draw.pixel_rectangle = nullptr;
    resolve_raster_state(context, draw);
    return true;
}

bool renew_draw(Context& context, Draw& draw, bool parameters, bool textures) {
    draw.watchdog = needed_watchdog(context.drawing, draw);
    if (textures) {
        // Fixed-function processing depends on what is bound.
        const EffectiveProgram program = effective_fragment_program(context);
        if (!program.executable || program.executable->program != draw.fragment.program) return false;
        resolve_textures(context, *draw.fragment.program, program.object, draw.fragment);
    }
    if (!parameters) return true;
    // What programs of fixed-function processing read is changed by other commands.
    if (const ProgramObject* const object = context.drawing.vertex_object)
        resolve_parameters(context, *draw.vertex.program, object, draw.vertex.parameters);
    if (const ProgramObject* const object = context.drawing.fragment_object)
        resolve_parameters(context, *draw.fragment.program, object, draw.fragment.parameters);
    return true;
}

bool resolve_fragment_draw(Context& context, Draw& draw) {
    // A rectangle has nothing but what rasterization makes.
    if (context.state.rasterizer_discard) return false;
    DrawResolver resolver(context, draw);
    if (!resolver.target() || !resolver.fragments()) return false;
    draw.vertex = draw.tess_control = draw.tess_evaluation = draw.geometry = {};
    resolver.observers();
    draw.pixel_rectangle = nullptr;
    // What comes before rasterization sees nothing of a rectangle.
    draw.transform_feedback = nullptr;
    draw.stream_counters = nullptr;
    draw.sink = nullptr;
    resolve_raster_state(context, draw);
    return true;
}

}  // namespace glapi
