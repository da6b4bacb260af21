// What a surface of planes keeps of colours: as its format rounds them.
#pragma once

#include <cstdint>

#include "runtime/formats/format.h"

namespace rasterizer {

// Whether texels are the four words themselves.
constexpr bool keeps_words(runtime::Format format) {
    return format == runtime::Format::Rgba32Float || format == runtime::Format::Rgba32Sint ||
           format == runtime::Format::Rgba32Uint;
}

// Stores and loads `count` texels, at most 32, through the format's codec. Component c of texel i is
// planes[c * stride + i].
void round_planes(runtime::Format format, uint32_t* planes, uint32_t stride, uint32_t count);

}  // namespace rasterizer
