// Renderbuffers (ARB_framebuffer_object §4.4.2).
#include <algorithm>
#include <string_view>

#include "glapi/commands/name_rules.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/renderbuffers/renderbuffer.h"
#include "glapi/pixels/version_formats.h"
#include "glapi/registry/context_strings.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"

namespace glapi {
namespace {

bool check_target(Errors& errors, GLenum target) {
    if (target == GL_RENDERBUFFER) return true;
    errors.error(GL_INVALID_ENUM, "%s is not RENDERBUFFER", enum_name(target));
    return false;
}

// ARB_internalformat_query and OpenGL ES 3.0: limits are those of formats, and going beyond them another error.
bool formats_have_limits(const Version& version, const ContextStrings& strings) {
    if (version.is_es2()) return true;
    const auto is_query = [](const char* name) { return std::string_view(name) == "GL_ARB_internalformat_query"; };
    return std::ranges::any_of(strings.extensions, is_query);
}

// EXT_framebuffer_object and OpenGL ES let applications choose names; ARB_framebuffer_object does not.
void bind_renderbuffer(Errors& errors, FramebufferState& framebuffers, ShareGroup& shared, GLenum target, GLuint name,
                       bool own_names) {
    if (!check_target(errors, target)) return;
    if (name == 0) {
        framebuffers.renderbuffer = nullptr;
        return;
    }
    std::shared_ptr<Renderbuffer> object = shared.renderbuffers.find(name);
    if (!object) {
        if (!own_names && !shared.renderbuffers.reserved(name)) {
            errors.error(GL_INVALID_OPERATION, "%u is not a name from glGenRenderbuffers", name);
            return;
        }
        object = std::make_shared<Renderbuffer>(name);
        shared.renderbuffers.insert(name, object);
    }
    object->created = true;
    framebuffers.renderbuffer = std::move(object);
}

void storage(Context& context, GLenum target, GLsizei samples, GLenum internal_format, GLsizei width, GLsizei height) {
    if (!check_target(context, target)) return;
    const InternalFormat* const format = renderbuffer_format(context.version, internal_format);
    if (!format) {
        context.error(GL_INVALID_ENUM, "%s can't be rendered to", enum_name(internal_format));
        return;
    }
    if (width < 0 || height < 0 || width > limits::MAX_RENDERBUFFER_SIZE || height > limits::MAX_RENDERBUFFER_SIZE) {
        context.error(GL_INVALID_VALUE, "size %d by %d", width, height);
        return;
    }
    if (samples < 0 || samples > max_samples) {
        const bool by_format = samples > 0 && formats_have_limits(context.version, context.strings);
        context.error(by_format ? GL_INVALID_OPERATION : GL_INVALID_VALUE, "%d samples; at most %d are possible",
                      samples, max_samples);
        return;
    }
    Renderbuffer* const object = context.framebuffers.renderbuffer.get();
    if (!object) {
        context.error(GL_INVALID_OPERATION, "no renderbuffer is bound");
        return;
    }
    object->format = format;
    object->width = width;
    object->height = height;
    object->samples = rasterizer::sample_count_for(samples);
    object->image = nullptr;
    if (width > 0 && height > 0) {
        object->image = std::make_shared<runtime::Image>(format->format, runtime::Extent{width, height, 1},
                                                         std::max(object->samples, 1));
    }
}

}  // namespace

namespace commands {

void checked::DeleteRenderbuffers(Context& context, std::span<const GLuint> renderbuffers) {
    FramebufferState& state = context.framebuffers;
    for (const GLuint name : renderbuffers) {
        if (name == 0) continue;
        const auto object = context.shared->renderbuffers.find(name);
        context.shared->renderbuffers.erase(name);
        if (!object) continue;
        if (state.renderbuffer == object) state.renderbuffer = nullptr;
        // Detached from the bound framebuffers only (ARB_framebuffer_object §4.4.2.2).
        for (Framebuffer* framebuffer : {state.draw.get(), state.read.get()}) {
            if (!framebuffer) continue;
            for (Attachment& color : framebuffer->colors) {
                if (color.renderbuffer == object) color = {};
            }
            if (framebuffer->depth.renderbuffer == object) framebuffer->depth = {};
            if (framebuffer->stencil.renderbuffer == object) framebuffer->stencil = {};
        }
    }
}

void BindRenderbuffer(Context& context, GLenum target, GLuint renderbuffer) {
    bind_renderbuffer(context, context.framebuffers, *context.shared, target, renderbuffer,
                      takes_any_name(context.version, NameUse::Renderbuffer));
}
void BindRenderbufferEXT(Context& context, GLenum target, GLuint renderbuffer) {
    bind_renderbuffer(context, context.framebuffers, *context.shared, target, renderbuffer, true);
}

void RenderbufferStorage(Context& context, GLenum target, GLenum internalformat, GLsizei width, GLsizei height) {
    storage(context, target, 0, internalformat, width, height);
}
void RenderbufferStorageMultisample(Context& context, GLenum target, GLsizei samples, GLenum internalformat,
                                    GLsizei width, GLsizei height) {
    storage(context, target, samples, internalformat, width, height);
}

// NV_framebuffer_multisample_coverage: each sample has a colour, whatever fewer colours are asked for.
void RenderbufferStorageMultisampleCoverageNV(Context& context, GLenum target, GLsizei coverageSamples,
                                              GLsizei colorSamples, GLenum internalformat, GLsizei width,
                                              GLsizei height) {
    if (colorSamples < 0) return context.error(GL_INVALID_VALUE, "%d colour samples", colorSamples);
    if (colorSamples > coverageSamples)
        return context.error(GL_INVALID_OPERATION, "%d samples of colours, but only %d of coverage", colorSamples,
                             coverageSamples);
    storage(context, target, coverageSamples, internalformat, width, height);
}

void GetRenderbufferParameteriv(Context& context, GLenum target, GLenum pname, GLint* params) {
    if (!check_target(context, target)) return;
    const Renderbuffer* const object = context.framebuffers.renderbuffer.get();
    if (!object) {
        context.error(GL_INVALID_OPERATION, "no renderbuffer is bound");
        return;
    }
    std::array<uint8_t, 6> bits{};
    if (object->format) bits = runtime::format_info(object->format->format).bits;
    switch (pname) {
        case GL_RENDERBUFFER_WIDTH: *params = object->width; break;
        case GL_RENDERBUFFER_HEIGHT: *params = object->height; break;
        case GL_RENDERBUFFER_INTERNAL_FORMAT:
            *params = object->format             ? static_cast<GLint>(object->format->name)
                      : context.version.is_es2() ? GL_RGBA4
                                                 : GL_RGBA;
            break;
        case GL_RENDERBUFFER_RED_SIZE: *params = bits[0]; break;
        case GL_RENDERBUFFER_GREEN_SIZE: *params = bits[1]; break;
        case GL_RENDERBUFFER_BLUE_SIZE: *params = bits[2]; break;
        case GL_RENDERBUFFER_ALPHA_SIZE: *params = bits[3]; break;
        case GL_RENDERBUFFER_DEPTH_SIZE: *params = bits[4]; break;
        case GL_RENDERBUFFER_STENCIL_SIZE: *params = bits[5]; break;
        case GL_RENDERBUFFER_SAMPLES:  // RENDERBUFFER_COVERAGE_SAMPLES_NV
        case GL_RENDERBUFFER_COLOR_SAMPLES_NV: *params = object->samples; break;
        default: context.error(GL_INVALID_ENUM, "%s is no parameter", enum_name(pname)); break;
    }
}

}  // namespace commands
}  // namespace glapi
