// Threads of the library's own.
#pragma once

#include <pthread.h>

namespace runtime {

// Starts a thread that runs main(argument). Its stack has our own size, not the application's default. All signals
// except its own faults are blocked, and it has the CPU's default floating-point mode. False: no memory, or a limit on
// threads.
bool start_thread(pthread_t& thread, const char* name, void (*main)(void*), void* argument);

}  // namespace runtime
