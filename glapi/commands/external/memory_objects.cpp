// Memory objects, and textures and buffers in them (EXT_memory_object, EXT_memory_object_fd). Images lie in memory as
// in images of our own: rows from one multiple of 64 bytes to the next, slices and levels behind each other.
#include <cstdint>
#include <fcntl.h>
#include <limits>
#include <unistd.h>
#include <vector>

#include "glapi/commands/buffers/buffers.h"
#include "glapi/commands/checked_objects.h"
#include "glapi/commands/one_call.h"
#include "glapi/commands/swapped.h"
#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/external/external_objects.h"
#include "glapi/objects/external/files_of_others.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_memory.h"
#include "glapi/share_group.h"

namespace glapi {
namespace {

constexpr uint64_t buffer_alignment = 16;

// One with memory, at an offset that something can lie at; null after an error.
std::shared_ptr<MemoryObject> find_storage(Errors& errors, const ShareGroup& shared, GLuint name, GLuint64 offset,
                                           uint64_t alignment) {
    auto object = find_memory(errors, shared, name);
    if (!object) return nullptr;
    if (!object->data) {
        errors.error(GL_INVALID_OPERATION, "nothing was imported into memory object %u", name);
        return nullptr;
    }
    if (offset % alignment != 0 || offset > object->size) {
        errors.error(GL_INVALID_VALUE, "offset %llu is no multiple of %llu, or beyond the memory's %llu bytes",
                     static_cast<unsigned long long>(offset), static_cast<unsigned long long>(alignment),
                     static_cast<unsigned long long>(object->size));
        return nullptr;
    }
    return object;
}

// Puts the storage that a texture has just got into a memory object. False: it does not fit, and nothing has changed.
bool move_storage(Texture& texture, const MemoryObject& memory, uint64_t offset) {
    struct Move {
        std::shared_ptr<runtime::Image> from, to;
    };
    std::vector<Move> moves;
    for (int32_t level = 0; level < texture.immutable_levels; ++level) {
        const std::shared_ptr<runtime::Image>& image = texture.level(level).image;
        const uint64_t bytes = runtime::Image::memory_size(image->format(), image->extent(), image->samples());
        if (bytes > memory.size - offset) return false;
        moves.push_back({image, std::make_shared<runtime::Image>(
                                    image->format(), image->extent(), image->samples(), memory.data.get() + offset,
                                    std::shared_ptr<void>(memory.data, memory.data.get()))});
        offset += bytes;  // rows are whole multiples of the alignment
    }
    for (int face = 0; face < texture.face_count(); ++face)
        for (int32_t level = 0; level < texture.immutable_levels; ++level)
            texture.level(level, face).image = moves[static_cast<size_t>(level)].to;
    texture.changed();
    return true;
}

// Runs the command that gives storage of its own, and moves that.
template <typename... Parameters, typename... Arguments>
void texture_in_memory(Context& context, void (*run)(Context&, GLenum, Parameters...), GLenum target, GLuint memory,
                       GLuint64 offset, Arguments... arguments) {
    const auto object = find_storage(context, *context.shared, memory, offset, runtime::Image::memory_alignment);
    if (!object) return;
    const TargetInfo info = target_info(target);
    if (!info.valid || info.proxy) {
        run(context, target, arguments...);
    } else if (bound_texture(context.textures, info).sparse.enabled) {
        context.error(GL_INVALID_OPERATION, "a sparse texture's storage is not in memory objects");
    } else {
        Texture& texture = bound_texture(context.textures, info);
        const auto faces = texture.faces;
        const bool was_immutable = texture.immutable;
        const int32_t levels = texture.immutable_levels;
        const Texture::View view = texture.view;
        run(context, target, arguments...);
        if (!was_immutable && texture.immutable && !move_storage(texture, *object, offset)) {
            texture.faces = faces;
            texture.immutable = false;
            texture.immutable_levels = levels;
            texture.view = view;
            texture.changed();
            context.error(GL_INVALID_VALUE, "the texture does not fit into the %llu bytes of memory object %u",
                          static_cast<unsigned long long>(object->size), memory);
        }
    }
}

}  // namespace

std::shared_ptr<MemoryObject> find_memory(Errors& errors, const ShareGroup& shared, GLuint name) {
    auto object = name ? shared.memory_objects.find(name) : nullptr;
    if (!object) errors.error(GL_INVALID_VALUE, "there is no memory object %u", name);
    return object;
}

namespace commands {

void checked::MemoryObjectParameterivEXT(Context& context, MemoryObject& object, GLenum pname, const GLint* params) {
    if (pname != GL_DEDICATED_MEMORY_OBJECT_EXT)
        return context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(pname));
    if (object.data) return context.error(GL_INVALID_OPERATION, "memory object %u has memory already", object.name);
    object.dedicated = *params != 0;
}

void checked::GetMemoryObjectParameterivEXT(Context& context, MemoryObject& object, GLenum pname, GLint* params) {
    if (pname != GL_DEDICATED_MEMORY_OBJECT_EXT)
        return context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(pname));
    *params = object.dedicated;
}

void checked::ImportMemoryFdEXT(Context& context, MemoryObject& object, GLuint64 size, GLint fd) {
    if (object.data) return context.error(GL_INVALID_OPERATION, "memory object %u has memory already", object.name);
    auto data = map_file(fd, size);
    if (!data)
        return context.error(GL_INVALID_VALUE, "file %d has no %llu bytes that can be mapped%s", fd,
                             static_cast<unsigned long long>(size),
                             keeps_size(fd) ? "" : " and stay: it can become shorter, for it can't be sealed");
    object.data = std::move(data);
    object.size = size;
    ::close(fd);  // ours now; the mapping holds the memory
}

void BufferStorageMemEXT(Context& context, GLenum target, GLsizeiptr size, GLuint memory, GLuint64 offset) {
    std::shared_ptr<Buffer>* const binding = buffer_binding(context, target);
    if (!binding) return;
    Buffer* const buffer = binding->get();
    if (!buffer) return context.error(GL_INVALID_OPERATION, "no buffer is bound");
    const auto object = find_storage(context, *context.shared, memory, offset, buffer_alignment);
    if (!object) return;
    if (size <= 0 || static_cast<uint64_t>(size) > object->size - offset)
        return context.error(GL_INVALID_VALUE, "%td bytes from %llu on are not in memory object %u", size,
                             static_cast<unsigned long long>(offset), memory);
    set_external_storage(context, *buffer, {object->data, object->data.get() + offset}, static_cast<size_t>(size));
}

#include "glapi/commands/external/memory_objects.def"

}  // namespace commands
}  // namespace glapi
