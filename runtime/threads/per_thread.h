// Memory that each thread keeps for itself.
#pragma once

#include <new>

#include "runtime/lent.h"

namespace runtime {
namespace detail {

using Destroyer = void (*)(void*);

// Adds a kind of object, at most one for each thread. Returns its index among the thread's objects.
ASMGL_LENT unsigned add_kind(Destroyer destroyer);
// The calling thread's objects by kind; null where it has had none yet.
ASMGL_LENT extern thread_local constinit void** thread_objects __attribute__((tls_model("initial-exec")));
// Makes them. Throws std::bad_alloc.
ASMGL_LENT void** begin_thread();

}  // namespace detail

// One T per thread, made at first use and destroyed when the thread ends. Unlike thread_local objects:
// - They live as long as the main thread. exit() does not end it, so handlers of atexit() and destructors of global
//   objects can still draw. Destructors of thread_local objects would run before these.
// - Together they take 8 bytes of static thread-local storage. The C library keeps little of it for libraries that are
//   loaded late, and all of them share it.
// - They may be used while the thread's other objects are being destroyed. An object that is made again then is
//   destroyed, too.
template <class T>
T& per_thread() {
    static const unsigned kind = detail::add_kind([](void* object) { delete static_cast<T*>(object); });
    void** const objects = detail::thread_objects ? detail::thread_objects : detail::begin_thread();
    if (!objects[kind]) [[unlikely]]
        objects[kind] = new T;
    return *static_cast<T*>(objects[kind]);
}

// For those who can't fail: `spare`, which all threads share, where there is no memory for the thread's own.
template <class T>
T& per_thread_or(T& spare) noexcept {
    try {
        return per_thread<T>();
    } catch (const std::bad_alloc&) {
        return spare;
    }
}

}  // namespace runtime
