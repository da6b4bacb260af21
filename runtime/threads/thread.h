// Threads of the library's own.
#pragma once

#include <pthread.h>

namespace runtime {

// Starts one that runs main(argument). It has a stack of our size, whatever the application has set for its threads, no
// signals but those of its own faults, and the CPU's usual floating-point mode. False: there is none, for want of
// memory or by a limit on threads.
bool start_thread(pthread_t& thread, const char* name, void (*main)(void*), void* argument);

}  // namespace runtime
