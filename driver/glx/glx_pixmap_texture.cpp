#include "driver/glx/glx_pixmap_texture.h"

#include <algorithm>
#include <iterator>

#include "driver/glx/glx_config.h"

namespace driver::glx {

Outcome<PixmapTexture> read_texture_attributes(const int* attributes, const FrameConfig& config,
                                               const X11Geometry& geometry) {
    PixmapTexture texture;
    for (const int* a = attributes; a && *a != None; a += 2) {
        switch (a[0]) {
            case GLX_TEXTURE_FORMAT_EXT: texture.format = a[1]; break;
            case GLX_TEXTURE_TARGET_EXT: texture.target = a[1]; break;
            case GLX_MIPMAP_TEXTURE_EXT: texture.mipmaps = a[1] != 0; break;
            default: break;
        }
    }
    texture.alpha = geometry.depth == 32;
    // What of the config each value needs: an attribute and bits of it.
    struct Need {
        int value, token, bits;
    };
    static constexpr Need formats[] = {{GLX_TEXTURE_FORMAT_NONE_EXT, 0, 0},
                                       {GLX_TEXTURE_FORMAT_RGB_EXT, GLX_BIND_TO_TEXTURE_RGB_EXT, 1},
                                       {GLX_TEXTURE_FORMAT_RGBA_EXT, GLX_BIND_TO_TEXTURE_RGBA_EXT, 1}};
    static constexpr Need targets[] = {
        {GLX_TEXTURE_1D_EXT, GLX_BIND_TO_TEXTURE_TARGETS_EXT, GLX_TEXTURE_1D_BIT_EXT},
        {GLX_TEXTURE_2D_EXT, GLX_BIND_TO_TEXTURE_TARGETS_EXT, GLX_TEXTURE_2D_BIT_EXT},
        {GLX_TEXTURE_RECTANGLE_EXT, GLX_BIND_TO_TEXTURE_TARGETS_EXT, GLX_TEXTURE_RECTANGLE_BIT_EXT}};
    const auto* const format = std::ranges::find(formats, texture.format, &Need::value);
    if (format == std::end(formats)) return Failure::core(BadValue, static_cast<XID>(texture.format));
    const auto* const target = std::ranges::find(targets, texture.target, &Need::value);
    if (target == std::end(targets)) return Failure::core(BadValue, static_cast<XID>(texture.target));
    const auto met = [&](int token, int bits) { return (attribute(config, token, false).value_or(0) & bits) == bits; };
    if (!met(format->token, format->bits) || !met(target->token, target->bits) ||
        (texture.mipmaps && !met(GLX_BIND_TO_MIPMAP_TEXTURE_EXT, 1)))
        return Failure::glx(GlxError::GlxBadFBConfig);
    const bool fits = geometry.width <= glapi::DrawableTextures::max_size &&
                      geometry.height <= glapi::DrawableTextures::max_size &&
                      (texture.target != GLX_TEXTURE_1D_EXT || geometry.height == 1);
    if (texture.format != GLX_TEXTURE_FORMAT_NONE_EXT && !fits)
        return Failure::core(BadValue, static_cast<XID>(texture.target));
    return texture;
}

}  // namespace driver::glx
