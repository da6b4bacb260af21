#define RASTERIZER_ISA isa_portable
#include "rasterizer/tiles/execute_tile.h"
#include "rasterizer/tiles/execute_tile_body.h"

namespace rasterizer {

void execute_tile_portable(const Scene& scene, int32_t tile, TileMemory& memory) {
    isa_portable::execute_tile(scene, tile, memory);
}

}  // namespace rasterizer
