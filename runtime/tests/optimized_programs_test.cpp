// Random programs give the same bits before and after the optimiser, which gives programs that print and parse as all
// do.
//
// ASMGL_RANDOM_PROGRAMS=n runs n programs of each header instead of a few hundred.
#include <cstdlib>

#include "arbasm/testing/random_program.h"
#include "ir/optimize/optimize.h"
#include "runtime/testing/random_outcomes.h"

namespace runtime {
namespace {

using arbasm::Program;

class OptimizedPrograms : public testing::TestWithParam<const char*> {};

TEST_P(OptimizedPrograms, GiveTheSame) {
    const char* const wanted = std::getenv("ASMGL_RANDOM_PROGRAMS");
    // LLVM takes half a second for each.
    const int count = wanted ? std::atoi(wanted) : environment().engine == EngineSetting::Jit ? 60 : 400;
    const std::vector<SimdLevel> levels = simd_levels();
    int ran = 0, changed = 0;
    for (int n = 0; ran < count && n < 4 * count && !HasFailure(); n++) {
        // Numbers of one kind, so that a NaN's bits never become a number.
        const bool integers = n % 2;
        arbasm::RandomProgram settings;
        settings.header = GetParam();
        settings.textures = settings.memory = settings.stage_specific = false;
        settings.statements = n % 3 ? 14 : 40;
        settings.floats = !integers;
        settings.integers = integers;
        settings.cross_lane = n % 4 < 2;
        const std::string text = arbasm::random_program(static_cast<uint64_t>(n) + 77000, settings);
        const std::shared_ptr<const Program> program = arbasm::parse(text).program;
        if (!program) continue;
        const std::shared_ptr<const Program> optimized = arbasm::optimize(program);
        changed += optimized != program;
        const std::string made = arbasm::print(*optimized);
        const arbasm::ParseResult again = arbasm::parse(made);
        ASSERT_TRUE(again.program) << arbasm::format(again.errors.at(0), made) << text << made;
        ASSERT_TRUE(*again.program == *optimized) << text << made << arbasm::print(*again.program);
        const RandomInputsOf inputs{static_cast<uint64_t>(n), integers};
        const SimdLevel level = levels[static_cast<size_t>(n) % levels.size()];
        const RandomOutcome before =
            outcome_of(*interpreter::make_routine(program, level), *program, inputs, std::chrono::nanoseconds(0));
        if (!before.ended) continue;
        const RandomOutcome after =
            outcome_of(*routine_at(optimized, level), *optimized, inputs, std::chrono::seconds(10));
        ran++;
        EXPECT_TRUE(after.ended);
        EXPECT_EQ(difference(*program, before.run, *optimized, after.run), "") << "seed " << n << "\n" << text << made;
    }
    EXPECT_GE(ran, count / 2);
    RecordProperty("changed", changed);
}
INSTANTIATE_TEST_SUITE_P(Headers, OptimizedPrograms,
                         testing::Values("!!ARBvp1.0", "!!ARBfp1.0", "!!NVvp4.0", "!!NVfp4.0", "!!NVvp4.1", "!!NVfp4.1",
                                         "!!NVgp4.0", "!!NVvp5.0", "!!NVtcp5.0", "!!NVtep5.0", "!!NVgp5.0",
                                         "!!NVfp5.0"));

}  // namespace
}  // namespace runtime
