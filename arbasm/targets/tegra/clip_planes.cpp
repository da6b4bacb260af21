#include "arbasm/targets/tegra/clip_planes.h"

#include <utility>

namespace arbasm::tegra {
namespace {

// Beyond the texture coordinates that there are.
constexpr int32_t first_distance = 64;

Binding distance(int32_t plane) {
    Binding binding;
    binding.kind = BindingKind::Texcoord;
    binding.index = first_distance + plane;
    return binding;
}

}  // namespace

Program clip_distances_as_varyings(Program vertex) {
    for (Binding& result : vertex.results)
        if (result.kind == BindingKind::Clip) result = distance(result.index);
    return vertex;
}

Program kill_outside(Program fragment, uint32_t planes) {
    for (int32_t plane = 0; planes >> plane; plane++) {
        if (!(planes >> plane & 1)) continue;
        Attribute attribute;
        attribute.binding = distance(plane);
        Variable variable;
        variable.file = RegisterFile::Attribute;
        variable.base = static_cast<int32_t>(fragment.attributes.size());
        Instruction kill;
        kill.opcode = Opcode::Kil;
        kill.operand_count = 1;
        kill.operands[0].variable = static_cast<int32_t>(fragment.variables.size());
        kill.operands[0].file = RegisterFile::Attribute;
        kill.operands[0].swizzle = {0, 0, 0, 0};
        fragment.attributes.push_back(attribute);
        fragment.variables.push_back(std::move(variable));
        fragment.instructions.push_back(std::move(kill));
    }
    return fragment;
}

}  // namespace arbasm::tegra
