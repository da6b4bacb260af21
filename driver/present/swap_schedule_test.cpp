#include "driver/present/swap_schedule.h"

#include <ctime>
#include <gtest/gtest.h>

namespace driver {
namespace {

TEST(RefreshClock, FramesBeginWhereTheyAreCounted) {
    for (const RefreshClock& clock :
         {RefreshClock(), RefreshClock(60'000, 1001), RefreshClock(148'500'000, 2200 * 1125), RefreshClock(144, 1),
          RefreshClock(241'500'000, 2720 * 1481)}) {
        // Up to years, in which nothing may be lost to rounding.
        for (const int64_t frame : {int64_t{1}, int64_t{2}, int64_t{59}, int64_t{1'000'003}, int64_t{20'000'000'000}}) {
            const int64_t start = clock.start_of(frame);
            EXPECT_EQ(clock.frame_at(start), frame);
            EXPECT_EQ(clock.frame_at(start - 1), frame - 1);
        }
    }
}

TEST(RefreshClock, IsInLowestTermsAndNeverAbsurd) {
    EXPECT_EQ(RefreshClock(148'500'000, 2200 * 1125).numerator(), 60);
    EXPECT_EQ(RefreshClock(148'500'000, 2200 * 1125).denominator(), 1);
    EXPECT_EQ(RefreshClock(120'000, 1001).denominator(), 1001);
    for (const RefreshClock& clock :
         {RefreshClock(0, 1), RefreshClock(1, 0), RefreshClock(1, 2), RefreshClock(5000, 1)}) {
        EXPECT_EQ(clock.numerator(), 60);
        EXPECT_EQ(clock.denominator(), 1);
    }
}

TEST(SwapSchedule, SwapsAreDueAnIntervalApartAndLateOnesAtOnce) {
    EXPECT_EQ(due_frame(100, 100, 1), 101);
    EXPECT_EQ(due_frame(100, 101, 1), 101);
    EXPECT_EQ(due_frame(100, 100, 3), 103);
    EXPECT_EQ(due_frame(100, 100, -2), 102);
    EXPECT_EQ(due_frame(100, 107, 2), 107);
    EXPECT_EQ(due_frame(0, 12345, 1), 12345);
}

TEST(SwapSchedule, FramesAreChosenByTargetOrRemainder) {
    EXPECT_EQ(matching_frame(10, 15, 4, 1), 15);
    EXPECT_EQ(matching_frame(15, 15, 0, 0), 15);
    EXPECT_EQ(matching_frame(16, 15, 0, 0), 16);
    EXPECT_EQ(matching_frame(16, 0, 1, 0), 17);  // the next, not this one
    EXPECT_EQ(matching_frame(16, 0, 4, 0), 20);
    EXPECT_EQ(matching_frame(17, 0, 4, 1), 21);
    EXPECT_EQ(matching_frame(17, 0, 4, 3), 19);
}

int64_t processor_time() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

TEST(SwapSchedule, WaitsWithoutDriftAndWithoutWork) {
    SwapSchedule schedule(RefreshClock(200, 1));
    const int64_t period = 5'000'000;
    schedule.await_turn();
    const int64_t begin = RefreshClock::now(), work_before = processor_time();
    const int64_t first = schedule.clock().frame_at(begin);
    constexpr int swaps = 60;
    for (int i = 0; i < swaps; ++i) schedule.await_turn();
    const int64_t end = RefreshClock::now();
    EXPECT_GE(schedule.clock().frame_at(end), first + swaps);
    EXPECT_GE(end - begin, (swaps - 1) * period);
    EXPECT_LT(processor_time() - work_before, (end - begin) / 5);

    schedule.set_interval(0);
    const int64_t unpaced = RefreshClock::now();
    for (int i = 0; i < 1000; ++i) schedule.await_turn();
    EXPECT_LT(RefreshClock::now() - unpaced, 100 * period);
}

TEST(SwapSchedule, CountsSwaps) {
    SwapSchedule schedule;
    EXPECT_EQ(schedule.values().sbc, 0);
    EXPECT_EQ(schedule.count_swap(), 1);
    EXPECT_TRUE(schedule.await_count(1));
    const SyncValues values = schedule.values();
    EXPECT_EQ(values.sbc, 1);
    EXPECT_LE(values.ust, RefreshClock::now() / 1000);
    EXPECT_GT(values.ust, RefreshClock::now() / 1000 - 60'000'000);
    schedule.close();
    EXPECT_FALSE(schedule.await_count(2));
}

}  // namespace
}  // namespace driver
