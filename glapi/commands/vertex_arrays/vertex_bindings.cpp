// Binding points of vertex buffers (ARB_vertex_attrib_binding): where elements lie, apart from what they are.
#include "glapi/commands/buffers/buffers.h"
#include "glapi/commands/check_count.h"
#include "glapi/commands/vertex_arrays/array_pointers.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/share_group.h"

namespace glapi {
namespace {

// Whether there is a binding point of this number, and an object to have it; false after an error.
bool check_binding_point(Errors& errors, const Version& version, const VertexArrayState& vertex_arrays, GLuint index) {
    if (!check_named_vertex_array(errors, version, vertex_arrays)) return false;
    if (index < GLuint{vertex_binding_count}) return true;
    errors.error(GL_INVALID_VALUE, "binding point %u is not below MAX_VERTEX_ATTRIB_BINDINGS", index);
    return false;
}

bool check_layout(Errors& errors, GLintptr offset, GLsizei stride) {
    const char* const why = offset < 0   ? "the offset is negative"
                            : stride < 0 ? "the stride is negative"
                            : stride > limits::MAX_VERTEX_ATTRIB_STRIDE
                                ? "the stride is beyond MAX_VERTEX_ATTRIB_STRIDE"
                                : nullptr;
    if (why) errors.error(GL_INVALID_VALUE, "%s", why);
    return !why;
}

void set_binding(const VertexArrayState& vertex_arrays, GLuint index, std::shared_ptr<Buffer> buffer, GLintptr offset,
                 GLsizei stride) {
    VertexBinding& binding = vertex_arrays.bound->bindings[slot_generic + index];
    binding.buffer = std::move(buffer);
    binding.offset = offset;
    binding.client = nullptr;
    binding.stride = stride;
}

}  // namespace

namespace commands {

void BindVertexBuffer(Context& context, GLuint bindingindex, GLuint buffer, GLintptr offset, GLsizei stride) {
    if (!check_binding_point(context, context.version, context.vertex_arrays, bindingindex) ||
        !check_layout(context, offset, stride))
        return;
    std::shared_ptr<Buffer> object;
    if (buffer != 0) {
        object = buffer_to_bind(context, context.version, *context.shared, buffer, NameUse::VertexBuffer);
        if (!object) return;
    }
    set_binding(context.vertex_arrays, bindingindex, std::move(object), offset, stride);
}

// What can be bound is, whatever is wrong with the rest (ARB_multi_bind).
void BindVertexBuffers(Context& context, GLuint first, GLsizei count, const GLuint* buffers, const GLintptr* offsets,
                       const GLsizei* strides) {
    if (!check_named_vertex_array(context, context.version, context.vertex_arrays)) return;
    if (!check_count(context, count)) return;
    if (uint64_t{first} + static_cast<uint64_t>(count) > uint64_t{vertex_binding_count})
        return context.error(GL_INVALID_OPERATION, "binding points from %u on are not %d more", first, count);
    for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
        if (!buffers) {
            set_binding(context.vertex_arrays, first + i, nullptr, 0, VertexBinding{}.stride);
            continue;
        }
        if (!check_layout(context, offsets[i], strides[i])) continue;
        std::shared_ptr<Buffer> object = context.shared->buffers.find(buffers[i]);
        if (buffers[i] != 0 && !object) {
            context.error(GL_INVALID_OPERATION, "there is no buffer %u", buffers[i]);
            continue;
        }
        set_binding(context.vertex_arrays, first + i, std::move(object), offsets[i], strides[i]);
    }
}

void VertexAttribBinding(Context& context, GLuint attribindex, GLuint bindingindex) {
    if (!check_generic_attribute(context, attribindex) ||
        !check_binding_point(context, context.version, context.vertex_arrays, bindingindex))
        return;
    context.vertex_arrays.bound->arrays[slot_generic + attribindex].binding =
        slot_generic + static_cast<int>(bindingindex);
}

void VertexBindingDivisor(Context& context, GLuint bindingindex, GLuint divisor) {
    if (!check_binding_point(context, context.version, context.vertex_arrays, bindingindex)) return;
    context.vertex_arrays.bound->bindings[slot_generic + bindingindex].divisor = divisor;
}

}  // namespace commands
}  // namespace glapi
