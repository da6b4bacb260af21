// The ways that a draw's fragments may take to their pixels. All of them give the same bits.
#pragma once

#include <atomic>

#include "runtime/environment/environment.h"

namespace rasterizer {

// Beside the one that can do everything: fragments gathered into groups, which a routine and functions for each step
// work on. Which of them a pipeline takes is decided when it is made; tests close ways to compare them.
struct FragmentWays {
    std::atomic<bool> plain{true};  // blocks of plain colours (plain_colors.h)
    // Blocks by code for their key (block_code.h): compiled in place, when it is first asked for, or by threads of its
    // own when it proves to be hot.
    std::atomic<bool> compiled{runtime::environment().engine != runtime::EngineSetting::Interpreter};
    std::atomic<bool> in_place{runtime::environment().engine == runtime::EngineSetting::Jit};
};
FragmentWays& fragment_ways();

}  // namespace rasterizer
