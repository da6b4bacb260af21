// Compute programs (NV_compute_program5, ARB_compute_shader, ARB_compute_variable_group_size).
#include <cstring>

#include "glsl/tree/interface.h"

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/lists/display_list.h"
#include "glapi/objects/buffers/buffer_residency.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/shaders.h"
#include "glapi/objects/queries/queries.h"
#include "glapi/resolve/resolve_draw.h"
#include "glapi/resolve/resolve_memory.h"
#include "glapi/state/debug.h"
#include "glapi/state/draw_state.h"
#include "glapi/state/stopped_draws.h"
#include "rasterizer/compute.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

using Triple = std::array<GLuint, 3>;

// Null after an error. `variable`: the command gives the group size.
std::shared_ptr<ProgramObject> compute_program(Errors& errors, const ProgramState& programs, bool variable) {
    std::shared_ptr<ProgramObject> object = programs.stage(ProgramTarget::Compute);
    if (!object || !object->program) {
        errors.error(GL_INVALID_OPERATION, "%s",
                     programs.in_use() ? "the program in use has no compute shader"
                     : object          ? "the compute program has not been loaded"
                                       : "COMPUTE_PROGRAM_NV is disabled");
        return nullptr;
    }
    if (object->program->has(arbasm::Option::ArbComputeVariableGroupSize) != variable) {
        errors.error(GL_INVALID_OPERATION, "compute program %u %s", object->name,
                     variable ? "declares its group size" : "leaves its group size to glDispatchComputeGroupSizeARB");
        return nullptr;
    }
    return object;
}

// Whether a work group consists of the quads that the shader takes derivatives in (NV_compute_shader_derivatives).
bool fits_derivatives(const ProgramState& programs, const Triple& size) {
    const std::shared_ptr<GlslProgram> program = programs.program_of(arbasm::Stage::Compute);
    if (!program || !program->linked || program->linked->derivative_group.empty()) return true;
    return glsl::fits_derivatives(
        program->linked->derivative_group,
        {static_cast<int32_t>(size[0]), static_cast<int32_t>(size[1]), static_cast<int32_t>(size[2])});
}

void dispatch(Context& context, ProgramObject& object, const Triple& groups, const Triple& size) {
    for (size_t c = 0; c < 3; ++c)
        if (groups[c] > static_cast<GLuint>(limits::MAX_COMPUTE_WORK_GROUP_COUNT[c]))
            return context.error(GL_INVALID_VALUE, "%u work groups, more than %d", groups[c],
                                 limits::MAX_COMPUTE_WORK_GROUP_COUNT[c]);
    if (!condition_allows_drawing(context.queries, context.rasterizer)) return;
    if (const auto statistics = counting_statistics(context.queries)) {
        uint64_t invocations = 1;
        for (size_t c = 0; c < 3; ++c) invocations *= uint64_t{groups[c]} * size[c];
        statistics->add(rasterizer::PipelineCount::ComputeInvocations, invocations);
    }
    // Draws before it may write what it reads, and read what it writes.
    context.rasterizer.finish();
    rasterizer::Dispatch work;
    resolve_stage(context, {&object.prepare(), &object}, work.program);
    work.group_count = groups;
    work.group_size = size;
    work.watchdog = make_watchdog(context.drawing.watchdog);
    rasterizer::run_dispatch(work);
    // Neither of draws before, nor this one.
    context.buffers.reachable.programs_pending = context.buffers.reachable.readers_pending = false;
    work.program = {};
    tell_stopped_draws(context.drawing.watchdog, context.debug);
    tell_memory_faults(context.buffers.reachable, context.debug);
}

Triple size_of(const ProgramObject& object) {
    Triple size;
    for (size_t c = 0; c < 3; ++c) size[c] = static_cast<GLuint>(object.program->group_size[c]);
    return size;
}

}  // namespace

namespace commands {

void DispatchCompute(Context& context, GLuint x, GLuint y, GLuint z) {
    if (const auto object = compute_program(context, context.programs, false))
        dispatch(context, *object, {x, y, z}, size_of(*object));
}

void DispatchComputeIndirect(Context& context, GLintptr indirect) {
    // What the buffer holds is known when the list is called, if at all.
    if (context.lists.compiling) return context.error(GL_INVALID_OPERATION, "a display list is compiled");
    const auto object = compute_program(context, context.programs, false);
    if (!object) return;
    if (indirect < 0 || indirect % 4 != 0)
        return context.error(GL_INVALID_VALUE, "the offset is negative or not a multiple of 4");
    const auto& buffer = context.buffers[BufferTarget::DispatchIndirect];
    Triple groups;
    const auto offset = static_cast<size_t>(indirect);
    if (!buffer || buffer->in_client_use() || offset > buffer->size || buffer->size - offset < sizeof groups)
        return context.error(GL_INVALID_OPERATION, "%s",
                             !buffer                   ? "no DISPATCH_INDIRECT_BUFFER is bound"
                             : buffer->in_client_use() ? "the buffer is mapped"
                                                       : "the group counts are outside the buffer");
    context.rasterizer.finish();  // which may write them
    std::memcpy(groups.data(), buffer->data.get() + offset, sizeof groups);
    dispatch(context, *object, groups, size_of(*object));
}

void DispatchComputeGroupSizeARB(Context& context, GLuint x, GLuint y, GLuint z, GLuint width, GLuint height,
                                 GLuint depth) {
    const auto object = compute_program(context, context.programs, true);
    if (!object) return;
    const Triple size{width, height, depth};
    uint64_t invocations = 1;
    for (size_t c = 0; c < 3; ++c) {
        if (size[c] == 0 || size[c] > static_cast<GLuint>(limits::MAX_COMPUTE_WORK_GROUP_SIZE[c]))
            return context.error(GL_INVALID_VALUE, "a size of %u is not in 1 … %d", size[c],
                                 limits::MAX_COMPUTE_WORK_GROUP_SIZE[c]);
        invocations *= size[c];
    }
    if (invocations > uint64_t{limits::MAX_COMPUTE_WORK_GROUP_INVOCATIONS})
        return context.error(GL_INVALID_VALUE, "a work group has at most %d invocations",
                             limits::MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
    if (!fits_derivatives(context.programs, size))
        return context.error(GL_INVALID_VALUE, "the shader takes derivatives, which %u x %u x %u has no quads for",
                             width, height, depth);
    dispatch(context, *object, {x, y, z}, size);
}

}  // namespace commands
}  // namespace glapi
