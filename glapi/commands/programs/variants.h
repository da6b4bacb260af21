// Variants of EXT_vertex_shader's bound shader as vertex quantities.
#pragma once

#include "glapi/context.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/vertex_shaders.h"

namespace glapi {

struct BufferState;
struct VertexArrayState;

// Element `index` of the array that supplies a slot.
runtime::Vector4 fetch_variant(const BufferState& buffers, const VertexArrayState& vertex_arrays,
                               const VariantArray& variant, int64_t index);

// Calls `each` with the slots that arrays supply to the shader, if it processes vertices, and their values.
template <typename Each>
void for_each_variant(const Context& context, int64_t index, Each each) {
    if (!context.programs.vertex_shader_active()) return;
    for (size_t number = 0; number < context.vertex_shaders.bound->variants.size(); ++number) {
        const int slot = variant_slot(static_cast<int>(number));
        const VariantArray variant = supplying_variant(context.vertex_shaders, slot);
        if (variant.binding) each(slot, fetch_variant(context.buffers, context.vertex_arrays, variant, index));
    }
}

}  // namespace glapi
