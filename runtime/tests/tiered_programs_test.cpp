// Random programs under ASMGL_ENGINE=auto: interpreted at first, then as the compile threads have made them, quickly
// and in the end thoroughly. They give the same in every tier, whatever has run before.
//
// ASMGL_RANDOM_PROGRAMS=n takes n programs of each header instead of a few.
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "arbasm/testing/random_program.h"
#include "ir/optimize/optimize.h"
#include "runtime/jit/tiers.h"
#include "runtime/testing/random_outcomes.h"

namespace runtime {
namespace {

using arbasm::Program;

// A program, and what it came to while it was interpreted.
struct Candidate {
    uint64_t seed;
    bool integers;
    std::string text;
    std::shared_ptr<const Program> program;
    std::shared_ptr<const Routine> routine;
    RandomOutcome first;

    RandomInputsOf inputs() const { return {seed, integers}; }
    RandomOutcome outcome() const { return outcome_of(*routine, *program, inputs(), std::chrono::seconds(10)); }
    void expect_the_same(const char* tier) const {
        const RandomOutcome now = outcome();
        EXPECT_TRUE(now.ended) << tier;
        EXPECT_EQ(difference(*program, first.run, *program, now.run), "") << tier << ", seed " << seed << "\n"
                                                                          << text << arbasm::print(*program);
    }
    // Runs until it has done so much, in instructions times lanes.
    void work(uint64_t wanted) const {
        RandomOutcome again = first;
        LaneRun& run = again.run;
        run.environment.parameters = run.parameters;
        Watchdog watchdog({.group = std::chrono::seconds(10)});
        run.environment.watchdog = &watchdog;
        const uint64_t each = std::max<uint64_t>(program->instructions.size(), 1) * group_lanes;
        for (uint64_t done = 0; done < wanted; done += each) {
            run.group = {};
            run.group.attributes = run.attributes.data();
            run.group.results = run.results.data();
            run.group.vertex_count = outcome_vertices;
            routine->run(run.environment, run.group);
        }
    }
};

class TieredPrograms : public testing::TestWithParam<const char*> {
  protected:
    // The same seed gives the same; nothing where it does not parse or end.
    std::optional<Candidate> candidate(uint64_t seed) {
        Candidate made;
        made.seed = seed;
        made.integers = seed % 2;  // numbers of one kind, so that a NaN's bits never become a number
        arbasm::RandomProgram settings;
        settings.header = GetParam();
        settings.textures = settings.memory = settings.stage_specific = false;
        settings.cross_lane = seed % 8 < 4;
        settings.floats = !made.integers;
        settings.integers = made.integers;
        made.text = arbasm::random_program(seed + 313000, settings);
        const std::shared_ptr<const Program> program = arbasm::parse(made.text).program;
        if (!program || program->instructions.size() > 80) return {};
        made.program = seed % 4 < 2 ? arbasm::optimize(program) : program;
        if (made.program->instructions.empty()) return {};  // never hot
        const auto interpreted = interpreter::make_routine(made.program, simd_levels().back());
        made.first = outcome_of(*interpreted, *made.program, made.inputs(), std::chrono::milliseconds(2));
        if (!made.first.ended) return {};
        made.routine = compile(made.program);
        return made;
    }
};

TEST_P(TieredPrograms, GiveTheSameInEveryTier) {
    if (environment().engine != EngineSetting::Auto) GTEST_SKIP() << "one tier only";
    const char* const wanted = std::getenv("ASMGL_RANDOM_PROGRAMS");
    const int count = wanted ? std::atoi(wanted) : 12, thorough_count = std::max(count / 8, 1);
    const auto made = [] {
        const jit::TierCounters counters = jit::tier_counters();
        return std::pair{counters.quick + counters.found, counters.thorough + counters.found};
    };
    std::vector<Candidate> candidates;
    for (uint64_t seed = 0; std::ssize(candidates) < count && seed < 8 * static_cast<uint64_t>(count); seed++)
        if (std::optional<Candidate> one = candidate(seed)) candidates.push_back(std::move(*one));
    const auto before = made();
    for (const Candidate& one : candidates) {
        one.expect_the_same("interpreted");
        one.work(2 * jit::quick_work);
        jit::finish_compiling();
        one.work(2 * jit::quick_work);  // what was looked for on disk is asked for now
        jit::finish_compiling();
        one.expect_the_same("compiled quickly");
    }
    const auto quick = made();
    EXPECT_GE(quick.first - before.first, candidates.size());
    for (int n = 0; n < thorough_count && n < std::ssize(candidates); n++) {
        candidates[static_cast<size_t>(n)].work(jit::thorough_work);
        jit::finish_compiling();
        candidates[static_cast<size_t>(n)].expect_the_same("compiled thoroughly");
    }
    EXPECT_GT(made().second, before.second);
    EXPECT_GE(std::ssize(candidates), count / 2);
    std::printf("%zu programs\n", candidates.size());
}
INSTANTIATE_TEST_SUITE_P(Headers, TieredPrograms,
                         testing::Values("!!ARBvp1.0", "!!ARBfp1.0", "!!NVvp4.0", "!!NVgp4.0", "!!NVfp4.0", "!!NVvp5.0",
                                         "!!NVtcp5.0", "!!NVtep5.0", "!!NVgp5.0", "!!NVfp5.0"),
                         [](const testing::TestParamInfo<const char*>& named) {
                             std::string name;
                             for (const char letter : std::string(named.param))
                                 if (std::isalnum(static_cast<unsigned char>(letter))) name += letter;
                             return name;
                         });

}  // namespace
}  // namespace runtime
