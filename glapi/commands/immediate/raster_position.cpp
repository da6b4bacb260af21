#include "glapi/commands/immediate/raster_position.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/feedback.h"
#include "glapi/immediate/immediate.h"
#include "glapi/immediate/raster_position.h"
#include "glapi/resolve/effective_program.h"
#include "glapi/resolve/resolve_draw.h"
#include "glapi/state/conversions.h"
#include "glapi/state/state.h"
#include "rasterizer/geometry/stage_groups.h"
#include "rasterizer/geometry/vertex_stage.h"
#include "rasterizer/rasterizer.h"

namespace glapi {

using arbasm::BindingKind;
using runtime::LaneVector;
using runtime::Vector4;

namespace {

std::array<float, 4> floats(const Vector4& bits) {
    return {std::bit_cast<float>(bits[0]), std::bit_cast<float>(bits[1]), std::bit_cast<float>(bits[2]),
            std::bit_cast<float>(bits[3])};
}

std::array<float, 4> lane_zero(const LaneVector& vector) {
    std::array<float, 4> value;
    for (size_t i = 0; i < 4; ++i) value[i] = std::bit_cast<float>(vector.component[i].lane[0]);
    return value;
}

std::array<float, 4> clamped(std::array<float, 4> color) {
    for (float& component : color) component = std::clamp(component, 0.0f, 1.0f);
    return color;
}

// What does not depend on the vertex program: values that it does not write are the current ones.
void take_current_values(const ImmediateState& immediate, RasterPosition& raster) {
    const auto& current = immediate.current;
    raster.color = floats(current[slot_color]);
    raster.secondary_color = floats(current[slot_secondary_color]);
    raster.color_index = floats(current[slot_color_index])[0];
    for (int i = 0; i < texture_coordinate_count; ++i)
        raster.texture_coordinates[static_cast<size_t>(i)] = floats(current[slot_texture_coordinate + i]);
}

}  // namespace

void set_raster_position(Context& context, float x, float y, float z, float w) {
    if (!validate_programs(context)) return;
    const EffectiveProgram fragment = effective_fragment_program(context);
    rasterizer::StageProgram stage;
    if (fragment.executable) {
        // Attributes are the current ones, and vertices are not weighted
        // (EXT_vertex_weighting).
        const bool weighting = std::exchange(context.state.transform.vertex_weighting, false);
        context.immediate.drawing_immediate = true;
        resolve_stage(context, effective_vertex_program(context, *fragment.executable->program), stage);
        context.immediate.drawing_immediate = false;
        context.state.transform.vertex_weighting = weighting;
    }
    if (!stage.program) return;
    const arbasm::Program& program = *stage.program;

    std::vector<LaneVector> attributes(program.attributes.size()), results(program.results.size());
    for (size_t i = 0; i < attributes.size(); ++i) {
        const int slot = attribute_slot(program.attributes[i].binding);
        Vector4 value = slot == slot_position ? float_bits(x, y, z, w) : Vector4{};
        if (slot > slot_position) value = context.immediate.current[static_cast<size_t>(slot)];
        if (slot >= 0 && program.attributes[i].is_long && program.attributes[i].binding.high)
            value = context.immediate.current[static_cast<size_t>(high_slot(slot))];
        for (size_t c = 0; c < 4; ++c) std::fill_n(attributes[i].component[c].lane, runtime::group_lanes, value[c]);
    }
    rasterizer::clear_results(program, results.data());
    // Programs of draws before may still write what this one reads.
    if (stage.memory || !stage.constant_buffers.empty() || !stage.textures.empty()) context.rasterizer.finish();
    const runtime::ProgramEnvironment environment = rasterizer::stage_environment(stage, nullptr);
    runtime::Group group;
    group.active = 1;
    group.attributes = attributes.data();
    group.results = results.data();
    stage.routine->run(environment, group);

    RasterPosition raster;
    take_current_values(context.immediate, raster);
    if (arbasm::names_registers(program.instruction_set)) {
        // These programs' results are something before they are written.
        raster.color = raster.secondary_color = {0, 0, 0, 1};
        raster.texture_coordinates.fill({0, 0, 0, 1});
    }
    std::array<float, 4> clip{0, 0, 0, 1};
    bool inside = true;
    for (size_t i = 0; i < results.size(); ++i) {
        const arbasm::Binding& binding = program.results[i];
        const std::array<float, 4> value = lane_zero(results[i]);
        if (binding.kind == BindingKind::Position) clip = value;
        if (binding.kind == BindingKind::Color && !binding.back)
            (binding.secondary ? raster.secondary_color : raster.color) = value;
        if (binding.kind == BindingKind::FogCoord) raster.distance = raster.fog_coordinate = value[0];
        if (binding.kind == BindingKind::Texcoord)
            raster.texture_coordinates.at(static_cast<size_t>(binding.index)) = value;
        if (binding.kind == BindingKind::Clip &&
            context.state.transform.clip_plane_enabled.at(static_cast<size_t>(binding.index)))
            inside = inside && value[0] >= 0;
        if (binding.kind == BindingKind::Cull && value[0] < 0) inside = false;
    }
    if (context.state.lighting.clamp_vertex_color != GL_FALSE) {
        raster.color = clamped(raster.color);
        raster.secondary_color = clamped(raster.secondary_color);
    }
    const bool depth_inside = context.state.transform.depth_clamp || (-clip[3] <= clip[2] && clip[2] <= clip[3]);
    const bool in_view = context.state.viewport.raster_position_unclipped ||
                         (std::abs(clip[0]) <= clip[3] && std::abs(clip[1]) <= clip[3]);
    raster.valid = inside && depth_inside && clip[3] > 0 && in_view;
    if (!raster.valid) {
        context.raster_position.valid = false;
        return;
    }
    const rasterizer::Viewport& viewport = context.state.viewport.viewports[0];
    const float inverse_w = 1 / clip[3];
    raster.position = {viewport.x + (clip[0] * inverse_w + 1) * 0.5f * viewport.width,
                       viewport.y + (clip[1] * inverse_w + 1) * 0.5f * viewport.height,
                       static_cast<float>(viewport.near_value +
                                          (clip[2] * inverse_w + 1) * 0.5 * (viewport.far_value - viewport.near_value)),
                       clip[3]};
    raster.position[2] = std::clamp(raster.position[2], 0.0f, 1.0f);
    context.raster_position = raster;
    if (context.feedback.mode == GL_SELECT) context.feedback.count_hit(raster.position[2]);
}

void set_window_position(Context& context, float x, float y, float z, float w) {
    RasterPosition raster;
    take_current_values(context.immediate, raster);
    const rasterizer::Viewport& viewport = context.state.viewport.viewports[0];
    const double depth = std::clamp(z, 0.0f, 1.0f);
    raster.position = {x, y,
                       static_cast<float>(viewport.near_value + depth * (viewport.far_value - viewport.near_value)), w};
    if (context.state.fog.coordinate_source == GL_FOG_COORD)
        raster.distance = raster.fog_coordinate = floats(context.immediate.current[slot_fog_coordinate])[0];
    raster.color = clamped(raster.color);
    raster.secondary_color = clamped(raster.secondary_color);
    context.raster_position = raster;
    if (context.feedback.mode == GL_SELECT) context.feedback.count_hit(raster.position[2]);
}

}  // namespace glapi
