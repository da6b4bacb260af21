// Lines: GL 4.6 compatibility profile, 14.5.
#pragma once

#include "rasterizer/draw/raster_state.h"
#include "rasterizer/setup/pixel_bounds.h"
#include "rasterizer/setup/polygon_faces.h"
#include "rasterizer/setup/primitive_binning.h"

namespace rasterizer {

class LineSetup {
  public:
    LineSetup(const RasterState& raster, const CoverageRules& coverage) : raster_(raster), coverage_(coverage) {}

    void put(const ShadedVertex* a, const ShadedVertex* b, PrimitiveAttributes attributes, Outline outline,
             PrimitiveBinning& binning);
    void restart_stipple() {
        stipple_counter_ = 0;
        stipple_length_ = 0;
    }

  private:
    void start(TilePrimitive& primitive, const ShadedVertex* a, const ShadedVertex* b, FixedPoint p, FixedPoint q,
               float offset) const;
    void put_aliased(TilePrimitive& primitive, FixedPoint a, FixedPoint b, float width, PrimitiveBinning& binning);
    void put_rectangle(TilePrimitive& primitive, FixedPoint a, FixedPoint b, float width,
                       PrimitiveBinning& binning) const;
    void put_smooth(TilePrimitive& primitive, const ShadedVertex* a, const ShadedVertex* b, float width,
                    PrimitiveBinning& binning);
    void put_conservative(TilePrimitive& primitive, const ShadedVertex* a, const ShadedVertex* b, float width,
                          PrimitiveBinning& binning) const;

    const RasterState& raster_;
    const CoverageRules coverage_;
    uint32_t stipple_counter_ = 0;  // pixels, of aliased lines
    float stipple_length_ = 0;      // the same of smooth ones
};

}  // namespace rasterizer
