// Compute programs: work groups over the threads of the pool (NV_compute_program5).
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "rasterizer/draw/draw.h"
#include "runtime/execution/watchdog.h"

namespace rasterizer {

struct Dispatch {
    StageProgram program;                         // of stage Compute, loaded
    std::array<uint32_t, 3> group_count{};        // work groups along x, y, z; with a 0 nothing runs
    std::array<uint32_t, 3> group_size{};         // invocations of a work group along x, y, z, at least 1
    std::shared_ptr<runtime::Watchdog> watchdog;  // ends programs, and dispatches of too many groups; null: nobody does
};

// Returns when all groups have run. The caller has waited for draws that access the same memory.
void run_dispatch(const Dispatch& dispatch);

}  // namespace rasterizer
