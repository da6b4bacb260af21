// Inputs and outputs as matching sees them: variables, and the members of blocks that have a name of their own.
#pragma once

#include <string>
#include <vector>

#include "glsl/link/stage_unit.h"
#include "glsl/lower/variable_storage.h"

namespace glsl {

struct InterfacePart {
    const Variable* variable = nullptr;
    const Type* type = nullptr;  // of one vertex; of a member of an array of blocks: of one block
    size_t leaf = 0;             // of the variable's leaves, the part's first
    std::vector<Leaf> leaves;    // those of the part
    std::string name;            // "Block.member", or the variable's
    Qualifiers qualifiers;       // with the block's
    int64_t location = -1;       // -1: not chosen
    uint8_t component = 0;
    bool passed = false;  // an input that a geometry shader hands on, which makes it an output, too
};

// Where each of a block's members is, if the block or a member before it chose a location; else -1.
std::vector<int64_t> member_locations(const Block& block);

// Inputs or outputs that the application declares: all, or only used ones (`active`).
std::vector<InterfacePart> parts_of(const StageUnit& unit, Storage storage, bool active);

// The registers that a part's leaf wants, wherever they are.
VaryingRegisters::RegisterRequest request_for(const InterfacePart& part, const Leaf& leaf);

// Variables that a type is for the application; at most 2^40.
int64_t name_count(const Type* type);
// What a hostile shader declares may have more than any memory.
constexpr int64_t most_names = 1 << 16;

}  // namespace glsl
