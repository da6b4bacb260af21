#include "driver/present/swap_schedule.h"

#include <algorithm>
#include <cstdlib>

#include "runtime/environment/environment.h"

namespace driver {

int64_t due_frame(int64_t last, int64_t current, int interval) { return std::max(last + std::abs(interval), current); }

int64_t matching_frame(int64_t current, int64_t target, int64_t divisor, int64_t remainder) {
    if (current < target) return target;
    if (divisor == 0) return current;
    const int64_t next = current + 1;
    return next + (remainder - next % divisor + divisor) % divisor;
}

void SwapSchedule::set_interval(int interval) {
    interval_ = std::clamp(interval, -max_swap_interval, max_swap_interval);
}

void SwapSchedule::await_turn() {
    const int interval = interval_;
    if (interval == 0 || runtime::environment().vsync == runtime::VsyncSetting::Off) return;
    int64_t due;
    {
        const std::lock_guard lock(mutex_);
        last_frame_ = due = due_frame(last_frame_, clock_.current_frame(), interval);
    }
    clock_.await(due);
}

void SwapSchedule::await_turn(int64_t target, int64_t divisor, int64_t remainder) {
    int64_t due;
    {
        const std::lock_guard lock(mutex_);
        last_frame_ = due = matching_frame(clock_.current_frame(), target, divisor, remainder);
    }
    clock_.await(due);
}

int64_t SwapSchedule::count_swap() {
    int64_t count;
    {
        const std::lock_guard lock(mutex_);
        count = ++swaps_;
    }
    counted_.notify_all();
    return count;
}

SyncValues SwapSchedule::values() const {
    const int64_t frame = clock_.current_frame();
    const std::lock_guard lock(mutex_);
    return {clock_.start_of(frame) / 1000, frame, swaps_};
}

bool SwapSchedule::await_count(int64_t sbc) {
    std::unique_lock lock(mutex_);
    counted_.wait(lock, [&] { return closed_ || swaps_ >= sbc; });
    return swaps_ >= sbc;
}

void SwapSchedule::close() {
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
    }
    counted_.notify_all();
}

}  // namespace driver
