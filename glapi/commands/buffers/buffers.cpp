#include "glapi/commands/buffers/buffers.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "glapi/commands/checked_objects.h"
#include "glapi/commands/name_rules.h"
#include "glapi/commands/textures/bindless_handles.h"
#include "glapi/context.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/buffers/sparse_storage.h"
#include "glapi/objects/programs/vertex_shaders.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_memory.h"
#include "glapi/share_group.h"

namespace glapi {

std::shared_ptr<Buffer>* buffer_binding(Context& context, uint32_t target) {
    if (auto* const numbered = general_binding(context.buffers, target)) return numbered;
    switch (target) {
        case GL_ARRAY_BUFFER: return &context.buffers[BufferTarget::Array];
        case GL_ELEMENT_ARRAY_BUFFER: return &context.vertex_arrays.bound->elements;
        case GL_PIXEL_PACK_BUFFER: return &context.buffers[BufferTarget::PixelPack];
        case GL_PIXEL_UNPACK_BUFFER: return &context.buffers[BufferTarget::PixelUnpack];
        case GL_COPY_READ_BUFFER: return &context.buffers[BufferTarget::CopyRead];
        case GL_COPY_WRITE_BUFFER: return &context.buffers[BufferTarget::CopyWrite];
        case GL_TEXTURE_BUFFER: return &context.buffers[BufferTarget::Texture];
        case GL_TRANSFORM_FEEDBACK_BUFFER: return &context.feedback_objects.buffer;
        case GL_DRAW_INDIRECT_BUFFER: return &context.buffers[BufferTarget::DrawIndirect];
        case GL_QUERY_BUFFER: return &context.buffers[BufferTarget::Query];
        case GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD: return &context.buffers[BufferTarget::ApplicationMemory];
        case GL_PARAMETER_BUFFER: return &context.buffers[BufferTarget::Parameter];
        case GL_DISPATCH_INDIRECT_BUFFER: return &context.buffers[BufferTarget::DispatchIndirect];
        default: break;
    }
    context.error(GL_INVALID_ENUM, "0x%x is not a buffer target", target);
    return nullptr;
}

namespace {

void unmap(Buffer& buffer) {
    buffer.mapped = false;
    buffer.map_offset = buffer.map_length = 0;
    buffer.map_access = 0;
}

// BUFFER_STORAGE_FLAGS of what BufferData made.
constexpr GLbitfield mutable_storage = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_DYNAMIC_STORAGE_BIT;

bool check_replaceable(Context& context, const Buffer& buffer) {
    if (buffer.immutable) {
        context.error(GL_INVALID_OPERATION, "the storage of buffer %u is immutable", buffer.name);
        return false;
    }
    return check_unreferenced(context, buffer);
}

void replace_memory(BufferState& buffers, Buffer& buffer, std::shared_ptr<std::byte[]> memory, size_t size) {
    unmap(buffer);
    buffers.reachable.make_non_resident(buffer);
    buffer.data = std::move(memory);
    buffer.size = size;
    buffer.is_external = false;
    if (buffer.addresses && !buffer.addresses->holds(buffer.size)) buffer.addresses = nullptr;
}

// New memory, with zeros where there is no data; false after an error.
bool replace_contents(Context& context, Buffer& buffer, GLsizeiptr size, const void* data) {
    if (!check_replaceable(context, buffer)) return false;
    std::shared_ptr<std::byte[]> memory;
    // Memory of this size that nobody reads any more stays, with what it holds: that is undefined now.
    const bool stays = !data && size > 0 && static_cast<size_t>(size) == buffer.size && buffer.data.use_count() == 1 &&
                       !buffer.is_external && !(buffer.storage_flags & GL_SPARSE_STORAGE_BIT_ARB);
    if (stays) {
        memory = buffer.data;
    } else if (size > 0) {
        try {
            memory = allocate_storage(static_cast<size_t>(size));
        } catch (const std::bad_alloc&) {
            context.error(GL_OUT_OF_MEMORY, "no memory for %td bytes", size);
            return false;
        }
        if (data)
            std::memcpy(memory.get(), data, static_cast<size_t>(size));
        else
            std::memset(memory.get(), 0, static_cast<size_t>(size));
    }
    replace_memory(context.buffers, buffer, std::move(memory), static_cast<size_t>(size));
    return true;
}

}  // namespace

Buffer* bound_buffer(Context& context, GLenum target) {
    auto* point = buffer_binding(context, target);
    if (!point) return nullptr;
    if (!*point) context.error(GL_INVALID_OPERATION, "no buffer is bound to the target");
    return point->get();
}

namespace {

// Whether pages are there for all of it. What becomes of them later is the application's affair.
bool is_mapped(const void* memory, size_t size) {
    const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    const uintptr_t first = reinterpret_cast<uintptr_t>(memory) / page * page;
    const uintptr_t last = reinterpret_cast<uintptr_t>(memory) + size - 1;
    if (last < first) return false;
    std::vector<unsigned char> resident((last - first) / page + 1);
    return mincore(reinterpret_cast<void*>(first), last - first + 1, resident.data()) == 0;
}

// AMD_pinned_memory: the buffer's contents are the application's own memory. There is no copy of it.
bool take_memory(Context& context, Buffer& buffer, GLsizeiptr size, const void* data) {
    if (!check_replaceable(context, buffer)) return false;
    if (size > 0 && (!data || !is_mapped(data, static_cast<size_t>(size)))) {
        context.error(GL_INVALID_OPERATION, "there are no %td bytes of memory at %p", size, data);
        return false;
    }
    auto* const memory = static_cast<std::byte*>(const_cast<void*>(data));
    replace_memory(context.buffers, buffer, {memory, [](std::byte*) {}}, static_cast<size_t>(size));
    buffer.is_external = true;
    return true;
}

}  // namespace

void make_storage(Context& context, Buffer& buffer, GLsizeiptr size, const void* data, GLbitfield flags) {
    constexpr GLbitfield known = mutable_storage | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT | GL_CLIENT_STORAGE_BIT |
                                 GL_SPARSE_STORAGE_BIT_ARB;
    const bool is_sparse = flags & GL_SPARSE_STORAGE_BIT_ARB;
    const char* const why = size <= 0        ? "the size is not positive"
                            : flags & ~known ? "there are unknown flags"
                            : flags & GL_MAP_PERSISTENT_BIT && !(flags & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT))
                                ? "persistent mappings neither read nor write"
                            : flags & GL_MAP_COHERENT_BIT && !(flags & GL_MAP_PERSISTENT_BIT)
                                ? "coherent mappings are persistent"
                            : is_sparse && flags & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT) ? "sparse storage is not mapped"
                                                                                        : nullptr;
    if (why) return context.error(GL_INVALID_VALUE, "%s", why);
    if (is_sparse) {
        if (!check_replaceable(context, buffer)) return;
        std::shared_ptr<std::byte[]> memory;
        try {
            memory = reserve_storage(static_cast<size_t>(size));
        } catch (const std::bad_alloc&) {
            return context.error(GL_OUT_OF_MEMORY, "no room for %td bytes", size);
        }
        replace_memory(context.buffers, buffer, std::move(memory), static_cast<size_t>(size));
    } else if (!replace_contents(context, buffer, size, data)) {
        return;
    }
    buffer.usage = GL_DYNAMIC_DRAW;
    buffer.immutable = true;
    buffer.storage_flags = flags;
}

void set_external_storage(Context& context, Buffer& buffer, std::shared_ptr<std::byte[]> memory, size_t size) {
    if (!check_replaceable(context, buffer)) return;
    replace_memory(context.buffers, buffer, std::move(memory), size);
    buffer.usage = GL_DYNAMIC_DRAW;
    buffer.immutable = buffer.is_external = true;
    buffer.storage_flags = GL_DYNAMIC_STORAGE_BIT;  // no mappings
}

std::shared_ptr<Buffer> buffer_to_bind(Errors& errors, const Version& version, ShareGroup& shared, uint32_t name,
                                       NameUse use) {
    auto& names = shared.buffers;
    std::shared_ptr<Buffer> object = names.find(name);
    if (!object) {
        if (!takes_any_name(version, use) && !names.reserved(name)) {
            errors.error(GL_INVALID_OPERATION, "buffer %u was not generated", name);
            return nullptr;
        }
        object = std::make_shared<Buffer>(name);
        names.insert(name, object);
    }
    return object;
}

namespace {

bool is_usage(GLenum usage) {
    switch (usage) {
        case GL_STREAM_DRAW:
        case GL_STREAM_READ:
        case GL_STREAM_COPY:
        case GL_STATIC_DRAW:
        case GL_STATIC_READ:
        case GL_STATIC_COPY:
        case GL_DYNAMIC_DRAW:
        case GL_DYNAMIC_READ:
        case GL_DYNAMIC_COPY: return true;
        default: return false;
    }
}

// offset + size within the buffer, without overflow.
bool in_range(const Buffer& buffer, GLintptr offset, GLsizeiptr size) {
    return offset >= 0 && size >= 0 && static_cast<size_t>(offset) <= buffer.size &&
           static_cast<size_t>(size) <= buffer.size - static_cast<size_t>(offset);
}

void* map(Buffer& buffer, size_t offset, size_t length, GLbitfield access) {
    buffer.mapped = true;
    buffer.map_offset = offset;
    buffer.map_length = length;
    buffer.map_access = access;
    return buffer.data.get() + offset;
}

// READ_ONLY, WRITE_ONLY or READ_WRITE, as BUFFER_ACCESS reports. OES_mapbuffer begins with another one.
GLenum access_enum(const Version& version, const Buffer& buffer) {
    if (version.is_es() && buffer.map_access == 0) return GL_WRITE_ONLY;
    switch (buffer.map_access & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT)) {
        case GL_MAP_READ_BIT: return GL_READ_ONLY;
        case GL_MAP_WRITE_BIT: return GL_WRITE_ONLY;
        default: return GL_READ_WRITE;
    }
}

// What of a buffer may not be mapped: glBufferSubData wants only its range free, others the whole
// (GL 4.6, 6.2.1, 6.5).
enum class Unmapped : bool { All, Range };

bool check_range(Errors& errors, const Buffer& buffer, GLintptr offset, GLsizeiptr size,
                 Unmapped unmapped = Unmapped::All) {
    if (!in_range(buffer, offset, size)) {
        errors.error(GL_INVALID_VALUE, "range %td+%td is outside the buffer's %zu bytes", offset, size, buffer.size);
        return false;
    }
    const bool mapped = unmapped == Unmapped::All ? buffer.in_client_use()
                                                  : buffer.maps(static_cast<size_t>(offset), static_cast<size_t>(size));
    if (mapped) errors.error(GL_INVALID_OPERATION, "buffer %u is mapped", buffer.name);
    return !mapped;
}

// A mapping reads, writes and lasts only as the storage was made for.
bool check_access(Errors& errors, const Buffer& buffer, GLbitfield access) {
    constexpr GLbitfield stated = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    const GLbitfield flags = buffer.immutable ? buffer.storage_flags : mutable_storage;
    if (!(access & stated & ~flags)) return true;
    errors.error(GL_INVALID_OPERATION, "access 0x%x is beyond the storage's flags 0x%x", access, flags);
    return false;
}

bool buffer_parameter(Context& context, GLenum target, GLenum name, GLint64& value) {
    auto* point = buffer_binding(context, target);
    if (!point) return false;
    if (!*point) {
        context.error(GL_INVALID_OPERATION, "no buffer is bound to the target");
        return false;
    }
    const Buffer& buffer = **point;
    switch (name) {
        case GL_BUFFER_SIZE: value = static_cast<GLint64>(buffer.size); return true;
        case GL_BUFFER_USAGE: value = buffer.usage; return true;
        case GL_BUFFER_ACCESS: value = access_enum(context.version, buffer); return true;
        case GL_BUFFER_MAPPED: value = buffer.mapped; return true;
        case GL_BUFFER_ACCESS_FLAGS: value = buffer.map_access; return true;
        case GL_BUFFER_MAP_OFFSET: value = static_cast<GLint64>(buffer.map_offset); return true;
        case GL_BUFFER_MAP_LENGTH: value = static_cast<GLint64>(buffer.map_length); return true;
        case GL_BUFFER_IMMUTABLE_STORAGE: value = buffer.immutable; return true;
        case GL_BUFFER_STORAGE_FLAGS: value = buffer.storage_flags; return true;
        case GL_BUFFER_SERIALIZED_MODIFY_APPLE: value = buffer.serialized_modify; return true;
        case GL_BUFFER_FLUSHING_UNMAP_APPLE: value = buffer.flushing_unmap; return true;
        default: context.error(GL_INVALID_ENUM, "0x%x is not a buffer parameter", name); return false;
    }
}

}  // namespace

namespace commands {

void checked::DeleteBuffers(Context& context, std::span<const GLuint> buffers) {
    for (const GLuint name : buffers) {
        if (name == 0) continue;
        if (Buffer* buffer = context.shared->buffers.get(name)) {
            unmap(*buffer);
            context.buffers.reachable.make_non_resident(*buffer);
            unbind_indexed_buffers(context.buffers, *buffer);
            // Deleted objects leave this context's binding points and its bound vertex array object.
            for (auto& bound : context.buffers.bound)
                if (bound.get() == buffer) bound = nullptr;
            context.vertex_arrays.bound->unbind(*buffer);
            context.feedback_objects.unbind(*buffer);
            for (auto& [symbol, variant] : context.vertex_shaders.variants)
                if (variant.binding.buffer.get() == buffer) variant.binding.buffer = nullptr;
        }
        context.shared->buffers.erase(name);
    }
}

void BindBuffer(Context& context, GLenum target, GLuint buffer) {
    auto* point = buffer_binding(context, target);
    if (!point) return;
    if (buffer == 0) {
        *point = nullptr;
        return;
    }
    auto& names = context.shared->buffers;
    if (*point && (*point)->name == buffer && names.get(buffer) == point->get()) return;
    if (auto object = buffer_to_bind(context, context.version, *context.shared, buffer, NameUse::Buffer))
        *point = std::move(object);
}

void BufferData(Context& context, GLenum target, GLsizeiptr size, const void* data, GLenum usage) {
    auto* point = buffer_binding(context, target);
    if (!point) return;
    if (!is_usage(usage)) return context.error(GL_INVALID_ENUM, "0x%x is not a usage", usage);
    if (size < 0) return context.error(GL_INVALID_VALUE, "size is negative");
    if (!*point) return context.error(GL_INVALID_OPERATION, "no buffer is bound to the target");
    Buffer& buffer = **point;
    const bool is_theirs = target == GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD;
    if (!(is_theirs ? take_memory : replace_contents)(context, buffer, size, data)) return;
    buffer.usage = usage;
    buffer.storage_flags = mutable_storage;
}

void checked::BufferStorage(Context& context, Buffer& buffer, GLsizeiptr size, const void* data, GLbitfield flags) {
    make_storage(context, buffer, size, data, flags);
}

void checked::BufferSubData(Context& context, Buffer& buffer, GLintptr offset, GLsizeiptr size, const void* data) {
    if (!check_range(context, buffer, offset, size, Unmapped::Range)) return;
    if (buffer.immutable && !(buffer.storage_flags & GL_DYNAMIC_STORAGE_BIT))
        return context.error(GL_INVALID_OPERATION, "the storage was made without DYNAMIC_STORAGE_BIT");
    begin_contents(context, buffer);
    if (size > 0 && data) std::memcpy(buffer.data.get() + offset, data, static_cast<size_t>(size));
}

void checked::GetBufferSubData(Context& context, Buffer& buffer, GLintptr offset, GLsizeiptr size, void* data) {
    if (!check_range(context, buffer, offset, size)) return;
    await_programs(context.rasterizer, context.buffers);
    if (size > 0) std::memcpy(data, buffer.data.get() + offset, static_cast<size_t>(size));
}

void* MapBuffer(Context& context, GLenum target, GLenum access) {
    auto* point = buffer_binding(context, target);
    if (!point) return nullptr;
    GLbitfield bits = 0;
    switch (access) {
        case GL_READ_ONLY: bits = GL_MAP_READ_BIT; break;
        case GL_WRITE_ONLY: bits = GL_MAP_WRITE_BIT; break;
        case GL_READ_WRITE: bits = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT; break;
        default: context.error(GL_INVALID_ENUM, "0x%x is not an access", access); return nullptr;
    }
    Buffer* buffer = bound_buffer(context, target);
    if (!buffer) return nullptr;
    if (buffer->mapped) {
        context.error(GL_INVALID_OPERATION, "buffer %u is mapped already", buffer->name);
        return nullptr;
    }
    if (buffer->size == 0) {
        context.error(GL_OUT_OF_MEMORY, "buffer %u has no storage", buffer->name);
        return nullptr;
    }
    if (!check_access(context, *buffer, bits)) return nullptr;
    if (bits & GL_MAP_WRITE_BIT)
        begin_change(context.rasterizer, context.buffers, *buffer);
    else
        await_programs(context.rasterizer, context.buffers);
    return map(*buffer, 0, buffer->size, bits);
}

void* checked::MapBufferRange(Context& context, Buffer& buffer, GLintptr offset, GLsizeiptr length, GLbitfield access) {
    constexpr GLbitfield known = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT |
                                 GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_FLUSH_EXPLICIT_BIT | GL_MAP_UNSYNCHRONIZED_BIT |
                                 GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    auto fail = [&](GLenum code, const char* why) {
        context.error(code, "%s", why);
        return nullptr;
    };
    if (offset < 0 || length < 0 || !in_range(buffer, offset, length))
        return fail(GL_INVALID_VALUE, "the range is outside the buffer");
    if (access & ~known) return fail(GL_INVALID_VALUE, "unknown access bits");
    // ARB_map_buffer_range left a length of zero open; GL 4.x made it INVALID_OPERATION.
    if (length == 0) return fail(GL_INVALID_OPERATION, "the length is zero");
    if (!(access & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT))) return fail(GL_INVALID_OPERATION, "neither read nor write");
    if (access & GL_MAP_READ_BIT &&
        access & (GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_UNSYNCHRONIZED_BIT))
        return fail(GL_INVALID_OPERATION, "reading excludes invalidation and lack of synchronization");
    if (access & GL_MAP_FLUSH_EXPLICIT_BIT && !(access & GL_MAP_WRITE_BIT))
        return fail(GL_INVALID_OPERATION, "explicit flushes need write access");
    if (buffer.mapped) return fail(GL_INVALID_OPERATION, "the buffer is mapped already");
    if (!check_access(context, buffer, access)) return nullptr;
    if (access & GL_MAP_WRITE_BIT && !(access & GL_MAP_UNSYNCHRONIZED_BIT))
        begin_change(context.rasterizer, context.buffers, buffer);
    else if (!(access & GL_MAP_UNSYNCHRONIZED_BIT))
        await_programs(context.rasterizer, context.buffers);
    return map(buffer, static_cast<size_t>(offset), static_cast<size_t>(length), access);
}

void checked::FlushMappedBufferRange(Context& context, Buffer& buffer, GLintptr offset, GLsizeiptr length) {
    if (!buffer.mapped || (buffer.flushing_unmap && !(buffer.map_access & GL_MAP_FLUSH_EXPLICIT_BIT)))
        return context.error(GL_INVALID_OPERATION, "not mapped for explicit flushes");
    if (offset < 0 || length < 0 || static_cast<size_t>(offset) > buffer.map_length ||
        static_cast<size_t>(length) > buffer.map_length - static_cast<size_t>(offset))
        return context.error(GL_INVALID_VALUE, "the range is outside the mapping");
    // Mapped memory is the buffer's memory: nothing to copy.
}

void checked::BufferParameteriAPPLE(Context& context, Buffer& buffer, GLenum pname, GLint param) {
    if (pname != GL_BUFFER_SERIALIZED_MODIFY_APPLE && pname != GL_BUFFER_FLUSHING_UNMAP_APPLE)
        return context.error(GL_INVALID_ENUM, "%s is not a parameter", enum_name(pname));
    (pname == GL_BUFFER_FLUSHING_UNMAP_APPLE ? buffer.flushing_unmap : buffer.serialized_modify) = param != 0;
}

GLboolean checked::UnmapBuffer(Context& context, Buffer& buffer) {
    if (!buffer.mapped) {
        context.error(GL_INVALID_OPERATION, "buffer %u is not mapped", buffer.name);
        return GL_FALSE;
    }
    unmap(buffer);
    return GL_TRUE;
}

void GetBufferParameteriv(Context& context, GLenum target, GLenum pname, GLint* params) {
    GLint64 value = 0;
    if (buffer_parameter(context, target, pname, value))
        *params = static_cast<GLint>(std::min<GLint64>(value, INT32_MAX));
}

void GetBufferParameteri64v(Context& context, GLenum target, GLenum pname, GLint64* params) {
    GLint64 value = 0;
    if (buffer_parameter(context, target, pname, value)) *params = value;
}

void checked::GetBufferPointerv(Context&, Buffer& buffer, void** params) {
    *params = buffer.mapped ? buffer.data.get() + buffer.map_offset : nullptr;
}

void checked::CopyBufferSubData(Context& context, Buffer& source, Buffer& destination, GLintptr read_offset,
                                GLintptr write_offset, GLsizeiptr size) {
    if (!check_range(context, source, read_offset, size) || !check_range(context, destination, write_offset, size))
        return;
    if (&source == &destination && read_offset < write_offset + size && write_offset < read_offset + size)
        return context.error(GL_INVALID_VALUE, "the ranges overlap");
    begin_change(context.rasterizer, context.buffers, destination);
    if (size > 0)
        std::memcpy(destination.data.get() + write_offset, source.data.get() + read_offset, static_cast<size_t>(size));
}

}  // namespace commands
}  // namespace glapi
