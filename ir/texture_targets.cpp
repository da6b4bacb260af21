#include "ir/texture_targets.h"

#include <algorithm>

#include "ir/switches.h"

namespace arbasm {
namespace {

constexpr TextureTargetRow target_rows[] = {
#define ARBASM_TEXTURE_TARGET(name, spelling, texture, first, coordinates, layered, shadow, features) \
    {TextureTarget::name, spelling, first, coordinates, layered, shadow, features},
#include "ir/texture_targets.def"
#undef ARBASM_TEXTURE_TARGET
};

}  // namespace

std::span<const TextureTargetRow> texture_target_rows() { return target_rows; }

const TextureTargetRow& texture_target_row(TextureTarget target) {
    return target_rows[static_cast<size_t>(target) - 1];
}

bool takes_target(const Program& program, const Instruction& instruction) {
    using T = TextureTarget;
    const T target = instruction.texture.target;
    const Opcode opcode = instruction.opcode;
    const TextureTargetRow& row = texture_target_row(target);
    const bool multisample = row.has_feature('m');
    if (opcode == Opcode::Txfms) return multisample;
    if (opcode == Opcode::Txqs) return target == T::Target2DMS || target == T::TargetArray2DMS;
    if (multisample) return opcode == Opcode::Txq;
    if (target == T::TargetBuffer) return opcode == Opcode::Txf || opcode == Opcode::Txq;
    ASMGL_SOME_CASES
    switch (opcode) {
        case Opcode::Txf: return !row.shadow && target != T::TargetCube && target != T::TargetArrayCube;
        case Opcode::Txb:
        case Opcode::Txl:
        case Opcode::Txp:
            // The tables of later specifications have coordinates for these, in a second vector.
            if (opcode != Opcode::Txp && program.has(Option::NvInternal)) return true;
            if (instruction.modifiers & modifier_lodclamp && target == T::TargetShadowCube) return true;
            return target != T::TargetShadowCube && target != T::TargetShadowArray2D &&
                   target != T::TargetShadowArrayCube && !(opcode == Opcode::Txp && target == T::TargetArrayCube);
        case Opcode::Txg:
            if (row.shadow && program.instruction_set != InstructionSet::Nv50) return false;
            return row.coordinates != 1 && target != T::Target3D;
        case Opcode::Txgo: return row.coordinates == 2;
        case Opcode::Txd: return target != T::TargetShadowArrayCube;
        default: return true;
    }
    ASMGL_END_SOME_CASES
}

int coordinate_extras(const Instruction& instruction) {
    using T = TextureTarget;
    const T target = instruction.texture.target;
    const bool clamped = instruction.modifiers & modifier_lodclamp && instruction.opcode != Opcode::Txd;
    int extras = clamped ? 1 : 0;
    ASMGL_SOME_CASES
    switch (instruction.opcode) {
        case Opcode::Tex:
        case Opcode::Txg: return extras + (target == T::TargetShadowArrayCube ? 1 : 0);
        case Opcode::Lod: return target == T::TargetShadowArrayCube ? -1 : 0;
        case Opcode::Txb:
        case Opcode::Txl:
            if (target == T::TargetArrayCube || target == T::TargetShadowCube || target == T::TargetShadowArray2D)
                ++extras;
            if (target == T::TargetShadowArrayCube) extras += 2;
            return extras;
        case Opcode::Txd: return target == T::TargetShadowArrayCube ? 1 : 0;
        default: return 0;
    }
    ASMGL_END_SOME_CASES
}

Units accessed_units(const Program& program) {
    Units units;
    for (const Instruction& instruction : program.instructions) {
        const TextureAccess& access = instruction.texture;
        const OpcodeInfo& info = opcode_info(instruction.opcode);
        if ((!info.has_texture && !info.has_image) || access.handle) continue;
        int32_t first = access.unit, count = 1;
        if (access.variable >= 0) {
            const Variable& variable = program.variables[static_cast<size_t>(access.variable)];
            const bool is_one = info.has_image && access.relative.file == RegisterFile::None;
            first = variable.base + (is_one ? access.unit : 0);
            count = is_one ? 1 : variable.size;
        }
        std::vector<TextureTarget>& listed = info.has_image ? units.images : units.textures;
        listed.resize(std::max(listed.size(), static_cast<size_t>(first + count)));
        std::fill_n(listed.begin() + first, count, access.target);
    }
    return units;
}

}  // namespace arbasm
