// Which pixels a triangle covers: the interface that a rasterizer is handed in through, and a plain one.
#pragma once

#include <array>

namespace machines::tegra {

// Half-open: x from left to right - 1.
struct PixelRectangle {
    int left = 0, top = 0, right = 0, bottom = 0;
};

// A vertex in pixels; x to the right, y along the rows of memory, which is upwards as GL counts.
struct CoverageVertex {
    double x = 0, y = 0;
};

class QuadSink {
  public:
    QuadSink() = default;
    QuadSink(const QuadSink&) = delete;
    QuadSink& operator=(const QuadSink&) = delete;
    virtual ~QuadSink() = default;
    // Pixels (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1), x and y even; at least one is covered. Weights are those
    // of the vertices at the pixel's centre, which sum to 1; also of the others, where they may be negative.
    virtual void quad(int x, int y, const std::array<bool, 4>& covered,
                      const std::array<std::array<double, 3>, 4>& weights) = 0;
};

class Coverage {
  public:
    Coverage() = default;
    Coverage(const Coverage&) = delete;
    Coverage& operator=(const Coverage&) = delete;
    virtual ~Coverage() = default;
    // Triangles of either winding; those of no area cover nothing.
    virtual void triangle(const std::array<CoverageVertex, 3>& vertices, const PixelRectangle& within,
                          QuadSink& sink) = 0;
};

// For tests and fuzzers of this folder, which knows no other room; the driver's own is rasterizer/targets.
// Edge functions of corners snapped to 1/16 of a pixel (as the viewport registers count). Pixel centres on an edge
// belong to the triangle that it is a left or a lower edge of (of y as the numbers go).
class PlainCoverage : public Coverage {
  public:
    void triangle(const std::array<CoverageVertex, 3>& vertices, const PixelRectangle& within, QuadSink& sink) override;
};

}  // namespace machines::tegra
