#include "rasterizer/tiles/execute_tile.h"
#include "rasterizer/tiles/execute_tile_body.h"
#include "runtime/simd/of_level.h"

namespace rasterizer {

template <>
bool execute_tile_at<runtime::this_level>(const Scene& scene, int32_t tile, TileMemory& memory, TileTurn& turn) {
    return ASMGL_ISA::execute_tile(scene, tile, memory, turn);
}

}  // namespace rasterizer
