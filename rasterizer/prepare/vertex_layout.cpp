#include "rasterizer/prepare/vertex_layout.h"

#include <bit>

#include "rasterizer/geometry/vertex_stage.h"
#include "rasterizer/scene/tile_primitive.h"

namespace rasterizer {
namespace {

using arbasm::BindingKind;
using Kind = FragmentInput::Kind;

constexpr uint32_t one_bits = std::bit_cast<uint32_t>(1.0f);

struct Layouter {
    const Draw& draw;
    const arbasm::Program* vertex_program = last_vertex_program(draw);
    VertexLayout layout;

    int find_result(BindingKind kind, int index, bool secondary, bool back) const {
        if (!vertex_program) return -1;
        for (size_t i = 0; i < vertex_program->results.size(); ++i) {
            const arbasm::Binding& result = vertex_program->results[i];
            if (result.kind == kind && result.index == index && result.secondary == secondary && result.back == back)
                return static_cast<int>(i);
        }
        return -1;
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
            input.kind = Kind::Varying;
            input.slot = static_cast<uint16_t>(slot);
        }
        if (color && draw.raster.flat_shade) input.interpolation = arbasm::Interpolation::Flat;
        return input;
    }

    FragmentInput fragment_input(const arbasm::Attribute& attribute) {
        FragmentInput input;
        input.interpolation = attribute.interpolation;
        switch (attribute.binding.kind) {
            case BindingKind::FragmentPosition:
            case BindingKind::Position: input.kind = Kind::Position; break;
            case BindingKind::Facing: input.kind = Kind::Facing; break;
            case BindingKind::PrimitiveId: input.kind = Kind::PrimitiveId; break;
            case BindingKind::PointCoord: input.kind = Kind::SpriteCoordinate; break;
            case BindingKind::SampleMask: input.kind = Kind::SampleMask; break;
            case BindingKind::SampleId: input.kind = Kind::SampleId; break;
            case BindingKind::Layer: input.kind = Kind::Layer; break;
            case BindingKind::Viewport: input.kind = Kind::Viewport; break;
            case BindingKind::FullyCovered: input.kind = Kind::FullyCovered; break;
            case BindingKind::HelperThread: break;  // zero
            default: {
                const FragmentInput found = varying(attribute);
                const arbasm::Interpolation declared = input.interpolation;
                input = found;
                if (declared != arbasm::Interpolation::Perspective) input.interpolation = declared;
                break;
            }
        }
        if (attribute.binding.kind == BindingKind::Texcoord && draw.raster.point_sprite)
            input.replaced_on_points = draw.raster.point_sprite_coordinates >> (attribute.binding.index & 7) & 1;
        // Integers can't be interpolated (NV_gpu_program4: such attributes must be FLAT).
        if (attribute.type == arbasm::DataType::S32 || attribute.type == arbasm::DataType::U32)
            input.interpolation = arbasm::Interpolation::Flat;
        input.location = attribute.sample_location;
        return input;
    }

    // The components of each attribute register that some operand selects; relative addressing reads all.
    void note_components(const arbasm::Program& program) {
        std::vector<uint8_t> used(layout.inputs.size(), 0);
        auto note = [&](const arbasm::Operand& operand) {
            if (operand.file != arbasm::RegisterFile::Attribute) return;
            if (operand.variable < 0 || operand.relative.file != arbasm::RegisterFile::None) {
                std::fill(used.begin(), used.end(), uint8_t{0xf});
                return;
            }
            const size_t at = program.variables[operand.variable].base + operand.element;
            if (at >= used.size()) return;
            for (uint8_t selector : operand.swizzle)
                if (selector < 4) used[at] |= 1u << selector;
        };
        for (const arbasm::Instruction& instruction : program.instructions) {
            for (const arbasm::Operand& operand : instruction.operands) note(operand);
            if (instruction.texture.offset_operand) note(*instruction.texture.offset_operand);
            if (instruction.texture.handle) note(*instruction.texture.handle);
            auto note_index = [&](const arbasm::RelativeIndex& index) {
                if (index.file == arbasm::RegisterFile::Attribute) std::fill(used.begin(), used.end(), uint8_t{0xf});
            };
            note_index(instruction.result.relative);
            note_index(instruction.texture.relative);
            for (const arbasm::Operand& operand : instruction.operands) note_index(operand.relative);
        }
        // Fog options read the fog coordinate without an instruction that says so.
        for (size_t i = 0; i < used.size(); ++i)
            if (program.attributes[i].binding.kind != BindingKind::FogCoord) layout.inputs[i].components = used[i];
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
        if (draw.sink) {
            layout.color_slot = slot_for_binding(BindingKind::Color);
            layout.texcoord_slot = slot_for_binding(BindingKind::Texcoord);
            if (vertex_program && begins_with_one(*vertex_program, BindingKind::Color))
                layout.unwritten_color = {0, 0, 0, 1};
        }
        if (const arbasm::Program* program = draw.fragment.program.get()) {
            for (const arbasm::Attribute& attribute : program->attributes)
                layout.inputs.push_back(fragment_input(attribute));
            for (const FragmentInput& input : layout.inputs) {
                if (input.kind != Kind::Varying || input.interpolation != arbasm::Interpolation::NoPerspective)
                    continue;
                layout.linear_slots.push_back(input.slot);
                if (input.back_slot != input.slot) layout.linear_slots.push_back(input.back_slot);
            }
            if (!program->instructions.empty()) note_components(*program);
        }
        layout.slot_count = first_varying_slot + static_cast<int>(layout.slots.size());
    }
};

}  // namespace

const arbasm::Program* last_vertex_program(const Draw& draw) {
    if (draw.geometry.program) return draw.geometry.program.get();
    if (draw.tess_evaluation.program && draw.primitive == Primitive::Patches) return draw.tess_evaluation.program.get();
    return draw.vertex.program.get();
}

VertexLayout build_vertex_layout(const Draw& draw) {
    Layouter layouter{draw, last_vertex_program(draw), {}};
    layouter.build();
    return std::move(layouter.layout);
}

}  // namespace rasterizer
