// The box of a primitive in the tile. Compiled per SIMD level (fragment/lanes.h).
#pragma once

#include "rasterizer/scene/tile_primitive.h"
#include "rasterizer/tiles/tile_surfaces.h"

namespace rasterizer::ASMGL_ISA {

// Pixels relative to the tile, inclusive.
struct TileBox {
    int32_t low_x, low_y, high_x, high_y;
};
template <int samples>
RASTERIZER_INLINE TileBox box_in_tile(const TileSurfaces<samples>& tile, const TilePrimitive& primitive) {
    const int32_t low_x = primitive.min_x > tile.x ? primitive.min_x - tile.x : 0;
    const int32_t low_y = primitive.min_y > tile.y ? primitive.min_y - tile.y : 0;
    const int32_t high_x = primitive.max_x - tile.x < tile_size - 1 ? primitive.max_x - tile.x : tile_size - 1;
    const int32_t high_y = primitive.max_y - tile.y < tile_size - 1 ? primitive.max_y - tile.y : tile_size - 1;
    return {low_x, low_y, high_x, high_y};
}

}  // namespace rasterizer::ASMGL_ISA
