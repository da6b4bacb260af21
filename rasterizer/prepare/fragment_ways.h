// The paths that a draw's fragments may take. All of them give the same bits.
#pragma once

#include <atomic>

#include "runtime/environment/environment.h"

namespace rasterizer {

// The gathered path can do everything: a routine and a function for each step process groups of fragments. These are
// the others. A pipeline chooses its path when it is made; tests disable paths to compare them.
struct FragmentWays {
    std::atomic<bool> plain{true};  // blocks of plain colours (plain_colors.h)
    // Blocks by code for their key (block_code.h): compiled synchronously, when it is first asked for, or by threads of
    // its own when it proves to be hot.
    std::atomic<bool> compiled{runtime::environment().engine != runtime::EngineSetting::Interpreter};
    std::atomic<bool> synchronous{runtime::environment().engine == runtime::EngineSetting::Jit};
};
FragmentWays& fragment_ways();

}  // namespace rasterizer
