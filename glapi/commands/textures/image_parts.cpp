// Parts of images: the box of a level that a sub-image command changes, and cube maps whose faces are layers.
#include "glapi/commands/textures/texture_images.h"
#include "glapi/errors.h"

namespace glapi {

int32_t image_depth(const TargetInfo& info, const TextureLevel& image) {
    if (info.kind != TextureKind::Cube) return image.extent.depth;
    return info.faces_as_layers ? 6 : 1;
}

bool check_faces(Errors& errors, const Texture& texture, const TargetInfo& info, GLint level) {
    if (!info.faces_as_layers) return true;
    // Equal faces share an image.
    for (int face = 0; face < 6; ++face) {
        if (texture.level(level, face) && texture.level(level, face).image == texture.level(level).image) continue;
        errors.error(GL_INVALID_OPERATION, "the faces of level %d are not all there and alike", level);
        return false;
    }
    return true;
}

TextureLevel* sub_image_level(Errors& errors, Texture& texture, const TargetInfo& info, GLint level, Box& box) {
    if (!check_level(errors, info, level) || !check_faces(errors, texture, info, level)) return nullptr;
    if (box.width < 0 || box.height < 0 || box.depth < 0) {
        errors.error(GL_INVALID_VALUE, "a size is negative");
        return nullptr;
    }
    TextureLevel& image = texture.level(level, info.face);
    if (!image) {
        errors.error(GL_INVALID_OPERATION, "level %d has no image", level);
        return nullptr;
    }
    const auto outside = [](int32_t first, int32_t count, int32_t size) {
        return first < 0 || int64_t{first} + count > size;
    };
    const int32_t depth = image_depth(info, image);
    if (outside(box.x, box.width, image.extent.width) || outside(box.y, box.height, image.extent.height) ||
        outside(box.z, box.depth, depth)) {
        errors.error(GL_INVALID_VALUE, "the box reaches beyond the image's %d by %d by %d", image.extent.width,
                     image.extent.height, depth);
        return nullptr;
    }
    box.z += image.slice;
    return &image;
}

}  // namespace glapi
