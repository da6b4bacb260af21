#include "runtime/threads/worker_pool.h"

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <new>
#include <pthread.h>
#include <thread>
#include <vector>

#include "runtime/environment/environment.h"
#include "runtime/threads/process_events.h"
#include "runtime/threads/signal_hold.h"
#include "runtime/threads/thread.h"

namespace runtime {
namespace {

constexpr int32_t max_threads = 256;
// Whoever waits looks this often whether signals are held back.
constexpr std::chrono::milliseconds signals_wait(20);

int32_t hardware_threads() {
    return std::clamp<int32_t>(static_cast<int32_t>(std::thread::hardware_concurrency()), 1, max_threads);
}

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
    std::vector<pthread_t> threads;
    int32_t thread_count = 1;
    int32_t pieces_running = 0;
    bool stopping = false;
    bool forking = false;

    // The next piece of any task, or of `only`. Called with the mutex held.
    bool take(Task* only, std::shared_ptr<Task>& task, int32_t& piece) {
        if (forking) return false;
        for (auto entry = queue.begin(); entry != queue.end(); ++entry) {
            if (only && entry->get() != only) continue;
            task = *entry;
            piece = task->next_.fetch_add(1, std::memory_order_relaxed);
            if (piece + 1 >= task->pieces_) queue.erase(entry);
            ++pieces_running;
            return true;
        }
        return false;
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

void WorkerPool::end() {
    stop_threads();
    state_->thread_count = 1;  // whoever waits does the work from now on
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
    }
    state_->work_arrived.notify_all();
    for (const pthread_t thread : state_->threads) pthread_join(thread, nullptr);
    state_->threads.clear();
    state_->stopping = false;
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

void WorkerPool::run_one(State& state, Task& task, int32_t piece) {
    const int64_t start = task.trace_ ? PieceTrace::now() : 0;
    task.run_piece(piece);
    if (task.trace_) task.trace_->record(piece, start, PieceTrace::now());
    const bool last = task.unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1;
    if (last && task.trace_) task.trace_->write();
    if (last) task.completed();
    std::lock_guard lock(state.mutex);
    --state.pieces_running;
    if (last) task.done_.store(true, std::memory_order_release);
    if (last || state.forking) state.progress.notify_all();
}

void WorkerPool::worker_main(void* argument) {
    State* const state = static_cast<State*>(argument);
    std::unique_lock lock(state->mutex);
    while (!state->stopping) {
        std::shared_ptr<Task> task;
        int32_t piece;
        if (!state->take(nullptr, task, piece)) {
            state->work_arrived.wait(lock);
            continue;
        }
        lock.unlock();
        run_one(*state, *task, piece);
        task.reset();
        lock.lock();
    }
}

void WorkerPool::submit(std::shared_ptr<Task> task) {
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
        for (int32_t piece = 0; piece < pieces; ++piece) run_one(*state_, *task, piece);
        return;
    }
    if (pieces == 1)
        state_->work_arrived.notify_one();
    else
        state_->work_arrived.notify_all();
    state_->progress.notify_all();  // waiters help with what has come
}

// A signal's handler must not find this thread with a piece begun or the mutex held: it may wait for just these. So
// signals come through between pieces only.
void WorkerPool::wait(Task& task) {
    const SignalHold hold;
    std::unique_lock lock(state_->mutex);
    while (!task.done()) {
        std::shared_ptr<Task> taken;
        int32_t piece;
        const bool found = state_->take(&task, taken, piece);
        if (!found) state_->progress.wait_for(lock, signals_wait);
        lock.unlock();
        if (found) run_one(*state_, *taken, piece);
        SignalHold::let_through();
        lock.lock();
    }
}

void WorkerPool::wait_until(const std::function<bool()>& done) {
    const SignalHold hold;
    while (!done()) {
        {
            std::unique_lock lock(state_->mutex);
            std::shared_ptr<Task> taken;
            int32_t piece;
            if (state_->take(nullptr, taken, piece)) {
                lock.unlock();
                run_one(*state_, *taken, piece);
            } else if (!done()) {
                // done() turns true only in completed(), after which run_one() takes the mutex and notifies.
                state_->progress.wait_for(lock, signals_wait);
            }
        }
        SignalHold::let_through();
    }
}

void WorkerPool::parallel_for(int32_t count, const std::function<void(int32_t)>& body) {
    if (count <= 1 || (state_->thread_count <= 1 && !PieceTrace::wanted())) {
        for (int32_t i = 0; i < count; ++i) body(i);
        return;
    }
    class ForTask : public Task {
      public:
        ForTask(int32_t pieces, const std::function<void(int32_t)>& function) : Task(pieces), function_(function) {}
        void run_piece(int32_t piece) override {
            try {
                function_(piece);
            } catch (const std::bad_alloc&) {
                lacks_memory_.store(true, std::memory_order_relaxed);
            }
        }
        bool lacks_memory() const { return lacks_memory_.load(std::memory_order_relaxed); }

      private:
        const std::function<void(int32_t)>& function_;
        std::atomic<bool> lacks_memory_{false};
    };
    auto task = std::make_shared<ForTask>(count, body);
    submit(task);
    wait(*task);
    if (task->lacks_memory()) throw std::bad_alloc();
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
}

void WorkerPool::begin_again() {
    // The old state is left as it is: its threads can't be joined and its condition variables have waiters that don't
    // exist here.
    State* old = instance().state_;
    State* fresh = new State;
    fresh->queue = std::move(old->queue);
    fresh->thread_count = old->thread_count;
    instance().state_ = fresh;
}

}  // namespace runtime
