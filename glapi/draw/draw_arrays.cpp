// Drawing from vertex arrays.
#include <algorithm>

#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/draw/observed_draws.h"
#include "glapi/resolve/resolve_draw.h"
#include "runtime/threads/signal_hold.h"

namespace glapi {

using arbasm::BindingKind;
using rasterizer::Draw;
using rasterizer::IndexType;
using rasterizer::Primitive;

int index_bytes(IndexType type) {
    switch (type) {
        case IndexType::UnsignedByte: return 1;
        case IndexType::UnsignedShort: return 2;
        case IndexType::UnsignedInt: return 4;
        case IndexType::None: break;
    }
    return 0;
}

int attribute_slot(const arbasm::Binding& binding) {
    switch (binding.kind) {
        case BindingKind::Position: return slot_position;
        case BindingKind::Normal: return slot_normal;
        case BindingKind::Color: return binding.secondary ? slot_secondary_color : slot_color;
        case BindingKind::FogCoord: return slot_fog_coordinate;
        case BindingKind::Texcoord: return slot_texture_coordinate + binding.index;
        case BindingKind::GenericAttrib: {
            const int material = binding.index - generic_attribute_count;
            if (material >= 0)
                return material_slot(material / material_property_count, material % material_property_count);
            return binding.index == 0 ? slot_position : generic_slot(binding.index);
        }
        case BindingKind::Weight: return slot_weight;
        default: return -1;
    }
}

Primitive primitive_of(GLenum mode) {
    static_assert(static_cast<int>(Primitive::Polygon) == GL_POLYGON);
    static_assert(static_cast<int>(Primitive::LinesAdjacency) == GL_LINES_ADJACENCY);
    static_assert(static_cast<int>(Primitive::Patches) == GL_PATCHES);
    return static_cast<Primitive>(mode);
}

namespace {

void fill_array_input(const Context& context, Draw& draw) {
    const VertexArrayObject& object = *context.vertex_arrays.bound;
    const ArrayMemory memory{object, context.buffers.reachable};
    draw.input.edge_flags = wants_edge_flags(draw) ? resolve_array(memory, object.arrays[slot_edge_flag],
                                                                   context.immediate.current[slot_edge_flag])
                                                   : rasterizer::VertexInput{}.edge_flags;
    const bool program_mode = context.programs.vertex_active();
    for (size_t i = 0; i < attribute_count(draw); ++i) {
        rasterizer::VertexAttribute& attribute = draw.input.attributes[i];
        attribute = {};
        const arbasm::Attribute& wanted = draw.vertex.program->attributes[i];
        const int slot = attribute_slot(wanted.binding);
        if (slot < 0) continue;
        const int array = supplying_array(object, slot, program_mode);
        // Generic attribute 0 is the position where arrays are concerned, and has a current value of its own.
        const bool first = wanted.binding.kind == BindingKind::GenericAttrib && slot == slot_position;
        const int value = first ? generic_slot(0) : slot;
        const bool high = wanted.is_long && wanted.binding.high;
        attribute.current = context.immediate.current[high ? high_slot(value) : value];
        if (array < 0) continue;
        attribute = wanted.is_long ? resolve_half(memory, object.arrays[array], attribute.current, high)
                                   : resolve_array(memory, object.arrays[array], attribute.current);
    }
}

}  // namespace

void draw_arrays(Context& context, const ArrayDraw& call) {
    if (call.count <= 0 || call.instance_count <= 0) return;
    const runtime::PermeableSignalHold hold;
    const VertexArrayObject& object = *context.vertex_arrays.bound;
    Draw& draw = *context.drawing.draw;
    if (!resolve_draw(context, draw)) return;
    // Without positions nothing is drawn (GL 2.1 §2.8), except by programs: they may make them of anything.
    const bool program_mode = context.programs.vertex_active();
    if (!program_mode && supplying_array(object, slot_position, false) < 0) return;
    // Nor without what selects matrices of the palette (OES_matrix_palette).
    if (context.state.matrices.palette_enabled &&
        (!object.arrays[slot_weight].enabled || !object.arrays[slot_matrix_index].enabled))
        return;
    draw.primitive = primitive_of(call.mode);
    fill_array_input(context, draw);
    rasterizer::VertexInput& input = draw.input;
    input.index_type = call.index_type;
    input.indices = nullptr;
    input.readable_indices = SIZE_MAX;
    input.first = static_cast<int32_t>(call.first);
    input.count = call.count;
    input.base_vertex = call.base_vertex;
    input.instance_count = call.instance_count;
    input.base_instance = call.base_instance;
    input.draw_id = call.draw_id;
    input.primitive_restart = false;
    if (call.index_type != IndexType::None) {
        const int bytes = index_bytes(call.index_type);
        if (object.elements || object.unified_elements) {
            const auto readable =
                element_bytes({object, context.buffers.reachable}, reinterpret_cast<size_t>(call.indices));
            input.indices = readable.data();
            input.readable_indices = readable.size();
        } else {
            if (!call.indices) return;
            input.indices = static_cast<const std::byte*>(call.indices);
        }
        const VertexArrayState& arrays = context.vertex_arrays;
        input.primitive_restart = arrays.primitive_restart || arrays.primitive_restart_fixed_index;
        input.restart_index = arrays.primitive_restart_fixed_index
                                  ? static_cast<uint32_t>((uint64_t{1} << 8 * bytes) - 1)
                                  : arrays.restart_index;
    }
    context.rasterizer.draw(draw);
    tell_observed(context.debug);
}

}  // namespace glapi
