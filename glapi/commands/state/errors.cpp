// Errors and resets.
#include <utility>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/state/stopped_draws.h"

namespace glapi::commands {

GLenum GetError(Context& context) { return std::exchange(context.pending_error, GLenum{GL_NO_ERROR}); }

// What the watchdog stopped makes no reset of its own: the context goes on without it and, if it asked for it, says so
// once. Others are never told (GL 4.6, 2.3.2).
GLenum GetGraphicsResetStatus(Context& context) {
    tell_stopped_draws(context.drawing.watchdog, context.debug);
    WatchdogState& state = context.drawing.watchdog;
    if (!state.notifies) return GL_NO_ERROR;
    const uint32_t stopped = state.stopped->count();
    if (stopped == state.reported) return GL_NO_ERROR;
    state.reported = stopped;
    return GL_GUILTY_CONTEXT_RESET;
}

GLenum GetGraphicsResetStatusARB(Context& context) { return GetGraphicsResetStatus(context); }

}  // namespace glapi::commands
