#include "machines/tegra/codegen/fragment/inputs.h"

#include <bit>
#include <cmath>

#include "ir/switches.h"
#include "machines/tegra/emulator/fragment_pipeline.h"

namespace machines::tegra::fragment {

Ref Inputs::position(size_t component) {
    switch (component) {
        case 0:
            return make_.sum(make_.leaf(Node::Selector, register_position_x, 0, {0, 16384}), make_.constant(-8191.5));
        case 1:
            return make_.sum(
                make_.sum(minus(make_.leaf(Node::Selector, register_position_y, 0, {0, 16384})), make_.constant(8192)),
                make_.uniform(GeneratedFragment::UniformKind::HeightLessHalf, 0, 0));
        case 2: {
            make_.graph().needs_depth = true;
            const Ref low = make_.leaf(Node::DepthLow, 0, 0, {0, fixed_high}),
                      high = make_.leaf(Node::DepthHigh, 0, 0, {0, fixed_high});
            return make_.mad(high, make_.constant(depth_high_factor),
                             make_.mad(low, make_.constant(depth_low_factor), make_.constant(depth_offset)));
        }
        default: return make_.leaf(Node::InverseW, 0);
    }
}

Ref Inputs::attribute(const Instruction& reader, int reg, size_t component) {
    const Attribute& from = program_.attributes[static_cast<size_t>(reg)];
    ASMGL_SOME_CASES
    switch (from.binding.kind) {
        case BindingKind::FragmentPosition: return position(component);
        case BindingKind::Facing: return make_.leaf(Node::Selector, register_face, 0, {-1, 1});
        case BindingKind::FogCoord:
            if (component) return make_.constant(component == 3);
            break;
        case BindingKind::Color:
        case BindingKind::Texcoord:
        case BindingKind::GenericAttrib: break;
        default: refusals_.refuse(reader, "the linker has no such input"); return make_.constant(0);
    }
    ASMGL_END_SOME_CASES
    if (from.interpolation == Interpolation::NoPerspective)
        refusals_.refuse(reader, "inputs are interpolated with perspective");
    if (from.sample_location != SampleLocation::Pixel)
        refusals_.refuse(reader, "inputs are interpolated at the pixel's centre");
    const Ref front = make_.leaf(Node::Varying, reg, static_cast<int>(component));
    if (!two_sided_ || from.binding.kind != BindingKind::Color || from.binding.back) return front;
    return make_.select(make_.leaf(Node::Selector, register_face, 0, {-1, 1}),
                        make_.leaf(Node::Varying, back_of(program_, reg), static_cast<int>(component)), front);
}

Ref Inputs::parameter(const Instruction& reader, int reg, size_t component) {
    const Binding& binding = program_.parameters[static_cast<size_t>(reg)];
    if (binding.kind != BindingKind::Constant)
        return make_.uniform(GeneratedFragment::UniformKind::Parameter, reg, static_cast<int>(component));
    const double value = static_cast<double>(std::bit_cast<float>(binding.constant[component]));
    if (!(std::fabs(value) < 0x1p32)) refusals_.refuse(reader, "a constant is beyond the range of 20-bit numbers");
    return make_.constant(std::isnan(value) ? 0 : value);
}

std::vector<GeneratedFragment::Varying> assign_varyings(Graph& graph, const Program& program, uint32_t clip_planes) {
    std::vector<GeneratedFragment::Varying> varyings;
    for (const Node& node : graph.nodes)
        if (node.kind == Node::Varying && node.uses) graph.attribute_rows.try_emplace(node.index, 0);
    uint32_t row = graph.needs_depth ? 1 : 0;
    for (auto& [index, tram_row] : graph.attribute_rows) {
        tram_row = row++;
        if (index >= clip_row(program, 0)) {
            for (int plane = 0; plane < 8; plane++) {
                if (!(clip_planes >> plane & 1) || clip_row(program, plane) != index) continue;
                GeneratedFragment::Varying distance{~0u, tram_row, false, {}, plane % 4};
                distance.binding.kind = BindingKind::Clip;
                distance.binding.index = static_cast<int16_t>(plane);
                varyings.push_back(distance);
            }
            continue;
        }
        const bool back = index >= back_of(program, 0);
        const Attribute& from = program.attributes[static_cast<size_t>(back ? index - back_of(program, 0) : index)];
        varyings.push_back({back ? ~0u : static_cast<uint32_t>(index), tram_row,
                            from.interpolation == Interpolation::Flat, from.binding});
        varyings.back().binding.back |= back;
    }
    return varyings;
}

}  // namespace machines::tegra::fragment
