// What a surface of planes keeps of colours: as its format rounds them.
#pragma once

#include <cstdint>

#include "runtime/formats/format.h"

namespace rasterizer {

// Whether texels are the four words themselves.
[[gnu::always_inline]] inline bool keeps_words(runtime::Format format) {
    const runtime::FormatInfo& info = runtime::format_info(format);
    return info.layout == runtime::TexelLayout::Rgba && info.bytes_per_block == 16;
}
// Whether they are the words' halves.
[[gnu::always_inline]] inline bool keeps_halves(runtime::Format format) {
    const runtime::FormatInfo& info = runtime::format_info(format);
    return info.layout == runtime::TexelLayout::Rgba && info.component_class == runtime::ComponentClass::Float &&
           info.bytes_per_block == 8;
}

// Stores and loads `count` texels, at most 32, through the format's codec. Component c of texel i is
// planes[c * stride + i].
void round_planes(runtime::Format format, uint32_t* planes, uint32_t stride, uint32_t count);

}  // namespace rasterizer
