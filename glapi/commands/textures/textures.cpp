// Texture and sampler names, bindings and units (GL 2.1 §3.8.12, ARB_sampler_objects).
#include <vector>

#include "glapi/commands/name_rules.h"
#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"

namespace glapi {

bool is_external_target(const Version& version, GLenum target) {
    return target == GL_TEXTURE_EXTERNAL_OES && version.is_es();
}

namespace {

// Targets BindTexture takes.
bool bindable(GLenum target) {
    const TargetInfo info = target_info(target);
    return info.valid && !info.proxy && !info.face_target;
}

// Deleting a bound texture reverts the bindings, and detaches it from the bound framebuffers (GL 2.1 §3.8.12,
// ARB_framebuffer_object §4.4.2).
void detach(Context& context, const Texture& texture) {
    context.textures.unbind(texture);
    context.textures.handles.remove(texture);
    for (ImageUnit& unit : context.textures.images)
        if (unit.texture.get() == &texture) unit = free_image_unit(context.version);
    for (Framebuffer* framebuffer : {context.framebuffers.draw.get(), context.framebuffers.read.get()}) {
        if (!framebuffer) continue;
        for (Attachment& color : framebuffer->colors) {
            if (color.texture.get() == &texture) color = {};
        }
        if (framebuffer->depth.texture.get() == &texture) framebuffer->depth = {};
        if (framebuffer->stencil.texture.get() == &texture) framebuffer->stencil = {};
    }
}

}  // namespace

std::shared_ptr<Texture> make_texture(const Version& version, ShareGroup& shared, GLuint name, GLenum target) {
    auto texture = std::make_shared<Texture>(target, name);
    texture->depth_mode = initial_depth_mode(version.is_core(), version.is_es2());
    shared.textures.insert(name, texture);
    return texture;
}

namespace commands {

void checked::DeleteTextures(Context& context, std::span<const GLuint> textures) {
    for (const GLuint name : textures) {
        if (name == 0) continue;
        if (const auto texture = context.shared->textures.find(name)) detach(context, *texture);
        context.shared->textures.erase(name);
    }
}

void BindTexture(Context& context, GLenum target, GLuint texture) {
    const bool external = is_external_target(context.version, target);
    if (!bindable(target) && !external) {
        context.error(GL_INVALID_ENUM, "%s is no texture target", enum_name(target));
        return;
    }
    const int kind = static_cast<int>(target_info(target).kind);
    TextureUnit& unit = context.textures.active();
    std::shared_ptr<Texture>& binding = external ? unit.external : unit.textures[kind];
    if (texture == 0) {
        binding = external ? context.textures.default_external : context.textures.defaults[kind];
        return;
    }
    std::shared_ptr<Texture> object = context.shared->textures.find(texture);
    if (!object) {
        if (!takes_any_name(context.version, NameUse::Texture) && !context.shared->textures.reserved(texture)) {
            context.error(GL_INVALID_OPERATION, "%u is not a name from glGenTextures", texture);
            return;
        }
        object = make_texture(context.version, *context.shared, texture, target);
    } else if (object->target != target) {
        context.error(GL_INVALID_OPERATION, "texture %u is a %s, not a %s", texture, enum_name(object->target),
                      enum_name(target));
        return;
    }
    binding = std::move(object);
}

void BindTextureUnit(Context& context, GLuint unit, GLuint texture) {
    if (unit >= texture_unit_count) {
        context.error(GL_INVALID_VALUE, "unit %u is too high", unit);
        return;
    }
    TextureUnit& to = context.textures.units[unit];
    if (texture == 0) {
        to.textures = context.textures.defaults;
        return;
    }
    auto object = context.shared->textures.find(texture);
    if (!object) {
        context.error(GL_INVALID_OPERATION, "there is no texture %u", texture);
        return;
    }
    to.textures[static_cast<int>(object->kind)] = std::move(object);
}

void checked::BindTextures(Context& context, GLuint first, GLsizei count, const GLuint* textures) {
    if (first + static_cast<uint64_t>(count) > texture_unit_count) {
        context.error(GL_INVALID_OPERATION, "units %u to %u are too high", first, first + count);
        return;
    }
    for (GLsizei i = 0; i < count; ++i) BindTextureUnit(context, first + i, textures ? textures[i] : 0);
}

void ActiveTexture(Context& context, GLenum texture) {
    if (texture < GL_TEXTURE0 || texture >= GL_TEXTURE0 + texture_unit_count) {
        context.error(GL_INVALID_ENUM, "%s is not among the %d units", enum_name(texture), texture_unit_count);
        return;
    }
    context.textures.active_unit = static_cast<int32_t>(texture - GL_TEXTURE0);
}

// All textures are resident: there is no other memory.
GLboolean checked::AreTexturesResident(Context& context, std::span<const GLuint> textures,
                                       std::span<GLboolean> residences) {
    (void)residences;  // "If all are resident, residences is left unchanged" (GL 2.1 §3.8.12)
    for (const GLuint name : textures) {
        if (!IsTexture(context, name)) {
            context.error(GL_INVALID_VALUE, "%u is no texture", name);
            return GL_FALSE;
        }
    }
    return GL_TRUE;
}

void checked::PrioritizeTextures(Context& context, std::span<const GLuint> textures,
                                 std::span<const GLfloat> priorities) {
    for (size_t i = 0; i < textures.size(); ++i) {
        if (Texture* const texture = textures[i] ? context.shared->textures.get(textures[i]) : nullptr)
            texture->priority = priorities[i] < 0 ? 0 : priorities[i] > 1 ? 1 : priorities[i];
    }
}

// ---- samplers

void checked::DeleteSamplers(Context& context, std::span<const GLuint> samplers) {
    for (const GLuint name : samplers) {
        if (name == 0) continue;
        for (TextureUnit& unit : context.textures.units) {
            if (unit.sampler && unit.sampler->name == name) unit.sampler = nullptr;
        }
        context.shared->samplers.erase(name);
    }
}

void BindSampler(Context& context, GLuint unit, GLuint sampler) {
    if (unit >= texture_unit_count) {
        context.error(GL_INVALID_VALUE, "unit %u is too high", unit);
        return;
    }
    auto object = sampler ? context.shared->samplers.find(sampler) : nullptr;
    if (sampler && !object) {
        context.error(GL_INVALID_OPERATION, "%u is not a name from glGenSamplers", sampler);
        return;
    }
    context.textures.units[unit].sampler = std::move(object);
}

void checked::BindSamplers(Context& context, GLuint first, GLsizei count, const GLuint* samplers) {
    if (first + static_cast<uint64_t>(count) > texture_unit_count) {
        context.error(GL_INVALID_OPERATION, "units %u to %u are too high", first, first + count);
        return;
    }
    for (GLsizei i = 0; i < count; ++i) BindSampler(context, first + i, samplers ? samplers[i] : 0);
}

}  // namespace commands
}  // namespace glapi
