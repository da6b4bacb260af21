// Moving blocks between images and tile memory, and clears. Compiled per SIMD level (fragment/lanes.h).
#pragma once

#include "ir/semantics/half_float.h"
#include "rasterizer/fragment/lanes.h"
#include "rasterizer/fragment/round_planes.h"
#include "rasterizer/tiles/tile_memory.h"
#include "runtime/formats/format.h"

namespace rasterizer::ASMGL_ISA {

// Bounds of a block: pixels (x, y) … of the image, as many of its 8×8 as the framebuffer has.
struct BlockBounds {
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

RASTERIZER_INLINE void fill_block(uint32_t* words, uint32_t value) {
    for (int i = 0; i < block_pixels; i += lane_width) runtime::store(words + i, Unsigned(value));
}

// Two rows of eight words are four quads: pairs of words change places.
using WordPairs = runtime::simd::Words;
RASTERIZER_INLINE WordPairs first_of(WordPairs a, WordPairs b) { return __builtin_shufflevector(a, b, 0, 2); }
RASTERIZER_INLINE WordPairs second_of(WordPairs a, WordPairs b) { return __builtin_shufflevector(a, b, 1, 3); }
RASTERIZER_INLINE void spread_rows(uint32_t* quads, const std::byte* row0, const std::byte* row1) {
    for (int half = 0; half < 2; ++half) {
        const WordPairs low = load<WordPairs>(row0 + 16 * half), high = load<WordPairs>(row1 + 16 * half);
        store(quads + 8 * half, first_of(low, high));
        store(quads + 8 * half + 4, second_of(low, high));
    }
}
RASTERIZER_INLINE void collect_rows(const uint32_t* quads, std::byte* row0, std::byte* row1) {
    for (int half = 0; half < 2; ++half) {
        const WordPairs left = load<WordPairs>(quads + 8 * half), right = load<WordPairs>(quads + 8 * half + 4);
        store(row0 + 16 * half, first_of(left, right));
        store(row1 + 16 * half, second_of(left, right));
    }
}

// Two rows of two blocks side by side, a line each, past the caches.
RASTERIZER_INLINE void stream_rows(const uint32_t* left, const uint32_t* right, std::byte* row, std::byte* next) {
    using runtime::simd::stream;
#if ASMGL_LANES == 16
    using Line = runtime::simd::W;
    const Line a = load<Line>(left), b = load<Line>(right);
    stream(row, __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14));
    stream(next, __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15));
#else
    for (int block = 0; block < 2; ++block) {
        alignas(16) std::byte rows[2][32];
        collect_rows(block == 0 ? left : right, rows[0], rows[1]);
        for (int half = 0; half < 2; ++half) {
            const int at = 32 * block + 16 * half;
            stream(row + at, load<WordPairs>(rows[0] + 16 * half));
            stream(next + at, load<WordPairs>(rows[1] + 16 * half));
        }
    }
#endif
}
inline void stream_blocks(const uint32_t* left, const uint32_t* right, std::byte* row, ptrdiff_t row_stride) {
    for (int y = 0; y < block_size; y += 2, row += 2 * row_stride)
        stream_rows(left + 8 * y, right + 8 * y, row, row + row_stride);
}

inline void load_packed_block(uint32_t* block, const SurfaceView& surface, int sample, const BlockBounds& bounds) {
    const runtime::Image& image = *surface.image;
    const auto row_at = [&](int y) {
        return image.row(bounds.y + y, surface.layer, sample) + static_cast<size_t>(bounds.x) * 4;
    };
    if (bounds.width == 8 && bounds.height == 8) {
        // Blocks are mostly loaded from left to right: the tile's next line of each row comes meanwhile.
        if (bounds.x % tile_size < tile_size - 2 * block_size)
            for (int y = 0; y < 8; ++y) __builtin_prefetch(row_at(y) + 2 * block_size * 4);
        for (int y = 0; y < 8; y += 2) spread_rows(block + 8 * y, row_at(y), row_at(y + 1));
        return;
    }
    for (int y = 0; y < bounds.height; ++y) {
        uint32_t words[8] = {};
        __builtin_memcpy(words, row_at(y), static_cast<size_t>(bounds.width) * 4);
        spread_row(block, y, words);
    }
}
inline void store_packed_block(const uint32_t* block, const SurfaceView& surface, int sample,
                               const BlockBounds& bounds) {
    const runtime::Image& image = *surface.image;
    const auto row_at = [&](int y) {
        return image.row(bounds.y + y, surface.layer, sample) + static_cast<size_t>(bounds.x) * 4;
    };
    if (bounds.width == 8 && bounds.height == 8) {
        for (int y = 0; y < 8; y += 2) collect_rows(block + 8 * y, row_at(y), row_at(y + 1));
        return;
    }
    for (int y = 0; y < bounds.height; ++y) {
        uint32_t words[8];
        collect_row(block, y, words);
        __builtin_memcpy(row_at(y), words, static_cast<size_t>(bounds.width) * 4);
    }
}

// ---- planes: four floats or integers a pixel

// Texels of four words are a quad of each plane, turned around.
typedef int32_t Quad __attribute__((vector_size(16)));
struct Quads {
    Quad of[4];
};
RASTERIZER_INLINE Quads turned(const Quads& a) {
    const Quad low01 = __builtin_shufflevector(a.of[0], a.of[1], 0, 4, 1, 5),
               low23 = __builtin_shufflevector(a.of[2], a.of[3], 0, 4, 1, 5),
               high01 = __builtin_shufflevector(a.of[0], a.of[1], 2, 6, 3, 7),
               high23 = __builtin_shufflevector(a.of[2], a.of[3], 2, 6, 3, 7);
    return {{__builtin_shufflevector(low01, low23, 0, 1, 4, 5), __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
             __builtin_shufflevector(high01, high23, 0, 1, 4, 5), __builtin_shufflevector(high01, high23, 2, 3, 6, 7)}};
}

// Whole blocks of texels that are four words.
inline void load_word_planes(uint32_t* block, const std::byte* first, ptrdiff_t row_stride) {
    for (int quad = 0; quad < block_pixels / 4; ++quad) {
        const std::byte* const at = first + (quad >> 2) * 2 * row_stride + (quad & 3) * 32;
        const Quads texels{
            {load<Quad>(at), load<Quad>(at + 16), load<Quad>(at + row_stride), load<Quad>(at + row_stride + 16)}};
        const Quads planes = turned(texels);
        for (int c = 0; c < 4; ++c) store(block + c * tile_pixels + 4 * quad, planes.of[c]);
    }
}
// A quad of words to memory that is aligned to as many, where it is streamed.
template <bool streams>
RASTERIZER_INLINE void put_quad(std::byte* to, Quad quad) {
    if constexpr (streams)
        runtime::simd::stream(to, (WordPairs)quad);
    else
        store(to, quad);
}
template <bool streams>
void store_word_planes(const uint32_t* block, std::byte* first, ptrdiff_t row_stride) {
    for (int quad = 0; quad < block_pixels / 4; ++quad) {
        std::byte* const at = first + (quad >> 2) * 2 * row_stride + (quad & 3) * 32;
        Quads planes;
        for (int c = 0; c < 4; ++c) planes.of[c] = load<Quad>(block + c * tile_pixels + 4 * quad);
        const Quads texels = turned(planes);
        put_quad<streams>(at, texels.of[0]);
        put_quad<streams>(at + 16, texels.of[1]);
        put_quad<streams>(at + row_stride, texels.of[2]);
        put_quad<streams>(at + row_stride + 16, texels.of[3]);
    }
}

// Whole blocks of texels with four halves: two words, each becomes two planes.
inline void load_half_planes(uint32_t* block, const std::byte* first, ptrdiff_t row_stride) {
    using arbasm::from_half;  // or by the CPU's instruction
    alignas(64) uint32_t words[2][block_pixels];
    for (int quad = 0; quad < block_pixels / 4; ++quad) {
        const std::byte* const at = first + (quad >> 2) * 2 * row_stride + (quad & 3) * 16;
        const Quad low = load<Quad>(at), high = load<Quad>(at + row_stride);
        store(words[0] + 4 * quad, __builtin_shufflevector(low, high, 0, 2, 4, 6));
        store(words[1] + 4 * quad, __builtin_shufflevector(low, high, 1, 3, 5, 7));
    }
    for (int c = 0; c < 4; ++c)
        for (int i = 0; i < block_pixels; i += lane_width) {
            const Unsigned pair = runtime::load<Unsigned>(words[c >> 1] + i);
            runtime::store(block + c * tile_pixels + i,
                           from_half(c & 1 ? pair >> Unsigned(16u) : pair & Unsigned(0xffffu)));
        }
}
template <bool streams>
void store_half_planes(const uint32_t* block, std::byte* first, ptrdiff_t row_stride) {
    alignas(64) uint32_t words[2][block_pixels];
    for (int pair = 0; pair < 2; ++pair)
        for (int i = 0; i < block_pixels; i += lane_width) {
            const auto half = [&](int c) {
                return arbasm::to_half(runtime::load<Float>(block + (2 * pair + c) * tile_pixels + i));
            };
            runtime::store(words[pair] + i, half(0) | half(1) << Unsigned(16u));
        }
    for (int quad = 0; quad < block_pixels / 4; ++quad) {
        std::byte* const at = first + (quad >> 2) * 2 * row_stride + (quad & 3) * 16;
        const Quad low = load<Quad>(words[0] + 4 * quad), high = load<Quad>(words[1] + 4 * quad);
        put_quad<streams>(at, __builtin_shufflevector(low, high, 0, 4, 1, 5));
        put_quad<streams>(at + row_stride, __builtin_shufflevector(low, high, 2, 6, 3, 7));
    }
}

inline void load_planes_block(uint32_t* block, const SurfaceView& surface, runtime::Format format, int sample,
                              const BlockBounds& bounds) {
    const runtime::Image& image = *surface.image;
    if (bounds.width == 8 && bounds.height == 8) {
        const std::byte* const row = image.row(bounds.y, surface.layer, sample);
        if (keeps_words(format))
            return load_word_planes(block, row + static_cast<ptrdiff_t>(bounds.x) * 16, image.row_stride());
        if (keeps_halves(format))
            return load_half_planes(block, row + static_cast<ptrdiff_t>(bounds.x) * 8, image.row_stride());
    }
    runtime::Texel texels[8];
    for (int y = 0; y < bounds.height; ++y) {
        runtime::load_texels(format, image.row(bounds.y + y, surface.layer, sample), bounds.x, bounds.width, texels);
        for (int c = 0; c < 4; ++c) {
            uint32_t words[8] = {};
            for (int x = 0; x < bounds.width; ++x) words[x] = texels[x][c];
            spread_row(block + c * tile_pixels, y, words);
        }
    }
}
// `streams`: whole blocks are stored past the caches; a row of a block is one or two cache lines.
inline void store_planes_block(const uint32_t* block, const SurfaceView& surface, runtime::Format format, int sample,
                               const BlockBounds& bounds, bool streams) {
    const runtime::Image& image = *surface.image;
    if (bounds.width == 8 && bounds.height == 8) {
        std::byte* const row = image.row(bounds.y, surface.layer, sample);
        if (keeps_words(format))
            return (streams ? store_word_planes<true>
                            : store_word_planes<false>)(block, row + static_cast<ptrdiff_t>(bounds.x) * 16,
                                                        image.row_stride());
        if (keeps_halves(format))
            return (streams ? store_half_planes<true>
                            : store_half_planes<false>)(block, row + static_cast<ptrdiff_t>(bounds.x) * 8,
                                                        image.row_stride());
    }
    runtime::Texel texels[8];
    for (int y = 0; y < bounds.height; ++y) {
        for (int c = 0; c < 4; ++c) {
            uint32_t words[8];
            collect_row(block + c * tile_pixels, y, words);
            for (int x = 0; x < bounds.width; ++x) texels[x][c] = words[x];
        }
        runtime::store_texels(format, image.row(bounds.y + y, surface.layer, sample), bounds.x, bounds.width, texels);
    }
}

// ---- depth and stencil

RASTERIZER_INLINE bool is_depth24(runtime::Format format) { return runtime::format_info(format).bits[4] == 24; }
RASTERIZER_INLINE bool is_depth16(runtime::Format format) { return runtime::format_info(format).bits[4] == 16; }

// ordered_depth() of a block's words, or their bits again, where there are any below zero.
inline void order_depths(uint32_t* words, int count) {
    for (int i = 0; i < count; ++i)
        words[i] ^= static_cast<uint32_t>(static_cast<int32_t>(words[i]) >> 31) & 0x7fffffffu;
}

// Depth between its format and the tile's word (DepthStorage).
inline void load_depth_block(uint32_t* block, const SurfaceView& surface, int sample, const BlockBounds& bounds) {
    const runtime::Image& image = *surface.image;
    const runtime::Format format = image.format();
    if (is_depth24(format)) {
        load_packed_block(block, surface, sample, bounds);
        for (int i = 0; i < block_pixels; ++i) block[i] >>= 8;
        return;
    }
    if (runtime::is_float_depth_word(format)) {
        load_packed_block(block, surface, sample, bounds);
        return order_depths(block, block_pixels);
    }
    const bool is_short = is_depth16(format);
    for (int y = 0; y < bounds.height; ++y) {
        const std::byte* row = image.row(bounds.y + y, surface.layer, sample);
        uint32_t words[8] = {};
        if (is_short) {
            for (int x = 0; x < bounds.width; ++x) {
                uint16_t value;
                __builtin_memcpy(&value, row + static_cast<size_t>(bounds.x + x) * 2, 2);
                words[x] = value;
            }
        } else {
            runtime::Texel texels[8];
            runtime::load_texels(format, row, bounds.x, bounds.width, texels);
            for (int x = 0; x < bounds.width; ++x) words[x] = texels[x][0];
            order_depths(words, bounds.width);
        }
        spread_row(block, y, words);
    }
}
// Words of formats that are one: as the image has them, in `words` where they are others than the tile's.
inline bool keeps_depth_words(runtime::Format format) {
    return is_depth24(format) || runtime::is_float_depth_word(format);
}
inline void depth_words(const uint32_t* block, const SurfaceView& surface, int sample, const BlockBounds& bounds,
                        uint32_t* words) {
    const runtime::Format format = surface.image->format();
    if (runtime::is_depth_stencil_word(format)) {
        load_packed_block(words, surface, sample, bounds);
        for (int i = 0; i < block_pixels; ++i) words[i] = (words[i] & 255) | block[i] << 8;
    } else if (is_depth24(format)) {  // the low byte is of no meaning
        for (int i = 0; i < block_pixels; ++i) words[i] = block[i] << 8;
    } else {
        __builtin_memcpy(words, block, sizeof *block * block_pixels);
        order_depths(words, block_pixels);
    }
}
inline void stencil_words(const uint8_t* block, const SurfaceView& surface, int sample, const BlockBounds& bounds,
                          uint32_t* words) {
    load_packed_block(words, surface, sample, bounds);
    for (int i = 0; i < block_pixels; ++i) words[i] = (words[i] & ~255u) | block[i];
}
// Depth and stencil of one word.
inline void depth_stencil_words(const uint32_t* depth, const uint8_t* stencil, uint32_t* words) {
    for (int i = 0; i < block_pixels; ++i) words[i] = depth[i] << 8 | stencil[i];
}

inline void store_depth_block(const uint32_t* block, const SurfaceView& surface, int sample,
                              const BlockBounds& bounds) {
    const runtime::Image& image = *surface.image;
    const runtime::Format format = image.format();
    const bool is_short = is_depth16(format);
    for (int y = 0; y < bounds.height; ++y) {
        std::byte* row = image.row(bounds.y + y, surface.layer, sample);
        uint32_t words[8];
        collect_row(block, y, words);
        if (is_short) {
            for (int x = 0; x < bounds.width; ++x) {
                const auto value = static_cast<uint16_t>(words[x]);
                __builtin_memcpy(row + static_cast<size_t>(bounds.x + x) * 2, &value, 2);
            }
        } else {
            runtime::Texel texels[8] = {};
            order_depths(words, bounds.width);
            for (int x = 0; x < bounds.width; ++x) texels[x][0] = words[x];
            runtime::store_texels(format, row, bounds.x, bounds.width, texels);
        }
    }
}

inline void load_stencil_block(uint8_t* block, const SurfaceView& surface, int sample, const BlockBounds& bounds) {
    if (runtime::is_depth_stencil_word(surface.image->format())) {
        alignas(64) uint32_t words[block_pixels];
        load_packed_block(words, surface, sample, bounds);
        for (int i = 0; i < block_pixels; ++i) block[i] = static_cast<uint8_t>(words[i]);
        return;
    }
    uint8_t values[8] = {};
    for (int y = 0; y < bounds.height; ++y) {
        const std::byte* row = surface.image->row(bounds.y + y, surface.layer, sample);
        runtime::load_stencil(surface.image->format(), row, bounds.x, bounds.width, values);
        uint8_t* to = block + (y >> 1) * 16 + (y & 1) * 2;
        for (int pair = 0; pair < 4; ++pair) __builtin_memcpy(to + 4 * pair, values + 2 * pair, 2);
    }
}
inline void store_stencil_block(const uint8_t* block, const SurfaceView& surface, int sample,
                                const BlockBounds& bounds) {
    uint8_t values[8];
    for (int y = 0; y < bounds.height; ++y) {
        const uint8_t* from = block + (y >> 1) * 16 + (y & 1) * 2;
        for (int pair = 0; pair < 4; ++pair) __builtin_memcpy(values + 2 * pair, from + 4 * pair, 2);
        runtime::store_stencil(surface.image->format(), surface.image->row(bounds.y + y, surface.layer, sample),
                               bounds.x, bounds.width, values);
    }
}

}  // namespace rasterizer::ASMGL_ISA
