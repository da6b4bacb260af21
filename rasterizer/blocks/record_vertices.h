// Records the code for a key's vertices, from the definitions in rasterizer/geometry.
#pragma once

#include <memory>

#include "rasterizer/blocks/vertex_key.h"
#include "runtime/decode/code.h"
#include "runtime/jit/compile_service.h"

namespace rasterizer {

// A VertexFunction. The recipe owns what it reads. `code`: the key's program, decoded, its handlers set.
runtime::jit::Recipe vertex_recipe(std::shared_ptr<const VertexKey> key,
                                   std::shared_ptr<const runtime::decoded::Code> code, runtime::SimdLevel level);
// Whether the function wants a call for each group.
bool works_by_groups(const VertexKey& key, const runtime::decoded::Code& code);

}  // namespace rasterizer
