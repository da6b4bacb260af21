// How long a thread of the application works on one piece. Signals to it are blocked meanwhile, so long work is
// suspended at the end of the turn: it is continued, or begun again by another thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace runtime {

// Eight bytes, since static thread-local storage is scarce (runtime/threads/per_thread.h).
struct ThreadTurn {
    int64_t ends : 62 = 0;         // of the steady clock, nanoseconds; 0: never
    bool is_worker : 1 = false;    // not one of the application's: it has all the time there is
    bool may_restart : 1 = false;  // the piece may be thrown away and begun anew
};
static_assert(sizeof(ThreadTurn) == 8);

// The calling thread's. Threads without any memory left have one, too.
extern thread_local constinit ThreadTurn thread_turn __attribute__((tls_model("initial-exec")));

// The worker threads are to end: they put down what they are at.
inline std::atomic<bool> workers_end{false};

inline int64_t steady_time() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// The turn of the calling thread while alive.
class Turn {
  public:
    static constexpr int64_t length = 5'000'000;

    explicit Turn(bool may_restart) : turn_(thread_turn), outer_(turn_) {
        if (turn_.is_worker) return;
// 61 bits of nanoseconds are 73 years since the system started.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
        turn_.ends = steady_time() + length;
#pragma GCC diagnostic pop
        turn_.may_restart = may_restart;
    }
    ~Turn() { turn_ = outer_; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

  private:
    ThreadTurn& turn_;
    const ThreadTurn outer_;
};

// When the calling thread should put down what it can go on with; 0: never. Workers': when they are to end.
inline constexpr int64_t end_of_workers = -1;
inline int64_t turn_end() {
    const ThreadTurn& turn = thread_turn;
    return turn.is_worker ? end_of_workers : turn.ends;
}
inline bool turn_is_over(int64_t end) {
    if (end == end_of_workers) return workers_end.load(std::memory_order_relaxed);
    return end != 0 && steady_time() >= end;
}

// Whether the calling thread throws away what it has of its piece. Asked now and then by programs that run for long.
inline bool leaves_piece() {
    const ThreadTurn& turn = thread_turn;
    return turn.may_restart && turn_is_over(turn.ends);
}
// The same before work that can't be suspended and takes long.
inline bool may_leave_piece() { return !thread_turn.is_worker && thread_turn.may_restart; }
// Thrown then, through whatever has begun the program.
struct PieceLeft {};

}  // namespace runtime
