// Framebuffer objects: names, bindings, attachments, draw and read buffers (ARB_framebuffer_object §4.4).
#include <algorithm>

#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/registry/enum_names.h"

namespace glapi {
namespace {

bool check_count(Context& context, const char* command, GLsizei n) {
    if (n >= 0) return true;
    context.error(GL_INVALID_VALUE, "%s: count %d is negative", command, n);
    return false;
}

bool check_target(Context& context, const char* command, GLenum target) {
    if (target == GL_FRAMEBUFFER || target == GL_DRAW_FRAMEBUFFER || target == GL_READ_FRAMEBUFFER) return true;
    context.error(GL_INVALID_ENUM, "%s: %s is no framebuffer target", command, enum_name(target));
    return false;
}

// The framebuffer bound to a target; null for the window's.
Framebuffer* bound(Context& context, GLenum target) {
    return target == GL_READ_FRAMEBUFFER ? context.framebuffers.read.get() : context.framebuffers.draw.get();
}

void bind(Context& context, const char* command, GLenum target, GLuint name, bool own_names) {
    if (!check_target(context, command, target)) return;
    std::shared_ptr<Framebuffer> object;
    if (name != 0) {
        object = context.framebuffer_names.find(name);
        if (!object) {
            if (!own_names && !context.framebuffer_names.reserved(name)) {
                context.error(GL_INVALID_OPERATION, "%s: %u is not a name from glGenFramebuffers", command, name);
                return;
            }
            object = std::make_shared<Framebuffer>(name);
            context.framebuffer_names.insert(name, object);
        }
        object->created = true;
    }
    if (target != GL_READ_FRAMEBUFFER) context.framebuffers.draw = object;
    if (target != GL_DRAW_FRAMEBUFFER) context.framebuffers.read = std::move(object);
}

// ---- attachments -------------------------------------------------------------------------------------------------

struct Slots {
    Attachment* first = nullptr;
    Attachment* second = nullptr;  // DEPTH_STENCIL_ATTACHMENT
};

// The attachment points a token names; none after an error.
Slots attachment_slots(Context& context, const char* command, Framebuffer& framebuffer, GLenum attachment) {
    if (attachment >= GL_COLOR_ATTACHMENT0 && attachment < GL_COLOR_ATTACHMENT0 + 32) {
        const GLenum index = attachment - GL_COLOR_ATTACHMENT0;
        if (index < max_color_attachments) return {&framebuffer.colors[index]};
        context.error(GL_INVALID_OPERATION, "%s: there are %d colour attachments", command, max_color_attachments);
        return {};
    }
    switch (attachment) {
        case GL_DEPTH_ATTACHMENT: return {&framebuffer.depth};
        case GL_STENCIL_ATTACHMENT: return {&framebuffer.stencil};
        case GL_DEPTH_STENCIL_ATTACHMENT: return {&framebuffer.depth, &framebuffer.stencil};
        default: break;
    }
    context.error(GL_INVALID_ENUM, "%s: %s is no attachment point", command, enum_name(attachment));
    return {};
}

// The framebuffer object to change; null after an error.
Framebuffer* framebuffer_to_change(Context& context, const char* command, GLenum target) {
    if (!check_target(context, command, target)) return nullptr;
    Framebuffer* const framebuffer = bound(context, target);
    if (!framebuffer)
        context.error(GL_INVALID_OPERATION, "%s: no framebuffer object is bound to %s", command, enum_name(target));
    return framebuffer;
}

void attach(Context& context, const Slots& slots, const Attachment& what) {
    // What has been drawn so far keeps going to the old images: draws hold them.
    (void)context;
    if (slots.first) *slots.first = what;
    if (slots.second) *slots.second = what;
}

// Finds the texture for an attachment; null with `*detach` set for name 0.
std::shared_ptr<Texture> find_texture(Context& context, const char* command, GLuint name, bool* detach) {
    *detach = name == 0;
    if (name == 0) return nullptr;
    auto texture = context.shared->textures.find(name);
    if (!texture) context.error(GL_INVALID_OPERATION, "%s: there is no texture %u", command, name);
    return texture;
}

bool check_attachment_level(Context& context, const char* command, const Texture& texture, GLint level) {
    if (level >= 0 && level < level_count(texture.kind)) return true;
    context.error(GL_INVALID_VALUE, "%s: there is no level %d", command, level);
    return false;
}

void framebuffer_texture(Context& context, const char* command, GLenum target, GLenum attachment, int dimensions,
                         GLenum textarget, GLuint name, GLint level, GLint zoffset) {
    Framebuffer* const framebuffer = framebuffer_to_change(context, command, target);
    if (!framebuffer) return;
    const Slots slots = attachment_slots(context, command, *framebuffer, attachment);
    if (!slots.first) return;
    bool detach = false;
    const auto texture = find_texture(context, command, name, &detach);
    if (detach) {
        attach(context, slots, {});
        return;
    }
    if (!texture) return;
    const TargetInfo info = target_info(textarget);
    bool allowed = info.valid && !info.proxy;
    if (dimensions == 1) allowed = allowed && info.kind == TextureKind::Texture1D;
    if (dimensions == 2)
        allowed = allowed && (info.kind == TextureKind::Texture2D || info.kind == TextureKind::Rectangle ||
                              info.kind == TextureKind::Multisample2D || info.face_target);
    if (dimensions == 3) allowed = allowed && info.kind == TextureKind::Texture3D;
    if (!info.valid) {
        context.error(GL_INVALID_ENUM, "%s: %s is no texture target", command, enum_name(textarget));
        return;
    }
    if (!allowed || info.kind != texture->kind) {
        context.error(GL_INVALID_OPERATION, "%s: texture %u can't be attached as %s", command, name,
                      enum_name(textarget));
        return;
    }
    if (!check_attachment_level(context, command, *texture, level)) return;
    if (zoffset < 0 || zoffset >= max_texture_size_3d) {
        context.error(GL_INVALID_VALUE, "%s: there is no layer %d", command, zoffset);
        return;
    }
    attach(context, slots, {texture, nullptr, level, zoffset, info.face, false});
}

void framebuffer_texture_layer(Context& context, const char* command, GLenum target, GLenum attachment, GLuint name,
                               GLint level, GLint layer) {
    Framebuffer* const framebuffer = framebuffer_to_change(context, command, target);
    if (!framebuffer) return;
    const Slots slots = attachment_slots(context, command, *framebuffer, attachment);
    if (!slots.first) return;
    bool detach = false;
    const auto texture = find_texture(context, command, name, &detach);
    if (detach) {
        attach(context, slots, {});
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
        default: context.error(GL_INVALID_OPERATION, "%s: texture %u has no layers", command, name); return;
    }
    const bool cube = texture->kind == TextureKind::Cube;
    if (layer < 0 || layer >= (cube ? 6 : max_texture_layers)) {
        context.error(GL_INVALID_VALUE, "%s: there is no layer %d", command, layer);
        return;
    }
    if (!check_attachment_level(context, command, *texture, level)) return;
    attach(context, slots, {texture, nullptr, level, cube ? 0 : layer, cube ? layer : 0, false});
}

}  // namespace

namespace commands {

void GenFramebuffers(Context& context, GLsizei n, GLuint* framebuffers) {
    if (check_count(context, "glGenFramebuffers", n))
        context.framebuffer_names.generate({framebuffers, static_cast<size_t>(n)});
}

void CreateFramebuffers(Context& context, GLsizei n, GLuint* framebuffers) {
    if (!check_count(context, "glCreateFramebuffers", n)) return;
    context.framebuffer_names.generate({framebuffers, static_cast<size_t>(n)});
    for (GLsizei i = 0; i < n; ++i)
        context.framebuffer_names.insert(framebuffers[i], std::make_shared<Framebuffer>(framebuffers[i]));
}

void DeleteFramebuffers(Context& context, GLsizei n, const GLuint* framebuffers) {
    if (!check_count(context, "glDeleteFramebuffers", n)) return;
    FramebufferState& state = context.framebuffers;
    for (GLsizei i = 0; i < n; ++i) {
        if (framebuffers[i] == 0) continue;
        if (state.draw && state.draw->name == framebuffers[i]) state.draw = nullptr;
        if (state.read && state.read->name == framebuffers[i]) state.read = nullptr;
        context.framebuffer_names.erase(framebuffers[i]);
    }
}

GLboolean IsFramebuffer(Context& context, GLuint framebuffer) {
    return framebuffer != 0 && context.framebuffer_names.get(framebuffer) != nullptr;
}

void BindFramebuffer(Context& context, GLenum target, GLuint framebuffer) {
    bind(context, "glBindFramebuffer", target, framebuffer, false);
}
void BindFramebufferEXT(Context& context, GLenum target, GLuint framebuffer) {
    bind(context, "glBindFramebufferEXT", target, framebuffer, true);
}

GLenum CheckFramebufferStatus(Context& context, GLenum target) {
    if (!check_target(context, "glCheckFramebufferStatus", target)) return 0;
    return framebuffer_status(context, bound(context, target));
}

void FramebufferTexture1D(Context& context, GLenum target, GLenum attachment, GLenum textarget, GLuint texture,
                          GLint level) {
    framebuffer_texture(context, "glFramebufferTexture1D", target, attachment, 1, textarget, texture, level, 0);
}
void FramebufferTexture2D(Context& context, GLenum target, GLenum attachment, GLenum textarget, GLuint texture,
                          GLint level) {
    framebuffer_texture(context, "glFramebufferTexture2D", target, attachment, 2, textarget, texture, level, 0);
}
void FramebufferTexture3D(Context& context, GLenum target, GLenum attachment, GLenum textarget, GLuint texture,
                          GLint level, GLint zoffset) {
    framebuffer_texture(context, "glFramebufferTexture3D", target, attachment, 3, textarget, texture, level, zoffset);
}
void FramebufferTextureLayer(Context& context, GLenum target, GLenum attachment, GLuint texture, GLint level,
                             GLint layer) {
    framebuffer_texture_layer(context, "glFramebufferTextureLayer", target, attachment, texture, level, layer);
}
void FramebufferTextureFaceARB(Context& context, GLenum target, GLenum attachment, GLuint texture, GLint level,
                               GLenum face) {
    framebuffer_texture(context, "glFramebufferTextureFaceARB", target, attachment, 2, face, texture, level, 0);
}

void FramebufferTexture(Context& context, GLenum target, GLenum attachment, GLuint texture, GLint level) {
    Framebuffer* const framebuffer = framebuffer_to_change(context, "glFramebufferTexture", target);
    if (!framebuffer) return;
    const Slots slots = attachment_slots(context, "glFramebufferTexture", *framebuffer, attachment);
    if (!slots.first) return;
    bool detach = false;
    const auto object = find_texture(context, "glFramebufferTexture", texture, &detach);
    if (detach) {
        attach(context, slots, {});
        return;
    }
    if (!object || !check_attachment_level(context, "glFramebufferTexture", *object, level)) return;
    const bool layered = object->kind != TextureKind::Texture1D && object->kind != TextureKind::Texture2D &&
                         object->kind != TextureKind::Rectangle && object->kind != TextureKind::Multisample2D;
    attach(context, slots, {object, nullptr, level, 0, 0, layered});
}

void FramebufferRenderbuffer(Context& context, GLenum target, GLenum attachment, GLenum renderbuffertarget,
                             GLuint renderbuffer) {
    Framebuffer* const framebuffer = framebuffer_to_change(context, "glFramebufferRenderbuffer", target);
    if (!framebuffer) return;
    const Slots slots = attachment_slots(context, "glFramebufferRenderbuffer", *framebuffer, attachment);
    if (!slots.first) return;
    if (renderbuffertarget != GL_RENDERBUFFER) {
        context.error(GL_INVALID_ENUM, "glFramebufferRenderbuffer: %s is not RENDERBUFFER",
                      enum_name(renderbuffertarget));
        return;
    }
    if (renderbuffer == 0) {
        attach(context, slots, {});
        return;
    }
    auto object = context.shared->renderbuffers.find(renderbuffer);
    if (!object) {
        context.error(GL_INVALID_OPERATION, "glFramebufferRenderbuffer: there is no renderbuffer %u", renderbuffer);
        return;
    }
    attach(context, slots, {nullptr, std::move(object)});
}

void FramebufferParameteri(Context& context, GLenum target, GLenum pname, GLint param) {
    Framebuffer* const framebuffer = framebuffer_to_change(context, "glFramebufferParameteri", target);
    if (!framebuffer) return;
    int32_t* value = nullptr;
    int32_t most = max_texture_size;
    switch (pname) {
        case GL_FRAMEBUFFER_DEFAULT_WIDTH: value = &framebuffer->default_width; break;
        case GL_FRAMEBUFFER_DEFAULT_HEIGHT: value = &framebuffer->default_height; break;
        case GL_FRAMEBUFFER_DEFAULT_LAYERS: value = &framebuffer->default_layers, most = max_texture_layers; break;
        case GL_FRAMEBUFFER_DEFAULT_SAMPLES: value = &framebuffer->default_samples, most = max_samples; break;
        case GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS: return;
        default:
            context.error(GL_INVALID_ENUM, "glFramebufferParameteri: %s is no parameter", enum_name(pname));
            return;
    }
    if (param < 0 || param > most)
        context.error(GL_INVALID_VALUE, "glFramebufferParameteri: %d is out of range", param);
    else
        *value = param;
}

void GetFramebufferParameteriv(Context& context, GLenum target, GLenum pname, GLint* params) {
    const Framebuffer* const framebuffer = framebuffer_to_change(context, "glGetFramebufferParameteriv", target);
    if (!framebuffer) return;
    switch (pname) {
        case GL_FRAMEBUFFER_DEFAULT_WIDTH: *params = framebuffer->default_width; break;
        case GL_FRAMEBUFFER_DEFAULT_HEIGHT: *params = framebuffer->default_height; break;
        case GL_FRAMEBUFFER_DEFAULT_LAYERS: *params = framebuffer->default_layers; break;
        case GL_FRAMEBUFFER_DEFAULT_SAMPLES: *params = framebuffer->default_samples; break;
        case GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS: *params = GL_TRUE; break;
        default:
            context.error(GL_INVALID_ENUM, "glGetFramebufferParameteriv: %s is no parameter", enum_name(pname));
            break;
    }
}

// ---- attachment queries ------------------------------------------------------------------------------------------

void GetFramebufferAttachmentParameteriv(Context& context, GLenum target, GLenum attachment, GLenum pname,
                                         GLint* params) {
    constexpr const char* command = "glGetFramebufferAttachmentParameteriv";
    if (!check_target(context, command, target)) return;
    Framebuffer* const framebuffer = bound(context, target);
    if (!framebuffer) {
        // ARB_framebuffer_object: the window's buffers can be asked for by their names.
        const WindowFramebuffer* const window = context.framebuffers.window_draw.get();
        std::array<int, 6> bits{};
        bool exists = window != nullptr;
        if (window) {
            const BufferConfig& config = window->config();
            switch (attachment) {
                case GL_BACK_LEFT:
                case GL_BACK: exists = config.double_buffered; [[fallthrough]];
                case GL_FRONT:
                case GL_FRONT_LEFT: bits = {config.red, config.green, config.blue, config.alpha}; break;
                case GL_DEPTH: bits[4] = config.depth, exists = config.depth != 0; break;
                case GL_STENCIL: bits[5] = config.stencil, exists = config.stencil != 0; break;
                case GL_FRONT_RIGHT:
                case GL_BACK_RIGHT: exists = false; break;
                default:
                    context.error(GL_INVALID_ENUM, "%s: %s is no buffer of a window", command, enum_name(attachment));
                    return;
            }
        }
        switch (pname) {
            case GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE: *params = exists ? GL_FRAMEBUFFER_DEFAULT : GL_NONE; break;
            case GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME: *params = 0; break;
            case GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE: *params = bits[0]; break;
            case GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE: *params = bits[1]; break;
            case GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE: *params = bits[2]; break;
            case GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE: *params = bits[3]; break;
            case GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE: *params = bits[4]; break;
            case GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE: *params = bits[5]; break;
            case GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE:
                *params = attachment == GL_STENCIL ? GL_UNSIGNED_INT : GL_UNSIGNED_NORMALIZED;
                break;
            case GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING: *params = GL_LINEAR; break;
            default: context.error(GL_INVALID_ENUM, "%s: %s is no parameter", command, enum_name(pname)); break;
        }
        return;
    }

    const Slots slots = attachment_slots(context, command, *framebuffer, attachment);
    if (!slots.first) return;
    if (slots.second && !(*slots.first == *slots.second)) {
        context.error(GL_INVALID_OPERATION, "%s: depth and stencil have different attachments", command);
        return;
    }
    const Attachment& at = *slots.first;
    if (!at && pname != GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE && pname != GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) {
        context.error(GL_INVALID_OPERATION, "%s: nothing is attached at %s", command, enum_name(attachment));
        return;
    }
    std::array<uint8_t, 6> bits{};
    const rasterizer::SurfaceView view = at.view();
    const runtime::FormatInfo* const info = view ? &runtime::format_info(view.image->format()) : nullptr;
    if (info) bits = info->bits;
    const auto texture_only = [&](GLint value) {
        if (at.texture)
            *params = value;
        else
            context.error(GL_INVALID_ENUM, "%s: %s is for textures", command, enum_name(pname));
    };
    switch (pname) {
        case GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE:
            *params = at.texture ? GL_TEXTURE : at.renderbuffer ? GL_RENDERBUFFER : GL_NONE;
            break;
        case GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME:
            *params = static_cast<GLint>(at.texture ? at.texture->name : at.renderbuffer ? at.renderbuffer->name : 0);
            break;
        case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL: texture_only(at.level); break;
        case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE:
            texture_only(at.texture && at.texture->kind == TextureKind::Cube && !at.layered
                             ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + at.face
                             : 0);
            break;
        case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER: texture_only(at.layer); break;
        case GL_FRAMEBUFFER_ATTACHMENT_LAYERED: texture_only(at.layered); break;
        case GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE: *params = bits[0]; break;
        case GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE: *params = bits[1]; break;
        case GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE: *params = bits[2]; break;
        case GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE: *params = bits[3]; break;
        case GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE: *params = bits[4]; break;
        case GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE: *params = bits[5]; break;
        case GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING: *params = info && info->srgb ? GL_SRGB : GL_LINEAR; break;
        case GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE:
            if (slots.second) {
                context.error(GL_INVALID_OPERATION, "%s: depth and stencil have different types", command);
                break;
            }
            switch (info ? info->component_class : runtime::ComponentClass::Unorm) {
                case runtime::ComponentClass::Snorm: *params = GL_SIGNED_NORMALIZED; break;
                case runtime::ComponentClass::Float: *params = GL_FLOAT; break;
                case runtime::ComponentClass::Signed: *params = GL_INT; break;
                case runtime::ComponentClass::Unsigned: *params = GL_UNSIGNED_INT; break;
                case runtime::ComponentClass::Stencil: *params = GL_UNSIGNED_INT; break;
                default:
                    *params = attachment == GL_STENCIL_ATTACHMENT ? GL_UNSIGNED_INT : GL_UNSIGNED_NORMALIZED;
                    break;
            }
            break;
        default: context.error(GL_INVALID_ENUM, "%s: %s is no parameter", command, enum_name(pname)); break;
    }
}

}  // namespace commands

// ---- draw and read buffers (GL 2.1 §4.2.1, §4.3.2) -----------------------------------------------------------------

namespace {

enum class WindowToken : uint8_t { Unknown, One, Several, Missing };

// What a buffer token means for a window: one buffer, several, or one the window hasn't got.
WindowToken window_token(const Context& context, GLenum buffer) {
    const WindowFramebuffer* const window = context.framebuffers.window_draw.get();
    const bool has_back = !window || window->config().double_buffered;
    switch (buffer) {
        case GL_FRONT_LEFT: return WindowToken::One;
        case GL_BACK_LEFT: return has_back ? WindowToken::One : WindowToken::Missing;
        case GL_FRONT: return WindowToken::Several;
        case GL_BACK: return has_back ? WindowToken::Several : WindowToken::Missing;
        case GL_LEFT:
        case GL_FRONT_AND_BACK: return WindowToken::Several;
        case GL_FRONT_RIGHT:
        case GL_BACK_RIGHT:
        case GL_RIGHT: return WindowToken::Missing;
        default: break;
    }
    if (buffer >= GL_AUX0 && buffer <= GL_AUX3) return WindowToken::Missing;
    return WindowToken::Unknown;
}

bool is_color_attachment(GLenum buffer) { return buffer >= GL_COLOR_ATTACHMENT0 && buffer < GL_COLOR_ATTACHMENT0 + 32; }

void draw_buffers(Context& context, const char* command, GLsizei n, const GLenum* buffers, bool single) {
    if (n < 0 || n > max_color_attachments) {
        context.error(GL_INVALID_VALUE, "%s: %d buffers; at most %d are possible", command, n, max_color_attachments);
        return;
    }
    Framebuffer* const framebuffer = context.framebuffers.draw.get();
    std::array<GLenum, max_color_attachments> chosen{};
    for (GLsizei i = 0; i < n; ++i) {
        const GLenum buffer = buffers[i];
        chosen[i] = buffer;
        if (buffer == GL_NONE) continue;
        const WindowToken token = window_token(context, buffer);
        if (token == WindowToken::Unknown && !is_color_attachment(buffer)) {
            context.error(GL_INVALID_ENUM, "%s: %s is no buffer", command, enum_name(buffer));
            return;
        }
        if (framebuffer) {
            if (!is_color_attachment(buffer) || buffer >= GL_COLOR_ATTACHMENT0 + max_color_attachments) {
                context.error(GL_INVALID_OPERATION, "%s: %s is no buffer of a framebuffer object", command,
                              enum_name(buffer));
                return;
            }
        } else {
            if (is_color_attachment(buffer)) {
                context.error(GL_INVALID_OPERATION, "%s: %s is no buffer of a window", command, enum_name(buffer));
                return;
            }
            // ARB_draw_buffers: names that stand for several buffers are for DrawBuffer only. (GL 4.5 lets BACK
            // through where it is the only one.)
            if (!single && token == WindowToken::Several && !(buffer == GL_BACK && n == 1)) {
                context.error(GL_INVALID_ENUM, "%s: %s may stand for several buffers", command, enum_name(buffer));
                return;
            }
            if (token == WindowToken::Missing) {
                context.error(GL_INVALID_OPERATION, "%s: the window has no %s", command, enum_name(buffer));
                return;
            }
        }
        if (std::find(chosen.begin(), chosen.begin() + i, buffer) != chosen.begin() + i) {
            context.error(GL_INVALID_OPERATION, "%s: %s appears twice", command, enum_name(buffer));
            return;
        }
    }
    (framebuffer ? framebuffer->draw_buffers : context.framebuffers.window_draw_buffers) = chosen;
}

}  // namespace

namespace commands {

void DrawBuffer(Context& context, GLenum buf) { draw_buffers(context, "glDrawBuffer", 1, &buf, true); }

void DrawBuffers(Context& context, GLsizei n, const GLenum* bufs) {
    draw_buffers(context, "glDrawBuffers", n, bufs, false);
}

void ReadBuffer(Context& context, GLenum src) {
    Framebuffer* const framebuffer = context.framebuffers.read.get();
    const WindowToken token = window_token(context, src);
    if (src != GL_NONE && ((token == WindowToken::Unknown && !is_color_attachment(src)) || src == GL_FRONT_AND_BACK)) {
        context.error(GL_INVALID_ENUM, "glReadBuffer: %s is no buffer", enum_name(src));
        return;
    }
    if (src != GL_NONE &&
        (framebuffer ? !is_color_attachment(src) || src >= GL_COLOR_ATTACHMENT0 + max_color_attachments
                     : is_color_attachment(src) || token == WindowToken::Missing)) {
        context.error(GL_INVALID_OPERATION, "glReadBuffer: the read framebuffer has no %s", enum_name(src));
        return;
    }
    (framebuffer ? framebuffer->read_buffer : context.framebuffers.window_read_buffer) = src;
}

}  // namespace commands
}  // namespace glapi
