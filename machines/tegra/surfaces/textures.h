// Lookups of textures as the emulator does them: two dimensions, in memory row by row, of pixels or blocks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "machines/tegra/emulator/fragment_pipeline.h"

namespace machines::tegra {

struct TextureState {
    uint32_t address = 0, desc1 = 0, desc2 = 0;
};
// Empty, or why there is nothing to look up.
std::string sample(const TextureState& state, std::span<const uint8_t> memory, const TextureRequest& request,
                   std::array<Rgba8, quad_size>& texels);

struct TextureSize {
    uint32_t width = 0, height = 0, levels = 1;
};
TextureSize texture_size(const TextureState& state);

// ---- rules that are inferred or chosen

// Bytes of a row: of a texture without mipmaps whole lines of 64, of a level 16.
uint32_t texture_pitch(uint32_t width, uint32_t pixel_bytes, bool mipmapped);
// The same for compressed ones, which have one level: rows of blocks.
uint32_t blocks_pitch(uint32_t width, uint32_t block_bytes);
// Bytes from the texture's start to a level.
uint64_t level_offset(const TextureSize& size, uint32_t pixel_bytes, uint32_t level);
// How many steps a weight between texels has.
inline constexpr int filter_steps = 256;

}  // namespace machines::tegra
