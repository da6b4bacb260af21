// Records the code for a key's blocks, from the definitions in rasterizer/fragment.
#pragma once

#include <memory>

#include "rasterizer/blocks/pixel_key.h"
#include "runtime/decode/code.h"
#include "runtime/jit/compile_service.h"

namespace rasterizer {

// A BlockFunction. The recipe owns what it reads. `code`: the key's program, decoded, its handlers set.
runtime::jit::Recipe block_recipe(std::shared_ptr<const PixelKey> key,
                                  std::shared_ptr<const runtime::decoded::Code> code, runtime::SimdLevel level);

}  // namespace rasterizer
