#include "runtime/threads/worker_pool.h"

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <new>
#include <optional>
#include <pthread.h>
#include <thread>
#include <vector>

#include "ir/check.h"
#include "runtime/environment/environment.h"
#include "runtime/threads/cpu_count.h"
#include "runtime/threads/process_events.h"
#include "runtime/threads/signal_hold.h"
#include "runtime/threads/thread.h"
#include "runtime/threads/turn.h"

namespace runtime {
namespace {

constexpr int32_t max_threads = 256;
// Whoever waits looks this often whether signals are held back.
constexpr std::chrono::milliseconds signals_wait(5);

int32_t hardware_threads() { return std::min(usable_cpus(), max_threads); }

int32_t configured_threads() {
    const int32_t wanted = environment().threads.value;
    return wanted > 0 ? wanted : hardware_threads();
}

}  // namespace

// Held by pointer, so that a forked child can leave the parent's mutexes and threads behind.
struct WorkerPool::State {
    std::mutex mutex;
    std::condition_variable work_arrived, progress;
    std::deque<std::shared_ptr<Task>> queue;  // tasks with pieces left to take
    std::condition_variable stand_in_wanted;
    std::vector<pthread_t> threads;
    std::optional<pthread_t> stand_in;  // not one of the threads that are counted
    int32_t thread_count = 1;
    int32_t pieces_running = 0;
    int32_t sleepers = 0;  // threads of the application's that wait and leave work to the stand-in
    bool stopping = false;
    bool forking = false;
    bool no_stand_in = false;  // none can be had: who waits does all the work

    // The next piece of any task, or of `only`; of those that are not long, or of all. Called with the mutex held.
    bool take(Task* only, bool all, std::shared_ptr<Task>& task, int32_t& piece) {
        if (forking) return false;
        for (auto entry = queue.begin(); entry != queue.end(); ++entry) {
            Task& found = **entry;
            if (only && &found != only) continue;
            if (!all && found.is_long_.load(std::memory_order_relaxed)) continue;
            task = *entry;
            if (found.put_down_.empty()) {
                piece = found.next_++;
            } else {
                piece = found.put_down_.back();
                found.put_down_.pop_back();
            }
            if (found.next_ >= found.pieces_ && found.put_down_.empty()) queue.erase(entry);
            begins_piece(found);
            ++pieces_running;
            return true;
        }
        return false;
    }
    // Tasks with running pieces are in the queue, or in `running`.
    std::vector<Task*> running;
    void begins_piece(Task& task) try {
        running.push_back(&task);
    } catch (const std::bad_alloc&) {  // an exit will not wait for it
    }
    void ends_piece(Task& task) {
        --pieces_running;
        const auto found = std::ranges::find(running, &task);
        if (found == running.end()) return;  // of those that were not queued
        *found = running.back();
        running.pop_back();
    }
    bool has_long(const Task* only) const {
        return std::ranges::any_of(queue, [only](const auto& task) {
            return (!only || task.get() == only) && task->is_long_.load(std::memory_order_relaxed);
        });
    }
};

WorkerPool& WorkerPool::instance() {
    // Never destroyed: what runs at exit may still draw. Its threads end, though.
    static WorkerPool* const pool = new WorkerPool;
    return *pool;
}

WorkerPool::WorkerPool() : state_(new State) {
    state_->thread_count = configured_threads();
    static const ProcessHandlers handlers{&WorkerPool::quiet_down, &WorkerPool::lock, &WorkerPool::resume,
                                          &WorkerPool::begin_again, [] { instance().end(); }};
    add_process_handlers(ProcessPart::WorkerPool, handlers);
}

// Finishes what is there now: the application's other threads may go on drawing while the process ends.
void WorkerPool::finish_what_must_be_done() try {
    std::vector<std::shared_ptr<Task>> queued;
    std::vector<Task*> running;
    {
        const SignalHold hold;
        const std::lock_guard lock(state_->mutex);
        for (const auto& task : state_->queue)
            if (task->must_be_done()) queued.push_back(task);
        for (Task* const task : state_->running)
            if (task->must_be_done()) running.push_back(task);
    }
    wait_until([&] {
        if (!std::ranges::all_of(queued, [](const auto& task) { return task->done(); })) return false;
        const std::lock_guard lock(state_->mutex);
        // Only addresses: what has ended is gone.
        return std::ranges::find_first_of(state_->running, running) == state_->running.end();
    });
} catch (const std::bad_alloc&) {  // then it is not waited for
}

void WorkerPool::end() {
    finish_what_must_be_done();
    stop_threads();
    state_->thread_count = 1;  // whoever waits does the work from now on
    state_->no_stand_in = true;
}

int32_t WorkerPool::thread_count() const { return state_->thread_count; }

bool WorkerPool::has_workers() const {
    const SignalHold hold;
    const std::lock_guard lock(state_->mutex);
    return !state_->threads.empty();
}

void WorkerPool::set_thread_count(int32_t count) {
    stop_threads();
    state_->thread_count = std::clamp<int32_t>(count, 1, max_threads);
}

void WorkerPool::stop_threads() {
    const SignalHold hold;
    {
        std::lock_guard lock(state_->mutex);
        state_->stopping = true;
        workers_end.store(true, std::memory_order_relaxed);
    }
    state_->work_arrived.notify_all();
    state_->stand_in_wanted.notify_all();
    for (const pthread_t thread : state_->threads) pthread_join(thread, nullptr);
    state_->threads.clear();
    if (state_->stand_in) pthread_join(*state_->stand_in, nullptr);
    state_->stand_in.reset();
    state_->stopping = false;
    workers_end.store(false, std::memory_order_relaxed);
}

// The waiting thread works too, hence one thread fewer than thread_count. Called with the mutex held.
void WorkerPool::start_threads(State& state) {
    if (!state.threads.empty() || state.thread_count <= 1 || state.stopping) return;
    try {
        state.threads.reserve(static_cast<size_t>(state.thread_count));
    } catch (const std::bad_alloc&) {
        return;
    }
    // Where there are fewer than wanted, whoever waits does the work.
    pthread_t thread;
    while (static_cast<int32_t>(state.threads.size()) + 1 < state.thread_count &&
           start_thread(thread, "asmgl worker", &WorkerPool::worker_main, &state))
        state.threads.push_back(thread);
    if (reports(DebugSubject::Threads))
        std::fprintf(stderr, "asmgl: %zu of %d threads started; threads that wait for frames work, too\n",
                     state.threads.size(), state.thread_count);
}

// Called with the mutex held.
void WorkerPool::start_stand_in(State& state) {
    if (state.stand_in || state.no_stand_in || state.stopping) return;
    pthread_t thread;
    if (start_thread(thread, "asmgl stand-in", &WorkerPool::stand_in_main, &state))
        state.stand_in = thread;
    else
        state.no_stand_in = true;
}

// False: there is no memory to remember it in.
bool WorkerPool::put_down(State& state, const std::shared_ptr<Task>& task, int32_t piece) try {
    {
        const std::lock_guard lock(state.mutex);
        const bool queued = task->next_ < task->pieces_ || !task->put_down_.empty();
        task->put_down_.push_back(piece);
        try {
            if (!queued) state.queue.push_front(task);
        } catch (const std::bad_alloc&) {
            task->put_down_.pop_back();
            throw;
        }
        state.ends_piece(*task);
    }
    state.work_arrived.notify_one();
    state.progress.notify_all();
    return true;
} catch (const std::bad_alloc&) {
    return false;
}

void WorkerPool::run_one(State& state, const std::shared_ptr<Task>& owner, int32_t piece) {
    Task& task = *owner;
    const int64_t start = task.trace_ ? PieceTrace::now() : 0;
    bool finished;
    {
        const Turn turn(false);
        finished = task.run_part(piece);
    }
    if (!finished) {
        if (put_down(state, owner, piece)) return;
        while (!task.run_part(piece)) {
        }
    }
    if (task.trace_) task.trace_->record(piece, start, PieceTrace::now());
    const bool last = task.unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1;
    if (last && task.trace_) task.trace_->write();
    if (last) task.completed();
    std::lock_guard lock(state.mutex);
    state.ends_piece(task);
    if (last) task.done_.store(true, std::memory_order_release);
    if (last || state.forking) state.progress.notify_all();
}

void WorkerPool::worker_main(void* argument) {
    State* const state = static_cast<State*>(argument);
    const SignalHold hold;  // they are blocked anyway: makes holds within cost nothing
    thread_turn.is_worker = true;
    std::unique_lock lock(state->mutex);
    while (!state->stopping) {
        std::shared_ptr<Task> task;
        int32_t piece;
        if (!state->take(nullptr, true, task, piece)) {
            state->work_arrived.wait(lock);
            continue;
        }
        lock.unlock();
        run_one(*state, task, piece);
        task.reset();
        lock.lock();
    }
}

void WorkerPool::stand_in_main(void* argument) {
    State* const state = static_cast<State*>(argument);
    const SignalHold hold;
    thread_turn.is_worker = true;
    std::unique_lock lock(state->mutex);
    while (!state->stopping) {
        std::shared_ptr<Task> task;
        int32_t piece;
        if (state->sleepers == 0 || !state->take(nullptr, true, task, piece)) {
            state->stand_in_wanted.wait(lock);
            continue;
        }
        lock.unlock();
        run_one(*state, task, piece);
        task.reset();
        lock.lock();
    }
}

void WorkerPool::submit(const std::shared_ptr<Task>& task) {
    if (task->pieces_ <= 0) {
        task->completed();
        task->done_.store(true, std::memory_order_release);
        return;
    }
    const int32_t pieces = task->pieces_;
    const SignalHold hold;
    bool queued = true;
    {
        std::lock_guard lock(state_->mutex);
        start_threads(*state_);
        try {
            state_->queue.push_back(task);
        } catch (const std::bad_alloc&) {
            queued = false;
            state_->pieces_running += pieces;
        }
    }
    // What there is no room for in the queue is done at once: others wait for it.
    if (!queued) {
        for (int32_t piece = 0; piece < pieces; ++piece) run_one(*state_, task, piece);
        return;
    }
    if (pieces == 1)
        state_->work_arrived.notify_one();
    else
        state_->work_arrived.notify_all();
    state_->progress.notify_all();  // waiters help with what has come
    state_->stand_in_wanted.notify_one();
}

// One step of waiting for a task, or for any: works on a piece, or sleeps until something has come about. Called with
// the mutex held, which it has let go in the end. A signal's handler never finds this thread with a piece begun or
// the mutex held: it may wait for just these. So signals come through between two steps only.
void WorkerPool::take_part(std::unique_lock<std::mutex>& lock, Task* only) {
    ASMGL_CHECK(lock.owns_lock());
    State& state = *state_;
    const bool is_worker = thread_turn.is_worker;
    bool leaves_some = !is_worker && state.has_long(only);
    if (leaves_some) {
        start_stand_in(state);
        leaves_some = !state.no_stand_in;
    }
    std::shared_ptr<Task> taken;
    int32_t piece;
    if (state.take(only, !leaves_some, taken, piece)) {
        lock.unlock();
        run_one(state, taken, piece);
        return;
    }
    if (leaves_some) {
        ++state.sleepers;
        state.stand_in_wanted.notify_one();
    }
    state.progress.wait_for(lock, signals_wait);
    if (leaves_some) --state.sleepers;
    lock.unlock();
}

void WorkerPool::wait(Task& task) {
    const SignalHold hold;
    std::unique_lock lock(state_->mutex);
    while (!task.done()) {
        take_part(lock, &task);
        SignalHold::let_through();
        lock.lock();
    }
}

void WorkerPool::wait_until(const std::function<bool()>& done) {
    const SignalHold hold;
    while (!done()) {
        {
            // done() turns true only in completed(), after which run_one() takes the mutex and notifies.
            std::unique_lock lock(state_->mutex);
            if (!done()) take_part(lock, nullptr);
        }
        SignalHold::let_through();
    }
}

void WorkerPool::parallel_for(int32_t count, const std::function<void(int32_t)>& body, Pieces pieces) {
    if (count == 1 && pieces == Pieces::Short) return body(0);
    parallel_for_parts(
        count,
        [&body](int32_t piece) {
            body(piece);
            return true;
        },
        pieces);
}

namespace {

class ForTask : public Task {
  public:
    ForTask(int32_t first, int32_t count, const std::function<bool(int32_t)>& function, WorkerPool::Pieces pieces)
        : Task(count - first, pieces == WorkerPool::Pieces::Long),
          first_(first),
          function_(function),
          may_restart_(pieces == WorkerPool::Pieces::Restartable) {}
    void run_piece(int32_t piece) override { run_part(piece); }
    bool run_part(int32_t piece) override {
        try {
            const Turn turn(may_restart_);
            return function_(first_ + piece);
        } catch (const PieceLeft&) {
            becomes_long();
            return false;
        } catch (const std::bad_alloc&) {
            lacks_memory_.store(true, std::memory_order_relaxed);
        }
        return true;
    }
    bool lacks_memory() const { return lacks_memory_.load(std::memory_order_relaxed); }

  private:
    const int32_t first_;
    const std::function<bool(int32_t)>& function_;
    const bool may_restart_;
    std::atomic<bool> lacks_memory_{false};
};

}  // namespace

void WorkerPool::parallel_for_parts(int32_t count, const std::function<bool(int32_t)>& body, Pieces pieces) {
    if (count <= 0) return;
    const bool is_worker = thread_turn.is_worker;
    const bool at_once = count == 1 || (state_->thread_count <= 1 && !PieceTrace::wanted());
    int32_t begun = 0;
    if (at_once && (is_worker || pieces != Pieces::Long)) {
        const SignalHold hold;
        while (begun < count) {
            try {
                const Turn turn(pieces == Pieces::Restartable);
                if (body(begun)) ++begun;
            } catch (const PieceLeft&) {
                pieces = Pieces::Long;
                break;
            }
            SignalHold::let_through();
        }
        if (begun == count) return;
    }
    auto task = std::make_shared<ForTask>(begun, count, body, pieces);
    submit(task);
    wait(*task);
    if (task->lacks_memory()) throw std::bad_alloc();
}

void WorkerPool::run_long(const std::function<void()>& body) {
    if (!SignalHold::is_held()) return body();
    parallel_for(
        1, [&](int32_t) { body(); }, Pieces::Long);
}

// fork() copies only the calling thread: a piece under way elsewhere would never end in the child. So fork() waits for
// the running pieces; those not started exist in parent and child alike.
void WorkerPool::quiet_down() {
    State& state = *instance().state_;
    std::unique_lock lock(state.mutex);
    state.forking = true;
    state.progress.wait(lock, [&] { return state.pieces_running == 0; });
}

bool WorkerPool::lock() { return instance().state_->mutex.try_lock(); }

void WorkerPool::resume(bool locked) {
    State& state = *instance().state_;
    if (!locked) state.mutex.lock();
    state.forking = false;
    state.mutex.unlock();
    state.work_arrived.notify_all();
    state.progress.notify_all();
    state.stand_in_wanted.notify_one();
}

void WorkerPool::begin_again() {
    // The old state is left as it is: its threads can't be joined and its condition variables have waiters that don't
    // exist here.
    State* old = instance().state_;
    State* fresh = new State;
    fresh->queue = std::move(old->queue);
    fresh->thread_count = old->thread_count;
    fresh->no_stand_in = old->no_stand_in;
    instance().state_ = fresh;
}

}  // namespace runtime
