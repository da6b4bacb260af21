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
    std::vector<Texel> rows[4];
    for (int32_t k = 0; k < extent.depth; ++k)
        for (int32_t j = 0; j < extent.height; j += 4) {
            for (int32_t n = 0; n < 4; ++n) {
                rows[n].resize(static_cast<size_t>(extent.width));
                const int32_t row = std::min(j + n, extent.height - 1);
                runtime::load_texels(from, texels.row(row, k), 0, extent.width, rows[n].data());
            }
            std::byte* const blocks = destination.row((y + j) / 4, z + k);
            for (int32_t i = 0; i < extent.width; i += 4) {
                std::array<Texel, 16> block;
                for (int32_t n = 0; n < 16; ++n)
                    block[static_cast<size_t>(n)] =
                        rows[n / 4][static_cast<size_t>(std::min(i + n % 4, extent.width - 1))];
                runtime::store_block(destination.format(),
                                     blocks + static_cast<ptrdiff_t>((x + i) / 4) * info.bytes_per_block, block);
            }
        }
}

}  // namespace glapi
