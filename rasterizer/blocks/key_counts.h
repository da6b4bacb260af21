// Statistics of the process: how many keys were compiled, failed or were found on disk, and reasons for no code.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>

#include "runtime/environment/environment.h"
#include "runtime/threads/fork_hold.h"

namespace rasterizer {

struct KeyCounters {
    uint64_t keys = 0, compiled = 0, failed = 0;
    uint64_t found = 0;  // by compile threads on disk
};

class KeyCounts {
  public:
    // `of`: the work that keys have code for, as reports name it.
    explicit KeyCounts(const char* of) : of_(of) {}

    void add(uint64_t KeyCounters::*which) {
        const std::lock_guard lock(mutex_);
        ++(counters_.*which);
    }
    // ASMGL_DEBUG=engine reports each reason once.
    void add_reason(const char* reason) {
        const std::lock_guard lock(mutex_);
        if (++reasons_[reason] == 1 && runtime::reports(runtime::DebugSubject::Engine))
            std::fprintf(stderr, "asmgl: engine: %s of a draw get no code of their own: %s\n", of_, reason);
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
    const char* of_;
    mutable runtime::ForkSafe<> mutex_;
    KeyCounters counters_;
    std::map<std::string, uint64_t> reasons_;
};

}  // namespace rasterizer
