// Errors and resets.
#include <utility>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/state/debug.h"
#include "glapi/state/draw_state.h"
#include "glapi/state/stopped_draws.h"

namespace glapi::commands {

GLenum GetError(Context& context) { return std::exchange(context.pending_error, GLenum{GL_NO_ERROR}); }

// What the watchdog stopped is a reset to contexts that asked to be told: they are lost, with those that share objects
// with them, and told so once each. Others go on without it and are never told (GL 4.6, 2.3.2).
GLenum GetGraphicsResetStatus(Context& context) {
    tell_stopped_draws(context.drawing.watchdog, context.debug);
    WatchdogState& state = context.drawing.watchdog;
    if (!state.notifies) return GL_NO_ERROR;
    const uint32_t stopped = state.stopped->count();
    const bool guilty = stopped != state.reported, lost = state.stopped->lost();
    state.reported = stopped;
    const bool told_before = std::exchange(state.told_of_loss, lost);
    if (guilty) return GL_GUILTY_CONTEXT_RESET;
    return lost && !told_before ? GL_INNOCENT_CONTEXT_RESET : GL_NO_ERROR;
}

}  // namespace glapi::commands
