// For tests: what a random program comes to for inputs that depend on its bindings alone, so that a program and another
// made of it are given the same. All vertices of a primitive or patch have the same.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <string>

#include "ir/registers.h"
#include "runtime/execution/watchdog.h"
#include "runtime/testing/test_programs.h"

namespace runtime {

// Program locals from this one on stand for constants that were taken out of the program.
inline constexpr int first_hidden_constant = 1000;
// As many as any stage may have.
inline constexpr int32_t outcome_vertices = 32;

// The word of a lane of a binding.
inline uint32_t random_word_of(const arbasm::Binding& binding, size_t component, size_t lane, uint64_t seed,
                               bool integers) {
    uint64_t hash = arbasm::BindingHash()(binding) * 4 + component;
    hash = (hash * 64 + lane) * 0x9e3779b97f4a7c15ull + seed * 0xd1342543de82ef95ull;
    hash ^= hash >> 29;
    hash *= 0xbf58476d1ce4e5b9ull;
    hash ^= hash >> 32;
    static constexpr float special[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 2.0f, 1e-40f, -3e38f, 100.0f, INFINITY, 3.0f};
    const auto choice = static_cast<uint32_t>(hash);
    if (integers) return choice % 3 ? choice >> 28 : choice;
    if (choice % 4 == 0) return bits_of(special[(choice >> 8) % std::size(special)]);
    return bits_of(static_cast<float>(static_cast<int32_t>(choice)) * 0x1p-28f);
}

struct RandomInputsOf {
    uint64_t seed = 0;
    bool integers = false;
    std::span<const std::array<uint32_t, 4>> hidden_constants{};
};

struct RandomOutcome {
    LaneRun run;
    bool ended = true;
};

// `time`: what takes longer is ended, for some never end.
inline RandomOutcome outcome_of(const Routine& routine, const arbasm::Program& program, const RandomInputsOf& inputs,
                                std::chrono::nanoseconds time) {
    RandomOutcome outcome;
    LaneRun& run = outcome.run;
    const size_t count = program.attributes.size();
    run.attributes.resize(count * outcome_vertices);
    run.results.resize(program.results.size());
    run.parameters.resize(program.parameters.size());
    for (size_t n = 0; n < run.attributes.size(); n++) {
        if (n >= count) {
            run.attributes[n] = run.attributes[n - count];
            continue;
        }
        for (size_t c = 0; c < 4; c++)
            for (size_t lane = 0; lane < group_lanes; lane++)
                run.attributes[n].component[c].lane[lane] =
                    random_word_of(program.attributes[n].binding, c, lane, inputs.seed, inputs.integers);
    }
    for (size_t n = 0; n < run.parameters.size(); n++)
        for (size_t c = 0; c < 4; c++) {
            const arbasm::Binding& binding = program.parameters[n];
            const bool hidden =
                binding.kind == arbasm::BindingKind::ProgramLocal && binding.index >= first_hidden_constant;
            run.parameters[n][c] =
                binding.kind == arbasm::BindingKind::Constant ? binding.constant[c]
                : hidden ? inputs.hidden_constants[static_cast<size_t>(binding.index - first_hidden_constant)][c]
                         : random_word_of(binding, c, group_lanes, inputs.seed, inputs.integers);
        }
    Watchdog watchdog({.group = time});
    run.environment.watchdog = &watchdog;
    run.environment.parameters = run.parameters;
    run.group.attributes = run.attributes.data();
    run.group.results = run.results.data();
    run.group.vertex_count = outcome_vertices;
    routine.run(run.environment, run.group);
    run.environment.watchdog = nullptr;
    outcome.ended = !run.group.timed_out;
    return outcome;
}

// Empty, or what differs in the results of a program and of another that was made of it.
inline std::string difference(const arbasm::Program& before, const LaneRun& a, const arbasm::Program& after,
                              const LaneRun& b) {
    if (a.group.killed != b.group.killed) return "killed lanes";
    const uint32_t shown = a.group.active & ~a.group.killed;
    for (size_t n = 0; n < before.results.size(); n++) {
        const auto found = std::ranges::find(after.results, before.results[n]);
        for (size_t c = 0; c < 4; c++)
            for (size_t lane = 0; lane < group_lanes; lane++) {
                if (!(shown >> lane & 1)) continue;
                const uint32_t was = a.results[n].component[c].lane[lane];
                // Results that no instruction names any more are never written.
                const uint32_t is =
                    found == after.results.end()
                        ? 0
                        : b.results[static_cast<size_t>(found - after.results.begin())].component[c].lane[lane];
                if (!same_value(was, is))
                    return "result " + std::to_string(n) + " component " + std::to_string(c) + " lane " +
                           std::to_string(lane) + ": " + std::to_string(is) + " instead of " + std::to_string(was);
            }
    }
    return {};
}

}  // namespace runtime
