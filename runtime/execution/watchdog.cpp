#include "runtime/execution/watchdog.h"

#include <algorithm>
#include <ctime>

#include "runtime/threads/per_thread.h"

namespace runtime {
namespace {

// What a thread works on, and its CPU time when that was counted last.
struct ThreadWork {
    Watchdog* watchdog = nullptr;
    int64_t since = 0;
};

}  // namespace

int64_t thread_time() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

void Watchdog::Work::begin() {
    ThreadWork& work = per_thread<ThreadWork>();
    outer_ = work.watchdog;
    if (outer_ == watchdog_) {
        watchdog_ = nullptr;
        return;
    }
    if (outer_) outer_->count();
    work = {watchdog_, watchdog_->clock_()};
    watchdog_->workers_.fetch_add(1, std::memory_order_relaxed);
}

void Watchdog::Work::end() {
    ThreadWork& work = per_thread<ThreadWork>();
    watchdog_->count();
    watchdog_->workers_.fetch_sub(1, std::memory_order_relaxed);
    work.watchdog = outer_;
}

void Watchdog::count() {
    ThreadWork& work = per_thread<ThreadWork>();
    if (work.watchdog != this) return;
    const int64_t now = clock_();
    add(now - work.since);
    work.since = now;
}

void Watchdog::add(int64_t passed) {
    const int32_t workers = std::max(workers_.load(std::memory_order_relaxed), 1);
    used_.fetch_add(passed / workers, std::memory_order_relaxed);
}

bool Watchdog::stops(GroupTime& time, const std::shared_ptr<const arbasm::Program>& program, uint32_t line) {
    if (stopped()) return true;
    const int64_t now = clock_();
    time.clock = clock_;
    const int64_t passed = time.last ? now - time.last : 0;
    time.last = now;
    time.used += passed;
    if (time.used / time.groups >= limits_.group.count()) {
        stop(program, line);
        return true;
    }
    if (!limits_command()) return false;
    if (per_thread<ThreadWork>().watchdog != this) add(passed);
    return command_expired(program, line);
}

bool Watchdog::command_expired(const std::shared_ptr<const arbasm::Program>& program, uint32_t line) {
    count();
    if (used_.load(std::memory_order_relaxed) < limits_.command.count()) return false;
    stop(program, line);
    return true;
}

void Watchdog::stop(const std::shared_ptr<const arbasm::Program>& program, uint32_t line) {
    if (!stopped_.exchange(true) && on_stop_) on_stop_(program, line);
}

}  // namespace runtime
