#include "rasterizer/prepare/named_units.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace rasterizer {

using namespace arbasm;

namespace {

std::optional<int32_t> named_unit(const Program& program, const TextureAccess& texture) {
    if (texture.handle || texture.relative.file != RegisterFile::None) return std::nullopt;
    const bool named = texture.variable >= 0;
    return texture.unit + (named ? program.variables[static_cast<size_t>(texture.variable)].base : 0);
}

}  // namespace

std::vector<int32_t> units_sampled_by(const Program& program) {
    std::vector<int32_t> units;
    for (const Instruction& instruction : program.instructions) {
        if (opcode_info(instruction.opcode).category != OpcodeCategory::Texture) continue;
        const TextureAccess& texture = instruction.texture;
        if (const auto unit = named_unit(program, texture)) {
            units.push_back(*unit);
        } else if (!texture.handle) {
            const Variable& array = program.variables[static_cast<size_t>(texture.variable)];
            for (int32_t i = 0; i < array.size; ++i) units.push_back(array.base + i);
        }
    }
    std::ranges::sort(units);
    units.erase(std::ranges::unique(units).begin(), units.end());
    return units;
}

bool samples_by_handle(const Program& program) {
    return std::ranges::any_of(program.instructions, [](const Instruction& instruction) {
        return opcode_info(instruction.opcode).category == OpcodeCategory::Texture && instruction.texture.handle;
    });
}

std::vector<runtime::jit::WantedWindows::OfImage> formatted_accesses_of(const Program& program) {
    using runtime::jit::ImageRequest;
    using Action = runtime::decoded::AccessImageStep::Action;
    using Access = runtime::jit::WantedWindows::OfImage;
    std::vector<Access> accesses;
    for (const Instruction& instruction : program.instructions) {
        const Traits& traits = opcode_info(instruction.opcode).traits;
        if (!traits.has(Trait::Formatted) || instruction.storage != DataType::Typeless) continue;
        if (instruction.modifiers & modifier_sparse) continue;
        const Action action = traits.has(Trait::Writes) ? Action::Store : Action::Load;
        const ImageRequest request{action, true, instruction.type, 0};
        if (const auto unit = named_unit(program, instruction.texture)) accesses.push_back({*unit, request.word()});
    }
    const auto key = [](const Access& access) { return std::tuple(access.unit, access.request); };
    std::ranges::sort(accesses, {}, key);
    accesses.erase(std::ranges::unique(accesses, {}, key).begin(), accesses.end());
    return accesses;
}

}  // namespace rasterizer
