#include "runtime/threads/signal_hold.h"

#include <chrono>
#include <pthread.h>
#include <signal.h>

namespace runtime {
namespace {

// How long a signal waits before it is looked for at all: with a turn (turn.h), half of what it may.
constexpr std::chrono::milliseconds longest_hold(5);

using Clock = std::chrono::steady_clock;

struct Held {
    int depth = 0;
    int permeable = 0;  // of these
    sigset_t before;    // the thread's mask where depth > 0
    Clock::time_point since;
};
thread_local constinit Held held{};

// A fault that is blocked ends the process, and a profiler's signal calls no GL.
const sigset_t& held_signals() {
    static const sigset_t set = [] {
        sigset_t signals;
        sigfillset(&signals);
        for (const int open : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPROF})
            sigdelset(&signals, open);
        return signals;
    }();
    return set;
}

// A handler that comes in between finds depth 0 and makes holds of its own, so `held` is written while none can.
void begin() {
    sigset_t before;
    pthread_sigmask(SIG_BLOCK, &held_signals(), &before);
    held = {1, 0, before, Clock::now()};
}

void end() {
    const sigset_t before = held.before;
    held.depth = 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

void SignalHold::hold() {
    if (held.depth > 0)
        ++held.depth;
    else
        begin();
}

void SignalHold::release() {
    if (held.depth > 1)
        --held.depth;
    else
        end();
}

void SignalHold::let_through() {
    if (held.depth == 0 || held.depth - held.permeable > 1 || Clock::now() - held.since < longest_hold) return;
    const int depth = held.depth, permeable = held.permeable;
    end();
    begin();
    held.depth = depth;
    held.permeable = permeable;
}

void SignalHold::hold_permeably() {
    hold();
    ++held.permeable;
}

void SignalHold::release_permeable() {
    --held.permeable;
    release();
}

}  // namespace runtime
