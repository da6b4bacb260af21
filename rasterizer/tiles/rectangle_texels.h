// Pixel rectangles: what their texels are to the fragments of a tile. Compiled per SIMD level (fragment/lanes.h).
#pragma once

#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/fragment_group.h"
#include "rasterizer/tiles/tile_surfaces.h"

namespace rasterizer::ASMGL_ISA {

// Its texel for a pixel of `bytes` each. `pixel_in_tile`: its number, block by block.
template <int samples>
const std::byte* rectangle_texel(const TileSurfaces<samples>& tile, const PixelRectangle& rectangle, int pixel_in_tile,
                                 int32_t bytes) {
    const runtime::Image& image = *rectangle.image;
    const int pixel = pixel_in_tile % block_pixels, block = pixel_in_tile / block_pixels;
    const float x = tile.block_x(block) + block_offsets.x[pixel], y = tile.block_y(block) + block_offsets.y[pixel];
    auto column = static_cast<int32_t>(__builtin_floorf((x - rectangle.x) / rectangle.zoom_x));
    auto row = static_cast<int32_t>(__builtin_floorf((y - rectangle.y) / rectangle.zoom_y));
    const int32_t last_column = image.extent().width - 1, last_row = image.extent().height - 1;
    column = column < 0 ? 0 : column > last_column ? last_column : column;
    row = row < 0 ? 0 : row > last_row ? last_row : row;
    return image.row(row) + static_cast<ptrdiff_t>(column) * bytes;
}

// Bitmap: only set bits make fragments.
template <int samples>
uint64_t bitmap_mask(const TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, int block, uint64_t pixels) {
    uint64_t set = 0;
    for (uint64_t left = pixels; left; left &= left - 1) {
        const int pixel = __builtin_ctzll(left);
        uint8_t value;
        __builtin_memcpy(&value,
                         rectangle_texel(tile, *active.tile_draw->pixel_rectangle, block * block_pixels + pixel, 1), 1);
        if (value) set |= uint64_t{1} << pixel;
    }
    return set;
}

// glDrawPixels(GL_STENCIL_INDEX): past the tests straight into the buffer, through the front write mask.
template <int samples>
void write_rectangle_stencil(TileSurfaces<samples>& tile, const ActiveDraw<samples>& active,
                             const FragmentGroup<samples>& group) {
    if (!tile.framebuffer.stencil) return;
    const uint8_t write_mask = active.tile_draw->depth_stencil.stencil[0].write_mask;
    for (int lane = 0; lane < group.quad_count * 4; ++lane) {
        const int block = group.pixels[lane / 4] / block_pixels;
        tile.need_stencil(block);
        tile.memory.stencil.dirty |= uint64_t{1} << block;
        uint8_t value;
        __builtin_memcpy(
            &value, rectangle_texel(tile, *active.tile_draw->pixel_rectangle, group.pixels[lane / 4] + (lane & 3), 1),
            1);
        for (int s = 0; s < samples; ++s) {
            if (!(group.lane_masks[s] >> lane & 1)) continue;
            uint8_t& to = tile.stencil_block_bytes(s, 0)[group.pixels[lane / 4] + (lane & 3)];
            to = static_cast<uint8_t>((to & ~write_mask) | (value & write_mask));
        }
    }
}

}  // namespace rasterizer::ASMGL_ISA
