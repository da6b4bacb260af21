#include "glapi/commands/textures/drawable_textures.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "glapi/commands/textures/bindless_handles.h"
#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/passage.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

constexpr uint32_t gates = gate::InsideBegin | gate::Shared | gate::DrawSequence | gate::RecordSequence;

struct Formats {
    GLenum internal;
    runtime::Format storage;
};

Formats formats_of(runtime::Format pixels, bool rgba, bool alpha) {
    if (runtime::format_info(pixels).layout == runtime::TexelLayout::Packed)
        return {runtime::sized_internal_format(pixels, rgba), pixels};
    return {GLenum(rgba ? GL_RGBA8 : GL_RGB8), alpha ? runtime::Format::Bgra8Unorm : runtime::Format::Bgrx8Unorm};
}

}  // namespace

void DrawableTextures::bind(const DrawableBinding& binding, const runtime::Image& pixels) {
    const Passage passage(current, gates, binding.command);
    if (!passage) return;
    Context& context = *current.context;
    const TargetInfo info = target_info(binding.target);
    const std::shared_ptr<Texture>& texture = context.textures.active().textures[static_cast<int>(info.kind)];
    if (texture->immutable) {
        context.error(GL_INVALID_OPERATION, "the texture is immutable");
        return;
    }
    if (!check_unreferenced(context, *texture)) return;
    try {
        const auto [internal, storage] = formats_of(pixels.format(), binding.rgba, binding.alpha);
        const runtime::Extent extent = pixels.extent();
        TextureLevel& level = define_level(*texture, 0, 0, *find_internal_format(internal), storage, extent);
        // Where the order is GL's own, the drawable's memory is the texture's.
        if (binding.rows == RowOrder::BottomFirst)
            level.image = std::make_shared<runtime::Image>(pixels, storage, extent, 0);
        const size_t row_bytes = size_t(extent.width) * runtime::format_info(storage).bytes_per_block;
        for (int32_t y = 0; binding.rows == RowOrder::TopFirst && y < extent.height; ++y)
            std::memcpy(level.image->row(y), pixels.row(extent.height - 1 - y), row_bytes);
        std::erase_if(bindings_, [&](const Binding& old) {
            return old.image.expired() || old.texture.expired() || old.texture.lock() == texture;
        });
        bindings_.push_back({texture, level.image});
        texture->live = {binding.live, level.image};
        image_changed(context.rasterizer, *texture, 0);
    } catch (const std::bad_alloc&) {
        out_of_memory(context);
    }
}

void DrawableTextures::release(const char* command) {
    const Passage passage(current, gates, command);
    if (!passage) return;
    for (const Binding& binding : bindings_) {
        const std::shared_ptr<Texture> texture = binding.texture.lock();
        const std::shared_ptr<runtime::Image> image = binding.image.lock();
        if (!texture || !image || texture->level(0).image != image) continue;
        for (int32_t level = 0; level < max_texture_levels; ++level) undefine_level(*texture, 0, level);
    }
    bindings_.clear();
}

bool DrawableTextures::bound() const {
    return std::ranges::any_of(
        bindings_, [](const Binding& binding) { return !binding.image.expired() && !binding.texture.expired(); });
}

}  // namespace glapi
