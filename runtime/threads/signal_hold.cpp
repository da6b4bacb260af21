#include "runtime/threads/signal_hold.h"

#include <chrono>
#include <cstdint>
#include <cstring>
#include <pthread.h>
#include <signal.h>

namespace runtime {
namespace {

// How long a signal waits before it is looked for at all: with a turn (turn.h), half of what it may.
constexpr std::chrono::milliseconds longest_hold(5);

using Clock = std::chrono::steady_clock;

// The kernel's part of a mask: the C library's has room for 1024 signals, which every thread would pay for.
class Mask {
  public:
    constexpr Mask() = default;
    constexpr explicit Mask(uint64_t bits) : bits_(bits) {}
    explicit Mask(const sigset_t& set) { std::memcpy(&bits_, &set, sizeof bits_); }
    sigset_t set() const {
        sigset_t result;
        sigemptyset(&result);
        std::memcpy(&result, &bits_, sizeof bits_);
        return result;
    }

  private:
    uint64_t bits_ = 0;
};

struct Held {
    short depth = 0;
    short permeable = 0;  // of these
    int cancelling = 0;   // whether the thread could be cancelled
    Mask before;          // the thread's where depth > 0
    Clock::time_point since;
};
thread_local constinit Held held __attribute__((tls_model("initial-exec"))){};

// A fault that is blocked ends the process, and a profiler's signal calls no GL.
constexpr Mask held_signals() {
    uint64_t bits = ~uint64_t{0};
    for (const int open : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPROF})
        bits &= ~(uint64_t{1} << (open - 1));
    return Mask(bits);
}

// A handler that comes in between finds depth 0 and makes holds of its own, so `held` is written while none can.
void begin() {
    sigset_t before;
    int cancelling = PTHREAD_CANCEL_ENABLE;
    constexpr Mask held_mask = held_signals();
    const sigset_t ours = held_mask.set();
    pthread_sigmask(SIG_BLOCK, &ours, &before);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelling);
    held = {1, 0, cancelling, Mask(before), Clock::now()};
}

void end() {
    const sigset_t before = held.before.set();
    const int cancelling = held.cancelling;
    held.depth = 0;
    pthread_setcancelstate(cancelling, nullptr);
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
    const short depth = held.depth, permeable = held.permeable;
    end();
    begin();
    held.depth = depth;
    held.permeable = permeable;
}

bool SignalHold::is_held() { return held.depth > 0; }

void SignalHold::hold_permeably() {
    hold();
    ++held.permeable;
}

void SignalHold::release_permeable() {
    --held.permeable;
    release();
}

}  // namespace runtime
