#include "runtime/threads/thread.h"

#include <cstddef>
#include <memory>
#include <new>

#include "runtime/threads/floating_point_mode.h"
#include "runtime/threads/signal_hold.h"

namespace runtime {
namespace {

// What compiling shaders of the greatest depth takes. It is address space until it is used.
constexpr size_t stack_bytes = 8 << 20;

struct Start {
    void (*main)(void*);
    void* argument;
};

void* run(void* start) {
    const Start now = *static_cast<Start*>(start);
    delete static_cast<Start*>(start);
    const FloatingPointMode mode;  // a new thread has its maker's
    const SignalHold hold;         // they are blocked anyway: makes holds within cost nothing
    now.main(now.argument);
    return nullptr;
}

}  // namespace

bool start_thread(pthread_t& thread, const char* name, void (*main)(void*), void* argument) {
    std::unique_ptr<Start> start(new (std::nothrow) Start{main, argument});
    pthread_attr_t attributes;
    if (!start || pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, stack_bytes);
    // Signals belong to the application's threads. Those of faults don't: a sandbox makes some system calls in its
    // handler.
    const SignalHold inherited;
    const bool started = pthread_create(&thread, &attributes, &run, start.get()) == 0;
    pthread_attr_destroy(&attributes);
    if (!started) return false;
    static_cast<void>(start.release());  // the thread's now
    pthread_setname_np(thread, name);
    return true;
}

}  // namespace runtime
