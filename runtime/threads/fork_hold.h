// Sections that fork() does not interrupt.
#pragma once

#include "runtime/threads/owned_mutex.h"

namespace runtime {

// fork() copies only the calling thread. A mutex that another thread has at that moment stays locked in the child for
// ever, with its data half changed; a static object that another thread is initialising stays half made. Therefore
// fork() waits until no thread has a hold. May be nested. Only for short work that does not wait for other threads.
class ForkHold {
  public:
    ForkHold() { enter(); }
    ~ForkHold() { leave(); }
    ForkHold(const ForkHold&) = delete;
    ForkHold& operator=(const ForkHold&) = delete;

    static void enter();
    static void leave();
    // How many the calling thread has; ends those beyond so many. For exceptions that pass through functions which
    // don't know of any.
    static int depth();
    static void leave_to(int depth);

    // For fork()'s handlers. Lets nobody enter; false: some threads still have holds.
    static bool close();
    static void open();
    // In the child: nobody but the calling thread has any.
    static void open_in_child();
};

// A mutex of the process that a forked child can use.
template <class Mutex = OwnedMutex>
class ForkSafe {
  public:
    void lock() {
        ForkHold::enter();
        mutex_.lock();
    }
    void unlock() {
        mutex_.unlock();
        ForkHold::leave();
    }
    // Whether the calling thread has it; for checks.
    bool held() const { return mutex_.held(); }

  private:
    Mutex mutex_;
};

}  // namespace runtime
