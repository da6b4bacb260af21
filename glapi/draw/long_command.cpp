#include "glapi/draw/long_command.h"

#include "glapi/context.h"
#include "glapi/state/draw_state.h"
#include "glapi/state/stopped_draws.h"

namespace glapi {

LongCommand::LongCommand(Context& context) : state_(context.drawing.watchdog) {
    if (state_.depth++ > 0) return;
    state_.command = context.gates.command;
    if (state_.limits.command.count()) work_.emplace(make_watchdog(state_).get());
}

LongCommand::~LongCommand() {
    work_.reset();
    if (--state_.depth == 0) state_.watchdog = nullptr;
}

bool LongCommand::stopped() {
    if (!state_.watchdog) return false;
    constexpr uint32_t between_looks = 64;
    if (++questions_ % between_looks != 0) return state_.watchdog->stopped();
    return state_.watchdog->expired(nullptr);
}

}  // namespace glapi
