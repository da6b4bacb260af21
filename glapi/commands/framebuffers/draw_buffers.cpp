// Draw and read buffers (GL 2.1 §4.2.1, §4.3.2).
#include <algorithm>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/registry/enum_names.h"
#include "glapi/registry/versions.h"

namespace glapi {
namespace {

enum class WindowToken : uint8_t { Unknown, One, Several, Missing };

// What a buffer token means for a window: one buffer, several, or one the window hasn't got.
WindowToken window_token(const FramebufferState& framebuffers, GLenum buffer) {
    const WindowFramebuffer* const window = framebuffers.window_draw.get();
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

bool names_several(GLenum buffer) {
    return buffer == GL_FRONT || buffer == GL_BACK || buffer == GL_LEFT || buffer == GL_RIGHT ||
           buffer == GL_FRONT_AND_BACK;
}

bool is_color_attachment(GLenum buffer) { return buffer >= GL_COLOR_ATTACHMENT0 && buffer < GL_COLOR_ATTACHMENT0 + 32; }

// OpenGL ES gives colour i to attachment i or to none, and colour 0 of a window to its back buffer (15.2.1 of 3.2).
bool validate_es_buffers(Errors& errors, const FramebufferState& framebuffers, GLsizei n, const GLenum* buffers) {
    if (!framebuffers.draw) {
        if (n == 1) return true;
        errors.error(GL_INVALID_OPERATION, "windows have one draw buffer");
        return false;
    }
    for (GLsizei i = 0; i < n; ++i) {
        if (buffers[i] == GL_NONE || !is_color_attachment(buffers[i]) || buffers[i] == GL_COLOR_ATTACHMENT0 + GLenum(i))
            continue;
        errors.error(GL_INVALID_OPERATION, "colour %d can't go to %s", i, enum_name(buffers[i]));
        return false;
    }
    return true;
}

void draw_buffers(Errors& errors, const Version& context_version, FramebufferState& framebuffers, GLsizei n,
                  const GLenum* buffers, bool single) {
    if (n < 0 || n > max_color_attachments) {
        errors.error(GL_INVALID_VALUE, "%d buffers; at most %d are possible", n, max_color_attachments);
        return;
    }
    Framebuffer* const framebuffer = framebuffers.draw.get();
    if (context_version.is_es2() && !validate_es_buffers(errors, framebuffers, n, buffers)) return;
    std::array<GLenum, max_color_attachments> chosen{};
    for (GLsizei i = 0; i < n; ++i) {
        const GLenum buffer = buffers[i];
        chosen[i] = buffer;
        if (buffer == GL_NONE) continue;
        const WindowToken token = window_token(framebuffers, buffer);
        if (token == WindowToken::Unknown && !is_color_attachment(buffer)) {
            errors.error(GL_INVALID_ENUM, "%s is no buffer", enum_name(buffer));
            return;
        }
        // Names that stand for several buffers are for DrawBuffer only. Their error is ARB_draw_buffers' up to GL 3.3,
        // and another one from 4.0 to 4.4. GL 4.5 and OpenGL ES let BACK through where it is a window's and the only
        // one.
        const int version = context_version.is_es2() ? whole_version : context_version.number();
        if (!single && version >= 45 && names_several(buffer) &&
            (buffer != GL_BACK || (framebuffer && !context_version.is_es2()))) {
            errors.error(GL_INVALID_ENUM, "%s may stand for several buffers", enum_name(buffer));
            return;
        }
        if (framebuffer) {
            if (!is_color_attachment(buffer) || buffer >= GL_COLOR_ATTACHMENT0 + max_color_attachments) {
                errors.error(GL_INVALID_OPERATION, "%s is no buffer of a framebuffer object", enum_name(buffer));
                return;
            }
        } else {
            if (is_color_attachment(buffer)) {
                errors.error(GL_INVALID_OPERATION, "%s is no buffer of a window", enum_name(buffer));
                return;
            }
            if (!single && names_several(buffer) && !(buffer == GL_BACK && n == 1 && version >= 45)) {
                errors.error(version >= 40 ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s may stand for several buffers",
                             enum_name(buffer));
                return;
            }
            if (token == WindowToken::Missing) {
                errors.error(GL_INVALID_OPERATION, "the window has no %s", enum_name(buffer));
                return;
            }
        }
        if (std::find(chosen.begin(), chosen.begin() + i, buffer) != chosen.begin() + i) {
            errors.error(GL_INVALID_OPERATION, "%s appears twice", enum_name(buffer));
            return;
        }
    }
    (framebuffer ? framebuffer->draw_buffers : framebuffers.window_draw_buffers) = chosen;
}

}  // namespace

namespace commands {

void DrawBuffer(Context& context, GLenum buf) {
    draw_buffers(context, context.version, context.framebuffers, 1, &buf, true);
}

void DrawBuffers(Context& context, GLsizei n, const GLenum* bufs) {
    draw_buffers(context, context.version, context.framebuffers, n, bufs, false);
}

void ReadBuffer(Context& context, GLenum src) {
    Framebuffer* const framebuffer = context.framebuffers.read.get();
    const WindowToken token = window_token(context.framebuffers, src);
    // OpenGL ES has no other buffers of a window.
    const bool is_window = context.version.is_es2() ? src == GL_BACK : token != WindowToken::Unknown;
    if (src != GL_NONE && !is_window && !is_color_attachment(src)) {
        context.error(GL_INVALID_ENUM, "%s is no buffer", enum_name(src));
        return;
    }
    if (src != GL_NONE &&
        (framebuffer ? !is_color_attachment(src) || src >= GL_COLOR_ATTACHMENT0 + max_color_attachments
                     : is_color_attachment(src) || token == WindowToken::Missing)) {
        context.error(GL_INVALID_OPERATION, "the read framebuffer has no %s", enum_name(src));
        return;
    }
    (framebuffer ? framebuffer->read_buffer : context.framebuffers.window_read_buffer) = src;
}

}  // namespace commands
}  // namespace glapi
