// The tile code once per instruction set (execute_tile_body.h).
#pragma once

#include <cstdint>

namespace rasterizer {

class Scene;
struct TileMemory;

void execute_tile_portable(const Scene& scene, int32_t tile, TileMemory& memory);
void execute_tile_sse4(const Scene& scene, int32_t tile, TileMemory& memory);
void execute_tile_avx2(const Scene& scene, int32_t tile, TileMemory& memory);
void execute_tile_avx512(const Scene& scene, int32_t tile, TileMemory& memory);

}  // namespace rasterizer
