#include "rasterizer/scene_queue.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <mutex>
#include <vector>

#include "rasterizer/tiles/scene_task.h"
#include "runtime/environment/environment.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {

class SceneQueue::QueuedScene : public SceneTask {
  public:
    QueuedScene(std::unique_ptr<Scene> scene, SceneQueue& queue) : SceneTask(std::move(scene)), queue_(queue) {}
    void completed() override {
        fence->pass();
        if (runtime::reports(runtime::DebugSubject::Threads))
            std::fprintf(stderr, "asmgl: a scene of %d tiles was done %.3f ms after it was queued\n",
                         scene().tile_count(),
                         std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - queued_).count());
        queue_.scene_completed();
    }
    bool must_be_done() override { return must_be_done_.load(std::memory_order_relaxed); }
    // The scene, or one behind it, is seen by others.
    void note_seen() { must_be_done_.store(true, std::memory_order_relaxed); }
    const std::shared_ptr<Fence> fence = std::make_shared<Fence>();

  private:
    std::atomic<bool> must_be_done_{scene().seen_by_others()};
    SceneQueue& queue_;
    const std::chrono::steady_clock::time_point queued_ = std::chrono::steady_clock::now();
};

void SceneQueue::submit(std::unique_ptr<Scene> scene) {
    runtime::WorkerPool::instance().wait_until([this] {
        std::lock_guard lock(mutex_);
        return scenes_.size() < most_waiting;
    });
    // So that no handler finds a scene in the queue that nobody has started.
    const runtime::SignalHold hold;
    auto task = std::make_shared<QueuedScene>(std::move(scene), *this);
    bool start;
    {
        std::lock_guard lock(mutex_);
        scenes_.push_back(task);
        if (task->must_be_done())
            for (const auto& before : scenes_) before->note_seen();
        start = scenes_.size() == 1;
    }
    if (start) runtime::WorkerPool::instance().submit(task);
}

void SceneQueue::scene_completed() {
    std::shared_ptr<QueuedScene> finished, next;
    {
        std::lock_guard lock(mutex_);
        finished = std::move(scenes_.front());
        if (finished->lacks_memory()) lacked_memory_.store(true, std::memory_order_relaxed);
        scenes_.pop_front();
        if (!scenes_.empty()) next = scenes_.front();
    }
    if (next) runtime::WorkerPool::instance().submit(next);
}

bool SceneQueue::idle() {
    std::lock_guard lock(mutex_);
    return scenes_.empty();
}

namespace {

// Who holds images, as far as scenes do.
class SceneImages {
  public:
    void add(const Scene& scene) {
        scene.each_target([this](const std::shared_ptr<runtime::Image>& image) {
            if (holders_[image.get()]++ == 0) ++images_[image->memory()];
        });
    }
    // Whether somebody else holds one that the scene draws to, or its memory.
    bool seen(const Scene& scene) const {
        bool seen = scene.seen_by_others();
        scene.each_target([&](const std::shared_ptr<runtime::Image>& image) {
            seen |=
                image.use_count() > holders_.at(image.get()) || image->memory_owners() > images_.at(image->memory());
        });
        return seen;
    }

  private:
    std::map<const runtime::Image*, long> holders_;
    std::map<const void*, long> images_;  // by memory
};

}  // namespace

bool SceneQueue::drop_unseen(const Scene* gathered) {
    const std::lock_guard lock(mutex_);
    SceneImages images;
    for (const auto& task : scenes_) images.add(task->scene());
    if (gathered) images.add(*gathered);
    std::vector<QueuedScene*> unseen;
    for (const auto& task : scenes_)
        if (!images.seen(task->scene())) unseen.push_back(task.get());
    const bool gathered_is_seen = gathered && images.seen(*gathered);
    for (QueuedScene* task : unseen) {
        task->drop();
        // Draws of several scenes may have one watchdog.
        if (unseen.size() == scenes_.size() && !gathered_is_seen) task->scene().stop_programs();
    }
    return !gathered_is_seen;
}

bool SceneQueue::uses(const runtime::Image& image) {
    std::lock_guard lock(mutex_);
    return std::any_of(scenes_.begin(), scenes_.end(), [&](const auto& task) { return task->scene().uses(image); });
}

bool SceneQueue::conflicts(const StageProgram& stage) {
    std::lock_guard lock(mutex_);
    return std::any_of(scenes_.begin(), scenes_.end(),
                       [&](const auto& task) { return task->scene().conflicts(stage); });
}

std::shared_ptr<const Fence> SceneQueue::last_fence() {
    std::lock_guard lock(mutex_);
    if (!scenes_.empty()) return scenes_.back()->fence;
    const auto passed = std::make_shared<Fence>();
    passed->pass();
    return passed;
}

void SceneQueue::wait_until_idle() {
    runtime::WorkerPool::instance().wait_until([this] { return idle(); });
}

}  // namespace rasterizer
