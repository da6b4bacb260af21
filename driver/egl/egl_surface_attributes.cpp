#include "driver/egl/egl_surface_attributes.h"

#include "driver/egl/egl_config.h"

namespace driver::egl {

bool read_common_attribute(EGLint attribute, EGLint value, SurfaceObject& surface, EGLint& error) {
    switch (attribute) {
        case EGL_GL_COLORSPACE:
            if (value != EGL_GL_COLORSPACE_LINEAR && value != EGL_GL_COLORSPACE_SRGB) error = EGL_BAD_ATTRIBUTE;
            // "EGL_BAD_MATCH … if config does not support the colorspace": eight bits can be sRGB.
            if (value == EGL_GL_COLORSPACE_SRGB && !surface.config->buffers.srgb_capable) error = EGL_BAD_MATCH;
            surface.colorspace = value;
            return true;
        case EGL_VG_COLORSPACE:
            if (value != EGL_VG_COLORSPACE_sRGB) error = EGL_BAD_MATCH;  // no config supports OpenVG
            return true;
        case EGL_VG_ALPHA_FORMAT:
            if (value != EGL_VG_ALPHA_FORMAT_NONPRE) error = EGL_BAD_MATCH;
            return true;
        default: return false;
    }
}

template <typename Value>
EGLint read_attributes(const Value* attributes, SurfaceObject& surface) {
    const bool window = surface.kind == SurfaceKind::Window;
    for (const Value* a = attributes; a && *a != EGL_NONE; a += 2) {
        const EGLint value = EGLint(a[1]);
        EGLint error = EGL_SUCCESS;
        if (read_common_attribute(EGLint(a[0]), value, surface, error)) {
            if (error != EGL_SUCCESS) return error;
            continue;
        }
        if (!window) return EGL_BAD_ATTRIBUTE;
        switch (a[0]) {
            case EGL_RENDER_BUFFER:
                if (value != EGL_BACK_BUFFER && value != EGL_SINGLE_BUFFER) return EGL_BAD_ATTRIBUTE;
                surface.single_buffered = value == EGL_SINGLE_BUFFER;
                break;
            case EGL_PRESENT_OPAQUE_EXT: surface.opaque = value != EGL_FALSE; break;
            case EGL_POST_SUB_BUFFER_SUPPORTED_NV:
                if (value != EGL_FALSE && value != EGL_TRUE) return EGL_BAD_PARAMETER;
                surface.posts_regions = value == EGL_TRUE;
                break;
            default: return EGL_BAD_ATTRIBUTE;
        }
    }
    return EGL_SUCCESS;
}
template EGLint read_attributes(const EGLint* attributes, SurfaceObject& surface);
template EGLint read_attributes(const EGLAttrib* attributes, SurfaceObject& surface);

EGLint check_texture(const SurfaceObject& surface) {
    const EGLint format = surface.texture_format, target = surface.texture_target;
    if (format != EGL_NO_TEXTURE && format != EGL_TEXTURE_RGB && format != EGL_TEXTURE_RGBA) return EGL_BAD_ATTRIBUTE;
    if (target != EGL_NO_TEXTURE && target != EGL_TEXTURE_2D) return EGL_BAD_ATTRIBUTE;
    if ((format == EGL_NO_TEXTURE) != (target == EGL_NO_TEXTURE)) return EGL_BAD_MATCH;
    if (format == EGL_NO_TEXTURE) return EGL_SUCCESS;
    const EGLint bound = format == EGL_TEXTURE_RGB ? EGL_BIND_TO_TEXTURE_RGB : EGL_BIND_TO_TEXTURE_RGBA;
    return attribute(*surface.config, bound).value_or(EGL_FALSE) ? EGL_SUCCESS : EGL_BAD_ATTRIBUTE;
}

glapi::BufferConfig buffers_of(const SurfaceObject& surface) {
    glapi::BufferConfig buffers = surface.config->buffers;
    buffers.double_buffered = !surface.single_buffered;
    buffers.srgb_capable = surface.colorspace == EGL_GL_COLORSPACE_SRGB;
    return buffers;
}

}  // namespace driver::egl
