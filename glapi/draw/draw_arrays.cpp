// Drawing from vertex arrays.
#include <algorithm>

#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/draw/observed_draws.h"
#include "glapi/immediate/immediate.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/vertex_shaders.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/pixels/saturated.h"
#include "glapi/resolve/resolve_draw.h"
#include "glapi/state/debug.h"
#include "glapi/state/draw_state.h"
#include "glapi/state/state.h"
#include "ir/switches.h"
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

const void* index_offset(uint32_t index, IndexType type) {
    return reinterpret_cast<const void*>(saturated::multiply(index, static_cast<size_t>(index_bytes(type))));
}

int attribute_slot(const arbasm::Binding& binding) {
    ASMGL_SOME_CASES
    switch (binding.kind) {
        case BindingKind::Position: return slot_position;
        case BindingKind::Normal: return slot_normal;
        case BindingKind::Color: return binding.secondary ? slot_secondary_color : slot_color;
        case BindingKind::FogCoord: return slot_fog_coordinate;
        case BindingKind::Texcoord: return slot_texture_coordinate + binding.index;
        case BindingKind::GenericAttrib: {
            const int material = binding.index - generic_attribute_count;
            if (binding.index == matrix_index_attribute) return slot_matrix_index;
            if (binding.index >= variant_attribute(0)) return variant_slot(binding.index - variant_attribute(0));
            if (material >= 0)
                return material_slot(material / material_property_count, material % material_property_count);
            return binding.index == 0 ? slot_position : generic_slot(binding.index);
        }
        case BindingKind::Weight: return slot_weight;
        default: return -1;
    }
    ASMGL_END_SOME_CASES
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
                                                   : rasterizer::all_boundaries;
    const bool program_mode = context.programs.vertex_active();
    for (size_t i = 0; i < attribute_count(draw); ++i) {
        rasterizer::VertexAttribute& attribute = draw.input.attributes[i];
        attribute = {};
        const arbasm::Attribute& wanted = draw.vertex.program->attributes[i];
        const int slot = attribute_slot(wanted.binding);
        if (slot < 0) continue;
        if (variant_of_slot(slot) >= 0) {
            const VariantArray variant = supplying_variant(context.vertex_shaders, slot);
            attribute.current = context.immediate.current[slot];
            if (variant.binding) attribute = resolve_array(memory, variant.array, *variant.binding, attribute.current);
            continue;
        }
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

// Resolves everything but what the call gives. False: nothing is to be drawn.
static bool resolve_array_draw(Context& context, const ArrayDraw& call) {
    const VertexArrayObject& object = *context.vertex_arrays.bound;
    Draw& draw = *context.drawing.draw;
    if (!resolve_draw(context, draw)) return false;
    // Without positions nothing is drawn (GL 2.1 §2.8), except by programs: they may make them of anything.
    const bool program_mode = context.programs.vertex_active();
    if (!program_mode && supplying_array(object, slot_position, false) < 0) return false;
    // Nor without what selects matrices of the palette (OES_matrix_palette).
    if (context.version.is_es1() && context.state.matrices.palette_enabled &&
        (!object.arrays[slot_weight].enabled || !object.arrays[array_matrix_index].enabled))
        return false;
    draw.primitive = primitive_of(call.mode);
    fill_array_input(context, draw);
    rasterizer::VertexInput& input = draw.input;
    input.index_type = call.index_type;
    input.primitive_restart = false;
    if (call.index_type != IndexType::None) {
        const VertexArrayState& arrays = context.vertex_arrays;
        input.primitive_restart = arrays.primitive_restart || arrays.primitive_restart_fixed_index;
        input.restart_index = arrays.primitive_restart_fixed_index
                                  ? static_cast<uint32_t>((uint64_t{1} << 8 * index_bytes(call.index_type)) - 1)
                                  : arrays.restart_index;
    }
    return true;
}

void draw_arrays(Context& context, const ArrayDraw& call) {
    if (call.count <= 0 || call.instance_count <= 0 || context.draw_sequence->is_in_use()) return;
    const SequenceUse use(context);
    const bool goes_on = context.draw_sequence->is_open();
    if (goes_on && join_sequence(context, call)) return;
    const runtime::PermeableSignalHold hold;
    Draw& draw = *context.drawing.draw;
    if (goes_on)
        draw_waiting(context);
    else if (!resolve_array_draw(context, call))
        return;
    draw.primitive = primitive_of(call.mode);
    rasterizer::VertexInput& input = draw.input;
    input.first = static_cast<int32_t>(call.first);
    input.count = call.count;
    input.base_vertex = call.base_vertex;
    input.instance_count = call.instance_count;
    input.base_instance = call.base_instance;
    input.draw_id = call.draw_id;
    IndexMemory indices;
    if (call.index_type != IndexType::None) {
        indices = index_memory(context.buffers, context.vertex_arrays, call.indices);
        if (!indices.data && indices.bytes == SIZE_MAX) return;
    }
    input.indices = indices.data;
    input.readable_indices = indices.bytes;
    const bool begins = !goes_on && may_begin_sequence(context);
    draw_in_sequence(context, begins, goes_on);
    if (begins) begin_sequence(context, call.index_type);
    tell_observed(context.debug);
}

}  // namespace glapi
