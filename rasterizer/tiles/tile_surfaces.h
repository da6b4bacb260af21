// The surfaces of the tile that is worked on: blocks are loaded when they are first needed, and stored at the end if
// they were written. Compiled per SIMD level (fragment/lanes.h).
#pragma once

#include "rasterizer/fragment/lanes.h"
#include "rasterizer/scene/scene.h"
#include "rasterizer/tiles/cleared_blocks.h"
#include "rasterizer/tiles/streamed_rows.h"
#include "rasterizer/tiles/surface_blocks.h"
#include "rasterizer/tiles/tile_memory.h"
#include "runtime/simd/streaming.h"

namespace rasterizer::ASMGL_ISA {

template <int samples>
class TileSurfaces {
  public:
    TileSurfaces(const Scene& scene, int32_t tile, TileMemory& tile_memory)
        : framebuffer(scene.framebuffer_of(tile)),
          memory(tile_memory),
          x(tile % scene.tiles_x() * tile_size),
          y(tile % scene.tiles_per_layer() / scene.tiles_x() * tile_size) {
        for (int i = 0; i < max_color_attachments; ++i) {
            color_storage[i] = ColorStorage::None;
            memory.colors[i].begin();
            if (!framebuffer.colors[i]) continue;
            color_format[i] = effective_format(framebuffer.colors[i].image->format(), framebuffer.srgb_write);
            color_storage[i] = rasterizer::color_storage(color_format[i]);
            color_words[i] = color_storage[i] == ColorStorage::Planes ? 4 * tile_pixels : tile_pixels;
        }
        memory.depth.begin();
        memory.stencil.begin();
        memory.depth_range_known = 0;
        if (framebuffer.depth) {
            depth_storage = rasterizer::depth_storage(framebuffer.depth.image->format());
            depth_scale = depth_storage == DepthStorage::Unorm
                              ? static_cast<float>((1u << depth_bits(framebuffer.depth.image->format())) - 1)
                              : 0.0f;
        }
    }

    // The pixels of a block that the framebuffer has.
    BlockBounds bounds(int block) const {
        const int32_t left = x + (block & 7) * block_size, bottom = y + (block >> 3) * block_size;
        const int32_t right = framebuffer.width - left, top = framebuffer.height - bottom;
        return {left, bottom, right < block_size ? right : block_size, top < block_size ? top : block_size};
    }

    // Words and bytes of a block, one per pixel and plane.
    uint32_t* color_block(int index, int sample, int block) const {
        return memory.colors[index].words + sample * color_words[index] + block * block_pixels;
    }
    int32_t* depth_block_words(int sample, int block) const {
        return reinterpret_cast<int32_t*>(memory.depth.words) + sample * tile_pixels + block * block_pixels;
    }
    uint8_t* stencil_block_bytes(int sample, int block) const {
        return reinterpret_cast<uint8_t*>(memory.stencil.words) + sample * tile_pixels + block * block_pixels;
    }
    // Where the centre of a block's first pixel is.
    RASTERIZER_INLINE float block_x(int block) const { return static_cast<float>(x + (block & 7) * block_size) + 0.5f; }
    RASTERIZER_INLINE float block_y(int block) const {
        return static_cast<float>(y + (block >> 3) * block_size) + 0.5f;
    }

    // Before a block is written (colour), read or written (depth, stencil).
    RASTERIZER_INLINE void need_color(int index, int block) {
        TileSurface& surface = memory.colors[index];
        if (!(surface.loaded >> block & 1)) load_color(index, block);
        surface.dirty |= uint64_t{1} << block;
    }
    // Before all pixels of a block are replaced: what was there need not be loaded.
    RASTERIZER_INLINE void replace_color(int index, int block) {
        reserve_color(index);
        memory.colors[index].loaded |= uint64_t{1} << block;
        memory.colors[index].dirty |= uint64_t{1} << block;
    }
    // Before a colour is read.
    RASTERIZER_INLINE void need_color_value(int index, int block) {
        if (!(memory.colors[index].loaded >> block & 1)) load_color(index, block);
    }
    RASTERIZER_INLINE void need_depth(int block) {
        if (!(memory.depth.loaded >> block & 1)) load_depth(block);
    }
    RASTERIZER_INLINE void need_stencil(int block) {
        if (!(memory.stencil.loaded >> block & 1)) load_stencil(block);
    }

    // The memory of a whole surface, before a block of it is written that has not been loaded.
    void reserve_color(int index) {
        if (!memory.colors[index].loaded)
            memory.reserve(memory.colors[index], static_cast<size_t>(color_words[index]) * samples);
    }
    void reserve_depth() {
        if (!memory.depth.loaded) memory.reserve(memory.depth, size_t{tile_pixels} * samples);
    }
    void reserve_stencil() {
        if (!memory.stencil.loaded) memory.reserve(memory.stencil, size_t{tile_pixels} / 4 * samples);
    }

    // Surface by surface and sample by sample: stores do not alternate between distant memory.
    void store() {
        store_cleared();
        for (int i = 0; i < max_color_attachments; ++i)
            if (color_storage[i] == ColorStorage::Packed8)
                store_words(memory.colors[i].dirty, framebuffer.colors[i],
                            [&](int s, int block, const BlockBounds&, uint32_t*) { return color_block(i, s, block); });
            else
                store_blocks(memory.colors[i].dirty, framebuffer.colors[i],
                             [&, streams = framebuffer.colors[i] && streams_rows(framebuffer.colors[i])](
                                 int s, int block, const BlockBounds& at) {
                                 store_planes_block(color_block(i, s, block), framebuffer.colors[i], color_format[i], s,
                                                    at, streams);
                             });
        const auto depths = [&](int s, int block) { return reinterpret_cast<uint32_t*>(depth_block_words(s, block)); };
        const uint64_t depth = memory.depth.dirty, stencil = memory.stencil.dirty;
        const uint64_t both = depth_holds_stencil() ? depth & stencil : 0;
        store_words(both, framebuffer.depth, [&](int s, int block, const BlockBounds&, uint32_t* words) {
            depth_stencil_words(depths(s, block), stencil_block_bytes(s, block), words);
            return words;
        });
        const uint64_t only_depth = depth & ~both;
        if (only_depth && keeps_depth_words(framebuffer.depth.image->format()))
            store_words(only_depth, framebuffer.depth, [&](int s, int block, const BlockBounds& at, uint32_t* words) {
                depth_words(depths(s, block), framebuffer.depth, s, at, words);
                return words;
            });
        else
            store_blocks(only_depth, framebuffer.depth, [&](int s, int block, const BlockBounds& at) {
                store_depth_block(depths(s, block), framebuffer.depth, s, at);
            });
        const uint64_t only_stencil = stencil & ~both;
        if (only_stencil && runtime::is_depth_stencil_word(framebuffer.stencil.image->format()))
            store_words(only_stencil, framebuffer.stencil,
                        [&](int s, int block, const BlockBounds& at, uint32_t* words) {
                            stencil_words(stencil_block_bytes(s, block), framebuffer.stencil, s, at, words);
                            return words;
                        });
        else
            store_blocks(only_stencil, framebuffer.stencil, [&](int s, int block, const BlockBounds& at) {
                store_stencil_block(stencil_block_bytes(s, block), framebuffer.stencil, s, at);
            });
        runtime::finish_streaming();
    }

    const Framebuffer& framebuffer;
    TileMemory& memory;
    const int32_t x, y;  // of the tile's first pixel
    runtime::Format color_format[max_color_attachments] = {};
    ColorStorage color_storage[max_color_attachments] = {};
    int color_words[max_color_attachments] = {};
    DepthStorage depth_storage = DepthStorage::None;
    float depth_scale = 0;  // of unorm depth: the largest integer

  private:
    // For sparse textures: their pages consist of whole blocks, and pixels without memory are dropped.
    RASTERIZER_INLINE static bool lacks_memory(const SurfaceView& surface, const BlockBounds& at) {
        return surface.image->lacks_pages() && !surface.image->is_resident(at.x, at.y, surface.layer);
    }
    bool depth_holds_stencil() const {
        return framebuffer.depth && framebuffer.depth.image.get() == framebuffer.stencil.image.get() &&
               framebuffer.depth.layer == framebuffer.stencil.layer &&
               runtime::is_depth_stencil_word(framebuffer.depth.image->format());
    }

    // Stores what has been cleared and nothing else, or makes blocks of it that are stored as others.
    void store_cleared() {
        const ClearedArea area{x, y, framebuffer.width, framebuffer.height, samples};
        for (int i = 0; i < max_color_attachments; ++i) {
            const TileSurface& surface = memory.colors[i];
            const uint64_t blocks = surface.only_cleared();
            if (blocks &&
                !store_cleared_colors(framebuffer.colors[i], color_format[i], area, blocks, surface.clear_words))
                each_block(blocks, [&](int block) { load_color(i, block); });
        }
        uint64_t depth = memory.depth.only_cleared(), stencil = memory.stencil.only_cleared();
        // In words with depth and stencil, a cleared part is combined with the other part.
        const uint64_t whole = depth_holds_stencil() ? depth & stencil : depth;
        if (whole && store_cleared_depths(framebuffer.depth, area, whole, memory.depth.clear_words.data()[0],
                                          memory.stencil.clear_words.data()[0])) {
            depth &= ~whole;
            if (depth_holds_stencil()) stencil &= ~whole;
        }
        each_block(depth, [&](int block) { load_depth(block); });
        each_block(stencil, [&](int block) { load_stencil(block); });
    }
    template <class Store>
    RASTERIZER_INLINE void store_blocks(uint64_t blocks, const SurfaceView& surface, Store store_block) const {
        for (int s = 0; blocks && s < samples; ++s)
            each_block(blocks, [&](int block) {
                const BlockBounds at = bounds(block);
                if (at.width > 0 && at.height > 0 && !lacks_memory(surface, at)) store_block(s, block, at);
            });
    }
    // Stores to surfaces with a word for each texel. `words_of`: what a block becomes, in memory that it is given or
    // elsewhere.
    template <class WordsOf>
    RASTERIZER_INLINE void store_words(uint64_t blocks, const SurfaceView& surface, WordsOf words_of) const {
        if (!blocks) return;
        // Pairs of every second block and the next one, where both are whole.
        uint64_t pairs = 0;
        if (streams_rows(surface))
            each_block(blocks & blocks >> 1 & 0x5555555555555555u, [&](int block) {
                if (bounds(block + 1).width == block_size && bounds(block).height == block_size)
                    pairs |= uint64_t{3} << block;
            });
        for (int s = 0; s < samples; ++s) {
            alignas(64) uint32_t words[2][block_pixels];
            each_block(pairs & 0x5555555555555555u, [&](int block) {
                const BlockBounds at = bounds(block);
                const uint32_t* const left = words_of(s, block, at, words[0]);
                const uint32_t* const right = words_of(s, block + 1, bounds(block + 1), words[1]);
                stream_blocks(left, right, surface.image->row(at.y, surface.layer, s) + size_t{4} * at.x,
                              surface.image->row_stride());
            });
            each_block(blocks & ~pairs, [&](int block) {
                const BlockBounds at = bounds(block);
                if (at.width > 0 && at.height > 0 && !lacks_memory(surface, at))
                    store_packed_block(words_of(s, block, at, words[0]), surface, s, at);
            });
        }
    }
    template <class Body>
    static void each_block(uint64_t blocks, Body body) {
        for (; blocks; blocks &= blocks - 1) body(__builtin_ctzll(blocks));
    }

    [[gnu::noinline]] void load_color(int index, int block) {
        TileSurface& surface = memory.colors[index];
        reserve_color(index);
        surface.loaded |= uint64_t{1} << block;
        surface.dirty |= surface.cleared & uint64_t{1} << block;
        const BlockBounds at = bounds(block);
        if (at.width <= 0 || at.height <= 0) return;
        const bool packed = color_storage[index] == ColorStorage::Packed8;
        for (int s = 0; s < samples; ++s) {
            uint32_t* const words = color_block(index, s, block);
            if (surface.is_cleared(block)) {
                for (int plane = 0; plane < (packed ? 1 : 4); ++plane)
                    fill_block(words + plane * tile_pixels, surface.clear_words.data()[plane]);
            } else if (packed) {
                load_packed_block(words, framebuffer.colors[index], s, at);
            } else {
                load_planes_block(words, framebuffer.colors[index], color_format[index], s, at);
            }
        }
    }
    [[gnu::noinline]] void load_depth(int block) {
        reserve_depth();
        memory.depth.loaded |= uint64_t{1} << block;
        memory.depth.dirty |= memory.depth.cleared & uint64_t{1} << block;
        const BlockBounds at = bounds(block);
        if (at.width <= 0 || at.height <= 0) return;
        for (int s = 0; s < samples; ++s) {
            auto* const words = reinterpret_cast<uint32_t*>(depth_block_words(s, block));
            if (memory.depth.is_cleared(block))
                fill_block(words, memory.depth.clear_words.data()[0]);
            else
                load_depth_block(words, framebuffer.depth, s, at);
        }
    }
    [[gnu::noinline]] void load_stencil(int block) {
        reserve_stencil();
        memory.stencil.loaded |= uint64_t{1} << block;
        memory.stencil.dirty |= memory.stencil.cleared & uint64_t{1} << block;
        const BlockBounds at = bounds(block);
        if (at.width <= 0 || at.height <= 0) return;
        for (int s = 0; s < samples; ++s) {
            uint8_t* const bytes = stencil_block_bytes(s, block);
            if (memory.stencil.is_cleared(block))
                __builtin_memset(bytes, static_cast<int>(memory.stencil.clear_words.data()[0]), block_pixels);
            else
                load_stencil_block(bytes, framebuffer.stencil, s, at);
        }
    }
};

}  // namespace rasterizer::ASMGL_ISA
