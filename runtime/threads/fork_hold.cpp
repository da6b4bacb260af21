#include "runtime/threads/fork_hold.h"

#include <atomic>
#include <sched.h>

namespace runtime {
namespace {

constinit std::atomic<int> holders{0};
constinit std::atomic<bool> closed{false};
thread_local constinit int holds __attribute__((tls_model("initial-exec"))) = 0;

}  // namespace

// A thread that has a hold gets more without waiting: fork() waits for it to end.
void ForkHold::enter() {
    if (holds++ > 0) return;
    for (;;) {
        holders.fetch_add(1);
        if (!closed.load()) return;
        holders.fetch_sub(1);
        while (closed.load()) sched_yield();
    }
}

void ForkHold::leave() {
    if (--holds == 0) holders.fetch_sub(1);
}

int ForkHold::depth() { return holds; }

void ForkHold::leave_to(int depth) {
    while (holds > depth) leave();
}

bool ForkHold::close() {
    closed.store(true);
    return holders.load() == (holds > 0 ? 1 : 0);
}

void ForkHold::open() { closed.store(false); }

void ForkHold::open_in_child() {
    holders.store(holds > 0 ? 1 : 0);
    closed.store(false);
}

}  // namespace runtime
