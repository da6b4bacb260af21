#include "runtime/executable_program.h"

#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

TEST(ExecutableForms, AreOneForEachStateThatMatters) {
    const arbasm::LoweringState two_planes{.clip_planes = 0b101};
    ExecutableForms plain;
    const auto without = parse_program("!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n");
    EXPECT_EQ(plain.find(*without, {}), nullptr);
    const ExecutableProgram& form = plain.make(without, {}, "test");
    EXPECT_EQ(form.program, without);  // there is nothing to lower
    EXPECT_EQ(plain.find(*without, two_planes), &form);

    ExecutableForms invariant;
    const auto option =
        parse_program("!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND\n");
    const ExecutableProgram& none = invariant.make(option, {}, "test");
    EXPECT_EQ(invariant.find(*option, two_planes), nullptr);
    const ExecutableProgram& both = invariant.make(option, two_planes, "test");
    EXPECT_EQ(none.program->instructions.size(), 5u);
    EXPECT_EQ(both.program->instructions.size(), 11u);
    EXPECT_EQ(invariant.find(*option, two_planes), &both);
    EXPECT_EQ(invariant.find(*option, {}), &none);
    EXPECT_EQ(both.facts->results.position, 0);
    EXPECT_TRUE(both.routine);
}

}  // namespace
}  // namespace runtime
