// Statistics of the process: how many keys were compiled, failed or were found on disk, and reasons for no code.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "runtime/threads/fork_hold.h"

namespace rasterizer {

struct KeyCounters {
    uint64_t keys = 0, compiled = 0, failed = 0;
    uint64_t found = 0;  // by compile threads on disk
};

class KeyCounts {
  public:
    void add(uint64_t KeyCounters::*which) {
        const std::lock_guard lock(mutex_);
        ++(counters_.*which);
    }
    void add_reason(const char* reason) {
        const std::lock_guard lock(mutex_);
        ++reasons_[reason];
    }
    KeyCounters counters() const {
        const std::lock_guard lock(mutex_);
        return counters_;
    }
    // How many keys had no code for a reason, one line each; for people.
    std::string reasons() const {
        const std::lock_guard lock(mutex_);
        std::string text;
        for (const auto& [reason, count] : reasons_) text += reason + ": " + std::to_string(count) + "\n";
        return text;
    }

  private:
    mutable runtime::ForkSafe<> mutex_;
    KeyCounters counters_;
    std::map<std::string, uint64_t> reasons_;
};

}  // namespace rasterizer
