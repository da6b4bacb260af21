#include "glapi/commands/state/attribute_stack.h"

#include <optional>
#include <vector>

#include "glapi/commands/state/capabilities.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/state/attribute_stack.h"

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

struct TextureGroup {
    TexturingState texturing;
    int32_t active_unit;
    bool seamless_cube;
    std::array<SavedTexture, texture_kind_count> defaults;
    std::vector<SavedBinding> bindings;  // of all units, where they are not the defaults
};

struct CurrentGroup {
    decltype(ImmediateState::current) values;
};

struct PixelGroup {
    PixelTransfer transfer;
    float zoom_x, zoom_y;
    uint32_t read_buffer;
};

struct ColorGroup {
    ColorBufferState state;
    std::array<uint32_t, max_color_attachments> draw_buffers;
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

}  // namespace

struct SavedAttributes {
    std::optional<CurrentGroup> current;
    std::optional<PointState> point;
    std::optional<std::array<bool, limits::MAX_TEXTURE_COORDS>> coordinate_replace;  // with POINT_BIT
    std::optional<LineState> line;
    std::optional<PolygonState> polygon;
    std::optional<PolygonStippleState> polygon_stipple;
    std::optional<PixelGroup> pixel;
    std::optional<LightingState> lighting;
    std::optional<FogState> fog;
    std::optional<DepthState> depth;
    std::optional<AccumulationState> accumulation;
    std::optional<StencilState> stencil;
    std::optional<ViewportState> viewport;
    std::optional<TransformState> transform;
    std::optional<std::vector<bool>> enables;
    std::optional<ColorGroup> color;
    std::optional<HintState> hints;
    std::optional<GLuint> list_base;
    std::optional<TextureGroup> texture;
    std::optional<ScissorState> scissor;
    std::optional<MultisampleState> multisample;
};

struct SavedClientAttributes {
    struct PixelStores {
        PixelStore pack, unpack;
        std::shared_ptr<Buffer> pack_buffer, unpack_buffer;
        MemoryRange written, read;
    };
    struct Arrays {
        std::shared_ptr<VertexArrayObject> bound;
        VertexArrayObject contents;
        std::shared_ptr<Buffer> array_buffer;
        int client_active_texture;
        bool primitive_restart, primitive_restart_fixed_index;
        GLuint restart_index;
        VertexArrayState::ElementArray element_array;
        MemoryRange range;
    };
    std::optional<PixelStores> pixels;
    std::optional<Arrays> arrays;
};

AttributeStacks::AttributeStacks() = default;
AttributeStacks::~AttributeStacks() = default;

namespace {

std::unique_ptr<SavedAttributes> save_attributes(Context& context, GLbitfield mask) {
    const State& state = context.state;
    auto saved = std::make_unique<SavedAttributes>();
    if (mask & GL_CURRENT_BIT) saved->current = {context.immediate.current};
    if (mask & GL_POINT_BIT) {
        saved->point = state.point;
        saved->coordinate_replace.emplace();
        for (int unit = 0; unit < limits::MAX_TEXTURE_COORDS; ++unit) {
            (*saved->coordinate_replace)[unit] = state.texturing.units[unit].coordinate_replace;
        }
    }
    if (mask & GL_LINE_BIT) saved->line = state.line;
    if (mask & GL_POLYGON_BIT) saved->polygon = state.polygon;
    if (mask & GL_POLYGON_STIPPLE_BIT) saved->polygon_stipple = state.polygon_stipple;
    if (mask & GL_PIXEL_MODE_BIT) {
        const PixelState& pixels = context.pixels;
        saved->pixel = {pixels.transfer, pixels.zoom_x, pixels.zoom_y, read_buffer(context)};
    }
    if (mask & GL_LIGHTING_BIT) {
        track_color_material(context.state.lighting, context.immediate.current[slot_color]);
        saved->lighting = state.lighting;
    }
    if (mask & GL_FOG_BIT) saved->fog = state.fog;
    if (mask & GL_DEPTH_BUFFER_BIT) saved->depth = state.depth;
    if (mask & GL_ACCUM_BUFFER_BIT) saved->accumulation = state.accumulation;
    if (mask & GL_STENCIL_BUFFER_BIT) saved->stencil = state.stencil;
    if (mask & GL_VIEWPORT_BIT) saved->viewport = state.viewport;
    if (mask & GL_TRANSFORM_BIT) saved->transform = state.transform;
    if (mask & GL_ENABLE_BIT) saved->enables = saved_capabilities(context);
    if (mask & GL_COLOR_BUFFER_BIT) saved->color = {state.color_buffer, draw_buffers(context)};
    if (mask & GL_HINT_BIT) saved->hints = state.hints;
    if (mask & GL_LIST_BIT) saved->list_base = context.lists.base;
    if (mask & GL_TEXTURE_BIT) {
        TextureGroup& group = saved->texture.emplace();
        group.texturing = state.texturing;
        group.active_unit = context.textures.active_unit;
        group.seamless_cube = context.textures.seamless_cube;
        for (int kind = 0; kind < texture_kind_count; ++kind) {
            group.defaults[kind] = save(context.textures.defaults[kind]);
            for (int unit = 0; unit < texture_unit_count; ++unit) {
                const auto& texture = context.textures.units[unit].textures[kind];
                if (texture != context.textures.defaults[kind]) group.bindings.push_back({unit, kind, save(texture)});
            }
        }
    }
    if (mask & GL_SCISSOR_BIT) saved->scissor = state.scissor;
    if (mask & GL_MULTISAMPLE_BIT) saved->multisample = state.multisample;
    return saved;
}

void restore_attributes(Context& context, std::unique_ptr<SavedAttributes> saved) {
    State& state = context.state;
    track_color_material(context.state.lighting, context.immediate.current[slot_color]);
    if (saved->enables) restore_capabilities(context, *saved->enables);
    if (saved->lighting) state.lighting = *saved->lighting;
    if (saved->current) context.immediate.current = saved->current->values;
    if (saved->texture) {
        const TextureGroup& group = *saved->texture;
        state.texturing = group.texturing;
        context.textures.active_unit = group.active_unit;
        context.textures.seamless_cube = group.seamless_cube;
        // Default objects are the context's own, which matters when state is copied from another context.
        for (TextureUnit& unit : context.textures.units) unit.textures = context.textures.defaults;
        for (int kind = 0; kind < texture_kind_count; ++kind)
            restore(group.defaults[kind], *context.textures.defaults[kind]);
        for (const auto& [unit, kind, saved_texture] : group.bindings) {
            // An object deleted meanwhile is not bound again: the default stays in its place.
            const std::shared_ptr<Texture>& texture = saved_texture.texture;
            if (context.shared->textures.find(texture->name) != texture) continue;
            context.textures.units[unit].textures[kind] = texture;
            restore(saved_texture, *texture);
        }
    }
    if (saved->point) {
        state.point = *saved->point;
        for (int unit = 0; unit < limits::MAX_TEXTURE_COORDS; ++unit) {
            state.texturing.units[unit].coordinate_replace = (*saved->coordinate_replace)[unit];
        }
    }
    if (saved->line) state.line = *saved->line;
    if (saved->polygon) state.polygon = *saved->polygon;
    if (saved->polygon_stipple) state.polygon_stipple = *saved->polygon_stipple;
    if (saved->pixel) {
        context.pixels.transfer = saved->pixel->transfer;
        context.pixels.zoom_x = saved->pixel->zoom_x;
        context.pixels.zoom_y = saved->pixel->zoom_y;
        read_buffer(context) = saved->pixel->read_buffer;
    }
    if (saved->fog) state.fog = *saved->fog;
    if (saved->depth) state.depth = *saved->depth;
    if (saved->accumulation) state.accumulation = *saved->accumulation;
    if (saved->stencil) state.stencil = *saved->stencil;
    if (saved->viewport) state.viewport = *saved->viewport;
    if (saved->transform) state.transform = *saved->transform;
    if (saved->color) {
        state.color_buffer = saved->color->state;
        draw_buffers(context) = saved->color->draw_buffers;
    }
    if (saved->hints) state.hints = *saved->hints;
    if (saved->list_base) context.lists.base = *saved->list_base;
    if (saved->scissor) state.scissor = *saved->scissor;
    if (saved->multisample) state.multisample = *saved->multisample;
}

}  // namespace

void copy_attributes(Context& source, Context& destination, GLbitfield mask) {
    restore_attributes(destination, save_attributes(source, mask));
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
    std::unique_ptr<SavedAttributes> saved = std::move(stack.back());
    stack.pop_back();
    restore_attributes(context, std::move(saved));
}

void PushClientAttrib(Context& context, GLbitfield mask) {
    auto& stack = context.attribute_stacks.client;
    if (stack.size() >= size_t(limits::MAX_CLIENT_ATTRIB_STACK_DEPTH)) {
        return context.error(GL_STACK_OVERFLOW, "the stack holds %zu groups already", stack.size());
    }
    auto saved = std::make_unique<SavedClientAttributes>();
    if (mask & GL_CLIENT_PIXEL_STORE_BIT) {
        saved->pixels = {context.pixels.pack,
                         context.pixels.unpack,
                         context.buffers[BufferTarget::PixelPack],
                         context.buffers[BufferTarget::PixelUnpack],
                         context.memory_ranges.written_pixels,
                         context.memory_ranges.read_pixels};
    }
    if (mask & GL_CLIENT_VERTEX_ARRAY_BIT) {
        const VertexArrayState& arrays = context.vertex_arrays;
        saved->arrays = {arrays.bound,
                         *arrays.bound,
                         context.buffers[BufferTarget::Array],
                         arrays.client_active_texture,
                         arrays.primitive_restart,
                         arrays.primitive_restart_fixed_index,
                         arrays.restart_index,
                         arrays.element_array,
                         context.memory_ranges.vertices};
    }
    stack.push_back(std::move(saved));
}

void PopClientAttrib(Context& context) {
    auto& stack = context.attribute_stacks.client;
    if (stack.empty()) return context.error(GL_STACK_UNDERFLOW, "nothing has been pushed");
    const std::unique_ptr<SavedClientAttributes> saved = std::move(stack.back());
    stack.pop_back();
    if (saved->pixels) {
        context.pixels.pack = saved->pixels->pack;
        context.pixels.unpack = saved->pixels->unpack;
        context.buffers[BufferTarget::PixelPack] = saved->pixels->pack_buffer;
        context.buffers[BufferTarget::PixelUnpack] = saved->pixels->unpack_buffer;
        context.memory_ranges.written_pixels = saved->pixels->written;
        context.memory_ranges.read_pixels = saved->pixels->read;
    }
    if (saved->arrays) {
        VertexArrayState& arrays = context.vertex_arrays;
        // A vertex array object deleted meanwhile is not bound again (GL 4.6 compatibility, §21.6).
        if (saved->arrays->bound == arrays.standard ||
            arrays.names.find(saved->arrays->bound->name) == saved->arrays->bound) {
            *saved->arrays->bound = saved->arrays->contents;
            arrays.bound = saved->arrays->bound;
        }
        context.buffers[BufferTarget::Array] = saved->arrays->array_buffer;
        arrays.client_active_texture = saved->arrays->client_active_texture;
        arrays.primitive_restart = saved->arrays->primitive_restart;
        arrays.primitive_restart_fixed_index = saved->arrays->primitive_restart_fixed_index;
        arrays.restart_index = saved->arrays->restart_index;
        arrays.element_array = saved->arrays->element_array;
        context.memory_ranges.vertices = saved->arrays->range;
    }
}

}  // namespace commands
}  // namespace glapi
