#include "rasterizer/blocks/vertex_key.h"

#include <array>

#include "rasterizer/blocks/key_bytes.h"
#include "rasterizer/draw/draw.h"
#include "rasterizer/geometry/vertex_fetch.h"
#include "rasterizer/prepare/named_units.h"
#include "runtime/jit/jit.h"

namespace rasterizer {
namespace {

using Kind = VertexKeyInput::Kind;

// Whether the function reads the format itself (record_elements.h).
bool is_read_inside(ComponentType type, ElementReading reading) {
    switch (type) {
        case ComponentType::Byte:
        case ComponentType::UnsignedByte:
        case ComponentType::Short:
        case ComponentType::UnsignedShort:
        case ComponentType::Int2101010:
        case ComponentType::UnsignedInt2101010: return true;
        case ComponentType::Float:
        case ComponentType::HalfFloat:
        case ComponentType::Fixed: return reading != ElementReading::Integer;
        case ComponentType::Int: return reading != ElementReading::Normalized;
        case ComponentType::UnsignedInt: return reading == ElementReading::Integer;
        case ComponentType::Double:
        case ComponentType::UnsignedInt10f11f11f: break;
    }
    return false;
}

VertexKeyInput input_of(const VertexFetch::Source& source, VertexOrder order) {
    VertexKeyInput input;
    switch (source.kind) {
        case VertexFetch::Kind::Constant: input.kind = Kind::Common; break;
        case VertexFetch::Kind::VertexId: input.kind = Kind::VertexId; break;
        case VertexFetch::Kind::InstanceNumber:
        case VertexFetch::Kind::PerInstance: input.kind = order.instances ? Kind::Filled : Kind::Common; break;
        case VertexFetch::Kind::PerVertex: {
            const VertexAttribute& attribute = *source.attribute;
            const ElementReading reading = reading_of(attribute);
            input.kind = Kind::Filled;
            if (attribute.components < 1 || attribute.components > 4 || !is_read_inside(attribute.type, reading)) break;
            input = {Kind::Elements, attribute.type, reading, attribute.components, attribute.bgra, attribute.stride};
            break;
        }
    }
    return input;
}

}  // namespace

void VertexKey::set(const Draw& draw, const VertexLayout& layout, const VertexFetch& fetch, VertexOrder order) {
    if (program != draw.vertex.program) {
        program = nullptr;  // until all that belongs to it is there: memory may be lacking
        attribute_components = draw.vertex.facts->attribute_components;
        may_run_long = draw.vertex.facts->may_run_long;
        units = units_sampled_by(*draw.vertex.program);
        program = draw.vertex.program;
    }
    inputs.clear();
    for (size_t i = 0; i < fetch.sources().size(); ++i)
        inputs.push_back(attribute_components[i] ? input_of(fetch.sources()[i], order) : VertexKeyInput{});
    // Vertices that are read before are found in the registers of their group.
    in_order = order.in_order && filled() == 0;
    set_samplers(samplers, units, draw.vertex.textures);
    depth_clamp = draw.raster.depth_clamp;
    depth_zero_to_one = draw.raster.clip_depth_zero_to_one;
    position_result = static_cast<int16_t>(layout.position_result);
    slots = layout.slots;
    clip_mask = layout.clip_mask;
    cull_mask = layout.cull_mask;
    clip_results.fill(-1);
    cull_results.fill(-1);
    for (size_t plane = 0; plane < max_clip_distances; ++plane) {
        if (clip_mask >> plane & 1)
            clip_results[plane] = slots[static_cast<size_t>(layout.clip_slots[plane] - first_varying_slot)].result;
        if (cull_mask >> plane & 1) cull_results[plane] = layout.cull_results[plane];
    }
}

const runtime::SamplerKey* VertexKey::sampler_of(int32_t unit) const { return find_sampler(samplers, units, unit); }

AttributeSet VertexKey::filled() const {
    AttributeSet set = 0;
    for (size_t i = 0; i < inputs.size() && i < max_vertex_attributes; ++i)
        if (inputs[i].kind == Kind::Filled) set |= AttributeSet{1} << i;
    return set;
}

std::string VertexKey::identity() const {
    std::string text = runtime::jit::program_key(*program);
    if (text.empty()) return text;
    std::string bytes;
    append_state(bytes);
    return text + "\n" + bytes;
}

void VertexKey::write_bytes(std::string& bytes) const {
    bytes.clear();
    append(bytes, program.get());
    append_state(bytes);
}

void VertexKey::append_state(std::string& bytes) const {
    append(bytes, std::array{in_order, depth_clamp, depth_zero_to_one});
    for (const VertexKeyInput& input : inputs) {
        append(bytes, input.kind);
        if (input.kind != Kind::Elements) continue;
        append(bytes, input.type);
        append(bytes, input.reading);
        append(bytes, input.components);
        append(bytes, input.bgra);
        append(bytes, input.stride);
    }
    append(bytes, position_result);
    append(bytes, slots.size());
    for (const VertexSlot& slot : slots) {
        append(bytes, slot.result);
        append(bytes, std::array{slot.clamp, slot.scalar});
    }
    append(bytes, clip_results);
    append(bytes, cull_results);
    for (const runtime::SamplerKey& sampler : samplers) append(bytes, sampler);
}

const char* why_no_code(const VertexKey& key) {
    if (key.inputs.size() > static_cast<size_t>(max_vertex_attributes)) return "many attributes";
    return nullptr;
}

}  // namespace rasterizer
