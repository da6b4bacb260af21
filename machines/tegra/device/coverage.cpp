#include "machines/tegra/device/coverage.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace machines::tegra {
namespace {

constexpr int64_t subpixels = 16;
constexpr double largest = 1 << 24;  // of a coordinate, in pixels

// Twice the area of (a, b, p) in subpixels.
struct Edge {
    int64_t dx, dy, c;
    bool owns_ties;
    int64_t at(int64_t x, int64_t y) const { return dx * y - dy * x + c; }
    bool covers(int64_t value) const { return value > 0 || (value == 0 && owns_ties); }
};

int64_t snap(double v) { return std::llround(std::clamp(v, -largest, largest) * subpixels); }

}  // namespace

void PlainCoverage::triangle(const std::array<CoverageVertex, 3>& vertices, const PixelRectangle& within,
                             QuadSink& sink) {
    std::array<int64_t, 3> x{}, y{};
    for (size_t i = 0; i < 3; i++) {
        if (!std::isfinite(vertices[i].x) || !std::isfinite(vertices[i].y)) return;
        x[i] = snap(vertices[i].x);
        y[i] = snap(vertices[i].y);
    }
    const int64_t area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    if (!area) return;
    const int64_t turn = area > 0 ? 1 : -1;
    std::array<Edge, 3> edges{};  // edge i is opposite vertex i
    for (size_t i = 0; i < 3; i++) {
        const size_t a = (i + 1) % 3, b = (i + 2) % 3;
        Edge& e = edges[i];
        e.dx = turn * (x[b] - x[a]);
        e.dy = turn * (y[b] - y[a]);
        e.c = e.dy * x[a] - e.dx * y[a];
        // The inside is where the function is positive: left of an edge that goes up, above one that goes right.
        e.owns_ties = e.dy < 0 || (e.dy == 0 && e.dx > 0);
    }
    const auto [x_min, x_max] = std::minmax_element(x.begin(), x.end());
    const auto [y_min, y_max] = std::minmax_element(y.begin(), y.end());
    const auto pixel = [](int64_t v) {
        return static_cast<int>(v >= 0 ? v / subpixels : -((-v + subpixels - 1) / subpixels));
    };
    const int left = std::max(within.left, pixel(*x_min)) & ~1, right = std::min(within.right, pixel(*x_max) + 1);
    const int top = std::max(within.top, pixel(*y_min)) & ~1, bottom = std::min(within.bottom, pixel(*y_max) + 1);
    for (int qy = top; qy < bottom; qy += 2)
        for (int qx = left; qx < right; qx += 2) {
            std::array<bool, 4> covered{};
            std::array<std::array<double, 3>, 4> weights{};
            for (size_t p = 0; p < 4; p++) {
                const int px = qx + static_cast<int>(p & 1), py = qy + static_cast<int>(p >> 1);
                const int64_t cx = px * subpixels + subpixels / 2, cy = py * subpixels + subpixels / 2;
                covered[p] = px >= within.left && px < within.right && py >= within.top && py < within.bottom;
                for (size_t i = 0; i < 3; i++) {
                    const int64_t value = edges[i].at(cx, cy);
                    covered[p] = covered[p] && edges[i].covers(value);
                    weights[p][i] = static_cast<double>(value) / static_cast<double>(turn * area);
                }
            }
            if (covered[0] || covered[1] || covered[2] || covered[3]) sink.quad(qx, qy, covered, weights);
        }
}

}  // namespace machines::tegra
