// ATI_vertex_array_object, ATI_vertex_attrib_array_object, ATI_map_object_buffer: object buffers, which are buffer
// objects by another name, and arrays in them. And APPLE_object_purgeable.
#include <cstring>
#include <utility>

#include "glapi/commands/one_call.h"
#include "glapi/context.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/programs/vertex_shaders.h"
#include "glapi/objects/renderbuffers/renderbuffer.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

std::shared_ptr<Buffer> find_object_buffer(Errors& errors, const ShareGroup& shared, GLuint name) {
    std::shared_ptr<Buffer> buffer = name ? shared.buffers.find(name) : nullptr;
    if (!buffer) errors.error(GL_INVALID_VALUE, "there is no object buffer %u", name);
    return buffer;
}

template <typename T>
void get_object_buffer(Context& context, GLuint name, GLenum pname, T* params) {
    const std::shared_ptr<Buffer> buffer = find_object_buffer(context, *context.shared, name);
    if (!buffer) return;
    switch (pname) {
        case GL_OBJECT_BUFFER_SIZE_ATI: *params = static_cast<T>(buffer->size); return;
        case GL_OBJECT_BUFFER_USAGE_ATI:
            *params = static_cast<T>(buffer->usage == GL_DYNAMIC_DRAW ? GL_DYNAMIC_ATI : GL_STATIC_ATI);
            return;
        default: context.error(GL_INVALID_ENUM, "%s is nothing of object buffers", enum_name(pname));
    }
}

// Slot of an array that a command of object buffers may set; -1 after an error.
int array_slot(Errors& errors, const Version& version, const VertexArrayState& vertex_arrays, GLenum array) {
    const int slot = vertex_arrays.slot_of(array, version.is_es1());
    if (slot >= 0 && slot != array_matrix_index && slot != slot_point_size) return slot;
    errors.error(GL_INVALID_ENUM, "%s is no array of vertices' attributes", enum_name(array));
    return -1;
}

void call_pointer(Context& context, int slot, GLint size, GLenum type, GLsizei stride, const void* offset) {
    using namespace commands;
    switch (slot) {
        case slot_position: return VertexPointer(context, size, type, stride, offset);
        case slot_normal: return NormalPointer(context, type, stride, offset);
        case slot_color: return ColorPointer(context, size, type, stride, offset);
        case slot_color_index: return IndexPointer(context, type, stride, offset);
        case slot_edge_flag: return EdgeFlagPointer(context, stride, offset);
        case slot_fog_coordinate: return FogCoordPointer(context, type, stride, offset);
        case slot_secondary_color: return SecondaryColorPointer(context, size, type, stride, offset);
        case slot_weight: return WeightPointerARB(context, size, type, stride, offset);
        default: return TexCoordPointer(context, size, type, stride, offset);
    }
}

// Calls a Pointer command with a buffer bound. False after an error.
template <typename Call>
bool set_array_object(Context& context, GLuint name, GLuint offset, const Call& call) {
    const std::shared_ptr<Buffer> buffer = find_object_buffer(context, *context.shared, name);
    if (!buffer) return false;
    if (offset > buffer->size) {
        context.error(GL_INVALID_VALUE, "the offset %u is beyond the buffer's %zu bytes", offset, buffer->size);
        return false;
    }
    std::shared_ptr<Buffer> bound = std::exchange(context.buffers[BufferTarget::Array], buffer);
    const GLenum before = std::exchange(context.pending_error, GLenum{GL_NO_ERROR});
    call(reinterpret_cast<const void*>(uintptr_t{offset}));
    context.buffers[BufferTarget::Array] = std::move(bound);
    // Sizes and types that the arrays don't take are INVALID_VALUE here, whatever they are there.
    const GLenum made = std::exchange(context.pending_error, before);
    if (made == GL_NO_ERROR) return true;
    if (before == GL_NO_ERROR) context.pending_error = made == GL_INVALID_ENUM ? GLenum{GL_INVALID_VALUE} : made;
    return false;
}

// Indices: type UNSIGNED_BYTE and so on, of one component, packed (ATI_element_array).
void set_element_object(Context& context, GLint size, GLenum type, GLsizei stride, GLuint name, GLuint offset) {
    if (size != 1 || stride != 0) return context.error(GL_INVALID_VALUE, "indices are single, one behind the other");
    if (type != GL_UNSIGNED_BYTE && type != GL_UNSIGNED_SHORT && type != GL_UNSIGNED_INT)
        return context.error(GL_INVALID_ENUM, "%s is not an index type", enum_name(type));
    const bool right = set_array_object(context, name, offset, [&](const void* pointer) {
        context.vertex_arrays.element_array.type = type;
        context.vertex_arrays.element_array.pointer = pointer;
    });
    if (right) context.vertex_arrays.element_array.buffer = context.shared->buffers.find(name);
}

struct ArrayBinding {
    GLuint buffer = 0;
    GLintptr offset = 0;
};
ArrayBinding binding_of_array(const VertexArrayObject& object, int slot) {
    const VertexBinding& binding = object.binding_of(slot);
    if (!binding.buffer) return {};
    return {binding.buffer->name,
            binding.offset + static_cast<GLintptr>(object.arrays[static_cast<size_t>(slot)].relative_offset)};
}

template <typename T>
void get_array_binding(Context& context, const ArrayBinding& binding, GLenum pname, T* params) {
    switch (pname) {
        case GL_ARRAY_OBJECT_BUFFER_ATI: *params = static_cast<T>(binding.buffer); return;
        case GL_ARRAY_OBJECT_OFFSET_ATI: *params = static_cast<T>(binding.offset); return;
        default: context.error(GL_INVALID_ENUM, "%s is nothing of arrays", enum_name(pname));
    }
}

template <typename T>
void get_array_object(Context& context, GLenum array, GLenum pname, T* params) {
    ArrayBinding binding;
    if (array == GL_ELEMENT_ARRAY_ATI) {
        const VertexArrayState::ElementArray& elements = context.vertex_arrays.element_array;
        if (elements.buffer) binding = {elements.buffer->name, reinterpret_cast<GLintptr>(elements.pointer)};
    } else {
        const int slot = array_slot(context, context.version, context.vertex_arrays, array);
        if (slot < 0) return;
        binding = binding_of_array(*context.vertex_arrays.bound, slot);
    }
    get_array_binding(context, binding, pname, params);
}

template <typename T>
void get_attribute_object(Context& context, GLuint index, GLenum pname, T* params) {
    if (index >= generic_attribute_count)
        return context.error(GL_INVALID_VALUE, "index %u is not below MAX_VERTEX_ATTRIBS", index);
    get_array_binding(context, binding_of_array(*context.vertex_arrays.bound, slot_generic + static_cast<int>(index)),
                      pname, params);
}

template <typename T>
void get_variant_object(Context& context, GLuint id, GLenum pname, T* params) {
    const SymbolBlock* const block = context.shared->vertex_shaders.find(id);
    if (!block || block->storage != GL_VARIANT_EXT) return context.error(GL_INVALID_VALUE, "%u is no variant", id);
    ArrayBinding binding;
    const VertexShaderState::Variant* const variant = context.vertex_shaders.find_variant(id);
    if (variant && variant->binding.buffer) binding = {variant->binding.buffer->name, variant->binding.offset};
    get_array_binding(context, binding, pname, params);
}

// ---- APPLE_object_purgeable

// An object's PURGEABLE_APPLE; null after an error.
bool* find_purgeable(Errors& errors, const ShareGroup& shared, GLenum type, GLuint name) {
    bool* purgeable = nullptr;
    switch (type) {
        case GL_BUFFER_OBJECT_APPLE:
            if (Buffer* const buffer = shared.buffers.get(name)) purgeable = &buffer->purgeable;
            break;
        case GL_TEXTURE:
            if (Texture* const texture = shared.textures.get(name)) purgeable = &texture->purgeable;
            break;
        case GL_RENDERBUFFER:
            if (Renderbuffer* const buffer = shared.renderbuffers.get(name)) purgeable = &buffer->purgeable;
            break;
        default: errors.error(GL_INVALID_ENUM, "%s is no kind of object", enum_name(type)); return nullptr;
    }
    if (name == 0 || !purgeable) {
        errors.error(GL_INVALID_VALUE, "there is no %s %u", enum_name(type), name);
        return nullptr;
    }
    return purgeable;
}

// Contents stay where they are: they may be lost, but need not be. Returns the option that says so, 0 after an error.
GLenum set_purgeable(Errors& errors, const ShareGroup& shared, GLenum type, GLuint name, GLenum option,
                     std::array<GLenum, 2> options, bool value) {
    bool* const purgeable = find_purgeable(errors, shared, type, name);
    if (!purgeable) return 0;
    if (option != options[0] && option != options[1]) {
        errors.error(GL_INVALID_ENUM, "%s is no option", enum_name(option));
        return 0;
    }
    if (*purgeable == value) {
        errors.error(GL_INVALID_OPERATION, "%s %u is%s purgeable", enum_name(type), name, value ? " already" : " not");
        return 0;
    }
    *purgeable = value;
    return option;
}

}  // namespace

namespace commands {

GLuint checked::NewObjectBufferATI(Context& context, GLsizei size, const void* pointer, GLenum usage) {
    GLuint name = 0;
    CreateBuffers(context, 1, &name);
    NamedBufferData(context, name, size, pointer, usage == GL_STATIC_ATI ? GL_STATIC_DRAW : GL_DYNAMIC_DRAW);
    const Buffer* const buffer = context.shared->buffers.get(name);
    if (buffer && buffer->size == static_cast<size_t>(size)) return name;
    DeleteBuffers(context, {&name, 1});
    return 0;
}

void UpdateObjectBufferATI(Context& context, GLuint name, GLuint offset, GLsizei size, const void* pointer,
                           GLenum preserve) {
    const std::shared_ptr<Buffer> buffer = find_object_buffer(context, *context.shared, name);
    if (!buffer) return;
    if (preserve != GL_PRESERVE_ATI && preserve != GL_DISCARD_ATI)
        return context.error(GL_INVALID_ENUM, "%s is neither PRESERVE nor DISCARD", enum_name(preserve));
    if (size < 0 || offset > buffer->size || static_cast<size_t>(size) > buffer->size - offset)
        return context.error(GL_INVALID_VALUE, "%d bytes from %u are not in the buffer's %zu", size, offset,
                             buffer->size);
    // Mapped buffers are changed, too (ATI_map_object_buffer).
    begin_contents(context, *buffer);
    context.rasterizer.finish();
    if (size > 0 && pointer) std::memcpy(buffer->data.get() + offset, pointer, static_cast<size_t>(size));
}
void FreeObjectBufferATI(Context& context, GLuint buffer) {
    if (find_object_buffer(context, *context.shared, buffer)) DeleteBuffers(context, 1, &buffer);
}

void* MapObjectBufferATI(Context& context, GLuint buffer) {
    if (!find_object_buffer(context, *context.shared, buffer)) return nullptr;
    return MapNamedBuffer(context, buffer, GL_READ_WRITE);
}
void UnmapObjectBufferATI(Context& context, GLuint buffer) {
    if (find_object_buffer(context, *context.shared, buffer)) UnmapNamedBuffer(context, buffer);
}

void ArrayObjectATI(Context& context, GLenum array, GLint size, GLenum type, GLsizei stride, GLuint buffer,
                    GLuint offset) {
    if (array == GL_ELEMENT_ARRAY_ATI) return set_element_object(context, size, type, stride, buffer, offset);
    const int slot = array_slot(context, context.version, context.vertex_arrays, array);
    if (slot < 0) return;
    const bool right = set_array_object(context, buffer, offset, [&](const void* pointer) {
        call_pointer(context, slot, size, type, stride, pointer);
    });
    if (right) context.vertex_arrays.bound->arrays[static_cast<size_t>(slot)].pointer = nullptr;
}

void checked::VariantArrayObjectATI(Context& context, GLuint id, GLenum type, GLsizei stride, GLuint buffer,
                                    GLuint offset) {
    const bool right = set_array_object(context, buffer, offset, [&](const void* pointer) {
        VariantPointerEXT(context, id, type, static_cast<GLuint>(stride), pointer);
    });
    if (right) context.vertex_shaders.variants[id].array.pointer = nullptr;
}

void VertexAttribArrayObjectATI(Context& context, GLuint index, GLint size, GLenum type, GLboolean normalized,
                                GLsizei stride, GLuint buffer, GLuint offset) {
    const bool right = set_array_object(context, buffer, offset, [&](const void* pointer) {
        VertexAttribPointer(context, index, size, type, normalized, stride, pointer);
    });
    if (right) context.vertex_arrays.bound->arrays[slot_generic + index].pointer = nullptr;
}

GLenum ObjectPurgeableAPPLE(Context& context, GLenum objectType, GLuint name, GLenum option) {
    const GLenum told =
        set_purgeable(context, *context.shared, objectType, name, option, {GL_VOLATILE_APPLE, GL_RELEASED_APPLE}, true);
    return told ? GLenum{GL_VOLATILE_APPLE} : told;
}
GLenum ObjectUnpurgeableAPPLE(Context& context, GLenum objectType, GLuint name, GLenum option) {
    return set_purgeable(context, *context.shared, objectType, name, option, {GL_RETAINED_APPLE, GL_UNDEFINED_APPLE},
                         false);
}
void GetObjectParameterivAPPLE(Context& context, GLenum objectType, GLuint name, GLenum pname, GLint* params) {
    const bool* const purgeable = find_purgeable(context, *context.shared, objectType, name);
    if (!purgeable) return;
    if (pname != GL_PURGEABLE_APPLE)
        return context.error(GL_INVALID_ENUM, "%s is not PURGEABLE_APPLE", enum_name(pname));
    *params = *purgeable;
}

#include "glapi/commands/buffers/object_buffers.def"

}  // namespace commands
}  // namespace glapi
