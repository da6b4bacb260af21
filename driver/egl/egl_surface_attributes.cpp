#include "driver/egl/egl_surface_attributes.h"

#include <algorithm>
#include <optional>

#include "driver/egl/egl_config.h"
#include "driver/surface.h"

namespace driver::egl {
namespace {

// Attributes that all kinds of surfaces have: the colour space, and OpenVG's. Nothing where it is none of them.
std::optional<Failure> read_common_attribute(EGLint attribute, EGLint value, SurfaceObject& surface) {
    switch (attribute) {
        case EGL_GL_COLORSPACE:
            if (value != EGL_GL_COLORSPACE_LINEAR && value != EGL_GL_COLORSPACE_SRGB) return EGL_BAD_ATTRIBUTE;
            // "EGL_BAD_MATCH … if config does not support the colorspace": eight bits can be sRGB.
            if (value == EGL_GL_COLORSPACE_SRGB && !surface.config->buffers.srgb_capable) return EGL_BAD_MATCH;
            surface.colorspace = value;
            return EGL_SUCCESS;
        case EGL_VG_COLORSPACE:
            return value == EGL_VG_COLORSPACE_sRGB ? EGL_SUCCESS : EGL_BAD_MATCH;  // no config supports OpenVG
        case EGL_VG_ALPHA_FORMAT: return value == EGL_VG_ALPHA_FORMAT_NONPRE ? EGL_SUCCESS : EGL_BAD_MATCH;
        default: return std::nullopt;
    }
}

// What a pbuffer is as a texture must fit together and be one of the config's (3.5.3).
Failure check_texture(const SurfaceObject& surface) {
    const EGLint format = surface.texture_format, target = surface.texture_target;
    if (format != EGL_NO_TEXTURE && format != EGL_TEXTURE_RGB && format != EGL_TEXTURE_RGBA) return EGL_BAD_ATTRIBUTE;
    if (target != EGL_NO_TEXTURE && target != EGL_TEXTURE_2D) return EGL_BAD_ATTRIBUTE;
    if ((format == EGL_NO_TEXTURE) != (target == EGL_NO_TEXTURE)) return EGL_BAD_MATCH;
    if (format == EGL_NO_TEXTURE) return {};
    const EGLint bound = format == EGL_TEXTURE_RGB ? EGL_BIND_TO_TEXTURE_RGB : EGL_BIND_TO_TEXTURE_RGBA;
    return attribute(*surface.config, bound).value_or(EGL_FALSE) ? EGL_SUCCESS : EGL_BAD_ATTRIBUTE;
}

}  // namespace

template <typename Value>
Failure read_attributes(const Value* attributes, SurfaceObject& surface) {
    const bool window = surface.kind == SurfaceKind::Window;
    for (const Value* a = attributes; a && *a != EGL_NONE; a += 2) {
        const EGLint value = static_cast<EGLint>(a[1]);
        if (const auto read = read_common_attribute(static_cast<EGLint>(a[0]), value, surface)) {
            if (*read) return *read;
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
    return {};
}
template Failure read_attributes(const EGLint* attributes, SurfaceObject& surface);
#if UINTPTR_MAX > UINT32_MAX  // the same type otherwise
template Failure read_attributes(const EGLAttrib* attributes, SurfaceObject& surface);
#endif

Outcome<Size> read_pbuffer_attributes(const EGLint* attributes, SurfaceObject& surface) {
    EGLint width = 0, height = 0;
    for (const EGLint* a = attributes; a && *a != EGL_NONE; a += 2) {
        const EGLint value = a[1];
        if (const auto read = read_common_attribute(a[0], value, surface)) {
            if (*read) return *read;
            continue;
        }
        switch (a[0]) {
            case EGL_WIDTH: width = value; break;
            case EGL_HEIGHT: height = value; break;
            case EGL_LARGEST_PBUFFER: surface.largest = value != EGL_FALSE; break;
            case EGL_TEXTURE_FORMAT: surface.texture_format = value; break;
            case EGL_TEXTURE_TARGET: surface.texture_target = value; break;
            case EGL_MIPMAP_TEXTURE: surface.mipmap_texture = value != EGL_FALSE; break;
            default: return Failure(EGL_BAD_ATTRIBUTE);
        }
    }
    if (const Failure failure = check_texture(surface)) return failure;
    if (width < 0 || height < 0) return Failure(EGL_BAD_PARAMETER);
    const bool too_large = width > max_pbuffer_width || height > max_pbuffer_height;
    if (too_large && !surface.largest) return Failure(EGL_BAD_ALLOC);
    return Size{std::min(width, max_pbuffer_width), std::min(height, max_pbuffer_height)};
}

glapi::BufferConfig buffers_of(const SurfaceObject& surface) {
    glapi::BufferConfig buffers = surface.config->buffers;
    buffers.double_buffered = !surface.single_buffered;
    buffers.srgb_capable = surface.colorspace == EGL_GL_COLORSPACE_SRGB;
    return buffers;
}

}  // namespace driver::egl
