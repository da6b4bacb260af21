// Textures and images that programs reach by handle (NV_bindless_texture).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "glapi/objects/textures/image_units.h"
#include "runtime/sampling/handle_table.h"

namespace glapi {

struct Buffer;
struct SamplerObject;

// A share group's handles. A handle ends with the objects that it is of.
class HandleRegistry {
  public:
    struct TextureHandle {
        std::weak_ptr<Texture> texture;
        std::weak_ptr<SamplerObject> sampler;
        bool has_sampler = false;  // else the texture's own parameters count
        bool valid() const { return !texture.expired() && (!has_sampler || !sampler.expired()); }
    };
    struct ImageHandle {
        std::weak_ptr<Texture> texture;
        ImageView view;
        bool valid() const { return !texture.expired(); }
    };

    // The same handle whenever it is asked for.
    uint64_t of_texture(const std::shared_ptr<Texture>& texture, const std::shared_ptr<SamplerObject>& sampler);
    uint64_t of_image(const std::shared_ptr<Texture>& texture, const ImageView& view);
    // Null: there is no such handle (any more).
    const TextureHandle* texture(uint64_t handle) const;
    const ImageHandle* image(uint64_t handle) const;

    bool refers_to(const Texture& texture) const;
    bool refers_to(const SamplerObject& sampler) const;
    bool refers_to(const Buffer& buffer) const;  // by a buffer texture

  private:
    void forget_ended();

    std::map<uint64_t, TextureHandle> textures_;
    std::map<uint64_t, ImageHandle> images_;
    size_t forget_at_ = 64;  // number of handles
};

// What stands for a texture or image unit where programs take handles: a number that no texture or image has.
struct UnitHandle {
    bool image = false, shadow = false;
    runtime::TextureKind kind{};  // of the texture that is bound there
    int unit = 0;
};
uint64_t unit_handle(const UnitHandle& unit);
std::optional<UnitHandle> unit_of_handle(uint64_t handle);  // nothing: it is no unit's

// The handles that are resident in a context.
class ResidentHandles {
  public:
    // No two handles are alike, whatever they are of.
    bool has(uint64_t handle) const { return textures_.contains(handle) || images_.contains(handle); }
    void add_texture(uint64_t handle, const HandleRegistry::TextureHandle& entry);
    void add_image(uint64_t handle, const HandleRegistry::ImageHandle& entry, GLenum access);
    void remove(uint64_t handle);
    // Deleted textures take their handles with them. Samplers are in use as long as handles of them are resident.
    void remove(const Texture& texture);

    // "When accessing cube map textures using texture handles, the seamless cube map enable is ignored": the samplers
    // have their parameters' alone.
    std::shared_ptr<const runtime::HandleTable> table();

  private:
    struct ResidentTexture {
        std::shared_ptr<Texture> texture;
        std::shared_ptr<SamplerObject> sampler;
    };
    struct ResidentImage {
        std::shared_ptr<Texture> texture;
        ImageView view;
    };
    bool up_to_date() const;

    std::map<uint64_t, ResidentTexture> textures_;
    std::map<uint64_t, ResidentImage> images_;
    std::shared_ptr<const runtime::HandleTable> table_;
};

}  // namespace glapi
