// Points: GL 4.6 compatibility profile, 14.4.
#pragma once

#include <limits>

#include "rasterizer/draw/raster_state.h"
#include "rasterizer/prepare/vertex_layout.h"
#include "rasterizer/setup/pixel_bounds.h"
#include "rasterizer/setup/polygon_faces.h"
#include "rasterizer/setup/primitive_binning.h"

namespace rasterizer {

class PointSetup {
  public:
    PointSetup(const RasterState& raster, const VertexLayout& layout, const CoverageRules& coverage);

    // `beyond`: where on the grid its centre lies, if that is beyond a side of the view volume: such a point ends where
    // the viewport does. Null: inside.
    void put(const ShadedVertex* vertex, PrimitiveAttributes attributes, Outline outline, const FixedPoint* beyond,
             PrimitiveBinning& binning);
    // The next points are in another viewport.
    void forget_bounds() { form_.asked = std::numeric_limits<float>::quiet_NaN(); }

  private:
    // Values that points of one size, in one viewport, share.
    struct Form {
        float asked = std::numeric_limits<float>::quiet_NaN();  // the size; the rest follows from it. NaN: unknown
        float size = 0, fade = 1;
        int32_t whole = 0;      // pixels, of squares that are centred on a pixel or between pixels
        int32_t half = 0;       // of the others, on the grid
        float step = 0;         // 1 / size
        PixelBounds centers{};  // on the grid, of points that may reach into the viewport
    };
    const Form& form_of(const ShadedVertex* vertex, const PixelBounds& viewport) {
        const float asked = size_slot_ >= 0 ? vertex[size_slot_ * 4] : raster_.point_size;
        if (asked != form_.asked) form_ = form(asked, viewport);
        return form_;
    }
    Form form(float asked, const PixelBounds& viewport) const;
    PixelBounds box(FixedPoint center, const Form& form) const;
    void start(TilePrimitive& primitive, const ShadedVertex* vertex, FixedPoint center, const Form& form,
               float depth_offset) const;
    bool set_disc(TilePrimitive& primitive, FixedPoint center, const Form& form, const PixelBounds& within) const;
    bool set_square(TilePrimitive& primitive, FixedPoint center, const Form& form, const PixelBounds& within) const;
    bool set_conservative(TilePrimitive& primitive, const ShadedVertex* vertex, const Form& form,
                          const PixelBounds& within) const;

    const RasterState& raster_;
    const CoverageRules coverage_;
    const int size_slot_;         // -1: RasterState has the size
    const bool sprites_, discs_;  // squares around their positions; or round
    const bool boxes_;            // of whole pixels
    Form form_;                   // the last point's
};

}  // namespace rasterizer
