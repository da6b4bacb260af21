// Residency of buffers and their GPU addresses (NV_shader_buffer_load, NV_shader_buffer_store), memory barriers.
#include "glapi/objects/buffers/buffer_residency.h"

#include "glapi/commands/buffers/buffers.h"
#include "glapi/commands/one_call.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_memory.h"
#include "glapi/share_group.h"

namespace glapi {
namespace {

Buffer* buffer_of_target(Context& context, GLenum target) {
    auto* const point = buffer_binding(context, target);
    if (point && !*point) context.error(GL_INVALID_OPERATION, "no buffer is bound to the target");
    return point ? point->get() : nullptr;
}

// A name without an object becomes one.
Buffer* buffer_of_name(Errors& errors, ShareGroup& shared, GLuint name) {
    if (name == 0) {
        errors.error(GL_INVALID_OPERATION, "buffer 0 is none");
        return nullptr;
    }
    auto& names = shared.buffers;
    if (!names.get(name)) names.insert(name, std::make_shared<Buffer>(name));
    return names.get(name);
}

void make_resident(Errors& errors, BufferState& buffers, Buffer* buffer, GLenum access) {
    if (!buffer) return;
    if (access != GL_READ_ONLY && access != GL_READ_WRITE && access != GL_WRITE_ONLY)
        return errors.error(GL_INVALID_ENUM, "%s is not an access", enum_name(access));
    if (!buffer->data) return errors.error(GL_INVALID_OPERATION, "buffer %u has no data store", buffer->name);
    if (buffers.reachable.is_resident(*buffer))
        return errors.error(GL_INVALID_OPERATION, "buffer %u is resident already", buffer->name);
    buffers.reachable.make_resident(*buffer, access != GL_READ_ONLY);
}

void make_non_resident(Errors& errors, BufferState& buffers, const Buffer* buffer) {
    if (!buffer) return;
    if (!buffers.reachable.is_resident(*buffer))
        return errors.error(GL_INVALID_OPERATION, "buffer %u is not resident", buffer->name);
    buffers.reachable.make_non_resident(*buffer);
}

void get_parameter(Errors& errors, Buffer* buffer, GLenum pname, GLuint64EXT* params) {
    if (!buffer) return;
    if (pname != GL_BUFFER_GPU_ADDRESS_NV)
        return errors.error(GL_INVALID_ENUM, "%s is not BUFFER_GPU_ADDRESS_NV", enum_name(pname));
    if (!buffer->data) return errors.error(GL_INVALID_OPERATION, "buffer %u has no data store", buffer->name);
    *params = gpu_address(*buffer);
}

}  // namespace

namespace commands {

GLboolean IsBufferResidentNV(Context& context, GLenum target) {
    const Buffer* const buffer = buffer_of_target(context, target);
    return buffer && context.buffers.reachable.is_resident(*buffer);
}
GLboolean IsNamedBufferResidentNV(Context& context, GLuint name) {
    const Buffer* const buffer = buffer_of_name(context, *context.shared, name);
    return buffer && context.buffers.reachable.is_resident(*buffer);
}

// Nothing that programs write waits in a cache: once they are done, everything sees it.
void checked::MemoryBarrier(Context& context) { await_programs(context.rasterizer, context.buffers); }

// Tiles are drawn in any order, and on several threads: what is for a region is for all.
void checked::MemoryBarrierByRegion(Context& context) { await_programs(context.rasterizer, context.buffers); }

#include "glapi/commands/buffers/buffer_residency.def"

}  // namespace commands
}  // namespace glapi
