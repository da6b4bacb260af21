#include "glapi/pixels/block_compression.h"

#include <algorithm>
#include <vector>

namespace glapi {

using runtime::Extent;
using runtime::Format;
using runtime::Image;
using runtime::Texel;

void compress_texels(const Image& texels, Image& destination, int32_t x, int32_t y, int32_t z) {
    const Extent extent = texels.extent();
    const runtime::FormatInfo& info = runtime::format_info(destination.format());
    const Format from = runtime::linear_counterpart(texels.format());
    const int32_t width = info.block_width;  // of as many rows as there are
    std::vector<Texel> rows[4], block(static_cast<size_t>(4 * width));
    for (int32_t k = 0; k < extent.depth; ++k)
        for (int32_t j = 0; j < extent.height; j += 4) {
            for (int32_t n = 0; n < 4; ++n) {
                rows[n].resize(static_cast<size_t>(extent.width));
                const int32_t row = std::min(j + n, extent.height - 1);
                runtime::load_texels(from, texels.row(row, k), 0, extent.width, rows[n].data());
            }
            std::byte* const blocks = destination.row((y + j) / 4, z + k);
            for (int32_t i = 0; i < extent.width; i += width) {
                for (int32_t n = 0; n < 4 * width; ++n)
                    block[static_cast<size_t>(n)] =
                        rows[n / width][static_cast<size_t>(std::min(i + n % width, extent.width - 1))];
                runtime::store_block(destination.format(),
                                     blocks + static_cast<ptrdiff_t>((x + i) / width) * info.bytes_per_block, block);
            }
        }
}

}  // namespace glapi
