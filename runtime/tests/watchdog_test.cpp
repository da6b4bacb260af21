#include "runtime/execution/watchdog.h"

#include "ir/program_facts.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

TEST(Watchdog, StopsADrawByTheClock) {
    const auto program = parse_program("!!NVfp5.0\nREP;\nBRK (FL);\nENDREP;\nMOV.F result.color, 1;\nEND\n");
    const auto routine = compile(program);
    EXPECT_TRUE(arbasm::find_facts(*program).may_run_long);
    int stopped = 0;
    uint32_t line = 0;
    Watchdog watchdog({.group = std::chrono::milliseconds(50)}, [&](const auto& which, uint32_t at) {
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
    Watchdog watchdog({.group = std::chrono::hours(1)});
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

// Many groups, which together take far longer than one may.
TEST(Watchdog, CountsOneGroup) {
    const auto program = parse_program(
        "!!NVfp5.0\nTEMP n;\nMOV.S n, {0, 0, 0, 0};\nREP.S {60000}.x;\nADD.S n, n, 1;\nENDREP;\nMOV.S result.color, "
        "n;\nEND\n");
    const auto routine = compile(program);
    Watchdog watchdog({.group = std::chrono::milliseconds(100)});
    std::vector<LaneVector> results(program->results.size());
    std::vector<Vector4> parameters(program->parameters.size());
    ProgramEnvironment environment;
    environment.parameters = parameters;
    environment.watchdog = &watchdog;
    for (const int64_t begun = thread_time(); thread_time() - begun < 250'000'000;) {
        Group group;
        group.results = results.data();
        routine->run(environment, group);
        ASSERT_FALSE(group.timed_out);
    }
}

TEST(Watchdog, LimitsWhatACommandTakes) {
    const auto program = parse_program(
        "!!NVfp5.0\nTEMP n;\nMOV.S n, {0, 0, 0, 0};\nREP.S {1000}.x;\nADD.S n, n, 1;\nENDREP;\nMOV.S result.color, "
        "n;\nEND\n");
    const auto routine = compile(program);
    int stopped = 0;
    Watchdog watchdog({.command = std::chrono::milliseconds(50)}, [&](const auto& which, uint32_t line) {
        EXPECT_EQ(which, program);
        EXPECT_EQ(line, 0u);
        ++stopped;
    });
    std::vector<LaneVector> results(program->results.size());
    std::vector<Vector4> parameters(program->parameters.size());
    ProgramEnvironment environment;
    environment.parameters = parameters;
    environment.watchdog = &watchdog;
    const int64_t begun = thread_time();
    {
        // What another command takes in between is not its own.
        const Watchdog::Work work(&watchdog);
        EXPECT_FALSE(watchdog.expired(program));
        Watchdog other({.command = std::chrono::hours(1)});
        const Watchdog::Work others(&other);
        while (thread_time() - begun < 60'000'000) {
        }
        EXPECT_FALSE(other.expired(program));
    }
    EXPECT_FALSE(watchdog.expired(program));
    const Watchdog::Work work(&watchdog);
    const int64_t again = thread_time();
    while (!watchdog.expired(program)) {
        Group group;
        group.results = results.data();
        routine->run(environment, group);
        ASSERT_LT(thread_time() - again, 500'000'000);
    }
    EXPECT_GE(thread_time() - again, 49'000'000);
    EXPECT_EQ(stopped, 1);
}

// Groups of one work group, which wait for each other.
TEST(Watchdog, StopsGroupsThatRunInTurns) {
    const auto program = parse_program("!!NVcp5.0\nGROUP_SIZE 64;\nREP;\nBRK (FL);\nBAR;\nENDREP;\nEND\n");
    const auto routine = compile(program);
    Watchdog watchdog({.group = std::chrono::milliseconds(50)});
    ProgramEnvironment environment;
    environment.watchdog = &watchdog;
    std::vector<Group> groups(2);
    routine->run_together(environment, groups);
    EXPECT_TRUE(groups[0].timed_out);
    EXPECT_TRUE(watchdog.stopped());
}

}  // namespace
}  // namespace runtime
