// How a schedule is tried; schedule.cpp tries several ways.
#pragma once

#include <limits>

namespace machines::tegra::fragment {

struct Request {
    int rows = 1;
    bool by_height = true;  // else: in the order in which a single operation after the other would run
    int window = std::numeric_limits<int>::max();  // so many of the open operations may begin
    bool low_first = false;                        // results go to a row's first registers, else to its last
    bool patient = false;                          // a packet waits until it is full while anything else goes on
    // So many registers stay free for the first of the open operations: the others may not begin where that takes them.
    int reserve = 0;
    bool forgets = false;      // values are computed again where there is no room
    bool looks_ahead = false;  // results keep away from the components that varyings will be fetched to
};

}  // namespace machines::tegra::fragment
