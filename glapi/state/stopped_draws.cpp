#include "glapi/state/stopped_draws.h"

#include <cstdio>
#include <mutex>
#include <new>
#include <utility>

#include "glapi/gates.h"
#include "runtime/environment/environment.h"

namespace glapi {
namespace {

// The limit in contexts that are told of resets.
constexpr std::chrono::seconds usual_command_limit(10);

std::string described(const arbasm::Program* program, uint32_t line, const char* command,
                      std::chrono::nanoseconds command_limit) {
    const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(command_limit).count();
    if (!program)
        return std::string(command) + " took longer than " + std::to_string(limit) +
               " ms and was stopped; the rest of it is dropped";
    const std::string stage(arbasm::stage_name(program->stage));
    const std::string dropped = program->stage == arbasm::Stage::Compute ? "dispatch" : "draw";
    std::string text = line != 0
                           ? "a " + stage + " program ran for too long and was stopped at line " + std::to_string(line)
                           : "a " + dropped + " ran for too long and was stopped among its " + stage + " programs";
    text += line != 0 ? "; the rest of its " + dropped + " is dropped (" : "; the rest of it is dropped (";
    return text + (limit ? "the limit of a command is " + std::to_string(limit) + " ms)" : "it made no progress)");
}

}  // namespace

void StoppedDraws::add(const std::shared_ptr<const arbasm::Program>& program, uint32_t line, const char* command,
                       std::chrono::nanoseconds command_limit) try {
    ++count_;
    if (loss_) loss_->lose();
    const std::lock_guard lock(mutex_);
    std::erase_if(named_, [](const auto& known) { return known.expired(); });
    const bool is_new = program ? named_.insert(program).second : named_commands_.insert(command).second;
    if (!is_new) return;
    std::string text = described(program.get(), line, command, command_limit);
    std::fprintf(stderr, "asmgl: %s\n", text.c_str());
    messages_.push_back(std::move(text));
    gates_.closed.fetch_or(gate::Stopped);
} catch (const std::bad_alloc&) {
    std::fputs("asmgl: what ran for too long was stopped, and there is no memory to say what\n", stderr);
}

std::vector<std::string> StoppedDraws::take_messages() {
    if (!(gates_.closed.load(std::memory_order_relaxed) & gate::Stopped)) return {};
    const std::lock_guard lock(mutex_);
    gates_.closed.fetch_and(~gate::Stopped);
    if (lost()) gates_.closed.fetch_or(gate::Stopped);
    return std::exchange(messages_, {});
}

WatchdogState::WatchdogState(Gates& gates, bool lose_context_on_reset)
    : notifies(lose_context_on_reset), stopped(std::make_shared<StoppedDraws>(gates)) {
    const std::chrono::milliseconds wanted(runtime::environment().timeout.value);
    patience = wanted.count() ? wanted : std::chrono::milliseconds(usual_command_limit);
    if (wanted.count() || notifies) limits.command = patience;
}

std::shared_ptr<runtime::Watchdog> make_watchdog(WatchdogState& state) {
    if (state.depth > 0 && state.watchdog) return state.watchdog;
    const char* const command = state.depth > 0 ? state.command : "a draw";
    auto watchdog = std::make_shared<runtime::Watchdog>(
        state.limits, [stopped = state.stopped, command, limit = state.limits.command](
                          const auto& program, uint32_t line) { stopped->add(program, line, command, limit); });
    if (state.depth > 0) state.watchdog = watchdog;
    return watchdog;
}

void tell_stopped_draws(WatchdogState& state, Debug& debug) {
    for (std::string& text : state.stopped->take_messages())
        debug.emit({GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_OTHER, GL_GUILTY_CONTEXT_RESET, GL_DEBUG_SEVERITY_HIGH,
                    std::move(text)});
}

}  // namespace glapi
