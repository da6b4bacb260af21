// Ends programs that don't end by themselves.
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

// One for each draw, shared by all of its groups in all threads. What counts is the time in which groups of the draw
// run, not that between them: a draw's fragments may wait long for their turn.
class Watchdog {
  public:
    // Told once, by whichever thread finds that time is up: the program it ran and the line it was at.
    using Stopped = std::function<void(const std::shared_ptr<const arbasm::Program>& program, uint32_t line)>;

    explicit Watchdog(std::chrono::nanoseconds limit, Stopped on_stop = {})
        : limit_(limit), on_stop_(std::move(on_stop)) {}

    // A group begins to run.
    void begin() { seen_.store(now(), std::memory_order_relaxed); }
    // A group has ended, or has run for a while. With several threads each interval is counted by one of them.
    void count() {
        const int64_t time = now();
        const int64_t passed = time - seen_.exchange(time, std::memory_order_relaxed);
        if (passed > 0) used_.fetch_add(passed, std::memory_order_relaxed);
    }
    // Asked now and then while a program runs.
    bool expired(const std::shared_ptr<const arbasm::Program>& program, uint32_t line) {
        if (stopped()) return true;
        count();
        if (used_.load(std::memory_order_relaxed) < limit_.count()) return false;
        if (!stopped_.exchange(true) && on_stop_) on_stop_(program, line);
        return true;
    }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  private:
    static int64_t now() {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }

    const std::chrono::nanoseconds limit_;
    const Stopped on_stop_;
    std::atomic<int64_t> seen_{0}, used_{0};
    std::atomic<bool> stopped_{false};
};

}  // namespace runtime
