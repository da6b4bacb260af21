#include "glapi/pixels/image_copy.h"

#include <bit>
#include <cstring>
#include <vector>

#include "glapi/pixels/block_compression.h"
#include "glapi/pixels/internal_formats.h"
#include "glapi/pixels/pixel_transfer.h"
#include "runtime/threads/parallel_rows.h"

namespace glapi {

using runtime::ComponentClass;
using runtime::Format;

Format unencoded(Format format) { return runtime::linear_counterpart(format); }

void luminance_to_red(Format format, runtime::Texel* texels, int32_t count) {
    using runtime::BaseFormat;
    const BaseFormat base = runtime::format_info(format).base;
    if (base != BaseFormat::Luminance && base != BaseFormat::LuminanceAlpha && base != BaseFormat::Intensity) return;
    const uint32_t one = is_integer(format) ? 1 : std::bit_cast<uint32_t>(1.0f);
    for (int32_t i = 0; i < count; ++i) {
        texels[i][1] = texels[i][2] = 0;
        if (base != BaseFormat::LuminanceAlpha) texels[i][3] = one;
    }
}

void copy_texels(const runtime::Image& source, int32_t source_x, int32_t source_y, int32_t source_z,
                 runtime::Image& destination, int32_t x, int32_t y, int32_t z, int32_t width, int32_t height,
                 const PixelTransfer* transfer) {
    if (width <= 0 || height <= 0) return;
    if (runtime::format_info(destination.format()).block_width != 1) {
        runtime::Image texels(runtime::float_texels, {width, height, 1});
        copy_texels(source, source_x, source_y, source_z, texels, 0, 0, 0, width, height, transfer);
        return compress_texels(texels, destination, x, y, z);
    }
    const Format from = unencoded(source.format()), to = unencoded(destination.format());
    const runtime::FormatInfo& info = runtime::format_info(from);
    const runtime::FormatInfo& target = runtime::format_info(to);
    const bool color = info.base < runtime::BaseFormat::DepthComponent;
    const bool integer =
        info.component_class == ComponentClass::Signed || info.component_class == ComponentClass::Unsigned;
    const bool changes = transfer && !integer && (color ? transfer->changes_color() : transfer->changes_depth());
    const bool both_stencil = info.bits[5] && target.bits[5];
    const bool backwards = &source == &destination && source_z == z && y > source_y;
    const size_t bytes = static_cast<size_t>(width) * info.bytes_per_block;
    const auto copy_rows = [&](int32_t first, int32_t end) {
        std::vector<runtime::Texel> texels;
        std::vector<uint8_t> stencil;
        for (int32_t i = first; i < end; ++i) {
            const int32_t row = backwards ? height - 1 - i : i;  // rectangles of one image may overlap
            const std::byte* const in = source.row(source_y + row, source_z);
            std::byte* const out = destination.row(y + row, z);
            if (from == to && !changes && info.block_width == 1) {
                std::memmove(out + static_cast<size_t>(x) * info.bytes_per_block,
                             in + static_cast<size_t>(source_x) * info.bytes_per_block, bytes);
                continue;
            }
            texels.resize(static_cast<size_t>(width));
            if (info.base != runtime::BaseFormat::StencilIndex) {
                runtime::load_texels(from, in, source_x, width, texels.data());
                luminance_to_red(from, texels.data(), width);
                if (changes && color) transfer_colors(*transfer, texels.data(), width);
                if (changes && !color) transfer_depths(*transfer, texels.data(), width);
                runtime::store_texels(to, out, x, width, texels.data());
            }
            if (both_stencil) {
                stencil.resize(static_cast<size_t>(width));
                runtime::load_stencil(from, in, source_x, width, stencil.data());
                runtime::store_stencil(to, out, x, width, stencil.data());
            }
        }
    };
    if (source.shares_memory(destination))
        copy_rows(0, height);
    else
        runtime::parallel_rows(width, height, copy_rows);
}

}  // namespace glapi
