#include "runtime/threads/worker_pool.h"

#include <atomic>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

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
