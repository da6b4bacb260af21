#include "glapi/commands/state/attribute_stack.h"

#include <optional>
#include <type_traits>
#include <vector>

#include "glapi/commands/state/capabilities.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/lists/display_list.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/share_group.h"
#include "glapi/state/attribute_stack.h"
#include "glapi/state/memory_ranges.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

// What TEXTURE_BIT saves of a bound object: all that TexParameter sets.
struct SavedTexture {
    std::shared_ptr<Texture> texture;
    SamplerParameters sampler;
    int32_t base_level, max_level;
    bool generate_mipmap;
    float priority;
    uint32_t depth_mode;
    std::array<uint32_t, 4> swizzle;
};

struct SavedBinding {
    int unit, kind;
    SavedTexture texture;
};

struct SavedTextures {
    std::array<SavedTexture, texture_kind_count> defaults;
    std::vector<SavedBinding> bindings;  // of all units, where they are not the defaults
};

SavedTexture save(const std::shared_ptr<Texture>& texture) {
    return {texture,           texture->sampler,    texture->base_level, texture->max_level, texture->generate_mipmap,
            texture->priority, texture->depth_mode, texture->swizzle};
}

void restore(const SavedTexture& saved, Texture& texture) {
    texture.sampler = saved.sampler;
    texture.base_level = saved.base_level;
    texture.max_level = saved.max_level;
    texture.generate_mipmap = saved.generate_mipmap;
    texture.priority = saved.priority;
    texture.depth_mode = saved.depth_mode;
    texture.swizzle = saved.swizzle;
    texture.changed();
}

std::array<uint32_t, max_color_attachments>& draw_buffers(Context& context) {
    return context.framebuffers.draw ? context.framebuffers.draw->draw_buffers
                                     : context.framebuffers.window_draw_buffers;
}

uint32_t& read_buffer(Context& context) {
    return context.framebuffers.read ? context.framebuffers.read->read_buffer : context.framebuffers.window_read_buffer;
}

// The state of the rows of state_variables.def.
#define ASMGL_ATTRIBUTES(bit, name, member) \
    auto& state_of_##name(Context& context) { return member; }
#define ASMGL_CLIENT_ATTRIBUTES(bit, name, member) ASMGL_ATTRIBUTES(bit, name, member)
#include "glapi/commands/state/state_variables.def"

template <typename Accessor>
using Saved = std::optional<std::remove_reference_t<std::invoke_result_t<Accessor, Context&>>>;

}  // namespace

struct SavedAttributes {
#define ASMGL_ATTRIBUTES(bit, name, member) Saved<decltype(state_of_##name)> name;
#include "glapi/commands/state/state_variables.def"
    std::optional<std::vector<bool>> enables;
    std::optional<SavedTextures> textures;
    std::optional<std::array<bool, limits::MAX_TEXTURE_COORDS>> coordinate_replace;  // with POINT_BIT
};

struct SavedClientAttributes {
#define ASMGL_CLIENT_ATTRIBUTES(bit, name, member) Saved<decltype(state_of_##name)> name;
#include "glapi/commands/state/state_variables.def"
    struct BoundArrays {
        std::shared_ptr<VertexArrayObject> bound;
        VertexArrayObject contents;
    };
    std::optional<BoundArrays> arrays;
};

AttributeStacks::AttributeStacks() = default;
AttributeStacks::~AttributeStacks() = default;

namespace {

SavedTextures save_textures(const TextureState& textures) {
    SavedTextures saved;
    for (int kind = 0; kind < texture_kind_count; ++kind) {
        saved.defaults[kind] = save(textures.defaults[kind]);
        for (int unit = 0; unit < texture_unit_count; ++unit) {
            const auto& texture = textures.units[unit].textures[kind];
            if (texture != textures.defaults[kind]) saved.bindings.push_back({unit, kind, save(texture)});
        }
    }
    return saved;
}

void restore_textures(TextureState& textures, ShareGroup& shared, const SavedTextures& saved) {
    // Default objects are the context's own, which matters when state is copied from another context.
    for (TextureUnit& unit : textures.units) unit.textures = textures.defaults;
    for (int kind = 0; kind < texture_kind_count; ++kind) restore(saved.defaults[kind], *textures.defaults[kind]);
    for (const auto& [unit, kind, saved_texture] : saved.bindings) {
        // An object deleted meanwhile is not bound again: the default stays in its member.
        const std::shared_ptr<Texture>& texture = saved_texture.texture;
        if (shared.textures.find(texture->name) != texture) continue;
        textures.units[unit].textures[kind] = texture;
        restore(saved_texture, *texture);
    }
}

std::unique_ptr<SavedAttributes> save_attributes(Context& context, GLbitfield mask) {
    auto saved = std::make_unique<SavedAttributes>();
    if (mask & GL_LIGHTING_BIT) track_color_material(context.state.lighting, context.immediate.current[slot_color]);
#define ASMGL_ATTRIBUTES(bit, name, member) \
    if (mask & bit) saved->name = state_of_##name(context);
#include "glapi/commands/state/state_variables.def"
    if (mask & GL_ENABLE_BIT) saved->enables = saved_capabilities(context);
    if (mask & GL_TEXTURE_BIT) saved->textures = save_textures(context.textures);
    if (mask & GL_POINT_BIT) {
        auto& replace = saved->coordinate_replace.emplace();
        for (int unit = 0; unit < limits::MAX_TEXTURE_COORDS; ++unit)
            replace[unit] = context.state.texturing.units[unit].coordinate_replace;
    }
    return saved;
}

void restore_attributes(Context& context, const SavedAttributes& saved) {
    track_color_material(context.state.lighting, context.immediate.current[slot_color]);
    if (saved.enables) restore_capabilities(context, *saved.enables);
#define ASMGL_ATTRIBUTES(bit, name, member) \
    if (saved.name) state_of_##name(context) = *saved.name;
#include "glapi/commands/state/state_variables.def"
    if (saved.textures) restore_textures(context.textures, *context.shared, *saved.textures);
    // Texture units have it, and TEXTURE_BIT saves it as well.
    if (saved.coordinate_replace) {
        for (int unit = 0; unit < limits::MAX_TEXTURE_COORDS; ++unit)
            context.state.texturing.units[unit].coordinate_replace = (*saved.coordinate_replace)[unit];
    }
}

}  // namespace

void copy_attributes(Context& source, Context& destination, GLbitfield mask) {
    restore_attributes(destination, *save_attributes(source, mask));
}

namespace commands {

void PushAttrib(Context& context, GLbitfield mask) {
    auto& stack = context.attribute_stacks.server;
    if (stack.size() >= size_t(limits::MAX_ATTRIB_STACK_DEPTH)) {
        return context.error(GL_STACK_OVERFLOW, "the stack holds %zu groups already", stack.size());
    }
    stack.push_back(save_attributes(context, mask));
}

void PopAttrib(Context& context) {
    auto& stack = context.attribute_stacks.server;
    if (stack.empty()) return context.error(GL_STACK_UNDERFLOW, "nothing has been pushed");
    const std::unique_ptr<SavedAttributes> saved = std::move(stack.back());
    stack.pop_back();
    restore_attributes(context, *saved);
}

void PushClientAttrib(Context& context, GLbitfield mask) {
    auto& stack = context.attribute_stacks.client;
    if (stack.size() >= size_t(limits::MAX_CLIENT_ATTRIB_STACK_DEPTH)) {
        return context.error(GL_STACK_OVERFLOW, "the stack holds %zu groups already", stack.size());
    }
    auto saved = std::make_unique<SavedClientAttributes>();
#define ASMGL_CLIENT_ATTRIBUTES(bit, name, member) \
    if (mask & bit) saved->name = state_of_##name(context);
#include "glapi/commands/state/state_variables.def"
    if (mask & GL_CLIENT_VERTEX_ARRAY_BIT) {
        const VertexArrayState& arrays = context.vertex_arrays;
        saved->arrays = {arrays.bound, *arrays.bound};
    }
    stack.push_back(std::move(saved));
}

void PopClientAttrib(Context& context) {
    auto& stack = context.attribute_stacks.client;
    if (stack.empty()) return context.error(GL_STACK_UNDERFLOW, "nothing has been pushed");
    const std::unique_ptr<SavedClientAttributes> saved = std::move(stack.back());
    stack.pop_back();
#define ASMGL_CLIENT_ATTRIBUTES(bit, name, member) \
    if (saved->name) state_of_##name(context) = *saved->name;
#include "glapi/commands/state/state_variables.def"
    if (saved->arrays) {
        VertexArrayState& arrays = context.vertex_arrays;
        // A vertex array object deleted meanwhile is not bound again (GL 4.6 compatibility, §21.6).
        if (saved->arrays->bound == arrays.standard ||
            arrays.names.find(saved->arrays->bound->name) == saved->arrays->bound) {
            *saved->arrays->bound = saved->arrays->contents;
            arrays.bound = saved->arrays->bound;
        }
    }
}

}  // namespace commands
}  // namespace glapi
