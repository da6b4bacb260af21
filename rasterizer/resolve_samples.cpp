// Where samples lie, and their averages outside of scenes.
#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "rasterizer/draw/pixel_grid.h"
#include "rasterizer/rasterizer.h"
#include "runtime/formats/format.h"
#include "runtime/images/image.h"
#include "runtime/threads/parallel_rows.h"

namespace rasterizer {

std::array<float, 2> sample_position(int32_t samples, int32_t sample) {
    const SampleOffsets offsets = standard_sample_offsets(samples);
    const std::array<int32_t, 2>& offset = offsets[static_cast<size_t>(sample)];
    return {0.5f + static_cast<float>(offset[0]) / sub_pixel_one, 0.5f + static_cast<float>(offset[1]) / sub_pixel_one};
}

void Rasterizer::resolve(const SurfaceView& source, const SurfaceView& destination) {
    if (!source || !destination) return;
    wait_for(*source.image);
    wait_for(*destination.image);
    const runtime::Image& from = *source.image;
    const runtime::Image& to = *destination.image;
    const int32_t width = std::min(from.extent().width, to.extent().width);
    const int32_t height = std::min(from.extent().height, to.extent().height);
    const int32_t samples = from.samples();
    const runtime::FormatInfo& info = runtime::format_info(from.format());
    const bool averages = info.component_class == runtime::ComponentClass::Unorm ||
                          info.component_class == runtime::ComponentClass::Snorm ||
                          info.component_class == runtime::ComponentClass::Float;
    runtime::parallel_rows(height, [&](int32_t first_row, int32_t end_row) {
        std::vector<runtime::Texel> texels(static_cast<size_t>(width));
        std::vector<std::array<float, 4>> sums(texels.size());
        std::vector<uint8_t> stencil(texels.size());
        for (int32_t y = first_row; y < end_row; ++y) {
            std::byte* row = to.row(y, destination.layer);
            if (!averages || samples == 1) {
                // Integers, depth and stencil take the first sample.
                const std::byte* first = from.row(y, source.layer, 0);
                if (info.component_class != runtime::ComponentClass::Stencil) {
                    runtime::load_texels(from.format(), first, 0, width, texels.data());
                    runtime::store_texels(to.format(), row, 0, width, texels.data());
                }
                if (info.bits[5]) {
                    runtime::load_stencil(from.format(), first, 0, width, stencil.data());
                    runtime::store_stencil(to.format(), row, 0, width, stencil.data());
                }
                continue;
            }
            std::fill(sums.begin(), sums.end(), std::array<float, 4>{});
            for (int32_t s = 0; s < samples; ++s) {
                runtime::load_texels(from.format(), from.row(y, source.layer, s), 0, width, texels.data());
                for (int32_t x = 0; x < width; ++x)
                    for (int c = 0; c < 4; ++c) sums[x][c] += std::bit_cast<float>(texels[x][c]);
            }
            const float scale = 1.0f / static_cast<float>(samples);
            for (int32_t x = 0; x < width; ++x)
                for (int c = 0; c < 4; ++c) texels[x][c] = std::bit_cast<uint32_t>(sums[x][c] * scale);
            runtime::store_texels(to.format(), row, 0, width, texels.data());
        }
    });
}

}  // namespace rasterizer
