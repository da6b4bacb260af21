// What is not known of the fragment pipeline and chosen here, as far as it has names in fragment_pipeline.h; the order
// of a result's steps is at the top of fragment_pipeline.cpp.
#include <algorithm>
#include <cmath>

#include "machines/tegra/emulator/fragment_pipeline.h"
#include "machines/tegra/isa/numbers.h"

namespace machines::tegra {

double level_of_detail(const TextureRequest& request, int fragment, int width, int height, double max_level) {
    const auto scaled_coordinate = [&](size_t i, size_t c) {
        return static_cast<double>(request.coordinate[i][c]) * (c ? height : width);
    };
    double longest = 0;
    for (size_t to : {1u, 2u}) {
        const double ds = scaled_coordinate(to, 0) - scaled_coordinate(0, 0);
        const double dt = scaled_coordinate(to, 1) - scaled_coordinate(0, 1);
        longest = std::max(longest, std::hypot(ds, dt));
    }
    double level = longest > 0 ? std::log2(longest) : 0;
    if (request.has_bias) level += static_cast<double>(request.bias[static_cast<size_t>(fragment)]);
    return level > 0 ? std::min(level, max_level) : 0;
}

bool takes_one_from(bool fixed) { return fixed; }

uint32_t position_x_register(int x) { return fp20_round(8192.0 + x); }
uint32_t position_y_register(int y, int height) { return fp20_round(8192.0 + (height - 1) - y); }
uint32_t coverage_register() { return fp20_one; }
uint32_t face_register(bool front) { return front ? fp20_one : fp20_one | fp20_sign; }

uint32_t depth_register(double z) {
    // Both halves round down; what falls between the steps of the high one and the reach of the low one is lost.
    const double whole = std::clamp(z, 0.0, 1.0);
    const double high = std::min(std::floor(whole / depth_high_factor * 256), static_cast<double>(fx10_max));
    const double rest = whole - high / 256 * depth_high_factor - depth_offset;
    const double low = std::clamp(std::floor(rest / depth_low_factor * 256), 0.0, static_cast<double>(fx10_max));
    return pair_of(static_cast<uint32_t>(low), static_cast<uint32_t>(high));
}

std::array<double, 2> barycentric_coefficients(const std::array<double, 3>& screen, const std::array<double, 3>& w) {
    return {screen[0] / w[0], screen[1] / w[1]};
}
double interpolated_w(const std::array<double, 3>& screen, const std::array<double, 3>& w) {
    return screen[0] / w[0] + screen[1] / w[1] + screen[2] / w[2];
}

double special_function(uint32_t operation, double x) {
    switch (operation) {
        case sfu_rcp: return x == 0 ? INFINITY : 1 / x;
        case sfu_rsq: return x == 0 ? INFINITY : 1 / std::sqrt(std::fabs(x));
        case sfu_lg2: return std::log2(std::fabs(x));
        case sfu_ex2: return std::exp2(x);
        case sfu_sqrt: return std::sqrt(std::fabs(x));
        case sfu_sin: return std::sin(x);
        case sfu_cos: return std::cos(x);
        case sfu_frc: return x - std::floor(x);
        default: return x;  // the steps before: they keep the argument
    }
}

std::array<bool, 4> accumulated(const std::array<Alu, 4>& slots, size_t receiver) {
    constexpr std::array<size_t, 4> neighbour{3, 0, 1, 2};
    constexpr std::array<int, 4> sends_to{-1, 0, 0, 2};
    std::array<bool, 4> from{};
    if (!slots[receiver].receive) return from;
    from[neighbour[receiver]] = true;
    for (size_t i = 0; i < 4; i++)
        if (slots[i].send && sends_to[i] == static_cast<int>(receiver)) from[i] = true;
    return from;
}

}  // namespace machines::tegra
