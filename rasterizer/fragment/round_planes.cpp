#include "rasterizer/fragment/round_planes.h"

namespace rasterizer {

void round_planes(runtime::Format format, uint32_t* planes, uint32_t stride, uint32_t count) {
    if (keeps_words(format)) return;
    constexpr uint32_t most = 32;
    runtime::Texel texels[most] = {};
    alignas(16) std::byte memory[most * 16];
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t c = 0; c < 4; ++c) texels[i][c] = planes[c * stride + i];
    runtime::store_texels(format, memory, 0, static_cast<int32_t>(count), texels);
    runtime::load_texels(format, memory, 0, static_cast<int32_t>(count), texels);
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t c = 0; c < 4; ++c) planes[c * stride + i] = texels[i][c];
}

}  // namespace rasterizer
