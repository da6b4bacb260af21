// Clears of a tile. Compiled per SIMD level (fragment/lanes.h).
#pragma once

#include "rasterizer/draw/clear.h"
#include "rasterizer/fragment/blend_lanes.h"
#include "rasterizer/fragment/depth_stencil_lanes.h"
#include "rasterizer/tiles/coverage_masks.h"
#include "rasterizer/tiles/tile_surfaces.h"

namespace rasterizer::ASMGL_ISA {

// Puts `value` into the words of `mask`, of each the bits of `channels`.
RASTERIZER_INLINE void fill_words(uint32_t* words, uint32_t value, uint64_t mask, uint32_t channels) {
    // Tile memory that a whole clear reserved has never been written: it is not read either.
    if (mask == ~uint64_t{0} && channels == ~0u) {
        for (int i = 0; i < block_pixels; i += lane_width) runtime::store(words + i, Unsigned(value));
        return;
    }
    for (int i = 0; i < block_pixels; i += lane_width) {
        const uint32_t lanes = static_cast<uint32_t>(mask >> i) & width_bits;
        if (!lanes) continue;
        const Unsigned old = runtime::load<Unsigned>(words + i);
        const Unsigned written = (Unsigned(value) & Unsigned(channels)) | (old & Unsigned(~channels));
        runtime::store(words + i, choose(runtime::from_bits(lanes), written, old));
    }
}

// Part of a clear: what it does to a block. `whole`: all of the block's pixels that the framebuffer has.
struct ClearedBlock {
    int block;
    uint64_t mask;
    bool whole;
};

template <int samples>
class ColorClear {
  public:
    ColorClear(TileSurfaces<samples>& tile, const Clear& clear, int index)
        : index_(index),
          channels_(clear.color_mask[index] & 0xf),
          packed_(tile.color_storage[index] == ColorStorage::Packed8) {
        if (packed_) {
            const PackedLayout layout = packed_layout(tile.color_format[index]);
            const Color<Float> color =
                color_of([&](int c) { return Float(__builtin_bit_cast(float, clear.color[index][c])); });
            words_[0] = pack_unorm8(color, layout).value[0];
            packed_channels_ = packed_channels(channels_, layout);
            return;
        }
        for (int c = 0; c < 4; ++c) words_[c] = clear.color[index][c];
        round_planes(tile.color_format[index], words_, 1, 1);
    }
    bool replaces_all() const { return channels_ == 0xf; }
    // Clears the whole tile, if replaces_all().
    void run(TileSurfaces<samples>& tile) const {
        tile.memory.colors.data()[index_].clear({words_[0], words_[1], words_[2], words_[3]});
    }
    void run(TileSurfaces<samples>& tile, const ClearedBlock& at) const {
        if (!channels_) return;
        uint64_t mask = at.mask;
        if (at.whole && channels_ == 0xf) {
            tile.replace_color(index_, at.block);
            mask = ~uint64_t{0};
        } else {
            tile.need_color(index_, at.block);
        }
        for (int s = 0; s < samples; ++s) {
            uint32_t* const words = tile.color_block(index_, s, at.block);
            if (packed_) {
                fill_words(words, words_[0], mask, packed_channels_);
                continue;
            }
            for (int c = 0; c < 4; ++c)
                if (channels_ >> c & 1) fill_words(words + c * tile_pixels, words_[c], mask, ~0u);
        }
    }

  private:
    int index_;
    uint8_t channels_;
    bool packed_;
    uint32_t packed_channels_ = 0;
    uint32_t words_[4] = {};
};

template <int samples>
void clear_depth(TileSurfaces<samples>& tile, int32_t word, const ClearedBlock& at) {
    const uint64_t bit = uint64_t{1} << at.block;
    uint64_t mask = at.mask;
    if (at.whole) {
        tile.reserve_depth();
        tile.memory.depth.loaded |= bit;
        mask = ~uint64_t{0};
    } else {
        tile.need_depth(at.block);
    }
    tile.memory.depth.dirty |= bit;
    for (int s = 0; s < samples; ++s)
        fill_words(reinterpret_cast<uint32_t*>(tile.depth_block_words(s, at.block)), static_cast<uint32_t>(word), mask,
                   ~0u);
    if (at.whole) {
        tile.memory.depth_low[at.block] = tile.memory.depth_high[at.block] = word;
        tile.memory.depth_range_known |= bit;
    } else {
        tile.memory.depth_range_known &= ~bit;
    }
}

template <int samples>
void clear_stencil(TileSurfaces<samples>& tile, const Clear& clear, const ClearedBlock& at) {
    if (at.whole && clear.stencil_mask == 0xff) {
        tile.reserve_stencil();
        tile.memory.stencil.loaded |= uint64_t{1} << at.block;
        tile.memory.stencil.dirty |= uint64_t{1} << at.block;
        for (int s = 0; s < samples; ++s)
            __builtin_memset(tile.stencil_block_bytes(s, at.block), clear.stencil_value, block_pixels);
        return;
    }
    tile.need_stencil(at.block);
    tile.memory.stencil.dirty |= uint64_t{1} << at.block;
    for (int s = 0; s < samples; ++s) {
        uint8_t* values = tile.stencil_block_bytes(s, at.block);
        for (int i = 0; i < block_pixels; ++i)
            if (at.mask >> i & 1)
                values[i] = static_cast<uint8_t>((values[i] & ~clear.stencil_mask) |
                                                 (clear.stencil_value & clear.stencil_mask));
    }
}

RASTERIZER_INLINE void clear_all_depth(TileMemory& memory, int32_t word) {
    memory.depth.clear({static_cast<uint32_t>(word), 0, 0, 0});
    for (int block = 0; block < blocks_per_tile; ++block)
        memory.depth_low.data()[block] = memory.depth_high.data()[block] = word;
    memory.depth_range_known = ~uint64_t{0};
}

// Whether an area that ends at `end` holds all of a tile from `first` on that lies within the framebuffer.
RASTERIZER_INLINE bool reaches(int32_t end, int32_t first, int32_t size) {
    return end >= (first + tile_size < size ? first + tile_size : size);
}

template <int samples>
void clear_tile(TileSurfaces<samples>& tile, const Clear& clear) {
    const Rectangle& area = clear.area;
    const auto each_block = [&](auto clear_block) {
        for (int block = 0; block < blocks_per_tile; ++block) {
            const BlockBounds at = tile.bounds(block);
            if (at.width <= 0 || at.height <= 0) continue;
            const uint64_t mask =
                box_mask(area.x - at.x, area.y - at.y, area.x + area.width - 1 - at.x, area.y + area.height - 1 - at.y);
            if (!mask) continue;
            // The pixels beyond the framebuffer's edge don't matter.
            const bool whole = area.x <= at.x && area.y <= at.y && area.x + area.width >= at.x + at.width &&
                               area.y + area.height >= at.y + at.height;
            clear_block(ClearedBlock{block, mask, whole});
        }
    };
    // Where all of the tile becomes one value it need not be written before it is read, or stored.
    const bool all = area.x <= tile.x && area.y <= tile.y &&
                     reaches(area.x + area.width, tile.x, tile.framebuffer.width) &&
                     reaches(area.y + area.height, tile.y, tile.framebuffer.height);
    for (int i = 0; i < max_color_attachments; ++i) {
        if (!(clear.color_buffers >> i & 1) || tile.color_storage[i] == ColorStorage::None) continue;
        const ColorClear<samples> color(tile, clear, i);
        if (all && color.replaces_all())
            color.run(tile);
        else
            each_block([&](const ClearedBlock& at) { color.run(tile, at); });
    }
    if (clear.depth && tile.depth_storage != DepthStorage::None) {
        const DepthEncoding encoding =
            value_encoding(clear.framebuffer.unclamped_depth, tile.depth_storage, tile.depth_scale);
        const int32_t word = encoding.encode(Float(static_cast<float>(clear.depth_value))).value[0];
        if (all)
            clear_all_depth(tile.memory, word);
        else
            each_block([&](const ClearedBlock& at) { clear_depth(tile, word, at); });
    }
    if (!clear.stencil || !tile.framebuffer.stencil) return;
    if (all && clear.stencil_mask == 0xff)
        tile.memory.stencil.clear({clear.stencil_value, 0, 0, 0});
    else
        each_block([&](const ClearedBlock& at) { clear_stencil(tile, clear, at); });
}

}  // namespace rasterizer::ASMGL_ISA
