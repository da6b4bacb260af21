// Built with checks whatever the preset is.
#ifndef ASMGL_CHECKS
#define ASMGL_CHECKS
#endif
#include "ir/check.h"

#include <gtest/gtest.h>

namespace {

TEST(ChecksDeathTest, SayWhereAndWithWhichValues) {
    const int three = 3;
    const unsigned four = 4;
    ASMGL_CHECK(three == 3);
    ASMGL_CHECK_LT(three, four);
    ASMGL_CHECK_LT(-1, four);  // as numbers compare
    EXPECT_DEATH(ASMGL_CHECK(three == 4), "check_test.cpp:[0-9]+: asmgl: a check failed: three == 4\n");
    EXPECT_DEATH(ASMGL_CHECK_EQ(three, four), "a check failed: three == four: 3 and 4\n");
    EXPECT_DEATH(ASMGL_CHECK_NE(four, 4u), "a check failed: four != 4u: 4 and 4\n");
    EXPECT_DEATH(ASMGL_CHECK_GE(-1, four), "a check failed: -1 >= four: -1 and 4\n");
    EXPECT_DEATH(ASMGL_CHECK_GT(three, four), "three > four: 3 and 4\n");
    EXPECT_DEATH(ASMGL_CHECK_LE(four, three), "four <= three: 4 and 3\n");
    EXPECT_DEATH(ASMGL_CHECK_EQ(std::string("a"), "b"), "\"a\" and \"b\"\n");
}

TEST(Checks, EvaluateTheirOperandsOnce) {
    int count = 0;
    ASMGL_CHECK_EQ(++count, 1);
    ASMGL_CHECK(++count == 2);
    EXPECT_EQ(count, 2);
}

}  // namespace
