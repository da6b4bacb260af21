// The process's worker threads. A Task is a number of independent pieces; workers, and whoever waits, take them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/threads/piece_trace.h"

namespace runtime {

class Task {
  public:
    // `is_long`: pieces may take any time, so no thread of the application begins one.
    explicit Task(int32_t pieces, bool is_long = false) : pieces_(pieces), unfinished_(pieces), is_long_(is_long) {
        if (PieceTrace::wanted() && pieces > 0) trace_ = std::make_unique<PieceTrace>(pieces);
    }
    virtual ~Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

    // Called once per piece, 0 … pieces-1, from any thread and in any order. Throws nothing.
    virtual void run_piece(int32_t piece) = 0;
    // The same for pieces that may stop when the thread's turn is over (turn.h). False: the piece has stopped before
    // its end; some thread will call again.
    virtual bool run_part(int32_t piece) {
        run_piece(piece);
        return true;
    }
    // Called once, after the last piece and before done() turns true. May submit other tasks.
    virtual void completed() {}

    bool done() const { return done_.load(std::memory_order_acquire); }
    // Whether the process ends only after the task and what waits behind it: another process sees the result.
    virtual bool must_be_done() { return false; }

  protected:
    // From run_part(): the rest of the task is only for workers, not for threads of the application.
    void becomes_long() { is_long_.store(true, std::memory_order_relaxed); }

  private:
    friend class WorkerPool;
    const int32_t pieces_;
    int32_t next_ = 0;               // under the pool's mutex
    std::vector<int32_t> put_down_;  // so are these: to be gone on with
    std::atomic<int32_t> unfinished_;
    std::atomic<bool> is_long_;
    std::atomic<bool> done_{false};
    std::unique_ptr<PieceTrace> trace_;  // null: nothing is traced
};

// One per process. Threads start with the first task. After fork() the child has the unstarted pieces and starts its
// own threads; when the process exits or the library is unloaded the threads end after the piece they are at.
// Signals to a thread that waits are held back while it works on a piece (runtime/threads/signal_hold.h): their
// handlers may use the pool. So it leaves long ones to another thread, its stand-in, which works only while some thread
// of the application's sleeps here.
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

    void submit(const std::shared_ptr<Task>& task);
    // Works on `task` until nothing of it is left to take, then blocks until it is done.
    void wait(Task& task);
    // Blocks until `done` returns true, working on whatever is queued meanwhile. `done` is looked at after every piece
    // and whenever a task completes.
    void wait_until(const std::function<bool()>& done);
    // How a thread of the application treats pieces. Pieces of programs that may run long are suspended after a while,
    // by PieceLeft, to be run again, or not begun.
    enum class Pieces : uint8_t { Short, Restartable, Long };
    // Runs body(0) … body(count - 1) on all threads; returns when all have run.
    void parallel_for(int32_t count, const std::function<void(int32_t)>& body, Pieces pieces = Pieces::Short);
    // The same for bodies that may stop when their turn is over: they return false then, and are called again.
    void parallel_for_parts(int32_t count, const std::function<bool(int32_t)>& body, Pieces pieces = Pieces::Short);
    // Runs `body`, which can't be suspended and may take long (LLVM). If signals to the calling thread are held, on
    // another one, so that their handlers run meanwhile. The caller owns no mutex that pieces of tasks take.
    void run_long(const std::function<void()>& body);

  private:
    WorkerPool();
    ~WorkerPool() = delete;
    void end();
    void finish_what_must_be_done();
    struct State;
    static void run_one(State& state, const std::shared_ptr<Task>& task, int32_t piece);
    static bool put_down(State& state, const std::shared_ptr<Task>& task, int32_t piece);
    static void worker_main(void* state);
    static void stand_in_main(void* state);
    static void start_threads(State& state);
    static void start_stand_in(State& state);
    void take_part(std::unique_lock<std::mutex>& lock, Task* only);
    void stop_threads();
    // runtime/threads/process_events.h
    static void quiet_down();
    static bool lock();
    static void resume(bool locked);
    static void begin_again();
    State* state_;
};

}  // namespace runtime
