// A flow as a module of SPIR-V: a shader whose input and output are a uvec4 each, at location 0.
#pragma once

#include <vector>

#include "flow.h"

#include "ir/language.h"

namespace random_spirv {

std::vector<uint32_t> module_of(const Flow& flow, arbasm::Stage stage);

}  // namespace random_spirv
