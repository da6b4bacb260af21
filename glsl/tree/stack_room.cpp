#include "glsl/tree/stack_room.h"

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

// Where the main thread's stack begins. pthread_getattr_np() would read all of /proc/self/maps for it.
extern "C" void* __libc_stack_end;

namespace glsl {

namespace {

// What the deepest shaders need, several times over: stack_room_test measures it.
constexpr size_t needed = size_t{3} << 20, own_stack = size_t{16} << 20;

// Bytes below this frame; 0 where it lies on no stack that the C library knows (of a coroutine).
size_t room_left() {
    const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    if (getpid() == gettid()) {
        const auto end = reinterpret_cast<uintptr_t>(__libc_stack_end);
        rlimit limit{};
        if (here > end || getrlimit(RLIMIT_STACK, &limit) != 0) return 0;
        constexpr size_t plenty = size_t{64} << 20;
        const size_t size = limit.rlim_cur == RLIM_INFINITY ? plenty : limit.rlim_cur;
        return end - here < size ? size - (end - here) : 0;
    }
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
    void* first = nullptr;
    size_t size = 0;
    const bool known = pthread_attr_getstack(&attributes, &first, &size) == 0;
    pthread_attr_destroy(&attributes);
    const auto begin = reinterpret_cast<uintptr_t>(first);
    return known && here > begin && here - begin <= size ? here - begin : 0;
}

struct Task {
    const std::function<void()>& work;
    std::exception_ptr problem;

    static void* run(void* given) {
        auto& task = *static_cast<Task*>(given);
        try {
            task.work();
        } catch (...) {
            task.problem = std::current_exception();
        }
        return nullptr;
    }
};

// False: there can be none.
bool start(pthread_t& thread, Task& task) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    // The application's handlers run on its own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_attr_setstacksize(&attributes, own_stack) == 0 &&
                         pthread_create(&thread, &attributes, &Task::run, &task) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&attributes);
    return started;
}

}  // namespace

void with_stack_room(const std::function<void()>& work) {
    if (room_left() >= needed) return work();
    Task task{work, nullptr};
    pthread_t thread{};
    if (!start(thread, task)) throw std::bad_alloc();
    // A thread that is cancelled ends at its own next point, not in here.
    int cancel = 0;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    pthread_join(thread, nullptr);
    pthread_setcancelstate(cancel, nullptr);
    if (task.problem) std::rethrow_exception(task.problem);
}

}  // namespace glsl
