// Groups of lanes: how many lanes run a program side by side, sets of them, and their registers in memory.
#pragma once

#include <array>
#include <cstdint>

namespace runtime {

// A group is 32 lanes (WARP_SIZE_NV): eight 2×2 quads in the fragment stage, lane = 4·quad + 2·y + x. The engines
// walk a group in pieces as wide as the CPU's registers.
inline constexpr int group_lanes = 32;
using LaneMask = uint32_t;
inline constexpr LaneMask all_lanes = ~LaneMask{0};

// One component of one register over a group; holds floats, signed or unsigned integers by bits.
struct alignas(64) LaneWord {
    uint32_t lane[group_lanes];
};
// One four-component register over a group.
struct LaneVector {
    std::array<LaneWord, 4> component;
};

// The lanes from 0 to `count` - 1; all of them where `count` is more than a group has. Always inlined: files compiled
// for an instruction set use it, and a copy of theirs could become everybody's.
[[gnu::always_inline]] constexpr LaneMask first_lanes(int count) {
    return count >= group_lanes ? all_lanes : (LaneMask{1} << count) - 1;
}

}  // namespace runtime
