// The rasterizer's rules of coverage for emulated devices: its sub-pixel grid, its edges, its owner of ties.
#pragma once

#include "machines/tegra/device/coverage.h"

namespace rasterizer {

class DeviceCoverage : public machines::tegra::Coverage {
  public:
    void triangle(const std::array<machines::tegra::CoverageVertex, 3>& vertices,
                  const machines::tegra::PixelRectangle& within, machines::tegra::QuadSink& sink) override;
};

}  // namespace rasterizer
