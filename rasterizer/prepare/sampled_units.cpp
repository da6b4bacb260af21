#include "rasterizer/prepare/sampled_units.h"

#include <algorithm>

namespace rasterizer {

std::vector<int32_t> units_sampled_by(const arbasm::Program& program) {
    std::vector<int32_t> units;
    for (const arbasm::Instruction& instruction : program.instructions) {
        if (arbasm::opcode_info(instruction.opcode).category != arbasm::OpcodeCategory::Texture) continue;
        const arbasm::TextureAccess& texture = instruction.texture;
        if (texture.handle || texture.relative.file != arbasm::RegisterFile::None) continue;
        const bool named = texture.variable >= 0;
        units.push_back(texture.unit + (named ? program.variables[static_cast<size_t>(texture.variable)].base : 0));
    }
    std::ranges::sort(units);
    units.erase(std::ranges::unique(units).begin(), units.end());
    return units;
}

}  // namespace rasterizer
