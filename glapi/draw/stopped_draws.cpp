#include "glapi/draw/stopped_draws.h"

#include <cstdio>
#include <mutex>
#include <utility>

#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/generated/commands.h"
#include "runtime/environment/environment.h"

namespace glapi {
void StoppedDraws::add(const std::shared_ptr<const arbasm::Program>& program, uint32_t line) {
    {
        const std::lock_guard lock(mutex_);
        std::erase_if(named_, [](const auto& known) { return known.expired(); });
        if (named_.insert(program).second) {
            const std::string stage(arbasm::stage_name(program->stage));
            // Not within a program: there were too many groups for it.
            messages_.push_back((line == 0 ? "a draw ran for too long and was stopped among its " + stage + " programs"
                                           : "a " + stage + " program ran for too long and was stopped at line " +
                                                 std::to_string(line)) +
                                "; the rest of its draw is dropped (ASMGL_TIMEOUT_MS)");
            has_messages_ = true;
        }
    }
    ++count_;
}

std::vector<std::string> StoppedDraws::take_messages() {
    if (!has_messages_) return {};
    const std::lock_guard lock(mutex_);
    has_messages_ = false;
    return std::exchange(messages_, {});
}

WatchdogState::WatchdogState() : timeout(runtime::environment().timeout.value) {}

void set_watchdog(Context& context, rasterizer::Draw& draw) { draw.watchdog = make_watchdog(context); }

std::shared_ptr<runtime::Watchdog> make_watchdog(Context& context) {
    tell_stopped_draws(context);
    const WatchdogState& state = *context.drawing.watchdog;
    return std::make_shared<runtime::Watchdog>(
        state.timeout, [stopped = state.stopped](const std::shared_ptr<const arbasm::Program>& program, uint32_t line) {
            stopped->add(program, line);
        });
}

void tell_stopped_draws(Context& context) {
    for (std::string& text : context.drawing.watchdog->stopped->take_messages()) {
        if (runtime::reports(runtime::DebugSubject::Api)) std::fprintf(stderr, "asmgl: %s\n", text.c_str());
        context.debug.emit({GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_OTHER, GL_GUILTY_CONTEXT_RESET, GL_DEBUG_SEVERITY_HIGH,
                            std::move(text)});
    }
}

namespace commands {

// A draw that the watchdog stopped makes no reset of its own: the context goes on without it, whichever notification
// strategy it was made with, and says so once.
GLenum GetGraphicsResetStatus(Context& context) {
    tell_stopped_draws(context);
    WatchdogState& state = *context.drawing.watchdog;
    const uint32_t stopped = state.stopped->count();
    if (stopped == state.reported) return GL_NO_ERROR;
    state.reported = stopped;
    return GL_GUILTY_CONTEXT_RESET;
}

GLenum GetGraphicsResetStatusARB(Context& context) { return GetGraphicsResetStatus(context); }

}  // namespace commands
}  // namespace glapi
