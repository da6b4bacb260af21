// What is done once in the library, std::call_once in it and in LLVM.
//
// No exception of ours goes through the C library's function: its frames belong to the unwinder of the system's
// libgcc, ours to the one that is linked into the library, and the two end the process where they meet. This one may,
// and a child of fork() never finds it half done. The linker directs the calls here (--wrap, in CMakeLists.txt).
#include <atomic>
#include <pthread.h>

#include "runtime/lent.h"
#include "runtime/threads/fork_hold.h"

namespace {

static_assert(PTHREAD_ONCE_INIT == 0 && sizeof(pthread_once_t) == sizeof(int));
constexpr int not_done = 0, under_way = 1, done = 2;

}  // namespace

extern "C" {
ASMGL_LENT int __wrap_pthread_once(pthread_once_t* control, void (*function)());
int __wrap_pthread_once(pthread_once_t* control, void (*function)()) {
    const std::atomic_ref<int> state(*control);
    if (state.load(std::memory_order_acquire) == done) return 0;
    const runtime::ForkHold hold;
    for (int before = not_done; !state.compare_exchange_strong(before, under_way); before = not_done) {
        if (before == done) return 0;
        state.wait(under_way);
    }
    try {
        function();
    } catch (...) {
        state.store(not_done);
        state.notify_all();
        throw;
    }
    state.store(done);
    state.notify_all();
    return 0;
}
}
