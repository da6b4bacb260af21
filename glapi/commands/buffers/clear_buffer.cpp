// ARB_clear_buffer_object: filling buffers with one texel.
#include <cstring>

#include "glapi/commands/buffers/buffers.h"
#include "glapi/commands/pixels/pixel_pointers.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/pixels/byte_copies.h"
#include "glapi/pixels/internal_formats.h"
#include "glapi/pixels/unpack.h"
#include "glapi/pixels/version_formats.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_memory.h"

namespace glapi {
namespace {

// The texel in memory; null data clears to zero. Its number of bytes, 0 after an error.
size_t clear_texel(Errors& errors, const Version& version, GLenum internal_format, GLenum format, GLenum type,
                   const void* data, std::byte* texel) {
    const InternalFormat* const stored = find_internal_format(internal_format);
    if (!stored || !fits_buffers(*stored) || !has_format(version, *stored)) {
        errors.error(GL_INVALID_ENUM, "buffers can't hold %s texels", enum_name(internal_format));
        return 0;
    }
    // Its errors for formats and types are others than everywhere else's.
    if (const GLenum error = check_pixel_format(format, type); error != GL_NO_ERROR) {
        errors.error(error == GL_INVALID_ENUM ? GL_INVALID_VALUE : error, "%s and %s are no pixels", enum_name(format),
                     enum_name(type));
        return 0;
    }
    const PixelKind kind = pixel_kind(format);
    if (kind != PixelKind::Color && kind != PixelKind::IntegerColor) {
        errors.error(GL_INVALID_VALUE, "%s is no colour format", enum_name(format));
        return 0;
    }
    if ((kind == PixelKind::IntegerColor) != is_integer(stored->format)) {
        errors.error(GL_INVALID_OPERATION, "only one of %s and %s holds integers", enum_name(format),
                     enum_name(internal_format));
        return 0;
    }
    const size_t bytes = runtime::format_info(stored->format).bytes_per_block;
    std::memset(texel, 0, bytes);
    if (data) {
        // Neither pixel storage modes nor pixel transfer apply.
        PixelState plain;
        plain.unpack.alignment = 1;
        runtime::Image image(stored->format, {1, 1, 1});
        unpack_image(plain, pixel_layout(plain.unpack, format, type, 1, 1, 1, 2), static_cast<const std::byte*>(data),
                     image, {0, 0, 0, 1, 1, 1});
        std::memcpy(texel, image.row(0), bytes);
    }
    return bytes;
}

// The buffer bound to a target; null after an error.
Buffer* cleared_buffer(Context& context, GLenum target) {
    auto* const point = buffer_binding(context, target);
    if (point && !*point) context.error(GL_INVALID_VALUE, "no buffer is bound to the target");
    return point ? point->get() : nullptr;
}

void clear_buffer(Context& context, Buffer& buffer, GLenum internal_format, int64_t offset, int64_t size, GLenum format,
                  GLenum type, const void* data) {
    std::byte texel[16];
    const size_t bytes = clear_texel(context, context.version, internal_format, format, type, data, texel);
    if (bytes == 0) return;
    if (offset < 0 || size < 0 || static_cast<size_t>(offset) > buffer.size ||
        static_cast<size_t>(size) > buffer.size - static_cast<size_t>(offset))
        return context.error(GL_INVALID_VALUE, "the range is outside the buffer's %zu bytes", buffer.size);
    if (buffer.maps(static_cast<size_t>(offset), static_cast<size_t>(size)))
        return context.error(GL_INVALID_OPERATION, "the range is mapped");
    if (static_cast<size_t>(offset) % bytes != 0 || static_cast<size_t>(size) % bytes != 0)
        return context.error(GL_INVALID_VALUE, "the range is not made of whole texels of %zu bytes", bytes);
    begin_change(context.rasterizer, context.buffers, buffer);
    repeat_texel(buffer.data.get() + offset, static_cast<size_t>(size), texel, bytes);
}

}  // namespace

namespace commands {

void ClearBufferData(Context& context, GLenum target, GLenum internalformat, GLenum format, GLenum type,
                     const void* data) {
    if (Buffer* const buffer = cleared_buffer(context, target))
        clear_buffer(context, *buffer, internalformat, 0, static_cast<int64_t>(buffer->size), format, type, data);
}
void ClearBufferSubData(Context& context, GLenum target, GLenum internalformat, GLintptr offset, GLsizeiptr size,
                        GLenum format, GLenum type, const void* data) {
    if (Buffer* const buffer = cleared_buffer(context, target))
        clear_buffer(context, *buffer, internalformat, offset, size, format, type, data);
}

}  // namespace commands
}  // namespace glapi
