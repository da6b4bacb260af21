// What a module says of its entry point beside functions: capabilities, execution modes, the size of work groups.
#pragma once

#include "glsl/spirv/variables.h"

namespace glsl::spirv {

void read_capabilities(ReadContext& read);
void read_modes(ReadContext& read, Globals& globals);
// LocalSizeId, and a constant that is decorated as WorkgroupSize, which counts more than what the modes say.
void read_group_size(ReadContext& read, const Constants& constants);

}  // namespace glsl::spirv
