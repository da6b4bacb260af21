// Memory and threads that can't be had, by the library's own threads or for them.
#pragma once

#include <cstdint>

namespace surroundings {

enum class Whose : uint8_t { Compilers, Workers };

// Counts what these threads allocate; the allocation of that number fails (0: none does).
void fail_allocation(Whose whose, uint64_t number);
uint64_t allocations();
// Whether the one that was to fail was asked for.
bool allocation_failed();

// From now on the library gets no threads.
void fail_threads();

}  // namespace surroundings
