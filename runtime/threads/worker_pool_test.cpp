#include "runtime/threads/worker_pool.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "runtime/threads/signal_hold.h"
#include "runtime/threads/turn.h"

namespace runtime {
namespace {

TEST(WorkerPool, RunsEveryPieceOnce) {
    for (int32_t threads : {1, 2, 5}) {
        WorkerPool::instance().set_thread_count(threads);
        std::vector<std::atomic<int>> hits(1000);
        WorkerPool::instance().parallel_for(1000, [&](int32_t i) { ++hits[i]; });
        for (const auto& hit : hits) EXPECT_EQ(hit, 1);
    }
}

class Chained : public Task {
  public:
    Chained(std::atomic<int>& pieces_run, std::shared_ptr<Task> next)
        : Task(7), pieces_run_(pieces_run), next_(std::move(next)) {}
    void run_piece(int32_t) override { ++pieces_run_; }
    void completed() override {
        if (next_) WorkerPool::instance().submit(next_);
    }

  private:
    std::atomic<int>& pieces_run_;
    std::shared_ptr<Task> next_;
};

TEST(WorkerPool, ACompletedTaskSubmitsTheNext) {
    for (int32_t threads : {1, 3}) {
        WorkerPool::instance().set_thread_count(threads);
        std::atomic<int> pieces_run = 0;
        auto second = std::make_shared<Chained>(pieces_run, nullptr);
        auto first = std::make_shared<Chained>(pieces_run, second);
        WorkerPool::instance().submit(first);
        WorkerPool::instance().wait_until([&] { return second->done(); });
        EXPECT_EQ(pieces_run, 14);
    }
}

// The application's signals go to its own threads; those of faults stay open, for sandboxes' handlers of SIGSYS above
// all.
TEST(WorkerPool, WorkersHoldSignalsBackButThoseOfFaults) {
    WorkerPool::instance().set_thread_count(3);
    const pthread_t caller = pthread_self();
    std::atomic<int> by_workers = 0, wrong = 0;
    for (int round = 0; round < 1000 && by_workers == 0; ++round)
        WorkerPool::instance().parallel_for(100, [&](int32_t) {
            usleep(20);
            if (pthread_equal(pthread_self(), caller)) return;
            sigset_t held;
            pthread_sigmask(SIG_SETMASK, nullptr, &held);
            ++by_workers;
            if (!sigismember(&held, SIGTERM) || !sigismember(&held, SIGALRM)) ++wrong;
            if (sigismember(&held, SIGSYS) || sigismember(&held, SIGSEGV)) ++wrong;
        });
    EXPECT_GT(by_workers, 0);
    EXPECT_EQ(wrong, 0);
}

// Signals to it wait for no long piece: it doesn't begin one.
TEST(WorkerPool, TheApplicationsThreadRunsNothingLong) {
    for (int32_t threads : {1, 3}) {
        WorkerPool::instance().set_thread_count(threads);
        const pthread_t caller = pthread_self();
        for (const int32_t count : {1, 7}) {
            std::atomic<int> by_caller = 0, run = 0;
            WorkerPool::instance().parallel_for(
                count,
                [&](int32_t) {
                    ++run;
                    if (pthread_equal(pthread_self(), caller)) ++by_caller;
                },
                WorkerPool::Pieces::Long);
            EXPECT_EQ(run, count);
            EXPECT_EQ(by_caller, 0);
        }
    }
}

// Nanoseconds that this thread has computed: on a busy machine others run meanwhile.
int64_t computed() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

TEST(WorkerPool, WhatIsLeftIsBegunAnewByAnotherThread) {
    for (int32_t threads : {1, 3}) {
        WorkerPool::instance().set_thread_count(threads);
        const pthread_t caller = pthread_self();
        for (const int32_t count : {1, 7}) {
            std::atomic<int> left = 0;
            std::vector<std::atomic<int>> ended(static_cast<size_t>(count));
            WorkerPool::instance().parallel_for(
                count,
                [&](int32_t piece) {
                    const int64_t begun = computed();
                    while (computed() - begun < 15'000'000)
                        if (leaves_piece()) {
                            EXPECT_TRUE(pthread_equal(pthread_self(), caller));
                            ++left;
                            throw PieceLeft();
                        }
                    ++ended[static_cast<size_t>(piece)];
                },
                WorkerPool::Pieces::Restartable);
            for (const auto& times : ended) EXPECT_EQ(times, 1);
            EXPECT_LE(left, 1) << "the others are not begun";
            if (threads == 1 || count == 1) {
                EXPECT_EQ(left, 1);
            }
        }
    }
}

// Such as LLVM's compilations, in a command that draws.
TEST(WorkerPool, HandlersRunDuringLongWorkThatCannotBeSuspended) {
    static std::atomic<bool> handled;
    handled = false;
    const auto usual = signal(SIGUSR1, [](int) { handled = true; });
    for (const int32_t threads : {1, 3}) {
        WorkerPool::instance().set_thread_count(threads);
        const pthread_t caller = pthread_self();
        const PermeableSignalHold drawing;
        bool ended_early = false;
        WorkerPool::instance().run_long([&] {
            handled = false;
            pthread_kill(caller, SIGUSR1);
            for (int turns = 0; turns < 10'000 && !handled; ++turns) usleep(1000);
            ended_early = handled;
        });
        EXPECT_TRUE(ended_early) << threads;
    }
    signal(SIGUSR1, usual);
}

// Nothing holds signals back: another thread would gain nothing.
TEST(WorkerPool, LongWorkStaysOnAThreadWithoutHold) {
    pthread_t thread{};
    WorkerPool::instance().run_long([&] { thread = pthread_self(); });
    EXPECT_TRUE(pthread_equal(thread, pthread_self()));
}

TEST(WorkerPool, WhatIsPutDownIsGoneOnWith) {
    for (int32_t threads : {1, 3}) {
        WorkerPool::instance().set_thread_count(threads);
        std::vector<std::atomic<int>> steps(5);
        std::atomic<int> put_down = 0;
        WorkerPool::instance().parallel_for_parts(5, [&](int32_t piece) {
            const int64_t end = turn_end();
            while (steps[static_cast<size_t>(piece)] < 20) {
                usleep(1000);
                ++steps[static_cast<size_t>(piece)];
                if (turn_is_over(end)) return ++put_down, false;
            }
            return true;
        });
        for (const auto& count : steps) EXPECT_EQ(count, 20);
        EXPECT_GT(put_down, 0);
    }
}

// When the process ends nobody waits for a long piece that a worker is at.
TEST(WorkerPool, WorkersThatAreToEndPutDownWhatTheyAreAt) {
    class Endless : public Task {
      public:
        Endless() : Task(1) {}
        void run_piece(int32_t piece) override { run_part(piece); }
        bool run_part(int32_t) override {
            begun = true;
            for (const int64_t end = turn_end(); !finish;) {
                if (turn_is_over(end)) return false;
                usleep(100);
            }
            return true;
        }
        std::atomic<bool> begun{false}, finish{false};
    };
    WorkerPool::instance().set_thread_count(3);
    const auto task = std::make_shared<Endless>();
    WorkerPool::instance().submit(task);
    while (!task->begun) usleep(100);
    WorkerPool::instance().set_thread_count(1);
    EXPECT_FALSE(task->done());
    task->finish = true;
    WorkerPool::instance().wait(*task);
    EXPECT_TRUE(task->done());
}

TEST(WorkerPool, WorksInAForkedChild) {
    WorkerPool::instance().set_thread_count(3);
    std::atomic<int> sum = 0;
    WorkerPool::instance().parallel_for(100, [&](int32_t i) { sum += i; });
    const pid_t child = fork();
    if (child == 0) {
        std::atomic<int> child_sum = 0;
        WorkerPool::instance().parallel_for(100, [&](int32_t i) { child_sum += i; });
        _exit(child_sum == 4950 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_EQ(sum, 4950);
}

}  // namespace
}  // namespace runtime
