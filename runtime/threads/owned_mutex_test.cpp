// In builds with checks only: elsewhere nothing knows who has a mutex.
#ifdef ASMGL_CHECKS
#include <gtest/gtest.h>
#include <mutex>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "runtime/threads/signal_hold.h"

using namespace runtime;

namespace {

template <class Mutex>
class OwnedMutexes : public testing::Test {};
using Kinds = testing::Types<OwnedMutex, ForkSafe<>, SignalSafeMutex>;
TYPED_TEST_SUITE(OwnedMutexes, Kinds);

TYPED_TEST(OwnedMutexes, AreHeldByTheThreadThatLockedThem) {
    TypeParam mutex;
    EXPECT_FALSE(mutex.held());
    {
        const std::lock_guard lock(mutex);
        EXPECT_TRUE(mutex.held());
        std::thread([&] { EXPECT_FALSE(mutex.held()); }).join();
    }
    EXPECT_FALSE(mutex.held());
}

TYPED_TEST(OwnedMutexes, AreHeldInAForkedChild) {
    TypeParam mutex;
    { const std::lock_guard lock(mutex); }
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        const bool before = mutex.held();
        const std::lock_guard lock(mutex);
        _exit(!before && mutex.held() ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

template <class Mutex>
class OwnedMutexesDeathTest : public testing::Test {};
TYPED_TEST_SUITE(OwnedMutexesDeathTest, Kinds);

TYPED_TEST(OwnedMutexesDeathTest, FailWhereAThreadWouldWaitForItself) {
    EXPECT_DEATH(
        {
            TypeParam mutex;
            mutex.lock();
            mutex.lock();
        },
        "owned_mutex.h:[0-9]+: asmgl: a check failed: !held\\(\\)\n");
}

TYPED_TEST(OwnedMutexesDeathTest, FailWhereAnotherThreadUnlocks) {
    EXPECT_DEATH(
        {
            TypeParam mutex;
            std::thread([&] { mutex.lock(); }).join();
            mutex.unlock();
        },
        "a check failed: held\\(\\)\n");
}

}  // namespace
#endif
