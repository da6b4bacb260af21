// Framebuffer objects: names, bindings, attachments, draw and read buffers (ARB_framebuffer_object §4.4).
#include <algorithm>

#include "glapi/commands/framebuffers/attachments.h"
#include "glapi/commands/name_rules.h"
#include "glapi/commands/one_call.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/renderbuffers/renderbuffer.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/objects/textures/texture_levels.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/share_group.h"

namespace glapi {

bool check_framebuffer_target(Errors& errors, GLenum target) {
    if (target == GL_FRAMEBUFFER || target == GL_DRAW_FRAMEBUFFER || target == GL_READ_FRAMEBUFFER) return true;
    errors.error(GL_INVALID_ENUM, "%s is no framebuffer target", enum_name(target));
    return false;
}

Framebuffer* bound_framebuffer(Context& context, GLenum target) {
    return target == GL_READ_FRAMEBUFFER ? context.framebuffers.read.get() : context.framebuffers.draw.get();
}

AttachmentSlots attachment_slots(Errors& errors, Framebuffer& framebuffer, GLenum attachment) {
    if (attachment >= GL_COLOR_ATTACHMENT0 && attachment < GL_COLOR_ATTACHMENT0 + 32) {
        const GLenum index = attachment - GL_COLOR_ATTACHMENT0;
        if (index < max_color_attachments) return {&framebuffer.colors[index]};
        errors.error(GL_INVALID_OPERATION, "there are %d colour attachments", max_color_attachments);
        return {};
    }
    switch (attachment) {
        case GL_DEPTH_ATTACHMENT: return {&framebuffer.depth};
        case GL_STENCIL_ATTACHMENT: return {&framebuffer.stencil};
        case GL_DEPTH_STENCIL_ATTACHMENT: return {&framebuffer.depth, &framebuffer.stencil};
        default: break;
    }
    errors.error(GL_INVALID_ENUM, "%s is no attachment point", enum_name(attachment));
    return {};
}

namespace {

void bind_framebuffer(Errors& errors, FramebufferState& framebuffers, NameTable<Framebuffer>& framebuffer_names,
                      GLenum target, GLuint name, bool own_names) {
    if (!check_framebuffer_target(errors, target)) return;
    std::shared_ptr<Framebuffer> object;
    if (name != 0) {
        object = framebuffer_names.find(name);
        if (!object) {
            if (!own_names && !framebuffer_names.reserved(name)) {
                errors.error(GL_INVALID_OPERATION, "%u is not a name from glGenFramebuffers", name);
                return;
            }
            object = std::make_shared<Framebuffer>(name);
            framebuffer_names.insert(name, object);
        }
        object->created = true;
    }
    if (target != GL_READ_FRAMEBUFFER) framebuffers.draw = object;
    if (target != GL_DRAW_FRAMEBUFFER) framebuffers.read = std::move(object);
}

// ---- attachments

// The framebuffer object to change; null after an error.
Framebuffer* framebuffer_to_change(Context& context, GLenum target) {
    if (!check_framebuffer_target(context, target)) return nullptr;
    Framebuffer* const framebuffer = bound_framebuffer(context, target);
    if (!framebuffer) context.error(GL_INVALID_OPERATION, "no framebuffer object is bound to %s", enum_name(target));
    return framebuffer;
}

// What has been drawn so far keeps going to the old images: draws hold them.
void attach(const AttachmentSlots& slots, const Attachment& what) {
    if (slots.first) *slots.first = what;
    if (slots.second) *slots.second = what;
}

// Finds the texture for an attachment; null with `*detach` set for name 0. `error`: where there is no such texture.
std::shared_ptr<Texture> find_texture(Errors& errors, const ShareGroup& shared, GLuint name, bool* detach,
                                      GLenum error = GL_INVALID_OPERATION) {
    *detach = name == 0;
    if (name == 0) return nullptr;
    auto texture = shared.textures.find(name);
    if (!texture) errors.error(error, "there is no texture %u", name);
    return texture;
}

// GL 4.6 §9.2.8.
bool check_attachment_level(Errors& errors, const Texture& texture, GLint level) {
    const int32_t levels = texture.immutable ? texture.immutable_levels : level_count(texture.kind);
    if (level >= 0 && level < levels) return true;
    errors.error(GL_INVALID_VALUE, "there is no level %d", level);
    return false;
}

void framebuffer_texture(Context& context, GLenum target, GLenum attachment, int dimensions, GLenum textarget,
                         GLuint name, GLint level, GLint zoffset) {
    Framebuffer* const framebuffer = framebuffer_to_change(context, target);
    if (!framebuffer) return;
    const AttachmentSlots slots = attachment_slots(context, *framebuffer, attachment);
    if (!slots.first) return;
    bool detach = false;
    const auto texture = find_texture(context, *context.shared, name, &detach);
    if (detach) {
        attach(slots, {});
        return;
    }
    if (!texture) return;
    const TargetInfo info = target_info(textarget);
    bool allowed = info.valid && !info.proxy;
    if (dimensions == 1) allowed = allowed && info.kind == TextureKind::Texture1D;
    // OpenGL ES attaches the first layer of arrays: the text does not have it, other drivers do.
    const bool layer = context.version.is_es2() && info.kind == TextureKind::Array2D;
    if (dimensions == 2)
        allowed = allowed && (layer || info.kind == TextureKind::Texture2D || info.kind == TextureKind::Rectangle ||
                              info.kind == TextureKind::Multisample2D || info.face_target);
    if (dimensions == 3) allowed = allowed && info.kind == TextureKind::Texture3D;
    if (!info.valid) {
        context.error(GL_INVALID_ENUM, "%s is no texture target", enum_name(textarget));
        return;
    }
    if (!allowed || info.kind != texture->kind) {
        context.error(GL_INVALID_OPERATION, "texture %u can't be attached as %s", name, enum_name(textarget));
        return;
    }
    if (!check_attachment_level(context, *texture, level)) return;
    if (zoffset < 0 || zoffset >= limits::MAX_3D_TEXTURE_SIZE) {
        context.error(GL_INVALID_VALUE, "there is no layer %d", zoffset);
        return;
    }
    attach(slots, {texture, nullptr, level, zoffset, info.face, false});
}

void framebuffer_texture_layer(Context& context, GLenum target, GLenum attachment, GLuint name, GLint level,
                               GLint layer) {
    Framebuffer* const framebuffer = framebuffer_to_change(context, target);
    if (!framebuffer) return;
    const AttachmentSlots slots = attachment_slots(context, *framebuffer, attachment);
    if (!slots.first) return;
    bool detach = false;
    const auto texture = find_texture(context, *context.shared, name, &detach);
    if (detach) {
        attach(slots, {});
        return;
    }
    if (!texture) return;
    switch (texture->kind) {
        case TextureKind::Texture3D:
        case TextureKind::Array1D:
        case TextureKind::Array2D:
        case TextureKind::CubeArray:
        case TextureKind::MultisampleArray2D:
        case TextureKind::Cube: break;
        case TextureKind::Texture1D:
        case TextureKind::Texture2D:
        case TextureKind::Rectangle:
        case TextureKind::Buffer:
        case TextureKind::Multisample2D:
        case TextureKind::Renderbuffer: context.error(GL_INVALID_OPERATION, "texture %u has no layers", name); return;
    }
    const bool cube = texture->kind == TextureKind::Cube;
    if (layer < 0 || layer >= (cube ? 6 : limits::MAX_ARRAY_TEXTURE_LAYERS)) {
        context.error(GL_INVALID_VALUE, "there is no layer %d", layer);
        return;
    }
    if (!check_attachment_level(context, *texture, level)) return;
    attach(slots, {texture, nullptr, level, cube ? 0 : layer, cube ? layer : 0, false});
}

// What glGet says while a framebuffer is bound.
void get_framebuffer_state(Context& context, GLenum target, GLenum pname, GLint* params) {
    FramebufferState& state = context.framebuffers;
    const std::shared_ptr<Framebuffer> draw = state.draw, read = state.read;
    state.draw = state.read = target == GL_READ_FRAMEBUFFER ? read : draw;
    commands::GetIntegerv(context, pname, params);
    state.draw = draw;
    state.read = read;
}

bool is_sample_location_parameter(GLenum pname) {
    return pname == GL_FRAMEBUFFER_PROGRAMMABLE_SAMPLE_LOCATIONS_ARB ||
           pname == GL_FRAMEBUFFER_SAMPLE_LOCATION_PIXEL_GRID_ARB;
}
bool& sample_location_parameter(SampleLocations& locations, GLenum pname) {
    return pname == GL_FRAMEBUFFER_SAMPLE_LOCATION_PIXEL_GRID_ARB ? locations.by_grid : locations.enabled;
}

}  // namespace

namespace commands {

void checked::DeleteFramebuffers(Context& context, std::span<const GLuint> framebuffers) {
    FramebufferState& state = context.framebuffers;
    for (const GLuint name : framebuffers) {
        if (name == 0) continue;
        if (state.draw && state.draw->name == name) state.draw = nullptr;
        if (state.read && state.read->name == name) state.read = nullptr;
        context.framebuffer_names.erase(name);
    }
}

GLenum CheckFramebufferStatus(Context& context, GLenum target) {
    if (!check_framebuffer_target(context, target)) return 0;
    return framebuffer_status(context.version, context.framebuffers, bound_framebuffer(context, target));
}

void FramebufferTextureLayer(Context& context, GLenum target, GLenum attachment, GLuint texture, GLint level,
                             GLint layer) {
    framebuffer_texture_layer(context, target, attachment, texture, level, layer);
}

void FramebufferTexture(Context& context, GLenum target, GLenum attachment, GLuint texture, GLint level) {
    Framebuffer* const framebuffer = framebuffer_to_change(context, target);
    if (!framebuffer) return;
    const AttachmentSlots slots = attachment_slots(context, *framebuffer, attachment);
    if (!slots.first) return;
    bool detach = false;
    const auto object = find_texture(context, *context.shared, texture, &detach, GL_INVALID_VALUE);
    if (detach) {
        attach(slots, {});
        return;
    }
    if (object && object->kind == TextureKind::Buffer) {
        context.error(GL_INVALID_OPERATION, "%u is a buffer texture", texture);
        return;
    }
    if (!object || !check_attachment_level(context, *object, level)) return;
    const bool layered = object->kind != TextureKind::Texture1D && object->kind != TextureKind::Texture2D &&
                         object->kind != TextureKind::Rectangle && object->kind != TextureKind::Multisample2D;
    attach(slots, {object, nullptr, level, 0, 0, layered});
}

void FramebufferRenderbuffer(Context& context, GLenum target, GLenum attachment, GLenum renderbuffertarget,
                             GLuint renderbuffer) {
    Framebuffer* const framebuffer = framebuffer_to_change(context, target);
    if (!framebuffer) return;
    const AttachmentSlots slots = attachment_slots(context, *framebuffer, attachment);
    if (!slots.first) return;
    if (renderbuffertarget != GL_RENDERBUFFER) {
        context.error(GL_INVALID_ENUM, "%s is not RENDERBUFFER", enum_name(renderbuffertarget));
        return;
    }
    if (renderbuffer == 0) {
        attach(slots, {});
        return;
    }
    auto object = context.shared->renderbuffers.find(renderbuffer);
    if (!object) {
        context.error(GL_INVALID_OPERATION, "there is no renderbuffer %u", renderbuffer);
        return;
    }
    attach(slots, {nullptr, std::move(object)});
}

void FramebufferParameteri(Context& context, GLenum target, GLenum pname, GLint param) {
    if (is_sample_location_parameter(pname)) {
        if (!check_framebuffer_target(context, target)) return;
        sample_location_parameter(sample_locations(context.framebuffers, target), pname) = param != 0;
        return;
    }
    Framebuffer* const framebuffer = framebuffer_to_change(context, target);
    if (!framebuffer) return;
    int32_t* value = nullptr;
    int32_t most = limits::MAX_TEXTURE_SIZE;
    switch (pname) {
        case GL_FRAMEBUFFER_DEFAULT_WIDTH: value = &framebuffer->default_width; break;
        case GL_FRAMEBUFFER_DEFAULT_HEIGHT: value = &framebuffer->default_height; break;
        case GL_FRAMEBUFFER_DEFAULT_LAYERS:
            value = &framebuffer->default_layers, most = limits::MAX_ARRAY_TEXTURE_LAYERS;
            break;
        case GL_FRAMEBUFFER_DEFAULT_SAMPLES: value = &framebuffer->default_samples, most = max_samples; break;
        case GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS:
            framebuffer->default_fixed_sample_locations = param != 0;
            return;
        default: context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(pname)); return;
    }
    if (param < 0 || param > most)
        context.error(GL_INVALID_VALUE, "%d is out of range", param);
    else
        *value = param;
}

void GetFramebufferParameteriv(Context& context, GLenum target, GLenum pname, GLint* params) {
    if (!check_framebuffer_target(context, target)) return;
    switch (pname) {
        // The window's framebuffer has these, too (GL 4.5).
        case GL_DOUBLEBUFFER:
        case GL_IMPLEMENTATION_COLOR_READ_FORMAT:
        case GL_IMPLEMENTATION_COLOR_READ_TYPE:
        case GL_SAMPLES:
        case GL_SAMPLE_BUFFERS:
        case GL_STEREO: return get_framebuffer_state(context, target, pname, params);
        case GL_FRAMEBUFFER_PROGRAMMABLE_SAMPLE_LOCATIONS_ARB:
        case GL_FRAMEBUFFER_SAMPLE_LOCATION_PIXEL_GRID_ARB:
            *params = sample_location_parameter(sample_locations(context.framebuffers, target), pname);
            return;
        default: break;
    }
    const Framebuffer* const framebuffer = framebuffer_to_change(context, target);
    if (!framebuffer) return;
    switch (pname) {
        case GL_FRAMEBUFFER_DEFAULT_WIDTH: *params = framebuffer->default_width; break;
        case GL_FRAMEBUFFER_DEFAULT_HEIGHT: *params = framebuffer->default_height; break;
        case GL_FRAMEBUFFER_DEFAULT_LAYERS: *params = framebuffer->default_layers; break;
        case GL_FRAMEBUFFER_DEFAULT_SAMPLES: *params = framebuffer->default_samples; break;
        case GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS:
            *params = framebuffer->default_fixed_sample_locations;
            break;
        default: context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(pname)); break;
    }
}

#include "glapi/commands/framebuffers/framebuffers.def"

}  // namespace commands
}  // namespace glapi
