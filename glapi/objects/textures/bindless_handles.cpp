#include "glapi/objects/textures/bindless_handles.h"

#include <algorithm>
#include <atomic>

#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/textures/texture.h"

namespace glapi {
namespace {

// No two handles of the process are alike, whatever they are of; few other numbers look like one.
constexpr uint64_t texture_mark = 0x7e57, image_mark = 0x1ea9, unit_mark = 0x0117;
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

uint64_t unit_handle(const UnitHandle& unit) {
    return unit_mark | static_cast<uint64_t>(unit.unit & 0xffff) << 16 | static_cast<uint64_t>(unit.kind) << 32 |
           uint64_t{unit.shadow} << 40 | uint64_t{unit.image} << 41;
}

std::optional<UnitHandle> unit_of_handle(uint64_t handle) {
    // Applications may hand over any number.
    if ((handle & 0xffff) != unit_mark || (handle >> 32 & 0xff) >= texture_kind_count) return std::nullopt;
    return UnitHandle{(handle >> 41 & 1) != 0, (handle >> 40 & 1) != 0,
                      static_cast<runtime::TextureKind>(handle >> 32 & 0xff), static_cast<int>(handle >> 16 & 0xffff)};
}

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
        return texture && texture->texels.buffer.get() == &buffer;
    };
    return std::any_of(textures_.begin(), textures_.end(), refers) ||
           std::any_of(images_.begin(), images_.end(), refers);
}

// ---- residency

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
// Generating mipmaps and the like give a texture other images without anybody asking for a handle anew.
bool ResidentHandles::up_to_date() const {
    if (!table_) return false;
    for (const auto& [handle, resident] : textures_) {
        const runtime::TextureBinding& binding = table_->textures.at(handle);
        const auto& known = binding.texture();
        const auto now = resident.texture->snapshot();
        if (resident.texture->kind == TextureKind::Buffer
                ? !now || !known || now->buffer.data() != known->buffer.data() ||
                      now->buffer.size() != known->buffer.size()
                : now != known || !binding.is_current())
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

std::shared_ptr<const runtime::HandleTable> ResidentHandles::table() {
    if (up_to_date()) return table_;
    auto table = std::make_shared<runtime::HandleTable>();
    for (const auto& [handle, resident] : textures_) {
        const SamplerParameters& parameters =
            resident.sampler ? resident.sampler->parameters : resident.texture->sampler;
        // "<bias_texunit> is zero for textures referred to by handle." Whether instructions compare is theirs to say.
        auto texture = resident.texture->complete(parameters) ? resident.texture->snapshot() : nullptr;
        table->textures.emplace(
            handle,
            runtime::TextureBinding(std::move(texture), resolve_sampler(parameters, *resident.texture, 0, true)));
    }
    for (const auto& [handle, resident] : images_)
        table->images.emplace(handle, resolve_image(*resident.texture, resident.view));
    table->find_samplers();
    table_ = std::move(table);
    return table_;
}

}  // namespace glapi
