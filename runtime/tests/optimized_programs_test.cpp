// Random programs give the same bits before and after the optimiser, which gives programs that print and parse as all
// do.
//
// ASMGL_RANDOM_PROGRAMS=n runs n programs of each header instead of a few hundred.
#include <cstdlib>

#include "arbasm/optimize/optimize.h"
#include "arbasm/registers.h"
#include "arbasm/testing/random_program.h"
#include "runtime/execution/watchdog.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

using arbasm::Binding;
using arbasm::Program;

// The word of a lane of a binding: of the same binding the same, wherever a program has it.
uint32_t word_of(const Binding& binding, size_t component, size_t lane, uint64_t seed, bool integers) {
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

struct Outcome {
    LaneRun run;
    bool ended = true;
};

Outcome outcome_of(const std::shared_ptr<const Program>& program, uint64_t seed, bool integers) {
    Outcome outcome;
    LaneRun& run = outcome.run;
    run.attributes.resize(program->attributes.size());
    run.results.resize(program->results.size());
    run.parameters.resize(program->parameters.size());
    for (size_t n = 0; n < run.attributes.size(); n++)
        for (size_t c = 0; c < 4; c++)
            for (size_t lane = 0; lane < group_lanes; lane++)
                run.attributes[n].component[c].lane[lane] =
                    word_of(program->attributes[n].binding, c, lane, seed, integers);
    for (size_t n = 0; n < run.parameters.size(); n++)
        for (size_t c = 0; c < 4; c++) {
            const Binding& binding = program->parameters[n];
            run.parameters[n][c] = binding.kind == arbasm::BindingKind::Constant
                                       ? binding.constant[c]
                                       : word_of(binding, c, group_lanes, seed, integers);
        }
    // Ends what takes long: some never end.
    Watchdog watchdog({.group = std::chrono::nanoseconds(0)});
    run.environment.watchdog = &watchdog;
    run.environment.parameters = run.parameters;
    run.group.attributes = run.attributes.data();
    run.group.results = run.results.data();
    interpreter::make_routine(program, simd_levels().back())->run(run.environment, run.group);
    run.environment.watchdog = nullptr;
    outcome.ended = !run.group.timed_out;
    return outcome;
}

// Empty, or what differs.
std::string difference(const Program& before, const LaneRun& a, const Program& after, const LaneRun& b) {
    if (a.group.killed != b.group.killed) return "killed lanes";
    const uint32_t shown = a.group.active & ~a.group.killed;
    for (size_t n = 0; n < before.results.size(); n++) {
        const Binding& wanted = before.results[n];
        const auto found = std::ranges::find(after.results, wanted);
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

class OptimizedPrograms : public testing::TestWithParam<const char*> {};

TEST_P(OptimizedPrograms, GiveTheSame) {
    const char* const wanted = std::getenv("ASMGL_RANDOM_PROGRAMS");
    const int count = wanted ? std::atoi(wanted) : 400;
    int ran = 0, changed = 0;
    for (int n = 0; ran < count && n < 4 * count && !HasFailure(); n++) {
        // Numbers of one kind, so that a NaN's bits never become a number.
        const bool integers = n % 2;
        arbasm::RandomProgram wish;
        wish.header = GetParam();
        wish.textures = wish.memory = wish.stage_specific = false;
        wish.statements = n % 3 ? 14 : 40;
        wish.floats = !integers;
        wish.integers = integers;
        wish.cross_lane = n % 4 < 2;
        const std::string text = arbasm::random_program(static_cast<uint64_t>(n) + 77000, wish);
        const std::shared_ptr<const Program> program = arbasm::parse(text).program;
        if (!program) continue;
        const std::shared_ptr<const Program> optimized = arbasm::optimize(program);
        changed += optimized != program;
        const std::string made = arbasm::print(*optimized);
        const arbasm::ParseResult again = arbasm::parse(made);
        ASSERT_TRUE(again.program) << arbasm::format(again.errors.at(0), made) << text << made;
        ASSERT_TRUE(*again.program == *optimized) << text << made << arbasm::print(*again.program);
        const Outcome before = outcome_of(program, static_cast<uint64_t>(n), integers);
        if (!before.ended) continue;
        const Outcome after = outcome_of(optimized, static_cast<uint64_t>(n), integers);
        ran++;
        EXPECT_TRUE(after.ended);
        EXPECT_EQ(difference(*program, before.run, *optimized, after.run), "") << text << made;
    }
    EXPECT_GE(ran, count / 2);
    RecordProperty("changed", changed);
}
INSTANTIATE_TEST_SUITE_P(Headers, OptimizedPrograms,
                         testing::Values("!!ARBvp1.0", "!!ARBfp1.0", "!!NVvp4.0", "!!NVfp4.0", "!!NVvp4.1", "!!NVfp4.1",
                                         "!!NVvp5.0", "!!NVfp5.0"));

}  // namespace
}  // namespace runtime
