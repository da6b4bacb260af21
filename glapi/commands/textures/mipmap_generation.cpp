// GenerateMipmap (GL 4.6 §8.14.4).
#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"
#include "rasterizer/rasterizer.h"

namespace glapi::commands {

void GenerateMipmap(Context& context, GLenum target) {
    const TargetInfo info = target_info(target);
    if (!info.valid || info.proxy || info.face_target || info.kind == TextureKind::Rectangle ||
        info.kind >= TextureKind::Buffer) {
        context.error(GL_INVALID_ENUM, "%s textures have no mipmaps", enum_name(target));
        return;
    }
    Texture& texture = bound_texture(context.textures, info);
    const int32_t base = texture.effective_base_level();
    if (base >= max_texture_levels || !texture.base_complete()) {
        if (info.kind == TextureKind::Cube) {
            context.error(GL_INVALID_OPERATION, "the cube is not complete");
        } else if (context.version.is_es2()) {  // 3.2 §8.14.4 wants an array of a format that can be
            context.error(GL_INVALID_OPERATION, "the base level has no image");
        }
        return;  // nothing to start from
    }
    if (is_integer(texture.level(base).image->format()) ||
        texture.level(base).format->base == runtime::BaseFormat::DepthStencil ||
        texture.level(base).format->base == runtime::BaseFormat::StencilIndex ||
        is_decoded_only(texture.level(base).image->format())) {
        context.error(GL_INVALID_OPERATION, "the format can't be filtered or written");
        return;
    }
    generate_mipmaps(context.rasterizer, texture);
}

}  // namespace glapi::commands
