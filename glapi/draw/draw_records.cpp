// Drawing of the vertices that immediate mode and display lists have gathered.
#include <algorithm>

#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/draw/observed_draws.h"
#include "glapi/resolve/resolve_draw.h"
#include "runtime/threads/signal_hold.h"

namespace glapi {

using rasterizer::Draw;
using rasterizer::IndexType;
using runtime::Vector4;

size_t attribute_count(const Draw& draw) {
    return std::min<size_t>(draw.vertex.program->attributes.size(), rasterizer::max_vertex_attributes);
}

bool wants_edge_flags(const Draw& draw) {
    return draw.raster.polygon_mode[0] != rasterizer::PolygonMode::Fill ||
           draw.raster.polygon_mode[1] != rasterizer::PolygonMode::Fill;
}

bool draw_records(Context& context, GLenum mode, const VertexRecords& records,
                  std::span<const rasterizer::DrawPart> parts) {
    const runtime::PermeableSignalHold hold;
    Draw& draw = *context.drawing.draw;
    ImmediateState& immediate = context.immediate;
    const size_t record_bytes = records.slots.size() * sizeof(Vector4);
    std::array<int8_t, value_slot_count> place;
    place.fill(-1);
    for (size_t i = 0; i < records.slots.size(); ++i) place[records.slots[i]] = static_cast<int8_t>(i);
    immediate.vertex_materials = 0;
    for (int side = 0; side < 2; ++side)
        for (int property = 0; property < material_property_count; ++property)
            if (place[material_slot(side, property)] >= 0)
                immediate.vertex_materials |= 1 << (side * material_property_count + property);
    const bool drawable = resolve_draw(context, draw);
    immediate.vertex_materials = 0;
    if (!drawable) return true;
    if (!parts.empty() &&
        (draw.sink || draw.statistics || draw.stream_counters || draw.transform_feedback || draw.raster.conservative))
        return false;
    draw.primitive = primitive_of(mode);
    auto fill = [&](rasterizer::VertexAttribute& attribute, int slot) {
        attribute = {};
        if (slot < 0) return;
        if (place[slot] < 0) {
            attribute.current = immediate.current[slot];
            return;
        }
        attribute.enabled = true;
        attribute.data = reinterpret_cast<const std::byte*>(records.data + place[slot]);
        attribute.readable =
            record_bytes * static_cast<size_t>(records.count) - static_cast<size_t>(place[slot]) * sizeof(Vector4);
        attribute.stride = static_cast<uint32_t>(record_bytes);
    };
    for (size_t i = 0; i < attribute_count(draw); ++i) {
        const arbasm::Attribute& wanted = draw.vertex.program->attributes[i];
        const int slot = attribute_slot(wanted.binding);
        fill(draw.input.attributes[i], slot >= 0 && wanted.is_long && wanted.binding.high ? high_slot(slot) : slot);
    }
    if (wants_edge_flags(draw))
        fill(draw.input.edge_flags, slot_edge_flag);
    else
        draw.input.edge_flags = rasterizer::VertexInput{}.edge_flags;
    rasterizer::VertexInput& input = draw.input;
    input.index_type = IndexType::None;
    input.indices = nullptr;
    input.first = 0;
    input.count = records.count;
    input.base_vertex = 0;
    input.instance_count = 1;
    input.base_instance = input.draw_id = 0;
    input.primitive_restart = false;
    draw.parts = parts;
    context.rasterizer.draw(draw);
    draw.parts = {};
    tell_observed(context.debug);
    return true;
}

}  // namespace glapi
