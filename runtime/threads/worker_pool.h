// The process's worker threads. A Task is a number of independent pieces; workers, and whoever waits, take them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "runtime/threads/piece_trace.h"

namespace runtime {

class Task {
  public:
    explicit Task(int32_t pieces) : pieces_(pieces), unfinished_(pieces) {
        if (PieceTrace::wanted() && pieces > 0) trace_ = std::make_unique<PieceTrace>(pieces);
    }
    virtual ~Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

    // Called once per piece, 0 … pieces-1, from any thread and in any order. Must not throw.
    virtual void run_piece(int32_t piece) = 0;
    // Called once, after the last piece and before done() turns true. May submit other tasks.
    virtual void completed() {}

    bool done() const { return done_.load(std::memory_order_acquire); }

  private:
    friend class WorkerPool;
    const int32_t pieces_;
    std::atomic<int32_t> next_{0};
    std::atomic<int32_t> unfinished_;
    std::atomic<bool> done_{false};
    std::unique_ptr<PieceTrace> trace_;  // null: nothing is traced
};

// One per process. Threads start with the first task. After fork() the child has the unstarted pieces and starts its
// own threads; when the process exits or the library is unloaded the threads end after the piece they are at.
// Signals to a thread that waits are held back while it works on a piece (runtime/threads/signal_hold.h): their
// handlers may use the pool.
class WorkerPool {
  public:
    static WorkerPool& instance();

    // Threads that work at once, the waiting one included: ASMGL_THREADS, or the hardware's number.
    int32_t thread_count() const;
    // Whether threads are there that take what is queued; else whoever waits does all the work. They begin with the
    // first task, and a forked process has none until then.
    bool has_workers() const;
    // For tests and benchmarks: ends the threads and goes on with so many. No task may be under way.
    void set_thread_count(int32_t count);

    void submit(std::shared_ptr<Task> task);
    // Works on `task` until nothing of it is left to take, then blocks until it is done.
    void wait(Task& task);
    // Blocks until `done` returns true, working on whatever is queued meanwhile. `done` is looked at after every piece
    // and whenever a task completes.
    void wait_until(const std::function<bool()>& done);
    // Runs body(0) … body(count - 1) on all threads; returns when all have run.
    void parallel_for(int32_t count, const std::function<void(int32_t)>& body);

  private:
    WorkerPool();
    ~WorkerPool() = delete;
    void end();
    struct State;
    static void run_one(State& state, Task& task, int32_t piece);
    static void worker_main(void* state);
    void start_threads(State& state);
    void stop_threads();
    // runtime/threads/process_events.h
    static void quiet_down();
    static bool lock();
    static void resume(bool locked);
    static void begin_again();
    State* state_;
};

}  // namespace runtime
