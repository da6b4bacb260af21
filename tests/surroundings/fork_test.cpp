// Children of a process that draws.
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "support.h"

namespace surroundings {
namespace {

// Whether the child ends well within the time.
bool ends(pid_t child, std::chrono::seconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    for (int status = 0; std::chrono::steady_clock::now() < end; usleep(1000))
        if (waitpid(child, &status, WNOHANG) == child) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    return false;
}

void draw_and_exit() {
    make_client();
    const Scene scene(1);
    for (int i = 0; i < 30; ++i) scene.draw();
    require(Scene::is_right(), "the child's picture");
    std::exit(0);
}

// While the library's threads, tables and caches come into being in other threads. Microseconds
CLIENT(forks_while_threads_draw) {
    const auto pause = static_cast<useconds_t>(std::stoul(arguments.at(0)));
    static std::atomic<bool> end{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i)
        threads.emplace_back([i] {
            make_client();
            for (int number = i; !end; number += 2) {
                const Scene scene(number);
                for (int frame = 0; frame < 30; ++frame) scene.draw();
                glFinish();
            }
        });
    bool good = true;
    for (int child = 0; child < 3; ++child) {
        usleep(pause);
        const pid_t pid = fork();
        if (pid == 0) {
            if (child == 2) std::exit(0);
            draw_and_exit();
        }
        good &= ends(pid, std::chrono::seconds(20));
    }
    end = true;
    for (std::thread& thread : threads) thread.join();
    require(good, "the children end");
}

TEST(Fork, ChildrenOfAnyMomentDrawAndEnd) {
    for (int round = 0; round < 12; ++round) {
        const Outcome outcome = run_client(
            "forks_while_threads_draw", {std::to_string(round * round * 400)},
            {{"ASMGL_ENGINE", round % 3 == 2 ? "jit" : "auto"}, {"ASMGL_CACHE_DIR", "off"}, {"ASMGL_THREADS", "3"}},
            120);
        ASSERT_EQ(outcome.code, 0) << round << ": " << describe(outcome);
    }
}

// What was queued is drawn in both.
CLIENT(forks_in_the_midst_of_drawing) {
    make_client();
    const Scene scene;
    for (int i = 0; i < 10; ++i) scene.draw();
    const pid_t pid = fork();
    if (pid == 0) {
        scene.draw();
        require(Scene::is_right(), "the child's picture");
        std::exit(0);
    }
    require(ends(pid, std::chrono::seconds(20)), "the child ends");
    require(Scene::is_right(), "the parent's picture");
}
TEST(Fork, TheChildGoesOnWithTheContext) {
    const Outcome outcome = run_client("forks_in_the_midst_of_drawing");
    EXPECT_EQ(outcome.code, 0) << describe(outcome);
}

}  // namespace
}  // namespace surroundings
