#include "rasterizer/tiles/execute_tile.h"

#include <atomic>

#include "rasterizer/scene/scene.h"
#include "runtime/simd/of_level.h"

namespace rasterizer {
namespace {

std::atomic<ExecuteTile> selected{nullptr};

ExecuteTile function_at(runtime::SimdLevel level) {
    return runtime::of_level(level,
                             []<runtime::SimdLevel of>() { return static_cast<ExecuteTile>(&execute_tile_at<of>); });
}

}  // namespace

std::vector<NamedExecuteTile> execute_tile_functions() {
    std::vector<NamedExecuteTile> functions;
    for (const runtime::SimdLevel level : runtime::simd_levels_of_cpu())
        functions.push_back({runtime::simd_level_name(level), function_at(level)});
    return functions;
}

ExecuteTile execute_tile_function() {
    ExecuteTile function = selected.load(std::memory_order_relaxed);
    if (function) return function;
    function = function_at(runtime::simd_level());
    selected.store(function, std::memory_order_relaxed);
    return function;
}

void select_execute_tile_function(ExecuteTile function) { selected.store(function, std::memory_order_relaxed); }

}  // namespace rasterizer
