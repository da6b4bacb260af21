// The rows of texture_targets.def, and which instructions take which target.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ir/program.h"

namespace arbasm {

struct TextureTargetRow {
    TextureTarget target;
    std::string_view spelling, first;
    int coordinates;
    bool layered, shadow;
    std::string_view features;

    bool has_feature(char feature) const { return features.find(feature) != std::string_view::npos; }
};

std::span<const TextureTargetRow> texture_target_rows();
const TextureTargetRow& texture_target_row(TextureTarget target);  // not of None

// Whether a texture instruction takes its target in this program, beyond what the target itself allows (Table X.17 of
// NV_gpu_program4 and the instruction descriptions).
bool takes_target(const Program& program, const Instruction& instruction);

// How many numbers follow the coordinates in a second vector: reference value, level of detail, its clamp (Table X.17
// as ARB_sparse_texture_clamp has it). -1: a second vector may be there, and need not.
int coordinate_extras(const Instruction& instruction);

// Program::texture_units and image_units: the units that instructions access, and as what target. All units
// of an array of textures count, but in an array of images only units that the index may select.
struct Units {
    std::vector<TextureTarget> textures, images;
};
Units accessed_units(const Program& program);

}  // namespace arbasm
