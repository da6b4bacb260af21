// Where samples lie, and their averages outside of scenes.
#include "rasterizer/resolve_samples.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "rasterizer/draw/pixel_grid.h"
#include "rasterizer/prepare/fragment_key.h"
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

namespace {

using runtime::Format;
using runtime::Image;

// A row of pixels and the distance of their samples in memory.
struct SampledRow {
    const std::byte* first;
    ptrdiff_t sample_stride;
    int32_t samples;
};

typedef uint16_t BytePairs __attribute__((vector_size(16)));
constexpr int32_t pixels_at_once = sizeof(BytePairs) / 4;

// Averages some pixels `at` bytes from the row's first, as many as are loaded. To nearest, halves upwards.
template <class Load>
BytePairs average_of(const SampledRow& row, size_t at, Load load) {
    const auto half = static_cast<uint16_t>(row.samples / 2);
    const int shift = std::countr_zero(static_cast<uint32_t>(row.samples));
    BytePairs even{}, odd{};
    for (int32_t s = 0; s < row.samples; ++s) {
        const BytePairs pairs = load(row.first + s * row.sample_stride + at);
        even += pairs & 255;
        odd += pairs >> 8;
    }
    return (even + half) >> shift | (odd + half) >> shift << 8;
}

// `opaque`: the fourth byte means nothing, and is 255.
void average_bytes(const SampledRow& row, bool opaque, std::byte* to, int32_t pixels) {
    constexpr auto pad = uint16_t{0xff00};
    const BytePairs added = opaque ? BytePairs{0, pad, 0, pad, 0, pad, 0, pad} : BytePairs{};
    int32_t x = 0;
    for (; x + pixels_at_once <= pixels; x += pixels_at_once) {
        const auto load = [](const std::byte* from) {
            BytePairs pairs;
            std::memcpy(&pairs, from, sizeof pairs);
            return pairs;
        };
        const BytePairs average = average_of(row, static_cast<size_t>(x) * 4, load) | added;
        std::memcpy(to + static_cast<size_t>(x) * 4, &average, sizeof average);
    }
    if (x == pixels) return;
    const size_t rest = static_cast<size_t>(pixels - x) * 4;
    const auto load = [rest](const std::byte* from) {
        BytePairs pairs{};
        std::memcpy(&pairs, from, rest);
        return pairs;
    };
    const BytePairs average = average_of(row, static_cast<size_t>(x) * 4, load) | added;
    std::memcpy(to + static_cast<size_t>(x) * 4, &average, rest);
}

// Averages colours that are numbers with fractions, as floats.
class FloatAverages {
  public:
    explicit FloatAverages(int32_t pixels) : texels_(static_cast<size_t>(pixels)), sums_(texels_.size()) {}
    void run(const Image& from, int32_t layer, int32_t x, int32_t y, Format format, std::byte* row, int32_t to_x) {
        const auto pixels = static_cast<int32_t>(texels_.size());
        std::fill(sums_.begin(), sums_.end(), std::array<float, 4>{});
        for (int32_t s = 0; s < from.samples(); ++s) {
            runtime::load_texels(from.format(), from.row(y, layer, s), x, pixels, texels_.data());
            for (size_t i = 0; i < texels_.size(); ++i)
                for (size_t c = 0; c < 4; ++c) sums_[i][c] += std::bit_cast<float>(texels_[i][c]);
        }
        const float scale = 1.0f / static_cast<float>(from.samples());
        for (size_t i = 0; i < texels_.size(); ++i)
            for (size_t c = 0; c < 4; ++c) texels_[i][c] = std::bit_cast<uint32_t>(sums_[i][c] * scale);
        runtime::store_texels(format, row, to_x, pixels, texels_.data());
    }

  private:
    std::vector<runtime::Texel> texels_;
    std::vector<std::array<float, 4>> sums_;
};

}  // namespace

void Rasterizer::resolve(const SurfaceView& source, const SurfaceView& destination) {
    if (!source || !destination) return;
    wait_for(*source.image);
    wait_for(*destination.image);
    const runtime::Extent from = source.image->extent(), to = destination.image->extent();
    resolve_samples(source, destination,
                    {0, 0, 0, 0, std::min(from.width, to.width), std::min(from.height, to.height)});
}

void resolve_samples(const SurfaceView& source, const SurfaceView& destination, const ResolvedArea& area) {
    const Image& from = *source.image;
    const Image& to = *destination.image;
    const int32_t samples = from.samples();
    const runtime::FormatInfo& info = runtime::format_info(from.format());
    const bool averages = samples > 1 && (info.component_class == runtime::ComponentClass::Unorm ||
                                          info.component_class == runtime::ComponentClass::Snorm ||
                                          info.component_class == runtime::ComponentClass::Float);
    const bool bytes =
        averages && from.format() == to.format() && color_storage(from.format()) == ColorStorage::Packed8;
    const bool opaque = info.bits[3] == 0;
    runtime::parallel_rows(area.height, [&](int32_t first_row, int32_t end_row) {
        if (bytes) {
            for (int32_t y = first_row; y < end_row; ++y)
                average_bytes({from.row(area.from_y + y, source.layer) + static_cast<ptrdiff_t>(area.from_x) * 4,
                               from.sample_stride(), samples},
                              opaque, to.row(area.to_y + y, destination.layer) + static_cast<ptrdiff_t>(area.to_x) * 4,
                              area.width);
            return;
        }
        FloatAverages sums(area.width);
        std::vector<runtime::Texel> texels(averages ? 0 : static_cast<size_t>(area.width));
        std::vector<uint8_t> stencil(texels.size());
        for (int32_t y = first_row; y < end_row; ++y) {
            std::byte* row = to.row(area.to_y + y, destination.layer);
            if (averages) {
                sums.run(from, source.layer, area.from_x, area.from_y + y, to.format(), row, area.to_x);
                continue;
            }
            // Integers, depth and stencil take the first sample.
            const std::byte* first = from.row(area.from_y + y, source.layer, 0);
            if (info.component_class != runtime::ComponentClass::Stencil) {
                runtime::load_texels(from.format(), first, area.from_x, area.width, texels.data());
                runtime::store_texels(to.format(), row, area.to_x, area.width, texels.data());
            }
            if (info.bits[5]) {
                runtime::load_stencil(from.format(), first, area.from_x, area.width, stencil.data());
                runtime::store_stencil(to.format(), row, area.to_x, area.width, stencil.data());
            }
        }
    });
}

}  // namespace rasterizer
