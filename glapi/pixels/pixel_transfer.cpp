#include "glapi/pixels/pixel_transfer.h"

#include <algorithm>
#include <cmath>

#include "runtime/formats/float_bits.h"

namespace glapi {
namespace {

using runtime::bits_of;
using runtime::float_of;

float map_color(const std::vector<float>& map, float value) {
    const float clamped = value > 0 ? std::min(value, 1.0f) : 0.0f;
    return map[static_cast<size_t>(std::lround(clamped * static_cast<float>(map.size() - 1)))];
}

// Sizes of the maps from indices are powers of two (GL 2.1 §3.6.3).
float map_index(const std::vector<float>& map, int32_t index) {
    return map[static_cast<uint32_t>(index) & (map.size() - 1)];
}

int32_t shift_and_offset(const PixelTransfer& transfer, int32_t index) {
    const int32_t shift = std::clamp(transfer.index_shift, -31, 31);
    const uint32_t shifted =
        shift >= 0 ? static_cast<uint32_t>(index) << shift : static_cast<uint32_t>(index >> -shift);
    return static_cast<int32_t>(shifted + static_cast<uint32_t>(transfer.index_offset));
}

const std::vector<float>& map_of(const PixelTransfer& transfer, PixelMap map) {
    return transfer.maps[static_cast<size_t>(map)];
}

}  // namespace

void transfer_colors(const PixelTransfer& transfer, runtime::Texel* texels, int32_t count) {
    if (!transfer.changes_color()) return;
    for (int32_t i = 0; i < count; ++i)
        for (int c = 0; c < 4; ++c) {
            float value = float_of(texels[i][c]) * transfer.scale[c] + transfer.bias[c];
            if (transfer.map_color)
                value = map_color(transfer.maps[static_cast<size_t>(PixelMap::RToR) + static_cast<size_t>(c)], value);
            texels[i][c] = bits_of(value);
        }
}

void clamp_to_signedness(bool from_signed, bool to_signed, runtime::Texel* texels, int32_t count) {
    if (from_signed == to_signed) return;
    for (int32_t i = 0; i < count; ++i)
        for (uint32_t& bits : texels[i])
            if (bits >> 31) bits = to_signed ? 0x7fffffff : 0;
}

void transfer_depths(const PixelTransfer& transfer, runtime::Texel* texels, int32_t count) {
    if (!transfer.changes_depth()) return;
    for (int32_t i = 0; i < count; ++i) {
        const float depth = float_of(texels[i][0]) * transfer.depth_scale + transfer.depth_bias;
        texels[i][0] = bits_of(depth);
    }
    clamp_depths(texels, count);
}

void clamp_depths(runtime::Texel* texels, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
        const float depth = float_of(texels[i][0]);
        texels[i][0] = bits_of(depth > 0 ? std::min(depth, 1.0f) : 0.0f);
    }
}

void transfer_stencils(const PixelTransfer& transfer, int32_t* indices, int32_t count) {
    if (!transfer.changes_stencil()) return;
    for (int32_t i = 0; i < count; ++i) {
        indices[i] = shift_and_offset(transfer, indices[i]);
        if (transfer.map_stencil)
            indices[i] = static_cast<int32_t>(map_index(map_of(transfer, PixelMap::SToS), indices[i]));
    }
}

void transfer_color_indices(const PixelTransfer& transfer, const int32_t* indices, int32_t count,
                            runtime::Texel* texels) {
    static constexpr PixelMap maps[4] = {PixelMap::IToR, PixelMap::IToG, PixelMap::IToB, PixelMap::IToA};
    for (int32_t i = 0; i < count; ++i) {
        const int32_t index = shift_and_offset(transfer, indices[i]);
        for (int c = 0; c < 4; ++c) texels[i][c] = bits_of(map_index(map_of(transfer, maps[c]), index));
    }
}

void swap_bytes(const PixelLayout& layout, std::span<std::byte> pixels) {
    // The one type of eight bytes is made of two words.
    const size_t size = std::min<size_t>(layout.element_bytes, 4);
    for (size_t i = 0; i + size <= pixels.size(); i += size) std::reverse(&pixels[i], &pixels[i] + size);
}

}  // namespace glapi
