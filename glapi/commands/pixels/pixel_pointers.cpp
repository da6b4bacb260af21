#include "glapi/commands/pixels/pixel_pointers.h"

#include "glapi/errors.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/registry/enum_names.h"
#include "glapi/registry/versions.h"

namespace glapi {
namespace {

PixelPointer in_buffer(Errors& errors, const Buffer& buffer, const void* pointer, size_t bytes, size_t element) {
    const auto offset = reinterpret_cast<size_t>(pointer);
    if (buffer.in_client_use()) {
        errors.error(GL_INVALID_OPERATION, "the pixel buffer is mapped");
    } else if (element > 1 && offset % element != 0) {
        errors.error(GL_INVALID_OPERATION, "offset %zu into the pixel buffer is no multiple of %zu", offset, element);
    } else if (offset > buffer.size || bytes > buffer.size - offset) {
        errors.error(GL_INVALID_OPERATION, "%zu bytes at offset %zu reach beyond the pixel buffer's %zu", bytes, offset,
                     buffer.size);
    } else {
        return {true, buffer.data.get() + offset};
    }
    return {};
}

}  // namespace

PixelPointer unpack_pointer(Errors& errors, const BufferState& buffers, const PixelLayout& layout, const void* pixels) {
    if (const auto& buffer = buffers[BufferTarget::PixelUnpack])
        return in_buffer(errors, *buffer, pixels, layout.end, layout.element_bytes);
    return {true, static_cast<std::byte*>(const_cast<void*>(pixels))};
}

PixelPointer pack_pointer(Errors& errors, const BufferState& buffers, const PixelLayout& layout, void* pixels,
                          size_t size) {
    if (const auto& buffer = buffers[BufferTarget::PixelPack])
        return in_buffer(errors, *buffer, pixels, layout.end, layout.element_bytes);
    if (layout.end > size) {
        errors.error(GL_INVALID_OPERATION, "%zu bytes are needed, %zu given", layout.end, size);
        return {};
    }
    return {true, static_cast<std::byte*>(pixels)};
}

PixelPointer unpack_bytes(Errors& errors, const BufferState& buffers, size_t bytes, const void* data) {
    if (const auto& buffer = buffers[BufferTarget::PixelUnpack]) return in_buffer(errors, *buffer, data, bytes, 1);
    return {true, static_cast<std::byte*>(const_cast<void*>(data))};
}

PixelPointer pack_bytes(Errors& errors, const BufferState& buffers, size_t bytes, void* data, size_t size) {
    if (const auto& buffer = buffers[BufferTarget::PixelPack]) return in_buffer(errors, *buffer, data, bytes, 1);
    if (bytes > size) {
        errors.error(GL_INVALID_OPERATION, "%zu bytes are needed, %zu given", bytes, size);
        return {};
    }
    return {true, static_cast<std::byte*>(data)};
}

bool check_pixel_format(Errors& errors, const Version& version, GLenum format, GLenum type) {
    // OpenGL ES has a token of its own for half floats beside OpenGL's.
    const bool es_type = type == GL_HALF_FLOAT_OES && !version.is_es2();
    const GLenum error = es_type ? GL_INVALID_ENUM : check_pixel_format(format, type);
    if (error == GL_NO_ERROR) return true;
    errors.error(error, "format %s and type %s don't go together", enum_name(format), enum_name(type));
    return false;
}

}  // namespace glapi
