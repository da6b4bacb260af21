// Boxes that are aligned with the window.
#pragma once

#include "rasterizer/draw/pixel_rectangle.h"
#include "rasterizer/setup/pixel_bounds.h"
#include "rasterizer/setup/polygon_faces.h"
#include "rasterizer/setup/primitive_binning.h"

namespace rasterizer {

// NV_fill_rectangle: the box around a triangle, which goes on with what the triangle interpolates.
void put_triangle_box(const GridTriangle& triangle, PrimitiveAttributes attributes, const CoverageRules& coverage,
                      const PolygonOffset& offset, PrimitiveBinning& binning);

// `vertex`: that of the raster position.
void put_pixel_rectangle(const PixelRectangle& rectangle, const ShadedVertex* vertex, PrimitiveBinning& binning);

}  // namespace rasterizer
