#include "runtime/execution/watchdog.h"

#include "arbasm/ir/program_facts.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

TEST(Watchdog, StopsADrawByTheClock) {
    const auto program = parse_program("!!NVfp5.0\nREP;\nBRK (FL);\nENDREP;\nMOV.F result.color, 1;\nEND\n");
    const auto routine = compile(program);
    EXPECT_TRUE(arbasm::find_facts(*program).may_run_long);
    int stopped = 0;
    uint32_t line = 0;
    Watchdog watchdog(std::chrono::milliseconds(50), [&](const auto& which, uint32_t at) {
        EXPECT_EQ(which, program);
        stopped++;
        line = at;
    });
    std::vector<LaneVector> results(program->results.size());
    ProgramEnvironment environment;
    environment.watchdog = &watchdog;
    Group group;
    group.results = results.data();
    routine->run(environment, group);
    EXPECT_TRUE(group.timed_out);
    // The draw's other groups don't start.
    const auto before = std::chrono::steady_clock::now();
    routine->run(environment, group);
    EXPECT_TRUE(group.timed_out);
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::milliseconds(40));
    EXPECT_EQ(stopped, 1);
    EXPECT_EQ(line, 4u);
}

TEST(Watchdog, LetsLongProgramsEnd) {
    // More steps than a group without watchdog may take.
    const auto program = parse_program(
        "!!NVfp5.0\nTEMP n;\nMOV.S n, {0, 0, 0, 0};\nREP.S {3000000}.x;\nADD.S n, n, 1;\nXOR.S n.y, n, 1;\nXOR.S n.y, "
        "n, 1;\n"
        "XOR.S n.y, n, 1;\nXOR.S n.y, n, 1;\nXOR.S n.y, n, 1;\nENDREP;\nMOV.S result.color, n;\nEND\n");
    Watchdog watchdog(std::chrono::hours(1));
    std::vector<LaneVector> results(program->results.size());
    ProgramEnvironment environment;
    std::vector<Vector4> parameters(program->parameters.size());
    environment.parameters = parameters;
    environment.watchdog = &watchdog;
    Group group;
    group.active = 1;
    group.results = results.data();
    compile(program)->run(environment, group);
    EXPECT_FALSE(group.timed_out);
    EXPECT_EQ(results[0].component[0].lane[0], 3000000u);
}

}  // namespace
}  // namespace runtime
