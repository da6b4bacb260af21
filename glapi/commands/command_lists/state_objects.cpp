// State objects of NV_command_list, and what commands in memory are made of.
#include <algorithm>
#include <array>
#include <set>

#include "glapi/commands/command_lists/command_run.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/objects/command_lists/command_lists.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/programs/pipelines.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/shaders.h"
#include "glapi/objects/queries/queries.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

bool is_basic_mode(const Version& version, GLenum mode) {
    switch (mode) {
        case GL_POINTS:
        case GL_LINES:
        case GL_TRIANGLES:
        case GL_PATCHES:
        case GL_LINES_ADJACENCY:
        case GL_TRIANGLES_ADJACENCY: return true;
        case GL_QUADS: return !version.is_core();
        default: return false;
    }
}

// Why a state object can't have this program; null: it can.
const char* program_problem(const glsl::LinkedProgram& program) {
    if (!program.storage_blocks.empty()) return "has storage blocks";
    if (!program.counter_buffers.empty()) return "has atomic counters";
    for (const glsl::Uniform& uniform : program.uniforms)
        if (uniform.block < 0) return "has uniforms outside of blocks";
    for (const glsl::BufferBlock& block : program.uniform_blocks)
        if (!block.command_bindable) return "has a uniform block that is not commandBindableNV";
    return nullptr;
}

bool check_programs(Errors& errors, const ProgramState& programs) {
    if (!programs.glsl()) {
        errors.error(GL_INVALID_OPERATION, "neither a program nor a pipeline is in use");
        return false;
    }
    std::set<const GlslProgram*> seen;
    for (size_t stage = 0; stage < CommandListState::stage_count; ++stage) {
        const auto program = programs.program_of(static_cast<arbasm::Stage>(stage));
        if (!program || !program->linked || !seen.insert(program.get()).second) continue;
        if (const char* const problem = program_problem(*program->linked)) {
            errors.error(GL_INVALID_OPERATION, "the program %u %s", program->name, problem);
            return false;
        }
    }
    return true;
}

bool counts_samples(const QueryState& queries) {
    return std::ranges::any_of(
        std::array{QueryTarget::SamplesPassed, QueryTarget::AnySamplesPassed,
                   QueryTarget::AnySamplesPassedConservative},
        [&](QueryTarget target) { return queries.active[static_cast<size_t>(target)] != nullptr; });
}

bool check_capture(Context& context) {
    const auto fail = [&](const char* why) {
        context.error(GL_INVALID_OPERATION, "%s", why);
        return false;
    };
    if (!context.framebuffers.draw || !context.framebuffers.read) return fail("the default framebuffer is bound");
    if (!has_vertex_array(context.version, context.vertex_arrays)) return fail("no vertex array object is bound");
    if (context.feedback_objects.bound->active) return fail("transform feedback is active");
    if (counts_samples(context.queries)) return fail("an occlusion query is active");
    return check_programs(context, context.programs);
}

std::shared_ptr<const CapturedState> capture(const Context& context, GLenum mode) {
    const VertexArrayState& arrays = context.vertex_arrays;
    auto captured = std::make_shared<CapturedState>();
    captured->mode = mode;
    captured->state = context.state;
    captured->arrays = *arrays.bound;
    captured->arrays.elements = nullptr;
    for (VertexBinding& binding : captured->arrays.bindings) {
        binding.buffer = nullptr;
        binding.client = nullptr;
        binding.offset = 0;
    }
    captured->restart = {arrays.primitive_restart, arrays.primitive_restart_fixed_index, arrays.restart_index};
    captured->current = context.immediate.current;
    captured->programs = own_programs(programs_in_use(context.programs));
    captured->framebuffer = std::make_shared<Framebuffer>(*context.framebuffers.draw);
    return captured;
}

}  // namespace

namespace commands {

void checked::StateCaptureNV(Context& context, StateObject& object, GLenum mode) {
    if (!is_basic_mode(context.version, mode))
        return context.error(GL_INVALID_ENUM, "0x%x is not a basic primitive", mode);
    if (!check_capture(context)) return;
    object.captured = capture(context, mode);
}

GLuint GetCommandHeaderNV(Context& context, GLenum tokenID, GLuint size) {
    const CommandToken* const token = find_command_token(context.version, tokenID);
    if (!token) {
        context.error(GL_INVALID_ENUM, "0x%x is not a command", tokenID);
        return 0;
    }
    if (size != token->bytes) {
        context.error(GL_INVALID_VALUE, "the command has %u bytes, not %u", token->bytes, size);
        return 0;
    }
    return command_header(*token);
}

GLushort GetStageIndexNV(Context& context, GLenum shadertype) {
    const int stage = command_stage(shadertype);
    if (stage < 0) {
        context.error(GL_INVALID_ENUM, "%s is no stage of drawing", enum_name(shadertype));
        return 0;
    }
    return static_cast<GLushort>(stage);
}

}  // namespace commands
}  // namespace glapi
