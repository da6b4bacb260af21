// Memory that each thread keeps for itself.
#pragma once

namespace runtime {

// One T per thread, made at first use. Unlike a plain thread_local object it may be used while the thread's other
// thread_local objects are being destroyed: a context that is current at exit finishes its drawing then. What is made
// again that late is not freed.
template <class T>
T& per_thread() {
    static thread_local constinit T* object = nullptr;
    struct Guard {
        ~Guard() {
            delete object;
            object = nullptr;
        }
    };
    if (!object) {
        static thread_local Guard guard;
        (void)guard;
        object = new T;
    }
    return *object;
}

}  // namespace runtime
