// Coverage of aliased lines: the pixels of a diamond-exit line. Compiled per SIMD level (fragment/lanes.h).
#pragma once

#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/coverage_masks.h"
#include "rasterizer/tiles/tile_surfaces.h"

namespace rasterizer::ASMGL_ISA {

template <int samples, class DrawBlock>
void cover_pixels(const TileSurfaces<samples>& tile, const TilePrimitive& primitive, const PixelSet& pixels,
                  DrawBlock draw_block) {
    for (uint64_t left = pixels.touched; left; left &= left - 1) {
        const int block = __builtin_ctzll(left);
        const int32_t bx = tile.x + (block & 7) * block_size, by = tile.y + (block >> 3) * block_size;
        CoverageMasks<samples> masks;
        for (int s = 0; s < samples; ++s)
            masks.of[s] = pixels.of[block] & box_mask(primitive.min_x - bx, primitive.min_y - by, primitive.max_x - bx,
                                                      primitive.max_y - by);
        draw_block(block, masks);
    }
}

// The pixels of a block as bits, by major and minor coordinate.
struct PixelBits {
    uint64_t of[8][8];
};
template <bool y_major>
constexpr PixelBits make_pixel_bits() {
    PixelBits bits{};
    for (int major = 0; major < 8; ++major)
        for (int minor = 0; minor < 8; ++minor) {
            const int x = y_major ? minor : major, y = y_major ? major : minor;
            bits.of[major][minor] = uint64_t{1} << ((y >> 1) * 16 + (x >> 1) * 4 + (y & 1) * 2 + (x & 1));
        }
    return bits;
}
template <bool y_major>
inline constexpr PixelBits pixel_bits = make_pixel_bits<y_major>();

// Lines a pixel wide run through one block after the other: each is drawn when the line leaves it. `minor`: the minor
// coordinate of step `first`, in 32.32 pixels of the tile; `first` and `last` in pixels of the tile.
template <int samples, bool y_major, class DrawBlock>
void cover_thin_line(const TileSurfaces<samples>& tile, const TilePrimitive& primitive, int32_t first, int32_t last,
                     int64_t minor, DrawBlock draw_block) {
    const int64_t step = primitive.line.minor_step;
    // Long lines pass by most tiles of their box, and by most columns of blocks of the others.
    const auto passes_by = [&](int64_t from, int32_t steps) {
        const int64_t to = from + step * steps;
        constexpr int64_t end = int64_t{tile_size} << 32;
        return (from < 0 && to < 0) || (from >= end && to >= end);
    };
    if (last >= first && passes_by(minor, last - first)) return;
    uint64_t pixels = 0;
    const auto draw = [&](int32_t major_block, int32_t minor_block) {
        const int block = y_major ? major_block * 8 + minor_block : minor_block * 8 + major_block;
        const int32_t bx = tile.x + (block & 7) * block_size, by = tile.y + (block >> 3) * block_size;
        CoverageMasks<samples> masks;
        for (int s = 0; s < samples; ++s)
            masks.of[s] = pixels & box_mask(primitive.min_x - bx, primitive.min_y - by, primitive.max_x - bx,
                                            primitive.max_y - by);
        pixels = 0;
        draw_block(block, masks);
    };
    for (int32_t i = first; i <= last;) {
        const int32_t major_block = i >> 3, end = last < (i | 7) ? last : i | 7;
        if (passes_by(minor, end - i)) {
            minor += step * (end - i + 1);
            i = end + 1;
            continue;
        }
        int32_t minor_block = static_cast<int32_t>(minor >> 35);
        for (; i <= end; ++i, minor += step) {
            const auto j = static_cast<int32_t>(minor >> 32);
            if (j >> 3 != minor_block) {
                if (pixels) draw(major_block, minor_block);
                minor_block = j >> 3;
            }
            if (static_cast<uint32_t>(minor_block) < 8) pixels |= pixel_bits<y_major>.of[i & 7][j & 7];
        }
        if (pixels) draw(major_block, minor_block);
    }
}

// Calls draw_block(block, masks) for the blocks that are covered.
template <int samples, class DrawBlock>
void cover_line(const TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, const TilePrimitive& primitive,
                DrawBlock draw_block) {
    const LineSteps& line = primitive.line;
    const int32_t major_origin = line.y_major ? tile.y : tile.x;
    const int32_t minor_origin = line.y_major ? tile.x : tile.y;
    const int32_t first = line.first > major_origin ? line.first : major_origin;
    const int32_t last = line.last < major_origin + tile_size - 1 ? line.last : major_origin + tile_size - 1;
    if (line.width == 1 && !line.stippled) {
        const int64_t minor = line.minor_start + line.minor_step * (first - line.first) - (int64_t{minor_origin} << 32);
        if (line.y_major)
            cover_thin_line<samples, true>(tile, primitive, first - major_origin, last - major_origin, minor,
                                           draw_block);
        else
            cover_thin_line<samples, false>(tile, primitive, first - major_origin, last - major_origin, minor,
                                            draw_block);
        return;
    }
    PixelSet pixels;
    for (int32_t i = first; i <= last; ++i) {
        if (line.stippled) {
            const uint32_t step = static_cast<uint32_t>(line.reversed ? line.last - i : i - line.first);
            const uint32_t bit = (line.stipple_start + step) / active.tile_draw->raster.line_stipple_factor & 15;
            if (!(active.tile_draw->raster.line_stipple_pattern >> bit & 1)) continue;
        }
        const int32_t low =
            static_cast<int32_t>((line.minor_start + line.minor_step * (i - line.first)) >> 32) - minor_origin;
        for (int32_t j = low < 0 ? 0 : low; j < low + line.width && j < tile_size; ++j) {
            if (line.y_major)
                pixels.add(j, i - major_origin);
            else
                pixels.add(i - major_origin, j);
        }
    }
    cover_pixels(tile, primitive, pixels, draw_block);
}

}  // namespace rasterizer::ASMGL_ISA
