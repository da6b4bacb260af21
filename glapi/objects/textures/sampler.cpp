// Sampler parameters: from the API's terms to what programs see.
#include <algorithm>
#include <bit>

#include "glapi/objects/textures/texture.h"

namespace glapi {

using runtime::BaseFormat;
using runtime::ComponentClass;

namespace {

runtime::Wrap wrap(GLenum mode) {
    switch (mode) {
        case GL_MIRRORED_REPEAT: return runtime::Wrap::MirroredRepeat;
        case GL_CLAMP_TO_EDGE: return runtime::Wrap::ClampToEdge;
        case GL_CLAMP_TO_BORDER: return runtime::Wrap::ClampToBorder;
        case GL_CLAMP: return runtime::Wrap::Clamp;
        case GL_MIRROR_CLAMP_TO_EDGE: return runtime::Wrap::MirrorClampToEdge;
        case GL_MIRROR_CLAMP_TO_BORDER_EXT: return runtime::Wrap::MirrorClampToBorder;
        case GL_MIRROR_CLAMP_EXT: return runtime::Wrap::MirrorClamp;
        default: return runtime::Wrap::Repeat;
    }
}

// GL 2.1 §3.8.8: the border colour's components are read as those of a texel of the base internal format.
runtime::Vector4Bits border_color(const std::array<uint32_t, 4>& color, const Texture& texture) {
    if (texture.kind >= TextureKind::Buffer || !texture.base_complete()) return color;
    const TextureLevel& level = texture.level(texture.effective_base_level());
    const ComponentClass component = runtime::format_info(level.image->format()).component_class;
    const bool integer = component == ComponentClass::Signed || component == ComponentClass::Unsigned;
    const uint32_t one = integer ? 1 : std::bit_cast<uint32_t>(1.0f);
    std::array<uint32_t, 4> c = color;
    const bool depth = component == ComponentClass::Depth || component == ComponentClass::DepthStencil;
    if (component == ComponentClass::Unorm || component == ComponentClass::Snorm ||
        (depth && !runtime::has_float_depth(level.image->format()))) {
        const float low = component == ComponentClass::Snorm ? -1.0f : 0.0f;
        for (uint32_t& v : c) v = std::bit_cast<uint32_t>(std::clamp(std::bit_cast<float>(v), low, 1.0f));
    }
    switch (level.format->base) {
        case BaseFormat::Alpha: return {0, 0, 0, c[3]};
        case BaseFormat::Luminance: return {c[0], c[0], c[0], one};
        case BaseFormat::LuminanceAlpha: return {c[0], c[0], c[0], c[3]};
        case BaseFormat::Intensity: return {c[0], c[0], c[0], c[0]};
        case BaseFormat::Red:
        case BaseFormat::DepthComponent:
        case BaseFormat::DepthStencil: return {c[0], 0, 0, one};
        case BaseFormat::Rg: return {c[0], c[1], 0, one};
        case BaseFormat::Rgb: return {c[0], c[1], c[2], one};
        case BaseFormat::None:
        case BaseFormat::Rgba:
        case BaseFormat::StencilIndex: break;
    }
    return c;
}

}  // namespace

runtime::Sampler resolve_sampler(const SamplerParameters& parameters, const Texture& texture, float unit_lod_bias,
                                 bool shadow) {
    runtime::Sampler sampler;
    sampler.wrap_s = wrap(parameters.wrap_s);
    sampler.wrap_t = wrap(parameters.wrap_t);
    sampler.wrap_r = wrap(parameters.wrap_r);
    switch (parameters.min_filter) {
        case GL_NEAREST:
            sampler.min_filter = runtime::Filter::Nearest, sampler.mip_filter = runtime::MipFilter::None;
            break;
        case GL_LINEAR:
            sampler.min_filter = runtime::Filter::Linear, sampler.mip_filter = runtime::MipFilter::None;
            break;
        case GL_NEAREST_MIPMAP_NEAREST:
            sampler.min_filter = runtime::Filter::Nearest, sampler.mip_filter = runtime::MipFilter::Nearest;
            break;
        case GL_LINEAR_MIPMAP_NEAREST:
            sampler.min_filter = runtime::Filter::Linear, sampler.mip_filter = runtime::MipFilter::Nearest;
            break;
        case GL_NEAREST_MIPMAP_LINEAR:
            sampler.min_filter = runtime::Filter::Nearest, sampler.mip_filter = runtime::MipFilter::Linear;
            break;
        default: sampler.min_filter = runtime::Filter::Linear, sampler.mip_filter = runtime::MipFilter::Linear; break;
    }
    sampler.mag_filter = parameters.mag_filter == GL_NEAREST ? runtime::Filter::Nearest : runtime::Filter::Linear;
    sampler.min_lod = parameters.min_lod;
    sampler.max_lod = parameters.max_lod;
    sampler.lod_bias =
        std::clamp(parameters.lod_bias + unit_lod_bias, -limits::MAX_TEXTURE_LOD_BIAS, limits::MAX_TEXTURE_LOD_BIAS);
    sampler.max_anisotropy = parameters.max_anisotropy;
    sampler.compare = shadow && parameters.compare_mode == GL_COMPARE_REF_TO_TEXTURE;
    sampler.compare_function =
        static_cast<runtime::CompareFunction>(parameters.compare_function - GL_NEVER);  // GL's order
    sampler.seamless_cube = parameters.seamless_cube;
    sampler.srgb_decode = parameters.srgb_decode != GL_SKIP_DECODE_EXT;
    sampler.reduction = parameters.reduction == GL_MIN   ? runtime::Reduction::Minimum
                        : parameters.reduction == GL_MAX ? runtime::Reduction::Maximum
                                                         : runtime::Reduction::Average;
    sampler.border_color = border_color(parameters.border_color, texture);
    return sampler;
}

}  // namespace glapi
