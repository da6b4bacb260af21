#include "rasterizer/prepare/vertex_layout.h"

#include <bit>

#include "ir/switches.h"

namespace rasterizer {
namespace {

using arbasm::BindingKind;
using InputKind = FragmentInput::Kind;

constexpr uint32_t one_bits = std::bit_cast<uint32_t>(1.0f);

struct Layouter {
    const Draw& draw;
    const arbasm::Program* vertex_program = last_vertex_stage(draw).program.get();
    VertexLayout layout;

    int find_result(BindingKind kind, int index, bool secondary, bool back) const {
        if (!vertex_program) return -1;
        arbasm::Binding wanted;
        wanted.kind = kind;
        wanted.index = static_cast<int16_t>(index);
        wanted.secondary = secondary;
        wanted.back = back;
        return arbasm::find_result(*vertex_program, wanted);
    }

    // The slot that holds a result, made on first demand.
    int slot_for(int result, bool clamp) {
        for (size_t i = 0; i < layout.slots.size(); ++i)
            if (layout.slots[i].result == result) return static_cast<int>(i) + first_varying_slot;
        const bool scalar = vertex_program->results[result].kind == BindingKind::FogCoord;
        layout.slots.push_back({static_cast<int16_t>(result), clamp, scalar});
        return static_cast<int>(layout.slots.size()) - 1 + first_varying_slot;
    }

    int slot_for_binding(BindingKind kind, int index = 0, bool secondary = false, bool back = false) {
        const int result = find_result(kind, index, secondary, back);
        return result < 0 ? -1 : slot_for(result, kind == BindingKind::Color && draw.raster.clamp_vertex_color);
    }

    // The slot of a result as it was written, for transform feedback. To be asked for behind all others.
    int captured_slot(const FeedbackVarying& varying) {
        const int result = captured_result(*vertex_program, varying);
        if (result < 0 || result == layout.position_result) return result < 0 ? -1 : clip_slot;
        for (size_t i = 0; i < layout.slots.size(); ++i)
            if (layout.slots[i].result == result && !layout.slots[i].clamp && !layout.slots[i].scalar)
                return static_cast<int>(i) + first_varying_slot;
        layout.slots.push_back({static_cast<int16_t>(result), false});
        return static_cast<int>(layout.slots.size()) - 1 + first_varying_slot;
    }

    FragmentInput varying(const arbasm::Attribute& attribute) {
        FragmentInput input;
        const arbasm::Binding& binding = attribute.binding;
        const bool color = binding.kind == BindingKind::Color;
        int slot = slot_for_binding(binding.kind, binding.index, color && binding.secondary);
        if (color && draw.raster.two_sided_color) {
            const int back = slot_for_binding(binding.kind, binding.index, binding.secondary, true);
            if (slot < 0) slot = back;
            input.back_slot = static_cast<uint16_t>(back < 0 ? slot : back);
        } else {
            input.back_slot = static_cast<uint16_t>(slot);
        }
        if (slot < 0) {
            input.constant = {0, 0, 0, one_bits};
        } else {
            input.kind = InputKind::Varying;
            input.slot = static_cast<uint16_t>(slot);
        }
        if (color && draw.raster.flat_shade) input.interpolation = arbasm::Interpolation::Flat;
        return input;
    }

    FragmentInput fragment_input(const arbasm::Attribute& attribute) {
        FragmentInput input;
        input.interpolation = attribute.interpolation;
        if (attribute.binding.of_output) {
            input.kind = InputKind::FramebufferColor;
            input.slot = static_cast<uint16_t>(attribute.binding.index);
            return input;
        }
        ASMGL_SOME_CASES
        switch (attribute.binding.kind) {
            case BindingKind::FragmentPosition:
            case BindingKind::Position: input.kind = InputKind::Position; break;
            case BindingKind::Facing: input.kind = InputKind::Facing; break;
            case BindingKind::PrimitiveId: input.kind = InputKind::PrimitiveId; break;
            case BindingKind::PointCoord: input.kind = InputKind::SpriteCoordinate; break;
            case BindingKind::SampleMask: input.kind = InputKind::SampleMask; break;
            case BindingKind::SampleId: input.kind = InputKind::SampleId; break;
            case BindingKind::SamplePosition: input.kind = InputKind::SamplePosition; break;
            case BindingKind::Layer: input.kind = InputKind::Layer; break;
            case BindingKind::Viewport: input.kind = InputKind::Viewport; break;
            case BindingKind::FullyCovered: input.kind = InputKind::FullyCovered; break;
            case BindingKind::HelperThread: break;  // zero
            default: {
                const FragmentInput found = varying(attribute);
                const arbasm::Interpolation declared = input.interpolation;
                input = found;
                if (declared != arbasm::Interpolation::Perspective) input.interpolation = declared;
                break;
            }
        }
        ASMGL_END_SOME_CASES
        if (attribute.binding.kind == BindingKind::Texcoord && draw.raster.point_sprite) {
            input.replaced_on_points = draw.raster.point_sprite_coordinates >> (attribute.binding.index & 7) & 1;
            input.sprite_r = draw.raster.point_sprite_r;
        }
        // Integers can't be interpolated (NV_gpu_program4: such attributes are FLAT).
        if (attribute.type == arbasm::DataType::S32 || attribute.type == arbasm::DataType::U32)
            input.interpolation = arbasm::Interpolation::Flat;
        if (input.interpolation == arbasm::Interpolation::Smooth)
            input.interpolation = arbasm::Interpolation::Perspective;
        input.location = attribute.sample_location;
        return input;
    }

    void build() {
        layout.position_result = find_result(BindingKind::Position, 0, false, false);
        if (draw.raster.program_point_size) layout.point_size_slot = slot_for_binding(BindingKind::PointSize);
        for (int i = 0; i < max_clip_distances; ++i) {
            layout.clip_slots[i] = -1;
            if (!(draw.raster.clip_distances >> i & 1)) continue;
            const int slot = slot_for_binding(BindingKind::Clip, i);
            if (slot < 0) continue;
            layout.clip_slots[i] = static_cast<int8_t>(slot);
            layout.clip_mask |= 1u << i;
        }
        for (int i = 0; i < max_clip_distances; ++i) {
            const int result = find_result(BindingKind::Cull, i, false, false);
            layout.cull_results[i] = static_cast<int16_t>(result);
            if (result >= 0) layout.cull_mask |= 1u << i;
        }
        if (draw.sink) {
            layout.color_slot = slot_for_binding(BindingKind::Color);
            layout.texcoord_slot = slot_for_binding(BindingKind::Texcoord);
            if (vertex_program && begins_with_one(*vertex_program, BindingKind::Color))
                layout.unwritten_color = {0, 0, 0, 1};
        }
        const bool discards = draw.raster.rasterizer_discard && !draw.sink;
        if (const arbasm::Program* program = discards ? nullptr : draw.fragment.program.get()) {
            for (size_t i = 0; i < program->attributes.size(); ++i) {
                layout.inputs.push_back(fragment_input(program->attributes[i]));
                layout.inputs.back().components = draw.fragment.facts->attribute_components[i];
            }
            for (const FragmentInput& input : layout.inputs) {
                if (input.kind != InputKind::Varying || input.interpolation != arbasm::Interpolation::NoPerspective)
                    continue;
                layout.linear_slots.push_back(input.slot);
                if (input.back_slot != input.slot) layout.linear_slots.push_back(input.back_slot);
            }
        }
        if (draw.transform_feedback && vertex_program)
            for (const FeedbackVarying& varying : draw.transform_feedback->varyings)
                layout.captured_slots.push_back(static_cast<int16_t>(captured_slot(varying)));
        layout.slot_count = first_varying_slot + static_cast<int>(layout.slots.size());
    }
};

}  // namespace

bool begins_with_one(const arbasm::Program& program, arbasm::BindingKind result) {
    return result == arbasm::BindingKind::Position || arbasm::names_registers(program.instruction_set);
}

int captured_result(const arbasm::Program& program, const FeedbackVarying& varying) {
    return arbasm::find_result(program, varying.binding);
}

const StageProgram& last_vertex_stage(const Draw& draw) {
    if (draw.geometry.program) return draw.geometry;
    if (draw.primitive != Primitive::Patches) return draw.vertex;
    if (draw.tess_evaluation.program) return draw.tess_evaluation;
    return draw.tess_control.program ? draw.tess_control : draw.vertex;
}

VertexLayout build_vertex_layout(const Draw& draw) {
    Layouter layouter{draw, last_vertex_stage(draw).program.get(), {}};
    layouter.build();
    return std::move(layouter.layout);
}

}  // namespace rasterizer
