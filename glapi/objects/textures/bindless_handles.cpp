#include "glapi/objects/textures/bindless_handles.h"

#include <algorithm>
#include <atomic>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"

namespace glapi {
namespace {

// No two handles of the process are alike, whatever they are of; few other numbers look like one.
constexpr uint64_t texture_mark = 0x7e57, image_mark = 0x1ea9;
uint64_t new_handle(uint64_t mark) {
    static std::atomic<uint64_t> next{1};
    return next.fetch_add(1, std::memory_order_relaxed) << 16 | mark;
}

template <class T>
bool same_object(const std::weak_ptr<T>& a, const std::shared_ptr<T>& b) {
    return !a.owner_before(b) && !b.owner_before(a);
}
template <class T>
bool is(const std::weak_ptr<T>& a, const T& b) {
    return a.lock().get() == &b;
}

bool same_view(const ImageView& a, const ImageView& b) {
    return a.level == b.level && a.layered == b.layered && a.layer == b.layer && a.format == b.format;
}

template <class Entries>
auto find_valid(const Entries& entries, uint64_t handle) -> const typename Entries::mapped_type* {
    const auto found = entries.find(handle);
    return found != entries.end() && found->second.valid() ? &found->second : nullptr;
}

}  // namespace

void HandleRegistry::forget_ended() {
    if (textures_.size() + images_.size() < forget_at_) return;
    const auto ended = [](const auto& entry) { return !entry.second.valid(); };
    std::erase_if(textures_, ended);
    std::erase_if(images_, ended);
    forget_at_ = std::max<size_t>(2 * (textures_.size() + images_.size()), 64);
}

uint64_t HandleRegistry::of_texture(const std::shared_ptr<Texture>& texture,
                                    const std::shared_ptr<SamplerObject>& sampler) {
    for (const auto& [handle, entry] : textures_)
        if (same_object(entry.texture, texture) && entry.has_sampler == (sampler != nullptr) &&
            (!sampler || same_object(entry.sampler, sampler)))
            return handle;
    forget_ended();
    const uint64_t handle = new_handle(texture_mark);
    textures_.emplace(handle, TextureHandle{texture, sampler, sampler != nullptr});
    return handle;
}

uint64_t HandleRegistry::of_image(const std::shared_ptr<Texture>& texture, const ImageView& view) {
    for (const auto& [handle, entry] : images_)
        if (same_object(entry.texture, texture) && same_view(entry.view, view)) return handle;
    forget_ended();
    const uint64_t handle = new_handle(image_mark);
    images_.emplace(handle, ImageHandle{texture, view});
    return handle;
}

const HandleRegistry::TextureHandle* HandleRegistry::texture(uint64_t handle) const {
    return find_valid(textures_, handle);
}
const HandleRegistry::ImageHandle* HandleRegistry::image(uint64_t handle) const { return find_valid(images_, handle); }

bool HandleRegistry::refers_to(const Texture& texture) const {
    const auto refers = [&](const auto& entry) { return entry.second.valid() && is(entry.second.texture, texture); };
    return std::any_of(textures_.begin(), textures_.end(), refers) ||
           std::any_of(images_.begin(), images_.end(), refers);
}

bool HandleRegistry::refers_to(const SamplerObject& sampler) const {
    return std::any_of(textures_.begin(), textures_.end(), [&](const auto& entry) {
        return entry.second.has_sampler && entry.second.valid() && is(entry.second.sampler, sampler);
    });
}

bool HandleRegistry::refers_to(const Buffer& buffer) const {
    const auto refers = [&](const auto& entry) {
        const auto texture = entry.second.valid() ? entry.second.texture.lock() : nullptr;
        return texture && texture->buffer.get() == &buffer;
    };
    return std::any_of(textures_.begin(), textures_.end(), refers) ||
           std::any_of(images_.begin(), images_.end(), refers);
}

// ---- residency -----------------------------------------------------------------------------------------------------

void ResidentHandles::add_texture(uint64_t handle, const HandleRegistry::TextureHandle& entry) {
    textures_[handle] = {entry.texture.lock(), entry.sampler.lock()};
    table_ = nullptr;
}
void ResidentHandles::add_image(uint64_t handle, const HandleRegistry::ImageHandle& entry, GLenum access) {
    ImageView view = entry.view;
    view.access = access;
    images_[handle] = {entry.texture.lock(), view};
    table_ = nullptr;
}
void ResidentHandles::remove(uint64_t handle) {
    if (textures_.erase(handle) + images_.erase(handle) > 0) table_ = nullptr;
}
void ResidentHandles::remove(const Texture& texture) {
    const auto of_it = [&](const auto& entry) { return entry.second.texture.get() == &texture; };
    if (std::erase_if(textures_, of_it) + std::erase_if(images_, of_it) > 0) table_ = nullptr;
}
void ResidentHandles::remove(const SamplerObject& sampler) {
    if (std::erase_if(textures_, [&](const auto& entry) { return entry.second.sampler.get() == &sampler; }) > 0)
        table_ = nullptr;
}

// Generating mipmaps and the like give a texture other images without anybody asking for a handle anew.
bool ResidentHandles::up_to_date() const {
    if (!table_) return false;
    for (const auto& [handle, resident] : textures_) {
        const auto& known = table_->textures.at(handle).texture();
        const auto now = resident.texture->snapshot();
        if (resident.texture->kind == TextureKind::Buffer
                ? !now || !known || now->buffer.data() != known->buffer.data() ||
                      now->buffer.size() != known->buffer.size()
                : now != known)
            return false;
    }
    for (const auto& [handle, resident] : images_) {
        const runtime::ImageBinding& known = table_->images.at(handle);
        const runtime::ImageBinding now = resolve_image(*resident.texture, resident.view);
        if (now.image != known.image || now.buffer.data() != known.buffer.data() ||
            now.buffer.size() != known.buffer.size())
            return false;
    }
    return true;
}

std::shared_ptr<const runtime::HandleTable> ResidentHandles::table(const Context& context) {
    if (up_to_date()) return table_;
    auto table = std::make_shared<runtime::HandleTable>();
    for (const auto& [handle, resident] : textures_) {
        const SamplerParameters& parameters =
            resident.sampler ? resident.sampler->parameters : resident.texture->sampler;
        // "<bias_texunit> is zero for textures referred to by handle." Whether instructions compare is theirs to say.
        runtime::Sampler sampler = resolve_sampler(context, parameters, *resident.texture, 0, true);
        // "When accessing cube map textures using texture handles, the seamless cube map enable is ignored."
        sampler.seamless_cube = parameters.seamless_cube;
        auto texture = resident.texture->complete(parameters) ? resident.texture->snapshot() : nullptr;
        table->textures.emplace(handle, runtime::TextureBinding(std::move(texture), sampler));
    }
    for (const auto& [handle, resident] : images_)
        table->images.emplace(handle, resolve_image(*resident.texture, resident.view));
    table_ = std::move(table);
    return table_;
}

// ---- what handles forbid -------------------------------------------------------------------------------------------

namespace {

template <class Object>
bool check(Context& context, const char* command, const Object& object, const char* what) {
    if (!context.shared->handles.refers_to(object)) return true;
    context.error(GL_INVALID_OPERATION, "%s: there is a handle of %s %u, which can't change any more", command, what,
                  object.name);
    return false;
}

}  // namespace

bool check_unreferenced(Context& context, const char* command, const Texture& texture) {
    return check(context, command, texture, "texture");
}
bool check_unreferenced(Context& context, const char* command, const SamplerObject& sampler) {
    return check(context, command, sampler, "sampler");
}
bool check_unreferenced(Context& context, const char* command, const Buffer& buffer) {
    return check(context, command, buffer, "the buffer texture of buffer");
}

// ---- commands ------------------------------------------------------------------------------------------------------

namespace {

std::shared_ptr<Texture> existing_texture(Context& context, GLuint name, const char* command) {
    auto texture = name ? context.shared->textures.find(name) : nullptr;
    if (!texture) context.error(GL_INVALID_VALUE, "%s: there is no texture %u", command, name);
    return texture;
}

GLuint64 texture_handle(Context& context, GLuint name, const std::shared_ptr<SamplerObject>& sampler,
                        const char* command) {
    const auto texture = existing_texture(context, name, command);
    if (!texture) return 0;
    if (!texture->complete(sampler ? sampler->parameters : texture->sampler)) {
        context.error(GL_INVALID_OPERATION, "%s: texture %u is not complete", command, name);
        return 0;
    }
    return context.shared->handles.of_texture(texture, sampler);
}

// Whether `handle` is one, and as resident as it should be.
bool check_handle(Context& context, bool valid, bool resident, bool should_be, GLuint64 handle, const char* command) {
    if (!valid)
        context.error(GL_INVALID_OPERATION, "%s: 0x%llx is not a handle of that kind", command,
                      static_cast<unsigned long long>(handle));
    else if (resident != should_be)
        context.error(GL_INVALID_OPERATION, "%s: handle 0x%llx is %s", command, static_cast<unsigned long long>(handle),
                      resident ? "resident already" : "not resident");
    return valid && resident == should_be;
}

void make_non_resident(Context& context, bool valid, GLuint64 handle, const char* command) {
    ResidentHandles& resident = context.textures.handles;
    if (check_handle(context, valid, resident.has(handle), true, handle, command)) resident.remove(handle);
}

GLboolean is_resident(Context& context, bool valid, GLuint64 handle, const char* command) {
    const bool resident = context.textures.handles.has(handle);
    return check_handle(context, valid, resident, resident, handle, command) && resident;
}

void no_uniforms(Context& context, const char* command) {
    context.error(GL_INVALID_OPERATION, "%s: there is no program object with uniforms", command);
}

}  // namespace

namespace commands {

GLuint64 GetTextureHandleNV(Context& context, GLuint texture) {
    return texture_handle(context, texture, nullptr, "glGetTextureHandleNV");
}
GLuint64 GetTextureSamplerHandleNV(Context& context, GLuint texture, GLuint sampler) {
    constexpr const char* command = "glGetTextureSamplerHandleNV";
    const auto object = sampler ? context.shared->samplers.find(sampler) : nullptr;
    if (!object) {
        context.error(GL_INVALID_VALUE, "%s: there is no sampler %u", command, sampler);
        return 0;
    }
    return texture_handle(context, texture, object, command);
}

void MakeTextureHandleResidentNV(Context& context, GLuint64 handle) {
    const auto* const entry = context.shared->handles.texture(handle);
    ResidentHandles& resident = context.textures.handles;
    if (check_handle(context, entry, resident.has(handle), false, handle, "glMakeTextureHandleResidentNV"))
        resident.add_texture(handle, *entry);
}
void MakeTextureHandleNonResidentNV(Context& context, GLuint64 handle) {
    make_non_resident(context, context.shared->handles.texture(handle), handle, "glMakeTextureHandleNonResidentNV");
}
GLboolean IsTextureHandleResidentNV(Context& context, GLuint64 handle) {
    return is_resident(context, context.shared->handles.texture(handle), handle, "glIsTextureHandleResidentNV");
}

GLuint64 GetImageHandleNV(Context& context, GLuint name, GLint level, GLboolean layered, GLint layer, GLenum format) {
    constexpr const char* command = "glGetImageHandleNV";
    const auto texture = existing_texture(context, name, command);
    if (!texture) return 0;
    const auto fail = [&](GLenum code, const char* why) {
        context.error(code, "%s: %s", command, why);
        return GLuint64{0};
    };
    const bool is_buffer = texture->kind == TextureKind::Buffer;
    if (is_buffer ? level != 0 || !texture->buffer : level < 0 || level >= max_texture_levels || !texture->level(level))
        return fail(GL_INVALID_VALUE, "the texture has no such level");
    if (layered == GL_FALSE && (layer < 0 || layer >= image_layers(*texture, level)))
        return fail(GL_INVALID_VALUE, "the level has no such layer");
    if (image_format(format) == runtime::Format::None)
        return fail(GL_INVALID_VALUE, "images can't be looked at in this format");
    if (!texture->complete(texture->sampler)) return fail(GL_INVALID_OPERATION, "the texture is not complete");
    if (layered != GL_FALSE && !has_image_layers(*texture))
        return fail(GL_INVALID_OPERATION, "textures of this target have no layers");
    ImageView view;
    view.level = level;
    view.layered = layered != GL_FALSE;
    view.layer = view.layered ? 0 : layer;
    view.format = format;
    return context.shared->handles.of_image(texture, view);
}

void MakeImageHandleResidentNV(Context& context, GLuint64 handle, GLenum access) {
    constexpr const char* command = "glMakeImageHandleResidentNV";
    const auto* const entry = context.shared->handles.image(handle);
    ResidentHandles& resident = context.textures.handles;
    if (!check_handle(context, entry, resident.has(handle), false, handle, command)) return;
    if (!is_image_access(access))
        return context.error(GL_INVALID_ENUM, "%s: %s is not an access", command, enum_name(access));
    resident.add_image(handle, *entry, access);
}
void MakeImageHandleNonResidentNV(Context& context, GLuint64 handle) {
    make_non_resident(context, context.shared->handles.image(handle), handle, "glMakeImageHandleNonResidentNV");
}
GLboolean IsImageHandleResidentNV(Context& context, GLuint64 handle) {
    return is_resident(context, context.shared->handles.image(handle), handle, "glIsImageHandleResidentNV");
}

// Assembly programs get handles as numbers: by parameters, attributes and buffers. There are no uniforms.
void UniformHandleui64NV(Context& context, GLint, GLuint64) { no_uniforms(context, "glUniformHandleui64NV"); }
void UniformHandleui64vNV(Context& context, GLint, GLsizei, const GLuint64*) {
    no_uniforms(context, "glUniformHandleui64vNV");
}
void ProgramUniformHandleui64NV(Context& context, GLuint, GLint, GLuint64) {
    no_uniforms(context, "glProgramUniformHandleui64NV");
}
void ProgramUniformHandleui64vNV(Context& context, GLuint, GLint, GLsizei, const GLuint64*) {
    no_uniforms(context, "glProgramUniformHandleui64vNV");
}

}  // namespace commands
}  // namespace glapi
