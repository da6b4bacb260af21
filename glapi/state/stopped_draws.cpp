#include "glapi/state/stopped_draws.h"

#include <cstdio>
#include <mutex>
#include <utility>

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

WatchdogState::WatchdogState()
    : timeout(runtime::environment().timeout.value), stopped(std::make_shared<StoppedDraws>()) {}

std::shared_ptr<runtime::Watchdog> make_watchdog(WatchdogState& state, Debug& debug) {
    tell_stopped_draws(state, debug);
    return std::make_shared<runtime::Watchdog>(
        state.timeout, [stopped = state.stopped](const std::shared_ptr<const arbasm::Program>& program, uint32_t line) {
            stopped->add(program, line);
        });
}

void tell_stopped_draws(WatchdogState& state, Debug& debug) {
    for (std::string& text : state.stopped->take_messages()) {
        if (runtime::reports(runtime::DebugSubject::Api)) std::fprintf(stderr, "asmgl: %s\n", text.c_str());
        debug.emit({GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_OTHER, GL_GUILTY_CONTEXT_RESET, GL_DEBUG_SEVERITY_HIGH,
                    std::move(text)});
    }
}

}  // namespace glapi
