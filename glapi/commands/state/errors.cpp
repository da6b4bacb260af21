// Errors and resets.
#include <utility>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/state/stopped_draws.h"

namespace glapi::commands {

GLenum GetError(Context& context) { return std::exchange(context.pending_error, GLenum{GL_NO_ERROR}); }

// A draw that the watchdog stopped makes no reset of its own: the context goes on without it, whichever notification
// strategy it was made with, and says so once.
GLenum GetGraphicsResetStatus(Context& context) {
    tell_stopped_draws(context.drawing.watchdog, context.debug);
    WatchdogState& state = context.drawing.watchdog;
    const uint32_t stopped = state.stopped->count();
    if (stopped == state.reported) return GL_NO_ERROR;
    state.reported = stopped;
    return GL_GUILTY_CONTEXT_RESET;
}

GLenum GetGraphicsResetStatusARB(Context& context) { return GetGraphicsResetStatus(context); }

}  // namespace glapi::commands
