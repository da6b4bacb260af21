#include "glapi/objects/textures/planar_image.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "rasterizer/rasterizer.h"
#include "runtime/threads/parallel_rows.h"

namespace glapi {
namespace {

// The share of red and blue in luma: ITU-R BT.601, BT.709, BT.2020.
struct LumaShares {
    float red, blue;
};
LumaShares luma_shares(ColorSpace space) {
    switch (space) {
        case ColorSpace::Rec601: return {0.299f, 0.114f};
        case ColorSpace::Rec709: return {0.2126f, 0.0722f};
        case ColorSpace::Rec2020: return {0.2627f, 0.0593f};
    }
    return {};
}

// From bytes to 0…255: colour = luma·y + offset + chroma·(u or v - 128).
struct Conversion {
    float luma, offset, red_v, green_u, green_v, blue_u;
};
Conversion conversion(const PlanarColors& colors) {
    const auto [red, blue] = luma_shares(colors.space);
    const float green = 1 - red - blue;
    const float luma = colors.full_range ? 1.0f : 255.0f / 219, chroma = colors.full_range ? 1.0f : 255.0f / 224;
    return {.luma = luma,
            .offset = colors.full_range ? 0 : -16 * luma,
            .red_v = 2 * (1 - red) * chroma,
            .green_u = -2 * blue * (1 - blue) / green * chroma,
            .green_v = -2 * red * (1 - red) / green * chroma,
            .blue_u = 2 * (1 - blue) * chroma};
}

// A pixel's chroma: so much of the second of two samples.
struct Tap {
    int32_t first, second;
    float weight;
};
Tap tap(int32_t pixel, int shared, ChromaSiting siting, int32_t samples) {
    const auto within = [&](int32_t sample) { return std::clamp(sample, 0, samples - 1); };
    if (shared == 1 || siting == ChromaSiting::Unknown) return {within(pixel / shared), within(pixel / shared), 0};
    const float middle = siting == ChromaSiting::Middle ? static_cast<float>(shared - 1) / 2 : 0.0f;
    const float at = (static_cast<float>(pixel) - middle) / static_cast<float>(shared);
    const auto first = static_cast<int32_t>(at < 0 ? -1 : at);
    return {within(first), within(first + 1), at - static_cast<float>(first)};
}

int32_t chroma_samples(int32_t pixels, int shared) { return (pixels + shared - 1) / shared; }

// What makes a component one of eight bits, 0…255: narrow ranges have their ends at the same multiples of the larger
// numbers, full ones end with them.
float byte_scale(int bits, bool full_range) {
    return full_range ? 255.0f / static_cast<float>((1 << bits) - 1) : 256.0f / static_cast<float>(1 << bits);
}

template <class Word>
void load_words(const std::byte* from, const PlanarLayout::Component& component, float scale,
                std::vector<float>& values) {
    const uint32_t mask = ~0u >> (32 - component.bits);
    for (float& value : values) {
        Word word;
        std::memcpy(&word, from, sizeof word);
        value = static_cast<float>(static_cast<uint32_t>(word) >> component.shift & mask) * scale;
        from += component.step;
    }
}

// A row between two.
void mix(std::vector<float>& row, const std::vector<float>& other, float weight) {
    for (size_t n = 0; n < row.size(); ++n) row[n] += (other[n] - row[n]) * weight;
}

template <class Number>
Number rounded(float color) {
    constexpr float maximum = std::numeric_limits<Number>::max();
    return static_cast<Number>(static_cast<int>(std::clamp(color, 0.0f, 255.0f) * (maximum / 255) + 0.5f));
}

}  // namespace

PlanarImage::PlanarImage(const PlanarLayout& layout, const PlanarColors& colors, int32_t width, int32_t height,
                         std::array<Plane, most_planes> planes)
    : layout_(layout),
      colors_(colors),
      planes_(std::move(planes)),
      rgb_(std::make_shared<runtime::Image>(layout.is_deep()     ? runtime::Format::Rgba16Unorm
                                            : layout.has_alpha() ? runtime::Format::Rgba8Unorm
                                                                 : runtime::Format::Rgbx8Unorm,
                                            runtime::Extent{width, height, 1})) {}

PlanarImage::Size PlanarImage::plane_size(const PlanarLayout& layout, int plane, int32_t width, int32_t height) {
    Size size;
    for (const auto& [component, across, down] : {std::tuple{layout.y, 1, 1},
                                                  {layout.u, layout.across, layout.down},
                                                  {layout.v, layout.across, layout.down},
                                                  {layout.alpha, 1, 1}}) {
        if (component.plane != plane) continue;
        // Packed pixels are there in whole groups.
        size.row_bytes = std::max(size.row_bytes, int64_t{component.step} * chroma_samples(width, across));
        size.rows = std::max(size.rows, int64_t{chroma_samples(height, down)});
    }
    return size;
}

const std::byte* PlanarImage::row_of(const PlanarLayout::Component& component, int32_t row) const {
    const Plane& plane = planes_[static_cast<size_t>(component.plane)];
    return plane.memory.get() + plane.offset + static_cast<size_t>(row) * plane.pitch + component.first;
}

void PlanarImage::convert() const {
    runtime::parallel_rows(rgb_->extent().width, rgb_->extent().height,
                           [this](int32_t first, int32_t end) { convert_rows(first, end); });
}

void PlanarImage::load_row(const PlanarLayout::Component& component, int32_t row, float scale,
                           std::vector<float>& values) const {
    const std::byte* const from = row_of(component, row);
    switch (component.size) {
        case 1: load_words<uint8_t>(from, component, scale, values); break;
        case 2: load_words<uint16_t>(from, component, scale, values); break;
        default: load_words<uint32_t>(from, component, scale, values); break;
    }
}

void PlanarImage::convert_rows(int32_t first, int32_t end) const {
    if (layout_.is_deep())
        convert_rows_to<uint16_t>(first, end);
    else
        convert_rows_to<uint8_t>(first, end);
}

template <class Number>
void PlanarImage::convert_rows_to(int32_t first, int32_t end) const {
    const auto [width, height, depth] = rgb_->extent();
    const Conversion by = conversion(colors_);
    const int32_t samples = chroma_samples(width, layout_.across), rows = chroma_samples(height, layout_.down);
    std::vector<Tap> taps;
    for (int32_t x = 0; x < width; ++x) taps.push_back(tap(x, layout_.across, colors_.across, samples));
    std::vector<float> luma(static_cast<size_t>(width)), alpha(luma.size(), 255.0f),
        u_row(static_cast<size_t>(samples)), v_row(u_row.size()), other(u_row.size());
    const float scale = byte_scale(layout_.y.bits, colors_.full_range);
    // What means none.
    const float middle = static_cast<float>(1 << (layout_.u.bits - 1)) * scale;
    for (int32_t y = first; y < end; ++y) {
        const Tap between = tap(y, layout_.down, colors_.down, rows);
        for (const auto& [component, row] : {std::pair{&layout_.u, &u_row}, {&layout_.v, &v_row}}) {
            load_row(*component, between.first, scale, *row);
            if (between.weight == 0) continue;
            load_row(*component, between.second, scale, other);
            mix(*row, other, between.weight);
        }
        load_row(layout_.y, y, scale, luma);
        if (layout_.has_alpha()) load_row(layout_.alpha, y, byte_scale(layout_.alpha.bits, true), alpha);
        std::byte* to = rgb_->row(y);
        for (size_t x = 0; x < luma.size(); ++x, to += 4 * sizeof(Number)) {
            const auto [left, right, weight] = taps[x];
            const auto mixed = [&, left = left, right = right, weight = weight](const std::vector<float>& row) {
                const float a = row[static_cast<size_t>(left)];
                return a + (row[static_cast<size_t>(right)] - a) * weight - middle;
            };
            const float u = mixed(u_row), v = mixed(v_row);
            const float grey = by.luma * luma[x] + by.offset;
            const Number rgba[4] = {rounded<Number>(grey + by.red_v * v),
                                    rounded<Number>(grey + by.green_u * u + by.green_v * v),
                                    rounded<Number>(grey + by.blue_u * u), rounded<Number>(alpha[x])};
            std::memcpy(to, rgba, sizeof rgba);
        }
    }
}

bool PlanarImage::refresh(rasterizer::Rasterizer& rasterizer, runtime::Image& image) const {
    if (rasterizer.is_used(image)) return false;
    convert();
    return true;
}

}  // namespace glapi
