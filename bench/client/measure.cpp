#include "measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

namespace bench {
namespace {

double wall() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double cpu() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

double quantile(const std::vector<double>& sorted, double at) {
    const double place = at * double(sorted.size() - 1);
    const auto low = static_cast<size_t>(place);
    const size_t high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (place - double(low)) * (sorted[high] - sorted[low]);
}

// The duration of these frames.
double run(const Loop& loop, long frames) {
    const double start = wall();
    for (long i = 0; i < frames; ++i) {
        loop.frame();
        gl::Flush();
    }
    gl::Finish();
    return wall() - start;
}

}  // namespace

Measure measure(const Loop& loop, double seconds) {
    Measure result;
    gl::Finish();
    result.first_ms = 1e3 * run(loop, 1);
    if (seconds <= 0) {
        result.rate = loop.work / (result.first_ms * 1e-3);
        result.frames = 1;
        return result;
    }
    // What a driver compiles or lays out on the way shall be done before: a third of the time warms up.
    double frame = result.first_ms * 1e-3;
    for (const double until = wall() + seconds / 3; wall() < until;) frame = run(loop, 1);

    const long frames = std::clamp(std::lround(seconds / 10 / std::max(frame, 1e-6)), 1L, 1000L);
    std::vector<double> durations;
    const double start = wall(), cpu_start = cpu();
    do durations.push_back(run(loop, frames) / double(frames));
    while (wall() < start + seconds);
    result.from = std::llround(start * 1e9);
    result.until = std::llround(wall() * 1e9);
    const double cpu_used = std::max(cpu() - cpu_start, 1e-9);

    std::sort(durations.begin(), durations.end());
    const double median = quantile(durations, 0.5);
    result.rate = loop.work / median;
    result.spread = (quantile(durations, 0.75) - quantile(durations, 0.25)) / median;
    result.frames = frames * long(durations.size());
    result.cpu_rate = loop.work * double(result.frames) / cpu_used;
    return result;
}

}  // namespace bench
