// Drawing commands that read vertex arrays.
#include "glapi/commands/draw/draws.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "glapi/commands/immediate/begin_end.h"
#include "glapi/commands/immediate/weights.h"
#include "glapi/commands/lists/compile_arrays.h"
#include "glapi/commands/programs/variants.h"
#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/draw/long_command.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/lists/display_list.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/pixels/saturated.h"
#include "glapi/resolve/resolve_memory.h"

namespace glapi {

using rasterizer::IndexType;

void draw_or_compile(Context& context, const ArrayDraw& call) {
    if (call.count <= 0 || call.instance_count <= 0) return;
    if (context.lists.compiling && !lists::compile_arrays(context, call)) return;
    draw_arrays(context, call);
}

namespace {

bool any_mapped(const VertexArrayObject& object, bool indexed) {
    // What is read by address may be mapped (NV_shader_buffer_load, issue 7).
    if (indexed && !object.unified_elements && object.elements && object.elements->in_client_use()) return true;
    return !object.unified_arrays && std::ranges::any_of(object.arrays, [&](const VertexArray& array) {
        const Buffer* const buffer = object.binding_of(array).buffer.get();
        return array.any_enabled() && buffer && buffer->in_client_use();
    });
}

std::optional<IndexType> known_index_type(GLenum type) {
    switch (type) {
        case GL_UNSIGNED_BYTE: return IndexType::UnsignedByte;
        case GL_UNSIGNED_SHORT: return IndexType::UnsignedShort;
        case GL_UNSIGNED_INT: return IndexType::UnsignedInt;
        default: return std::nullopt;
    }
}

// Index type of a token; None after an error.
IndexType index_type(Errors& errors, GLenum type) {
    const std::optional<IndexType> known = known_index_type(type);
    if (!known) errors.error(GL_INVALID_ENUM, "0x%x is not an index type", type);
    return known.value_or(IndexType::None);
}

// The state and the type of the indices; None after an error.
IndexType validate_elements(Context& context, GLenum mode, GLenum type) {
    return validate_draw(context, mode) ? index_type(context, type) : IndexType::None;
}

bool validate_counts(Errors& errors, int64_t first, GLsizei count, GLsizei instances) {
    if (first >= 0 && count >= 0 && instances >= 0) return true;
    errors.error(GL_INVALID_VALUE, "%s is negative",
                 first < 0   ? "first"
                 : count < 0 ? "count"
                             : "the number of instances");
    return false;
}

bool validate_buffers(Errors& errors, const VertexArrayState& vertex_arrays, bool indexed) {
    if (!any_mapped(*vertex_arrays.bound, indexed)) return true;
    errors.error(GL_INVALID_OPERATION, "a buffer that is read is mapped");
    return false;
}

void draw_non_indexed(Context& context, GLenum mode, int64_t first, GLsizei count, GLsizei instances, GLuint base) {
    const bool goes_on = continues_sequence(context, mode, IndexType::None);
    if (!goes_on && !validate_draw(context, mode)) return;
    if (!validate_counts(context, first, count, instances)) return;
    if (!goes_on && !validate_buffers(context, context.vertex_arrays, false)) return;
    draw_or_compile(context,
                    {.mode = mode, .first = first, .count = count, .instance_count = instances, .base_instance = base});
}

void draw_indexed(Context& context, GLenum mode, GLsizei count, GLenum type, const void* indices, GLint base_vertex,
                  GLsizei instances, GLuint base_instance) {
    const std::optional<IndexType> known = known_index_type(type);
    const bool goes_on = known && continues_sequence(context, mode, *known);
    if (!goes_on && !validate_draw(context, mode)) return;
    if (!validate_counts(context, 0, count, instances)) return;
    const IndexType kind = goes_on ? *known : index_type(context, type);
    if (kind == IndexType::None || (!goes_on && !validate_buffers(context, context.vertex_arrays, true))) return;
    // What the core profile draws without a buffer of indices is undefined (GL 4.6 core §10.3.10). Other drivers read
    // them from memory, and programs count on that; what can only be an offset is an error, where one would be read.
    constexpr uintptr_t first_address = 65536;
    if (const VertexArrayObject& object = *context.vertex_arrays.bound;
        context.version.is_core() && count > 0 && !object.elements && !object.unified_elements &&
        reinterpret_cast<uintptr_t>(indices) < first_address)
        return context.error(GL_INVALID_OPERATION, "no ELEMENT_ARRAY_BUFFER is bound");
    draw_or_compile(context, {.mode = mode,
                              .count = count,
                              .index_type = kind,
                              .indices = indices,
                              .base_vertex = base_vertex,
                              .instance_count = instances,
                              .base_instance = base_instance});
}

// Instanced draws can't be compiled into display lists (ARB_draw_instanced).
bool refuse_in_list(Errors& errors, const ListState& lists) {
    if (!lists.compiling) return false;
    errors.error(GL_INVALID_OPERATION, "a display list is being compiled");
    return true;
}

bool draws_without_buffer(const VertexArrayObject& object) {
    return std::ranges::any_of(
        object.arrays, [&](const VertexArray& array) { return array.enabled && !object.binding_of(array).buffer; });
}

// What an indirect command reads beside its draws, once for all of them. OpenGL ES takes neither the vertex array
// object 0 nor memory of the client for these (3.2 §10.5).
bool validate_indirect(Errors& errors, const Version& version, const VertexArrayState& vertex_arrays, bool indexed) {
    const VertexArrayObject& object = *vertex_arrays.bound;
    const char* const why =
        !has_named_vertex_array(version, vertex_arrays)           ? "no vertex array object is bound"
        : version.is_es2() && draws_without_buffer(object)        ? "an array that is enabled has no buffer"
        : indexed && !object.elements && !object.unified_elements ? "no ELEMENT_ARRAY_BUFFER is bound"
                                                                  : nullptr;
    if (why) errors.error(GL_INVALID_OPERATION, "%s", why);
    return !why && validate_buffers(errors, vertex_arrays, indexed);
}

// The words of an indirect draw: in DRAW_INDIRECT_BUFFER or, without one, in client memory.
bool indirect_words(Errors& errors, const Version& version, const BufferState& buffers, const void* indirect,
                    GLuint* words, size_t count) {
    const auto& buffer = buffers[BufferTarget::DrawIndirect];
    const size_t offset = reinterpret_cast<size_t>(indirect);
    if (offset % 4 != 0) {
        errors.error(GL_INVALID_VALUE, "the offset is not a multiple of 4");
        return false;
    }
    if (!buffer) {
        if (version.is_core() || version.is_es2() || !indirect) {
            errors.error(GL_INVALID_OPERATION, "no DRAW_INDIRECT_BUFFER is bound");
            return false;
        }
        std::memcpy(words, indirect, count * 4);
        return true;
    }
    if (buffer->in_client_use() || offset > buffer->size || buffer->size - offset < count * 4) {
        errors.error(GL_INVALID_OPERATION, "the command is outside the buffer, or that is mapped");
        return false;
    }
    std::memcpy(words, buffer->data.get() + offset, count * 4);
    return true;
}

// Draws `draws` indirect commands of `words` 32-bit words each, `stride` bytes apart (0: one after the other).
template <typename DrawOne>
void multi_draw_indirect(Context& context, const void* indirect, GLsizei draws, GLsizei stride, GLsizei words,
                         bool indexed, DrawOne draw_one) {
    if (draws < 0 || stride < 0 || stride % 4 != 0)
        return context.error(GL_INVALID_VALUE, "a count or the stride is negative, or no multiple of 4");
    if (stride == 0) stride = words * 4;
    const auto& buffer = context.buffers[BufferTarget::DrawIndirect];
    const auto offset = reinterpret_cast<size_t>(indirect);
    const size_t bytes =
        draws ? saturated::add(saturated::multiply(size_t(draws - 1), size_t(stride)), size_t(words) * 4) : 0;
    if (buffer && (offset > buffer->size || buffer->size - offset < bytes))
        return context.error(GL_INVALID_OPERATION, "the commands reach beyond the buffer");
    if (draws && !validate_indirect(context, context.version, context.vertex_arrays, indexed)) return;
    LongCommand all(context);
    for (GLsizei i = 0; i < draws && !all.stopped(); ++i)
        draw_one(reinterpret_cast<const void*>(offset + size_t(i) * size_t(stride)), static_cast<uint32_t>(i));
}

// ---- NV_bindless_multi_draw_indirect

struct BindlessPointer {
    GLuint index, reserved;
    GLuint64 address, length;
};
static_assert(sizeof(BindlessPointer) == 24);

// Draws of indirect commands that name the addresses of what they draw from, `words` words of a draw and then the
// pointers: that of the indices first, if there are any. The object's own addresses are back at the end.
template <typename DrawOne>
void bindless_multi_draw(Context& context, const void* indirect, GLsizei draws, GLsizei stride, GLint buffers,
                         size_t words, bool indexed, DrawOne draw_one) {
    VertexArrayObject& object = *context.vertex_arrays.bound;
    if (draws < 0 || stride < 0 || buffers < 0 || stride % 8 != 0)
        return context.error(GL_INVALID_VALUE, "a count or the stride is negative, or no multiple of 8");
    if (!object.unified_arrays || (indexed && !object.unified_elements))
        return context.error(GL_INVALID_OPERATION, "arrays or elements are not unified");
    const size_t pointers_at = words * 4;
    const size_t bytes = saturated::add(
        pointers_at, saturated::multiply(static_cast<size_t>(buffers) + (indexed ? 1 : 0), sizeof(BindlessPointer)));
    const size_t step = stride ? static_cast<size_t>(stride) : bytes;
    const auto& buffer = context.buffers[BufferTarget::DrawIndirect];
    const auto offset = reinterpret_cast<size_t>(indirect);
    if (!buffer && (context.version.is_core() || !indirect))
        return context.error(GL_INVALID_OPERATION, "no DRAW_INDIRECT_BUFFER is bound");
    const size_t all = draws ? saturated::add(saturated::multiply(static_cast<size_t>(draws - 1), step), bytes) : 0;
    if (buffer && (buffer->in_client_use() || offset > buffer->size || buffer->size - offset < all))
        return context.error(GL_INVALID_OPERATION, "commands are outside the buffer, or that is mapped");
    if (draws && !validate_indirect(context, context.version, context.vertex_arrays, indexed)) return;
    const auto bindings = object.bindings;
    const uint64_t elements_address = object.elements_address;
    const int64_t elements_length = object.elements_length;
    LongCommand all_draws(context);
    for (GLsizei n = 0; n < draws && !all_draws.stopped(); ++n) {
        const size_t at = offset + static_cast<size_t>(n) * step;
        const std::byte* const command = buffer ? buffer->data.get() + at : reinterpret_cast<const std::byte*>(at);
        GLuint instances = 0;
        std::memcpy(&instances, command + 4, sizeof instances);
        if (!instances) continue;
        for (GLint pointer = 0; pointer < buffers + (indexed ? 1 : 0); ++pointer) {
            BindlessPointer range{};
            std::memcpy(&range, command + pointers_at + static_cast<size_t>(pointer) * sizeof range, sizeof range);
            const bool elements = indexed && pointer == 0;
            commands::BufferAddressRangeNV(
                context, elements ? GL_ELEMENT_ARRAY_ADDRESS_NV : GL_VERTEX_ATTRIB_ARRAY_ADDRESS_NV,
                elements ? 0 : range.index, range.address,
                static_cast<GLsizeiptr>(std::clamp<int64_t>(static_cast<int64_t>(range.length), -1, PTRDIFF_MAX)));
        }
        draw_one(reinterpret_cast<const void*>(at), static_cast<uint32_t>(n));
        end_sequence(context);  // the next reads elsewhere
    }
    for (size_t slot = 0; slot < bindings.size(); ++slot) {
        object.bindings[slot].address = bindings[slot].address;
        object.bindings[slot].length = bindings[slot].length;
    }
    object.elements_address = elements_address;
    object.elements_length = elements_length;
}

// How many of at most `most` draws: the number at an offset into PARAMETER_BUFFER. None after an error.
std::optional<GLsizei> indirect_count(Errors& errors, rasterizer::Rasterizer& rasterizer, BufferState& buffers,
                                      GLintptr offset, GLsizei most) {
    const auto fail = [&](GLenum code, const char* why) {
        errors.error(code, "%s", why);
        return std::nullopt;
    };
    if (offset < 0 || offset % 4 != 0) return fail(GL_INVALID_VALUE, "the count's offset is no multiple of 4");
    if (most < 0) return fail(GL_INVALID_VALUE, "the number of draws is negative");
    const auto& buffer = buffers[BufferTarget::Parameter];
    const auto at = static_cast<size_t>(offset);
    if (!buffer) return fail(GL_INVALID_OPERATION, "no PARAMETER_BUFFER is bound");
    if (buffer->in_client_use() || at > buffer->size || buffer->size - at < sizeof(GLuint))
        return fail(GL_INVALID_OPERATION, "the count is outside the PARAMETER_BUFFER, or that is mapped");
    await_programs(rasterizer, buffers);  // which may write it
    GLuint count = 0;
    std::memcpy(&count, buffer->data.get() + at, sizeof count);
    return static_cast<GLsizei>(std::min(count, static_cast<GLuint>(most)));
}

// One draw of a command that has been validated.
void draw_arrays_indirect(Context& context, GLenum mode, const void* indirect, uint32_t draw_id) {
    GLuint words[4];  // count, instances, first, base instance
    if (!indirect_words(context, context.version, context.buffers, indirect, words, 4)) return;
    const auto count = static_cast<GLsizei>(words[0]), instances = static_cast<GLsizei>(words[1]);
    if (!validate_counts(context, words[2], count, instances)) return;
    draw_or_compile(context, {.mode = mode,
                              .first = words[2],
                              .count = count,
                              .instance_count = instances,
                              .base_instance = words[3],
                              .draw_id = draw_id});
}

void draw_elements_indirect(Context& context, GLenum mode, IndexType type, const void* indirect, uint32_t draw_id) {
    GLuint words[5];  // count, instances, first index, base vertex, base instance
    if (!indirect_words(context, context.version, context.buffers, indirect, words, 5)) return;
    const auto count = static_cast<GLsizei>(words[0]), instances = static_cast<GLsizei>(words[1]);
    if (!validate_counts(context, 0, count, instances)) return;
    draw_or_compile(context, {.mode = mode,
                              .count = count,
                              .index_type = type,
                              .indices = index_offset(words[2], type),
                              .base_vertex = static_cast<GLint>(words[3]),
                              .instance_count = instances,
                              .base_instance = words[4],
                              .draw_id = draw_id});
}

void multi_draw_arrays(Context& context, GLenum mode, const void* indirect, GLsizei draws, GLsizei stride) {
    multi_draw_indirect(context, indirect, draws, stride, 4, false,
                        [&](const void* at, uint32_t draw_id) { draw_arrays_indirect(context, mode, at, draw_id); });
}
void multi_draw_elements(Context& context, GLenum mode, IndexType type, const void* indirect, GLsizei draws,
                         GLsizei stride) {
    multi_draw_indirect(context, indirect, draws, stride, 5, true, [&](const void* at, uint32_t draw_id) {
        draw_elements_indirect(context, mode, type, at, draw_id);
    });
}

}  // namespace

namespace commands {

void DrawArrays(Context& context, GLenum mode, GLint first, GLsizei count) {
    draw_non_indexed(context, mode, first, count, 1, 0);
}
void DrawArraysInstanced(Context& context, GLenum mode, GLint first, GLsizei count, GLsizei instances) {
    if (refuse_in_list(context, context.lists)) return;
    draw_non_indexed(context, mode, first, count, instances, 0);
}
void DrawArraysInstancedBaseInstance(Context& context, GLenum mode, GLint first, GLsizei count, GLsizei instances,
                                     GLuint base) {
    if (refuse_in_list(context, context.lists)) return;
    draw_non_indexed(context, mode, first, count, instances, base);
}

void DrawElements(Context& context, GLenum mode, GLsizei count, GLenum type, const void* indices) {
    draw_indexed(context, mode, count, type, indices, 0, 1, 0);
}
void DrawElementsBaseVertex(Context& context, GLenum mode, GLsizei count, GLenum type, const void* indices,
                            GLint base_vertex) {
    draw_indexed(context, mode, count, type, indices, base_vertex, 1, 0);
}
void DrawRangeElements(Context& context, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                       const void* indices) {
    if (end < start) return context.error(GL_INVALID_VALUE, "end is less than start");
    draw_indexed(context, mode, count, type, indices, 0, 1, 0);
}
void DrawRangeElementsBaseVertex(Context& context, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                                 const void* indices, GLint base_vertex) {
    if (end < start) return context.error(GL_INVALID_VALUE, "end is less than start");
    draw_indexed(context, mode, count, type, indices, base_vertex, 1, 0);
}
void DrawElementsInstanced(Context& context, GLenum mode, GLsizei count, GLenum type, const void* indices,
                           GLsizei instances) {
    if (refuse_in_list(context, context.lists)) return;
    draw_indexed(context, mode, count, type, indices, 0, instances, 0);
}
void DrawElementsInstancedBaseVertex(Context& context, GLenum mode, GLsizei count, GLenum type, const void* indices,
                                     GLsizei instances, GLint base_vertex) {
    if (refuse_in_list(context, context.lists)) return;
    draw_indexed(context, mode, count, type, indices, base_vertex, instances, 0);
}
void DrawElementsInstancedBaseInstance(Context& context, GLenum mode, GLsizei count, GLenum type, const void* indices,
                                       GLsizei instances, GLuint base) {
    if (refuse_in_list(context, context.lists)) return;
    draw_indexed(context, mode, count, type, indices, 0, instances, base);
}
void DrawElementsInstancedBaseVertexBaseInstance(Context& context, GLenum mode, GLsizei count, GLenum type,
                                                 const void* indices, GLsizei instances, GLint base_vertex,
                                                 GLuint base) {
    if (refuse_in_list(context, context.lists)) return;
    draw_indexed(context, mode, count, type, indices, base_vertex, instances, base);
}

void checked::MultiDrawArrays(Context& context, GLenum mode, const GLint* first, const GLsizei* count, GLsizei draws) {
    const bool goes_on = continues_sequence(context, mode, IndexType::None);
    if (!goes_on && !validate_draw(context, mode)) return;
    for (GLsizei i = 0; i < draws; ++i)
        if (!validate_counts(context, first[i], count[i], 0)) return;
    if (!goes_on && !validate_buffers(context, context.vertex_arrays, false)) return;
    MultipleDraw multiple(context);
    for (GLsizei i = 0; i < draws && !multiple.stopped(); ++i)
        draw_or_compile(context,
                        {.mode = mode, .first = first[i], .count = count[i], .draw_id = static_cast<uint32_t>(i)});
}

void checked::MultiDrawElementsBaseVertex(Context& context, GLenum mode, const GLsizei* count, GLenum type,
                                          const void* const* indices, GLsizei draws, const GLint* base_vertex) {
    end_sequence(context);
    if (!validate_draw(context, mode)) return;
    const IndexType kind = index_type(context, type);
    if (kind == IndexType::None) return;
    for (GLsizei i = 0; i < draws; ++i)
        if (!validate_counts(context, 0, count[i], 0)) return;
    if (!validate_buffers(context, context.vertex_arrays, true)) return;
    MultipleDraw multiple(context);
    for (GLsizei i = 0; i < draws && !multiple.stopped(); ++i)
        draw_or_compile(context, {.mode = mode,
                                  .count = count[i],
                                  .index_type = kind,
                                  .indices = indices[i],
                                  .base_vertex = base_vertex ? base_vertex[i] : 0,
                                  .draw_id = static_cast<uint32_t>(i)});
}
void MultiDrawElements(Context& context, GLenum mode, const GLsizei* count, GLenum type, const void* const* indices,
                       GLsizei draws) {
    MultiDrawElementsBaseVertex(context, mode, count, type, indices, draws, nullptr);
}

void DrawArraysIndirect(Context& context, GLenum mode, const void* indirect) {
    if (validate_draw(context, mode) && validate_indirect(context, context.version, context.vertex_arrays, false))
        draw_arrays_indirect(context, mode, indirect, 0);
}
void DrawElementsIndirect(Context& context, GLenum mode, GLenum type, const void* indirect) {
    const IndexType kind = validate_elements(context, mode, type);
    if (kind != IndexType::None && validate_indirect(context, context.version, context.vertex_arrays, true))
        draw_elements_indirect(context, mode, kind, indirect, 0);
}

void MultiDrawArraysIndirect(Context& context, GLenum mode, const void* indirect, GLsizei draws, GLsizei stride) {
    if (validate_draw(context, mode)) multi_draw_arrays(context, mode, indirect, draws, stride);
}
void MultiDrawElementsIndirect(Context& context, GLenum mode, GLenum type, const void* indirect, GLsizei draws,
                               GLsizei stride) {
    const IndexType kind = validate_elements(context, mode, type);
    if (kind != IndexType::None) multi_draw_elements(context, mode, kind, indirect, draws, stride);
}
// drawcount is an offset.
void MultiDrawArraysIndirectCount(Context& context, GLenum mode, const void* indirect, GLintptr drawcount,
                                  GLsizei maxdrawcount, GLsizei stride) {
    if (!validate_draw(context, mode)) return;
    if (const auto draws = indirect_count(context, context.rasterizer, context.buffers, drawcount, maxdrawcount))
        multi_draw_arrays(context, mode, indirect, *draws, stride);
}
void MultiDrawElementsIndirectCount(Context& context, GLenum mode, GLenum type, const void* indirect,
                                    GLintptr drawcount, GLsizei maxdrawcount, GLsizei stride) {
    const IndexType kind = validate_elements(context, mode, type);
    if (kind == IndexType::None) return;
    if (const auto draws = indirect_count(context, context.rasterizer, context.buffers, drawcount, maxdrawcount))
        multi_draw_elements(context, mode, kind, indirect, *draws, stride);
}

void MultiDrawArraysIndirectBindlessNV(Context& context, GLenum mode, const void* indirect, GLsizei draws,
                                       GLsizei stride, GLint buffers) {
    if (!validate_draw(context, mode)) return;
    bindless_multi_draw(context, indirect, draws, stride, buffers, 4, false,
                        [&](const void* at, uint32_t draw_id) { draw_arrays_indirect(context, mode, at, draw_id); });
}
void MultiDrawElementsIndirectBindlessNV(Context& context, GLenum mode, GLenum type, const void* indirect,
                                         GLsizei draws, GLsizei stride, GLint buffers) {
    const IndexType kind = validate_elements(context, mode, type);
    if (kind == IndexType::None) return;
    bindless_multi_draw(context, indirect, draws, stride, buffers, 6, true, [&](const void* at, uint32_t draw_id) {
        draw_elements_indirect(context, mode, kind, at, draw_id);
    });
}
// drawcount is an offset, as for the commands without Bindless.
void MultiDrawArraysIndirectBindlessCountNV(Context& context, GLenum mode, const void* indirect, GLsizei drawcount,
                                            GLsizei maxdrawcount, GLsizei stride, GLint buffers) {
    const auto draws = indirect_count(context, context.rasterizer, context.buffers, drawcount, maxdrawcount);
    if (draws) MultiDrawArraysIndirectBindlessNV(context, mode, indirect, *draws, stride, buffers);
}
void MultiDrawElementsIndirectBindlessCountNV(Context& context, GLenum mode, GLenum type, const void* indirect,
                                              GLsizei drawcount, GLsizei maxdrawcount, GLsizei stride, GLint buffers) {
    const auto draws = indirect_count(context, context.rasterizer, context.buffers, drawcount, maxdrawcount);
    if (draws) MultiDrawElementsIndirectBindlessNV(context, mode, type, indirect, *draws, stride, buffers);
}

void ArrayElement(Context& context, GLint i) {
    const VertexArrayState& arrays = context.vertex_arrays;
    if (i < 0) return context.error(GL_INVALID_VALUE, "the index is negative");
    if (arrays.primitive_restart && context.immediate.inside && static_cast<GLuint>(i) == arrays.restart_index)
        return PrimitiveRestartNV(context);
    const VertexArrayObject& object = *arrays.bound;
    if (any_mapped(object, false)) return context.error(GL_INVALID_OPERATION, "a buffer that is read is mapped");
    if (context.lists.compiling && !lists::compile_element(context, i)) return;
    const ArrayMemory memory{object, context.buffers.reachable};
    // The position comes last, since it emits the vertex.
    const bool program_mode = context.programs.vertex_active();
    for (int slot = 1; slot < vertex_slot_count; ++slot) {
        const int array = element_array(object, slot, program_mode);
        if (array < 0) continue;
        if (object.arrays[array].wide)
            set_attribute(context.immediate, high_slot(slot), fetch_high_words(memory, object.arrays[array], i));
        set_attribute(context.immediate, slot,
                      fetch_slot_element(context.state, context.immediate, memory, slot, array, i));
    }
    for_each_variant(context, i, [&](int slot, const auto& value) { set_attribute(context.immediate, slot, value); });
    const int position = supplying_array(object, slot_position, program_mode);
    if (position >= 0 && object.arrays[position].wide)
        set_attribute(context.immediate, high_slot(slot_position),
                      fetch_high_words(memory, object.arrays[position], i));
    if (position >= 0) emit_vertex(context, fetch_element(memory, object.arrays[position], i, {}));
}

}  // namespace commands
}  // namespace glapi
