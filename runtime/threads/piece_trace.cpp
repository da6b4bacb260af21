#include "runtime/threads/piece_trace.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <mutex>
#include <string>

#include "runtime/environment/environment.h"
#include "runtime/threads/fork_hold.h"

namespace runtime {

bool PieceTrace::wanted() {
    static const bool wanted = !environment().trace.empty();
    return wanted;
}

PieceTrace::PieceTrace(int32_t pieces)
    : starts_(static_cast<size_t>(pieces)), durations_(static_cast<size_t>(pieces)) {}

int64_t PieceTrace::now() {
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

void PieceTrace::record(int32_t piece, int64_t start, int64_t end) {
    starts_[static_cast<size_t>(piece)] = start;
    durations_[static_cast<size_t>(piece)] = end - start;
}

void PieceTrace::write() const {
    // Lines of several threads and processes do not mix: appended in one piece each.
    // O_NONBLOCK: a pipe of that name would make us wait for a reader.
    static std::FILE* const file = [] {
        const int opened =
            open(environment().trace.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
        return opened >= 0 ? fdopen(opened, "a") : nullptr;
    }();
    if (!file) return;
    std::string line = std::to_string(*std::ranges::min_element(starts_));
    for (const int64_t duration : durations_) line += ' ' + std::to_string(duration);
    line += '\n';
    static ForkSafe<> mutex;
    const std::lock_guard lock(mutex);
    std::fwrite(line.data(), 1, line.size(), file);
    std::fflush(file);
}

}  // namespace runtime
