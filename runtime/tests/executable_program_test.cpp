#include "runtime/executable_program.h"

#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

TEST(ExecutableForms, AreOneForEachStateThatMatters) {
    const arbasm::LoweringState two_planes{.clip_planes = 0b101};
    ExecutableForms plain;
    const auto without = parse_program("!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n");
    const ExecutableProgram& form = plain.get(without, {}, "test");
    EXPECT_EQ(form.program, without);  // there is nothing to lower
    EXPECT_EQ(&plain.get(without, two_planes, "test"), &form);

    ExecutableForms invariant;
    const auto option =
        parse_program("!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND\n");
    const ExecutableProgram& none = invariant.get(option, {}, "test");
    const ExecutableProgram& both = invariant.get(option, two_planes, "test");
    EXPECT_EQ(none.program->instructions.size(), 5u);
    EXPECT_EQ(both.program->instructions.size(), 11u);
    EXPECT_EQ(&invariant.get(option, two_planes, "test"), &both);
    EXPECT_EQ(both.facts->results.position, 0);
    EXPECT_TRUE(both.routine);
}

}  // namespace
}  // namespace runtime
