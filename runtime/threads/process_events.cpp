#include "runtime/threads/process_events.h"

#include <array>
#include <atomic>
#include <chrono>
#include <pthread.h>
#include <time.h>

#include "runtime/threads/fork_hold.h"
#include "runtime/threads/signal_hold.h"

namespace runtime {
namespace {

using Handlers = std::array<const ProcessHandlers*, process_parts>;

constinit std::array<std::atomic<const ProcessHandlers*>, process_parts> table{};
// The handlers of the fork under way. The C library lets one thread at a time fork.
constinit Handlers forking{};

using Clock = std::chrono::steady_clock;

// A thread that has a hold may wait for work which we have stopped (a context that is destroyed): then everything goes
// on for a while, and the next attempt is longer. After some time the child takes what comes.
constexpr std::chrono::milliseconds first_attempt(50), pause_between(5);
constexpr std::chrono::seconds all_attempts(5);

Handlers existing() {
    Handlers result;
    for (size_t part = 0; part < table.size(); ++part) result[part] = table[part].load(std::memory_order_acquire);
    return result;
}

void rest(std::chrono::nanoseconds length) {
    const timespec time{0, static_cast<long>(length.count())};
    nanosleep(&time, nullptr);
}

void quiet_down() {
    forking = existing();
    for (const ProcessHandlers* const part : forking)
        if (part && part->quiet_down) part->quiet_down();
}

void resume(size_t locked) {
    for (size_t part = forking.size(); part-- > 0;)
        if (forking[part] && forking[part]->resume) forking[part]->resume(part < locked);
}

// How many parts' mutexes could be taken.
size_t lock_parts() {
    for (size_t part = 0; part < forking.size(); ++part)
        if (forking[part] && forking[part]->lock && !forking[part]->lock()) return part;
    return forking.size();
}

// Whether nobody has a hold, and all parts' mutexes are taken, before the time is over.
bool becomes_quiet(Clock::time_point end) {
    quiet_down();
    for (;;) {
        if (ForkHold::close() && forking == existing()) {
            const size_t locked = lock_parts();
            if (locked == forking.size()) return true;
            resume(locked);
            ForkHold::open();  // who has the mutex may want a hold
            quiet_down();
        }
        if (Clock::now() > end) break;
        rest(std::chrono::microseconds(200));
    }
    ForkHold::open();
    resume(0);
    return false;
}

// Nothing is half done that a child would need whole: no thread of ours works, none has a hold or a part's mutex.
void before_fork() {
    SignalHold::hold();
    const auto start = Clock::now();
    for (auto attempt = first_attempt; Clock::now() - start < all_attempts; attempt *= 2) {
        if (becomes_quiet(Clock::now() + attempt)) return;
        rest(pause_between);
    }
    for (;;) {
        quiet_down();
        const size_t locked = lock_parts();
        if (locked == forking.size()) break;
        resume(locked);  // a mutex that is taken here already can't be taken again
        rest(pause_between);
    }
    ForkHold::close();
}

void after_fork_in_parent() {
    ForkHold::open();
    resume(forking.size());
    SignalHold::release();
}

void after_fork_in_child() {
    ForkHold::open_in_child();
    for (size_t part = forking.size(); part-- > 0;)
        if (forking[part] && forking[part]->begin_again) forking[part]->begin_again();
    SignalHold::release();
}

__attribute__((constructor)) void register_handlers() {
    pthread_atfork(&before_fork, &after_fork_in_parent, &after_fork_in_child);
}

__attribute__((destructor)) void end_process() {
    for (const ProcessHandlers* const part : existing())
        if (part && part->exit) part->exit();
}

}  // namespace

void add_process_handlers(ProcessPart part, const ProcessHandlers& handlers) {
    table[static_cast<size_t>(part)].store(&handlers, std::memory_order_release);
}

}  // namespace runtime
