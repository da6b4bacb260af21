// What aliased lines cover: the pixels of a diamond-exit line. Compiled per instruction set (fragment/lanes.h).
#pragma once

#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/coverage_masks.h"
#include "rasterizer/tiles/tile_surfaces.h"

namespace rasterizer::RASTERIZER_ISA {

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

// Calls draw_block(block, masks) for the blocks that are covered.
template <int samples, class DrawBlock>
void cover_line(const TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, const TilePrimitive& primitive,
                DrawBlock draw_block) {
    const LineSteps& line = primitive.line;
    const int32_t major_origin = line.y_major ? tile.y : tile.x;
    const int32_t minor_origin = line.y_major ? tile.x : tile.y;
    const int32_t first = line.first > major_origin ? line.first : major_origin;
    const int32_t last = line.last < major_origin + tile_size - 1 ? line.last : major_origin + tile_size - 1;
    PixelSet pixels;
    for (int32_t i = first; i <= last; ++i) {
        if (line.stippled) {
            const uint32_t step = static_cast<uint32_t>(line.reversed ? line.last - i : i - line.first);
            const uint32_t bit = (line.stipple_start + step) / active.record->raster.line_stipple_factor & 15;
            if (!(active.record->raster.line_stipple_pattern >> bit & 1)) continue;
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

}  // namespace rasterizer::RASTERIZER_ISA
