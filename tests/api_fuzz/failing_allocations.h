// Memory that can't be had: one allocation of the calling thread fails, the others go on as ever.
#pragma once

#include <cstdint>

namespace failing_allocations {

// The calling thread's allocations are counted from here on; the one of that number fails (0: none does).
void start(uint64_t failing);
// How many there have been. They are not counted any more.
uint64_t stop();
// Whether the one that was to fail was asked for.
bool failed();

}  // namespace failing_allocations
