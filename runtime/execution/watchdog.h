// Ends programs that don't end by themselves, and commands that take longer than their context allows
// (docs/decisions/stopped_draws.md).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace arbasm {
struct Program;
}

namespace runtime {

// Nanoseconds of CPU time that the calling thread has had. A system call.
int64_t thread_time();
// What a watchdog takes for it: tests have a clock of their own.
using ThreadClock = int64_t (*)();

// The CPU time that a group of lanes has taken, as far as it is known: from the first question on.
struct GroupTime {
    int64_t last = 0;  // the thread's at the last question; 0: none yet
    int64_t used = 0;
    int32_t groups = 1;               // so many run one after the other, and the limit holds for each
    ThreadClock clock = thread_time;  // of the watchdog that asks

    // Groups of a work group run in turns: the time of other groups does not count.
    void begin_turn() {
        if (last) last = clock();
    }
    void end_turn() {
        if (last) used += clock() - last;
    }
};

// One for each command, shared by all of its groups in all threads.
class Watchdog {
  public:
    struct Limits {
        std::chrono::nanoseconds group = std::chrono::seconds(30);  // CPU time of a group of lanes
        std::chrono::nanoseconds command{0};                        // of all that the command does; 0: no limit
    };
    // Told once, by whichever thread finds that time is up: the program it ran and the line it was at; 0: none, there
    // was too much for it.
    using Stopped = std::function<void(const std::shared_ptr<const arbasm::Program>& program, uint32_t line)>;

    explicit Watchdog(Limits limits, Stopped on_stop = {}, ThreadClock clock = thread_time)
        : limits_(limits), on_stop_(std::move(on_stop)), clock_(clock) {}
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    bool limits_command() const { return limits_.command.count() != 0; }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
    // The command's result is not needed any more: the rest of it is dropped, without a report.
    void abandon() { stopped_.store(true, std::memory_order_relaxed); }

    // Asked now and then while a group runs: whether it has to end.
    bool stops(GroupTime& time, const std::shared_ptr<const arbasm::Program>& program, uint32_t line);
    // Asked between groups.
    bool expired(const std::shared_ptr<const arbasm::Program>& program) {
        if (stopped()) return true;
        return limits_command() && command_expired(program, 0);
    }

    // The calling thread works on the command while alive: its CPU time counts. Threads that work side by side share
    // one measure. Costs nothing where commands have no limit.
    class Work {
      public:
        explicit Work(Watchdog* watchdog) : watchdog_(watchdog && watchdog->limits_command() ? watchdog : nullptr) {
            if (watchdog_) begin();
        }
        ~Work() {
            if (watchdog_) end();
        }
        Work(const Work&) = delete;
        Work& operator=(const Work&) = delete;

      private:
        void begin();
        void end();
        Watchdog* watchdog_;         // null: nothing is counted, or is already
        Watchdog* outer_ = nullptr;  // what the thread has put aside
    };

  private:
    bool command_expired(const std::shared_ptr<const arbasm::Program>& program, uint32_t line);
    void stop(const std::shared_ptr<const arbasm::Program>& program, uint32_t line);
    // Counts what has passed since the thread's last question.
    void count();
    void add(int64_t passed);

    const Limits limits_;
    const Stopped on_stop_;
    const ThreadClock clock_;
    std::atomic<int64_t> used_{0};
    std::atomic<int32_t> workers_{0};
    std::atomic<bool> stopped_{false};
};

}  // namespace runtime
