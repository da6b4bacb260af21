// State of the imaging subset (ARB_imaging; GL 4.6 compatibility §8.4.3): colour tables, convolution filters,
// histogram, minmax. The colour matrix is one of MatrixState's.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "runtime/formats/format.h"

namespace glapi {

inline constexpr int color_table_count = 3;         // COLOR_TABLE, POST_CONVOLUTION_…, POST_COLOR_MATRIX_COLOR_TABLE
inline constexpr int convolution_count = 3;         // CONVOLUTION_1D, CONVOLUTION_2D, SEPARABLE_2D
inline constexpr int max_color_table = 65536;       // entries, of histograms, too
inline constexpr int max_convolution = 64;          // wide and high
inline constexpr uint32_t imaging_rgba = 0x1908;    // GL_RGBA, the initial format of everything
inline constexpr uint32_t imaging_reduce = 0x8016;  // GL_REDUCE

using ImagingColor = std::array<float, 4>;

struct ScaleAndBias {
    ImagingColor scale{1, 1, 1, 1}, bias{0, 0, 0, 0};
};

// The state that glPushAttrib(GL_PIXEL_MODE_BIT) saves.
struct ImagingModes {
    std::array<bool, color_table_count> color_table{};
    std::array<bool, convolution_count> convolution{};
    bool histogram = false, minmax = false;
    ScaleAndBias post_convolution, post_color_matrix;
    std::array<ScaleAndBias, color_table_count> table_parameters;
    struct Convolution {
        uint32_t border_mode = imaging_reduce;
        ImagingColor border_color{};
        ScaleAndBias filter;
    };
    std::array<Convolution, convolution_count> convolution_parameters;
};

// A format by its name, and what of it counts.
struct ImagingFormat {
    uint32_t name = imaging_rgba;
    runtime::BaseFormat base = runtime::BaseFormat::Rgba;
};

struct ColorTable {
    ImagingFormat format;
    std::vector<ImagingColor> entries;  // as textures of the base format give red, green, blue and alpha
};
struct ConvolutionFilter {
    ImagingFormat format;
    int32_t width = 0, height = 0;
    std::vector<ImagingColor> image;   // row by row; of the separable filter: the row
    std::vector<ImagingColor> column;  // of the separable filter
};
struct Histogram {
    ImagingFormat format;
    bool sink = false;
    std::vector<std::array<uint32_t, 4>> counts;
};
struct Minmax {
    ImagingFormat format;
    bool sink = false;
    ImagingColor least, most;
    Minmax() { reset(); }
    void reset() {
        least.fill(std::numeric_limits<float>::max());
        most.fill(std::numeric_limits<float>::lowest());
    }
};

struct ImagingTables {
    std::array<ColorTable, color_table_count> color;
    std::array<ConvolutionFilter, convolution_count> filters;
    Histogram histogram;
    Minmax minmax;
    // Proxies have sizes only.
    struct Proxy {
        ImagingFormat format;
        int32_t width = 0;
    };
    std::array<Proxy, color_table_count> color_proxies;
    Proxy histogram_proxy;
};

}  // namespace glapi
