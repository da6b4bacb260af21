// ARB_direct_state_access: as direct_state.h has it, except that the object is there already, and that it says
// itself what target it has.
#pragma once

#include <type_traits>

#include "glapi/commands/direct_state/direct_state.h"
#include "glapi/commands/textures/texture_parameters.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/renderbuffers/renderbuffer.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/share_group.h"

namespace glapi {

// Null after an error. `kind`: what the table holds, for the message.
template <typename T>
std::shared_ptr<T> find_existing(Errors& errors, const NameTable<T>& names, GLuint name, const char* kind) {
    std::shared_ptr<T> object = name ? names.find(name) : nullptr;
    if (!object) errors.error(GL_INVALID_OPERATION, "there is no %s %u", kind, name);
    return object;
}

// ---- textures

// Which kinds of textures commands take.
template <int dimensions>
bool stored_in(TextureKind kind) {
    return target_info(target_of_kind(kind)).dimensions == dimensions;
}
template <int dimensions>
bool multisampled_in(TextureKind kind) {
    return kind == (dimensions == 2 ? TextureKind::Multisample2D : TextureKind::MultisampleArray2D);
}
inline bool has_mipmaps(TextureKind kind) { return kind < TextureKind::Buffer && kind != TextureKind::Rectangle; }
inline bool has_parameters(TextureKind kind) { return kind != TextureKind::Buffer; }
inline bool is_buffer(TextureKind kind) { return kind == TextureKind::Buffer; }

// Null after an error: INVALID_OPERATION, too, for a texture of a kind that the command does not take.
inline std::shared_ptr<Texture> existing_texture(Context& context, GLuint name, bool (*takes)(TextureKind)) {
    std::shared_ptr<Texture> texture = find_existing(context, context.shared->textures, name, "texture");
    if (!texture || takes(texture->kind)) return texture;
    context.error(GL_INVALID_OPERATION, "texture %u is a %s", name, enum_name(texture->target));
    return nullptr;
}

template <typename... Parameters, typename... Arguments>
void run_with_texture(Context& context, std::shared_ptr<Texture> texture, GLenum target,
                      void (*run)(Context&, GLenum, Parameters...), Arguments... arguments) {
    auto& binding = context.textures.active().textures[static_cast<size_t>(texture->kind)];
    const Swapped bound(binding, std::move(texture));
    run(context, target, arguments...);
}

template <bool (*takes)(TextureKind), typename... Parameters, typename... Arguments>
void with_existing_texture(Context& context, GLuint texture, void (*run)(Context&, GLenum, Parameters...),
                           Arguments... arguments) {
    std::shared_ptr<Texture> object = existing_texture(context, texture, takes);
    if (!object) return;
    const GLenum target = object->target;
    run_with_texture(context, std::move(object), target, run, arguments...);
}

// A parameter of it. Commands with targets call it INVALID_ENUM that multisample textures have no sampler's state, and
// the older versions of them take a single value for a border colour.
template <typename... Parameters, typename... Arguments>
void with_texture_parameter(Context& context, GLuint texture, GLenum pname,
                            void (*run)(Context&, GLenum, GLenum, Parameters...), Arguments... arguments) {
    std::shared_ptr<Texture> object = existing_texture(context, texture, has_parameters);
    if (!object) return;
    if (object->kind >= TextureKind::Multisample2D && is_sampler_parameter(pname))
        return context.error(GL_INVALID_OPERATION, "%s textures have no %s", enum_name(object->target),
                             enum_name(pname));
    if ((std::is_arithmetic_v<Arguments> && ...) && pname == GL_TEXTURE_BORDER_COLOR)
        return context.error(GL_INVALID_ENUM, "%s takes a vector", enum_name(pname));
    const GLenum target = object->target;
    run_with_texture(context, std::move(object), target, run, pname, arguments...);
}

// Its levels: a cube map's are those of its first face.
template <typename... Parameters, typename... Arguments>
void with_texture_levels(Context& context, GLuint texture, void (*run)(Context&, GLenum, Parameters...),
                         Arguments... arguments) {
    std::shared_ptr<Texture> object = find_existing(context, context.shared->textures, texture, "texture");
    if (!object) return;
    const GLenum target = object->kind == TextureKind::Cube ? GLenum{GL_TEXTURE_CUBE_MAP_POSITIVE_X} : object->target;
    run_with_texture(context, std::move(object), target, run, arguments...);
}

// ---- buffers, renderbuffers, framebuffers

template <typename Result, typename... Parameters, typename... Arguments>
Result with_existing_buffer(Context& context, GLuint buffer, Result (*run)(Context&, GLenum, Parameters...),
                            Arguments... arguments) {
    std::shared_ptr<Buffer> object = find_existing(context, context.shared->buffers, buffer, "buffer");
    if (!object) return Result();
    const Swapped bound(context.buffers[BufferTarget::CopyWrite], std::move(object));
    return run(context, GL_COPY_WRITE_BUFFER, arguments...);
}

template <typename... Parameters, typename... Arguments>
void with_existing_renderbuffer(Context& context, GLuint renderbuffer, void (*run)(Context&, GLenum, Parameters...),
                                Arguments... arguments) {
    std::shared_ptr<Renderbuffer> object =
        find_existing(context, context.shared->renderbuffers, renderbuffer, "renderbuffer");
    if (!object) return;
    const Swapped bound(context.framebuffers.renderbuffer, std::move(object));
    run(context, GL_RENDERBUFFER, arguments...);
}

// The framebuffer of a name; null for the window's, 0. False after an error.
inline bool existing_framebuffer(Context& context, GLuint name, std::shared_ptr<Framebuffer>& object) {
    object = name ? find_existing(context, context.framebuffer_names, name, "framebuffer") : nullptr;
    return object || name == 0;
}

// `run` is told the target that the framebuffer is bound to;
template <typename... Parameters, typename... Arguments>
void with_existing_framebuffer(Context& context, GLuint framebuffer, void (*run)(Context&, GLenum, Parameters...),
                               Arguments... arguments) {
    std::shared_ptr<Framebuffer> object;
    if (!existing_framebuffer(context, framebuffer, object)) return;
    const Swapped bound(context.framebuffers.draw, std::move(object));
    run(context, GL_DRAW_FRAMEBUFFER, arguments...);
}
// it works on what is drawn to;
template <typename... Parameters, typename... Arguments>
void with_draw_framebuffer(Context& context, GLuint framebuffer, void (*run)(Context&, Parameters...),
                           Arguments... arguments) {
    std::shared_ptr<Framebuffer> object;
    if (!existing_framebuffer(context, framebuffer, object)) return;
    const Swapped bound(context.framebuffers.draw, std::move(object));
    run(context, arguments...);
}
// on what is read.
template <typename... Parameters, typename... Arguments>
void with_read_framebuffer(Context& context, GLuint framebuffer, void (*run)(Context&, Parameters...),
                           Arguments... arguments) {
    std::shared_ptr<Framebuffer> object;
    if (!existing_framebuffer(context, framebuffer, object)) return;
    const Swapped bound(context.framebuffers.read, std::move(object));
    run(context, arguments...);
}

}  // namespace glapi
