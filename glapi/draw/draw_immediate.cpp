// Drawing of the vertices that immediate mode and display lists have gathered.
#include <algorithm>

#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/draw/observed_draws.h"
#include "glapi/immediate/immediate.h"
#include "glapi/resolve/resolve_draw.h"
#include "glapi/state/debug.h"
#include "glapi/state/draw_state.h"
#include "runtime/threads/signal_hold.h"

namespace glapi {

using rasterizer::Draw;
using rasterizer::IndexType;
using runtime::Vector4;

size_t attribute_count(const Draw& draw) {
    return std::min<size_t>(draw.vertex.program->attributes.size(), rasterizer::max_vertex_attributes);
}

bool wants_edge_flags(const Draw& draw) {
    return !is_filled(draw.raster.polygon_mode[0]) || !is_filled(draw.raster.polygon_mode[1]);
}

int immediate_slot(const arbasm::Attribute& attribute) {
    const int slot = attribute_slot(attribute.binding);
    return slot >= 0 && attribute.is_long && attribute.binding.high ? high_slot(slot) : slot;
}

void fill_immediate_input(Draw& draw, const ImmediateVertices& vertices,
                          const std::array<Vector4, value_slot_count>& current) {
    const size_t vertex_bytes = vertices.slots.size() * sizeof(Vector4);
    const auto fill = [&](rasterizer::VertexAttribute& attribute, int slot) {
        attribute = {};
        if (slot < 0) return;
        const auto found = std::ranges::find(vertices.slots, slot);
        if (found == vertices.slots.end()) {
            attribute.current = current[static_cast<size_t>(slot)];
            return;
        }
        const auto vector = static_cast<size_t>(found - vertices.slots.begin());
        attribute.enabled = true;
        attribute.data = reinterpret_cast<const std::byte*>(vertices.data + vector);
        attribute.readable = vertex_bytes * static_cast<size_t>(vertices.count) - vector * sizeof(Vector4);
        attribute.stride = static_cast<uint32_t>(vertex_bytes);
    };
    for (size_t i = 0; i < attribute_count(draw); ++i)
        fill(draw.input.attributes[i], immediate_slot(draw.vertex.program->attributes[i]));
    if (wants_edge_flags(draw))
        fill(draw.input.edge_flags, slot_edge_flag);
    else
        draw.input.edge_flags = rasterizer::all_boundaries;
    rasterizer::VertexInput& input = draw.input;
    input.index_type = IndexType::None;
    input.indices = nullptr;
    input.first = 0;
    input.count = vertices.count;
    input.base_vertex = 0;
    input.instance_count = 1;
    input.base_instance = input.draw_id = 0;
    input.primitive_restart = false;
}

namespace {

// The materials that the vertices hold.
uint16_t materials_in(std::span<const uint8_t> slots) {
    uint16_t materials = 0;
    for (int side = 0; side < 2; ++side)
        for (int property = 0; property < material_property_count; ++property)
            if (std::ranges::find(slots, material_slot(side, property)) != slots.end())
                materials |= static_cast<uint16_t>(1 << (side * material_property_count + property));
    return materials;
}

}  // namespace

bool draw_immediate(Context& context, GLenum mode, const ImmediateVertices& vertices,
                    std::span<const rasterizer::DrawPart> parts) {
    DrawSequence& sequence = *context.draw_sequence;
    if (sequence.is_in_use()) return true;
    const bool goes_on = sequence.is_open() && sequence.kind == DrawSequence::Kind::Immediate && parts.empty() &&
                         std::ranges::equal(vertices.slots, sequence.slots);
    if (!goes_on) end_sequence(context);
    const SequenceUse use(context);
    if (goes_on && join_immediate(context, mode, vertices)) return true;
    const runtime::PermeableSignalHold hold;
    Draw& draw = *context.drawing.draw;
    ImmediateState& immediate = context.immediate;
    // What is another's, or holds for this draw only, goes with it.
    const struct End {
        Draw& draw;
        ImmediateState& immediate;
        ~End() {
            draw.parts = {};
            immediate.vertex_materials = 0;
        }
    } end{draw, immediate};
    bool begins = false;
    if (goes_on) {
        draw_waiting(context);
    } else {
        immediate.vertex_materials = materials_in(vertices.slots);
        immediate.drawing_immediate = true;
        begins = parts.empty() && immediate.vertex_materials == 0;
        const bool drawable = resolve_draw(context, draw);
        immediate.vertex_materials = 0;
        immediate.drawing_immediate = false;
        if (!drawable) return true;
        if (!parts.empty() && (draw.sink || draw.statistics || draw.stream_counters || draw.transform_feedback ||
                               draw.raster.conservative))
            return false;
        begins = begins && may_begin_immediate(context);
    }
    draw.primitive = primitive_of(mode);
    fill_immediate_input(draw, vertices, immediate.current);
    draw.parts = parts;
    draw_in_sequence(context, begins, goes_on);
    draw.parts = {};
    if (begins) begin_immediate(context, vertices);
    tell_observed(context.debug);
    return true;
}

}  // namespace glapi
