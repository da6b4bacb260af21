#include "runtime/threads/recursive_mutex.h"

#include <chrono>
#include <gtest/gtest.h>
#include <mutex>
#include <signal.h>
#include <thread>
#include <vector>

namespace runtime {
namespace {

TEST(RecursiveMutex, HasOneOwnerAtATime) {
    RecursiveMutex mutex;
    int64_t count = 0;
    constexpr int threads = 4, turns = 20000;
    std::vector<std::thread> all;
    for (int n = 0; n < threads; ++n)
        all.emplace_back([&] {
            for (int turn = 0; turn < turns; ++turn) {
                const std::lock_guard outer(mutex), inner(mutex);
                ++count;
            }
        });
    for (std::thread& thread : all) thread.join();
    EXPECT_EQ(count, int64_t{threads} * turns);
}

RecursiveMutex* interrupted = nullptr;
std::atomic<int> handled{0};
void lock_again(int) {
    const std::lock_guard lock(*interrupted);
    handled.fetch_add(1);
}

// Wherever in lock() or unlock() the signal comes. With std::recursive_mutex this ends soon, and waits for ever.
TEST(RecursiveMutex, IsLockedByHandlersOfItsOwner) {
    RecursiveMutex mutex;
    interrupted = &mutex;
    struct sigaction action {};
    struct sigaction before {};
    action.sa_handler = lock_again;
    ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
    std::atomic<bool> ends{false};
    const pthread_t self = pthread_self();
    handled = 0;
    std::thread sender([&] {
        while (!ends) pthread_kill(self, SIGUSR1);
    });
    int64_t count = 0;
    // On a loaded machine the sender runs rarely, and signals become one.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (handled < 20000 && (handled < 20 || std::chrono::steady_clock::now() < end)) {
        const std::lock_guard lock(mutex);
        ++count;
    }
    ends = true;
    sender.join();
    EXPECT_GT(count, 0);
    sigaction(SIGUSR1, &before, nullptr);
    // Free again: another thread gets it.
    std::thread([&] { const std::lock_guard lock(mutex); }).join();
}

}  // namespace
}  // namespace runtime
