#include "glapi/pixels/version_formats.h"

#include "glapi/generated/gl.h"
#include "glapi/pixels/es_formats.h"

namespace glapi {

bool has_format(const Version& version, const InternalFormat& format) {
    return !(version.is_core() && is_removed_format(format)) && !(format.name == GL_ETC1_RGB8_OES && !version.is_es());
}

const InternalFormat* renderable_format(const Version& version, uint32_t name) {
    // EXT_texture_format_BGRA8888.
    const InternalFormat* const format =
        find_renderable_format(name == GL_BGRA && version.is_es2() ? GLenum{GL_BGRA8_EXT} : name);
    if (!format || !has_format(version, *format)) return nullptr;
    if (version.is_es2() && !(format->sized && is_es_renderable(*format))) return nullptr;
    return format;
}

// OpenGL 3.0 to 4.1 called RGB9_E5 renderable by mistake, and drivers still take it.
const InternalFormat* renderbuffer_format(const Version& version, uint32_t name) {
    return name == GL_RGB9_E5 && !version.is_es() ? find_internal_format(name) : renderable_format(version, name);
}

}  // namespace glapi
