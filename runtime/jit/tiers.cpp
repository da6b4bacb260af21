#include "runtime/jit/tiers.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <new>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

#include "runtime/jit/compile_service.h"
#include "runtime/threads/cpu_count.h"
#include "runtime/threads/fork_hold.h"
#include "runtime/threads/process_events.h"
#include "runtime/threads/signal_hold.h"
#include "runtime/threads/thread.h"
#include "runtime/threads/turn.h"

namespace runtime::jit {
namespace detail {
namespace {

constexpr size_t most_waiting = 128;

CompilePatience patience;  // written by tests only, before anything is compiled

// First: there is no code yet, so that programs are slow meanwhile, for seconds at worst. It never waits for Improve,
// which makes them a little faster.
enum class Duty : uint8_t { First, Improve };
// They give way to the threads that draw, whatever niceness the application has.
void give_way(Duty duty) {
    const auto thread = static_cast<id_t>(syscall(SYS_gettid));
    setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + (duty == Duty::First ? 5 : 10));
}
constexpr size_t most_threads_of_a_duty = 2;
size_t most_threads(Duty duty) {
    static const bool many = usable_cpus() > 4;
    return duty == Duty::First && many ? most_threads_of_a_duty : 1;
}

// Totals of the process.
struct Totals {
    std::atomic<uint64_t> found{0}, quick{0}, thorough{0}, failed{0}, dropped{0}, microseconds{0};
};
Totals totals;

}  // namespace

// The threads and their queue, one for the process.
//
// Whoever draws only ever tries the mutex: fork() holds it while it waits for the worker pool, whose pieces may just
// want to ask for something here.
class CompileThreads {
  public:
    static CompileThreads& instance() {
        // Never destroyed: what runs at exit may still use routines. Its threads end, though.
        static CompileThreads* const threads = new CompileThreads;
        return *threads;
    }

    // False: not now, ask again later.
    bool ask(std::shared_ptr<TieredBase> wanted) {
        const SignalHold hold;
        State& state = *state_;
        std::shared_ptr<TieredBase> dropped;  // may be the last owner, whose destructor is not for the locked part
        const std::unique_lock lock(state.mutex, std::try_to_lock);
        if (!lock || state.ended || state.forking) return false;
        if (state.queue.size() >= most_waiting) {
            // The coldest goes, and is asked for again while it is used.
            const auto coldest = std::ranges::min_element(state.queue, {}, &TieredBase::heat);
            ++totals.dropped;
            if ((*coldest)->heat() >= wanted->heat()) return false;
            (*coldest)->withdraw();
            dropped = std::exchange(*coldest, std::move(wanted));
        } else {
            state.queue.push_back(std::move(wanted));
        }
        start(state);
        state.arrived.notify_all();
        return true;
    }

    TierCounters counters() {
        const SignalHold hold;
        const std::lock_guard lock(state_->mutex);
        TierCounters result = tier_totals();
        result.waiting = state_->queue.size();
        return result;
    }

    void finish() {
        std::unique_lock lock(state_->mutex);
        state_->idle.wait(lock, [&] { return state_->ended || (state_->queue.empty() && state_->running == 0); });
    }

  private:
    struct State {
        // Whoever asks can't do without memory, and gets none in the midst of that.
        State() {
            queue.reserve(most_waiting);
            threads.reserve(2 * most_threads_of_a_duty);
            at_work.reserve(2 * most_threads_of_a_duty);
        }

        std::mutex mutex;
        std::condition_variable arrived, idle;
        std::vector<std::shared_ptr<TieredBase>> queue;
        std::vector<std::shared_ptr<TieredBase>> at_work;  // what is being compiled
        std::vector<pthread_t> threads;
        std::array<size_t, 2> threads_of{};  // by Duty
        int running = 0;
        bool ended = false, forking = false;
    };

    CompileThreads() : state_(new State) {
        static const ProcessHandlers handlers{&CompileThreads::quiet_down, &CompileThreads::lock,
                                              &CompileThreads::resume, &CompileThreads::begin_again,
                                              [] { instance().end(); }};
        add_process_handlers(ProcessPart::CompileThreads, handlers);
    }

    static Duty duty_for(const std::shared_ptr<TieredBase>& wanted) {
        return wanted->improves() ? Duty::Improve : Duty::First;
    }

    // Called with the mutex held.
    static void start(State& state) {
        std::array<size_t, 2> waiting{};
        for (const auto& wanted : state.queue) ++waiting[static_cast<size_t>(duty_for(wanted))];
        for (const Duty duty : {Duty::First, Duty::Improve}) {
            size_t& count = state.threads_of[static_cast<size_t>(duty)];
            if (count >= most_threads(duty) || waiting[static_cast<size_t>(duty)] <= (count ? 1 : 0)) continue;
            // Where there is none, what waits goes on waiting, and runs in the interpreter.
            pthread_t thread;
            const auto main = duty == Duty::First ? &CompileThreads::thread_main<Duty::First>
                                                  : &CompileThreads::thread_main<Duty::Improve>;
            if (!start_thread(thread, "asmgl compiler", main, &state)) continue;
            state.threads.push_back(thread);
            ++count;
        }
    }

    template <Duty duty>
    static void thread_main(void* argument) {
        State* const state = static_cast<State*>(argument);
        thread_turn.is_worker = true;
        give_way(duty);
        std::unique_lock lock(state->mutex);
        // Others' least of all.
        const auto heat = [&](const std::shared_ptr<TieredBase>& wanted) {
            return duty_for(wanted) == duty ? wanted->heat() + 1 : 0;
        };
        while (!state->ended) {
            const auto hottest = std::ranges::max_element(state->queue, {}, heat);
            if (hottest == state->queue.end() || heat(*hottest) == 0 || state->forking) {
                state->arrived.wait(lock);
                continue;
            }
            std::shared_ptr<TieredBase> wanted = std::move(*hottest);
            state->queue.erase(hottest);
            ++state->running;
            state->at_work.push_back(wanted);
            lock.unlock();
            TierCounters counters;
            // What nobody else holds will never run again.
            if (wanted.use_count() > 2) wanted->make(counters);
            lock.lock();
            state->at_work.erase(std::ranges::find(state->at_work, wanted));
            lock.unlock();
            wanted.reset();  // not in the locked part: it may be the last owner
            lock.lock();
            --state->running;
            add(counters);
            state->idle.notify_all();
        }
    }

    static void add(const TierCounters& more) {
        totals.found += more.found;
        totals.quick += more.quick;
        totals.thorough += more.thorough;
        totals.failed += more.failed;
        totals.microseconds += more.microseconds;
    }

    // At exit: what waits is not begun, what is being compiled is finished if that takes little. A thread that is at it
    // for longer ends with the process. What it uses lasts as long: the library is never unloaded, and nothing static
    // of it, or of LLVM's, is destroyed (runtime/threads/lasting_statics.cpp).
    void end() {
        const SignalHold hold;
        std::vector<std::shared_ptr<TieredBase>> waiting;
        bool all_end;
        {
            std::unique_lock lock(state_->mutex);
            state_->ended = true;
            waiting.swap(state_->queue);
            state_->arrived.notify_all();
            all_end = state_->idle.wait_for(lock, patience.of_exit, [&] { return state_->running == 0; });
        }
        for (const pthread_t thread : state_->threads) {
            if (all_end)
                pthread_join(thread, nullptr);
            else
                pthread_detach(thread);
        }
        state_->threads.clear();
        state_->idle.notify_all();
    }

    // fork() copies only the calling thread. Locks of a compiler at work would stay locked in the child. fork() waits
    // for three things, which are holds (runtime/threads/fork_hold.h): all such locks, what LLVM makes once, and
    // changes to what parent and child both see. For the rest, which takes long, it waits a little. The child has the
    // compiler's memory, but does not look at it. The queue's jobs exist in both alike.
    static void quiet_down() {
        State& state = *instance().state_;
        std::unique_lock lock(state.mutex);
        state.forking = true;
        const auto is_idle = [&] { return state.running == 0; };
        while (!state.idle.wait_for(lock, patience.of_fork, is_idle) && llvm_is_starting()) continue;
    }
    static bool lock() { return instance().state_->mutex.try_lock(); }
    static void resume(bool locked) {
        State& state = *instance().state_;
        if (!locked) state.mutex.lock();
        state.forking = false;
        state.mutex.unlock();
        state.arrived.notify_all();
    }
    static void begin_again() {
        // The old state is left as it is: its threads can't be joined.
        State* const old = instance().state_;
        State* const fresh = new State;
        fresh->queue = std::move(old->queue);  // and its memory
        fresh->ended = old->ended;
        for (const auto& wanted : old->at_work) wanted->withdraw();  // nobody is at it here
        instance().state_ = fresh;
    }

    State* state_;
};

void TieredBase::count(uint64_t work) {
    const uint64_t sum = work_.load(std::memory_order_relaxed) + work;
    work_.store(sum, std::memory_order_relaxed);
    switch (stage_.load(std::memory_order_relaxed)) {
        case Stage::New:
            if (sum >= seek_work) ask(Stage::New, Stage::Seeking);
            break;
        case Stage::Cold:
            if (sum >= quick_work) ask(Stage::Cold, Stage::Compiling);
            break;
        case Stage::Warm:
            if (sum >= thorough_work) ask(Stage::Warm, Stage::Improving);
            break;
        case Stage::Seeking:
        case Stage::Compiling:
        case Stage::Improving:
        case Stage::Settled: break;
    }
}

// Several threads may come here at once; one of them asks.
void TieredBase::ask(Stage from, Stage to) {
    if (!stage_.compare_exchange_strong(from, to, std::memory_order_acq_rel)) return;
    if (!CompileThreads::instance().ask(shared_from_this())) stage_.store(from, std::memory_order_release);
}

// Back to where it was before it asked.
void TieredBase::withdraw() {
    switch (stage_.load(std::memory_order_relaxed)) {
        case Stage::Seeking: stage_.store(Stage::New); break;
        case Stage::Compiling: stage_.store(Stage::Cold); break;
        case Stage::Improving: stage_.store(Stage::Warm); break;
        case Stage::New:
        case Stage::Cold:
        case Stage::Warm:
        case Stage::Settled: break;
    }
}

bool TieredBase::improves() const { return stage_.load(std::memory_order_relaxed) == Stage::Improving; }

// Looking for code on disk takes little and comes first.
uint64_t TieredBase::heat() const {
    return stage_.load(std::memory_order_relaxed) == Stage::Seeking ? UINT64_MAX - 1
                                                                    : work_.load(std::memory_order_relaxed);
}

void TieredBase::make(TierCounters& counters) {
    const auto start = std::chrono::steady_clock::now();
    const Stage stage = stage_.load(std::memory_order_acquire);
    const CompileRequest request = stage == Stage::Seeking     ? CompileRequest::Kept
                                   : stage == Stage::Compiling ? CompileRequest::Quick
                                                               : CompileRequest::Thorough;
    CompiledCode made;
    try {
        made = maker_(request);
    } catch (const std::bad_alloc&) {
        // As if none could be made: what there is goes on running, the interpreter in the end.
    }
    const ForkHold hold;  // a child has all of what follows, or nothing
    try {
        kept_.push_back(made.code);
    } catch (const std::bad_alloc&) {
        made = {};
    }
    const bool found = made.code != nullptr;
    if (found) code_.store(made.code.get(), std::memory_order_release);
    Stage next = Stage::Settled;
    switch (request) {
        case CompileRequest::Kept:
            counters.found += found;
            if (!found || !made.thorough) next = found ? Stage::Warm : Stage::Cold;
            break;
        case CompileRequest::Quick:
            counters.quick += found;
            counters.failed += !found;
            if (found && !made.thorough) next = Stage::Warm;
            break;
        case CompileRequest::Thorough:
            counters.thorough += found;
            counters.failed += !found;
            break;
    }
    if (next == Stage::Settled) {
        settled_.store(true, std::memory_order_relaxed);
        maker_ = nullptr;  // and what it owns
    }
    stage_.store(next, std::memory_order_release);
    const auto passed = std::chrono::steady_clock::now() - start;
    counters.microseconds +=
        static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(passed).count());
}

}  // namespace detail

TierCounters tier_totals() {
    using detail::totals;
    TierCounters result;
    result.found = totals.found;
    result.quick = totals.quick;
    result.thorough = totals.thorough;
    result.failed = totals.failed;
    result.dropped = totals.dropped;
    result.microseconds = totals.microseconds;
    return result;
}

TierCounters tier_counters() { return detail::CompileThreads::instance().counters(); }

void finish_compiling() { detail::CompileThreads::instance().finish(); }

void set_patience(const CompilePatience& patience) { detail::patience = patience; }

}  // namespace runtime::jit
