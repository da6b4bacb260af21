#if defined(__x86_64__)
#define RASTERIZER_ISA isa_avx2
#include "rasterizer/tiles/execute_tile.h"
#include "rasterizer/tiles/execute_tile_body.h"

namespace rasterizer {

bool execute_tile_avx2(const Scene& scene, int32_t tile, TileMemory& memory, TileTurn& turn) {
    return isa_avx2::execute_tile(scene, tile, memory, turn);
}

}  // namespace rasterizer
#endif
