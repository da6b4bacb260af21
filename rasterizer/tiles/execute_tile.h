// Runs the commands of one tile of a scene: the same code once per instruction set (execute_tile_body.h).
#pragma once

#include <cstdint>
#include <vector>

namespace rasterizer {

class Scene;
// Memory of the tile that a thread works on.
struct TileMemory;

// Runs one tile's commands; chosen for the CPU.
using ExecuteTile = void (*)(const Scene& scene, int32_t tile, TileMemory& memory);
ExecuteTile execute_tile_function();
// All that this CPU can run, by name, for tests.
struct NamedExecuteTile {
    const char* name;
    ExecuteTile function;
};
std::vector<NamedExecuteTile> execute_tile_functions();
void select_execute_tile_function(ExecuteTile function);

void execute_tile_sse4(const Scene& scene, int32_t tile, TileMemory& memory);
void execute_tile_avx2(const Scene& scene, int32_t tile, TileMemory& memory);
void execute_tile_avx512(const Scene& scene, int32_t tile, TileMemory& memory);

}  // namespace rasterizer
