#include "glapi/objects/textures/texture.h"

#include <algorithm>
#include <bit>

#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/renderbuffers/renderbuffer.h"

namespace glapi {

using runtime::BaseFormat;
using runtime::Channel;
using runtime::ComponentClass;
using runtime::Extent;

TargetInfo target_info(GLenum target) {
    switch (target) {
        case GL_TEXTURE_1D: return {true, TextureKind::Texture1D, 1};
        case GL_TEXTURE_2D: return {true, TextureKind::Texture2D, 2};
        case GL_TEXTURE_3D: return {true, TextureKind::Texture3D, 3};
        case GL_TEXTURE_CUBE_MAP: return {true, TextureKind::Cube, 2};
        case GL_TEXTURE_RECTANGLE: return {true, TextureKind::Rectangle, 2};
        case GL_TEXTURE_1D_ARRAY: return {true, TextureKind::Array1D, 2};
        case GL_TEXTURE_2D_ARRAY: return {true, TextureKind::Array2D, 3};
        case GL_TEXTURE_CUBE_MAP_ARRAY: return {true, TextureKind::CubeArray, 3};
        case GL_TEXTURE_BUFFER: return {true, TextureKind::Buffer, 0};
        case GL_TEXTURE_2D_MULTISAMPLE: return {true, TextureKind::Multisample2D, 0};
        case GL_TEXTURE_2D_MULTISAMPLE_ARRAY: return {true, TextureKind::MultisampleArray2D, 0};
        case GL_TEXTURE_RENDERBUFFER_NV: return {true, TextureKind::Renderbuffer, 0};
        case GL_PROXY_TEXTURE_1D: return {true, TextureKind::Texture1D, 1, 0, false, true};
        case GL_PROXY_TEXTURE_2D: return {true, TextureKind::Texture2D, 2, 0, false, true};
        case GL_PROXY_TEXTURE_3D: return {true, TextureKind::Texture3D, 3, 0, false, true};
        case GL_PROXY_TEXTURE_CUBE_MAP: return {true, TextureKind::Cube, 2, 0, false, true};
        case GL_PROXY_TEXTURE_RECTANGLE: return {true, TextureKind::Rectangle, 2, 0, false, true};
        case GL_PROXY_TEXTURE_1D_ARRAY: return {true, TextureKind::Array1D, 2, 0, false, true};
        case GL_PROXY_TEXTURE_2D_ARRAY: return {true, TextureKind::Array2D, 3, 0, false, true};
        case GL_PROXY_TEXTURE_CUBE_MAP_ARRAY: return {true, TextureKind::CubeArray, 3, 0, false, true};
        case GL_PROXY_TEXTURE_2D_MULTISAMPLE: return {true, TextureKind::Multisample2D, 0, 0, false, true};
        case GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY: return {true, TextureKind::MultisampleArray2D, 0, 0, false, true};
        default: break;
    }
    if (target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z)
        return {true, TextureKind::Cube, 2, static_cast<int>(target - GL_TEXTURE_CUBE_MAP_POSITIVE_X), true};
    return {};
}

TargetInfo target_info(const Texture& texture) {
    TargetInfo info = target_info(texture.target);
    if (info.kind == TextureKind::Cube) {
        info.dimensions = 3;
        info.faces_as_layers = true;
    }
    return info;
}

GLenum target_of_kind(TextureKind kind) {
    switch (kind) {
        case TextureKind::Texture1D: return GL_TEXTURE_1D;
        case TextureKind::Texture2D: return GL_TEXTURE_2D;
        case TextureKind::Texture3D: return GL_TEXTURE_3D;
        case TextureKind::Cube: return GL_TEXTURE_CUBE_MAP;
        case TextureKind::Rectangle: return GL_TEXTURE_RECTANGLE;
        case TextureKind::Array1D: return GL_TEXTURE_1D_ARRAY;
        case TextureKind::Array2D: return GL_TEXTURE_2D_ARRAY;
        case TextureKind::CubeArray: return GL_TEXTURE_CUBE_MAP_ARRAY;
        case TextureKind::Buffer: return GL_TEXTURE_BUFFER;
        case TextureKind::Multisample2D: return GL_TEXTURE_2D_MULTISAMPLE;
        case TextureKind::MultisampleArray2D: return GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
        case TextureKind::Renderbuffer: return GL_TEXTURE_RENDERBUFFER_NV;
    }
    return GL_NONE;
}

Texture::Texture(GLenum texture_target, GLuint texture_name)
    : name(texture_name),
      target(texture_target),
      kind(texture_target == GL_TEXTURE_EXTERNAL_OES ? TextureKind::Texture2D : target_info(texture_target).kind) {
    if (kind == TextureKind::Rectangle || is_external()) {  // ARB_texture_rectangle: no mipmaps, no repetition
        sampler.wrap_s = sampler.wrap_t = sampler.wrap_r = GL_CLAMP_TO_EDGE;
        sampler.min_filter = GL_LINEAR;
    }
    if (kind == TextureKind::Multisample2D || kind == TextureKind::MultisampleArray2D) {  // they are fetched from only
        sampler.wrap_s = sampler.wrap_t = sampler.wrap_r = GL_CLAMP_TO_EDGE;
        sampler.min_filter = sampler.mag_filter = GL_NEAREST;
    }
}

TextureState::TextureState() {
    for (int k = 0; k < texture_kind_count; ++k)
        defaults[k] = std::make_shared<Texture>(target_of_kind(static_cast<TextureKind>(k)));
    default_external = std::make_shared<Texture>(GL_TEXTURE_EXTERNAL_OES);
    for (TextureUnit& unit : units) {
        unit.textures = defaults;
        unit.external = default_external;
    }
}

void TextureState::unbind(const Texture& texture) {
    const int kind = static_cast<int>(texture.kind);
    for (TextureUnit& unit : units) {
        if (unit.textures[kind].get() == &texture) unit.textures[kind] = defaults[kind];
        if (unit.external.get() == &texture) unit.external = default_external;
    }
}

// ---- levels and completeness

bool Texture::layers_in_depth() const { return kind != TextureKind::Texture3D; }

int32_t Texture::effective_base_level() const {
    return immutable ? std::min(base_level, view.levels - 1) : std::min(base_level, max_texture_levels);
}

int32_t Texture::last_level() const {
    const int32_t base = effective_base_level();
    if (base >= max_texture_levels || !level(base)) return -1;
    const Extent& extent = level(base).extent;
    int32_t largest = extent.width;
    if (kind != TextureKind::Texture1D && kind != TextureKind::Array1D) largest = std::max(largest, extent.height);
    if (!layers_in_depth()) largest = std::max(largest, extent.depth);
    int32_t last = base + std::bit_width(static_cast<uint32_t>(largest)) - 1;
    if (kind == TextureKind::Rectangle || kind >= TextureKind::Buffer) last = base;
    last = std::min({last, std::max(max_level, base), max_texture_levels - 1});
    if (immutable) last = std::min(last, view.levels - 1);
    return last;
}

Extent Texture::level_extent(int32_t index) const {
    const int32_t base = effective_base_level();
    Extent extent = level(base).extent;
    const int32_t by = index - base;
    extent.width = std::max(extent.width >> by, 1);
    if (kind != TextureKind::Array1D) extent.height = std::max(extent.height >> by, 1);
    if (!layers_in_depth()) extent.depth = std::max(extent.depth >> by, 1);
    return extent;
}

namespace {

// All six faces of a level are there, alike and square.
bool level_complete(const Texture& texture, int32_t index) {
    const TextureLevel& first = texture.level(index);
    if (!first) return false;
    if (texture.kind == TextureKind::Cube && first.extent.width != first.extent.height) return false;
    for (int face = 1; face < texture.face_count(); ++face) {
        const TextureLevel& other = texture.level(index, face);
        if (other.image != first.image || other.format != first.format) return false;
    }
    return true;
}

}  // namespace

bool Texture::base_complete() const {
    if (kind == TextureKind::Buffer) return texels.buffer != nullptr;
    if (kind == TextureKind::Renderbuffer) return renderbuffer && renderbuffer->image;
    const int32_t base = effective_base_level();
    return base < max_texture_levels && level_complete(*this, base);
}

bool Texture::mipmap_complete() const {
    if (!base_complete()) return false;
    if (kind == TextureKind::Buffer || kind == TextureKind::Renderbuffer) return true;
    const int32_t base = effective_base_level();
    if (!immutable && base_level > max_level) return false;
    const int32_t last = last_level();
    for (int32_t index = base + 1; index <= last; ++index) {
        if (!level_complete(*this, index)) return false;
        const TextureLevel& other = level(index);
        if (other.extent != level_extent(index) || other.format != level(base).format ||
            other.image->format() != level(base).image->format())
            return false;
    }
    return true;
}

bool Texture::complete(const SamplerParameters& parameters) const {
    const bool mipmapped = parameters.min_filter != GL_NEAREST && parameters.min_filter != GL_LINEAR;
    // A snapshot is only made of textures whose base is complete, and nothing has changed since.
    const bool has_levels = snapshot_   ? !mipmapped || snapshot_has_mipmaps_
                            : mipmapped ? mipmap_complete()
                                        : base_complete();
    if (!has_levels) return false;
    if (kind >= TextureKind::Buffer) return true;
    // EXT_texture_integer: "either the magnification filter is not NEAREST, or the minification filter is neither
    // NEAREST nor NEAREST_MIPMAP_NEAREST" makes an integer texture incomplete, unless nothing is mixed.
    const ComponentClass component =
        runtime::format_info(level(effective_base_level()).image->format()).component_class;
    const bool integer = component == ComponentClass::Signed || component == ComponentClass::Unsigned ||
                         component == ComponentClass::Stencil;
    return !integer || parameters.reduction != GL_WEIGHTED_AVERAGE_ARB ||
           (parameters.mag_filter == GL_NEAREST &&
            (parameters.min_filter == GL_NEAREST || parameters.min_filter == GL_NEAREST_MIPMAP_NEAREST));
}

// ---- what programs see

namespace {

// Made anew each time: the buffer's memory may be replaced at any time.
std::shared_ptr<const runtime::Texture> buffer_snapshot(const Texture& texture) {
    if (!texture.texels.buffer || !texture.texels.format) return nullptr;
    auto snapshot = std::make_shared<runtime::Texture>();
    snapshot->kind = TextureKind::Buffer;
    snapshot->format = texture.texels.format->format;
    const size_t size = texture.texels.buffer->size;
    const size_t first = std::min(static_cast<size_t>(texture.texels.offset), size);
    const size_t wanted = texture.texels.size < 0 ? size : static_cast<size_t>(texture.texels.size);
    snapshot->buffer = texture.texels.buffer->bytes().subspan(first, std::min(wanted, size - first));
    snapshot->buffer_owner = texture.texels.buffer->data;
    return snapshot;
}

Channel channel(GLenum swizzle) {
    switch (swizzle) {
        case GL_RED: return Channel::Red;
        case GL_GREEN: return Channel::Green;
        case GL_BLUE: return Channel::Blue;
        case GL_ALPHA: return Channel::Alpha;
        case GL_ZERO: return Channel::Zero;
        default: return Channel::One;
    }
}

using Channels = std::array<Channel, 4>;
constexpr Channels identity{Channel::Red, Channel::Green, Channel::Blue, Channel::Alpha};

// How texels of the stored format become what the internal format's name promises.
Channels base_channels(BaseFormat wanted, BaseFormat stored) {
    if (wanted == stored) return identity;
    switch (wanted) {
        case BaseFormat::Alpha: return {Channel::Zero, Channel::Zero, Channel::Zero, Channel::Alpha};
        case BaseFormat::Luminance: return {Channel::Red, Channel::Red, Channel::Red, Channel::One};
        case BaseFormat::LuminanceAlpha: return {Channel::Red, Channel::Red, Channel::Red, Channel::Alpha};
        case BaseFormat::Intensity: return {Channel::Red, Channel::Red, Channel::Red, Channel::Red};
        case BaseFormat::Red: return {Channel::Red, Channel::Zero, Channel::Zero, Channel::One};
        case BaseFormat::Rg: return {Channel::Red, Channel::Green, Channel::Zero, Channel::One};
        case BaseFormat::Rgb: return {Channel::Red, Channel::Green, Channel::Blue, Channel::One};
        case BaseFormat::None:
        case BaseFormat::Rgba:
        case BaseFormat::DepthComponent:
        case BaseFormat::StencilIndex:
        case BaseFormat::DepthStencil: break;
    }
    return identity;
}

Channels depth_channels(GLenum mode) {
    switch (mode) {
        case GL_INTENSITY: return {Channel::Red, Channel::Red, Channel::Red, Channel::Red};
        case GL_ALPHA: return {Channel::Zero, Channel::Zero, Channel::Zero, Channel::Red};
        case GL_RED: return {Channel::Red, Channel::Zero, Channel::Zero, Channel::One};
        default: return {Channel::Red, Channel::Red, Channel::Red, Channel::One};
    }
}

// What DEPTH_TEXTURE_MODE says; in OpenGL ES (GL_NONE) the format does: depth of sized ones is red (OpenGL ES 3.2 table
// 8.11), of others luminance, as OES_depth_texture had it.
GLenum depth_mode_of(const Texture& texture, const InternalFormat& format) {
    if (texture.depth_mode != GL_NONE) return texture.depth_mode;
    return format.sized ? GL_RED : GL_LUMINANCE;
}

Channels compose(const Channels& first, const std::array<GLenum, 4>& then) {
    Channels result{};
    for (int i = 0; i < 4; ++i) {
        const Channel c = channel(then[i]);
        result[i] = c <= Channel::Alpha ? first[static_cast<int>(c)] : c;
    }
    return result;
}

// Made anew each time: the renderbuffer may be given other storage at any time.
std::shared_ptr<const runtime::Texture> renderbuffer_snapshot(const Texture& texture) {
    if (!texture.base_complete()) return nullptr;
    auto snapshot = std::make_shared<runtime::Texture>();
    snapshot->kind = TextureKind::Multisample2D;
    snapshot->levels.push_back(texture.renderbuffer->image);
    snapshot->format = texture.renderbuffer->image->format();
    const BaseFormat wanted = texture.renderbuffer->format->base;
    snapshot->swizzle = compose(is_depth(wanted) ? depth_channels(depth_mode_of(texture, *texture.renderbuffer->format))
                                                 : base_channels(wanted, runtime::format_info(snapshot->format).base),
                                texture.swizzle);
    return snapshot;
}

}  // namespace

std::shared_ptr<const runtime::Texture> Texture::snapshot() const {
    if (kind == TextureKind::Buffer) return buffer_snapshot(*this);
    if (kind == TextureKind::Renderbuffer) return renderbuffer_snapshot(*this);
    if (snapshot_) return snapshot_;
    if (!base_complete()) return nullptr;
    auto texture = std::make_shared<runtime::Texture>();
    texture->kind = kind;
    const int32_t base = effective_base_level();
    snapshot_has_mipmaps_ = mipmap_complete();
    const int32_t last = snapshot_has_mipmaps_ ? last_level() : base;
    for (int32_t index = base; index <= last; ++index) texture->levels.push_back(level(index).image);
    texture->format = level(base).image->format();

    const BaseFormat wanted = level(base).format->base;
    Channels channels = base_channels(wanted, runtime::format_info(texture->format).base);
    if (is_depth(wanted)) {
        texture->sample_stencil = wanted == BaseFormat::DepthStencil && depth_stencil_mode == GL_STENCIL_INDEX;
        channels = depth_channels(texture->sample_stencil ? GLenum{GL_RED} : depth_mode_of(*this, *level(base).format));
    }
    texture->swizzle = compose(channels, swizzle);
    snapshot_ = std::move(texture);
    return snapshot_;
}

// Functions that give the comparison's result as a number take the first component, which GL_ALPHA would make zero.
std::shared_ptr<const runtime::Texture> Texture::comparing_snapshot() const {
    std::shared_ptr<const runtime::Texture> plain = snapshot();
    if (!plain || depth_mode != GL_ALPHA || !is_depth(runtime::format_info(plain->format).base)) return plain;
    auto changed = std::make_shared<runtime::Texture>(*plain);
    changed->swizzle = compose(depth_channels(GL_INTENSITY), swizzle);
    return changed;
}

}  // namespace glapi
