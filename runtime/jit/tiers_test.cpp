#include "runtime/jit/tiers.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <gtest/gtest.h>
#include <mutex>
#include <pthread.h>
#include <signal.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "runtime/code_cache/code_cache.h"
#include "runtime/jit/compile_service.h"
#include "runtime/threads/cpu_count.h"

namespace runtime::jit {
namespace {

using namespace std::chrono_literals;

// Code that is a word: "kept", "quick" or "thorough".
using Word = std::string;

std::shared_ptr<const Word> word(const char* text) { return std::make_shared<const Word>(text); }

// What a maker was asked for, by all threads.
class Log {
  public:
    void add(const std::string& what) {
        const std::lock_guard lock(mutex_);
        text_ += what + " ";
    }
    std::string text() const {
        const std::lock_guard lock(mutex_);
        return text_;
    }

  private:
    mutable std::mutex mutex_;
    std::string text_;
};

std::shared_ptr<Tiered<Word>> compiled_thing(const std::shared_ptr<Log>& log, const std::string& name = "") {
    return make_tiered<Word>([log, name](CompileRequest request) -> CompiledCode {
        switch (request) {
            case CompileRequest::Kept: log->add(name + "kept"); return {};
            case CompileRequest::Quick: log->add(name + "quick"); return {word("quick"), false};
            case CompileRequest::Thorough: break;
        }
        log->add(name + "thorough");
        return {word("thorough"), true};
    });
}

// Gives the CPU to other threads until the condition holds. A minute passes only where the test fails.
template <class Condition>
bool eventually(Condition&& condition) {
    const auto end = std::chrono::steady_clock::now() + 1min;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::yield();
    }
    return true;
}

// Uses a thing until the condition holds. Asking fails at times: whoever uses never waits for the queue's mutex.
template <class Condition>
bool use_until(Tiered<Word>& thing, uint64_t work, Condition&& condition) {
    return eventually([&] {
        if (condition()) return true;
        thing.use(work);
        finish_compiling();
        return false;
    });
}

bool use_until_it_is(Tiered<Word>& thing, uint64_t work, const char* text) {
    return use_until(thing, work, [&] {
        const Word* const now = thing.use(0);
        return now && *now == text;
    });
}

TEST(Tiers, ColdCodeIsLookedForAndNotCompiled) {
    const auto log = std::make_shared<Log>();
    const auto thing = compiled_thing(log);
    EXPECT_EQ(thing->use(1), nullptr);
    finish_compiling();
    EXPECT_EQ(log->text(), "");
    EXPECT_TRUE(use_until(*thing, seek_work, [&] { return log->text() == "kept "; }));
    for (int i = 0; i < 100; ++i) EXPECT_EQ(thing->use(1), nullptr);
    finish_compiling();
    EXPECT_EQ(log->text(), "kept ");
}

TEST(Tiers, HotCodeIsCompiledQuicklyThenThoroughly) {
    const auto log = std::make_shared<Log>();
    const auto thing = compiled_thing(log);
    ASSERT_TRUE(use_until_it_is(*thing, quick_work, "quick"));
    const Word* const quick = thing->use(0);
    EXPECT_EQ(log->text(), "kept quick ");
    ASSERT_TRUE(use_until_it_is(*thing, thorough_work, "thorough"));
    EXPECT_EQ(*quick, "quick");  // threads may still run it
    for (int i = 0; i < 10; ++i) thing->use(10 * thorough_work);
    finish_compiling();
    EXPECT_EQ(log->text(), "kept quick thorough ");
}

TEST(Tiers, CodeFoundOnDiskNeedsNoCompiler) {
    const TierCounters before = tier_counters();
    const auto log = std::make_shared<Log>();
    const auto thing = make_tiered<Word>([log](CompileRequest request) -> CompiledCode {
        log->add(request == CompileRequest::Kept ? "kept" : "compiled");
        return {word("kept"), true};
    });
    ASSERT_TRUE(use_until_it_is(*thing, seek_work, "kept"));
    for (int i = 0; i < 10; ++i) thing->use(10 * thorough_work);
    finish_compiling();
    EXPECT_EQ(log->text(), "kept ");
    EXPECT_EQ(tier_counters().found, before.found + 1);
}

TEST(Tiers, WhatCannotBeCompiledStaysWithTheInterpreter) {
    const auto log = std::make_shared<Log>();
    const auto thing = make_tiered<Word>([log](CompileRequest) -> CompiledCode {
        log->add("asked");
        return {};
    });
    EXPECT_TRUE(
        use_until(*thing, thorough_work, [&] { return log->text() == "asked asked "; }));  // on disk, and quickly
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(thing->use(thorough_work), nullptr);
        finish_compiling();
    }
    EXPECT_EQ(log->text(), "asked asked ");
}

// A thing whose maker waits for its door to open: keeps one compile thread busy.
struct Door {
    std::mutex shut;
    std::atomic<int> waiting{0};
};

std::shared_ptr<Tiered<Word>> waiting_thing(const std::shared_ptr<Door>& door) {
    return make_tiered<Word>([door](CompileRequest) -> CompiledCode {
        ++door->waiting;
        const std::lock_guard lock(door->shut);
        return {word("waited"), true};
    });
}

// All compile threads, however many there are.
std::vector<std::shared_ptr<Tiered<Word>>> occupy_threads(const std::shared_ptr<Door>& door) {
    std::vector<std::shared_ptr<Tiered<Word>>> things;
    const int threads = usable_cpus() > 4 ? 2 : 1;
    for (int i = 0; i < threads; ++i) things.push_back(waiting_thing(door));
    EXPECT_TRUE(eventually([&] {
        for (const auto& thing : things) thing->use(seek_work);
        return door->waiting == threads;
    }));
    return things;
}

// As of the worker threads.
TEST(Tiers, CompileThreadsHoldSignalsBackButThoseOfFaults) {
    std::atomic<int> asked = 0, wrong = 0;
    const auto thing = make_tiered<Word>([&](CompileRequest) -> CompiledCode {
        sigset_t held;
        pthread_sigmask(SIG_SETMASK, nullptr, &held);
        ++asked;
        if (!sigismember(&held, SIGTERM) || sigismember(&held, SIGSYS)) ++wrong;
        return {};
    });
    EXPECT_TRUE(use_until(*thing, seek_work, [&] { return asked > 0; }));
    EXPECT_EQ(wrong, 0);
}

TEST(Tiers, TheHottestComesFirst) {
    const auto log = std::make_shared<Log>();
    const auto door = std::make_shared<Door>();
    std::vector<std::shared_ptr<Tiered<Word>>> things;
    for (const char* name : {"a-", "b-", "c-"}) {
        things.push_back(compiled_thing(log, name));
        const std::string kept = std::string(name) + "kept ";
        ASSERT_TRUE(use_until(*things.back(), seek_work, [&] { return log->text().find(kept) != std::string::npos; }));
    }
    std::unique_lock shut(door->shut);
    const auto busy = occupy_threads(door);
    if (busy.size() > 1) GTEST_SKIP() << "several threads finish in any order";
    things[0]->use(quick_work);
    things[1]->use(3 * quick_work);
    things[2]->use(2 * quick_work);
    shut.unlock();
    finish_compiling();
    const std::string text = log->text();
    EXPECT_EQ(text.substr(text.find("b-quick")), "b-quick c-quick a-quick ");
}

// What is being made better, which may take seconds, keeps nobody from having any code.
TEST(Tiers, WhatHasNoCodeDoesNotWaitForBetterCode) {
    const auto log = std::make_shared<Log>();
    const auto door = std::make_shared<Door>();
    const auto better = make_tiered<Word>([door](CompileRequest request) -> CompiledCode {
        if (request == CompileRequest::Kept) return {};
        if (request == CompileRequest::Quick) return {word("quick"), false};
        ++door->waiting;
        const std::lock_guard lock(door->shut);
        return {word("thorough"), true};
    });
    ASSERT_TRUE(use_until_it_is(*better, quick_work, "quick"));
    const std::lock_guard shut(door->shut);
    while (door->waiting == 0) better->use(thorough_work);
    const auto other = compiled_thing(log);
    EXPECT_TRUE(eventually([&] { return other->use(quick_work) != nullptr; }));
    EXPECT_EQ(log->text(), "kept quick ");
}

// A way that is taken until there is code is not compiled itself meanwhile, unless many that are cold share it.
TEST(Tiers, OtherWaysCountWhereNoCodeIsToCome) {
    const auto door = std::make_shared<Door>();
    const auto thing = make_tiered<Word>([door](CompileRequest request) -> CompiledCode {
        if (request == CompileRequest::Kept) return {};
        ++door->waiting;
        const std::lock_guard lock(door->shut);
        return {word("quick"), false};
    });
    EXPECT_GT(thing->shift_for_others(), 0);
    EXPECT_GT(quick_work >> thing->shift_for_others(), 0u);
    {
        const std::lock_guard shut(door->shut);
        while (door->waiting == 0) thing->use(quick_work);
        EXPECT_EQ(UINT64_MAX >> thing->shift_for_others(), 1u);
    }
    finish_compiling();
    EXPECT_EQ(thing->shift_for_others(), 0);
    const auto never = make_tiered<Word>([](CompileRequest) -> CompiledCode { return {}; });
    EXPECT_TRUE(use_until(*never, quick_work, [&] { return never->shift_for_others() == 0; }));
}

TEST(Tiers, TheQueueIsBoundedAndNothingIsForgotten) {
    const auto log = std::make_shared<Log>();
    const auto door = std::make_shared<Door>();
    std::vector<std::shared_ptr<Tiered<Word>>> things;
    {
        const std::lock_guard shut(door->shut);
        const auto busy = occupy_threads(door);
        for (int i = 0; i < 400; ++i) {
            things.push_back(compiled_thing(log));
            things.back()->use(seek_work);
        }
        EXPECT_LE(tier_counters().waiting, 128u);
    }
    // Used again, all get their turn.
    size_t compiled = 0;
    for (int round = 0; round < 1000 && compiled < things.size(); ++round) {
        compiled = 0;
        for (const auto& thing : things) compiled += thing->use(quick_work) != nullptr;
        finish_compiling();
    }
    EXPECT_EQ(compiled, things.size());
}

TEST(Tiers, WhatNobodyHoldsIsNotCompiled) {
    const auto log = std::make_shared<Log>();
    const auto door = std::make_shared<Door>();
    {
        const std::lock_guard shut(door->shut);
        const auto busy = occupy_threads(door);
        const auto thing = compiled_thing(log);
        const uint64_t before = tier_counters().waiting;
        while (tier_counters().waiting == before) thing->use(seek_work);
    }
    finish_compiling();
    EXPECT_EQ(log->text(), "");
}

TEST(Tiers, ThreadsThatDrawNeverWait) {
    const auto log = std::make_shared<Log>();
    const auto door = std::make_shared<Door>();
    const std::lock_guard shut(door->shut);
    const auto busy = occupy_threads(door);
    std::vector<std::thread> threads;
    const auto thing = compiled_thing(log);
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int use = 0; use < 10000; ++use) EXPECT_EQ(thing->use(quick_work), nullptr);
        });
    for (std::thread& thread : threads) thread.join();
}

// Forks, and returns whether the child's function does.
template <class Function>
bool child_returns_true(Function&& function) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        _exit(function() ? 0 : 1);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// A child has the queue and threads of its own.
TEST(Tiers, ChildrenCompileToo) {
    const auto log = std::make_shared<Log>();
    const auto door = std::make_shared<Door>();
    const auto slow = waiting_thing(door);
    const auto thing = compiled_thing(log);
    {
        const std::lock_guard shut(door->shut);
        while (door->waiting == 0) slow->use(seek_work);
        EXPECT_TRUE(child_returns_true([&] { return use_until_it_is(*thing, quick_work, "quick"); }));
    }
    EXPECT_TRUE(use_until_it_is(*slow, seek_work, "waited"));
}

// A compiler that takes long is not waited for: this one ends after fork() does. The child begins anew with its work.
TEST(Tiers, ForkDoesNotWaitForLongWork) {
    const auto begun = std::make_shared<std::atomic<int>>(0);
    const auto forked = std::make_shared<std::atomic<bool>>(false);
    const pid_t parent = getpid();
    const auto slow = make_tiered<Word>([begun, forked, parent](CompileRequest) -> CompiledCode {
        ++*begun;
        const bool in_time = getpid() != parent || eventually([&] { return forked->load(); });
        EXPECT_TRUE(in_time);
        return {word("slow"), true};
    });
    while (begun->load() == 0) slow->use(seek_work);
    EXPECT_TRUE(child_returns_true([&] { return use_until_it_is(*slow, seek_work, "slow"); }));
    *forked = true;
    EXPECT_TRUE(use_until_it_is(*slow, seek_work, "slow"));
    EXPECT_EQ(begun->load(), 1) << "the parent's is finished";
}

CompiledCode compile_long_function();

// A compile thread's CPU clock: so a process can fork or end when LLVM has done some of its work, on a loaded machine
// too.
class CompilerClock {
  public:
    // Called by the compile thread.
    void start() {
        pthread_getcpuclockid(pthread_self(), &clock_);
        first_ = now();
        started_ = true;
    }
    void stop() { stopped_ = true; }

    bool started() const { return started_; }
    // Returns when the thread has computed for so long since start(), or stopped.
    void await(std::chrono::nanoseconds time) const {
        while (!stopped_ && now() - first_ < time) std::this_thread::yield();
    }

  private:
    std::chrono::nanoseconds now() const {
        timespec time{};
        clock_gettime(clock_, &time);
        return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
    }

    clockid_t clock_ = CLOCK_MONOTONIC;
    std::chrono::nanoseconds first_{0};
    std::atomic<bool> started_{false}, stopped_{false};
};

// Children of any moment of LLVM's work compile, too.
TEST(Tiers, ChildrenOfLlvmAtWorkCompile) {
    compile_long_function();  // what LLVM makes once
    for (int round = 0; round < 12; ++round) {
        const auto clock = std::make_shared<CompilerClock>();
        const auto thing = make_tiered<Word>([clock](CompileRequest) -> CompiledCode {
            clock->start();
            compile_long_function();
            clock->stop();
            return {word("long"), true};
        });
        while (!clock->started()) thing->use(seek_work);
        clock->await(std::chrono::milliseconds(3 * round));
        EXPECT_TRUE(child_returns_true([&] { return use_until_it_is(*thing, seek_work, "long"); })) << round;
        EXPECT_TRUE(use_until_it_is(*thing, seek_work, "long"));
    }
}

std::atomic<bool> exiting = false;

// exit() sets `exiting` before the compile threads are ended. Not by atexit(), whose functions don't run here
// (runtime/threads/lasting_statics.cpp).
[[noreturn]] void exit_visibly() {
    on_exit([](int, void*) { exiting = true; }, nullptr);
    std::exit(0);
}

// What is being compiled is finished, what waits is left.
[[noreturn]] void exit_while_compiling() {
    set_patience({.of_exit = 1min});
    alarm(30);
    std::atomic<int> begun = 0;
    std::vector<std::shared_ptr<Tiered<Word>>> things;
    for (int i = 0; i < 20; ++i) {
        things.push_back(make_tiered<Word>([&](CompileRequest) -> CompiledCode {
            ++begun;
            while (!exiting) std::this_thread::yield();
            return {};
        }));
        things.back()->use(seek_work);
    }
    while (begun == 0) things.front()->use(seek_work);
    exit_visibly();
}

TEST(TiersDeathTest, ProcessesEndWhileSomethingIsCompiled) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(exit_while_compiling(), testing::ExitedWithCode(0), "");
}

[[noreturn]] void exit_while_something_takes_long() {
    std::atomic<bool> begun = false;
    const auto thing = make_tiered<Word>([&](CompileRequest) -> CompiledCode {
        begun = true;
        for (;;) pause();
    });
    while (!begun) thing->use(seek_work);
    alarm(60);
    std::exit(0);
}

TEST(TiersDeathTest, ProcessesEndWithoutWhatTakesLong) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(exit_while_something_takes_long(), testing::ExitedWithCode(0), "");
}

CompiledCode compile_long_function() {
    Recipe recipe;
    recipe.level = simd_level();
    recipe.arguments = {ArgumentKind::Pointer};
    recipe.record = [](const Arguments& arguments) {
        const Pointer values = arguments.pointer(0);
        const auto factor = load<Float>(values + int64_t{64}, 4);
        auto sum = load<Float>(values, 4);
        for (int i = 0; i < 1500; ++i) sum = sum * factor + sum;
        store(values, sum, 4);
    };
    return {compile_function(recipe), true};
}

// LLVM makes static objects as it comes to need them: the process must not lose them under its hands.
[[noreturn]] void exit_while_llvm_works(std::chrono::milliseconds after) {
    CompilerClock clock;
    const auto thing = make_tiered<Word>([&](CompileRequest) {
        clock.start();
        const CompiledCode code = compile_long_function();
        clock.stop();
        return code;
    });
    while (!clock.started()) thing->use(seek_work);
    clock.await(after);
    std::exit(0);
}

TEST(TiersDeathTest, ProcessesEndWhileLlvmWorks) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    for (const auto after : {1ms, 4ms, 10ms, 20ms, 40ms})
        EXPECT_EXIT(exit_while_llvm_works(after), testing::ExitedWithCode(0), "");
}

Recipe recipe_for_disk() {
    Recipe recipe;
    recipe.name = "made at exit";
    recipe.key = "of process " + std::to_string(getpid());  // not found from before
    recipe.level = simd_level();
    recipe.arguments = {ArgumentKind::Pointer};
    recipe.record = [](const Arguments& arguments) { store(arguments.pointer(0), Float(2.0f), 4); };
    return recipe;
}

// Everything that keeping code needs lasts as long as the threads that compile.
[[noreturn]] void exit_before_code_is_kept(const Recipe& recipe) {
    set_patience({.of_exit = 1min});
    std::atomic<bool> begun = false;
    const auto thing = make_tiered<Word>([&](CompileRequest) -> CompiledCode {
        begun = true;
        while (!exiting) std::this_thread::yield();
        return {compile_function(recipe), true};
    });
    while (!begun) thing->use(seek_work);
    exit_visibly();
}

TEST(TiersDeathTest, WhatIsMadeAtExitIsFoundByLaterProcesses) {
    if (!code_cache::user_cache()) GTEST_SKIP() << "ASMGL_CACHE_DIR names no folder";
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    Recipe recipe = recipe_for_disk();
    // The child is a process of its own, which comes here as well.
    const char* const given = std::getenv("RECIPE_KEY_OF_TEST");
    if (given) recipe.key = given;
    setenv("RECIPE_KEY_OF_TEST", recipe.key.c_str(), 1);
    EXPECT_EXIT(exit_before_code_is_kept(recipe), testing::ExitedWithCode(0), "");
    unsetenv("RECIPE_KEY_OF_TEST");
    bool thorough = true;
    EXPECT_NE(kept_function(recipe, thorough), nullptr);
}

}  // namespace
}  // namespace runtime::jit
