// The ways that a draw's fragments may take to their pixels. All of them give the same bits.
#pragma once

#include <atomic>

namespace rasterizer {

// Beside the one that can do everything: fragments gathered into groups, which a routine and functions for each step
// work on. Which of them a pipeline takes is decided when it is made; tests close ways to compare them.
struct FragmentWays {
    std::atomic<bool> plain{true};  // blocks of plain colours (plain_colors.h)
};
FragmentWays& fragment_ways();

}  // namespace rasterizer
