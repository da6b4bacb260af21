// Image units: textures as programs load, store and change them (EXT_shader_image_load_store).
#pragma once

#include <array>
#include <memory>

#include "glapi/generated/gl.h"
#include "glapi/registry/versions.h"
#include "glapi/state/limits.h"
#include "runtime/images/image_access.h"

namespace glapi {

struct Texture;

inline constexpr int image_unit_count = limits::MAX_IMAGE_UNITS;

// How a texture's level is looked at.
struct ImageView {
    GLint level = 0;
    bool layered = false;
    GLint layer = 0;
    GLenum access = GL_READ_ONLY;
    GLenum format = GL_R8;
};

struct ImageUnit {
    std::shared_ptr<Texture> texture;  // null: none
    ImageView view;
};
// One that nothing is bound to (OpenGL ES 3.2 table 21.32).
inline ImageUnit free_image_unit(const Version& version) {
    return {nullptr, {.format = GLenum(version.is_es2() ? GL_R32UI : GL_R8)}};
}

// Format::None: it is none of table X.2's.
runtime::Format image_format(GLenum format);
// Whether images may be of the format.
bool is_image_format(runtime::Format format);
bool is_image_access(GLenum access);
// Layers and faces that a level has for single-layer views; 1 where the kind has none.
GLint image_layers(const Texture& texture, GLint level);
bool has_image_layers(const Texture& texture);

// An empty binding if the texture, or the part that the view shows, can't be accessed (section 3.9.X).
runtime::ImageBinding resolve_image(const Texture& texture, const ImageView& view);

}  // namespace glapi
