// Writing texels into compressed images.
#pragma once

#include "runtime/images/image.h"

namespace glapi {

// Compresses all of the uncompressed image `texels` into `destination` from (x, y, z) on; x and y are multiples of the
// block. Blocks that reach beyond the texels repeat the last ones. Values are taken unencoded.
void compress_texels(const runtime::Image& texels, runtime::Image& destination, int32_t x, int32_t y, int32_t z);

}  // namespace glapi
