#include "glapi/pixels/imaging.h"

#include <algorithm>
#include <cmath>

#include "glapi/generated/gl.h"
#include "ir/switches.h"

namespace glapi {

namespace {

using runtime::BaseFormat;

float clamped(float value) { return value > 0 ? std::min(value, 1.0f) : 0.0f; }

size_t entry_of(float value, size_t entries) {
    return static_cast<size_t>(std::lround(clamped(value) * static_cast<float>(entries - 1)));
}

// Which components a table or filter of a base format replaces (tables 8.14 and 8.15).
std::array<bool, 4> replaced(BaseFormat base) {
    const bool colors = base != BaseFormat::Alpha;
    return {colors, colors, colors, !arbasm::is_one_of(base, {BaseFormat::Luminance, BaseFormat::Rgb})};
}

// Which components of histogram and minmax a base format has: luminance is red.
std::array<bool, 4> counted(BaseFormat base) {
    switch (base) {
        case BaseFormat::Alpha: return {false, false, false, true};
        case BaseFormat::Luminance: return {true, false, false, false};
        case BaseFormat::LuminanceAlpha: return {true, false, false, true};
        case BaseFormat::Rgb: return {true, true, true, false};
        case BaseFormat::None:
        case BaseFormat::Intensity:
        case BaseFormat::Red:
        case BaseFormat::Rg:
        case BaseFormat::Rgba:
        case BaseFormat::DepthComponent:
        case BaseFormat::StencilIndex:
        case BaseFormat::DepthStencil: break;
    }
    return {true, true, true, true};
}

void scale_and_bias(const ScaleAndBias& by, ImagingImage& image) {
    for (ImagingColor& color : image.pixels)
        for (size_t c = 0; c < 4; ++c) color[c] = color[c] * by.scale[c] + by.bias[c];
}

void look_up(bool enabled, const ColorTable& table, ImagingImage& image) {
    if (!enabled || table.entries.empty()) return;
    const std::array<bool, 4> components = replaced(table.format.base);
    for (ImagingColor& color : image.pixels)
        for (size_t c = 0; c < 4; ++c)
            if (components[c]) color[c] = table.entries[entry_of(color[c], table.entries.size())][c];
}

// The filter for images of these dimensions, by its number; -1: none.
int filter_for(const ImagingModes& modes, int dimensions) {
    if (dimensions == 1) return modes.convolution[0] ? 0 : -1;
    if (dimensions != 2) return -1;
    return modes.convolution[1] ? 1 : modes.convolution[2] ? 2 : -1;
}

ImagingColor weight(const ConvolutionFilter& filter, int32_t n, int32_t m) {
    if (filter.column.empty()) return filter.image[static_cast<size_t>(m * filter.width + n)];
    ImagingColor product = filter.image[static_cast<size_t>(n)];
    for (size_t c = 0; c < 4; ++c) product[c] *= filter.column[static_cast<size_t>(m)][c];
    return product;
}

void convolve(const ConvolutionFilter& filter, const ImagingModes::Convolution& how, ImagingImage& image) {
    const bool reduces = how.border_mode == GL_REDUCE;
    const int32_t left = reduces ? 0 : filter.width / 2, below = reduces ? 0 : filter.height / 2;
    ImagingImage result;
    result.width = reduces ? std::max(image.width - filter.width + 1, 0) : image.width;
    result.height = reduces ? std::max(image.height - filter.height + 1, 0) : image.height;
    result.pixels.resize(static_cast<size_t>(result.width) * static_cast<size_t>(result.height));
    const auto source = [&](int32_t x, int32_t y) -> const ImagingColor& {
        const bool inside = x >= 0 && y >= 0 && x < image.width && y < image.height;
        if (!inside && how.border_mode == GL_CONSTANT_BORDER) return how.border_color;
        return image.pixels[static_cast<size_t>(std::clamp(y, 0, image.height - 1)) * static_cast<size_t>(image.width) +
                            static_cast<size_t>(std::clamp(x, 0, image.width - 1))];
    };
    const std::array<bool, 4> components = replaced(filter.format.base);
    std::vector<ImagingColor> weights;
    for (int32_t m = 0; m < filter.height; ++m)
        for (int32_t n = 0; n < filter.width; ++n) weights.push_back(weight(filter, n, m));
    for (int32_t y = 0; y < result.height; ++y)
        for (int32_t x = 0; x < result.width; ++x) {
            // Components that the filter lacks stay those of the pixel in the middle, or where there is none the first.
            ImagingColor& color =
                result.pixels[static_cast<size_t>(y) * static_cast<size_t>(result.width) + static_cast<size_t>(x)];
            color = source(x, y);
            ImagingColor sum{};
            for (int32_t m = 0; m < filter.height; ++m)
                for (int32_t n = 0; n < filter.width; ++n) {
                    const ImagingColor& from = source(x + n - left, y + m - below);
                    const ImagingColor& by = weights[static_cast<size_t>(m * filter.width + n)];
                    for (size_t c = 0; c < 4; ++c) sum[c] += from[c] * by[c];
                }
            for (size_t c = 0; c < 4; ++c)
                if (components[c]) color[c] = sum[c];
        }
    image = std::move(result);
}

void transform(const Matrix& matrix, ImagingImage& image) {
    if (matrix.is_identity()) return;
    for (ImagingColor& color : image.pixels) {
        const Vector product = matrix * Vector{color[0], color[1], color[2], color[3]};
        color = {product.x, product.y, product.z, product.w};
    }
}

void count(Histogram& histogram, const ImagingImage& image) {
    if (histogram.counts.empty()) return;
    const std::array<bool, 4> components = counted(histogram.format.base);
    for (const ImagingColor& color : image.pixels)
        for (size_t c = 0; c < 4; ++c)
            if (components[c]) histogram.counts[entry_of(color[c], histogram.counts.size())][c]++;
}

void compare(Minmax& minmax, const ImagingImage& image) {
    const std::array<bool, 4> components = counted(minmax.format.base);
    for (const ImagingColor& color : image.pixels)
        for (size_t c = 0; c < 4; ++c) {
            if (!components[c]) continue;
            minmax.least[c] = std::min(minmax.least[c], color[c]);
            minmax.most[c] = std::max(minmax.most[c], color[c]);
        }
}

bool is_neutral(const ScaleAndBias& by) {
    return by.scale == ImagingColor{1, 1, 1, 1} && by.bias == ImagingColor{0, 0, 0, 0};
}

// A filter without a size convolves nothing.
int filter_in_use(const ImagingModes& modes, const ImagingTables& tables, int dimensions) {
    const int number = filter_for(modes, dimensions);
    if (number < 0) return -1;
    const ConvolutionFilter& filter = tables.filters[static_cast<size_t>(number)];
    return filter.width > 0 && filter.height > 0 ? number : -1;
}

}  // namespace

bool imaging_changes(const ImagingModes& modes, const ImagingTables& tables, const Matrix& color_matrix,
                     int dimensions) {
    for (size_t n = 0; n < color_table_count; ++n)
        if (modes.color_table[n] && !tables.color[n].entries.empty()) return true;
    return filter_in_use(modes, tables, dimensions) >= 0 || !color_matrix.is_identity() ||
           !is_neutral(modes.post_color_matrix) || modes.histogram || modes.minmax;
}

void imaged_size(const ImagingModes& modes, const ImagingTables& tables, int dimensions, int32_t* width,
                 int32_t* height) {
    const int number = filter_in_use(modes, tables, dimensions);
    if (number < 0 || modes.convolution_parameters[static_cast<size_t>(number)].border_mode != GL_REDUCE) return;
    const ConvolutionFilter& filter = tables.filters[static_cast<size_t>(number)];
    // Negative sizes stay: the command refuses them.
    if (*width >= 0) *width = std::max(*width - filter.width + 1, 0);
    if (*height >= 0) *height = std::max(*height - filter.height + 1, 0);
}

bool apply_imaging(const ImagingModes& modes, ImagingTables& tables, const Matrix& color_matrix, int dimensions,
                   ImagingImage& image) {
    look_up(modes.color_table[0], tables.color[0], image);
    if (const int number = filter_in_use(modes, tables, dimensions); number >= 0 && !image.pixels.empty()) {
        const auto n = static_cast<size_t>(number);
        convolve(tables.filters[n], modes.convolution_parameters[n], image);
        scale_and_bias(modes.post_convolution, image);
    }
    look_up(modes.color_table[1], tables.color[1], image);
    transform(color_matrix, image);
    if (!is_neutral(modes.post_color_matrix)) scale_and_bias(modes.post_color_matrix, image);
    look_up(modes.color_table[2], tables.color[2], image);
    if (modes.histogram) {
        count(tables.histogram, image);
        if (tables.histogram.sink) return false;
    }
    if (modes.minmax) {
        compare(tables.minmax, image);
        if (tables.minmax.sink) return false;
    }
    return true;
}

}  // namespace glapi
