// The grid that is drawn on: sub-pixels, pixels and their samples, blocks and tiles.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "ir/limits.h"

namespace rasterizer {

inline constexpr int sub_pixel_bits = arbasm::limits::SUBPIXEL_BITS;
inline constexpr int sub_pixel_one = 1 << sub_pixel_bits;

inline constexpr int tile_size = 64;
inline constexpr int tile_pixels = tile_size * tile_size;
inline constexpr int block_size = 8;  // a tile is 8×8 blocks of 8×8 pixels
inline constexpr int blocks_per_tile = 64;
inline constexpr int block_pixels = 64;  // in quads: pixel = 4·quad + 2·y + x, quad = 4·row + column
inline constexpr int max_samples = arbasm::limits::MAX_SAMPLES;
inline constexpr int max_framebuffer_size = arbasm::limits::MAX_FRAMEBUFFER_WIDTH;

// Setup clips to this band. Inside it edge functions, taken at pixel centres of a tile that the edge crosses and
// shifted down by the sub-pixel bits, fit 32 bits: 64·(|a| + |b|) with |a|, |b| <= 2^23.
inline constexpr float guard_band_low = -8192, guard_band_high = 24576;

// How many samples a pixel may have, beside one.
inline constexpr std::array<int32_t, 4> sample_counts{2, 4, 8, 16};

// The smallest of these counts that is enough; 0, no multisampling, stays 0.
constexpr int32_t sample_count_for(int32_t wanted) {
    if (wanted <= 0) return 0;
    for (const int32_t count : sample_counts)
        if (count >= wanted) return count;
    return max_samples;
}

// Where samples lie relative to the pixel's centre, in 1/256 pixel.
using SampleOffsets = std::array<std::array<int32_t, 2>, max_samples>;

// The standard patterns: those of Direct3D 10.1, in sixteenths of a pixel.
constexpr SampleOffsets standard_sample_offsets(int32_t samples) {
    SampleOffsets sixteenths{};
    switch (samples) {
        case 2: sixteenths = {{{4, 4}, {-4, -4}}}; break;
        case 4: sixteenths = {{{-2, -6}, {6, -2}, {-6, 2}, {2, 6}}}; break;
        case 8: sixteenths = {{{1, -3}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7}}}; break;
        case 16:
            sixteenths = {{{1, 1},
                           {-1, -3},
                           {-3, 2},
                           {4, -1},
                           {-5, -2},
                           {2, 5},
                           {5, 3},
                           {3, -5},
                           {-2, 6},
                           {0, -7},
                           {-4, -6},
                           {-6, 4},
                           {-8, 0},
                           {7, -4},
                           {6, 7},
                           {-7, -8}}};
            break;
        default: break;
    }
    // Positions in a pixel are less than one.
    for (auto& sample : sixteenths)
        for (int32_t& along : sample) along = std::min(along * (sub_pixel_one / 16), sub_pixel_one / 2 - 1);
    return sixteenths;
}

}  // namespace rasterizer
