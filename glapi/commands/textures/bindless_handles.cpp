// Handles of textures and images, and their residency (ARB_bindless_texture, NV_bindless_texture).
#include "glapi/commands/textures/bindless_handles.h"

#include <bit>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/textures/bindless_handles.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"

namespace glapi {
namespace {

template <class Object>
bool check(Context& context, const Object& object, const char* what) {
    if (!context.shared->handles.refers_to(object)) return true;
    context.error(GL_INVALID_OPERATION, "there is a handle of %s %u, which can't change any more", what, object.name);
    return false;
}

}  // namespace

bool check_unreferenced(Context& context, const Texture& texture) { return check(context, texture, "texture"); }
bool check_unreferenced(Context& context, const SamplerObject& sampler) { return check(context, sampler, "sampler"); }
bool check_unreferenced(Context& context, const Buffer& buffer) {
    return check(context, buffer, "the buffer texture of buffer");
}

// ---- commands

namespace {

std::shared_ptr<Texture> existing_texture(Errors& errors, const ShareGroup& shared, GLuint name) {
    auto texture = name ? shared.textures.find(name) : nullptr;
    if (!texture) errors.error(GL_INVALID_VALUE, "there is no texture %u", name);
    return texture;
}

// Border colours that every implementation has: black or white, transparent or not.
bool is_plain_border(const SamplerParameters& sampler, const Texture& texture) {
    const TextureLevel& level = texture.level(texture.effective_base_level());
    const bool integer = level.format && is_integer(level.format->format);
    const uint32_t one = integer ? 1 : std::bit_cast<uint32_t>(1.0f);
    const auto& [r, g, b, a] = sampler.border_color;
    return r == g && g == b && (r == 0 || r == one) && (a == 0 || a == one);
}

// ARB_bindless_texture takes plain border colours only.
GLuint64 texture_handle(Errors& errors, const ShareGroup& shared, GLuint name,
                        const std::shared_ptr<SamplerObject>& sampler, bool any_border) {
    const auto texture = existing_texture(errors, shared, name);
    if (!texture) return 0;
    if (!texture->complete(sampler ? sampler->parameters : texture->sampler)) {
        errors.error(GL_INVALID_OPERATION, "texture %u is not complete", name);
        return 0;
    }
    if (!any_border && !is_plain_border(sampler ? sampler->parameters : texture->sampler, *texture)) {
        errors.error(GL_INVALID_OPERATION, "the border is neither black nor white");
        return 0;
    }
    return shared.handles.of_texture(texture, sampler);
}

// Whether `handle` is one, and as resident as it should be.
bool check_handle(Errors& errors, bool valid, bool resident, bool should_be, GLuint64 handle) {
    if (!valid)
        errors.error(GL_INVALID_OPERATION, "0x%llx is not a handle of that kind",
                     static_cast<unsigned long long>(handle));
    else if (resident != should_be)
        errors.error(GL_INVALID_OPERATION, "handle 0x%llx is %s", static_cast<unsigned long long>(handle),
                     resident ? "resident already" : "not resident");
    return valid && resident == should_be;
}

void make_non_resident(Errors& errors, TextureState& textures, bool valid, GLuint64 handle) {
    ResidentHandles& resident = textures.handles;
    if (check_handle(errors, valid, resident.has(handle), true, handle)) resident.remove(handle);
}

GLboolean is_resident(Errors& errors, const TextureState& textures, bool valid, GLuint64 handle) {
    const bool resident = textures.handles.has(handle);
    return check_handle(errors, valid, resident, resident, handle) && resident;
}

GLuint64 texture_sampler_handle(Errors& errors, const ShareGroup& shared, GLuint texture, GLuint sampler,
                                bool any_border) {
    const auto object = sampler ? shared.samplers.find(sampler) : nullptr;
    if (!object) {
        errors.error(GL_INVALID_VALUE, "there is no sampler %u", sampler);
        return 0;
    }
    return texture_handle(errors, shared, texture, object, any_border);
}

void make_texture_resident(Errors& errors, TextureState& textures, const ShareGroup& shared, GLuint64 handle) {
    const auto* const entry = shared.handles.texture(handle);
    ResidentHandles& resident = textures.handles;
    if (check_handle(errors, entry, resident.has(handle), false, handle)) resident.add_texture(handle, *entry);
}

GLuint64 image_handle(Errors& errors, const ShareGroup& shared, GLuint name, GLint level, GLboolean layered,
                      GLint layer, GLenum format) {
    const auto texture = existing_texture(errors, shared, name);
    if (!texture) return 0;
    const auto fail = [&](GLenum code, const char* why) {
        errors.error(code, "%s", why);
        return GLuint64{0};
    };
    if (!texture->complete(texture->sampler)) return fail(GL_INVALID_OPERATION, "the texture is not complete");
    const bool is_buffer = texture->kind == TextureKind::Buffer;
    if (is_buffer ? level != 0 || !texture->texels.buffer
                  : level < 0 || level >= max_texture_levels || !texture->level(level))
        return fail(GL_INVALID_VALUE, "the texture has no such level");
    if (layered == GL_FALSE && (layer < 0 || layer >= image_layers(*texture, level)))
        return fail(GL_INVALID_VALUE, "the level has no such layer");
    if (image_format(format) == runtime::Format::None)
        return fail(GL_INVALID_VALUE, "images can't be looked at in this format");
    if (layered != GL_FALSE && !has_image_layers(*texture))
        return fail(GL_INVALID_OPERATION, "textures of this target have no layers");
    ImageView view;
    view.level = level;
    view.layered = layered != GL_FALSE;
    view.layer = view.layered ? 0 : layer;
    view.format = format;
    return shared.handles.of_image(texture, view);
}

void make_image_resident(Errors& errors, TextureState& textures, const ShareGroup& shared, GLuint64 handle,
                         GLenum access) {
    const auto* const entry = shared.handles.image(handle);
    ResidentHandles& resident = textures.handles;
    if (!check_handle(errors, entry, resident.has(handle), false, handle)) return;
    if (!is_image_access(access)) return errors.error(GL_INVALID_ENUM, "%s is not an access", enum_name(access));
    resident.add_image(handle, *entry, access);
}

}  // namespace

namespace commands {

// The same in both extensions.
#define ASMGL_HANDLE_COMMANDS(suffix, any_border)                                                                  \
    GLuint64 GetTextureHandle##suffix(Context& context, GLuint texture) {                                          \
        return texture_handle(context, *context.shared, texture, nullptr, any_border);                             \
    }                                                                                                              \
    GLuint64 GetTextureSamplerHandle##suffix(Context& context, GLuint texture, GLuint sampler) {                   \
        return texture_sampler_handle(context, *context.shared, texture, sampler, any_border);                     \
    }                                                                                                              \
    void MakeTextureHandleResident##suffix(Context& context, GLuint64 handle) {                                    \
        make_texture_resident(context, context.textures, *context.shared, handle);                                 \
    }                                                                                                              \
    void MakeTextureHandleNonResident##suffix(Context& context, GLuint64 handle) {                                 \
        make_non_resident(context, context.textures, context.shared->handles.texture(handle), handle);             \
    }                                                                                                              \
    GLboolean IsTextureHandleResident##suffix(Context& context, GLuint64 handle) {                                 \
        return is_resident(context, context.textures, context.shared->handles.texture(handle), handle);            \
    }                                                                                                              \
    GLuint64 GetImageHandle##suffix(Context& context, GLuint texture, GLint level, GLboolean layered, GLint layer, \
                                    GLenum format) {                                                               \
        return image_handle(context, *context.shared, texture, level, layered, layer, format);                     \
    }                                                                                                              \
    void MakeImageHandleResident##suffix(Context& context, GLuint64 handle, GLenum access) {                       \
        make_image_resident(context, context.textures, *context.shared, handle, access);                           \
    }                                                                                                              \
    void MakeImageHandleNonResident##suffix(Context& context, GLuint64 handle) {                                   \
        make_non_resident(context, context.textures, context.shared->handles.image(handle), handle);               \
    }                                                                                                              \
    GLboolean IsImageHandleResident##suffix(Context& context, GLuint64 handle) {                                   \
        return is_resident(context, context.textures, context.shared->handles.image(handle), handle);              \
    }
ASMGL_HANDLE_COMMANDS(ARB, false)
ASMGL_HANDLE_COMMANDS(NV, true)
#undef ASMGL_HANDLE_COMMANDS

}  // namespace commands
}  // namespace glapi
