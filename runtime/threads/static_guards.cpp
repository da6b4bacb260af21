// Static objects inside functions are made under a hold: a child of fork() never finds one half made.
#include "runtime/lent.h"
#include "runtime/threads/fork_hold.h"

// Where a static object inside a function is made, compilers call these functions of the C++ ABI; the linker directs
// the calls here (--wrap, in CMakeLists.txt).
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier)
int __real___cxa_guard_acquire(void* guard);
void __real___cxa_guard_release(void* guard);
void __real___cxa_guard_abort(void* guard);
ASMGL_LENT int __wrap___cxa_guard_acquire(void* guard);
ASMGL_LENT void __wrap___cxa_guard_release(void* guard);
ASMGL_LENT void __wrap___cxa_guard_abort(void* guard);
int __wrap___cxa_guard_acquire(void* guard) {
    runtime::ForkHold::enter();
    if (__real___cxa_guard_acquire(guard)) return 1;
    runtime::ForkHold::leave();
    return 0;
}
void __wrap___cxa_guard_release(void* guard) {
    __real___cxa_guard_release(guard);
    runtime::ForkHold::leave();
}
void __wrap___cxa_guard_abort(void* guard) {
    __real___cxa_guard_abort(guard);
    runtime::ForkHold::leave();
}
// NOLINTEND(bugprone-reserved-identifier)
}
