// Where samples lie, and their averages outside of scenes.
#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "rasterizer/draw/pixel_grid.h"
#include "rasterizer/rasterizer.h"
#include "runtime/formats/format.h"
#include "runtime/images/image.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {

std::array<float, 2> sample_position(int32_t samples, int32_t sample) {
    const SampleOffsets offsets = standard_sample_offsets(samples);
    const std::array<int32_t, 2>& offset = offsets[static_cast<size_t>(sample)];
    return {0.5f + static_cast<float>(offset[0]) / sub_pixel_one, 0.5f + static_cast<float>(offset[1]) / sub_pixel_one};
}

namespace {

constexpr int32_t least_rows = 16, most_pieces = 16;  // of what threads do at a time

}  // namespace

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
    // What a piece needs is allocated here: no memory is an error of this thread.
    struct Scratch {
        explicit Scratch(int32_t width)
            : texels(static_cast<size_t>(width)), sums(texels.size()), stencil(texels.size()) {}
        std::vector<runtime::Texel> texels;
        std::vector<std::array<float, 4>> sums;
        std::vector<uint8_t> stencil;
    };
    const int32_t pieces = std::clamp(height / least_rows, 1, most_pieces);
    std::vector<Scratch> scratches(static_cast<size_t>(pieces), Scratch(width));
    const auto resolve_row = [&](int32_t y, Scratch& scratch) {
        auto& [texels, sums, stencil] = scratch;
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
            return;
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
    };
    runtime::WorkerPool::instance().parallel_for(pieces, [&](int32_t piece) {
        for (int32_t y = height * piece / pieces; y < height * (piece + 1) / pieces; ++y)
            resolve_row(y, scratches[static_cast<size_t>(piece)]);
    });
}

}  // namespace rasterizer
