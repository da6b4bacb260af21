#include "runtime/execution/watchdog.h"

#include "ir/program_facts.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

// A clock that passes a millisecond whenever somebody looks at it, and as much as a test lets pass.
int64_t passed_time = 0;
constexpr int64_t a_look = 1'000'000;
int64_t looked_at() { return passed_time += a_look; }
void let_pass(std::chrono::nanoseconds time) { passed_time += time.count(); }

TEST(Watchdog, StopsADrawByTheClock) {
    const auto program = parse_program("!!NVfp5.0\nREP;\nBRK (FL);\nENDREP;\nMOV.F result.color, 1;\nEND\n");
    const auto routine = compile(program);
    EXPECT_TRUE(arbasm::find_facts(*program).may_run_long);
    int stopped = 0;
    uint32_t line = 0;
    Watchdog watchdog(
        {.group = std::chrono::milliseconds(50)},
        [&](const auto& which, uint32_t at) {
            EXPECT_EQ(which, program);
            stopped++;
            line = at;
        },
        looked_at);
    std::vector<LaneVector> results(program->results.size());
    ProgramEnvironment environment;
    environment.watchdog = &watchdog;
    Group group;
    group.results = results.data();
    routine->run(environment, group);
    EXPECT_TRUE(group.timed_out);
    // The draw's other groups don't start: they are stopped before anybody looks at the clock.
    const int64_t before = passed_time;
    routine->run(environment, group);
    EXPECT_TRUE(group.timed_out);
    EXPECT_EQ(passed_time, before);
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
    Watchdog watchdog({.group = std::chrono::milliseconds(100)}, {}, looked_at);
    std::vector<LaneVector> results(program->results.size());
    std::vector<Vector4> parameters(program->parameters.size());
    ProgramEnvironment environment;
    environment.parameters = parameters;
    environment.watchdog = &watchdog;
    for (const int64_t begun = passed_time; passed_time - begun < 250'000'000;
         let_pass(std::chrono::milliseconds(40))) {
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
    Watchdog watchdog(
        {.command = std::chrono::milliseconds(50)},
        [&](const auto& which, uint32_t line) {
            EXPECT_EQ(which, program);
            EXPECT_EQ(line, 0u);
            ++stopped;
        },
        looked_at);
    std::vector<LaneVector> results(program->results.size());
    std::vector<Vector4> parameters(program->parameters.size());
    ProgramEnvironment environment;
    environment.parameters = parameters;
    environment.watchdog = &watchdog;
    {
        // What another command takes in between is not its own.
        const Watchdog::Work work(&watchdog);
        EXPECT_FALSE(watchdog.expired(program));
        Watchdog other({.command = std::chrono::hours(1)}, {}, looked_at);
        const Watchdog::Work others(&other);
        let_pass(std::chrono::milliseconds(60));
        EXPECT_FALSE(other.expired(program));
    }
    EXPECT_FALSE(watchdog.expired(program));
    const Watchdog::Work work(&watchdog);
    const int64_t again = passed_time;
    while (!watchdog.expired(program)) {
        Group group;
        group.results = results.data();
        routine->run(environment, group);
        ASSERT_LT(passed_time - again, 100'000'000);
        let_pass(std::chrono::milliseconds(4));
    }
    EXPECT_GE(passed_time - again, 40'000'000);
    EXPECT_EQ(stopped, 1);
}

// Groups of one work group, which wait for each other.
TEST(Watchdog, StopsGroupsThatRunInTurns) {
    const auto program = parse_program("!!NVcp5.0\nGROUP_SIZE 64;\nREP;\nBRK (FL);\nBAR;\nENDREP;\nEND\n");
    const auto routine = compile(program);
    Watchdog watchdog({.group = std::chrono::milliseconds(50)}, {}, looked_at);
    ProgramEnvironment environment;
    environment.watchdog = &watchdog;
    std::vector<Group> groups(2);
    routine->run_together(environment, groups);
    EXPECT_TRUE(groups[0].timed_out);
    EXPECT_TRUE(watchdog.stopped());
}

}  // namespace
}  // namespace runtime
