// Queries of attachments.
#include <array>

#include "glapi/commands/framebuffers/attachments.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/registry/enum_names.h"

namespace glapi {
namespace {

GLint component_type(const runtime::FormatInfo* info, GLenum attachment) {
    if (!info) return GL_NONE;
    switch (info->component_class) {
        case runtime::ComponentClass::Snorm: return GL_SIGNED_NORMALIZED;
        case runtime::ComponentClass::Float: return GL_FLOAT;
        case runtime::ComponentClass::Signed: return GL_INT;
        case runtime::ComponentClass::Unsigned:
        case runtime::ComponentClass::Stencil: return GL_UNSIGNED_INT;
        case runtime::ComponentClass::Unorm:
        case runtime::ComponentClass::Depth:
        case runtime::ComponentClass::DepthStencil: break;
    }
    return attachment == GL_STENCIL_ATTACHMENT ? GL_UNSIGNED_INT : GL_UNSIGNED_NORMALIZED;
}

// ARB_framebuffer_object: the window's buffers can be asked for by their names.
void get_window_parameter(Errors& errors, const FramebufferState& framebuffers, GLenum attachment, GLenum pname,
                          GLint* params) {
    const WindowFramebuffer* const window = framebuffers.window_draw.get();
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
            default: errors.error(GL_INVALID_ENUM, "%s is no buffer of a window", enum_name(attachment)); return;
        }
    }
    const bool color = bits[0] != 0;
    switch (pname) {
        case GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE: *params = exists ? GL_FRAMEBUFFER_DEFAULT : GL_NONE; break;
        case GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME:
            // Only what is not there has a name to be told, 0 (GL 4.6 §9.2.3).
            if (exists)
                errors.error(GL_INVALID_ENUM, "%s is no parameter of a window's buffer", enum_name(pname));
            else
                *params = 0;
            break;
        case GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE: *params = bits[0]; break;
        case GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE: *params = bits[1]; break;
        case GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE: *params = bits[2]; break;
        case GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE: *params = bits[3]; break;
        case GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE: *params = bits[4]; break;
        case GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE: *params = bits[5]; break;
        case GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE:
            *params = attachment == GL_STENCIL                ? GL_UNSIGNED_INT
                      : color && window->config().float_color ? GL_FLOAT
                                                              : GL_UNSIGNED_NORMALIZED;
            break;
        case GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING:
            *params = color && window->config().srgb_capable ? GL_SRGB : GL_LINEAR;
            break;
        default: errors.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(pname)); break;
    }
}

void get_attachment_parameter(Errors& errors, Framebuffer& framebuffer, GLenum attachment, GLenum pname,
                              GLint* params) {
    const AttachmentSlots slots = attachment_slots(errors, framebuffer, attachment);
    if (!slots.first) return;
    if (slots.second && !(*slots.first == *slots.second)) {
        errors.error(GL_INVALID_OPERATION, "depth and stencil have different attachments");
        return;
    }
    const Attachment& at = *slots.first;
    if (!at && pname != GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE && pname != GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) {
        errors.error(GL_INVALID_OPERATION, "nothing is attached at %s", enum_name(attachment));
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
            errors.error(GL_INVALID_ENUM, "%s is for textures", enum_name(pname));
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
            if (slots.second)
                errors.error(GL_INVALID_OPERATION, "depth and stencil have different types");
            else
                *params = component_type(info, attachment);
            break;
        default: errors.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(pname)); break;
    }
}

}  // namespace

namespace commands {

void GetFramebufferAttachmentParameteriv(Context& context, GLenum target, GLenum attachment, GLenum pname,
                                         GLint* params) {
    if (!check_framebuffer_target(context, target)) return;
    if (Framebuffer* const framebuffer = bound_framebuffer(context, target))
        get_attachment_parameter(context, *framebuffer, attachment, pname, params);
    else
        get_window_parameter(context, context.framebuffers, attachment, pname, params);
}

}  // namespace commands
}  // namespace glapi
