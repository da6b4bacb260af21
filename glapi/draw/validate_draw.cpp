// What every drawing command checks before it draws.
#include <algorithm>
#include <utility>
#include <vector>

#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/programs/pipelines.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/shaders.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/resolve/effective_program.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

bool is_mode(const Version& version, GLenum mode) {
    switch (mode) {
        case GL_POINTS:
        case GL_LINES:
        case GL_LINE_LOOP:
        case GL_LINE_STRIP:
        case GL_TRIANGLES:
        case GL_TRIANGLE_STRIP:
        case GL_TRIANGLE_FAN:
        case GL_LINES_ADJACENCY:
        case GL_LINE_STRIP_ADJACENCY:
        case GL_TRIANGLES_ADJACENCY:
        case GL_TRIANGLE_STRIP_ADJACENCY:
        case GL_PATCHES: return true;
        case GL_QUADS:
        case GL_QUAD_STRIP:
        case GL_POLYGON: return !version.is_core() && !version.is_es2();
        default: return false;
    }
}

// Two programs may not sample one unit by different targets (NV_gpu_program4, "Begin").
bool textures_agree(const arbasm::Program& a, const arbasm::Program& b) {
    const size_t shared = std::min(a.texture_units.size(), b.texture_units.size());
    for (size_t unit = 0; unit < shared; ++unit) {
        const auto first = a.texture_units[unit], second = b.texture_units[unit];
        if (first != arbasm::TextureTarget::None && second != arbasm::TextureTarget::None && first != second)
            return false;
    }
    return true;
}

// Assembly programs that run: all that are enabled, but for stages that the program object in use has.
bool validate_enabled_programs(Errors& errors, const ProgramState& programs) {
    struct {
        ProgramTarget target;
        const char* stage;
        const ProgramState::TargetState& state;
    } const targets[] = {{ProgramTarget::Vertex, "vertex", programs[ProgramTarget::Vertex]},
                         {ProgramTarget::Fragment, "fragment", programs.fragment_target()}};
    for (const auto& [target, stage, state] : targets) {
        if (!state.enabled || state.bound->program || programs.current_stage(target)) continue;
        errors.error(GL_INVALID_OPERATION, "the %s program %u has not been loaded", stage, state.bound->name);
        return false;
    }
    return true;
}

}  // namespace

bool validate_programs(Context& context) {
    const ProgramState& programs = context.programs;
    if (programs.in_use()) {
        const int unit = programs.separate ? programs.separate->contested_unit() : programs.current->contested_unit();
        if (unit >= 0) context.error(GL_INVALID_OPERATION, "samplers of two types name texture unit %d", unit);
        if (unit >= 0) return false;
    }
    if (programs.pipeline && !programs.in_use()) {
        const std::string problem = programs.pipeline->problem(context.version.is_es());
        if (!problem.empty()) context.error(GL_INVALID_OPERATION, "%s", problem.c_str());
        return problem.empty();
    }
    if (!validate_enabled_programs(context, context.programs)) return false;
    if (programs.in_use()) return true;
    const auto& vertex = programs[ProgramTarget::Vertex];
    const auto& fragment = programs.fragment_target();
    // The same for fixed-function fragments beside a program that samples textures (NV_vertex_program3, "Begin").
    const bool samples = vertex.enabled && !vertex.bound->program->texture_units.empty();
    const arbasm::Program* const fragments = !samples ? nullptr
                                             : fragment.enabled
                                                 ? fragment.bound->program.get()
                                                 : effective_fragment_program(context).executable->program.get();
    if (fragments && !textures_agree(*vertex.bound->program, *fragments)) {
        context.error(GL_INVALID_OPERATION, "vertices and fragments sample one unit by different targets");
        return false;
    }
    std::vector<const arbasm::Program*> others;
    if (vertex.enabled) others.push_back(vertex.bound->program.get());
    if (fragment.enabled) others.push_back(fragment.bound->program.get());
    for (const ProgramTarget target :
         {ProgramTarget::TessControl, ProgramTarget::TessEvaluation, ProgramTarget::Geometry}) {
        const std::shared_ptr<ProgramObject> object = programs.stage(target);
        if (!object) continue;
        if (!object->program) {
            context.error(GL_INVALID_OPERATION, "the program %u has not been loaded", object->name);
            return false;
        }
        for (const arbasm::Program* other : others)
            if (!textures_agree(*object->program, *other)) {
                context.error(GL_INVALID_OPERATION, "the programs sample one unit by different targets");
                return false;
            }
        others.push_back(object->program.get());
    }
    return true;
}

namespace {

bool validate_feedback(Errors& errors, const ProgramState& programs, const FeedbackObjects& state, GLenum mode) {
    if (!state.running() || primitives_out(programs, mode) == state.bound->primitive) return true;
    errors.error(GL_INVALID_OPERATION, "the primitives are not those that transform feedback captures");
    return false;
}

// Whether a geometry program that takes `input` can be given what `mode` makes (NV_geometry_program4, "Errors").
bool suits_geometry(arbasm::PrimitiveIn input, GLenum mode) {
    switch (input) {
        case arbasm::PrimitiveIn::Points: return mode == GL_POINTS;
        case arbasm::PrimitiveIn::Lines: return mode == GL_LINES || mode == GL_LINE_STRIP || mode == GL_LINE_LOOP;
        case arbasm::PrimitiveIn::LinesAdjacency: return mode == GL_LINES_ADJACENCY || mode == GL_LINE_STRIP_ADJACENCY;
        case arbasm::PrimitiveIn::Triangles:
            return mode == GL_TRIANGLES || mode == GL_TRIANGLE_STRIP || mode == GL_TRIANGLE_FAN;
        case arbasm::PrimitiveIn::TrianglesAdjacency:
            return mode == GL_TRIANGLES_ADJACENCY || mode == GL_TRIANGLE_STRIP_ADJACENCY;
        case arbasm::PrimitiveIn::Patches: return mode == GL_PATCHES;
        case arbasm::PrimitiveIn::None: break;
    }
    return false;
}

// INTEL_conservative_rasterization: "The conservative rasterization option applies only to polygons".
bool validate_conservative(Errors& errors, const State& state, const ProgramState& programs, GLenum mode) {
    if (!state.conservative_rasterization_intel) return true;
    const bool polygons = primitives_out(programs, mode) == GL_TRIANGLES;
    const std::array<GLenum, 2>& modes = state.polygon.mode;
    if (polygons && modes[0] == GL_FILL && modes[1] == GL_FILL) return true;
    errors.error(GL_INVALID_OPERATION, "only filled polygons go with CONSERVATIVE_RASTERIZATION_INTEL");
    return false;
}

// NV_fill_rectangle, "Errors".
bool validate_polygon_modes(Errors& errors, const State& state) {
    const std::array<GLenum, 2>& modes = state.polygon.mode;
    if (modes[0] == modes[1] || (modes[0] != GL_FILL_RECTANGLE_NV && modes[1] != GL_FILL_RECTANGLE_NV)) return true;
    errors.error(GL_INVALID_OPERATION, "FILL_RECTANGLE_NV is the mode of one side only");
    return false;
}

bool validate_stages(Context& context, GLenum mode) {
    const ProgramState& programs = context.programs;
    const auto control = programs.stage(ProgramTarget::TessControl);
    const auto evaluation = programs.stage(ProgramTarget::TessEvaluation);
    const auto geometry = programs.stage(ProgramTarget::Geometry);
    if ((control || evaluation) && mode != GL_PATCHES) {
        context.error(GL_INVALID_OPERATION, "tessellation programs are enabled, and the primitive is not PATCHES");
        return false;
    }
    // OpenGL ES 3.2 §11.2: it has no default levels. Patches that nobody evaluates are NV_gpu_shader5's.
    if (context.version.is_es2() && evaluation && !control) {
        context.error(GL_INVALID_OPERATION, "there is no tessellation control shader");
        return false;
    }
    if (geometry) {
        // Behind the tessellator there are points, lines and triangles; without one patches go on (NV_gpu_shader5).
        GLenum made = mode;
        if (evaluation) {
            const arbasm::Program& program = *evaluation->program;
            made = program.tess_point_mode                           ? GL_POINTS
                   : program.tess_mode == arbasm::TessMode::Isolines ? GL_LINES
                                                                     : GL_TRIANGLES;
        }
        if (geometry->program->has(arbasm::Option::NvGeometryProgramPassthrough) &&
            context.feedback_objects.running()) {
            context.error(GL_INVALID_OPERATION, "what passes through geometry program %u can't be captured",
                          geometry->name);
            return false;
        }
        if (!suits_geometry(geometry->program->primitive_in, made)) {
            context.error(GL_INVALID_OPERATION, "the primitives are not those that geometry program %u takes",
                          geometry->name);
            return false;
        }
    }
    return validate_feedback(context, context.programs, context.feedback_objects, mode) &&
           validate_conservative(context, context.state, context.programs, mode) &&
           validate_polygon_modes(context, context.state);
}

bool reads_second_source(const BlendBuffer& buffer) {
    for (const GLenum factor :
         {buffer.source_rgb, buffer.destination_rgb, buffer.source_alpha, buffer.destination_alpha})
        if (factor == GL_SRC1_COLOR || factor == GL_ONE_MINUS_SRC1_COLOR || factor == GL_SRC1_ALPHA ||
            factor == GL_ONE_MINUS_SRC1_ALPHA)
            return true;
    return false;
}

// The bit of an advanced blend equation in what fragment shaders say; 0: it is a simple one.
uint32_t advanced_equation(GLenum equation) {
    uint32_t bit = 1;
#define GLSL_BLEND_EQUATION(layout, name)  \
    if (equation == GL_##name) return bit; \
    bit <<= 1;
#include "glsl/tree/blend_equations.def"
#undef GLSL_BLEND_EQUATION
    return 0;
}

uint32_t shader_equations(const ProgramState& programs) {
    const auto program = programs.program_of(arbasm::Stage::Fragment);
    if (!program || !program->linked) return 0;
    return program->linked->stages[static_cast<size_t>(arbasm::Stage::Fragment)].blend_equations;
}

// KHR_blend_equation_advanced, "Advanced Blend Equations": of colour 0 alone, by shaders that say that they are for it.
bool validate_advanced_blending(Context& context) {
    const auto& states = context.state.color_buffer.buffers;
    const auto& framebuffer = context.framebuffers.draw;
    const auto& buffers = framebuffer ? framebuffer->draw_buffers : context.framebuffers.window_draw_buffers;
    uint32_t wanted = 0;
    bool others = buffers[0] == GL_FRONT_AND_BACK;
    for (size_t n = 0; n < states.size(); ++n) {
        if (buffers[n] == GL_NONE) continue;
        others |= n > 0;
        if (states[n].enabled) wanted |= advanced_equation(states[n].equation_rgb);
    }
    if (!wanted) return true;
    if (others) {
        context.error(GL_INVALID_OPERATION, "advanced blending takes draw buffer 0 and one buffer only");
        return false;
    }
    if (shader_equations(context.programs) & wanted) return true;
    context.error(GL_INVALID_OPERATION, "the fragment shader has no blend_support layout for its blend equation");
    return false;
}

// ARB_blend_func_extended, "Dual Source Blending and Multiple Draw Buffers".
bool validate_blending(Errors& errors, const State& state, const FramebufferState& framebuffers) {
    if (std::ranges::none_of(state.color_buffer.buffers, reads_second_source)) return true;
    const auto& framebuffer = framebuffers.draw;
    const auto& buffers = framebuffer ? framebuffer->draw_buffers : framebuffers.window_draw_buffers;
    if (std::all_of(buffers.begin() + limits::MAX_DUAL_SOURCE_DRAW_BUFFERS, buffers.end(),
                    [](GLenum buffer) { return buffer == GL_NONE; }))
        return true;
    errors.error(GL_INVALID_OPERATION, "blending by a second source colour takes %d draw buffer only",
                 limits::MAX_DUAL_SOURCE_DRAW_BUFFERS);
    return false;
}

bool validate_targets(Context& context) {
    if (!validate_blending(context, context.state, context.framebuffers) || !validate_advanced_blending(context))
        return false;
    if (framebuffer_status(context.version, context.framebuffers, context.framebuffers.draw.get()) !=
        GL_FRAMEBUFFER_COMPLETE) {
        context.error(GL_INVALID_FRAMEBUFFER_OPERATION, "the draw framebuffer is not complete");
        return false;
    }
    return true;
}

}  // namespace

bool validate_draw(Context& context, GLenum mode) {
    if (!is_mode(context.version, mode)) {
        context.error(GL_INVALID_ENUM, "0x%x is not a primitive", mode);
        return false;
    }
    if (!has_vertex_array(context.version, context.vertex_arrays)) {
        context.error(GL_INVALID_OPERATION, "no vertex array object is bound");
        return false;
    }
    if (!validate_programs(context) || !validate_stages(context, mode)) return false;
    return validate_targets(context);
}

bool validate_rectangle(Context& context) { return validate_programs(context) && validate_targets(context); }

}  // namespace glapi
