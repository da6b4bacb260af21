// Buffers that programs reach by number: parameter buffers (NV_parameter_buffer_object), shader storage buffers,
// atomic counter buffers, and uniform buffers, which programs of GLSL read.
#include <cstring>

#include "glapi/commands/buffers/buffers.h"
#include "glapi/commands/check_count.h"
#include "glapi/commands/one_call.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_memory.h"

namespace glapi {
namespace {

struct TargetRow {
    GLenum token;
    IndexedTarget target;
    int alignment;  // of offsets
};
constexpr TargetRow target_rows[] = {
    {GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV, IndexedTarget::VertexParameters, 4},
    {GL_TESS_CONTROL_PROGRAM_PARAMETER_BUFFER_NV, IndexedTarget::TessControlParameters, 4},
    {GL_TESS_EVALUATION_PROGRAM_PARAMETER_BUFFER_NV, IndexedTarget::TessEvaluationParameters, 4},
    {GL_GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV, IndexedTarget::GeometryParameters, 4},
    {GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, IndexedTarget::FragmentParameters, 4},
    {GL_COMPUTE_PROGRAM_PARAMETER_BUFFER_NV, IndexedTarget::ComputeParameters, 4},
    {GL_SHADER_STORAGE_BUFFER, IndexedTarget::ShaderStorage, limits::SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT},
    {GL_ATOMIC_COUNTER_BUFFER, IndexedTarget::AtomicCounter, 4},
    {GL_UNIFORM_BUFFER, IndexedTarget::Uniform, limits::UNIFORM_BUFFER_OFFSET_ALIGNMENT},
};

const TargetRow* find_target(GLenum token) {
    for (const TargetRow& row : target_rows)
        if (row.token == token) return &row;
    return nullptr;
}

bool holds_parameters(IndexedTarget target) { return target < IndexedTarget::ShaderStorage; }

}  // namespace

std::shared_ptr<Buffer>* general_binding(BufferState& state, uint32_t target) {
    const TargetRow* const row = find_target(target);
    return row ? &state[row->target].general : nullptr;
}

int indexed_binding_count(uint32_t target) {
    const TargetRow* const row = find_target(target);
    return row ? indexed_binding_count(row->target) : 0;
}

bool bind_indexed_buffer(Context& context, uint32_t target, uint32_t index, uint32_t name, intptr_t offset,
                         intptr_t size, bool whole) {
    const TargetRow* const row = find_target(target);
    if (!row) return false;
    const auto fail = [&](const char* why) {
        context.error(GL_INVALID_VALUE, "%s", why);
        return true;
    };
    if (index >= static_cast<uint32_t>(indexed_binding_count(row->target)))
        return fail("the index is beyond the binding points there are");
    IndexedBuffers& buffers = context.buffers[row->target];
    // Offsets are looked at for buffer 0, too, as other drivers have it and tests want it.
    if (offset < 0 || offset % row->alignment != 0) return fail("the offset is not a multiple of the alignment");
    if (name != 0) {
        if (!whole && size <= 0) return fail("the size is not positive");
        if (holds_parameters(row->target) && size % 4 != 0) return fail("the size is no multiple of 4");
        if (holds_parameters(row->target) && offset != 0) return fail("parameter buffers have no offsets");
    }
    // Makes the object if the name has none yet; an error if it can't be one.
    commands::BindBuffer(context, target, name);
    const std::shared_ptr<Buffer> buffer = buffers.general;
    if ((buffer ? buffer->name : 0) != name) return true;
    if (buffer)
        buffers.ranges[index] = {buffer, static_cast<size_t>(offset), static_cast<size_t>(size), whole};
    else
        buffers.ranges[index] = {};
    return true;
}

namespace {

void set_parameters(Errors& errors, rasterizer::Rasterizer& rasterizer, BufferState& buffers, GLenum target,
                    GLuint index, GLuint word, GLsizei count, const void* values) {
    const TargetRow* const row = find_target(target);
    if (!row || !holds_parameters(row->target))
        return errors.error(GL_INVALID_ENUM, "%s has no parameter buffers", enum_name(target));
    if (index >= parameter_buffer_count)
        return errors.error(GL_INVALID_VALUE, "index %u is beyond the %d there are", index, parameter_buffer_count);
    if (!check_count(errors, count)) return;
    const BufferRange& range = buffers[row->target].ranges[index];
    if (!range.buffer) return errors.error(GL_INVALID_OPERATION, "no buffer is bound at %u", index);
    const uint64_t end = uint64_t{word} + static_cast<uint64_t>(count);
    if (end > limits::MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV || end > range.buffer->size / 4)
        return errors.error(GL_INVALID_VALUE, "words %u+%d are beyond the buffer's", word, count);
    if (range.buffer->in_client_use())
        return errors.error(GL_INVALID_OPERATION, "buffer %u is mapped", range.buffer->name);
    begin_change(rasterizer, buffers, *range.buffer);
    if (count > 0) std::memcpy(range.buffer->data.get() + size_t{word} * 4, values, static_cast<size_t>(count) * 4);
}

}  // namespace

namespace commands {

#include "glapi/commands/buffers/indexed_buffers.def"

}  // namespace commands
}  // namespace glapi
