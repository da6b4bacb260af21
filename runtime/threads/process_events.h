// What the library does when the process forks or ends: one place, in one order.
//
// The handlers are registered when the library is loaded, before any thread of ours exists. The C library calls at a
// fork those that were there when it began: registered later, a part that came into being during a fork would not hear
// of it.
#pragma once

#include <cstdint>

namespace runtime {

// In the order in which they stop: a part may use those behind it.
enum class ProcessPart : uint8_t { DrawRecorder, CompileThreads, WorkerPool };
inline constexpr int process_parts = 3;

struct ProcessHandlers {
    // Called in the thread that forks. quiet_down(): begin nothing new, wait for what is under way. lock(): take the
    // part's mutex if nobody has it. resume(): the fork is over or given up, in the process that forks; `locked`:
    // release the mutex. begin_again(): in the child, which has none of the threads.
    void (*quiet_down)() = nullptr;
    bool (*lock)() = nullptr;
    void (*resume)(bool locked) = nullptr;
    void (*begin_again)() = nullptr;
    // The process ends. The application's functions for exit() and destructors of its global objects have run, but for
    // those of libraries loaded earlier.
    void (*exit)() = nullptr;
};

// The part exists from now on. `handlers` last as long as the process.
void add_process_handlers(ProcessPart part, const ProcessHandlers& handlers);

}  // namespace runtime
