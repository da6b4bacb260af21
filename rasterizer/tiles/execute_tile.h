// Runs the commands of one tile of a scene: the same code once per SIMD level (execute_tile_body.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "runtime/simd/cpu_features.h"
#include "runtime/threads/turn.h"

namespace rasterizer {

class Scene;
// Memory of the tile that a thread works on.
struct TileMemory;

struct BinChunk;
// The position of a command in a tile's bin. Without a chunk: of the first.
struct BinPosition {
    const BinChunk* chunk = nullptr;
    uintptr_t command = 0;
};
// Where a thread begins in a tile's bin. A thread of the application also has a time limit: then it leaves the tile,
// between two commands.
struct TileTurn {
    BinPosition position;
    int64_t ends = 0;                            // runtime::turn_end()
    const std::atomic<bool>* dropped = nullptr;  // becomes true: nobody wants the rest. Null: it is wanted

    bool is_over() const {
        return runtime::turn_is_over(ends) || (dropped && dropped->load(std::memory_order_relaxed));
    }
};

// Runs one tile's commands; chosen for the CPU. False: the thread left it before its end; another call
// continues at `turn.position`.
using ExecuteTile = bool (*)(const Scene& scene, int32_t tile, TileMemory& memory, TileTurn& turn);
ExecuteTile execute_tile_function();
// All that this CPU can run, from the plainest level to the widest, for tests.
struct NamedExecuteTile {
    const char* name;
    ExecuteTile function;
};
std::vector<NamedExecuteTile> execute_tile_functions();
void select_execute_tile_function(ExecuteTile function);

template <runtime::SimdLevel>
bool execute_tile_at(const Scene& scene, int32_t tile, TileMemory& memory, TileTurn& turn);

}  // namespace rasterizer
