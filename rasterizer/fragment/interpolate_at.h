// IPAC, IPAO and IPAS: attributes of a group's fragments at other locations than usual.
#pragma once

#include "rasterizer/prepare/tile_draw.h"
#include "rasterizer/scene/tile_primitive.h"

namespace rasterizer {

class GroupInterpolator final : public runtime::Interpolator {
  public:
    struct Locations {
        const float *x, *y;                    // pixel centres, by lane
        const float *centroid_x, *centroid_y;  // by lane
        const float *sample_x, *sample_y;      // by sample, relative to the pixel's centre
        int samples;
    };
    // `primitives`: of each quad. `attributes`: what the program gets for values that are not interpolated.
    GroupInterpolator(const TileDraw& draw, const TilePrimitive* const* primitives,
                      const runtime::LaneVector* attributes, const Locations& locations)
        : draw_(draw), primitives_(primitives), attributes_(attributes), locations_(locations) {}

    void interpolate(const runtime::InterpolationRequest& request, runtime::LaneMask lanes,
                     runtime::LaneVector& result) const override;

  private:
    const TileDraw& draw_;
    const TilePrimitive* const* primitives_;
    const runtime::LaneVector* attributes_;
    Locations locations_;
};

}  // namespace rasterizer
