// The rasterizer's rules of coverage for emulated devices: its sub-pixel grid, its edges, its owner of ties.
#pragma once

#include "machines/tegra/coverage.h"

namespace rasterizer {

class DeviceCoverage : public arbasm::tegra::Coverage {
  public:
    void triangle(const std::array<arbasm::tegra::CoverageVertex, 3>& vertices,
                  const arbasm::tegra::PixelRectangle& within, arbasm::tegra::QuadSink& sink) override;
};

}  // namespace rasterizer
