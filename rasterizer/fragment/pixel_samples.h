// The samples of pixels: coverage as bits, centroids, alpha to coverage. Values in, values out, as colors.h says.
#pragma once

#include "ir/semantics/lanes.h"
#include "rasterizer/draw/fragment_state.h"

namespace rasterizer {

// A bit for each sample. covered(s): the pixels whose sample s is covered.
template <arbasm::UnsignedLanes U, class Covered>
LANE_FUNCTION U coverage_bits(int samples, Covered covered) {
    U bits(0u);
    for (int s = 0; s < samples; ++s) bits = bits | choose(covered(s), U(1u << s), U(0u));
    return bits;
}

template <arbasm::FloatLanes F>
struct PixelPoint {
    F x, y;
};

// The centre of pixels that are covered whole, else the first covered sample. `any`: pixels with a covered one.
// sample_x(s), sample_y(s): where sample s is, relative to the centre.
template <arbasm::FloatLanes F, class Covered, class SampleX, class SampleY>
LANE_FUNCTION PixelPoint<F> centroid_of(F center_x, F center_y, arbasm::MaskOf<F> any, int samples, Covered covered,
                                        SampleX sample_x, SampleY sample_y) {
    arbasm::MaskOf<F> whole = any;
    F dx(0.0f), dy(0.0f);
    for (int s = samples - 1; s >= 0; --s) {
        const arbasm::MaskOf<F> here = covered(s);
        dx = choose(here, sample_x(s), dx);
        dy = choose(here, sample_y(s), dy);
        whole = whole & here;
    }
    const arbasm::MaskOf<F> moves = any & !whole;
    return {choose(moves, center_x + dx, center_x), choose(moves, center_y + dy, center_y)};
}

// SAMPLE_ALPHA_TO_COVERAGE covers a sample if alpha times the number of samples exceeds this (GL 4.6, 17.3.1): the
// sample's number plus a half, so that the count of samples is rounded. With dithering, each pixel of a quad begins
// with another sample and rounds differently, with the same mean.
LANE_FUNCTION float coverage_threshold(int sample, int samples, int pixel, AlphaToCoverage kind) {
    constexpr float of_quad[4] = {0.125f, 0.625f, 0.875f, 0.375f};
    if (kind != AlphaToCoverage::Dithered) return static_cast<float>(sample) + 0.5f;
    return static_cast<float>((sample + pixel) % samples) + of_quad[pixel];
}
// `pixel`: the number in its quad.
template <arbasm::FloatLanes F>
LANE_FUNCTION arbasm::MaskOf<F> is_covered_by_alpha(AlphaToCoverage kind, F alpha, arbasm::UnsignedOf<F> pixel,
                                                    int sample, int samples) {
    const auto of_pixel = [&](int n) { return F(coverage_threshold(sample, samples, n, kind)); };
    F threshold = of_pixel(0);
    for (uint32_t n = 1; n < 4 && kind == AlphaToCoverage::Dithered; ++n)
        threshold = choose(pixel == arbasm::UnsignedOf<F>(n), of_pixel(static_cast<int>(n)), threshold);
    return alpha * F(static_cast<float>(samples)) > threshold;
}

}  // namespace rasterizer
