// The states of a sequence of draws (draw_sequence.h), as tables.
//
//              Begin            Join             Draw             End
//   Closed     Open             -                -                Closed
//   Open       -                Waiting          Open             Closed
//   Waiting    -                Waiting          Open             -            (what waits is drawn before the end)
//
// Beside it stands who uses it. A signal handler may call GL while its thread draws: it has no part in the sequence,
// and what would have ended it ends it when the draw returns.
//
//              Enter            Ask to end       Leave
//   Free       Drawing          -                -            (ends at once)
//   Drawing    -                Ending           Free
//   Ending     -                Ending           Free, and the sequence ends
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "ir/check.h"

namespace glapi {

template <class State, class Event>
struct Transition {
    State from;
    Event event;
    State to;
};

enum class SequencePhase : uint8_t {
    Closed,   // the next draw is validated and resolved as a whole
    Open,     // the context's Draw holds what a draw now would resolve
    Waiting,  // as Open, and draws wait that will be drawn as parts of one
};
enum class SequenceEvent : uint8_t {
    Begin,  // a draw was handed on, which another may follow
    Join,   // a draw waits
    Draw,   // what waits was drawn
    End,
};
inline constexpr Transition<SequencePhase, SequenceEvent> sequence_transitions[] = {
    {SequencePhase::Closed, SequenceEvent::Begin, SequencePhase::Open},
    {SequencePhase::Closed, SequenceEvent::End, SequencePhase::Closed},
    {SequencePhase::Open, SequenceEvent::Join, SequencePhase::Waiting},
    {SequencePhase::Open, SequenceEvent::Draw, SequencePhase::Open},
    {SequencePhase::Open, SequenceEvent::End, SequencePhase::Closed},
    {SequencePhase::Waiting, SequenceEvent::Join, SequencePhase::Waiting},
    {SequencePhase::Waiting, SequenceEvent::Draw, SequencePhase::Open},
};

enum class SequenceUser : uint8_t { Free, Drawing, Ending };
enum class SequenceUserEvent : uint8_t { Enter, AskToEnd, Leave };
inline constexpr Transition<SequenceUser, SequenceUserEvent> sequence_user_transitions[] = {
    {SequenceUser::Free, SequenceUserEvent::Enter, SequenceUser::Drawing},
    {SequenceUser::Drawing, SequenceUserEvent::AskToEnd, SequenceUser::Ending},
    {SequenceUser::Drawing, SequenceUserEvent::Leave, SequenceUser::Free},
    {SequenceUser::Ending, SequenceUserEvent::AskToEnd, SequenceUser::Ending},
    {SequenceUser::Ending, SequenceUserEvent::Leave, SequenceUser::Free},
};

// By state and event; none: the event does not happen in that state.
template <class State, class Event, size_t rows>
consteval auto transition_table(const Transition<State, Event> (&list)[rows]) {
    constexpr size_t most = 4;
    std::array<std::array<std::optional<State>, most>, most> table{};
    for (const auto& row : list) table[static_cast<size_t>(row.from)][static_cast<size_t>(row.event)] = row.to;
    return table;
}
inline constexpr auto sequence_table = transition_table(sequence_transitions);
inline constexpr auto sequence_user_table = transition_table(sequence_user_transitions);

constexpr std::optional<SequencePhase> next_state(SequencePhase from, SequenceEvent event) {
    return sequence_table[static_cast<size_t>(from)][static_cast<size_t>(event)];
}
constexpr std::optional<SequenceUser> next_state(SequenceUser from, SequenceUserEvent event) {
    return sequence_user_table[static_cast<size_t>(from)][static_cast<size_t>(event)];
}

// Goes to the state that follows. An event that has no row is our own mistake: the state stays.
template <class State, class Event>
constexpr void advance(State& state, Event event) {
    const std::optional<State> next = next_state(state, event);
    ASMGL_CHECK(next.has_value());
    state = next.value_or(state);
}

}  // namespace glapi
