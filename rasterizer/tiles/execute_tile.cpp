#include "rasterizer/tiles/execute_tile.h"

#include <atomic>
#include <cstring>

#include "rasterizer/scene/scene.h"
#include "runtime/simd/cpu_features.h"

namespace rasterizer {
namespace {

std::atomic<ExecuteTile> selected{nullptr};

}  // namespace

// Best first.
std::vector<NamedExecuteTile> execute_tile_functions() {
    std::vector<NamedExecuteTile> functions;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        functions.push_back({"avx512", &execute_tile_avx512});
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        functions.push_back({"avx2", &execute_tile_avx2});
    functions.push_back({"sse4", &execute_tile_sse4});
    return functions;
}

ExecuteTile execute_tile_function() {
    ExecuteTile function = selected.load(std::memory_order_relaxed);
    if (function) return function;
    const std::vector<NamedExecuteTile> functions = execute_tile_functions();
    function = functions.front().function;
    const char* const wanted = runtime::simd_level_name(runtime::simd_level());
    for (const NamedExecuteTile& candidate : functions)
        if (std::strcmp(candidate.name, wanted) == 0) function = candidate.function;
    selected.store(function, std::memory_order_relaxed);
    return function;
}

void select_execute_tile_function(ExecuteTile function) { selected.store(function, std::memory_order_relaxed); }

}  // namespace rasterizer
