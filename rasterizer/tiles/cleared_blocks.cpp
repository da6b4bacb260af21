#include "rasterizer/tiles/cleared_blocks.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "rasterizer/draw/pixel_grid.h"
#include "rasterizer/prepare/fragment_key.h"
#include "rasterizer/tiles/streamed_rows.h"
#include "runtime/simd/streaming.h"

namespace rasterizer {
namespace {

// A tile's row of one texel.
struct TexelRow {
    alignas(64) std::array<std::byte, tile_size * sizeof(runtime::Texel)> bytes;
    size_t texel_bytes;

    void fill(const void* texel, size_t size) {
        texel_bytes = size;
        for (size_t i = 0; i < tile_size; ++i) std::memcpy(bytes.data() + i * size, texel, size);
    }
};

void store_rows(const SurfaceView& surface, const ClearedArea& area, uint64_t blocks, const TexelRow& row) {
    constexpr int32_t blocks_per_row = tile_size / block_size;
    const bool streams = streams_rows(surface);
    for (int32_t by = 0; by < blocks_per_row; ++by) {
        auto line = static_cast<uint32_t>(blocks >> (by * blocks_per_row) & 255);
        const int32_t bottom = area.y + by * block_size, top = std::min(bottom + block_size, area.height);
        while (line) {
            // Blocks side by side at once.
            const int first = std::countr_zero(line), count = std::countr_one(line >> first);
            line &= ~(((1u << count) - 1) << first);
            const int32_t left = area.x + first * block_size, right = std::min(left + count * block_size, area.width);
            if (left >= right) continue;
            const size_t begin = static_cast<size_t>(left) * row.texel_bytes,
                         bytes = static_cast<size_t>(right - left) * row.texel_bytes;
            for (int32_t sample = 0; sample < area.samples; ++sample)
                for (int32_t y = bottom; y < top; ++y) {
                    std::byte* const to = surface.image->row(y, surface.layer, sample) + begin;
                    if (streams && (begin | bytes) % runtime::line_bytes == 0)
                        runtime::stream(to, row.bytes.data(), bytes);
                    else
                        std::memcpy(to, row.bytes.data(), bytes);
                }
        }
    }
    if (streams) runtime::finish_streaming();
}

}  // namespace

bool store_cleared_colors(const SurfaceView& surface, runtime::Format format, const ClearedArea& area, uint64_t blocks,
                          const std::array<uint32_t, 4>& words) {
    if (surface.image->lacks_pages()) return false;
    TexelRow row;
    if (color_storage(format) == ColorStorage::Packed8) {
        row.fill(words.data(), sizeof words[0]);
    } else {
        std::array<std::byte, sizeof(runtime::Texel)> texel{};
        runtime::store_texels(format, texel.data(), 0, 1, &words);
        row.fill(texel.data(), runtime::format_info(format).bytes_per_block);
    }
    store_rows(surface, area, blocks, row);
    return true;
}

bool store_cleared_depths(const SurfaceView& surface, const ClearedArea& area, uint64_t blocks, uint32_t depth,
                          uint32_t stencil) {
    if (surface.image->lacks_pages()) return false;
    TexelRow row;
    const runtime::Format format = surface.image->format();
    const runtime::FormatInfo& info = runtime::format_info(format);
    uint32_t word;
    if (info.layout == runtime::TexelLayout::DepthUnorm && info.bits[4] == 16) {
        const auto half_word = static_cast<uint16_t>(depth);
        row.fill(&half_word, sizeof half_word);
        store_rows(surface, area, blocks, row);
        return true;
    }
    if (info.layout == runtime::TexelLayout::DepthUnorm && info.bits[4] == 24)
        word = depth << 8 | (info.bits[5] ? stencil : 0);
    else if (runtime::is_float_depth_word(format))  // ordered_depth()
        word = depth ^ (static_cast<uint32_t>(static_cast<int32_t>(depth) >> 31) & 0x7fffffffu);
    else
        return false;
    row.fill(&word, sizeof word);
    store_rows(surface, area, blocks, row);
    return true;
}

}  // namespace rasterizer
