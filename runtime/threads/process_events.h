// The library's work when the process forks or ends: in one file, in one order.
//
// The handlers are registered when the library is loaded, before any thread of ours exists. At a fork, the C library
// calls only handlers that were registered when the fork began. So a part that is created during a fork can't register
// then.
#pragma once

#include <cstdint>

#include "runtime/lent.h"

namespace runtime {

// In the order in which they stop: a part may use those behind it.
enum class ProcessPart : uint8_t { DrawCapture, CompileThreads, WorkerPool };
inline constexpr int process_parts = 3;

struct ProcessHandlers {
    // Called in the thread that forks. quiet_down(): begin nothing new, wait for running work. lock(): take the part's
    // mutex if nobody has it. resume(): the fork is over or given up, in the process that forks; `locked`: release the
    // mutex. begin_again(): in the child, which has none of the threads.
    void (*quiet_down)() = nullptr;
    bool (*lock)() = nullptr;
    void (*resume)(bool locked) = nullptr;
    void (*begin_again)() = nullptr;
    // The process ends. The application's atexit() functions and destructors of global objects have run, except in
    // libraries that were loaded earlier.
    void (*exit)() = nullptr;
};

// The part exists from now on. `handlers` last as long as the process.
ASMGL_LENT void add_process_handlers(ProcessPart part, const ProcessHandlers& handlers);

}  // namespace runtime
