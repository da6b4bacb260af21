// Images and storage of multisample textures.
#include "glapi/commands/one_call.h"
#include "glapi/commands/textures/bindless_handles.h"
#include "glapi/commands/textures/sparse_textures.h"
#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/textures/sparse_pages.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/pixels/version_formats.h"
#include "glapi/registry/enum_names.h"

namespace glapi {
namespace {

void tex_multisample(Context& context, GLenum target, GLsizei samples, GLenum internal_format, runtime::Extent extent,
                     TextureKind kind, bool immutable, bool fixed_locations) {
    const TargetInfo info = target_info(target);
    if (!info.valid || info.kind != kind) {
        context.error(GL_INVALID_ENUM, "%s is no target for it", enum_name(target));
        return;
    }
    const InternalFormat* const format = renderable_format(context.version, internal_format);
    if (!format || (immutable && !format->sized)) {
        context.error(GL_INVALID_ENUM, "%s can't be rendered to", enum_name(internal_format));
        return;
    }
    if (samples < 1) {
        context.error(GL_INVALID_VALUE, "%d samples", samples);
        return;
    }
    if (samples > max_samples) {
        context.error(GL_INVALID_OPERATION, "%d samples; at most %d are possible", samples, max_samples);
        return;
    }
    // GL 4.6 §8.19: storage has texels; images may be empty.
    if (immutable && (extent.width < 1 || extent.height < 1 || extent.depth < 1)) {
        context.error(GL_INVALID_VALUE, "sizes must be positive");
        return;
    }
    bool fits = false;
    if (!check_image_size(context, info, 0, extent, &fits)) return;
    if (info.proxy) {
        context.textures.proxies[static_cast<int>(kind)][0] = fits ? ProxyLevel{format, extent} : ProxyLevel{};
        return;
    }
    Texture& texture = bound_texture(context.textures, info);
    if (texture.immutable || (immutable && texture.name == 0)) {
        context.error(GL_INVALID_OPERATION, "the texture can't get storage");
        return;
    }
    if (!check_unreferenced(context, texture)) return;
    if (immutable && !check_sparse_storage(context, texture, *format)) return;
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) {
        undefine_level(texture, 0, 0);
        return;
    }
    auto sparse = immutable ? sparse_storage(texture, *format) : std::nullopt;
    define_level(texture, 0, 0, *format, format->format, extent, rasterizer::sample_count_for(samples),
                 sparse ? &*sparse : nullptr);
    texture.level(0).fixed_sample_locations = fixed_locations;
    keep_sparse_storage(texture, sparse);
    if (immutable) make_immutable(texture, 1);
}

}  // namespace

namespace commands {

#include "glapi/commands/textures/multisample_textures.def"

}  // namespace commands
}  // namespace glapi
