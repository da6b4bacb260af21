#include "glapi/commands/textures/es_images.h"

#include "glapi/commands/pixels/pixel_pointers.h"
#include "glapi/errors.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/pixels/es_formats.h"
#include "glapi/pixels/pixel_types.h"
#include "glapi/registry/enum_names.h"

namespace glapi {
namespace {

// OES_texture_float, OES_texture_half_float: unsized formats are of the type of the pixels.
struct FloatFormat {
    GLenum unsized, single, half;
};
constexpr FloatFormat float_formats[] = {
    {GL_RGBA, GL_RGBA32F, GL_RGBA16F},
    {GL_RGB, GL_RGB32F, GL_RGB16F},
    {GL_RG, GL_RG32F, GL_RG16F},
    {GL_RED, GL_R32F, GL_R16F},
    {GL_ALPHA, GL_ALPHA32F_ARB, GL_ALPHA16F_ARB},
    {GL_LUMINANCE, GL_LUMINANCE32F_ARB, GL_LUMINANCE16F_ARB},
    {GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA32F_ARB, GL_LUMINANCE_ALPHA16F_ARB},
};

// Sized formats and EXT_texture_rg's have OpenGL's token, those that OES_texture_half_float knows its own.
bool is_half_float(GLenum type, GLenum unsized) {
    return type == GL_HALF_FLOAT_OES || (type == GL_HALF_FLOAT && (unsized == GL_RG || unsized == GL_RED));
}

// OpenGL ES 1.1 has unsized formats only. Its BGRA (EXT_texture_format_BGRA8888) is stored as other images are.
bool choose_es1_format(Errors& errors, GLint& internal_format, GLenum format) {
    if (static_cast<GLenum>(internal_format) != format) {
        errors.error(GL_INVALID_OPERATION, "internal format %s and pixels of format %s",
                     enum_name(static_cast<GLenum>(internal_format)), enum_name(format));
        return false;
    }
    if (internal_format == GL_BGRA) internal_format = GL_RGBA;
    return true;
}

// Compressed formats of extensions, which say themselves what becomes of pixels; those of OpenGL ES' own texts take
// none.
bool is_compressed_by_extension(runtime::Format format) {
    using enum runtime::TexelLayout;
    const runtime::FormatInfo& info = runtime::format_info(format);
    return info.block_width > 1 && info.layout != Etc1 && info.layout != Etc2;
}

bool check_tokens(Errors& errors, GLenum format, GLenum type) {
    if (find_pixel_format(format) && find_pixel_type(type)) return true;
    errors.error(GL_INVALID_ENUM, "format %s and type %s don't go together", enum_name(format), enum_name(type));
    return false;
}

}  // namespace

bool choose_es_format(Errors& errors, const Version& version, GLint& internal_format, GLenum format, GLenum type) {
    if (version.is_es1()) return choose_es1_format(errors, internal_format, format);
    const auto internal = static_cast<GLenum>(internal_format);
    // Pixels that are named as sRGB go into textures that are so, too, and these take no others.
    const bool named_alike =
        (es_pixel_format(format) == format && es_pixel_format(internal) == internal) || format == internal;
    if (!check_tokens(errors, es_pixel_format(format), type)) return false;
    if (const InternalFormat* const known = find_internal_format(internal);
        known && is_compressed_by_extension(known->format) && !is_decoded_only(known->format))
        return check_pixel_format(errors, version, format, type);
    if (internal == GL_BGRA) internal_format = GL_BGRA8_EXT;
    for (const FloatFormat& row : float_formats) {
        if (row.unsized != internal || format != internal) continue;
        if (type == GL_FLOAT) internal_format = static_cast<GLint>(row.single);
        if (is_half_float(type, internal)) internal_format = static_cast<GLint>(row.half);
    }
    const GLenum error = glapi::check_es_pixels(static_cast<GLenum>(internal_format), es_pixel_format(format), type);
    if (error == GL_NO_ERROR && named_alike) return true;
    errors.error(error == GL_NO_ERROR ? GLenum{GL_INVALID_OPERATION} : error,
                 "pixels of format %s and type %s don't make textures of internal format %s", enum_name(format),
                 enum_name(type), enum_name(internal));
    return false;
}

bool is_es_attachable(GLint internal_format, GLenum type) {
    const InternalFormat* const format = find_internal_format(static_cast<GLenum>(internal_format));
    return !format || format->sized || (type != GL_FLOAT && type != GL_UNSIGNED_INT_2_10_10_10_REV);
}

bool check_es_pixels(Errors& errors, const InternalFormat& stored, GLenum format, GLenum type) {
    if (is_compressed_by_extension(stored.format)) return true;
    if (glapi::check_es_pixels(stored.name, es_pixel_format(format), type) == GL_NO_ERROR) return true;
    errors.error(GL_INVALID_OPERATION, "pixels of format %s and type %s for a texture of internal format %s",
                 enum_name(format), enum_name(type), enum_name(stored.name));
    return false;
}

bool check_es_copy(Errors& errors, const FramebufferState& framebuffers, const ReadSource& source,
                   const InternalFormat& format, bool new_image) {
    const Framebuffer* const framebuffer = framebuffers.read.get();
    const InternalFormat* const from =
        framebuffer ? framebuffer->colors[framebuffer->read_buffer - GL_COLOR_ATTACHMENT0].format() : nullptr;
    if (is_es_copy(from, source.view.image->format(), format, new_image)) return true;
    errors.error(GL_INVALID_OPERATION, "the colour buffer is not copied into textures of internal format %s",
                 enum_name(format.name));
    return false;
}

}  // namespace glapi
