// Free ranges of locations.
#pragma once

#include <bitset>
#include <cstdint>

namespace glsl {

// Takes `count` locations: those that are wanted, or the first that are free. -1: nowhere.
template <size_t size>
int assign_location(std::bitset<size>& taken, int wanted, int64_t count, int limit) {
    for (int first = wanted >= 0 ? wanted : 0; first + count <= limit; first++) {
        bool free = true;
        for (int64_t n = 0; n < count; n++) free &= !taken[static_cast<size_t>(first + n)];
        if (!free && wanted < 0) continue;
        for (int64_t n = 0; n < count; n++) taken.set(static_cast<size_t>(first + n));
        return first;
    }
    return -1;
}

}  // namespace glsl
