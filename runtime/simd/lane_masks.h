// Sets of a group's lanes.
#pragma once

#include "runtime/executor.h"

namespace runtime {

// The lanes from 0 to `count` - 1; all of them where `count` is more than a group has. Always inlined: files compiled
// for an instruction set use it, and their copy must not become everybody's.
[[gnu::always_inline]] constexpr LaneMask first_lanes(int count) {
    return count >= group_lanes ? all_lanes : (LaneMask{1} << count) - 1;
}

}  // namespace runtime
