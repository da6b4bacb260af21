// Moving blocks between images and tile memory, and clears. Compiled per instruction set (fragment/lanes.h).
#pragma once

#include "rasterizer/fragment/lanes.h"
#include "rasterizer/tiles/tile_memory.h"
#include "runtime/formats/format.h"

namespace rasterizer::RASTERIZER_ISA {

// Where a block lies: pixels (x, y) … of the image, as many of its 8×8 as the framebuffer has.
struct BlockPlace {
    int32_t x, y, width, height;
};

// The word (y, 0) … (y, 7) of a block are four pairs, 4 words apart.
RASTERIZER_INLINE uint32_t* block_row(uint32_t* block, int y) { return block + (y >> 1) * 16 + (y & 1) * 2; }

RASTERIZER_INLINE void spread_row(uint32_t* block, int y, const uint32_t* row) {
    uint32_t* to = block_row(block, y);
    for (int pair = 0; pair < 4; ++pair) __builtin_memcpy(to + 4 * pair, row + 2 * pair, 8);
}
RASTERIZER_INLINE void collect_row(const uint32_t* block, int y, uint32_t* row) {
    const uint32_t* from = block_row(const_cast<uint32_t*>(block), y);
    for (int pair = 0; pair < 4; ++pair) __builtin_memcpy(row + 2 * pair, from + 4 * pair, 8);
}

// Two rows of eight words are four quads: pairs of words change places.
typedef int64_t WordPairs __attribute__((vector_size(16)));
RASTERIZER_INLINE void spread_rows(uint32_t* quads, const std::byte* row0, const std::byte* row1) {
    for (int half = 0; half < 2; ++half) {
        const WordPairs low = load<WordPairs>(row0 + 16 * half), high = load<WordPairs>(row1 + 16 * half);
        store(quads + 8 * half, WordPairs{low[0], high[0]});
        store(quads + 8 * half + 4, WordPairs{low[1], high[1]});
    }
}
RASTERIZER_INLINE void collect_rows(const uint32_t* quads, std::byte* row0, std::byte* row1) {
    for (int half = 0; half < 2; ++half) {
        const WordPairs left = load<WordPairs>(quads + 8 * half), right = load<WordPairs>(quads + 8 * half + 4);
        store(row0 + 16 * half, WordPairs{left[0], right[0]});
        store(row1 + 16 * half, WordPairs{left[1], right[1]});
    }
}

inline void load_packed_block(uint32_t* block, const SurfaceView& surface, int sample, const BlockPlace& place) {
    const runtime::Image& image = *surface.image;
    const auto row_at = [&](int y) {
        return image.row(place.y + y, surface.layer, sample) + static_cast<size_t>(place.x) * 4;
    };
    if (place.width == 8 && place.height == 8) {
        for (int y = 0; y < 8; y += 2) spread_rows(block + 8 * y, row_at(y), row_at(y + 1));
        return;
    }
    for (int y = 0; y < place.height; ++y) {
        uint32_t words[8] = {};
        __builtin_memcpy(words, row_at(y), static_cast<size_t>(place.width) * 4);
        spread_row(block, y, words);
    }
}
inline void store_packed_block(const uint32_t* block, const SurfaceView& surface, int sample, const BlockPlace& place) {
    const runtime::Image& image = *surface.image;
    const auto row_at = [&](int y) {
        return image.row(place.y + y, surface.layer, sample) + static_cast<size_t>(place.x) * 4;
    };
    if (place.width == 8 && place.height == 8) {
        for (int y = 0; y < 8; y += 2) collect_rows(block + 8 * y, row_at(y), row_at(y + 1));
        return;
    }
    for (int y = 0; y < place.height; ++y) {
        uint32_t words[8];
        collect_row(block, y, words);
        __builtin_memcpy(row_at(y), words, static_cast<size_t>(place.width) * 4);
    }
}

inline void load_planes_block(uint32_t* block, const SurfaceView& surface, runtime::Format format, int sample,
                              const BlockPlace& place) {
    const runtime::Image& image = *surface.image;
    runtime::Texel texels[8];
    for (int y = 0; y < place.height; ++y) {
        runtime::load_texels(format, image.row(place.y + y, surface.layer, sample), place.x, place.width, texels);
        for (int c = 0; c < 4; ++c) {
            uint32_t words[8] = {};
            for (int x = 0; x < place.width; ++x) words[x] = texels[x][c];
            spread_row(block + c * tile_pixels, y, words);
        }
    }
}
inline void store_planes_block(const uint32_t* block, const SurfaceView& surface, runtime::Format format, int sample,
                               const BlockPlace& place) {
    const runtime::Image& image = *surface.image;
    runtime::Texel texels[8];
    for (int y = 0; y < place.height; ++y) {
        for (int c = 0; c < 4; ++c) {
            uint32_t words[8];
            collect_row(block + c * tile_pixels, y, words);
            for (int x = 0; x < place.width; ++x) texels[x][c] = words[x];
        }
        runtime::store_texels(format, image.row(place.y + y, surface.layer, sample), place.x, place.width, texels);
    }
}

RASTERIZER_INLINE bool is_depth24(runtime::Format format) {
    return format == runtime::Format::Depth24 || format == runtime::Format::Depth24Stencil8;
}

// Depth between its format and the tile's word (DepthStorage).
inline void load_depth_block(uint32_t* block, const SurfaceView& surface, int sample, const BlockPlace& place) {
    const runtime::Image& image = *surface.image;
    const runtime::Format format = image.format();
    if (is_depth24(format)) {
        load_packed_block(block, surface, sample, place);
        for (int i = 0; i < block_pixels; ++i) block[i] >>= 8;
        return;
    }
    if (format == runtime::Format::Depth32Float) return load_packed_block(block, surface, sample, place);
    for (int y = 0; y < place.height; ++y) {
        const std::byte* row = image.row(place.y + y, surface.layer, sample);
        uint32_t words[8] = {};
        switch (format) {
            case runtime::Format::Depth16:
                for (int x = 0; x < place.width; ++x) {
                    uint16_t value;
                    __builtin_memcpy(&value, row + static_cast<size_t>(place.x + x) * 2, 2);
                    words[x] = value;
                }
                break;
            default: {
                runtime::Texel texels[8];
                runtime::load_texels(format, row, place.x, place.width, texels);
                for (int x = 0; x < place.width; ++x) words[x] = texels[x][0];
            }
        }
        spread_row(block, y, words);
    }
}
inline void store_depth_block(const uint32_t* block, const SurfaceView& surface, int sample, const BlockPlace& place) {
    const runtime::Image& image = *surface.image;
    const runtime::Format format = image.format();
    if (is_depth24(format)) {  // the low byte is stencil, or of no meaning
        alignas(64) uint32_t words[block_pixels];
        load_packed_block(words, surface, sample, place);
        for (int i = 0; i < block_pixels; ++i) words[i] = (words[i] & 255) | block[i] << 8;
        return store_packed_block(words, surface, sample, place);
    }
    if (format == runtime::Format::Depth32Float) return store_packed_block(block, surface, sample, place);
    for (int y = 0; y < place.height; ++y) {
        std::byte* row = image.row(place.y + y, surface.layer, sample);
        uint32_t words[8];
        collect_row(block, y, words);
        switch (format) {
            case runtime::Format::Depth16:
                for (int x = 0; x < place.width; ++x) {
                    const auto value = static_cast<uint16_t>(words[x]);
                    __builtin_memcpy(row + static_cast<size_t>(place.x + x) * 2, &value, 2);
                }
                break;
            default: {
                runtime::Texel texels[8] = {};
                for (int x = 0; x < place.width; ++x) texels[x][0] = words[x];
                runtime::store_texels(format, row, place.x, place.width, texels);
            }
        }
    }
}

inline void load_stencil_block(uint8_t* block, const SurfaceView& surface, int sample, const BlockPlace& place) {
    const bool packed = surface.image->format() == runtime::Format::Depth24Stencil8;
    uint8_t values[8] = {};
    for (int y = 0; y < place.height; ++y) {
        const std::byte* row = surface.image->row(place.y + y, surface.layer, sample);
        if (packed)
            for (int x = 0; x < place.width; ++x)
                __builtin_memcpy(values + x, row + static_cast<size_t>(place.x + x) * 4, 1);
        else
            runtime::load_stencil(surface.image->format(), row, place.x, place.width, values);
        uint8_t* to = block + (y >> 1) * 16 + (y & 1) * 2;
        for (int pair = 0; pair < 4; ++pair) __builtin_memcpy(to + 4 * pair, values + 2 * pair, 2);
    }
}
inline void store_stencil_block(const uint8_t* block, const SurfaceView& surface, int sample, const BlockPlace& place) {
    uint8_t values[8];
    for (int y = 0; y < place.height; ++y) {
        const uint8_t* from = block + (y >> 1) * 16 + (y & 1) * 2;
        for (int pair = 0; pair < 4; ++pair) __builtin_memcpy(values + 2 * pair, from + 4 * pair, 2);
        runtime::store_stencil(surface.image->format(), surface.image->row(place.y + y, surface.layer, sample), place.x,
                               place.width, values);
    }
}

// Both parts of Depth24Stencil8 at once.
inline void store_depth_stencil_block(const uint32_t* depth, const uint8_t* stencil, const SurfaceView& surface,
                                      int sample, const BlockPlace& place) {
    alignas(64) uint32_t words[block_pixels];
    for (int i = 0; i < block_pixels; ++i) words[i] = depth[i] << 8 | stencil[i];
    store_packed_block(words, surface, sample, place);
}

}  // namespace rasterizer::RASTERIZER_ISA
