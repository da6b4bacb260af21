// Clears of a tile. Compiled per instruction set (fragment/lanes.h).
#pragma once

#include "rasterizer/draw/clear.h"
#include "rasterizer/fragment/blend_lanes.h"
#include "rasterizer/fragment/depth_stencil_lanes.h"
#include "rasterizer/tiles/coverage_masks.h"
#include "rasterizer/tiles/tile_surfaces.h"

namespace rasterizer::RASTERIZER_ISA {

inline void fill_words(uint32_t* words, uint32_t value, uint64_t mask, uint32_t channels) {
    for (int i = 0; i < block_pixels; i += lane_width) {
        const uint32_t lanes = static_cast<uint32_t>(mask >> i) & width_bits;
        if (!lanes) continue;
        // Tile memory that a whole clear reserved has never been written: it must not be read either.
        if (lanes == width_bits && channels == ~0u) {
            store(words + i, splat_i(static_cast<int32_t>(value)));
            continue;
        }
        const I write = mask_of(lanes) & static_cast<int32_t>(channels);
        const I old = load<I>(words + i);
        store(words + i, (write & static_cast<int32_t>(value)) | (old & ~write));
    }
}

template <int samples>
void clear_color(TileSurfaces<samples>& tile, const Clear& clear, int index, int block, uint64_t mask, bool whole) {
    const uint8_t channels = clear.color_mask[index] & 0xf;
    if (!channels) return;
    TileSurface& surface = tile.memory.colors[index];
    const uint64_t bit = uint64_t{1} << block;
    if (whole && channels == 0xf) {
        tile.reserve_color(index);
        surface.loaded |= bit;
        surface.dirty |= bit;
        mask = ~uint64_t{0};
    } else {
        tile.need_color(index, block);
    }
    if (tile.color_storage[index] == ColorStorage::Packed8) {
        const PackedLayout layout = packed_layout(tile.color_format[index]);
        Color4 color;
        for (int c = 0; c < 4; ++c) {
            float value;
            __builtin_memcpy(&value, &clear.color[index][c], 4);
            color.c[c] = splat_f(value);
        }
        const auto word = static_cast<uint32_t>(pack_unorm8(color, layout)[0]);
        for (int s = 0; s < samples; ++s)
            fill_words(tile.color_block(index, s, block), word, mask, packed_channels(channels, layout));
        return;
    }
    uint32_t planes[4][runtime::group_lanes];
    for (int c = 0; c < 4; ++c) planes[c][0] = clear.color[index][c];
    round_through(tile.color_format[index], planes, 1);
    for (int s = 0; s < samples; ++s)
        for (int c = 0; c < 4; ++c)
            if (channels >> c & 1)
                fill_words(tile.color_block(index, s, block) + c * tile_pixels, planes[c][0], mask, ~0u);
}

template <int samples>
void clear_depth(TileSurfaces<samples>& tile, const Clear& clear, int block, uint64_t mask, bool whole) {
    const uint64_t bit = uint64_t{1} << block;
    if (whole) {
        tile.reserve_depth();
        tile.memory.depth.loaded |= bit;
        mask = ~uint64_t{0};
    } else {
        tile.need_depth(block);
    }
    tile.memory.depth.dirty |= bit;
    const double value = clear.depth_value > 0 ? (clear.depth_value < 1 ? clear.depth_value : 1.0) : 0.0;
    const int32_t word = DepthEncoding{0, 1, tile.depth_scale}.encode(splat_f(static_cast<float>(value)))[0];
    for (int s = 0; s < samples; ++s)
        fill_words(reinterpret_cast<uint32_t*>(tile.depth_block_words(s, block)), static_cast<uint32_t>(word), mask,
                   ~0u);
    if (whole) {
        tile.memory.depth_low[block] = tile.memory.depth_high[block] = word;
        tile.memory.depth_range_known |= bit;
    } else {
        tile.memory.depth_range_known &= ~bit;
    }
}

template <int samples>
void clear_stencil(TileSurfaces<samples>& tile, const Clear& clear, int block, uint64_t mask, bool whole) {
    if (whole && clear.stencil_mask == 0xff) {
        tile.reserve_stencil();
        tile.memory.stencil.loaded |= uint64_t{1} << block;
        tile.memory.stencil.dirty |= uint64_t{1} << block;
        for (int s = 0; s < samples; ++s)
            __builtin_memset(tile.stencil_block_bytes(s, block), clear.stencil_value, block_pixels);
        return;
    }
    tile.need_stencil(block);
    tile.memory.stencil.dirty |= uint64_t{1} << block;
    for (int s = 0; s < samples; ++s) {
        uint8_t* values = tile.stencil_block_bytes(s, block);
        for (int i = 0; i < block_pixels; ++i)
            if (mask >> i & 1)
                values[i] = static_cast<uint8_t>((values[i] & ~clear.stencil_mask) |
                                                 (clear.stencil_value & clear.stencil_mask));
    }
}

template <int samples>
void clear_tile(TileSurfaces<samples>& tile, const Clear& clear) {
    const Rectangle& area = clear.area;
    for (int block = 0; block < blocks_per_tile; ++block) {
        const BlockPlace at = tile.place(block);
        if (at.width <= 0 || at.height <= 0) continue;
        const uint64_t mask =
            box_mask(area.x - at.x, area.y - at.y, area.x + area.width - 1 - at.x, area.y + area.height - 1 - at.y);
        if (!mask) continue;
        // The pixels beyond the framebuffer's edge don't matter.
        const bool whole = area.x <= at.x && area.y <= at.y && area.x + area.width >= at.x + at.width &&
                           area.y + area.height >= at.y + at.height;
        for (int i = 0; i < max_color_attachments; ++i)
            if (clear.color_buffers >> i & 1 && tile.color_storage[i] != ColorStorage::None)
                clear_color(tile, clear, i, block, mask, whole);
        if (clear.depth && tile.depth_storage != DepthStorage::None) clear_depth(tile, clear, block, mask, whole);
        if (clear.stencil && tile.framebuffer.stencil) clear_stencil(tile, clear, block, mask, whole);
    }
}

}  // namespace rasterizer::RASTERIZER_ISA
