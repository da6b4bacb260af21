// Draws and commands that are stopped because they do not end, or exceed their context's limit
// (docs/decisions/stopped_draws.md): passed from the threads that ran them to the application.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "glapi/state/debug.h"
#include "glapi/state/group_loss.h"
#include "ir/program.h"
#include "runtime/execution/watchdog.h"
#include "runtime/threads/signal_hold.h"

namespace glapi {

struct Gates;

class StoppedDraws {
  public:
    // Where gate::Stopped is closed while there are messages.
    explicit StoppedDraws(Gates& gates) : gates_(gates) {}
    // A stopped command loses the context, with its group.
    void lose_with(std::shared_ptr<GroupLoss> loss) { loss_ = std::move(loss); }
    bool lost() const { return loss_ && loss_->lost(); }
    // From any thread: says it on standard error, once for each program. `line` 0: there was too much for it. Without
    // a program: of what `command` does beside that.
    void add(const std::shared_ptr<const arbasm::Program>& program, uint32_t line, const char* command,
             std::chrono::nanoseconds command_limit);
    uint32_t count() const { return count_.load(); }
    std::vector<std::string> take_messages();

  private:
    Gates& gates_;
    std::shared_ptr<GroupLoss> loss_;  // null: nothing is lost
    std::atomic<uint32_t> count_{0};
    runtime::SignalSafeMutex mutex_;
    std::vector<std::string> messages_;
    // Each program, and each command, is named once.
    std::set<std::weak_ptr<const arbasm::Program>, std::owner_less<>> named_;
    std::set<std::string> named_commands_;
};

// What the context keeps of it.
struct WatchdogState {
    runtime::Watchdog::Limits limits;
    std::chrono::milliseconds patience;     // with other processes' semaphores
    bool notifies = false;                  // the context asked to be told of resets
    std::shared_ptr<StoppedDraws> stopped;  // never null
    uint32_t reported = 0;                  // by glGetGraphicsResetStatus
    bool told_of_loss = false;              // so is what others have lost
    // The command that is under way, where it consists of many draws.
    int32_t depth = 0;
    const char* command = "a draw";
    std::shared_ptr<runtime::Watchdog> watchdog;  // null: none of its draws has needed one yet

    WatchdogState(Gates& gates, bool lose_context_on_reset);
};

// For a draw or a dispatch, or of the command that it is part of.
std::shared_ptr<runtime::Watchdog> make_watchdog(WatchdogState& state);
// Debug messages about what was stopped since the last time. On the context's own thread.
void tell_stopped_draws(WatchdogState& state, Debug& debug);

}  // namespace glapi
