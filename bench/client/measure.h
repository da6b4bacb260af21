// Times a loop: frames are flushed one by one, as applications do, and finished in batches.
#pragma once

#include <cstdint>

#include "client.h"

namespace bench {

struct Measure {
    double rate = 0;      // units per second: the median of the batches
    double cpu_rate = 0;  // units per second of all threads' CPU time: what other programs on the machine change least
    double first_ms = 0;  // the first frame
    double spread = 0;    // between the quartiles of the batches, as a part of the median
    long frames = 0;
    int64_t from = 0, until = 0;  // of what was measured, in nanoseconds of the monotonic clock
};

// Measures one frame where there are no seconds.
Measure measure(const Loop& loop, double seconds);

}  // namespace bench
