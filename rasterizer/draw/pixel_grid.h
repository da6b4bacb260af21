// The grid that is drawn on: sub-pixels, pixels and their samples, blocks and tiles.
#pragma once

#include <array>
#include <cstdint>

namespace rasterizer {

inline constexpr int sub_pixel_bits = 8;
inline constexpr int sub_pixel_one = 1 << sub_pixel_bits;

inline constexpr int tile_size = 64;
inline constexpr int tile_pixels = tile_size * tile_size;
inline constexpr int block_size = 8;  // a tile is 8×8 blocks of 8×8 pixels
inline constexpr int blocks_per_tile = 64;
inline constexpr int block_pixels = 64;  // in quads: pixel = 4·quad + 2·y + x, quad = 4·row + column
inline constexpr int max_samples = 4;
inline constexpr int max_framebuffer_size = 16384;

// Setup clips to this band. Inside it edge functions, taken at pixel centres of a tile that the edge crosses and
// shifted down by the sub-pixel bits, fit 32 bits: 64·(|a| + |b|) with |a|, |b| <= 2^23.
inline constexpr float guard_band_low = -8192, guard_band_high = 24576;

// Sample positions of 4× multisampling relative to the pixel's centre, in 1/256 pixel.
inline constexpr std::array<std::array<int32_t, 2>, max_samples> sample_offsets{
    {{-32, -96}, {96, -32}, {-96, 32}, {32, 96}}};

}  // namespace rasterizer
