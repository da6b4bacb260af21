// Conversions between 8-bit layouts that need no arithmetic: what most uploads and read-backs are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/formats/format.h"

namespace glapi {

// Converts `count` texels from one format's memory to another's. False: not one of the conversions done here, and
// nothing has been written.
bool copy_bytes(runtime::Format from, const std::byte* source, runtime::Format to, std::byte* destination,
                int32_t count);

// Fills memory with copies of a texel. `size` is a multiple of `texel_bytes`.
void repeat_texel(std::byte* destination, size_t size, const std::byte* texel, size_t texel_bytes);

}  // namespace glapi
