// Draws that the watchdog stopped, on their way from the threads that ran them to the application.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "arbasm/program.h"
#include "glapi/state/debug.h"
#include "runtime/execution/watchdog.h"
#include "runtime/threads/signal_hold.h"

namespace glapi {

class StoppedDraws {
  public:
    // From any thread.
    void add(const std::shared_ptr<const arbasm::Program>& program, uint32_t line);
    uint32_t count() const { return count_.load(); }
    std::vector<std::string> take_messages();

  private:
    std::atomic<uint32_t> count_{0};
    std::atomic<bool> has_messages_{false};
    runtime::SignalSafeMutex mutex_;
    std::vector<std::string> messages_;
    // Each program is named once.
    std::set<std::weak_ptr<const arbasm::Program>, std::owner_less<>> named_;
};

// What the context keeps of it.
struct WatchdogState {
    std::chrono::milliseconds timeout;      // ASMGL_TIMEOUT_MS
    std::shared_ptr<StoppedDraws> stopped;  // never null
    uint32_t reported = 0;                  // by glGetGraphicsResetStatus

    WatchdogState();
};

// For a draw or a dispatch: its programs may run for long, or there may be very many vertices or fragments. First tells
// of those before.
std::shared_ptr<runtime::Watchdog> make_watchdog(WatchdogState& state, Debug& debug);
// Debug messages about what was stopped since the last time. On the context's own thread.
void tell_stopped_draws(WatchdogState& state, Debug& debug);

}  // namespace glapi
