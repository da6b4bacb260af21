// Commands of many parts, which may be too many for a limit.
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/execution/watchdog.h"

namespace glapi {

class Context;
struct WatchdogState;

// A command of many parts, such as draws: one limit holds for all of them while alive. Those within others are parts.
class LongCommand {
  public:
    explicit LongCommand(Context& context);
    ~LongCommand();
    LongCommand(const LongCommand&) = delete;
    LongCommand& operator=(const LongCommand&) = delete;
    // Asked between parts: whether the rest is dropped.
    bool stopped();

  private:
    WatchdogState& state_;
    std::optional<runtime::Watchdog::Work> work_;
    uint32_t questions_ = 0;
};

}  // namespace glapi
