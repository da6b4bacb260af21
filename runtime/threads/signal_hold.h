// Keeps the application's signal handlers out of places where they can't call GL.
//
// A handler runs on the thread that it interrupts. If that thread is working on a piece of a task, or holds a mutex of
// ours, a handler that ends the application in order (a game that shuts GL down at SIGTERM) would wait for itself.
#pragma once

#include "runtime/threads/application_shield.h"
#include "runtime/threads/fork_hold.h"

namespace runtime {

// Blocks signals to the calling thread while alive, except for its own faults (SIGSEGV, …), and its cancellation
// (runtime/threads/application_shield.h). May be nested: only the outermost costs anything, two system calls. Long
// waits call let_through() now and then.
class SignalHold {
  public:
    SignalHold() { hold(); }
    ~SignalHold() { release(); }
    SignalHold(const SignalHold&) = delete;
    SignalHold& operator=(const SignalHold&) = delete;

    static void hold();
    static void release();
    // Lets the signals through that have been held for a while, if one hold only is alive, permeable ones not counted:
    // call where a handler may call anything, with no mutex held and no piece of a task begun.
    static void let_through();
    // Whether the calling thread has one.
    static bool is_held();

  private:
    friend class PermeableSignalHold;
    static void hold_permeably();
    static void release_permeable();
};

// A hold that lets signals through in the waits within it, and a shield of numbers. For commands that draw: they
// allocate memory again and again and hold no mutex, and malloc's own lock would stop a handler that ends the process,
// or allocates, in the midst of it.
class PermeableSignalHold {
  public:
    PermeableSignalHold() { SignalHold::hold_permeably(); }
    ~PermeableSignalHold() { SignalHold::release_permeable(); }
    PermeableSignalHold(const PermeableSignalHold&) = delete;
    PermeableSignalHold& operator=(const PermeableSignalHold&) = delete;

  private:
    FloatingPointShield shield_;
};

// A mutex of the process; no signal handler interrupts its owner. To be held shortly; a lock costs two system calls.
class SignalSafeMutex {
  public:
    void lock() {
        SignalHold::hold();
        mutex_.lock();
    }
    void unlock() {
        mutex_.unlock();
        SignalHold::release();
    }
    // Whether the calling thread has it; for checks.
    bool held() const { return mutex_.held(); }

  private:
    ForkSafe<> mutex_;
};

}  // namespace runtime
