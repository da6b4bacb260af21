#include "driver/glx/glx_pixmap_texture.h"

#include "driver/glx/glx_config.h"

namespace driver::glx {

void read_texture_attributes(const int* attributes, const FrameConfig& config, const X11Geometry& geometry,
                             PixmapTexture& texture, Failure& failure) {
    for (const int* a = attributes; a && *a != None; a += 2) {
        switch (a[0]) {
            case GLX_TEXTURE_FORMAT_EXT: texture.format = a[1]; break;
            case GLX_TEXTURE_TARGET_EXT: texture.target = a[1]; break;
            case GLX_MIPMAP_TEXTURE_EXT: texture.mipmaps = a[1] != 0; break;
            default: break;
        }
    }
    texture.alpha = geometry.depth == 32;
    const auto has = [&](int token, int bits) { return (attribute(config, token, false).value_or(0) & bits) == bits; };
    const auto need = [&](bool supported) {
        if (!supported) failure.glx(GlxError::GlxBadFBConfig, 0);
    };
    switch (texture.format) {
        case GLX_TEXTURE_FORMAT_NONE_EXT: break;
        case GLX_TEXTURE_FORMAT_RGB_EXT: need(has(GLX_BIND_TO_TEXTURE_RGB_EXT, 1)); break;
        case GLX_TEXTURE_FORMAT_RGBA_EXT: need(has(GLX_BIND_TO_TEXTURE_RGBA_EXT, 1)); break;
        default: failure.core(BadValue, XID(texture.format));
    }
    if (texture.mipmaps) need(has(GLX_BIND_TO_MIPMAP_TEXTURE_EXT, 1));
    switch (texture.target) {
        case GLX_TEXTURE_1D_EXT: need(has(GLX_BIND_TO_TEXTURE_TARGETS_EXT, GLX_TEXTURE_1D_BIT_EXT)); break;
        case GLX_TEXTURE_2D_EXT: need(has(GLX_BIND_TO_TEXTURE_TARGETS_EXT, GLX_TEXTURE_2D_BIT_EXT)); break;
        case GLX_TEXTURE_RECTANGLE_EXT:
            need(has(GLX_BIND_TO_TEXTURE_TARGETS_EXT, GLX_TEXTURE_RECTANGLE_BIT_EXT));
            break;
        default: failure.core(BadValue, XID(texture.target));
    }
    const bool fits = geometry.width <= glapi::DrawableTextures::max_size &&
                      geometry.height <= glapi::DrawableTextures::max_size &&
                      (texture.target != GLX_TEXTURE_1D_EXT || geometry.height == 1);
    if (!failure.failed && texture.format != GLX_TEXTURE_FORMAT_NONE_EXT && !fits)
        failure.core(BadValue, XID(texture.target));
}

}  // namespace driver::glx
